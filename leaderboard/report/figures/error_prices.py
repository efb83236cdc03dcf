"""The figure of prices: a bar for each system, its score and then the gain of each kind in turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from leaderboard.report.figures.drawing import (
    COLUMN,
    FONT_SIZE,
    INK,
    MARGIN,
    SMALLEST,
    Picture,
    drawing,
    images,
    lines,
    place,
)
from leaderboard.report.figures.rows import name_rows, room, rows_height
from leaderboard.report.table import Column, Table
from leaderboard.report.words.error_prices import IN_TURN, KIND_LABELS
from leaderboard.report.words.names import label
from leaderboard.tasks.prices import SystemPrices
from leaderboard.text import counted
from leaderboard.verbs.rank import RankResult

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

# Bars of more systems cannot be read on a page.
MOST = 30
# Room for the axis and its legend, in inches.
_FOOT = 1.15
# A number fits into a segment of this share of the width, and a score before the first segment.
_WIDE, _BEFORE = 0.11, 0.16
# Okabe and Ito's colours; neighbours also differ in their patterns.
_STYLES = dict(
    zip(
        KIND_LABELS,
        (
            ("#F0E442", ""),
            ("#0072B2", "////"),
            ("#E69F00", ""),
            ("#D55E00", "\\\\\\\\"),
            ("#56B4E9", ""),
            ("#009E73", "----"),
            ("#CC79A7", ""),
        ),
        strict=True,
    )
)


class Segment(NamedTuple):
    """A part of a bar, in points."""

    kind: str
    start: float
    width: float


def prices(result: RankResult, forms: Sequence[str]) -> Picture | None:
    """Scores and cumulative gains of the first systems; none where prices were not asked for."""
    shown = result.prices[:MOST]
    if not shown:
        return None
    primary = result.options.primary
    bars = [list(segments(one, primary)) for one in shown]
    scores = [100 * one.scores[primary].f1 for one in shown]
    with drawing(COLUMN, rows_height(len(shown)) * 1.2 + _FOOT + MARGIN) as figure:
        axes = place(figure, room([one.system for one in shown]), _FOOT, 2 * MARGIN)
        axes.set_xlim(*_limits(scores, bars))
        rows = np.arange(len(bars))
        axes.vlines(scores, rows - 0.4, rows + 0.4, color=INK, lw=1, zorder=3)
        _write_numbers(axes, scores, bars)
        _draw_segments(axes, bars)
        name_rows(axes, [one.system for one in shown])
        figure.legend(
            handles=_key(),
            title="\n".join(lines(f"{label(primary)} F1 (%) and its gains if errors are corrected")),
            title_fontsize=FONT_SIZE,
            loc="lower center",
            ncols=2,
            frameon=False,
            columnspacing=1.5,
        )
        drawn = images(figure, forms)
    return Picture(
        "prices", f"{IN_TURN}{_part(result)}", _text(result, shown, primary), drawn, _data(shown, primary)
    )


def _limits(scores: Sequence[float], bars: Sequence[Sequence[Segment]]) -> tuple[float, float]:
    """Return where the axis begins and ends: a score is a place on it, not a length."""
    highest = max([100, *(one.start + one.width for bar in bars for one in bar)])
    lowest = min(highest - 1, *map(_first, scores, bars))
    return lowest - (highest - lowest) * _BEFORE / (1 - _BEFORE), highest


def _first(score: float, bar: Sequence[Segment]) -> float:
    """Return where a bar begins: at the score, or before it where a correction loses points."""
    return min([score, *(one.start for one in bar)])


def segments(system: SystemPrices, primary: str) -> Iterator[Segment]:
    """The gains in points: losses end at the score, and gains begin there."""
    left = right = 100 * system.scores[primary].f1
    for one in system.kinds:
        gain = 100 * one.cumulative[primary].gain
        if gain < 0:
            left += gain
            yield Segment(one.kind, left, -gain)
        elif gain > 0:
            yield Segment(one.kind, right, gain)
            right += gain


def _draw_segments(axes: Axes, bars: Sequence[Sequence[Segment]]) -> None:
    """All segments of a kind at once."""
    for kind, (colour, pattern) in _STYLES.items():
        found = [
            (row, one.width, one.start) for row, bar in enumerate(bars) for one in bar if one.kind == kind
        ]
        rows, widths, starts = zip(*found, strict=True) if found else ((), (), ())
        style: dict[str, Any] = {
            "facecolor": colour,
            "hatch": pattern,
            "edgecolor": "white",
            "linewidth": 0.4,
        }
        axes.barh(rows, widths, left=starts, height=0.8, **style)


def _write_numbers(axes: Axes, scores: Sequence[float], bars: Sequence[Sequence[Segment]]) -> None:
    """Write each score before its bar, and the width of each segment that has room for it."""
    left, right = axes.get_xlim()
    ground: dict[str, Any] = {
        "facecolor": "white",
        "edgecolor": "none",
        "boxstyle": "square,pad=0.1",
        "alpha": 0.85,
    }
    style: dict[str, Any] = {"va": "center", "color": INK, "fontsize": SMALLEST}
    for row, (score, bar) in enumerate(zip(scores, bars, strict=True)):
        axes.text(_first(score, bar) - 0.02 * (right - left), row, f"{score:.2f}", ha="right", **style)
        for one in bar:
            if one.width > _WIDE * (right - left):
                middle = one.start + one.width / 2
                axes.text(middle, row, f"{one.width:.1f}", ha="center", bbox=ground, **style)


def _key() -> list[Artist]:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    return [
        Line2D([], [], color=INK, lw=1, marker="|", linestyle="", label="Score"),
        *(
            Patch(facecolor=colour, hatch=pattern, edgecolor="white", label=KIND_LABELS[kind])
            for kind, (colour, pattern) in _STYLES.items()
        ),
    ]


def _part(result: RankResult) -> str:
    systems = len(result.prices)
    return f" (the first {MOST} of {systems} systems)" if systems > MOST else ""


def _text(result: RankResult, shown: Sequence[SystemPrices], primary: str) -> str:
    first = shown[0]
    dearest = max(first.kinds, key=lambda one: one.cumulative[primary].gain)
    gain = 100 * dearest.cumulative[primary].gain
    systems = counted(len(result.prices), "system")
    whole = f"the first {MOST} of {systems}" if len(result.prices) > MOST else systems
    return (
        f"{label(primary)} F1 of {whole}, with what each kind of errors gains if corrected in turn. "
        f"{first.system} scores {100 * first.scores[primary].f1:.2f}; its largest segment is "
        f"{KIND_LABELS[dearest.kind].lower()} ({gain:.2f})."
    )


def _data(shown: Sequence[SystemPrices], primary: str) -> Table:
    return Table(
        IN_TURN,
        (
            Column("system", "System"),
            Column("score", "Score", "percent"),
            *(Column(kind, name, "signed") for kind, name in KIND_LABELS.items()),
        ),
        tuple(
            (one.system, one.scores[primary].f1, *(kind.cumulative[primary].gain for kind in one.kinds))
            for one in shown
        ),
    )
