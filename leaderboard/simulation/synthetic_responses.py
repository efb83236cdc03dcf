"""The response of a synthetic system to a part of the key, with every kind of error in turn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from leaderboard.simulation.draws import Draws, Flags, Integers
from leaderboard.simulation.language import NAME, NOUN, PRONOUN
from leaderboard.simulation.profiles import Entrant, Profile, harder
from leaderboard.simulation.synthetic_key import FIRST_SYSTEM_STREAM, HARDER, Part

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
