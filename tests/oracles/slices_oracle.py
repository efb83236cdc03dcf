"""Slices by deleting everything else from both sides, mention by mention; slow and plain.

A side is a list of mentions that carry their part, their entity and the value of every attribute.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.oracles import corefud_oracle
from tests.oracles.denotation_oracle import NOMINAL
from tests.support.plain_conll import Part, Span

BANDS = {"words": (0, 12, 20), "size": (1, 2, 3), "range": (0, 2, 6), "length": (0, 1, 2, 4)}
PARTS_OF_SPEECH = {"NNP": "PN", "PROPN": "PN", "PRP": "PRO", "PRP$": "PRO", "WP": "PRO", "PRON": "PRO"}


@dataclass(frozen=True)
class Labelled:
    """A mention; ``what`` is its span, or its nodes with a head."""

    what: Any
    part: int
    entity: str
    values: Mapping[str, str]

    @property
    def chain(self) -> tuple[int, str]:
        return self.part, self.entity


Side = list[Labelled]


def band(attribute: str, count: int) -> str:
    """The name of the band that a count is in."""
    begins = BANDS[attribute]
    place = max(place for place, begin in enumerate(begins) if begin <= count)
    if place == len(begins) - 1:
        return f"{begins[place]}+"
    last = begins[place + 1] - 1
    return str(last) if last == begins[place] else f"{begins[place]}-{last}"


def head(tags: Sequence[str], span: Span) -> int:
    """The head of a span, found by going through it once."""
    nominal = -1
    for token in range(span[0], span[1] + 1):
        if nominal >= 0 and (tags[token] in ("IN", "TO", ",") or tags[token][0] in "WV"):
            break
        if tags[token].startswith(NOMINAL):
            nominal = token
    return nominal if nominal >= 0 else span[1]


def of_spans(entities: Sequence[Span], part: int, name: str, tags: Sequence[str], genre: str) -> Side:
    """The mentions of an entity of spans, labelled."""
    starts = [start for start, _ in entities]
    return [
        Labelled(
            span,
            part,
            name,
            {
                "genre": genre,
                "size": band("size", len(entities)),
                "range": band("range", max(starts) - min(starts)),
                "class": PARTS_OF_SPEECH.get(tags[head(tags, span)], "NP"),
                "upos": tags[head(tags, span)],
                "length": band("length", span[1] - span[0] + 1),
            },
        )
        for span in entities
    ]


def deleted(side: Side, value: Mapping[str, str], keep: str) -> Side:
    """What is kept of a side."""
    inside = [one for one in side if all(one.values.get(name) == value[name] for name in value)]
    if keep != "mentions":
        chains = {one.chain for one in inside}
        inside = [one for one in side if one.chain in chains]
    return inside


def without_singletons(side: Side) -> Side:
    chains = [one.chain for one in side]
    return [one for one in side if chains.count(one.chain) > 1]


def with_types(key: Side, response: Side, pairs: Sequence[tuple[Labelled, Labelled]]) -> Side:
    """The response with the types of the key entities that share most mentions; some get none."""
    typed = []
    for one in response:
        shared = [ours for ours, theirs in pairs if theirs.chain == one.chain]
        best = max(
            ({ours.chain for ours in shared}),
            key=lambda chain: (sum(ours.chain == chain for ours in shared), earlier(key, chain)),
            default=None,
        )
        found = next((ours.values["etype"] for ours in key if ours.chain == best), None)
        typed.append(
            Labelled(one.what, one.part, one.entity, {**one.values, **({"etype": found} if found else {})})
        )
    return typed


def earlier(key: Side, chain: tuple[int, str]) -> tuple[Any, ...]:
    """Greater for the entity whose first mention begins earlier, then has more nodes."""
    begin, nodes = min((one.what.nodes[0], -len(one.what.nodes)) for one in key if one.chain == chain)
    return (*(-number for number in begin), -nodes)


def is_settled(key: Side) -> bool:
    """Whether no two entities of a document begin alike, of which nobody has settled the earlier one."""
    chains = {one.chain for one in key}
    return len({(chain[0], earlier(key, chain)) for chain in chains}) == len(chains)


def matched(key: Side, response: Side, match: str, zeros: str) -> list[tuple[Labelled, Labelled]]:
    """The pairs of mentions of nodes that are one, document by document."""
    found = []
    for part in sorted({one.part for one in key}):
        ours, theirs = ([one for one in side if one.part == part] for side in (key, response))
        pairs = corefud_oracle.pairs([one.what for one in ours], [one.what for one in theirs], match, zeros)
        found += [
            (next(a for a in ours if a.what is one), next(b for b in theirs if b.what is other))
            for one, other in pairs
        ]
    return found


def as_parts(key: Side, response: Side, parts: int, match: str | None, zeros: str) -> list[Part]:
    """Both sides as entities of comparable mentions: spans are their own, nodes are matched first."""
    if match is None:
        return [(entities(key, part), entities(response, part)) for part in range(parts)]
    made = []
    for part in range(parts):
        ours, theirs = ([one.what for one in side if one.part == part] for side in (key, response))
        pairs = corefud_oracle.pairs(ours, theirs, match, zeros)
        made.append(corefud_oracle.as_spans(ours, theirs, pairs))
    return made


def entities(side: Side, part: int) -> list[frozenset[Any]]:
    names = dict.fromkeys(one.entity for one in side if one.part == part)
    return [frozenset(one.what for one in side if one.chain == (part, name)) for name in names]
