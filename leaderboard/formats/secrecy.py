"""What is said of a secret key: how much is wrong with it, but none of its lines, words, spans or ids."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from leaderboard.errors import InputError, Problem
from leaderboard.formats.faults import Faults
from leaderboard.formats.reading import Reading
from leaderboard.text import counted

_REMEDY = "its owner can run `leaderboard validate` on a copy outside the folders that say `secret`"


def is_secret(file: str, reading: Reading) -> bool:
    """True for a secret key, also where it is read as a response to itself, perhaps behind a link."""
    key = reading.beside
    if reading.secret or key is None or not key.secret:
        return reading.secret
    # The member of an archive is no path.
    both = os.path.exists(file) and os.path.exists(key.file)  # noqa: PTH110 (a forbidden place is none)
    return file == key.file or (both and Path(file).samefile(key.file))


@contextmanager
def concealing(file: str, secret: bool) -> Iterator[None]:
    """Raise an error about a secret file without its content."""
    try:
        yield
    except InputError as error:
        if not secret:
            raise
        raise InputError([_count(file, error.count, "fault")]) from None


def concealed_faults(faults: Faults) -> Faults:
    """The faults as one, which says how many there are."""
    return replace(faults, problems=[_count(faults.file, faults.count, "fault")], count=1)


def concealed(problems: Iterable[Problem], file: str, noun: str) -> tuple[Problem, ...]:
    """One problem that counts all others, if there are any."""
    number = sum(problem.count for problem in problems)
    return (_count(file, number, noun),) if number else ()


def _count(file: str, number: int, noun: str) -> Problem:
    what = f"the key has {counted(number, noun)}, of which only the number is shown"
    return Problem(file, 0, what, _REMEDY, count=number)
