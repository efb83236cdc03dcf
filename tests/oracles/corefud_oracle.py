"""Matching, MOR and the score of zeros as their definitions say, on made texts; slow and plain."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.optimize import linear_sum_assignment

from tests.support import plain_conll
from tests.support.made_corefud import Document

# A sentence, a word of it and a decimal, all from 0, word 0 being the root.
Node = tuple[int, int, int]


@dataclass(frozen=True)
class Mention:
    entity: str
    nodes: tuple[Node, ...]
    head: Node
    edges: frozenset[tuple[Node, str]]

    @property
    def zero(self) -> bool:
        return self.head[2] > 0

    @property
    def order(self) -> tuple[Node, Node, int]:
        return self.nodes[0], self.nodes[-1], len(self.nodes)


Pairs = list[tuple[Mention, Mention]]


def mentions(document: Document, *, singletons: bool = True) -> list[Mention]:
    """The mentions in order of the text."""
    found = []
    for number, sentence in enumerate(document):
        for mention in sentence.mentions:
            nodes = tuple(node(number, sentence.ids[index]) for index in mention.nodes)
            edges = [edge.split(":", 1) for edge in sentence.edges[mention.head].split("|") if edge != "_"]
            found.append(
                Mention(
                    mention.entity,
                    nodes,
                    node(number, sentence.ids[mention.head]),
                    frozenset((node(number, parent), relation) for parent, relation in edges),
                )
            )
    sizes = [one.entity for one in found]
    kept = [one for one in found if singletons or sizes.count(one.entity) > 1]
    return sorted(kept, key=lambda one: one.order)


def node(sentence: int, name: str) -> Node:
    word, _, decimal = name.partition(".")
    return sentence, int(word), int(decimal or 0)


def is_clear(side: list[Mention]) -> bool:
    """Whether no two mentions have the same begin, end and size, whose order nobody has settled."""
    return all(one.order != other.order for one, other in pairwise(side))


def pairs(key: list[Mention], response: list[Mention], match: str, zeros: str) -> Pairs:
    found: Pairs = []
    if zeros == "dependent":
        found += best([one for one in key if one.zero], [one for one in response if one.zero], by_parents)
    ours, theirs = left(key, response, found)
    found += [
        (one, other)
        for one in ours
        for other in theirs
        if one.nodes == other.nodes and (match != "head" or one.head == other.head)
    ]
    if match != "exact":
        found += best(*left(key, response, found), by_head if match == "head" else by_part)
    return found


def left(key: list[Mention], response: list[Mention], found: Pairs) -> tuple[list[Mention], list[Mention]]:
    return (
        [one for one in key if all(one is not known for known, _ in found)],
        [other for other in response if all(other is not known for _, known in found)],
    )


def best(key: list[Mention], response: list[Mention], score) -> Pairs:  # type: ignore[no-untyped-def]
    table = np.array([[score(one, other) for other in response] for one in key])
    if not table.size:
        return []
    rows = zip(*linear_sum_assignment(-table), strict=True)
    return [(key[row], response[column]) for row, column in rows if table[row, column] > 0]


def by_head(one: Mention, other: Mention) -> float:
    return overlap(one, other) / len(one.nodes) if one.head == other.head else 0.0


def by_part(one: Mention, other: Mention) -> float:
    fits = one.head in other.nodes and set(other.nodes) <= set(one.nodes)
    return len(other.nodes) / len(one.nodes) if fits else 0.0


def by_parents(one: Mention, other: Mention) -> float:
    parents = [{parent for parent, _ in mention.edges} for mention in (one, other)]
    return 10 * f_score(one.edges, other.edges) + f_score(*parents)


def f_score(one, other) -> float:  # type: ignore[no-untyped-def]
    common = len(one & other)
    if not common:
        return 0.0
    recall, precision = common / len(one), common / len(other)
    return 2 * recall * precision / (recall + precision)


def overlap(one: Mention, other: Mention) -> int:
    return len(set(one.nodes) & set(other.nodes))


def mor(key: list[Mention], response: list[Mention]) -> list[int]:
    table = np.array([[overlap(one, other) for other in response] for one in key]).reshape(
        len(key), len(response)
    )
    best_total = int(table[linear_sum_assignment(-table)].sum()) if table.size else 0
    return [best_total, *(sum(len(one.nodes) for one in side) for side in (key, response))]


def zero(key: list[Mention], response: list[Mention], found: Pairs) -> list[int]:
    """Correct, all of the key, all of the response that count."""
    correct = wrong = missing = 0
    covered: list[Mention] = []
    for anaphor in filter(lambda one: one.zero and not is_first(one, key), key):
        partner = next((other for one, other in found if one is anaphor), None)
        covered += [partner] if partner else []
        before = [
            other.entity
            for one, other in found
            if one.entity == anaphor.entity and key.index(one) < key.index(anaphor)
        ]
        if partner is None or is_first(partner, response):
            missing += 1
        elif partner.entity in before:
            correct += 1
        else:
            wrong += 1
    spurious = sum(
        other.zero and not is_first(other, response) and all(other is not known for known in covered)
        for other in response
    )
    return [correct, correct + wrong + missing, correct + wrong + spurious]


def is_first(one: Mention, side: list[Mention]) -> bool:
    return next(other for other in side if other.entity == one.entity) is one


def as_spans(key: list[Mention], response: list[Mention], found: Pairs) -> plain_conll.Part:
    """The same partitions of one-token mentions: partners are one token, all others are apart."""
    ours = {id(one): number for number, one in enumerate(key)}
    theirs = {id(other): ours[id(one)] for one, other in found}
    for other in response:
        theirs.setdefault(id(other), len(key) + len(theirs))
    return (
        [{(ours[id(one)],) * 2 for one in key if one.entity == name} for name in names(key)],
        [{(theirs[id(one)],) * 2 for one in response if one.entity == name} for name in names(response)],
    )


def names(side: list[Mention]) -> list[str]:
    return list(dict.fromkeys(one.entity for one in side))
