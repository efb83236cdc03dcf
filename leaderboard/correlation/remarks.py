"""Remarks about correlations."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from leaderboard.correlation.coefficients import Points, constant_columns, pairs
from leaderboard.metrics.metric import Quantity
from leaderboard.remark import Remark, remark

# On fewer points any correlation is 1 or -1.
ENOUGH = 3


def remarks_on(points: Points, noun: str = "system") -> tuple[Remark, ...]:
    """Why some correlations are missing or say nothing; ``noun`` is what a point is called."""
    count = len(points.names)
    return (
        *((remark("few_points", count=count, noun=noun),) if count < ENOUGH else ()),
        *(
            remark("constant_scores", metric=name, quantity=quantity, noun=noun)
            for name, quantity in constant_columns(points)
        ),
        *((remark("one_metric"),) if count and not any(True for _ in pairs(points)) else ()),
        *_fewer_points(points, noun),
    )


def _fewer_points(points: Points, noun: str) -> Iterator[Remark]:
    """The pairs of metrics that some points lack, which stand on fewer points than others."""
    behind: dict[int, list[tuple[str, str, Quantity]]] = {}
    for quantity, first, second in pairs(points):
        columns = points.values[quantity]
        both = int((~np.isnan(columns[first] + columns[second])).sum())
        if both < len(points.names):
            behind.setdefault(both, []).append((first, second, quantity))
    for both, lacking in sorted(behind.items()):
        yield remark("fewer_points", both=both, count=len(points.names), noun=noun, pairs=tuple(lacking))
