"""What two responses get right and wrong of the same text, though their counts may be equal."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.error_analysis.profile import (
    ALL,
    KINDS,
    ErrorProfile,
    Kind,
    Turn,
    behind,
    error_profile,
    resolved,
    turns,
)
from leaderboard.metrics.da import denotation
from leaderboard.overlap import Overlap
from tests.metrics.test_da import TOKENS, table_of, tags
from tests.support import strategies
from tests.support.columns import overlap_of, single, texts
from tests.support.plain_conll import Part

HOW = denotation()


def turned(first: Overlap, second: Overlap) -> dict[Kind, Turn]:
    return turns([behind(resolved(first, HOW))], [behind(resolved(second, HOW))])


def test_opposite_changes_do_not_cancel() -> None:
    """Ann, dog, her, it, twice: each response is right where the other is wrong."""
    text = texts(*("NNP", "NN", "PRP", "PRP", *["VB"] * (TOKENS - 4)) * 2)
    key, wrong = ([[(0, 0), (2, 2)], [(1, 1), (3, 3)]], [[(0, 0), (3, 3)], [(1, 1), (2, 2)]])
    first = table_of([(key, key), (key, wrong)], text)
    second = table_of([(key, wrong), (key, key)], text)
    assert error_profile(resolved(first, HOW)) == error_profile(resolved(second, HOW))
    found = turned(first, second)
    for name in (ALL, "PRO"):
        assert (found["correct", name], found["incorrect", name]) == (Turn(2, 2), Turn(2, 2))
    assert found["correct", "PN"] == Turn(0, 0)
    assert found["split", ALL] == Turn(2, 2)
    assert found["unresolved", ALL] == Turn(4, 4)
    assert ("merged", ALL) not in found


@pytest.mark.parametrize(
    ("first", "second", "kind", "turn"),
    [
        (["ab", "ch"], ["ab", "ch"], "spurious", Turn(0, 0)),
        (["abch"], ["abci"], "spurious", Turn(1, 1)),
        (["abh"], ["abi"], "invented", Turn(1, 1)),
        (["abh"], ["abhi"], "invented", Turn(0, 1)),
        (["ab"], ["ac"], "missed", Turn(1, 1)),
        (["ab"], ["ac"], "missing", Turn(1, 1)),
        (["abc"], [], "missed", Turn(0, 3)),
        (["ab", "c"], ["a", "bc"], "unresolved", Turn(1, 1)),
    ],
)
def test_by_hand(first: list[str], second: list[str], kind: str, turn: Turn) -> None:
    one, other = (overlap_of([single("abc")], [single(*response)]) for response in (first, second))
    assert turned(one, other)[kind, ALL] == turn


def test_mentions_of_one_span_are_counted_one_by_one() -> None:
    one, other = np.array([-7, -7, -7, -5]), np.array([-7])
    kind = ("invented", ALL)
    assert turns([{kind: one}], [{kind: other}]) == {kind: Turn(3, 0)}


def test_datasets_add_and_are_told_apart() -> None:
    """The same mention is missed on one dataset by the first, on the other by the second."""
    whole, half = (overlap_of([single("ab")], [single(response)]) for response in ("ab", "a"))
    all_of, half_of = behind(resolved(whole, HOW)), behind(resolved(half, HOW))
    assert turns([all_of, half_of], [half_of, all_of])["missed", ALL] == Turn(1, 1)


def numbers(profile: ErrorProfile) -> dict[Kind, int]:
    groups = {ALL: profile.counts, **profile.by_class}
    return {(kind, name): getattr(counts, kind) for kind in KINDS for name, counts in groups.items()} | {
        (kind, ALL): getattr(profile, kind) for kind in ("missed", "invented", "split", "unresolved")
    }


@given(corpus=strategies.corpora, tags=tags, tagless=st.booleans(), data=st.data())
@settings(max_examples=100, deadline=None)
def test_what_stands_behind_a_profile_is_as_many_as_it_counts(
    corpus: list[Part], tags: list[str], tagless: bool, data: st.DataObject
) -> None:
    """And a turn leaves the difference of two profiles."""
    assert len(tags) == TOKENS
    others = [data.draw(strategies.parts())[1] for _ in corpus]
    text = texts(*["-" if tagless else tag for tag in tags] * len(corpus))
    first = table_of(corpus, text)
    second = table_of([(key, other) for (key, _), other in zip(corpus, others, strict=True)], text)
    one, two = numbers(error_profile(resolved(first, HOW))), numbers(error_profile(resolved(second, HOW)))
    assert {kind: len(names) for kind, names in behind(resolved(first, HOW)).items()} == one
    found, back = turned(first, second), turned(second, first)
    assert {kind: turn.only_second - turn.only_first for kind, turn in found.items()} == {
        kind: two[kind] - one[kind] for kind in one
    }
    assert back == {
        kind: replace(turn, only_first=turn.only_second, only_second=turn.only_first)
        for kind, turn in found.items()
    }
