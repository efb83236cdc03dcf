"""The significance map of the page."""

from __future__ import annotations

from collections.abc import Sequence

from leaderboard.report.figures.axes import runs
from leaderboard.report.tables.significance_map import (
    ITSELF,
    MOST_CELLS_WITH_TEXT,
    OUTCOMES,
    TIED,
    explained,
    outcomes,
    tally,
)
from leaderboard.report.words.names import short
from leaderboard.significance.pairing import Bools
from leaderboard.verbs.rank import RankResult

# A class of the style, by place in OUTCOMES.
_KINDS = [one.word.replace(" ", "-") for one in OUTCOMES]
# Pixels: a map without script, its cells, and a letter of a name.
_WIDTH, _WIDEST, _SMALLEST, _LETTER = 900, 24, 10, 7
# Names beside a map of more systems would be too small on any screen.
_MOST_NAMED = 150


def significance_map(result: RankResult) -> dict[str, object]:
    """Cells with marks for few systems, shapes without text for many."""
    names = [standing.system for standing in result.primary.standings]
    table = outcomes(result)
    few = len(names) <= MOST_CELLS_WITH_TEXT
    meanings = explained(result)
    shapes = [*(place for place, _ in meanings if place != TIED), ITSELF]
    return {
        "summary": tally(result),
        "keys": [(_KINDS[place], one.mark, one.meaning) for place, one in meanings],
        "cells": [(name, _cells(row)) for name, row in zip(names, table.tolist(), strict=True)]
        if few
        else [],
        "paths": [] if few else [(_KINDS[place] or "itself", _path(table == place)) for place in shapes],
        **_layout(names),
    }


def _layout(names: Sequence[str]) -> dict[str, object]:
    """Names along both sides of the map, in pixels; the script fits the map into the window."""
    shown = [short(name) for name in names] if len(names) <= _MOST_NAMED else []
    margin = _LETTER * max(map(len, shown), default=0)
    side = min(_WIDEST, max(_SMALLEST, (_WIDTH - margin) // len(names)))
    return {
        "margin": margin,
        "side": side,
        "grid": "".join(f"M0 {line}h{len(names)}M{line} 0v{len(names)}" for line in range(len(names))),
        "size": margin + side * len(names),
        "names": [(name, margin + side * place + side / 2) for place, name in enumerate(shown)],
    }


def _cells(row: list[int]) -> list[tuple[str, str]]:
    return [(_KINDS[cell], OUTCOMES[cell].mark) for cell in row]


def _path(cells: Bools) -> str:
    """Runs of equal cells in a row as rectangles of one path."""
    return "".join(f"M{start} {row}h{stop - start}v1h{start - stop}z" for row, start, stop in runs(cells))
