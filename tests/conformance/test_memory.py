"""Clusters in memory, where the conformance data are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import leaderboard

MANIFEST = Path(__file__).parents[3] / "shared" / "conformance" / "files" / "manifest.json"
if not MANIFEST.exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)
# A response may be empty.
pytestmark = pytest.mark.filterwarnings("ignore::leaderboard.LeaderboardWarning")
CASES: list[dict[str, Any]] = json.loads(MANIFEST.read_text(encoding="utf-8"))["memory"]


def scorer_of(case: dict[str, Any]) -> leaderboard.Scorer:
    options = {name: case[name] for name in ("metrics", "singletons", "duplicates") if name in case}
    scorer = leaderboard.Scorer(**options)
    scorer.add(case["key"], case["response"])
    return scorer


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case: dict[str, Any]) -> None:
    if "error" in case:
        with pytest.raises(Exception) as caught:  # noqa: PT011 (which one it is is said below)
            scorer_of(case)
        assert caught.type.__name__ == case["error"]
        return
    scorer = scorer_of(case)
    assert scorer.repairs == case.get("repairs", 0)
    for name, expected in case["scores"].items():
        score = scorer.scores()[name]
        for value, wanted in zip((score.recall, score.precision, score.f1), expected, strict=True):
            assert value == (None if wanted is None else pytest.approx(wanted, rel=0, abs=1e-9))
