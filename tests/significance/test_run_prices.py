"""Prices of errors where systems have several runs: means, with tests and intervals by t."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from leaderboard.scoresheet import Scoresheet, Units, mean_of_runs
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from leaderboard.significance.family import VERDICTS
from leaderboard.significance.intervals import student
from leaderboard.significance.jackknife import standard_errors
from leaderboard.significance.price_tests import Priced, PriceFamily, price_family, priced
from leaderboard.significance.runs import RunVariance, has_several
from tests.significance.test_runs import MIXED, random_runs, shuffled, with_runs
from tests.support.made_units import sheet_of

FEW = Design(trials=200, draws=50, adjust="bonferroni")


def sheet_from_nothing(units: Units) -> Scoresheet:
    """Outputs that score nothing before they are mended."""
    nothing = np.zeros_like(units.sums["four"])
    return replace(sheet_of(replace(units, sums={"four": nothing})), runs=units.runs, key_mentions=2000)


def price_of(units: Units, design: Design = FEW) -> Priced:
    """The price of the one step from nothing to the units."""
    sheet = sheet_from_nothing(units)
    return priced(sheet, units.metrics[0], units.sums["four"][:, None], [0], design, "document")


def family_of(units: Units, design: Design = FEW) -> PriceFamily:
    found = price_of(units, design)
    return price_family(found, units.systems, found.prices[:, 0])


@pytest.mark.parametrize(
    "options", [{}, {"interval": "percentile"}, {"interval": "bca"}, {"against": "s000"}]
)
@pytest.mark.parametrize("units", [MIXED, random_runs(datasets=2), random_runs(units=4)])
def test_prices_from_nothing_are_tested_as_scores(units: Units, options: dict[str, Any]) -> None:
    design = replace(FEW, **options)
    [scores], prices = families(units, design), family_of(units, design)
    assert prices.differences[:, 0] == pytest.approx(scores.differences)
    assert prices.p[:, 0] == pytest.approx(scores.p_values.p)
    assert prices.p_adjusted[:, 0] == pytest.approx(scores.p_adjusted)
    assert prices.verdicts[:, 0].tolist() == scores.verdicts.tolist()
    assert prices.bounds[:, 0] == pytest.approx(scores.intervals.bounds, nan_ok=True)
    alone = price_of(units, design).intervals()[:, 0]
    # A gain is a difference, whose interval is not on the scale of scores.
    by_t = student(scores.scores, scores.score_errors, design.alpha, (-1, 1))
    several = has_several(units.runs, len(units.systems))
    plain = (
        by_t if design.interval == "t" else np.where(several[:, None], by_t, scores.score_intervals.bounds)
    )
    assert alone == pytest.approx(plain, nan_ok=True, abs=1e-9)


def test_prices_are_means_over_runs() -> None:
    rows = with_runs(MIXED, (1,) * 7)
    every = price_of(replace(rows, runs=()))
    found = price_of(MIXED)
    assert found.prices == pytest.approx(mean_of_runs(every.prices, MIXED.runs))
    assert found.between.variance[0, 0] == pytest.approx(np.var(every.prices[:3, 0], ddof=1) / 3)
    assert found.between.variance[1, 0] == 0


def test_equal_runs_in_any_order_have_identical_prices() -> None:
    for seed in range(5):
        units = shuffled(random_runs(seed=seed, runs=(3, 3, 1)), [0, 1, 2, 2, 0, 1, 6])
        found = family_of(units)
        assert VERDICTS[found.verdicts[0, 0]] == "identical"
        assert (found.p[0, 0], found.p_adjusted[0, 0]) == (1, 1)
        assert np.isnan(found.bounds[0]).all()


def test_a_unit_counts_for_a_price_where_any_run_is_mended() -> None:
    """Only the first of three runs is mended."""
    units = random_runs(runs=(3, 1))
    before = replace(sheet_of(units), runs=units.runs, key_mentions=2000)
    mended = units.sums["four"].copy()
    mended[0] = random_runs(seed=1, runs=(3, 1)).sums["four"][0]
    found = priced(before, units.metrics[0], mended[:, None], [0], FEW, "document")
    every = np.ones((2, 20), dtype=np.bool_)
    between = RunVariance(found.between.variance[:, 0], found.between.df[:, 0])
    errors = standard_errors(found.influence[:, 0], every, found.sampling, between)
    assert found.intervals()[:, 0] == pytest.approx(
        student(found.prices[:, 0], errors, 0.05, (-1, 1)), nan_ok=True
    )
    assert not np.isnan(found.intervals()[0]).any()


def test_without_a_standard_error_prices_are_untestable() -> None:
    found = family_of(random_runs(units=12, runs=(2, 2), datasets=12))
    assert (VERDICTS[found.verdicts[0, 0]], found.p[0, 0]) == ("untestable", 1)
    assert np.isnan(found.bounds).all()
