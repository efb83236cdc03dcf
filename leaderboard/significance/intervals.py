"""Intervals: t, bootstrap percentile, and bias-corrected and accelerated (Efron, 1987).

Student's and the normal distribution come from the compiled module of SciPy that has them. The package around
it prepares for arrays of other libraries and loads all of NumPy for that, which takes a twentieth of the time
of a large ranking.
"""

from __future__ import annotations

import sys
import threading
from dataclasses import dataclass
from importlib import import_module
from math import isnan
from types import ModuleType

import numpy as np
import scipy

from leaderboard.metrics.metric import Floats
from leaderboard.significance.pairing import Bools, Indices

Bounds = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Intervals:
    """Bounds [rows, 2], NaN where there are none, and the rows that have percentiles where BCa was asked."""

    bounds: Floats
    degenerate: Bools

    def but(self, rows: Bools, bounds: Floats) -> Intervals:
        """Return the rows, some of them with other bounds, which come without draws."""
        return Intervals(np.where(rows[:, None], bounds, self.bounds), self.degenerate & ~rows)

    def of(self, rows: Bools) -> Intervals:
        """Some of the rows."""
        return Intervals(self.bounds[rows], self.degenerate[rows])

    def where(self, rows: Bools) -> Intervals:
        """Return the rows with bounds only where they are wanted."""
        return Intervals(np.where(rows[:, None], self.bounds, np.nan), self.degenerate & rows)


def without_draws(bounds: Floats) -> Intervals:
    """Return bounds that come without draws."""
    return Intervals(bounds, np.zeros(len(bounds), dtype=np.bool_))


@dataclass(frozen=True, slots=True)
class Errors:
    """Standard errors and their degrees of freedom; NaN where there are none."""

    error: Floats
    df: Floats

    @property
    def known(self) -> Bools:
        """True if there is an error."""
        return ~np.isnan(self.error)

    def of(self, rows: Bools | slice) -> Errors:
        """Some of the rows."""
        return Errors(self.error[rows], self.df[rows])

    def where(self, rows: Bools) -> Errors:
        """Return the rows with errors only where they are wanted."""
        return Errors(np.where(rows, self.error, np.nan), np.where(rows, self.df, np.nan))


def bounds(low: float, high: float) -> Bounds | None:
    """An interval, or None where there is none."""
    return None if isnan(low) else (low, high)


def defined(values: Floats) -> list[float | None]:
    """The numbers, None for NaN."""
    return [None if isnan(value) else value for value in values.tolist()]


PACKAGE = "scipy.special"


def compiled() -> ModuleType:
    """Return the compiled module alone, or the whole package where that is safer."""
    if PACKAGE in sys.modules or threading.active_count() > 1:  # nobody else may meet the empty package
        return import_module(PACKAGE)
    empty = ModuleType(PACKAGE)
    empty.__path__ = [f"{folder}/special" for folder in scipy.__path__]
    sys.modules[PACKAGE] = empty
    try:
        return import_module(f"{PACKAGE}._ufuncs")
    except ImportError:  # other versions of SciPy may keep it elsewhere
        del sys.modules[PACKAGE]
        return import_module(PACKAGE)
    finally:
        if sys.modules.get(PACKAGE) is empty:
            del sys.modules[PACKAGE]


_FUNCTIONS = compiled()
ndtr, ndtri, stdtr = (getattr(_FUNCTIONS, name) for name in ("ndtr", "ndtri", "stdtr"))


def stdtrit(df: Floats, p: float) -> Floats:
    """The quantile of Student's t, after a step of Newton's method from that of SciPy.

    Versions of SciPy agree on the distribution, but on its quantile only in ten digits.
    """
    near = _FUNCTIONS.stdtrit(df, p)
    width = 1e-6 * (1 + np.abs(near))
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = (stdtr(df, near + width) - stdtr(df, near - width)) / (2 * width)
        nearer = near - (stdtr(df, near) - p) / slope
    quantile: Floats = np.where(np.isfinite(nearer), nearer, near)
    return quantile


# Logarithms and the like may differ in their last digits from one library to the next.
DIGITS = 10
_SHORT = f"%.{DIGITS}g"


def portable(value: float) -> float:
    """A value that went through transcendental functions, with the digits that hold everywhere."""
    return float(_SHORT % value)


def student(
    observed: Floats, errors: Errors, alpha: float, bounds: tuple[float | None, float | None]
) -> Floats:
    """The ends x -+ t(1 - alpha/2, df) SE within bounds; NaN where there is no error."""
    reach = -stdtrit(errors.df, alpha / 2) * errors.error
    low, high = (sign * np.inf if end is None else end for sign, end in zip((-1, 1), bounds, strict=True))
    return np.clip(np.stack([observed - reach, observed + reach], axis=-1), low, high)


def logit(observed: Floats, errors: Errors, alpha: float) -> Floats:
    """The bounds of scores x by t on the logit scale: L(y -+ h) with L(u) = 1 / (1 + e^-u) and L(y) = x.

    h = t(1 - alpha/2, df) SE / (x (1 - x)). There are none where x is 0 or 1.
    """
    within = (observed > 0) & (observed < 1)
    scores = np.where(within, observed, np.nan)
    reach = -stdtrit(errors.df, alpha / 2) * errors.error / (scores * (1 - scores))
    middle = np.log(scores / (1 - scores))
    with np.errstate(over="ignore"):  # far below 0, L is 0
        bounds: Floats = 1 / (1 + np.exp(-np.stack([middle - reach, middle + reach], axis=-1)))
    return bounds


def poisson_limit(count: Indices, alpha: float) -> Floats:
    """The upper limit of level 1 - alpha of the mean of a Poisson number: chi^2(1 - alpha; 2 m + 2) / 2."""
    limit: Floats = _FUNCTIONS.gammainccinv(count + 1.0, alpha)
    return limit


def percentile(draws: Floats, alpha: float) -> Intervals:
    """The central 1 - alpha of each row of draws."""
    levels = np.broadcast_to([alpha / 2, 1 - alpha / 2], (len(draws), 2))
    return Intervals(_quantiles(draws, levels), np.zeros(len(draws), dtype=bool))


def bca(draws: Floats, observed: Floats, acceleration: Floats, alpha: float) -> Intervals:
    """Percentiles at the levels Phi(z0 + (z0 + z) / (1 - a (z0 + z))), for z at alpha/2 and 1 - alpha/2.

    z0 is the normal quantile of the share of draws below the observed value, half of the equal ones
    included. Degenerate, hence plain percentile: no draw on one side, no variation, or a pole.
    """
    below = (draws < observed[:, None]).mean(axis=1) + (draws == observed[:, None]).mean(axis=1) / 2
    usable = (below > 0) & (below < 1) & np.isfinite(acceleration)
    bias = ndtri(np.where(usable, below, 0.5))[:, None]
    shifted = bias + ndtri([alpha / 2, 1 - alpha / 2])
    slope = 1 - np.where(usable, acceleration, 0)[:, None] * shifted
    degenerate = ~usable | (slope <= 0).any(axis=1)
    levels = ndtr(bias + shifted / np.where(slope > 0, slope, 1))
    plain = percentile(draws, alpha)
    bounds = np.where(degenerate[:, None], plain.bounds, _quantiles(draws, levels))
    return Intervals(bounds, degenerate)


def _quantiles(draws: Floats, levels: Floats) -> Floats:
    """Linear interpolation between the sorted draws of each row, at the row's own levels."""
    ordered = np.sort(draws, axis=1)
    place = levels * (ordered.shape[1] - 1)
    lower = np.floor(place).astype(np.int64)
    upper = np.minimum(lower + 1, ordered.shape[1] - 1)
    low, high = (np.take_along_axis(ordered, at, axis=1) for at in (lower, upper))
    quantiles: Floats = low + (place - lower) * (high - low)
    return quantiles
