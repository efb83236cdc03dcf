"""The page on Python names every field of every result."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

import leaderboard
from leaderboard.correlation.coefficients import Correlation
from leaderboard.description import Description
from leaderboard.ranking.standings import Ranking, Standing
from leaderboard.significance.family import Comparison
from leaderboard.significance.power import Sensitivity
from leaderboard.verbs.compare import CompareResult
from leaderboard.verbs.correlate import CorrelateResult
from leaderboard.verbs.describe import DescribeResult, FileDescription
from leaderboard.verbs.diff import DiffResult
from leaderboard.verbs.power import PowerResult
from leaderboard.verbs.probe import ProbeResult
from leaderboard.verbs.rank import RankResult
from leaderboard.verbs.score import ScoreResult, SystemScores
from leaderboard.verbs.simulate import Simulation
from leaderboard.verbs.validate import ValidateResult, Validation

PAGE = (Path(__file__).parents[2] / "docs" / "python.md").read_text("utf-8")
RESULTS = (
    ScoreResult,
    SystemScores,
    CompareResult,
    Comparison,
    RankResult,
    Ranking,
    Standing,
    ValidateResult,
    Validation,
    DescribeResult,
    FileDescription,
    Description,
    CorrelateResult,
    Correlation,
    DiffResult,
    PowerResult,
    Sensitivity,
    ProbeResult,
    Simulation,
)


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: result.__name__)
def test_every_field_is_named_behind_its_result(result: type) -> None:
    before, _, after = PAGE.partition(f"`{result.__name__}`")
    assert after, before[-80:]
    others = "|".join(other.__name__ for other in RESULTS if other is not result)
    own = re.split(rf"^#|`(?:{others})`(?: has|:)", after, maxsplit=1, flags=re.M)[0]
    properties = [name for name, value in vars(result).items() if isinstance(value, property)]
    for name in (*(field.name for field in fields(result)), *properties):
        assert f"`{name}`" in own, name


def test_every_function_has_a_section() -> None:
    sections = set(re.findall(r"^## (\w+)$", PAGE, re.M))
    assert {*leaderboard.__all__} - {"LeaderboardWarning", "METRICS", "__version__", "frame"} <= sections
