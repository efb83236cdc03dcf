"""What is said of typical slips of language models stands in a table."""

from __future__ import annotations

from tests.support.model_slips import SLIPS, TABLE, table


def test_the_table_is_what_is_said() -> None:
    assert TABLE.read_text(encoding="utf-8") == table()


def test_every_refusal_is_one_line_with_a_remedy() -> None:
    lines = [line.strip() for line in TABLE.read_text(encoding="utf-8").splitlines()]
    refused = [line for line in lines if line.startswith("refused: ")]
    assert len(SLIPS) >= 40
    assert all("; " in line and line.startswith("refused: ours.txt") for line in refused)
