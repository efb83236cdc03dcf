"""Every command shows of small tasks what it has shown, letter for letter, in every form."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shown import COMMANDS, GOLDEN, RESULTS, in_python, shown, write

pytestmark = pytest.mark.untraced  # other tests reach each branch


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("shown")
    write(made)
    return made


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_shown_is_golden(folder: Path, command: str) -> None:
    assert shown(folder, command) == (GOLDEN / f"{command}.txt").read_text("utf-8")


@pytest.mark.parametrize("result", RESULTS)
def test_so_is_what_results_show_in_python(folder: Path, result: str) -> None:
    assert in_python(folder, result) == (GOLDEN / f"{result}.txt").read_text("utf-8")


def test_every_golden_file_is_compared() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == {*COMMANDS, *RESULTS}
