"""Which response mention is which key mention."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, replace
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints, span_numbers
from leaderboard.corpus.anaphora import plural_sets


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
    from leaderboard.matching.rounds import pair_mentions
    from leaderboard.matching.spans import places

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
