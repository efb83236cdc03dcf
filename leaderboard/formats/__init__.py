"""From the bytes of a file to a checked corpus, whatever the format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part
from leaderboard.errors import InputError, Problem
from leaderboard.formats.beside.draft import KeyText
from leaderboard.formats.beside.on_key import Beside
from leaderboard.formats.beside.repair import Mend
from leaderboard.formats.blocks import BYTE_ORDER_MARK, check_count
from leaderboard.formats.conll import conll_columns, read_conll
from leaderboard.formats.faults import Faults
from leaderboard.formats.foreign import (
    looks_like_conllua,
    looks_like_corefud,
    looks_like_json,
    looks_like_text,
    refuse_foreign,
)
from leaderboard.formats.reading import Format, Parsed, Reading, WordColumn, settle
from leaderboard.formats.secrecy import concealed, concealed_faults, concealing, is_secret

__all__ = [
    "Examined",
    "Reading",
    "examine",
    "faultless",
    "format_name",
    "known_format",
    "read_corpus",
    "settled",
    "word_columns",
]


def _read_jsonlines(file: str, data: bytes, reading: Reading) -> Parsed:
    from leaderboard.formats.jsonlines import read_jsonlines

    return read_jsonlines(file, data, reading, _beside(reading))


def _read_corefud(file: str, data: bytes, reading: Reading) -> Parsed:
    from leaderboard.formats.corefud import read_corefud

    return read_corefud(file, data, reading)


def _read_conllua(file: str, data: bytes, reading: Reading) -> Parsed:
    from leaderboard.formats.conllua import read_conllua

    return read_conllua(file, data, reading)


def _columns_of_conllua(data: bytes, reading: Reading) -> WordColumn:
    from leaderboard.formats.conllua import word_columns

    return word_columns(data)


def _read_text(file: str, data: bytes, reading: Reading) -> Parsed:
    from leaderboard.formats.text.reader import read_text

    if reading.key:
        remedy = "write the key as CoNLL, JSON lines or CorefUD"
        raise InputError([Problem(file, 1, "tagged text is read as a response, not as a key", remedy)])
    return read_text(file, data, reading, _beside(reading))


def _beside(reading: Reading) -> Beside | None:
    """The key that a response is read beside, and how."""
    if reading.beside is None:
        return None
    return Beside(key=KeyText(reading.beside), check_words=reading.check_words, repair=reading.repair)


def _columns_of_jsonlines(data: bytes, reading: Reading) -> WordColumn:
    from leaderboard.formats.jsonlines.documents import word_column

    return word_column


def _columns_of_corefud(data: bytes, reading: Reading) -> WordColumn:
    from leaderboard.formats.corefud import word_column

    return word_column


# The format that takes whatever no other recognises, and says what is wrong with it.
_OTHERS = "conll"
_TEXT = "text"
# A reader is loaded when a file needs it.
FORMATS = {
    "jsonlines": Format(looks_like_json, _read_jsonlines, _columns_of_jsonlines),
    "conllua": Format(looks_like_conllua, _read_conllua, _columns_of_conllua),
    "corefud": Format(looks_like_corefud, _read_corefud, _columns_of_corefud),
    # Text is known by more than its first bytes.
    _TEXT: Format(lambda beginning: False, _read_text, lambda data, reading: lambda line, token: 0),
    _OTHERS: Format(
        lambda beginning: True,
        lambda file, data, reading: read_conll(
            file,
            data,
            reading.word_column,
            reading.tags,
            reading.bounds,
            reading.documents,
            reading.coref_column,
        ),
        lambda data, reading: conll_columns(data, reading.word_column, reading.coref_column),
    ),
}


class Examined(NamedTuple):
    """As much of a corpus as can be read, a report of every repair, what is wrong with the rest, what users
    should know of how it was read, and what was mended of each part of the key."""

    corpus: Corpus
    repeats: tuple[Problem, ...]
    faults: Faults | None
    remarks: tuple[Problem, ...]
    mends: Mapping[Part, Mend]


def examine(file: str, data: bytes, reading: Reading) -> Examined:
    """Read a file, however broken it is; raise an error if it exceeds the limits."""
    name = known_format(file, data, reading.text)
    with concealing(file, is_secret(file, reading)):
        # JSON has as many lines as its writer likes: there the words are counted.
        if name != "jsonlines":
            check_count(file, data, reading.bounds.lines)
        return settled(FORMATS[name].read(file, data, reading), reading)


def settled(parsed: Parsed, reading: Reading) -> Examined:
    """Keep each mention once, and join the entities of documents where the reading says so."""
    corpus, repeats = settle(parsed, reading.refuse_duplicates)
    if reading.join and not parsed.faults:
        apart, joined = corpus, reading.join(parsed.corpus)
        corpus, repeats = settle(replace(parsed, corpus=joined), reading.refuse_duplicates)
        corpus = replace(corpus, apart=apart)
    faults, remarks = parsed.faults, parsed.remarks
    if is_secret(corpus.file, reading):
        corpus, faults = replace(corpus, secret=True), concealed_faults(faults) if faults else None
        repeats = concealed(repeats, corpus.file, "repeated mention")
        remarks = concealed(remarks, corpus.file, "other warning")
    return Examined(corpus, repeats, faults, remarks, parsed.mends)


def read_corpus(file: str, data: bytes, reading: Reading) -> Examined:
    """Read a file without faults; raise an error if it has any."""
    return faultless(examine(file, data, reading), reading)


def faultless(examined: Examined, reading: Reading) -> Examined:
    """Return the findings unchanged, or raise an error if there are faults."""
    if examined.faults:
        examined.faults.refuse()
    if examined.repeats and reading.refuse_duplicates:
        raise InputError(examined.repeats)
    return examined


def word_columns(data: bytes, reading: Reading) -> Callable[[int, int], int]:
    """Return a function that finds the column of a word by its line and its number in its part."""

    @cache
    def known() -> tuple[Ints, WordColumn]:
        newlines = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n"))
        return newlines, FORMATS[format_name(data, reading.text)].columns(data, reading)

    def column(line: int, token: int) -> int:
        newlines, find = known()
        begin = newlines[line - 2] + 1 if line > 1 else len(data) - len(data.removeprefix(BYTE_ORDER_MARK))
        stop = newlines[line - 1] if line <= len(newlines) else len(data)
        return find(data[begin:stop].decode(errors="replace").removesuffix("\r"), token)

    return column


def known_format(file: str, data: bytes, text: str | None = None) -> str:
    """The format of a file; an error if it is something else than a submission."""
    name = format_name(data, text)
    refuse_foreign(file, data, is_known=name != _OTHERS)
    return name


def format_name(data: bytes, text: str | None = None) -> str:
    """The format of a file, of which ``text`` says that it is tagged text unless it is plainly another."""
    beginning = data[:4096].removeprefix(BYTE_ORDER_MARK)
    name = next(name for name, entry in FORMATS.items() if entry.recognises(beginning))
    return _TEXT if name in ("corefud", _OTHERS) and looks_like_text(data, text is not None) else name
