"""``--errors`` and ``--show-correspondence`` as they are typed."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import leaderboard
from leaderboard.report.chains import chain_records
from leaderboard.report.errors import error_record
from tests import small_task
from tests.running import Run
from tests.small_task import FAIR, KEY, OTHER_LINK, RIGHT, parts

Typed = Callable[..., Run]


@pytest.fixture(autouse=True)
def task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_task.write(tmp_path, key=KEY, fair=FAIR, other=parts(OTHER_LINK, RIGHT, RIGHT))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LEADERBOARD_KEY", raising=False)


def test_errors_stand_below_the_scores(typed: Typed) -> None:
    out = typed("score", "fair.conll", "--errors", "--metric", "da").out
    assert out.startswith("Scores of fair in per cent\n")
    rows = [line.split() for line in out.splitlines()]
    assert ["fair", "all", "3", "3", "1", "1", "1", "1", "33.33", "33.33", "33.33"] in rows
    assert ["fair", "1", "0", "1", "2", "5"] in rows


def test_of_two_the_second_is_compared_with_the_first(typed: Typed) -> None:
    for verb in ("score", "compare"):
        out = typed(verb, "fair.conll", "other.conll", "--errors").out
        assert "What other does better and worse than fair\n" in out
        assert "What" not in typed(verb, "fair.conll", "other.conll").out


def test_json_has_the_errors_of_the_function(typed: Typed) -> None:
    record = json.loads(typed("score", "fair.conll", "--errors", "--format", "json").out)
    found = leaderboard.score("fair.conll", errors=True).systems[0].errors
    assert found is not None
    assert record["systems"][0]["errors"] == error_record(found)
    record = json.loads(typed("compare", "fair.conll", "other.conll", "--errors", "--format", "json").out)
    assert list(record["errors"]) == ["fair", "other"]
    assert record["errors"]["fair"] == error_record(found)
    for words in (["score", "fair.conll"], ["compare", "fair.conll", "other.conll"]):
        assert "errors" not in typed(*words, "--format", "json").out


def test_json_has_the_chains_of_the_function(typed: Typed) -> None:
    record = json.loads(typed("score", "fair.conll", "--show-correspondence", "b", "--format", "json").out)
    found = leaderboard.score("fair.conll", show_correspondence="b").systems[0].chains
    assert record["systems"][0]["chains"] == chain_records(found)


def test_chains_side_by_side(typed: Typed) -> None:
    out = typed("score", "fair.conll", "--show-correspondence", "b").out
    assert "Chains of b, those of the key beside those of fair\n" in out
    assert "Ann Lee | her" in out


def test_csv_holds_the_details_that_were_asked_for(typed: Typed) -> None:
    def names(*words: str) -> list[str]:
        out = typed("score", "fair.conll", "other.conll", *words, "--format", "csv").out
        return [row["system"] + row.get("class", "") for row in csv.DictReader(io.StringIO(out))]

    classes = ("all", "PN", "NP", "PRO")
    assert names() == ["fair", "other"]
    assert names("--errors") == [system + name for system in ("fair", "other") for name in classes]
    assert names("--show-correspondence", "b") == ["fair", "fair", "other", "other"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--show-correspondence", "c"], "leaderboard: no document is called 'c'; choose among a, b\n"),
        (["--da-weights", "PN=2"], "leaderboard: --da-weights is 'PN=2'; make the weights sum to 1\n"),
        (["--da-match", "best"], None),
    ],
)
def test_wrong_usage(typed: Typed, words: list[str], message: str | None) -> None:
    run = typed("score", "fair.conll", *words)
    assert run.code == 2
    assert run.out == ""
    assert message is None or run.err == message
