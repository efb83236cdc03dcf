"""The scores of systems as tables and as a record."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.report.features.scores import metric_table, part_table, score_record, system_table
from leaderboard.report.forms import FORMS, render
from leaderboard.report.forms.json import render_json
from leaderboard.verbs.score import ScoreResult
from tests.support import small_task
from tests.support.small_task import BROKEN, FAIR, KEY, NOTHING, RIGHT, parts

# Repeats a mention in each of two parts.
TWICE = ("(1|(1", "1)|1)", "-", "(1)", "(2)")
COUNTS = ["documents", "parts", "missing", "repairs"]


@pytest.fixture(autouse=True)
def files(here: Path) -> None:
    small_task.write(
        here,
        key=parts(TWICE, RIGHT, RIGHT),
        alpha=parts(TWICE, TWICE, NOTHING),
        beta=parts(NOTHING, NOTHING),
        gamma=BROKEN,
    )


def scored(*names: str, **options: Any) -> ScoreResult:
    paths = [f"{name}.conll" for name in names or ("alpha", "beta", "gamma")]
    return leaderboard.score(*paths, metric=("muc", "conll"), missing="empty", **options)


def record(result: ScoreResult) -> dict[str, Any]:
    return dict(json.loads(render_json(score_record(result))))


def test_one_row_a_system() -> None:
    result = scored()
    table = system_table(result)
    names = [column.name for column in table.columns]
    assert names == ["system", *COUNTS, "muc_recall", "muc_precision", "muc_f1", "conll_f1"]
    assert table.labels[5:] == ["MUC R", "MUC P", "MUC", "CoNLL"]
    alpha = result.systems[0].scores
    muc = alpha["muc"]
    assert table.rows[0] == ("alpha", 2, 3, 0, 2, muc.recall, muc.precision, muc.f1, alpha["conll"].f1)
    assert table.rows[1] == ("beta", 2, 3, 1, 0, 0.0, 0.0, 0.0, 0.0)
    assert table.main().labels == ["System", "MUC", "CoNLL"]
    assert table.caption == "F1 in per cent"


def test_one_row_a_metric_where_there_is_one_system() -> None:
    table = metric_table(scored("alpha"))
    assert table.caption == "Scores of alpha in per cent"
    assert table.main().labels == ["Metric", "R", "P", "F1"]
    muc, conll = table.main().shown()
    assert (muc[0], conll[:3]) == ("MUC", ["CoNLL", "–", "–"])


def test_one_row_a_part_and_system() -> None:
    result = scored(per_document=True)
    table = part_table(result)
    names = ["dataset", "document", "part", "system", "muc_recall"]
    assert [column.name for column in table.columns][:5] == names
    assert "Dataset" not in table.main().labels
    assert [row[:4] for row in table.rows[:3]] == [
        (None, "a", 0, "alpha"),
        (None, "a", 0, "beta"),
        (None, "a", 1, "alpha"),
    ]
    assert table.rows[0][6] == result.systems[0].per_document[0].scores["muc"].f1


def test_notes_say_what_is_missing_what_was_rejected_and_the_signature() -> None:
    result = scored()
    for table in (system_table, metric_table, part_table):
        key, missing, key_repairs, repairs, rejected = table(result).notes
        assert key == "Key: key.conll."
        assert key_repairs == "The key has 1 repeated mention; only the first of each was kept."
        assert repairs == "alpha has 2 repeated mentions; only the first of each was kept."
        assert missing == "beta lacks 1 of 3 parts, scored as empty."
        assert rejected.startswith("Rejected: gamma (gamma.conll:")
        assert table(result).signed_notes[-1] == f"Signature: {result.signature}"


def test_without_systems_there_is_a_table_of_nothing() -> None:
    table = system_table(scored("gamma"))
    assert table.caption == "No scores"
    assert table.rows == ()
    for form in FORMS:
        assert render(form, table)


def test_the_record_has_the_published_schema() -> None:
    result = scored()
    found = record(result)
    assert list(found) == [
        *("schema", "signature", "key", "key_repairs", "across", "systems", "notes", "remarks", "rejected"),
        *("entries", "faulty_datasets", "warnings"),
    ]
    assert (found["schema"], found["signature"], found["key"]) == (2, str(result.signature), "key.conll")
    alpha, beta = found["systems"]
    conll = result.systems[0].scores["conll"].f1
    assert alpha["scores"]["conll"] == {"recall": None, "precision": None, "f1": conll}
    del alpha["scores"]
    assert alpha == {
        "system": "alpha",
        "documents": 2,
        "parts": 3,
        "missing": 0,
        "missing_datasets": [],
        "repairs": 2,
        "heads": None,
        "runs": [],
        "spread": None,
        "datasets": [],
    }
    assert (beta["system"], beta["missing"]) == ("beta", 1)
    [rejected] = found["rejected"]
    assert list(rejected) == [
        *("system", "severity", "file", "line", "column", "what", "remedy", "reason"),
    ]
    assert (rejected["system"], rejected["file"], rejected["line"]) == ("gamma", "gamma.conll", 2)
    assert rejected["reason"] == f"{rejected['what']}; {rejected['remedy']}"
    assert {one["system"] for one in found["warnings"]} == {None, "alpha", "beta"}


def test_the_record_has_a_row_a_part_where_asked_for() -> None:
    [system] = record(scored("alpha", per_document=True))["systems"]
    first, *_ = system["per_document"]
    assert list(first) == ["dataset", "document", "part", "scores"]
    assert (first["dataset"], first["document"], first["part"]) == (None, "a", 0)


def test_a_fault_of_a_whole_file_has_no_line() -> None:
    result = scored()
    [one] = result.rejected
    whole = replace(one, problem=replace(one.problem, line=0))
    faulty = replace(result, task=replace(result.task, rejected=(whole,)))
    assert record(faulty)["rejected"][0]["line"] is None


@pytest.mark.parametrize("form", FORMS)
def test_scores_are_shown_in_every_form(form: str) -> None:
    small_task.write(Path(), key=KEY, fair=FAIR)
    text = render(form, system_table(scored("fair")))
    assert ("0.3333" if form == "csv" else "33.33") in text
