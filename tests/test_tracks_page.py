"""The page on tracks and phases: its commands and its file make the report that it describes."""

from __future__ import annotations

import csv
import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.running import Run

PAGE = (Path(__file__).parents[1] / "docs" / "tracks.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


@pytest.fixture
def task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: Callable[..., Run]) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LEADERBOARD_KEY", raising=False)
    for line in re.findall(r"^\$ leaderboard (simulate .*)$", PAGE, re.MULTILINE):
        assert typed(*shlex.split(line)).code == 0
    (tmp_path / "task" / "leaderboard.toml").write_text(block("toml"))
    return tmp_path / "task"


def columns(name: str) -> set[str]:
    return set(next(csv.reader(Path("reports", name).read_text().splitlines())))


def test_the_example_makes_the_report(task: Path, typed: Callable[..., Run]) -> None:
    few = ("--draws", "200", "--trials", "500", "--metric", "conll")
    run = typed("rank", "task", *few)
    assert (run.code, run.err) == (0, "")
    record = json.loads(Path("reports/leaderboard.json").read_text())
    assert set(re.findall(r"`(\w+)`", next(line for line in PAGE.splitlines() if "`absent`" in line))) <= {
        *record,
        *record["tracks"][0],
        "track",
    }
    assert (record["phase"], [one["phase"] for one in record["earlier"]]) == ("test", ["development"])
    for name in ("tracks.csv", "phases.csv"):
        assert columns(name) - {"phase", "track"} <= columns("leaderboard.csv")
    provenance = json.loads(Path("reports/provenance.json").read_text())
    assert {"tracks", "phases"} < set(provenance)
    assert typed("verify").code == 0
    assert typed("rank", "task", *few, "--track", "open", "--phase", "development").code == 0


def test_other_commands_find_the_key_as_the_page_says(
    task: Path, typed: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(task)
    for name in ("dev", "test"):
        (task / name / "leaderboard.toml").unlink()
    for command in re.findall(r"`leaderboard ((?:validate|compare|power) [^`]+)`", PAGE):
        words = command.replace("alpha", "close").replace("beta", "copy").split()
        assert typed(*words).code == 0
