"""The problems of a file and the gaps that they leave, and what is said of those of a secret key.

Of a secret key it is said how much is wrong with it, but none of its lines, words, spans or ids.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import NamedTuple, NoReturn, Protocol

from leaderboard.corpus import Part
from leaderboard.errors import MOST_PROBLEMS, InputError, Problem
from leaderboard.formats.limits import LONGEST_LINE
from leaderboard.text import counted, joined

# What holds lines before the first document.
NO_PART = Part("", 0)

# What to do about two documents of one name.
SAME_NAME = "give each its own name, or remove the copy"
# The other remedy of what can be repaired.
REPAIR = "or repair it with --repair align"


class Enough(Exception):
    """Nothing more is read."""


def told_once(file: str, lines: Sequence[int], what: str, noun: str, remedy: str) -> tuple[Problem, ...]:
    """A warning on the first of some lines, with their number, if there are any."""
    if not lines:
        return ()
    return (Problem(file, lines[0], f"{what} ({counted(len(lines), noun)} in this file)", remedy),)


def numbers_after(expected: Collection[int], number: int | None = None) -> set[int]:
    """The numbers that may come next: a wrong one may be a slip, or those before it may lack.

    A line without a number may be a row or not.
    """
    if number is None:
        return {min(expected), max(expected) + 1}
    return {number + 1} if number in expected else {min(expected) + 1, number + 1}


def either(expected: Collection[int]) -> str:
    """The numbers that are expected, as words."""
    return joined([*map(str, sorted(expected))], last="or")


@dataclass(slots=True, kw_only=True)
class Faults:
    """The problems of a file so far: how many there are, and the first of them.

    The text of the parts in ``unsure`` is not what the file has; ``nameless`` is how many documents have no
    name that could be read; ``stopped`` tells that the rest of the file was not read, ``cut`` that the file
    ends within a document.
    """

    file: str
    problems: list[Problem] = field(default_factory=list)
    count: int = 0
    unsure: set[Part] = field(default_factory=set)
    nameless: int = 0
    stopped: bool = False
    cut: bool = False

    def blame(self, line: int, what: str, remedy: str, column: int = 0) -> None:
        self.count += 1
        if self.count <= MOST_PROBLEMS:
            self.problems.append(Problem(self.file, line, what, remedy, column))

    def stop(self, line: int, what: str, remedy: str, column: int = 0) -> None:
        """Note a fault, and read nothing more."""
        self.blame(line, what, remedy, column)
        self.stopped = True
        raise Enough

    def refuse(self) -> NoReturn:
        """Raise an error with all problems."""
        raise InputError(self.in_order(), self.count)

    def in_order(self) -> list[Problem]:
        """The problems in order of line."""
        return sorted(self.problems, key=lambda problem: problem.line)

    def text(self, number: int, line: bytes, part: Part, begins: bytes = b"") -> str | None:
        """The text of a line; None, and a problem, where it cannot be text.

        Such a line may hold the beginnings of documents, each of which has these bytes, if there are any.
        """
        if len(line) > LONGEST_LINE:
            remedy = f"break it into lines of at most {LONGEST_LINE:,} bytes"
            self.blame(number, f"a line of {len(line):,} bytes", remedy)
        elif b"\0" in line:
            remedy = "remove it, or save the file as UTF-8"
            self.blame(number, "a NUL byte", remedy, _column(line, line.index(b"\0")))
        elif b"\r" in line:
            what = "a carriage return within the line"
            self.blame(number, what, "end lines with LF or CR LF", _column(line, line.index(b"\r")))
        else:
            try:
                return line.decode()
            except UnicodeDecodeError as error:
                column = _column(line, error.start)
                self.blame(number, "this line is not UTF-8", "save the file as UTF-8", column)
        self.nameless += line.count(begins) if begins else 0
        self.unsure.add(part)
        return None


def _column(line: bytes, place: int) -> int:
    """Columns count characters, as editors do, and what is no character as one."""
    return len(line[:place].decode(errors="replace")) + 1


class Fault(NamedTuple):
    """A fault at a position (from 0) of a cell, and its remedy."""

    place: int
    what: str
    remedy: str


class TooMany(Exception):
    """More brackets than are read; the message is what and remedy."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what)
        self.what, self.remedy = what, remedy


class _LeftOpen(Protocol):
    """A bracket by its place."""

    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...


def never_closed(
    open_by_name: Mapping[str, Iterable[_LeftOpen]], what: str, where: str = ""
) -> Iterator[tuple[int, str, str, int]]:
    """Line, fault, remedy and column of each bracket that was left open; ``what`` has a place for its id."""
    for name, stack in open_by_name.items():
        remedy = f"write {short(name)})' where it ends{where}"
        for bracket in stack:
            yield bracket.line, what.format(f"{short('(' + name)}'"), remedy, bracket.column


def short(text: str) -> str:
    """Return a text as it can be shown on one line, without the closing quote."""
    return repr(text[:40])[:-1]


_OWNER = "its owner can run `leaderboard validate` on a copy outside the folders that say `secret`"


@contextmanager
def concealing(file: str, secret: bool) -> Iterator[None]:
    """Raise an error about a secret file without its content."""
    try:
        yield
    except InputError as error:
        if not secret:
            raise
        raise InputError([_counted(file, error.count, "fault")]) from None


def concealed_faults(faults: Faults) -> Faults:
    """The faults as one, which says how many there are."""
    return replace(faults, problems=[_counted(faults.file, faults.count, "fault")], count=1)


def concealed(problems: Iterable[Problem], file: str, noun: str) -> tuple[Problem, ...]:
    """One problem that counts all others, if there are any."""
    number = sum(problem.count for problem in problems)
    return (_counted(file, number, noun),) if number else ()


def _counted(file: str, number: int, noun: str) -> Problem:
    what = f"the key has {counted(number, noun)}, of which only the number is shown"
    return Problem(file, 0, what, _OWNER, count=number)
