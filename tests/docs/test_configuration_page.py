"""What the page on configuration says in words is what the program does."""

from __future__ import annotations

from pathlib import Path

from leaderboard.options import Presentation

PAGE = (Path(__file__).parents[2] / "docs" / "configuration.md").read_text(encoding="utf-8")


def test_what_functions_refuse_is_named() -> None:
    sentence = next(line for line in PAGE.splitlines() if "As arguments, " in line)
    for name in Presentation.__dataclass_fields__:
        assert f"`{name}`" in sentence
