"""The figure of runs: every run is a dot below its mean."""

from __future__ import annotations

from dataclasses import replace

import pytest

from leaderboard.report.figures import pictures
from leaderboard.report.figures.drawing import INK, ORANGE, Dot, Drawing, svg
from leaderboard.report.figures.forest import runs
from leaderboard.verbs.rank import RankResult, rank
from tests.support.made_task import made_runs, made_task


@pytest.fixture(scope="module")
def result() -> RankResult:
    return rank(made_runs(), metric="conll", draws=100, trials=200, prices=False)


def dots(drawing: Drawing, colour: str) -> int:
    """The number of dots in a colour."""
    return sum(isinstance(one, Dot) and one.fill == colour for one in drawing.strokes)


def test_every_run_is_a_dot_and_every_mean(result: RankResult) -> None:
    picture = runs(result)
    assert picture is not None
    assert dots(picture, ORANGE) == 3 + 2
    assert dots(picture, INK) == 4
    assert "CoNLL F1 (%); black: mean (blue: 95 % interval); orange:" in svg(picture).decode()


def test_its_words_name_the_widest_spread(result: RankResult) -> None:
    picture = runs(result)
    assert picture is not None
    spread = result.primary_spread
    widest = max(spread, key=lambda system: spread[system].max - spread[system].min)
    low, high = 100 * spread[widest].min, 100 * spread[widest].max
    assert picture.title == "Runs by CoNLL"
    assert picture.text == (
        "CoNLL F1 of every run of 4 systems, with the mean and its 95 % interval. "
        f"Runs of {widest} are farthest apart, from {low:.2f} to {high:.2f}."
    )


def test_its_data_has_a_row_a_run_and_one_a_single_output(result: RankResult) -> None:
    picture = runs(result)
    assert picture is not None
    names = [column.name for column in picture.data.columns]
    assert names == ["system", "run", "conll_f1", "mean", "interval_low", "interval_high"]
    assert len(picture.data.rows) == 7
    assert {row[:2] for row in picture.data.rows} == {
        *(("ours", run) for run in "123"),
        *(("base", run) for run in "12"),
        ("precise", None),
        ("eager", None),
    }


def test_without_intervals_none_is_drawn(result: RankResult) -> None:
    standings = tuple(replace(one, interval=None) for one in result.primary.standings)
    ranking = replace(result.primary, standings=standings)
    picture = runs(replace(result, rankings={"conll": ranking}))
    assert picture is not None
    assert "blue" not in svg(picture).decode()
    assert "interval" not in picture.text


def test_it_is_among_the_pictures_only_where_there_are_runs(result: RankResult) -> None:
    assert [picture.name for picture in pictures(result)][:2] == ["scores", "runs"]
    plain = rank(made_task(), metric="conll", draws=100, trials=200, prices=False)
    assert runs(plain) is None
