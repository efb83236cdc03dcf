"""Slices of a table: the items of each value of its columns, or of each band of their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from leaderboard.corpus import NONE, Ints
from leaderboard.errors import UsageError
from leaderboard.formats.counts import Rows, number
from leaderboard.options import Options
from leaderboard.scoresheet import Scoresheet
from leaderboard.scoring.key import Signature
from leaderboard.scoring.sliced import SliceSheet
from leaderboard.slices.attributes import in_order
from leaderboard.slices.slicing import Slice, Slicing, check_wanted
from leaderboard.tasks.counts.grid import Grid


def slices_of(
    slicing: Slicing, rows: Rows, grid: Grid, sheet: Scoresheet, signature: Signature, options: Options
) -> Iterator[SliceSheet]:
    """The items of each value of the columns to slice by."""
    columns = [_values(name, grid.of_items(rows, name), options) for name in slicing.by]
    sizes = [len(names) for names, _ in columns]
    joint = np.ravel_multi_index([places for _, places in columns], sizes)
    numbers = np.unique(joint).tolist()
    values = [
        tuple(names[at] for (names, _), at in zip(columns, np.unravel_index(place, sizes), strict=True))
        for place in numbers
    ]
    check_wanted(slicing, values)
    for place, value in zip(numbers, values, strict=True):
        if slicing.wants(value):
            part = sheet.at(np.flatnonzero(joint == place).tolist())
            yield SliceSheet(
                slice=Slice(
                    slicing=slicing,
                    value=value,
                    datasets=tuple(dict.fromkeys(name.dataset for name in part.parts)),
                    documents=part.documents,
                    key_mentions=len(part.parts),
                    key_entities=0,
                ),
                sheet=part,
                response_mentions=dict.fromkeys(sheet.systems, 0),
                response_entities=dict.fromkeys(sheet.systems, 0),
                fewest_mentions=options.slice_min,
                fewest_documents=options.slice_documents,
                signature=signature.and_of({"by": slicing.name}),
            )


def _values(name: str, texts: Sequence[str], options: Options) -> tuple[Sequence[str], Ints]:
    """The values of a column in order, or its bands where edges are stated, and that of each item."""
    stated = (text.partition("=") for text in options.bands or ())
    edges = [edges for column, _, edges in stated if column.strip() == name]
    if not edges:
        return in_order([text or NONE for text in texts])
    begins = sorted({number(edge) for edge in edges[0].split(",")})
    numbers = [number(text) for text in texts]
    if not np.isfinite([*begins, *numbers]).all():
        raise UsageError(f"--bands {name}={edges[0]}: give numbers, for a column of numbers")
    between = (f"{one:g} to < {other:g}" for one, other in pairwise(begins))
    bands = [f"< {begins[0]:g}", *between, f"{begins[-1]:g}+"]
    return bands, np.searchsorted(begins, numbers, side="right")
