"""The sentences on tests and intervals say what was done and what is promised."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from leaderboard.options import Options
from leaderboard.report.features.pair import lines, result_line
from leaderboard.report.words import methods
from leaderboard.report.words.captions import rank_note, shares
from leaderboard.report.words.methods import correction, has_joint, mean_of, method, verdict_text
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
    return " ".join(method(settled, family(**design), 20, of_pairs))


def test_intervals_of_differences_hold_together() -> None:
    joint = "(jackknife); intervals of differences are joint for all 3 pairs."
    assert joint in said(True)
    assert joint in said(False)


@pytest.mark.parametrize(
    "options", [{"adjust": "none"}, {"interval": "percentile"}, {"interval": "bca"}], ids=str
)
def test_other_intervals_are_not_said_to_hold_together(options: dict[str, object]) -> None:
    assert "jointly" not in said(True, **options)


def test_one_pair_has_a_level_and_no_correction() -> None:
    alone = " ".join(method(Options(), family(2), 20, True))
    assert "The level is α = 0.05." in alone
    assert "adjusted" not in alone
    assert not has_joint(family(2))
    assert "P-values were not adjusted; the level is α = 0.05." in said(True, adjust="none")


def test_a_pair_and_its_copies_need_no_correction() -> None:
    sums = np.random.default_rng(0).integers(1, 9, (2, 1, 30))
    copied = families(made_units({"sum": sums[[0, 1, 0]]}), Design(trials=100, draws=10))[0]
    found = " ".join(method(Options(), copied, 30, True))
    assert "orrection" not in found
    assert "interchangeable" not in found
    assert "jointly" not in found


def test_each_correction_says_what_it_promises() -> None:
    for adjust in ("shaffer", "holm", "bonferroni"):
        kept = "The chance of any false difference between interchangeable systems is at most 5 %."
        assert kept in said(False, adjust=adjust)
    assert "On average at most 5 % of the significant differences are false." in said(False, adjust="bh")
    assert " at most " not in said(False, adjust="none")


def test_bootstrap_tests_promise_no_bound() -> None:
    drawn = "The chance of any false difference between interchangeable systems is about 5 %, and more on few"
    assert f"{drawn} documents." in said(False, test="bootstrap")
    found = said(False, test="bootstrap", adjust="bh")
    assert (
        "On average about 5 % of the significant differences are false, and more on few documents." in found
    )
    settled = replace(Options(), test="bootstrap")
    notes = [*rank_note(settled, family(test="bootstrap")), *shares(settled, family(test="bootstrap"), True)]
    assert "confidence" not in " ".join(notes).replace("without a confidence statement", "")
    assert " ".join((*rank_note(Options(), family()), *shares(Options(), family(), True))).count("95 %") == 2


def test_bootstrap_tests_of_methods_are_by_t_and_keep_their_promise() -> None:
    design = Design(trials=100, draws=10, test="bootstrap")
    by_t = families(random_runs(runs=(2, 2, 2)), design)[0]
    settled = replace(Options(), test="bootstrap")
    assert "is at most 5 %" in " ".join(method(settled, by_t, 20))
    assert "with 95 % confidence" in " ".join(rank_note(settled, by_t))


def test_samples_are_drawn_from_the_units_of_the_tests() -> None:
    noun = {"document": "documents", "cluster": "genres", "run": "documents", "part": "parts"}
    for unit, drawn in noun.items():
        of = replace(
            family(), design=replace(family().design, unit=drawn[:-1] if unit == "cluster" else unit)
        )
        assert f"drawn from these {drawn} " in " ".join(shares(Options(), of, True))


def test_a_margin_is_explained() -> None:
    found = said(True, margin=1.0)
    assert (
        "Equivalent: shown to be less than 1 point apart (two one-sided t tests at α = 0.05, Holm's "
        "correction). The chance that any two systems are falsely called equivalent is at most 5 %."
    ) in found
    assert "falsely" not in said(True, margin=0.5, adjust="bh")
    alone = " ".join(method(replace(Options(), margin=0.5), family(2), 20, True))
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
    said = " ".join(method(Options(interval="bca", draws=9), found, 20, of_pairs))
    what, scale = ("Intervals", "") if of_pairs else ("Intervals of scores", " on the logit scale")
    kinds = kinds.replace("T", f"95 % t intervals{scale} (jackknife, and the variance over runs)", 1)
    kinds = kinds.replace("DRAWN", "95 % bootstrap intervals (BCa, 9 draws)")
    assert f"{what} are {kinds}." in said


@pytest.mark.parametrize(("runs", "interval"), [((4, 3), "t"), ((6, 1), "bca")])
def test_few_units_are_told_of_intervals_that_there_are(runs: tuple[int, ...], interval: str) -> None:
    units = random_runs(units=9, runs=runs)
    [found] = families(units, Design(trials=9, draws=9, interval="bca"))
    assert [one.record["interval"] for one in found.remarks if one.kind == "few_units"] == [interval]


def test_pairs_that_stop_early_are_told() -> None:
    [found] = families(random_units(17, 40, names=("shared",)), Design(draws=2))
    said = "(up to 20,000 trials, seed 12345)"
    assert said in " ".join(method(Options(), found, 40))


@pytest.mark.parametrize(
    ("datasets", "averaged", "said"),
    [
        (1, "dataset", ""),
        (3, "dataset", " as the mean of 3 datasets"),
        (1, "document", " as mean over documents"),
        (3, "document", " as mean over documents, then the mean of 3 datasets"),
        (3, "pool", " of 3 datasets as one"),
        (1, "pool", ""),
    ],
)
def test_what_a_score_is_the_mean_of(datasets: int, averaged: str, said: str) -> None:
    assert mean_of(datasets, averaged) == said


def test_one_sentence_names_the_test_if_there_was_one() -> None:
    assert (
        methods.tested(Options(), family(2)) == "Test: approximate randomization over 20 documents, α = 0.05."
    )
    same = families(made_units({"sum": np.ones((3, 1, 30))}), Design(trials=100, draws=10))[0]
    assert methods.tested(Options(), same) == ""
    assert [*lines(same)] == [
        f"{one.first} and {one.second} are identical by sum on all 30 documents." for one in same
    ]


@pytest.mark.parametrize(
    ("systems", "design", "name"),
    [
        (2, {}, "p"),
        (3, {}, "adjusted p"),
        (3, {"adjust": "none"}, "p"),
        (2, {"attempts": (("s001", 7),)}, "adjusted p"),
    ],
)
def test_attempts_adjust_p_as_corrections_do(systems: int, design: dict[str, object], name: str) -> None:
    found = family(systems, **design)
    assert all(f", {name} = " in result_line(pair, found) for pair in found)
    assert ("joint 95 %" in result_line(found[0], found)) == (systems == 3 and not design)
