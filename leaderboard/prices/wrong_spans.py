"""Pairs of a missing and an extra mention that are one mention with a wrong span.

The tokens of one contain those of the other, and their heads agree.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.corpus.mention_classes import has_classes, heads
from leaderboard.corpus.nodes import ranges, rows_of
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
    return "tags" if has_classes(key) else "none"


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
    if key.tags is not None and has_classes(key):
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
