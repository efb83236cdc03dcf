"""A document of a response as it was read, before its text is compared with the key's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

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
