"""Formats as the rest of the program knows them: how they are recognised and read, by which options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from leaderboard.corpus import Corpus
from leaderboard.formats.conll.layout import LAST
from leaderboard.formats.limits import WITHOUT_KEY, Bounds
from leaderboard.formats.parsed import Parsed


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Options for reading a file, and its limits, as a ``key`` or as a response.

    Dependencies are read of a key, and for descriptions; ``tags`` asks for parts of speech, ``labels`` for
    the genres of documents and the types of entities of a key, ``syntax`` for what only descriptions need of
    CorefUD files.
    ``documents`` asks for those that a column names. ``join`` makes an id one entity throughout a group of
    documents; of mentions that are repeated, those count that come first in the group.
    ``layer`` is the column of CONLL-UA files that is read. ``anaphora`` asks for elements and bridges of
    CorefUD files; those of CONLL-UA files are always read.
    ``beside`` is the key that a response is read beside, ``repair`` says that texts are put on its text, and
    ``text`` how mentions are tagged in text. What is said of a ``secret`` file has nothing of its content.
    """

    word_column: int | None = None
    coref_column: int = LAST
    offsets: str | None = None
    ends: str | None = None
    refuse_duplicates: bool = False
    heads: str | None = None
    tags: bool = False
    syntax: bool = False
    labels: bool = False
    bounds: Bounds = WITHOUT_KEY
    key: bool = False
    documents: bool = False
    join: Callable[[Corpus], Corpus] | None = None
    beside: Corpus | None = None
    layer: str = "identity"
    anaphora: bool = False
    check_words: bool = True
    repair: bool = False
    text: str | None = None
    secret: bool = False

    @property
    def tree(self) -> bool:
        """True if the dependencies of words are read."""
        return self.key or self.syntax

    @property
    def repairs(self) -> bool:
        """True if texts are put on the text of the key."""
        return self.repair and self.beside is not None

    @property
    def types(self) -> bool:
        """True if the genres of documents and the types of entities are read."""
        return self.labels and self.key


# Finds the column of a word on its line, by its number in its part.
WordColumn = Callable[[str, int], int]


class Format(NamedTuple):
    """A format by the look of its first bytes, its reader, and where words stand."""

    recognises: Callable[[bytes], bool]
    read: Callable[[str, bytes, Reading], Parsed]
    columns: Callable[[bytes, Reading], WordColumn]
