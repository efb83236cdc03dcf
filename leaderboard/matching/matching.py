"""Which response mention is which key mention.

Where annotations go beyond identity, all mentions of both sides and sets of antecedents are put beside each
other.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, replace
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints, span_numbers
from leaderboard.corpus.corpus import plural_sets
from leaderboard.matching.rounds import pair_mentions
from leaderboard.matching.spans import places


def match_layers(
    key: Corpus, response: Corpus, how: str | None, zeros: str, singletons: str | None, split: str | None
) -> Matching:
    """Pair the mentions that count, and all mentions where a side has annotations beyond identity."""
    scored = match(counted(key, singletons, split), counted(response, singletons, split), how, zeros)
    if key.anaphora is None or response.anaphora is None:
        return scored
    entities = scored_entities(key, singletons, split), scored_entities(response, singletons, split)
    ignored = (split or default_split(key)) == "ignore"
    return replace(
        scored,
        beyond=Beyond(match(key, response, how, zeros), entities[0]),
        antecedents=None if ignored else _antecedents(key, response, scored, *entities),
    )


def _antecedents(
    key: Corpus, response: Corpus, scored: Matching, key_entity: Ints, response_entity: Ints
) -> Antecedents | None:
    """The sets of both sides, or None where there are none."""
    labels = _labels(key, response, scored, key_entity, response_entity)
    sets = Antecedents(_sets_of(key, key_entity, labels[0]), _sets_of(response, response_entity, labels[1]))
    return sets if len(sets.key.entity) + len(sets.response.entity) else None


def _labels(
    key: Corpus, response: Corpus, scored: Matching, key_entity: Ints, response_entity: Ints
) -> tuple[Ints, Ints]:
    """A label for each mention; mentions of which one is not scored have the same label by equal spans."""
    ours = np.flatnonzero(key_entity >= 0)[scored.key_mention]
    theirs = np.flatnonzero(response_entity >= 0)[scored.response_mention]
    equal = match(key, response, "exact", "linear")
    others = np.flatnonzero(
        ((key_entity[equal.key_mention] < 0) | (response_entity[equal.response_mention] < 0))
        & ~np.isin(equal.key_mention, ours)
        & ~np.isin(equal.response_mention, theirs)
    )
    label = len(key.part) + np.arange(len(response.part))
    label[theirs] = ours
    label[equal.response_mention[others]] = equal.key_mention[others]
    return np.arange(len(key.part)), label


def _sets_of(side: Corpus, scored_entity: Ints, label: Ints) -> Sets:
    """The sets of the entities that are scored."""
    entity, sets = merged_entities(side)
    scored = np.flatnonzero(scored_entity >= 0)
    number = np.full(side.entities, -1)
    number[entity[scored]] = scored_entity[scored]
    plural = [one for one in sets if number[one] >= 0]
    rows = [(owner, element) for owner, one in enumerate(plural) for element in sorted(sets[one])]
    owner, element = np.array(rows, np.int64).reshape(-1, 2).T
    return Sets(entity=number[plural], owner=owner, element=element, mentions=side, label=label)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Sets:
    """The sets of antecedents of one side, in the order in which their entities begin in the text.

    Set s belongs to the scored entity ``entity[s]``, which has no other set, and no two sets are equal.
    Row by row, the set ``owner`` has the element ``element``, once. Elements are entities of ``mentions``:
    all mentions of the side, scored or not. ``label`` numbers these mentions, each differently, and a
    matched mention of the response has the label of its partner in the key.
    """

    entity: Ints
    owner: Ints
    element: Ints
    mentions: Corpus
    label: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Antecedents:
    """The sets of antecedents of the key and of the response."""

    key: Sets
    response: Sets


@dataclass(frozen=True, slots=True, eq=False)
class Matching:
    """A key, a response whose parts are numbered as the key's, and pairs of mentions that are one.

    ``antecedents`` are there where sets of antecedents are scored and either side has any.
    Where a side has annotations beyond identity, ``beyond`` matches all of its mentions.
    """

    key: Corpus
    response: Corpus
    key_mention: Ints
    response_mention: Ints
    _: KW_ONLY
    antecedents: Antecedents | None = None
    beyond: Beyond | None = None


class Beyond(NamedTuple):
    """All mentions of both sides, and the scored entity of each mention of the key, or -1."""

    matching: Matching
    key_entity: Ints


def match_exactly(key: Corpus, response: Corpus) -> Matching:
    """Pair the mentions of the same part, start and end."""
    key_span, response_span = (
        span_numbers(key.tokens, side.part, side.start, side.end) for side in (key, response)
    )
    _, key_mention, response_mention = np.intersect1d(
        key_span, response_span, assume_unique=True, return_indices=True
    )
    return Matching(key, response, key_mention, response_mention)


def match(key: Corpus, response: Corpus, how: str | None, zeros: str) -> Matching:
    """Pair the mentions as asked, by head where nothing is asked and there are heads."""
    if key.nodes is None or response.nodes is None:
        return match_exactly(key, response)
    pairs = pair_mentions(
        places(key, key.nodes),
        places(response, response.nodes),
        how or default_match(key),
        "linear" if key.layer else zeros,
    )
    order = np.argsort(pairs.key)
    return Matching(key, response, pairs.key[order], pairs.response[order])


def spans_differ(matching: Matching) -> int:
    """The number of pairs whose mentions have different nodes, if both sides have nodes."""
    key, response = matching.key, matching.response
    assert key.nodes is not None
    assert response.nodes is not None
    pairs = zip(
        (key.nodes.fingerprint(key.part), key.nodes.size),
        (response.nodes.fingerprint(response.part), response.nodes.size),
        strict=True,
    )
    differ = [ours[matching.key_mention] != theirs[matching.response_mention] for ours, theirs in pairs]
    return int(np.count_nonzero(np.logical_or(*differ)))


def default_match(key: Corpus) -> str:
    """The default way to match mentions."""
    return "exact" if key.nodes is None or key.layer else "head"


def default_singletons(corpus: Corpus) -> str:
    """The treatment of singletons by the official scorers of a format, unless told otherwise."""
    return "keep" if corpus.nodes is None or corpus.layer else "drop"


def default_split(corpus: Corpus) -> str:
    """The treatment of split antecedents by the official scorers of a format, unless told otherwise."""
    return "score" if corpus.layer else "ignore"


def counted(corpus: Corpus, singletons: str | None, split: str | None = None) -> Corpus:
    """The mentions that count: those that refer, and of these all or those of entities that have several."""
    if corpus.anaphora is None:
        drops = (singletons or default_singletons(corpus)) == "drop"
        if drops and corpus.apart:
            corpus = replace(corpus, apart=corpus.apart.without_singletons())
        return corpus.without_singletons() if drops else corpus
    entity = scored_entities(corpus, singletons, split)
    return replace(corpus, entity=entity, anaphora=None).picked(np.flatnonzero(entity >= 0))


def scored_entities(corpus: Corpus, singletons: str | None, split: str | None) -> Ints:
    """The number of the entity of each mention among those that count, or -1.

    Entities with the same set of antecedents are one, unless sets are ignored.
    """
    assert corpus.anaphora is not None
    entity, sets = corpus.entity, dict[int, frozenset[int]]()
    if (split or default_split(corpus)) != "ignore":
        entity, sets = merged_entities(corpus)
    refers = ~corpus.anaphora.nonreferring
    size = np.bincount(entity[refers], minlength=corpus.entities)
    size[list(sets)] += size[list(sets)] > 0
    counts = size > (1 if (singletons or default_singletons(corpus)) == "drop" else 0)
    return np.where(refers & counts[entity], (np.cumsum(counts) - 1)[entity], -1)


def merged_entities(corpus: Corpus) -> tuple[Ints, dict[int, frozenset[int]]]:
    """The entity of each mention where those of equal sets are one, and the elements of each of them."""
    assert corpus.anaphora is not None
    label = np.arange(corpus.entities)
    first: dict[frozenset[int], int] = {}
    for plural, elements in sorted(plural_sets(corpus.anaphora).items()):
        label[plural] = first.setdefault(elements, plural)
    merged: Ints = label[corpus.entity]
    return merged, {plural: elements for elements, plural in first.items()}
