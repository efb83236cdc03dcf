"""The documents that drive a difference."""

from __future__ import annotations

import pytest

from leaderboard.scoresheet import mean_score
from leaderboard.significance.drivers import Driver, drivers
from tests.support.made_units import made_units, random_units


def test_the_effect_of_a_unit_is_half_of_what_trading_it_changes() -> None:
    units = random_units(3, 12, datasets=2, names=("four",))
    chosen = units.metrics[0]
    found = drivers(units, chosen, "s002", "s000")
    scores = mean_score(chosen, units.sums["four"], units.dataset).f1
    seen = [*found.for_first, *found.for_second]
    assert len(seen) == 12
    for driver in seen:
        number = units.names.index(driver.unit)
        sums = units.sums["four"].copy()
        sums[[0, 2], :, number] = sums[[2, 0], :, number]
        traded = mean_score(chosen, sums, units.dataset).f1
        loss = (scores[2] - scores[0]) - (traded[2] - traded[0])
        assert driver.effect == pytest.approx(loss / 2, abs=1e-14)
        alone = chosen.score(units.sums["four"][:, :, number].T).f1
        assert (driver.first_score, driver.second_score) == (alone[2], alone[0])


def test_each_way_the_largest_come_first_and_no_other() -> None:
    units = made_units({"sum": [[[5, 0, 3, 1, 2, 2]], [[1, 4, 3, 0, 9, 2]]]})
    found = drivers(units, units.metrics[0], "s000", "s001", count=2)
    assert _effects(found.for_first) == [("d000", 4), ("d003", 1)]
    assert _effects(found.for_second) == [
        ("d004", -7),
        ("d001", -4),
    ]
    assert (found.wins, found.ties, found.losses) == (2, 2, 2)
    assert (found.first, found.second, found.metric) == ("s000", "s001", "sum")
    back = drivers(units, units.metrics[0], "s001", "s000", count=1)
    assert _effects(back.for_first) == [("d004", 7)]


def test_at_most_ten_each_way_unless_asked_and_equal_ones_in_their_order() -> None:
    units = made_units({"sum": [[[1, 0] * 20], [[0, 1] * 20]]})
    found = drivers(units, units.metrics[0], "s000", "s001")
    assert _effects(found.for_first) == [(f"d{2 * place:03}", 1) for place in range(10)]
    assert _effects(found.for_second) == [(f"d{2 * place + 1:03}", -1) for place in range(10)]
    few = drivers(units, units.metrics[0], "s000", "s001", count=3)
    assert (len(few.for_first), len(few.for_second)) == (3, 3)


def test_identical_systems_have_no_drivers() -> None:
    units = made_units({"sum": [[[1, 2]], [[1, 2]]]})
    found = drivers(units, units.metrics[0], "s000", "s001")
    assert (found.for_first, found.for_second, found.ties) == ((), (), 2)


def _effects(chosen: tuple[Driver, ...]) -> list[tuple[str, float]]:
    return [(driver.unit.document, driver.effect) for driver in chosen]
