"""The summary of a pull request's check."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from leaderboard.errors import Problem
from leaderboard.platforms.pull_request import PullRequestResult
from leaderboard.report.pull_requests import MOST_FINDINGS, render_pull_request
from leaderboard.verbs.score import score
from leaderboard.verbs.validate import Finding, ValidateResult, Validation, validate
from tests.support import small_task
from tests.support.made_task import made_datasets
from tests.support.small_task import BROKEN, FAIR, KEY

NOTHING = PullRequestResult(
    base="main", cause="", gone=(), passed_over=(), validation=ValidateResult("key.conll", ()), scores=None
)


@pytest.fixture
def both(tmp_path: Path) -> PullRequestResult:
    small_task.write(tmp_path, key=KEY, fair=FAIR, bad=BROKEN)
    good, bad = (str(tmp_path / f"{name}.conll") for name in ("fair", "bad"))
    return PullRequestResult(
        base="main",
        cause="",
        gone=("old",),
        passed_over=(),
        validation=validate(good, bad),
        scores=score(good, metric="conll"),
    )


def test_a_page_of_what_was_looked_at(both: PullRequestResult, tmp_path: Path) -> None:
    text = render_pull_request(both, "markdown")
    assert text.startswith(
        """\
# Submissions of this pull request

- Only submissions that differ from main count: 2 submissions, 1 with scores.
- Taken away: old.

## Submissions

| System   | Verdict        |   Documents |   Entities |   Mentions |   Errors |   Warnings |
|:---------|:---------------|------------:|-----------:|-----------:|---------:|-----------:|
| fair     | acceptable     |           2 |          5 |          8 |        0 |          0 |
| bad      | not acceptable |           2 |          4 |          6 |        1 |          0 |
"""
    )
    assert [part.partition("\n")[0] for part in text.split("\n## ")[1:]] == [
        "Submissions",
        "Scores of fair in per cent",
        "Findings",
    ]
    assert "Signature: leaderboard:" in text


def test_nothing_differs() -> None:
    text = "No submission differs from main."
    assert render_pull_request(NOTHING, "markdown") == f"# Submissions of this pull request\n\n- {text}\n"
    assert render_pull_request(NOTHING, "table") == f"{text}\n"
    assert render_pull_request(NOTHING, "html") == ""
    assert json.loads(render_pull_request(NOTHING, "json"))["validation"]["systems"] == []
    assert render_pull_request(NOTHING, "csv").count("\n") == 1


def test_a_key_that_differs_is_said_first(both: PullRequestResult) -> None:
    text = render_pull_request(replace(both, cause="key.conll", base="0123456789abcdef" * 3), "markdown")
    assert (
        "- The key or the settings differ from 0123456789ab (key.conll), and so all submissions count" in text
    )


def test_names_are_no_markup(both: PullRequestResult) -> None:
    bad = "[x](http://y)|<b>*z*#1 @me"
    one = Validation(bad, (Finding("error", Problem(bad, 1, bad, bad)),), 1, 0)
    result = replace(
        both, base=bad, cause=bad, gone=(bad,), passed_over=(bad,), validation=ValidateResult(bad, (one,))
    )
    text = render_pull_request(result, "markdown")
    assert "<b>" not in text
    assert text.count(r"\[x\](http\://y)\|&lt;b&gt;\*z\*\#1 \@me") == 4 + 1 + 1 + 4
    for form in ("html", "latex"):
        assert "<b>*z*" not in render_pull_request(result, form)


def test_a_page_stays_short(both: PullRequestResult) -> None:
    findings = tuple(
        Finding("error", Problem("f", line, "wrong" + line * "!", "mend it")) for line in range(1, 51)
    )
    many = tuple(Validation(f"s{number}", findings, 70, 0) for number in range(30))
    names = tuple(f"n{number:02}" for number in range(25))
    result = replace(both, gone=names, validation=ValidateResult("key", many), scores=None)
    text = render_pull_request(result, "markdown")
    assert text.count("| mend it ") == MOST_FINDINGS
    assert "And 1,300 more; `leaderboard validate` lists them." in text
    assert "s29: and 20 more" in text
    assert "n19 and 5 more." in text
    assert "30 submissions, 0 with scores" in text


def test_scores_on_datasets_are_shown() -> None:
    precise = str(made_datasets() / "precise")
    result = replace(NOTHING, validation=validate(precise), scores=score(precise, metric="lea"))
    assert "## F1 by dataset in per cent" in render_pull_request(result, "markdown")
    assert "## Findings" not in render_pull_request(result, "markdown")


def test_the_record_has_everything(both: PullRequestResult) -> None:
    said = json.loads(render_pull_request(both, "json"))
    assert (said["base"], said["cause"], said["gone"], said["passed_over"]) == ("main", None, ["old"], [])
    assert [row["acceptable"] for row in said["validation"]["systems"]] == [True, False]
    assert said["scores"]["systems"][0]["system"] == "fair"
    assert json.loads(render_pull_request(NOTHING, "json"))["scores"] is None


def test_other_forms_begin_with_the_same_remarks(both: PullRequestResult) -> None:
    for form in ("table", "html", "latex"):
        assert "2 submissions, 1 with scores" in render_pull_request(both, form)
    assert render_pull_request(both, "csv").startswith("system,severity,file,")
