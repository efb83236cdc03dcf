"""The kinds of errors of a system (Trouilleux et al., 2000; Moosavi & Strube, 2016)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.corpus.mention_classes import CLASS_NAMES
from leaderboard.error_analysis.mention_outcomes import Outcomes, Resolved
from leaderboard.overlap import Overlap

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

    ``by_class`` is empty where the key has no tags. Mentions are ``missed`` by the response or
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
    by_class = _by_class(outcomes, np.zeros_like(chains.part) if chains.classes is None else chains.classes)
    return ErrorProfile(
        counts=_sum_counts(by_class),
        by_class={} if chains.classes is None else dict(zip(CLASS_NAMES, by_class, strict=True)),
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


def _by_class(outcomes: Outcomes, classes: Ints) -> list[Counts]:
    """The counts of each class."""
    names = ("possible", "actual", *KINDS)
    counts = [
        np.bincount(classes[getattr(outcomes, name)], minlength=len(CLASS_NAMES)).tolist() for name in names
    ]
    return [Counts(**dict(zip(names, of_class, strict=True))) for of_class in zip(*counts, strict=True)]


def _unresolved(overlap: Overlap) -> int:
    alone = overlap.shared == 1
    right = (overlap.key_size == 1) & (overlap.response_size == 1)
    return int(np.count_nonzero(alone & ~right))
