"""``leaderboard verify`` as it is typed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.made_task import made_task
from tests.support.running import Typed


@pytest.fixture
def reports(typed: Typed, tmp_path: Path) -> Path:
    task = shutil.copytree(made_task(), tmp_path / "task")
    few = ("--draws", "100", "--trials", "200", "--metric", "conll", "--figures", "pdf")
    typed("rank", str(task), *few, "--quiet", "--output", str(tmp_path / "reports"))
    return tmp_path / "reports"


def test_a_report_is_confirmed(typed: Typed, reports: Path) -> None:
    run = typed("verify", str(reports))
    assert (run.code, run.err) == (0, "")
    count = len(list(reports.glob("**/*.*"))) - 1
    assert run.out == f"{reports}: verified: all {count} files can be reproduced exactly\n"
    assert (reports / "figures" / "scores.pdf").is_file()


def test_what_differs_is_named(typed: Typed, reports: Path) -> None:
    (reports / "leaderboard.md").write_text("mine")
    run = typed("verify", str(reports))
    assert run.code == 4
    first, last = run.out.splitlines()
    assert first.startswith(f"{reports / 'leaderboard.md'}:1: column 1 has 'mine', but ")
    assert last == f"{reports}: not verified: this is not the report that the inputs and options give"


def test_no_report_is_one_line(typed: Typed, tmp_path: Path) -> None:
    run = typed("verify", str(tmp_path))
    assert (run.code, run.out) == (4, "")
    assert run.err.count("\n") == 1


def test_other_versions_are_said_on_standard_error(typed: Typed, reports: Path) -> None:
    record = reports / "provenance.json"
    other = record.read_text(encoding="utf-8").replace('"jinja2": "', '"jinja2": "0.')
    record.write_text(other, encoding="utf-8")
    run = typed("verify", str(reports), "--submissions", str(reports.parent / "task"))
    assert run.code == 0
    assert run.err.startswith("The report was written with jinja2 0.")
