"""The documents of a response beside the key: as they are where their text is the key's, else as asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part, Texts
from leaderboard.corpus.nodes import SLOT, Dependencies, Mask, Nodes, ranges
from leaderboard.errors import InputError, Problem
from leaderboard.formats.beside import Draft, KeyText, corpus_of
from leaderboard.formats.beside.repair import MOST_CELLS, MOST_CELLS_OF_FILE, ZERO, Mend, Repairer
from leaderboard.formats.faults import Faults
from leaderboard.formats.limits import Bounds
from leaderboard.formats.reading import Parsed, Reading
from leaderboard.text import counted, plural


def parsed_on_key(drafts: Sequence[Draft], faults: Faults, reading: Reading, key: KeyText | None) -> Parsed:
    """The documents of a response, where its key has empty nodes with the key's sentences and nodes."""
    found = faults if faults.count else None
    if key is None:
        return Parsed(corpus_of(faults.file, drafts, False), found)
    repairer = Repairer()
    placed: list[Draft] = []
    mends: dict[Part, Mend] = {}
    unaligned: list[Draft] = []
    compared = 0
    for draft in drafts:
        number = key.number(draft.part)
        if number is None or not key.has_words:
            placed.append(draft)
            continue
        words = key.words(number)
        read, mend = _placed(draft, words, repairer, reading, key)
        placed.append(read)
        compared += len(words)
        if mend:
            mends[key.parts[number]] = mend
            compared -= mend.unaligned * len(words)
            unaligned += [draft] * mend.unaligned
    corpus = corpus_of(faults.file, placed, True)
    if key.has_zeros:
        corpus = with_nodes(corpus, placed, key, reading.bounds)
    remarks = *_unaligned(faults.file, unaligned), *_lacking(faults.file, repairer, compared)
    return Parsed(corpus, found, remarks, mends)


def _placed(
    draft: Draft, words: list[str], repairer: Repairer, reading: Reading, key: KeyText
) -> tuple[Draft, Mend | None]:
    """A document as it is where it is accepted, or repaired; with the key's words as the key writes them."""
    if key.has_zeros and not draft.pieces:
        draft = _with_zeros(draft, words)
    plain = _plain(draft)
    same = plain == words or (len(plain) == len(words) and not reading.check_words)
    if not reading.repair or (same and draft.dropped is None and not draft.pieces):
        return draft, None
    return repairer.repaired(draft, words)


def _with_zeros(draft: Draft, words: list[str]) -> Draft:
    """A document whose zeros are known; a space in a word of the key may be written as `_`."""
    known = set(words)
    zeros = [place for place, word in enumerate(draft.words) if word.startswith(ZERO) and word not in known]
    spaced = {word.replace(" ", "_"): word for word in words if " " in word}
    if not zeros and not spaced:
        return draft
    written = [word if word in known else spaced.get(word, word) for word in draft.words]
    return replace(draft, zeros=zeros, words=written)


def _plain(draft: Draft) -> list[str]:
    """The words without zeros."""
    if not draft.zeros:
        return draft.words
    zeros = set(draft.zeros)
    return [word for place, word in enumerate(draft.words) if place not in zeros]


def _lacking(file: str, repairer: Repairer, words: int) -> Iterator[Problem]:
    """A warning where a repair finds at most half of the key's words."""
    if 0 < words <= 2 * repairer.lacking:
        are = plural("is", repairer.lacking, "are")
        how = "in the response in another case only" if repairer.only_case else "not in the response"
        what = f"{repairer.lacking:,} of {counted(words, 'word')} of the key {are} {how}"
        yield Problem(file, 0, what, "check that the output has the texts of the key")


def _unaligned(file: str, drafts: Sequence[Draft]) -> Iterator[Problem]:
    """Once, for all documents that were too long to be repaired."""
    if drafts:
        named = f"{drafts[0].part}" + (f" and {len(drafts) - 1:,} more" if len(drafts) > 1 else "")
        what = f"too long and too different from the key to be aligned, so scored as empty: {named}"
        remedy = f"shorten it; a document may take {MOST_CELLS:,} cells, a file {MOST_CELLS_OF_FILE:,}"
        yield Problem(file, drafts[0].line, what, remedy)


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
