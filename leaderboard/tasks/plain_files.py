"""A corpus as a file that is read back as it is: CoNLL, or JSON lines where brackets cannot express it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np

from leaderboard.corpus import Corpus
from leaderboard.errors import InputError, UsageError
from leaderboard.formats import Reading, read_corpus
from leaderboard.formats.limits import TRUSTED

_READING = Reading(bounds=TRUSTED, key=True)
Mention = tuple[int, int, int]


def plain_file(corpus: Corpus) -> tuple[str, bytes]:
    """Return the suffix and the content of a file."""
    if corpus.nodes is not None:
        form = "CONLL-UA" if corpus.layer else "CorefUD"
        raise UsageError(f"--write needs a key in CoNLL or JSON, not {form}; leave it out")
    for suffix, write in ((".conll", _conll), (".jsonl", _jsonlines)):
        data = write(corpus).encode()
        try:
            if _alike(read_corpus(suffix, data, _READING).corpus, corpus):
                return suffix, data
        except InputError:  # a name or a word that the format cannot have
            continue
    what = f"{corpus.file}: crossing mentions of one entity in a part with a number, or unusual words"
    raise UsageError(f"{what}, which neither CoNLL nor JSON can express; leave --write out")


def _alike(corpus: Corpus, other: Corpus) -> bool:
    """True if two corpora have the same text and the same entities, by whatever numbers."""
    return corpus.parts == other.parts and list(_content(corpus)) == list(_content(other))


def _content(corpus: Corpus) -> Iterator[tuple[list[str], set[frozenset[tuple[int, int]]]]]:
    for words, _, mentions in _parts(corpus):
        entities: dict[int, list[tuple[int, int]]] = {}
        for start, end, entity in mentions:
            entities.setdefault(entity, []).append((start, end))
        yield words, {frozenset(spans) for spans in entities.values()}


def _parts(corpus: Corpus) -> Iterator[tuple[list[str], list[str], list[Mention]]]:
    """The words, the parts of speech and the mentions of each part; ``-`` for what is not known."""
    ends = np.cumsum(corpus.tokens).tolist()
    columns = (corpus.start.tolist(), corpus.end.tolist(), corpus.entity.tolist())
    edges = np.searchsorted(corpus.part, np.arange(len(corpus.parts) + 1)).tolist()
    for number, (last, count) in enumerate(zip(ends, corpus.tokens.tolist(), strict=True)):
        tokens = range(last - count, last)
        mentions = slice(edges[number], edges[number + 1])
        yield (
            [corpus.words[token] if corpus.words else "-" for token in tokens],
            [corpus.tags[token] if corpus.tags else "-" for token in tokens],
            list(zip(*(column[mentions] for column in columns), strict=True)),
        )


def _conll(corpus: Corpus) -> str:
    blocks = []
    for part, (words, tags, mentions) in zip(corpus.parts, _parts(corpus), strict=True):
        cells = _cells(len(words), mentions)
        lines = [
            f"{'_'.join(part.document.split())} {part.number} {token} {word} {tag} {cell}"
            for token, (word, tag, cell) in enumerate(zip(words, tags, cells, strict=True))
        ]
        head = f"#begin document ({part.document}); part {part.number:03d}"
        blocks.append("\n".join([head, *lines, "", "#end document", ""]))
    return "".join(blocks)


def _cells(tokens: int, mentions: list[Mention]) -> list[str]:
    """The brackets of each token, outer before inner when they open, inner before outer when they close."""
    brackets: list[list[str]] = [[] for _ in range(tokens)]
    for start, end, entity in sorted(mentions, key=lambda mention: (mention[0], -mention[1])):
        brackets[start].append(f"({entity})" if start == end else f"({entity}")
    for start, end, entity in sorted(mentions, key=lambda mention: (mention[1], -mention[0])):
        if start != end:
            brackets[end].append(f"{entity})")
    return ["|".join(cell) or "-" for cell in brackets]


def _jsonlines(corpus: Corpus) -> str:
    lines = []
    for part, (words, _, mentions) in zip(corpus.parts, _parts(corpus), strict=True):
        clusters: dict[int, list[list[int]]] = {}
        for start, end, entity in mentions:
            clusters.setdefault(entity, []).append([start, end])
        record = {"doc_key": part.document, "sentences": [words], "clusters": list(clusters.values())}
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    return "".join(lines)
