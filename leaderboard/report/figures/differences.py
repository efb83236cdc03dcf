"""Two of the best systems, document by document."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from leaderboard.metrics.metric import scale_of
from leaderboard.report.features.documents import default_pair, unit_scores
from leaderboard.report.figures.axes import AXIS, MARGIN, Frame, limits, paragraph, shown
from leaderboard.report.figures.drawing import BLUE, COLUMN, GREY, ORANGE, Drawing, Point, Polygon, numbers
from leaderboard.report.words.names import score_of, unit_text
from leaderboard.text import plural
from leaderboard.verbs.rank import RankResult

_HEIGHT, _HEAD = 144.0, 24.0


def differences(result: RankResult) -> Drawing | None:
    """The sorted differences of the pair that the page opens on, if any system differs from the best one."""
    names = default_pair(result)
    if names is None:
        return None
    scores = unit_scores(result)
    first, second = (scores[name] for name in names)
    order = np.argsort(second - first, kind="stable")
    scale, unit = scale_of(result.options.primary), result.options.shown_unit
    apart, primary = scale.factor * (first - second)[order], score_of(result.options.primary)
    ahead, behind = (apart < 0, apart > 0) if scale.lower else (apart > 0, apart < 0)
    units, (low, high) = result.sheet.units(unit).names, limits([0, *apart.tolist()])
    frame = Frame(
        AXIS + MARGIN, _HEAD, COLUMN - MARGIN, _HEIGHT - AXIS, limits([0.5, len(apart) + 0.5]), (high, low)
    )
    colours = (ORANGE, BLUE) if scale.lower else (BLUE, ORANGE)
    halves = ((apart.clip(min=0), colours[0]), (apart.clip(max=0), colours[1]))
    middle, _ = frame.middle()
    against = [f"{shown(names[0])} (blue)", f"against {shown(names[1])} (orange)"]
    return Drawing(
        "differences",
        f"{names[0]} against {names[1]} by {unit}",
        f"Difference in {primary} between {names[0]} and {names[1]} on each {unit}: "
        f"{int(ahead.sum())} favour {names[0]}, {int(behind.sum())} {names[1]}, "
        f"{int((apart == 0).sum())} neither.",
        numbers(
            ("unit", [unit_text(units[place]) for place in order]),
            (names[0], first[order].tolist()),
            (names[1], second[order].tolist()),
        ),
        COLUMN,
        _HEIGHT,
        [
            *(Polygon([_stairs(frame, half.tolist())], colour) for half, colour in halves),
            frame.line(frame.across[0], 0, frame.across[1], 0, GREY),
            *frame.axis(tick for tick in frame.ticks() if tick[0] == int(tick[0])),
            *frame.side_axis(f"Difference in {primary}"),
            *paragraph(middle, frame.bottom + AXIS / 2, [f"{plural(unit)}, sorted"]),
            *paragraph(middle, MARGIN / 2, against),
        ],
    )


def _stairs(frame: Frame, heights: Sequence[float]) -> list[Point]:
    """One shape of all bars: a bar a document would be slow to draw."""
    tops = [frame.at(place + side, high) for place, high in enumerate(heights, 1) for side in (-0.5, 0.5)]
    return [frame.at(0.5, 0), *tops, frame.at(len(heights) + 0.5, 0)]
