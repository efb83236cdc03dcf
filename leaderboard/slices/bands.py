"""Bands of counts: each edge begins a band, and one more band lies below the first edge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.errors import SHOWN, UsageError

Bands = Mapping[str, tuple[int, ...]]

BANDS: Bands = {
    "words": (500, 2000, 10_000),
    "size": (2, 3, 5, 10),
    "range": (50, 200, 1000),
    "length": (1, 2, 3, 4, 5),
}
_LOWEST = {"words": 0, "size": 1, "range": 0, "length": 0}
_HIGHEST = 1_000_000_000


def band_names(attribute: str, edges: Sequence[int]) -> tuple[str, ...]:
    """Return the names of all bands, as ``1``, ``2``, ``3-4``, ``5+``."""
    begins = (_LOWEST[attribute], *edges)
    bounded = (str(low) if high == low + 1 else f"{low}-{high - 1}" for low, high in pairwise(begins))
    return (*bounded, f"{begins[-1]}+")


def band_of(counts: Ints, edges: Sequence[int]) -> Ints:
    """Return the number of the band of each count."""
    return np.searchsorted(np.array(edges, np.int64), counts, side="right")


def with_edges(texts: Iterable[str]) -> Bands:
    """Return the default bands with the edges that texts such as ``size=2,4`` give."""
    bands = dict(BANDS)
    for text in texts:
        name, _, edges = (piece.strip() for piece in text.partition("="))
        try:
            numbers = [int(edge) for edge in edges.split(",")]
        except ValueError:
            raise UsageError(f"--bands is {text[:SHOWN]!r}; write it as size=2,4") from None
        bands[name] = checked_edges(name, numbers)
    return bands


def checked_edges(name: str, edges: object) -> tuple[int, ...]:
    """Return the edges of an attribute, or refuse what cannot be edges of bands."""
    if name not in BANDS:
        raise UsageError(f"{name[:SHOWN]!r} has no bands; the attributes with bands are {', '.join(BANDS)}")
    if not isinstance(edges, list | tuple) or not edges or not all(type(edge) is int for edge in edges):
        raise UsageError(f"the bands of {name} are {str(edges)[:SHOWN]!r}; give a list of numbers, as [2, 4]")
    lowest = _LOWEST[name]
    if any(low >= high for low, high in pairwise((lowest, *edges))) or edges[-1] > _HIGHEST:
        what = f"the bands of {name} are {str(list(edges))[:SHOWN]}"
        raise UsageError(f"{what}; give increasing numbers above {lowest}, up to {_HIGHEST:,}")
    return tuple(edges)
