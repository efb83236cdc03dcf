"""A slice over all datasets whose key has it: its parts, and the sums of a response on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from leaderboard.corpus import Part
from leaderboard.slices.key_slices import KeySlice, KeySlices, Slice
from leaderboard.slices.sums import SliceSums

Keys = Mapping[str, KeySlices]


def slice_parts(one: Slice, keys: Keys) -> tuple[tuple[str, Part], ...]:
    """Return the dataset and the part of each column of the sums of a slice."""
    return tuple(
        (dataset, of_key.key.parts[part])
        for dataset, of_key in _having(one, keys)
        for part in np.flatnonzero(of_key.parts).tolist()
    )


def joint_sums(one: Slice, keys: Keys, found: Mapping[str, Mapping[tuple[str, ...], SliceSums]]) -> SliceSums:
    """Return the sums of a response on the parts of a slice, of its slices by dataset and value."""
    of_datasets = [(of_key.parts, found[dataset][one.value]) for dataset, of_key in _having(one, keys)]
    return SliceSums(
        one.value,
        {
            metric: np.concatenate([own.sums[metric][..., parts] for parts, own in of_datasets], axis=-1)
            for metric in of_datasets[0][1].sums
        },
        sum(own.mentions for _, own in of_datasets),
        sum(own.entities for _, own in of_datasets),
    )


def _having(one: Slice, keys: Keys) -> Iterator[tuple[str, KeySlice]]:
    """The datasets of a slice, with what is left of the key of each."""
    for dataset in one.datasets:
        [of_key] = [found for found in keys[dataset].slices if found.value == one.value]
        yield dataset, of_key
