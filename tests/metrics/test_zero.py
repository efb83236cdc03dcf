"""A zero is right if it has the right antecedent."""

from __future__ import annotations

from fractions import Fraction

import pytest

from leaderboard.metrics.zero import ZERO
from tests.formats.corefud.texts import corefud
from tests.metrics.test_mor import nodes
from tests.support.columns import overlap_of, single

# Two entities, whose zeros follow 3 and 4.
KEY = corefud("1 (a)", "2 (b)", "3", "3.1 (a)", "4", "4.1 (b)")

CASES = [
    ("the key", KEY, "2/2", "2/2"),
    ("the other antecedent", corefud("1 (a)", "2 (b)", "3", "3.1 (b)", "4", "4.1 (b)"), "1/2", "1/2"),
    ("no zero", corefud("1 (a)", "2 (b)", "3", "4 (a)"), "0/2", "0/1"),
    ("a zero too many", corefud("1 (a)", "2 (b)", "3", "3.1 (a)", "4", "4.1 (b)", "4.2 (a)"), "2/2", "2/3"),
    ("a zero without antecedent", corefud("1 (a)", "2", "3", "3.1 (a)", "4", "4.1 (b)"), "1/2", "1/1"),
    ("two zeros of one entity", corefud("1 (a)", "2 (b)", "3", "3.1 (c)", "4", "4.1 (c)"), "0/2", "0/1"),
]


@pytest.mark.parametrize(
    ("response", "recall", "precision"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_cases(response: bytes, recall: str, precision: str) -> None:
    scores = ZERO.score(ZERO.sums(nodes(KEY, response)).sum(axis=1))
    assert scores.recall == pytest.approx(float(Fraction(recall)), abs=1e-15)
    assert scores.precision == pytest.approx(float(Fraction(precision)), abs=1e-15)


def test_any_earlier_mention_of_the_entity_is_an_antecedent() -> None:
    key = corefud("1 (a)", "2 (a)", "3", "3.1 (a)")
    assert ZERO.sums(nodes(key, corefud("1 (b)", "2 (a)", "3", "3.1 (b)"))).sum(axis=1).tolist() == [1, 1, 1]


def test_a_later_mention_is_none() -> None:
    key = corefud("1 (a)", "2", "2.1 (a)", "3 (a)")
    response = corefud("1 (b)", "2 (c)", "2.1 (c)", "3 (c)")
    assert ZERO.sums(nodes(key, response)).sum(axis=1).tolist() == [0, 1, 1]


def test_entities_are_told_apart_however_many_the_key_has() -> None:
    key = corefud("1", "2 (a)", "3 (b)", "4 (c)", "4.1 (c)")
    response = corefud("1 (x)", "2 (y)", "3", "4", "4.1 (x)")
    assert ZERO.sums(nodes(key, response)).sum(axis=1).tolist() == [0, 1, 1]


def test_a_spurious_zero_may_be_the_partner_of_a_first_mention() -> None:
    key = corefud("1", "1.1 (a)", "2 (a)")
    response = corefud("1 (a)", "1.1 (a)", "2 (a)")
    assert ZERO.sums(nodes(key, response)).sum(axis=1).tolist() == [0, 0, 1]


def test_other_formats_have_no_zeros() -> None:
    assert ZERO.sums(overlap_of([single("abc")], [single("abc")])).sum(axis=1).tolist() == [0, 0, 0]
