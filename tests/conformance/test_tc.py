"""The test cases of the official scorer, scored from their files, where the data are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import leaderboard

FOLDER = Path(__file__).parents[3] / "shared" / "conformance" / "tc"
if not FOLDER.is_dir():
    pytest.skip("no conformance data beside the project", allow_module_level=True)
CASES: list[dict[str, Any]] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_scores_of_the_files(case: dict[str, Any]) -> None:
    # Three words of some responses differ from the key's.
    result = leaderboard.score(FOLDER / case["response"], key=FOLDER / case["key"], check_words=False)
    assert not result.rejected
    for metric, expected in case["expected"].items():
        score = result.systems[0].scores[metric]
        assert [score.recall, score.precision, score.f1] == pytest.approx(expected, rel=0, abs=1e-15)


@pytest.mark.parametrize("number", range(1, 14))
def test_other_words_are_noticed(number: int) -> None:
    result = leaderboard.score(FOLDER / f"TC-A-{number}.response", key=FOLDER / "TC-A.key")
    assert bool(result.rejected) == (number > 2)
