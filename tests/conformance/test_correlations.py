"""The correlations of a published table, where the conformance data are at hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import leaderboard

DATA = Path(__file__).parents[3] / "shared" / "conformance"
if not (DATA / "correlations.json").exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)


def test_every_pair_of_columns() -> None:
    result = leaderboard.correlate(DATA / "table5.csv")
    found = {frozenset((one.first, one.second)): one for one in result.correlations}
    expected = json.loads((DATA / "correlations.json").read_text(encoding="utf-8"))["correlations"]
    assert len(found) == len(expected) == 21
    for row in expected:
        one = found[frozenset((row["first"], row["second"]))]
        for name in ("pearson", "p_value", "low", "high", "spearman", "kendall"):
            assert getattr(one, name) == pytest.approx(row[name], rel=1e-9, abs=1e-15)
