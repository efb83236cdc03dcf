"""Systems of several runs: tests by t, beside tests of single outputs that are as ever."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from leaderboard.correlation.coefficients import bootstrap_intervals
from leaderboard.errors import UsageError
from leaderboard.metrics.metric import F1
from leaderboard.ranking.standings import leave_one_out, ranking
from leaderboard.scoresheet import Units, mean_of_runs, mean_score, owners_of
from leaderboard.significance.design import Design
from leaderboard.significance.drivers import drivers
from leaderboard.significance.families import families, within
from leaderboard.significance.family import Comparison, Family
from leaderboard.significance.intervals import Errors, student
from leaderboard.significance.pairing import all_pairs, copy_classes
from leaderboard.significance.resampling import score_draws
from leaderboard.significance.runs import units_differing
from leaderboard.threads import ALONE
from tests.oracles.slow_significance import two_level
from tests.significance.test_within import same
from tests.support.made_units import made_units, random_units, reordered

FEW = Design(trials=200, draws=100)
COUNTS = (3, 1, 2, 1)


def with_runs(units: Units, runs: Sequence[int] = COUNTS) -> Units:
    """The rows of some units as the runs of fewer systems."""
    names = tuple(f"s{number:03}" for number in range(len(runs)))
    return replace(units, systems=names, runs=tuple(runs))


def random_runs(units: int = 20, seed: int = 0, datasets: int = 1, runs: Sequence[int] = COUNTS) -> Units:
    return with_runs(random_units(sum(runs), units, seed, datasets, ["four"]), runs)


def shuffled(units: Units, order: Sequence[int]) -> Units:
    """The units with their rows in another order."""
    return replace(units, sums={name: sums[list(order)] for name, sums in units.sums.items()})


def rows_of(family: Family) -> dict[tuple[str, str], Comparison]:
    return {(row.first, row.second): row for row in family}


MIXED = random_runs()
OUTPUTS = [3, 6]  # the rows of the two systems with one run


@given(
    st.lists(st.integers(1, 3), min_size=2, max_size=3),
    st.integers(0, 2**16),
    st.sampled_from(((5,), (7, 3), (6, 5), (1,), (3, 2))),
)
def test_standard_errors_are_those_by_the_definition(
    runs: list[int], seed: int, sizes: tuple[int, ...]
) -> None:
    generator, units = np.random.default_rng(seed), sum(sizes)
    key = generator.integers(1, 9, units)
    right = generator.integers(0, 1 + np.broadcast_to(key, (sum(runs), units)))
    response = right + generator.integers(0, 3, right.shape)
    sums = np.stack([right, np.broadcast_to(key, right.shape), right, response], axis=1)
    datasets = np.repeat(np.arange(len(sizes)), sizes).tolist()
    made = with_runs(
        replace(made_units({"four": sums}, datasets), weights={"four": key[None].astype(float)}), runs
    )
    [family] = families(made, replace(FEW, trials=5))
    ends = np.cumsum([0, *runs]).tolist()
    rows = np.moveaxis(sums, 1, 2).tolist()
    for pair, row in enumerate(family):
        first, second = (
            rows[ends[system] : ends[system + 1]]
            for system in (family.pairing.first[pair], family.pairing.second[pair])
        )
        apart, error, df = two_level(first, second, datasets, key.tolist())
        assert row.difference == pytest.approx(apart, abs=1e-12)
        if row.difference_error is None:
            assert error is None or row.verdict in ("identical", "untestable")
            continue
        assert error is not None
        assert (row.difference_error, row.df) == pytest.approx((error, df), rel=1e-7)
        if row.test == "t":
            assert row.p_value == pytest.approx(2 * stats.t.sf(abs(apart) / error, df), rel=1e-6)


class TestMixedFamilies:
    def test_pairs_of_single_outputs_are_as_without_the_methods(self) -> None:
        [mixed] = families(MIXED, FEW)
        alone = replace(MIXED, systems=("s001", "s003"), runs=(), sums={"four": MIXED.sums["four"][OUTPUTS]})
        [expected] = families(alone, FEW)
        row, theirs = rows_of(mixed)["s001", "s003"], expected[0]
        assert row.test == "ar"
        assert row.statistic is None
        for name in ("difference", "interval", "p_value", "standard_error", "trials", "exact", "df"):
            assert getattr(row, name) == getattr(theirs, name)
        assert theirs.test is None

    @pytest.mark.parametrize(
        "options", [{}, {"test": "bootstrap"}, {"interval": "percentile"}, {"interval": "bca"}]
    )
    def test_methods_are_tested_by_t_whatever_was_asked(self, options: dict[str, Any]) -> None:
        [family] = families(MIXED, replace(FEW, **options))
        [plain] = families(MIXED, FEW)
        assert family.by_t.tolist() == [True, True, True, True, False, True]
        for row, theirs in zip(family, plain, strict=True):
            assert row.test == ("t" if theirs.test == "t" else options.get("test", "ar"))
            if row.test == "t":
                assert (row.p_value, row.interval) == (theirs.p_value, theirs.interval)
                assert (row.trials, row.exact, row.standard_error, row.borderline) == (None, False, 0, False)
                assert row.difference_error is not None
                assert row.statistic == pytest.approx(row.difference / row.difference_error)
        for system, own in ranking(family).by_system.items():
            theirs_own = ranking(plain).by_system[system]
            assert (own.interval == theirs_own.interval) == (
                system in ("s000", "s002") or not options.get("interval")
            )

    def test_all_p_values_form_one_family(self) -> None:
        [family] = families(MIXED, replace(FEW, adjust="bonferroni"))
        assert family.p_adjusted == pytest.approx(np.minimum(6 * family.p_values.p, 1))

    def test_the_interval_excludes_zero_where_p_is_at_most_alpha(self) -> None:
        for seed in range(20):
            [family] = families(random_runs(seed=seed), replace(FEW, alpha=0.2))
            low, high = family.intervals.bounds[family.by_t].T
            assert ((low > 0) | (high < 0)).tolist() == (family.p_values.p[family.by_t] <= 0.2).tolist()

    def test_joint_intervals_are_for_all_pairs(self) -> None:
        [family] = families(MIXED, FEW)
        [row] = [row for row in family if (row.first, row.second) == ("s000", "s002")]
        errors = Errors(np.array([row.difference_error]), np.array([row.df]))
        expected = student(np.array([row.difference]), errors, 0.05 / 6, F1.reach)
        assert row.interval_joint == pytest.approx(tuple(expected[0]))

    @pytest.mark.parametrize("against", ["s000", "s001"])
    def test_one_baseline(self, against: str) -> None:
        [family] = families(MIXED, replace(FEW, against=against))
        [whole] = families(MIXED, FEW)
        p = {frozenset(pair): row.p_value for pair, row in rows_of(whole).items()}
        assert len(family) == 3
        assert all(row.p_value == p[frozenset((row.first, row.second))] for row in family)

    @pytest.mark.parametrize("names", [("s000", "s001"), ("s001", "s003"), ("s000", "s002", "s003"), ()])
    def test_some_of_the_systems(self, names: tuple[str, ...]) -> None:
        kept = [MIXED.systems.index(name) for name in names]
        rows = np.isin(owners_of(MIXED.runs, 4), kept)
        counts = tuple(MIXED.runs[system] for system in kept)
        alone = replace(
            MIXED,
            systems=names,
            runs=counts if any(count > 1 for count in counts) else (),
            sums={"four": MIXED.sums["four"][rows]},
        )
        [whole], [expected] = families(MIXED, FEW), families(alone, FEW)
        assert same(within(whole, names), expected)

    def test_methods_alone_take_no_trials(self) -> None:
        for test in ("ar", "bootstrap"):
            [family] = families(random_runs(runs=(2, 3)), Design(test=test, draws=10))
            assert not family.sampled.any()
            assert family.standard_errors.tolist() == [0]
            assert "few_trials" not in {one.kind for one in family.remarks}

    def test_methods_alone_are_not_refused_for_hours_of_trials(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("leaderboard.significance.design.LADDER", (10,))
        assert families(random_runs(runs=(2, 2)), Design(test="bootstrap", draws=10))[0].by_t.all()
        with pytest.raises(UsageError, match="need"):
            families(MIXED, Design(test="bootstrap", draws=10))

    def test_attempts_charge_a_method(self) -> None:
        [plain], [charged] = families(MIXED, FEW), families(MIXED, replace(FEW, attempts=(("s000", 3),)))
        assert charged.p_values.p.tolist() == plain.p_values.p.tolist()
        assert charged.charged_p[0] == pytest.approx(min(1, 3 * plain.p_values.p[0]))

    def test_equivalence_is_by_the_same_error(self) -> None:
        [family] = families(MIXED, replace(FEW, margin=0.5))
        row = rows_of(family)["s000", "s002"]
        assert row.difference_error is not None
        distance = (0.5 - abs(row.difference)) / row.difference_error
        assert row.p_equivalence == pytest.approx(stats.t.sf(distance, row.df))
        assert row.equivalent
        assert row.verdict in ("significant", "equivalent")


class TestWords:
    """What is identical, and what is untestable."""

    def test_equal_runs_in_any_order_are_identical(self) -> None:
        units = shuffled(with_runs(MIXED, (2, 2, 3)), [0, 1, 1, 0, 2, 3, 4])
        [family] = families(units, FEW)
        rows = rows_of(family)
        assert (rows["s000", "s001"].verdict, rows["s000", "s001"].p_value) == ("identical", 1)
        assert rows["s000", "s001"].statistic is rows["s000", "s001"].interval is None
        assert rows["s000", "s001"].units_differing == 20
        assert family.distinct == 2
        assert family.copies == (("s000", "s001"),)
        for name in ("p_value", "p_adjusted", "interval", "statistic", "df", "verdict"):
            assert getattr(rows["s000", "s002"], name) == getattr(rows["s001", "s002"], name)

    def test_a_run_twice_is_no_copy_of_it_once(self) -> None:
        sums = MIXED.sums["four"][[0, 0, 0, 1]]
        assert copy_classes(sums, (2, 1, 1)).tolist() == [0, 1, 2]
        assert copy_classes(sums, (2, 2)).tolist() == [0, 1]

    def test_without_differing_documents_nothing_can_be_tested(self) -> None:
        [family] = families(shuffled(with_runs(MIXED, (2, 1)), [0, 0, 0]), FEW)
        assert (family[0].verdict, family[0].p_value, family[0].units_differing) == ("untestable", 1, 0)

    def test_too_few_documents(self) -> None:
        [family] = families(random_runs(units=5, runs=(2, 2)), FEW)
        assert (family[0].verdict, family[0].p_value, family[0].statistic) == ("untestable", 1, None)
        assert family[0].interval is None

    def test_without_a_standard_error(self) -> None:
        """Every unit is a dataset: none tells how its own vary."""
        units = random_runs(units=12, runs=(2, 2), datasets=12)
        [family] = families(units, FEW)
        assert (family[0].verdict, family[0].p_value, family[0].df) == ("untestable", 1, None)

    def test_a_unit_differs_unless_all_runs_agree(self) -> None:
        sums = np.array([[[1, 1, 1]], [[1, 2, 1]], [[1, 1, 1]], [[1, 1, 3]]], dtype=float)
        assert units_differing(sums, all_pairs(2), (2, 2)).tolist() == [2]
        assert units_differing(sums, all_pairs(3), (2, 1, 1)).tolist() == [1, 2, 1]

    def test_out_of_reach_is_said_of_random_trials_alone(self) -> None:
        kinds = [
            {one.kind for one in families(units, replace(FEW, adjust="bonferroni"))[0].remarks}
            for units in (random_units(6, 7, names=["four"]), random_runs(units=7, runs=(2,) * 6))
        ]
        assert ["out_of_reach" in some for some in kinds] == [True, False]


class TestRemarks:
    def test_single_runs_among_methods_are_outputs(self) -> None:
        assert remarks_of(MIXED, FEW)["single_runs"] == {"systems": ("s001", "s003")}
        assert remarks_of(MIXED, replace(FEW, against="s000"))["single_runs"] == {"systems": ("s001", "s003")}
        assert remarks_of(MIXED, replace(FEW, against="s001"))["single_runs"] == {"systems": ("s001",)}
        assert "single_runs" not in remarks_of(random_runs(runs=(2, 3)), FEW)

    def test_what_was_asked_and_does_not_hold_for_methods(self) -> None:
        assert "tested_by_t" not in remarks_of(MIXED, FEW)
        asked = {"test": "bootstrap", "interval": "bca"}
        assert (
            remarks_of(MIXED, Design(test="bootstrap", interval="bca", trials=20, draws=20))["tested_by_t"]
            == asked
        )
        assert "tested_by_t" not in remarks_of(random_units(3, 20), replace(FEW, test="bootstrap"))


def test_pairs_by_t_that_are_tied_lend_no_trials_to_others() -> None:
    """Of two single outputs and two methods, no pair by t is significant: all corrections stay."""
    for seed in range(20):
        units = random_runs(seed=seed, runs=(2, 2, 1, 1))
        pairs = list(families(units, replace(FEW, trials=118))[0])
        if {one.verdict for one in pairs if one.test == "t"} == {"tied"}:
            break
    for trials, noted in ((118, True), (119, False)):
        family = families(units, replace(FEW, trials=trials))[0]
        assert len(family.hypotheses) == 6
        found = [one.record for one in family.remarks if one.kind == "few_trials"]
        assert [(one["count"], one["needed"]) for one in found] == [(1, 120)] * noted


def remarks_of(units: Units, design: Design) -> dict[str, dict[str, object]]:
    return {one.kind: dict(one.data) for one in families(units, design)[0].remarks}


class TestOrder:
    @given(st.permutations(range(3)), st.permutations(range(2)))
    def test_of_runs_does_not_matter(self, first: list[int], second: list[int]) -> None:
        moved = shuffled(MIXED, [*first, 3, *(4 + run for run in second), 6])
        assert same(families(MIXED, FEW)[0], families(moved, FEW)[0])

    def test_of_units_does_not_matter(self) -> None:
        order = np.random.default_rng(1).permutation(20)
        moved = replace(MIXED, sums={"four": MIXED.sums["four"][..., order]})
        for one, other in zip(families(MIXED, FEW)[0], families(moved, FEW)[0], strict=True):
            if one.test == "t":
                assert (one.p_value, one.df) == pytest.approx((other.p_value, other.df), rel=1e-9)

    def test_of_systems_turns_signs(self) -> None:
        [family] = families(with_runs(MIXED, (3, 4)), FEW)
        [turned] = families(with_runs(shuffled(MIXED, [3, 4, 5, 6, 0, 1, 2]), (4, 3)), FEW)
        assert turned[0].statistic == -(family[0].statistic or 0)
        assert turned[0].p_value == family[0].p_value

    def test_one_run_each_is_what_it_always_was(self) -> None:
        units = random_units(3, 20, names=["four"])
        [family], [counted] = families(units, FEW), families(replace(units, runs=(1, 1, 1)), FEW)
        assert [replace(row, test=None, statistic=None) for row in counted] == list(family)
        assert {row.test for row in family} == {None}


class TestMeans:
    """Everything else that is said of a system is a mean over its runs."""

    def test_scores_and_draws(self) -> None:
        rows = replace(MIXED, runs=(), systems=tuple(map(str, range(7))))
        [family] = families(MIXED, FEW)
        assert family.scores == pytest.approx(mean_of_runs(rows.scores(rows.metrics[0]).f1, COUNTS))
        drawn = score_draws(rows, 100, FEW.seed)["four"]
        assert family.draws == pytest.approx(mean_of_runs(drawn, COUNTS))

    def test_leave_one_out(self) -> None:
        units = random_runs(units=6, seed=3, runs=(2, 2))
        for number, left in enumerate(leave_one_out(units, units.metrics[0])):
            rest = [unit for unit in range(6) if unit != number]
            scores = mean_score(units.metrics[0], units.sums["four"][..., rest], units.dataset[rest]).f1
            means = mean_of_runs(scores, (2, 2))
            assert left.leaders == (f"s00{int(means.argmax())}",)

    def test_drivers(self) -> None:
        found = drivers(MIXED, MIXED.metrics[0], "s000", "s003", count=20)
        rows = replace(MIXED, runs=(), systems=tuple(map(str, range(7))))
        every = [drivers(rows, rows.metrics[0], run, "6", count=20) for run in "012"]
        for one in (*found.for_first, *found.for_second):
            same_unit = [
                other
                for some in every
                for other in (*some.for_first, *some.for_second)
                if other.unit == one.unit
            ]
            assert one.effect == pytest.approx(sum(other.effect for other in same_unit) / 3)
        assert found.wins + found.ties + found.losses == 20

    def test_correlations(self) -> None:
        units = random_units(4, 20, names=["four", "shared"])
        twice = with_runs(reordered(units, [0, 0, 1, 1, 2, 2, 3, 3]), (2, 2, 2, 2))
        found, expected = (bootstrap_intervals(one, 0.05, 50, 1, ALONE, ()) for one in (twice, units))
        assert found.keys() == expected.keys()
        assert [found[columns] for columns in found] == [
            pytest.approx(expected[columns]) for columns in found
        ]
