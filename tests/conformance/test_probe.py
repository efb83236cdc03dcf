"""Figures 2 to 8 of Moosavi & Strube (2016), where the conformance data are at hand."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.verbs.probe import ProbeResult

DATA = Path(__file__).parents[3] / "shared" / "conformance"
if not (DATA / "probe.json").exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)
FIGURES: dict[str, Any] = json.loads((DATA / "probe.json").read_text(encoding="utf-8"))["figures"]
OWN = {"4": "largest_first", "5": "smallest_first", "6": "split", "7": "extra_mentions"}
POINTS = [(figure, point) for figure in FIGURES for point in FIGURES[figure]["points"]]


def point_id(value: object) -> str:
    return f"figure {value}" if isinstance(value, str) else name_of(value)


def name_of(point: Any) -> str:
    return str(point.get("x", point.get("entities")))


@pytest.fixture(scope="module")
def result() -> ProbeResult:
    return leaderboard.probe()


@pytest.mark.parametrize(("figure", "point"), [one for one in POINTS if one[0] in OWN], ids=point_id)
def test_the_probe_itself(result: ProbeResult, figure: str, point: dict[str, Any]) -> None:
    [own] = [one for one in result.points if (one.experiment, one.point) == (OWN[figure], name_of(point))]
    assert {name: own.scores[name].f1 for name in point["f1"]} == pytest.approx(point["f1"], rel=0, abs=1e-9)
    if "correct_links" in point:
        assert point["correct_links"] == f"{own.counts.correct_links}/326"


def test_the_probe_has_the_same_points(result: ProbeResult) -> None:
    for figure, experiment in OWN.items():
        assert [one.point for one in result.points if one.experiment == experiment] == [
            name_of(point) for point in FIGURES[figure]["points"]
        ]
    for figure, experiment in (("2", "correct_links"), ("3", "wrong_links"), ("8", "mention_identification")):
        assert [one.point for one in result.points if one.experiment == experiment] == [
            point["x"] for point in FIGURES[figure]["points"]
        ]


@pytest.mark.parametrize(("figure", "point"), [one for one in POINTS if one[0] not in OWN], ids=point_id)
def test_the_authors_responses(figure: str, point: dict[str, Any]) -> None:
    scored = leaderboard.score(DATA / point["response"], key=DATA / point["key"]).systems[0].scores
    assert {name: scored[name].f1 for name in point["f1"]} == pytest.approx(point["f1"], rel=0, abs=1e-9)


@pytest.mark.parametrize("percent", ["20", "40"])
def test_the_first_responses_of_figure_2_are_the_probes_own(result: ProbeResult, percent: str) -> None:
    [point] = [one for one in FIGURES["2"]["points"] if one["x"] == percent]
    [own] = [one for one in result.points if (one.experiment, one.point) == ("correct_links", percent)]
    assert {name: own.scores[name].f1 for name in point["f1"]} == pytest.approx(point["f1"], rel=0, abs=1e-9)
    assert point["mention_recall"] == f"{own.counts.key_mentions}/79"


def test_the_erratum_of_figure_2_is_in_the_authors_file() -> None:
    low = FIGURES["2"]["points"][0]["f1"]
    assert low["blanc"] > low["bcub"] > low["lea"]


# What section 7 says of figures 2, 3 and 8, on the authors' own responses.

SIX = ("muc", "bcub", "ceafm", "ceafe", "blanc", "lea")


def authors(figure: str) -> dict[str, dict[str, float]]:
    """The scores of each of the authors' responses, as they are found here."""
    found = {}
    for point in FIGURES[figure]["points"]:
        scored = leaderboard.score(DATA / point["response"], key=DATA / point["key"]).systems[0].scores
        found[name_of(point)] = {name: scored[name].f1 for name in SIX}
    return found


def rises(values: list[float]) -> bool:
    return all(low < high for low, high in pairwise(values))


def test_claims_of_figure_2() -> None:
    found = authors("2")
    for metric in SIX:
        assert rises([one[metric] for one in found.values()])
    for point, one in found.items():
        assert max(SIX, key=one.__getitem__) == "muc"
        assert min(SIX, key=one.__getitem__) == "ceafe"
        assert one["lea"] <= one["bcub"]
        assert point == "20" or one["blanc"] <= min(one["bcub"], one["lea"])  # the erratum


def test_claims_of_figure_3() -> None:
    found = authors("3")
    assert {metric for metric in SIX if found["00"][metric] == 0} == {"muc", "lea"}
    assert all(max(SIX, key=one.__getitem__) == "blanc" for one in found.values())
    assert found["00"]["ceafe"] > found["20"]["ceafe"]
    for metric in ("muc", "bcub", "blanc", "lea"):
        assert rises([one[metric] for one in found.values()])


def test_claims_of_figure_8() -> None:
    found = authors("8")
    for one in found.values():
        assert one["muc"] == one["lea"] == 0
    for metric in ("bcub", "ceafm", "ceafe", "blanc"):
        assert rises([one[metric] for one in found.values()])
