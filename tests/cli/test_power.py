"""``leaderboard power`` as it is typed."""

from __future__ import annotations

import io
import json
import re
import shutil
from csv import DictReader
from pathlib import Path

import pytest

import leaderboard
from tests.support.made_task import made_task
from tests.support.running import Typed

FEW = ("--metric", "conll")


TOO_FEW = "–: so few documents differ that no test by swaps can be significant at this level"


def test_draws_and_seed_are_accepted_and_change_nothing(typed: Typed) -> None:
    plain = typed("power", str(made_task()), *FEW, "--format", "json").out
    again = typed("power", str(made_task()), *FEW, "--format", "json", "--draws", "300", "--seed", "7").out
    assert again == plain
    assert "draws" not in json.loads(plain)["signature"]


def test_the_table_says_what_the_documents_detect(typed: Typed) -> None:
    run = typed("power", str(made_task()), *FEW)
    assert run.code == 0
    assert "that 12 documents detect with 80 % power at alpha = 0.05" in " ".join(run.out.split())
    assert "All 28 pairs" in run.out
    said = "if two systems truly differ by this much, the difference is significant in four of five"
    assert said in " ".join(run.out.split())
    note = "Median and range over 28 pairs of distinct systems (identical systems count as one)."
    assert note in " ".join(run.out.split())


def test_where_no_test_can_be_significant_there_is_no_number(typed: Typed, tmp_path: Path) -> None:
    typed("simulate", str(tmp_path / "task"), "--documents", "6", "--systems", "5")
    out = typed("power", str(tmp_path / "task"), *FEW).out
    first, single, corrected = re.findall(r"^CoNLL .*$", out, re.MULTILINE)
    assert re.search(r"\d {2,}\[.*\] +– +–$", first)
    assert re.search(r"^CoNLL +– +– +\d", single)  # 2, 3 and 6 documents
    assert re.search(r"^CoNLL +– +– +– +\d", corrected)
    assert " ".join(out.split()).count(f"{TOO_FEW}; `rank --test t` needs only 5.") == 3


def heading(out: str) -> list[str]:
    """The labels of the first table."""
    return re.split(r"  +", next(line for line in out.splitlines() if line.startswith("Metric")))


def test_no_two_columns_have_one_name_and_copies_are_named(typed: Typed) -> None:
    out = typed("power", str(made_task()), *FEW).out
    assert heading(out) == ["Metric", "SE", "One pair", "Range", "All 28 pairs", "Range for all"]
    assert "balanced and copy are identical: they have the same mentions and entities." in " ".join(
        out.split()
    )


def test_with_a_margin_it_says_how_many_documents_that_takes(typed: Typed) -> None:
    run = typed("power", str(made_task()), *FEW, "--margin", "2")
    assert "show two systems of equal score to be less than 2 points apart" in " ".join(run.out.split())
    [found] = leaderboard.power(made_task(), metric="conll", margin=2).sensitivities
    csv = typed("power", str(made_task()), *FEW, "--margin", "2", "--format", "csv").out
    [row] = DictReader(io.StringIO(csv))
    assert [row["single_needed"], row["corrected_needed"]] == [repr(count) for count in found.needed or ()]


def test_one_pair_has_no_correction(typed: Typed, tmp_path: Path) -> None:
    for name in ("key", "balanced", "merger"):
        shutil.copy(made_task() / f"{name}.conll", tmp_path)
    out = typed("power", str(tmp_path), *FEW).out
    assert heading(out) == ["Metric", "SE", "One pair"]
    assert "corrected" not in out
    assert "Median and range" not in out


def test_the_tables_fit_the_terminal(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "66")
    out = typed("power", str(made_task()), "--quiet").out
    assert max(len(line) for line in out.splitlines() if line.startswith("---")) <= 66


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """The synthetic task with two systems of several runs."""
    folder = tmp_path / "runs"
    shutil.copytree(made_task(), folder)
    names = ("balanced", "close", "precise", "merger", "splitter")
    for name, run in zip(names, ("ours@1", "ours@2", "ours@3", "base@1", "base@2"), strict=True):
        (folder / f"{name}.conll").rename(folder / f"{run}.conll")
    return folder


def test_several_runs_have_a_table_of_their_own(typed: Typed, runs: Path) -> None:
    out = typed("power", str(runs), *FEW).out
    assert re.search(r"More (runs help more than more documents|documents help more than more runs):", out)
    _, caption, after = out.partition("difference by number of runs and documents:")
    assert caption
    rows = [line.split()[:2] for line in after.splitlines() if line.startswith("CoNLL")]
    assert rows == [["CoNLL", "2"], ["CoNLL", "3"], ["CoNLL", "5"], ["CoNLL", "10"]]
    assert "by number of runs" not in typed("power", str(made_task()), *FEW).out


def test_runs_that_vary_too_much_for_a_margin_are_told(typed: Typed, runs: Path) -> None:
    out = " ".join(typed("power", str(runs), *FEW, "--margin", "0.2").out.split())
    assert "for 0.2 points –: no number of documents is enough with so few runs. More runs are needed." in out
    assert "More runs are needed" not in typed("power", str(made_task()), *FEW, "--margin", "0.2").out


def test_no_t_test_of_too_few_documents_is_planned(typed: Typed, tmp_path: Path) -> None:
    typed("simulate", str(tmp_path / "task"), "--documents", "6", "--systems", "4", "--runs", "2")
    _, _, table = typed("power", str(tmp_path / "task"), *FEW).out.partition("by number of runs and")
    assert len(re.findall(r"^CoNLL +\d+ +– +– +\d", table, re.MULTILINE)) == 4  # 2, 3 and 6 documents
    assert "–: too few documents differ. Such a pair" in " ".join(table.split())


def test_several_runs_are_in_the_record(typed: Typed, runs: Path) -> None:
    record = json.loads(typed("power", str(runs), *FEW, "--format", "json").out)
    [found] = leaderboard.power(runs, metric="conll").run_power
    [written] = record["run_power"]
    assert (written["pairs"], written["between"]) == (found.pairs, found.between)
    assert [plan["runs"] for plan in written["plans"]] == [2, 3, 5, 10]
    assert written["plans"][0]["curve"][0]["single"]["median"] == found.plans[0].curve[0][0].median
    alone = json.loads(typed("power", str(made_task()), *FEW, "--format", "json").out)
    assert alone["run_power"] == []
