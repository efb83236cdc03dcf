"""Letters, ranks by every rule, ranges, and what the bootstrap says about the order."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from string import ascii_lowercase

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from leaderboard.ranking.letters import joined, letters, parted
from leaderboard.ranking.standings import (
    RULES,
    OrderChange,
    Ranking,
    Rule,
    chance_of_best,
    drawn_ranks,
    leave_one_out,
    order_change,
    own_ranges,
    ranges,
    rank_interval,
    ranking,
)
from leaderboard.report.words.remarks import sentences
from leaderboard.scoresheet import mean_score
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from leaderboard.significance.pairing import Bools, best_first, kendall
from tests.oracles import slow_significance
from tests.support.made_units import made_units, random_units

Pairs = list[tuple[int, int]]


def better(systems: int, significant: Pairs) -> Bools:
    """Systems are numbered best first."""
    table = np.zeros((systems, systems), dtype=bool)
    for above, below in significant:
        table[above, below] = True
    return table


def differ(table: Bools) -> Bools:
    return table | table.T


CASES = {
    "a chain": (
        [(0, 2), (0, 3), (0, 4), (1, 3), (1, 4), (2, 4)],
        ["a", "ab", "bc", "cd", "d"],
        [(1, 2), (1, 3), (2, 4), (3, 5), (4, 5)],
        {
            "beaten": [1, 1, 2, 3, 4],
            "leader": [1, 1, 3, 3, 5],
            "clusters": [1] * 5,
            "letters": [1, 1, 2, 3, 4],
        },
    ),
    "a gap below a gap": (
        [(1, 2)],
        ["ab", "a", "b"],
        [(1, 3), (1, 2), (2, 3)],
        {"beaten": [1, 1, 2], "leader": [1, 1, 1], "clusters": [1, 1, 1], "letters": [1, 1, 1]},
    ),
    "mixed": (
        [(0, 3), (1, 2), (1, 3)],
        ["ab", "a", "bc", "c"],
        [(1, 3), (1, 2), (2, 4), (3, 4)],
        {"beaten": [1, 1, 2, 3], "leader": [1, 1, 1, 4], "clusters": [1] * 4, "letters": [1, 1, 1, 3]},
    ),
    "a clean partition": (
        [(0, 2), (0, 3), (1, 2), (1, 3)],
        ["a", "a", "b", "b"],
        [(1, 2), (1, 2), (3, 4), (3, 4)],
        {rule: [1, 1, 3, 3] for rule in RULES},
    ),
    "a winner": (
        [(0, 1), (0, 2), (0, 3), (1, 3)],
        ["a", "b", "bc", "c"],
        [(1, 1), (2, 3), (2, 4), (3, 4)],
        {"beaten": [1, 2, 2, 3], "leader": [1, 2, 2, 4], "clusters": [1, 2, 2, 2], "letters": [1, 2, 2, 3]},
    ),
    "ranks that do not follow the scores": (
        [(0, 1)],
        ["a", "b", "ab"],
        [(1, 2), (2, 3), (1, 3)],
        {"beaten": [1, 2, 1], "leader": [1, 2, 2], "clusters": [1, 1, 1], "letters": [1, 2, 1]},
    ),
    "all apart": (
        [(0, 1), (0, 2), (1, 2)],
        ["a", "b", "c"],
        [(1, 1), (2, 2), (3, 3)],
        {rule: [1, 2, 3] for rule in RULES},
    ),
    "one": ([], ["a"], [(1, 1)], {rule: [1] for rule in RULES}),
}


@pytest.mark.parametrize(("significant", "marks", "between", "ranks"), CASES.values(), ids=CASES)
def test_known_ties(
    significant: Pairs, marks: list[str], between: Pairs, ranks: dict[Rule, list[int]]
) -> None:
    table = better(len(marks), significant)
    assert joined(letters(differ(table))) == marks
    assert parted(marks) == letters(differ(table))
    assert list(zip(*(bound.tolist() for bound in ranges(table)), strict=True)) == between
    assert {rule: RULES[rule](table).tolist() for rule in RULES} == ranks


def assert_letters_are_a_spare_cover(apart: Bools) -> None:
    held = [set(mine) for mine in letters(apart)]
    for one, other in itertools.combinations(range(len(apart)), 2):
        assert bool(held[one] & held[other]) != apart[one, other]
    assert all(held)
    names = set().union(*held)
    for name in names:
        members = [system for system in range(len(apart)) if name in held[system]]
        pairs = list(itertools.combinations(members, 2)) or [(members[0], members[0])]
        assert any(held[one] & held[other] == {name} for one, other in pairs)


@st.composite
def patterns(draw: st.DrawFn) -> Bools:
    systems = draw(st.integers(1, 9))
    flags = draw(st.lists(st.booleans(), min_size=systems**2, max_size=systems**2))
    return differ(np.triu(np.array(flags).reshape(systems, systems), k=1))


@given(patterns())
def test_two_systems_share_a_letter_iff_they_do_not_differ_and_no_letter_can_be_spared(apart: Bools) -> None:
    assert_letters_are_a_spare_cover(apart)


def plain_cover(apart: Bools) -> list[tuple[int, ...]]:
    """For each pair not yet covered, best first, the clique around it to which the best are added first.

    Then, in the same order, cliques are dropped whose pairs, or whose only system, all stand in others.
    """
    count = len(apart)
    cliques: list[tuple[int, ...]] = []
    for first in range(count):
        if all(apart[first, other] for other in range(count) if other != first):
            cliques.append((first,))
        for second in range(first + 1, count):
            if apart[first, second] or any({first, second} <= set(clique) for clique in cliques):
                continue
            clique = {first, second}
            for other in range(count):
                if not any(apart[other, member] for member in clique - {other}):
                    clique.add(other)
            cliques.append(tuple(sorted(clique)))
    kept = list(cliques)
    for clique in cliques:
        others = [set(other) for other in kept if other is not clique]
        pairs = itertools.combinations_with_replacement(clique, 2)
        if all(any(set(pair) <= other for other in others) for pair in pairs):
            kept.remove(clique)
    return sorted(kept)


@pytest.mark.parametrize("systems", [3, 5, 8])
def test_letters_are_those_of_the_plain_cover(systems: int) -> None:
    generator = np.random.default_rng(100 + systems)
    for _ in range(60):
        apart = differ(np.triu(generator.random((systems, systems)) < generator.random(), k=1))
        cover = plain_cover(apart)
        assert letters(apart) == [
            tuple(ascii_lowercase[place] for place, clique in enumerate(cover) if system in clique)
            for system in range(systems)
        ]


@pytest.mark.parametrize("systems", [2, 5, 13, 30])
def test_letters_of_many_patterns(systems: int) -> None:
    generator = np.random.default_rng(systems)
    for _ in range(2000 // systems):
        assert_letters_are_a_spare_cover(differ(_pattern(generator, systems)))


@pytest.mark.untraced
@pytest.mark.parametrize("density", [0.05, 0.3, 0.6, 0.9])
def test_letters_of_up_to_two_hundred_systems(density: float) -> None:
    generator = np.random.default_rng(200)
    for systems in (200, *generator.integers(31, 200, 9).tolist()):
        apart = differ(np.triu(generator.random((systems, systems)) < density, k=1))
        held = letters(apart)
        place = {letter: number for number, letter in enumerate({one for mine in held for one in mine})}
        holds = np.zeros((systems, len(place)))
        for system, mine in enumerate(held):
            holds[system, [place[letter] for letter in mine]] = 1
        assert np.array_equal(holds @ holds.T == 0, apart)


def _pattern(generator: np.random.Generator, systems: int) -> Bools:
    """By chance, or by distance of scores as a test would have it, with some noise."""
    scores = np.sort(generator.random(systems))[::-1]
    distance = scores[:, None] - scores + generator.normal(0, 0.1, (systems, systems)) * generator.integers(2)
    return np.triu(distance > generator.random() / 2, k=1)


def test_letters_say_the_same_as_scikit_posthocs() -> None:
    import scikit_posthocs  # type: ignore[import-untyped]  # slow to load

    generator = np.random.default_rng(0)
    for _ in range(50):
        apart = differ(_pattern(generator, 6))
        p_values = np.where(apart, 0.01, 0.9) + np.eye(6) * 0.1
        theirs = scikit_posthocs.compact_letter_display(p_values, names=list("ABCDEF"))
        ours = letters(apart)
        for one, other in itertools.combinations(range(6), 2):
            shared = (set(theirs.iloc[one]) & set(theirs.iloc[other])) - {" "}
            assert bool(shared) == bool(set(ours[one]) & set(ours[other]))


def test_after_z_come_aa_and_ab() -> None:
    held = letters(~np.eye(60, dtype=bool))
    assert [mine[0] for mine in held][24:30] == ["y", "z", "aa", "ab", "ac", "ad"]
    assert held[52] == ("ba",)
    assert joined([("z", "aa"), ("ab",)]) == ["z aa", "ab"]


@given(patterns())
def test_ranks_start_at_one_and_stay_within_what_the_tests_leave_open(apart: Bools) -> None:
    table = np.triu(apart)
    low, high = ranges(table)
    assert np.all((low >= 1) & (low <= high) & (high <= len(table)))
    for rule in RULES:
        ranks = RULES[rule](table)
        assert ranks[0] == 1
        assert np.all(ranks <= np.arange(1, len(table) + 1))


def _ranking(
    scores: Sequence[Sequence[float]], rule: Rule = "beaten", systems: Sequence[str] | None = None
) -> Ranking:
    units = made_units({"sum": [[row] for row in scores]}, systems=systems)
    (family,) = families(units, Design(draws=200))
    return ranking(family, rule)


def test_standings_come_in_order_of_score_then_name() -> None:
    found = _ranking([[1.0] * 40, [3.0] * 40, [1.0] * 40, [2.0] * 40], systems=["d", "c", "b", "a"])
    assert [line.system for line in found.standings] == ["c", "a", "b", "d"]
    assert [line.rank for line in found.standings] == [1, 2, 3, 3]
    assert [line.letters for line in found.standings] == ["a", "b", "c", "c"]
    assert [(line.low, line.high) for line in found.standings] == [(1, 1), (2, 2), (3, 4), (3, 4)]
    assert [(line.drawn_low, line.drawn_high) for line in found.standings] == [(1, 1), (2, 2), (3, 3), (3, 3)]
    assert [line.best for line in found.standings] == [1, 0, 0, 0]
    assert found.standings[1].score == 80
    assert found.standings[1].interval is None
    assert found.tau == pytest.approx(1)
    assert found.remarks == ()
    assert (found.metric, found.rule) == ("sum", "beaten")


def test_the_order_of_the_systems_does_not_change_the_ranking() -> None:
    scores = np.random.default_rng(1).integers([[-9], [-8], [-6]], 10, (3, 50)).tolist()
    one = _ranking(scores, systems=["a", "b", "c"])
    assert _ranking(scores[::-1], systems=["c", "b", "a"]) == one


def test_notes_say_when_rules_disagree_and_ranks_do_not_follow_scores() -> None:
    # The third is far from the first on average, but so uneven that nothing is certain about it.
    steady, lower = [1.0] * 40, [0.9] * 40
    uneven = [20.0, -19.0] * 19 + [8.0, -12.0]
    found = _ranking([steady, lower, uneven])
    assert [line.rank for line in found.standings] == [1, 2, 1]
    assert sentences(found.remarks) == (
        "Ranks follow the tie rule `beaten`; "
        "the rules `leader` and `clusters` would give other ranks (`--ties`).",
        "s001 (3600.00, rank 2, possible 2–3) ranks below s002 (1500.00, rank 1, possible 1–3) although "
        "it scores higher: s000 is significantly better than s001, but not than s002. "
        "The data do not decide between the two.",
    )
    assert found.remarks[1].record["ranges"] == (((2, 3), (1, 3)),)
    assert sentences(_ranking([steady, lower, uneven], "clusters").remarks) == (
        "Ranks follow the tie rule `clusters`; "
        "the rules `beaten`, `leader` and `letters` would give other ranks (`--ties`).",
    )


def test_a_ranking_against_a_baseline_says_that_not_all_pairs_were_compared() -> None:
    (family,) = families(random_units(3, 40, names=("four",)), Design(against="s001", draws=20))
    found = ranking(family)
    assert sentences(found.remarks)[0] == (
        "Of the ranked systems, only pairs with s001 were tested; all other pairs count as ties."
    )
    assert [line.letters for line in found.standings] == ["", "", ""]


def test_one_system_ranks_first() -> None:
    found = _ranking([[1.0] * 30])
    assert [(line.rank, line.high, line.best) for line in found.standings] == [(1, 1, 1.0)]
    assert found.tau is None


def test_best_first_breaks_ties_by_name() -> None:
    (family,) = families(made_units({"sum": [[[1]], [[2]], [[1]]]}, systems=["z", "y", "x"]), Design(draws=5))
    assert best_first(family.scores, family.systems).tolist() == [1, 2, 0]


def test_ranks_of_draws() -> None:
    draws = np.array([[3.0, 1, 2, 2], [2, 2, 2, 1], [1, 2, 1, 2]])
    ranks = drawn_ranks(draws)
    assert ranks.tolist() == [[1, 3, 1, 1], [2, 1, 1, 3], [3, 1, 3, 1]]
    assert chance_of_best(ranks) == pytest.approx(np.array([2, 1, 1]) / 4)
    assert rank_interval(ranks, 0.5).tolist() == [[1, 1], [1, 2], [1, 3]]
    assert rank_interval(np.array([[1, 1, 1, 3]]), 0.2).tolist() == [[1, 3]]
    assert rank_interval(np.array([[1, 2, 3, 4, 5]]), 0.8).tolist() == [[2, 3]]
    assert rank_interval(np.array([[1, 2, 3, 4, 5]]), 0.9).tolist() == [[3, 3]]
    many = drawn_ranks(np.random.default_rng(0).random((4, 1000)))
    assert np.all(np.abs(chance_of_best(many) - 0.25) < 0.06)
    assert rank_interval(many, 0.05).tolist() == [[1, 4]] * 4


@given(st.data(), st.integers(2, 7))
def test_kendall_as_scipy_has_it(data: st.DataObject, systems: int) -> None:
    scores = st.lists(st.integers(0, 4), min_size=systems, max_size=systems)
    observed, drawn = data.draw(scores), data.draw(scores)
    found = kendall(np.array(observed, dtype=float), np.array(drawn, dtype=float)[:, None])[0]
    if len(set(observed)) == 1:
        assert np.isnan(found)
    elif len(set(drawn)) == 1:
        assert found == 0
    else:
        assert found == pytest.approx(kendalltau(observed, drawn).statistic)


def test_leave_one_out_ranks_what_is_left() -> None:
    units = random_units(3, 8, datasets=2, names=("four",))
    for number, left in enumerate(leave_one_out(units, units.metrics[0])):
        rest = np.delete(np.arange(8), number)
        scores = mean_score(units.metrics[0], units.sums["four"][:, :, rest], units.dataset[rest]).f1
        whole = mean_score(units.metrics[0], units.sums["four"], units.dataset).f1
        assert left.unit == units.names[number]
        assert left.leaders == (units.systems[int(scores.argmax())],)
        assert left.tau == pytest.approx(kendalltau(scores, whole).statistic)
        assert set(left.flips) == {
            (units.systems[a], units.systems[b])
            for a, b in itertools.permutations(range(3), 2)
            if whole[a] > whole[b] and scores[a] < scores[b]
        }


def test_leave_one_out_knows_ties() -> None:
    units = made_units({"sum": [[[1, 2]], [[1, 2]]]})
    assert [(left.leaders, left.tau) for left in leave_one_out(units, units.metrics[0])] == [
        (("s000", "s001"), None)
    ] * 2


def test_pairs_that_tie_before_or_after_do_not_flip() -> None:
    units = made_units({"sum": [[[3, 0, 1]], [[2, 1, 1]], [[0, 0, 3]]]})
    flips = [left.flips for left in leave_one_out(units, units.metrics[0])]
    assert flips == [(("s000", "s002"), ("s001", "s002")), (), ()]


def test_the_order_by_other_scores() -> None:
    before = {"a": 0.9, "b": 0.8, "c": 0.7, "d": 0.7}
    assert order_change(before, {"d": 0.1, "c": 0.2, "b": 0.4, "a": 0.3}) == OrderChange(
        pytest.approx(3 / np.sqrt(5 * 6)), (("a", "b"),)
    )
    assert order_change(before, before) == OrderChange(1, ())
    assert order_change({"a": 0.5, "b": 0.5}, {"a": 0.1, "b": 0.2}) == OrderChange(None, ())
    assert order_change({"a": 0.5, "b": 0.4}, {"b": 0.3, "a": 0.3}) == OrderChange(0, ())


def test_shares_of_best_add_up() -> None:
    ranks = drawn_ranks(np.random.default_rng(3).integers(0, 3, (5, 300)).astype(float))
    assert chance_of_best(ranks).sum() == pytest.approx(1)


@given(st.data(), st.integers(1, 6))
def test_the_range_of_a_system_alone_is_by_holm_over_its_own_pairs(data: st.DataObject, count: int) -> None:
    """Each system on its own, with each class of copies once, by the definition."""
    classes = np.array(data.draw(st.lists(st.integers(0, 4), min_size=count, max_size=count)))
    between = {pair: data.draw(st.integers(1, 30)) / 600 for pair in itertools.combinations(range(5), 2)}
    p = np.array([[between.get((min(a, b), max(a, b)), 1.0) for b in classes] for a in classes])
    order = np.argsort(classes, kind="stable")
    low, high = own_ranges(p, order, classes, 0.05)
    for system, own in enumerate(classes):
        others = [other for other in sorted(set(classes.tolist())) if other != own]
        values = [between[min(own, other), max(own, other)] for other in others]
        beaten = dict(zip(others, slow_significance.holm(values, 0.05), strict=True))
        above = sum(beaten.get(other, False) for other in classes if other < own)
        below = sum(beaten.get(other, False) for other in classes if other > own)
        assert (low[system], high[system]) == (1 + above, count - below)


def test_own_ranges_are_in_the_standings_but_not_against_a_baseline() -> None:
    units = random_units(9, 40, seed=3, names=("four",))
    lines = ranking(families(units, Design(draws=50, alpha=0.2))[0]).standings
    assert all(1 <= line.own_low <= line.own_high <= 9 for line in lines)  # type: ignore[operator]
    assert any((line.own_low, line.own_high) != (line.low, line.high) for line in lines)
    against = ranking(families(units, Design(draws=50, against="s000"))[0]).standings
    assert {(line.own_low, line.own_high) for line in against} == {(None, None)}


def test_untestable_pairs_leave_every_own_rank_open() -> None:
    units = made_units({"sum": [[[9, 9, 9, 0, 0, 0]], [[0] * 6]]})
    family = families(units, Design(draws=50, test="bootstrap", trials=20))[0]
    assert family.p_table().tolist() == [[1, 1], [1, 1]]
