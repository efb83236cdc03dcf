"""Where metrics contradict each other on pairs of systems, and the units that make them."""

from __future__ import annotations

import numpy as np
import pytest

from leaderboard.experiments.agreement import Agreement, MetricPair, agreement
from leaderboard.scoresheet import Units
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from tests.support.made_units import made_units, random_units

LOW, HIGH = [1, 2] * 5, [2, 3] * 5


def found(shared: list[list[int]], total: list[list[int]]) -> Agreement:
    return agreement(units(shared, total), families(units(shared, total), Design(draws=100)))


def units(shared: list[list[int]], total: list[list[int]]) -> Units:
    key = [4] * 10
    return made_units(
        {"shared": [[row, key, key] for row in shared], "sum": np.array(total)[:, None]},
        systems=["beta", "alpha", "gamma"][: len(shared)],
    )


def test_a_contradiction_names_the_surest_metrics_and_its_causes() -> None:
    result = found([LOW, HIGH], [[9, *HIGH[1:]], LOW])
    assert result.metrics == (MetricPair("shared", "sum", opposite=1, contradicted=1, one_sided=0),)
    assert (result.systems, result.units, result.pairs) == (("beta", "alpha"), 10, 1)
    [dispute] = result.disputes
    assert (dispute.systems.for_first, dispute.systems.for_second) == (("sum",), ("shared",))
    assert (dispute.first.metric, dispute.second.metric) == ("sum", "shared")
    assert dispute.first.difference > 0 > dispute.second.difference
    assert dispute.causes[0].unit.document == "d000"
    assert len(dispute.causes) == 5
    for cause in dispute.causes:
        assert cause.gap == pytest.approx(cause.first_effect - cause.second_effect)
        assert cause.first_effect > 0 > cause.second_effect


@pytest.mark.parametrize("baseline", ["beta", "alpha"])
def test_a_baseline_stands_second_wherever_it_is(baseline: str) -> None:
    made = units([LOW, HIGH], [HIGH, LOW])
    [dispute] = agreement(made, families(made, Design(draws=100, against=baseline))).disputes
    assert dispute.systems.second == dispute.first.second == dispute.second.second == baseline
    assert dispute.first.difference > 0 > dispute.second.difference
    assert all(cause.first_effect > 0 > cause.second_effect for cause in dispute.causes)


def test_the_gaps_of_all_units_make_the_gap_of_the_differences(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sum is exact for metrics whose denominators do not depend on the system, as here."""
    monkeypatch.setattr("leaderboard.experiments.agreement.MOST_CAUSES", 10)
    [dispute] = found([LOW, HIGH], [[9, *HIGH[1:]], LOW]).disputes
    total = sum(cause.gap for cause in dispute.causes)
    assert total == pytest.approx(dispute.first.difference - dispute.second.difference)


def test_units_that_speak_for_neither_are_no_causes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leaderboard.experiments.agreement.MOST_CAUSES", 10)
    shared, total = [[*LOW[:8], 1, 1], [*HIGH[:8], 1, 1]], [[*HIGH[:8], 1, 1], [*LOW[:8], 1, 1]]
    [dispute] = found(shared, total).disputes
    assert {cause.unit.document for cause in dispute.causes} == {f"d{number:03}" for number in range(8)}


def test_the_surest_metric_has_the_smallest_p_value_then_the_largest_difference() -> None:
    key = [4] * 10
    for four, surest in (([4] * 10, "four"), ([*[4] * 7, *[1] * 3], "sum")):  # 10 units differ, or 7
        made = made_units(
            {
                "shared": [[LOW, key, key], [HIGH, key, key]],
                "sum": np.array([[[0.03] * 10], [[0.02] * 10]]),
                "four": [[four, key, four, key], [[1] * 10, key, [1] * 10, key]],
            },
            systems=["beta", "alpha"],
        )
        [dispute] = agreement(made, families(made, Design(draws=100))).disputes
        assert set(dispute.systems.for_first) == {"sum", "four"}
        assert (dispute.first.metric, dispute.second.metric) == (surest, "shared")


def test_a_difference_by_one_metric_only_is_one_sided() -> None:
    result = found([LOW, HIGH, LOW], [LOW, LOW, [2, *LOW[1:]]])
    assert result.metrics == (MetricPair("shared", "sum", opposite=1, contradicted=0, one_sided=2),)
    assert result.disputes == ()


def test_counts_are_those_of_the_comparisons() -> None:
    made = random_units(8, 30, names=("shared", "four"))
    tested = families(made, Design(draws=100))
    for pair in agreement(made, tested).metrics:
        one, other = (
            [*family] for name in (pair.first, pair.second) for family in tested if family.metric == name
        )
        both = list(zip(one, other, strict=True))
        sure = [(a.verdict == "significant", b.verdict == "significant") for a, b in both]
        assert pair.opposite == sum(a.difference * b.difference < 0 for a, b in both)
        assert pair.one_sided == sum(a != b for a, b in sure)
        assert pair.contradicted == sum(
            a.difference * b.difference < 0 and all(s) for (a, b), s in zip(both, sure, strict=True)
        )
