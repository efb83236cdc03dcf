"""A slice for programs: what it is, and what is left of it."""

from __future__ import annotations

from leaderboard.report.table import Column, Value
from leaderboard.scoring.scored import Counts
from leaderboard.tasks.slice_sheets import SliceSheet

# What a slice is and what is left of it, where each row is of one system.
_OF_SLICES = ("by", "value", "keep", "small", "documents", *Counts._fields)
OF_SLICES = tuple(Column(name, name) for name in _OF_SLICES)


def slice_cells(sheet: SliceSheet, system: str) -> list[Value]:
    """The values in these columns, those of crossed attributes joined."""
    record = {**slice_record(sheet), **response_counts(sheet, system)}
    found = (record[column.name] for column in OF_SLICES)
    values = ("/".join(value) if isinstance(value, list) else value for value in found)
    return [value if isinstance(value, str | int | float) else None for value in values]


def slice_record(sheet: SliceSheet) -> dict[str, object]:
    """Return a slice as a board, with the counts of the key, which are the same whoever takes part."""
    one = sheet.slice
    return {
        "kind": "slice",
        "board": one.title,
        "label": one.name,
        "documents": one.documents,
        "datasets": [name or None for name in one.datasets],
        "by": list(one.slicing.by),
        "value": list(one.value),
        "keep": one.slicing.keep,
        "small": sheet.small,
        "key_mentions": one.key_mentions,
        "key_entities": one.key_entities,
    }


def response_counts(sheet: SliceSheet, system: str) -> dict[str, float]:
    """Return the counts of what is left of a response, means where a system has several runs."""
    return {
        "response_mentions": sheet.response_mentions[system],
        "response_entities": sheet.response_entities[system],
    }
