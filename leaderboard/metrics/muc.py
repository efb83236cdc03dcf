"""MUC (Vilain et al., 1995): how many links the entities of one side need to join the other's.

A key entity falls into its cells and one implicit singleton for each mention that the response
lacks, so Σ (n_ij - 1) of its |k_i| - 1 links are there.
"""

from __future__ import annotations

from leaderboard.metrics.metric import SHARED_NUMERATOR, Floats, Metric, key_links, shared_numerator, stack
from leaderboard.overlap import Overlap


def sums(overlap: Overlap) -> Floats:
    return stack(
        overlap.by_part(overlap.shared - 1),
        overlap.key.by_part(overlap.key.size - 1),
        overlap.response.by_part(overlap.response.size - 1),
    )


MUC = Metric("muc", "MUC", sums, shared_numerator, key_links, summands=SHARED_NUMERATOR)
