"""A document of a response as it was read, and the text of the key beside which it is put."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, pairwise

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part, Texts

Cluster = list[tuple[int, int]]


@dataclass(slots=True, kw_only=True)
class Draft:
    """Words, and clusters of mentions from one word to another; zeros stand among the words.

    ``lines`` has the line of each word, or of all. Of a document that strict reading refuses, ``dropped`` are
    the brackets and mentions that are left out; otherwise it is None. ``pieces`` tells that the words are
    pieces, of which a word of the key may have several. ``zeros`` are the places of zeros,
    ``names`` the ids of the clusters, if they have any.
    """

    part: Part
    line: int
    words: list[str]
    clusters: list[Cluster]
    lines: Sequence[int] | None = None
    dropped: Dropped | None = None
    pieces: bool = False
    zeros: list[int] = field(default_factory=list)
    names: Sequence[str | None] = ()


@dataclass(slots=True)
class Dropped:
    brackets: int = 0
    mentions: int = 0


def corpus_of(file: str, drafts: Sequence[Draft], repairable: bool) -> Corpus:
    """All documents as one corpus, in which zeros are words too."""
    mentions = [
        (number, start, end, entity, draft.line, name)
        for number, draft, entity, name, cluster in _numbered(drafts)
        for start, end in cluster
    ]
    part, start, end, entity, line, name = np.array(mentions, np.int64).reshape(-1, 6).T
    tokens = np.array([len(draft.words) for draft in drafts], np.int64)
    return Corpus(
        file=file,
        parts=tuple(draft.part for draft in drafts),
        part_line=np.array([draft.line for draft in drafts], np.int64),
        tokens=tokens,
        token_line=_lines(drafts, tokens),
        words=_texts([draft.words for draft in drafts]),
        tags=None,
        part=part,
        start=start,
        end=end,
        entity=entity,
        line=line,
        name=name,
        repairable=repairable,
    )


def _numbered(drafts: Sequence[Draft]) -> Iterable[tuple[int, Draft, int, int, Cluster]]:
    """Each cluster with the number of its document, its own and that of its id, in order of first bracket."""
    ids: dict[str, int] = {}
    entity = 0
    for number, draft in enumerate(drafts):
        for name, cluster in in_order(draft.names or [None] * len(draft.clusters), draft.clusters):
            yield number, draft, entity, -1 if name is None else ids.setdefault(name, len(ids)), cluster
            entity += 1


def in_order(names: Iterable[str | None], clusters: Iterable[Cluster]) -> list[tuple[str | None, Cluster]]:
    """The clusters with their ids, in order of their first bracket, were the document a CoNLL file."""
    filled = [(name, cluster) for name, cluster in zip(names, clusters, strict=True) if cluster]
    return sorted(filled, key=lambda one: min((start, start < end) for start, end in one[1]))


def _lines(drafts: Sequence[Draft], tokens: Ints) -> Ints:
    if all(draft.lines is None for draft in drafts):
        return np.repeat(np.array([draft.line for draft in drafts], np.int64), tokens)
    lines = (draft.lines or [draft.line] * len(draft.words) for draft in drafts)
    return np.fromiter(chain.from_iterable(lines), np.int64, int(tokens.sum()))


def _texts(documents: Iterable[list[str]]) -> Texts:
    """The words of all documents; JSON can hold halves of surrogate pairs."""
    written, lengths = [], []
    for words in documents:
        text = "".join(words)
        written.append(text.encode(errors="replace"))
        lengths.append(
            np.fromiter(
                map(len, words) if text.isascii() else (len(word.encode(errors="replace")) for word in words),
                np.int64,
                len(words),
            )
        )
    ends = np.cumsum(np.concatenate(lengths)) if lengths else np.zeros(0, np.int64)
    return Texts(np.frombuffer(b"".join(written), np.uint8), ends)


@dataclass(frozen=True, eq=False)
class KeyText:
    """The documents of a key; each may be named as JSON lines name them."""

    corpus: Corpus

    @property
    def parts(self) -> tuple[Part, ...]:
        return self.corpus.parts

    @property
    def has_words(self) -> bool:
        """True if the key has words, and not just columns that tell which token it is."""
        return self.corpus.words is not None and not self.corpus.identity

    @property
    def has_zeros(self) -> bool:
        """True if responses may write zeros among the words."""
        return self.corpus.nodes is not None

    def number(self, part: Part) -> int | None:
        """The number of a document of a response, if the key has it."""
        names = part, Part(f"{part.document}_{part.number}", 0)
        return next((self._numbers[name] for name in names if name in self._numbers), None)

    def words(self, number: int) -> list[str]:
        """The words of a document of a key that has words."""
        assert self.corpus.words is not None
        stop = int(self._ends[number])
        of_part = self.corpus.words.between(stop - int(self.corpus.tokens[number]), stop)
        text, ends = of_part.characters.tobytes(), of_part.ends.tolist()
        spans = pairwise([0, *ends])
        if text.isascii():
            letters = text.decode()
            return [letters[begin:end] for begin, end in spans]
        return [text[begin:end].decode() for begin, end in spans]

    def sentences(self, number: int) -> Ints:
        """The lengths of the sentences of a document."""
        assert self.corpus.nodes is not None
        stop = int(self._sentence_ends[number])
        return self.corpus.nodes.length[stop - int(self.corpus.nodes.sentences[number]) : stop]

    @cached_property
    def _numbers(self) -> dict[Part, int]:
        joined = {Part(f"{part.document}_{part.number}", 0): number for number, part in enumerate(self.parts)}
        return joined | {part: number for number, part in enumerate(self.parts)}

    @cached_property
    def _ends(self) -> Ints:
        return np.cumsum(self.corpus.tokens)

    @cached_property
    def _sentence_ends(self) -> Ints:
        assert self.corpus.nodes is not None
        return np.cumsum(self.corpus.nodes.sentences)
