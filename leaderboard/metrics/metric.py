"""The definition of a metric: sums that add over parts, and a score that divides their totals.

The mean of a metric over units is R = sum R_u / n, P = sum P_u / n, F1 = sum F1_u / n. The n units are those
whose key has something to recall. The sums of a unit are R_u, P_u, F1_u and 1, or 0 where it does not count,
so they add as the sums of every metric do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Ints
from leaderboard.split_antecedents import NO_CREDIT, Credit, SetTable

if TYPE_CHECKING:
    from leaderboard.overlap import Overlap

_ROWS = 4


def unit_sums(metric: Metric, sums: Floats, weights: Floats) -> Floats:
    """The sums [..., 4 a member, units] of a mean, given the sums [..., S, units] of units by the metric.

    ``weights`` are the recall denominators of the key; a metric that averages others has a row for each.
    """
    rows: list[Floats] = []
    parts = zip(metric.members, split(metric, sums), counted(metric, weights), strict=True)
    for member, own, counts in parts:
        scores = member.score(np.moveaxis(own, -2, 0))
        rows += [counts * (0 if score is None else score) for score in scores]
        rows.append(counts)
    return np.stack(np.broadcast_arrays(*rows), axis=-2)


def counted(metric: Metric, weights: Floats) -> Iterator[Floats]:
    """For each member of a metric, 1 for the units whose key has something to recall, and 0 for others."""
    for rows in np.split(weights, len(metric.members)) if metric.averaged else [weights]:
        yield np.where(rows.any(axis=0), 1.0, 0.0)


def unit_mean(metric: Metric) -> Metric:
    """The metric of the sums of means."""

    def score(totals: Floats) -> Scores:
        blocks = [totals[row : row + _ROWS] for row in range(0, len(totals), _ROWS)]
        recall, precision, f1 = np.mean([ratio(block[:3], block[3:]) for block in blocks], axis=0)
        return Scores(None, None, f1) if metric.f1_alone else Scores(recall, precision, f1)

    places = range(0, _ROWS * len(metric.members), _ROWS)
    summands = tuple(quotient(row + 2, row + 3, 1 / len(places)) for row in places)
    return replace(metric, score=score, summands=summands)


def split(metric: Metric, sums: Floats) -> list[Floats]:
    """The sums [..., S, parts] of each metric that a metric averages, or its own."""
    return np.split(sums, np.cumsum(metric.lengths)[:-1], axis=-2) if metric.averaged else [sums]


Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """What the scores of a metric are: their bounds, None where there is none, and whether lower is better.

    Scores that are equal in fractions are at most ``tolerance`` apart in floats. People read them in
    ``percent``, or as they are, with so many ``decimals``; ``noun`` follows the label of the metric.
    """

    bounds: tuple[float | None, float | None] = (0, 1)
    lower: bool = False
    tolerance: float = 1e-12
    percent: bool = True
    decimals: int = 2
    noun: str = " F1"
    definition: str = ""

    @property
    def is_share(self) -> bool:
        """True for scores between 0 and 1."""
        return self.bounds == (0, 1)

    @property
    def sign(self) -> int:
        """1 where more is better, -1 where less is."""
        return -1 if self.lower else 1

    @property
    def reach(self) -> tuple[float | None, float | None]:
        """The bounds of a difference."""
        return (-1, 1) if self.is_share else (None, None)

    @property
    def factor(self) -> int:
        """What a score is multiplied by for people."""
        return 100 if self.percent else 1

    def units(self, score: float) -> float:
        """A score as people read it."""
        return self.factor * score

    def text(self, score: float, sign: str = "") -> str:
        return f"{self.units(score):{sign}.{self.decimals}f}"


F1 = Scale()
Bounds = tuple[float | None, float | None]


class MetricName(str):
    """The name of a metric that a table of counts defines, with the scale of its scores."""

    scale: Scale

    def __new__(cls, name: str, scale: Scale) -> MetricName:
        made = super().__new__(cls, name)
        made.scale = scale
        return made

    def __reduce__(self) -> tuple[type[MetricName], tuple[str, Scale]]:
        return MetricName, (str(self), self.scale)


def scale_of(metric: str) -> Scale:
    """The scale of the scores of a metric by its name."""
    return metric.scale if isinstance(metric, MetricName) else F1


Quantity = Literal["recall", "precision", "f1"]
QUANTITIES: tuple[Quantity, ...] = ("recall", "precision", "f1")


class Scores(NamedTuple):
    """Recall, precision and F1 as fractions; None where the metric has no such quantity."""

    recall: Floats | None
    precision: Floats | None
    f1: Floats

    def each(self, change: Callable[[Floats], Floats]) -> Scores:
        """The scores with each quantity changed."""
        recall, precision, f1 = self
        if recall is None or precision is None:
            return Scores(recall, precision, change(f1))
        return Scores(change(recall), change(precision), change(f1))


class Summand(NamedTuple):
    """A summand of F1: ``weight`` times the harmonic mean of two quotients of totals.

    Each quotient has the rows of its numerator and its denominator. Where all of these totals are
    positive, F1 is the sum of the metric's summands.
    """

    recall: tuple[int, int]
    precision: tuple[int, int]
    weight: float = 1.0

    def shifted(self, rows: int, weight: float) -> Summand:
        """Return the summand with this weight, of sums that stand so many rows further down."""
        (a, b), (c, d) = self.recall, self.precision
        return Summand((a + rows, b + rows), (c + rows, d + rows), weight)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRule:
    """How sets of antecedents enter the sums of a metric.

    ``credited`` counts an overlap with artificial mentions and credits, ``within`` counts pairs of sets, and
    ``score`` divides both. Each alignment concerns some rows of these sums; it is the best one by the
    scores of pairs of sets. ``denominators`` are the rows of recall denominators, ``summands`` those of F1
    where they are other than the metric's. The sums of a metric ``of_links`` are as large as the number of
    links.
    """

    credited: Callable[[Overlap, Credit], Floats]
    within: Callable[[SetTable], Floats]
    score: Callable[[Floats], Scores]
    alignments: tuple[tuple[slice, Callable[[Floats], Scores]], ...]
    denominators: tuple[int, ...] = (1,)
    summands: tuple[Summand, ...] = ()
    of_links: bool = False


def set_rule(
    credited: Callable[[Overlap, Credit], Floats],
    score: Callable[[Floats], Scores],
    within: Callable[[SetTable], Floats] | None = None,
) -> SetRule:
    """The rule of a metric that aligns sets once, by its own F1."""

    def plain(table: SetTable) -> Floats:
        return credited(table.overlap, NO_CREDIT)

    return SetRule(credited=credited, within=within or plain, score=score, alignments=((slice(None), score),))


@dataclass(frozen=True, slots=True)
class Metric:
    """A name, a label for people, and the two halves of the definition.

    ``sums`` counts an overlap, giving an array [S, parts]; ``score`` turns totals [S, ...] into
    scores [...]. A corpus score, a random swap and a bootstrap draw are the same ``score`` of
    different totals. A metric that averages others has their sums one after the other, as many of each as
    ``lengths`` says. ``weight`` says how much each part counts: the recall denominators [rows, parts] of the
    key, given any overlap of it; where there are several, each is as important. ``summands`` are those of
    F1, if it is such a sum. ``sets`` is how it can count sets of antecedents; where it does count them,
    ``plain`` is the metric that ignores them. Fractions ``of_links`` need a coarser grid to add exactly.
    Where there is ``f1_alone``, scores have neither recall nor precision.
    """

    name: str
    label: str
    sums: Callable[[Overlap], Floats]
    score: Callable[[Floats], Scores]
    weight: Callable[[Overlap], Floats]
    averaged: tuple[Metric, ...] = ()
    lengths: tuple[int, ...] = ()
    summands: tuple[Summand, ...] = ()
    sets: SetRule | None = None
    of_links: bool = False
    plain: Metric | None = None
    f1_alone: bool = False

    @property
    def ignoring_sets(self) -> Metric:
        """The metric of entities as they stand, without sets of antecedents."""
        return self.plain or self

    @property
    def members(self) -> tuple[Metric, ...]:
        """The metrics that it averages, or itself."""
        return self.averaged or (self,)

    def gradient(self, totals: Floats, f1: Floats) -> Floats:
        """The partial derivatives [S, ...] of F1 by totals [S, ...], 0 where recall or precision is 0.

        F1 is more than the sum of summands where one of them leaves its weight to the others.
        """
        slopes, known = np.zeros_like(totals), np.zeros_like(f1)
        for recall, precision, weight in self.summands:
            if recall == precision and not scale_of(self.name).noun:
                n, m = recall
                slopes[n] += weight * ratio(np.ones_like(f1), totals[m])
                slopes[m] -= weight * ratio(totals[n], totals[m] ** 2)
                continue
            (a, b), (c, d) = (totals[list(quotient)] for quotient in (recall, precision))
            mean = ratio(2 * a * c, b * c + a * d)
            known += weight * mean
            for n, m in (recall, precision):
                share = ratio(mean, totals[n])
                slopes[n] += weight / 2 * share**2 * totals[m]
                slopes[m] -= weight / 2 * share * mean
        return slopes * ratio(f1, known) if scale_of(self.name).noun else slopes

    @property
    def weight_name(self) -> str:
        """The name of the weights among the sums."""
        return f"{self.name} weight"


def metric_named(metrics: Iterable[Metric], name: str) -> Metric:
    """The one with this name."""
    return next(metric for metric in metrics if metric.name == name)


def ratio(numerator: Floats, denominator: Floats) -> Floats:
    """The quotient, with 0/0 = 0."""
    defined = np.not_equal(denominator, 0)
    if defined.all():  # a mask takes several times as long
        return np.divide(numerator, denominator)
    return np.divide(numerator, denominator, out=np.zeros(np.shape(numerator)), where=defined)


def harmonic_mean(recall: Floats, precision: Floats) -> Floats:
    """F1 = 2PR / (P + R)."""
    return ratio(2 * recall * precision, recall + precision)


def stack(*rows: Floats | Ints) -> Floats:
    """The sums of a metric, one row per quantity, one column per part."""
    return np.stack([np.asarray(row, dtype=np.float64) for row in rows])


def recall_precision_f1(totals: Floats) -> Scores:
    """Totals in the order: recall numerator, recall denominator, precision numerator, denominator."""
    recall = ratio(totals[0], totals[1])
    precision = ratio(totals[2], totals[3])
    return Scores(recall, precision, harmonic_mean(recall, precision))


def shared_numerator(totals: Floats) -> Scores:
    """Totals in the order: common numerator, recall denominator, precision denominator."""
    common, key, response = totals
    recall = ratio(common, key)
    precision = ratio(common, response)
    return Scores(recall, precision, harmonic_mean(recall, precision))


def f1_only(totals: Floats) -> Scores:
    """Totals in the order: numerator, denominator; their quotient is all that is scored."""
    return Scores(None, None, ratio(totals[0], totals[1]))


def quotient(numerator: int, denominator: int, weight: float = 1.0) -> Summand:
    """Return the summand that is a quotient of two rows, as if it were both recall and precision."""
    return Summand((numerator, denominator), (numerator, denominator), weight)


# The summands of metrics that are scored by the two functions above.
OWN_NUMERATORS = (Summand((0, 1), (2, 3)),)
SHARED_NUMERATOR = (Summand((0, 1), (0, 2)),)


def key_mentions(overlap: Overlap) -> Floats:
    """The mentions of the key."""
    return stack(overlap.key.mentions)


def key_entities(overlap: Overlap) -> Floats:
    """The entities of the key."""
    return stack(overlap.key.entities)


def key_links(overlap: Overlap) -> Floats:
    """The links that the entities of the key need, one less than their mentions."""
    return stack(overlap.key.by_part(overlap.key.size - 1))


def measure(overlap: Overlap, metrics: tuple[Metric, ...]) -> dict[str, Floats]:
    """The sums of every metric, and the weights of parts."""
    return {
        **sums_of(overlap, metrics),
        **{metric.weight_name: metric.weight(overlap) for metric in metrics},
    }


def sums_of(overlap: Overlap, metrics: tuple[Metric, ...]) -> dict[str, Floats]:
    """The sums of every metric, with the work of averaged metrics done once."""
    known: dict[str, Floats] = {}
    for metric in metrics:
        for member in metric.members:
            if member.name not in known:
                known[member.name] = member.sums(overlap)
    return {
        metric.name: np.concatenate([known[member.name] for member in metric.members]) for metric in metrics
    }
