"""Scores on slices as small multiples: a panel for each slice, all on one axis."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING

from leaderboard.boards import Board
from leaderboard.report.figures.drawing import (
    AXIS,
    BLUE,
    INK,
    MARGIN,
    ORANGE,
    PAGE,
    SMALLEST,
    Picture,
    drawing,
    images,
    legend,
)
from leaderboard.report.figures.rows import TALLEST, dots, name_rows, room, rows_height, shown, weight
from leaderboard.report.table import Column, Table
from leaderboard.report.tables.rankings import interval
from leaderboard.report.tables.slices import slice_groups
from leaderboard.report.words import slices as words
from leaderboard.slices import Slicing
from leaderboard.verbs.rank import RankResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Panels beside each other, and the most in one figure.
_ACROSS, MOST = 4, 24
# In inches: the name of a panel, and the least height of a row of systems and of many rows.
_TITLE, _LEAST_ROW, _LEAST = 0.2, 0.085, 2.6
_UNSAFE = re.compile(r"[^\w+-]+")


def slices(result: RankResult, forms: Sequence[str]) -> Iterator[Picture]:
    """Yield a picture for each kind of slices; none where all slices are small."""
    taken: set[str] = set()
    for slicing, group in slice_groups(result):
        tested = [one for one in group if one.standings]
        if tested:
            name = _name(slicing, taken)
            taken.add(name.casefold())
            yield _picture(result, slicing, tested, name, forms)


def panels(slices: int, systems: int) -> tuple[int, float]:
    """Return how many slices a page has room for, and the height of each in inches."""
    least = min(_LEAST_ROW * systems, _LEAST) + _TITLE
    rows = min(ceil(min(slices, MOST) / _ACROSS), int(TALLEST / least))
    return min(slices, MOST, rows * _ACROSS), min(TALLEST / rows, rows_height(systems) + _TITLE)


def _name(slicing: Slicing, taken: set[str]) -> str:
    """A name of a file, whatever the organiser calls an attribute; what is kept where two would be one."""
    name = f"slices-{_UNSAFE.sub('-', slicing.name)}"
    names = [name, f"{name}-{slicing.keep}", *(f"{name}-{number}" for number in range(2, len(taken) + 3))]
    return next(one for one in names if one.casefold() not in taken)


def _picture(
    result: RankResult, slicing: Slicing, tested: Sequence[Board], name: str, forms: Sequence[str]
) -> Picture:
    primary, standings = result.options.primary, result.primary.standings
    systems = [one.system for one in standings]
    most, panel = panels(len(tested), len(systems))
    drawn, rows = tested[:most], ceil(most / _ACROSS)
    with drawing(PAGE, rows * panel + AXIS + MARGIN) as figure:
        left = room(systems)
        width, height = (PAGE - left - MARGIN) / _ACROSS, figure.get_figheight()
        for number, one in enumerate(drawn):
            row, column = divmod(number, _ACROSS)
            bottom = height - MARGIN - (row + 1) * panel
            corner = (left + column * width) / PAGE, bottom / height
            axes = figure.add_axes((*corner, 0.9 * width / PAGE, (panel - _TITLE) / height))
            _draw(axes, result, one)
            name_rows(
                axes, systems if column == 0 else [""] * len(systems), noted=number == _ACROSS * (rows - 1)
            )
            axes.set_title(shown(one.label), pad=2)
            if number + _ACROSS < len(drawn):
                axes.tick_params(labelbottom=False)
        _share_axis(figure.axes)
        has_intervals = any(interval(result, own) for one in drawn for own in one.standings.values())
        legend(figure, words.figure_legend(primary, result.options.alpha, has_intervals))
        made = images(figure, forms)
    counts = len(drawn), len(tested)
    title = words.figure_title(primary, slicing, *counts)
    text = words.figure_text(primary, slicing, len(systems), *counts)
    return Picture(name, title, text, made, _data(result, drawn))


def _draw(axes: Axes, result: RankResult, board: Board) -> None:
    """The systems in the order of the whole, each with a tick at its score on everything."""
    standings, primary = result.primary.standings, result.options.primary
    rows, size = range(len(standings)), weight(len(standings))
    own = [board.standings[one.system] for one in standings]
    ends = {row: found for row, one in enumerate(own) if (found := interval(result, one)) is not None}
    low, high = ([100 * one[end] for one in ends.values()] for end in (0, 1))
    axes.hlines(list(ends), low, high, color=BLUE, lw=1.2 * size)
    whole = [100 * result.scores[one.system][primary].f1 for one in standings]
    axes.vlines(whole, [row - 0.35 for row in rows], [row + 0.35 for row in rows], color=ORANGE, lw=size)
    dots(axes, [100 * board.scores[one.system][primary].f1 for one in standings])
    axes.tick_params(labelsize=SMALLEST, colors=INK)


def _share_axis(panels: Sequence[Axes]) -> None:
    limits = [axes.get_xlim() for axes in panels]
    for axes in panels:
        axes.set_xlim(min(low for low, _ in limits), max(high for _, high in limits))


def _data(result: RankResult, shown: Sequence[Board]) -> Table:
    """One row a slice and system."""
    primary = result.options.primary
    return Table(
        "",
        (
            Column("value", "Slice"),
            Column("system", "System"),
            Column("rank", "Rank", "count"),
            Column(f"{primary}_f1", "Score", "percent"),
            Column("interval", "Interval", "bounds", ends=primary),
            Column("whole", "Score on everything", "percent"),
        ),
        tuple(
            (
                one.label,
                standing.system,
                one.standings[standing.system].rank,
                one.scores[standing.system][primary].f1,
                interval(result, one.standings[standing.system]),
                result.scores[standing.system][primary].f1,
            )
            for one in shown
            for standing in result.primary.standings
        ),
    )
