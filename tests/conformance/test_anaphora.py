"""The worked cases of anaphora beyond identity, where the conformance data are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import leaderboard

SOURCE = Path(__file__).parents[3] / "shared" / "conformance" / "anaphora" / "manifest.json"
if not SOURCE.exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)
CASES: list[dict[str, Any]] = json.loads(SOURCE.read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_every_score_is_the_one_expected(case: dict[str, Any]) -> None:
    options = {name.replace("-", "_"): value for name, value in case["options"].items()}
    if case["key"].endswith(".conllu"):
        del options["layer"]  # CorefUD files have one
    key, response = SOURCE.parent / case["key"], SOURCE.parent / case["response"]
    metrics = list(case["expected"])
    result = leaderboard.score(response, key=key, metric=metrics, primary=metrics[0], **options)
    scores = result.systems[0].scores
    for name, expected in case["expected"].items():
        found = {quantity: getattr(scores[name], quantity) for quantity in ("recall", "precision", "f1")}
        assert found == {
            quantity: value if value is None else pytest.approx(value, rel=0, abs=1e-9)
            for quantity, value in expected.items()
        }, name
