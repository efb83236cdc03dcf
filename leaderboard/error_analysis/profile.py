"""The kinds of errors of a response (Trouilleux et al., 2000; Moosavi & Strube, 2016).

The outcome of each mention is counted one by one instead of by the closed form of DA. A pair of chains is
represented by its most specific shared expression, the first such in the text; a chain without partner by its
own. Each other mention of a chain is assigned a denotation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from leaderboard.corpus import Ints, Mask, span_numbers
from leaderboard.metrics.da import Chains, Denotation, correspondence, specificity
from leaderboard.overlap import Overlap


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """For each mention whether the key assigns it, whether the response does, and whether alike."""

    possible: Mask
    actual: Mask
    together: Mask

    @property
    def correct(self) -> Mask:
        return self.possible & self.actual & self.together

    @property
    def incorrect(self) -> Mask:
        return self.possible & self.actual & ~self.together

    @property
    def spurious(self) -> Mask:
        return self.actual & ~self.possible

    @property
    def missing(self) -> Mask:
        return self.possible & ~self.actual


@dataclass(frozen=True, slots=True, eq=False)
class Resolved:
    """A response with its chains beside those of the key, and what became of each mention."""

    overlap: Overlap
    chains: Chains
    outcomes: Outcomes


def resolved(overlap: Overlap, denotation: Denotation) -> Resolved:
    chains, pairs = correspondence(overlap, denotation)
    return Resolved(overlap, chains, outcomes(chains, pairs, specificity(chains, denotation.weights)))


def outcomes(chains: Chains, pairs: Ints, specificity: Ints) -> Outcomes:
    paired = np.zeros(len(chains.table.shared), np.bool_)
    paired[pairs] = True
    together = paired[chains.cell]
    # Shared mentions represent a chain before others, then specific ones, then early ones.
    # NumPy sorts small numbers much faster.
    behind = specificity + np.where(together, 0, specificity.max(initial=0) + 1)
    order = np.argsort(behind.astype(np.int16), kind="stable")
    last = order[::-1]
    return Outcomes(_assigned(chains.key_chain, last), _assigned(chains.response_chain, last), together)


def _assigned(chain: Ints, order: Ints) -> Mask:
    """True for each mention but the last of each chain in this order."""
    last = np.empty(int(chain.max(initial=-1)) + 1, np.int64)
    last[chain[order]] = order
    assigned = np.ones(len(chain), np.bool_)
    assigned[last] = False
    return assigned


# What becomes of an assignment.
KINDS = ("correct", "incorrect", "spurious", "missing")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Denotation assignments; ``incorrect``, ``spurious`` and ``missing`` ones are the errors.

    Numbers are whole unless they are means over several runs.
    """

    possible: float
    actual: float
    correct: float
    incorrect: float
    spurious: float
    missing: float

    @property
    def errors(self) -> float:
        return self.incorrect + self.spurious + self.missing

    @property
    def substitution(self) -> float:
        return self._share(self.incorrect)

    @property
    def overgeneration(self) -> float:
        return self._share(self.spurious)

    @property
    def undergeneration(self) -> float:
        return self._share(self.missing)

    def _share(self, count: float) -> float:
        return count / self.errors if self.errors else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorProfile:
    """All assignments, those of each class of mentions, and other errors of one response.

    ``by_class`` is empty where the key has no classes. Mentions are ``missed`` by the response or
    ``invented`` by it. An entity is ``split`` if the mentions of a key entity stand in several of the
    response, and ``merged`` if those of a response entity stand in several of the key. A mention of
    both sides is ``unresolved`` if it has no correct link (Moosavi & Strube, 2016, section 2); one
    that is a singleton on both sides is right.
    """

    counts: Counts
    by_class: Mapping[str, Counts]
    missed: float
    invented: float
    split: float
    merged: float
    unresolved: float


def total(profiles: Sequence[ErrorProfile]) -> ErrorProfile:
    """The errors of a response on several datasets."""
    classes = dict.fromkeys(name for profile in profiles for name in profile.by_class)
    return ErrorProfile(
        counts=_sum_counts([profile.counts for profile in profiles]),
        by_class={
            name: _sum_counts([profile.by_class[name] for profile in profiles if name in profile.by_class])
            for name in classes
        },
        missed=sum(profile.missed for profile in profiles),
        invented=sum(profile.invented for profile in profiles),
        split=sum(profile.split for profile in profiles),
        merged=sum(profile.merged for profile in profiles),
        unresolved=sum(profile.unresolved for profile in profiles),
    )


def mean_profile(profiles: Sequence[ErrorProfile]) -> ErrorProfile:
    """The mean errors of the runs of a system; those of a single one as they are."""
    if len(profiles) == 1:
        return profiles[0]
    summed, runs = total(profiles), len(profiles)
    others = ("missed", "invented", "split", "merged", "unresolved")
    return replace(
        summed,
        counts=_divided(summed.counts, runs),
        by_class={name: _divided(counts, runs) for name, counts in summed.by_class.items()},
        **{name: getattr(summed, name) / runs for name in others},
    )


def error_profile(resolved: Resolved) -> ErrorProfile:
    """The errors of a response."""
    overlap, chains, outcomes = resolved.overlap, resolved.chains, resolved.outcomes
    shared = int(overlap.shared.sum())
    names, classes = chains.class_names, chains.classes
    by_class = _by_class(outcomes, np.zeros_like(chains.part) if classes is None else classes, len(names))
    return ErrorProfile(
        counts=_sum_counts(by_class),
        by_class={} if classes is None else dict(zip(names, by_class, strict=True)),
        missed=int(overlap.key.size.sum()) - shared,
        invented=int(overlap.response.size.sum()) - shared,
        split=int(np.count_nonzero(np.bincount(overlap.key_entity) > 1)),
        merged=int(np.count_nonzero(np.bincount(overlap.response_entity) > 1)),
        unresolved=_unresolved(overlap),
    )


def _sum_counts(counts: Sequence[Counts]) -> Counts:
    return Counts(
        **{entry.name: sum(getattr(addend, entry.name) for addend in counts) for entry in fields(Counts)}
    )


def _divided(counts: Counts, runs: int) -> Counts:
    return Counts(**{entry.name: getattr(counts, entry.name) / runs for entry in fields(Counts)})


def _by_class(outcomes: Outcomes, classes: Ints, number: int) -> list[Counts]:
    """The counts of each class."""
    names = ("possible", "actual", *KINDS)
    counts = [np.bincount(classes[getattr(outcomes, name)], minlength=number).tolist() for name in names]
    return [Counts(**dict(zip(names, of_class, strict=True))) for of_class in zip(*counts, strict=True)]


def _unresolved(overlap: Overlap) -> int:
    alone = overlap.shared == 1
    right = (overlap.key_size == 1) & (overlap.response_size == 1)
    return int(np.count_nonzero(alone & ~right))


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
        groups |= {name: chains.classes == number for number, name in enumerate(chains.class_names)}
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
    return np.where(chains.key_mention >= 0, chains.key_mention, ~span)


def _surplus(one: Ints, other: Ints) -> int:
    """The number of extra mentions of the first; zeros and mentions with gaps may share a span."""
    _, place = np.unique(np.concatenate([one, other]), return_inverse=True)
    ours, theirs = (np.bincount(at, minlength=len(place)) for at in (place[: len(one)], place[len(one) :]))
    return int(np.maximum(ours - theirs, 0).sum())
