"""The mentions of key and response, in which a mention of both sides stands once.

A missing and an extra mention are one mention with a wrong span if the tokens of one contain those of the
other and their heads agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints, Mask, span_numbers
from leaderboard.corpus.mention_classes import has_tags, heads
from leaderboard.corpus.nodes import ranges, rows_of, scrambled
from leaderboard.errors import InputError, Problem
from leaderboard.matching import Matching
from leaderboard.matching.assignment import greedy
from leaderboard.matching.spans import Pairs, places, shared_nodes

# Honest responses have about one candidate for each mention.
MOST_CANDIDATES = 4_000_000


class _Candidates(NamedTuple):
    """Pairs of mentions of key and response, and the number of tokens in which each pair differs."""

    pairs: Pairs
    differ: Ints


def span_heads(key: Corpus) -> str:
    """Return how heads are known: from ``tags``, from ``corefud`` files, or not at all (``none``)."""
    if key.nodes is not None:
        return "corefud"
    return "tags" if has_tags(key) else "none"


def span_pairs(matching: Matching) -> Pairs:
    """Pair missing mentions with extra ones, one to one, those that differ in the fewest tokens first."""
    key, response = matching.key, matching.response
    alone = Pairs(
        _others(len(key.part), matching.key_mention),
        _others(len(response.part), matching.response_mention),
    )
    found = _by_nodes(matching, alone) if key.nodes is not None else _by_tokens(matching, alone)
    ours, theirs = found.pairs
    order = np.lexsort(
        (response.end[theirs], response.start[theirs], key.end[ours], key.start[ours], found.differ)
    )
    nearest = found.pairs.of(order)
    return nearest.of(greedy(nearest.key, nearest.response))


def _others(count: int, taken: Ints) -> Ints:
    return np.setdiff1d(np.arange(count), taken, assume_unique=True)


def _by_tokens(matching: Matching, alone: Pairs) -> _Candidates:
    """Candidates with the same head token, or without tags with the same first or last token."""
    key, response = matching.key, matching.response
    if key.tags is not None and has_tags(key):
        pairs = _equal(heads(key, key.tags), heads(response, key.tags), alone, matching)
    else:
        (key_start, key_end), (start, end) = (
            key.first_token[side.part] + np.stack([side.start, side.end]) for side in (key, response)
        )
        by_start = _equal(key_start, start, alone, matching)
        by_end = _equal(key_end, end, alone, matching)
        pairs = Pairs(*np.unique(np.concatenate([by_start, by_end], axis=1), axis=1))
    ours, theirs = pairs
    left, right = key.start[ours] - response.start[theirs], response.end[theirs] - key.end[ours]
    nested = ((left >= 0) & (right >= 0)) | ((left <= 0) & (right <= 0))
    return _Candidates(pairs.of(nested), (np.abs(left) + np.abs(right))[nested])


def _equal(key_value: Ints, value: Ints, alone: Pairs, matching: Matching) -> Pairs:
    """All pairs of unmatched mentions with equal values."""
    order = alone.response[np.argsort(value[alone.response], kind="stable")]
    low, high = (np.searchsorted(value[order], key_value[alone.key], side=side) for side in ("left", "right"))
    _check(matching, matching.key.part[alone.key], high - low)
    row, mention = ranges(low, high - low)
    return Pairs(alone.key[mention], order[row])


def _by_nodes(matching: Matching, alone: Pairs) -> _Candidates:
    """Candidates of CorefUD files: the head of the key's mention lies in that of the response."""
    assert matching.key.nodes is not None
    assert matching.response.nodes is not None
    key, response = (
        places(matching.key, matching.key.nodes),
        places(matching.response, matching.response.nodes),
    )
    ours = alone.key[key.nodes.words[alone.key] > 0]
    theirs = alone.response[response.nodes.words[alone.response] > 0]
    ours = ours[np.argsort(key.head[ours], kind="stable")]
    piece, mention = rows_of(response.nodes.piece_mention, theirs)
    origin = response.origin[theirs[mention]]
    low = np.searchsorted(key.head[ours], origin + response.nodes.first[piece])
    high = np.searchsorted(key.head[ours], origin + response.nodes.last[piece], side="right")
    _check(matching, matching.response.part[theirs[mention]], high - low)
    row, within = ranges(low, high - low)
    pairs = Pairs(ours[row], theirs[mention[within]])
    sizes = key.nodes.size[pairs.key], response.nodes.size[pairs.response]
    shared = shared_nodes(key, response, pairs)
    nested = shared == np.minimum(*sizes)
    return _Candidates(pairs.of(nested), (sizes[0] + sizes[1] - 2 * shared)[nested])


def _check(matching: Matching, part: Ints, candidates: Ints) -> None:
    """Refuse a response with too many candidates, and name the part that has most of them."""
    if (count := int(candidates.sum())) > MOST_CANDIDATES:
        most = matching.key.parts[int(np.bincount(part, weights=candidates).argmax())]
        what = (
            f"{count:,} pairs of mentions may be wrong spans, more than {MOST_CANDIDATES:,}, "
            f"most of them in {most.document}, part {most.number}"
        )
        raise InputError([Problem(matching.response.file, 0, what, "remove nested mentions there")])


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Union:
    """Mentions as columns, in order of part, start and end; the span is the key's where the key has it.

    ``key_mention`` and ``response_mention`` are -1 if the side lacks the mention, and so are
    ``key_entity`` and ``response_entity``. ``misspanned`` are the mentions whose span is wrong.
    ``both`` holds the mentions of the response and behind them those of the key, ``place`` a number for the
    span of each, in order of the text.
    """

    matching: Matching
    both: Corpus
    place: Ints
    part: Ints
    key_mention: Ints
    response_mention: Ints
    key_entity: Ints
    response_entity: Ints
    misspanned: Mask

    @property
    def shared(self) -> Mask:
        """True for each mention of both sides."""
        return (self.key_mention >= 0) & (self.response_mention >= 0)

    @property
    def span_name(self) -> Ints:
        """A number for the span of each response mention, without visible order, for any text of the key."""
        response = self.matching.response
        if response.nodes is not None:
            return response.nodes.fingerprint(response.part)
        return scrambled(self.place[: len(response.part)]).view(np.int64)


def united(matching: Matching) -> Union:
    """Unite the mentions of both sides; a mention with a wrong span is one mention."""
    key, response = matching.key, matching.response
    wrong = span_pairs(matching)
    partner, spoilt = np.full(len(key.part), -1), np.zeros(len(key.part), np.bool_)
    partner[matching.key_mention], partner[wrong.key] = matching.response_mention, wrong.response
    spoilt[wrong.key] = True
    extra = np.setdiff1d(np.arange(len(response.part)), partner, assume_unique=True)
    both = response.and_of(key)
    place = _places(both)
    rows = np.concatenate([np.arange(len(response.part), len(place)), extra])
    order = np.argsort(place[rows], kind="stable")
    key_mention = np.concatenate([np.arange(len(key.part)), np.full(len(extra), -1)])[order]
    response_mention = np.concatenate([partner, extra])[order]
    return Union(
        matching=matching,
        both=both,
        place=place,
        part=both.part[rows[order]],
        key_mention=key_mention,
        response_mention=response_mention,
        key_entity=_entities(key.entity, key_mention),
        response_entity=_entities(response.entity, response_mention),
        misspanned=np.concatenate([spoilt, np.zeros(len(extra), np.bool_)])[order],
    )


def _entities(entity: Ints, mention: Ints) -> Ints:
    """The entity of each mention, or -1."""
    return np.where(mention >= 0, np.append(entity, -1)[mention], -1)


def _places(side: Corpus) -> Ints:
    """A number for the span of each mention, in order of the text, equal for equal spans."""
    if side.nodes is None:
        return span_numbers(side.tokens, side.part, side.start, side.end)
    nodes = side.nodes
    columns = (nodes.fingerprint(side.part), nodes.size, nodes.end, nodes.begin, side.part)
    order = np.lexsort(columns)
    differs = np.zeros(len(order), np.bool_)
    for column in columns:
        differs[1:] |= np.diff(column[order]) != 0
    place = np.empty(len(order), np.int64)
    place[order] = np.cumsum(differs)
    return place
