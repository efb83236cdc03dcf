"""Made responses measured as any other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from leaderboard.matching import Matching
from leaderboard.metrics import Metric
from leaderboard.metrics.links import links
from leaderboard.metrics.metric import Floats, measure
from leaderboard.overlap import overlap


class Counts(NamedTuple):
    """What a response has: mentions, those of them that are right, links, those of them that are right."""

    mentions: int
    key_mentions: int
    links: int
    correct_links: int


@dataclass(frozen=True, slots=True)
class Made:
    """The sums of each metric [S, parts] of one made response, all datasets one after the other."""

    counts: Counts
    sums: dict[str, Floats]


def score_made(matchings: Sequence[Matching], metrics: tuple[Metric, ...]) -> Made:
    """The response beside the key of each dataset."""
    counts, sums = [], []
    for matching in matchings:
        table = overlap(matching)
        linked = links(table)
        counts.append(
            (
                len(matching.response.entity),
                len(matching.response_mention),
                int(linked.response_c.sum()),
                int(linked.both_c.sum()),
            )
        )
        sums.append(measure(table, metrics))
    return Made(
        Counts(*(sum(column) for column in zip(*counts, strict=True))),
        {name: np.concatenate([one[name] for one in sums], axis=-1) for name in sums[0]},
    )
