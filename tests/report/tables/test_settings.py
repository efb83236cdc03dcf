"""A ranking by several settings, in every form of the report."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import leaderboard
from leaderboard.ranking.standings import OrderChange
from leaderboard.report.features.boards import MOST_PAIRS, board_tables
from leaderboard.report.table import show
from leaderboard.report.tables.rankings import rank_range
from leaderboard.report.words.remarks import sentences
from leaderboard.verbs.rank import RankResult
from tests.report.made_ranking import texts
from tests.support.made_task import made_crac_task, made_task

SETTINGS = ("head", "exact", "head+singletons")
FEW: dict[str, Any] = {"metric": ("muc", "conll"), "draws": 200, "trials": 500}


@pytest.fixture(scope="module")
def result() -> RankResult:
    return leaderboard.rank(made_crac_task(), settings=SETTINGS, missing_dataset="exclude", **FEW)


@pytest.fixture(scope="module")
def files(result: RankResult) -> dict[str, str]:
    return texts(result, ())


def test_one_setting_has_no_tables() -> None:
    alone = leaderboard.rank(made_crac_task(), settings="exact", missing_dataset="zero", **FEW)
    assert board_tables(alone, "setting") == []
    files = texts(alone, ())
    assert "settings.csv" not in files
    assert json.loads(files["leaderboard.json"])["settings"] == []
    assert 'id="settings"' not in files["leaderboard.html"]


def test_a_system_has_its_score_and_rank_by_every_setting(result: RankResult) -> None:
    table = board_tables(result, "setting")[0]
    assert table.labels == ["System", *SETTINGS]
    rows = {str(row[0]): row[1:] for row in table.rows}
    for place, one in enumerate(result.of("setting")):
        for standing in one.ranking.standings:
            text = f"{show(one.scores[standing.system]['conll'].f1, 'percent')} ({standing.rank})"
            assert rows[standing.system][place] == text
            row = list(rows).index(standing.system)
            assert ((row, f"conll_f1_{one.name}") in table.best) == (
                standing.low == 1 and standing.better_than > 0
            )


def test_an_excluded_system_stands_last_without_ranks(result: RankResult) -> None:
    table = board_tables(result, "setting")[0]
    system, *cells = table.rows[-1]
    assert system == "bert"
    for cell, one in zip(cells, result.of("setting"), strict=True):
        assert cell == f"{show(one.scores['bert']['conll'].f1, 'percent')} (2 of 3)"
    assert table.groups == {len(table.rows) - 1}


def test_the_change_of_order_names_the_pairs(result: RankResult) -> None:
    first, *others = result.of("setting")
    flips = tuple((f"a{number}", f"b{number}") for number in range(MOST_PAIRS + 2))
    many = replace(others[0], change=OrderChange(0.25, flips))
    none = replace(others[1], change=OrderChange(None, ()))
    table = board_tables(replace(result, boards=(first, many, none)), "setting")[1]
    assert table.caption == "How the order by head changes"
    shown = table.shown()
    assert [row[:3] for row in shown] == [
        ["exact", "0.250", "12"],
        ["head+singletons", "–", "0"],
    ]
    assert shown[0][3].startswith("b0 > a0, b1 > a1, ")
    assert shown[0][3].endswith("b9 > a9 and 2 more")
    assert shown[1][3] == "–"


def test_each_further_setting_has_its_ranking(result: RankResult) -> None:
    _, _, *tables = board_tables(result, "setting")
    for table, one in zip(tables, result.of("setting")[1:], strict=True):
        assert one.name in table.caption
        assert [(row[6], row[1]) for row in table.rows] == [
            (standing.letters, standing.system) for standing in one.ranking.standings
        ]
        assert table.notes[-1].endswith(one.signature)


def test_another_rule_has_its_ranks_beside_those_that_are_possible() -> None:
    ruled = leaderboard.rank(made_task(), settings="exact,exact-singletons", ties="letters", **FEW)
    named = [(table, [column.name for column in table.columns]) for table in board_tables(ruled, "setting")]
    alone = [(table, names) for table, names in named if "letters" in names]
    for (table, names), board in zip(alone, ruled.of("setting")[1:], strict=True):
        rank, possible = (names.index(name) for name in ("rank", "range"))
        standings = board.ranking.standings
        assert [row[rank] for row in table.rows] == [one.rank for one in standings]
        assert [row[possible] for row in table.rows] == [rank_range(one.low, one.high) for one in standings]


def test_bold_sets_the_best_of_a_setting_apart(result: RankResult) -> None:
    first, one, _ = result.of("setting")
    places = one.ranking.standings
    parted = tuple(
        replace(place, low=low, high=high)
        for place, low, high in zip(places, (1, 1, 3), (2, 2, 3), strict=True)
    )
    ranking = replace(one.ranking, standings=parted)
    table = board_tables(replace(result, boards=(first, replace(one, ranking=ranking))), "setting")[2]
    assert table.best == {(0, "conll_f1"), (1, "conll_f1")}


def test_the_record_has_them_all(result: RankResult, files: dict[str, str]) -> None:
    records = json.loads(files["leaderboard.json"])["settings"]
    assert [record["board"] for record in records] == list(SETTINGS)
    for record, one in zip(records, result.of("setting"), strict=True):
        assert record["signature"] == one.signature
        assert record["kendall"] == pytest.approx(one.change.tau)
        assert [tuple(pair) for pair in record["flips"]] == list(one.change.flips)
        assert [(system["system"], system["rank"]) for system in record["systems"]] == [
            *((standing.system, standing.rank) for standing in one.ranking.standings),
            ("bert", None),
        ]
        assert record["notes"] == list(sentences(one.remarks))
