"""The figures of metrics under controlled errors, as figures 2 to 8 of Moosavi & Strube (2016)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import cos, radians, sin
from textwrap import wrap

from leaderboard.experiments.controlled import EXPERIMENTS
from leaderboard.experiments.experiment_points import Point
from leaderboard.metrics import Metric
from leaderboard.report.features.probe import experiment_tables, reached
from leaderboard.report.figures import drawing
from leaderboard.report.figures.axes import AXIS, BELOW, MARGIN, Frame, limits, paragraph, room
from leaderboard.report.figures.drawing import (
    BLUE,
    COLUMN,
    FONT_SIZE,
    GREY,
    INK,
    ORANGE,
    SMALLEST,
    Dot,
    Drawing,
    Line,
    Picture,
    Polygon,
    Stroke,
    Text,
    picture,
)
from leaderboard.text import counted
from leaderboard.verbs.probe import ProbeResult

_COLOURS = (BLUE, ORANGE, "#009E73", "#E69F00", "#CC79A7", "#56B4E9", INK, GREY)
# Dots, then stars: corners, degrees by which they are turned, and where the corners between them are.
_MARKS = (
    *((0, 0, 1), (4, 45, 1), (3, 0, 1), (3, 180, 1), (4, 0, 1), (5, 0, 0.4), (4, 0, 0.4), (4, 45, 0.4)),
    *((3, 90, 1), (3, 270, 1), (5, 0, 1), (6, 0, 1)),
)
_RADIUS = 1.8
# How far marks of one point stand apart, and how long a line of text below the axis may be.
_WIDTH = 0.7
_LINE = 55
# With more points than this their names are set smaller, every other one a line lower.
_MANY = 7
_HEIGHT, _FOOT, _BESIDE = 190.0, 42.0, 14.0


def reaction_pictures(result: ProbeResult) -> tuple[Picture, ...]:
    """One an experiment."""
    names = list(dict.fromkeys(point.experiment for point in result.points))
    return tuple(
        picture(_drawing(result, name, [point for point in result.points if point.experiment == name]))
        for name in names
    )


def _drawing(result: ProbeResult, name: str, points: Sequence[Point]) -> Drawing:
    """Lines where points are shares or numbers, at their places; marks side by side where they name sizes."""
    experiment, metrics = EXPERIMENTS[name], result.metrics
    named = experiment.sizes is not None
    places = [float(point.point) if experiment.counted else index for index, point in enumerate(points)]
    scores = [[100 * point.scores[metric.name].f1 for point in points] for metric in metrics]
    low, high = limits(value for values in scores for value in values)
    across = limits([places[0] - named * _WIDTH / 2, places[-1] + named * _WIDTH / 2])
    frame = Frame(AXIS + MARGIN, MARGIN, COLUMN - MARGIN, _HEIGHT - _FOOT, across, (high, low))
    many = len(points) > _MANY
    marks = [
        (place, "\n" * (many and number % 2) + point.point)
        for number, (place, point) in enumerate(zip(places, points, strict=True))
    ]
    title = wrap(f"{experiment.title}{_near(result, points)}", _LINE)
    [data] = experiment_tables(replace(result, points=tuple(points)))
    strokes: list[Stroke] = [*frame.side_axis("F1 (%)", grid=named)]
    strokes += frame.axis(marks, SMALLEST if many else FONT_SIZE, grid=not named)
    for number, (metric, values) in enumerate(zip(metrics, scores, strict=True)):
        aside = _WIDTH * ((number + 0.5) / len(metrics) - 0.5) if named else 0
        corners = [frame.at(place + aside, y) for place, y in zip(places, values, strict=True)]
        # Right of the frame, each metric with its mark.
        x, y = frame.right + _BESIDE, (frame.top + frame.bottom) / 2
        y += 1.4 * FONT_SIZE * (number - (len(metrics) - 1) / 2)
        strokes += _curve(number, [] if named else corners, corners)
        strokes += _curve(number, [] if named else [(x - 8, y), (x + 8, y)], [(x, y)])
        strokes.append(Text(x + 12, y, metric.label, anchor="start"))
    return Drawing(
        name,
        experiment.title,
        f"{experiment.title}: F1 at {counted(len(points), 'point')}. {_texts(result, points)}",
        data,
        frame.right + _BESIDE + 12 + room([metric.label for metric in metrics]),
        _HEIGHT + FONT_SIZE * (len(title) - 1),
        [*strokes, *paragraph(frame.middle()[0], frame.bottom + BELOW + many * SMALLEST, title)],
    )


def _curve(number: int, line: Sequence[drawing.Point], marks: Sequence[drawing.Point]) -> Iterator[Stroke]:
    """Draw a line and marks as no other metric has; those beyond the colours are open and dashed."""
    colour, is_open = _COLOURS[number % len(_COLOURS)], number >= len(_COLOURS)
    fill = "none" if is_open else colour
    if line:
        yield Line(line, colour, 0.8, (3, 1.5) if is_open else ())
    corners, turned, inner = _MARKS[number % len(_MARKS)]
    for x, y in marks:
        if not corners:
            yield Dot(x, y, 0.85 * _RADIUS, fill, colour, 0.6)
        else:
            ring = [(x + _RADIUS * right, y - _RADIUS * up) for right, up in _star(corners, turned, inner)]
            yield Polygon([ring], fill, colour, 0.6)


def _star(corners: int, turned: float, inner: float) -> Iterator[drawing.Point]:
    """Yield the corners of a star around nothing, or of a polygon; rounded, they are the same everywhere."""
    for number in range(2 * corners):
        angle, far = radians(turned + 180 * number / corners), inner if number % 2 else 1
        if inner < 1 or not number % 2:
            yield round(far * sin(angle), 3), round(far * cos(angle), 3)


def _near(result: ProbeResult, points: Sequence[Point]) -> str:
    """Sizes are what they say on the paper's key alone."""
    return "" if result.key is None or EXPERIMENTS[points[0].experiment].sizes is None else ", or the nearest"


def _texts(result: ProbeResult, points: Sequence[Point]) -> str:
    come_to = [f"{point.point}: {reached([point])}" for point in points if point.reached]
    texts = [_spread(result.metrics, points)]
    if same := _coinciding(result.metrics, points):
        texts.append(f"Identical curves: {'; '.join(same)}.")
    if result.key is not None and come_to:
        texts.append(f"Reached on this key: {' | '.join(come_to)}.")
    return " ".join(texts)


def _coinciding(metrics: Sequence[Metric], points: Sequence[Point]) -> list[str]:
    """The metrics whose lines cover each other."""
    by_line: dict[tuple[float, ...], list[str]] = {}
    for metric in metrics:
        line = tuple(round(point.scores[metric.name].f1, 9) for point in points)
        by_line.setdefault(line, []).append(metric.label)
    return [", ".join(labels) for labels in by_line.values() if len(labels) > 1]


def _spread(metrics: Sequence[Metric], points: Sequence[Point]) -> str:
    """The metric that each of the first and last points pleases most."""
    ends = []
    for point in (points[0], points[-1]):
        best = max(metrics, key=lambda metric: point.scores[metric.name].f1)
        worst = min(metrics, key=lambda metric: point.scores[metric.name].f1)
        ends.append(
            f"At {point.point} they go from {100 * point.scores[worst.name].f1:.2f} ({worst.label}) "
            f"to {100 * point.scores[best.name].f1:.2f} ({best.label})."
        )
    return " ".join(ends)
