"""The published cases of tables of counts: every number, and what is said of bad tables."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.metrics.metric import scale_of
from tests.support.running import run_in

CASES = Path(__file__).parents[3] / "shared" / "conformance" / "counts"
pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason="the published cases are not here")


def _cases(file: str) -> list[Any]:
    if not (CASES / file).is_file():
        return []
    found: list[Any] = json.loads((CASES / file).read_text())["cases"]
    return found


@pytest.mark.parametrize("case", _cases("counts.json"), ids=lambda case: case["name"])
def test_every_number(case: dict[str, Any]) -> None:
    stated = {"rename": case["rename"], "lower": case["lower"], "unit": case["unit"]}
    options: dict[str, Any] = {name: value for name, value in stated.items() if value}
    result = leaderboard.rank(CASES / case["file"], metric=case["metric"], primary=case["primary"], **options)
    for metric, expected in case["answers"].items():
        family, standings = result.families[metric], result.rankings[metric].by_system
        assert list(scale_of(family.metric).bounds) == expected["bounds"]
        assert [*standings] == [row["system"] for row in expected["systems"]]
        for row in expected["systems"]:
            standing = standings[row["system"]]
            assert standing.score == pytest.approx(row["score"], abs=1e-9)
            assert standing.score_error == _near(row["score_error"])
            assert standing.df == _near(row["df"])
            assert standing.interval == _both(row["interval"])
            for name, of in (("rank", "rank"), ("rank_low", "low"), ("rank_high", "high")):
                assert getattr(standing, of) == row.get(name, getattr(standing, of))
        pairs = {(pair.first, pair.second): pair for pair in family}
        for row in expected["comparisons"]:
            if turned := (row["first"], row["second"]) not in pairs:
                row = {**row, "difference": -row["difference"]}
            ends = (row["second"], row["first"]) if turned else (row["first"], row["second"])
            pair = pairs[ends]
            if row.get("p_exact"):
                assert pair.p_value == float(Fraction(row["p_exact"]))
            assert (pair.verdict, pair.units, pair.units_differing) == (
                *(row["verdict"], row["units"], row["units_differing"]),
            )
            for name in ("difference", "p_value", "p_adjusted", "difference_error", "df"):
                assert getattr(pair, name) == _near(row[name])
            assert pair.interval == _both(row["interval"], turned)
            assert pair.interval_joint == _both(row["interval_joint"], turned)


def _near(value: float | None) -> Any:
    return None if value is None else pytest.approx(value, abs=1e-9, rel=1e-9)


def _both(bounds: list[float | None] | None, turned: bool = False) -> Any:
    if bounds is None or bounds[0] is None or bounds[1] is None:
        return None
    ends = (-bounds[1], -bounds[0]) if turned else tuple(bounds)
    return pytest.approx(ends, abs=1e-9)


@pytest.mark.parametrize("case", _cases("bad.json"), ids=lambda case: case["name"])
def test_bad_tables(case: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / case["file"]).write_text(case["content"])
    code, output = run_in(tmp_path, {}, case["command"], case["file"], *case["args"])
    assert code in case["exit"]
    for words in case["says"]:
        assert any(word in output for word in words.split("|")), words
    if "ranked" in case:
        record = json.loads((tmp_path / "reports" / "leaderboard.json").read_text())
        assert sorted(one["system"] for one in record["systems"]) == case["ranked"]
