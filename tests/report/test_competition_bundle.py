"""Texts in the YAML of a competition."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.report.codabench import quoted


@settings(deadline=None)
@given(st.text())
def test_what_is_written_is_read(text: str) -> None:
    assert yaml.safe_load(f"title: {quoted(text)} # a remark") == {"title": text}


@pytest.mark.parametrize(
    "text",
    ["yes", "null", "1", "2027-01-01 00:00:00", "~", "#", "- a", "a: b", "", " ", "&a", "*a", "!x"],
)
def test_what_looks_like_something_else_stays_a_text(text: str) -> None:
    assert yaml.safe_load(quoted(text)) == text
