"""P-values against exact answers, plain enumeration and other libraries; verdicts and notes."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from threading import Event
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import permutation_test

from leaderboard.errors import UsageError
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.options.options import Procedure
from leaderboard.report.words.remarks import sentences
from leaderboard.scoresheet import Units
from leaderboard.significance import randomization as engine
from leaderboard.significance import resampling, swapped_scores
from leaderboard.significance.adjustment import adjusted
from leaderboard.significance.design import (
    Design,
    is_exact,
    pair_trials,
    refuse_many,
    refuse_prices,
    trials_needed,
)
from leaderboard.significance.families import families
from leaderboard.significance.family import Comparison, Family
from leaderboard.significance.intervals import Intervals
from leaderboard.significance.pairing import Pairing, all_pairs, best_first, pairs_against
from leaderboard.significance.randomization import apart, exact_hits
from leaderboard.significance.remarks import (
    _named,
    _percentile_instead,
    against_interval,
    attainable,
    least_significant,
    remarks,
)
from leaderboard.significance.resampling import score_draws
from leaderboard.threads import Stage, Work
from tests.oracles import slow_shaffer
from tests.oracles.slow_significance import swaps_as_far_apart
from tests.support.made_units import made_units, metric, random_units, reordered

FEW = Design(draws=50, interval="t")


def only(units: Units, design: Design = FEW, jobs: int = 1) -> Family:
    (family,) = families(units, design, Work(jobs))
    return family


def sign_flips(differences: Sequence[float]) -> Units:
    return made_units({"sum": [[list(differences)], [[0] * len(differences)]]})


@pytest.mark.parametrize(
    ("differences", "count", "total"),
    [
        # Darwin's maize, in eighths of an inch (Fisher, 1935).
        ([49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48], 1726, 32768),
        ([1, 2, 3, 4, 5], 2, 32),
        ([3, -1, 2, 2], 4, 16),
        ([0, 0, 0, 5], 2, 2),
        ([0.4, -0.3, 0.3], 6, 8),
        ([-0.6, -0.7, 0.6, 0.7], 16, 16),
        ([0, 0], 1, 1),
        # Nearly a tie is none.
        ([1, 1e-10], 2, 4),
    ],
)
def test_known_sign_flips(differences: list[float], count: int, total: int) -> None:
    comparison = only(sign_flips(differences), Design(trials=40_000, draws=10))[0]
    assert comparison.p_value == count / total
    assert comparison.trials == total
    assert comparison.exact
    assert comparison.standard_error == 0
    assert not comparison.borderline


FIRST = [[5, 10, 5, 8], [7, 10, 7, 9], [2, 6, 2, 5], [9, 12, 9, 12], [4, 7, 4, 9]]
SECOND = [[4, 10, 4, 9], [6, 10, 6, 10], [3, 6, 3, 4], [6, 12, 6, 11], [3, 7, 3, 8]]


def test_documents_are_swapped_and_f1_recomputed_from_totals() -> None:
    comparison = only(made_units({"four": [np.transpose(FIRST), np.transpose(SECOND)]}))[0]
    assert comparison.first_score == pytest.approx(27 / 44, abs=1e-15)
    assert comparison.second_score == pytest.approx(44 / 87, abs=1e-15)
    assert comparison.difference == pytest.approx(413 / 3828, abs=1e-15)
    assert comparison.p_value == 10 / 32
    assert swaps_as_far_apart(FIRST, SECOND, [0] * 5) == (10, 32)


ROWS = st.lists(st.integers(0, 6), min_size=4, max_size=4)


@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers(1, 6))
def test_exact_p_is_that_of_plain_enumeration(data: st.DataObject, count: int) -> None:
    first, second = (data.draw(st.lists(ROWS, min_size=count, max_size=count)) for _ in "ab")
    datasets = sorted(data.draw(st.lists(st.integers(0, 2), min_size=count, max_size=count)))
    units = made_units({"four": [np.transpose(first), np.transpose(second)]}, datasets)
    comparison = only(units)[0]
    hits, total = swaps_as_far_apart(first, second, datasets)
    assert comparison.p_value == hits / total
    assert comparison.units_differing == sum(a != b for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize("datasets", [1, 3])
def test_sampled_p_agrees_with_exact_p(datasets: int) -> None:
    units = random_units(4, 12, seed=5, datasets=datasets, names=("shared", "four", "mean"))
    exact = families(units, Design(trials=4096, draws=10))
    sampled = families(units, Design(trials=4095, draws=10))
    for known, drawn in zip(exact, sampled, strict=True):
        assert known.p_values.exact.all()
        assert not drawn.p_values.exact.all()
        assert np.all(np.abs(known.p_values.p - drawn.p_values.p) <= 4.5 * drawn.standard_errors + 1 / 4096)


def test_p_agrees_with_scipy() -> None:
    first, second = np.random.default_rng(3).normal([[0.3], [0.0]], 1, (2, 40))
    ours = only(made_units({"sum": [[first], [second]]}), Design(draws=10))[0]
    theirs = permutation_test(
        (first, second),
        lambda a, b, axis: a.sum(axis) - b.sum(axis),
        permutation_type="samples",
        n_resamples=20_000,
        vectorized=True,
        rng=1,
    )
    assert abs(ours.p_value - theirs.pvalue) < 5 * ours.standard_error
    assert ours.standard_error == pytest.approx(np.sqrt(ours.p_value * (1 - ours.p_value) / 10_000))


def test_every_hit_counts_and_p_is_never_zero() -> None:
    apart = only(sign_flips([1] * 30))[0]
    assert (apart.p_value, apart.trials, apart.verdict) == (1 / 10_001, 10_000, "significant")
    tied = only(sign_flips([1, -1] * 15))[0]
    assert (tied.p_value, tied.verdict, tied.exact) == (1.0, "tied", False)


def test_sampled_hits_are_those_of_the_masks_one_by_one() -> None:
    units = random_units(3, 20, datasets=2, names=("four",))
    family = only(units, Design(trials=1030, draws=10, seed=9))
    masks = np.concatenate([resampling.swaps(9, chunk, 20)[:, :] for chunk in (0, 1)], axis=1)[:, :1030]
    sums = np.moveaxis(units.sums["four"], 1, 0)
    for pair in range(3):
        a, b = sums[:, family.pairing.first[pair]], sums[:, family.pairing.second[pair]]
        apart = abs(family.differences[pair])
        hits = 0
        for mask in masks.T:
            one, other = np.where(mask, b, a), np.where(mask, a, b)
            scores = [
                np.mean(
                    [
                        metric("four").score(side[:, units.dataset == number].sum(axis=1)).f1
                        for number in (0, 1)
                    ]
                )
                for side in (one, other)
            ]
            hits += abs(scores[0] - scores[1]) >= apart - 1e-12
        assert family.p_values.p[pair] == (1 + hits) / 1031


UNITS = random_units(5, 40, seed=2, datasets=2, names=("shared", "four", "blanc"))


def p_values(units: Units, design: Design = FEW, jobs: int = 1) -> dict[tuple[str, ...], float]:
    return {
        (row.metric, *sorted((row.first, row.second))): row.p_value
        for family in families(units, design, Work(jobs))
        for row in family
    }


@pytest.mark.parametrize("test", ["ar", "bootstrap"])
def test_p_depends_on_no_order_no_other_system_and_no_number_of_workers(test: str) -> None:
    design = Design(test=test, draws=10, trials=1100)  # type: ignore[arg-type]
    all_of_them = p_values(UNITS, design)
    assert p_values(UNITS, design, jobs=3) == all_of_them
    assert p_values(reordered(UNITS, [4, 2, 0, 1, 3]), design) == all_of_them
    fewer = p_values(reordered(UNITS, [3, 1]), design)
    assert fewer == {pair: all_of_them[pair] for pair in fewer}
    assert p_values(UNITS, Design(test=test, draws=10, trials=1100, seed=1)) != all_of_them  # type: ignore[arg-type]


def test_p_depends_on_no_size_of_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    design = Design(draws=10, trials=1100)
    expected = p_values(UNITS, design)
    monkeypatch.setattr(resampling, "WORKING_SET", 1)
    monkeypatch.setattr(swapped_scores, "BLOCK", 1)
    assert p_values(UNITS, design) == expected


def test_p_and_intervals_depend_on_no_blas_threads() -> None:
    code = (
        "from tests.support.made_units import random_units;"
        "from leaderboard.significance.families import families;"
        "from leaderboard.significance.design import Design; from leaderboard.threads import Work;"
        "print([list(f) for f in families(random_units(4, 300, datasets=2), Design(trials=2000), Work(2))])"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for threads in ("1", "2", "7")
    }
    assert len(printed) == 1
    assert "Comparison(" in printed.pop()


def test_against_a_baseline_the_family_is_the_pairs_with_it() -> None:
    every = p_values(UNITS, Design(draws=10, trials=1500))
    for baseline in UNITS.systems:
        for family in families(UNITS, Design(draws=10, trials=1500, against=baseline)):
            rows = list(family)
            assert [row.first for row in rows] == [name for name in UNITS.systems if name != baseline]
            assert {row.second for row in rows} == {baseline}
            for row in rows:
                assert row.p_value == every[row.metric, *sorted((row.first, row.second))]
                assert row.difference == row.first_score - row.second_score


def test_an_unknown_baseline_is_wrong_usage() -> None:
    with pytest.raises(UsageError, match="there is no system 'nobody'; choose the baseline among s000, "):
        families(UNITS, Design(against="nobody"))


@given(st.integers(1, 9))
def test_runs_hold_every_pair_once(systems: int) -> None:
    pairings = [all_pairs(systems), *(pairs_against(number, systems) for number in range(systems))]
    for pairing in pairings:
        assert _pairs_of_runs(pairing) == [
            frozenset(pair) for pair in zip(pairing.first.tolist(), pairing.second.tolist(), strict=True)
        ]


def _pairs_of_runs(pairing: Pairing) -> list[frozenset[int]]:
    found = {}
    for run in pairing.runs:
        partners = range(run.partners.start, run.partners.stop)
        places = range(run.pairs.start, run.pairs.stop)
        for place, partner in zip(places, partners, strict=True):
            assert place not in found
            found[place] = frozenset((run.anchor, partner))
    return [found[place] for place in range(len(pairing))]


def test_an_interrupt_ends_a_long_test_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the chunks of masks no more are drawn than those under way."""
    drawn: list[int] = []

    def counted(seed: int, chunk: int, units: int) -> resampling.Floats:
        drawn.append(chunk)
        return resampling.swaps(seed, chunk, units)

    def interrupted(stage: Stage, share: float) -> None:
        if drawn:
            raise KeyboardInterrupt

    monkeypatch.setattr(engine, "swaps", counted)
    with pytest.raises(KeyboardInterrupt):
        families(UNITS, Design(trials=1_000_000), Work(2, interrupted))
    assert 1 <= len(drawn) <= 8  # of about a thousand
    stop = threading.Event()
    stop.set()
    assert list(swapped_scores._blocks(np.arange(3), 1, stop)) == []


@pytest.mark.parametrize(
    ("pairs", "alpha", "trials"),
    [
        (1, 0.05, 10_000),
        (125, 0.05, 10_000),
        (126, 0.05, 20_000),
        (91, 0.01, 50_000),
        (1225, 0.05, 100_000),
        (2485, 0.05, 200_000),
        (4950, 0.05, 500_000),
        (12_500, 0.05, 1_000_000),
        (499_500, 0.05, 1_000_000),
    ],
)
def test_trials_grow_with_the_family(pairs: int, alpha: float, trials: int) -> None:
    assert trials_needed(pairs, alpha) == trials


class TestManyPairs:
    """A family that no rung of trials is enough for."""

    @pytest.fixture(autouse=True)
    def short_ladder(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("leaderboard.significance.design.LADDER", (100, 200))

    def test_hours_of_trials_for_nothing_are_not_begun(self) -> None:
        units = random_units(6, 40, names=("four",))
        for test in ("ar", "bootstrap"):
            for adjust in ("holm", "bonferroni"):
                with pytest.raises(UsageError) as caught:
                    families(units, Design(test=test, adjust=adjust, alpha=0.01))
                assert caught.value.typed == (
                    f"15 pairs under --adjust {adjust} need 1,500 random trials or more; compare with"
                    " one system by --against NAME, use --adjust bh --trials 100,"
                    " or set their number with --trials"
                )

    @pytest.mark.parametrize(
        ("adjust", "told"),
        [
            (
                "bh",
                "need 1,500 random trials or more for one alone to be significant; compare with one system by"
                " --against NAME, or use --trials 100, which is enough where 15 pairs differ",
            ),
            (
                "none",
                "would take hours; compare with one system by --against NAME,"
                " or use --trials 100, which is enough",
            ),
        ],
    )
    def test_nor_are_hours_that_a_few_trials_save(self, adjust: Any, told: str) -> None:
        with pytest.raises(UsageError) as caught:
            families(random_units(6, 40, names=("four",)), Design(adjust=adjust, alpha=0.01))
        assert caught.value.typed == f"15 pairs under --adjust {adjust} {told}"

    @pytest.mark.parametrize("trials", [290, 310, 490, 499, 510, 740, 760, 1490, 1510])
    def test_so_many_pairs_have_to_differ_under_benjamini_and_hochberg(self, trials: int) -> None:
        """The note says the least r for which r pairs with the smallest p-value are rejected."""
        (family,) = families(
            random_units(6, 40, names=("four",)), Design(adjust="bh", alpha=0.01, trials=trials)
        )
        smallest = Fraction(1, trials + 1)
        least = next(r for r in range(1, 16) if smallest * 15 / r <= Fraction(1, 100))
        notes = [note for note in sentences(family.remarks) if "no pair is significant unless" in note]
        assert notes == [
            f"With {trials:,} random trials, no pair is significant unless at least {least} of 15 are."
            " Use at least 1,500 trials (`--trials`) so that a single pair can be."
        ] * (least > 1)
        held = np.array([1 / (trials + 1)] * least + [1.0] * (15 - least))
        assert (adjusted(held, "bh") <= 0.01).sum() == least
        assert (adjusted(np.append(held[1:], 1.0), "bh") <= 0.01).sum() == 0

    @pytest.mark.parametrize(
        "changes",
        [
            {"adjust": "bh", "trials": 50},
            {"adjust": "none", "trials": 50},
            {"trials": 50},
            {"against": "s000", "alpha": 0.025},
            {"alpha": 0.075},
        ],
    )
    def test_what_is_offered_is_done(self, changes: dict[str, Any]) -> None:
        (family,) = families(random_units(6, 40, names=("four",)), Design(**{"alpha": 0.01, **changes}))
        assert len(family) == (5 if "against" in changes else 15)

    def test_pairs_that_need_no_random_trials_are_tested(self) -> None:
        (family,) = families(random_units(6, 7, names=("four",)), Design(alpha=0.01))
        assert family.p_values.exact.all()
        with pytest.raises(UsageError, match="15 pairs under adjust='shaffer'"):
            families(random_units(6, 7, names=("four",)), Design(test="bootstrap", alpha=0.01))
        with pytest.raises(UsageError, match="15 pairs under adjust='shaffer'"):
            families(random_units(6, 8, names=("four",)), Design(alpha=0.01))


def test_one_system_is_a_family_without_pairs() -> None:
    family = only(random_units(1, 40, names=("four",)))
    assert list(family) == []
    assert family.score_intervals.bounds.shape == (1, 2)
    assert sentences(family.remarks) == ()


@pytest.mark.parametrize(
    ("differences", "alpha", "verdict"),
    [
        ([0, 0], 0.05, "identical"),
        ([9, 9, 9, 9, 0], 0.05, "untestable"),
        ([9, 9, 9, 9, 9], 0.05, "untestable"),
        ([9, 9, 9, 9, 9], 0.0625, "significant"),
        ([9, 9, 9, 9, 9, 9], 0.05, "significant"),
        ([9, 9, 9, 9, 9, -9], 0.05, "tied"),
        ([9, -9], 0.5, "tied"),
    ],
)
def test_verdicts(differences: list[float], alpha: float, verdict: str) -> None:
    assert only(sign_flips(differences), Design(alpha=alpha, draws=10))[0].verdict == verdict


def test_borderline_is_a_verdict_that_two_standard_errors_would_turn() -> None:
    generator = np.random.default_rng(8)
    seen = set()
    for shift in np.linspace(0.2, 0.7, 150):
        units = sign_flips(generator.normal(shift, 1, 40).tolist())
        row = only(units, Design(trials=199, draws=10))[0]
        up, down = row.p_value + 2 * row.standard_error, row.p_value - 2 * row.standard_error
        assert row.borderline == (down <= 0.05 < up)
        seen.add((row.borderline, row.verdict))
    assert len(seen) == 4


@pytest.mark.parametrize("adjust", get_args(Procedure))
def test_borderline_of_many_is_by_the_correction(adjust: Procedure) -> None:
    """Each pair alone is moved by two standard errors, the others held fixed."""
    design = Design(trials=199, draws=10, adjust=adjust)
    seen = set()
    for seed in range(12):
        family = only(random_units(4, 40, seed=seed, names=("four",)), design)
        for pair, (p, error) in enumerate(zip(family.p_values.p, family.standard_errors, strict=True)):
            verdicts = set()
            for moved in (p - 2 * error, p, p + 2 * error):
                others = family.p_values.p.copy()
                others[pair] = max(moved, 0)
                verdicts.add(bool(adjusted(others, adjust)[pair] <= design.alpha))
            assert family.borderline[pair] == (len(verdicts) == 2)
            seen.add(len(verdicts))
    assert seen == {1, 2}


def test_borderline_under_shaffer_is_by_the_factor_after_the_other_significant_pairs() -> None:
    seen = set()
    for seed in range(12):
        design = Design(trials=199, draws=10, adjust="shaffer")
        family = only(random_units(4, 40, seed=seed, names=("four",)), design)
        place = np.argsort(best_first(family.scores, family.systems))
        ends = [
            tuple(sorted(place[[a, b]].tolist()))
            for a, b in zip(family.pairing.first, family.pairing.second, strict=True)
        ]
        significant = family.has("significant")
        for pair, (p, error) in enumerate(zip(family.p_values.p, family.standard_errors, strict=True)):
            others = {end for number, end in enumerate(ends) if significant[number] and number != pair}
            factor = slow_shaffer.factor(*ends[pair], others, 4)
            turned = p + 2 * error if significant[pair] else p - 2 * error
            assert family.borderline[pair] == (significant[pair] == (factor * turned > design.alpha))
            seen.add((bool(significant[pair]), bool(family.borderline[pair])))
    assert len(seen) == 4


def test_a_pair_that_just_reaches_the_level_can_be_borderline() -> None:
    row = only(sign_flips([1, 2, 3, 4, 5]), Design(trials=20, alpha=2 / 32, draws=10))[0]
    assert (row.verdict, row.borderline, row.exact) == ("significant", True, False)


def test_the_smallest_attainable_p() -> None:
    assert attainable(np.array([0, 1, 2, 5])).tolist() == [1, 1, 1 / 2, 1 / 16]


def test_a_verdict_that_no_p_can_turn_is_not_borderline() -> None:
    design = Design(test="bootstrap", trials=199, draws=10)
    for size in range(-10, 11):
        row = only(sign_flips([9, 9, size, 9] + [0] * 6), design)[0]
        assert (row.verdict, row.borderline) == ("untestable", False)


def test_better_follows_verdict_and_sign() -> None:
    units = made_units({"sum": [[[0] * 20], [[1] * 20], [[1, -1] * 10], [[0] * 20]]})
    table = only(units).better()
    assert {(int(a), int(b)) for a, b in np.argwhere(table)} == {(1, 0), (1, 3), (1, 2)}


def test_a_row_says_what_the_columns_say() -> None:
    family = only(random_units(3, 40, names=("four",)))
    assert len(list(family)) == len(family) == 3
    for pair, row in enumerate(family):
        first, second = [(0, 1), (0, 2), (1, 2)][pair]
        assert (row.first, row.second, row.metric) == (f"s00{first}", f"s00{second}", "four")
        assert (row.first_score, row.second_score) == (family.scores[first], family.scores[second])
        assert row.difference == family.differences[pair] == row.first_score - row.second_score
        assert row.interval == tuple(family.intervals.bounds[pair])
        assert (row.p_value, row.p_adjusted) == (family.p_values.p[pair], family.p_adjusted[pair])
        assert row.standard_error == family.standard_errors[pair] > 0
        assert (row.trials, row.exact, row.borderline) == (10_000, False, family.borderline[pair])
        assert (row.units, row.units_differing) == (40, family.units_differing[pair])


def test_better_of_scores_that_differ_by_less_than_one() -> None:
    totals = [[[8, 6][system] for _ in range(12)] for system in range(2)]
    sums = [np.array([row, [10] * 12, row, [10] * 12]) for row in totals]
    for order, expected in (((0, 1), [(0, 1)]), ((1, 0), [(1, 0)]), ((0, 0), [])):
        table = only(made_units({"four": [sums[system] for system in order]})).better()
        assert [(int(a), int(b)) for a, b in np.argwhere(table)] == expected


@pytest.mark.parametrize("test", ["ar", "bootstrap"])
def test_progress_is_told_chunk_by_chunk_of_trials_and_of_draws(test: Any) -> None:
    told: dict[str, list[float]] = {}
    families(UNITS, Design(test=test, trials=3000, draws=2000), Work(1, telling(told)))
    assert told["testing"][:4] == pytest.approx([0, 0.2, 0.4, 0.6])
    assert told["intervals"] == pytest.approx([0.6, 0.8, 1])


def test_progress_is_told_pair_by_pair_where_all_swaps_are_tried() -> None:
    told: dict[str, list[float]] = {}
    families(random_units(3, 6, names=("four",)), Design(trials=300, draws=100), Work(1, telling(told)))
    assert told == {"testing": pytest.approx([0, 0.25, 0.5, 0.75]), "intervals": pytest.approx([0.75, 1])}


def test_the_notice_of_long_tests_counts_pairs_that_take_random_trials() -> None:
    """A copy differs nowhere, so one of the three pairs is exact."""
    sums = np.random.default_rng(0).integers(1, 9, (2, 1, 30))
    units = made_units({"sum": sums[[0, 1, 0]]})
    for test, pairs in (("ar", 2), ("bootstrap", 3)):
        stages: set[tuple[str, int]] = set()
        work = Work(1, lambda stage, share, seen=stages: seen.add((stage.name, stage.pairs)))  # type: ignore[misc]
        families(units, Design(test=test, trials=100, draws=10), work)  # type: ignore[arg-type]
        assert ("testing", pairs) in stages


def test_progress_is_shared_by_pairs_that_are_drawn_and_pairs_that_are_enumerated() -> None:
    told: dict[str, list[float]] = {}
    sums = random_units(3, 20, names=("four",)).sums["four"]
    sums[1] = sums[0]  # no unit differs, so all of its swaps are tried
    families(made_units({"four": list(sums)}), Design(trials=1000, draws=1000), Work(1, telling(told)))
    assert told["testing"] == pytest.approx([0, 1 / 3, 1 / 3, 1 / 2])


def telling(told: dict[str, list[float]]) -> Callable[[Stage, float], None]:
    """Note the shares of each stage."""
    return lambda stage, share: told.setdefault(stage.name, []).append(share)


def test_an_interrupt_reaches_the_enumeration(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []

    def hits(*given: object) -> int:
        seen.append(given[-1])
        return 2

    monkeypatch.setattr(engine, "exact_hits", hits)
    only(random_units(2, 6, names=("four",)))
    assert [type(stop) for stop in seen] == [Event]


def test_the_bootstrap_test_is_centred_and_two_sided() -> None:
    units = random_units(3, 35, datasets=2, names=("four",))
    family = only(units, Design(test="bootstrap", trials=1200, draws=30, seed=4))
    draws = score_draws(units, 1200, 4)["four"]
    for pair in range(3):
        apart = draws[family.pairing.first[pair]] - draws[family.pairing.second[pair]]
        observed = family.differences[pair]
        hits = sum(abs(draw - observed) >= abs(observed) - 1e-12 for draw in apart)
        assert family.p_values.p[pair] == (1 + hits) / 1201
    assert not family.p_values.exact.any()


def test_the_bootstrap_test_of_identical_systems_gives_one() -> None:
    row = only(sign_flips([0] * 40), Design(test="bootstrap", draws=10))[0]
    assert (row.p_value, row.verdict, row.exact, row.trials) == (1.0, "identical", False, 10_000)


def test_notes_say_what_a_reader_must_know() -> None:
    short = only(random_units(6, 6, names=("four",)))
    assert any(
        note.startswith("The effective number of documents is 6 (of 6,") for note in sentences(short.remarks)
    )
    assert any(
        "differ on too few documents" in note and ": s000 and s001; s000 and s002; " in note
        for note in sentences(short.remarks)
    )
    few = only(random_units(6, 40, names=("four",)), Design(trials=298, draws=10, interval="t"))
    assert sentences(few.remarks)[0] == (
        "298 random trials are too few for 15 pairs: no p-value can reach 0.05 after the correction."
        " Use at least 300 (`--trials`)."
    )
    bonferroni = only(
        random_units(6, 40, names=("four",)), Design(trials=298, draws=10, interval="t", adjust="bonferroni")
    )
    assert sentences(bonferroni.remarks)[0] == sentences(few.remarks)[0]
    enough = only(random_units(6, 40, names=("four",)), Design(trials=300, draws=10))
    assert not any("trials are too few" in note for note in sentences(enough.remarks))
    unadjusted = only(random_units(6, 40, names=("four",)), Design(trials=29, draws=10, adjust="none"))
    assert not any("trials are too few" in note for note in sentences(unadjusted.remarks))


@pytest.mark.parametrize("systems", [2, 3, 4])
def test_a_remark_names_three_pairs_and_counts_all(systems: int) -> None:
    family = only(random_units(systems, 6, names=("four",)))
    chosen = np.ones(len(family), dtype=bool)
    third = ("s001", "s002") if systems == 3 else ("s000", "s003")
    pairs = (("s000", "s001"), ("s000", "s002"), third)[: len(family)]
    assert _named(family, chosen) == {"pairs": pairs, "count": len(family)}
    assert _named(family, np.arange(len(family)) < 2) == {"pairs": pairs[:2], "count": len(pairs[:2])}
    if systems == 4:
        assert _named(family, np.arange(6) < 4) == {"pairs": pairs, "count": 4}


@pytest.mark.parametrize(
    ("pairs", "trials", "least"), [(15, 299, 1), (15, 298, 2), (10, 19, 10), (10, 18, 11)]
)
def test_the_least_number_of_rejections(pairs: int, trials: int, least: int) -> None:
    assert least_significant(pairs, trials, 0.05) == least


def test_as_many_trials_as_pairs_need_get_no_note() -> None:
    """With 31 trials the smallest p is 1/32, and there are 2 pairs at alpha = 1/16."""
    units = random_units(3, 40, names=("four",))
    for trials, noted in ((30, True), (31, False)):
        family = only(units, Design(trials=trials, alpha=1 / 16, against="s000", draws=10))
        assert any("random trials" in note for note in sentences(family.remarks)) == noted


def test_a_pair_that_no_test_can_decide_lets_no_other_pair_need_fewer_trials() -> None:
    sums = random_units(3, 40, names=("four",)).sums["four"]
    alike = np.concatenate((sums, sums[:1]))
    alike[3, 0, 0] -= 1
    for systems, tested in ((sums, 3), (alike, 6)):
        units = random_units(len(systems), 40, names=("four",))
        family = only(replace(units, sums={"four": systems}), Design(trials=tested * 20 - 2, draws=10))
        [few] = [one.record for one in family.remarks if one.kind == "few_trials"]
        assert (few["tested"], few["count"]) == (tested, int(family.sampled.sum()))
        assert family.sampled.sum() == tested - family.has("untestable").sum()


def test_untestable_pairs_lack_no_trials() -> None:
    sums = random_units(3, 40, names=("four",)).sums["four"]
    alike = np.concatenate((sums, sums[:1]))
    alike[3, 0, 0] -= 1
    units = replace(random_units(4, 40, names=("four",)), sums={"four": alike})
    for test in ("ar", "bootstrap"):
        family = only(units, Design(trials=100, draws=10, test=test))
        [few] = [one.record for one in family.remarks if one.kind == "few_trials"]
        assert few["count"] == 6 - family.has("untestable").sum() == 5


def test_draws_have_no_smallest_p_value() -> None:
    units = random_units(6, 7, names=("four",))
    kinds = {
        test: {one.kind for one in only(units, Design(draws=10, test=test)).remarks}
        for test in ("ar", "bootstrap")
    }
    assert "out_of_reach" in kinds["ar"]
    assert "out_of_reach" not in kinds["bootstrap"]


def test_a_single_pair_of_few_trials_is_noted() -> None:
    units = random_units(2, 40, names=("four",))
    for adjust in ("holm", "bonferroni", "bh"):
        note = sentences(only(units, Design(trials=10, draws=10, interval="t", adjust=adjust)).remarks)[0]
        assert note.startswith(("10 random trials are too few for 1 pair:", "With 10 random trials, no pair"))


def test_pairs_that_cannot_differ_significantly_are_counted() -> None:
    rest = "too few documents differ to reach p ≤ 0.05."
    one, other, same = [[1] * 3 + [0] * 37], [[0] * 40], [[2] * 40]
    for sums, subject in (
        ([one, other], "The pair is untestable"),
        ([one, other, same], "1 of 3 pairs is untestable (s000 and s001)"),
    ):
        notes = sentences(only(made_units({"sum": sums})).remarks)
        assert f"{subject}: {rest}" in notes
    two = only(made_units({"sum": [one, other, same]}), Design(draws=50, against="s000"))
    assert f"1 of 2 pairs is untestable (s001 and s000): {rest}" in sentences(two.remarks)


def judged(bounds: Sequence[tuple[float, float]], p: Sequence[float]) -> Family:
    """A family of one, three or six pairs with these intervals and p-values."""
    systems = {1: 2, 3: 3, 6: 4}[len(bounds)]
    family = only(random_units(systems, 40, names=("four",)))
    given = Intervals(np.array(bounds, dtype=np.float64), np.zeros(len(bounds), dtype=bool))
    return replace(family, intervals=given, p_values=replace(family.p_values, p=np.array(p)))


def told(family: Family) -> tuple[str, ...]:
    """What is said of a family as it is now."""
    return sentences(remarks(family))


def test_an_interval_disagrees_where_it_has_zero_and_p_is_small_or_the_reverse() -> None:
    bounds = [(0, 1), (-1, 0), (-1, 1), (0.1, 1), (-1, -0.1), (np.nan, np.nan)]
    for p, against in (
        (0.05, [True, True, True, False, False, False]),
        (0.0501, [False, False, False, True, True, False]),
    ):
        assert against_interval(judged(bounds, [p] * 6)).tolist() == against


def test_a_note_says_that_the_test_is_not_corrected_where_there_is_more_than_one_pair() -> None:
    note = "disagree for this pair; rely on the p-value: s000 and s001."
    assert f"Interval and p-value {note}" in told(judged([(-1, 1)], [0.01]))
    three = judged([(-1, 1), (1, 2), (1, 2)], [0.01] * 3)
    uncorrected = "the single interval and the uncorrected p-value disagree; rely on the p-value"
    assert f"For this pair, {uncorrected}: s000 and s001." in told(three)
    assert told(judged([(1, 2)], [0.01])) == ()


def test_a_note_says_where_only_scores_or_only_differences_have_percentiles() -> None:
    family = judged([(-1, 1)], [0.5])
    for scores, pairs, counts in (
        ([True, False], [False], "1 score"),
        ([False, False], [True], "1 difference"),
    ):
        degenerate = replace(
            family,
            score_intervals=replace(family.score_intervals, degenerate=np.array(scores)),
            intervals=replace(family.intervals, degenerate=np.array(pairs)),
        )
        assert sentences(_percentile_instead(degenerate)) == (
            f"BCa intervals do not exist for {counts}; percentile intervals are used instead.",
        )
    assert not list(_percentile_instead(family))


def test_notes_stop_at_their_limits() -> None:
    design = Design(alpha=0.0625, draws=50, interval="t")
    ten = only(sign_flips([1] * 5 + [0] * 5), design)
    assert ten[0].verdict == "significant"
    assert sentences(ten.remarks) == ()
    (few,) = only(sign_flips([1] * 5 + [0] * 4), design).remarks
    assert few.record == {
        "kind": "few_units",
        "units": 9,
        "effective": 9.0,
        "interval": "t",
        "unit": "document",
    }
    hundred = only(sign_flips([1] * 5 + [0] * 95), replace(design, interval="percentile"))
    assert hundred.remarks == ()
    (many,) = only(sign_flips([1] * 5 + [0] * 94), replace(design, interval="percentile")).remarks
    assert (many.record["effective"], many.record["interval"]) == (99.0, "percentile")
    (one,) = (note for note in only(sign_flips([1]), design).remarks if note.kind != "untestable")
    assert one.record == {"kind": "one_unit", "unit": "document"}


def test_a_note_names_borderline_verdicts() -> None:
    units = sign_flips(np.random.default_rng(0).normal(0.32, 1, 40).tolist())
    family = only(units, Design(trials=99, draws=10))
    assert family.borderline.all()
    note = "Borderline (more `--trials` could change the verdict): s000 and s001."
    assert note in sentences(family.remarks)


def _holds_zero(row: Comparison) -> bool:
    return row.interval[0] <= 0 <= row.interval[1]


def test_a_note_names_pairs_that_interval_and_test_disagree_on() -> None:
    family = only(random_units(12, 60, seed=3, names=("four",)), Design(draws=400, interval="percentile"))
    disagree = [(row.p_value <= 0.05) == _holds_zero(row) for row in family]
    assert any(disagree)
    (note,) = (note for note in sentences(family.remarks) if "rely on the p-value" in note)
    first = family[disagree.index(True)]
    assert f"the p-value: {first.first} and {first.second}" in note
    assert ("more." in note) == (sum(disagree) > 3)


def test_an_untestable_pair_has_no_interval() -> None:
    for interval in ("t", "percentile", "bca"):
        row = only(sign_flips([1] * 4 + [0] * 30), Design(draws=400, interval=interval))[0]  # type: ignore[arg-type]
        assert (row.verdict, row.interval, row.interval_joint) == ("untestable", None, None)
        assert (row.difference_error, row.df) == (None, None)


def test_the_shipped_metrics_can_be_tested_at_once() -> None:
    chosen = [METRICS[name](MetricOptions()) for name in ("muc", "bcub", "ceafe", "blanc", "conll")]
    generator = np.random.default_rng(1)
    sizes = {"muc": 3, "bcub": 4, "ceafe": 3, "blanc": 6}
    sums = {name: generator.integers(1, 50, (3, rows, 40)).astype(float) for name, rows in sizes.items()}
    sums["conll"] = np.concatenate([sums["muc"], sums["bcub"], sums["ceafe"]], axis=1)
    plain = made_units({"sum": sums["muc"][:, :1]})
    units = Units(plain.systems, plain.names, plain.dataset, tuple(chosen), sums)
    found = {family.metric: family for family in families(units, FEW)}
    parts = [found[name].scores for name in ("muc", "bcub", "ceafe")]
    assert found["conll"].scores == pytest.approx(np.mean(parts, axis=0))
    assert list(found) == [one.name for one in chosen]


def test_enumeration_stops_when_told() -> None:
    stop = Event()
    stop.set()
    units = random_units(2, 20, names=("four",))
    first, second = units.sums["four"]
    every = apart(units.metrics[0], first, second, units.dataset, 0.0)
    assert exact_hits(first, second, every, stop) == 0
    assert exact_hits(first, second, every, Event()) == 2**20


def test_pair_trials_are_those_of_pairs_that_are_not_exact() -> None:
    differing = [np.array([3, 13, 14]), np.array([40, 40, 0])]
    assert is_exact(differing[0], 10_000).tolist() == [True, True, False]
    assert pair_trials(differing, 10_000) == 3 * 10_000


def test_more_comparisons_than_the_limit_are_refused_with_what_they_need() -> None:
    refuse_many(3_162, 1, None)
    refuse_many(1_118, 8, None)
    refuse_many(600_000, 8, "baseline")
    with pytest.raises(UsageError) as error:
        refuse_many(10_000, 1, None)
    assert error.value.typed == (
        "49,995,000 pairs of 10,000 systems by 1 metric need about 150 GB of memory and 40 GB of disk, and "
        "the limit is 5,000,000 comparisons; compare with one system by --against NAME, or use "
        "`leaderboard score`"
    )
    with pytest.raises(UsageError, match="NAME, choose fewer metrics by metric, or"):
        refuse_many(1_200, 8, None)


def test_prices_of_more_responses_than_the_limit_are_refused_with_what_they_need() -> None:
    refuse_prices(3_333, 1_000)
    with pytest.raises(UsageError) as error:
        refuse_prices(10_000, 1_000)
    assert error.value.typed == (
        "the prices of errors of 10,000 responses with 1,000 parts need about 12.0 GB of memory, and the "
        "limit is 4 GB; leave them out by --no-prices, or price some of the systems by `leaderboard errors`"
    )


@pytest.mark.parametrize("against", [None, "system-0"])
def test_families_stay_below_the_limit(against: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    units = random_units(5, 8)
    comparisons = (4 if against else 10) * len(units.metrics)
    design = replace(FEW, against=against and units.systems[0])
    monkeypatch.setattr("leaderboard.significance.design.MOST_COMPARISONS", comparisons)
    assert sum(map(len, families(units, design))) == comparisons
    monkeypatch.setattr("leaderboard.significance.design.MOST_COMPARISONS", comparisons - 1)
    with pytest.raises(UsageError, match="against=NAME"):
        families(units, design)
