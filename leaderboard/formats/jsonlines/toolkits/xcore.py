"""xCoRe across documents: a record has several, and mentions are `[document, start, end]`."""

from __future__ import annotations

from typing import Any

from leaderboard.formats.jsonlines.documents import Found
from leaderboard.formats.jsonlines.members import NAMES, Fault, lists
from leaderboard.formats.jsonlines.toolkits.toolkit import Counted, Record, Toolkit, words_in
from leaderboard.formats.reading import Reading

_NAME, _CLUSTERS = "xCoRe", "clusters_token_offsets"


def _has_documents(record: Record) -> bool:
    tokens = record.get("tokens")
    several = isinstance(tokens, list) and isinstance(next(iter(tokens), None), list)
    return several and _CLUSTERS in record and not any(name in record for name in NAMES)


def _records(found: Found, reading: Reading) -> list[Record]:
    if reading.join is None:
        what = "a record of xCoRe with entities across documents"
        raise Fault(what, "score it with --across corpus, topic or subtopic", "tokens", everywhere=True)
    documents = [_words(number, one) for number, one in enumerate(found.value["tokens"])]
    lengths = list(map(len, documents))
    places = Counted(toolkit=_NAME, member=_CLUSTERS, unit="document", lengths=lengths, inclusive=True)
    clusters: list[dict[str, list[list[int]]]] = [{} for _ in documents]
    for number, cluster in enumerate(lists(found.value[_CLUSTERS], _CLUSTERS)):
        entity = f"{found.line}:{found.column}:{number}"  # of this record alone
        for mention in cluster:
            document, *span = places.place(mention)
            clusters[document].setdefault(entity, []).append(span)
    return [
        {"tokens": words, _CLUSTERS: of_document}
        for words, of_document in zip(documents, clusters, strict=True)
    ]


def _words(number: int, document: Any) -> list[str]:
    """The words of a document, which may stand in a list of their own."""
    inner = document[0] if isinstance(document, list) and len(document) == 1 else None
    words = inner if isinstance(inner, list) else document
    return words_in(words, _NAME, "tokens", f"document {number} (from 0) of this record")


XCORE = Toolkit(_NAME, _CLUSTERS, _has_documents, _records)
