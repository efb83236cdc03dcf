"""Commands on several datasets, as they are typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import leaderboard
from tests.support.made_task import DATASETS, made_datasets, without
from tests.support.running import Typed, csv_rows

FEW = ("--metric", "muc", "--metric", "conll", "--draws", "200", "--trials", "500")


@pytest.fixture
def task(tmp_path: Path) -> Path:
    """The task, in which `eager` lacks set2."""
    return without(tmp_path / "task", "eager", "set2")


def test_rank_shows_the_datasets_after_the_ranking(typed: Typed, tmp_path: Path) -> None:
    run = typed("rank", str(made_datasets()), "--output", str(tmp_path / "reports"), "--verbose", *FEW)
    assert run.code == 0
    main, by_dataset, *_ = run.out.split("F1 by dataset")
    assert main.startswith("A synthetic shared task: 5 systems, 48 documents, mean of 3 datasets, CoNLL F1\n")
    assert "\nRanking by CoNLL" in main
    assert "set1" in by_dataset
    assert "Scores are unweighted means over 3 datasets" in run.out
    assert (tmp_path / "reports" / "datasets.csv").is_file()


def test_a_missing_dataset_rejects_by_default(typed: Typed, task: Path, tmp_path: Path) -> None:
    run = typed("rank", str(task), "--output", str(tmp_path / "reports"), "--quiet", *FEW)
    assert run.code == 3
    assert run.err == (
        f"rejected: {task / 'eager'}: the dataset set2 is missing; add the file set2.* to the submission\n"
    )


@pytest.mark.parametrize(("policy", "shown"), [("zero", "0.00 (5)†"), ("exclude", "(2 of 3)")])
def test_other_policies_are_seen_in_the_table(
    typed: Typed, task: Path, tmp_path: Path, policy: str, shown: str
) -> None:
    words = (str(task), "--output", str(tmp_path / "reports"), "--missing-dataset", policy, *FEW)
    run = typed("rank", *words, "--quiet", "--verbose")
    assert (run.code, run.err) == (0, "")
    assert shown in run.out
    assert f"|missing-dataset:{policy}|" in run.out


def test_equal_runs_write_equal_bytes(typed: Typed, task: Path, tmp_path: Path) -> None:
    for name, jobs in (("one", "1"), ("two", "2")):
        output = ("--output", str(tmp_path / name), "--jobs", jobs, "--missing-dataset", "exclude")
        assert typed("rank", str(task), *output, *FEW).code == 0
    for name in (
        "datasets.csv",
        "leaderboard.md",
        "leaderboard.html",
        "leaderboard.json",
        "leaderboard-appendix.tex",
    ):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name


def test_scores_are_shown_by_dataset(typed: Typed, task: Path) -> None:
    run = typed("score", str(task / "eager"), "--missing-dataset", "exclude")
    assert run.code == 0
    assert "eager lacks the dataset set2. It is scored on 2 other datasets" in run.out
    assert "parts, scored as empty" not in run.out
    lines = [line.split() for line in run.out.split("F1 by dataset in per cent")[1].splitlines() if line]
    assert [line[0] for line in lines] == ["Dataset", "--------------", "set1", "set2", "set3", "Mean"]
    assert set(lines[3][1:]) == {"–"}
    assert lines[5][1:4] == ["of", "2", "of"]


def test_zero_counts_the_parts_that_are_missing(typed: Typed, task: Path) -> None:
    run = typed("score", str(task / "eager"), str(task / "close"), "--missing-dataset", "zero")
    assert "eager lacks 24 of 72 parts, scored as empty." in run.out
    assert run.out.count("Mean\n") == 0
    assert run.out.count(" Mean ") == 2


def test_csv_has_a_row_a_system_and_dataset(typed: Typed, task: Path) -> None:
    words = ("--missing-dataset", "exclude", "--format", "csv", "--metric", "muc")
    run = typed("score", str(task / "eager"), str(task / "close"), *words)
    rows = csv_rows(run.out)
    close, eager = ([row for row in rows if row["system"] == name] for name in ("close", "eager"))
    assert [row["dataset"] for row in close] == ["", *DATASETS]
    assert [row["dataset"] for row in eager] == ["", "set1", "set3"]
    for rows in (eager, close):
        whole, *others = (int(row["parts"]) for row in rows)
        assert whole == sum(others)
    assert [row["parts"] for row in eager] == [close[at]["parts"] if at else "48" for at in (0, 1, 3)]
    mean, *recalls = (float(row["muc_recall"]) for row in close)
    assert mean == pytest.approx(sum(recalls) / 3, abs=1e-15)


def test_json_has_the_datasets(typed: Typed, task: Path) -> None:
    run = typed("score", str(task / "eager"), "--format", "json", "--missing-dataset", "exclude")
    [system] = json.loads(run.out)["systems"]
    assert system["missing_datasets"] == ["set2"]
    [result] = leaderboard.score(task / "eager", missing_dataset="exclude").systems
    assert [(one["dataset"], one["scores"]["muc"]["f1"]) for one in system["datasets"]] == [
        (dataset, scores["muc"].f1) for dataset, scores in result.datasets.items()
    ]
    [alone] = json.loads(typed("score", str(task / "close"), "--datasets", "set1", "--format", "json").out)[
        "systems"
    ]
    assert alone["datasets"] == []


def test_datasets_are_chosen_and_labelled(typed: Typed, task: Path) -> None:
    run = typed("score", str(task / "eager"), "--datasets", "set3=Last", "--datasets", "set1")
    assert run.code == 0
    assert run.out.index("Last") < run.out.index("set1 ")
    assert "|datasets:set1,set3" in run.out
    run = typed("score", str(task / "eager"), "--datasets", "set4")
    assert run.err == (
        "leaderboard: --datasets has 'set4', which is not in the key; choose among set1, set2, set3\n"
    )
    assert run.code == 2


def test_other_commands_say_what_a_score_is(typed: Typed, task: Path) -> None:
    mean = "Scores are unweighted means over 3 datasets. Tests and intervals resample within each dataset."
    folder = made_datasets()
    pair = (str(folder / "close"), str(folder / "eager"))
    for words in (("compare", *pair, "--verbose", *FEW), ("power", str(folder))):
        assert mean in " ".join(typed(*words, "--draws", "200").out.split())
    out = typed("correlate", str(folder), "--metric", "muc", "--metric", "lea", "--draws", "200").out
    assert " ".join(out.split()).startswith(
        "Correlations between metrics over 15 points, each of which is a system on a dataset"
    )


def test_too_few_complete_systems_are_nothing_to_do(typed: Typed, task: Path) -> None:
    run = typed("compare", str(task / "eager"), str(task / "close"), "--missing-dataset", "exclude")
    assert run.code == 4
    assert run.err == (
        "leaderboard: too few systems have all datasets (eager lacks set2); see --missing-dataset\n"
    )
