"""The smallest detectable difference, between outputs and methods, by its formula and by simulated tests."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from leaderboard.errors import NothingToDo
from leaderboard.remark import remark
from leaderboard.scoresheet import Units
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from leaderboard.significance.family import Family
from leaderboard.significance.pair_units import PairUnits
from leaderboard.significance.power import (
    PLANNED,
    Needed,
    documents_needed,
    needed_by_best,
    run_power,
    sensitivities,
)
from tests.significance.test_runs import random_runs, shuffled, with_runs
from tests.support.made_units import made_units, random_units

FEW = Design(trials=999, draws=2)


def terms_of(units: Units, name: str, first: int, second: int) -> list[tuple[float, int]]:
    """V_g / G^2 and the differing units of each dataset of five or more units, by scoring without each."""
    [metric] = [metric for metric in units.metrics if metric.name == name]
    sums, numbers = units.sums[name], sorted(set(units.dataset.tolist()))

    def difference(kept: np.ndarray) -> float:
        """The mean over datasets of the differences."""
        scores = [
            [float(metric.score(sums[system][:, kept & (units.dataset == number)].sum(axis=1)).f1)]
            for system in (first, second)
            for number in numbers
        ]
        return float(np.sum(scores[: len(numbers)]) - np.sum(scores[len(numbers) :])) / len(numbers)

    found = []
    for number in numbers:
        places = np.flatnonzero(units.dataset == number)
        if len(places) >= 5:
            left = [difference(np.arange(len(units.names)) != place) for place in places]
            count = len(places)
            variance = (count - 1) / count * sum((one - np.mean(left)) ** 2 for one in left)
            differ = sum(bool((sums[first][:, place] != sums[second][:, place]).any()) for place in places)
            found.append((float(variance), differ))
    return found


def smallest_by_hand(terms: list[tuple[float, int]], units: int, wanted: int, alpha: float) -> float:
    """The smallest detectable difference of one pair, by the formula."""
    if 2 * 0.5 ** (sum(differ for _, differ in terms) * wanted // units) > alpha:
        return float("inf")
    total = sum(variance for variance, _ in terms)
    below = sum(variance**2 / max(differ * wanted / units - 1, 1) for variance, differ in terms)
    df = total**2 / below
    return float((stats.t.ppf(1 - alpha / 2, df) + stats.t.ppf(0.8, df)) * np.sqrt(total * units / wanted))


def as_number(smallest: float) -> float | None:
    return None if np.isinf(smallest) else pytest.approx(smallest, rel=1e-9)


MADE = random_units(4, 17, seed=5, names=("four",)).sums
# The first dataset is taken as it is.
SMALL = made_units({"four": MADE["four"]}, [0] * 3 + [1] * 8 + [2] * 6)
# The last two systems differ on two documents alone.
LIKE = replace(
    SMALL,
    sums={"four": np.where(np.arange(17) < 15, SMALL.sums["four"][[0, 1, 2, 2]], SMALL.sums["four"])},
)


@pytest.mark.parametrize(
    "units", [random_units(4, 30, names=("four", "shared")), SMALL, LIKE], ids=["one", "three", "alike"]
)
def test_the_detectable_difference_is_by_the_formula_of_each_pair(units: Units) -> None:
    pairs, count, sizes = list(combinations(range(4), 2)), len(units.names), (4, 8, 40, 200)
    for found in sensitivities(units, 0.05, sizes, None):
        terms = [terms_of(units, found.metric, *pair) for pair in pairs]
        errors = [np.sqrt(sum(variance for variance, _ in one)) for one in terms]
        assert (found.pairs, found.identical) == (6, 0)
        assert found.standard_error == pytest.approx(np.median(errors))
        points = ((found.single, found.corrected), *found.curve)
        for wanted, point in zip((count, *sizes), points, strict=True):
            for detectable, alpha in zip(point, (0.05, 0.05 / 6), strict=True):
                values = sorted(smallest_by_hand(one, count, wanted, alpha) for one in terms)
                assert (detectable.units, detectable.alpha) == (wanted, alpha)
                assert detectable.low == as_number(values[0])
                assert detectable.median == as_number((values[2] + values[3]) / 2)
                assert detectable.high == as_number(values[-1])


def test_a_pair_out_of_reach_counts_as_larger_than_any_number() -> None:
    [found] = sensitivities(LIKE, 0.05, (4,), None)
    assert found.single.median is not None
    assert found.single.high is None
    [(few, _)] = found.curve
    assert few.low is few.median is few.high is None


def test_where_no_pair_has_an_error_there_are_no_numbers() -> None:
    one = made_units({"sum": [[[1, 1]], [[2, 2]]]})
    [found] = sensitivities(one, 0.05, (4,), 0.02)
    assert (found.pairs, found.standard_error, found.needed) == (1, None, None)
    assert found.single.median is found.single.low is found.single.high is None


def test_pairs_with_runs_have_the_error_of_their_t_test() -> None:
    units = random_runs(runs=(3, 2))
    [found] = sensitivities(units, 0.05, (), None)
    [row] = families(units, FEW)[0]
    assert row.df is not None
    assert row.difference_error is not None
    assert found.standard_error == pytest.approx(row.difference_error)
    factor = stats.t.ppf(0.975, row.df) + stats.t.ppf(0.8, row.df)
    assert found.single.median == pytest.approx(factor * row.difference_error)


def needed_by_hand(terms: list[tuple[float, int]], units: int, difference: float, alpha: float) -> int | None:
    """The least number, one by one."""
    return next((n for n in range(1, 20_000) if smallest_by_hand(terms, units, n, alpha) <= difference), None)


def best_of(units: Units, design: Design | None = None) -> tuple[Family, Needed | None]:
    [family] = families(units, design or FEW)
    return family, needed_by_best(units, family)


@pytest.mark.parametrize("seed", [0, 3])
def test_the_units_needed_are_the_least_that_are_enough(seed: int) -> None:
    units = random_units(3, 24, seed=seed, datasets=2, names=("four",))
    family, found = best_of(units)
    order = np.argsort(-family.scores)
    assert found is not None
    assert [found.first, found.second] == [units.systems[place] for place in order[:2]]
    [row] = [one for one in family if {one.first, one.second} == {found.first, found.second}]
    assert row.interval is not None
    terms = terms_of(units, "four", *order[:2].tolist())
    far, difference = max(map(abs, row.interval)), abs(row.difference)
    assert found.single == needed_by_hand(terms, 24, difference, 0.05)
    assert found.corrected == needed_by_hand(terms, 24, difference, 0.05 / 3)
    assert found.least == needed_by_hand(terms, 24, far, 0.05)


def test_the_first_pair_is_in_its_own_order() -> None:
    units = random_units(2, 24, names=("four",))
    [family] = families(units, FEW)
    found, turned = documents_needed(units, family), needed_by_best(units, family)
    assert found is not None
    assert turned is not None
    assert (found.first, found.second) == units.systems
    assert (turned.single, turned.least) == (found.single, found.least)
    assert turned.first == max(zip(family.scores.tolist(), units.systems, strict=True))[1]


def test_copies_of_the_best_system_are_passed_over() -> None:
    units = random_units(3, 24, seed=3, names=("four",))
    _, found = best_of(units)
    assert found is not None
    best = units.systems.index(found.first)
    sums = {"four": units.sums["four"][[*range(3), best]]}
    _, again = best_of(replace(units, systems=(*units.systems, "copy"), sums=sums))
    assert again is not None
    assert {again.first, again.second} - {"copy"} <= {found.first, found.second}
    assert (again.single, again.corrected, again.least) == (found.single, found.corrected, found.least)


def test_no_number_is_enough_for_no_difference() -> None:
    values = np.array([1, -1, 2, -2, 3, -3, 4, -4]) / 64
    units = made_units({"sum": [[values], [np.zeros(8)]]})
    _, found = best_of(units)
    assert found is not None
    assert (found.single, found.corrected) == (None, None)
    assert found.least is not None


def test_nothing_is_planned_but_for_two_tied_outputs() -> None:
    far = made_units({"sum": [[np.arange(9) / 90], [np.zeros(9)]]})
    few = made_units({"sum": [[[0.1, 0.2]], [[0.2, 0.2]]]})
    alike = made_units({"sum": [[[0.1, 0.2]], [[0.1, 0.2]]]})
    flat = made_units({"sum": [[[0.1] * 6], [[0.1] * 6], [[0.1] * 6]]})
    assert best_of(far)[1] is best_of(few)[1] is best_of(alike)[1] is best_of(flat)[1] is None
    assert best_of(random_runs(runs=(3, 2)))[1] is None
    units = random_units(3, 24, seed=3, names=("four",))
    family, found = best_of(units)
    assert found is not None
    assert best_of(units, replace(FEW, against=found.first))[1] is not None
    [third] = {*units.systems} - {found.first, found.second}
    assert best_of(units, replace(FEW, against=third))[1] is None
    assert needed_by_best(replace(units, is_sample=False), family) is None
    assert needed_by_best(units, replace(family, facts=PairUnits.unknown(len(family)))) is None


def test_two_outputs_among_methods_are_planned_for() -> None:
    units = random_units(2, 24, names=("four",))
    _, alone = best_of(units)
    runs = random_units(3, 24, seed=1, names=("four",)).sums["four"] * 0.9
    sums = {"four": np.concatenate([runs[:2], units.sums["four"]])}
    among = replace(units, systems=("runs", *units.systems), runs=(2, 1, 1), sums=sums)
    _, found = best_of(among)
    assert alone is not None
    assert found is not None
    assert (found.first, found.single, found.least) == (alone.first, alone.single, alone.least)


def test_a_difference_of_that_size_is_found_four_times_in_five() -> None:
    generator = np.random.default_rng(7)
    found = 0
    for _ in range(200):
        noise = generator.normal(0, 1, 60)
        flat = made_units({"sum": [[noise - noise.mean()], [np.zeros(60)]]})
        (power,) = sensitivities(flat, 0.05, (), None)
        moved = generator.normal((power.single.median or 0) / 60, 1, 60)
        (family,) = families(made_units({"sum": [[moved], [np.zeros(60)]]}), Design(trials=999, draws=2))
        found += family[0].verdict == "significant"
    assert found / 200 == pytest.approx(0.8, abs=0.09)


def test_one_system_has_no_power() -> None:
    with pytest.raises(NothingToDo, match="needs two"):
        sensitivities(random_units(1, 30), 0.05, (), None)


def test_identical_pairs_have_nothing_to_detect() -> None:
    units = made_units({"sum": [[[5, 0, 3, 1, 6, 2, 2]], [[1, 4, 3, 0, 2, 1, 1]], [[5, 0, 3, 1, 6, 2, 2]]]})
    [found] = sensitivities(units, 0.05, (), None)
    assert (found.pairs, found.identical) == (1, 1)
    assert found.single.low == found.single.high
    assert found.single.median is not None


def test_without_any_difference_there_is_no_power() -> None:
    with pytest.raises(NothingToDo, match="all systems are identical"):
        sensitivities(made_units({"sum": [[[5, 0]], [[5, 0]]]}), 0.05, (), None)


def effects(generator: np.random.Generator, runs: int, units: int, between: float, apart: float = 0) -> Units:
    """Two methods whose runs differ by ``between``, over documents of unit variance."""
    shift = generator.normal(0, between, (2, runs)) + np.array([[apart], [0]])
    common = generator.normal(0, 1, (2, 1, units))
    values = common + shift[..., None]
    return with_runs(made_units({"sum": values.reshape(2 * runs, 1, units) / units}), (runs, runs))


def test_the_detectable_difference_is_by_the_formula() -> None:
    units = random_runs(runs=(3, 2))
    [found] = run_power(units, 0.05, (20, 60))
    [row] = families(units, FEW)[0]
    scores = units.run_scores(units.metrics[0]).f1
    spread = np.var(scores[:3], ddof=1), np.var(scores[3:], ddof=1)
    between = spread[0] / 3, spread[1] / 2
    assert row.difference_error is not None
    assert row.df is not None
    documents = row.difference_error**2 - sum(between)
    # Both have the degrees of freedom of two runs.
    below = row.difference_error**4 / row.df - between[0] ** 2 - between[1] ** 2
    assert (found.documents, found.between) == pytest.approx((documents, sum(between)))
    assert [plan.runs for plan in found.plans] == list(PLANNED) == [2, 3, 5, 10]
    for plan in found.plans:
        for (single, corrected), size in zip(plan.curve, (20, 60), strict=True):
            terms = [value / plan.runs for value in spread]
            variance = documents * 20 / size + sum(terms)
            df = variance**2 / (below * (20 / size) ** 3 + sum(term**2 for term in terms) / (plan.runs - 1))
            factor = stats.t.ppf(0.975, df) + stats.t.ppf(0.8, df)
            assert single == corrected
            assert single.units == size
            assert (single.low, single.median, single.high) == pytest.approx((factor * variance**0.5,) * 3)


def test_pairs_are_those_that_t_tests() -> None:
    [found] = run_power(random_runs(), 0.05, (20,))
    assert found.pairs == 5
    [(single, corrected)] = found.plans[0].curve
    assert corrected.alpha == 0.05 / 6
    ends = (single.low, single.median, single.high, corrected.high)
    assert None not in ends
    assert ends == tuple(sorted(ends, key=float))  # type: ignore[arg-type]


def test_one_run_each_has_no_plans() -> None:
    assert run_power(random_units(3, 20), 0.05, (20,)) == ()


def test_nothing_is_planned_where_nothing_varies() -> None:
    assert run_power(random_runs(units=4, datasets=4), 0.05, (4,)) == ()
    assert run_power(shuffled(random_runs(runs=(2, 2)), [0, 0, 0, 0]), 0.05, (20,)) == ()


@pytest.mark.parametrize(("between", "more"), [(1.0, "runs"), (0.01, "documents")])
def test_the_larger_part_of_the_variance_says_what_helps_more(between: float, more: str) -> None:
    units = effects(np.random.default_rng(3), 3, 40, between)
    [found] = run_power(units, 0.05, (40,))
    assert found.remarks(40, "part") == (remark("helps_more", more=more, unit="part"),)


def test_nothing_helps_more_where_no_number_of_runs_detects_anything() -> None:
    units = effects(np.random.default_rng(3), 3, 40, 1.0)
    [found] = run_power(units, 0.05, (4, 40))
    assert [plan.curve[0][0].median for plan in found.plans] == [None] * len(PLANNED)
    assert (found.remarks(4, "document"), len(found.remarks(40, "document"))) == ((), 1)


def test_a_difference_of_that_size_between_methods_is_found_four_times_in_five() -> None:
    generator = np.random.default_rng(11)
    [planned] = run_power(effects(generator, 400, 4000, 0.1), 0.05, (30,))
    [(single, _)] = [plan.curve[0] for plan in planned.plans if plan.runs == 5]
    hits = sum(
        families(effects(generator, 5, 30, 0.1, single.median or 0), FEW)[0][0].verdict == "significant"
        for _ in range(400)
    )
    assert 0.76 <= hits / 400 <= 0.92
