"""Exact screening: a linear form and a bound tell of most swaps whether they are hits, without a score.

F1 is a sum of harmonic means 2 / (x + y) of quotients, x = d/n and y = d'/n'. A pair has the totals
M ± u after a swap, with M half the sum of both totals and u linear in the signs of the units. With
a, b, a', b' the changes of n, d, n', d' by u, relative to M, with f the F1 of M and q = x / (x + y),
q' = y / (x + y) there, the difference of F1 is exactly

    2 f [q (a - b)(1 - a'²) + q' (a' - b')(1 - a²)] / G,
    G = [q (1 + b)(1 + a') + q' (1 + b')(1 + a)] · [q (1 - b)(1 - a') + q' (1 - b')(1 - a)].

By Cauchy and Schwarz, √G ≥ q √((1 - b²)(1 - a'²)) + q' √((1 - b'²)(1 - a²)). By the means, √G is at
most half the sum of both factors, 1 + q b a' + q' b' a. The largest |a|, ... over all signs are sums
over units, so 1/G lies in an interval that is known beforehand: c its middle and h half its length.
The difference is then 2 f c (q (a - b) + q' (a' - b')), which is linear, but for at most

    2 f [h max|q (a - b) + q' (a' - b')| + max(1/G) (q max|a - b| max a'² + q' max|a' - b'| max a²)].

Where the numerators are the same, F1 is a quotient 2n / (d + d'), and q' = a' = b' = 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from leaderboard.metrics.metric import Floats, Metric, Summand
from leaderboard.scoresheet import Units
from leaderboard.significance.pairing import Bools, Pairing
from leaderboard.significance.resampling import strata

Singles = NDArray[np.float32]

# Numbers held at a time while forms are made.
_BLOCK = 2**20
# Half a unit in the last place of single precision, doubled: what any step of the product may add.
_ROUNDING = 2.0**-23
# Far above what scores in double precision are off, on their own scale.
_SCORE_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Screen:
    """The linear forms of pairs, by their ``coefficients`` [pairs, rows] of signed totals.

    No swap whose form is below ``low`` is a hit, and every swap is whose form is ``high`` or more. Pairs that
    are not ``useful`` have no form, or a bound that decides too little. ``rows`` are the dataset and row of
    the totals that differ between systems.
    """

    rows: tuple[tuple[int, int], ...]
    coefficients: Singles
    low: Singles
    high: Singles
    useful: Bools


class _Form(NamedTuple):
    """Coefficients [pairs, S] of signed totals, the bound of what is not linear, and where both hold."""

    coefficients: Floats
    bound: Floats
    holds: Bools


def screen(units: Units, metric: Metric, pairing: Pairing, least: Floats) -> Screen:
    """The screen of all pairs by a metric, given the least difference that is a hit."""
    sums, parts = units.sums[metric.name], strata(units.dataset)
    rows = tuple(
        (number, int(row))
        for number, part in enumerate(parts)
        for row in np.flatnonzero((sums[..., part] != sums[:1, :, part]).any(axis=(0, 2)))
    )
    coefficients, bound = np.zeros((len(pairing), len(rows))), np.zeros(len(pairing))
    holds = np.full(len(pairing), bool(metric.summands))
    for block in _blocks(len(pairing), sums[0].size):
        a, b = sums[pairing.first[block]], sums[pairing.second[block]]
        forms = [_form(metric, a[..., part], b[..., part]) for part in parts]
        for place, (number, row) in enumerate(rows):
            coefficients[block, place] = forms[number].coefficients[:, row] / len(parts)
        bound[block] = sum(form.bound for form in forms) / len(parts)
        holds[block] &= np.all([form.holds for form in forms], axis=0)
    size = np.stack([np.abs(sums[:, row, parts[number]]).sum(axis=1) for number, row in rows] or [[]], axis=1)
    largest = (np.abs(coefficients) * (size[pairing.first] + size[pairing.second])).sum(axis=1)
    margin = bound + (len(rows) + 8) * _ROUNDING * largest + _SCORE_ROUNDING
    return Screen(
        rows,
        coefficients.astype(np.float32),
        (least - margin).astype(np.float32),
        (least + margin).astype(np.float32),
        holds & (margin < least / 2),
    )


def _blocks(pairs: int, numbers: int) -> Iterator[slice]:
    size = max(1, _BLOCK // max(1, numbers))
    return (slice(start, start + size) for start in range(0, pairs, size))


def _form(metric: Metric, a: Floats, b: Floats) -> _Form:
    """The form of pairs on a dataset, given the sums [pairs, S, units] of both systems."""
    middle, half = (a + b).sum(axis=-1) / 2, (a - b) / 2
    used = sorted({row for one in metric.summands for row in (*one.recall, *one.precision)})
    holds: Bools = (np.abs(half).sum(axis=-1) < middle)[:, used].all(axis=1)
    middle, half = np.where(holds[:, None], middle, 1), np.where(holds[:, None, None], half, 0)
    coefficients, bound = np.zeros(middle.shape), np.zeros(len(middle))
    for summand in metric.summands:
        _add(summand, middle, half, coefficients, bound)
    return _Form(coefficients / 2, bound, holds)


def _add(summand: Summand, middle: Floats, half: Floats, coefficients: Floats, bound: Floats) -> None:
    """Add the form of a summand to the coefficients, and what is not linear in it to the bound."""
    quotients = _quotients(summand)
    a, b = np.zeros((2, 2, *half[:, 0].shape))
    x = np.zeros((2, len(middle)))
    for number, (above, below) in enumerate(quotients):
        n, d = middle[:, above], middle[:, below].sum(axis=1)
        a[number], b[number] = half[:, above] / n[:, None], half[:, below].sum(axis=1) / d[:, None]
        x[number] = d / n
    scale, q = 4 * summand.weight / x.sum(axis=0), x / x.sum(axis=0)
    linear = (q[..., None] * (a - b)).sum(axis=0)
    most_a, most_b, most = (np.abs(change).sum(axis=-1) for change in (a, b, a - b))
    other = most_a[::-1]
    upper = (q * np.sqrt((1 - most_b**2) * (1 - other**2))).sum(axis=0) ** -2
    lower = (1 + (q * most_b * other).sum(axis=0)) ** -2
    middle_of, half_of = (upper + lower) / 2, (upper - lower) / 2
    bound += scale * (half_of * np.abs(linear).sum(axis=-1) + upper * (q * most * other**2).sum(axis=0))
    for number, (above, below) in enumerate(quotients):
        coefficients[:, above] += scale * middle_of * q[number] / middle[:, above]
        d = middle[:, below].sum(axis=1)
        coefficients[:, below] -= (scale * middle_of * q[number] / d)[:, None]


def _quotients(summand: Summand) -> list[tuple[int, list[int]]]:
    """The row of each numerator and the rows of its denominator; those of one numerator are joined."""
    (n, d), (other_n, other_d) = summand.recall, summand.precision
    return [(n, [d, other_d])] if n == other_n else [(n, [d]), (other_n, [other_d])]
