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
from leaderboard.report.changes import change_records
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


WHAT = "What other does better and worse than fair\n"


def test_of_two_the_second_is_compared_with_the_first(typed: Typed) -> None:
    for verb in ("score", "compare"):
        out = typed(verb, "fair.conll", "other.conll", "--errors").out
        assert WHAT in out
        assert ["better", "Incorrect", "assignments", "PRO", "1", "0", "-1"] in map(
            str.split, out.splitlines()
        )
    assert WHAT not in typed("score", "fair.conll", "other.conll").out
    Path("third.conll").write_text(FAIR)
    assert WHAT not in typed("score", "fair.conll", "other.conll", "third.conll", "--errors").out
    assert WHAT in typed("compare", "fair.conll", "other.conll", "third.conll").out


def test_a_comparison_always_has_the_errors_of_all_classes_together(typed: Typed) -> None:
    out = typed("compare", "fair.conll", "other.conll").out
    assert WHAT in out
    assert ["better", "Correct", "assignments", "1", "2", "+1"] in map(str.split, out.splitlines())
    assert "Denotation assignments" not in out
    assert " PRO " not in out


@pytest.mark.parametrize("form", ["table", "markdown", "latex", "html"])
def test_every_form_of_a_comparison_shows_them(typed: Typed, form: str) -> None:
    out = typed("compare", "fair.conll", "other.conll", "--errors", "--format", form).out
    for text in ("does better and worse than", "Denotation assignments", "went wrong"):
        assert text in out


def test_json_has_the_errors_of_the_function(typed: Typed) -> None:
    record = json.loads(typed("score", "fair.conll", "--errors", "--format", "json").out)
    found = leaderboard.score("fair.conll", errors=True).systems[0].errors
    assert found is not None
    assert record["systems"][0]["errors"] == error_record(found)
    record = json.loads(typed("compare", "fair.conll", "other.conll", "--errors", "--format", "json").out)
    assert list(record["errors"]) == ["fair", "other"]
    assert record["errors"]["fair"] == error_record(found)
    result = leaderboard.compare("fair.conll", "other.conll")
    assert record["changes"] == change_records(result.errors)
    bare = json.loads(typed("compare", "fair.conll", "other.conll", "--format", "json").out)
    assert bare == record
    assert bare["signature"] == result.signature
    assert "errors" not in typed("score", "fair.conll", "--format", "json").out


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
