"""Metrics of coreference and other links, none of which is ever enumerated: BLANC, BLANC-gold and Rand.

BLANC (Recasens & Hovy, 2010; Luo et al., 2014) weighs both classes: Rc = cc/ck, Pc = cc/cr, Rn = nn/nk,
Pn = nn/nr; R = w Rc + (1 - w) Rn, and P and F likewise. F is not the harmonic mean of R and P. The rules
differ where a class of links is empty.

BLANC-gold and the Rand index (Rand, 1971) count links of the mentions that both sides have. Each is right or
wrong (r, w) and coreference or not (c, n) in the response: rc = cc, wn = Σ_i C2(n_i.) - cc,
wc = Σ_j C2(n_.j) - cc, rn = nn, and Rand = (rc + rn) / (rc + wc + rn + wn). Where the mention sets are equal,
BLANC-gold is the original metric on gold mentions (Recasens & Hovy, 2011).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Ints, Mask
from leaderboard.metrics.metric import (
    SHARED_NUMERATOR,
    Floats,
    Metric,
    Scores,
    SetRule,
    Summand,
    f1_only,
    harmonic_mean,
    quotient,
    ratio,
    shared_numerator,
    stack,
)
from leaderboard.overlap import Overlap
from leaderboard.split_antecedents import NO_CREDIT, Credit, SetTable


class Links(NamedTuple):
    """Coreference (c) and other (n) links: in both sides, in the key, in the response."""

    both_c: Floats
    key_c: Floats
    response_c: Floats
    both_n: Floats
    key_n: Floats
    response_n: Floats


def links(overlap: Overlap, credit: Credit = NO_CREDIT) -> Links:
    """The six counts per part; the artificial mentions of a cell are shared in part."""
    both_c = overlap.by_part(pairs(overlap.shared) + credit.f1 * overlap.shared)
    weighed: Floats = np.add(overlap.shared, credit.f1)
    key_c = overlap.key.by_part(pairs(overlap.key.size))
    response_c = overlap.response.by_part(pairs(overlap.response.size))
    both_n = (
        pairs(overlap.by_part(weighed))
        - key_links_found(overlap, weighed)
        - response_links_found(overlap, weighed)
        + overlap.by_part(pairs(weighed))
    )
    return Links(
        both_c,
        key_c,
        response_c,
        np.maximum(both_n, 0),  # fractions may leave a trace below
        pairs(overlap.key.mentions) - key_c,
        pairs(overlap.response.mentions) - response_c,
    )


def links_of_key(overlap: Overlap) -> Floats:
    """The coreference and the other links of the key."""
    coreference = overlap.key.by_part(pairs(overlap.key.size))
    return stack(coreference, pairs(overlap.key.mentions) - coreference)


def key_links_found(overlap: Overlap, shared: Ints | Floats) -> Floats:
    """Σ_i C2(n_i.): key links both of whose mentions the response has."""
    row = np.bincount(overlap.key_entity, weights=shared, minlength=len(overlap.key.size))
    return overlap.key.by_part(pairs(row))


def response_links_found(overlap: Overlap, shared: Ints | Floats) -> Floats:
    """Σ_j C2(n_.j): response links both of whose mentions the key has."""
    column = np.bincount(overlap.response_entity, weights=shared, minlength=len(overlap.response.size))
    return overlap.response.by_part(pairs(column))


def pairs(count: NDArray[np.float64] | NDArray[np.int64]) -> Floats:
    """C2(n) = n (n - 1) / 2."""
    number = np.asarray(count, dtype=np.float64)
    return number * (number - 1) / 2


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
    counts, score = sums if rule == "conll" else sums_with_difference, _score(rule, weight)
    return Metric(
        "blanc",
        "BLANC",
        counts,
        score,
        links_of_key,
        summands=_summands(weight),
        sets=_set_rule(counts, score),
    )


def _score(rule: str, weight: float) -> Callable[[Floats], Scores]:
    by_rule = score_by_key if rule == "conll" else score_by_either
    return lambda totals: by_rule(totals, weight)


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


def shared_links(overlap: Overlap) -> Floats:
    """The six link counts of the shared mentions."""
    counts = links(overlap)
    key_c, response_c = (found(overlap, overlap.shared) for found in (key_links_found, response_links_found))
    key_n = counts.both_n + response_c - counts.both_c
    response_n = counts.both_n + key_c - counts.both_c
    return stack(counts.both_c, key_c, response_c, counts.both_n, key_n, response_n)


def shared_links_with_difference(overlap: Overlap) -> Floats:
    """The link counts, and the parts whose mention sets differ; without links, equal sets are right."""
    return stack(*shared_links(overlap), parts_differing(overlap))


def blanc_gold(rule: str = "conll", weight: float = 0.5) -> Metric:
    """BLANC of the mentions that both sides have."""
    counts = shared_links if rule == "conll" else shared_links_with_difference
    score, summands = _score(rule, weight), _summands(weight)
    return Metric("blanc_gold", "BLANC-gold", counts, score, links_of_key, summands=summands)


def _rand_sums(overlap: Overlap) -> Floats:
    right_c, key_c, _, right_n, key_n, _ = shared_links(overlap)
    return stack(right_c + right_n, key_c + key_n)


RAND = Metric("rand", "Rand", _rand_sums, f1_only, links_of_key, summands=(quotient(0, 1),), f1_alone=True)
