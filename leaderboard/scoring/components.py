"""Components of a key and two responses, and the blocks that they make, by stretches of the text.

A component is all entities of the three sides that hang together by shared mentions. No entity leaves it, so
the sums of blocks add up to those of the corpus, and outputs that are swapped in some blocks are outputs too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Blocks, Corpus, Ints, Part
from leaderboard.matching import Matching, match
from leaderboard.scoring.across import numbered


class Blocked(NamedTuple):
    """Two responses beside a key whose units are blocks, the blocks, and the number of components."""

    responses: tuple[Matching, Matching]
    names: tuple[Part, ...]
    components: int


class _Mentions(NamedTuple):
    """The mentions of all sides as columns, each once, and the numbers of those of each side."""

    part: Ints
    start: Ints
    end: Ints
    of_sides: tuple[Ints, Ints, Ints]


def blocked(first: Matching, second: Matching, blocks: int | None) -> Blocked:
    """The blocks of two responses: so many stretches of each document, or documents if None."""
    key, mentions = first.key, _mentions(first, second)
    component = _components(mentions, (key, first.response, second.response))
    place = _home(key, mentions, component) if blocks is None else _stretch(key, mentions, component, blocks)
    places, block = np.unique(place, return_inverse=True)
    documents = list(dict.fromkeys(part.document for part in key.parts))
    names = tuple(Part(documents[one // (blocks or 1)], one % (blocks or 1)) for one in places.tolist())
    sides = (
        replace(side, blocks=Blocks(names, block[component[numbers]]))
        for side, numbers in zip((key, first.response, second.response), mentions.of_sides, strict=True)
    )
    key, ours, theirs = sides
    both = replace(first, key=key, response=ours), replace(second, key=key, response=theirs)
    return Blocked(both, names, len(place))


def _mentions(first: Matching, second: Matching) -> _Mentions:
    """Unite the mentions: those that match are the key's, and others are one if their words are the same."""
    key, ours, theirs = first.key, first.response, second.response
    our_others, their_others = (
        np.setdiff1d(np.arange(len(one.response.part)), one.response_mention, assume_unique=True)
        for one in (first, second)
    )
    same = match(ours.picked(our_others), theirs.picked(their_others), "exact", "linear")
    new = np.delete(their_others, same.response_mention)
    of_ours, of_theirs = np.empty(len(ours.part), np.int64), np.empty(len(theirs.part), np.int64)
    of_ours[first.response_mention] = first.key_mention
    of_ours[our_others] = len(key.part) + np.arange(len(our_others))
    of_theirs[second.response_mention] = second.key_mention
    of_theirs[their_others[same.response_mention]] = of_ours[our_others[same.key_mention]]
    of_theirs[new] = len(key.part) + len(our_others) + np.arange(len(new))
    part, start, end = (
        np.concatenate([getattr(key, name), getattr(ours, name)[our_others], getattr(theirs, name)[new]])
        for name in ("part", "start", "end")
    )
    return _Mentions(part, start, end, (np.arange(len(key.part)), of_ours, of_theirs))


def _components(mentions: _Mentions, sides: Sequence[Corpus]) -> Ints:
    """The number of the component of each mention, from 0."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    first = np.cumsum([len(mentions.part), *(side.entities for side in sides)])
    mention = np.concatenate(mentions.of_sides)
    entity = np.concatenate([start + side.entity for start, side in zip(first, sides, strict=False)])
    links = csr_array((np.ones(len(mention)), (mention, entity)), shape=(first[-1], first[-1]))
    labels = connected_components(links, directed=False)[1][: len(mentions.part)]
    return np.unique(labels, return_inverse=True)[1].astype(np.int64)


def _stretch(key: Corpus, mentions: _Mentions, component: Ints, blocks: int) -> Ints:
    """The stretch of its document, of so many, in which the middle mention of each component begins."""
    document = numbered([part.document for part in key.parts])
    by_document = np.argsort(document, kind="stable")
    words = np.bincount(document, key.tokens).astype(np.int64)
    before = np.empty_like(key.tokens)  # of each part, the words in front of it in its document
    before[by_document] = np.cumsum(key.tokens[by_document]) - key.tokens[by_document]
    before -= (np.cumsum(words) - words)[document]
    begin = before[mentions.part] + mentions.start
    order = np.lexsort((before[mentions.part] + mentions.end, begin, component))
    sizes = np.bincount(component)
    middle = order[np.cumsum(sizes) - sizes + (sizes - 1) // 2]
    home = document[mentions.part[middle]]
    stretch: Ints = home * blocks + blocks * begin[middle] // words[home]
    return stretch


def _home(key: Corpus, mentions: _Mentions, component: Ints) -> Ints:
    """The document that has most mentions of each component, the first of several in the key."""
    document = numbered([part.document for part in key.parts])
    width = int(document.max(initial=0)) + 1
    pair, count = np.unique(component * width + document[mentions.part], return_counts=True)
    order = np.lexsort((-count, pair // width))  # equal ones stay in order of the key
    first = np.unique(pair[order] // width, return_index=True)[1]
    home: Ints = pair[order][first] % width
    return home
