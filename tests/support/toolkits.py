"""The same documents as each toolkit writes them, and as CoNLL."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

Span = tuple[int, int]


class Document(NamedTuple):
    """A name, sentences, and spans of words of the document, with inclusive ends, by the ids of entities."""

    name: str
    sentences: list[list[str]]
    entities: dict[str, list[Span]]

    @property
    def words(self) -> list[str]:
        return [word for sentence in self.sentences for word in sentence]

    @property
    def clusters(self) -> list[list[Span]]:
        return list(self.entities.values())

    def place(self, span: Span) -> tuple[int, int, int]:
        """The sentence of a span, and its first and last word in it."""
        begins = list(accumulate(map(len, self.sentences), initial=0))
        number = max(place for place, begin in enumerate(begins[:-1]) if begin <= span[0])
        return number, span[0] - begins[number], span[1] - begins[number]


def random_documents(chance: random.Random, like: Sequence[Document] = ()) -> list[Document]:
    """A few documents, or other entities of the same; mentions are in a sentence, and their ids recur."""
    texts = [(one.name, one.sentences) for one in like] or [
        (f"d{number}", _sentences(chance)) for number in range(chance.randint(1, 4))
    ]
    return [Document(name, sentences, _entities(sentences, chance)) for name, sentences in texts]


def _sentences(chance: random.Random) -> list[list[str]]:
    return [
        [chance.choice(("Ann", "Zoë", '"', "a", ".", "日本")) for _ in range(chance.randint(1, 7))]
        for _ in range(chance.randint(1, 4))
    ]


def _entities(sentences: list[list[str]], chance: random.Random) -> dict[str, list[Span]]:
    entities: dict[str, list[Span]] = {}
    begin, used = 0, set[Span]()
    for sentence in sentences:
        for _ in range(chance.randint(0, 4)):
            start, last = sorted(begin + chance.randrange(len(sentence)) for _ in range(2))
            others = entities.setdefault(f"e{chance.randrange(4)}", [])
            # Brackets of one id that cross are read otherwise.
            crossing = any(a < start <= b < last or start < a <= last < b for a, b in others)
            if (start, last) not in used and not crossing:
                used.add((start, last))
                others.append((start, last))
        begin += len(sentence)
    return {name: spans for name, spans in entities.items() if spans}


def conll(documents: Sequence[Document]) -> str:
    lines = []
    for document in documents:
        lines.append(f"#begin document ({document.name}); part 000")
        spans = [(*span, name) for name, spans in document.entities.items() for span in spans]
        number = 0
        for sentence in document.sentences:
            for word in sentence:
                ends = [(start, name) for start, last, name in spans if last == number != start]
                begins = [(last, name) for start, last, name in spans if start == number]
                cells = [f"{name})" for _, name in sorted(ends, reverse=True)]
                for last, name in sorted(begins, reverse=True):
                    cells.append(f"({name})" if last == number else f"({name}")
                lines.append(f"{document.name}\t0\t{number}\t{word}\tX\t{'|'.join(cells) or '-'}")
                number += 1
            lines.append("")
        lines.append("#end document")
    return "".join(f"{line}\n" for line in lines)


def _texts(document: Document) -> list[list[str]]:
    return [[" ".join(document.words[start : last + 1]) for start, last in one] for one in document.clusters]


def _maverick(document: Document) -> dict[str, Any]:
    return {
        "tokens": document.words,
        "clusters_token_offsets": document.clusters,
        "clusters_char_offsets": None,
        "clusters_token_text": _texts(document),
        "clusters_char_text": None,
    }


def _xcore(document: Document) -> dict[str, Any]:
    texts = _texts(document)
    return {
        "tokens": document.words,
        "clusters_token_offsets": document.clusters,
        "clusters_token_text": texts,
    }


def _allennlp(document: Document) -> dict[str, Any]:
    spans = sorted(span for cluster in document.clusters for span in cluster)
    return {
        "top_spans": spans,
        "antecedent_indices": [list(range(len(spans)))],
        "predicted_antecedents": [-1] * len(spans),
        "document": document.words,
        "clusters": document.clusters,
    }


def _corenlp(document: Document) -> dict[str, Any]:
    def mention(number: int, span: Span) -> dict[str, Any]:
        sentence, start, last = document.place(span)
        text = " ".join(document.sentences[sentence][start : last + 1])
        place = {
            "startIndex": start + 1,
            "endIndex": last + 2,
            "headIndex": last + 1,
            "sentNum": sentence + 1,
        }
        return {"id": number, "text": text, "type": "PROPER", **place, "position": [sentence + 1, number]}

    sentences = [
        {
            "index": index,
            "parse": "(ROOT)",
            "tokens": [{"index": place, "word": word} for place, word in enumerate(sentence, 1)],
        }
        for index, sentence in enumerate(document.sentences)
    ]
    chains = {
        str(number): [mention(place, span) for place, span in enumerate(cluster)]
        for number, cluster in enumerate(document.clusters, 10)
    }
    return {"sentences": sentences, "corefs": chains}


def _preco(document: Document) -> dict[str, Any]:
    clusters = [
        [(sentence, start, last + 1) for sentence, start, last in map(document.place, cluster)]
        for cluster in document.clusters
    ]
    return {"id": document.name, "sentences": document.sentences, "mention_clusters": clusters}


def _cross(documents: Sequence[Document], nested: bool) -> dict[str, Any]:
    names = dict.fromkeys(name for document in documents for name in document.entities)
    clusters = [
        [(number, *span) for number, one in enumerate(documents) for span in one.entities.get(name, ())]
        for name in names
    ]
    tokens = [[one.words] if nested else one.words for one in documents]
    texts = [
        [" ".join(documents[number].words[start : last + 1]) for number, start, last in cluster]
        for cluster in clusters
    ]
    return {"tokens": tokens, "clusters_token_offsets": clusters, "clusters_token_text": texts}


def lines(records: Sequence[Mapping[str, Any]]) -> bytes:
    return "".join(f"{json.dumps(record)}\n" for record in records).encode()


def _each(write: Callable[[Document], dict[str, Any]]) -> Callable[[Sequence[Document]], bytes]:
    return lambda documents: lines([write(document) for document in documents])


def _pretty(documents: Sequence[Document]) -> bytes:
    named = [{"docId": document.name, **_corenlp(document)} for document in documents]
    return "\n".join(json.dumps(one, indent=2, ensure_ascii=False) for one in named).encode()


# What is written of documents by themselves, and with entities across documents.
WITHIN: dict[str, Callable[[Sequence[Document]], bytes]] = {
    "maverick": _each(_maverick),
    "xCoRe": _each(_xcore),
    "AllenNLP": _each(_allennlp),
    "CoreNLP": _each(_corenlp),
    "CoreNLP, named and indented": _pretty,
    "PreCo": _each(_preco),
}
ACROSS: dict[str, Callable[[Sequence[Document]], bytes]] = {
    "xCoRe across documents": lambda documents: lines([_cross(documents, nested=True)]),
    "xCoRe across documents, lists of words": lambda documents: lines([_cross(documents, nested=False)]),
}


Read = tuple[str | None, dict[str, list[Span]]]


def read_plainly(record: Mapping[str, Any]) -> list[Read] | None:
    """The name of each document of an accepted record, and its mentions by id; None where no toolkit's."""
    if "mention_clusters" in record:
        chains = [[tuple(mention) for mention in cluster] for cluster in record["mention_clusters"]]
        return [(_name(record, "id"), _in_document(record["sentences"], chains))]
    if "corefs" in record:
        chains = [
            [(one["sentNum"] - 1, one["startIndex"] - 1, one["endIndex"] - 1) for one in chain]
            for chain in record["corefs"].values()
        ]
        return [
            (_name(record, "docId"), _in_document([one["tokens"] for one in record["sentences"]], chains))
        ]
    if "document" in record and "top_spans" in record:
        clusters = record["clusters"]
        ids = clusters if isinstance(clusters, dict) else dict(enumerate(clusters))
        return [(_name(record, ""), {str(name): list(map(tuple, spans)) for name, spans in ids.items()})]
    if record.get("tokens") and isinstance(record["tokens"][0], list):
        return _of_documents(record)
    return None


def _name(record: Mapping[str, Any], own: str) -> str | None:
    return next((record[name] for name in ("doc_key", "doc_id", "document_id", own) if name in record), None)


def _in_document(
    sentences: Sequence[Sequence[object]], chains: Sequence[Sequence[tuple[int, int, int]]]
) -> dict[str, list[Span]]:
    """Mentions with exclusive ends within sentences, by the place of their chain."""
    begins = list(accumulate(map(len, sentences), initial=0))
    return {
        str(number): [
            (begins[sentence] + start, begins[sentence] + end - 1) for sentence, start, end in chain
        ]
        for number, chain in enumerate(chains)
    }


def _of_documents(record: Mapping[str, Any]) -> list[Read]:
    documents: list[Read] = [(None, {}) for _ in record["tokens"]]
    for number, cluster in enumerate(record["clusters_token_offsets"]):
        for document, start, last in cluster:
            documents[document][1].setdefault(f"{id(record)} {number}", []).append((start, last))
    return documents
