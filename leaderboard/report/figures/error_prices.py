"""The figure of prices: a bar for each system, its score and then the gain of each kind in turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from leaderboard.report.figures.drawing import (
    AXIS,
    FONT_SIZE,
    INK,
    MARGIN,
    PAGE,
    Picture,
    drawing,
    images,
    name_rows,
    place,
    room,
    rows_height,
)
from leaderboard.report.table import Column, Table
from leaderboard.report.words.error_prices import IN_TURN, KIND_LABELS
from leaderboard.report.words.names import label
from leaderboard.tasks.prices import SystemPrices
from leaderboard.text import counted
from leaderboard.verbs.rank import RankResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Patch

# Bars of more systems cannot be read on a page.
MOST = 30
# A number fits into a segment of so many points.
WIDE = 4
_SCORE = "#C8C8C8"
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
            ("#009E73", "...."),
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
    with drawing(PAGE, rows_height(len(shown)) * 1.3 + 2 * AXIS + MARGIN) as figure:
        axes = place(figure, room([one.system for one in shown]), 2 * AXIS, 2 * MARGIN)
        for row, (system, bar) in enumerate(zip(shown, bars, strict=True)):
            score = 100 * system.scores[primary].f1
            axes.barh(row, min([score, *(one.start for one in bar)]), color=_SCORE, height=0.8)
            axes.vlines(score, row - 0.4, row + 0.4, color=INK, lw=1)
            _write_numbers(axes, row, score, bar)
        _draw_segments(axes, bars)
        axes.set_xlim(0, max([100, *(one.start + one.width for bar in bars for one in bar)]))
        axes.set_xlabel(f"{label(primary)} F1 (%), and what it gains if errors are corrected")
        name_rows(axes, [one.system for one in shown])
        figure.legend(
            handles=_key(), loc="lower center", ncols=4, frameon=False, handlelength=2, columnspacing=1.5
        )
        drawn = images(figure, forms)
    return Picture("prices", IN_TURN, _text(result, shown, primary), drawn, _data(shown, primary))


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


def _write_numbers(axes: Axes, row: int, score: float, bar: Sequence[Segment]) -> None:
    """The score, and the width of each segment that has room for it."""
    ground: dict[str, Any] = {
        "facecolor": "white",
        "edgecolor": "none",
        "boxstyle": "round,pad=0.15",
        "alpha": 0.85,
    }
    style: dict[str, Any] = {"va": "center", "color": INK, "fontsize": FONT_SIZE - 1}
    axes.text(1, row, f"{score:.2f}", ha="left", **style)
    for one in bar:
        if one.width > WIDE:
            middle = one.start + one.width / 2
            axes.text(middle, row, f"{one.width:.1f}", ha="center", bbox=ground, **style)


def _key() -> list[Patch]:
    from matplotlib.patches import Patch

    return [
        Patch(facecolor=_SCORE, label="Score"),
        *(
            Patch(facecolor=colour, hatch=pattern, edgecolor="white", label=KIND_LABELS[kind])
            for kind, (colour, pattern) in _STYLES.items()
        ),
    ]


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
