"""The known answers about units of tests, where the conformance data are at hand."""

from __future__ import annotations

import json
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import leaderboard

SOURCE = Path(__file__).parents[3] / "shared" / "conformance" / "units"
if not SOURCE.exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)
CASES: list[dict[str, Any]] = json.loads((SOURCE / "units.json").read_text(encoding="utf-8"))["cases"]
NEAR = 2e-9


def options_of(case: dict[str, Any], **others: Any) -> dict[str, Any]:
    """The options of a case as keywords."""
    words = [word.removeprefix("--") for word in case["options"]]
    given: dict[str, Any] = dict(zip(words[::2], words[1::2], strict=True))
    if "documents" in given:
        given["documents"] = SOURCE / case["files"] / given["documents"]
    if "blocks" in given:
        given["blocks"] = int(given["blocks"])
    return given | others


def cases(*beginnings: str) -> Any:
    chosen = [case for case in CASES if case["case"].startswith(beginnings)]
    assert chosen
    return pytest.mark.parametrize("case", chosen, ids=lambda case: case["case"])


def compared(case: dict[str, Any], **others: Any) -> Any:
    folder = SOURCE / case["files"]
    systems = dict.fromkeys(name for pair in case["pairs"] for name in (pair["first"], pair["second"]))
    metrics = tuple(dict.fromkeys(pair["metric"] for pair in case["pairs"]))
    paths = [folder / f"{name}.conll" for name in systems]
    return leaderboard.compare(*paths, **options_of(case, metric=metrics, **others))


def by_pair(result: Any) -> dict[tuple[str, str, str], Any]:
    return {(one.first, one.second, one.metric): one for one in result.comparisons}


def check(found: Any, pair: dict[str, Any]) -> None:
    """Difference, units, error, df and interval; none of the last three where a pair is untestable."""
    assert found.difference == pytest.approx(float(Fraction(pair["difference"])), abs=NEAR)
    assert found.units == pair["units"]
    if pair["units_differing"] is not None:
        assert found.units_differing == pair["units_differing"]
    if found.verdict != "untestable":
        assert found.difference_error == pytest.approx(pair["difference_error"], abs=NEAR)
        assert found.df == pytest.approx(pair["df"], rel=NEAR)
        assert found.interval == pytest.approx(pair["interval"], abs=NEAR)


@cases("groups by", "joined over subtopics")
def test_swaps_of_clusters(case: dict[str, Any]) -> None:
    result = compared(case)
    found = by_pair(result)
    assert asdict(result.cluster) == case["cluster"]
    for pair in case["pairs"]:
        one = found[pair["first"], pair["second"], pair["metric"]]
        check(one, pair)
        assert Fraction(one.p_value) == Fraction(pair["p_swaps"])
        assert (one.verdict == "untestable") == (pair["verdict"] == "untestable")
        if pair["verdict"] == "untestable":
            assert one.interval is one.df is one.difference_error is None


@cases("groups by", "joined over subtopics")
def test_t_over_clusters(case: dict[str, Any]) -> None:
    found = by_pair(compared(case, test="t"))
    for pair in case["pairs"]:
        one = found[pair["first"], pair["second"], pair["metric"]]
        assert (one.test, one.trials, one.exact) == ("t", None, False)
        assert one.verdict != "untestable"
        assert one.p_value == pytest.approx(pair["p_t"], rel=NEAR)
        if pair["difference_error"] is not None:
            check(one, pair)


@cases("joined over the corpus")
def test_clusters_left_out_in_turn(case: dict[str, Any]) -> None:
    found = by_pair(compared(case))
    for pair in case["pairs"]:
        one = found[pair["first"], pair["second"], pair["metric"]]
        check(one, pair)
        assert (one.test, one.trials, one.units_differing) == ("t", None, pair["units"])
        assert one.p_value == pytest.approx(pair["p_t"], rel=NEAR)


@cases("groups known")
def test_clusters_that_are_known_and_not_used(case: dict[str, Any]) -> None:
    result = leaderboard.compare(*(SOURCE / "groups" / f"{name}.conll" for name in "abc"), primary="conll")
    expected = case["clustering"]
    found = asdict(result.clustering)
    assert found.pop("variance_ratio") == pytest.approx(expected.pop("variance_ratio"), abs=NEAR)
    assert found == expected


@cases("components")
@pytest.mark.parametrize("jobs", [1, 2])
def test_swaps_of_blocks(case: dict[str, Any], jobs: int) -> None:
    result = compared(case, jobs=jobs)
    found = by_pair(result)
    assert (result.claim, result.options.blocks) == ("outputs", case["blocks"])
    for pair in case["pairs"]:
        one = found[pair["first"], pair["second"], pair["metric"]]
        check(one, pair)
        assert one.components == pair["components"]
        assert Fraction(one.p_value) == Fraction(pair["p_swaps"])
        assert (one.verdict == "untestable") == (pair["verdict"] == "untestable")


@cases("components")
def test_t_over_blocks(case: dict[str, Any]) -> None:
    found = by_pair(compared(case, test="t"))
    for pair in case["pairs"]:
        one = found[pair["first"], pair["second"], pair["metric"]]
        assert one.p_value == pytest.approx(pair["p_t"], rel=NEAR)


@cases("components")
def test_scores_are_those_of_documents(case: dict[str, Any]) -> None:
    folder = SOURCE / case["files"]
    over_blocks = compared(case)
    metrics = tuple(metric.name for metric in over_blocks.metrics)
    plain = leaderboard.compare(*(folder / f"{name}.conll" for name in "abc"), metric=metrics)
    assert over_blocks.scores == plain.scores
    for one, other in zip(over_blocks.comparisons, plain.comparisons, strict=True):
        assert (one.difference, one.first_score) == (other.difference, other.first_score)


@cases("runs on one document")
def test_runs_on_fixed_documents(case: dict[str, Any]) -> None:
    paths = sorted((SOURCE / case["files"]).glob("[abc]*.conll"))
    metrics = tuple(dict.fromkeys(pair["metric"] for pair in case["pairs"]))
    found = by_pair(leaderboard.compare(*paths, **options_of(case, metric=metrics)))
    for pair in case["pairs"]:
        one = found[pair["first"], pair["second"], pair["metric"]]
        assert one.difference == pytest.approx(pair["difference"], abs=NEAR)
        assert one.p_value == pytest.approx(pair["p_t"], rel=NEAR)
        assert one.difference_error == pytest.approx(pair["difference_error"], abs=NEAR)
        assert one.df == pytest.approx(pair["df"], rel=NEAR)
        assert one.interval == pytest.approx(pair["interval"], abs=NEAR)
        assert (one.test, one.units_differing) == ("t", one.units)
