"""How often do the tests reject, and the intervals miss, when there is nothing to find?

``python -m tools.calibration`` writes docs/calibration.md. Systems are exchangeable: for each
document their sums come from one distribution, so every significant difference is a false alarm. Then, how
often the tests find a difference that is there. Then, the guarantees of the default settings, which
``python -m tools.calibration defaults`` measures alone. Last, slices, other units and hard cases.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import NormalDist

import numpy as np

from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import Floats
from leaderboard.scoresheet import PartName, Units, exact
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from leaderboard.significance.pairing import Indices
from tools import guarantee_tables, hard_calibration, slice_calibration, unit_calibration
from tools.guarantees import ALPHA, SEED

CHOSEN = ("conll", "muc", "lea", "blanc")
SIZES = (10, 30, 100, 348)
# Systems, units, and replications: more where they cost little.
FAMILIES = ((5, 10, 500), (5, 30, 500), (20, 10, 50), (20, 30, 200))
# The same columns with the two sides exchanged: recall becomes precision and F1 stays.
MIRROR = {
    "conll": [0, 2, 1, 5, 6, 3, 4, 7, 9, 8],
    "muc": [0, 2, 1],
    "lea": [2, 3, 0, 1],
    "blanc": [0, 2, 1, 3, 5, 4],
}
MIRROR_SIZES, MIRROR_SHARE, MIRROR_REPLICATIONS = (30, 100, 348), 0.6, 400
# Units, and the share of its errors that the better of two systems mends.
POWER, POWER_REPLICATIONS = ((30, 0.1), (30, 0.2), (100, 0.1), (100, 0.2), (348, 0.05), (348, 0.1)), 400
TRIALS = 1024
FAMILY_TRIALS = 3999
DRAWS = 500
DEFAULT_REPLICATIONS = 500
SLICE_REPLICATIONS = 500
UNIT_REPLICATIONS = unit_calibration.REPLICATIONS
HARD_REPLICATIONS = hard_calibration.REPLICATIONS
OUTPUT = Path(__file__).parents[1] / "docs" / "calibration.md"


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of replications, with its Monte-Carlo standard error."""

    hits: int
    of: int

    @property
    def share(self) -> float:
        return self.hits / self.of

    @property
    def error(self) -> float:
        return math.sqrt(self.share * (1 - self.share) / self.of)

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} ± {100 * self.error:.1f}"

    def agrees(self, expected: float) -> bool:
        """Within three standard errors of what is expected."""
        return abs(self.share - expected) <= 3 * math.sqrt(expected * (1 - expected) / self.of)

    def shown(self, low: float = 0, high: float = 1) -> str:
        """In bold if it misses a limit by more than three standard errors."""
        nearest = min(max(self.share, low), high)
        return str(self) if self.share == nearest or self.agrees(nearest) else f"**{self}**"


def exchangeable(
    generator: np.random.Generator, systems: int, units: int, share: float = 1, mended: float = 0
) -> Units:
    """Systems of one error profile over documents of uneven size and difficulty.

    Responses are about ``share`` times as large as the key. If the first system mends some of its errors,
    it is better than the others.
    """
    mentions = 5 + generator.gamma(1.5, 40, units).astype(np.int64)
    entities = np.maximum(1, mentions // 3)
    difficulty = generator.beta(8, 4, units)
    right = generator.beta(20 * difficulty, 20 * (1 - difficulty), (systems, units))
    right[0] += mended * (1 - right[0])

    def sums(key: Indices, shared: bool) -> Floats:
        """What the key has, what the response has, and what of either is right."""
        response = np.maximum(1, generator.poisson(share * key, right.shape))
        numerator = generator.binomial(np.minimum(key, response), right).astype(np.float64)
        of_key = np.broadcast_to(key, right.shape)
        if shared:
            return np.stack([numerator, of_key, response], axis=1)
        return np.stack([numerator * generator.beta(30, 2, right.shape), of_key, numerator, response], axis=1)

    links = np.maximum(1, mentions - entities)
    others = mentions * (mentions - 1) // 2 - links
    found = {"muc": sums(links, True), "bcub": sums(mentions, False), "ceafe": sums(entities, True)}
    table = {
        "conll": np.concatenate(list(found.values()), axis=1),
        "muc": found["muc"],
        "lea": sums(mentions, False),
        "blanc": np.concatenate([sums(links, True), sums(np.maximum(1, others), True)], axis=1),
    }
    return Units(
        systems=tuple(f"s{number}" for number in range(systems)),
        names=tuple(PartName("", f"d{number}", 0) for number in range(units)),
        dataset=np.zeros(units, dtype=np.int64),
        metrics=tuple(METRICS[name](MetricOptions()) for name in CHOSEN),
        sums={name: exact(table[name], int(mentions.sum())) for name in CHOSEN},
    )


def mirrored(generator: np.random.Generator, units: int) -> Units:
    """Two systems of equal F1 in the long run, one of high precision and one of high recall."""
    drawn = exchangeable(generator, 2, units, MIRROR_SHARE)
    sums = {name: np.stack([first, second[MIRROR[name]]]) for name, (first, second) in drawn.sums.items()}
    return replace(drawn, sums=sums)


def mirrored_rates(units: int, replications: int) -> Iterator[tuple[str, Rate]]:
    """For each metric: how often randomization tells two such systems apart."""
    counts = dict.fromkeys(CHOSEN, 0)
    for replication in range(replications):
        seed = int(np.random.SeedSequence((SEED, 2, units, 0, replication)).generate_state(1)[0])
        drawn = mirrored(np.random.default_rng(seed), units)
        for family in families(drawn, Design(alpha=ALPHA, trials=TRIALS, draws=2, seed=seed)):
            counts[family.metric] += family[0].p_value <= ALPHA
    for name, hits in counts.items():
        yield name, Rate(hits, replications)


def power_rates(units: int, mended: float, replications: int) -> Iterator[tuple[str, float, float, Rate]]:
    """For each metric: the mean difference, the power that its standard error promises, the rejections.

    Promised is Phi(D / SE - z), with the bootstrap's SE and the mean difference D.
    """
    differences = np.zeros((len(CHOSEN), replications))
    errors = np.zeros_like(differences)
    counts = dict.fromkeys(CHOSEN, 0)
    for replication in range(replications):
        seed = int(np.random.SeedSequence((SEED, 3, units, replication)).generate_state(1)[0])
        drawn = exchangeable(np.random.default_rng(seed), 2, units, mended=mended)
        found = families(drawn, Design(alpha=ALPHA, trials=TRIALS, draws=DRAWS, seed=seed))
        for number, family in enumerate(found):
            counts[family.metric] += family[0].p_value <= ALPHA
            differences[number, replication] = family[0].difference
            errors[number, replication] = (family.draws[0] - family.draws[1]).std(ddof=1)
    normal = NormalDist()
    level = normal.inv_cdf(1 - ALPHA / 2)
    for number, (name, hits) in enumerate(counts.items()):
        mean = float(differences[number].mean())
        promised = [normal.cdf(mean / error - level) for error in errors[number].tolist()]
        yield name, mean, sum(promised) / replications, Rate(hits, replications)


def attainable_size(units: int, trials: int) -> float:
    """The largest possible p-value up to alpha; hits of all sign vectors come in opposite pairs."""
    if 2**units <= trials:
        return int(ALPHA * 2**units) // 2 * math.ldexp(1, 1 - units)
    return int(ALPHA * (trials + 1)) / (trials + 1)


def pair_rates(units: int, replications: int) -> Iterator[tuple[str, list[Rate]]]:
    """For each metric: rejections by randomization and bootstrap, coverage by percentile and BCa."""
    counts = np.zeros((len(CHOSEN), 4), dtype=np.int64)
    for replication in range(replications):
        seed = int(np.random.SeedSequence((SEED, units, replication)).generate_state(1)[0])
        drawn = exchangeable(np.random.default_rng(seed), 2, units)
        swapped = families(
            drawn, Design(alpha=ALPHA, trials=TRIALS, draws=DRAWS, interval="percentile", seed=seed)
        )
        resampled = families(
            drawn,
            Design(test="bootstrap", trials=TRIALS, alpha=ALPHA, draws=DRAWS, interval="bca", seed=seed),
        )
        for count, ar, bootstrap in zip(counts, swapped, resampled, strict=True):
            inside = [family[0].interval[0] <= 0 <= family[0].interval[1] for family in (ar, bootstrap)]
            rejected = [family[0].p_value <= ALPHA for family in (ar, bootstrap)]
            count += np.array([*rejected, *inside])
    for name, hits in zip(CHOSEN, counts.tolist(), strict=True):
        yield name, [Rate(count, replications) for count in hits]


def family_rates(systems: int, units: int, replications: int) -> Iterator[tuple[str, Rate]]:
    """For each metric: how often Holm finds any significant difference among equal systems."""
    counts = dict.fromkeys(CHOSEN, 0)
    for replication in range(replications):
        seed = int(np.random.SeedSequence((SEED, systems, units, replication)).generate_state(1)[0])
        drawn = exchangeable(np.random.default_rng(seed), systems, units)
        for family in families(
            drawn, Design(alpha=ALPHA, trials=FAMILY_TRIALS, adjust="holm", draws=2, seed=seed)
        ):
            counts[family.metric] += bool(family.has("significant").any())
    for name, hits in counts.items():
        yield name, Rate(hits, replications)


def floor_forbids(systems: int, units: int) -> bool:
    """Whether even the smallest p-value, 2 / 2^n, is too large for the first step of Holm."""
    pairs = systems * (systems - 1) // 2
    return pairs * math.ldexp(1, 1 - units) > ALPHA


INTRODUCTION = f"""\
# Calibration

**What may be trusted.** Between systems that are alike, the default tests, the ranks and the letters keep
the levels that they promise: with few and with many documents, with early stopping, and with several
runs. So do t intervals, which are measured on several datasets too, and tests over topics with
`--cluster`.

**What may not.** No test here keeps its level if one system is better on long documents, and the rival
on short ones. Swaps find too many differences where one system has more recall and the other more
precision; a note names only some of these pairs, and the t test keeps its level. Tests over documents
find far too many differences where documents belong to topics. Tests over blocks of one book find too
many if its chapters differ much, and their intervals are too narrow. On fixed documents, tests find too
many between a single output and a few runs of a method that sometimes fails, and between ten runs and
two of a method that varies three times as much. `equivalent` is said too often of two systems that
hardly differ if one of them sometimes answers nothing for a whole document. Intervals of scores near 100
are up to 7.6 % of the time too high, and too wide with five documents. With six documents, tests find
less than `power` promises. The bootstrap test is too confident on few documents. Percentile and BCa
intervals are so too, and on some larger test sets. None of these is a default. Cells in bold type have
the figures, and [Significance](significance.md) has a sentence on each.

`python -m tools.calibration` writes this page with seed {SEED}. Numbers are per cent ± one
Monte-Carlo standard error. The sections up to [Power](#power) measure single tests, Holm's
correction and bootstrap intervals. The sections after it measure the default settings.
`python -m tools.calibration defaults` writes only these; `slices`, `units` and `hard` write the section
of this name: [Slices](#slices), [Units](#units), [Hard cases](#hard-cases).

In the first two sections systems are exchangeable, so every rejection is false. *Agrees* means a
distance of at most three standard errors. *AR rejects* should be close to *attainable*. *Any
rejection* should not exceed *at most*. *Bootstrap rejects* above {100 * ALPHA:g} means too many
false alarms. *Percentile* and *BCa* are the coverage of {100 * (1 - ALPHA):g} % intervals; below
that, intervals are too narrow. What misses its limit by more than three standard errors is bold.
"""


def report(replications: int = 400) -> str:
    lines = [
        INTRODUCTION,
        f"## Two systems, {100 * ALPHA:g} % level, {replications} replications",
        "",
        f"Approximate randomization (AR) and centred bootstrap, with {TRIALS} trials each. *Attainable* is",
        "the size of the discrete test. Coverage is the share of intervals that contain the true difference",
        f"of 0; intervals come from {DRAWS} samples.",
        "",
        "| units | metric | attainable | AR rejects | agrees | bootstrap rejects | percentile | BCa |",
        "|--:|:--|--:|--:|:--|--:|--:|--:|",
    ]
    for units in SIZES:
        size = attainable_size(units, TRIALS)
        for name, (ar, bootstrap, *intervals) in pair_rates(units, replications):
            agrees = "yes" if ar.agrees(size) else "no"
            others = [bootstrap.shown(high=ALPHA), *(one.shown(low=1 - ALPHA) for one in intervals)]
            lines.append(_row([units, name, f"{100 * size:.1f}", ar, agrees, *others]))
    lines += [
        "",
        "## Any false alarm after Holm",
        "",
        f"Randomization with {FAMILY_TRIALS} trials. With too few units, no p-value can be significant after",
        "the correction. There must be no false alarm in these rows (*at most* is 0).",
        "",
        "| systems | pairs | units | replications | metric | at most | any rejection | agrees |",
        "|--:|--:|--:|--:|:--|--:|--:|:--|",
    ]
    for systems, units, again in FAMILIES:
        limit = 0.0 if floor_forbids(systems, units) else ALPHA
        for name, rate in family_rates(systems, units, again):
            agrees = "yes" if rate.share <= limit or rate.agrees(limit) else "no"
            pairs = systems * (systems - 1) // 2
            cells = [systems, pairs, units, again, name, f"{100 * limit:g}", rate, agrees]
            lines.append(_row(cells))
    return "\n".join([*lines, *mirror_report(), *power_report()]) + "\n"


def default_report() -> str:
    """The sections on the default settings."""
    return "\n".join(guarantee_tables.lines(SEED, DEFAULT_REPLICATIONS)) + "\n"


def slice_report() -> str:
    """The section on slices."""
    return "\n".join(slice_calibration.lines(SEED, SLICE_REPLICATIONS)) + "\n"


def unit_report() -> str:
    """The section on units other than documents."""
    return "\n".join(unit_calibration.lines(SEED, UNIT_REPLICATIONS)) + "\n"


def hard_report() -> str:
    """The section on hard cases."""
    return "\n".join(hard_calibration.lines(SEED, HARD_REPLICATIONS)) + "\n"


def mirror_report() -> list[str]:
    replications = MIRROR_REPLICATIONS
    lines = [
        "",
        "## Equal F1, different recall and precision",
        "",
        "These systems are not exchangeable. One has high precision and low recall, and one has low",
        "precision and high recall. Only their F1 is equal in the long run. Randomization tests whether",
        "systems are interchangeable, so it promises nothing here. The table shows "
        f"{replications} replications with {TRIALS} trials.",
        "",
        "| units | metric | AR rejects |",
        "|--:|:--|--:|",
    ]
    for units in MIRROR_SIZES:
        lines += [_row([units, name, rate]) for name, rate in mirrored_rates(units, replications)]
    return lines


def power_report() -> list[str]:
    replications = POWER_REPLICATIONS
    lines = [
        "",
        "## Power",
        "",
        "One of two systems repairs (*mended*) some of its errors, so it is better. *Difference* is its mean",
        f"gain in F1 over {replications} replications. *Promised* is the power for this difference by a",
        f"normal approximation, with the standard error of {DRAWS} bootstrap samples. Randomization has",
        f"{TRIALS} trials. With few units this standard error is too small, so the approximation promises",
        "too much. `leaderboard power` takes the standard error of the jackknife and t quantiles instead.",
        "",
        "| units | mended | metric | difference | promised | AR rejects |",
        "|--:|--:|:--|--:|--:|--:|",
    ]
    for units, mended in POWER:
        for name, difference, promised, rate in power_rates(units, mended, replications):
            cells = [units, f"{mended:.0%}", name, f"{100 * difference:.2f}", f"{100 * promised:.1f}", rate]
            lines.append(_row(cells))
    return lines


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


SECTIONS: dict[str, tuple[str, Callable[[], str]]] = {
    "defaults": (guarantee_tables.sections()[0].title, default_report),
    "slices": (slice_calibration.TITLE, slice_report),
    "units": (unit_calibration.TITLE, unit_report),
    "hard": (hard_calibration.TITLE, hard_report),
}


def main(words: Sequence[str]) -> None:
    """Write the page; with words, only the sections of these names."""
    kept, written = OUTPUT.read_text("utf-8"), list[str]()
    for name, (title, measured) in reversed(SECTIONS.items()):
        kept, *section = kept.partition(f"\n## {title}\n")
        written.insert(0, measured() if not words or name in words else "".join(section))
    OUTPUT.write_text((kept if words else report()) + "".join(written), encoding="utf-8")
    print(OUTPUT)


if __name__ == "__main__":
    main(sys.argv[1:])
