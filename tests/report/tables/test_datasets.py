"""A ranking of several datasets, in every form of the report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.report.features.boards import board_tables, other_dataset_tables
from leaderboard.report.table import Table
from leaderboard.report.tables.rankings import people_table
from leaderboard.scoresheet import Scoresheet
from leaderboard.tasks.account import having
from leaderboard.tasks.task import Task
from leaderboard.verbs.rank import RankResult
from tests.report.made_ranking import texts
from tests.support.made_task import DATASETS, made_datasets, made_task, without
from tests.support.running import csv_rows

FEW: dict[str, Any] = {"metric": ("muc", "conll"), "draws": 200, "trials": 500}
LABELS = ("set3=Third <3>", "set1", "set2=Second")


@pytest.fixture(scope="module")
def whole() -> RankResult:
    return leaderboard.rank(made_datasets(), datasets=LABELS, **FEW)


@pytest.fixture(scope="module")
def lacking(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return without(tmp_path_factory.mktemp("lacking") / "task", "eager", "set2")


@pytest.fixture(scope="module")
def zero(lacking: Path) -> RankResult:
    return leaderboard.rank(lacking, missing_dataset="zero", **FEW)


@pytest.fixture(scope="module")
def excluding(lacking: Path) -> RankResult:
    return leaderboard.rank(lacking, missing_dataset="exclude", **FEW)


def table(result: RankResult) -> Table:
    [only] = board_tables(result, "dataset")
    return only


def row(result: RankResult, system: str) -> list[str]:
    return next(cells for cells in table(result).shown() if cells[0] == system)


def test_one_dataset_has_no_tables() -> None:
    alone = leaderboard.rank(made_task(), **FEW)
    assert board_tables(alone, "dataset") == other_dataset_tables(alone) == []
    files = texts(alone, ())
    assert "datasets.csv" not in files
    assert json.loads(files["leaderboard.json"])["datasets"] == []
    assert 'id="datasets"' not in files["leaderboard.html"]


def test_the_columns_are_the_datasets_in_their_order_by_their_labels(whole: RankResult) -> None:
    assert table(whole).labels == ["System", "Mean", "Third <3> (8)", "set1 (24)", "Second (16)"]
    assert [column.name for column in table(whole).columns[1:]] == [
        "mean",
        "conll_f1_set3",
        "conll_f1_set1",
        "conll_f1_set2",
    ]


def test_a_cell_has_the_score_and_the_rank_on_that_dataset(whole: RankResult) -> None:
    assert [cells[0] for cells in table(whole).rows] == [one.system for one in whole.primary.standings]
    for cells in table(whole).rows:
        system = str(cells[0])
        for cell, one in zip(cells[2:], whole.of("dataset"), strict=True):
            [place] = [place for place in one.ranking.standings if place.system == system]
            assert cell == f"{100 * one.scores[system]['conll'].f1:.2f} ({place.rank})"
        [place] = [place for place in whole.primary.standings if place.system == system]
        assert cells[1] == f"{100 * place.score:.2f} ({place.rank})"


def test_cells_that_nobody_beats_are_bold(whole: RankResult) -> None:
    shown = table(whole)
    for number, cells in enumerate(shown.rows):
        standings = [whole.primary.standings, *(one.ranking.standings for one in whole.of("dataset"))]
        for column, places in zip(shown.columns[1:], standings, strict=True):
            [place] = [place for place in places if place.system == cells[0]]
            told = column.name == "mean" or any(one.low > 1 for one in places)
            assert ((number, column.name) in shown.best) == (
                told and place.low == 1 and place.better_than > 0
            )
    assert shown.best
    assert len(shown.best) < len(shown.rows) * (len(shown.columns) - 1)


def test_nothing_is_bold_where_documents_are_few_or_no_system_is_worse(
    whole: RankResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {name for _, name in table(whole).best} == {"mean", "conll_f1_set1", "conll_f1_set2"}
    monkeypatch.setattr("leaderboard.report.features.boards.FEWEST_UNITS", 17)
    assert {name for _, name in table(whole).best} == {"mean", "conll_f1_set1"}


def test_other_metrics_have_tables_with_the_highest_bold(whole: RankResult) -> None:
    [shown] = other_dataset_tables(whole)
    assert shown.caption.startswith("MUC F1 by dataset and the mean over 3 datasets")
    for place, column in enumerate(shown.columns[1:], 1):
        values = [float(str(cells[place])) for cells in shown.rows]
        for number, value in enumerate(values):
            assert ((number, column.name) in shown.best) == (value == max(values))


def test_the_notes_say_what_ranks_are_and_where_documents_are_few(whole: RankResult) -> None:
    notes = table(whole).notes
    assert notes[0].endswith("(n) after a dataset: number of documents.")
    assert notes[1].startswith("With fewer than 30 documents, only large differences")
    assert notes[1].endswith(": Third <3>, set1, Second.")
    assert len(notes) == 2


def test_where_documents_are_many_nothing_is_said_of_few(
    whole: RankResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leaderboard.significance.remarks.FEW_UNITS", 16)
    assert table(whole).notes[1].endswith(": Third <3>.")
    monkeypatch.setattr("leaderboard.significance.remarks.FEW_UNITS", 8)
    assert len(table(whole).notes) == 1


def test_what_is_scored_as_empty_is_marked(zero: RankResult) -> None:
    assert row(zero, "eager")[3] == "0.00 (5)†"
    assert table(zero).notes[-1].startswith("† The system, or one of its runs, lacks this dataset")
    assert [cells for cells in table(zero).shown() if "†" in "".join(cells)] == [row(zero, "eager")]
    shown = people_table(zero).only(["system", "datasets"])
    names = [*(one.system for one in zero.primary.standings if one.system not in ("balanced", "copy"))]
    assert dict(shown.rows) == dict.fromkeys(["balanced = copy", *names], "3 of 3") | {"eager": "2 of 3"}


def test_an_excluded_system_stands_last_without_ranks(excluding: RankResult) -> None:
    shown = table(excluding)
    mean, first, second, third = row(excluding, "eager")[1:]
    assert second == "–"
    assert shown.rows[-1][0] == "eager"
    assert shown.groups == {len(shown.rows) - 1}
    assert "(" not in first + third
    partial = excluding.partial["eager"]["conll"].f1
    assert mean == f"{100 * partial:.2f} (2 of 3)"
    assert shown.notes[-1].startswith("A dash: the system lacks this dataset and is excluded.")
    assert not {number for number, _ in shown.best} & {len(shown.rows) - 1}
    assert "datasets" not in [column.name for column in people_table(excluding).columns]


def test_every_form_of_the_report_has_the_tables(whole: RankResult, excluding: RankResult) -> None:
    files = texts(whole, ())
    assert "| Third &lt;3&gt; |" in " ".join(files["leaderboard.md"].split())
    assert "MUC F1 by dataset" in files["leaderboard.md"]
    assert "Third \\textless{}3\\textgreater{}" in files["leaderboard-appendix.tex"]
    assert "MUC F1 by dataset" in files["leaderboard-appendix.tex"]
    assert '<h2 id="datasets">Datasets</h2>' in files["leaderboard.html"]
    assert '<a href="#datasets">Datasets</a>' in files["leaderboard.html"]
    assert "Third &lt;3&gt;" in files["leaderboard.html"]
    assert "Third <3>" not in files["leaderboard.html"].split('<script type="application/json"')[0]
    assert (
        "Scores are unweighted means over 3 datasets. Tests and intervals resample within each dataset."
        in files["leaderboard.md"]
    )
    assert "Over 15 points, each of which is a system on a dataset." in files["leaderboard.md"]
    note = "eager lacks the dataset set2. It is scored on 2 other datasets and excluded from the ranking"
    for name in ("leaderboard.md", "leaderboard-appendix.tex", "leaderboard.html", "leaderboard.json"):
        assert note in texts(excluding, ())[name]


def test_one_metric_has_no_other_tables() -> None:
    alone = leaderboard.rank(made_datasets(), **(FEW | {"metric": "conll", "prices": False}))
    assert other_dataset_tables(alone) == []
    assert "Every other metric" not in texts(alone, ())["leaderboard.html"]


def rows(result: RankResult) -> list[dict[str, str]]:
    return csv_rows(texts(result, ())["datasets.csv"])


def test_the_csv_has_a_row_a_dataset_and_system(whole: RankResult) -> None:
    found = rows(whole)
    assert texts(whole, ())["datasets.csv"].startswith(
        "phase,kind,board,label,by,value,keep,small,documents,key_mentions,key_entities,rank,rank_low,rank_high,"
        "letters,system,conll_f1,conll_low,conll_high,muc_recall,muc_precision,muc_f1,"
        "lacking,response_mentions,response_entities\n"
    )
    assert [one["board"] for one in found] == ["set3"] * 5 + ["set1"] * 5 + ["set2"] * 5
    assert {(one["label"], one["documents"]) for one in found} == {
        ("Third <3>", "8"),
        ("set1", "24"),
        ("Second", "16"),
    }
    for one in found:
        scores = next(other.scores for other in whole.of("dataset") if other.name == one["board"])
        assert float(one["muc_recall"]) == scores[one["system"]]["muc"].recall
        assert float(one["conll_low"]) < float(one["conll_f1"]) < float(one["conll_high"])
        assert one["lacking"] == "false"


def test_rows_without_an_output_are_marked_and_excluded_ones_have_no_rank(
    zero: RankResult, excluding: RankResult
) -> None:
    [missing] = [one for one in rows(zero) if one["lacking"] == "true"]
    assert (missing["system"], missing["board"], missing["conll_f1"]) == ("eager", "set2", "0.0")
    excluded = [one for one in rows(excluding) if one["system"] == "eager"]
    assert [(one["board"], one["rank"], one["letters"], one["conll_low"]) for one in excluded] == [
        ("set1", "", "", ""),
        ("set3", "", "", ""),
    ]


def test_the_record_has_every_dataset(whole: RankResult, excluding: RankResult) -> None:
    record = json.loads(texts(whole, ())["leaderboard.json"])
    assert [(one["board"], one["label"], one["documents"]) for one in record["datasets"]] == [
        ("set3", "Third <3>", 8),
        ("set1", "set1", 24),
        ("set2", "Second", 16),
    ]
    system = record["datasets"][0]["systems"][0]
    assert list(system) == [
        *("rank", "rank_low", "rank_high", "letters", "system", "scores", "interval"),
        *("lacking", "response_mentions", "response_entities"),
    ]
    assert system["scores"]["conll"]["recall"] is None
    assert record["excluded"] == []
    [excluded] = json.loads(texts(excluding, ())["leaderboard.json"])["excluded"]
    assert (excluded["system"], excluded["missing_datasets"]) == ("eager", ["set2"])
    assert list(excluded) == list(record["systems"][0])
    assert (excluded["rank"], excluded["interval"], excluded["documents"]) == (None, [None, None], 32)
    assert list(excluded["ranks"]["muc"]) == list(record["systems"][0]["ranks"]["muc"])
    assert excluded["scores"]["conll"]["f1"] == excluding.partial["eager"]["conll"].f1


def test_documents_are_named_with_their_datasets(whole: RankResult) -> None:
    found = csv_rows(texts(whole, ())["documents.csv"])
    assert len(found) == (24 + 16 + 8) * 5
    assert {one["dataset"] for one in found} == set(DATASETS)


def test_means_of_excluded_systems_are_computed_once(lacking: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counting(task: Task, system: str) -> Scoresheet:
        asked.append(system)
        return having(task, system)

    monkeypatch.setattr("leaderboard.tasks.account.having", counting)
    texts(leaderboard.rank(lacking, missing_dataset="exclude", **FEW), ())
    assert asked == ["eager"]
