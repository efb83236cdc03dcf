"""Mistakes of a first hour: a folder for a file, key and response swapped, a wrong folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import small_task
from tests.support.running import Typed
from tests.support.small_task import FAIR, KEY, NOTHING, parts

FOLDER = (
    "submissions: a folder of submissions with their key; name single submissions, "
    "or use `leaderboard rank submissions` or `leaderboard validate submissions`"
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    small_task.write(tmp_path / "submissions", key=KEY, fair=FAIR)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("score", "submissions"), FOLDER),
        (("compare", "submissions"), FOLDER),
        (("validate", "submissions", "submissions/fair.conll"), FOLDER),
        (
            ("rank", "--key", "submissions"),
            "submissions: both the submissions and the key; name the key itself with --key",
        ),
        (
            ("verify", "submissions"),
            "submissions: no report of `leaderboard rank` here (provenance.json is missing); "
            "name the folder of a report",
        ),
        (
            ("correlate", "submissions/fair.conll"),
            "submissions/fair.conll:1: not a table of scores; "
            "name a folder with submissions, or a CSV table of scores",
        ),
        (
            ("probe", "submissions/fair.conll"),
            "submissions/fair.conll: a file, not an experiment; "
            "name it with --key, --response or --submissions",
        ),
        (("rank", "--alpha", "five"), "--alpha is 'five'; give a number\n"),
        (("rank", "submisions"), "submisions: no such folder; did you mean submissions?"),
        (
            ("score", "fiar"),
            "fiar: no such file here or in ./submissions; did you mean submissions/fair.conll?",
        ),
        (
            ("score", "fair", "--key", "submissions/kye.conll"),
            "submissions/kye.conll: no such key (--key); did you mean submissions/key.conll?",
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_the_message_says_what_to_do(typed: Typed, words: tuple[str, ...], message: str) -> None:
    run = typed(*words)
    assert run.out == ""
    assert run.err.startswith(f"leaderboard: {message}")


def test_key_and_response_that_are_swapped_cause_a_warning(typed: Typed) -> None:
    run = typed("score", "submissions/key.conll", "--key", "submissions/fair.conll")
    assert run.code == 0
    told = "named like a key, but the key is fair.conll (--key); if it is the key, use --key "
    assert run.err == f"warning: submissions/key.conll: {told}submissions/key.conll\n"
    Path("dev_Gold.conll").write_text(KEY, encoding="utf-8")
    assert (
        f"dev_Gold.conll: {told}" in typed("score", "dev_Gold.conll", "--key", "submissions/fair.conll").err
    )
    assert f"dev_Gold.conll: warning: {told}" in (
        typed("validate", "dev_Gold.conll", "--key", "submissions/fair.conll").out
    )
    assert "named like" not in typed("score", "dev_Gold.conll", "--key", "submissions/key.conll").err


def test_a_ranking_warns_of_a_submission_named_like_a_key(typed: Typed) -> None:
    small_task.write(Path("submissions"), gold=FAIR.replace("(2)", "-"))
    assert "warning: submissions/gold.conll: named like a key, but the key is key.conll; " in (
        typed("rank", "--draws", "100").err
    )


def test_a_submission_in_a_folder_may_have_a_dataset_named_key(typed: Typed, tmp_path: Path) -> None:
    small_task.write(tmp_path / "submissions" / "mine", key=FAIR)
    assert "mine" in typed("score", "mine").out


@pytest.mark.parametrize("command", ["score", "rank", "compare", "validate"])
def test_a_key_without_mentions_causes_a_warning(typed: Typed, command: str) -> None:
    small_task.write(Path("blind"), key=parts(*[NOTHING] * 3), fair=FAIR, right=KEY)
    files = ["blind"] if command == "rank" else ["blind/fair.conll", "blind/right.conll"]
    run = typed(command, *files)
    told = "blind/key.conll: the key has no mentions; scores need the annotated text"
    assert (run.out if command == "validate" else run.err).count(told) == 1
    assert "no mentions; scores" not in typed(command, *files, "--key", "submissions/key.conll").err
