"""Slices: scores of a part of the data, such as a genre, pronouns, or long-range entities.

The numbers of a slice are those of the files with everything else deleted.
"""

from leaderboard.slices.attributes import BANDS, RESERVED, SliceOptions, checked_edges, with_edges
from leaderboard.slices.document_table import (
    DocumentLabels,
    DocumentTable,
    checked_patterns,
    read_document_table,
)
from leaderboard.slices.slicing import (
    Keep,
    KeySlices,
    Slice,
    Slicing,
    check_keeps,
    check_metrics,
    slice_key,
    slices_of,
    slicings,
)
from leaderboard.slices.sums import SliceSums, joint_sums, slice_metrics, slice_parts, slice_sums

__all__ = [
    "BANDS",
    "RESERVED",
    "DocumentLabels",
    "DocumentTable",
    "Keep",
    "KeySlices",
    "Slice",
    "SliceOptions",
    "SliceSums",
    "Slicing",
    "check_keeps",
    "check_metrics",
    "checked_edges",
    "checked_patterns",
    "joint_sums",
    "read_document_table",
    "slice_key",
    "slice_metrics",
    "slice_parts",
    "slice_sums",
    "slices_of",
    "slicings",
    "with_edges",
]
