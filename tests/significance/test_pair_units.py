"""What single units say of a pair, by slow definitions."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from scipy.stats import chi2
from scipy.stats import t as student

from leaderboard.report.words.remarks import sentence
from leaderboard.scoresheet import Units
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from leaderboard.significance.family import Family
from leaderboard.significance.jackknife import scores_without
from leaderboard.significance.remarks import empty_remarks
from tests.support.made_units import made_units, random_units

FEW = Design(trials=50, draws=10)


def only(units: Units, design: Design = FEW) -> Family:
    [family] = families(units, design)
    return family


def f1(totals: np.ndarray) -> float:
    recall, precision = (totals[0] / totals[1] if totals[1] else 0, totals[2] / totals[3] if totals[3] else 0)
    return 2 * recall * precision / (recall + precision) if recall + precision else 0.0


def shares(first: np.ndarray, second: np.ndarray, dataset: np.ndarray) -> list[float]:
    found = []
    for unit in range(first.shape[1]):
        own = dataset == dataset[unit]
        half = (first[:, own].sum(axis=1) + second[:, own].sum(axis=1)) / 2
        moved = (first[:, unit] - second[:, unit]) / 2
        found.append((f1(half + moved) - f1(half - moved)) / len(set(dataset.tolist())))
    return found


@pytest.mark.parametrize("datasets", [1, 2])
def test_the_variance_ratio_is_by_the_definition(datasets: int) -> None:
    units = random_units(3, 14, seed=datasets, datasets=datasets, names=("four",))
    units.sums["four"][1:, :, 3:8] = units.sums["four"][0, :, 3:8]  # units on which nobody differs count
    family = only(units)
    for pair in family:
        first, second = (units.sums["four"][units.systems.index(name)] for name in (pair.first, pair.second))
        values = np.array(shares(first, second, units.dataset))
        swapped = 0.0
        for number in set(units.dataset.tolist()):
            some = values[units.dataset == number]
            swapped += len(some) / (len(some) - 1) * sum((one - some.mean()) ** 2 for one in some.tolist())
        assert pair.difference_error is not None
        assert pair.variance_ratio == pytest.approx(pair.difference_error**2 / swapped, rel=1e-9)


def test_it_is_the_same_the_other_way_round() -> None:
    units = random_units(2, 12, names=("four",))
    turned = replace(units, sums={"four": units.sums["four"][::-1]})
    one, other = only(units)[0], only(turned)[0]
    assert one.variance_ratio == pytest.approx(other.variance_ratio)
    assert (one.units_won, one.units_lost) == (other.units_lost, other.units_won)
    assert one.difference_without == pytest.approx(-(other.difference_without or 0))
    assert one.without == other.without


def test_counts_of_units_and_the_unit_that_decides() -> None:
    units = random_units(4, 11, seed=4, names=("four",))
    family, without = only(units), scores_without(units, units.metrics[0])
    alone = units.metrics[0].score(np.moveaxis(units.sums["four"], 1, 0)).f1
    for pair in family:
        first, second = units.systems.index(pair.first), units.systems.index(pair.second)
        apart = alone[first] - alone[second]
        assert (pair.units_won, pair.units_lost) == ((apart > 1e-12).sum(), (apart < -1e-12).sum())
        assert pair.units_won is not None
        assert pair.units_won + (pair.units_level or 0) + (pair.units_lost or 0) == pair.units
        left = without[first] - without[second]
        place = int(np.abs(left - pair.difference).argmax())
        assert pair.without == units.names[place]
        assert pair.difference_without == pytest.approx(left[place])


def failing(seed: int = 0, documents: int = 30, failures: int = 2) -> Units:
    """Two alike systems, of which the second answers nothing on some documents.

    On the third of these the first has only wrong answers, so that nothing is better.
    """
    generator = np.random.default_rng(seed)
    key = generator.integers(5, 20, documents)
    rows = []
    for _ in range(2):
        right = generator.binomial(key, 0.8)
        rows.append(np.stack([right, key, right, right + generator.integers(0, 3, documents)]))
    sums = np.array(rows, dtype=np.float64)
    sums[1][:, :failures] = 0
    sums[1][1, :failures] = key[:failures]
    sums[0][[0, 2], 2:failures] = 0
    return replace(made_units({"four": sums}), weights={"four": key[None].astype(np.float64)})


@pytest.mark.parametrize("failures", [0, 1, 3])
def test_equivalence_allows_for_more_failures(failures: int) -> None:
    units = failing(failures=failures)
    family = only(units, replace(FEW, margin=0.2))
    [pair] = family
    first, second = units.sums["four"]
    lost = [max(one, 0) for one in shares(first, second, units.dataset)[:failures]]
    allowed = 0.0
    if failures:
        limit = chi2.ppf(0.95, 2 * failures + 2) / 2
        size = sqrt((sum(one**2 for one in lost) + max(lost) ** 2) / (failures + 1))
        allowed = (limit - failures) * size
    assert (pair.failures_first, pair.failures_second) == (0, failures)
    assert pair.difference_error is not None
    assert pair.df is not None
    ends = (0.2 - pair.difference - allowed, 0.2 + pair.difference)
    expected = max(student.sf(end / pair.difference_error, pair.df) for end in ends)
    assert pair.p_equivalence == pytest.approx(expected, rel=1e-9)
    [remark, *_] = [*empty_remarks(family), None]
    assert (remark is None) == (failures == 0)
    if remark:
        assert sentence(remark).startswith(f"s001 answers nothing on {failures} of 30 documents (")


@pytest.mark.parametrize(
    ("rows", "said"), [([0, 1, 0], "documents in some of its runs ("), ([1, 1, 0], "documents (")]
)
def test_what_only_some_runs_leave_unanswered_is_said_of_them(rows: list[int], said: str) -> None:
    sums = failing().sums["four"][rows]
    units = replace(
        made_units({"four": sums}), weights=failing().weights, systems=("ours", "theirs"), runs=(2, 1)
    )
    [remark] = empty_remarks(families(units, FEW)[0])
    assert sentence(remark).startswith(f"ours answers nothing on 2 of 30 {said}")


def test_failures_hold_back_the_word_equivalent() -> None:
    for seed in range(40):
        family = only(failing(seed, 60, 1), replace(FEW, margin=0.05))
        assert family.held_back is not None
        if family.held_back.any():
            break
    [remark] = [one for one in family.remarks if one.kind == "failures_hold_back"]
    said = "This pair is not called equivalent: s000 and s001. One system answers nothing on some documents"
    assert sentence(remark).startswith(said)
    assert family[0].verdict == "tied"


def test_one_unit_that_decides_is_named() -> None:
    first = np.ones((4, 12)) * np.array([[8.0], [10], [8], [10]])
    second = first.copy()
    second[0], second[2] = 7.9, 7.9
    first[:, 0], second[:, 0] = np.array([90.0, 100, 90, 100]), np.array([10.0, 100, 10, 100])
    family = only(made_units({"four": np.array([first, second])}), replace(FEW, trials=None))
    assert family[0].verdict == "significant"
    [remark] = [one for one in family.remarks if one.kind == "rests_on_one"]
    assert dict(remark.data)["units"] == (tuple(family[0].without or ()),)
    assert sentence(remark) == "This difference rests on one document: s000 and s001 (set0: d000)."


def test_trades_are_named_and_the_interval_is_right() -> None:
    """One system has recall, the other precision, and both share what is hard."""
    found = set()
    for seed in range(60):
        generator = np.random.default_rng(seed)
        size = generator.lognormal(3, 1.5, 12).round() + 2
        ease, rows = generator.uniform(0.1, 1, 12), []
        length = np.clip(generator.normal(1, 0.25, (2, 12)), 0.2, 1.5)
        for recall, precision, long in ((0.91, 0.54, length[0]), (0.56, 0.87, length[1])):
            right = generator.binomial(size.astype(int), recall * ease)
            rows.append(np.stack([right, size, right, np.maximum(right, size * recall / precision * long)]))
        family = only(made_units({"four": np.array(rows)}), replace(FEW, trials=None))
        ratio = family[0].variance_ratio
        for one in family.remarks:
            data = dict(one.data)
            if one.kind == "swaps_vary_less":
                assert "Check with `--test studentized`." in sentence(one)
                assert ratio is not None
                assert ratio >= 1.3
                assert data["ratios"] == (round(ratio, 2),)
                found.add(one.kind)
            if one.kind == "interval_disagrees":
                found.add(data["rely"])
    assert "swaps_vary_less" in found


def test_runs_and_identical_systems_say_nothing() -> None:
    units = random_units(2, 10, names=("four",))
    copies = replace(units, sums={"four": units.sums["four"][[0, 0]]})
    [pair] = only(copies)
    assert (pair.units_won, pair.units_level, pair.units_lost) == (0, 10, 0)
    assert pair.without is pair.difference_without is pair.variance_ratio is None
    methods = replace(random_units(3, 10, names=("four",)), systems=("a", "b"), runs=(2, 1))
    [pair] = only(methods)
    assert pair.variance_ratio is pair.failures_first is None
    assert pair.units_won is not None
    assert pair.without is not None
