"""``leaderboard rank`` as it is typed."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import leaderboard
from tests.made_task import made_task
from tests.running import Run
from tests.small_task import BROKEN

Typed = Callable[..., Run]
FEW = ("--metric", "muc", "--metric", "conll", "--draws", "200", "--trials", "500")


@pytest.fixture
def rank(typed: Typed, tmp_path: Path) -> Typed:
    def run(*words: str) -> Run:
        return typed("rank", str(made_task()), "--output", str(tmp_path / "reports"), *FEW, *words)

    return run


def test_the_table_is_printed_and_the_report_written(rank: Typed, tmp_path: Path) -> None:
    run = rank()
    assert run.code == 0
    assert run.out.startswith("Ranking by CoNLL")
    assert "approximate randomization over 12 documents" in run.out
    assert {"leaderboard.md", "leaderboard.csv", "provenance.json"} <= {
        path.name for path in (tmp_path / "reports").iterdir()
    }


def test_command_and_function_give_the_same_numbers(rank: Typed) -> None:
    record = json.loads(rank("--format", "json").out)
    result = leaderboard.rank(made_task(), metric=("muc", "conll"), draws=200, trials=500)
    assert [row["system"] for row in record["systems"]] == [row.system for row in result.primary.standings]
    assert [row["rank"] for row in record["systems"]] == [row.rank for row in result.primary.standings]
    assert [row["p_value"] for row in record["comparisons"]] == [row.p_value for row in result.comparisons]


def test_csv_has_one_order_of_columns(rank: Typed) -> None:
    whole = rank("--metric", "mentions", "--format", "csv").out
    assert rank("--metric", "mentions", "--format", "csv", "--columns", "all").out == whole
    assert whole.index(",mentions_f1") > whole.index(",muc_f1")


def test_the_score_and_its_interval_are_columns_of_their_own(rank: Typed) -> None:
    header = rank("--columns", "system,conll,muc,interval").out.splitlines()[2]
    assert header.split() == ["System", "CoNLL", "MUC", "Interval"]


@pytest.mark.parametrize("rule", ["beaten", "leader", "clusters", "letters"])
def test_the_rule_of_ties_is_named(rank: Typed, rule: str) -> None:
    record = json.loads(rank("--format", "json", "--ties", rule).out)
    assert f"|ties:{rule}" in record["signature"]


def test_equal_runs_write_equal_bytes(typed: Typed, tmp_path: Path) -> None:
    for name, jobs in (("one", "1"), ("two", "2")):
        assert (
            typed("rank", str(made_task()), "--output", str(tmp_path / name), *FEW, "--jobs", jobs).code == 0
        )
    names = sorted(
        path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*") if path.is_file()
    )
    assert len(names) > 5
    for name in names:
        if name.name != "provenance.json":
            assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name


def test_a_rejected_entry_is_named_and_the_rest_ranked(typed: Typed, tmp_path: Path) -> None:
    folder = tmp_path / "task"
    shutil.copytree(made_task(), folder)
    (folder / "broken.conll").write_text(BROKEN)
    run = typed("rank", str(folder), "--output", str(tmp_path / "reports"), *FEW)
    assert run.code == 3
    assert "broken.conll:2:" in run.err
    assert "broken" in (tmp_path / "reports" / "leaderboard.md").read_text(encoding="utf-8")


def test_a_wrong_option_is_one_line(typed: Typed) -> None:
    run = typed("rank", "--metric", "lee")
    assert (run.code, run.out) == (2, "")
    assert run.err == "leaderboard: no metric is called 'lee'; did you mean 'lea'?\n"


def test_leaving_documents_out_is_told(rank: Typed) -> None:
    run = rank("--leave-one-out")
    assert "Left out alone, " in run.out or "No single document, left out, changes the order" in run.out
    record = json.loads(rank("--leave-one-out", "--format", "json").out)
    assert len(record["left_out"]) == 12
    assert {"document", "leaders", "flips", "tau"} <= set(record["left_out"][0])


def test_how_firm_the_ranks_are_is_shown(rank: Typed) -> None:
    out = rank().out
    assert "How firm the ranks by CoNLL are" in out
    assert "Left out" not in out


@pytest.mark.parametrize(
    ("form", "file"), [("csv", "csv"), ("latex", "tex"), ("html", "html"), ("json", "json")]
)
def test_a_form_is_printed_as_it_is_written(rank: Typed, tmp_path: Path, form: str, file: str) -> None:
    printed = rank("--format", form).out
    assert printed == (tmp_path / "reports" / f"leaderboard.{file}").read_text(encoding="utf-8")


def test_chosen_columns_make_a_table_of_their_own(rank: Typed) -> None:
    printed = rank("--format", "latex", "--columns", "rank,system").out
    assert r"\documentclass" not in printed
    assert re.search(r"Rank +& System +\\\\\n", printed)


def test_figures_in_a_form_that_is_none(rank: Typed) -> None:
    run = rank("--figures", "pdf,gif")
    assert run.code == 2
    assert run.err == "leaderboard: --figures is 'pdf,gif'; choose among pdf, png\n"
