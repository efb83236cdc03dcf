"""What can go wrong for a user: one line that says where, what, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# Of one file: nobody would read more.
MOST_PROBLEMS = 1000


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of one file; a line or column of 0 means the file as a whole."""

    file: str
    line: int
    what: str
    remedy: str
    column: int = 0

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.reason}"

    @property
    def reason(self) -> str:
        return f"{self.what}; {self.remedy}"


def one_line(text: str) -> str:
    """Text of strangers cannot break the line, steer the terminal or turn the text around."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


class LeaderboardError(Exception):
    """The base of every error that is the input's fault or the user's, never the program's."""


class UsageError(LeaderboardError):
    """The command or call itself is wrong."""


class NothingToDo(LeaderboardError):
    """No key, or no submission, that could be scored."""


class InputError(LeaderboardError):
    """A file that cannot be accepted, with every problem that was found in it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        more = len(self.problems) - 1
        tail = f" (and {more} more)" if more else ""
        super().__init__(f"{self.problems[0]}{tail}")
