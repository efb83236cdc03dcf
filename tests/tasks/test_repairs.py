"""Repaired texts in scores, comparisons and rankings: counted, declared, with strict scores beside."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import leaderboard
from leaderboard.remark import remark
from leaderboard.report.files.contents import report_files
from leaderboard.report.sections import sections
from leaderboard.report.words.remarks import sentence
from leaderboard.tasks.account import repair_remarks
from tests.support.made_task import made_task
from tests.support.running import Typed
from tests.support.small_task import KEY

GOOD = "Ann|[1 Lee|1] sees her|[1] dog|[2]"
MENDED = GOOD.replace("sees", "saw")
POOR = GOOD.replace("her|[1]", "her|[2]")


@pytest.fixture
def task(here: Path) -> Path:
    Path("key.conll").write_text(KEY, encoding="utf-8")
    folder = Path("submissions")
    folder.mkdir()
    (folder / "mended.txt").write_text(f"{MENDED}\n{MENDED}\n{GOOD}\n", encoding="utf-8")
    (folder / "plain.txt").write_text(f"{GOOD}\n{POOR}\n{POOR}\n", encoding="utf-8")
    return folder


def test_scores_stand_beside_strict_ones(task: Path, typed: Typed) -> None:
    files = [str(task / name) for name in ("mended.txt", "plain.txt")]
    run = typed(
        "score", *files, "--key", "key.conll", "--repair", "align", "--format", "json", "--per-document"
    )
    answer = json.loads(run.out)
    mended, plain = answer["systems"]
    assert mended["scores"]["lea"]["f1"] == 1
    assert mended["scores_strict"]["lea"]["f1"] == 0.5
    assert mended["repair"]["words"] == {"invented": 0, "lost": 0, "changed": 2}
    assert plain["scores_strict"] == plain["scores"]
    assert [part["repair"]["documents"] for part in mended["per_document"]] == [1, 1, 0]
    table = typed("score", *files, "--key", "key.conll", "--repair", "align", "--format", "markdown")
    assert "strict" in table.out
    assert "order this pair differently: mended and plain" in table.out
    one = typed("score", files[0], "--key", "key.conll", "--repair", "align", "--format", "markdown")
    assert "F1 strict" in one.out


def test_without_repair_nothing_is_said_of_it(task: Path, typed: Typed) -> None:
    run = typed("score", str(task / "plain.txt"), "--key", "key.conll", "--format", "json")
    assert "strict" not in run.out
    assert "repair:" not in run.out
    refused = typed("score", str(task / "mended.txt"), "--key", "key.conll")
    assert "or repair it with --repair align" in refused.err
    checked = typed("validate", str(task / "mended.txt"), "--key", "key.conll", "--repair", "align")
    assert checked.code == 0


def test_comparisons_have_strict_scores(task: Path) -> None:
    result = leaderboard.compare(
        task / "mended.txt", task / "plain.txt", key="key.conll", repair="align", trials=100, draws=100
    )
    assert "repair:align" in result.signature
    [found] = [one for one in result.remarks if one.kind == "strict_order"]
    assert dict(found.data)["pairs"] == (("mended", "plain"),)


def test_comparisons_show_strict_scores_of_both_systems(task: Path, typed: Typed) -> None:
    names = [str(task / "mended.txt"), str(task / "plain.txt")]
    how = ("--key", "key.conll", "--repair", "align", "--metric", "lea")
    [row] = csv.DictReader(typed("compare", *names, *how, "--format", "csv").out.splitlines())
    assert (row["first_score"], row["first_strict"], row["second_strict"]) == (
        "1.0",
        "0.5",
        row["second_score"],
    )
    assert "mended strict" in typed("compare", *names, *how, "--format", "markdown").out
    (task / "other.txt").write_text(f"{POOR}\n{POOR}\n{POOR}\n", encoding="utf-8")
    several = typed("compare", *names, str(task / "other.txt"), *how, "--format", "markdown").out
    assert "Second strict" in several
    frame = leaderboard.frame(leaderboard.compare(*names, key="key.conll", repair="align", trials=100))
    assert frame["first_strict"].tolist()[-1] == 0.5
    plain = typed("compare", names[1], str(task / "other.txt"), *how[:2], "--format", "csv").out
    assert "strict" not in plain


def test_rankings_list_every_repaired_document(task: Path) -> None:
    result = leaderboard.rank(task, key="key.conll", repair="align", trials=100, draws=100)
    files = report_files(result, ())
    assert files["repairs.csv"].decode().splitlines()[1:] == [
        ",a,0,mended,1,0,0,1,0,0,0,0",
        ",a,1,mended,1,0,0,1,0,0,0,0",
    ]
    [section] = [one for one in sections(result) if one.name == "repairs"]
    assert section.tables[0].rows == (("mended", 2, 0, 0, 2, *[0] * 4), ("plain", *[0] * 8))
    assert "lea_strict" in files["leaderboard.csv"].decode()
    record = json.loads(files["leaderboard.json"])
    assert {one["system"]: one["repair"]["documents"] for one in record["systems"]} == {
        "mended": 2,
        "plain": 0,
    }
    assert "repairs.csv" not in report_files(
        leaderboard.rank(task, key="key.conll", trials=100, draws=100), ()
    )


def test_repairs_are_in_the_order_of_the_ranking(task: Path) -> None:
    (task / "awful.txt").write_text(f"{POOR}\n{POOR}\n{POOR}\n", encoding="utf-8")
    result = leaderboard.rank(task, key="key.conll", repair="align", trials=100, draws=100)
    [section] = [one for one in sections(result) if one.name == "repairs"]
    assert [row[0] for row in section.tables[0].rows] == ["mended", "plain", "awful"]


def test_a_sentence_names_few_of_the_pairs_that_strict_scores_order_otherwise() -> None:
    pairs = tuple(("first", str(number)) for number in range(5))
    said = sentence(remark("strict_order", pairs=pairs, of="lea"))
    assert said.endswith("order these pairs differently: first and 0; first and 1; first and 2; 2 more.")


def test_runs_are_means_of_strict_scores_too(task: Path) -> None:
    for name in ("mended", "plain"):
        (task / f"{name}.txt").rename(task / f"m@{name}.txt")
    (task / "other.txt").write_text(f"{POOR}\n{POOR}\n{POOR}\n", encoding="utf-8")
    Path("leaderboard.toml").write_text('[runs]\nm = ["m@mended", "m@plain"]\n', encoding="utf-8")
    result = leaderboard.rank(task, key="key.conll", repair="align", trials=100, draws=100)
    assert result.text_repairs["m"].mend.documents == 2


def test_saved_sums_hold_repairs(task: Path) -> None:
    options = {"key": "key.conll", "repair": "align", "trials": 100, "draws": 100}
    first = leaderboard.rank(task, saved="sums", **options)
    again = leaderboard.rank(task, saved="sums", **options)
    assert first.text_repairs == again.text_repairs
    assert again.text_repairs["mended"].scores["lea"].f1 == 0.5


def test_notes_compute_no_scores_where_nothing_is_repaired(monkeypatch: pytest.MonkeyPatch) -> None:
    """A report asks for the notes many times, and scores of a thousand systems take a second."""
    result = leaderboard.rank(made_task(), metric="muc", primary="muc", trials=100, draws=100)
    monkeypatch.setattr("leaderboard.tasks.account.scores_of", None)
    assert [*repair_remarks(result.task, "muc")] == []
