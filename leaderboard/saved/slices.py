"""Slices in saved sums: which there are, in the manifest, and their sums, in the file of each response."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from leaderboard.corpus import Ints, Part
from leaderboard.metrics import Metric
from leaderboard.metrics.metric import Floats
from leaderboard.saved.sums import quantities
from leaderboard.scoresheet import PartName
from leaderboard.scoring.sliced import PlacedSlice
from leaderboard.untrusted import count, member, name, of_kind

if TYPE_CHECKING:
    from leaderboard.slices import Keep, SliceSums

# What stands beside the metrics of a slice.
_COUNTS = "counts"
_KEEPS: tuple[Keep, ...] = ("documents", "entities", "mentions", "sides")


def slice_records(slices: Sequence[PlacedSlice], parts: Sequence[PartName]) -> list[dict[str, Any]]:
    """Return the slices for the manifest; their parts are numbers of the key's."""
    return [
        {
            "by": key_slice.slicing.by,
            "only": key_slice.slicing.only,
            "keep": key_slice.slicing.keep,
            "value": key_slice.value,
            "datasets": key_slice.datasets,
            "documents": key_slice.documents,
            "key_mentions": key_slice.key_mentions,
            "key_entities": key_slice.key_entities,
            "signed": placed.signed,
            "parts": columns.tolist(),
        }
        for placed, columns in zip(slices, columns_of(slices, parts), strict=True)
        for key_slice in [placed.slice]
    ]


def columns_of(slices: Sequence[PlacedSlice], parts: Sequence[PartName]) -> list[Ints]:
    """Return where the parts of each slice stand among those of the key."""
    column = {part: number for number, part in enumerate(parts)}
    names = [
        [PartName(dataset, part.document, part.number) for dataset, part in placed.parts] for placed in slices
    ]
    return [np.array([column[name] for name in of_slice], np.int64) for of_slice in names]


def read_slices(records: Sequence[Any], parts: Sequence[PartName]) -> tuple[PlacedSlice, ...]:
    """Read the slices of a manifest; raise ValueError if anything is wrong."""
    return tuple(_slice(of_kind(dict, record), parts) for record in records)


def _slice(record: dict[str, Any], parts: Sequence[PartName]) -> PlacedSlice:
    from leaderboard.slices import Slice, Slicing

    by, value = (tuple(map(name, member(record, field, list))) for field in ("by", "value"))
    only = tuple(None if entry is None else name(entry) for entry in member(record, "only", list))
    columns = [count(entry) for entry in member(record, "parts", list)]
    keep = next((entry for entry in _KEEPS if entry == record.get("keep")), None)
    if keep is None or not by or len({len(by), len(value), len(only)}) > 1:
        raise ValueError("a slice of an unknown kind")
    if not columns or columns != sorted(set(columns)) or columns[-1] >= len(parts):
        raise ValueError("a slice of unknown parts")
    kept = [parts[column] for column in columns]
    return PlacedSlice(
        Slice(
            slicing=Slicing(by=by, only=only, keep=keep),
            value=value,
            datasets=tuple(map(name, member(record, "datasets", list))),
            documents=count(record.get("documents")),
            key_mentions=count(record.get("key_mentions")),
            key_entities=count(record.get("key_entities")),
        ),
        tuple((part.dataset, Part(part.document, part.number)) for part in kept),
        {
            field: None if text is None else name(text)
            for field, text in member(record, "signed", dict).items()
        },
    )


def named_sums(slices: Sequence[SliceSums], columns: Sequence[Ints], parts: int) -> dict[str, Floats]:
    """Return the sums of slices by name, on all parts of the key, 0 where a slice has none.

    The counts of mentions and entities stand on the first part.
    """
    named = {}
    for number, (slice_sums, column) in enumerate(zip(slices, columns, strict=True)):
        for metric, sums in slice_sums.sums.items():
            named[_called(number, metric)] = spread = np.zeros((len(sums), parts))
            spread[:, column] = sums
        named[_called(number, _COUNTS)] = counts = np.zeros((2, parts))
        counts[:, 0] = slice_sums.mentions, slice_sums.entities
    return named


def sizes(slices: Sequence[PlacedSlice], metrics: Sequence[Metric]) -> dict[str, int]:
    """Return the number of sums of each metric on each slice, by name."""
    from leaderboard.slices import slice_metrics

    named = {}
    known: dict[Keep, dict[str, int]] = {}
    for number, placed in enumerate(slices):
        slicing = placed.slice.slicing
        if slicing.keep not in known:
            known[slicing.keep] = {**quantities(slice_metrics(slicing, metrics)), _COUNTS: 2}
        named.update({_called(number, name): size for name, size in known[slicing.keep].items()})
    return named


def slices_in(
    sums: Mapping[str, Floats], slices: Sequence[PlacedSlice], columns: Sequence[Ints]
) -> tuple[SliceSums, ...]:
    """Return the sums of slices from those by name."""
    from leaderboard.slices import SliceSums

    read = []
    for number, (placed, column) in enumerate(zip(slices, columns, strict=True)):
        beginning = _called(number, "")
        of_slice = {name.removeprefix(beginning): sums[name] for name in sums if name.startswith(beginning)}
        mentions, entities = of_slice.pop(_COUNTS)[:, 0].astype(int).tolist()
        kept = {name: rows[:, column] for name, rows in of_slice.items()}
        read.append(SliceSums(placed.slice.value, kept, mentions, entities))
    return tuple(read)


def _called(number: int, name: str) -> str:
    return f"slice {number} {name}"
