"""The design of the tests: what the options ask for, how many trials that takes, and what is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from types import MappingProxyType
from typing import Literal

import numpy as np

from leaderboard.errors import UsageError
from leaderboard.files import digest_of
from leaderboard.metrics.metric import Floats, Scale
from leaderboard.options import Options
from leaderboard.options.options import OF_TESTS, Adjustment, Procedure
from leaderboard.significance.adjustment import MOST, MOST_COLOURED, Correction
from leaderboard.significance.pairing import Bools, Indices, Pairing
from leaderboard.significance.resampling import ENOUGH
from leaderboard.significance.runs import with_runs
from leaderboard.text import counted

Test = Literal["ar", "studentized", "bootstrap", "t"]
Interval = Literal["t", "percentile", "bca"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """The design of the tests: everything but the data that the numbers depend on.

    ``attempts`` are numbers by system, where they are more than one. The baseline is ``contrastive`` if it is
    outside the ranking; where no system is, this is None.
    """

    test: Test = "ar"
    trials: int | None = None
    alpha: float = 0.05
    adjust: Adjustment = "shaffer"
    against: str | None = None
    draws: int = 2000
    interval: Interval = "t"
    seed: int = 12345
    unit: str = "document"
    margin: float | None = None
    attempts: tuple[tuple[str, int], ...] = ()
    contrastive: bool | None = None

    def by(self, scale: Scale) -> Design:
        """The design for scores of a scale, in whose units a margin is stated."""
        stated = self.margin is not None and not scale.percent
        return replace(self, margin=100 * self.margin) if stated and self.margin else self

    def most_attempts(self, systems: Sequence[str]) -> int:
        """The most attempts that any of these systems was chosen among."""
        return max((count for system, count in self.attempts if system in systems), default=1)

    def attempts_of(self, systems: Sequence[str], pairing: Pairing) -> Indices:
        """The larger number of attempts of the two systems of each pair."""
        stated = dict(self.attempts)
        each = np.array([stated.get(system, 1) for system in systems], dtype=np.int64)
        return np.maximum(each[pairing.first], each[pairing.second])

    def by_t(self, runs: Sequence[int], systems: int, pairing: Pairing) -> Bools:
        """True for each pair tested by t: all if that is asked for, else those with several runs."""
        return with_runs(runs, systems, pairing) | (self.test == "t")

    def out_of_reach(self, differing: Indices, attempts: Indices) -> Bools:
        """True where too few units differ for the test, or for any p-value up to alpha.

        Swaps of n units give no smaller two-sided p than 2 / 2^n. Over runs there is an error or none.
        """
        few: Bools = attainable(differing) * attempts > self.alpha
        if self.test == "t":
            few = differing < (1 if self.unit == "run" else ENOUGH)
        return few

    def fewest_differing(self, attempts: int = 1) -> int:
        """The differing units that a pair needs: the least number that is not out of reach."""
        return next(n for n in count(1) if not self.out_of_reach(np.array(n), np.array(attempts)))

    @property
    def procedure(self) -> Procedure:
        """The correction of tests beyond one family of pairs, where Shaffer's relations do not hold."""
        return "holm" if self.adjust == "shaffer" else self.adjust

    def correction(self, systems: int) -> Correction:
        """The correction of a family of so many distinct systems.

        Pairs with one baseline have no logical relations, and those of very many systems take too long.
        """
        if self.adjust != "shaffer":
            return self.adjust
        if self.against is not None or systems > MOST:
            return "holm"
        return "shaffer" if systems <= MOST_COLOURED else "shaffer_static"


def design(options: Options, attempts: Mapping[str, int] = MappingProxyType({})) -> Design:
    """The design that the settings ask for; ``attempts`` has the number of each system."""
    return Design(
        test=options.test,
        trials=options.trials,
        alpha=options.alpha,
        adjust=options.adjust,
        against=options.against,
        draws=options.draws,
        interval=options.interval,
        seed=options.seed,
        unit="block" if options.unit == "component" else options.unit,
        margin=None if options.margin is None else options.margin / 100,
        attempts=_more_than_one(attempts),
        contrastive=False if options.contrastive else None,
    )


def _more_than_one(attempts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((system, count) for system, count in sorted(attempts.items()) if count > 1)


def design_fields(options: Options, attempts: Mapping[str, int] = MappingProxyType({})) -> dict[str, object]:
    """Everything that can change a verdict, as the fields of a signature."""
    stated = "\n".join(f"{system}: {count}" for system, count in _more_than_one(attempts))
    return {
        "unit": options.unit if options.unit in OF_TESTS else options.shown_unit,
        "blocks": options.blocks if options.unit == "component" else None,
        "cluster": options.cluster,
        "test": options.test,
        "trials": options.trials or "auto",
        "alpha": f"{options.alpha:g}",
        "adjust": options.adjust,
        "against": options.against,
        "draws": options.draws,
        "interval": options.interval,
        "seed": options.seed,
        "margin": None if options.margin is None else f"{options.margin:g}",
        "attempts": digest_of(stated.encode())[:8] if stated else None,
    }


def attainable(differing: Indices) -> Floats:
    """The smallest two-sided p that so many differing units can give by swaps, 2 / 2^n, at most 1."""
    return np.minimum(np.ldexp(1.0, 1 - differing), 1)


LADDER = (10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000)
# A pair with so many hits needs no more trials: the standard error of p is 3 % of p.
ENOUGH_HITS = 1000
# More comparisons, pairs by all metrics together, would not fit into the memory of most machines.
MOST_COMPARISONS = 5_000_000
# The bytes that a comparison takes in memory, and in the files of a report.
MEMORY, DISK = 3_000, 800
# The bytes that the mended versions of a response take on each part, by the CoNLL average, and their limit.
MEMORY_OF_PRICES, MOST_OF_PRICES = 1_200, 4 * 10**9


def trials_needed(pairs: float, alpha: float) -> int:
    """The first rung of at least 4 pairs / alpha trials, so that a correction can be overcome."""
    return next((rung for rung in LADDER if rung * alpha >= 4 * pairs), LADDER[-1])


def looks(trials: int, design: Design) -> tuple[int, ...]:
    """The numbers of trials after which pairs with enough hits stop, and the number that the others take.

    If the number of trials is given, every pair takes them all.
    """
    if design.trials is not None:
        return (trials,)
    return tuple(rung for rung in LADDER if rung <= trials)


def is_exact(differing: Indices, trials: int) -> Bools:
    """Return whether all swaps are tried, because there are no more of them than trials, for each pair."""
    return differing < trials.bit_length()


def pair_trials(differing: Sequence[Indices], trials: int) -> int:
    """The number of random trials of all pairs by all metrics, given the units that differ."""
    return trials * sum(int((~is_exact(counts, trials)).sum()) for counts in differing)


def least_trials(pairs: float, alpha: float) -> int:
    """The number of random trials below which the smallest p-value times the pairs is above alpha."""
    return int(np.ceil(pairs / alpha))


def least_significant(pairs: int, trials: int, alpha: float) -> int:
    """The least r with 1 / (trials + 1) <= alpha r / pairs: Benjamini and Hochberg reject no fewer."""
    return int(np.ceil(pairs / (alpha * (trials + 1))))


def refuse_many(systems: int, metrics: int, against: str | None) -> None:
    """Refuse more comparisons than a machine has room for, before any work is done for them."""
    pairs = systems - 1 if against else systems * (systems - 1) // 2
    comparisons = pairs * metrics
    if comparisons > MOST_COMPARISONS:
        what = f"{counted(pairs, 'pair')} of {systems:,} systems by {counted(metrics, 'metric')}"
        memory, disk = (f"{comparisons * size / 10**9:,.0f} GB" for size in (MEMORY, DISK))
        limit = f"the limit is {MOST_COMPARISONS:,} comparisons"
        fewer = ", choose fewer metrics by --metric" if pairs <= MOST_COMPARISONS else ""
        remedy = f"compare with one system by --against NAME{fewer}, or use `leaderboard score`"
        raise UsageError(f"{what} need about {memory} of memory and {disk} of disk, and {limit}; {remedy}")


def refuse_prices(responses: int, parts: int) -> None:
    """Refuse prices of errors of more responses than a machine has room for, before any is scored."""
    memory = responses * parts * MEMORY_OF_PRICES
    if memory > MOST_OF_PRICES:
        what = f"the prices of errors of {counted(responses, 'response')} with {counted(parts, 'part')}"
        sizes = f"about {memory / 10**9:,.1f} GB of memory, and the limit is {MOST_OF_PRICES / 10**9:.0f} GB"
        remedy = "leave them out by --no-prices, or price some of the systems by `leaderboard errors`"
        raise UsageError(f"{what} need {sizes}; {remedy}")


def refuse_hours(pairs: int, differing: Sequence[Indices], trials: int, design: Design) -> None:
    """Refuse hours of random trials after which one pair alone could not be significant."""
    if trials * design.alpha >= pairs:
        return
    if design.test == "bootstrap" or pair_trials(differing, trials):
        few = LADDER[0]
        need = f"need {least_trials(pairs, design.alpha):,} random trials or more"
        remedy = f"use --adjust bh --trials {few}, or set their number with --trials"
        if design.adjust == "bh":
            enough = least_significant(pairs, few, design.alpha)
            need += " for one alone to be significant"
            remedy = f"or use --trials {few}, which is enough where {enough:,} pairs differ"
        if design.adjust == "none":
            need, remedy = "would take hours", f"or use --trials {few}, which is enough"
        against = "compare with one system by --against NAME"
        what = f"{counted(pairs, 'pair')} under --adjust {design.adjust} {need}"
        raise UsageError(f"{what}; {against}, {remedy}")
