"""The sums of every metric on each slice of a response, of one dataset and of several.

They add over parts as those of the whole do. Small tables of one text are stacked, parts after parts, and
computed in one go, because each computation has a fixed cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part, Texts, joined_labels
from leaderboard.corpus.nodes import Nodes, Pieces, joined_columns
from leaderboard.matching import counted, match
from leaderboard.metrics import Metric
from leaderboard.metrics.metric import OWN_NUMERATORS, Floats, Scores, measure, recall_precision_f1
from leaderboard.overlap import Overlap, overlap
from leaderboard.slices.attributes import SliceOptions
from leaderboard.slices.slicing import KeySlice, KeySlices, Slice, Slicing, allowed, crossed, cut

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
    return Metric(
        metric.name,
        metric.label,
        sums,
        score,
        metric.weight,
        averaged,
        lengths,
        summands,
        f1_alone=metric.f1_alone,
    )


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


# How many mentions and tokens are held at once. The fixed cost does not matter above.
BATCH = 1 << 19

Sides = tuple[Corpus, Corpus]


def stacked_sums(
    tables: Iterable[Sides], metrics: Sequence[Metric], options: SliceOptions
) -> Iterator[dict[str, Floats]]:
    """Return the sums and weights of each table of a key and a response."""
    for batch in _batches(tables):
        key, response = (stacked(sides) for sides in zip(*batch, strict=True))
        measured = measure(overlap(match(key, response, options.match, options.zeros)), tuple(metrics))
        parts = {name: np.split(sums, len(batch), axis=-1) for name, sums in measured.items()}
        for number in range(len(batch)):
            yield {name: sums[number] for name, sums in parts.items()}


def _batches(tables: Iterable[Sides]) -> Iterator[list[Sides]]:
    batch: list[Sides] = []
    size = 0
    for table in tables:
        held = sum(len(side.part) + int(side.tokens.sum()) for side in table)
        if batch and size + held > BATCH:
            yield batch
            batch, size = [], 0
        batch.append(table)
        size += held
    if batch:
        yield batch


def stacked(sides: Sequence[Corpus]) -> Corpus:
    """Return one corpus that has the parts of each side in turn; all sides have one text."""
    first, copies = sides[0], len(sides)
    if copies == 1:
        return first
    parts = np.arange(copies) * len(first.parts)
    entities = _before([side.entities for side in sides])
    return replace(
        first,
        parts=first.parts * copies,
        part_line=np.tile(first.part_line, copies),
        tokens=np.tile(first.tokens, copies),
        token_line=np.tile(first.token_line, copies),
        words=first.words and _repeated(first.words, copies),
        tags=first.tags and _repeated(first.tags, copies),
        part=_moved(sides, "part", parts),
        entity=_moved(sides, "entity", entities),
        **joined_columns(sides, "start", "end", "line"),
        nodes=_stacked_nodes([side.nodes for side in sides if side.nodes], len(first.parts)),
        labels=joined_labels(sides),
        name=None,
        genres=None,
        topics=None,
    )


def _stacked_nodes(sides: Sequence[Nodes], parts: int) -> Nodes | None:
    if not sides:
        return None
    first, copies = sides[0], len(sides)
    mentions = _before([len(side.size) for side in sides])
    return replace(
        first,
        sentences=np.tile(first.sentences, copies),
        length=np.tile(first.length, copies),
        empty=np.tile(first.empty, copies),
        empty_part=_moved(sides, "empty_part", np.arange(copies) * parts),
        piece_mention=_moved(sides, "piece_mention", mentions),
        edge_mention=_moved(sides, "edge_mention", mentions),
        **joined_columns(sides, "size", "head", "named", "first", "last", "parent", "relation"),
        dependencies=None,
        types=None,
        minimum=_stacked_pieces([side.minimum for side in sides if side.minimum], mentions),
    )


def _stacked_pieces(sides: Sequence[Pieces], mentions: Iterable[int]) -> Pieces | None:
    if not sides:
        return None
    return Pieces(_moved(sides, "mention", mentions), **joined_columns(sides, "first", "last"))


def _before(counts: Sequence[int]) -> Ints:
    """Return the sum of the counts before each."""
    return np.cumsum([0, *counts[:-1]])


def _moved(sides: Sequence[Any], column: str, by: Iterable[int]) -> Any:
    return np.concatenate([getattr(side, column) + step for side, step in zip(sides, by, strict=True)])


def _repeated(texts: Texts, copies: int) -> Texts:
    length = len(texts.characters)
    ends = np.concatenate([texts.ends + copy * length for copy in range(copies)])
    return Texts(np.tile(texts.characters, copies), ends)
