"""Documents in the forms of language models and toolkits, written in the plainest way.

A document is its words and its entities; no two mentions cross, and none occurs twice.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

Span = tuple[int, int]

WORDS = tuple("Ann Lee it he 5 a.b x-y é # - _ , . ( ) { } 2019 “ \" ' / ; ##s [ ] < > &".split())  # noqa: SIM905
ESCAPED = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
BRACKETS = {"[": "\\[", "]": "\\]"}


class Document(NamedTuple):
    name: str
    words: list[str]
    entities: list[list[Span]]


def random_documents(chance: random.Random, words: Sequence[str] = WORDS) -> list[Document]:
    return [
        Document(
            f"d{number}", text := chance.choices(words, k=chance.randrange(1, 15)), entities(text, chance)
        )
        for number in range(chance.randrange(1, 4))
    ]


def entities(words: Sequence[str], chance: random.Random) -> list[list[Span]]:
    """Mentions that nest, in some entities."""
    found: dict[Span, int] = {}
    for _ in range(chance.randrange(12)):
        start, end = sorted(chance.choices(range(len(words)), k=2))
        if not any(a < start <= b < end or start < a <= end < b for a, b in found):
            found[start, end] = chance.randrange(4)
    by_entity: dict[int, list[Span]] = {}
    for span, entity in found.items():
        by_entity.setdefault(entity, []).append(span)
    return list(by_entity.values())


def around(document: Document) -> list[tuple[list[int], str, list[int]]]:
    """Each word, the entities whose mentions open before it, and those that close after it."""
    mentions = [(*span, number) for number, spans in enumerate(document.entities) for span in spans]
    outer_first = sorted(mentions, key=lambda mention: (mention[0], -mention[1]))
    return [
        (
            [entity for start, _, entity in outer_first if start == place],
            word,
            [entity for _, end, entity in reversed(outer_first) if end == place],
        )
        for place, word in enumerate(document.words)
    ]


def brackets(document: Document, forms: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Each word with its brackets: mentions of one word, those that open, those that close."""
    found = []
    for place, (opens, word, closes) in enumerate(around(document)):
        alone = [entity for entity, spans in enumerate(document.entities) if (place, place) in spans]
        for entity in alone:
            opens.remove(entity)
            closes.remove(entity)
        kinds = zip(forms, (alone, opens, closes), strict=True)
        found.append((word, [form.format(entity) for form, entities in kinds for entity in entities]))
    return found


def as_conll(documents: Sequence[Document]) -> str:
    lines = []
    for document in documents:
        lines.append(f"#begin document ({document.name}); part 000")
        for place, (word, cells) in enumerate(brackets(document, ("({})", "({}", "{})"))):
            lines.append(f"{document.name}\t0\t{place}\t{word}\tNN\t{'|'.join(cells) or '-'}")
        lines += ["", "#end document"]
    return "\n".join([*lines, ""])


def as_words(documents: Sequence[Document]) -> str:
    lines = [
        " ".join(
            f"{word}|{','.join(tags)}" if tags else word
            for word, tags in brackets(document, ("[{}]", "[{}", "{}]"))
        )
        for document in documents
    ]
    return "\n".join([*lines, ""])


def _tagged(
    opening: Callable[[int], str], closing: Callable[[int], str], escaped: dict[str, str]
) -> Callable[[Sequence[Document]], str]:
    def write(documents: Sequence[Document]) -> str:
        lines = [
            " ".join(
                "".join([*map(opening, opens), escaped.get(word, word), *map(closing, closes)])
                for opens, word, closes in around(document)
            )
            for document in documents
        ]
        return "\n".join([*lines, ""])

    return write


def as_stanza(documents: Sequence[Document]) -> str:
    lines = []
    for document in documents:
        lines += [f"# newdoc id = {document.name}", f"# text = {' '.join(document.words)}", "# sent_id = 0"]
        for place, word in enumerate(document.words):
            chains = []
            for entity, spans in enumerate(document.entities):
                for start, end in spans:
                    position = "unit" if start == end else {start: "start", end: "end"}.get(place, "middle")
                    if start <= place <= end:
                        chains.append(f"{position}-{'repr-' * (start % 2)}id{entity}")
            misc = "|".join(["start_char=0", *([f"coref_chains={','.join(chains)}"] if chains else [])])
            lines.append(f"{place + 1}\t{word}\t{word}\tX\t_\t_\t{place}\tdep\t_\t{misc}")
        lines.append("")
    return "\n".join(lines)


def as_booknlp(document: Document) -> tuple[str, str]:
    """The file of entities, and that of tokens."""
    found = ["COREF\tstart_token\tend_token\tprop\tcat\ttext"]
    for entity, spans in enumerate(document.entities):
        for start, end in spans:
            text = " ".join(document.words[start : end + 1])
            found.append(f"{entity}\t{start}\t{end}\tNOM\tPER\t{text}")
    columns = (
        "paragraph_ID sentence_ID token_ID_within_sentence token_ID_within_document word lemma byte_onset"
    )
    tokens = ["\t".join(columns.split())]
    tokens += [f"0\t0\t{place}\t{place}\t{word}\t{word}\t0" for place, word in enumerate(document.words)]
    return "".join(f"{line}\n" for line in found), "".join(f"{line}\n" for line in tokens)


TEXTS: dict[str, Callable[[Sequence[Document]], str]] = {
    "words": as_words,
    "links": _tagged(lambda entity: "[", lambda entity: f"](#{entity})", BRACKETS),
    "links with letters": _tagged(lambda entity: "[", lambda entity: f"](#e{entity})", BRACKETS),
    "xml": _tagged("<{}>".format, "</{}>".format, ESCAPED),
    "xml with letters": _tagged("<e{}>".format, "</e{}>".format, ESCAPED),
    "xml with attributes": _tagged('<m id="{}">'.format, lambda entity: "</m>", ESCAPED),
    "xml with other names": _tagged("<a-b id = 'c{}' >".format, lambda entity: "</a-b>", ESCAPED),
}
