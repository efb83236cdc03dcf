"""Commands and results print the golden texts for small tasks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shown import GOLDEN, NAMES, golden, write

pytestmark = pytest.mark.untraced  # other tests reach each branch


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("shown")
    write(made)
    return made


@pytest.mark.parametrize("name", NAMES)
def test_output_equals_the_golden_file(folder: Path, name: str) -> None:
    assert golden(folder, name) == (GOLDEN / f"{name}.txt").read_text("utf-8")


def test_every_golden_file_is_compared() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == {*NAMES}
