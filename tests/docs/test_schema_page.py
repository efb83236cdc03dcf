"""The page of all relations is what the tool writes, and each relation keeps its columns in order."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tools import schema_page

PAGE = Path(schema_page.__file__).parents[1] / "docs" / "schema.md"
COLUMNS = Path(__file__).with_name("columns.toml")


def columns() -> dict[str, list[str]]:
    """The columns that the page has of each relation."""
    _, *parts = PAGE.read_text(encoding="utf-8").split("\n### ")
    return {part.partition("\n")[0]: re.findall(r"^\| `(.+?)` ", part, re.MULTILINE) for part in parts}


def test_the_page_is_written_from_the_fields(here: Path) -> None:
    assert PAGE.read_text(encoding="utf-8") == schema_page.page()


def test_no_column_goes_or_changes_its_place() -> None:
    expected = {name: text.split() for name, text in tomllib.loads(COLUMNS.read_text()).items()}
    found = columns()
    assert {name: found[name][: len(names)] for name, names in expected.items()} == expected
