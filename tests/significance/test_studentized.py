"""Studentized swaps against slow ones: slopes by finite differences, every swap one by one."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import copysign, inf, sqrt
from pathlib import Path
from threading import Event

import numpy as np
import pytest

import leaderboard
from leaderboard.errors import UsageError
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import Floats, Metric, unit_mean
from leaderboard.scoresheet import Units, exact
from leaderboard.significance import design as plan
from leaderboard.significance import randomization as engine
from leaderboard.significance import studentized
from leaderboard.significance.design import Design
from leaderboard.significance.families import families, within
from leaderboard.significance.family import Family
from leaderboard.significance.pairing import all_pairs
from leaderboard.significance.resampling import Products, swaps
from leaderboard.significance.studentized import StudentizedPairs
from leaderboard.threads import Work
from tests.significance.test_runs import MIXED
from tests.support.made_units import made_units, metric, random_units, reordered
from tests.support.running import Typed
from tests.tasks.test_clusters import NAMES, write

FEW = Design(test="studentized", draws=10)
MADE = ("shared", "four", "blanc", "mean")


def slopes(one: Metric, totals: Floats) -> Floats:
    """The derivatives [S] of F1 by central differences, 0 by rows that are 0."""
    steps = np.diag(totals * 1e-6)
    apart = one.score(totals[:, None] + steps).f1 - one.score(totals[:, None] - steps).f1
    found: Floats = np.divide(apart, 2 * steps.diagonal(), out=np.zeros(len(totals)), where=totals > 0)
    return found


def statistic(one: Metric, first: Floats, second: Floats, dataset: list[int]) -> float:
    """D / √W of sums [S, units]; infinite where only W is 0."""
    difference = variance = 0.0
    for number in (numbers := sorted(set(dataset))):
        some = [place for place, own in enumerate(dataset) if own == number]
        a, b = first[:, some].sum(axis=1), second[:, some].sum(axis=1)
        difference += float(one.score(a).f1 - one.score(b).f1) / len(numbers)
        if len(some) > 1:
            added = [slopes(one, a) @ first[:, unit] - slopes(one, b) @ second[:, unit] for unit in some]
            variance += len(some) / (len(some) - 1) * sum(x**2 for x in added) / len(numbers) ** 2
    if variance > 1e-18:  # differences of finite steps are not as exact
        return difference / sqrt(variance)
    return copysign(inf, difference) if abs(difference) > 1e-12 else 0.0


def by_masks(units: Units, masks: Floats) -> tuple[float, list[float]]:
    """The statistic of the first two systems, and those after swaps by masks [units, trials]."""
    [one] = units.metrics
    first, second = units.sums[one.name][:2]
    dataset = units.dataset.tolist()
    after = [
        statistic(one, np.where(mask, second, first), np.where(mask, first, second), dataset)
        for mask in masks.T > 0
    ]
    return statistic(one, first, second, dataset), after


def hits_of(observed: float, after: list[float]) -> int:
    return sum(abs(one) >= abs(observed) * (1 - 1e-6) for one in after)


def only(units: Units, design: Design = FEW) -> Family:
    [family] = families(units, design)
    return family


@pytest.mark.parametrize("datasets", [1, 2, 7])
@pytest.mark.parametrize("name", MADE)
def test_every_swap_is_tried(name: str, datasets: int) -> None:
    for seed in range(3):
        units = random_units(2, 8, seed=seed, datasets=datasets, names=(name,))
        units.sums[name][1, :, seed] = units.sums[name][0, :, seed]
        differing = int((units.sums[name][1] != units.sums[name][0]).any(axis=0).sum())
        observed, after = by_masks(units, np.array(list(product((0, 1), repeat=8))).T)
        row = only(units)[0]
        assert (row.test, row.exact, row.trials, row.units_differing) == (
            "studentized",
            True,
            2**differing,
            differing,
        )
        assert row.statistic == pytest.approx(observed, rel=1e-6)
        assert row.p_value == hits_of(observed, after) / 2**8
        assert only(reordered(units, [1, 0]))[0].p_value == row.p_value


@pytest.mark.parametrize("name", MADE)
def test_trials_have_the_masks_of_plain_swaps(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    units = random_units(2, 25, seed=2, datasets=2, names=(name,))
    masks = swaps(7, 0, 25)[:, :400]
    observed, after = by_masks(units, masks)
    design = replace(FEW, trials=400, seed=7)
    row = only(units, design)[0]
    assert row.p_value == (1 + hits_of(observed, after)) / 401
    assert (row.exact, row.trials) == (False, 400)
    monkeypatch.setattr(studentized, "_BLOCK", 100)
    assert only(units, design)[0].p_value == row.p_value


def test_two_threads_and_exchanged_systems_give_the_same() -> None:
    units = random_units(4, 30, datasets=2, names=("shared", "four"))
    design = replace(FEW, trials=3000)
    alone = [family.p_values for family in families(units, design, Work(1))]
    both = [family.p_values for family in families(units, design, Work(2))]
    for one, other in zip(alone, both, strict=True):
        assert one.p.tolist() == other.p.tolist()
        assert one.statistic.tolist() == other.statistic.tolist()
    last = len(alone[0].p) - 1  # the pair of the last two systems
    for one, back in zip(alone, families(reordered(units, [3, 2, 1, 0]), design), strict=True):
        assert back[0].p_value == one.p[last]
        assert back[0].statistic == pytest.approx(-one.statistic[last], rel=1e-12)


def test_early_stopping_is_that_of_plain_swaps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "LADDER", (100, 2000))
    monkeypatch.setattr(engine, "ENOUGH_HITS", 20)
    found = only(random_units(6, 20, names=("four",))).p_values
    stopped = found.p > 0.21
    assert set(found.trials[stopped]) == {100}
    assert set(found.trials[~stopped]) == {2000}


def test_no_difference_has_p_1() -> None:
    sums = random_units(1, 8, names=("four",)).sums["four"]
    turned = np.concatenate([sums, sums[..., ::-1]])
    row = only(made_units({"four": turned}))[0]
    assert (row.difference, row.p_value, row.statistic) == (0, 1, 0)
    copies = only(made_units({"four": np.concatenate([sums, sums])}))[0]
    assert (copies.verdict, copies.p_value, copies.statistic) == ("identical", 1, None)


def test_without_variance_only_the_same_swaps_are_as_extreme() -> None:
    """All units are alike, so each swap but none and all gives them a variance."""
    units = made_units({"four": [[[6] * 6, [8] * 6, [6] * 6, [8] * 6], [[2] * 6, [8] * 6, [2] * 6, [8] * 6]]})
    row = only(units)[0]
    assert (row.difference, row.p_value, row.statistic) == (0.5, 2 / 2**6, None)
    [single] = families(made_units({"four": [[[6], [8], [6], [8]], [[2], [8], [2], [8]]]}), FEW)
    assert (single[0].p_value, single[0].statistic) == (1, None)


@pytest.mark.parametrize("name", [*METRICS])
@pytest.mark.parametrize(
    "options",
    [
        MetricOptions(),
        MetricOptions(blanc="luo2014", blanc_weight=0.3),
        MetricOptions(split_antecedents="score"),
    ],
    ids=["default", "luo2014", "sets"],
)
def test_slopes_of_each_metric(name: str, options: MetricOptions) -> None:
    one = METRICS[name](options)
    assert one.summands
    rows = 1 + max(max(*part.recall, *part.precision) for part in one.summands)
    rows = max(rows, {"da": 6, "blanc": 7, "blanc_gold": 7}.get(name, rows))
    if "blanc" in name and options.blanc == "conll":
        rows = 6
    totals = np.random.default_rng(1).uniform(1, 9, (rows, 20))
    found = one.gradient(totals, one.score(totals).f1)
    assert found == pytest.approx(np.transpose([slopes(one, column) for column in totals.T]), abs=1e-8)


@pytest.mark.parametrize("rule", ["conll", "luo2014"])
@pytest.mark.parametrize("empty", [(0, 1), (0, 1, 2), (3, 4), (3, 4, 5), (0,), (3,), range(6)])
def test_slopes_where_a_class_of_links_is_empty(rule: str, empty: tuple[int, ...]) -> None:
    one = METRICS["blanc"](MetricOptions(blanc=rule, blanc_weight=0.3))
    totals = np.array([4.0, 7, 6, 8, 9, 12, 1])[: 6 if rule == "conll" else 7]
    totals[list(empty)] = 0
    assert one.gradient(totals, one.score(totals).f1) == pytest.approx(slopes(one, totals), abs=1e-8)


def test_slopes_of_means_over_units() -> None:
    one = unit_mean(METRICS["conll"](MetricOptions()))
    totals = np.random.default_rng(1).uniform(1, 9, 12)
    assert one.gradient(totals, one.score(totals).f1) == pytest.approx(slopes(one, totals), abs=1e-8)
    plain = random_units(2, 8, names=("four",))
    units = replace(plain, weights={"four": np.ones((1, 8))}).means()
    units = replace(units, sums={"four": exact(units.sums["four"], 60)})
    observed, after = by_masks(units, np.array(list(product((0, 1), repeat=8))).T)
    row = only(units)[0]
    assert row.statistic == pytest.approx(observed, rel=1e-6)
    assert row.p_value == hits_of(observed, after) / 2**8


def test_it_stops_when_told() -> None:
    stop = Event()
    units = random_units(2, 20, names=("four",))
    pairs = StudentizedPairs.of(units, metric("four"), all_pairs(2))
    [weighted] = Products.of(units).weighted(swaps(1, 0, 20))
    assert pairs.hits(weighted, np.array([0]), stop).any()
    stop.set()
    assert not pairs.hits(weighted, np.array([0]), stop).any()


def test_systems_with_several_runs_stay_with_t() -> None:
    family = only(MIXED, replace(FEW, trials=50))
    tests = {row.test for row in family}
    assert tests == {"t", "studentized"}
    for row in family:
        assert (row.trials is None) == (row.test == "t")
        assert row.statistic is not None
    assert "tested_by_t" in {one.kind for one in family.remarks}
    some = within(family, family.systems[1:])
    assert len(some.p_values.statistic) == len(some)


def test_what_is_said(tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write(tmp_path, NAMES))
    monkeypatch.setenv("COLUMNS", "200")
    arguments = ("compare", "a.conll", "b.conll", "c.conll", "--metric", "lea", "--test", "studentized")
    _, text, _ = typed(*arguments)
    assert "Test: studentized randomization over 12 documents, 3 pairs" in text
    _, text, _ = typed(*arguments, "--format", "text")
    assert "two-sided studentized randomization (Chung and Romano, 2013) over 12 documents" in " ".join(
        text.split()
    )
    assert "test:studentized" in text
    assert "Noreen" not in text
    _, text, _ = typed(*arguments, "--format", "csv", "--columns", "first,test,statistic")
    assert text.splitlines()[1].split(",")[1] == "studentized"
    note = "--test studentized applies to scores only, not to differences between gains."
    _, text, _ = typed("errors", "a.conll", "b.conll", "--test", "studentized")
    assert note in " ".join(text.split())


def test_what_it_cannot_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write(tmp_path, NAMES))
    for unit, cure in (("component", "use --test ar or t"), ("run", "use --test t")):
        with pytest.raises(UsageError) as found:
            leaderboard.compare("a.conll", "b.conll", unit=unit, test="studentized")
        assert cure in found.value.typed
