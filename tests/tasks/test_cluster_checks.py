"""Likely mistakes in clusters in memory: which are told of, once, and where; and what is none."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import leaderboard

KEY = [[(3 * i, 3 * i) for i in range(6)], [(22, 23), (26, 27), (31, 31)]]
FLAT = [mention for entity in KEY for mention in entity]
Pair = tuple[Any, Any]


def moved(start: int, end: int) -> list[list[tuple[int, int]]]:
    return [[(first + start, last + end) for first, last in entity] for entity in KEY]


def told(pairs: Sequence[Pair]) -> tuple[str, ...]:
    """What a scorer of these documents warns of."""
    scorer = leaderboard.Scorer(["lea"])
    for key, response in pairs:
        scorer.add(key, response)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        scorer.scores()
        scorer.per_document()
    assert [str(one.message) for one in caught] == list(scorer.warnings)
    assert all(one.category is leaderboard.LeaderboardWarning for one in caught)
    return scorer.warnings


def test_warnings_name_the_line_that_asks() -> None:
    scorer = leaderboard.Scorer(["lea"])
    scorer.add(KEY, FLAT)
    with pytest.warns(leaderboard.LeaderboardWarning, match="a list of spans") as caught:
        scorer.scores()
    assert caught[0].filename == __file__


MISTAKES: dict[str, tuple[list[Pair], list[str]]] = {
    "flat response": (
        [(KEY, FLAT)],
        ["the response is a list of spans, not of entities; write [[span, span], …]"],
    ),
    "flat key": ([(FLAT, KEY)], ["the key is a list of spans, not of entities; write [[span, span], …]"]),
    "flat sides": (
        [(FLAT, FLAT[:4])],
        [
            f"the {side} is a list of spans, not of entities; write [[span, span], …]"
            for side in ("key", "response")
        ],
    ),
    "texts": (
        [(KEY, [["the", "girl", "she"]])],
        ["mentions of the key are tuples of 2, mentions of the response texts; give both in one form"],
    ),
    "with document": (
        [(KEY, [[("d", *mention) for mention in entity] for entity in KEY])],
        ["mentions of the key are tuples of 2, mentions of the response tuples of 3; give both in one form"],
    ),
    "numbers": (
        [([[1, 2, 3]], [[object(), object(), object()]])],
        ["mentions of the key are numbers, mentions of the response objects; give both in one form"],
    ),
    "ends exclusive": (
        [(KEY, moved(0, 1))] * 4,
        [
            "0 of 36 mentions match the key: "
            "ends seem to be one too large; give the last token of a mention as its end"
        ],
    ),
    "from 1": (
        [(KEY, moved(1, 1))] * 4,
        ["0 of 36 mentions match the key: offsets seem to count from 1; count from 0, as the key does"],
    ),
    "flat arrays": (
        [(np.array(FLAT), np.array(FLAT[:4]))],
        [
            f"the {side} is a list of spans, not of entities; write [[span, span], …]"
            for side in ("key", "response")
        ],
    ),
    "swapped": (
        [([], KEY)],
        ["the key is empty in every document; check whether key and response are swapped"],
    ),
    "empty": (
        [(KEY, [])],
        ["the response is empty in every document; check whether key and response are swapped"],
    ),
    "nothing": (
        [(KEY, moved(100, 100))] * 6,
        [
            "none of 54 mentions of the response matches one of the key; "
            "check that both have the same documents and offsets"
        ],
    ),
}


@pytest.mark.parametrize("case", MISTAKES.values(), ids=MISTAKES)
def test_a_likely_mistake_is_told_once(case: tuple[list[Pair], list[str]]) -> None:
    pairs, said = case
    assert told(pairs) == tuple(said)


NONE: dict[str, list[Pair]] = {
    "the key itself": [(KEY, KEY)],
    "entities of two numbers": [([[1, 2], [3, 4], [5, 6]], [[1, 2], [3, 4], [5, 6]])],
    "numbers that stand twice, in entities of three": [([[1, 2, 3]], [[1, 2, 2]])],
    "few mentions with other ends": [(KEY, moved(0, 1))] * 2,
    "some mentions with other ends": [(KEY, KEY), *[(KEY, moved(0, 1))] * 4],
    "few that do not match": [(KEY, moved(100, 100))] * 5,
    "one document without a response": [(KEY, KEY), (KEY, [])],
    "no mentions at all": [([], [])],
    "two kinds on one side": [([["she"], [(1, 1)]], [["she"]])],
    "first after last": [([[2, 1], [1, 1]], [[2, 1], [1, 1]])],
    "starts and lengths": [(KEY, [[(first, last - first + 1) for first, last in entity] for entity in KEY])]
    * 5,
    "one number": [([[1], [1, 1]], [[1], [1, 1]])],
}


@pytest.mark.parametrize("pairs", NONE.values(), ids=NONE)
def test_what_is_no_mistake_is_not_told(pairs: list[Pair]) -> None:
    assert told(pairs) == ()


def test_only_the_first_mentions_are_looked_at() -> None:
    long = [[(10 * j + i, 10 * j + i) for j in range(100)] for i in range(6)]
    assert told([(long, long), (FLAT, FLAT)]) == ()
    assert told([(long, [])])[0].startswith("the response is empty")


def test_two_scorers_add_what_they_know() -> None:
    halves = [leaderboard.Scorer(["lea"]) for _ in range(2)]
    for half in halves:
        half.add(KEY, moved(0, 1))
        half.add(KEY, moved(0, 1))
    first, second = (pickle.loads(pickle.dumps(half)) for half in halves)
    with pytest.warns(leaderboard.LeaderboardWarning, match="^0 of 36 mentions match the key: ends seem"):
        (first + second).scores()
    scorer = leaderboard.Scorer(["lea"])
    scorer.add(KEY, FLAT)
    with pytest.warns(leaderboard.LeaderboardWarning, match="is a list of spans"):
        scorer.scores()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert (scorer + first).warnings == scorer.warnings


def test_generators_are_read_once() -> None:
    scorer = leaderboard.Scorer(["lea"])
    scorer.add((iter(entity) for entity in KEY), (iter(entity) for entity in KEY))
    assert scorer.scores()["lea"].f1 == 1


class TestSeveralScorers:
    @pytest.fixture
    def scorers(self) -> dict[str, leaderboard.Scorer]:
        found = {}
        for name, shift in (("fair", 0), ("late", 1), ("later", 1)):
            found[name] = leaderboard.Scorer(["lea"])
            for _ in range(6):
                found[name].add(KEY, moved(shift, shift))
        return found

    @pytest.mark.parametrize("call", [leaderboard.rank, leaderboard.compare])
    def test_warnings_name_the_system_and_stay_in_the_result(
        self, call: Any, scorers: dict[str, leaderboard.Scorer]
    ) -> None:
        what = "0 of 54 mentions match the key: offsets seem to count from 1; count from 0, as the key does"
        expected = [f"late: {what}", f"later: {what}"]
        with pytest.warns(leaderboard.LeaderboardWarning) as caught:
            result = call(scorers)
        assert [str(one.message) for one in caught] == expected
        assert list(map(str, result.warnings)) == expected
        assert scorers["late"].warnings == (what,)

    def test_one_scorer_needs_no_name(self, scorers: dict[str, leaderboard.Scorer]) -> None:
        with pytest.warns(leaderboard.LeaderboardWarning, match="^0 of 54 mentions"):
            result = leaderboard.rank({"late": scorers["late"]})
        assert [one.file for one in result.warnings] == ["late"]
