"""Mentions put into other entities, or left out: what responses are made by."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints, renumbered
from leaderboard.corpus.nodes import SLOT, Nodes
from leaderboard.matching import Matching
from leaderboard.metrics import Metric
from leaderboard.metrics.links import links
from leaderboard.metrics.metric import Floats, measure
from leaderboard.overlap import Overlap, overlap

ABSENT = -1


def perfect(key: Corpus) -> Matching:
    """The key as a response; every mention is itself, whatever else has its span."""
    each = np.arange(len(key.entity))
    return Matching(key, key, each, each)


def regrouped(matching: Matching, entity: Ints) -> Matching:
    """The mentions of the response in these entities, without those that are ABSENT."""
    kept = entity != ABSENT
    rows = np.flatnonzero(kept)
    place = np.cumsum(kept) - 1
    pairs = kept[matching.response_mention]
    return Matching(
        matching.key,
        replace(matching.response.picked(rows), entity=renumbered(entity[rows])),
        matching.key_mention[pairs],
        place[matching.response_mention[pairs]],
    )


def without_singletons(matching: Matching) -> Matching:
    """Remove the entities of one mention, as a reader that drops them would do."""
    entity = matching.response.entity
    return regrouped(matching, np.where(group_sizes(entity) > 1, entity, ABSENT))


def rows_by_part(part: Ints) -> Iterator[Ints]:
    """The rows of each part that has any; rows are in order of part."""
    return (rows for rows in np.split(np.arange(len(part)), np.flatnonzero(np.diff(part)) + 1) if len(rows))


def unrelated(part: Ints, key_entity: Ints, *, small: bool = False) -> Ints:
    """Entities for some mentions, none of which has two of one key entity: none has a correct link.

    Every part has as few entities as that allows, or, where they shall be small, as many as there are
    pairs of mentions. A mention is alone only where all the others that need a partner are its own kin.
    """
    entity = np.empty(len(part), np.int64)
    first = 0
    for rows in rows_by_part(part):
        entities = int(group_sizes(key_entity[rows]).max())
        entity[rows] = first + dealt(key_entity[rows], max(entities, len(rows) // 2) if small else entities)
        first += len(rows)
    return entity


def dealt(group: Ints, hands: int) -> Ints:
    """A number below ``hands`` for each mention: dealt out in turn, one group after the other.

    No two of a group get the same number unless there are fewer numbers than the group has mentions.
    """
    numbers = np.empty(len(group), np.int64)
    numbers[np.argsort(group, kind="stable")] = np.arange(len(group)) % hands
    return numbers


def group_sizes(group: Ints) -> Ints:
    """For each mention the number of those of its group."""
    _, place, count = np.unique(group, return_inverse=True, return_counts=True)
    return count[place].astype(np.int64)


def joined(side: Corpus, more: Corpus) -> tuple[Corpus, Ints]:
    """One side with all mentions, and where each stands in it: first those of the side, then the others.

    Entities of one number are one. Where both have nodes, the text has the empty nodes of both.
    """
    both = side.and_of(more)
    nodes = both.nodes and replace(both.nodes, size=both.nodes.counts(both.nodes.pieces, both.part))
    order = np.lexsort(
        (both.end, both.start, both.part) if nodes is None else (nodes.end, nodes.begin, both.part)
    )
    return replace(both, entity=renumbered(both.entity), nodes=nodes).picked(order), np.argsort(order)


def free_spans(key: Corpus, rows: Ints) -> Iterator[tuple[int, int]]:
    """The spans of a part that are no mentions, the short ones first; none crosses a sentence."""
    taken = set(zip(key.start[rows].tolist(), key.end[rows].tolist(), strict=True))
    part = key.part[rows[0]]
    tokens, place = int(key.tokens[part]), _places(key, part)
    spans = ((start, start + more) for more in range(tokens) for start in range(tokens - more))
    return (
        (start, end)
        for start, end in spans
        if (start, end) not in taken and place[end] - place[start] == (end - start) * SLOT
    )


def with_invented(key: Corpus, spans: Sequence[tuple[int, int, int, int]]) -> Matching:
    """The key with more mentions, each a part, a start, an end and an entity."""
    part, start, end, entity = np.array(spans, np.int64).reshape(-1, 4).T
    nodes = None if key.nodes is None else _nodes(key, key.nodes, part, start, end)
    line = np.zeros(len(part), np.int64)
    more = replace(key, part=part, start=start, end=end, entity=entity, line=line, nodes=nodes, name=None)
    response, place = joined(key, more)
    each = np.arange(len(key.entity))
    return Matching(key, response, each, place[each])


def _nodes(key: Corpus, nodes: Nodes, part: Ints, start: Ints, end: Ints) -> Nodes:
    """Runs of words, of which the first is the head."""
    first, last = (
        np.array([_places(key, number)[word] for number, word in zip(part, words, strict=True)], np.int64)
        for words in (start, end)
    )
    none = np.zeros(0, np.int64)
    return replace(
        nodes,
        size=end - start + 1,
        head=first,
        named=np.ones(len(part), np.bool_),
        piece_mention=np.arange(len(part)),
        first=first,
        last=last,
        edge_mention=none,
        parent=none,
        relation=none,
    )


def _places(key: Corpus, part: int) -> Ints:
    """The place of each word of a part; without sentences, as if all were one."""
    words = np.arange(int(key.tokens[part]))
    if key.nodes is None:
        return words * SLOT
    first = int(key.nodes.sentences[:part].sum())
    length = key.nodes.length[first : first + int(key.nodes.sentences[part])]
    return (words + 1 + np.repeat(np.arange(len(length)), length)) * SLOT


class Counts(NamedTuple):
    """The numbers of mentions, correct mentions, links and correct links of a response."""

    mentions: int
    key_mentions: int
    links: int
    correct_links: int


@dataclass(frozen=True, slots=True)
class Made:
    """The sums of each metric [S, parts] of one made response, all datasets one after the other.

    ``grouping`` is the same for responses of the same entities.
    """

    counts: Counts
    grouping: bytes
    sums: dict[str, Floats]


def score_made(matchings: Sequence[Matching], metrics: tuple[Metric, ...]) -> Made:
    """The response beside the key of each dataset."""
    tables = [overlap(matching) for matching in matchings]
    sums = [measure(table, metrics) for table in tables]
    return Made(
        Counts(*(sum(column) for column in zip(*map(_counts, tables), strict=True))),
        b"".join(map(_grouping, matchings)),
        {name: np.concatenate([of_dataset[name] for of_dataset in sums], axis=-1) for name in sums[0]},
    )


def perfect_counts(key: Corpus) -> Counts:
    """The counts of a perfect response."""
    return _counts(overlap(perfect(key)))


def _counts(table: Overlap) -> Counts:
    linked = links(table)
    return Counts(
        len(table.matching.response.entity),
        len(table.matching.response_mention),
        int(linked.response_c.sum()),
        int(linked.both_c.sum()),
    )


def _grouping(matching: Matching) -> bytes:
    """A digest of the mentions and of the entities that they are in, whatever the numbers of those."""
    side = matching.response
    _, first, entity = np.unique(side.entity, return_index=True, return_inverse=True)
    columns = (
        matching.key_mention,
        matching.response_mention,
        side.part,
        side.start,
        side.end,
        first[entity],
    )
    digest = hashlib.sha256()
    for column in columns:
        digest.update(np.asarray(column, np.int64).tobytes())
    return digest.digest()
