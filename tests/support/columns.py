"""Corpora written as entities of spans, for tests of what comes after reading."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from leaderboard.corpus import Corpus, Part, Texts
from leaderboard.matching import match_exactly
from leaderboard.overlap import Overlap, overlap

Span = tuple[int, int]
Entities = Sequence[Sequence[Span]]


def corpus(*parts: Entities, tokens: int | Sequence[int] = 10, tags: Texts | None = None) -> Corpus:
    """One side of a comparison, a part an argument, a part a list of entities."""
    length = np.broadcast_to(np.array(tokens, np.int64), len(parts)).copy()
    rows, first = [], 0
    for number, entities in enumerate(parts):
        for place, entity in enumerate(entities):
            rows += [(number, *span, first + place) for span in entity]
        first += len(entities)
    columns = np.array(sorted(rows), np.int64).reshape(-1, 4).T
    each = np.arange(len(parts), dtype=np.int64)
    return Corpus(
        file="made up",
        parts=tuple(Part("doc", number) for number in range(len(parts))),
        part_line=each,
        tokens=length,
        token_line=np.zeros(length.sum(), np.int64),
        words=None,
        tags=tags,
        part=columns[0],
        start=columns[1],
        end=columns[2],
        entity=columns[3],
        line=np.zeros(len(rows), np.int64),
    )


def single(*entities: str) -> Entities:
    """A part whose mentions are single tokens, named by letters."""
    return [[(ord(letter) - ord("a"),) * 2 for letter in entity] for entity in entities]


def overlap_of(key: Sequence[Entities], response: Sequence[Entities]) -> Overlap:
    """The table of shared mentions of some parts."""
    return overlap(match_exactly(corpus(*key), corpus(*response)))


def texts(*words: str) -> Texts:
    """Words, or tags, as a column has them."""
    encoded = [word.encode() for word in words]
    ends = np.cumsum([len(word) for word in encoded]).astype(np.int64)
    return Texts(np.frombuffer(b"".join(encoded), np.uint8), ends)
