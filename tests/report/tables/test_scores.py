"""The scores of systems as tables and as a record."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from leaderboard.errors import Problem
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.report.data.scores import score_record
from leaderboard.report.forms import FORMS, render
from leaderboard.report.forms.json import render_json
from leaderboard.report.tables.scores import metric_table, part_table, system_table
from leaderboard.submissions import Rejection
from leaderboard.tasks.task import Score
from leaderboard.verbs.score import PartScores, ScoreResult, SystemScores

SCORES = {"muc": Score(0.25, 0.75, 0.375), "conll": Score(None, None, 0.5)}
PART = PartScores("", "doc", 1, SCORES)
ALPHA = SystemScores(
    system="alpha", documents=2, parts=3, missing=0, repairs=2, scores=SCORES, per_document=()
)
BETA = SystemScores(
    system="beta",
    documents=2,
    parts=3,
    missing=1,
    repairs=0,
    scores={"muc": Score(0.0, 0.0, 0.0), "conll": Score(None, None, 0.0)},
    per_document=(),
)
METRIC = tuple(METRICS[name](MetricOptions()) for name in ("muc", "conll"))
REJECTION = Rejection("gamma", Problem("gamma.conll", 7, "it is wrong", "correct it"), 1)
RESULT = ScoreResult(
    signature="a:b|key:c",
    key="key.conll",
    metrics=METRIC,
    systems=(ALPHA, BETA),
    key_repairs=1,
    rejected=(REJECTION,),
    warnings=(),
)


def columns_of(result: ScoreResult) -> list[str]:
    return [column.name for column in system_table(result).columns]


def test_one_row_a_system() -> None:
    table = system_table(RESULT)
    counts = ["documents", "parts", "missing", "repairs"]
    assert columns_of(RESULT) == ["system", *counts, "muc_recall", "muc_precision", "muc_f1", "conll_f1"]
    assert table.labels[5:] == ["MUC R", "MUC P", "MUC", "CoNLL"]
    assert table.rows == (
        ("alpha", 2, 3, 0, 2, 0.25, 0.75, 0.375, 0.5),
        ("beta", 2, 3, 1, 0, 0.0, 0.0, 0.0, 0.0),
    )
    assert table.main().labels == ["System", "MUC", "CoNLL"]
    assert table.caption == "F1 in per cent"


def test_one_row_a_metric_where_there_is_one_system() -> None:
    table = metric_table(replace(RESULT, systems=(ALPHA,)))
    assert table.caption == "Scores of alpha in per cent"
    assert table.main().labels == ["Metric", "R", "P", "F1"]
    assert table.main().shown() == [["MUC", "25.00", "75.00", "37.50"], ["CoNLL", "–", "–", "50.00"]]


def test_one_row_a_part() -> None:
    table = part_table(replace(RESULT, systems=(replace(ALPHA, per_document=(PART, PART)),)))
    assert [column.name for column in table.columns][:5] == [
        "system", "dataset", "document", "part", "muc_recall",
    ]  # fmt: skip
    assert "Dataset" not in table.main().labels
    assert table.rows == (("alpha", "", "doc", 1, 0.25, 0.75, 0.375, 0.5),) * 2


def test_notes_say_what_is_missing_what_was_rejected_and_the_signature() -> None:
    for table in (system_table, metric_table, part_table):
        key, missing, key_repairs, repairs, rejected = table(RESULT).notes
        assert key == f"Key: {RESULT.key}."
        assert key_repairs == "The key has 1 repeated mention; only the first of each was kept."
        assert repairs == "alpha has 2 repeated mentions; only the first of each was kept."
        assert missing == "beta lacks 1 of 3 parts, scored as empty."
        assert rejected == "Rejected: gamma (gamma.conll:7: it is wrong; correct it)."
        assert table(RESULT).signed_notes[-1] == "Signature: a:b|key:c"


def test_without_systems_there_is_a_table_of_nothing() -> None:
    table = system_table(replace(RESULT, systems=()))
    assert table.caption == "No scores"
    assert table.rows == ()
    for form in FORMS:
        assert render(form, table)


def test_the_record_has_the_published_schema() -> None:
    record = json.loads(render_json(score_record(RESULT)))
    muc = {"recall": 0.25, "precision": 0.75, "f1": 0.375}
    conll = {"recall": None, "precision": None, "f1": 0.5}
    names = ["schema", "signature", "key", "key_repairs", "systems", "rejected", "entries", "faulty_datasets"]
    assert list(record) == [*names, "warnings"]
    assert (record["schema"], record["signature"], record["key"]) == (1, "a:b|key:c", "key.conll")
    assert record["systems"][0] == {
        "system": "alpha",
        "documents": 2,
        "parts": 3,
        "missing": 0,
        "repairs": 2,
        "heads": None,
        "scores": {"muc": muc, "conll": conll},
    }
    assert record["systems"][1]["missing"] == 1
    assert record["rejected"] == [
        {"system": "gamma", "file": "gamma.conll", "line": 7, "reason": "it is wrong; correct it"}
    ]


def test_the_record_has_a_row_a_part_where_asked_for() -> None:
    record = json.loads(
        render_json(score_record(replace(RESULT, systems=(replace(ALPHA, per_document=(PART,)),))))
    )
    (row,) = record["systems"][0]["per_document"]
    assert row == {"dataset": None, "document": "doc", "part": 1, "scores": record["systems"][0]["scores"]}


def test_a_fault_of_a_whole_file_has_no_line() -> None:
    whole = replace(REJECTION, problem=replace(REJECTION.problem, line=0))
    record = json.loads(render_json(score_record(replace(RESULT, rejected=(whole,)))))
    assert record["rejected"][0]["line"] is None


@pytest.mark.parametrize("form", FORMS)
def test_scores_are_shown_in_every_form(form: str) -> None:
    text = render(form, system_table(RESULT))
    assert ("0.375" if form == "csv" else "37.50") in text
