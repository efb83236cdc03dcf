"""The oracle itself, against cases worked by hand and against enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles import oracle
from tests.oracles.oracle import Part
from tests.support import plain_conll, strategies

F = Fraction


def exactly(*values: int | Fraction) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, values))


def part(key: str, response: str) -> Part:
    """``"ab c"`` is an entity of a and b and one of c."""
    return [frozenset(word) for word in key.split()], [frozenset(word) for word in response.split()]


# Key {a,b,c} {d}, response {b,c} {d,e}: links ab ac bc against bc de; others ad bd cd against bd be cd ce.
WORKED = part("abc d", "bc de")
# Two parts of different shape: their sums add, their ratios do not.
SECOND = part("ab", "a b")


@pytest.mark.parametrize(
    ("metric", "recall", "precision"),
    [
        ("mentions", F(3, 4), F(3, 4)),
        ("muc", F(1, 2), F(1, 2)),
        ("bcub", (F(2, 3) * 2 + 1) / 4, (F(2) + F(1, 2)) / 4),
        ("ceafm", F(3, 4), F(3, 4)),
        ("ceafe", (F(4, 5) + F(2, 3)) / 2, (F(4, 5) + F(2, 3)) / 2),
        ("blanc", (F(1, 3) + F(2, 3)) / 2, (F(1, 2) + F(2, 4)) / 2),
        ("lea", F(1, 4), F(2, 4)),
    ],
)
def test_one_part_worked_by_hand(metric: str, recall: Fraction, precision: Fraction) -> None:
    assert oracle.score([WORKED], metric)[:2] == (recall, precision)


@pytest.mark.parametrize(
    ("metric", "recall", "precision"),
    [
        ("mentions", F(5, 6), F(5, 6)),
        ("muc", F(1, 3), F(1, 2)),
        ("bcub", (F(7, 3) + 1) / 6, (F(5, 2) + 2) / 6),
        ("ceafm", F(4, 6), F(4, 6)),
        ("ceafe", (F(22, 15) + F(2, 3)) / 3, (F(22, 15) + F(2, 3)) / 4),
        ("blanc", (F(1, 4) + F(2, 3)) / 2, (F(1, 2) + F(2, 5)) / 2),
        ("lea", F(1, 6), F(2, 6)),
    ],
)
def test_two_parts_are_summed_before_dividing(metric: str, recall: Fraction, precision: Fraction) -> None:
    assert oracle.score([WORKED, SECOND], metric)[:2] == (recall, precision)


def test_conll_is_the_mean_of_three_f1() -> None:
    f1 = [oracle.score([WORKED, SECOND], metric)[2] for metric in ("muc", "bcub", "ceafe")]
    assert oracle.score([WORKED, SECOND], "conll") == (None, None, sum(f1) / 3)


def test_blanc_f1_is_the_mean_of_two_f1_and_not_their_harmonic_mean() -> None:
    coreference, other = F(2, 5), F(4, 7)
    assert oracle.score([WORKED], "blanc")[2] == (coreference + other) / 2
    assert oracle.score([WORKED], "blanc", weight=F(1, 4))[2] == (coreference + 3 * other) / 4


@pytest.mark.parametrize(
    ("key", "response", "conll", "luo2014"),
    [
        ("a b", "ab", (0, 0, 0), (0, 0, 0)),
        ("ab", "ab", (1, 1, 1), (1, 1, 1)),
        ("ab c", "abc", (F(1, 2), F(1, 6), F(1, 4)), (F(1, 2), F(1, 6), F(1, 4))),
        ("abc", "ab c", (F(1, 3), 1, F(1, 2)), (F(1, 6), F(1, 2), F(1, 4))),
        ("a", "a", (0, 0, 0), (1, 1, 1)),
        ("a", "b", (0, 0, 0), (0, 0, 0)),
        ("", "", (0, 0, 0), (1, 1, 1)),
    ],
)
def test_blanc_where_a_class_of_links_is_empty(
    key: str, response: str, conll: tuple[int | Fraction, ...], luo2014: tuple[int | Fraction, ...]
) -> None:
    assert oracle.score([part(key, response)], "blanc", rule="conll") == exactly(*conll)
    assert oracle.score([part(key, response)], "blanc", rule="luo2014") == exactly(*luo2014)


def test_a_class_of_links_that_stands_alone_has_all_the_weight() -> None:
    assert oracle.score([part("ab", "ab")], "blanc", weight=F(0)) == exactly(1, 1, 1)


def test_blanc_gold_and_rand_of_shared_mentions() -> None:
    # Shared are b, c, d: bc together on both sides, bd and cd apart on both.
    assert oracle.sums([WORKED], "blanc_gold") == exactly(1, 0, 0, 2, 1)
    assert oracle.score([WORKED], "rand")[2] == 1
    # ab c against a bc: only ac is said alike.
    assert oracle.sums([part("ab c", "a bc")], "rand") == exactly(0, 1, 1, 1, 0)
    assert oracle.score([part("ab c", "a bc")], "rand")[2] == F(1, 3)


def test_lea_importance_weighs_entities() -> None:
    assert oracle.score([WORKED], "lea", importance=oracle.one)[:2] == (F(1, 6), F(1, 2))
    only_pairs = [F(0), F(0), F(1)]
    assert oracle.score([WORKED], "lea", importance=lambda entity: only_pairs[min(len(entity), 2)])[:2] == (
        F(1, 3),
        F(1, 2),
    )


def test_lea_singleton_is_right_only_as_a_singleton() -> None:
    assert oracle.score([part("a", "a")], "lea") == exactly(1, 1, 1)
    assert oracle.score([part("a", "ab")], "lea") == exactly(0, 0, 0)
    assert oracle.score([part("ab", "a b")], "lea") == exactly(0, 0, 0)


@pytest.mark.parametrize("metric", [metric for metric in oracle.METRICS if metric != "blanc"])
def test_nothing_scores_nothing(metric: str) -> None:
    assert oracle.score([part("", "")], metric)[2] == 0
    assert oracle.score([], metric)[2] == 0


squares = st.integers(0, 5).flatmap(
    lambda columns: st.lists(
        st.lists(st.integers(0, 6).map(lambda sixths: F(sixths, 6)), min_size=columns, max_size=columns),
        max_size=5,
    )
)


@given(squares)
def test_best_alignment_is_the_best_of_all_permutations(cells: list[list[Fraction]]) -> None:
    columns = len(cells[0]) if cells else 0
    side = max(len(cells), columns)
    assert oracle.best_alignment(cells) == max(
        sum((cells[i][j] for i, j in enumerate(order) if i < len(cells) and j < columns), F(0))
        for order in permutations(range(side))
    )


@given(strategies.corpora)
def test_corpora_read_back_as_written(corpus: list[plain_conll.Part]) -> None:
    key, response = strategies.texts(corpus)
    read = plain_conll.read_pair(key, response)
    assert [(set(a), set(b)) for a, b in read] == [(set(a), set(b)) for a, b in corpus]


def test_brackets_of_one_id_close_last_in_first_out() -> None:
    text = "#begin document (a); part 007\n0\t(1\n0\t(1(2)\n\n0\t1)\n0\t1)\n#end document\n"
    assert plain_conll.read(text) == {("a", 7): [frozenset({(1, 2), (0, 3)}), frozenset({(1, 1)})]}


def test_a_repeated_mention_stays_where_the_first_bracket_is() -> None:
    text = "#begin document (a)\nx (2|(1)\nx 2)|(1\nx 1)|(2)|(1)\n#end document\n"
    assert plain_conll.read(text) == {
        ("a", 0): [frozenset({(0, 0), (1, 2), (2, 2)}), frozenset({(0, 1)})],
    }
