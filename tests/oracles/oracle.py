"""Every metric straight from its definition: sets, enumerated links, exact fractions; slow and plain.

A corpus is a sequence of parts, a part a pair (key entities, response entities), an entity a frozenset
of mentions, a mention anything hashable. No mention occurs in two entities of one side of a part.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import Any

Entity = frozenset[Hashable]
Entities = Sequence[Entity]
Part = tuple[Entities, Entities]
Importance = Callable[[frozenset[Any]], Fraction]
Scores = tuple[Fraction | None, Fraction | None, Fraction]
Sums = tuple[Fraction, ...]

METRICS = ("mentions", "muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "conll", "blanc_gold", "rand")
HALF = Fraction(1, 2)


def size(entity: Entity) -> Fraction:
    """The number of mentions, LEA's default importance."""
    return Fraction(len(entity))


def one(entity: Entity) -> Fraction:
    """The same importance for all entities."""
    return Fraction(bool(entity))


def score(
    parts: Sequence[Part],
    metric: str,
    *,
    rule: str = "conll",
    weight: Fraction = HALF,
    importance: Importance = size,
) -> Scores:
    """Recall, precision and F1 of a corpus; recall and precision are None for ``conll`` and ``rand``."""
    if metric == "conll":
        of_three = [score(parts, name)[2] for name in ("muc", "bcub", "ceafe")]
        return None, None, sum(of_three, Fraction(0)) / 3
    return score_of(sums(parts, metric, importance=importance), metric, rule=rule, weight=weight)


def score_of(totals: Sums, metric: str, *, rule: str = "conll", weight: Fraction = HALF) -> Scores:
    """Recall, precision and F1 by the sums of a metric that averages no others."""
    if metric == "blanc":
        return blanc_score(totals, rule, weight)
    if metric in ("blanc_gold", "rand"):
        rc, wn, wc, rn, differing = totals
        if metric == "rand":
            return None, None, ratio(rc + rn, rc + wn + wc + rn)
        return blanc_score((rc, rc + wn, rc + wc, rn, rn + wc, rn + wn, differing), rule, weight)
    recall, precision = ratio(*totals[:2]), ratio(*totals[2:])
    return recall, precision, harmonic_mean(recall, precision)


def sums(parts: Sequence[Part], metric: str, *, importance: Importance = size) -> Sums:
    """What the metric divides, added over parts.

    ``blanc``: right, key's and response's coreference links, the same of non-coreference links, and
    parts whose mention sets differ. ``blanc_gold`` and ``rand``: rc, wn, wc, rn, and the same parts.
    All others: recall numerator and denominator, precision numerator and denominator.
    """
    columns = [part_sums(key, response, metric, importance) for key, response in parts]
    width = {"blanc": 7, "blanc_gold": 5, "rand": 5}.get(metric, 4)
    return tuple(sum((column[row] for column in columns), Fraction(0)) for row in range(width))


def part_sums(key: Entities, response: Entities, metric: str, importance: Importance) -> Sums:
    """The sums of one part."""
    if metric == "blanc":
        return blanc_counts(key, response)
    if metric in ("blanc_gold", "rand"):
        return rand_counts(key, response)
    if metric == "lea":
        return *lea_side(key, response, importance), *lea_side(response, key, importance)
    side = {"mentions": mentions, "muc": muc, "bcub": bcub, "ceafm": ceafm, "ceafe": ceafe}[metric]
    return *side(key, response), *side(response, key)


def ratio(numerator: Fraction, denominator: Fraction) -> Fraction:
    """The quotient, with x/0 = 0."""
    return Fraction(numerator) / denominator if denominator else Fraction(0)


def harmonic_mean(recall: Fraction, precision: Fraction) -> Fraction:
    return ratio(2 * recall * precision, recall + precision)


# The five metrics below are two-sided: each gives recall, and precision when the sides change places.


def mentions(key: Entities, response: Entities) -> Sums:
    """Key mentions that the response has, of all."""
    return Fraction(len(universe(key) & universe(response))), Fraction(len(universe(key)))


def muc(key: Entities, response: Entities) -> Sums:
    """Vilain et al. 1995: |S| - |p(S)| of |S| - 1, where p(S) is what the response makes of S."""
    partitions = [partition(entity, response) for entity in key]
    right = sum(len(entity) - len(pieces) for entity, pieces in zip(key, partitions, strict=True))
    return Fraction(right), Fraction(sum(len(entity) - 1 for entity in key))


def partition(entity: Entity, others: Entities) -> list[Entity]:
    """The entity cut up by the other side; a mention unknown there is a piece of its own."""
    pieces = [entity & other for other in others if entity & other]
    return pieces + [frozenset({mention}) for mention in entity - universe(others)]


def bcub(key: Entities, response: Entities) -> Sums:
    """Bagga & Baldwin 1998: for each mention, the part of its entity that shares its other entity."""
    total = Fraction(0)
    for mention in universe(key):
        ours, theirs = entity_of(mention, key), entity_of(mention, response)
        total += Fraction(len(ours & theirs), len(ours))
    return total, Fraction(len(universe(key)))


def ceafm(key: Entities, response: Entities) -> Sums:
    """Luo 2005, phi3: shared mentions of the best one-to-one alignment, of all mentions."""
    similarity = [[Fraction(len(k & r)) for r in response] for k in key]
    return best_alignment(similarity), Fraction(len(universe(key)))


def ceafe(key: Entities, response: Entities) -> Sums:
    """Luo 2005, phi4: Dice coefficients of the best one-to-one alignment, of the number of entities."""
    similarity = [[Fraction(2 * len(k & r), len(k) + len(r)) for r in response] for k in key]
    return best_alignment(similarity), Fraction(len(key))


def lea_side(key: Entities, response: Entities, importance: Importance) -> Sums:
    """Moosavi & Strube 2016: importance times resolution, of all importance."""
    gained = sum((importance(entity) * resolution(entity, response) for entity in key), Fraction(0))
    return gained, sum((importance(entity) for entity in key), Fraction(0))


def resolution(entity: Entity, others: Entities) -> Fraction:
    """The entity's links that the other side has too; a singleton has one, to itself."""
    if len(entity) == 1:
        return Fraction(entity in others)
    links = coreference_links([entity])
    return Fraction(len(links & coreference_links(others)), len(links))


def coreference_links(entities: Entities) -> set[Entity]:
    """All unordered pairs of mentions of one entity."""
    return {frozenset(pair) for entity in entities for pair in combinations(entity, 2)}


def other_links(entities: Entities) -> set[Entity]:
    """All unordered pairs of mentions of different entities."""
    pairs = {frozenset(pair) for pair in combinations(universe(entities), 2)}
    return pairs - coreference_links(entities)


def universe(entities: Entities) -> Entity:
    """All mentions of one side."""
    return frozenset().union(*entities)


def entity_of(mention: Hashable, entities: Entities) -> Entity:
    """The entity that has the mention, or nothing."""
    return next((entity for entity in entities if mention in entity), frozenset())


def blanc_counts(key: Entities, response: Entities) -> Sums:
    """Luo et al. 2014: the links of both kinds that are shared, the key's and the response's."""
    ck, cr = coreference_links(key), coreference_links(response)
    nk, nr = other_links(key), other_links(response)
    counts = (len(ck & cr), len(ck), len(cr), len(nk & nr), len(nk), len(nr))
    return tuple(map(Fraction, (*counts, universe(key) != universe(response))))


def rand_counts(key: Entities, response: Entities) -> Sums:
    """Recasens & Hovy 2010: links of the shared mentions, by what both sides say of them."""
    shared = universe(key) & universe(response)
    ck = coreference_links([entity & shared for entity in key])
    cr = coreference_links([entity & shared for entity in response])
    pairs = {frozenset(pair) for pair in combinations(shared, 2)}
    counts = (len(ck & cr), len(ck - cr), len(cr - ck), len(pairs - ck - cr))
    return tuple(map(Fraction, (*counts, universe(key) != universe(response))))


def blanc_score(counts: Sums, rule: str, weight: Fraction) -> Scores:
    """The weighted mean over the two classes of links; a class that does not count is left out."""
    cc, ck, cr, nn, nk, nr, differing = counts
    if rule == "conll":
        coreference_counts, other_counts = ck > 0, nk > 0
    elif rule == "luo2014":
        coreference_counts, other_counts = ck + cr > 0, nk + nr > 0
    else:
        raise ValueError(rule)
    if not coreference_counts and not other_counts:
        alone = Fraction(rule == "luo2014" and not differing)
        return alone, alone, alone
    if not (coreference_counts and other_counts):
        weight = Fraction(coreference_counts)
    recalls, precisions = (ratio(cc, ck), ratio(nn, nk)), (ratio(cc, cr), ratio(nn, nr))
    f1s = [harmonic_mean(recall, precision) for recall, precision in zip(recalls, precisions, strict=True)]
    recall, precision, f1 = (weight * c + (1 - weight) * n for c, n in (recalls, precisions, f1s))
    return recall, precision, f1


def best_alignment(similarity: Sequence[Sequence[Fraction]]) -> Fraction:
    """The largest sum of cells, at most one in a row and one in a column, with a proof of it.

    Kuhn's method raises a price for rows and columns until a full alignment of the squared matrix
    pays them all. Prices that cover every cell bound every alignment, so one that reaches them is best.
    Fractions become whole numbers of one unit, which is as exact and faster.
    """
    side = max(len(similarity), len(similarity[0]) if similarity else 0)
    unit = lcm(*(cell.denominator for row in similarity for cell in row))
    cells = [[0] * side for _ in range(side)]
    for i, row in enumerate(similarity):
        cells[i][: len(row)] = [int(cell * unit) for cell in row]
    rows, columns = [max(row) for row in cells], [0] * side
    partner: dict[int, int] = {}
    for i in range(side):
        augment(i, cells, rows, columns, partner)
    assert all(cells[i][j] <= rows[i] + columns[j] for i in range(side) for j in range(side))
    best = sum(cells[i][j] for j, i in partner.items())
    assert best == sum(rows) + sum(columns)
    return Fraction(best, unit)


def augment(
    start: int, cells: list[list[int]], rows: list[int], columns: list[int], partner: dict[int, int]
) -> None:
    """Give row ``start`` a column along tight cells, lowering the reached rows' prices as needed."""
    reached_rows, origin = [start], dict[int, int]()
    while True:
        open_columns = [j for j in range(len(cells)) if j not in origin]
        slack, i, j = min(
            (rows[i] + columns[j] - cells[i][j], i, j) for i in reached_rows for j in open_columns
        )
        for reached in reached_rows:
            rows[reached] -= slack
        for reached in origin:
            columns[reached] += slack
        origin[j] = i
        if j not in partner:
            break
        reached_rows.append(partner[j])
    row = -1
    while row != start:
        row = origin[j]
        previous = next((column for column, owner in partner.items() if owner == row), -1)
        partner[j], j = row, previous
