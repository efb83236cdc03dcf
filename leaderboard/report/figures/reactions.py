"""The figures of metrics under controlled errors, as figures 2 to 8 of Moosavi & Strube (2016)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from textwrap import wrap

from leaderboard.experiments import EXPERIMENTS
from leaderboard.experiments.experiment_points import Point
from leaderboard.metrics import Metric
from leaderboard.report.figures.drawing import (
    AXIS,
    BLUE,
    COLUMN,
    FONT_SIZE,
    GREY,
    INK,
    ORANGE,
    PALE,
    SMALLEST,
    Picture,
    drawing,
    images,
    place,
)
from leaderboard.report.figures.rows import room
from leaderboard.report.tables.probes import experiment_tables, reached
from leaderboard.text import counted
from leaderboard.verbs.probe import ProbeResult

_COLOURS = (BLUE, ORANGE, "#009E73", "#D55E00", "#CC79A7", "#56B4E9", INK, GREY)
_MARKERS = "os^vD*PX<>ph"
# How far marks of one point stand apart, and how long a line of text below the axis may be.
_WIDTH = 0.7
_LINE = 55
# With more points than this their names are set smaller, every other one a line lower.
_MANY = 7


def reaction_pictures(result: ProbeResult) -> tuple[Picture, ...]:
    """One an experiment, or none without matplotlib."""
    if find_spec("matplotlib") is None:
        return ()
    names = list(dict.fromkeys(point.experiment for point in result.points))
    return tuple(
        _picture(result, name, [point for point in result.points if point.experiment == name])
        for name in names
    )


def _picture(result: ProbeResult, name: str, points: Sequence[Point]) -> Picture:
    title = EXPERIMENTS[name].title
    [data] = experiment_tables(replace(result, points=tuple(points)))
    return Picture(
        name,
        title,
        f"{title}: F1 at {counted(len(points), 'point')}. {_texts(result, points)}",
        _drawn(result.metrics, points, f"{title}{_near(result, points)}"),
        data,
    )


def _drawn(metrics: Sequence[Metric], points: Sequence[Point], title: str) -> dict[str, bytes]:
    """Lines where points are shares or numbers, at their places; marks side by side where they name sizes.

    Metrics beyond the colours have open marks.
    """
    labels = [metric.label for metric in metrics]
    experiment = EXPERIMENTS[points[0].experiment]
    named = experiment.sizes is not None
    places = [float(point.point) if experiment.counted else index for index, point in enumerate(points)]
    with drawing(COLUMN + room(labels) + 0.2, COLUMN * 0.8) as figure:
        axes = place(figure, AXIS + 0.1, AXIS + 0.12, room(labels) + 0.3)
        axes.grid(axis="x" if not named else "y", color=PALE, lw=0.5)
        axes.set_axisbelow(True)
        for number, metric in enumerate(metrics):
            aside = _WIDTH * ((number + 0.5) / len(metrics) - 0.5) if named else 0
            axes.plot(
                [place + aside for place in places],
                [100 * point.scores[metric.name].f1 for point in points],
                marker=_MARKERS[number % len(_MARKERS)],
                color=_COLOURS[number % len(_COLOURS)],
                markerfacecolor="none" if number >= len(_COLOURS) else None,
                linestyle="" if named else ("-", "--")[number // len(_COLOURS) % 2],
                markersize=3,
                lw=0.8,
                label=metric.label,
            )
        many = len(points) > _MANY
        names = ["\n" * (many and number % 2) + point.point for number, point in enumerate(points)]
        axes.set_xticks(places, names, fontsize=SMALLEST if many else FONT_SIZE)
        axes.set_xlabel("\n".join(wrap(title, _LINE)))
        axes.set_ylabel("F1 (%)")
        axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)
        return images(figure, ())


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
