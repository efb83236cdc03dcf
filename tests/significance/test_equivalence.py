"""Systems that are shown to be less than a margin apart."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from scipy.stats import t as student_t

from leaderboard.ranking.standings import ranking
from leaderboard.scoresheet import Units
from leaderboard.significance.adjustment import adjusted
from leaderboard.significance.design import Design
from leaderboard.significance.families import families, within
from leaderboard.significance.family import Family
from leaderboard.significance.power import sensitivities, units_needed
from tests.significance.test_runs import random_runs
from tests.support.made_units import made_units, random_units, reordered

UNITS = random_units(6, 60, seed=4, names=("four",))


def only(units: Units, **changes: Any) -> Family:
    [family] = families(units, replace(Design(interval="t", draws=20, trials=999), **changes))
    return family


@pytest.mark.parametrize("interval", ["t", "percentile"])
def test_p_is_at_most_alpha_where_the_interval_of_twice_alpha_lies_within_the_margin(interval: str) -> None:
    seen = set()
    for margin in (0.01, 0.03, 0.05, 0.1):
        for row in only(UNITS, margin=margin, adjust="none", interval=interval):
            reach = student_t.ppf(0.95, row.df) * row.difference_error
            within_margin = abs(row.difference) + reach <= margin
            assert row.equivalent == (row.p_equivalence <= 0.05) == within_margin
            assert row.p_equivalence == pytest.approx(
                student_t.sf((margin - abs(row.difference)) / row.difference_error, row.df)
            )
            seen.add(row.equivalent)
    assert seen == {True, False}


@pytest.mark.parametrize("adjust", ["shaffer", "holm", "bonferroni", "bh", "none"])
def test_it_is_corrected_over_all_pairs(adjust: Any) -> None:
    family = only(UNITS, margin=0.08, adjust=adjust)
    assert family.equivalence is not None
    method = "holm" if adjust == "shaffer" else adjust
    assert family.equivalence.p_adjusted == pytest.approx(adjusted(family.equivalence.p, method))


def test_only_ties_become_equivalent_and_ranks_stay() -> None:
    plain, found = only(UNITS, adjust="none"), only(UNITS, adjust="none", margin=0.2)
    pairs = {(one.verdict, other.verdict) for one, other in zip(plain, found, strict=True)}
    assert pairs == {("tied", "equivalent"), ("significant", "significant")}
    assert all(row.equivalent for row in found)
    assert ranking(found).standings == ranking(plain).standings
    assert np.array_equal(found.better(), plain.better())


def test_copies_and_untestable_pairs_are_never_equivalent() -> None:
    few = np.zeros(40)
    few[:3] = 0.001
    units = made_units({"sum": [[np.full(40, 0.01)], [np.full(40, 0.01)], [np.full(40, 0.01) + few]]})
    rows = list(only(units, margin=0.5))
    assert [row.verdict for row in rows] == ["identical", "untestable", "untestable"]
    assert {(row.equivalent, row.p_equivalence, row.p_equivalence_adjusted) for row in rows} == {
        (False, 1, 1)
    }


def test_without_a_margin_nothing_is_said() -> None:
    family = only(UNITS)
    assert family.equivalence is None
    assert {row.equivalent for row in family} == {None}
    assert not [one for one in family.remarks if one.kind == "margin_out_of_reach"]


def test_a_track_is_corrected_anew() -> None:
    family = only(UNITS, margin=0.08)
    part, alone = within(family, UNITS.systems[:3]), only(reordered(UNITS, range(3)), margin=0.08)
    assert part.equivalence is not None
    assert alone.equivalence is not None
    assert np.array_equal(part.equivalence.p_adjusted, alone.equivalence.p_adjusted)


@pytest.mark.parametrize(("adjust", "factor"), [("shaffer", 15), ("none", 1)])
def test_a_margin_may_be_out_of_reach_even_of_equal_scores(adjust: Any, factor: int) -> None:
    for margin in (0.001, 0.03, 0.04, 0.5):
        family = only(UNITS, margin=margin, adjust=adjust)
        out = sum(factor * student_t.sf(margin / row.difference_error, row.df) > 0.05 for row in family)
        said = [one.record for one in family.remarks if one.kind == "margin_out_of_reach"]
        record = {"kind": "margin_out_of_reach", "margin": margin, "count": out, "tested": 15}
        assert said == ([record] if out else [])


@pytest.mark.parametrize("adjust", ["shaffer", "holm", "bonferroni", "bh", "none"])
def test_what_is_shown_to_be_equivalent_was_in_reach(adjust: Any) -> None:
    """With unlike standard errors, the last steps of Holm's procedure need less than the first."""
    generator = np.random.default_rng(0)
    near = generator.integers(0, 9, 30) + generator.normal(0, [[0], [0.05], [0.5]], (3, 30))
    units = made_units({"sum": near[:, None]})
    found = 0
    for margin in np.linspace(0.1, 30, 60):
        known = only(units, margin=margin, adjust=adjust).equivalence
        assert known is not None
        assert not (known.equivalent & ~known.in_reach).any()
        found += int(known.equivalent.any())
    assert found


def test_more_units_do_not_reduce_the_variance_between_runs() -> None:
    """With n' units the margin is (z(0.95) + z(0.9)) standard errors, of which runs have their part."""
    z = NormalDist().inv_cdf
    documents, between = np.array([0.0004]), np.array([0.00005])
    needed = units_needed(documents, between, 40, 0.03, 0.05)
    assert needed is not None
    assert sqrt(documents[0] * 40 / needed + between[0]) * (z(0.95) + z(0.9)) == pytest.approx(0.03)
    assert units_needed(documents, between, 40, 0.02, 0.05) is None
    [found] = sensitivities(random_runs(), 0.05, (), 0.02)
    [far] = sensitivities(random_runs(), 0.05, (), 0.5)
    assert found.needed == (None, None)
    assert None not in (far.needed or (None,))


def test_the_units_that_a_margin_needs() -> None:
    z = NormalDist().inv_cdf
    errors = np.array([0.01, 0.02, 0.05])
    found = units_needed(errors**2, np.zeros(3), 40, 0.01, 0.05)
    assert found == pytest.approx(40 * ((z(0.95) + z(0.9)) * 2) ** 2)
    [found] = sensitivities(UNITS, 0.05, (), 0.02)
    median = float(np.median(only(UNITS).errors.error))
    assert found.needed is not None
    for needed, alpha in zip(found.needed, (0.05, 0.05 / 15), strict=True):
        assert needed is not None
        assert sqrt(needed / 60) * 0.02 == pytest.approx((z(1 - alpha) + z(0.9)) * median)
    [without] = sensitivities(UNITS, 0.05, (), None)
    assert without.needed is None
    one = made_units({"sum": [[[1, 1]], [[2, 2]]]})
    assert sensitivities(one, 0.05, (), 0.02)[0].needed is None
