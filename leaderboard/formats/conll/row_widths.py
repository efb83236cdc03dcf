"""Rows with another number of columns than the first of their sentence, which ends where no row follows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.errors import Problem
from leaderboard.formats.conll.layout import LAST, Layout
from leaderboard.formats.fields import Declined
from leaderboard.text import counted


@dataclass(slots=True)
class EvenRows:
    """The line and the width of the last row so far, in a file that has no uneven rows."""

    line: int = -1
    width: int = 0

    def check(self, line: Ints, width: Ints) -> None:
        """Decline where one of the next rows has another number of columns than the row above it."""
        if not len(line):
            return
        turns = np.flatnonzero(width[1:] != width[:-1])
        begins = line[0] == self.line + 1 and width[0] != self.width
        if begins or (line[turns + 1] == line[turns] + 1).any():
            raise Declined
        self.line, self.width = int(line[-1]), int(width[-1])


@dataclass(slots=True)
class UnevenRows:
    """The number of uneven rows and the first of them; the line above, and the width of its sentence."""

    count: int = 0
    first: tuple[int, int, int] = (0, 0, 0)
    line: int = -1
    expected: int = 0

    def add(self, line: int, width: int) -> None:
        self.expected = self.expected if line == self.line + 1 else width
        self.line = line
        if width != self.expected:
            self.first = self.first if self.count else (line, width, self.expected)
            self.count += 1

    def remarks(self, file: str, layout: Layout) -> tuple[Problem, ...]:
        """A warning, if there are any."""
        line, width, expected = self.first
        what = f"{counted(width, 'column')}, but the sentence begins with {counted(expected, 'column')}"
        what += f" ({counted(self.count, 'such row')} in this file)"
        stated = layout.coreference + (layout.coreference >= 0)
        read_in = "the last column" if layout.coreference == LAST else f"column {stated}"
        remedy = f"coreference is read in {read_in}; write all columns on every row"
        return (Problem(file, line, what, remedy),) if self.count else ()
