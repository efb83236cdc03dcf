"""What was read of a submission: its size, and a few of its mentions as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Part, Texts
from leaderboard.errors import SHOWN
from leaderboard.matching import places_in

# Of a mention, and of a word, more is not shown.
MOST_WORDS = 12


class Example(NamedTuple):
    """A mention from its first to its last word, counted from 0; the text is None if no words are known."""

    document: str
    part: int
    first: int
    last: int
    text: str | None


class FileRead(NamedTuple):
    """A file, the key of its dataset if there is one, and True if its words may be shown."""

    corpus: Corpus
    key: Corpus | None
    shows_words: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """Counts of what was read, before the rule for singletons; ``read`` is True if that is all.

    ``missing`` are the datasets that the submission lacks.
    """

    documents: int = 0
    parts: int = 0
    entities: int = 0
    mentions: int = 0
    examples: tuple[Example, ...] = ()
    missing: tuple[str, ...] = ()
    read: bool = False


def contents(files: Sequence[FileRead], missing: Iterable[str], read: bool) -> Contents:
    """Return the sums over the files of a submission, and a few mentions of all of them."""
    names = [_names_in_key(file) for file in files]
    return Contents(
        documents=sum(len({part.document for part in parts}) for parts in names),
        parts=sum(map(len, names)),
        entities=sum(file.corpus.entities for file in files),
        mentions=sum(len(file.corpus.part) for file in files),
        # The mentions of a secret key are not shown, though the key is read as a response to itself.
        examples=() if any(file.corpus.secret for file in files) else tuple(_examples(files, names)),
        missing=tuple(missing),
        read=read,
    )


def spread(number: int) -> list[int]:
    """Return the first, the middle and the last of so many numbers, each once."""
    return sorted({0, number // 2, number - 1}) if number else []


def words_between(words: Texts, first: int, last: int) -> str:
    """Return the words from the first to the last, but no more than fit on a line."""
    numbers = np.arange(first, min(last + 1, first + MOST_WORDS))
    shown = [text.decode(errors="replace")[:SHOWN] for text in words.of(numbers)]
    return " ".join([*shown, "…"] if last - first >= MOST_WORDS else shown)


def own_words(corpus: Corpus) -> Texts | None:
    """Return the words of a file; None if it has none, or other columns in their place."""
    return None if corpus.identity else corpus.words


def _names_in_key(file: FileRead) -> list[Part]:
    """The parts as the key calls them: JSON lines call part 0 of ``x`` the document ``x_0``."""
    if file.key is None:
        return list(file.corpus.parts)
    places = places_in(file.key, file.corpus).tolist()
    return [
        part if place < 0 else file.key.parts[place]
        for part, place in zip(file.corpus.parts, places, strict=True)
    ]


def _examples(files: Sequence[FileRead], names: Sequence[Sequence[Part]]) -> Iterable[Example]:
    """Three mentions, of two or more words if there are as many."""
    several = [np.flatnonzero(file.corpus.end > file.corpus.start) for file in files]
    if sum(map(len, several)) < len(spread(3)):
        several = [np.arange(len(file.corpus.part)) for file in files]
    sizes = np.cumsum([0, *map(len, several)]).tolist()
    for chosen in spread(sizes[-1]):
        number = int(np.searchsorted(sizes, chosen, side="right")) - 1
        yield _example(files[number], names[number], int(several[number][chosen - sizes[number]]))


def _example(file: FileRead, names: Sequence[Part], mention: int) -> Example:
    corpus = file.corpus
    number, first, last = (int(column[mention]) for column in (corpus.part, corpus.start, corpus.end))
    return Example(*names[number], first, last, _text(file, names[number], number, first, last))


def _text(file: FileRead, name: Part, number: int, first: int, last: int) -> str | None:
    """The words of a mention: those of the file, else those of a key that is not secret."""
    side, place = file.corpus, number
    if own_words(side) is None and file.key and not file.key.secret and name in file.key.parts:
        side, place = file.key, file.key.parts.index(name)
    words = own_words(side) if file.shows_words else None
    if words is None or last >= side.tokens[place]:
        return None
    begin = int(side.first_token[place])
    return words_between(words, begin + first, begin + last)
