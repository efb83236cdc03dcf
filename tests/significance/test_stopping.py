"""Pairs that stop early: which trials they take, what their p-values depend on, and that these are valid."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from leaderboard.report.words.remarks import sentences
from leaderboard.scoresheet import Units
from leaderboard.significance import design
from leaderboard.significance import randomization as engine
from leaderboard.significance.design import ENOUGH_HITS, LADDER, Design, looks
from leaderboard.significance.families import families
from leaderboard.significance.family import Family
from leaderboard.significance.resampling import CHUNK, chunks_between
from leaderboard.threads import Stage, Work
from tests.support.made_units import random_units, reordered

UNITS = random_units(9, 40, seed=2, datasets=2, names=("shared", "four"))
# Nine systems have 36 pairs, for which 4 pairs / alpha is 2,880.
RUNGS, ENOUGH = (100, 250, 1100, 3000), 20


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short looks, so that pairs stop at each of them."""
    monkeypatch.setattr(design, "LADDER", RUNGS)
    monkeypatch.setattr(engine, "ENOUGH_HITS", ENOUGH)


def test_looks_are_the_rungs_unless_the_number_is_given() -> None:
    assert looks(10_000, Design()) == (10_000,)
    assert looks(50_000, Design()) == (10_000, 20_000, 50_000)
    assert looks(LADDER[-1], Design()) == LADDER
    assert looks(50_000, Design(trials=50_000)) == (50_000,)


def test_a_pair_stops_at_the_first_look_with_enough_hits(few: None) -> None:
    plain = {rung: families(UNITS, Design(trials=rung, draws=2)) for rung in RUNGS}
    for metric, family in enumerate(families(UNITS, Design(draws=2))):
        assert set(family.p_values.trials.tolist()) == set(RUNGS)
        for pair, taken in enumerate(family.p_values.trials.tolist()):
            hits = {
                rung: round(found[metric].p_values.p[pair] * (1 + rung)) - 1 for rung, found in plain.items()
            }
            stops = next((rung for rung in RUNGS if hits[rung] >= ENOUGH), RUNGS[-1])
            assert taken == stops
            assert family.p_values.p[pair] == (1 + hits[stops]) / (1 + stops)
            p = family.p_values.p[pair]
            assert family.standard_errors[pair] == np.sqrt(p * (1 - p) / stops)


def by_name(units: Units, jobs: int = 1, **design: Any) -> dict[tuple[str, ...], tuple[float, int]]:
    return {
        (row.metric, *sorted((row.first, row.second))): (row.p_value, row.trials)
        for family in families(units, Design(draws=2, **design), Work(jobs))
        for row in family
    }


def test_p_depends_on_no_other_system_no_order_and_no_number_of_workers(few: None) -> None:
    every = by_name(UNITS)
    assert by_name(UNITS, jobs=3) == every
    assert by_name(reordered(UNITS, [4, 8, 2, 7, 0, 6, 1, 5, 3])) == every
    fewer = by_name(reordered(UNITS, [1, 8, 2, 3, 5, 6, 7, 0]))  # 28 pairs take as many trials
    assert {pair: every[pair] for pair in fewer} == fewer
    alone = by_name(replace(UNITS, metrics=UNITS.metrics[1:]))
    assert {pair: every[pair] for pair in alone} == alone


def test_what_stops_early_is_the_same_for_more_trials(few: None) -> None:
    """Pairs of few systems take fewer trials at most, and those that stop before are the same."""
    every, fewer = by_name(UNITS), by_name(reordered(UNITS, [0, 3, 5, 8]))  # 6 pairs: up to 1,100
    early = {pair: found for pair, found in fewer.items() if every[pair][1] < 1100}
    assert early
    assert {pair: every[pair] for pair in early} == early


def test_where_trials_are_given_every_pair_takes_them_all(few: None) -> None:
    for family in families(UNITS, Design(trials=3000, draws=2)):
        assert set(family.p_values.trials.tolist()) == {3000}


def test_few_systems_take_one_look() -> None:
    (family, _) = families(UNITS, Design(draws=2))
    (given, _) = families(UNITS, Design(trials=10_000, draws=2))
    assert family.p_values.p.tolist() == given.p_values.p.tolist()
    assert family.p_adjusted.tolist() == given.p_adjusted.tolist()


@cache
def stopped(look: int, rungs: tuple[int, ...], enough: int) -> dict[tuple[int, int], Fraction]:
    """The probability of so many hits at a look, and of having gone on to it, under the hypothesis.

    The observed difference is one of exchangeable values, so the next trial is a hit with probability
    (1 + hits) / (2 + trials): Pólya's urn.
    """
    if look == 0:
        start, going = 0, {0: Fraction(1)}
    else:
        start = rungs[look - 1]
        before = stopped(look - 1, rungs, enough)
        going = {hits: share for (_, hits), share in before.items() if hits < enough}
    for taken in range(start, rungs[look]):
        after: dict[int, Fraction] = {}
        for hits, share in going.items():
            up = share * Fraction(1 + hits, 2 + taken)
            after[hits + 1] = after.get(hits + 1, Fraction(0)) + up
            after[hits] = after.get(hits, Fraction(0)) + share - up
        going = after
    return {(rungs[look], hits): share for hits, share in going.items()}


@pytest.mark.parametrize(
    ("rungs", "enough"), [((5, 10, 25), 2), ((10, 20, 40), 5), ((10, 12, 14, 40), 1), ((20,), 3)]
)
def test_p_is_valid_whatever_the_looks(rungs: tuple[int, ...], enough: int) -> None:
    """Under the hypothesis p is at most x with probability at most x, for every x that p can be."""
    outcomes = {
        (Fraction(1 + hits, 1 + taken)): Fraction(0)
        for look in range(len(rungs))
        for taken, hits in stopped(look, rungs, enough)
    }
    for look in range(len(rungs)):
        for (taken, hits), share in stopped(look, rungs, enough).items():
            if hits >= enough or taken == rungs[-1]:
                outcomes[Fraction(1 + hits, 1 + taken)] += share
    assert sum(outcomes.values()) == 1
    below = Fraction(0)
    for p, share in sorted(outcomes.items()):
        below += share
        assert below <= p


def test_stopping_costs_little_precision() -> None:
    """The standard error of p is at most 1 / sqrt(hits) of p."""
    assert 1 / np.sqrt(ENOUGH_HITS) < 0.032


def test_chunks_between_looks_are_the_rest_of_the_last_one() -> None:
    assert chunks_between(0, 1024) == [(0, slice(0, 1024))]
    assert chunks_between(1000, 2100) == [(0, slice(1000, 1024)), (1, slice(0, 1024)), (2, slice(0, 52))]
    assert chunks_between(2048, 2049) == [(2, slice(0, 1))]
    assert chunks_between(0, 0) == []


@pytest.mark.parametrize("parts", [1, 2, 32])
def test_parts_of_chunks_are_all_trials_in_order(parts: int) -> None:
    found = chunks_between(1000, 2100, parts)
    trials = [number * CHUNK + one for number, some in found for one in range(CHUNK)[some]]
    assert trials == [*range(1000, 2100)]
    assert max(some.stop - some.start for _, some in found) <= CHUNK // parts


def stages(units: Units, design: Design) -> list[Stage]:
    seen: list[Stage] = []
    families(units, design, Work(1, lambda stage, share: None if stage in seen else seen.append(stage)))
    return [stage for stage in seen if stage.name == "testing"]


def test_the_time_is_told_after_the_first_look_for_the_pairs_that_go_on(few: None) -> None:
    family, other = families(UNITS, Design(draws=2))
    first, *later = stages(UNITS, Design(draws=2))
    assert first == Stage("testing")
    for stage, rung in zip(later, RUNGS[:-1], strict=False):
        on = max(int((one.p_values.trials > rung).sum()) for one in (family, other))
        assert stage == Stage("testing", RUNGS[-1], on, 2)
    assert len(later) >= len(RUNGS) - 1


def test_one_look_tells_the_time_at_once(few: None) -> None:
    assert stages(UNITS, Design(trials=3000, draws=2))[0] == Stage("testing", 3000, 36, 2)


def test_no_chunk_is_drawn_for_pairs_that_all_stopped(few: None, monkeypatch: pytest.MonkeyPatch) -> None:
    sums = np.random.default_rng(1).integers(5, 9, (9, 3, 40)).astype(float)
    units = replace(UNITS, metrics=UNITS.metrics[:1], sums={"shared": sums})
    monkeypatch.setattr(engine, "ENOUGH_HITS", 0)
    drawn: list[int] = []
    swaps = engine.swaps
    monkeypatch.setattr(engine, "swaps", lambda *given: (drawn.append(given[1]), swaps(*given))[1])
    families(units, Design(draws=2))
    assert drawn == [0]


def remarks_of(family: Family) -> set[str]:
    return {note.kind for note in family.remarks}


def test_pairs_that_stopped_are_no_sign_of_too_few_trials(few: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "ENOUGH_HITS", 0)
    (family, _) = families(UNITS, Design(draws=2))
    assert set(family.p_values.trials.tolist()) == {100}
    assert "few_trials" not in remarks_of(family)
    (given, _) = families(UNITS, Design(trials=100, draws=2))
    assert "few_trials" in remarks_of(given)
    assert sentences(given.remarks)[0].startswith("100 random trials are too few for 36 pairs")


def test_a_metric_by_which_no_pair_goes_on_costs_nothing(few: None) -> None:
    """All systems are copies by the second metric, so its pairs are exact."""
    sums = {**UNITS.sums, "four": np.repeat(UNITS.sums["four"][:1], 9, axis=0)}
    shared, four = families(replace(UNITS, sums=sums), Design(draws=2))
    assert shared.p_values.p.tolist() == families(UNITS, Design(draws=2))[0].p_values.p.tolist()
    assert four.p_values.exact.all()
