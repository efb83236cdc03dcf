"""The sums of every metric on each slice of a response, of one dataset and of several.

They add over parts as those of the whole do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Part
from leaderboard.matching import counted
from leaderboard.metrics import Metric
from leaderboard.metrics.metric import OWN_NUMERATORS, Floats, Scores, measure, recall_precision_f1
from leaderboard.overlap import Overlap
from leaderboard.slices.key_slices import KeySlice, KeySlices, Slice, crossed, cut
from leaderboard.slices.slicing import Slicing, allowed
from leaderboard.slices.stacked import stacked_sums

Keys = Mapping[str, KeySlices]
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
    number = crossed(slices.values, [values.response(response) for values in slices.values])
    metrics = allowed(slicing, metrics)
    wanted = [key_slice for key_slice in slices.slices if slicing.wants(key_slice.value)]
    kept = [cut(response, number == key_slice.number, slicing.keep, options) for key_slice in wanted]
    sums = (
        _on_sides(slices, wanted, response, kept, metrics)
        if slicing.keep == "sides"
        else stacked_sums(zip([key_slice.key for key_slice in wanted], kept, strict=True), metrics, options)
    )
    for key_slice, left, of_slice in zip(wanted, kept, sums, strict=True):
        yield SliceSums(key_slice.value, of_slice, len(left.part), left.entities)


def slice_metrics(slicing: Slicing, metrics: Sequence[Metric]) -> tuple[Metric, ...]:
    """Return the metrics that can be computed on slices, as metrics of the sums of slices."""
    kept = allowed(slicing, metrics)
    return tuple(map(_two_sided, kept)) if slicing.keep == "sides" else kept


def _on_sides(
    slices: KeySlices,
    wanted: Sequence[KeySlice],
    whole: Corpus,
    kept: Sequence[Corpus],
    metrics: Sequence[Metric],
) -> Iterator[dict[str, Floats]]:
    """Recall of what is left of the key, precision of what is left of the response, for each slice."""
    key, response = (counted(side, slices.options.singletons, "ignore") for side in (slices.key, whole))
    members = {part.name: part for metric in metrics for part in metric.members}
    tables = [
        sides
        for key_slice, left in zip(wanted, kept, strict=True)
        for sides in ((key_slice.key, response), (key, left))
    ]
    measured = stacked_sums(
        tables,
        tuple({**members, **{metric.name: metric for metric in metrics}}.values()),
        slices.options,
    )
    for recall, precision in zip(measured, measured, strict=True):  # two tables at a time
        both = {name: _joined(recall[name], precision[name]) for name in members}
        sums = {
            metric.name: np.concatenate([both[part.name] for part in metric.members]) for metric in metrics
        }
        yield {**sums, **{metric.weight_name: recall[metric.weight_name] for metric in metrics}}


def _joined(recall: Floats, precision: Floats) -> Floats:
    """Recall of one table and precision of another; some metrics have one numerator for both."""
    return np.concatenate([recall[:2], precision[[-2 if len(precision) == _ROWS else 0, -1]]])


def _two_sided(metric: Metric) -> Metric:
    """The metric of sums of two tables."""

    def sums(table: Overlap) -> Floats:
        measured = measure(table, metric.members)
        return np.concatenate([_joined(measured[part.name], measured[part.name]) for part in metric.members])

    def score(totals: Floats) -> Scores:
        blocks = [totals[row : row + _ROWS] for row in range(0, len(totals), _ROWS)]
        scores = [recall_precision_f1(block) for block in blocks]
        if not metric.averaged:
            return scores[0]
        mean: Floats = reduce(np.add, [of_block.f1 for of_block in scores]) / len(scores)
        return Scores(None, None, mean)

    averaged = tuple(map(_two_sided, metric.averaged))
    lengths, count = (_ROWS,) * len(averaged), len(metric.members)
    [own] = OWN_NUMERATORS
    summands = tuple(own.shifted(_ROWS * place, weight=1 / count) for place in range(count))
    return Metric(metric.name, metric.label, sums, score, metric.weight, averaged, lengths, summands)


def slice_parts(wanted: Slice, keys: Keys) -> tuple[tuple[str, Part], ...]:
    """Return the dataset and the part of each column of the sums of a slice."""
    return tuple(
        (dataset, of_key.key.parts[part])
        for dataset, of_key in _having(wanted, keys)
        for part in np.flatnonzero(of_key.parts).tolist()
    )


def joint_sums(
    wanted: Slice, keys: Keys, sums: Mapping[str, Mapping[tuple[str, ...], SliceSums]]
) -> SliceSums:
    """Return the sums of a response on the parts of a slice, of its slices by dataset and value."""
    of_datasets = [(of_key.parts, sums[dataset][wanted.value]) for dataset, of_key in _having(wanted, keys)]
    return SliceSums(
        wanted.value,
        {
            metric: np.concatenate(
                [of_slice.sums[metric][..., parts] for parts, of_slice in of_datasets], axis=-1
            )
            for metric in of_datasets[0][1].sums
        },
        sum(of_slice.mentions for _, of_slice in of_datasets),
        sum(of_slice.entities for _, of_slice in of_datasets),
    )


def _having(wanted: Slice, keys: Keys) -> Iterator[tuple[str, KeySlice]]:
    """The datasets of a slice, with what is left of the key of each."""
    for dataset in wanted.datasets:
        [of_key] = [key_slice for key_slice in keys[dataset].slices if key_slice.value == wanted.value]
        yield dataset, of_key
