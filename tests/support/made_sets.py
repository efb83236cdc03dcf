"""Random documents with sets of antecedents, and the same as the project's columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from leaderboard.corpus import Corpus
from leaderboard.corpus.corpus import renumbered
from leaderboard.matching import Antecedents, Matching, Sets, match_exactly
from leaderboard.overlap import Overlap, overlap
from tests.oracles.split_antecedents_oracle import Side
from tests.support.columns import corpus

PLAIN, UNSCORED, PLURAL = range(3)
LABELS = 7


class Made(NamedTuple):
    """Entities of tokens; those that are not scored, and the elements of those that are plural."""

    entities: tuple[frozenset[int], ...]
    unscored: frozenset[int] = frozenset()
    sets: Mapping[int, frozenset[int]] = MappingProxyType({})

    @property
    def scored(self) -> list[int]:
        return [place for place in range(len(self.entities)) if place not in self.unscored]

    def for_oracle(self) -> Side:
        scored = self.scored
        sets = {
            scored.index(owner): [self.entities[one] for one in sorted(elements)]
            for owner, elements in self.sets.items()
        }
        return Side([self.entities[place] for place in scored], sets)


Document = tuple[Made, Made]


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """A document whose response repeats the key where it does not err."""
    label = st.integers(-1, LABELS - 1)
    key = draw(st.lists(label, max_size=14))
    response = [draw(st.one_of(st.just(one), st.just(one), label)) for one in key]
    kind = st.sampled_from((PLAIN, PLAIN, UNSCORED, PLURAL, PLURAL))
    ours = draw(st.lists(kind, min_size=LABELS, max_size=LABELS))
    theirs = [draw(st.one_of(st.just(one), kind)) for one in ours]
    chosen = [draw(st.frozensets(st.integers(0, LABELS - 1), max_size=4)) for _ in range(LABELS)]
    others = [
        draw(st.one_of(st.just(one), st.frozensets(st.integers(0, LABELS - 1), max_size=4))) for one in chosen
    ]
    return made(key, ours, chosen), made(response, theirs, others)


def made(labels: Sequence[int], kinds: Sequence[int], chosen: Sequence[frozenset[int]]) -> Made:
    """The side of these labels of tokens, with no set twice."""
    groups = [
        frozenset(token for token, one in enumerate(labels) if one == label) for label in range(len(kinds))
    ]
    there = [label for label, group in enumerate(groups) if group]
    place = {label: number for number, label in enumerate(there)}
    sets: dict[int, frozenset[int]] = {}
    for label in there:
        elements = frozenset(place[one] for one in chosen[label] if one in place and kinds[one] != PLURAL)
        if kinds[label] == PLURAL and elements and elements not in sets.values():
            sets[place[label]] = elements
    unscored = frozenset(place[label] for label in there if kinds[label] == UNSCORED)
    return Made(tuple(groups[label] for label in there), unscored, sets)


def overlap_of(documents: Sequence[Document]) -> Overlap:
    """The project's view of documents."""
    wholes = [whole([document[which] for document in documents]) for which in (0, 1)]
    every = match_exactly(*wholes)
    label = np.arange(len(wholes[0].part)), np.arange(len(wholes[1].part)) + len(wholes[0].part)
    label[1][every.response_mention] = every.key_mention
    sides = [
        split([document[which] for document in documents], wholes[which], label[which]) for which in (0, 1)
    ]
    found = match_exactly(sides[0][0], sides[1][0])
    return overlap(replace(found, antecedents=Antecedents(sides[0][1], sides[1][1])))


def without_sets(table: Overlap) -> Overlap:
    found = table.matching
    return overlap(Matching(found.key, found.response, found.key_mention, found.response_mention))


def whole(sides: Sequence[Made]) -> Corpus:
    """All mentions of one side, in which entities are numbered through."""
    parts = [[[(token, token) for token in entity] for entity in one.entities] for one in sides]
    return corpus(*parts, tokens=200)


def split(sides: Sequence[Made], mentions: Corpus, label: np.ndarray) -> tuple[Corpus, Sets]:
    """The scored mentions of one side, and its sets."""
    unscored, sets, first = set(), dict[int, list[int]](), 0
    for one in sides:
        unscored |= {first + place for place in one.unscored}
        sets |= {first + owner: [first + place for place in sorted(own)] for owner, own in one.sets.items()}
        first += len(one.entities)
    kept = np.flatnonzero(~np.isin(mentions.entity, [*unscored]))
    scored = mentions.picked(kept)
    number = np.cumsum(~np.isin(np.arange(first), [*unscored])) - 1
    rows = [(place, one) for place, own in enumerate(sets.values()) for one in reversed(own)]
    owner, element = np.array(rows, np.int64).reshape(-1, 2).T
    return replace(scored, entity=renumbered(scored.entity)), Sets(
        entity=number[np.array([*sets], np.int64)],
        owner=owner,
        element=element,
        mentions=mentions,
        label=label,
    )
