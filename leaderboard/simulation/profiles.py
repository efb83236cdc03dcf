"""Systems with known faults: how often each goes wrong, and in which way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import count, islice

from leaderboard.simulation.draws import Draws


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


def entrants(systems: int, null_pairs: int = 0) -> list[Entrant]:
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
