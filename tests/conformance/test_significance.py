"""The exact known answers about significance, where the conformance data are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from leaderboard.ranking.letters import joined, letters
from leaderboard.ranking.standings import RULES, ranges
from leaderboard.significance.adjustment import adjusted
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from tests.support.made_units import made_units

SOURCE = Path(__file__).parents[3] / "shared" / "conformance" / "significance.json"
if not SOURCE.exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)
DATA: dict[str, list[dict[str, Any]]] = json.loads(SOURCE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", DATA["sign_flips"], ids=lambda case: case["id"])
def test_sign_flips(case: dict[str, Any]) -> None:
    zeros = [0] * len(case["differences"])
    (family,) = families(
        made_units({"sum": [[case["differences"]], [zeros]]}), Design(trials=2**16, draws=10)
    )
    assert family[0].exact
    assert family[0].p_value == case["p_value"] == case["count"] / case["total"]


@pytest.mark.parametrize("case", DATA["swaps"], ids=lambda case: case["id"])
def test_swaps(case: dict[str, Any]) -> None:
    sums = [np.transpose(case["first"]), np.transpose(case["second"])]
    (family,) = families(made_units({"four": sums}), Design(draws=10))
    assert family[0].p_value == case["p_value"] == case["count"] / case["total"]
    above, below = case["difference"].split("/")
    assert family[0].difference == pytest.approx(int(above) / int(below), abs=1e-15)


@pytest.mark.parametrize("case", DATA["adjustments"])
def test_adjustments(case: dict[str, Any]) -> None:
    for method in ("holm", "bonferroni", "bh"):
        assert adjusted(np.array(case["p"]), method) == pytest.approx(case[method], abs=1e-15)


@pytest.mark.parametrize("case", DATA["ties"], ids=lambda case: case["id"])
def test_ties(case: dict[str, Any]) -> None:
    better = np.zeros((case["systems"], case["systems"]), dtype=bool)
    better[tuple(np.transpose(case["significant"]))] = True
    assert joined(letters(better | better.T)) == case["letters"]
    assert np.transpose(ranges(better)).tolist() == case["ranges"]
    assert RULES["beaten"](better).tolist() == case["beaten"]
    for rule in ("leader", "clusters"):
        ranks = RULES[rule](better).tolist()
        groups = [[place for place, rank in enumerate(ranks) if rank == own] for own in sorted(set(ranks))]
        assert groups == case[rule]
