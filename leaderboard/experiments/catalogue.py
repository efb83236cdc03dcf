"""The controlled experiments of Moosavi & Strube (2016), section 7, and the key of the paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from leaderboard.corpus import Corpus, Part
from leaderboard.experiments.controlled import (
    correct_links,
    extra_mentions,
    largest_first,
    mention_identification,
    merge,
    missing_mentions,
    numbers,
    smallest_first,
    split,
    wrong_links,
)
from leaderboard.matching import Matching

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
