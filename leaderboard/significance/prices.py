"""Prices of errors, and their intervals.

A system has several versions: as it is, then mended in one way or another. The price of a version is its
score less that of the version ``before`` it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from leaderboard.metrics.metric import Floats, Metric
from leaderboard.scoresheet import Scoresheet, Units, mean_of_runs, mean_score, owners_of
from leaderboard.significance.bootstrap import score_draws
from leaderboard.significance.design import Design
from leaderboard.significance.estimation import LEAST_DIFFERENCE
from leaderboard.significance.evidence import Errors, Intervals
from leaderboard.significance.intervals import bca, percentile, student
from leaderboard.significance.jackknife import acceleration, influence, scores_without, standard_errors
from leaderboard.significance.pairing import Bools, Indices
from leaderboard.significance.runs import RunVariance, has_several
from leaderboard.significance.sampling import Sampling, sampling
from leaderboard.threads import ALONE, Work


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Priced:
    """The versions of all systems by one metric.

    ``sums`` is [runs, versions, S, units], the version without mending first. Other arrays are of prices,
    [systems, versions - 1, ...]. ``draws`` are bootstrap prices, None where intervals are by t. ``runs`` are
    as in a Scoresheet: prices are means over them, with a variance ``between`` them.
    """

    before: Indices
    units: Units
    metric: Metric
    design: Design
    sampling: Sampling
    sums: Floats
    runs: tuple[int, ...]
    prices: Floats
    between: RunVariance
    influence: Floats
    draws: Floats | None

    def intervals(self) -> Floats:
        """The bounds [systems, versions - 1, 2] of prices, NaN where there are none."""
        differ = (self.sums[:, 1:] != self.sums[:, self.before]).any(axis=2)
        in_any_run = mean_of_runs(differ.astype(np.float64), self.runs) > 0
        errors = self._errors(self.influence, in_any_run, self.between)
        by_t = has_several(self.runs, len(self.prices))[:, None]
        return self._bounds(self.prices, self.influence, self.draws, errors, by_t)

    def errors(self, first: int, second: int) -> Errors:
        """The standard errors [versions - 1] of the differences between the prices of two systems."""
        psi = self.influence[first] - self.influence[second]
        both = self.between.of(first), self.between.of(second)
        return self._errors(psi, self.differing(first, second), *both)

    def difference_intervals(self, first: int, second: int) -> Floats:
        """The bounds [versions - 1, 2] of the prices of one system less those of another."""
        return self._bounds(
            self.prices[first] - self.prices[second],
            self.influence[first] - self.influence[second],
            None if self.draws is None else self.draws[first] - self.draws[second],
            self.errors(first, second),
            has_several(self.runs, len(self.prices))[[first, second]].any(),
        )

    def differing(self, first: int, second: int) -> Bools:
        """The units [versions - 1, units] on which any runs of two systems differ, as they are or mended."""
        owners = owners_of(self.runs, len(self.prices))
        sums = self.sums[(owners == first) | (owners == second)]
        differ = (sums[1:] != sums[0]).any(axis=(0, 2))
        found: Bools = differ[1:] | differ[self.before]
        return found

    def _errors(self, psi: Floats, differ: Bools, *between: RunVariance) -> Errors:
        """The standard errors of rows of influences [..., units], one after the other."""
        units = psi.shape[-1]
        flat = [RunVariance(variance.variance.reshape(-1), variance.df.reshape(-1)) for variance in between]
        return standard_errors(psi.reshape(-1, units), differ.reshape(-1, units), self.sampling, *flat)

    def _bounds(
        self, prices: Floats, psi: Floats, draws: Floats | None, errors: Errors, by_t: Bools | np.bool_
    ) -> Floats:
        """The bounds of prices, by draws if there are any, but by t where systems have several runs."""
        observed, psi, alpha = prices.reshape(-1), psi.reshape(-1, psi.shape[-1]), self.design.alpha
        bounds = student(observed, errors, alpha, LEAST_DIFFERENCE)
        if draws is not None:
            drawn = draws.reshape(len(observed), -1)
            found: Intervals = (
                percentile(drawn, alpha)
                if self.design.interval == "percentile"
                else bca(drawn, observed, acceleration(psi, self.units.dataset), alpha)
            )
            plain = ~np.broadcast_to(by_t, prices.shape).reshape(-1)
            bounds = np.where(plain[:, None], found.where(errors.known).bounds, bounds)
        return bounds.reshape(*prices.shape, 2)


def priced(
    sheet: Scoresheet,
    metric: Metric,
    mended: Floats,
    before: Sequence[int],
    design: Design,
    unit: str,
    work: Work = ALONE,
) -> Priced:
    """The prices of versions whose sums are ``mended`` [runs, versions, S, parts].

    The first of them is version 1; the system as it is, is version 0.
    """
    versioned, number = _with_versions(sheet, metric, mended), np.array(before)
    units = versioned.units(unit)
    [metric] = units.metrics
    psi = influence(scores_without(units, metric), units.dataset)
    scores = mean_score(metric, units.sums[metric.name], units.dataset).f1
    draws = None
    if design.interval != "t":
        drawn = score_draws(units, design.draws, design.seed, work)[metric.name]
        draws = mean_of_runs(_prices(drawn, number), sheet.runs)
    return Priced(
        before=number,
        units=units,
        metric=metric,
        design=design,
        sampling=sampling(units, metric),
        sums=_by_run(units.sums[metric.name], len(number) + 1),
        runs=sheet.runs,
        prices=mean_of_runs(_prices(scores, number), sheet.runs),
        between=RunVariance.among(_prices(scores, number), sheet.runs),
        influence=mean_of_runs(_prices(psi, number), sheet.runs),
        draws=draws,
    )


def _with_versions(sheet: Scoresheet, metric: Metric, mended: Floats) -> Scoresheet:
    """A scoresheet of single runs, each followed by its mended versions, by one metric."""
    sums = np.concatenate([sheet.sums[metric.name][:, None], mended], axis=1)
    owners = owners_of(sheet.runs, len(sheet.systems)).tolist()
    return replace(
        sheet,
        systems=tuple(sheet.systems[owner] for owner in owners for _ in range(sums.shape[1])),
        runs=(),
        metrics=(metric,),
        sums={metric.name: sums.reshape(-1, *sums.shape[2:])},
    )


def _by_run(rows: Floats, versions: int) -> Floats:
    return rows.reshape(-1, versions, *rows.shape[1:])


def _prices(rows: Floats, before: Indices) -> Floats:
    scores = _by_run(rows, len(before) + 1)
    prices: Floats = scores[:, 1:] - scores[:, before]
    return prices
