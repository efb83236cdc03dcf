"""Words and zeros of a response as nodes of the key's sentences, for a key in CorefUD."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from leaderboard.corpus import Corpus, Ints, Texts
from leaderboard.corpus.nodes import SLOT, Dependencies, Mask, Nodes, ranges
from leaderboard.errors import InputError, Problem
from leaderboard.formats.beside.draft import Draft
from leaderboard.formats.beside.key_text import KeyText
from leaderboard.formats.limits import Bounds


def with_nodes(corpus: Corpus, drafts: Sequence[Draft], key: KeyText, bounds: Bounds) -> Corpus:
    """The corpus whose zeros are no words, but empty nodes after the word before, which governs them.

    The sentences are those of the key where there are as many words; else the document is one.
    """
    text = _Text(corpus, drafts, key)
    _check(corpus, text, bounds)
    kept = corpus.picked(np.flatnonzero(text.words[corpus.part] > 0))
    first = text.begin[kept.part]
    start, end = first + kept.start, first + kept.end
    return replace(
        kept,
        tokens=text.words,
        token_line=corpus.token_line[~text.zero],
        words=_without(corpus.words, text.zero),
        start=np.maximum(text.index[start], 0),
        end=np.maximum(text.index[end], 0),
        nodes=_nodes(text, start, end, key.corpus),
    )


class _Text:
    """Columns by node, the words and the zeros of all documents, and the sentences of each document.

    ``index`` is the word that a node is or follows, -1 before the first, ``slot`` its slot, ``decimal`` the
    number of a zero behind it and ``sentence`` the number of its sentence in the file.
    """

    def __init__(self, corpus: Corpus, drafts: Sequence[Draft], key: KeyText) -> None:
        self.begin = corpus.first_token
        self.zero = np.zeros(int(corpus.tokens.sum()), np.bool_)
        for begin, draft in zip(self.begin.tolist(), drafts, strict=True):
            self.zero[[begin + place for place in draft.zeros]] = True
        self.part = np.repeat(np.arange(len(drafts)), corpus.tokens)
        self.words = np.bincount(self.part[~self.zero], minlength=len(drafts)).astype(np.int64)
        lengths = [
            _sentences(key, draft, int(words)) for draft, words in zip(drafts, self.words, strict=True)
        ]
        self.sentences = np.array([len(of_sentences) for of_sentences in lengths], np.int64)
        self.length = np.concatenate([*lengths, np.zeros(0, np.int64)])
        before = np.cumsum(self.words) - self.words
        self.index = np.cumsum(~self.zero) - 1 - before[self.part]
        place = np.arange(len(self.zero))
        begins = np.append(self.begin, 0)[self.part]
        last_word = np.maximum(np.maximum.accumulate(np.where(self.zero, -1, place)), begins - 1)
        self.decimal = place - last_word
        self.sentence, self.slot = self._slots(before)

    def _slots(self, before: Ints) -> tuple[Ints, Ints]:
        """The sentence of each node and the slot of its word; a zero before all words is at the root."""
        first = np.cumsum(self.sentences) - self.sentences
        of_word = np.repeat(np.arange(len(self.length)), self.length)
        of_node = np.append(of_word, 0)[before[self.part] + np.maximum(self.index, 0)]
        sentence = np.where(self.index < 0, first[self.part], of_node)
        return sentence, np.where(self.index < 0, 0, self.index + 1 + sentence - first[self.part])

    @property
    def place(self) -> Ints:
        place: Ints = self.slot * SLOT + self.decimal
        return place


def _sentences(key: KeyText, draft: Draft, words: int) -> Ints:
    number = key.number(draft.part)
    known = None if number is None else key.sentences(number)
    return np.array([words], np.int64) if known is None or known.sum() != words else known


def _check(corpus: Corpus, text: _Text, bounds: Bounds) -> None:
    """An error where more zeros follow a word, or mentions cross more sentences, than are read."""
    crowded = np.flatnonzero(text.decimal > bounds.dependents)
    first = text.begin[corpus.part]
    pieces = np.cumsum(text.sentence[first + corpus.end] - text.sentence[first + corpus.start] + 1)
    crossing = np.flatnonzero(pieces > bounds.brackets)
    if len(crowded):
        line, what = corpus.token_line[crowded[0]], f"more than {bounds.dependents:,} zeros follow one word"
        raise InputError([Problem(corpus.file, int(line), what, "write each zero once")])
    if len(crossing):
        line, what = corpus.line[crossing[0]], f"mentions cross more than {bounds.brackets:,} sentences"
        raise InputError([Problem(corpus.file, int(line), what, "write fewer long mentions")])


def _without(words: Texts | None, zero: Mask) -> Texts | None:
    assert words is not None
    lengths = np.diff(words.ends, prepend=0)
    return Texts(words.characters[np.repeat(~zero, lengths)], np.cumsum(lengths[~zero]))


def _nodes(text: _Text, start: Ints, end: Ints, key: Corpus) -> Nodes:
    """The nodes of mentions without named heads, from one node to another, in a piece for each sentence."""
    _, sentence = np.unique(text.sentence, return_inverse=True)
    numbers = np.arange(sentence.max(initial=-1) + 1)
    low, high = np.searchsorted(sentence, numbers), np.searchsorted(sentence, numbers, side="right") - 1
    piece, mention = ranges(sentence[start], sentence[end] - sentence[start] + 1)
    first, last = np.maximum(low[piece], start[mention]), np.minimum(high[piece], end[mention])
    place, none = text.place, np.zeros(0, np.int64)
    empty = np.flatnonzero(text.zero)
    return Nodes(
        sentences=text.sentences,
        length=text.length,
        empty_part=text.part[empty],
        empty=place[empty],
        size=end - start + 1,
        head=place[start],
        named=np.zeros(len(start), np.bool_),
        piece_mention=mention,
        first=place[first],
        last=place[last],
        edge_mention=none,
        parent=none,
        relation=none,
        heads="tree" if key.nodes and key.nodes.heads in ("tree", "minspan") else "named",
        dependencies=Dependencies(np.arange(len(empty)), text.slot[empty] * SLOT, np.zeros_like(empty)),
    )
