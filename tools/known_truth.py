"""Systems whose true F1 is known, over documents of uneven size and shared difficulty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import ndtr, ndtri

from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import Floats
from leaderboard.scoresheet import PartName, Units, exact

CHOSEN = ("muc", "bcub")
MEDIAN_SIZE = 30
# Standard deviation of the quality of a document, on the scale of normal quantiles.
SPREAD = 0.5
# Share of what is a system's own in the quality of a document, if its runs have that in common.
OF_METHOD = 0.5
# What unlike systems of one F1 have: recall is this share of F1, or precision is.
UNLIKE = 0.75


class Shape(NamedTuple):
    """Documents of lognormal size; ``correlation`` is that of two systems' quality on a document.

    ``topics`` have so many documents each, and ``share`` is how much of a system's own variation is by topic.
    ``length`` is how much of it is by the length of documents: every second system is better on long ones,
    the others on short ones. What systems invent is ``even`` if it does not depend on quality.
    """

    documents: int
    sigma: float
    correlation: float
    datasets: int = 1
    topics: tuple[int, ...] = ()
    share: float = 0
    length: float = 0
    even: bool = False


def drawn(
    generator: np.random.Generator,
    shape: Shape,
    levels: Sequence[float],
    unlike: bool,
    runs: tuple[int, ...] = (),
) -> Units:
    """Draw a test set and outputs of systems, or of their ``runs``, whose F1 in the long run is their level.

    Recall and precision are both equal to F1. If ``unlike``, one is below F1 and the other above: recall in
    every second system, precision in the others.
    """
    return drawn_as(generator, shape, *_recall_and_precision(np.array(levels), unlike), runs)


def drawn_as(
    generator: np.random.Generator,
    shape: Shape,
    recall: Floats,
    precision: Floats,
    runs: tuple[int, ...] = (),
) -> Units:
    """Draw a test set and outputs of systems, or of their ``runs``, of such recall and precision."""
    dataset = np.sort(np.arange(shape.documents) % shape.datasets)
    sizes = generator.lognormal(np.log(MEDIAN_SIZE), shape.sigma, shape.documents)
    key = np.maximum(2, sizes).astype(np.int64)
    own = generator.normal(size=(len(recall), shape.documents))
    common = generator.normal(size=shape.documents)
    if runs:
        of_methods = np.repeat(generator.normal(size=(len(runs), shape.documents)), runs, axis=0)
        own = np.sqrt(OF_METHOD) * of_methods + np.sqrt(1 - OF_METHOD) * own
    if shape.topics:
        of_topics = generator.normal(size=(len(recall), len(shape.topics)))
        own = (
            np.sqrt(shape.share) * np.repeat(of_topics, shape.topics, axis=1) + np.sqrt(1 - shape.share) * own
        )
    if shape.length:
        own = np.sqrt(shape.length) * _by_length(shape, sizes, len(recall)) + np.sqrt(1 - shape.length) * own
    quality = np.sqrt(shape.correlation) * common + np.sqrt(1 - shape.correlation) * own
    right, exactly = _shares(recall, quality), _shares(precision, quality)

    found = generator.binomial(key, right)
    wrong = np.broadcast_to(1 - recall[:, None], right.shape) if shape.even else 1 - right
    spurious = (recall / precision - recall)[:, None] * wrong / (1 - recall)[:, None]
    response = found + generator.poisson(key * spurious)
    mentions = generator.poisson(key * (recall / precision)[:, None])
    of_key = np.broadcast_to(key, own.shape)
    sums = {
        "muc": np.stack([found, of_key, response], axis=1).astype(np.float64),
        "bcub": np.stack([of_key * right, of_key, mentions * exactly, mentions], axis=1),
    }
    return Units(
        systems=tuple(f"s{number:02}" for number in range(len(runs or recall))),
        names=tuple(
            PartName(f"set{one}", f"{topic}d{place:03}", 0)
            for place, (one, topic) in enumerate(zip(dataset, _topics(shape), strict=True))
        ),
        dataset=dataset,
        metrics=tuple(METRICS[name](MetricOptions()) for name in CHOSEN),
        sums={name: exact(table, 2 * int(key.sum())) for name, table in sums.items()},
        weights={name: key[None].astype(np.float64) for name in CHOSEN},
        runs=runs,
    )


def _topics(shape: Shape) -> list[str]:
    """The beginning of the name of each document, by which its topic is known."""
    known = (f"t{topic:02}/" for topic, size in enumerate(shape.topics) for _ in range(size))
    return list(known) or [""] * shape.documents


def _recall_and_precision(levels: Floats, unlike: bool) -> tuple[Floats, Floats]:
    if not unlike:
        return levels, levels
    low = UNLIKE * levels
    high = levels * low / (2 * low - levels)
    even = np.arange(len(levels)) % 2 == 0
    return np.where(even, low, high), np.where(even, high, low)


def _by_length(shape: Shape, sizes: Floats, systems: int) -> Floats:
    """How well systems do by length [systems, documents]: normal, if documents count by their size."""
    length = np.log(sizes / MEDIAN_SIZE) / shape.sigma - shape.sigma
    return np.where(np.arange(systems)[:, None] % 2 == 0, length, -length)


def _shares(means: Floats, quality: Floats) -> Floats:
    """Shares [systems, documents] whose mean over documents is that of the system, exactly."""
    shares: Floats = ndtr(np.sqrt(1 + SPREAD**2) * ndtri(means)[:, None] + SPREAD * quality)
    return shares
