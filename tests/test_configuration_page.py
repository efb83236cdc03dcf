"""The examples of the page on configuration are what the program does."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from leaderboard.options import Presentation
from tests import small_task
from tests.running import Run
from tests.small_task import FAIR, KEY

PAGE = (Path(__file__).parents[1] / "docs" / "configuration.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def cells(line: str) -> list[str]:
    return re.split(r" {2,}", line.strip())


@pytest.mark.skipif(Path("/").as_posix() != str(Path("/")), reason="the page has the paths of POSIX")
def test_the_example_is_what_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: Callable[..., Run]
) -> None:
    small_task.write(tmp_path / "submissions", key=KEY, fair=FAIR)
    (tmp_path / "submissions" / "leaderboard.toml").write_text(block("toml"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LEADERBOARD_KEY", raising=False)
    command, *shown = block("console").splitlines()
    variable, *words = command.removeprefix("$ ").split()
    monkeypatch.setenv(*variable.split("="))
    assert words.pop(0) == "leaderboard"
    run = typed(*words)
    assert (run.code, run.err) == (0, "")
    rows = [cells(line) for line in run.out.splitlines()]
    for line in shown:
        assert cells(line) in rows


def test_what_functions_refuse_is_named() -> None:
    sentence = next(line for line in PAGE.splitlines() if "are refused as arguments" in line)
    for name in Presentation.__dataclass_fields__:
        assert f"`{name}`" in sentence
