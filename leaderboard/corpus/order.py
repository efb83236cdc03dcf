"""Orders of mentions and of entities, found by as few sorts as possible."""

from __future__ import annotations

import math

import numpy as np

from leaderboard.corpus.nodes import Ints


def in_order(*columns: Ints) -> Ints:
    """The order by the first column, then by the next ones; numbers are not negative."""
    widths = [int(column.max(initial=0)) + 1 for column in columns]
    if math.prod(widths) > np.iinfo(np.int64).max:
        return np.lexsort(columns[::-1])
    joint = columns[0]
    for column, width in zip(columns[1:], widths[1:], strict=True):
        joint = joint * width + column
    return np.argsort(joint, kind="stable")


def first_places(labels: Ints) -> Ints:
    """For each label, which is small and not negative, the first place where it occurs."""
    place = np.full(int(labels.max(initial=-1)) + 1, len(labels))
    np.minimum.at(place, labels, np.arange(len(labels)))
    found: Ints = place[labels]
    return found
