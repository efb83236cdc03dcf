"""The known answers of studentized swaps, where the conformance data are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import leaderboard
from leaderboard.metrics.metric import OWN_NUMERATORS, SHARED_NUMERATOR, Metric, Summand
from leaderboard.scoresheet import PartName, Units
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from tests.support.made_units import mean_of_summands

SOURCE = Path(__file__).parents[3] / "shared" / "conformance" / "significance-3"
if not SOURCE.exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)


def cases(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((SOURCE / f"{name}.json").read_text(encoding="utf-8"))["cases"]
    return found


[OWN], [SHARED] = OWN_NUMERATORS, SHARED_NUMERATOR
SUMMANDS: dict[str, tuple[Summand, ...]] = {
    "muc": OWN_NUMERATORS,
    "bcub": OWN_NUMERATORS,
    "conll": tuple(OWN.shifted(rows, 1 / 3) for rows in (0, 4, 8)),
    "blanc": tuple(SHARED.shifted(rows, 1 / 2) for rows in (0, 3)),
}


def metric_of(name: str) -> Metric:
    return mean_of_summands(name, SUMMANDS[name])


def units_of(case: dict[str, Any]) -> Units:
    sums = np.array([np.transpose(case[name]) for name in ("first", "second")], dtype=np.float64)
    return Units(
        systems=("a", "b"),
        names=tuple(PartName(f"{number}", f"{place:03}", 0) for place, number in enumerate(case["dataset"])),
        dataset=np.array(case["dataset"], dtype=np.int64),
        metrics=(metric_of(case["metric"]),),
        sums={case["metric"]: sums},
    )


@pytest.mark.parametrize("case", cases("studentized"), ids=lambda case: case["id"])
def test_pairs(case: dict[str, Any]) -> None:
    [family] = families(units_of(case), Design(test="studentized", draws=10))
    row = family[0]
    assert (row.test, row.exact, row.units_differing) == ("studentized", True, case["units_differing"])
    assert row.p_value == pytest.approx(case["p_value"], abs=1e-9)
    assert row.difference == pytest.approx(case["difference"], abs=1e-9)
    assert row.statistic == (case["statistic"] and pytest.approx(case["statistic"], abs=1e-9))


def test_a_task() -> None:
    files = sorted(path for path in (SOURCE / "task").glob("*.conll") if path.stem != "key")
    result = leaderboard.compare(*files, key=SOURCE / "task" / "key.conll", test="studentized", draws=100)
    rows = {(row.metric, row.first, row.second): row for row in result.comparisons}
    for case in cases("task"):
        row = rows[case["metric"], case["first"], case["second"]]
        assert (row.units_differing, row.exact) == (case["units_differing"], True)
        assert (row.verdict == "untestable") == case["untestable"]
        assert row.p_value == pytest.approx(case["p_value"], abs=1e-9)
        assert row.statistic == pytest.approx(case["statistic"], abs=1e-9)
