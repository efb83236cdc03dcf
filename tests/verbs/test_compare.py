"""``leaderboard.compare``: verdicts, the units behind them, and what it asks for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.corpus import Corpus
from leaderboard.errors import InputError, UsageError
from leaderboard.formats import examine
from leaderboard.options import Options
from leaderboard.scoring import response
from leaderboard.scoring.response import Response
from tests.support import small_task
from tests.support.made_task import DOCUMENTS, made_task
from tests.support.small_task import BROKEN, FAIR, KEY, OTHER_LINK, RIGHT, parts


@pytest.fixture
def task(here: Path) -> Path:
    small_task.write(
        here, key=KEY, fair=FAIR, right=KEY, other=parts(OTHER_LINK, RIGHT, RIGHT), broken=BROKEN
    )
    return here


def test_two_documents_can_show_nothing(task: Path) -> None:
    result = leaderboard.compare("right.conll", "fair.conll", metric="muc", primary="muc")
    [comparison] = result.comparisons
    assert (comparison.first, comparison.second, comparison.metric) == ("right", "fair", "muc")
    assert comparison.first_score == 1
    assert comparison.second_score == pytest.approx(1 / 3)
    assert (comparison.units, comparison.units_differing) == (2, 2)
    assert (comparison.exact, comparison.trials) == (True, 4)
    # Of the four assignments two keep the systems whole, and no other differs as much.
    assert comparison.p_value == 0.5
    assert comparison.verdict == "untestable"


def test_equal_files_are_identical(task: Path) -> None:
    result = leaderboard.compare("right.conll", "key.conll", key="key.conll")
    assert {comparison.verdict for comparison in result.comparisons} == {"identical"}
    assert {comparison.p_value for comparison in result.comparisons} == {1}


def test_parts_are_units_on_request(task: Path) -> None:
    result = leaderboard.compare("right.conll", "fair.conll", unit="part")
    assert {comparison.units for comparison in result.comparisons} == {3}


def test_the_primary_metric_is_always_tested(task: Path) -> None:
    result = leaderboard.compare("right.conll", "fair.conll", metric="muc", primary="lea")
    assert [comparison.metric for comparison in result.comparisons] == ["muc", "lea"]
    assert result.first.metric == "lea"


def test_systems_that_differ_much_differ_significantly() -> None:
    folder = made_task()
    result = leaderboard.compare(folder / "balanced.conll", folder / "careless.conll", metric="conll")
    assert result.first.verdict == "significant"
    assert (result.first.exact, result.first.trials) == (True, 2**DOCUMENTS)
    assert (result.first.p_value * 2**DOCUMENTS).is_integer()
    assert result.first.interval[0] > 0
    assert result.drivers.wins + result.drivers.ties + result.drivers.losses == DOCUMENTS


def test_a_baseline_makes_the_family() -> None:
    folder = made_task()
    systems = [folder / f"{name}.conll" for name in ("balanced", "precise", "eager")]
    result = leaderboard.compare(*systems, metric="conll", against="precise")
    assert [{pair.first, pair.second} for pair in result.comparisons] == [
        {"balanced", "precise"},
        {"eager", "precise"},
    ]


def test_a_baseline_must_take_part(task: Path) -> None:
    with pytest.raises(UsageError, match="there is no system 'nobody'"):
        leaderboard.compare("right.conll", "fair.conll", against="nobody")


def test_one_response_cannot_be_compared(task: Path) -> None:
    with pytest.raises(UsageError, match="only 1 response given; name at least 2"):
        leaderboard.compare("right.conll")


def test_a_broken_response_leaves_nothing_to_compare(task: Path) -> None:
    with pytest.raises(InputError, match=r"broken.conll:2: .*is never closed"):
        leaderboard.compare("right.conll", "broken.conll")


def test_a_broken_response_among_others_is_rejected(task: Path) -> None:
    result = leaderboard.compare("right.conll", "broken.conll", "fair.conll")
    assert [rejection.system for rejection in result.rejected] == ["broken"]
    assert tuple(result.scores) == ("right", "fair")


@pytest.mark.parametrize(
    "option",
    [
        {"unit": "part"},
        {"test": "bootstrap"},
        {"trials": 99},
        {"alpha": 0.01},
        {"adjust": "bh"},
        {"against": "fair"},
        {"draws": 100},
        {"interval": "bca"},
        {"seed": 1},
    ],
)
def test_the_signature_names_every_choice_of_the_test(task: Path, option: dict[str, object]) -> None:
    plain = leaderboard.compare("right.conll", "fair.conll", metric="muc", primary="muc")
    other = leaderboard.compare("right.conll", "fair.conll", metric="muc", primary="muc", **option)
    assert plain.signature != other.signature


@pytest.mark.parametrize("baseline", ["balanced", "careless"])
def test_the_drivers_are_those_of_the_first_tested_pair(baseline: str) -> None:
    folder = made_task()
    systems = [folder / f"{name}.conll" for name in ("balanced", "precise", "careless")]
    result = leaderboard.compare(*systems, metric="conll", against=baseline)
    assert (result.drivers.first, result.drivers.second) == (result.first.first, result.first.second)
    assert result.first.second == baseline


def test_what_holds_for_all_metrics_names_none() -> None:
    folder = made_task()
    systems = [folder / f"{name}.conll" for name in ("balanced", "precise", "careless")]
    remarks = leaderboard.compare(*systems, metric=("muc", "bcub", "conll")).remarks
    few = [one for one in remarks if one.kind == "few_units"]
    assert [(one.metrics, one.record["units"], one.record["effective"]) for one in few] == [
        (("muc",), 12, 7.4),
        (("bcub", "conll"), 12, 7.2),
    ]


def test_each_file_is_read_once(task: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = ("right.conll", "fair.conll", "other.conll")
    read = []

    def read_key(label: str, *rest: Any) -> Any:
        read.append(Path(label).name)
        return examine(label, *rest)

    # Responses are read by one of two ways, which meet here.
    def set_beside(corpus: Corpus, examined: Any, options: Options, digest: str, *rest: Any) -> Response:
        read.append(Path(examined.corpus.file).name)
        return beside(corpus, examined, options, digest, *rest)

    beside = response._beside
    monkeypatch.setattr("leaderboard.formats.examine", read_key)
    monkeypatch.setattr(response, "_beside", set_beside)
    leaderboard.compare(*files)
    leaderboard.score("right.conll", "fair.conll", errors=True)
    assert read == [
        "key.conll",
        "right.conll",
        "fair.conll",
        "other.conll",
        "key.conll",
        "right.conll",
        "fair.conll",
    ]
