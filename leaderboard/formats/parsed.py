"""What a parser hands over, and how it becomes a checked corpus with every repair reported."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Corpus, Ints, Part, Texts, renumbered
from leaderboard.corpus.nodes import Nodes
from leaderboard.corpus.trees import Tree
from leaderboard.errors import InputError, Problem
from leaderboard.formats.faults import Faults
from leaderboard.formats.limits import MOST_REPEATS


@dataclass(frozen=True, slots=True)
class Draft:
    """Mentions as they stand in a file, repeated ones included; entities in order of first bracket.

    Where the file has ``faults``, this is what could be read nevertheless. ``remarks`` are what users should
    know of how it was read.
    """

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
    nodes: Nodes | None = None
    faults: Faults | None = None
    remarks: tuple[Problem, ...] = ()
    tree: Tree | None = None
    identity: int = 0

    @property
    def span(self) -> tuple[Ints, ...]:
        """What two mentions of the same nodes agree in, the column that orders them last."""
        if self.nodes is None:
            return self.end, self.start, self.part
        nodes = self.nodes
        return nodes.fingerprint(self.part), nodes.size, nodes.end, nodes.begin, self.part


_REMEDY = "remove one of the two"
COUNTED_ONCE = f"it is counted once; {_REMEDY}"
KEPT_IN_FIRST = f"it is kept in the first; {_REMEDY}"


def settle(draft: Draft, refused: bool = False) -> tuple[Corpus, tuple[Problem, ...]]:
    """Keep each mention once, in the first of its entities, and report every other place.

    ``refused`` says that files with such reports are refused, so that nothing is said of what is kept.
    """
    span = draft.span
    order = np.lexsort((draft.entity, *span))
    first = np.zeros(len(order), dtype=bool)
    first[:1] = True
    for column in span:
        first[1:] |= column[order[1:]] != column[order[:-1]]
    kept = order[first]
    corpus = Corpus(
        draft.file,
        draft.parts,
        draft.part_line,
        draft.tokens,
        draft.token_line,
        draft.words,
        draft.tags,
        draft.part[kept],
        draft.start[kept],
        draft.end[kept],
        renumbered(draft.entity[kept]),
        draft.line[kept],
        draft.nodes and draft.nodes.picked(kept),
        draft.tree,
        draft.identity,
    )
    repeats = () if first.all() else _repeats(draft, order, first)
    return corpus, tuple(replace(one, remedy=_REMEDY) for one in repeats) if refused else repeats


def _repeats(draft: Draft, order: Ints, first: NDArray[np.bool_]) -> tuple[Problem, ...]:
    """A report of each mention that is not the first of its span, in order of line."""
    kept = order[np.maximum.accumulate(np.where(first, np.arange(len(order)), 0))]
    again, kept = order[~first], kept[~first]
    by_line = np.argsort(draft.line[again], kind="stable")
    if len(again) > MOST_REPEATS:
        what = f"more than {MOST_REPEATS:,} mentions stand twice"
        raise InputError([Problem(draft.file, int(draft.line[again].min()), what, "write each mention once")])
    begins = np.full(int(draft.entity.max()) + 1, np.iinfo(np.int64).max)
    np.minimum.at(begins, draft.entity, draft.line)
    return tuple(_repeat(draft, int(again[index]), int(kept[index]), begins) for index in by_line)


def _repeat(draft: Draft, again: int, kept: int, begins: Ints) -> Problem:
    """The fault of the mention ``again``, whose span the mention ``kept`` has already."""
    mention = f"the mention of tokens {draft.start[again]} to {draft.end[again]}"
    line, first, second = int(draft.line[again]), draft.entity[kept], draft.entity[again]
    if first == second:
        return Problem(draft.file, line, f"{mention} stands in its entity twice", COUNTED_ONCE)
    return Problem(
        draft.file,
        line,
        f"{mention} stands in two entities, which begin on lines {begins[first]} and {begins[second]}",
        KEPT_IN_FIRST,
    )
