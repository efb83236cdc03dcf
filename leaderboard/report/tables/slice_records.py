"""The name and the counts of a slice for programs."""

from __future__ import annotations

from leaderboard.tasks.slices import SliceSheet


def slice_record(sheet: SliceSheet) -> dict[str, object]:
    """Return what a slice is, with the counts of the key, which are the same whoever takes part."""
    one = sheet.slice
    return {
        "by": list(one.slicing.by),
        "value": list(one.value),
        "keep": one.slicing.keep,
        "small": sheet.small,
        "documents": one.documents,
        "key_mentions": one.key_mentions,
        "key_entities": one.key_entities,
    }


def response_counts(sheet: SliceSheet, system: str) -> dict[str, float]:
    """Return the counts of what is left of a response, means where a system has several runs."""
    return {
        "response_mentions": sheet.response_mentions[system],
        "response_entities": sheet.response_entities[system],
    }
