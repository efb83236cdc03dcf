"""The responses of the controlled experiments of Moosavi & Strube (2016), section 7, on any key.

Each is made from the key alone. What the paper does to entities of
given sizes is done in every part, to the entities whose sizes are nearest; in the paper's own key,
which is one part, these are the very sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part
from leaderboard.experiments.regrouping import (
    ABSENT,
    free_spans,
    group_sizes,
    perfect,
    regrouped,
    rows_by_part,
    unrelated,
    with_invented,
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


# The sizes of the entities in the paper.
PAPER_SIZES = (20, 10, 10, 5, 5, 5, 4, *(2,) * 10)
# Tokens that are no mentions, for responses that invent some.
_SPARE = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """``made`` is the response of a point beside the key; ``counted`` points are numbers of entities.

    A point may name ``sizes`` of entities, or the ``share`` of the key that the response is to have.
    """

    title: str
    points: tuple[str, ...]
    made: Callable[[Corpus, str], Matching]
    counted: bool = False
    sizes: Callable[[str], list[int]] | None = None
    share: Literal["correct_links", "key_mentions"] | None = None


def _whole(point: str) -> list[int]:
    """The size of what falls into these pieces."""
    return [sum(numbers(point))]


def _joined(point: str) -> list[int]:
    """The size of the entity that mentions join or leave, if it is any."""
    return [size for size in numbers(point)[1:] if size]


_FIFTHS = ("20", "40", "60", "80", "100")

EXPERIMENTS: dict[str, Experiment] = {
    "correct_links": Experiment(
        title="Per cent of the links resolved, and nothing else",
        points=_FIFTHS[:-1],
        made=correct_links,
        share="correct_links",
    ),
    "wrong_links": Experiment(
        title="Per cent of the links resolved, all other mentions linked wrongly",
        points=("00", *_FIFTHS[:-1]),
        made=wrong_links,
        share="correct_links",
    ),
    "largest_first": Experiment(
        title="Number of entities resolved, the largest first",
        points=_FIFTHS,
        made=largest_first,
        counted=True,
    ),
    "smallest_first": Experiment(
        title="Number of entities resolved, the smallest first",
        points=_FIFTHS,
        made=smallest_first,
        counted=True,
    ),
    "split": Experiment(
        title="One entity split into pieces of these sizes",
        points=("18-2", "16-4", "10-10", "2-2", "5-3-2", "9-9-2", "9-5-6"),
        made=split,
        sizes=_whole,
    ),
    "merge": Experiment(
        title="Entities of these sizes merged",
        points=("2-2", "10-10", "20-10", "2-2-2", "5-5-5", "20-10-10", "4-5-5-5", "2-2-2-2"),
        made=merge,
        sizes=numbers,
    ),
    "extra_mentions": Experiment(
        title="So many invented mentions in an entity of this size, or on their own (0)",
        points=("1-2", "1-10", "2-0", "3-0", "3-10"),
        made=extra_mentions,
        sizes=_joined,
    ),
    "missing_mentions": Experiment(
        title="So many mentions missing from an entity of this size",
        points=("1-2", "1-10", "1-20", "2-2", "3-10"),
        made=missing_mentions,
        sizes=_joined,
    ),
    "mention_identification": Experiment(
        title="Per cent of the mentions found, without any correct link",
        points=_FIFTHS,
        made=mention_identification,
        share="key_mentions",
    ),
}


def made_key(sizes: Sequence[int]) -> Corpus:
    """A key of entities of these sizes, one after the other, in one part; each mention is a token."""
    mentions = sum(sizes)
    place = np.arange(mentions, dtype=np.int64)
    return Corpus(
        file="made up",
        parts=(Part("made up", 0),),
        part_line=np.zeros(1, np.int64),
        tokens=np.array([mentions + _SPARE], np.int64),
        token_line=np.zeros(mentions + _SPARE, np.int64),
        words=None,
        tags=None,
        part=np.zeros(mentions, np.int64),
        start=place,
        end=place,
        entity=np.repeat(np.arange(len(sizes), dtype=np.int64), sizes),
        line=np.zeros(mentions, np.int64),
    )
