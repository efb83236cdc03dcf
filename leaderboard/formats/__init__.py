"""From the bytes of a file to a checked corpus, whatever the format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.errors import InputError, Problem
from leaderboard.formats.conll import conll_columns, read_conll
from leaderboard.formats.corefud import looks_like_corefud, read_corefud
from leaderboard.formats.corefud import word_column as column_of_form
from leaderboard.formats.draft import Draft, settle
from leaderboard.formats.faults import Faults
from leaderboard.formats.jsonlines import read_jsonlines
from leaderboard.formats.jsonlines.places import word_column
from leaderboard.formats.limits import WITHOUT_KEY, Bounds
from leaderboard.formats.lines import BYTE_ORDER_MARK, check_count


@dataclass(frozen=True, slots=True)
class Reading:
    """How files are read, and how much of them.

    ``tags`` asks for parts of speech and ``tree`` for dependencies, which only a key needs.
    """

    word_column: int | None = None
    offsets: str | None = None
    ends: str | None = None
    refuse_duplicates: bool = False
    heads: str | None = None
    tags: bool = False
    tree: bool = False
    bounds: Bounds = WITHOUT_KEY


class Format(NamedTuple):
    """A format by the look of its first bytes, its reader, and where words stand.

    ``columns`` gives what finds the column of a word on its line, by its number in its part.
    """

    recognises: Callable[[bytes], bool]
    read: Callable[[str, bytes, Reading], Draft]
    columns: Callable[[bytes, Reading], Callable[[str, int], int]]


# The last format takes whatever no other recognises, and says what is wrong with it.
FORMATS = {
    "jsonlines": Format(
        lambda beginning: beginning.removeprefix(BYTE_ORDER_MARK).lstrip()[:1] == b"{",
        lambda file, data, reading: read_jsonlines(file, data, reading.offsets, reading.ends, reading.bounds),
        lambda data, reading: word_column,
    ),
    "corefud": Format(
        lambda beginning: looks_like_corefud(beginning.removeprefix(BYTE_ORDER_MARK)),
        lambda file, data, reading: read_corefud(
            file, data, reading.tags, reading.bounds, reading.heads, reading.tree
        ),
        lambda data, reading: column_of_form,
    ),
    "conll": Format(
        lambda beginning: True,
        lambda file, data, reading: read_conll(file, data, reading.word_column, reading.tags, reading.bounds),
        lambda data, reading: conll_columns(data, reading.word_column),
    ),
}


class Examined(NamedTuple):
    """As much of a corpus as can be read, a report of every repair, and what is wrong with the rest."""

    corpus: Corpus
    repeats: tuple[Problem, ...]
    faults: Faults | None


def examine(file: str, data: bytes, reading: Reading) -> Examined:
    """What is in a file, however broken it is; an error where there is too much of it."""
    check_count(file, data, reading.bounds.lines)
    draft = FORMATS[format_name(data)].read(file, data, reading)
    return Examined(*settle(draft), draft.faults)


def read_corpus(file: str, data: bytes, reading: Reading) -> tuple[Corpus, tuple[Problem, ...]]:
    """The corpus in a file, and a report of every repair."""
    corpus, repeats, faults = examine(file, data, reading)
    if faults:
        faults.refuse()
    if repeats and reading.refuse_duplicates:
        raise InputError(repeats)
    return corpus, repeats


def word_columns(data: bytes, reading: Reading) -> Callable[[int, int], int]:
    """What finds the column of a word by its line and its number in its part."""

    @cache
    def known() -> tuple[Ints, Callable[[str, int], int]]:
        newlines = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n"))
        return newlines, FORMATS[format_name(data)].columns(data, reading)

    def column(line: int, token: int) -> int:
        newlines, find = known()
        begin = newlines[line - 2] + 1 if line > 1 else len(data) - len(data.removeprefix(BYTE_ORDER_MARK))
        stop = newlines[line - 1] if line <= len(newlines) else len(data)
        return find(data[begin:stop].decode().removesuffix("\r"), token)

    return column


def format_name(data: bytes) -> str:
    return next(name for name, entry in FORMATS.items() if entry.recognises(data[:4096]))
