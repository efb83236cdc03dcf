"""BLANC (Recasens & Hovy, 2010; Luo et al., 2014): coreference and other links, weighed together.

Rc = cc/ck, Pc = cc/cr, Rn = nn/nk, Pn = nn/nr; R = w Rc + (1 - w) Rn, and P and F likewise. F is
not the harmonic mean of R and P. The rules differ where a class of links is empty.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from leaderboard.corpus import Mask
from leaderboard.metrics.links import links, links_of_key
from leaderboard.metrics.metric import (
    SHARED_NUMERATOR,
    Floats,
    Metric,
    Scores,
    SetRule,
    Summand,
    harmonic_mean,
    ratio,
    shared_numerator,
    stack,
)
from leaderboard.overlap import Overlap
from leaderboard.split_antecedents import NO_CREDIT, Credit, SetTable


def sums(overlap: Overlap, credit: Credit = NO_CREDIT) -> Floats:
    return stack(*links(overlap, credit))


def sums_with_difference(overlap: Overlap, credit: Credit = NO_CREDIT) -> Floats:
    """The link counts, and the parts whose mention sets differ."""
    return stack(*links(overlap, credit), parts_differing(overlap))


def parts_differing(overlap: Overlap) -> Floats:
    """1 for each part in which either side has a mention that the other lacks."""
    shared = overlap.by_part(overlap.shared)
    differs: Mask = (shared != overlap.key.mentions) | (shared != overlap.response.mentions)
    return differs.astype(np.float64)


def blanc(rule: str = "conll", weight: float = 0.5) -> Metric:
    """BLANC by rule ``conll`` (2010 and the official scorer) or ``luo2014``."""
    counts = sums if rule == "conll" else sums_with_difference

    def score(totals: Floats) -> Scores:
        return (score_by_key if rule == "conll" else score_by_either)(totals, weight)

    return Metric(
        "blanc",
        "BLANC",
        counts,
        score,
        links_of_key,
        summands=_summands(weight),
        sets=_set_rule(counts, score),
    )


def _set_rule(counts: Callable[[Overlap, Credit], Floats], score: Callable[[Floats], Scores]) -> SetRule:
    """Sets are aligned twice: by coreference links and by other links."""

    def within(table: SetTable) -> Floats:
        return counts(table.overlap, NO_CREDIT)

    return SetRule(
        credited=counts,
        within=within,
        score=score,
        alignments=(
            (slice(0, 3), lambda totals: shared_numerator(totals[0:3])),
            (slice(3, None), lambda totals: shared_numerator(totals[3:6])),
        ),
        denominators=(1, 4),
        of_links=True,
    )


def _summands(weight: float) -> tuple[Summand, ...]:
    """Both classes of links, where there are such links in key and response."""
    (links,) = SHARED_NUMERATOR
    return links.shifted(0, weight), links.shifted(3, 1 - weight)


def score_by_key(totals: Floats, weight: float) -> Scores:
    """A class of links counts only if the key has such links; without any links all is 0."""
    return Scores(*_means(totals, weight, totals[1] > 0, totals[4] > 0))


def score_by_either(totals: Floats, weight: float) -> Scores:
    """A class counts if either side has such links; without any, equal mention sets score 1."""
    coreference = (totals[1] > 0) | (totals[2] > 0)
    other = (totals[4] > 0) | (totals[5] > 0)
    perfect = np.where(coreference | other, 0.0, (totals[6] == 0).astype(np.float64))
    return Scores(*(perfect + quantity for quantity in _means(totals, weight, coreference, other)))


def _means(totals: Floats, weight: float, coreference: Mask, other: Mask) -> tuple[Floats, Floats, Floats]:
    """R, P and F: weighted means of both classes, where a class that stands alone has weight 1."""
    both_c, key_c, response_c, both_n, key_n, response_n = totals[:6]
    share = np.where(coreference & other, weight, np.where(coreference, 1.0, 0.0))
    rest = np.where(other, 1 - share, 0.0)
    recall_c, recall_n = ratio(both_c, key_c), ratio(both_n, key_n)
    precision_c, precision_n = ratio(both_c, response_c), ratio(both_n, response_n)
    return (
        share * recall_c + rest * recall_n,
        share * precision_c + rest * precision_n,
        share * harmonic_mean(recall_c, precision_c) + rest * harmonic_mean(recall_n, precision_n),
    )
