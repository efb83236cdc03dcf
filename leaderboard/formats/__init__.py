"""From the bytes of a file to a checked corpus, whatever the format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from leaderboard.corpus import Corpus
from leaderboard.errors import InputError, Problem
from leaderboard.formats.conll import read_conll
from leaderboard.formats.corefud import looks_like_corefud, read_corefud
from leaderboard.formats.draft import Draft, settle
from leaderboard.formats.jsonlines import read_jsonlines
from leaderboard.formats.lines import BYTE_ORDER_MARK


@dataclass(frozen=True, slots=True)
class Reading:
    """How files are read; ``tags`` asks for parts of speech, which only a key needs."""

    word_column: int | None = None
    offsets: str | None = None
    ends: str | None = None
    refuse_duplicates: bool = False
    tags: bool = False


class Format(NamedTuple):
    """A format by the look of its first bytes, and its reader."""

    recognises: Callable[[bytes], bool]
    read: Callable[[str, bytes, Reading], Draft]


# The last format takes whatever no other recognises, and says what is wrong with it.
FORMATS = {
    "jsonlines": Format(
        lambda beginning: beginning.removeprefix(BYTE_ORDER_MARK).lstrip()[:1] == b"{",
        lambda file, data, reading: read_jsonlines(file, data, reading.offsets, reading.ends),
    ),
    "corefud": Format(
        lambda beginning: looks_like_corefud(beginning.removeprefix(BYTE_ORDER_MARK)),
        lambda file, data, reading: read_corefud(file, data, reading.tags),
    ),
    "conll": Format(
        lambda beginning: True,
        lambda file, data, reading: read_conll(file, data, reading.word_column, reading.tags),
    ),
}


def read_corpus(file: str, data: bytes, reading: Reading) -> tuple[Corpus, tuple[Problem, ...]]:
    """The corpus in a file, and a report of every repair."""
    corpus, repeats = settle(FORMATS[format_name(data)].read(file, data, reading))
    if repeats and reading.refuse_duplicates:
        raise InputError(repeats)
    return corpus, repeats


def format_name(data: bytes) -> str:
    return next(name for name, entry in FORMATS.items() if entry.recognises(data[:4096]))
