"""Masks depend on the seed and the chunk alone, and totals are exact."""

from __future__ import annotations

from threading import Event

import numpy as np
import pytest

from leaderboard.significance import resampling
from leaderboard.significance.resampling import CHUNK, Products, resamples, strata, swaps
from leaderboard.threads import Stage, Work, results
from tests.support.made_units import random_units

FIRST_SWAPS = [
    [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0],
    [0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 1, 1],
    [1, 1, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0],
]
FIRST_RESAMPLES = [
    [1, 2, 0, 0, 3, 0],
    [1, 1, 2, 2, 0, 3],
    [1, 0, 1, 1, 0, 0],
    [0, 0, 0, 1, 1, 0],
    [2, 2, 2, 1, 1, 2],
]


def test_a_seed_means_these_very_masks() -> None:
    assert swaps(12345, 0, 3)[:, :12].astype(int).tolist() == FIRST_SWAPS
    assert resamples(12345, 0, np.array([0, 0, 0, 1, 1]))[:, :6].astype(int).tolist() == FIRST_RESAMPLES


def test_swaps_are_fair_and_differ_between_chunks_seeds_and_units() -> None:
    masks = np.concatenate([swaps(7, chunk, 40)[:, :] for chunk in range(10)], axis=1)
    assert set(np.unique(masks)) == {0.0, 1.0}
    assert np.all(np.abs(masks.mean(axis=1) - 0.5) < 5 * 0.5 / np.sqrt(10 * CHUNK))
    correlation = np.corrcoef(masks) - np.eye(40)
    assert np.abs(correlation).max() < 5 / np.sqrt(10 * CHUNK)
    assert not np.array_equal(swaps(7, 0, 40)[:, :], swaps(8, 0, 40)[:, :])
    assert not np.array_equal(swaps(7, 0, 40)[:, :], swaps(7, 1, 40)[:, :])


def test_resamples_draw_as_many_units_as_a_dataset_has_from_itself() -> None:
    dataset = np.repeat([0, 1, 2], [5, 1, 20])
    counts = resamples(3, 2, dataset)[:, :]
    for part in strata(dataset):
        assert np.all(counts[part].sum(axis=0) == part.stop - part.start)
    spread = counts[6:].var()
    assert spread == pytest.approx(1 - 1 / 20, rel=0.05)
    assert np.all(np.abs(counts[6:].mean(axis=1) - 1) < 5 / np.sqrt(CHUNK))


def test_strata_are_the_runs_of_equal_numbers() -> None:
    assert strata(np.array([0, 0, 3, 7, 7])) == (slice(0, 2), slice(2, 3), slice(3, 5))


@pytest.mark.parametrize("working_set", [1, 400, 2**22])
def test_weighted_totals_are_plain_sums_of_weighted_units(
    working_set: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resampling, "WORKING_SET", working_set)
    units = random_units(4, 23, datasets=3)
    weights = resamples(1, 0, units.dataset)[:, :100]
    products = Products.of(units)
    for name, sums in units.sums.items():
        for number, part in enumerate(strata(units.dataset)):
            drawn = [weighted.totals(name)[number] for weighted in products.weighted(weights)]
            plain = (sums[:, :, part, None] * weights[part]).sum(axis=2)
            assert np.array_equal(np.concatenate(drawn, axis=2), np.moveaxis(plain, 1, 0))
            assert np.array_equal(products.totals(name)[number], sums[:, :, part].sum(axis=2).T)


def test_equal_rows_are_multiplied_once() -> None:
    products = Products.of(random_units(6, 10, names=("shared",)))
    assert len(products.rows[0]) == 1 + 2 * 6


def test_results_keep_the_order_and_report_progress() -> None:
    told: list[float] = []
    work = Work(3, lambda stage, share: told.append(share))
    assert list(results(lambda item, stop: item**2, range(11), work)) == [n**2 for n in range(11)]
    assert told == pytest.approx([0, *(n / 11 for n in range(3, 12))])
    assert list(results(lambda item, stop: item, [], Work(2))) == []


def test_an_interrupt_cancels_what_waits_and_stops_what_runs() -> None:
    started: list[int] = []
    stopped: list[bool] = []

    def task(item: int, stop: Event) -> None:
        started.append(item)
        if item > 1:
            stopped.append(stop.wait(600))

    def interrupted(stage: Stage, share: float) -> None:
        if share:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(results(task, range(1000), Work(2, interrupted)))
    assert len(started) <= 5
    assert stopped == [True] * (len(started) - 2)
