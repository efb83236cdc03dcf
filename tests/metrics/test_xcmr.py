"""XC-MR gives what the paper has, and what its definition gives."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.metrics.xcmr import XC_MR
from leaderboard.overlap import Overlap
from tests.metrics.denotation_cases import CASES, Case
from tests.metrics.test_da import table_of
from tests.oracles import denotation_oracle as oracle
from tests.support import strategies
from tests.support.columns import overlap_of, single
from tests.support.plain_conll import Part


def sums(table: Overlap) -> list[float]:
    return [float(total) for total in XC_MR.sums(table).sum(axis=1)]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_papers(case: Case) -> None:
    totals = XC_MR.sums(case.overlap()).sum(axis=1)
    assert totals.tolist() == list(case.xcmr)
    found = XC_MR.score(totals)
    expected = Fraction(*case.xcmr[:2]), Fraction(*case.xcmr[2:])
    assert (found.recall, found.precision) == pytest.approx([float(value) for value in expected], abs=1e-15)


@given(corpus=strategies.corpora, data=st.data())
@settings(max_examples=150, deadline=None)
def test_sums_are_the_oracles_in_any_order(corpus: list[Part], data: st.DataObject) -> None:
    found = XC_MR.sums(table_of(corpus))
    for number, part in enumerate(corpus):
        assert found[:, number].tolist() == list(oracle.xcmr(*part))
    shuffled = [tuple(data.draw(st.permutations(side)) for side in part) for part in corpus]
    assert np.array_equal(XC_MR.sums(table_of(shuffled)), found)  # type: ignore[arg-type]


@given(part=strategies.tangled())
@settings(max_examples=100, deadline=None)
def test_sums_of_a_tangle(part: Part) -> None:
    assert sums(table_of([part])) == list(oracle.xcmr(*part))


def test_of_equal_cores_the_first_in_the_text_is_taken() -> None:
    # "a" meets both; once it has the first, the second has no core and cannot err.
    assert sums(overlap_of([single("ac")], [single("ab", "cdef")])) == [1, 2, 5, 6]
    assert sums(overlap_of([single("ac")], [single("abef", "cd")])) == [1, 2, 3, 6]


def test_a_response_without_a_core_cannot_err() -> None:
    assert sums(overlap_of([single("ab")], [single("cd")])) == [0, 2, 2, 2]
    assert sums(overlap_of([single()], [single()])) == [0] * 4
