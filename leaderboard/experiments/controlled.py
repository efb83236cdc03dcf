"""The controlled experiments of Moosavi & Strube (2016), section 7, on any key.

Each makes a few responses from the key alone, point by point. What the paper does to entities of
given sizes is done in every part, to the entities whose sizes are nearest; in the paper's own key,
which is one part, these are the very sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.experiments.mentions import (
    ABSENT,
    relabelled,
    rows_by_part,
    sizes,
    unrelated,
    with_spans,
)


@dataclass(frozen=True, slots=True)
class Experiment:
    """``response`` makes the response of a point; ``counted`` points are shown as numbers of entities."""

    title: str
    points: tuple[str, ...]
    response: Callable[[Corpus, str], Corpus]
    counted: bool = False


def correct_links(key: Corpus, percent: str) -> Corpus:
    """So much of the key's links, and no mention without one."""
    return relabelled(key, _resolved(key, int(percent)))


def wrong_links(key: Corpus, percent: str) -> Corpus:
    """The same, and all other mentions in as few entities without a correct link as can be."""
    entity = _resolved(key, int(percent))
    others = np.flatnonzero(entity == ABSENT)
    entity[others] = key.entities + unrelated(key.part[others], key.entity[others])
    return relabelled(key, entity)


def mention_identification(key: Corpus, percent: str) -> Corpus:
    """So much of the mentions of each part, in as few entities without a correct link as can be."""
    entity = np.full(len(key.entity), ABSENT)
    for rows in rows_by_part(key.part):
        found = rows[_by_turns(key.entity[rows])[: _share(len(rows), percent)]]
        entity[found] = 0
    rows = np.flatnonzero(entity != ABSENT)
    entity[rows] = unrelated(key.part[rows], key.entity[rows])
    return relabelled(key, entity)


def largest_first(key: Corpus, percent: str) -> Corpus:
    """So many of the entities, those of most mentions."""
    return _whole_entities(key, np.argsort(-sizes(key), kind="stable"), percent)


def smallest_first(key: Corpus, percent: str) -> Corpus:
    """So many of the entities, those of fewest mentions."""
    return _whole_entities(key, np.argsort(sizes(key), kind="stable"), percent)


def split(key: Corpus, pieces: str) -> Corpus:
    """18-2: the entity nearest in size to 20 falls into two of these proportions, in text order."""
    entity = key.entity.copy()
    shares = _numbers(pieces)
    for rows in rows_by_part(key.part):
        [broken] = _nearest(key.entity[rows], [sum(shares)])
        mentions = rows[key.entity[rows] == broken]
        cuts = np.cumsum(shares) * len(mentions) // sum(shares)
        for number, piece in enumerate(np.split(mentions, cuts[:-1])):
            entity[piece] += number * key.entities
    return relabelled(key, entity)


def merge(key: Corpus, merged: str) -> Corpus:
    """20-10: the entities nearest in size to 20 and to 10 become one."""
    entity = key.entity.copy()
    for rows in rows_by_part(key.part):
        chosen = _nearest(key.entity[rows], _numbers(merged))
        entity[rows[np.isin(key.entity[rows], chosen)]] = chosen[0]
    return relabelled(key, entity)


def extra_mentions(key: Corpus, point: str) -> Corpus:
    """3-10: three mentions that the key lacks join the entity nearest in size to 10; 3-0: they are one."""
    count, size = _numbers(point)
    more = []
    for number, rows in enumerate(rows_by_part(key.part)):
        [joined] = _nearest(key.entity[rows], [size]) if size else [key.entities + number]
        part = key.part[rows[0]]
        more += [(part, *span, joined) for span in islice(_free_spans(key, rows), count)]
    response, _ = with_spans(key, *np.array(more, np.int64).reshape(-1, 4).T)
    return response


def missing_mentions(key: Corpus, point: str) -> Corpus:
    """3-10: the entity nearest in size to 10 lacks its last three mentions."""
    count, size = _numbers(point)
    entity = key.entity.copy()
    for rows in rows_by_part(key.part):
        [poorer] = _nearest(key.entity[rows], [size])
        entity[rows[key.entity[rows] == poorer][-count:]] = ABSENT
    return relabelled(key, entity)


def _resolved(key: Corpus, percent: int) -> Ints:
    """The entities of the mentions that so much of the links takes, and ABSENT for the others.

    Entities are resolved whole, the largest first, and the last one by as few mentions as it takes.
    """
    size = sizes(key)
    wanted = -(-percent * int((size * (size - 1) // 2).sum()) // 100)
    members = np.split(np.argsort(key.entity, kind="stable"), np.cumsum(size)[:-1])
    entity = np.full(len(key.entity), ABSENT)
    for number in np.argsort(-size, kind="stable").tolist():
        if wanted <= 0:
            break
        links = np.arange(size[number]) * np.arange(-1, size[number] - 1) // 2
        enough = int(np.searchsorted(links, wanted))  # all, where even all are too few
        entity[members[number][:enough]] = number
        wanted -= enough * (enough - 1) // 2
    return entity


def _whole_entities(key: Corpus, order: Ints, percent: str) -> Corpus:
    """The first entities of an order."""
    chosen = order[: _share(len(order), percent)]
    return relabelled(key, np.where(np.isin(key.entity, chosen), key.entity, ABSENT))


def _share(count: int, percent: str) -> int:
    """So much of a number, rounded."""
    return (int(percent) * count + 50) // 100


def _by_turns(group: Ints) -> Ints:
    """The rows in an order that takes the first of each group, then the second of each, and so on."""
    order = np.argsort(group, kind="stable")
    turn = np.arange(len(group)) - np.searchsorted(group[order], group[order])
    return order[np.argsort(turn, kind="stable")]


def _nearest(entity: Ints, wanted: Sequence[int]) -> list[int]:
    """For each size the entity nearest to it among the others, as long as there are any."""
    numbers, counts = np.unique(entity, return_counts=True)
    left = dict(zip(numbers.tolist(), counts.tolist(), strict=True))
    chosen = []
    for size in wanted[: len(left)]:
        nearest = min(left, key=lambda number: abs(left[number] - size))
        chosen.append(nearest)
        del left[nearest]
    return chosen


def _free_spans(key: Corpus, rows: Ints) -> Iterator[tuple[int, int]]:
    """The spans of a part that are no mentions, the short ones first."""
    taken = set(zip(key.start[rows].tolist(), key.end[rows].tolist(), strict=True))
    tokens = int(key.tokens[key.part[rows[0]]])
    spans = ((start, start + more) for more in range(tokens) for start in range(tokens - more))
    return (span for span in spans if span not in taken)


def _numbers(point: str) -> list[int]:
    return [int(number) for number in point.split("-")]


_FIFTHS = ("20", "40", "60", "80", "100")

EXPERIMENTS: dict[str, Experiment] = {
    "correct_links": Experiment(
        "Per cent of the links resolved, and nothing else", _FIFTHS[:-1], correct_links
    ),
    "wrong_links": Experiment(
        "Per cent of the links resolved, all other mentions linked wrongly",
        ("00", *_FIFTHS[:-1]),
        wrong_links,
    ),
    "largest_first": Experiment(
        "Number of entities resolved, the largest first", _FIFTHS, largest_first, counted=True
    ),
    "smallest_first": Experiment(
        "Number of entities resolved, the smallest first", _FIFTHS, smallest_first, counted=True
    ),
    "split": Experiment(
        "One entity split into pieces of these sizes",
        ("18-2", "16-4", "10-10", "2-2", "5-3-2", "9-9-2", "9-5-6"),
        split,
    ),
    "merge": Experiment(
        "Entities of these sizes merged",
        ("2-2", "10-10", "20-10", "2-2-2", "5-5-5", "20-10-10", "4-5-5-5", "2-2-2-2"),
        merge,
    ),
    "extra_mentions": Experiment(
        "So many invented mentions in an entity of this size, or on their own (0)",
        ("1-2", "1-10", "2-0", "3-0", "3-10"),
        extra_mentions,
    ),
    "missing_mentions": Experiment(
        "So many mentions missing from an entity of this size",
        ("1-2", "1-10", "1-20", "2-2", "3-10"),
        missing_mentions,
    ),
    "mention_identification": Experiment(
        "Per cent of the mentions found, without any correct link", _FIFTHS, mention_identification
    ),
}
