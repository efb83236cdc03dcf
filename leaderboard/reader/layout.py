"""The pages of a document: sentences, mentions, entities and errors, as the script of a page reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.errors import InputError, Problem
from leaderboard.prices.versions import ERROR_KINDS, Errors, grouped
from leaderboard.reader.rows import Spans, Text, text_of

# A page has room for its style and script beside so many bytes of words and mentions.
MOST_WORDS, MOST_BYTES = 10_000, 250_000
# No text has more mentions around a word, and browsers cannot show them.
MOST_NESTED = 100
# Of the other pages of an entity so many are named.
MOST_ELSEWHERE = 6
# What the parts of a page take at most: a row, a mention, an entry of an entity, an error, a piece, and a
# number of a page.
ROW, MENTION, ENTRY, _ERROR, PIECE, NUMBER = 30, 12, 22, 28, 14, 5


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


class Entities:
    """The entities of one side of a document, numbered in order of their first mentions.

    ``numbers`` has that of each mention of the document, or -1, and ``sizes`` the mentions of each entity.
    """

    def __init__(self, entity: Ints) -> None:
        number: dict[int, int] = {-1: -1}
        self.numbers = [number.setdefault(one, len(number) - 1) for one in entity.tolist()]
        self.sizes = Counter(self.numbers)

    def among(self, mentions: tuple[int, int]) -> dict[int, list[int]]:
        """The mentions of each entity among those from a first one, counted from that."""
        found: dict[int, list[int]] = {}
        for mention, entity in enumerate(self.numbers[slice(*mentions)]):
            if entity >= 0:
                found.setdefault(entity, []).append(mention)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPane:
    """A system on one document, by the numbers of its mentions."""

    entities: Entities
    spans: Mapping[int, Spans]
    wrong: Mapping[int, tuple[str, ...]]

    def size(self, mention: int) -> int:
        """The bytes that a mention takes at most."""
        pieces = len(self.spans.get(mention, ()))
        return ENTRY + _ERROR * len(self.wrong.get(mention, ())) + (PIECE + PIECE * pieces if pieces else 0)

    def data(self, mentions: tuple[int, int], begin: int, end: int) -> dict[str, Any]:
        """The marks of the mentions of a page, whose nodes are those from ``begin`` to ``end`` - 1."""
        first = mentions[0]
        inside = range(*mentions)
        shown = self.entities.among(mentions)
        return {
            "entities": shown,
            "sizes": {entity: self.entities.sizes[entity] for entity in shown},
            "spans": {
                mention - first: inner
                for mention, spans in self.spans.items()
                if mention in inside and (inner := clipped(spans, begin, end))
            },
            "wrong": {mention - first: kinds for mention, kinds in self.wrong.items() if mention in inside},
        }


def pane_of(pane: Pane, order: Sequence[int], shifts: Mapping[int, int]) -> DocumentPane:
    return DocumentPane(
        entities=Entities(pane.entity[order]),
        spans={
            place: moved(pane.spans[mention], shifts[mention])
            for place, mention in enumerate(order)
            if mention in pane.spans
        },
        wrong={place: pane.wrong[mention] for place, mention in enumerate(order) if mention in pane.wrong},
    )


def moved(spans: Spans, shift: int) -> Spans:
    return tuple((first + shift, last + shift) for first, last in spans)


def clipped(spans: Spans, begin: int, end: int) -> list[tuple[int, int]]:
    """What a page has of the nodes of a mention, counted from its first node."""
    return [
        (max(first, begin) - begin, min(last, end - 1) - begin)
        for first, last in spans
        if first < end and last >= begin
    ]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Pane:
    """A system: the entity of each mention, or -1, its own span where that is wrong, and its errors."""

    entity: Ints
    spans: Mapping[int, Spans]
    wrong: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Mentions:
    """Mentions as columns, those of the key first; ``entity`` is the key's, or -1.

    ``panes`` are the systems, for whom a mention that they lack and do not miss bears no error.
    """

    spans: Sequence[Spans]
    part: Ints
    entity: Ints
    panes: tuple[Pane, ...]


def drawn(errors: Errors) -> tuple[Corpus, Ints]:
    """The mentions of a response that are drawn at its own spans: extra ones, and those of wrong spans."""
    union = errors.union
    rows = (union.key_mention < 0) | union.misspanned
    return union.matching.response, np.sort(union.response_mention[rows])


def mentions_of(text: Text, key: Corpus, systems: Sequence[Errors]) -> Mentions:
    """Unite the mentions of the counted key and of the systems; extra mentions are one if their nodes are."""
    spans = text.spans(key, np.arange(len(key.part)))
    part, extra = key.part.tolist(), dict[Spans, int]()
    panes = []
    for errors in systems:
        own = dict(zip(drawn(errors)[1].tolist(), text.spans(*drawn(errors)), strict=True))
        number = errors.union.key_mention.tolist()
        for row in np.flatnonzero(errors.union.key_mention < 0).tolist():
            span = own[int(errors.union.response_mention[row])]
            if span not in extra:
                extra[span] = len(spans)
                spans.append(span)
                part.append(int(errors.union.part[row]))
            number[row] = extra[span]
        panes.append((errors, np.array(number, np.int64), own))
    return Mentions(
        spans=spans,
        part=np.array(part, np.int64),
        entity=np.append(key.entity, np.full(len(extra), -1)),
        panes=tuple(_pane(errors, number, own, len(spans)) for errors, number, own in panes),
    )


def _pane(errors: Errors, number: Ints, own: Mapping[int, Spans], count: int) -> Pane:
    """The marks of a system; ``number`` is that of each of its rows among all mentions."""
    union = errors.union
    entity = np.full(count, -1)
    entity[number] = union.response_entity
    wrong: dict[int, tuple[str, ...]] = {}
    groups = grouped(errors)
    for kind in ERROR_KINDS:
        for mention in number[groups[kind][0] >= 0].tolist():
            wrong[mention] = (*wrong.get(mention, ()), kind)
    misspanned = np.flatnonzero(union.misspanned)
    spans = zip(number[misspanned].tolist(), union.response_mention[misspanned].tolist(), strict=True)
    return Pane(entity=entity, spans={mention: own[row] for mention, row in spans}, wrong=wrong)
