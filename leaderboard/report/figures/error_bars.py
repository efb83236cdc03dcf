"""A bar for each system: its errors by kind, and its score with the gain of each kind in turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil
from typing import NamedTuple

from leaderboard.report.features.errors import SEGMENTS, described, longest, ranked_errors
from leaderboard.report.features.errors import segments as counted_segments
from leaderboard.report.features.prices import IN_TURN, KIND_LABELS
from leaderboard.report.figures.axes import (
    AXIS,
    EM,
    MARGIN,
    Frame,
    lines,
    paragraph,
    room,
    rows_frame,
    rows_height,
    swatch,
    swatches,
)
from leaderboard.report.figures.drawing import (
    BLUE,
    COLUMN,
    INK,
    SMALLEST,
    Box,
    Drawing,
    Line,
    Stroke,
    Text,
    numbers,
)
from leaderboard.report.words.names import label
from leaderboard.tasks.priced_errors import SystemPrices
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


def errors(result: RankResult) -> Drawing | None:
    """Draw correct, incorrect and missing assignments of the key, then spurious ones; best system first."""
    profiles = ranked_errors(result)
    if not profiles:
        return None
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
        numbers(
            ("system", names),
            *((kind, [bar[place][2] for bar in bars]) for place, kind in enumerate(SEGMENTS)),
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


class PriceBar(NamedTuple):
    """The score of a system and the gains in turn: losses end at the score, and gains begin there."""

    system: str
    score: float
    segments: tuple[Segment, ...]

    @property
    def start(self) -> float:
        """Where a bar begins: at the score, or before it where a correction loses points."""
        return min([self.score, *(one.start for one in self.segments)])

    @property
    def end(self) -> float:
        return max([self.score, *(one.start + one.width for one in self.segments)])


def price_bars(systems: Iterable[SystemPrices], primary: str) -> list[PriceBar]:
    return [
        PriceBar(one.system, 100 * one.scores[primary].f1, tuple(_gains(one, primary))) for one in systems
    ]


def _gains(system: SystemPrices, primary: str) -> Iterator[Segment]:
    left = right = 100 * system.scores[primary].f1
    for one in system.kinds:
        gain = 100 * one.cumulative[primary].gain
        if gain < 0:
            left += gain
            yield Segment(one.kind, left, -gain)
        elif gain > 0:
            yield Segment(one.kind, right, gain)
            right += gain


def prices(result: RankResult) -> Drawing | None:
    """Scores and cumulative gains of the first systems; none where prices were not asked for."""
    shown, primary = result.prices[:MOST], result.options.primary
    if not shown:
        return None
    names, bars = [one.system for one in shown], price_bars(shown, primary)
    # A score is a place on the axis, not a length.
    highest = max([100, *(bar.end for bar in bars)])
    lowest = min([highest - 1, *(bar.start for bar in bars)])
    across = lowest - (highest - lowest) * _BEFORE / (1 - _BEFORE), highest
    bottom = MARGIN + _HIGHER * rows_height(len(names))
    frame = Frame(room(names), MARGIN, COLUMN - 2 * MARGIN, bottom, across, (-0.5, len(names) - 0.5))
    reading = lines(f"{label(primary)} F1 (%) and its gains if errors are corrected")
    foot = bottom + AXIS / 2 + _LINE * len(reading)
    systems = counted(len(result.prices), "system")
    whole = f"the first {MOST} of {systems}" if len(result.prices) > MOST else systems
    dearest = max(shown[0].kinds, key=lambda one: one.cumulative[primary].gain)
    return Drawing(
        "prices",
        f"{IN_TURN} ({whole})" if len(result.prices) > MOST else IN_TURN,
        f"{label(primary)} F1 of {whole}, with the gain from correcting one kind of error after another. "
        f"{names[0]} scores {bars[0].score:.2f}; its largest segment is "
        f"{KIND_LABELS[dearest.kind].lower()} ({100 * dearest.cumulative[primary].gain:.2f}).",
        numbers(
            ("system", names),
            ("score", [one.scores[primary].f1 for one in shown]),
            *(
                (kind, [one.kinds[place].cumulative[primary].gain for one in shown])
                for place, kind in enumerate(KIND_LABELS)
            ),
        ),
        COLUMN,
        foot + _LINE * (_ENTRIES + 0.5) + MARGIN / 2,
        [
            *(stroke for row, bar in enumerate(bars) for stroke in _segments(frame, row, bar)),
            *(stroke for row, bar in enumerate(bars) for stroke in _score(frame, row, bar)),
            *frame.axis(frame.ticks()),
            *frame.name_rows(names),
            *paragraph(COLUMN / 2, bottom + AXIS / 2, reading),
            *_key(foot + _LINE),
        ],
    )


def _segments(frame: Frame, row: int, bar: PriceBar) -> Iterator[Stroke]:
    """Draw the segments, with the width of each that has room for it."""
    low, high = frame.across
    for kind, start, width in bar.segments:
        fill, pattern = _STYLES[kind]
        box = frame.box(start, row - 0.4, start + width, row + 0.4, fill, "white")
        yield box
        yield from _hatched(box, pattern)
        if width > _WIDE * (high - low):
            number, (x, y) = f"{width:.1f}", frame.at(start + width / 2, row)
            half, tall = EM * SMALLEST * len(number) / 2 + 0.5, SMALLEST + 0.5
            yield Box(x - half, y - tall / 2, 2 * half, tall, "white")
            yield Text(x, y, number, SMALLEST)


def _score(frame: Frame, row: int, bar: PriceBar) -> Iterator[Stroke]:
    """Draw a line at the score, and write it before the bar."""
    low, high = frame.across
    yield frame.line(bar.score, row - 0.4, bar.score, row + 0.4, INK, 1)
    x, y = frame.at(bar.start - 0.02 * (high - low), row)
    yield Text(x, y, f"{bar.score:.2f}", SMALLEST, "end")


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
