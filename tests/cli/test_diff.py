"""``leaderboard diff`` as it is typed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import leaderboard
from tests.support.made_task import made_task
from tests.support.running import Typed
from tests.support.two_reports import record, system, write


@pytest.fixture
def reports(tmp_path: Path) -> tuple[str, str]:
    new = record([system("a", 2), system("n", 1)])
    return str(write(tmp_path / "old", record())), str(write(tmp_path / "new", new))


def test_markdown_unless_another_form_is_asked_for(typed: Typed, reports: tuple[str, str]) -> None:
    run = typed("diff", *reports)
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("# Changes of the leaderboard\n")
    assert typed("diff", *reports, "--format", "table").out.startswith("Systems that entered")


def test_the_command_and_the_function_agree(typed: Typed, reports: tuple[str, str]) -> None:
    said = json.loads(typed("diff", *reports, "--format", "json").out)
    result = leaderboard.diff(*reports)
    assert [row["system"] for row in said["systems"]] == [change.system for change in result.systems]
    rows = typed("diff", *reports, "--format", "csv").out.splitlines()
    assert len(rows) == 1 + len(leaderboard.frame(result))


def test_the_reports_that_rank_writes(typed: Typed, tmp_path: Path) -> None:
    few = ("--draws", "100", "--trials", "200", "--metric", "conll", "--quiet")
    task = shutil.copytree(made_task(), tmp_path / "task")
    (task / "close.conll").rename(tmp_path / "close.conll")
    typed("rank", str(task), *few, "--output", str(tmp_path / "old"))
    shutil.move(tmp_path / "close.conll", task)
    typed("rank", str(task), *few, "--output", str(tmp_path / "new"))
    run = typed("diff", str(tmp_path / "old"), str(tmp_path / "new"))
    assert run.code == 0
    assert "\n- Entered: close (rank 1, " in run.out
    same = typed("diff", str(tmp_path / "new"), str(tmp_path / "new" / "leaderboard.json"))
    assert same.out == "No change: 9 systems with the same scores, ranks and verdicts by CoNLL.\n"


def test_what_is_no_report_is_one_line(typed: Typed, tmp_path: Path, reports: tuple[str, str]) -> None:
    for other in (tmp_path, tmp_path / "nowhere", Path(__file__)):
        run = typed("diff", reports[0], str(other))
        assert (run.code, run.out) == (4, "")
        assert run.err.count("\n") == 1
        assert run.err.startswith(f"leaderboard: {other}")


def test_wrong_usage(typed: Typed, reports: tuple[str, str]) -> None:
    assert typed("diff", reports[0]).code == 2
    run = typed("diff", *reports, "--format", "word")
    assert run.code == 2
    assert "--format" in run.err
