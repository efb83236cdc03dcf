"""Synthetic systems with known faults: how often each goes wrong, in which way, and its responses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import count, islice

import numpy as np
from numpy.typing import NDArray

from leaderboard.simulation.language import NAME, NOUN, PRONOUN, Draws, Flags, Integers
from leaderboard.simulation.synthetic_key import FIRST_SYSTEM_STREAM, HARDER, Part


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Error rates from 0 to 1.

    Of the key's mentions, ``missing_*`` are not found, by class, ``misread`` are found a token too
    short, ``misplaced`` are put into the entity of a random other mention; ``split`` is how often
    an entity breaks before a mention, ``merged`` how often two neighbouring entities become one;
    ``invented`` is the number of mentions that the key lacks, per mention that it has.
    """

    missing_names: float = 0.0
    missing_nouns: float = 0.0
    missing_pronouns: float = 0.0
    misread: float = 0.0
    misplaced: float = 0.0
    split: float = 0.0
    merged: float = 0.0
    invented: float = 0.0

    def harder(self, factor: float) -> Profile:
        """Every rate r with its odds r / (1 - r) multiplied, so that 0 and 1 stay."""
        return Profile(**{field.name: harder(getattr(self, field.name), factor) for field in fields(self)})


def harder(rate: float, factor: float) -> float:
    """The rate r with its odds r / (1 - r) multiplied."""
    return rate * factor / (1 - rate + rate * factor)


# The rates of each profile, in the order of its fields.
_RATES = {
    "perfect": (0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00),
    "shuffled": (0.00, 0.00, 0.00, 0.00, 1.00, 0.00, 0.00, 0.00),
    "balanced": (0.10, 0.16, 0.08, 0.03, 0.07, 0.04, 0.06, 0.15),
    "close": (0.10, 0.17, 0.08, 0.03, 0.075, 0.04, 0.06, 0.15),
    "precise": (0.25, 0.38, 0.25, 0.02, 0.02, 0.06, 0.02, 0.04),
    "eager": (0.04, 0.07, 0.03, 0.03, 0.08, 0.02, 0.25, 0.45),
    "merger": (0.10, 0.16, 0.08, 0.03, 0.05, 0.02, 0.70, 0.12),
    "splitter": (0.10, 0.16, 0.08, 0.03, 0.05, 0.20, 0.02, 0.12),
    "pronoun-blind": (0.06, 0.12, 0.75, 0.02, 0.04, 0.03, 0.04, 0.10),
    "careless": (0.15, 0.24, 0.14, 0.08, 0.11, 0.07, 0.10, 0.25),
}
PROFILES = {
    name: Profile(**{field.name: rate for field, rate in zip(fields(Profile), rates, strict=True)})
    for name, rates in _RATES.items()
}


@dataclass(frozen=True, slots=True)
class Entrant:
    """A named system; entrants with one stream of chance, and of one run, err at the same places."""

    name: str
    profile: Profile
    stream: int
    run: int = 0


_FIELD = (
    ("balanced", "balanced", 0),
    ("close", "close", 0),
    ("copy", "balanced", 0),
    ("precise", "precise", 1),
    ("eager", "eager", 2),
    ("merger", "merger", 3),
    ("splitter", "splitter", 4),
    ("pronoun-blind", "pronoun-blind", 5),
    ("careless", "careless", 6),
)
_STREAMS = 7  # doubled: null pairs have the odd streams, so that more systems never change them
# The luck of a run is between 1 - spread and 1 + spread, a sum of three draws of so many steps.
_LUCK, _SPREAD, _STEPS = 1, 0.1, 1 << 20


def entrants(systems: int, null_pairs: int) -> list[Entrant]:
    """The field of a shared task: ``close`` and ``copy`` follow ``balanced``, the others err alone.

    Beyond nine systems the field comes again with more errors, round by round. The two of a null pair
    have the same profile and independent chance, so neither is better.
    """
    pairs = [
        Entrant(f"null-{pair + 1}{side}", PROFILES["balanced"], 1 + 2 * (2 * pair + place))
        for pair in range(null_pairs)
        for place, side in enumerate("ab")
    ]
    return [*islice(_field(), systems), *pairs]


def runs_of(entrant: Entrant, runs: int, seed: int) -> list[Entrant]:
    """Return the runs of a system: the luck of each multiplies the odds of all its errors.

    So runs vary as a whole, and more documents do not average that away. All systems have the same kind
    of luck, which makes two systems of one profile equal methods; systems of one stream share theirs.
    """
    draws = Draws(seed, 0, entrant.stream, _LUCK).below(_STEPS, 3 * runs).reshape(runs, 3)
    luck = [1 + _SPREAD * (2 * total / (3 * _STEPS) - 1) for total in draws.sum(axis=1).tolist()]
    return [
        Entrant(f"{entrant.name}@{run}", entrant.profile.harder(factor), entrant.stream, run)
        for run, factor in enumerate(luck, start=1)
    ]


def _field() -> Iterator[Entrant]:
    yield from (Entrant(name, PROFILES[profile], 2 * stream) for name, profile, stream in _FIELD)
    yield from (
        Entrant(f"{name}-{turn + 1}", PROFILES[profile].harder(1 + turn / 5), 2 * (stream + turn * _STREAMS))
        for turn in count(1)
        for name, profile, stream in _FIELD
    )


_NEIGHBOURHOOD = 12  # phrases in a row whose invented mentions become one new entity

# A run errs at places of its own in one part of so many, in the others at the places of its system.
_APART = 8


def response(part: Part, entrant: Entrant, seed: int) -> Integers:
    """The entity of each span of the part in the system's response, -1 for none.

    Every kind of error draws the same amount of chance whatever its rate, so two profiles with one
    stream differ only by the errors that their rates add. Hard parts are hard for every system.
    """
    apart = (part.index + entrant.run) % _APART == 0
    draws = Draws(seed, FIRST_SYSTEM_STREAM + entrant.stream, part.index, entrant.run if apart else 0)
    profile = entrant.profile.harder(part.difficulty)
    phrases = len(part.entities) // 2
    mentions = np.flatnonzero(part.entities >= 0)
    entities = part.entities[:phrases].copy()
    hard = np.isin(part.kind[mentions], list(part.hard))
    entities[mentions] = _linked(part.entities[mentions], profile, hard, draws)
    others = np.flatnonzero(part.entities[:phrases] < 0)
    entities[others] = _invented(entities[mentions], len(others), profile.invented, draws)
    entities[mentions[_missed(part.kind[mentions], profile, hard, draws)]] = -1
    spans = _misread(entities, part.end[phrases:] >= 0, draws.chance(profile.misread, phrases))
    return spans if part.keeps_singletons else _without_singletons(spans)


def _linked(key: Integers, profile: Profile, hard: Flags, draws: Draws) -> Integers:
    """The entities of the key's mentions after merging, misplacing and splitting."""
    merges = draws.chance(profile.merged, int(key.max(initial=0)) // 2 + 1)
    entities = np.where(merges[key // 2], key // 2 * 2, key)
    elsewhere = entities[draws.below(max(len(key), 1), len(key))]
    misplaced = np.where(hard, harder(profile.misplaced, HARDER), profile.misplaced)
    entities = np.where(draws.chance(misplaced, len(key)), elsewhere, entities)
    return _split(entities, draws.chance(profile.split, len(key)))


def _split(entities: Integers, breaks: Flags) -> Integers:
    """Number the entities anew, where a mention that breaks starts another."""
    order = np.argsort(entities, kind="stable")
    first = np.diff(entities[order], prepend=-1) != 0
    split = np.empty_like(entities)
    split[order] = np.cumsum(first | breaks[order]) - 1
    return split


def _invented(linked: Integers, others: int, rate: float, draws: Draws) -> Integers:
    """The entities of phrases that are no mentions: half join one that exists, half make new ones."""
    taken = draws.chance(rate * len(linked) / max(others, 1), others)
    joins = taken & draws.chance(0.5, others)
    joined = draws.below(max(len(linked), 1), others)
    invented = int(linked.max(initial=-1)) + 1 + np.arange(others) // _NEIGHBOURHOOD
    invented[joins] = linked[joined[joins]]
    return np.where(taken, invented, -1)


def _missed(kind: Integers, profile: Profile, hard: Flags, draws: Draws) -> Flags:
    rates = np.where(hard, _missing(profile.harder(HARDER))[kind], _missing(profile)[kind])
    return draws.chance(rates, len(kind))


def _missing(profile: Profile) -> NDArray[np.float64]:
    """The rates at which mentions are missed, by class."""
    rates = np.empty(3)
    rates[[NAME, NOUN, PRONOUN]] = profile.missing_names, profile.missing_nouns, profile.missing_pronouns
    return rates


def _misread(entities: Integers, possible: Flags, hasty: Flags) -> Integers:
    """Entities of phrases and of misread phrases, with the hasty ones moved to the second half."""
    moved = hasty & possible
    return np.concatenate([np.where(moved, -1, entities), np.where(moved, entities, -1)])


def _without_singletons(entities: Integers) -> Integers:
    sizes = np.bincount(entities[entities >= 0], minlength=1)
    return np.where((entities >= 0) & (sizes[entities] > 1), entities, -1)
