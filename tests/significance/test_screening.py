"""Linear forms and their bounds against scores of every swap; screened counts against unscreened ones."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import Floats, Metric, unit_mean
from leaderboard.scoresheet import Units, exact, mean_score
from leaderboard.significance import swapped_scores as screening
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from leaderboard.significance.pairing import all_pairs
from leaderboard.significance.resampling import Products, swaps
from leaderboard.significance.swapped_scores import MetricPairs, Screen, screen
from leaderboard.threads import ALONE
from tests.support.made_units import SCORES, made_units, metric, random_units

FORMED = ("shared", "four", "blanc", "mean")
ROWS = {name: SCORES[name][0] for name in (*FORMED, "rate")}
ON_REQUEST = ("rand", "da", "xcmr", "mor", "zero")
DEFAULT = ("mentions", "muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "conll")


@pytest.mark.parametrize("name", [*DEFAULT, *ON_REQUEST])
@pytest.mark.parametrize("options", [MetricOptions(), MetricOptions(blanc="luo2014", blanc_weight=0.3)])
def test_f1_is_the_sum_of_the_summands(name: str, options: MetricOptions) -> None:
    tested = METRICS[name](options)
    rows = 1 + max(max(*one.recall, *one.precision) for one in tested.summands)
    totals = np.random.default_rng(0).uniform(1, 9, (max(rows, 7 if name == "blanc" else rows), 50))
    f1 = sum(
        one.weight
        * 2
        / (
            totals[one.recall[1]] / totals[one.recall[0]]
            + totals[one.precision[1]] / totals[one.precision[0]]
        )
        for one in tested.summands
    )
    given_rows = {"blanc": 6 if options.blanc == "conll" else 7}.get(name, rows)
    assert tested.score(totals[:given_rows]).f1 == pytest.approx(f1, rel=1e-12)


@pytest.mark.parametrize("name", ["four", "conll"])
def test_so_is_f1_of_means_over_units(name: str) -> None:
    tested = metric(name) if name == "four" else METRICS[name](MetricOptions())
    mean = unit_mean(tested)
    totals = np.random.default_rng(0).uniform(1, 9, (4 * len(tested.members), 50))
    f1 = sum(one.weight * totals[one.recall[0]] / totals[one.recall[1]] for one in mean.summands)
    assert all(one.recall == one.precision for one in mean.summands)
    assert mean.score(totals).f1 == pytest.approx(f1, rel=1e-12)


def every_swap(units: Units, name: str) -> tuple[Floats, Floats]:
    """The differences of scores of two systems [swaps], and the signed sums [swaps, S, units]."""
    sums = units.sums[name]
    signs = np.array(list(product((1, -1), repeat=sums.shape[-1])))[:, None]
    half, middle = (sums[0] - sums[1]) / 2, (sums[0] + sums[1]) / 2
    one, other = middle + signs * half, middle - signs * half
    scores = [mean_score(metric(name), side, units.dataset).f1 for side in (one, other)]
    return scores[0] - scores[1], signs * 2 * half


@settings(max_examples=150, deadline=None)
@given(st.data(), st.sampled_from((*FORMED, "rate")), st.integers(1, 7))
def test_no_swap_is_farther_from_its_form_than_the_bound(data: st.DataObject, name: str, count: int) -> None:
    """Counts that mean nothing as scores, heavy units, and up to three datasets."""
    size = st.integers(0, 12) | st.integers(0, 10_000)
    row = st.lists(size, min_size=count, max_size=count)
    sums = data.draw(
        st.lists(st.lists(row, min_size=ROWS[name], max_size=ROWS[name]), min_size=2, max_size=2)
    )
    datasets = sorted(data.draw(st.lists(st.integers(0, 2), min_size=count, max_size=count)))
    _check_bound(made_units({name: sums}, datasets), name)


@pytest.mark.parametrize("name", [*FORMED, "rate"])
@pytest.mark.parametrize("apart", [0.02, 0.2, 0.6, 0.95])
def test_adversaries_keep_the_bound(name: str, apart: float) -> None:
    """Each count of one system is a share below or above that of the other: the largest deviations."""
    generator = np.random.default_rng(1)
    held = 0
    for _ in range(200):
        middle = generator.uniform(1, 20, (ROWS[name], 5))
        sign = generator.choice([-1, 1], (ROWS[name], 1)) * generator.choice([1, 1, 1, -1], (1, 5))
        units = made_units({name: [middle * (1 + apart * sign), middle * (1 - apart * sign)]})
        held += _check_bound(units, name)
    assert held == 200


def _check_bound(units: Units, name: str) -> bool:
    coefficients, bound, moved = screening._forms(
        metric(name), units.sums[name], screening.strata(units.dataset), all_pairs(2), ALONE
    )
    if moved[0] < 1:
        differences, signed = every_swap(units, name)
        numbers = np.unique(units.dataset)
        rows = [signed[..., units.dataset == number].sum(axis=-1) for number in numbers]
        form = np.concatenate(rows, axis=1) @ coefficients[0]
        assert np.all(np.abs(differences - form) <= bound[0] * (1 + 1e-9) + 1e-11)
    return bool(moved[0] < 1)


@pytest.mark.parametrize("name", FORMED)
def test_the_bound_is_near_what_happens(name: str) -> None:
    """It would be worth nothing if it were far too large."""
    units = random_units(2, 12, seed=3, names=(name,))
    _, bound, moved = screening._forms(metric(name), units.sums[name], (slice(0, 12),), all_pairs(2), ALONE)
    differences, _ = every_swap(units, name)
    assert moved[0] < 1
    assert bound[0] < 0.2 * np.abs(differences).max()


def hostile(kind: str, name: str, datasets: int = 1) -> Units:
    """Seven systems on 30 units, and what could mislead a form."""
    units = random_units(7, 30, seed=4, datasets=datasets, names=(name,))
    sums = units.sums[name].copy()
    if kind == "zeros":
        sums[1], sums[2, :, 3:] = 0, 0
    if kind == "heavy":
        sums[..., 7] *= 1000
    if kind == "merged":
        sums[:2, [0, 2 if name == "shared" else 3]] *= 40
    if kind == "ties":
        sums = np.floor(sums / 8)
        sums[3] = sums[4][:, ::-1] if datasets == 1 else sums[4]
        sums[5, :, ::2] = sums[6, :, ::2]
    if kind == "far":
        sums[0, 0] *= np.linspace(0.1, 0.9, 30)
    return replace(units, sums={name: exact(sums, 10_000)})


KINDS = ("plain", "zeros", "heavy", "merged", "ties", "far")


@pytest.mark.parametrize("datasets", [1, 3])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", FORMED)
def test_counts_are_those_of_scores_alone(
    name: str, kind: str, datasets: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    units = hostile(kind, name, datasets)
    found, used, scored = [], set(), screening._MOST_MOVED
    for common, most in ((0.1, scored), (2, scored), (-1, scored), (2, -1), (-1, -1)):
        monkeypatch.setattr(screening, "COMMON", common)
        monkeypatch.setattr(screening, "_MOST_MOVED", most)
        (family,) = families(units, Design(trials=3000, draws=2))
        found.append(family.p_values.p.tolist())
        limits = _screen_of(units, name)
        used |= {(bool(limits.common.useful.any()), bool(limits.single.useful.any()))}
    assert all(one == found[-1] for one in found)  # the last has only scores in double precision
    assert (False, False) in used
    if kind in ("plain", "far", "ties"):
        assert len(used) > 1


def _screen_of(units: Units, name: str) -> Screen:
    pairing = all_pairs(len(units.systems))
    scores = mean_score(metric(name), units.sums[name], units.dataset).f1
    least = np.abs(scores[pairing.first] - scores[pairing.second]) - 1e-12
    return screen(units, metric(name), pairing, least)


@pytest.mark.parametrize("name", FORMED)
def test_limits_that_are_met_are_right(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No swap below the low limit is a hit, and every one from the high limit on is, in single precision."""
    monkeypatch.setattr(screening, "COMMON", 2)
    units = hostile("far", name, 2)
    pairing, products = all_pairs(7), Products.of(units)
    scores = mean_score(metric(name), units.sums[name], units.dataset).f1
    every = MetricPairs.of(
        units, metric(name), pairing, products, np.abs(scores[pairing.first] - scores[pairing.second]) - 1e-12
    )
    (weighted,) = products.weighted(swaps(1, 0, 30))
    taken = weighted.totals(name)
    table, right = every._signed(taken), every._are_hits(taken, np.arange(21), slice(None))
    line = every.screen.direction @ table
    apart = table[pairing.first] - table[pairing.second]
    common = np.abs(line[pairing.first] - line[pairing.second])
    checked = 0
    single = np.abs(every._single(np.arange(21), np.moveaxis(apart, 1, 0)))
    forms = (common, every.screen.common), (single, every.screen.single)
    for form, limits in forms:
        for pair in np.flatnonzero(limits.useful).tolist():
            checked += 1
            assert not right[pair][form[pair] < limits.low[pair]].any()
            assert right[pair][form[pair] >= limits.high[pair]].all()
    assert checked > 5
    assert (every.screen.single.high - every.screen.single.low)[every.screen.single.useful].max() < 1e-3


def test_a_metric_without_summands_has_no_form() -> None:
    units = made_units({"sum": np.random.default_rng(0).integers(0, 9, (4, 1, 30))})
    limits = _screen_of(units, "sum")
    assert not limits.common.useful.any()
    assert not limits.single.useful.any()


def test_systems_that_never_differ_have_no_form() -> None:
    units = made_units({"shared": np.ones((3, 3, 20))})
    limits = _screen_of(units, "shared")
    assert len(limits.rows) == 0
    assert not limits.common.useful.any()


def test_means_over_units_have_the_counts_of_scores_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    units = random_units(7, 30, seed=4, datasets=2, names=("shared", "four"))
    means = replace(units, weights={name: np.ones((1, 30)) for name in units.sums}).means()
    means = replace(means, sums={name: exact(sums, 60) for name, sums in means.sums.items()})
    screened = families(means, Design(trials=3000, draws=2))
    assert all(_useful(means, metric) for metric in means.metrics)
    monkeypatch.setattr(screening, "COMMON", -1)
    monkeypatch.setattr(screening, "_MOST_MOVED", -1)
    for family, plain in zip(screened, families(means, Design(trials=3000, draws=2)), strict=True):
        assert family.p_values.p.tolist() == plain.p_values.p.tolist()


def _useful(units: Units, tested: Metric) -> bool:
    scores = mean_score(tested, units.sums[tested.name], units.dataset).f1
    pairing = all_pairs(len(units.systems))
    least = np.abs(scores[pairing.first] - scores[pairing.second]) - 1e-12
    found = screen(units, tested, pairing, least)
    return bool((found.common.useful).any())


def test_a_pair_against_the_common_direction_has_the_counts_of_scores_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Links of which 30 % are right make a weak system better, and would make strong ones worse."""
    generator = np.random.default_rng(0)
    size = np.full(40, 1000.0)
    strong = [0.9 * size + generator.integers(-20, 20, (6, 40)), *np.ones((2, 6, 1)) * size]
    weak = np.array([0.2 * size, size, size])
    links = 10.0 * generator.integers(-3, 6, 40)
    better = weak + np.outer([0.3, 0, 1], links)
    units = made_units({"shared": np.array([*np.moveaxis(strong, 0, 1), weak, better])})
    screened = families(units, Design(trials=1000, draws=2))[0].p_values.p
    monkeypatch.setattr(screening, "COMMON", -1)
    monkeypatch.setattr(screening, "_MOST_MOVED", -1)
    assert screened.tolist() == families(units, Design(trials=1000, draws=2))[0].p_values.p.tolist()
    assert screened[-1] < 0.05
