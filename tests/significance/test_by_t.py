"""Tests by t over units: what is promised, when a pair is untestable, and what is said of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import t as student

import leaderboard
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from tests.support.made_units import made_units
from tests.support.running import Typed
from tests.tasks.test_clusters import NAMES, compared, write


def differences_of(units: int, seed: int = 0) -> list[float]:
    return np.random.default_rng(seed).normal(1, 2, units).tolist()


@pytest.mark.parametrize("units", range(5, 12))
def test_p_and_interval_agree(units: int) -> None:
    for seed in range(20):
        values = differences_of(units, seed)
        (family,) = families(made_units({"sum": [[values], [[0.0] * units]]}), Design(test="t", draws=10))
        pair = family[0]
        assert pair.df is not None
        assert pair.difference_error is not None
        assert pair.interval is not None
        statistic = pair.difference / pair.difference_error
        assert pair.statistic == pytest.approx(statistic)
        assert pair.p_value == pytest.approx(2 * student.sf(abs(statistic), pair.df))
        assert (pair.p_value <= 0.05) == (not pair.interval[0] <= 0 <= pair.interval[1])
        assert (pair.test, pair.trials, pair.exact, pair.borderline) == ("t", None, False, False)


@pytest.mark.parametrize(("differing", "verdict"), [(4, "untestable"), (5, "significant"), (0, "identical")])
def test_five_units_are_enough(differing: int, verdict: str) -> None:
    values = [1.0, 1.1, 0.9, 1.05, 0.95][:differing] + [0.0] * (8 - differing)
    units = made_units({"sum": [[values], [[0.0] * 8]]})
    (family,) = families(units, Design(test="t", draws=10))
    assert family[0].verdict == verdict
    (swapped,) = families(units, Design(draws=10))
    assert swapped[0].verdict == ("identical" if verdict == "identical" else "untestable")
    if differing == 5:
        [remark] = [one for one in swapped.remarks if one.kind == "untestable"]
        assert dict(remark.data)["for_t"]


def test_four_units_are_too_few() -> None:
    (family,) = families(made_units({"sum": [[[1.0, 2, 3, 4]], [[0.0] * 4]]}), Design(test="t", draws=10))
    assert family[0].verdict == "untestable"
    [remark] = [one for one in family.remarks if one.kind == "untestable"]
    assert not dict(remark.data)["for_t"]


def test_what_is_said(tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write(tmp_path, NAMES))
    monkeypatch.setenv("COLUMNS", "200")
    arguments = ("compare", "a.conll", "b.conll", "c.conll", "--metric", "lea", "--test", "t")
    _, text, _ = typed(*arguments)
    assert "Test: t over 12 documents, 3 pairs" in text
    _, text, _ = typed(*arguments, "--format", "markdown")
    assert "Differences were tested by t tests over 12 documents, with jackknife variances." in text
    _, text, _ = typed(*arguments, "--format", "text")
    assert "test:t" in text
    assert "Noreen" not in text
    _, text, _ = typed(*arguments, "--cluster", "subtopic", "--format", "markdown")
    assert "t tests over 8 subtopics (12 documents), with jackknife variances." in " ".join(text.split())
    _, text, _ = typed(*arguments, "--format", "csv", "--columns", "all")
    assert "test" in text.splitlines()[0].split(",")
    assert "statistic" in text.splitlines()[0].split(",")


def test_few_clusters_name_the_remedy(tmp_path: Path) -> None:
    folder = write(tmp_path, [f"t{number % 5}/d{number:02}" for number in range(15)])
    swapped = compared(folder, metric=("lea",), cluster="topic")
    assert {one.verdict for one in swapped.comparisons} == {"untestable"}
    assert "`--test t` needs only 5." in swapped.markdown()
    by_t = compared(folder, metric=("lea",), cluster="topic", test="t")
    assert "untestable" not in {one.verdict for one in by_t.comparisons}


def test_prices_are_tested_by_t(tmp_path: Path) -> None:
    folder = write(tmp_path, NAMES)
    paths = [folder / f"{name}.conll" for name in "abc"]
    swapped = leaderboard.error_prices(*paths, metric=("lea",))
    by_t = leaderboard.error_prices(*paths, metric=("lea",), test="t")
    rows = list(zip(swapped.comparisons, by_t.comparisons, strict=True))
    assert any(one.p_value != other.p_value for one, other in rows)
    for one, other in rows:
        assert one.difference == other.difference
        if other.interval is not None and other.verdict not in ("identical", "untestable"):
            assert (other.p_value <= 0.05) == (not other.interval[0] <= 0 <= other.interval[1])
