"""A place that cannot be written to is told of before anything is scored, by the name that was typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import small_task
from tests.support.powerless import needs_permissions, powerless
from tests.support.running import Run, Typed
from tests.support.small_task import BROKEN, KEY

# In the end stands the folder; what they read cannot be scored, which differs from what is told.
SCORING = [
    ("rank", "task", "--output"),
    ("probe", "--response", "task/broken.conll", "--key", "task/key.conll", "--output"),
    ("score", "task/broken.conll", "--save"),
    ("codabench", "score", "bundle"),
]
COMMANDS = [*SCORING, ("simulate",), ("codabench", "init", "--submissions", "nowhere")]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    small_task.write(tmp_path / "task", key=KEY, broken=BROKEN)
    (tmp_path / "file").write_text("mine")
    (tmp_path / "closed").mkdir(mode=0o500)
    yield tmp_path
    (tmp_path / "closed").chmod(0o700)


def refused(run: Run, line: str) -> None:
    assert (run.code, run.out) == (2 if line.endswith("not a folder") else 4, "")
    assert run.err == f"leaderboard: {line}; choose another folder for the results\n"


@pytest.mark.parametrize("words", SCORING, ids=" ".join)
def test_a_file_is_no_folder(typed: Typed, here: Path, words: tuple[str, ...]) -> None:
    refused(typed(*words, "file"), "file: not a folder")
    assert (here / "file").read_text() == "mine"


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_nor_is_there_one_in_it(typed: Typed, words: tuple[str, ...]) -> None:
    refused(typed(*words, "file/new/reports"), "file: not a folder")


@pytest.mark.parametrize("words", SCORING, ids=" ".join)
def test_what_a_link_leads_to_must_be_there(typed: Typed, here: Path, words: tuple[str, ...]) -> None:
    (here / "link").symlink_to("nowhere")
    refused(typed(*words, "link"), "link: cannot be written to (no such file or directory)")


def test_a_report_does_not_go_among_the_submissions(typed: Typed) -> None:
    run = typed("rank", "task", "--output", "task")
    assert (run.code, run.out) == (2, "")
    assert run.err == "leaderboard: task: holds the submissions; choose another --output\n"


@needs_permissions
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("name", ["closed", "closed/new"])
def test_a_folder_may_be_closed_to_writers(here: Path, words: tuple[str, ...], name: str) -> None:
    refused(powerless(*words, name, cwd=here), "closed: cannot be written to (permission denied)")
    assert not any((here / "closed").iterdir())
