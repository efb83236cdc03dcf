"""The documents of a file of JSON: on lines, without a newline between, over many lines, or in one array.

Parsers do not say where the values of a document stand; messages do.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice
from json import JSONDecodeError
from typing import Any, NamedTuple

from leaderboard.formats.blocks import BYTE_ORDER_MARK
from leaderboard.formats.faults import Enough, Faults
from leaderboard.formats.limits import LONGEST_DOCUMENT

_BLANK = re.compile(r"[ \t\r\n]*")

_SEPARATOR = re.compile(r"[ \t\r\n]*,?[ \t\r\n]*")

_DECODER = json.JSONDecoder()


def after_blank(text: str, place: int) -> int:
    """The next place that is not blank, from one on."""
    return _after(_BLANK, text, place)


def members(text: str) -> dict[str, int]:
    """The place (from 0) of each value of the object that a well-formed line is, as far as can be told."""
    columns: dict[str, int] = {}
    place = after_blank(text, text.index("{") + 1)
    # The line was read before, but with more of the stack to go down into.
    with suppress(RecursionError):
        while text[place] != "}":
            name, place = _DECODER.raw_decode(text, place)
            columns[name] = place = after_blank(text, text.index(":", place) + 1)
            place = _after(_SEPARATOR, text, _DECODER.raw_decode(text, place)[1])
    return columns


def member_column(text: str, member: str) -> int:
    """The column of the value of a member, or 0."""
    return members(text).get(member, -1) + 1


def word_column(line: str, token: int) -> int:
    """The column of a word of the document on a line, by its number; 0 where it is not on a line alone."""
    # Part of a document is no JSON, and two of them are neither.
    with suppress(RecursionError, ValueError):
        _DECODER.decode(line.strip(" \t[],"))
        place = next(islice(_words(line, members(line)), token, None), -1)
        return place + 1 if line[place] == '"' else 0  # toolkits may write something else than words
    return 0


def _words(text: str, columns: dict[str, int]) -> Iterator[int]:
    """The places of the words of a document."""
    if "sentences" in columns:
        return _inner(text, columns["sentences"])
    listed = next((name for name in ("tokens", "cased_words", "document") if name in columns), None)
    return _elements(text, columns[listed]) if listed else iter(())


def mention_columns(text: str, member: str) -> Iterator[int]:
    """The columns of the mentions of a document, in order."""
    found = members(text)
    return map(_column, _inner(text, found[member])) if member in found else iter(())


def _column(place: int) -> int:
    return place + 1


def _inner(text: str, place: int) -> Iterator[int]:
    """The places of what is in the lists of the list that begins at a place."""
    return chain.from_iterable(
        _elements(text, inner) for inner in _elements(text, place) if text[inner] == "["
    )


def _elements(text: str, place: int) -> Iterator[int]:
    """The places of what is in the list, or the values of the object, that begins at a place."""
    named = text[place] == "{"
    place = after_blank(text, place + 1)
    while text[place] not in "]}":
        if named:
            place = after_blank(text, _DECODER.raw_decode(text, place)[1])
            place = after_blank(text, place + 1)
        yield place
        place = _after(_SEPARATOR, text, _DECODER.raw_decode(text, place)[1])


def _after(pattern: re.Pattern[str], text: str, place: int) -> int:
    found = pattern.match(text, place)
    assert found is not None
    return found.end()


TOO_DEEP = "the JSON is nested too deeply, or has too long a number", "write plain documents"

# A stretch of a file may end within a number, a name such as -Infinity, or an escape.
_LONGEST_TOKEN = 12


class Found(NamedTuple):
    """A value where a document should stand, its text, and the line and column where that begins.

    ``repeated`` is a name that stands twice in one of its objects.
    """

    line: int
    column: int
    text: str
    value: Any
    repeated: str | None

    def column_of(self, column: int) -> int:
        """The column in the file of a column of the text, or 0 where that is on a later line."""
        on_first_line = column and self.text.find("\n", 0, column) < 0
        return self.column + column - 1 if on_first_line else 0


class Documents:
    """The documents of a file, read from a stretch of its text that is as long as one may be.

    Once something is wrong, a stretch ends where a line begins with a brace: so a broken document hides no
    others, and nothing is parsed more than a few times.
    """

    def __init__(self, data: bytes, faults: Faults) -> None:
        self.data, self.faults = data, faults
        self.begin = self.stop = len(data) - len(data.removeprefix(BYTE_ORDER_MARK))
        self.text, self.place = "", 0
        self.line = self.column = 1
        self.careful = False
        self.repeated: str | None = None
        self.decoder = json.JSONDecoder(object_pairs_hook=self._object)

    def __iter__(self) -> Iterator[Found]:
        """The documents; what is no JSON is blamed, and what follows it is read where it can be."""
        array = self._takes("[")
        closed = array and self._takes("]")
        while not closed and (self._next() or array):
            found = self._document()
            if found is None:
                continue
            yield found
            closed = array and self._takes("]")
            if array and not closed and not self._takes(","):
                self._stretch()
                self._pass_over(JSONDecodeError("no comma", self.text, 0))
        if closed and self._next():
            self.faults.stop(self.line, "text after the JSON array", "remove it", self.column)

    def _document(self) -> Found | None:
        """The next document; None where there is none, or where a second look must tell."""
        self.repeated = None
        try:
            value, stop = self.decoder.raw_decode(self.text, self.place)
        except (RecursionError, ValueError) as error:
            # Perhaps only the stretch ends too early, or the next document was taken for a part of this one.
            if self.careful and not self.place:
                self._pass_over(error)
            else:
                self.careful = self.careful or not self.place
                self._stretch()
            return None
        found = Found(self.line, self.column, self.text[self.place : stop], value, self.repeated)
        self._move(stop)
        return found

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs) and self.repeated is None:
            self.repeated = repeated(pairs)
        return members

    def _pass_over(self, error: Exception) -> None:
        """Blame what begins with the stretch, and go on at the next line that begins with a brace."""
        place, what, remedy = self._fault(error)
        line, column = self._position(place)
        self.faults.nameless += 1
        self.faults.blame(line, what.format(column=column), remedy, column)
        after = self.data.find(b"\n{", self.begin) + 1
        rest = self.text[place:]
        # Documents may stand in what is not read, or be cut off with the end of the file.
        self.faults.stopped |= "{" in rest[1:] or not (after or rest.strip())
        if not after:
            raise Enough
        self.line, self.column = self.line + self.data.count(b"\n", self.begin, after), 1
        self.begin = self.stop = after
        self.text, self.place = "", 0

    def _fault(self, error: Exception) -> tuple[int, str, str]:
        """Where in the stretch something is wrong, what, and the remedy."""
        if not isinstance(error, JSONDecodeError):
            return 0, *TOO_DEEP
        end = len(self.text.rstrip())
        unended = error.pos >= end or error.msg.startswith("Unterminated")
        longest = self.begin + LONGEST_DOCUMENT == self.stop < len(self.data)
        if longest and (unended or error.pos > end - _LONGEST_TOKEN):
            return 0, f"a document of more than {LONGEST_DOCUMENT:,} bytes", "split it"
        if unended:
            return end, "the JSON breaks off at column {column}", "write the complete document"
        if "\udc80" <= self.text[error.pos] <= "\udcff":
            return error.pos, "this line is not UTF-8", "save the file as UTF-8"
        return error.pos, "invalid JSON at column {column}", "write each document as one complete JSON object"

    def _takes(self, character: str) -> bool:
        """True if this is the next character that is not blank; if so, it is passed."""
        taken = self._next() == character
        self._move(self.place + taken)
        return taken

    def _next(self) -> str:
        """The next character that is not blank; nothing, at this place, if there is none."""
        place = after_blank(self.text, self.place)
        while place == len(self.text) and self.stop < len(self.data):
            self._move(place)
            self._stretch()
            place = after_blank(self.text, 0)
        if place < len(self.text):
            self._move(place)
        return self.text[place : place + 1]

    def _stretch(self) -> None:
        """Begin a stretch of the text at this place."""
        self.begin += len(self.text[: self.place].encode(errors="surrogateescape"))
        stop = min(self.begin + LONGEST_DOCUMENT, len(self.data))
        if self.careful:
            stop = self.data.find(b"\n{", self.begin, stop) + 1 or stop
        self.stop = stop
        self.text = self.data[self.begin : stop].decode(errors="surrogateescape")
        self.place = 0

    def _move(self, place: int) -> None:
        self.line, self.column = self._position(place)
        self.place = place

    def _position(self, place: int) -> tuple[int, int]:
        """The line and the column of a place in the stretch that is not before this one."""
        lines = self.text.count("\n", self.place, place)
        if lines:
            return self.line + lines, place - self.text.rindex("\n", 0, place)
        return self.line, self.column + place - self.place


def repeated(pairs: list[tuple[str, Any]]) -> str:
    """The first name that stands a second time in an object where some do."""
    first: dict[str, int] = {}
    return next(name for place, (name, _) in enumerate(pairs) if first.setdefault(name, place) < place)
