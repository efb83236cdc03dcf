"""Points of a scoresheet, and intervals over draws of its documents."""

from __future__ import annotations

import numpy as np
import pytest

from leaderboard.correlation.coefficients import bootstrap_intervals, correlations, pearson, points_of
from leaderboard.significance.resampling import resamples
from leaderboard.threads import ALONE, Work
from tests.support.made_units import made_units, random_units, reordered, sheet_of


def test_a_point_a_system() -> None:
    units = random_units(3, 5)
    points = points_of(sheet_of(units))
    assert points.names == tuple(f"set0: {system}" for system in units.systems)
    totals = units.sums["shared"].sum(axis=2)
    assert points.values["recall"]["shared"] == pytest.approx(totals[:, 0] / totals[:, 1])
    assert list(points.values["f1"]) == ["shared", "four"]


def test_a_point_a_system_and_dataset() -> None:
    points = points_of(sheet_of(random_units(3, 6, datasets=2)))
    assert points.names[2:4] == ("set0: s002", "set1: s000")
    assert len(points.values["f1"]["four"]) == 6


def test_metrics_without_recall_have_none() -> None:
    points = points_of(sheet_of(made_units({"sum": [[[1, 2]], [[3, 4]]]})))
    assert points.values["recall"] == {}
    assert points.values["f1"]["sum"].tolist() == [3, 7]


def test_intervals_are_those_of_the_plain_computation() -> None:
    units = random_units(6, 12)
    drawn = bootstrap_intervals(units, 0.1, 300, 7, ALONE, ())
    weights = resamples(7, 0, units.dataset)[:, :300]
    totals = {name: units.sums[name] @ weights for name in ("shared", "four")}
    scores = [metric.score(np.moveaxis(totals[metric.name], 1, 0)).f1 for metric in units.metrics]
    slow = [pearson(one, other) for one, other in zip(scores[0].T, scores[1].T, strict=True)]
    assert drawn["f1", "shared", "four"] == pytest.approx(np.quantile(slow, [0.05, 0.95]), abs=1e-12)
    assert list(drawn) == [(quantity, "shared", "four") for quantity in ("recall", "precision", "f1")]


def test_jobs_and_the_order_of_systems_do_not_matter() -> None:
    units = random_units(5, 9, datasets=2)
    one = bootstrap_intervals(units, 0.05, 3000, 1, ALONE, ())
    assert bootstrap_intervals(units, 0.05, 3000, 1, Work(3), ()) == one
    turned = bootstrap_intervals(reordered(units, [4, 2, 0, 1, 3]), 0.05, 3000, 1, ALONE, ())
    for columns, bounds in one.items():
        assert turned[columns] == pytest.approx(bounds, abs=1e-13)


def test_the_interval_holds_the_coefficient() -> None:
    units = random_units(8, 40)
    drawn = bootstrap_intervals(units, 0.05, 500, 1, ALONE, ())
    for one in correlations(points_of(sheet_of(units)), drawn=drawn):
        assert one.pearson is not None
        assert one.bootstrap_low is not None
        assert one.bootstrap_high is not None
        assert -1 <= one.bootstrap_low <= one.pearson <= one.bootstrap_high <= 1


def test_no_interval_where_no_draw_varies() -> None:
    units = made_units({"sum": [[[1, 2]], [[1, 2]]], "shared": [[[1, 1], [2, 3], [2, 3]]] * 2})
    assert bootstrap_intervals(units, 0.05, 100, 1, ALONE, ()) == {}


def test_one_metric_correlates_with_none() -> None:
    assert bootstrap_intervals(random_units(3, 5, names=("shared",)), 0.05, 100, 1, ALONE, ()) == {}
