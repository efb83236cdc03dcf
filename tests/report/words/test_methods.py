"""The sentences on tests and intervals say what was done and what is promised."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from leaderboard.options import Options
from leaderboard.report.words.methods import correction, has_joint, methods, verdict_text
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from leaderboard.significance.family import Family
from tests.significance.test_runs import random_runs
from tests.support.made_units import made_units, random_units


@cache
def family(systems: int = 3, **design: object) -> Family:
    settled = Design(trials=100, draws=10, **design)  # type: ignore[arg-type]
    return families(random_units(systems, 20, names=("four",)), settled)[0]


def said(of_pairs: bool, **options: object) -> str:
    settled = replace(Options(), **options)  # type: ignore[arg-type]
    design = {name: value for name, value in options.items() if name != "margin"}
    return methods(settled, [family(**design)], 20, of_pairs)


def test_intervals_of_pairs_hold_together_and_those_of_scores_alone() -> None:
    assert "(jackknife) that hold jointly for all 3 pairs; one may contain 0 although" in said(True)
    assert said(False).endswith("t intervals (jackknife); each holds alone, not all at once.")


@pytest.mark.parametrize(
    "options", [{"adjust": "none"}, {"interval": "percentile"}, {"interval": "bca"}], ids=str
)
def test_other_intervals_hold_alone(options: dict[str, object]) -> None:
    assert said(True, **options).endswith("; each holds alone, not all at once.")


def test_families_of_several_sizes_have_no_one_number() -> None:
    two = [family(3), family(4)]
    assert "hold jointly for all pairs by one metric;" in methods(Options(), two, 20, True)
    assert methods(Options(), [family(2)], 20, True).endswith("Intervals are 95 % t intervals (jackknife).")
    assert not has_joint(Options(), family(2))


def test_a_pair_and_its_copies_need_no_correction() -> None:
    sums = np.random.default_rng(0).integers(1, 9, (2, 1, 30))
    copied = families(made_units({"sum": sums[[0, 1, 0]]}), Design(trials=100, draws=10))[0]
    found = methods(Options(), [copied], 30, True)
    assert "orrection" not in found
    assert "called different" not in found
    assert found.endswith("; each holds alone, not all at once.")


def test_each_correction_says_what_it_promises() -> None:
    for adjust in ("shaffer", "holm", "bonferroni"):
        assert "two interchangeable systems are called different is at most 5 %." in said(
            False, adjust=adjust
        )
    assert "On average at most 5 % of the significant differences are false." in said(False, adjust="bh")
    assert " at most " not in said(False, adjust="none")


def test_a_margin_is_explained() -> None:
    found = said(True, margin=1.0)
    assert (
        "Equivalent: shown to be less than 1 point apart (two one-sided t tests at α = 0.05, Holm's "
        "correction). The chance that any two systems are falsely called equivalent is at most 5 %."
    ) in found
    assert "falsely" not in said(True, margin=0.5, adjust="bh")
    alone = methods(replace(Options(), margin=0.5), [family(2)], 20, True)
    assert "less than 0.5 points apart (two one-sided t tests at α = 0.05)." in alone


@pytest.mark.parametrize(
    ("systems", "name"),
    [
        (60, "Shaffer's correction (logical relations between pairs)"),
        (61, "Shaffer's correction (static version, for more than 60 systems)"),
        (301, "Holm's correction (there are more than 300 systems)"),
    ],
)
def test_the_correction_is_named_by_the_number_of_systems(
    systems: int, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Family, "distinct", systems)
    assert correction(Options(), family()) == f"{name} for 3 pairs"


def test_with_a_baseline_the_correction_is_holms() -> None:
    options = replace(Options(), against="s000")
    assert correction(options, family(against="s000")) == "Holm's correction for 2 pairs with s000"


def test_a_significant_difference_may_be_within_the_margin() -> None:
    assert verdict_text("significant", True, False) == "significant, within the margin"
    assert verdict_text("significant", True, True) == "significant, within the margin, borderline"
    assert verdict_text("equivalent", True, False) == "equivalent"
    assert verdict_text("tied", False, True) == "tied, borderline"


@pytest.mark.parametrize(
    ("runs", "of_pairs", "kinds"),
    [
        ((3, 1, 2, 1), True, "T for systems with several runs, otherwise DRAWN"),
        ((3, 1, 2, 1), False, "T for systems with several runs, otherwise DRAWN"),
        ((4, 3), True, "T"),
        ((6, 1), True, "T"),
        ((6, 1), False, "T for systems with several runs, otherwise DRAWN"),
    ],
)
def test_systems_with_several_runs_have_t_intervals(
    runs: tuple[int, ...], of_pairs: bool, kinds: str
) -> None:
    [found] = families(random_runs(runs=runs), Design(trials=9, draws=9, interval="bca"))
    said = methods(Options(interval="bca", draws=9), [found], 20, of_pairs)
    kinds = kinds.replace("T", "95 % t intervals (jackknife, and the variance over runs)", 1)
    kinds = kinds.replace("DRAWN", "95 % bootstrap intervals (BCa, 9 draws)")
    assert f"Intervals are {kinds}{'.' if len(found) == 1 and of_pairs else ';'}" in said


@pytest.mark.parametrize(("runs", "interval"), [((4, 3), "t"), ((6, 1), "bca")])
def test_few_units_are_told_of_intervals_that_there_are(runs: tuple[int, ...], interval: str) -> None:
    units = random_runs(units=9, runs=runs)
    [found] = families(units, Design(trials=9, draws=9, interval="bca"))
    assert [one.record["interval"] for one in found.remarks if one.kind == "few_units"] == [interval]


def test_pairs_that_stop_early_are_told() -> None:
    [found] = families(random_units(17, 40, names=("shared",)), Design(draws=2))
    said = "(20,000 trials, fewer for pairs with large p-values [Besag and Clifford, 1991], seed 12345)"
    assert said in methods(Options(), [found], 40)
