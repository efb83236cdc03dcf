"""xCoRe across documents: a record has several, and mentions are `[document, start, end]`."""

from __future__ import annotations

from itertools import chain
from typing import Any

from leaderboard.formats.blocks import TOO_MUCH
from leaderboard.formats.jsonlines.documents import Found
from leaderboard.formats.jsonlines.members import NAMES, Fault, lists
from leaderboard.formats.jsonlines.toolkits.toolkit import Counted, Record, Toolkit, words_in
from leaderboard.formats.letters import Letters, letters
from leaderboard.formats.reading import Reading

_NAME, _CLUSTERS, _TEXTS = "xCoRe", "clusters_token_offsets", "clusters_token_text"


def _has_documents(record: Record) -> bool:
    tokens = record.get("tokens")
    several = isinstance(tokens, list) and isinstance(next(iter(tokens), None), list)
    return several and _CLUSTERS in record and not any(name in record for name in NAMES)


def _records(found: Found, reading: Reading) -> list[Record]:
    if reading.join is None:
        what = "a record of xCoRe with entities across documents"
        raise Fault(what, "score it with --across corpus, topic or subtopic", "tokens", everywhere=True)
    if len(found.value["tokens"]) > reading.bounds.parts:
        raise Fault(f"more than {reading.bounds.parts:,} documents in this record", TOO_MUCH, "tokens")
    documents = [_words(number, one) for number, one in enumerate(found.value["tokens"])]
    lengths = list(map(len, documents))
    places = Counted(toolkit=_NAME, member=_CLUSTERS, unit="document", lengths=lengths, inclusive=True)
    clusters: list[dict[str, list[list[int]]]] = [{} for _ in documents]
    for number, cluster in enumerate(lists(found.value[_CLUSTERS], _CLUSTERS)):
        entity = f"{found.line}:{found.column}:{number}"  # of this record alone
        for mention in cluster:
            document, *span = places.place(mention)
            clusters[document].setdefault(entity, []).append(span)
    _check_texts(found.value, list(chain.from_iterable(documents)), places)
    return [
        {"tokens": words, _CLUSTERS: of_document}
        for words, of_document in zip(documents, clusters, strict=True)
    ]


def _words(number: int, document: Any) -> list[str]:
    """The words of a document, which may stand in a list of their own."""
    inner = document[0] if isinstance(document, list) and len(document) == 1 else None
    words = inner if isinstance(inner, list) else document
    return words_in(words, _NAME, "tokens", f"document {number} (from 0) of this record")


def _check_texts(record: Record, words: list[str], places: Counted) -> None:
    """An error where a text of words of the documents is not that of the words at its offsets."""
    texts = record.get(_TEXTS)
    if not isinstance(texts, list) or not all(isinstance(of_cluster, list) for of_cluster in texts):
        return
    written, known = Letters(list(map(letters, words))), set(words)
    for cluster, of_cluster in zip(record[_CLUSTERS], texts, strict=False):
        for mention, text in zip(cluster, of_cluster, strict=False):
            if not isinstance(text, str) or not known.issuperset(text.split()):
                continue
            if not written.are(*places.span(mention), letters(text)):
                what = f"other words than {text[:40]!r} of `{_TEXTS}` stand at {mention}"
                remedy = "count in the documents of `tokens`; xCoRe 0.1.2 counts from where it cuts the text"
                raise Fault(what, remedy, _CLUSTERS)


XCORE = Toolkit(_NAME, _CLUSTERS, _has_documents, _records)
