"""The pages of a document: sentences, mentions, entities and errors, as the script of a page reads them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.errors import InputError, Problem
from leaderboard.prices import ERROR_KINDS, Errors
from leaderboard.reader.mentions import Mentions, drawn, mentions_of
from leaderboard.reader.panes import ENTRY, MENTION, NUMBER, PIECE, ROW, Entities, clipped, moved, pane_of
from leaderboard.reader.text import Text, text_of

# A page has room for its style and script beside so many bytes of words and mentions.
MOST_WORDS, MOST_BYTES = 10_000, 250_000
# No text has more mentions around a word, and browsers cannot show them.
MOST_NESTED = 100
# Of the other pages of an entity so many are named.
MOST_ELSEWHERE = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The words of each sentence, and what a script needs to mark mentions in them."""

    words: tuple[tuple[str, ...], ...]
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document with all its parts: the number of its words, the errors of each system, and its pages."""

    name: str
    words: int
    counts: tuple[Mapping[str, int], ...]
    pages: tuple[Page, ...]


def documents(key: Corpus, data: bytes, systems: Sequence[Errors]) -> Iterator[Document]:
    """Lay out each document of a dataset, in order of its first part; ``data`` is the file of the key."""
    _check_nesting(systems)
    shown = [drawn(errors) for errors in systems] if key.nodes is not None else []
    text = text_of(key, data, shown)
    mentions = mentions_of(text, systems[0].union.matching.key, systems)
    counts = [errors.counts() for errors in systems]
    parts: dict[str, list[int]] = {}
    for number, part in enumerate(key.parts):
        parts.setdefault(part.document, []).append(number)
    order = np.argsort(mentions.part, kind="stable")
    begins = np.searchsorted(mentions.part[order], np.arange(len(key.parts) + 1))
    for name, numbers in parts.items():
        of_parts = [order[begins[part] : begins[part + 1]] for part in numbers]
        layout = _Layout(text, mentions, numbers, np.concatenate(of_parts))
        yield Document(
            name=name,
            words=int(key.tokens[numbers].sum()),
            counts=tuple(
                {kind: int(of_system[kind][numbers].sum()) for kind in ERROR_KINDS} for of_system in counts
            ),
            pages=tuple(layout.pages()),
        )


def _check_nesting(systems: Sequence[Errors]) -> None:
    """Refuse what no browser could show."""
    matchings = [errors.union.matching for errors in systems]
    for side in (matchings[0].key, *(matching.response for matching in matchings)):
        depth, part = _deepest(side)
        if depth > MOST_NESTED:
            what = f"{depth:,} mentions of {side.parts[part]} are nested in each other or cross"
            remedy = f"check the brackets: the reader shows at most {MOST_NESTED} around a word"
            raise InputError([Problem(side.file, int(side.part_line[part]), what, remedy)])


def _deepest(side: Corpus) -> tuple[int, int]:
    """The most mentions around a word, and the part of that word."""
    before = np.append(0, np.cumsum(side.tokens))
    change = np.zeros(before[-1] + 1, np.int64)
    np.add.at(change, before[side.part] + side.start, 1)
    np.add.at(change, before[side.part] + side.end + 1, -1)
    depth = np.cumsum(change)
    deepest = int(depth.argmax())
    return int(depth[deepest]), int(np.searchsorted(before, deepest, side="right")) - 1


class _Layout:
    """A document: its rows, and its mentions in order of the text, by numbers of nodes in the document."""

    def __init__(self, text: Text, mentions: Mentions, parts: Sequence[int], found: Ints) -> None:
        self.text = text
        rows = [range(text.part_rows[part], text.part_rows[part + 1]) for part in parts]
        begins = np.append(0, text.row_ends)
        found_rows = [
            (part, (int(begins[row]), int(text.row_ends[row])))
            for part, of_part in zip(parts, rows, strict=True)
            for row in of_part
            # Without a word there is nothing to show.
            if begins[row] < text.row_ends[row]
        ]
        self.row_parts = [part for part, _ in found_rows]
        self.rows = [row for _, row in found_rows]
        ends = accumulate((end - begin for begin, end in self.rows), initial=0)
        self.bounds = [*ends]
        shift: dict[int, int] = {}
        for part, bound, (begin, _) in zip(self.row_parts, self.bounds, self.rows, strict=False):
            shift.setdefault(part, bound - begin)
        self._number_mentions(mentions, found, shift)

    def _number_mentions(self, mentions: Mentions, found: Ints, shift: Mapping[int, int]) -> None:
        shifts = {
            mention: shift[part]
            for mention, part in zip(found.tolist(), mentions.part[found].tolist(), strict=True)
        }
        spans = {mention: moved(mentions.spans[mention], by) for mention, by in shifts.items()}
        order = sorted(spans, key=lambda mention: (spans[mention][0][0], -spans[mention][-1][1], mention))
        self.spans = [spans[mention] for mention in order]
        self.key = Entities(mentions.entity[order])
        self.panes = [pane_of(pane, order, shifts) for pane in mentions.panes]

    def pages(self) -> Iterator[Page]:
        """The document, cut between rows where it is too long for a page."""
        cuts = [*self._cuts()]
        starts = np.array([spans[0][0] for spans in self.spans], np.int64)
        firsts = np.searchsorted(starts, [self.bounds[row] for row in cuts]).tolist()
        page_of = np.searchsorted(firsts, np.arange(len(starts)), side="right")
        elsewhere: dict[int, list[int]] = {}
        for entity, page in sorted({*zip(self.key.numbers, page_of.tolist(), strict=True)}):
            elsewhere.setdefault(entity, []).append(page)
        for number in range(len(cuts) - 1):
            rows = cuts[number], cuts[number + 1]
            yield self._page(number + 1, len(cuts) - 1, rows, (firsts[number], firsts[number + 1]), elsewhere)

    def _cuts(self) -> Iterator[int]:
        """The rows that pages begin with, and the number of rows."""
        yield 0
        words = bytes_ = 0
        for row, (more_words, more_bytes) in enumerate(zip(*self._weights(), strict=True)):
            if row and words and (words + more_words > MOST_WORDS or bytes_ + more_bytes > MOST_BYTES):
                yield row
                words = bytes_ = 0
            words, bytes_ = words + more_words, bytes_ + more_bytes
        yield len(self.rows)

    def _weights(self) -> tuple[list[int], list[int]]:
        """The words and the bytes of each row with the mentions that begin in it."""
        words = [end - begin for begin, end in self.rows]
        sizes = [int(self.text.size[begin:end].sum()) + ROW for begin, end in self.rows]
        row = np.searchsorted(self.bounds, [spans[0][0] for spans in self.spans], side="right") - 1
        for mention, (number, spans) in enumerate(zip(row.tolist(), self.spans, strict=True)):
            on_panes = sum(pane.size(mention) for pane in self.panes)
            sizes[number] += MENTION + ENTRY + PIECE * len(spans) + on_panes
        if sum(words) > MOST_WORDS or sum(sizes) > MOST_BYTES:
            for number, entity in zip(row.tolist(), self.key.numbers, strict=True):
                sizes[number] += self._elsewhere_size(entity)
        return words, sizes

    def _elsewhere_size(self, entity: int) -> int:
        """The bytes that the other pages of an entity take at most."""
        others = 0 if entity < 0 else self.key.sizes[entity] - 1
        return others and MENTION + NUMBER * min(others, MOST_ELSEWHERE + 1)

    def _page(
        self,
        page: int,
        pages: int,
        rows: tuple[int, int],
        mentions: tuple[int, int],
        elsewhere: Mapping[int, list[int]],
    ) -> Page:
        shown_rows, first = self.rows[slice(*rows)], mentions[0]
        begin, end = self.bounds[rows[0]], self.bounds[rows[1]]
        words = tuple(tuple(self.text.nodes[at:to]) for at, to in shown_rows)
        parts = self.row_parts[slice(*rows)]
        zeros = np.concatenate([self.text.zeros[at:to] for at, to in shown_rows] or [np.zeros(0, np.bool_)])
        shown = self.key.among(mentions)
        others = {entity: _nearest(elsewhere[entity], page) for entity in shown}
        data = {
            "page": page,
            "pages": pages,
            "words": words,
            "zeros": np.flatnonzero(zeros).tolist(),
            "parts": [row for row in range(1, len(parts)) if parts[row] != parts[row - 1]],
            "first": first,
            "mentions": [{"at": clipped(spans, begin, end)} for spans in self.spans[slice(*mentions)]],
            "key": shown,
            "sizes": {entity: self.key.sizes[entity] for entity in shown},
            "elsewhere": {entity: numbers for entity, numbers in others.items() if numbers},
            "systems": [pane.data(mentions, begin, end) for pane in self.panes],
        }
        return Page(words=words, data=data)


def _nearest(pages: Sequence[int], page: int) -> list[int]:
    """The nearest other pages, and 0 if there are more."""
    others = sorted((one for one in pages if one != page), key=lambda one: abs(one - page))
    return sorted(others[:MOST_ELSEWHERE]) + [0] * (len(others) > MOST_ELSEWHERE)
