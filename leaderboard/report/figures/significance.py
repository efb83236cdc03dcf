"""Who beats whom: a square of all pairs, and bars that join systems without a significant difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from leaderboard.ranking.letters import parted
from leaderboard.report.figures.axes import Frame, limits, rows_frame, square
from leaderboard.report.figures.cells import cells, runs
from leaderboard.report.figures.drawing import (
    BLUE,
    COLUMN,
    GREY,
    INK,
    ORANGE,
    PAGE,
    PALE,
    Drawing,
    Stroke,
    Text,
)
from leaderboard.report.figures.lettering import BELOW, MARGIN, legended, room, rows_height
from leaderboard.report.table import Column, Table
from leaderboard.report.tables.significance_map import (
    MOST_CELLS_WITH_TEXT,
    OUTCOMES,
    explained,
    outcomes,
    tally,
)
from leaderboard.report.words.names import label
from leaderboard.text import counted
from leaderboard.verbs.rank import RankResult

# By place in OUTCOMES: better and worse, three kinds of not different, untestable, not compared (white, as
# paper), and the system itself.
_COLOURS = np.array([BLUE, ORANGE, PALE, PALE, PALE, "#BDBDBD", "white", PALE])
# A bar where there is room, what is between scores and bars, and what is above the bars for their letters.
# All bars together have at most a share of what names leave.
_BAR, _BETWEEN, _HEAD, _MOST = 8.0, 7.0, 12.0, 0.6


def significance(result: RankResult) -> Drawing | None:
    """Rows against columns: better, worse, or what else; one system has nothing to be compared with."""
    names = [standing.system for standing in result.primary.standings]
    if len(names) == 1:
        return None
    outcome, primary = outcomes(result), label(result.options.primary)
    marked = np.argwhere(~np.eye(len(names), dtype=bool)) if len(names) <= MOST_CELLS_WITH_TEXT else ()
    margin, reading = room(names), _reading(result)
    width = min(max(COLUMN, rows_height(len(names)) + margin + MARGIN), PAGE)
    frame = square(len(names), margin, width)
    strokes: list[Stroke] = [
        *cells(frame, _COLOURS[outcome]),
        *frame.name_rows(names),
        *frame.name_columns(names),
        *(_mark(frame, row, column, outcome[row, column]) for row, column in marked),
    ]
    return Drawing(
        "significance",
        f"Significant differences in {primary}",
        f"Significant differences between {counted(len(names), 'system')} by {primary}: {tally(result)}",
        Table(
            "Significant differences",
            (Column("system", "System"), *(Column(name, name) for name in names)),
            tuple(
                (name, *(OUTCOMES[cell].word for cell in row))
                for name, row in zip(names, outcome.tolist(), strict=True)
            ),
        ),
        *legended(frame.bottom + margin, reading, strokes, width),
    )


def _mark(frame: Frame, row: int, column: int, outcome: int) -> Text:
    one = OUTCOMES[outcome]
    return Text(*frame.at(column, row), one.mark, colour="white" if one.word == "better" else INK)


def _reading(result: RankResult) -> str:
    """The legend of marks and colours, over as many lines as it needs."""
    others = [one for _, one in explained(result) if one.word not in ("better", "worse", "tied")]
    more = [f"{one.word} ({one.mark or 'blank'})" for one in others]
    usual = "The row is better (>, blue),\nworse (<, orange), "
    if not more:
        return f"{usual}or not different (=)"
    return f"{usual}not different (=),\n{', '.join(more[:-1])}{', or ' if more[:-1] else 'or '}{more[-1]}"


def letters(result: RankResult) -> Drawing | None:
    """Scores beside a bar for each letter of the ranking, as in critical-difference diagrams.

    A bar has gaps: tests of pairs can leave out a system in the middle. There are no bars for one system, or
    where only a baseline was compared.
    """
    standings = result.primary.standings
    if len(standings) == 1 or result.options.against is not None:
        return None
    primary, names = label(result.options.primary), [one.system for one in standings]
    values, bars = [100 * one.score for one in standings], joined_rows([one.letters for one in standings])
    reading = f"{primary} F1 (%). A bar joins systems that are not significantly different."
    left = room(names)
    width = min(_BAR * len(bars), _MOST * (COLUMN - left))
    frame = rows_frame(len(names), left, limits(values), _HEAD, width + MARGIN + _BETWEEN)
    beside = rows_frame(len(names), COLUMN - MARGIN - width, (-0.5, len(bars) - 0.5), _HEAD)
    strokes = [
        *frame.axis(frame.ticks(), grid=True),
        *frame.dots(values),
        *frame.name_rows(names),
        *_bars(beside, bars, len(names)),
        *beside.head_columns(list(bars)),
    ]
    return Drawing(
        "letters",
        f"Systems that are not significantly different by {primary}",
        f"{counted(len(bars), 'bar')} beside the scores of {counted(len(names), 'system')}. "
        f"Two systems without a common bar differ significantly by {primary}.",
        _data(result, bars),
        *legended(frame.bottom + BELOW, reading, strokes),
    )


def joined_rows(held: Sequence[str]) -> dict[str, list[int]]:
    """Return the rows of each letter, the first letter first."""
    rows: dict[str, list[int]] = {}
    for row, own in enumerate(parted(held)):
        for letter in own:
            rows.setdefault(letter, []).append(row)
    return rows


def _bars(frame: Frame, bars: Mapping[str, Sequence[int]], systems: int) -> Iterator[Stroke]:
    """Draw a column a letter: a thin line over all of its rows, and a thick one over its systems."""
    size = min(1, frame.pitch()[0] / _BAR)
    for column, rows in enumerate(bars.values()):
        yield frame.line(column, rows[0], column, rows[-1], GREY, 0.4 * size)
    held = np.array([np.isin(np.arange(systems), rows) for rows in bars.values()])
    for column, start, stop in runs(held):
        yield frame.line(column, start - 0.4, column, stop - 0.6, BLUE, 3.2 * size)


def _data(result: RankResult, bars: Mapping[str, Sequence[int]]) -> Table:
    """Return one row a system, with a column a bar."""
    standings = result.primary.standings
    return Table(
        "Systems that are not significantly different",
        (
            Column("system", "System"),
            Column(f"{result.options.primary}_f1", "Score", "percent"),
            *(Column(letter, letter, "count") for letter in bars),
        ),
        tuple(
            (one.system, one.score, *(int(row in rows) for rows in bars.values()))
            for row, one in enumerate(standings)
        ),
    )
