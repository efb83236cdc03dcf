"""The mentions on which two responses differ, even where their error counts are equal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from leaderboard.corpus import Ints, span_numbers
from leaderboard.corpus.mention_classes import CLASS_NAMES
from leaderboard.error_analysis.mention_outcomes import Resolved
from leaderboard.error_analysis.profile import KINDS
from leaderboard.metrics.chains import Chains
from leaderboard.overlap import Overlap

# The class of counts that are over all mentions.
ALL = "all"
Kind = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Turn:
    """Counts of mentions or entities that are of a kind for one response and not for the other."""

    only_first: int
    only_second: int


def behind(resolved: Resolved) -> dict[Kind, Ints]:
    """The mentions behind each count of a profile, by numbers that are the same for every response.

    Entities of the response have no such names, so merged ones are not among them.
    """
    overlap, chains, outcomes = resolved.overlap, resolved.chains, resolved.outcomes
    names = _names(overlap, chains)
    groups = {ALL: np.ones(len(names), np.bool_)}
    if chains.classes is not None:
        groups |= {name: chains.classes == number for number, name in enumerate(CLASS_NAMES)}
    assigned = {
        (kind, name): names[getattr(outcomes, kind) & group]
        for kind in KINDS
        for name, group in groups.items()
    }
    table, cell = chains.table, chains.cell
    lone = (table.shared == 1) & ((table.key_size > 1) | (table.response_size > 1))
    ours, theirs = chains.key_mention >= 0, chains.response_mention >= 0
    return assigned | {
        ("missed", ALL): names[~theirs],
        ("invented", ALL): names[~ours],
        ("split", ALL): np.flatnonzero(np.bincount(overlap.key_entity) > 1),
        ("unresolved", ALL): names[ours & theirs & lone[cell]],
    }


def turns(first: Sequence[Mapping[Kind, Ints]], second: Sequence[Mapping[Kind, Ints]]) -> dict[Kind, Turn]:
    """The mentions of each kind that only one of two responses has, over all datasets."""
    changed: dict[Kind, Turn] = {}
    for one, other in zip(first, second, strict=True):
        for kind in one:
            before = changed.get(kind, Turn(0, 0))
            changed[kind] = Turn(
                before.only_first + _surplus(one[kind], other[kind]),
                before.only_second + _surplus(other[kind], one[kind]),
            )
    return changed


def _names(overlap: Overlap, chains: Chains) -> Ints:
    """The number of a mention of the key; a name below 0, made of its span, for any other."""
    span = span_numbers(overlap.matching.key.tokens, chains.part, chains.start, chains.end)
    named: Ints = np.where(chains.key_mention >= 0, chains.key_mention, ~span)
    return named


def _surplus(one: Ints, other: Ints) -> int:
    """The number of extra mentions of the first; zeros and mentions with gaps may share a span."""
    _, place = np.unique(np.concatenate([one, other]), return_inverse=True)
    ours, theirs = (np.bincount(at, minlength=len(place)) for at in (place[: len(one)], place[len(one) :]))
    return int(np.maximum(ours - theirs, 0).sum())
