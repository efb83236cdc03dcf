"""Tables that are counted together have the sums that each has alone."""

from __future__ import annotations

import random

import numpy as np
import pytest

from leaderboard.matching import match
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import measure
from leaderboard.overlap import overlap
from leaderboard.slices import sums
from leaderboard.slices.attributes import SliceOptions
from leaderboard.slices.slicing import slice_key, slicings
from leaderboard.slices.sums import slice_sums, stacked_sums
from tests.slices.made import Spans, Texts, spans, texts
from tests.slices.reading import read_pair

ALL = tuple(build(MetricOptions()) for build in METRICS.values())
HOW = SliceOptions()


def pair(seed: int, nodes: bool) -> tuple[bytes, bytes]:
    made: Spans | Texts = (texts if nodes else spans)(random.Random(seed))
    sides = made.labelled("key"), made.labelled("response")
    if isinstance(made, Spans):
        return made.file(sides[0]), made.file(sides[1])
    return made.file(sides[0], "key"), made.file(sides[1], "response")


@pytest.mark.parametrize("nodes", [False, True])
@pytest.mark.parametrize("copies", [1, 3])
def test_sums_are_those_of_each_table(nodes: bool, copies: int) -> None:
    key, response = read_pair(*pair(3, nodes))
    silent = response.without_mentions()
    tables = [(key, response), (key, silent), (key, response)][:copies]
    for (ours, theirs), found in zip(tables, stacked_sums(tables, ALL, HOW), strict=True):
        alone = measure(overlap(match(ours, theirs, HOW.match, HOW.zeros)), ALL)
        assert set(found) == set(alone)
        assert all(np.array_equal(found[name], alone[name]) for name in alone)


@pytest.mark.parametrize("nodes", [False, True])
@pytest.mark.parametrize(("by", "keep"), [("class", "mentions"), ("size", "sides"), ("genre", "")])
def test_few_mentions_at_a_time_have_the_sums_of_many(
    nodes: bool, by: str, keep: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    [slicing] = slicings([by], [keep] if keep else [], HOW.labels)
    key, response = read_pair(*pair(4, nodes))
    found = slice_key(key, "", slicing, HOW)
    together = list(slice_sums(found, response, ALL))
    monkeypatch.setattr(sums, "BATCH", 1)
    for one, alone in zip(together, slice_sums(found, response, ALL), strict=True):
        assert all(np.array_equal(one.sums[name], alone.sums[name]) for name in alone.sums)


def test_no_tables_have_no_sums() -> None:
    assert list(stacked_sums([], ALL, HOW)) == []
