"""The page of all relations is what the tool writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import schema_page

PAGE = Path(schema_page.__file__).parents[1] / "docs" / "schema.md"


def test_the_page_is_written_from_the_fields(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    assert text == schema_page.page()
    for name in ("systems", "ranks", "datasets", "comparisons", "scores", "findings"):
        assert f"### {name}\n" in text
