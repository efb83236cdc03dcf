"""The responses of the controlled experiments of Moosavi & Strube (2016), section 7, on any key.

Each is made from the key alone. What the paper does to entities of
given sizes is done in every part, to the entities whose sizes are nearest; in the paper's own key,
which is one part, these are the very sizes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.experiments.added_mentions import free_spans, with_invented
from leaderboard.experiments.regrouping import (
    ABSENT,
    group_sizes,
    perfect,
    regrouped,
    rows_by_part,
    unrelated,
)
from leaderboard.matching import Matching


def correct_links(key: Corpus, percent: str) -> Matching:
    """Return a response with this percentage of the key's links, and no mention without one."""
    return regrouped(perfect(key), _resolved(key, int(percent)))


def wrong_links(key: Corpus, percent: str) -> Matching:
    """Return correct links, and all other mentions in as few entities without a correct link as possible."""
    entity = _resolved(key, int(percent))
    others = np.flatnonzero(entity == ABSENT)
    entity[others] = _linked_wrongly(key, others)
    return regrouped(perfect(key), entity)


def mention_identification(key: Corpus, percent: str) -> Matching:
    """Return this percentage of the mentions of each part, in as few entities without a correct link."""
    entity = np.full(len(key.entity), ABSENT)
    for rows in rows_by_part(key.part):
        identified = rows[_by_turns(key.entity[rows])[: _share(len(rows), percent)]]
        entity[identified] = 0
    rows = np.flatnonzero(entity != ABSENT)
    entity[rows] = _linked_wrongly(key, rows)
    return regrouped(perfect(key), entity)


def largest_first(key: Corpus, percent: str) -> Matching:
    """Return this percentage of the entities, those of most mentions."""
    return _whole_entities(key, np.argsort(-key.sizes, kind="stable"), percent)


def smallest_first(key: Corpus, percent: str) -> Matching:
    """Return this percentage of the entities, those of fewest mentions."""
    return _whole_entities(key, np.argsort(key.sizes, kind="stable"), percent)


def split(key: Corpus, pieces: str) -> Matching:
    """Split the entity nearest in size to 20 into two of these proportions, in text order (18-2)."""
    entity = key.entity.copy()
    shares = numbers(pieces)
    for rows in rows_by_part(key.part):
        [broken] = _nearest(key.entity[rows], [sum(shares)])
        mentions = rows[key.entity[rows] == broken]
        cuts = np.cumsum(shares) * len(mentions) // sum(shares)
        for number, piece in enumerate(np.split(mentions, cuts[:-1])):
            entity[piece] += number * key.entities
    return regrouped(perfect(key), entity)


def merge(key: Corpus, merged: str) -> Matching:
    """Merge the entities nearest in size to 20 and to 10 (20-10)."""
    entity = key.entity.copy()
    for rows in rows_by_part(key.part):
        chosen = _nearest(key.entity[rows], numbers(merged))
        entity[rows[np.isin(key.entity[rows], chosen)]] = chosen[0]
    return regrouped(perfect(key), entity)


def extra_mentions(key: Corpus, point: str) -> Matching:
    """Add three mentions that the key lacks to the entity nearest in size to 10 (3-10), or as one (3-0)."""
    count, size = numbers(point)
    more = []
    for number, rows in enumerate(rows_by_part(key.part)):
        [joins] = _nearest(key.entity[rows], [size]) if size else [key.entities + number]
        part = int(key.part[rows[0]])
        more += [(part, *span, joins) for span in islice(free_spans(key, rows), count)]
    return with_invented(key, more)


def missing_mentions(key: Corpus, point: str) -> Matching:
    """Remove the last three mentions of the entity nearest in size to 10 (3-10)."""
    count, size = numbers(point)
    entity = key.entity.copy()
    for rows in rows_by_part(key.part):
        [poorer] = _nearest(key.entity[rows], [size])
        entity[rows[key.entity[rows] == poorer][-count:]] = ABSENT
    return regrouped(perfect(key), entity)


def _linked_wrongly(key: Corpus, rows: Ints) -> Ints:
    """New entities without a correct link. A singleton that has no company would be right: it is ABSENT."""
    entity = key.entities + unrelated(key.part[rows], key.entity[rows])
    right = (group_sizes(entity) == 1) & (key.sizes[key.entity[rows]] == 1)
    return np.where(right, ABSENT, entity)


def _resolved(key: Corpus, percent: int) -> Ints:
    """The entities of the mentions that so much of the links takes, and ABSENT for the others.

    Entities are resolved whole, the largest first, and the last one by as few mentions as it takes.
    """
    size = key.sizes
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


def _whole_entities(key: Corpus, order: Ints, percent: str) -> Matching:
    """The first entities of an order."""
    chosen = order[: _share(len(order), percent)]
    return regrouped(perfect(key), np.where(np.isin(key.entity, chosen), key.entity, ABSENT))


def _share(count: int, percent: str) -> int:
    """This percentage of a number, rounded."""
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


def sizes_reached(keys: Iterable[Corpus], wanted: Sequence[int]) -> tuple[float, ...]:
    """The mean sizes, over the parts of the keys, of the entities that stand for each size."""
    sizes: list[list[int]] = [[] for _ in wanted]
    for key in keys:
        size = key.sizes
        for rows in rows_by_part(key.part):
            for reached, entity in zip(sizes, _nearest(key.entity[rows], wanted), strict=False):
                reached.append(int(size[entity]))
    return tuple(sum(reached) / len(reached) for reached in sizes if reached)


def numbers(point: str) -> list[int]:
    """The numbers of a point such as ``18-2``."""
    return [int(number) for number in point.split("-")]
