"""Kinds of errors and mended responses of one part, by their definition; slow and plain.

Mentions are spans (start, end). Heads are unknown, so a pair of spans shares its first or its last token.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import product

Span = tuple[int, int]
Entity = frozenset[Span]
KINDS = (
    "span",
    "conflated",
    "extra_mention",
    "extra_entity",
    "divided",
    "missing_mention",
    "missing_entity",
)


def span_pairs(key: Iterable[Entity], response: Iterable[Entity]) -> dict[Span, Span]:
    """The key's span of each response mention with a wrong one."""
    ours, theirs = ({mention for entity in side for mention in entity} for side in (key, response))
    free = set(product(ours - theirs, theirs - ours))
    pairs: dict[Span, Span] = {}
    while candidates := [(distance(k, r), k, r) for k, r in free if is_candidate(k, r)]:
        _, k, r = min(candidates)
        pairs[r] = k
        free = {(other, one) for other, one in free if other != k and one != r}
    return pairs


def is_candidate(k: Span, r: Span) -> bool:
    nested = (k[0] <= r[0] and r[1] <= k[1]) or (r[0] <= k[0] and k[1] <= r[1])
    return nested and (k[0] == r[0] or k[1] == r[1])


def distance(k: Span, r: Span) -> int:
    return abs(k[0] - r[0]) + abs(k[1] - r[1])


def renamed(response: Iterable[Entity], pairs: dict[Span, Span]) -> list[Entity]:
    return [frozenset(pairs.get(mention, mention) for mention in entity) for entity in response]


def main_piece(entity: Entity, others: Sequence[Entity]) -> Entity:
    """The largest set of mentions shared with another entity, of equal ones the earliest; maybe empty."""
    pieces = [entity & other for other in others if entity & other]
    return min(pieces, key=lambda piece: (-len(piece), min(piece)), default=frozenset())


def found(key: Sequence[Entity], response: Sequence[Entity]) -> dict[str, int]:
    """The number of errors of each kind."""
    pairs = span_pairs(key, response)
    named = renamed(response, pairs)
    ours, theirs = (frozenset().union(*side) for side in (key, named))
    return {
        "span": len(pairs),
        "conflated": sum(max(pieces(entity, key) - 1, 0) for entity in named),
        "extra_mention": sum(len(entity - ours) for entity in named if entity & ours),
        "extra_entity": sum(not entity & ours for entity in named),
        "divided": sum(max(pieces(entity, named) - 1, 0) for entity in key),
        "missing_mention": sum(len(entity - theirs) for entity in key if entity & theirs),
        "missing_entity": sum(not entity & theirs for entity in key),
    }


def pieces(entity: Entity, others: Sequence[Entity]) -> int:
    return sum(bool(entity & other) for other in others)


def mended(key: Sequence[Entity], response: Sequence[Entity], kinds: Collection[str]) -> list[Entity]:
    """The response with the errors of these kinds mended, one kind after the other."""
    pairs = span_pairs(key, response)
    original = renamed(response, pairs)
    of_key = {mention: entity for entity in key for mention in entity}
    place = {mention: str(number) for number, entity in enumerate(original) for mention in entity}
    mains = {entity: main_piece(entity, original) for entity in key}
    if "conflated" in kinds:
        for entity in original:
            for piece in {entity & other for other in key} - {frozenset(), main_piece(entity, key)}:
                place |= dict.fromkeys(piece, f"apart {min(piece)}")
    if "extra_mention" in kinds:
        for entity in original:
            if any(mention in of_key for mention in entity):
                place = {
                    mention: label for mention, label in place.items() if mention not in entity - set(of_key)
                }
    if "extra_entity" in kinds:
        for entity in original:
            if not any(mention in of_key for mention in entity):
                place = {mention: label for mention, label in place.items() if mention not in entity}
    moved = {}
    for entity, main in mains.items():
        if main:
            where = place[min(main)]
            if "divided" in kinds:
                moved |= {mention: where for mention in entity if mention in place}
            if "missing_mention" in kinds:
                moved |= {mention: where for mention in entity if not any(mention in one for one in original)}
        elif "missing_entity" in kinds:
            moved |= dict.fromkeys(entity, f"new {min(entity)}")
    place |= moved
    names = {} if "span" in kinds else {k: r for r, k in pairs.items()}
    return [
        frozenset(names.get(mention, mention) for mention in place if place[mention] == label)
        for label in dict.fromkeys(place.values())
    ]


def names(key: Sequence[Entity], response: Sequence[Entity]) -> dict[str, set[object]]:
    """What errors are known by: systems with the same name of a kind share the error."""
    pairs = span_pairs(key, response)
    named = renamed(response, pairs)
    ours, theirs = (frozenset().union(*side) for side in (key, named))
    return {
        "span": set(pairs.values()),
        "conflated": {
            frozenset([other, next(one for one in key if main_piece(entity, key) & one)])
            for entity in named
            for other in key
            if entity & other and not main_piece(entity, key) & other
        },
        "extra_mention": {mention for entity in named if entity & ours for mention in entity - ours},
        "extra_entity": {entity for entity in named if not entity & ours},
        "divided": {entity for entity in key if pieces(entity, named) > 1},
        "missing_mention": {mention for entity in key if entity & theirs for mention in entity - theirs},
        "missing_entity": {entity for entity in key if not entity & theirs},
    }
