"""Sums of many small tables of one text, computed in one go, because each computation has a fixed cost.

Sums are by part, so the tables are stacked: the parts of all tables stand one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from leaderboard.corpus import Corpus, Ints, Texts
from leaderboard.corpus.nodes import Nodes, Pieces, joined_columns
from leaderboard.matching import match
from leaderboard.metrics import Metric
from leaderboard.metrics.metric import Floats, measure
from leaderboard.overlap import overlap
from leaderboard.slices.values import SliceOptions

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
