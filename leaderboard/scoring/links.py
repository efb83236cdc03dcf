"""Links within documents and across them, where entities are joined over documents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Groups, Ints
from leaderboard.matching import Matching, match
from leaderboard.metrics import Metric
from leaderboard.metrics.links import pairs
from leaderboard.metrics.metric import Floats, measure, stack
from leaderboard.options import Options
from leaderboard.overlap import overlap
from leaderboard.scoring.groups import numbered

# The rows of these sums are the fields of ``LinkSums``.
LINKS = "links"


class LinkSums(NamedTuple):
    """Pairs of mentions of one entity: all of them, and those in one document; and unmatched mentions."""

    common: Floats
    key: Floats
    response: Floats
    common_within: Floats
    key_within: Floats
    response_within: Floats
    unmatched: Floats


def within(metric: Metric) -> str:
    """Return the name of the sums of a metric where each document is by itself."""
    return f"within {metric.name}"


def further_sizes(metrics: Iterable[Metric], sizes: dict[str, int]) -> dict[str, int]:
    """Return the number of further sums by name, given those of metrics."""
    return {**{within(metric): sizes[metric.name] for metric in metrics}, LINKS: len(LinkSums._fields)}


def further_sums(found: Matching, options: Options, metrics: Sequence[Metric]) -> dict[str, Floats]:
    """Return the sums by group within documents, and of links; none where nothing is joined."""
    key, response = found.key, found.response
    if key.groups is None or key.apart is None or response.apart is None:
        return {}
    apart = match(key.apart, response.apart, options.match, options.zeros)
    measured = measure(overlap(apart), tuple(metrics))
    return {
        **{within(metric): _by_group(measured[metric.name], key.groups) for metric in metrics},
        LINKS: stack(*_links(found)),
    }


def _by_group(sums: Floats, groups: Groups) -> Floats:
    return np.stack([np.bincount(groups.of_part, row, len(groups.names)) for row in sums])


def _links(found: Matching) -> LinkSums:
    """Count the links of each group; none is enumerated."""
    key, response = found.key, found.response
    document = numbered([part.document for part in key.parts])
    cell = key.entity[found.key_mention] * max(response.entities, 1) + response.entity[found.response_mention]
    labels = (
        (cell, found.key_mention, key),
        (key.entity, np.arange(len(key.part)), key),
        (response.entity, np.arange(len(response.part)), response),
    )
    everywhere = [_pairs_by_unit(label, side.unit[rows], len(key.units)) for label, rows, side in labels]
    inside = [
        _pairs_by_unit(_apart(label, document[side.part[rows]]), side.unit[rows], len(key.units))
        for label, rows, side in labels
    ]
    mentions = [side.by_unit(rows) for _, rows, side in labels]
    unmatched = mentions[1] + mentions[2] - 2 * mentions[0]
    return LinkSums._make([*everywhere, *inside, unmatched.astype(np.float64)])


def _apart(label: Ints, document: Ints) -> Ints:
    """Labels that differ between documents."""
    number = np.unique(label, return_inverse=True)[1]
    labels: Ints = number * (document.max(initial=0) + 1) + document
    return labels


def _pairs_by_unit(label: Ints, unit: Ints, units: int) -> Floats:
    """C2 of how often each label stands, summed by unit."""
    _, first, count = np.unique(label, return_index=True, return_counts=True)
    counts: Floats = np.bincount(unit[first], weights=pairs(count), minlength=units).astype(np.float64)
    return counts
