"""The page of all relations is what the tool writes, and each relation keeps its columns in order."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from tools import schema_page

PAGE = Path(schema_page.__file__).parents[1] / "docs" / "schema.md"
COLUMNS = Path(__file__).with_name("columns.toml")
SCHEMA = PAGE.parents[2] / "shared" / "conformance" / "house" / "schema-2.json"


def columns() -> dict[str, list[str]]:
    """The columns that the page has of each relation."""
    _, *parts = PAGE.read_text(encoding="utf-8").split("\n### ")
    return {part.partition("\n")[0]: re.findall(r"^\| `(.+?)` ", part, re.MULTILINE) for part in parts}


def test_the_page_is_written_from_the_fields(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert PAGE.read_text(encoding="utf-8") == schema_page.page()


def test_no_column_goes_or_changes_its_place() -> None:
    expected = {name: text.split() for name, text in tomllib.loads(COLUMNS.read_text()).items()}
    found = columns()
    assert {name: found[name][: len(names)] for name, names in expected.items()} == expected


@pytest.mark.skipif(not SCHEMA.exists(), reason="the published schema is not beside the project")
def test_every_relation_is_as_published() -> None:
    found = columns()
    for relation in json.loads(SCHEMA.read_text(encoding="utf-8"))["relations"]:
        names = [column["name"] for column in relation["columns"] if "when" not in column]
        asked = {column["name"] for column in relation["columns"] if "when" in column}
        # The prices are those by the primary metric; F1 alone stands for it behind the other metrics.
        known = [
            name.replace("P_", "M_") if relation["name"] == "prices" else name
            for name in found[relation["name"]]
        ]
        kept = [name for name in known if name not in asked and (name in names or not name.startswith("P_"))]
        assert kept[: len(names)] == names, relation["name"]
