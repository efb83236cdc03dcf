"""Made responses measured as any other."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus
from leaderboard.experiments.regrouping import perfect
from leaderboard.matching import Matching
from leaderboard.metrics import Metric
from leaderboard.metrics.links import links
from leaderboard.metrics.metric import Floats, measure
from leaderboard.overlap import Overlap, overlap


class Counts(NamedTuple):
    """The numbers of mentions, correct mentions, links and correct links of a response."""

    mentions: int
    key_mentions: int
    links: int
    correct_links: int


@dataclass(frozen=True, slots=True)
class Made:
    """The sums of each metric [S, parts] of one made response, all datasets one after the other.

    ``grouping`` is the same for responses of the same entities.
    """

    counts: Counts
    grouping: bytes
    sums: dict[str, Floats]


def score_made(matchings: Sequence[Matching], metrics: tuple[Metric, ...]) -> Made:
    """The response beside the key of each dataset."""
    tables = [overlap(matching) for matching in matchings]
    sums = [measure(table, metrics) for table in tables]
    return Made(
        Counts(*(sum(column) for column in zip(*map(_counts, tables), strict=True))),
        b"".join(map(_grouping, matchings)),
        {name: np.concatenate([of_dataset[name] for of_dataset in sums], axis=-1) for name in sums[0]},
    )


def perfect_counts(key: Corpus) -> Counts:
    """The counts of a perfect response."""
    return _counts(overlap(perfect(key)))


def _counts(table: Overlap) -> Counts:
    linked = links(table)
    return Counts(
        len(table.matching.response.entity),
        len(table.matching.response_mention),
        int(linked.response_c.sum()),
        int(linked.both_c.sum()),
    )


def _grouping(matching: Matching) -> bytes:
    """A digest of the mentions and of the entities that they are in, whatever the numbers of those."""
    side = matching.response
    _, first, entity = np.unique(side.entity, return_index=True, return_inverse=True)
    columns = (
        matching.key_mention,
        matching.response_mention,
        side.part,
        side.start,
        side.end,
        first[entity],
    )
    digest = hashlib.sha256()
    for column in columns:
        digest.update(np.asarray(column, np.int64).tobytes())
    return digest.digest()
