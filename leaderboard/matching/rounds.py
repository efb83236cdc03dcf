"""Which response mention is which key mention where both have nodes: by head, by part, or exactly.

As the official scorer of CorefUD does, mentions are matched in three rounds, each among those that the
rounds before left over, and each within a document.

1. With ``zeros="dependent"``, zeros with zeros, by their enhanced dependencies.
2. Mentions of the same nodes, which by ``head`` must have the same head too.
3. By ``head`` mentions of the same head, by ``partial`` a response mention within a key mention whose head
   it has; the score of a pair is |K ∩ R| / |K|.

In rounds 1 and 3 the assignment is one-to-one with the greatest total score.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from leaderboard.corpus import Floats, Ints
from leaderboard.corpus.nodes import SLOT, Mask, ranges, rows_of
from leaderboard.matching.assignment import assign
from leaderboard.matching.spans import (
    NO_PAIRS,
    Pairs,
    Places,
    alike_zeros,
    common_empties,
    shared_nodes,
    together,
)

# How many pairs of mentions that begin close to each other are looked at in one go.
BATCH = 1 << 20


def pair_mentions(key: Places, response: Places, match: str, zeros: str) -> Pairs:
    """The pairs of all rounds."""
    rounds = [NO_PAIRS]
    if zeros == "dependent":
        rounds.append(
            _assigned(key, response, *alike_zeros(key, response), key.nodes.zero, response.nodes.zero)
        )
    rounds.append(_same(key, response, *_left(key, response, rounds), with_heads=match == "head"))
    if match != "exact":
        left = _left(key, response, rounds)
        pairs = (_same_head if match == "head" else _within)(key, response, *left)
        rounds.append(_assigned(key, response, pairs, _share(key, response, pairs), *left))
    return together(rounds)


def _left(key: Places, response: Places, rounds: list[Pairs]) -> tuple[Mask, Mask]:
    """The mentions of both sides that no round has matched."""
    left = np.ones(len(key.part), np.bool_), np.ones(len(response.part), np.bool_)
    for pairs in rounds:
        left[0][pairs.key] = False
        left[1][pairs.response] = False
    return left


def _same(
    key: Places,
    response: Places,
    ours: Mask,
    theirs: Mask,
    *,
    with_heads: bool,
) -> Pairs:
    """The pairs of mentions of the same nodes, and perhaps the same head."""
    mentions = [np.flatnonzero(ours), np.flatnonzero(theirs)]
    columns = [
        np.concatenate([one[ours], other[theirs]])
        for one, other in zip(_identity(key, with_heads), _identity(response, with_heads), strict=True)
    ]
    # A side has each set of nodes once, so that equal ones come together by these two alone.
    fingerprint, _, _, begin, *_ = columns
    order = np.lexsort((fingerprint, begin))
    equal = np.logical_and.reduce([column[order[1:]] == column[order[:-1]] for column in columns])
    both = np.sort(np.stack([order[:-1][equal], order[1:][equal]]), axis=0)
    return Pairs(mentions[0][both[0]], mentions[1][both[1] - len(mentions[0])])


def _identity(side: Places, with_heads: bool) -> tuple[Ints, ...]:
    """A value that is equal for mentions of equal nodes."""
    nodes = side.nodes
    return (
        nodes.fingerprint(side.part),
        nodes.size,
        side.end,
        side.begin,
        *(_heads(side) if with_heads else []),
    )


def _heads(side: Places) -> tuple[Ints, ...]:
    """Values that are equal for mentions of equal heads, or of equal minimum spans where these are read."""
    nodes = side.nodes
    if nodes.minimum is None:
        return (side.head,)
    first = np.full(len(nodes.size), -1)
    mention, place, _ = nodes.minimum
    first[mention[::-1]] = (side.origin[mention] + place)[::-1]
    return first, nodes.fingerprint_of(nodes.minimum, side.part)


def _same_head(key: Places, response: Places, ours: Mask, theirs: Mask) -> Pairs:
    if key.nodes.minimum is not None and response.nodes.minimum is not None:
        return _same_minimum(_heads(key), _heads(response), ours, theirs)
    mentions = np.flatnonzero(ours)
    others = np.flatnonzero(theirs)
    others = others[np.argsort(response.head[others], kind="stable")]
    row, index = rows_of(response.head[others], key.head[mentions])
    return Pairs(mentions[index], others[row])


def _same_minimum(key: tuple[Ints, ...], response: tuple[Ints, ...], ours: Mask, theirs: Mask) -> Pairs:
    """The pairs of mentions of the same minimum span, which both have."""
    mentions, others = np.flatnonzero(ours & (key[0] >= 0)), np.flatnonzero(theirs & (response[0] >= 0))
    values = (
        np.concatenate([one[mentions], other[others]]) for one, other in zip(key, response, strict=True)
    )
    _, label = np.unique(np.stack(list(values), axis=1), axis=0, return_inverse=True)
    label = label.ravel()
    ours_label, theirs_label = label[: len(mentions)], label[len(mentions) :]
    others = others[np.argsort(theirs_label, kind="stable")]
    row, index = rows_of(np.sort(theirs_label), ours_label)
    return Pairs(mentions[index], others[row])


def _within(key: Places, response: Places, ours: Mask, theirs: Mask) -> Pairs:
    """Response mentions that are part of a key mention and have its head."""
    if key.nodes.minimum is not None:
        ours = ours & np.isin(np.arange(len(ours)), key.nodes.minimum.mention)
    mentions, others = np.flatnonzero(ours), np.flatnonzero(theirs)
    head = key.head if key.nodes.minimum is None else _heads(key)[0]
    low = np.searchsorted(response.begin[others], key.begin[mentions])
    count = np.searchsorted(response.begin[others], head[mentions], side="right") - low
    batches = [NO_PAIRS]
    batch = np.cumsum(count) // BATCH
    for rows in np.split(np.arange(len(mentions)), np.flatnonzero(np.diff(batch)) + 1):
        row, index = ranges(low[rows], count[rows])
        pairs = Pairs(mentions[rows][index], others[row])
        end = response.end[pairs.response]
        pairs = pairs.of((head[pairs.key] <= end) & (end <= key.end[pairs.key]))
        has = _has_head if key.nodes.minimum is None else _has_minimum
        pairs = pairs.of(has(key, response, pairs))
        batches.append(pairs.of(shared_nodes(key, response, pairs) == response.nodes.size[pairs.response]))
    return together(batches)


def _has_head(key: Places, response: Places, pairs: Pairs) -> Mask:
    """True if the response mention of each pair has the head of the key mention among its nodes."""
    head = key.nodes.head[pairs.key]
    piece, pair = rows_of(response.nodes.piece_mention, pairs.response)
    inside = (response.nodes.first[piece] <= head[pair]) & (head[pair] <= response.nodes.last[piece])
    has = np.zeros(len(head), np.bool_)
    has[pair[inside]] = True
    there = np.isin(key.head[pairs.key], common_empties(key.nodes, response.nodes))
    in_both: Mask = has & ((head % SLOT == 0) | there)
    return in_both


def _has_minimum(key: Places, response: Places, pairs: Pairs) -> Mask:
    """True if the response mention of each pair has the whole minimum span of the key mention."""
    assert key.nodes.minimum is not None
    mention, first, last = key.nodes.minimum
    size = key.nodes.counts(key.nodes.minimum, key.part)
    minimum = replace(key.nodes, piece_mention=mention, first=first, last=last)
    shared = shared_nodes(key._replace(nodes=minimum), response, pairs)
    has: Mask = shared == size[pairs.key]
    return has


def _share(key: Places, response: Places, pairs: Pairs) -> Floats:
    return shared_nodes(key, response, pairs) / key.nodes.size[pairs.key]


def _assigned(
    key: Places,
    response: Places,
    pairs: Pairs,
    score: Floats,
    ours: Mask,
    theirs: Mask,
) -> Pairs:
    """The pairs of the best assignment, among all mentions that there are on the two sides."""
    part = key.part[pairs.key]
    in_order = np.argsort(part, kind="stable")
    pairs, score = pairs.of(in_order), score[in_order]
    left = np.flatnonzero(ours), np.flatnonzero(theirs)
    limits = [
        np.searchsorted(side.part[mentions], np.arange(len(key.nodes.sentences) + 1))
        for side, mentions in zip((key, response), left, strict=True)
    ]
    part = part[in_order]
    choice = np.isin(part, part[_several(pairs.key) | _several(pairs.response)])
    chosen = [np.flatnonzero(~choice)]
    begins = np.flatnonzero(np.diff(part, prepend=-1))
    for begin, end in pairwise([*begins.tolist(), len(part)]):
        if not choice[begin]:
            continue
        number = int(part[begin])
        mentions = [
            column[limit[number] : limit[number + 1]] for column, limit in zip(left, limits, strict=True)
        ]
        chosen.append(begin + _best(mentions, pairs.of(np.arange(begin, end)), score[begin:end]))
    return pairs.of(np.concatenate(chosen))


def _several(mention: Ints) -> Mask:
    """The pairs of a mention that is in several; in a part without such pairs there is nothing to choose."""
    _, pair, pairs = np.unique(mention, return_inverse=True, return_counts=True)
    return pairs[pair] > 1


def _best(mentions: list[Ints], pairs: Pairs, score: Floats) -> Ints:
    """Which pairs of a part are chosen; the shorter side gives the rows."""
    row, column = (np.searchsorted(*both) for both in zip(mentions, pairs, strict=True))
    if len(mentions[0]) > len(mentions[1]):
        row, column = column, row
    rows, columns = sorted(map(len, mentions))
    cells: list[dict[int, float]] = [{} for _ in range(rows)]
    for r, c, value in zip(row.tolist(), column.tolist(), score.tolist(), strict=True):
        cells[r][c] = value
    taken = np.array(assign(cells, columns), np.int64)
    return np.flatnonzero(taken[row] == column)
