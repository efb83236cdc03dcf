"""The calibration script: its yardsticks, and a run too short to prove anything."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from leaderboard.scoresheet import mean_score
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from tools import calibration, guarantee_tables, guarantees, slice_calibration, unit_calibration
from tools.known_truth import Shape, drawn


def test_attainable_sizes() -> None:
    assert calibration.attainable_size(10, 1999) == 50 / 1024
    assert calibration.attainable_size(4, 1999) == 0
    assert calibration.attainable_size(30, 1999) == pytest.approx(0.05)
    assert calibration.attainable_size(30, 1990) == 99 / 1991


def test_the_floor_forbids_what_holm_cannot_reach() -> None:
    assert calibration.floor_forbids(20, 10)
    assert not calibration.floor_forbids(5, 10)


def test_systems_of_one_profile_score_alike() -> None:
    units = calibration.exchangeable(np.random.default_rng(0), 200, 100)
    for metric in units.metrics:
        scores = metric.score(np.moveaxis(units.sums[metric.name].sum(axis=2), 1, 0)).f1
        first, second = scores[:100].mean(), scores[100:].mean()
        assert abs(first - second) < 4 * scores.std() * np.sqrt(2 / 100)


def test_a_short_calibration_has_a_line_for_every_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "SIZES", (10, 30))
    monkeypatch.setattr(calibration, "FAMILIES", ((5, 10, 2), (8, 10, 3)))
    monkeypatch.setattr(calibration, "MIRROR_SIZES", (30,))
    monkeypatch.setattr(calibration, "MIRROR_REPLICATIONS", 3)
    monkeypatch.setattr(calibration, "POWER", ((30, 0.1),))
    monkeypatch.setattr(calibration, "POWER_REPLICATIONS", 3)
    text = calibration.report(replications=3)
    assert f"seed {calibration.SEED}" in text
    assert text.count("| conll |") == 6
    assert "| 8 | 28 | 10 | 3 | muc | 0 | 0.0 ± 0.0 | yes |" in text
    assert text == calibration.report(replications=3)


def test_mirrored_systems_have_one_f1_and_exchange_recall_and_precision() -> None:
    units = calibration.mirrored(np.random.default_rng(0), 3000)
    for metric in units.metrics:
        scores = metric.score(np.moveaxis(units.sums[metric.name].sum(axis=2), 1, 0))
        assert scores.f1[0] == pytest.approx(scores.f1[1], abs=0.01)
        if scores.recall is not None and scores.precision is not None:
            assert scores.recall[0] == pytest.approx(scores.precision[1], abs=0.01)
            assert scores.precision[0] > scores.recall[0] + 0.05


def test_power_is_found_as_often_as_promised() -> None:
    """A system that mends no error is no better; one that mends half of them is always found."""
    for mended, expected in ((0, 0.05), (0.5, 1)):
        for _, difference, promised, rate in calibration.power_rates(60, mended, 100):
            assert promised == pytest.approx(expected, abs=0.05)
            assert rate.share == pytest.approx(expected, abs=0.08)
            assert abs(difference - 0.2 * (mended > 0)) < 0.05


def test_the_page_has_the_introduction_of_the_command() -> None:
    assert calibration.OUTPUT.read_text("utf-8").startswith(calibration.INTRODUCTION)


def test_a_short_run_of_the_defaults_gives_the_same_page_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Only sections that are named are written anew, and their numbers depend on the seed alone."""
    page = tmp_path / "calibration.md"
    page.write_text("# Calibration\n\n## Power\n\nkept\n", encoding="utf-8")
    monkeypatch.setattr(calibration, "OUTPUT", page)
    monkeypatch.setattr(calibration, "DEFAULT_REPLICATIONS", 2)
    monkeypatch.setattr(calibration, "SLICE_REPLICATIONS", 2)
    monkeypatch.setattr(guarantee_tables, "SHAPES", (Shape(15, 1.0, 0.5),))
    calibration.main(["defaults", "slices"])
    text = page.read_text("utf-8")
    for word in ("defaults", "slices"):
        calibration.main([word])
        assert page.read_text("utf-8") == text
    assert text.startswith("# Calibration\n\n## Power\n\nkept\n\n## Default tests and ranges of ranks\n")
    assert text.count("\n## ") == 9
    assert text.count("| 15 | 1 | 1 | 0.5 | muc | ") == 6 + 6 + 1 + 2 + 1 + 4 + 1
    assert "Each row has\n2 replications." in text
    assert "Within their limits: 1 of 1 cells." in text


@pytest.mark.parametrize("unlike", [False, True])
def test_systems_have_the_f1_that_is_called_true(unlike: bool) -> None:
    levels = (0.3, 0.3, 0.45, 0.6)
    units = drawn(np.random.default_rng(0), Shape(30_000, 1.0, 0.5), levels, unlike)
    for metric in units.metrics:
        scores = mean_score(metric, units.sums[metric.name], units.dataset)
        assert scores.f1 == pytest.approx(levels, abs=0.01)
        assert scores.recall is not None
        assert bool(abs(scores.recall[0] - scores.recall[1]) > 0.1) is unlike


def test_a_false_difference_is_one_between_equals_or_of_the_wrong_sign() -> None:
    """The first two of four systems are equal in truth, but all differ clearly on these documents."""
    units = drawn(np.random.default_rng(0), Shape(200, 0.1, 0.5), (0.8, 0.7, 0.5, 0.3), False)
    family = next(iter(families(units, Design(trials=2000, draws=2))))
    rows = {
        (0.8, 0.7, 0.5, 0.3): (0, 1),  # as it is
        (0.7, 0.7, 0.5, 0.3): (1, 0),  # two equal ones are called different
        (0.7, 0.8, 0.5, 0.3): (1, 0),  # the wrong one is called better
    }
    for levels, (wrong, held) in rows.items():
        truth = np.array(levels)
        assert guarantees.false_difference(family, truth) == wrong
        assert guarantees.joint_ranges(family, truth) == held
    assert guarantees.own_range(family, np.array([0.7, 0.7, 0.5, 0.3])) == 0


def test_naive_ways_enter_one_output_of_each_system() -> None:
    [units] = [
        one.units(np.random.default_rng(0), Shape(15, 1.0, 0.5), "muc")
        for one in guarantee_tables.RUNS
        if one.runs == (3, 1)
    ]
    runs = units.sums["muc"]
    assert len(runs) == 4
    for enter, rows in ((guarantees.one_run, runs[0]), (guarantees.mean_output, runs[:3].mean(axis=0))):
        entered = enter(units)
        assert entered.runs == ()
        assert entered.systems == units.systems == ("s00", "s01")
        assert entered.sums["muc"] == pytest.approx(np.stack([rows, runs[3]]))


def test_runs_have_the_f1_of_their_method_on_average() -> None:
    method = guarantee_tables.Scenario("many runs", (0.6, 0.6), runs=(300, 1))
    units = method.units(np.random.default_rng(0), Shape(2000, 0.5, 0.9), "muc")
    scores = units.run_scores(units.metrics[0]).f1[:300]
    assert scores.mean() == pytest.approx(0.6, abs=0.01)
    assert scores.std() == pytest.approx(guarantee_tables.RUN_SPREAD, rel=0.2)


def test_intervals_hold_what_they_are_near() -> None:
    levels = np.array([0.8, 0.7, 0.5])
    units = drawn(np.random.default_rng(0), Shape(200, 0.1, 0.5), levels.tolist(), False)
    family = next(iter(families(units, Design(trials=1, draws=2, margin=guarantees.MARGIN))))
    for shift, held in ((0, 1), (0.2, 0)):
        assert guarantees.score_interval(family, levels - shift) == held
    wrong = np.array([0.8, 0.7, 0.3])  # two of three differences
    assert guarantees.difference_interval(family, levels) == guarantees.joint_intervals(family, levels) == 1
    assert guarantees.difference_interval(family, wrong) == pytest.approx(1 / 3)
    assert guarantees.joint_intervals(family, wrong) == 0


def test_an_equivalence_of_systems_a_margin_apart_is_false() -> None:
    units = drawn(np.random.default_rng(0), Shape(400, 0.1, 0.9), (0.6, 0.6), False)
    family = next(iter(families(units, Design(trials=1, draws=2, margin=guarantees.MARGIN))))
    assert guarantees.false_equivalence(family, np.array([0.6, 0.7]))
    assert not guarantees.false_equivalence(family, np.array([0.6, 0.65]))


@pytest.mark.parametrize(
    ("hits", "keeps"), [(0, True), (5, True), (11, True), (12, False), (60, False), (100, False)]
)
def test_a_limit_is_kept_within_three_errors(hits: int, keeps: bool) -> None:
    values = np.repeat([1.0, 0.0], [hits, 100 - hits])
    limits = guarantee_tables.FALSE.limits
    assert guarantees.Mean(values).keeps(limits) is keeps
    mirror = limits._replace(low=0.95, high=1)
    assert guarantees.Mean(1 - values).keeps(mirror) is keeps
    assert str(guarantees.Mean(np.ones(4))) == "100.0 ± 0.0"
    assert limits.heading == "any false difference (≤ 5)"
    assert mirror._replace(high=0.985).heading == "any false difference (≥ 95, ≤ 98.5)"


def test_the_best_try_is_entered_and_copies_are_copies() -> None:
    scenario = guarantee_tables.Scenario("", (0.6, 0.6, 0.5), copies=(1,), tries=5)
    shape = Shape(20, 1.0, 0.5)
    units = scenario.units(np.random.default_rng(3), shape, "muc")
    everything = drawn(np.random.default_rng(3), shape, (0.6,) * 6 + (0.5,), False)
    score = mean_score(everything.metrics[0], everything.sums["muc"], everything.dataset).f1
    entered = mean_score(units.metrics[0], units.sums["muc"], units.dataset).f1
    assert entered.tolist() == [score[:5].max(), score[5], score[6], score[5]]
    assert scenario.entered.tolist() == [0.6, 0.6, 0.5, 0.6]


def test_slices_have_a_row_for_each_size_and_share_mentions_where_they_overlap() -> None:
    text = "\n".join(slice_calibration.lines(seed=1, replications=2))
    assert text.count(" separate | muc | ") == text.count(" overlapping | muc | ") == 2
    assert f"## {slice_calibration.TITLE}" in calibration.OUTPUT.read_text(encoding="utf-8")
    for overlap in (False, True):
        first, second = slice_calibration.slices(np.random.default_rng(3), 200, overlap)[:2]
        found = np.corrcoef(first.sums["muc"][0, 0], second.sums["muc"][0, 0])[0, 1]
        assert (found > 0.3) == overlap


def test_the_page_has_the_texts_of_the_tool() -> None:
    page = calibration.OUTPUT.read_text("utf-8")
    replications = str(calibration.DEFAULT_REPLICATIONS)
    for section in guarantee_tables.sections():
        assert section.text.replace("{replications}", replications) in page, section.title
    replications = str(calibration.UNIT_REPLICATIONS)
    of_tables = [table.text for table in unit_calibration.tables().values()]
    for text in (unit_calibration.INTRODUCTION, *unit_calibration.EXPLAINED.values(), *of_tables):
        assert text.replace("{replications}", replications) in page
