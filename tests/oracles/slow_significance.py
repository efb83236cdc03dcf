"""Plain and slow: every sign vector in fractions, every adjustment by its definition."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

Rows = Sequence[Sequence[int]]


def f1(rows: Rows) -> Fraction:
    """F1 of documents with recall numerator and denominator, precision numerator and denominator."""
    hits, key, right, response = (Fraction(sum(column)) for column in zip(*rows, strict=True))
    recall = hits / key if key else Fraction(0)
    precision = right / response if response else Fraction(0)
    return 2 * recall * precision / (recall + precision) if recall + precision else Fraction(0)


def mean_f1(rows: Rows, datasets: Sequence[int]) -> Fraction:
    groups = sorted(set(datasets))
    members = [[row for row, own in zip(rows, datasets, strict=True) if own == group] for group in groups]
    return sum((f1(group) for group in members), Fraction(0)) / len(groups)


def swaps_as_far_apart(first: Rows, second: Rows, datasets: Sequence[int]) -> tuple[int, int]:
    """How many of all swaps set the scores at least as far apart, and how many there are."""
    apart = []
    for signs in product((False, True), repeat=len(first)):
        pairs = [(b, a) if sign else (a, b) for a, b, sign in zip(first, second, signs, strict=True)]
        one, other = zip(*pairs, strict=True)
        apart.append(abs(mean_f1(one, datasets) - mean_f1(other, datasets)))
    return sum(distance >= apart[0] for distance in apart), len(apart)


def holm(p: Sequence[float], alpha: float) -> list[bool]:
    """Reject the smallest p while it is at most alpha / (number left)."""
    rejected = [False] * len(p)
    order = sorted(range(len(p)), key=lambda place: p[place])
    for step, place in enumerate(order):
        if (len(p) - step) * p[place] > alpha:
            break
        rejected[place] = True
    return rejected


def bh(p: Sequence[float], alpha: float) -> list[bool]:
    """Reject the k smallest, for the largest k with m p_(k) / k <= alpha."""
    ordered = sorted(p)
    last = max((k for k, value in enumerate(ordered, 1) if len(p) * value / k <= alpha), default=0)
    return [last > 0 and value <= ordered[last - 1] for value in p]


def jackknife(
    first: Rows, second: Rows | None, datasets: Sequence[int], weights: Sequence[int]
) -> tuple[float | None, float]:
    """Standard error and degrees of freedom of a score, or of a difference, None where there is no error."""
    groups = {group: [d for d, own in enumerate(datasets) if own == group] for group in datasets}
    least = 5 if any(len(group) >= 5 for group in groups.values()) else 2
    variance, below = Fraction(0), 0.0
    for group in groups.values():
        n = len(group)
        if n < least:
            continue
        left = [_apart(first, second, [d for d in group if d != out]) for out in group]
        psi = [(n - 1) * (sum(left) / n - value) for value in left]
        own = sum(value**2 for value in psi) / Fraction(n * (n - 1) * len(groups) ** 2)
        some = [weights[d] for d in group if second is None or first[d] != second[d]]
        count = sum(some) ** 2 / sum(w**2 for w in some) if some else 0.0
        variance += own
        below += float(own) ** 2 / max(count - 1, 1)
    error = float(variance) ** 0.5
    return (error, float(variance) ** 2 / below) if error > 1e-12 else (None, 0.0)


def _apart(first: Rows, second: Rows | None, kept: Sequence[int]) -> Fraction:
    one, other = ([rows[d] for d in kept] for rows in (first, second or first))
    return f1(one) - f1(other) if second is not None else f1(one)


def two_level(
    first: Sequence[Rows], second: Sequence[Rows], datasets: Sequence[int], weights: Sequence[int]
) -> tuple[float, float | None, float]:
    """The difference of the mean F1 of runs, its standard error and degrees of freedom, by the definition."""
    groups = {group: [d for d, own in enumerate(datasets) if own == group] for group in datasets}
    least = 5 if any(len(group) >= 5 for group in groups.values()) else 2
    differ = [len({tuple(run[d]) for run in (*first, *second)}) > 1 for d in range(len(datasets))]
    terms: list[tuple[float, float]] = []
    for group in groups.values():
        n = len(group)
        if n < least:
            continue
        left = [_mean_apart(first, second, [d for d in group if d != out]) for out in group]
        off = [(n - 1) * (sum(left) / n - value) for value in left]
        some = [weights[d] for d in group if differ[d]]
        count = sum(some) ** 2 / sum(w**2 for w in some) if some else 0.0
        variance = sum(value**2 for value in off) / Fraction(n * (n - 1) * len(groups) ** 2)
        terms.append((float(variance), max(count - 1, 1)))
    fewest = min([len(runs) for runs in (first, second) if len(runs) > 1], default=0)
    for runs in (first, second) if terms else ():
        scores, k = [mean_f1(run, datasets) for run in runs], len(runs)
        if k > 1:
            spread = sum((score - sum(scores) / k) ** 2 for score in scores) / (k - 1)
            terms.append((float(spread / k), fewest - 1))
    apart = float(
        _mean([mean_f1(run, datasets) for run in first]) - _mean([mean_f1(run, datasets) for run in second])
    )
    total = sum(variance for variance, _ in terms)
    below = sum(variance**2 / df for variance, df in terms)
    return (apart, total**0.5, total**2 / below) if total**0.5 > 1e-12 else (apart, None, 0.0)


def _mean_apart(first: Sequence[Rows], second: Sequence[Rows], kept: Sequence[int]) -> Fraction:
    one, other = (_mean([f1([run[d] for d in kept]) for run in runs]) for runs in (first, second))
    return one - other


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)
