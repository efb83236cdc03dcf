"""Non-referring mentions (Yu et al., 2022): how many are found as such.

R and P divide the mentions that are non-referring on both sides by those of the key and of the response.
"""

from __future__ import annotations

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.corpus.nodes import Mask
from leaderboard.metrics.metric import Floats, Metric, shared_numerator, stack
from leaderboard.overlap import Overlap


def sums(overlap: Overlap) -> Floats:
    beyond = overlap.matching.beyond
    if beyond is None:
        return np.zeros((3, overlap.key.parts))
    matching = beyond.matching
    ours, theirs = (_nonreferring(side) for side in (matching.key, matching.response))
    shared = matching.key_mention[ours[matching.key_mention] & theirs[matching.response_mention]]
    return stack(
        by_unit(matching.key, shared),
        by_unit(matching.key, np.flatnonzero(ours)),
        by_unit(matching.response, np.flatnonzero(theirs)),
    )


def _nonreferring(side: Corpus) -> Mask:
    assert side.anaphora is not None
    return side.anaphora.nonreferring


def by_unit(side: Corpus, mentions: Ints) -> Floats:
    """Count mentions by the unit that they are in."""
    return np.bincount(side.unit[mentions], minlength=len(side.units)).astype(np.float64)


def weight(overlap: Overlap) -> Floats:
    """The non-referring mentions of the key."""
    return sums(overlap)[1:2]


NON_REFERRING = Metric("nonreferring", "Non-referring", sums, shared_numerator, weight)
