"""What each slice is, and what is left of a response on it: fields of rows and of records."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from leaderboard.report.relation import Field
from leaderboard.report.table import Column, Value, listing
from leaderboard.scoring.scored import Counts

if TYPE_CHECKING:
    from leaderboard.scoring.sliced import SliceSheet


def _field(name: str, kind: str, value: Callable[[SliceSheet], Value]) -> Field[SliceSheet]:
    return Field(Column(name, name.replace("_", " ").capitalize(), kind), value)


# A slice as a board.
AS_BOARD = (
    _field("kind", "text", lambda sheet: "slice"),
    _field("board", "text", lambda sheet: sheet.slice.title),
    _field("label", "text", lambda sheet: sheet.slice.name),
    _field("documents", "count", lambda sheet: sheet.slice.documents),
)
# What only slices have.
OF_SLICE = (
    _field("by", "list", lambda sheet: sheet.slice.slicing.by),
    _field("value", "list", lambda sheet: sheet.slice.value),
    _field("keep", "text", lambda sheet: sheet.slice.slicing.keep),
    _field("small", "flag", lambda sheet: sheet.small),
)
# The same whoever takes part.
OF_KEY = (
    _field("key_mentions", "count", lambda sheet: sheet.slice.key_mentions),
    _field("key_entities", "count", lambda sheet: sheet.slice.key_entities),
)
_IN_FILES = ("by", "value", "keep", "small", "documents", *Counts._fields)
IN_FILES = tuple(Column(name, name) for name in _IN_FILES)


def slice_cells(sheet: SliceSheet, system: str) -> list[Value]:
    """The values in these columns, those of crossed attributes joined."""
    found = {field.column.name: field.value(sheet) for field in (*AS_BOARD, *OF_SLICE, *OF_KEY)}
    found |= response_counts(sheet, system)
    return [listing(found[column.name]) for column in IN_FILES]


def slice_record(sheet: SliceSheet) -> dict[str, object]:
    """Return a slice as a board, with the counts of the key."""
    return {
        **{field.column.name: field.value(sheet) for field in AS_BOARD},
        "datasets": [name or None for name in sheet.slice.datasets],
        **{field.column.name: field.value(sheet) for field in (*OF_SLICE, *OF_KEY)},
    }


def response_counts(sheet: SliceSheet, system: str) -> dict[str, float]:
    """Return the counts of what is left of a response, means where a system has several runs."""
    return {
        "response_mentions": sheet.response_mentions[system],
        "response_entities": sheet.response_entities[system],
    }
