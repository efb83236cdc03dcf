"""The comparison of one pair of systems: a row of the tables of pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["significant", "tied", "identical", "untestable", "equivalent"]

VERDICTS: tuple[Verdict, ...] = ("significant", "tied", "identical", "untestable", "equivalent")
# The verdicts of pairs of which a test can say something.
TESTABLE: tuple[Verdict, ...] = ("significant", "tied", "equivalent")

Bounds = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One pair of systems by one metric; the difference is the first score less the second.

    Of equivalence something is said only where there is a margin, and of attempts where any are stated.
    ``test`` and ``statistic`` are given where any system has several runs. Pairs with such a system are
    tested by ``t``, which has a statistic and no ``trials``. ``p_over_slices`` is that of a pair on a slice.
    """

    first: str
    second: str
    metric: str
    first_score: float
    second_score: float
    difference: float
    interval: Bounds | None
    p_value: float
    p_adjusted: float
    standard_error: float
    trials: int | None
    exact: bool
    borderline: bool
    units: int
    units_differing: int
    verdict: Verdict
    interval_joint: Bounds | None
    difference_error: float | None
    df: float | None
    p_equivalence: float | None = None
    p_equivalence_adjusted: float | None = None
    equivalent: bool | None = None
    attempts: int | None = None
    test: str | None = None
    statistic: float | None = None
    p_over_slices: float | None = None
