"""The sums of every metric for each slice of a response, which add over parts as those of the whole do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus
from leaderboard.matching import counted, match
from leaderboard.metrics import Metric
from leaderboard.metrics.metric import Floats, Scores, measure, recall_precision_f1
from leaderboard.overlap import Overlap, overlap
from leaderboard.slices.key_slices import KeySlice, KeySlices, crossed, cut
from leaderboard.slices.slicing import Slicing, allowed
from leaderboard.slices.values import SliceOptions

# Recall and precision, each a numerator and a denominator.
_ROWS = 4


class SliceSums(NamedTuple):
    """The sums [S, parts] and weights of each metric on a slice, and counts of the response that is left."""

    value: tuple[str, ...]
    sums: Mapping[str, Floats]
    mentions: int
    entities: int


def slice_sums(slices: KeySlices, response: Corpus, metrics: Sequence[Metric]) -> Iterator[SliceSums]:
    """Score each slice that is asked for, of a response beside its key with all of its mentions.

    The metrics are those of the whole; ``slice_metrics`` turns the sums into scores.
    """
    slicing, options = slices.slicing, slices.options
    number = crossed(slices.values, [one.response(response) for one in slices.values])
    metrics = allowed(slicing, metrics)
    wholes = [counted(side, options.singletons) for side in (slices.key, response)]
    for one in slices.slices:
        if slicing.wants(one.value):
            kept = cut(response, number == one.number, slicing.keep, options)
            if slicing.keep == "sides":
                sums = _on_sides(one, kept, wholes, metrics, options)
            else:
                sums = measure(_table(one.key, kept, options), metrics)
            yield SliceSums(one.value, sums, len(kept.part), kept.entities)


def slice_metrics(slicing: Slicing, metrics: Sequence[Metric]) -> tuple[Metric, ...]:
    """Return the metrics that can be computed on slices, as metrics of the sums of slices."""
    kept = allowed(slicing, metrics)
    return tuple(map(_two_sided, kept)) if slicing.keep == "sides" else kept


def _table(key: Corpus, response: Corpus, options: SliceOptions) -> Overlap:
    return overlap(match(key, response, options.match, options.zeros))


def _on_sides(
    one: KeySlice, kept: Corpus, wholes: Sequence[Corpus], metrics: Sequence[Metric], options: SliceOptions
) -> dict[str, Floats]:
    """Recall of what is left of the key, precision of what is left of the response."""
    key, response = wholes
    members = tuple({part.name: part for metric in metrics for part in _members(metric)}.values())
    of_key = _table(one.key, response, options)
    recall, precision = measure(of_key, members), measure(_table(key, kept, options), members)
    both = {part.name: _joined(recall[part.name], precision[part.name]) for part in members}
    sums = {metric.name: np.concatenate([both[part.name] for part in _members(metric)]) for metric in metrics}
    return {**sums, **{metric.weight_name: metric.weight(of_key) for metric in metrics}}


def _joined(recall: Floats, precision: Floats) -> Floats:
    """Recall of one table and precision of another; some metrics have one numerator for both."""
    return np.concatenate([recall[:2], precision[[-2 if len(precision) == _ROWS else 0, -1]]])


def _members(metric: Metric) -> tuple[Metric, ...]:
    return metric.averaged or (metric,)


def _two_sided(metric: Metric) -> Metric:
    """The metric of sums of two tables."""

    def sums(table: Overlap) -> Floats:
        found = measure(table, _members(metric))
        return np.concatenate([_joined(found[part.name], found[part.name]) for part in _members(metric)])

    def score(totals: Floats) -> Scores:
        blocks = [totals[row : row + _ROWS] for row in range(0, len(totals), _ROWS)]
        scores = [recall_precision_f1(block) for block in blocks]
        if not metric.averaged:
            return scores[0]
        mean: Floats = reduce(np.add, [one.f1 for one in scores]) / len(scores)
        return Scores(None, None, mean)

    averaged = tuple(map(_two_sided, metric.averaged))
    return Metric(metric.name, metric.label, sums, score, metric.weight, averaged, (_ROWS,) * len(averaged))
