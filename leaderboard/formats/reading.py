"""How a file is read, the result of a parser, and its conversion to a checked corpus."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Corpus, Ints, Part, in_order
from leaderboard.errors import InputError, Problem
from leaderboard.formats.beside import KeyText
from leaderboard.formats.beside.repair import Mend
from leaderboard.formats.conll import LAST
from leaderboard.formats.faults import Faults
from leaderboard.formats.limits import MOST_REPEATS, WITHOUT_KEY, Bounds


@dataclass(frozen=True, slots=True)
class Parsed:
    """The mentions as they stand in a file, repeated ones included; entities in order of first bracket.

    Where the file has ``faults``, this is what could be read nevertheless. ``remarks`` are what users should
    know of how it was read, ``mends`` what was repaired of each part of the key. ``lines_dropped`` counts
    lines that are no documents.
    """

    corpus: Corpus
    faults: Faults | None = None
    remarks: tuple[Problem, ...] = ()
    mends: Mapping[Part, Mend] = field(default_factory=dict)
    lines_dropped: int = 0


_REMEDY = "remove one of the two"

COUNTED_ONCE = f"it is counted once; {_REMEDY}"

KEPT_IN_FIRST = f"it is kept in the first; {_REMEDY}"


def settle(parsed: Parsed, refused: bool = False) -> tuple[Corpus, tuple[Problem, ...]]:
    """Keep each mention once, in the first of its entities, and report every other place.

    ``refused`` says that files with such reports are refused, so that nothing is said of what is kept.
    """
    corpus = parsed.corpus
    span = _span(corpus)
    plain = corpus.nodes is None
    order = in_order(*span[::-1], corpus.entity) if plain else np.lexsort((corpus.entity, *span))
    first = np.zeros(len(order), dtype=bool)
    first[:1] = True
    for column in span:
        first[1:] |= column[order[1:]] != column[order[:-1]]
    kept = _united(corpus, order, first).picked(order[first])
    repeats = () if first.all() else _repeats(corpus, order, first)
    return (
        kept.renumbered(),
        tuple(replace(one, remedy=_REMEDY) for one in repeats) if refused else repeats,
    )


def _united(corpus: Corpus, order: Ints, first: NDArray[np.bool_]) -> Corpus:
    """The corpus whose annotations name the first mention of each span."""
    if corpus.anaphora is None:
        return corpus
    kept = np.empty(len(order), np.int64)
    kept[order] = order[np.maximum.accumulate(np.where(first, np.arange(len(order)), 0))]
    return replace(corpus, anaphora=corpus.anaphora.united(kept, corpus.entity))


def _span(corpus: Corpus) -> tuple[Ints, ...]:
    """A value that is equal for mentions of equal nodes, and the column that orders them last."""
    nodes = corpus.nodes
    if nodes is None:
        return corpus.end, corpus.start, corpus.part
    return nodes.fingerprint(corpus.part), nodes.size, nodes.end, nodes.begin, corpus.part


def _repeats(corpus: Corpus, order: Ints, first: NDArray[np.bool_]) -> tuple[Problem, ...]:
    """A report of each mention that is not the first of its span, in order of line."""
    kept = order[np.maximum.accumulate(np.where(first, np.arange(len(order)), 0))]
    again, kept = order[~first], kept[~first]
    by_line = np.argsort(corpus.line[again], kind="stable")
    if len(again) > MOST_REPEATS:
        what = f"more than {MOST_REPEATS:,} mentions are repeated"
        raise InputError(
            [Problem(corpus.file, int(corpus.line[again].min()), what, "write each mention once")]
        )
    begins = np.full(int(corpus.entity.max()) + 1, np.iinfo(np.int64).max)
    np.minimum.at(begins, corpus.entity, corpus.line)
    return tuple(_repeat(corpus, int(again[index]), int(kept[index]), begins) for index in by_line)


def _repeat(corpus: Corpus, again: int, kept: int, begins: Ints) -> Problem:
    """The fault of the mention ``again``, whose span the mention ``kept`` has already."""
    mention = f"the mention of tokens {corpus.start[again]} to {corpus.end[again]}"
    line, first, second = int(corpus.line[again]), corpus.entity[kept], corpus.entity[again]
    if first == second:
        return Problem(corpus.file, line, f"{mention} occurs twice in its entity", COUNTED_ONCE)
    both = begins[first], begins[second]
    where = "" if both[0] == both[1] else f", which begin on lines {both[0]} and {both[1]}"
    return Problem(corpus.file, line, f"{mention} is in two entities{where}", KEPT_IN_FIRST)


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

    def key_text(self) -> KeyText | None:
        """The documents of the key that a response is read beside."""
        return None if self.beside is None else KeyText(self.beside)

    @property
    def repairs(self) -> bool:
        """True if texts are put on the text of the key."""
        return self.repair and self.beside is not None

    @property
    def types(self) -> bool:
        """True if the genres of documents and the types of entities are read."""
        return self.labels and self.key


def is_secret(file: str, reading: Reading) -> bool:
    """True for a secret key, also where it is read as a response to itself, perhaps behind a link."""
    key = reading.beside
    if reading.secret or key is None or not key.secret:
        return reading.secret
    # The member of an archive is no path.
    both = os.path.exists(file) and os.path.exists(key.file)  # noqa: PTH110 (a forbidden place is none)
    return file == key.file or (both and Path(file).samefile(key.file))


# Finds the column of a word on its line, by its number in its part.
WordColumn = Callable[[str, int], int]


class Format(NamedTuple):
    """A format by the look of its first bytes, its reader, and where words stand."""

    recognises: Callable[[bytes], bool]
    read: Callable[[str, bytes, Reading], Parsed]
    columns: Callable[[bytes, Reading], WordColumn]
