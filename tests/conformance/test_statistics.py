"""The known answers of the second part on significance, where the conformance data are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from leaderboard.metrics.metric import Floats
from leaderboard.significance.adjustment import adjusted
from leaderboard.significance.copies import Hypotheses, hypotheses, places
from leaderboard.significance.pairing import all_pairs
from leaderboard.significance.shaffer import shaffer, static_factors

SOURCE = Path(__file__).parents[3] / "shared" / "conformance" / "statistics"
if not SOURCE.exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)


def data(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SOURCE / f"{name}.json").read_text(encoding="utf-8"))
    return found


def cases(name: str) -> Any:
    return pytest.mark.parametrize("case", data(name)["cases"], ids=lambda case: case["id"])


def flat(rows: list[list[float]]) -> Floats:
    """The upper triangle of a table, as pairs come."""
    return np.array([value for row in rows for value in row], dtype=np.float64)


def family_of(case: dict[str, Any]) -> Hypotheses:
    classes = np.array(case["copies"])
    return hypotheses(all_pairs(len(classes)), places(classes, np.arange(len(classes))))


def test_static_factors() -> None:
    for systems, factors in data("shaffer")["static_factors"].items():
        assert static_factors(int(systems)).tolist() == factors


@cases("shaffer")
def test_shaffer(case: dict[str, Any]) -> None:
    family, p = family_of(case), flat(case["p"])
    assert family.systems == case["distinct"]
    distinct = p[family.largest(p)]
    ours = shaffer(distinct, family.first, family.second, family.systems)
    assert family.by_pair(ours, copies=1) == pytest.approx(flat(case["shaffer"]), abs=1e-9)
    holm = family.by_pair(adjusted(distinct, "holm"), copies=1)
    if "holm" in case:
        assert holm == pytest.approx(flat(case["holm"]), abs=1e-9)
    if "closed_testing" in case:
        assert (ours >= flat(case["closed_testing"])[family.largest(p)] - 1e-9).all()


@pytest.mark.parametrize("case", data("shaffer")["bh"])
def test_benjamini_and_hochberg(case: dict[str, Any]) -> None:
    assert adjusted(np.array(case["p"]), "bh").tolist() == case["adjusted"]
