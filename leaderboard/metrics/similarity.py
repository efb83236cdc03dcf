"""The similarity of two chains, in which specific expressions weigh more (Trouilleux et al., 2000).

sim(K, R) = Σ_t w_t Dice_t / Σ_t w_t over the classes t that occur in K or R, with
Dice_t = 2 |K_t ∩ R_t| / (|K_t| + |R_t|). For an untyped response, R stands for each R_t. Without
classes sim is the Dice coefficient of the chains.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.corpus.mention_classes import CLASS_NAMES
from leaderboard.errors import UsageError
from leaderboard.metrics.chains import Chains
from leaderboard.metrics.metric import Floats, ratio

DEFAULT_WEIGHTS = "PN=.6,NP=.3,PRO=.1"


def class_weights(text: str) -> dict[str, float]:
    """Weights such as ``PN=.6,NP=.3,PRO=.1``, from the most specific class to the least."""
    weights: dict[str, float] = {}
    for item in text.split(","):
        name, _, number = (piece.strip() for piece in item.partition("="))
        if name not in CLASS_NAMES or name in weights:
            raise _refusal(text, f"name each of {', '.join(CLASS_NAMES)} at most once")
        try:
            weights[name] = float(number)
        except ValueError:
            raise _refusal(text, f"give {name} a number, as in {DEFAULT_WEIGHTS}") from None
    values = list(weights.values())
    if not math.isclose(sum(values), 1, abs_tol=1e-9):
        raise _refusal(text, "make the weights sum to 1")
    if values != sorted(set(values), reverse=True) or values[-1] <= 0:
        raise _refusal(text, "give each class less than the one before it, and more than 0")
    if values[0] <= sum(values[1:]):
        raise _refusal(text, "give the first class more than all others together")
    return weights


def weight_of_class(weights: Mapping[str, float]) -> Floats:
    """The weight of each class; one that is not named counts as the last that is."""
    return np.array(list(weights.values()))[_rank_of_class(weights)]


def specificity(chains: Chains, weights: Mapping[str, float]) -> Ints:
    """The rank of each mention's class, 0 for the most specific."""
    if chains.classes is None:
        return np.zeros(len(chains.part), np.int64)
    rank: Ints = _rank_of_class(weights)[chains.classes]
    return rank


def similarities(chains: Chains, weights: Mapping[str, float], typed: bool) -> Floats:
    """The similarity of the two chains of each cell, which is above 0."""
    table, rank, cell = chains.table, specificity(chains, weights), chains.cell
    levels = [1.0] if chains.classes is None else list(weights.values())
    key, response, shared = (
        _counts(number, rank, numbers, len(levels))
        for number, numbers in (
            (chains.key_chain, len(table.key.size)),
            (chains.response_chain, len(table.response.size)),
            (cell, len(table.shared)),
        )
    )
    worth, most = np.zeros(len(table.shared)), np.zeros(len(table.shared))
    for level, weight in enumerate(levels):
        ours = key[level][table.key_entity]
        both = ours + (response[level][table.response_entity] if typed else table.response_size)
        worth += weight * ratio(2.0 * shared[level], both)
        most += weight * (both > 0)
    return worth / most


def _rank_of_class(weights: Mapping[str, float]) -> Ints:
    names = list(weights)
    return np.array([names.index(name) if name in names else len(names) - 1 for name in CLASS_NAMES])


def _counts(number: Ints, rank: Ints, numbers: int, levels: int) -> Floats:
    """How often each number occurs with each rank, as [levels, numbers]."""
    counts = np.bincount(rank * numbers + number, minlength=levels * numbers)
    return counts.reshape(levels, numbers).astype(np.float64)


def _refusal(text: str, remedy: str) -> UsageError:
    return UsageError(f"--da-weights is {text!r}; {remedy}")
