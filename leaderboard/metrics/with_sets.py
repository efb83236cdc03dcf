"""Metrics of entities that stand for sets of antecedents (Paun et al., 2023; Yu et al., 2023).

Such an entity has one artificial mention more. The metric itself aligns the sets of the two sides one-to-one.
The artificial mentions of two partners share as much of a mention as their sets agree.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.metrics.metric import Floats, Metric, SetRule
from leaderboard.overlap import Overlap
from leaderboard.split_antecedents import (
    NO_CREDIT,
    SetPairs,
    aligned,
    credited,
    enlarged,
    equal_besides,
    joined,
    set_pairs,
)


def with_sets(metric: Metric, how: str) -> Metric:
    """The metric with artificial mentions (``score``), of sets alone (``only``), or as it is (``ignore``).

    A metric that knows no sets is returned as it is.
    """
    rule = metric.sets
    if how == "ignore" or rule is None:
        return metric
    if how == "only":
        sums, weight = partial(_sums_of_sets, rule), partial(_weight_of_sets, rule)
    else:
        sums, weight = partial(_sums, rule), partial(_weight, metric)
    summands = rule.summands or metric.summands
    return replace(
        metric,
        sums=sums,
        score=rule.score,
        weight=weight,
        summands=summands,
        of_links=rule.of_links,
        plain=metric,
    )


def _sums(rule: SetRule, overlap: Overlap) -> Floats:
    """The sums of entities with artificial mentions."""
    pairs = set_pairs(overlap.matching)
    if pairs is None:
        return rule.credited(overlap, NO_CREDIT)
    within, rows = _within(rule, pairs), []
    for links, score in rule.alignments:
        scores = np.stack([values for values in score(within) if values is not None])
        partners = aligned(pairs, scores[2])
        equal = equal_besides(pairs, partners)
        scores[:, equal] = 1
        partners = np.concatenate([partners, equal])
        rows.append(rule.credited(*credited(overlap, pairs, partners, scores[:, partners]))[links])
    return np.concatenate(rows)


def _weight(metric: Metric, overlap: Overlap) -> Floats:
    return metric.weight(enlarged(overlap))


def _sums_of_sets(rule: SetRule, overlap: Overlap) -> Floats:
    """The sums of pairs of partners, and of sets without a partner."""
    pairs = set_pairs(overlap.matching)
    if pairs is None:
        return np.zeros_like(rule.credited(overlap, NO_CREDIT))
    within, rows = _within(rule, pairs), []
    for links, score in rule.alignments:
        partners = aligned(pairs, score(within).f1)
        equal = equal_besides(pairs, partners)
        free = equal[~np.isin(pairs.response_set[equal], pairs.response_set[partners])]
        partners = np.concatenate([partners, free])
        key_set, response_set = joined(pairs, pairs.key_set[partners], pairs.response_set[partners])
        rows.append(_by_part(rule, pairs, key_set, response_set, len(overlap.matching.key.units))[links])
    return np.concatenate(rows)


def _weight_of_sets(rule: SetRule, overlap: Overlap) -> Floats:
    """The recall denominators of the sets of the key."""
    pairs = set_pairs(overlap.matching)
    if pairs is None:
        return np.zeros((len(rule.denominators), len(overlap.matching.key.units)))
    none = np.zeros(0, np.int64)
    sums = _by_part(rule, pairs, *joined(pairs, none, none), len(overlap.matching.key.units))
    return sums[list(rule.denominators)]


def _within(rule: SetRule, pairs: SetPairs) -> Floats:
    """The sums [S, pairs] of each pair of sets."""
    return np.concatenate([rule.within(table) for table in pairs.tables()], axis=1)


def _by_part(rule: SetRule, pairs: SetPairs, key_set: Ints, response_set: Ints, parts: int) -> Floats:
    """The sums of these pairs of sets, one of which may be nothing, added by part."""
    sums = rule.within(pairs.table(key_set, response_set))
    part = pairs.part(key_set, response_set)
    return np.stack([np.bincount(part, weights=row, minlength=parts) for row in sums])
