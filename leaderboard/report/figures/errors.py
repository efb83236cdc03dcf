"""A bar for each system: its errors by kind, and its score with the gain of each kind in turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from leaderboard.report.figures.axes import Frame, rows_frame
from leaderboard.report.figures.drawing import BLUE, COLUMN, INK, SMALLEST, Box, Drawing, Line, Stroke, Text
from leaderboard.report.figures.lettering import (
    AXIS,
    EM,
    MARGIN,
    lines,
    paragraph,
    room,
    rows_height,
    swatch,
    swatches,
)
from leaderboard.report.table import Column, Table
from leaderboard.report.tables.error_bars import SEGMENTS, described, longest
from leaderboard.report.tables.error_bars import segments as counted_segments
from leaderboard.report.tables.error_kinds import ranked_errors
from leaderboard.report.words.error_prices import IN_TURN, KIND_LABELS
from leaderboard.report.words.names import label
from leaderboard.tasks.prices import SystemPrices
from leaderboard.text import counted
from leaderboard.verbs.rank import RankResult

# All stand out from white and from each other, for the colour-blind too.
_COLOURS = dict(zip(SEGMENTS, (BLUE, "#C97B00", "#949494", "#7A2048"), strict=True))

# Bars of more systems cannot be read on a page.
MOST = 30
# The rows of prices are higher; below them are an axis, a title of two lines and four lines of a legend.
_HIGHER, _LINE, _ENTRIES = 1.2, 9.0, 4
# A number fits into a segment of this share of the width, and a score before the first segment.
_WIDE, _BEFORE = 0.11, 0.16
# Okabe and Ito's colours; neighbours also differ in their patterns.
_FILLS = ("#F0E442", "#0072B2", "#E69F00", "#D55E00", "#56B4E9", "#009E73", "#CC79A7")
_PATTERNS = ("", "/", "", "\\", "", "-", "")
_STYLES = dict(zip(KIND_LABELS, zip(_FILLS, _PATTERNS, strict=True), strict=True))
# From a line of a pattern to the next, along an axis.
_APART = {"/": 5.0, "\\": 5.0, "-": 2.4}


def errors(result: RankResult) -> Drawing:
    """Draw correct, incorrect and missing assignments of the key, then spurious ones; best system first."""
    profiles = ranked_errors(result)
    counts = {system: profile.counts for system, profile in profiles.items()}
    names, bars = list(counts), [counted_segments(one) for one in counts.values()]
    frame = rows_frame(len(names), room(names), (0, longest(profiles)))
    ends = [f"{name} ({described(counts[name])})" for name in dict.fromkeys((names[0], names[-1]))]
    span = f"from {' down to '.join(ends)}" if len(ends) > 1 else ends[0]
    foot = frame.bottom + AXIS
    return Drawing(
        "errors",
        "Denotation assignments by kind",
        f"Denotation assignments of {counted(len(names), 'system')}, {span}. "
        "The same numbers are in the tables.",
        Table(
            "Denotation assignments",
            (Column("system", "System"), *(Column(kind, kind, "count") for kind in SEGMENTS)),
            tuple((system, *(width for _, _, width in bar)) for system, bar in zip(names, bars, strict=True)),
        ),
        COLUMN,
        foot + 2 * MARGIN,
        [
            *(
                frame.box(start, row - 0.4, start + width, row + 0.4, _COLOURS[kind], "white")
                for row, bar in enumerate(bars)
                for kind, start, width in bar
            ),
            *frame.axis(frame.ticks()),
            *frame.name_rows(names),
            *paragraph(frame.middle()[0], frame.bottom + AXIS / 2, ["Denotation assignments"]),
            *swatches(list(_COLOURS.items()), foot + MARGIN / 2),
        ],
    )


class Segment(NamedTuple):
    """A part of a bar, in points."""

    kind: str
    start: float
    width: float


def prices(result: RankResult) -> Drawing | None:
    """Scores and cumulative gains of the first systems; none where prices were not asked for."""
    shown = result.prices[:MOST]
    if not shown:
        return None
    primary, names = result.options.primary, [one.system for one in shown]
    bars = [list(segments(one, primary)) for one in shown]
    scores = [100 * one.scores[primary].f1 for one in shown]
    ends, bottom = _limits(scores, bars), MARGIN + _HIGHER * rows_height(len(names))
    frame = Frame(room(names), MARGIN, COLUMN - 2 * MARGIN, bottom, ends, (-0.5, len(names) - 0.5))
    reading = lines(f"{label(primary)} F1 (%) and its gains if errors are corrected")
    foot = bottom + AXIS / 2 + _LINE * len(reading)
    return Drawing(
        "prices",
        f"{IN_TURN}{_part(result)}",
        _text(result, shown, primary),
        _price_data(shown, primary),
        COLUMN,
        foot + _LINE * (_ENTRIES + 0.5) + MARGIN / 2,
        [
            *(stroke for row, bar in enumerate(bars) for stroke in _segments(frame, row, bar)),
            *(
                stroke
                for row, one in enumerate(zip(scores, bars, strict=True))
                for stroke in _score(frame, row, *one)
            ),
            *frame.axis(frame.ticks()),
            *frame.name_rows(names),
            *paragraph(COLUMN / 2, bottom + AXIS / 2, reading),
            *_key(foot + _LINE),
        ],
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


def _segments(frame: Frame, row: int, bar: Sequence[Segment]) -> Iterator[Stroke]:
    """Draw the segments, with the width of each that has room for it."""
    low, high = frame.across
    for kind, start, width in bar:
        fill, pattern = _STYLES[kind]
        box = frame.box(start, row - 0.4, start + width, row + 0.4, fill, "white")
        yield box
        yield from _hatched(box, pattern)
        if width > _WIDE * (high - low):
            number, (x, y) = f"{width:.1f}", frame.at(start + width / 2, row)
            half, tall = EM * SMALLEST * len(number) / 2 + 0.5, SMALLEST + 0.5
            yield Box(x - half, y - tall / 2, 2 * half, tall, "white")
            yield Text(x, y, number, SMALLEST)


def _score(frame: Frame, row: int, score: float, bar: Sequence[Segment]) -> Iterator[Stroke]:
    """Draw a line at the score, and write it before the bar."""
    low, high = frame.across
    yield frame.line(score, row - 0.4, score, row + 0.4, INK, 1)
    x, y = frame.at(_first(score, bar) - 0.02 * (high - low), row)
    yield Text(x, y, f"{score:.2f}", SMALLEST, "end")


def _hatched(box: Box, pattern: str) -> Iterator[Line]:
    """Draw the white lines of a pattern within a box."""
    if not pattern:
        return
    left, top, wide, high, *_ = box
    apart = _APART[pattern]
    for number in range(1, ceil((high if pattern == "-" else wide + high) / apart)):
        along = number * apart
        if pattern == "-":
            yield Line(((left, top + along), (left + wide, top + along)), "white", 0.8)
            continue
        # From the top to the left, or to the right, each end at a side of the box.
        ends = [(min(along, wide), max(0, along - wide)), (max(0, along - high), min(along, high))]
        if pattern == "\\":
            ends = [(wide - x, y) for x, y in ends]
        yield Line([(left + x, top + y) for x, y in ends], "white", 0.8)


def _key(top: float) -> Iterator[Stroke]:
    """Draw the legend in two columns."""
    places = [(left, top + _LINE * row) for left in (30.0, 135.0) for row in range(_ENTRIES)]
    (left, y), *others = places
    yield Line(((left + 4, y - 2.5), (left + 4, y + 2.5)), INK, 1)
    yield Text(left + 11, y, "Score", anchor="start")
    for (left, y), (kind, (fill, pattern)) in zip(others, _STYLES.items(), strict=True):
        box, text = swatch(left, y, KIND_LABELS[kind], fill)
        yield box
        yield from _hatched(box, pattern)
        yield text


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


def _price_data(shown: Sequence[SystemPrices], primary: str) -> Table:
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
