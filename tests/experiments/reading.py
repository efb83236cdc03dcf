"""Corpora of columns read back as entities, and scored from their definitions."""

from __future__ import annotations

from leaderboard.corpus import Corpus
from leaderboard.matching import Matching, match_exactly
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import Scores, measure
from leaderboard.overlap import overlap
from leaderboard.verbs.probe import PROBED
from tests.support.plain_conll import Entity

ALL = tuple(METRICS[name](MetricOptions()) for name in PROBED)


def entities(side: Corpus) -> list[list[Entity]]:
    """The entities of each part as sets of spans, in order of number."""
    found: list[dict[int, set[tuple[int, int]]]] = [{} for _ in side.parts]
    for part, start, end, entity in zip(
        side.part.tolist(), side.start.tolist(), side.end.tolist(), side.entity.tolist(), strict=True
    ):
        found[part].setdefault(entity, set()).add((start, end))
    return [[frozenset(part[number]) for number in sorted(part)] for part in found]


def scores(matching: Matching) -> dict[str, Scores]:
    """The corpus scores by every metric."""
    sums = measure(overlap(matching), ALL)
    return {metric.name: metric.score(sums[metric.name].sum(axis=-1)) for metric in ALL}


def f1(key: Corpus, response: Corpus) -> dict[str, float]:
    return {name: float(found.f1) for name, found in scores(match_exactly(key, response)).items()}
