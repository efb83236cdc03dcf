"""The small multiples of datasets on the page."""

from __future__ import annotations

from typing import Any

import pytest

import leaderboard
from leaderboard.report.features.boards import board_tables
from leaderboard.report.page import render_page
from leaderboard.report.page.drawn import panel, panels, round_numbers
from tests.support.made_task import made_datasets, made_task


def test_each_dataset_has_a_panel_with_a_line_a_system() -> None:
    result = leaderboard.rank(made_datasets(), metric=("muc", "conll"), draws=100, trials=500, adjust="none")
    drawn: Any = panels(result)
    [table] = board_tables(result, "dataset")
    bold = {(table.rows[row][0], column) for row, column in table.best}
    systems = [standing.system for standing in result.primary.standings]
    assert [board["label"] for board in drawn["boards"]] == [one.label for one in result.of("dataset")]
    for board, shown in zip(result.of("dataset"), drawn["boards"], strict=True):
        assert [row["system"] for row in shown["rows"]] == systems
        for row in shown["rows"]:
            standing = board.standings[row["system"]]
            assert row["text"] == f"{standing.system}: {100 * standing.score:.2f} ({standing.rank})"
            assert (row["kind"] == "range") == ((row["system"], f"conll_f1_{board.name}") in bold)
            low, high = map(float, row["ends"])
            assert 0 <= low <= float(row["x"]) <= high <= drawn["width"]
    page = render_page(result, ())
    assert page.count('<g class="') >= len(systems) * len(drawn["boards"])
    assert '<a href="datasets.csv">datasets.csv</a>' in page


def test_one_dataset_has_no_panels() -> None:
    result = leaderboard.rank(made_task(), metric=("conll",), draws=100, trials=100)
    assert panels(result) == {"boards": []}


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [(70, 74, [70, 71, 72, 73, 74]), (35, 86, [40, 50, 60, 70, 80]), (0, 100, [0, 20, 40, 60, 80, 100])],
)
def test_there_are_few_round_numbers_on_the_axis(low: int, high: int, ticks: list[int]) -> None:
    assert list(round_numbers(low, high)) == ticks


def test_numbers_at_the_ends_of_the_axis_are_not_cut() -> None:
    half = 1.5 * 8  # of "100" in digits of 13 pixels
    frame = panel(
        leaderboard.rank(made_datasets(), metric=("conll",), draws=100, trials=100).of("dataset"), 5
    )
    assert half <= frame.left < frame.right <= 240 - half
