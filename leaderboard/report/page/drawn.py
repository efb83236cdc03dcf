"""What the page draws itself: the map of significance, and a panel of scores for each dataset."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from leaderboard.boards import Board
from leaderboard.metrics.metric import F1, Scale, scale_of
from leaderboard.ranking.standings import Standing
from leaderboard.report.features.boards import tells
from leaderboard.report.figures.axes import Frame, runs
from leaderboard.report.tables.significance_map import (
    ITSELF,
    MOST_CELLS_WITH_TEXT,
    OUTCOMES,
    TIED,
    explained,
    outcomes,
    tally,
)
from leaderboard.report.words.marks import is_bold
from leaderboard.report.words.names import short, tested_on
from leaderboard.significance.pairing import Bools
from leaderboard.verbs.rank import RankResult

# A class of the style, by place in OUTCOMES.
_KINDS = [one.word.replace(" ", "-") for one in OUTCOMES]
# Pixels: a map without script, its cells, and a letter of a name.
_MAP, _LARGEST, _SMALLEST, _LETTER = 900, 24, 10, 7
# Names beside a map of more systems would be too small on any screen.
_MOST_NAMED = 150
# In units of a drawing: a panel, the sides of its axis, and the rows of few and of many systems.
_WIDTH, _SIDE, _HEIGHT, _WIDEST, _NARROWEST = 240, 14, 160, 14, 3
_AXIS = 18


def significance_map(result: RankResult) -> dict[str, object]:
    """Cells with marks for few systems; shapes without text, which the script fits in, for many."""
    names, table, meanings = [*result.primary.by_system], outcomes(result), explained(result)
    few, size = len(names) <= MOST_CELLS_WITH_TEXT, len(names)
    rows = zip(names, table.tolist(), strict=True) if few else ()
    shapes = () if few else (*(place for place, _ in meanings if place != TIED), ITSELF)
    shown = [short(name) for name in names] if size <= _MOST_NAMED else []
    margin = _LETTER * max(map(len, shown), default=0)
    side = min(_LARGEST, max(_SMALLEST, (_MAP - margin) // size))
    return {
        "summary": tally(result),
        "keys": [(_KINDS[place], one.mark, one.meaning) for place, one in meanings],
        "cells": [(name, [(_KINDS[cell], OUTCOMES[cell].mark) for cell in row]) for name, row in rows],
        "paths": [(_KINDS[place] or "itself", _path(table == place)) for place in shapes],
        "margin": margin,
        "side": side,
        "grid": "".join(f"M0 {line}h{size}M{line} 0v{size}" for line in range(size)),
        "size": margin + side * size,
        "names": [(name, margin + side * place + side / 2) for place, name in enumerate(shown)],
    }


def _path(cells: Bools) -> str:
    """Runs of equal cells in a row as rectangles of one path."""
    return "".join(f"M{start} {row}h{stop - start}v1h{start - stop}z" for row, start, stop in runs(cells))


def panels(result: RankResult) -> dict[str, object]:
    """The scores on each dataset, the systems in the order of the report, all on one axis; none for one."""
    boards = [board for board in result.of("dataset") if board.standings]
    if not boards:
        return {"boards": []}
    scale = scale_of(result.options.primary)
    systems, frame = [*result.primary.by_system], panel(boards, len(result.primary.standings), scale)
    _, side = frame.pitch()
    return {
        "width": _WIDTH,
        "height": f"{frame.bottom + _AXIS:g}",
        "bottom": f"{frame.bottom:g}",
        "text": f"{frame.bottom + _AXIS - 3:g}",
        "radius": f"{min(3.5, side / 2.4):.2g}",
        "ticks": [(tick, f"{frame.at(tick, 0)[0]:.4g}") for tick in round_numbers(*frame.across)],
        "boards": [
            {
                "label": board.label,
                "units": tested_on(board.family),
                "rows": [
                    {
                        "system": system,
                        "text": f"{system}: {scale.text(one.score)} ({one.rank})",
                        "kind": "range" if _is_bold(result, board, one) else "other",
                        "y": f"{frame.at(0, row)[1]:g}",
                        "x": f"{frame.at(scale.units(one.score), row)[0]:.4g}",
                        "ends": [f"{frame.at(scale.units(end), row)[0]:.4g}" for end in _ends(one)],
                    }
                    for row, system in enumerate(systems)
                    if (one := board.standings.get(system))
                ],
            }
            for board in boards
        ],
    }


def panel(boards: Sequence[Board], systems: int, scale: Scale = F1) -> Frame:
    """The rows of all systems, between whole points that hold all intervals."""
    ends = [end for board in boards for standing in board.standings.values() for end in _ends(standing)]
    low, high = floor(scale.units(min(ends))), ceil(scale.units(max(ends)))
    height = systems * max(_NARROWEST, min(_WIDEST, _HEIGHT / systems))
    return Frame(_SIDE, 0, _WIDTH - _SIDE, height, (low, max(low + 1, high)), (-0.5, systems - 0.5))


def round_numbers(low: float, high: float) -> range:
    """At most six round numbers."""
    step = next((step for step in (1, 2, 5, 10, 20) if (high - low) / step < 6), 1 + int((high - low) / 5))
    return range(step * ceil(low / step), int(high) + 1, step)


def _ends(standing: Standing) -> tuple[float, float]:
    return standing.interval or (standing.score, standing.score)


def _is_bold(result: RankResult, board: Board, standing: Standing) -> bool:
    """True where the table of all datasets is bold."""
    return tells(board) and is_bold(result.options.against, standing, len(board.standings))
