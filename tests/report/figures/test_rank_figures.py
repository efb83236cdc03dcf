"""The figures of rank ranges and of letters: dots in order, and bars that join what does not differ."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from leaderboard.report.figures.drawing import svg
from leaderboard.report.figures.forest import joined_rows, letters, rank_ranges
from leaderboard.verbs.rank import RankResult, rank
from tests.report.figures.test_legibility import many
from tests.support.made_task import made_task
from tests.support.small_task import OTHER_ENTITY, RIGHT, parts, write


@pytest.fixture(scope="module", params=[5, 60])
def result(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> RankResult:
    return many(tmp_path_factory.mktemp("ranks") / "task", request.param)


def test_dots_are_in_order_and_within_their_ranges(result: RankResult) -> None:
    picture = rank_ranges(result)
    assert picture is not None
    ranks = [int(str(row[1])) for row in picture.data.rows]
    assert ranks == sorted(ranks)
    assert {row[0]: row[1:] for row in picture.data.rows} == {
        one.system: (one.rank, one.low, one.high) for one in result.primary.standings
    }
    assert all(int(str(low)) <= rank <= int(str(high)) for _, rank, low, high in picture.data.rows)


def test_two_systems_share_a_bar_unless_they_differ_significantly(result: RankResult) -> None:
    picture = letters(result)
    assert picture is not None
    family = result.families[result.options.primary]
    better = family.better()
    held = {str(row[0]): row[2:] for row in picture.data.rows}
    assert list(held) == [one.system for one in result.primary.standings]
    for first, second in combinations(held, 2):
        one, two = family.systems.index(first), family.systems.index(second)
        has_bar = any(a and b for a, b in zip(held[first], held[second], strict=True))
        assert has_bar != (better[one, two] or better[two, one])
    scores = [float(str(row[1])) for row in picture.data.rows]
    assert scores == sorted(scores, reverse=True)


def test_letters_are_read_with_and_without_spaces() -> None:
    assert joined_rows(["ab", "b", "bc"]) == {"a": [0], "b": [0, 1, 2], "c": [2]}
    assert joined_rows(["a z", "z aa", "aa"]) == {"a": [0], "z": [0, 1], "aa": [1, 2]}


def test_every_bar_has_its_letter_where_there_is_room(result: RankResult) -> None:
    picture = letters(result)
    assert picture is not None
    bars = [column.name for column in picture.data.columns[2:]]
    written = [letter for letter in bars if f">{letter}</text>" in svg(picture).decode()]
    assert written[0] == bars[0] == "a"
    if len(bars) < 15:
        assert written == bars
    step = bars.index(written[1]) if len(written) > 1 else 1
    assert re.findall(r"1 in (\d+) named", svg(picture).decode()) == [str(step)] * (step > 1)


def test_one_system_has_neither_ranges_nor_bars(tmp_path: Path) -> None:
    write(tmp_path, key=parts(RIGHT, RIGHT, RIGHT), one=parts(RIGHT, OTHER_ENTITY, RIGHT))
    result = rank(tmp_path, metric="conll", draws=100, trials=100, prices=False)
    assert rank_ranges(result) is None
    assert letters(result) is None


def test_against_a_baseline_there_are_no_bars() -> None:
    result = rank(made_task(), metric="conll", draws=100, trials=100, prices=False, against="close")
    assert letters(result) is None
    assert rank_ranges(result) is not None
