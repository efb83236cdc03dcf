"""The known answers of the third part on significance, where the conformance data are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import leaderboard
from leaderboard.scoresheet import PartName, Units
from leaderboard.significance.adjustment import adjusted
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from leaderboard.significance.family import OverDatasets
from leaderboard.significance.intervals import poisson_limit
from leaderboard.significance.power import Variances, least_units
from tests.conformance.test_statistics import metric_of

SOURCE = Path(__file__).parents[3] / "shared" / "conformance" / "significance-3"
if not SOURCE.exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)


def cases(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((SOURCE / f"{name}.json").read_text(encoding="utf-8"))["cases"]
    return found


def nearly(found: object, expected: object) -> None:
    if isinstance(expected, list) and isinstance(expected[0], list):
        assert np.array(found) == pytest.approx(np.array(expected), abs=1e-9)
        return
    assert found == (expected if expected is None else pytest.approx(expected, abs=1e-9, rel=1e-9))


def test_what_single_documents_say() -> None:
    paths = sorted(path for path in (SOURCE / "task").glob("*.conll") if path.stem != "key")
    metrics = tuple(dict.fromkeys(case["metric"] for case in cases("task")))
    result = leaderboard.compare(*paths, key=str(SOURCE / "task" / "key.conll"), metric=metrics)
    found = {(one.first, one.second, one.metric): one for one in result.comparisons}
    for case in cases("task"):
        one = found[case["first"], case["second"], case["metric"]]
        nearly(one.variance_ratio, case["variance_ratio"])
        nearly(one.difference_without, case["difference_without"])
        assert one.without is not None
        assert case["without"] in (one.without.document, f"{one.without.dataset}/{one.without.document}")
        for name in ("units_differing", "units_won", "units_level", "units_lost"):
            assert getattr(one, name) == case[name]
        for name in ("failures_first", "failures_second"):
            assert getattr(one, name) == case[name]


@pytest.mark.parametrize(
    "case", [case for case in cases("equivalence") if "first" in case], ids=lambda case: case["id"]
)
def test_equivalence_with_failures(case: dict[str, Any]) -> None:
    sides = [np.transpose(case[side]) for side in ("first", "second")]
    sums = np.array(sides, dtype=np.float64)
    units = Units(
        systems=("first", "second"),
        names=tuple(PartName("", f"{place:03}", 0) for place in range(sums.shape[2])),
        dataset=np.zeros(sums.shape[2], dtype=np.int64),
        metrics=(metric_of(case["metric"]),),
        sums={case["metric"]: sums},
        weights={case["metric"]: sums[0, 1:2]},
    )
    [family] = families(units, Design(alpha=case["alpha"], margin=case["margin"], trials=20, draws=10))
    one = family[0]
    nearly(one.difference, case["difference"])
    nearly(one.difference_error, case["se"])
    nearly(one.df, case["df"])
    nearly(float(family.facts.allowed_second[0]), case["allowance_up"])
    nearly(float(family.facts.allowed_first[0]), case["allowance_down"])
    nearly(one.p_equivalence, case["p_equivalence"])
    assert (one.failures_first, one.failures_second) == (
        case["failures_of_first"],
        case["failures_of_second"],
    )


@pytest.mark.parametrize("case", cases("datasets"))
def test_datasets_on_which_one_is_better(case: dict[str, Any]) -> None:
    p = np.array(case["p_value"])
    over = adjusted(p.reshape(-1), "holm").reshape(p.shape)
    nearly(over.tolist(), case["p_over_datasets"])
    ahead = np.where(case["first_ahead"], 1.0, -1.0)
    found = OverDatasets(tuple(map(str, range(p.shape[1]))), ahead, p, over, alpha=case["alpha"])
    assert found.better.tolist() == case["datasets_better"]
    assert found.worse.tolist() == case["datasets_worse"]


@pytest.mark.parametrize("case", [case for case in cases("equivalence") if "failures" in case])
def test_upper_limits(case: dict[str, Any]) -> None:
    nearly(float(poisson_limit(np.array([case["failures"]]), case["alpha"])[0]), case["upper"])


@pytest.mark.parametrize("case", cases("power"))
def test_what_can_be_detected_and_what_that_takes(case: dict[str, Any]) -> None:
    nothing = np.zeros(1)
    variances = Variances(
        units=case["units"],
        documents=np.array([[term["variance"] for term in case["terms"]]]),
        differing=np.array([[term["units_differing"] for term in case["terms"]]]),
        df=np.ones((1, len(case["terms"]))),
        several=np.zeros(1, dtype=np.bool_),
        between=nothing,
        squares=nothing,
    )
    nearly(float(variances.errors[0]), case["standard_error"])
    for wanted, expected in case["detectable"].items():
        nearly(variances.detectable(int(wanted), case["alpha"]).median, expected)
    assert least_units(variances, case["difference"], case["alpha"]) == case["documents_needed"]
