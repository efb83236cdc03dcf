"""CoNLL-2011 and 2012 files, with the SemEval-2010 and LitBank variants: columns and headers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from leaderboard.corpus import Part
from leaderboard.formats.blocks import lines
from leaderboard.formats.limits import LONGEST_NAME

_KIND = re.compile(r"#\s*(begin|end) document\b")

_PART = re.compile(r"part\b")


class Header(NamedTuple):
    """The beginning of a part, or, without one, an end."""

    line: int
    part: Part | None
    fault: str | None = None


def header(text: str, line: int) -> Header | None:
    """The header that a line without outer blanks is, if it is one."""
    kind = _KIND.match(text)
    if kind is None:
        return None
    if kind[1] == "end":
        return Header(line, None)
    name, number = _name_and_number(text[kind.end() :].strip())
    fault = name_fault(name)
    if fault:
        return Header(line, Part("", 0), fault)
    if not (number.isascii() and number.isdecimal() and len(number) <= 9):
        return Header(line, Part(name, 0), "the part number is not a whole number")
    return Header(line, Part(name, int(number)))


def name_fault(name: str) -> str | None:
    """Why a document cannot have this name."""
    if not name:
        return "the document name is missing"
    if len(name) > LONGEST_NAME:
        return f"the document name has more than {LONGEST_NAME:,} characters"
    if not name.isprintable():
        return f"the document name {name[:40]!r} has unprintable characters"
    return None


def _name_and_number(rest: str) -> tuple[str, str]:
    """The name may hold semicolons; the part, when there is one, stands after the last."""
    name, semicolon, tail = rest.rpartition(";")
    tail = tail.strip()
    if semicolon and not tail:
        number = "0"
    elif semicolon and _PART.match(tail):
        number = tail.removeprefix("part").strip()
    else:
        name, number = rest, "0"
    name = name.strip()
    if name.startswith("(") and name.endswith(")"):
        name = name[1:-1].strip()
    return name, number


# The layout shows in the beginning of a file, and in the beginning of a sentence.
_BEGINNING = 1 << 20

_TOKENS = 100

# Topic, subtopic, document, sentence, token, word, True or False, coreference.
_EIGHT, _WORD_OF_EIGHT = 8, 5

# How many of these columns say where a token stands.
PLACE = 3

LAST = -1


class Layout(NamedTuple):
    """Column numbers from 0, or None for a column that the file lacks or nobody asked for.

    In files of two or three columns, the first one or two tell which token it is: they are read as its word,
    and ``identity`` is their number. Where columns name the ``documents``, the first three are topic,
    subtopic and document. ``coreference`` is counted from the end where it is negative.
    """

    word: int | None
    tag: int | None
    identity: int = 0
    documents: bool = False
    coreference: int = LAST

    @property
    def columns(self) -> int:
        """The least a line needs: if coreference is in the last column, that is neither word nor tag."""
        last = None if self.word is None else self.word + max(self.identity, 1) - 1
        named = PLACE - 1 if self.documents else -1
        others = max(column for column in (last, self.tag, named) if column is not None) + 1
        if self.coreference == LAST:
            return others + 1
        return max(others, self.coreference + 1, -self.coreference)

    def text(self, columns: list[str]) -> str:
        """The word of a line, where there is a column of words."""
        assert self.word is not None
        return " ".join(columns[self.word : self.word + max(self.identity, 1)])


def layout(
    data: bytes,
    word_column: int | None,
    tags: bool,
    documents: bool = False,
    coref_column: int = LAST,
) -> Layout:
    """The layout that the first sentence of two tokens shows; the column of coreference is stated.

    CoNLL files have the word in their fourth column. SemEval files number the tokens of a sentence
    in the first column and have the word in the second. Both have the part of speech in the fifth. Files of
    fewer than four columns have no words. Files of eight columns with tabs name the document in the third,
    which counts where ``documents`` is true.
    """
    coreference = coref_column - 1 if coref_column > 0 else coref_column
    sentence = _sentence(data)
    if _names_documents(sentence, b"\t" in data):
        word = word_column - 1 if word_column else _WORD_OF_EIGHT
        return Layout(word, None, 0, documents, coreference)
    columns = len(sentence[0]) if sentence else 0
    taken = range(columns)[coreference] if -columns <= coreference < columns else columns - 1
    if word_column is None and columns in (2, 3) and all(len(row) == columns for row in sentence):
        return Layout(0 if taken else None, None, taken, coreference=coreference)
    numbers = [row[0] for row in sentence]
    numbered = len(numbers) > 1 and any(
        numbers == [str(first + index) for index in range(len(numbers))] for first in (0, 1)
    )
    word = word_column - 1 if word_column else 1 if numbered else 3
    free = [column for column in range(columns) if column != taken]
    return Layout(
        word if word_column or (columns > 3 and word in free) else None,
        4 if tags and columns > 5 and taken != 4 else None,
        coreference=coreference,
    )


def topics_on_lines(data: bytes, numbers: Iterable[int]) -> list[tuple[str, str]] | None:
    """Return the topic and subtopic on some lines, from 1, of a file of eight columns; None for any other."""
    if not layout(data, None, False, documents=True).documents:
        return None
    rows = data.split(b"\n")
    columns = (rows[number - 1].decode().split("\t") for number in numbers)
    return [(topic, subtopic) for topic, subtopic, *_ in columns]


def _names_documents(sentence: list[list[str]], tabs: bool) -> bool:
    return (
        tabs
        and bool(sentence)
        and all(len(row) == _EIGHT and row[_WORD_OF_EIGHT + 1] in ("True", "False") for row in sentence)
    )


def cells(line: str) -> list[str]:
    """The columns of a token line: split at tabs if it has any, else at runs of spaces."""
    return line.split("\t") if "\t" in line else list(filter(None, line.split(" ")))


def column(line: str, number: int) -> int:
    """Where a column (from 0) of a token line begins, in characters from 1."""
    if "\t" in line:
        return len("\t".join(line.split("\t")[:number])) + (2 if number else 1)
    starts = [found.start() for found in re.finditer("[^ ]+", line)]
    return (starts[number] if number < len(starts) else len(line)) + 1


def coreference_column(line: str, coreference: int) -> int:
    """Where the column of coreference of a token line begins, in characters from 1."""
    return column(line, range(len(cells(line)))[coreference])


def _sentence(data: bytes) -> list[list[str]]:
    """The first token lines of the first sentence of two tokens or more, else of the last one."""
    sentence: list[list[str]] = []
    ended = False
    for _, encoded in lines(data[:_BEGINNING]):
        line = encoded.decode(errors="replace")
        text = line.strip(" \t")
        if not text or (text.startswith("#") and header(text, 0)):
            ended = True
            if len(sentence) > 1:
                break
            continue
        if ended:
            sentence, ended = [], False
        sentence.append(cells(line))
        if len(sentence) == _TOKENS:
            break
    return sentence
