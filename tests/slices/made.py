"""Random keys and responses with genres, tags and types, and what is left of them as files."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tests.oracles import corefud_oracle, slices_oracle
from tests.oracles.slices_oracle import Labelled, Side, band
from tests.support import made_corefud, plain_conll
from tests.support.made_corefud import TAGS, Document
from tests.support.plain_conll import Span

NAMES = ("bc/a_0", "nw/b_0", "c_0")
GENRES = ("bc", "nw", "(none)")
PENN = ("NN", "NNP", "PRP", "PRP$", "DT", "IN", "VBZ", "WP", ",", "JJ", "NNS")
TYPES = ("", "person", "place", "")
OPENING = re.compile(r"\((d\d+e?\w*(?:\[\d+/\d+\])?)-t-")


@dataclass(frozen=True)
class Spans:
    """Two parts for each document: the tags of tokens, and the entities of both sides."""

    tags: list[list[str]]
    key: list[list[list[Span]]]
    response: list[list[list[Span]]]

    def labelled(self, which: str) -> Side:
        sides: list[list[list[Span]]] = getattr(self, which)
        found = [
            one
            for part, entities in enumerate(sides)
            for number, entity in enumerate(entities)
            for one in slices_oracle.of_spans(entity, part, str(number), self.tags[part], GENRES[part // 2])
        ]
        return [with_words(one, self.words(one.part)) for one in found]

    def words(self, part: int) -> int:
        return sum(len(self.tags[part // 2 * 2 + more]) for more in (0, 1))

    def file(self, side: Side, lie: bool = False) -> bytes:
        """A side as a file; one that lies has tags of its own."""
        lines = []
        for part, tags in enumerate(self.tags):
            cells = plain_conll.brackets(slices_oracle.entities(side, part), len(tags))
            lines.append(f"#begin document ({NAMES[part // 2]}); part {part % 2:03d}")
            lines += [
                f"x\t{part % 2}\t{token}\tw{token}\t{'NNP' if lie else tag}\t-\t{cell}"
                for token, (tag, cell) in enumerate(zip(tags, cells, strict=True))
            ]
            lines += ["", "#end document"]
        return "\n".join([*lines, ""]).encode()


def spans(rng: random.Random) -> Spans:
    """Entities whose mentions the response moves, loses, and invents."""
    tags = [rng.choices(PENN, k=rng.randint(4, 12)) for _ in range(2 * len(NAMES))]
    key = [entities(rng, [(span(rng, len(words)), rng.randrange(4)) for _ in range(7)]) for words in tags]
    response = []
    for words, ours in zip(tags, key, strict=True):
        known = [(one, label) for label, entity in enumerate(ours) for one in entity if rng.random() < 0.85]
        moved = [(one, label if rng.random() < 0.7 else rng.randrange(4)) for one, label in known]
        response.append(entities(rng, [*moved, (span(rng, len(words)), rng.randrange(5))]))
    return Spans(tags, key, response)


def span(rng: random.Random, tokens: int) -> Span:
    start = rng.randrange(tokens)
    return start, min(start + rng.choice((0, 0, 1, 2, 4)), tokens - 1)


def entities(rng: random.Random, labelled: Sequence[tuple[Span, int]]) -> list[list[Span]]:
    once = dict(labelled)
    made = [
        plain_conll.uncrossed([one for one, label in once.items() if label == name])
        for name in sorted(set(once.values()))
    ]
    return [sorted(entity) for entity in made]


@dataclass(frozen=True)
class Texts:
    """CorefUD documents of both sides."""

    key: list[Document]
    response: list[Document]

    def labelled(self, which: str) -> Side:
        sides: list[Document] = getattr(self, which)
        found = []
        for part, document in enumerate(sides):
            mentions = corefud_oracle.mentions(document)
            for one in mentions:
                entity = [other for other in mentions if other.entity == one.entity]
                values = {
                    "genre": GENRES[part],
                    "size": band("size", len(entity)),
                    "range": band("range", reach(document, entity)),
                    **tagged(one),
                    **shape(document, one),
                    **({"etype": etype(part, entity)} if which == "key" else {}),
                }
                found.append(with_words(Labelled(one, part, one.entity, values), self.words(part)))
        return found

    def words(self, part: int) -> int:
        return sum(length(sentence) for sentence in self.key[part])

    def file(self, side: Side, which: str, lie: bool = False) -> bytes:
        """A side as a file with the mentions that are left; one that lies has tags and types of its own."""
        documents = [
            [
                replace(
                    sentence,
                    mentions=[one for one in sentence.mentions if left(side, part, number, sentence, one)],
                )
                for number, sentence in enumerate(document)
            ]
            for part, document in enumerate(getattr(self, which))
        ]
        text = made_corefud.corefud(documents)
        for part, name in enumerate(NAMES):
            genre = "" if lie or part == 2 else f"\n# meta::genre = {GENRES[part]}"
            text = text.replace(f"# newdoc id = d{part}\n", f"# newdoc id = x{name}{genre}\n")
        return with_types(text, lie).encode()


def texts(rng: random.Random) -> Texts:
    key = [made_corefud.random_document(rng) for _ in NAMES]
    return Texts(key, [made_corefud.random_response(rng, document) for document in key])


def left(
    side: Side, part: int, number: int, sentence: made_corefud.Sentence, one: made_corefud.Mention
) -> bool:
    nodes = tuple(corefud_oracle.node(number, sentence.ids[index]) for index in one.nodes)
    return any(kept.part == part and kept.what.nodes == nodes for kept in side)


def with_types(text: str, lie: bool) -> str:
    """The types of entities in each opening bracket, by what it begins with and where it stands."""
    lines, sentence = [], -1
    for line in text.split("\n"):
        sentence = -1 if line.startswith("# newdoc") else sentence + line.startswith("# sent_id")
        cells = line.split("\t")
        if len(cells) == 10:
            name = corefud_oracle.node(sentence, cells[0])
            cells[9] = OPENING.sub(
                lambda found, at=name: f"({found[1]}-{type_of(found[1], at, lie)}-", cells[9]
            )
            cells[3] = "X" if lie else cells[3]
        lines.append("\t".join(cells))
    return "\n".join(lines)


def type_of(name: str, node: tuple[int, int, int], lie: bool) -> str:
    return "lie" if lie else type_at(name, node)


def type_at(name: str, node: tuple[int, int, int]) -> str:
    letters = sum(map(ord, name.partition("[")[0]))
    return TYPES[(letters + node[0] + 3 * node[1] + node[2]) % len(TYPES)]


def etype(part: int, entity: Sequence[corefud_oracle.Mention]) -> str:
    in_order = sorted(entity, key=lambda one: (one.nodes[0], -len(one.nodes)))
    types = [type_at(f"d{part}{one.entity}", one.nodes[0]) for one in in_order]
    return next(filter(None, types), "(none)")


def length(sentence: made_corefud.Sentence) -> int:
    return sum("." not in name for name in sentence.ids)


def reach(document: Document, entity: Sequence[corefud_oracle.Mention]) -> int:
    starts = [
        sum(length(sentence) for sentence in document[: one.nodes[0][0]]) + max(one.nodes[0][1], 1)
        for one in entity
    ]
    return max(starts) - min(starts)


def tagged(one: corefud_oracle.Mention) -> dict[str, str]:
    _, word, decimal = one.head
    tag, features = TAGS[sum(map(ord, str(word))) % len(TAGS)].split("|")
    pronoun = decimal or tag == "PRON" or (tag, features) == ("DET", "Poss=Yes")
    return {
        "class": "PRO" if pronoun else "PN" if tag == "PROPN" else "NP",
        "upos": "zero" if decimal else tag,
        "zero": "zero" if decimal else "overt",
    }


def shape(document: Document, one: corefud_oracle.Mention) -> dict[str, str]:
    sentence = one.nodes[0][0]
    nodes = [corefud_oracle.node(sentence, name) for name in document[sentence].ids]
    between = [node for node in nodes if one.nodes[0] <= node <= one.nodes[-1]]
    return {
        "length": band("length", sum(not decimal for _, _, decimal in one.nodes)),
        "gap": "whole" if set(between) == set(one.nodes) else "gap",
    }


def with_words(one: Labelled, words: int) -> Labelled:
    return replace(one, values={**one.values, "words": band("words", words)})
