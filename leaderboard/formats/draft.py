"""What a parser hands over, and how it becomes a checked corpus with every repair reported."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part, Texts, renumbered
from leaderboard.errors import Problem


@dataclass(frozen=True, slots=True)
class Draft:
    """Mentions as they stand in a file, repeated ones included; entities in order of first bracket."""

    file: str
    parts: tuple[Part, ...]
    part_line: Ints
    tokens: Ints
    token_line: Ints
    words: Texts | None
    tags: Texts | None
    part: Ints
    start: Ints
    end: Ints
    entity: Ints
    line: Ints


def settle(draft: Draft) -> tuple[Corpus, tuple[Problem, ...]]:
    """Keep each mention once, in the first of its entities, and report every other place."""
    order = np.lexsort((draft.line, draft.entity, draft.end, draft.start, draft.part))
    part, start, end = draft.part[order], draft.start[order], draft.end[order]
    entity, line = draft.entity[order], draft.line[order]
    first = np.ones(len(order), dtype=bool)
    first[1:] = (part[1:] != part[:-1]) | (start[1:] != start[:-1]) | (end[1:] != end[:-1])
    kept = np.maximum.accumulate(np.where(first, np.arange(len(order)), 0))
    repeats = tuple(
        _repeat(draft, int(line[again]), int(line[kept[again]]), bool(entity[again] == entity[kept[again]]))
        for again in np.flatnonzero(~first)
    )
    corpus = Corpus(
        draft.file,
        draft.parts,
        draft.part_line,
        draft.tokens,
        draft.token_line,
        draft.words,
        draft.tags,
        part[first],
        start[first],
        end[first],
        renumbered(entity[first]),
        line[first],
    )
    return corpus, tuple(sorted(repeats, key=lambda problem: problem.line))


def _repeat(draft: Draft, line: int, first_line: int, same_entity: bool) -> Problem:
    if same_entity:
        return Problem(
            draft.file,
            line,
            f"this mention stands in its entity already (line {first_line})",
            "it is counted once; remove one of the two",
        )
    return Problem(
        draft.file,
        line,
        f"this mention stands in another entity already (line {first_line})",
        "it is kept in the entity that begins first; remove one of the two, or refuse them with --duplicates error",
    )
