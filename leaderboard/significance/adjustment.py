"""Adjustment of a family of p-values for their number."""

from __future__ import annotations

from typing import Literal

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.significance.pairing import Bools, Indices

# What needs no more than the p-values.
Procedure = Literal["holm", "bonferroni", "bh", "none"]
Adjustment = Literal["shaffer", "holm", "bonferroni", "bh", "none"]
# How a family is corrected, which is not always what was asked for.
Correction = Literal["shaffer", "shaffer_static", "holm", "bonferroni", "bh", "none"]


def adjusted(p: Floats, method: Procedure) -> Floats:
    """The adjusted p-values, to be compared with alpha by <=.

    Holm (1979): max over j <= i of (m - j + 1) p_(j). Bonferroni: m p.
    Benjamini & Hochberg (1995): min over j >= i of m p_(j) / j. All at most 1; ``none`` leaves p.
    """
    m = len(p)
    order = np.argsort(p, kind="stable")
    rank = np.arange(1, m + 1)
    out = p.astype(np.float64)
    match method:
        case "holm":
            out[order] = np.maximum.accumulate((m - rank + 1) * p[order])
        case "bonferroni":
            out *= m
        case "bh":
            out[order] = np.minimum.accumulate(_by_rank(p[order], rank)[::-1])[::-1]
    return np.minimum(out, 1)


def critical(p: Floats, method: Procedure, alpha: float) -> Floats:
    """For each p, the largest value it could have and still be significant, the others as they are.

    Holm: alpha / (m - k), where k counts what the others alone reject, step by step. Benjamini and
    Hochberg: alpha r / m, where r is the number of rejections if this p were 0.
    """
    m = len(p)
    order = np.argsort(p, kind="stable")
    out = np.full(m, alpha)
    match method:
        case "holm":
            out[order] = alpha / (m - _others_rejected_by_holm(p[order], alpha))
        case "bonferroni":
            out /= m
        case "bh":
            out[order] = alpha * _rejections_by_bh(p[order], alpha) / m
    return out


def _others_rejected_by_holm(p: Floats, alpha: float) -> Floats:
    """For each of the sorted p, how many of the others are rejected one after the other.

    Without this one, those before it keep their factor m - j + 1 and those after it, moving up by
    one place, get m - j + 2.
    """
    m = len(p)
    rank = np.arange(1, m + 1)
    first = _first((m - rank + 1) * p > alpha)
    later = _next((m - rank + 2) * p > alpha)
    return np.where(rank <= first, later - 1, first).astype(np.float64)


def _rejections_by_bh(p: Floats, alpha: float) -> Floats:
    """For each of the sorted p, the number of rejections if it were 0.

    Those before it move down by one place, those after it keep theirs.
    """
    m = len(p)
    rank = np.arange(1, m + 1)
    last = np.max(rank, where=_by_rank(p, rank) <= alpha, initial=0)
    before = np.maximum.accumulate(np.where(_by_rank(p, rank + 1) <= alpha, rank + 1, 1))
    return np.where(rank < last, last, np.concatenate([[1], before[:-1]])).astype(np.float64)


def _by_rank(p: Floats, rank: Indices) -> Floats:
    """m p / rank to 15 decimals: what equals alpha is not lost to the last bit of a float."""
    return np.maximum(p, np.round(len(p) * p / rank, 15))


def _first(failing: Bools) -> int:
    """The number of values before the first that fails."""
    return int(np.argmax(np.append(failing, True)))


def _next(failing: Bools) -> Indices:
    """For each place, how many come before the first that fails after it."""
    m = len(failing)
    places = np.where(failing, np.arange(m), m)
    following = np.minimum.accumulate(places[::-1])[::-1]
    return np.append(following[1:], m)
