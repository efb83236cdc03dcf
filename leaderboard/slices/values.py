"""The values that an attribute has on a key and on the responses to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.slices.bands import BANDS, Bands, band_names, band_of
from leaderboard.slices.document_table import DocumentLabels

# The value of what has none.
NONE = "(none)"


class Values(NamedTuple):
    """The names of the values in order, the value of each key mention, and what finds those of a response.

    Values are numbers of names; a mention with -1 is in no slice. ``ordered`` names are shown in this order,
    others by name. Only attributes of documents have the value of each part.
    """

    names: tuple[str, ...]
    key: Ints
    response: Callable[[Corpus], Ints]
    ordered: bool = False
    parts: Ints | None = None

    @property
    def present(self) -> set[str]:
        """The values that key mentions have."""
        return {self.names[number] for number in np.unique(self.key[self.key >= 0])}


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceOptions:
    """The rules of matching and of singletons, the edges of bands, and the organiser's labels."""

    match: str | None = None
    zeros: str = "dependent"
    singletons: str | None = None
    bands: Bands = field(default_factory=lambda: BANDS)
    labels: DocumentLabels = field(default_factory=DocumentLabels)


def on_both(
    names: Sequence[str], key: Corpus, number: Callable[[Corpus], Ints], ordered: bool = False
) -> Values:
    """Return the values that are found on key and response in one way."""
    return Values(tuple(names), number(key), number, ordered)


def banded(attribute: str, key: Corpus, options: SliceOptions, count: Callable[[Corpus], Ints]) -> Values:
    """Return the bands of a count that each mention has."""
    edges = options.bands[attribute]
    return on_both(band_names(attribute, edges), key, lambda side: band_of(count(side), edges), ordered=True)


def unknown(key: Corpus) -> Values:
    """Return the values of an attribute that nothing is known of."""
    return on_both((), key, lambda side: np.full(len(side.part), -1))


def in_order(names: Sequence[str]) -> tuple[tuple[str, ...], Ints]:
    """Return the different names in order, ``(none)`` last, and the number of each of the names given."""
    ordered = tuple(sorted(set(names), key=by_name))
    place = {name: number for number, name in enumerate(ordered)}
    return ordered, np.array([place[name] for name in names], np.int64)


def by_name(name: str) -> tuple[bool, str]:
    """Return the place of a name in the order of names."""
    return name == NONE, name
