"""The worked example of the page on metrics is what the program computes."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from leaderboard.metrics import METRICS
from leaderboard.verbs.score import score
from tests.support.pages import blocks

PAGE = (Path(__file__).parents[2] / "docs" / "metric-reference.md").read_text("utf-8")
ROW = re.compile(r"^\| (\w+) \| (\d+/\d+|0|–) \| (\d+/\d+|0|–) \| (\d+/\d+|0|–) \|$", re.M)


def test_every_metric_has_its_exact_scores_and_its_formula(tmp_path: Path) -> None:
    for block in blocks(PAGE):
        if block.mark == "file":
            (tmp_path / str(block.note)).write_text(block.text, "utf-8")
    found = score(tmp_path / "response.jsonl", metric=list(METRICS)).systems[0].scores
    rows = {name: numbers for name, *numbers in ROW.findall(PAGE)}
    assert list(rows) == list(METRICS)
    for name, numbers in rows.items():
        exact = [None if number == "–" else float(Fraction(number)) for number in numbers]
        one = found[name]
        for value, expected in zip((one.recall, one.precision, one.f1), exact, strict=True):
            assert value == (expected if expected is None else pytest.approx(expected, abs=1e-12)), name
