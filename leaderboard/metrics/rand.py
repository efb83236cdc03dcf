"""The Rand index (Rand, 1971) of the mentions that both sides have: the share of links that are right.

Rand = (rc + rn) / (rc + wc + rn + wn).
"""

from __future__ import annotations

from leaderboard.metrics.blanc_gold import shared_links
from leaderboard.metrics.links import links_of_key
from leaderboard.metrics.metric import Floats, Metric, Scores, quotient, ratio, stack
from leaderboard.overlap import Overlap


def sums(overlap: Overlap) -> Floats:
    right_c, key_c, _, right_n, key_n, _ = shared_links(overlap)
    return stack(right_c + right_n, key_c + key_n)


def score(totals: Floats) -> Scores:
    return Scores(None, None, ratio(totals[0], totals[1]))


RAND = Metric("rand", "Rand", sums, score, links_of_key, summands=(quotient(0, 1),))
