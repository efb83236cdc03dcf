"""Chains side by side, as a person reads them."""

from __future__ import annotations

from leaderboard.denotation import ChainPair, Expression
from leaderboard.report.chains import chain_records, chain_table

ANN = Expression(0, 1, "Ann Lee", "PN")
HER = Expression(3, 3, "her", "PRO")
DOG = Expression(4, 4, None, None)
LONG = Expression(5, 30, "the " + "very " * 20 + "old friend", "NP")
PAIRS = (
    ChainPair(0, (ANN, HER), (ANN,), 0.75, ((ANN,), (HER,))),
    ChainPair(2, (), (HER, DOG), None, ()),
    ChainPair(2, (LONG,), (), None, ((LONG,),)),
)


def test_one_row_a_pair() -> None:
    table = chain_table("a/b", {"alpha": PAIRS})
    assert table.caption == "Chains of a/b, those of the key beside those of alpha"
    assert table.rows == (
        ("alpha", 0, "Ann Lee; her", "Ann Lee", 0.75, "Ann Lee | her", 1),
        ("alpha", 2, "∅", "her; 4–4", None, "", None),
        ("alpha", 2, "the very very very v…very very old friend", "∅", None, "", None),
    )


def test_columns_that_say_the_same_in_every_row_are_left_out() -> None:
    assert chain_table("a", {"alpha": PAIRS}).main().labels[:2] == ["Part", "Key"]
    assert chain_table("a", {"alpha": PAIRS[:1]}).main().labels[0] == "Key"
    both = chain_table("a", {"alpha": PAIRS, "beta": PAIRS[:1]})
    assert both.main().labels[:2] == ["System", "Part"]
    assert both.groups == {3}


def test_the_records() -> None:
    ann, her = (
        {"start": 0, "end": 1, "text": "Ann Lee", "class": "PN"},
        {"start": 3, "end": 3, "text": "her", "class": "PRO"},
    )
    assert chain_records(PAIRS[:2]) == [
        {
            "part": 0,
            "key": [ann, her],
            "response": [ann],
            "similarity": 0.75,
            "partition": [[[0, 1]], [[3, 3]]],
            "missing_links": 1,
        },
        {
            "part": 2,
            "key": [],
            "response": [her, {"start": 4, "end": 4, "text": None, "class": None}],
            "similarity": None,
            "partition": [],
            "missing_links": 0,
        },
    ]
