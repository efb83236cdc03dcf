"""MOR counts the words that mentions share, whatever else is thought of the mentions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from leaderboard.formats import Reading, read_corpus
from leaderboard.matching import align, match
from leaderboard.metrics.mentions import MOR
from leaderboard.overlap import Overlap, overlap
from tests.formats.corefud.texts import corefud
from tests.support import plain_conll
from tests.support.columns import overlap_of


def nodes(key: bytes, response: bytes, how: str = "head") -> Overlap:
    ours, theirs = (read_corpus("f", data, Reading()).corpus for data in (key, response))
    aligned = align(ours, theirs, missing_is_empty=False, check_words=True)
    return overlap(match(ours, aligned, how, "linear"))


SPANS = [
    ([[(0, 3)]], [[(0, 3)]], "4/4", "4/4"),
    ([[(0, 3)]], [[(2, 5)]], "2/4", "2/4"),
    ([[(0, 3)]], [[(4, 5)]], "0/4", "0/2"),
    # A mention that begins with the last word of another shares it.
    ([[(0, 2)]], [[(2, 5)]], "1/3", "1/4"),
    ([[(2, 5)]], [[(0, 2)]], "1/4", "1/3"),
    # One to one: the two halves cannot both be the whole.
    ([[(0, 3)]], [[(0, 1), (2, 3)]], "2/4", "2/4"),
    ([[(0, 5)], [(3, 5)]], [[(0, 5), (2, 4)]], "8/9", "8/9"),
    # 2 + 3 is more than 4 + 0.
    ([[(0, 4), (1, 6)]], [[(0, 1)], [(0, 4)]], "6/11", "6/7"),
    ([], [[(0, 1)]], "0/1", "0/2"),
]


@pytest.mark.parametrize(("key", "response", "recall", "precision"), SPANS)
def test_spans(key, response, recall: str, precision: str) -> None:  # type: ignore[no-untyped-def]
    totals = MOR.sums(overlap_of([key], [response])).sum(axis=1)
    scores = MOR.score(totals)
    assert scores.recall == pytest.approx(float(Fraction(recall)), abs=1e-15)
    assert scores.precision == pytest.approx(float(Fraction(precision)), abs=1e-15)


def test_parts_of_other_lengths_have_no_words_in_common() -> None:
    long, short = [frozenset({(8, 9), (0, 0)})], [frozenset({(0, 0)}), frozenset({(1, 1)})]
    ours, theirs = (
        read_corpus("f.conll", text.encode(), Reading()).corpus
        for text in plain_conll.write_pair([(long, long), (short, short[:1]), (long, long)])
    )
    assert MOR.sums(overlap(match(ours, theirs, "exact", "linear"))).T.tolist() == [
        [3, 3, 3],
        [1, 2, 1],
        [3, 3, 3],
    ]


def test_empty_nodes_are_words() -> None:
    key = corefud("1 (a-x-1", "1.1", "2", "3 a)")
    table = nodes(key, corefud("1 (a-x-1", "1.1", "1.2", "2 a)", "3"))
    assert MOR.sums(table).sum(axis=1).tolist() == [3, 4, 4]


@pytest.mark.parametrize("how", ["head", "partial", "exact"])
def test_pieces_share_words_however_mentions_are_matched(how: str) -> None:
    key = corefud("1 (a[1/2]-x-1", "2 a[1/2])", "3 (b)", "4 (a[2/2]-x-1)")
    table = nodes(key, corefud("1", "2 (a-x-3", "3", "4 a)"), how)
    assert MOR.sums(table).sum(axis=1).tolist() == [2, 4, 3]


def test_gaps_are_not_shared() -> None:
    key = corefud("1 (a[1/2]-x-1)", "2", "3 (a[2/2]-x-1)")
    assert MOR.sums(nodes(key, corefud("1", "2 (b)", "3"))).sum(axis=1).tolist() == [0, 2, 1]
