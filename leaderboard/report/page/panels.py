"""Small multiples: the scores of all systems on each dataset, one panel a dataset, on one axis."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from leaderboard.boards import Board
from leaderboard.ranking import Standing
from leaderboard.report.tables.boards import board_tables
from leaderboard.text import counted
from leaderboard.verbs.rank import RankResult

# In units of the drawing: a panel, the sides of its axis, and the rows of few and of many systems.
_WIDTH, _SIDE, _HEIGHT, _WIDEST, _NARROWEST = 240, 14, 160, 14, 3
_AXIS = 18


def panels(result: RankResult) -> dict[str, object]:
    """Return the panels of datasets, with the systems in the order of the report; none for one dataset."""
    boards = [board for board in result.of("dataset") if board.standings]
    if not boards:
        return {"boards": []}
    low, high = _limits(boards)
    systems = [standing.system for standing in result.primary.standings]
    side = max(_NARROWEST, min(_WIDEST, _HEIGHT / len(systems)))
    height = side * len(systems)
    bold = _bold(result)
    return {
        "width": _WIDTH,
        "height": f"{height + _AXIS:g}",
        "bottom": f"{height:g}",
        "text": f"{height + _AXIS - 3:g}",
        "radius": f"{min(3.5, side / 2.4):.2g}",
        "ticks": [(tick, _at(tick / 100, low, high)) for tick in _ticks(low, high)],
        "boards": [
            {
                "label": board.label,
                "units": counted(board.family.units, result.options.unit),
                "rows": [
                    {
                        "system": system,
                        "text": f"{system}: {100 * one.score:.2f} ({one.rank})",
                        "kind": "range" if (system, board.name) in bold else "other",
                        "y": f"{side * (row + 0.5):g}",
                        "x": _at(one.score, low, high),
                        "ends": [_at(end, low, high) for end in _ends(one)],
                    }
                    for row, system in enumerate(systems)
                    if (one := board.standings.get(system))
                ],
            }
            for board in boards
        ],
    }


def _bold(result: RankResult) -> set[tuple[str, str]]:
    """Return the systems that are bold in the table, each with the dataset."""
    table, *_ = board_tables(result, "dataset")
    before = f"{result.options.primary}_f1_"
    return {(str(table.rows[row][0]), column.removeprefix(before)) for row, column in table.best}


def _limits(boards: Sequence[Board]) -> tuple[int, int]:
    """Return the ends of the axis of all panels, in points."""
    ends = [end for board in boards for standing in board.standings.values() for end in _ends(standing)]
    return floor(100 * min(ends)), ceil(100 * max(ends))


def _ticks(low: int, high: int) -> range:
    """Return at most six round numbers."""
    step = next(step for step in (1, 2, 5, 10, 20) if (high - low) / step < 6)
    return range(step * ceil(low / step), high + 1, step)


def _ends(standing: Standing) -> tuple[float, float]:
    return standing.interval or (standing.score, standing.score)


def _at(score: float, low: int, high: int) -> str:
    """Return where a score stands in a panel."""
    return f"{_SIDE + (_WIDTH - 2 * _SIDE) * (100 * score - low) / max(1, high - low):.4g}"
