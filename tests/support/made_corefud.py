"""Random CorefUD texts as plain lists: zeros, discontinuous mentions, mentions with one head, and a writer.

A node is an index into its sentence, words and empty nodes alike. Mentions of one entity that share a
range nest and are in one piece, because the format can write nothing else.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

HEADER = "# global.Entity = eid-etype-head-other"
RELATIONS = ("nsubj", "obj", "nsubj:pass", "orphan")
TAGS = ("NOUN|_", "PROPN|_", "PRON|Case=Nom", "DET|Poss=Yes", "VERB|_", "ADP|_", "PUNCT|_")


@dataclass(frozen=True)
class Mention:
    """A mention whose ``head`` is below 0 names none."""

    entity: str
    nodes: tuple[int, ...]
    head: int


@dataclass(frozen=True)
class Sentence:
    """``ids`` are those of the first column; ``edges`` the enhanced dependencies of each node."""

    ids: list[str]
    edges: list[str]
    mentions: list[Mention] = field(default_factory=list)


Document = list[Sentence]


def random_document(rng: random.Random) -> Document:
    entities = rng.randint(1, 6)
    return [random_sentence(rng, entities, rng.randint(1, 9)) for _ in range(rng.randint(1, 4))]


def long_document(rng: random.Random) -> Document:
    """A document of the size of those in the shared tasks: about 500 words."""
    return [random_sentence(rng, 40, rng.randint(5, 35), rarity=10) for _ in range(rng.randint(15, 35))]


def random_sentence(rng: random.Random, entities: int, words: int, rarity: int = 1) -> Sentence:
    """Empty nodes, gaps and heads in common are ``rarity`` times rarer than is good for a test."""
    empties = [rng.choice((*(0,) * 5 * rarity, 1, 1, 2)) for _ in range(words + 1)]
    sentence = with_nodes(words, empties, rng)
    for _ in range(rng.randint(0, 7)):
        entity = f"e{rng.randrange(entities)}"
        sentence = added(sentence, random_mention(rng, sentence, entity, rarity))
    return sentence


def with_nodes(words: int, empties: Sequence[int], rng: random.Random) -> Sentence:
    """A sentence of some words with so many empty nodes after each, and before the first."""
    ids = [
        name
        for word in range(words + 1)
        for name in ([str(word)] if word else []) + [f"{word}.{n}" for n in range(1, empties[word] + 1)]
    ]
    return Sentence(ids, [random_edges(rng, ids) if "." in name else "_" for name in ids])


def random_edges(rng: random.Random, ids: Sequence[str]) -> str:
    parents = rng.choices(["0", *ids], k=rng.choice((1, 1, 1, 2, 3)))
    return "|".join(dict.fromkeys(f"{parent}:{rng.choice(RELATIONS)}" for parent in parents))


def random_mention(rng: random.Random, sentence: Sentence, entity: str, rarity: int = 1) -> Mention:
    """An empty node, a run of nodes, one with a gap, or one around the head of another mention."""
    zeros = [node for node, name in enumerate(sentence.ids) if "." in name]
    if zeros and rng.random() < 0.25:
        node = rng.choice(zeros)
        return Mention(entity, (node,), node)
    first = rng.randrange(len(sentence.ids))
    last = min(first + rng.choice((0, 1, 2, 3, 5)), len(sentence.ids) - 1)
    head = -1
    shared = [mention.head for mention in sentence.mentions if mention.head not in zeros]
    if shared and rng.random() < 0.4 / rarity:
        head = rng.choice(shared)
        first, last = min(first, head), max(last, head)
    nodes = list(range(first, last + 1))
    if head < 0:
        head = rng.choice([node for node in nodes if node not in zeros] or nodes)
    if len(nodes) > 2 and rng.random() < 0.3 / rarity:
        nodes = [node for node in nodes if node in (first, last, head) or rng.random() < 0.5]
    return Mention(entity, tuple(nodes), head)


def added(sentence: Sentence, mention: Mention) -> Sentence:
    """The sentence with the mention, where it can be written beside the others."""
    if all(writable(mention, other) for other in sentence.mentions):
        return replace(sentence, mentions=[*sentence.mentions, mention])
    return sentence


def writable(one: Mention, other: Mention) -> bool:
    """Whether no span stands twice, and brackets of one entity cannot be mistaken."""
    if one.nodes == other.nodes:
        return False
    apart = one.nodes[-1] < other.nodes[0] or other.nodes[-1] < one.nodes[0]
    if one.entity != other.entity or apart:
        return True
    whole = all(len(runs(mention.nodes)) == 1 for mention in (one, other))
    return whole and (set(one.nodes) < set(other.nodes) or set(other.nodes) < set(one.nodes))


def runs(nodes: Sequence[int]) -> list[tuple[int, int]]:
    """The pieces of a mention."""
    ends = [0, *(index for index, (a, b) in enumerate(pairwise(nodes), 1) if b != a + 1), len(nodes)]
    return [(nodes[start], nodes[stop - 1]) for start, stop in pairwise(ends)]


# What a system makes of a key.


def random_response(rng: random.Random, key: Document) -> Document:
    return [distorted(rng, sentence) for sentence in key]


def distorted(rng: random.Random, key: Sentence) -> Sentence:
    """Other empty nodes, and mentions that were moved, lost, misread, linked elsewhere or made up."""
    sentence, place = other_empties(rng, key)
    entities = sorted({mention.entity for mention in key.mentions}) or ["e0"]
    for mention in rng.sample(key.mentions, len(key.mentions)):
        for _ in range(rng.choice((0, 1, 1, 1, 1, 2))):
            found = misread(rng, sentence, mention, place)
            if found.nodes:
                entity = rng.choice(entities) if rng.random() < 0.2 else mention.entity
                sentence = added(sentence, replace(found, entity=entity))
    for _ in range(rng.choice((0, 0, 1, 2))):
        sentence = added(sentence, random_mention(rng, sentence, rng.choice([*entities, "x"])))
    return sentence


def other_empties(rng: random.Random, key: Sentence) -> tuple[Sentence, dict[int, int]]:
    """Empty nodes lost, moved and made up; where the nodes of the key are now."""
    words = sum("." not in name for name in key.ids)
    empties = [0] * (words + 1)
    moved: dict[int, tuple[int, int]] = {}
    for node, name in enumerate(key.ids):
        if "." in name and rng.random() < 0.85:
            slot = int(name.split(".")[0])
            slot = rng.randint(max(slot - 1, 0), min(slot + 1, words)) if rng.random() < 0.2 else slot
            empties[slot] += 1
            moved[node] = slot, empties[slot]
    for slot in range(words + 1):
        empties[slot] += rng.random() < 0.05
    sentence = with_nodes(words, empties, rng)
    names = {name: node for node, name in enumerate(sentence.ids)}
    place = {
        node: names[name] if "." not in name else names["{}.{}".format(*moved[node])]
        for node, name in enumerate(key.ids)
        if "." not in name or node in moved
    }
    for node, now in place.items():
        if key.edges[node] != "_" and rng.random() < 0.8:
            known = [edge for edge in key.edges[node].split("|") if edge.split(":")[0] in ("0", *names)]
            sentence.edges[now] = "|".join(known) or sentence.edges[now]
    return sentence, place


def misread(rng: random.Random, sentence: Sentence, mention: Mention, place: dict[int, int]) -> Mention:
    """The mention among the nodes of the response, perhaps with other ends, gaps or another head."""
    nodes = sorted({place[node] for node in mention.nodes if node in place})
    if nodes and len(runs(mention.nodes)) == 1 and len(mention.nodes) > 1:
        nodes = list(range(nodes[0], nodes[-1] + 1))
    change = rng.random()
    if nodes and change < 0.15 and nodes[-1] + 1 < len(sentence.ids):
        nodes = [*nodes, nodes[-1] + 1]
    elif len(nodes) > 1 and change < 0.3:
        nodes = nodes[1:]
    elif len(nodes) > 1 and change < 0.45:
        nodes = nodes[:-1]
    elif len(nodes) > 2 and change < 0.55:
        nodes = [nodes[0], *nodes[2:]]
    head = place.get(mention.head, -1)
    if nodes and (head not in nodes or rng.random() < 0.1):
        head = rng.choice(nodes)
    return Mention(mention.entity, tuple(nodes), head)


# Writing.


def corefud(documents: Sequence[Document], header: str = HEADER) -> str:
    """The documents d0, d1, ... as a CorefUD file."""
    lines: list[str] = []
    for number, document in enumerate(documents):
        lines += [f"# newdoc id = d{number}", header]
        for index, sentence in enumerate(document):
            lines += [f"# sent_id = d{number}-s{index}", *sentence_lines(sentence, f"d{number}"), ""]
    return "\n".join(lines) + "\n"


def sentence_lines(sentence: Sentence, document: str) -> list[str]:
    cells = brackets(sentence.mentions, document)
    rows = zip(sentence.ids, sentence.edges, range(len(sentence.ids)), strict=True)
    return [row(name, edges, cells.get(node, "_")) for name, edges, node in rows]


def row(name: str, edges: str, misc: str) -> str:
    tag, features = TAGS[sum(map(ord, name)) % len(TAGS)].split("|")
    form = "_" if "." in name else f"w{name}"
    head, relation = ("_", "_") if "." in name else ("0", "dep")
    return "\t".join([name, form, form, tag, "_", features, head, relation, edges, misc])


def brackets(mentions: Sequence[Mention], document: str) -> dict[int, str]:
    """``Entity=`` at each node: inner before outer where they close, outer before inner where they open."""
    opens: dict[int, list[tuple[int, str]]] = defaultdict(list)
    closes: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for mention in mentions:
        pieces = runs(mention.nodes)
        head = f"-{mention.nodes.index(mention.head) + 1}-" if mention.head >= 0 else ""
        for number, (first, last) in enumerate(pieces, 1):
            name = document + mention.entity + (f"[{number}/{len(pieces)}]" if len(pieces) > 1 else "")
            if first == last:
                opens[first].append((0, f"({name}-t{head})"))
            else:
                opens[first].append((first - last, f"({name}-t{head}"))
                closes[last].append((last - first, f"{name})"))
    return {
        node: "Entity=" + "".join(text for _, text in [*sorted(closes[node]), *sorted(opens[node])])
        for node in sorted({*opens, *closes})
    }
