"""What a slow reader collects: the problems of a file, up to as many as anybody would read."""

from __future__ import annotations

from dataclasses import dataclass, field

from leaderboard.errors import MOST_PROBLEMS, InputError, Problem
from leaderboard.formats.limits import LONGEST_LINE


class Enough(Exception):
    """Nobody would read more problems, or nothing more can be read."""


@dataclass(slots=True)
class Faults:
    """The problems of a file so far."""

    file: str
    problems: list[Problem] = field(default_factory=list)

    def blame(self, line: int, what: str, remedy: str, column: int = 0) -> None:
        self.problems.append(Problem(self.file, line, what, remedy, column))
        if len(self.problems) >= MOST_PROBLEMS:
            raise Enough

    def refuse(self) -> None:
        """An error with all problems, in order of line, if there is any."""
        if self.problems:
            raise InputError(sorted(self.problems, key=lambda problem: problem.line))

    def text(self, number: int, line: bytes) -> str:
        """The text of a line; nothing, and a problem, where it cannot be text."""
        if len(line) > LONGEST_LINE:
            self.blame(number, f"a line of {len(line):,} bytes", f"break it; {LONGEST_LINE:,} is the most")
        elif b"\0" in line:
            self.blame(number, "a NUL byte", "remove it, or save the file as UTF-8", line.index(b"\0") + 1)
        elif b"\r" in line:
            self.blame(
                number,
                "a carriage return within the line",
                "end lines with LF or CR LF",
                line.index(b"\r") + 1,
            )
        else:
            try:
                return line.decode()
            except UnicodeDecodeError as error:
                self.blame(number, "this line is not UTF-8", "save the file as UTF-8", error.start + 1)
        return ""
