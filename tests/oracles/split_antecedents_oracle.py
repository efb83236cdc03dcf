"""Scores with sets of antecedents from their definitions: exact fractions, every pair of sets and mentions.

A side of a document is a list of scored entities, frozensets of mentions, and a dictionary from the place
of a plural entity in that list to its set, a list of entities. Sets are in the order of the dictionary.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np
from scipy.optimize import linear_sum_assignment

from tests.oracles import oracle
from tests.oracles.oracle import Entities, Sums, coreference_links, harmonic_mean, other_links, ratio

ZERO = Fraction(0)
Importance = Callable[[oracle.Entity], Fraction]


class Side(NamedTuple):
    entities: Entities
    sets: dict[int, Entities]


class Partner(NamedTuple):
    """A key entity and a response entity whose sets are partners, and how much the sets agree."""

    key: int
    response: int
    recall: Fraction
    precision: Fraction
    f1: Fraction


def sums(key: Side, response: Side, metric: str, importance: Importance | None = None) -> Sums:
    """The sums of one document: of all but BLANC, numerator and denominator of recall and of precision."""
    if metric == "blanc":
        links = blanc_links(key, response, "c")[:3]
        return *links, *blanc_links(key, response, "n")[3:]
    partners = alignment(key, response, metric, importance)
    recalls = {(one.key, one.response): one.recall for one in partners}
    precisions = {(one.response, one.key): one.precision for one in partners}
    f1s = {(one.key, one.response): one.f1 for one in partners}
    if metric in ("ceafm", "ceafe"):
        return ceaf(key, response, metric, f1s)
    weights = importance or oracle.size
    one_sided = {"muc": muc, "bcub": bcub, "lea": lea}[metric]
    return (
        *one_sided(key, response, recalls, weights, importance is None),
        *one_sided(response, key, precisions, weights, importance is None),
    )


def sums_of_sets(key: Side, response: Side, metric: str) -> Sums:
    """The sums of the pairs of sets alone: numerators of partners, denominators of all sets."""
    if metric == "blanc":
        return *_only(key, response, "c")[:3], *_only(key, response, "n")[3:6]
    return _only(key, response, metric)


def _only(key: Side, response: Side, metric: str) -> Sums:
    totals = [pair_sums(ours, (), metric) for ours in key.sets.values()]
    totals += [pair_sums((), theirs, metric) for theirs in response.sets.values()]
    partners = alignment(key, response, metric, None, besides=False)
    found = [pair_sums(key.sets[one.key], response.sets[one.response], metric) for one in partners]
    width = 6 if metric in ("c", "n") else 4
    numerators = (0, 3) if width == 6 else (0, 2)
    return tuple(
        sum((row[place] for row in (found if place in numerators else totals)), ZERO)
        for place in range(width)
    )


def pair_sums(key: Entities, response: Entities, metric: str, importance: Importance | None = None) -> Sums:
    """The sums of a set against a set."""
    if metric in ("c", "n"):
        ck, cr, nk, nr = *map(coreference_links, (key, response)), *map(other_links, (key, response))
        counts = (len(ck & cr), len(ck), len(cr), len(nk & nr), len(nk), len(nr))
        return tuple(map(Fraction, counts))
    if metric == "muc":
        right, ours, theirs = ZERO, ZERO, ZERO
        for entity in key:
            if len(entity) == 1:
                right, ours = right + (entity in response), ours + 1
            else:
                right += len(entity) - len(oracle.partition(entity, response))
                ours += len(entity) - 1
        for entity in response:
            theirs += max(len(entity) - 1, 1)
        return right, ours, right, theirs
    return oracle.part_sums(key, response, metric, importance or oracle.size)


def pair_scores(
    key: Entities, response: Entities, metric: str, importance: Importance | None
) -> tuple[Fraction, Fraction, Fraction]:
    found = pair_sums(key, response, metric, importance)
    if metric in ("c", "n"):
        both, ours, theirs = found[:3] if metric == "c" else found[3:]
        found = both, ours, both, theirs
    recall, precision = ratio(*found[:2]), ratio(*found[2:])
    return recall, precision, harmonic_mean(recall, precision)


def alignment(
    key: Side, response: Side, metric: str, importance: Importance | None, besides: bool = True
) -> list[Partner]:
    """The partners, the first of equally good ones as SciPy finds them, and sets that are equal besides."""
    table = [
        [pair_scores(ours, theirs, metric, importance) for theirs in response.sets.values()]
        for ours in key.sets.values()
    ]
    f1s = [[scores[2] for scores in row] for row in table]
    worth = np.array([[float(round(one * 2**40)) / 2**40 for one in row] for row in f1s])
    rows, columns = linear_sum_assignment(-worth.reshape(len(key.sets), len(response.sets)))
    best = oracle.best_alignment(f1s) if key.sets and response.sets else ZERO
    assert abs(sum((f1s[i][j] for i, j in zip(rows, columns, strict=True)), ZERO) - best) < 1e-9
    ours, theirs = list(key.sets), list(response.sets)
    found = [
        Partner(ours[i], theirs[j], *table[i][j]) for i, j in zip(rows, columns, strict=True) if f1s[i][j]
    ]
    taken = {one.key for one in found}
    equal = [
        Partner(i, j, *[Fraction(1)] * 3)
        for i in ours
        for j in theirs
        if i not in taken and set(key.sets[i]) == set(response.sets[j])
    ]
    return found + equal * besides


def size(side: Side, place: int) -> int:
    return len(side.entities[place]) + (place in side.sets)


def cells(key: Side, response: Side) -> list[tuple[int, int, int]]:
    return [
        (i, j, len(ours & theirs))
        for i, ours in enumerate(key.entities)
        for j, theirs in enumerate(response.entities)
    ]


Credits = dict[tuple[int, int], Fraction]


def muc(key: Side, response: Side, shares: Credits, weights: Importance, sizes: bool) -> Sums:
    right = sum((n - 1 + shares.get((i, j), ZERO) for i, j, n in cells(key, response) if n), ZERO)
    return right, Fraction(sum(size(key, i) - 1 for i in range(len(key.entities))))


def bcub(key: Side, response: Side, shares: Credits, weights: Importance, sizes: bool) -> Sums:
    squares = [(n + shares.get((i, j), ZERO)) ** 2 / size(key, i) for i, j, n in cells(key, response)]
    return sum(squares, ZERO), Fraction(sum(size(key, i) for i in range(len(key.entities))))


def lea(key: Side, response: Side, shares: Credits, weights: Importance, sizes: bool) -> Sums:
    gained, total = ZERO, ZERO
    for i, entity in enumerate(key.entities):
        weight = Fraction(size(key, i)) if sizes else weights(entity)
        total += weight
        if size(key, i) == 1:
            lone = [theirs for j, theirs in enumerate(response.entities) if size(response, j) == 1]
            gained += weight * (entity in lone)
            continue
        links = ZERO
        for j, theirs in enumerate(response.entities):
            n = len(entity & theirs)
            links += Fraction(n * (n - 1), 2) + shares.get((i, j), ZERO) * n
        gained += weight * links / Fraction(size(key, i) * (size(key, i) - 1), 2)
    return gained, total


def ceaf(key: Side, response: Side, metric: str, shares: Credits) -> Sums:
    table = [[ZERO] * len(response.entities) for _ in key.entities]
    for i, j, n in cells(key, response):
        shared = n + shares.get((i, j), ZERO)
        table[i][j] = shared if metric == "ceafm" else 2 * shared / (size(key, i) + size(response, j))
    best = oracle.best_alignment(table) if table else ZERO
    if metric == "ceafe":
        return best, Fraction(len(key.entities)), best, Fraction(len(response.entities))
    totals = [Fraction(sum(size(side, i) for i in range(len(side.entities)))) for side in (key, response)]
    return best, totals[0], best, totals[1]


def blanc_links(key: Side, response: Side, kind: str) -> Sums:
    """Pairs of mentions, ordinary or artificial; a pair is shared as much as its mentions are."""
    shared = [(i, j, Fraction(1), False) for i, j, n in cells(key, response) for _ in range(n)]
    shared += [(one.key, one.response, one.f1, True) for one in alignment(key, response, kind, None)]
    coreferent, other = ZERO, ZERO
    for (i, j, one, artificial), (k, m, another, too) in combinations(shared, 2):
        if i == k and j == m:
            assert not (artificial and too)
            coreferent += one * another
        elif i != k and j != m:
            other += one * another
    ours, theirs = (link_counts(side) for side in (key, response))
    return coreferent, ours[0], theirs[0], other, ours[1], theirs[1]


def link_counts(side: Side) -> Sequence[Fraction]:
    labels = [i for i in range(len(side.entities)) for _ in range(size(side, i))]
    same = sum(one == other for one, other in combinations(labels, 2))
    return Fraction(same), Fraction(len(labels) * (len(labels) - 1) // 2 - same)
