"""What a reader should be told of correlations."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from leaderboard.correlation.coefficients import Points, Quantity, constant_columns, pairs

_ENOUGH = 3
_MOST_NAMED = 5


def notes_on(points: Points, labels: dict[str, str], noun: str = "system") -> tuple[str, ...]:
    """Why some correlations are missing or say nothing; ``noun`` is what a point is called."""
    notes = [
        f"{_named(labels[name], quantity)} is the same for all {noun}s, so it correlates with nothing."
        for name, quantity in constant_columns(points)
    ]
    count = len(points.names)
    if count < _ENOUGH:
        some = f"1 {noun} has" if count == 1 else f"{count} {noun}s have"
        meaning = "no correlation" if count < 2 else "a correlation of 1 or -1, whatever their scores"
        notes.insert(0, f"{some} {meaning}.")
    if count and not any(True for _ in pairs(points)):
        notes.append("One metric alone has nothing to correlate with.")
    return (*notes, *_fewer_points(points, labels, noun))


def _fewer_points(points: Points, labels: dict[str, str], noun: str) -> Iterator[str]:
    """The pairs of metrics that some points lack, which stand on fewer points than others."""
    behind: dict[int, list[str]] = {}
    for quantity, first, second in pairs(points):
        columns = points.values[quantity]
        both = int((~np.isnan(columns[first] + columns[second])).sum())
        if both < len(points.names):
            behind.setdefault(both, []).append(_named(f"{labels[first]} and {labels[second]}", quantity))
    for both, names in sorted(behind.items()):
        some = "; ".join(names[:_MOST_NAMED])
        more = f"; {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        says = ", too few to say anything" if both < _ENOUGH else ""
        yield f"Only {both} of {len(points.names)} {noun}s have both scores{says}: {some}{more}."


def _named(metric: str, quantity: Quantity) -> str:
    return f"{metric} {'F1' if quantity == 'f1' else quantity}"
