"""The running text of a dataset: words and empty nodes in their order, in rows that are sentences."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.corpus.nodes import SLOT, Mask, Nodes, rows_of
from leaderboard.formats import format_name
from leaderboard.formats.faults import Faults
from leaderboard.formats.jsonlines.documents import Documents
from leaderboard.text import one_line

Spans = tuple[tuple[int, int], ...]

# The words of a row where the text has no sentences, or a longer one than a reader can follow.
ROW = 30
LONGEST_SENTENCE, LARGEST_SENTENCE = 250, 20_000
# Longer words are cut: nobody wrote them, and a page must stay small.
LONGEST_WORD = 300


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Text:
    """Nodes as columns: words and empty nodes, the ``zeros``, in order of their places.

    ``size`` are the bytes that a node takes on a page. Row r has the nodes ``row_ends[r - 1]`` to
    ``row_ends[r]`` - 1, and part p the rows ``part_rows[p]`` to ``part_rows[p + 1]`` - 1.
    """

    nodes: Sequence[str]
    place: Ints
    zeros: Mask
    size: Ints
    row_ends: Ints
    part_rows: Ints

    def spans(self, side: Corpus, mentions: Ints) -> list[Spans]:
        """The nodes of each of these mentions, as pieces from a first to a last one."""
        if side.nodes is None:
            first = side.first_token[side.part[mentions]]
            pieces = np.arange(len(mentions)), first + side.start[mentions], first + side.end[mentions]
        else:
            pieces = _pieces(side, side.nodes, mentions)
        found: list[list[tuple[int, int]]] = [[] for _ in mentions]
        of, begin, end = pieces[0], *(np.searchsorted(self.place, places) for places in pieces[1:])
        for mention, span in zip(of.tolist(), zip(begin.tolist(), end.tolist(), strict=True), strict=True):
            found[mention].append(span)
        return [tuple(spans) for spans in found]


def text_of(key: Corpus, data: bytes, shown: Sequence[tuple[Corpus, Ints]]) -> Text:
    """The text of a key from its file, with the empty nodes of responses that are in ``shown`` mentions."""
    assert key.words is not None
    words = [word.decode() for word in key.words.of(np.arange(len(key.words.ends)))]
    words = [word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}…" for word in words]
    sizes = np.array([_size(word) for word in words], np.int64)
    rows = _Rows(sentence_lengths(key, data), sizes, key)
    places, nodes, zeros = rows.word_place, words, np.zeros(len(words), np.bool_)
    if key.nodes is not None:
        empties = _empties(key, key.nodes, data, shown)
        places = np.concatenate([places, np.array([*empties], np.int64)])
        nodes = [*words, *empties.values()]
        zeros = np.arange(len(nodes)) >= len(words)
        sizes = np.append(sizes, [_size(form) for form in empties.values()]).astype(np.int64)
    order = np.argsort(places, kind="stable")
    return Text(
        nodes=[nodes[node] for node in order.tolist()],
        place=places[order],
        zeros=zeros[order],
        size=sizes[order],
        row_ends=np.searchsorted(places[order], [*rows.starts[1:], np.iinfo(np.int64).max]),
        part_rows=np.array(rows.part_rows, np.int64),
    )


class _Rows:
    """Where rows start, as places, and the place of each word of the dataset."""

    def __init__(self, lengths: Sequence[list[int] | None], sizes: Ints, key: Corpus) -> None:
        self.starts: list[int] = []
        self.part_rows = [0]
        place: list[Ints] = [np.zeros(0, np.int64)]
        size = np.append(0, np.cumsum(sizes)).tolist()
        word = slot = 0
        for of_part, tokens in zip(lengths, key.tokens.tolist(), strict=True):
            for length in [tokens] if of_part is None else of_part:
                slot += key.nodes is not None  # the root of a sentence
                at = slot + np.arange(length)
                heavy = size[word + length] - size[word] > LARGEST_SENTENCE
                long = of_part is None or length > LONGEST_SENTENCE or heavy
                self.starts += _row_starts(slot - (key.nodes is not None), slot, length, long)
                place.append(at)
                word, slot = word + length, slot + length
            self.part_rows.append(len(self.starts))
        scale = 1 if key.nodes is None else SLOT
        self.starts = [start * scale for start in self.starts]
        self.word_place = np.concatenate(place) * scale


def _row_starts(begin: int, slot: int, length: int, long: bool) -> Iterator[int]:
    """Where the rows of a sentence start, whose words begin at a slot."""
    yield begin
    if long:
        yield from range(slot + ROW, slot + length, ROW)


def _empties(key: Corpus, nodes: Nodes, data: bytes, shown: Sequence[tuple[Corpus, Ints]]) -> dict[int, str]:
    """The form of each empty node of the key, and of those of responses that are in shown mentions."""
    own = nodes.empties.tolist()
    forms = empty_forms(key, data)
    # Files of other formats with nodes have no such lines, or lines that only look so.
    found = dict(zip(own, forms if len(forms) == len(own) else [""] * len(own), strict=True))
    for side, mentions in shown:
        assert side.nodes is not None
        _, first, last = _pieces(side, side.nodes, mentions)
        place = side.nodes.empties
        inside = np.searchsorted(np.sort(first), place, "right") > np.searchsorted(np.sort(last), place)
        for one in place[inside].tolist():
            found.setdefault(one, "")
    return found


def _pieces(side: Corpus, nodes: Nodes, mentions: Ints) -> tuple[Ints, Ints, Ints]:
    """The pieces of mentions: which of them each is of, and its first and last place in the dataset."""
    row, of = rows_of(nodes.piece_mention, mentions)
    origin = nodes.origin[side.part[mentions]][of]
    return of, origin + nodes.first[row], origin + nodes.last[row]


def _size(word: str) -> int:
    """The bytes of a word on a page at most."""
    return len(html.escape(one_line(word)).encode()) + 1


_EMPTY_NODE = re.compile(rb"^[0-9]+\.[0-9]+\t([^\t\r\n]*)", re.MULTILINE)
_NO_FORM = "_"


def sentence_lengths(corpus: Corpus, data: bytes) -> list[list[int] | None]:
    """Return the number of words of each sentence, by part; None for a part without sentences."""
    if corpus.nodes is not None:
        ends = np.cumsum(corpus.nodes.sentences)[:-1]
        return [lengths.tolist() for lengths in np.split(corpus.nodes.length, ends)]
    if format_name(data) == "jsonlines":
        return [_of_record(found.value) for found in Documents(data, Faults(file=corpus.file))]
    return list(_between_blank_lines(corpus))


def empty_forms(corpus: Corpus, data: bytes) -> list[str]:
    """Return the form of each empty node, in order; an empty string for a node without a form."""
    assert corpus.nodes is not None
    forms = [form.decode() for form in _EMPTY_NODE.findall(data)]
    return ["" if form == _NO_FORM else form for form in forms]


def _of_record(record: dict[str, Any]) -> list[int] | None:
    return [len(words) for words in record["sentences"] if words] if "sentences" in record else None


def _between_blank_lines(corpus: Corpus) -> Iterator[list[int]]:
    for lines in np.split(corpus.token_line, np.cumsum(corpus.tokens)[:-1]):
        ends = np.flatnonzero(np.diff(lines) > 1) + 1
        yield np.diff([0, *ends.tolist(), len(lines)]).tolist() if len(lines) else []
