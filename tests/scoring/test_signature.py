"""A signature is one line of text, and has its fields by name."""

from __future__ import annotations

import copy
import pickle

from leaderboard.scoring.key import Signature

SIGNED = Signature({"format": "conll", "settings": None, "word-column": 3, "key": "abc"})


def test_the_text_has_the_fields_in_order_without_those_that_say_nothing() -> None:
    assert SIGNED == "format:conll|word-column:3|key:abc"
    assert SIGNED.fields == {"format": "conll", "word-column": "3", "key": "abc"}


def test_a_text_is_read_back() -> None:
    assert Signature.parse(SIGNED) == SIGNED
    assert Signature.parse(SIGNED).fields == SIGNED.fields


def test_what_looks_like_a_field_twice_is_kept() -> None:
    assert Signature.parse("datasets:x|key:1|key:2|y").fields == {"datasets": "x", "key": "1, 2", "y": ""}


def test_fields_come_and_go() -> None:
    more = SIGNED.and_of({"unit": "part", "against": None})
    assert more == f"{SIGNED}|unit:part"
    assert more.without(SIGNED.fields) == "unit:part"
    assert SIGNED.without(("format", "zeros")) == "word-column:3|key:abc"


def test_copies_have_the_fields_too() -> None:
    for other in (pickle.loads(pickle.dumps(SIGNED)), copy.deepcopy(SIGNED)):
        assert (other, other.fields) == (SIGNED, SIGNED.fields)
