"""Errors that users see: one line that says where, what is wrong, and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from leaderboard.text import counted, joined, one_line, suggestion

# Of one file: nobody would read more.
MOST_PROBLEMS = 1000
# How many characters of a text are quoted, and how many a message has at most: names of documents and
# lists of datasets may be long.
SHOWN = 40
LONGEST_MESSAGE = 2000
COUNTED_BY_VALIDATE = "`leaderboard validate` counts them all"


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of one file; a line or column of 0 means the whole. Columns count characters, from 1.

    What strangers wrote into it is shown on one line, of bounded length. ``count`` is more than 1 where it
    stands for several that are not listed. ``trace`` is where the program failed, if it did. ``kind`` tells
    what problem it is, where that is not plain from the text.
    """

    file: str
    line: int
    what: str
    remedy: str
    column: int = 0
    count: int = 1
    trace: str = ""
    kind: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "file", one_line(self.file))
        object.__setattr__(self, "what", _message(self.what))
        object.__setattr__(self, "remedy", _message(self.remedy))

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.reason}"

    @classmethod
    def about(cls, path: Path, what: str, remedy: str) -> Problem:
        """A fault of a whole file."""
        return cls(str(path), 0, what, remedy)

    @property
    def reason(self) -> str:
        return f"{self.what}; {self.remedy}" if self.remedy else self.what


def _message(text: str) -> str:
    clean = one_line(text[: LONGEST_MESSAGE + 1])
    return f"{clean[:LONGEST_MESSAGE]}..." if len(clean) > LONGEST_MESSAGE else clean


def first_of(problems: Iterable[Problem]) -> tuple[list[Problem], int]:
    """As many problems as anybody reads, and how many there are."""
    found = iter(problems)
    kept = list(islice(found, MOST_PROBLEMS))
    return kept, len(kept) + sum(1 for _ in found)


# Of warnings of this kind, each about one system, people are told of so many.
ABOUT_SYSTEM, MOST_SYSTEMS = "links between groups", 3


def first_systems(warnings: Sequence[Problem]) -> list[Problem]:
    """The warnings, those about one system each last, and of these only the first, which count the others."""
    others, about = ([one for one in warnings if (one.kind == ABOUT_SYSTEM) == of] for of in (False, True))
    shown, more = about[:MOST_SYSTEMS], len(about) - MOST_SYSTEMS
    if more > 0:
        what = f"{shown[-1].what}, and such links in {counted(more, 'more system')}"
        shown[-1] = replace(shown[-1], what=what, count=1 + more)
    return [*others, *shown]


def said_by_system(error: OSError) -> str:
    """Why something failed, as the end of a sentence."""
    return (error.strerror or str(error)).lower()


def by_file(problems: Iterable[Problem]) -> dict[str, list[Problem]]:
    """The problems of each file, in their order."""
    by_name: dict[str, list[Problem]] = {}
    for problem in problems:
        by_name.setdefault(problem.file, []).append(problem)
    return by_name


def bounded(warnings: Iterable[Problem]) -> Iterator[Problem]:
    """The first warnings about each file, and one that counts the others, so that thousands of files fit."""
    for problems in by_file(warnings).values():
        yield from problems[:MOST_PROBLEMS]
        if others := problems[MOST_PROBLEMS:]:
            number = sum(problem.count for problem in others)
            what = f"{counted(number, 'more warning')} about this file"
            yield Problem(others[0].file, others[0].line, what, COUNTED_BY_VALIDATE, count=number)


_PLAIN = r"(?P<plain>[A-Z]+\b(?!=)|\d+(?:\.\d+)?\b)"
_TEXT = r"(?P<text>\w+=[\w.,=-]*\w|[a-z]\w*(?:\|\w+)*\b(?![+/,=]\w))"
_OPTION = re.compile(
    r"(?P<command>`[^`]*`)|(?<![^\s(])(?P<set>(?:add|use) )?"
    rf"--(?P<no>no-)?(?P<name>[a-z][a-z-]*)(?: (?:{_PLAIN}|{_TEXT}))?"
)
# After an option, these are no value of it.
_NO_VALUES = frozenset(
    (
        *("alone", "and", "both", "cannot", "exclude", "for", "has", "have", "in", "is", "keeps", "must"),
        *("names", "needs", "on", "or", "out", "says", "shows", "than", "to", "with", "would"),
    )
)


def in_python(message: str) -> str:
    """Return a message with options as arguments of Python: ``--ends exclusive`` as ``ends='exclusive'``.

    Commands in backticks stay.
    """

    def argument(found: re.Match[str]) -> str:
        if found["command"]:
            return found["command"]
        before, name, text = found["set"] or "", found["name"].replace("-", "_"), found["text"]
        if found["plain"] or (text and text not in _NO_VALUES):
            return f"{before}{name}={found['plain'] or repr(text)}"
        given = f"={not found['no']}" if found["no"] or before else ""
        return f"{before}{name}{given}{f' {text}' if text else ''}"

    return _OPTION.sub(argument, message)


class LeaderboardError(Exception):
    """The base of every error that is the input's fault or the user's, never the program's; one line.

    ``typed`` has options as the command line writes them, the text of the exception as Python does.
    """

    def __init__(self, message: str, typed: str = "") -> None:
        self.typed = one_line(typed or message)
        super().__init__(in_python(one_line(message)))


class UsageError(LeaderboardError, ValueError):
    """The command or call itself is wrong."""


def option_error(name: str, what: str, remedy: str, typed: str = "") -> UsageError:
    """Make the error of the value of an option; ``typed`` is the remedy of a command if it has another."""
    flag = f"--{name.replace('_', '-')}"
    return UsageError(f"{name} {what}; {remedy}", f"{flag} {what}; {typed or remedy}")


def choice_error(name: str, value: object, choices: Sequence[str]) -> UsageError:
    """Make the error of an option that has none of its choices."""
    remedies = (f"choose {joined(names, last='or')}" for names in (list(map(repr, choices)), choices))
    return option_error(name, f"is {value!r}", *remedies)


def check_known(flag: str, noun: str, names: Iterable[str], known: Iterable[str]) -> None:
    """Refuse the first name that is unknown where one was typed."""
    choices = list(known)
    for name in names:
        if name not in choices:
            raise UsageError(f"{flag}: there is no {noun} {name[:SHOWN]!r}; {suggestion(name, choices)}")


class NothingToDo(LeaderboardError):
    """Something that is needed is not there or cannot be used: a key, a submission, a folder, a cluster."""


class InputError(LeaderboardError):
    """A file that cannot be accepted, with the first problems that were found in it, and their number.

    ``missing`` and ``faulty`` are the datasets for which alone a submission is refused: those that it lacks,
    and those whose files are unreadable.
    """

    def __init__(
        self,
        problems: Sequence[Problem],
        count: int | None = None,
        missing: Sequence[str] = (),
        faulty: Sequence[str] = (),
    ) -> None:
        self.problems = tuple(problems)
        self.missing, self.faulty = tuple(missing), tuple(faulty)
        self.count = len(problems) if count is None else count
        more = self.count - 1
        tail = f" (and {more:,} more)" if more else ""
        super().__init__(f"{self.problems[0]}{tail}")

    @classmethod
    def about(cls, path: Path, what: str, remedy: str) -> InputError:
        """The error of a whole file."""
        return cls([Problem.about(path, what, remedy)])


class LeaderboardWarning(UserWarning):
    """What is likely not as it was meant, in memory or on a cluster; scores are as they are without it."""
