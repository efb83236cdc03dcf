"""What a table says of the mentions of a key, and so of the mentions of a response that are the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from leaderboard.corpus.corpus import Corpus, span_numbers
from leaderboard.corpus.nodes import Ints


def labelled_beside(key: Corpus, side: Corpus) -> Corpus:
    """The side with the labels of the key's mentions of the same words, or in CorefUD of the same head."""
    if key.labels is None:
        return side
    row = rows_found(spans(key), key.labels.row, spans(side))
    if key.nodes and side.nodes:
        ours, theirs = (one.nodes.origin[one.part] + one.nodes.head for one in (key, side) if one.nodes)
        row = np.where(row < 0, rows_found(ours, key.labels.row, theirs), row)
    return replace(
        side,
        labels=key.labels.of(row),
        apart=side.apart and key.apart and labelled_beside(key.apart, side.apart),
        repeated=side.repeated and labelled_beside(key, side.repeated),
    )


def spans(side: Corpus) -> Ints:
    """A number for the words from the first to the last of each mention, below 0 where it has none."""
    numbers = span_numbers(side.tokens, side.part, side.start, side.end)
    return numbers if side.nodes is None else np.where(side.nodes.words > 0, numbers, -1)


def rows_found(known: Ints, row: Ints, wanted: Ints) -> Ints:
    """The row of the first known number that each wanted one equals, or -1; no number below 0 is known."""
    order = np.argsort(known, kind="stable")
    place = np.searchsorted(known[order], wanted)
    hit = (np.append(known[order], -1)[place] == wanted) & (wanted >= 0)
    return np.where(hit, np.append(row[order], -1)[place], -1)
