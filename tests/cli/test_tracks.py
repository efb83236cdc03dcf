"""A task with tracks and phases as it is typed."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.support.made_task import PHASES, made_phases
from tests.support.running import Typed, csv_rows

FEW = ("--metric", "conll", "--draws", "200", "--trials", "500")


@pytest.fixture(autouse=True)
def task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(made_phases(), tmp_path / "task")
    monkeypatch.chdir(tmp_path / "task")
    return tmp_path / "task"


def test_phases_are_ranked_into_one_report_that_can_be_verified(typed: Typed) -> None:
    run = typed("rank", "--verbose", *FEW)
    assert run.code == 3
    assert run.out.startswith("A task of phases: 5 systems, 12 documents, CoNLL F1, phase test\n")
    for caption in (
        "Ranking by CoNLL in the phase test",
        "Ranks by track in the phase test",
        "CoNLL F1 by phase",
        "in the phase development",
    ):
        assert caption in run.out
    *copies, first, second, rejected = run.err.splitlines()
    warnings = (first, second)
    for phase, line in zip(("dev", "test"), copies, strict=True):
        assert line.startswith(f"warning: {phase}/balanced.conll: the same mentions and entities as copy; ")
    assert all(line.startswith("warning: leaderboard.toml:") for line in warnings)
    assert rejected.startswith("rejected: test/broken.conll")
    assert {"tracks.csv", "phases.csv"} < {path.name for path in Path("reports").iterdir()}
    verified = typed("verify")
    assert (verified.code, verified.err) == (0, "")


def test_warnings_of_every_phase_are_told(typed: Typed, task: Path) -> None:
    file = task / "dev" / "close.conll"
    file.write_text(re.sub(r"\((\d+)\)$", r"(\1)|(99999)", file.read_text(), count=1, flags=re.MULTILINE))
    lines = typed("rank", *FEW).err.splitlines()
    assert any(line.startswith("warning: dev/close.conll:") for line in lines)
    assert not any("close" in line for line in typed("rank", *FEW, "--quiet").err.splitlines())


def test_the_report_is_among_no_later_submissions(typed: Typed, task: Path) -> None:
    assert typed("rank", *FEW, "--output", "test/report", "--quiet").code == 3
    run = typed("rank", *FEW, "--output", "test/report", "--quiet")
    assert [line for line in run.err.splitlines() if "report" in line] == []


@pytest.mark.parametrize("phase", PHASES)
def test_a_phase_or_a_track_is_chosen(typed: Typed, phase: str) -> None:
    run = typed("rank", *FEW, "--phase", phase, "--track", "open", "--format", "csv")
    assert run.code == (3 if phase == "test" else 0)
    assert {row["system"] for row in csv_rows(run.out)} == {"balanced", "close", "precise"}


def test_both_may_come_from_the_environment(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEADERBOARD_PHASE", "development")
    monkeypatch.setenv("LEADERBOARD_TRACK", "closed")
    run = typed("rank", *FEW, "--format", "json")
    record = json.loads(run.out)
    assert (record["phase"], record["track"]) == ("development", "closed")
    assert [one["system"] for one in record["systems"]] == ["precise"]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--phase", "tset"), 2, "there is no phase 'tset'; did you mean 'test'?"),
        (("--track", "free"), 2, "there is no track 'free'; choose among open, closed, unconstrained, LLM"),
        (("--key", "dev/key.conll"), 2, "--key is one key, but each phase has its own; leave it out"),
        (("--phase", "development", "--track", "LLM"), 0, ""),
        (
            ("--phase", "development", "--track", "LLM", "--against", "close"),
            2,
            "the baseline 'close' is not in",
        ),
    ],
)
def test_what_cannot_be_chosen(typed: Typed, words: tuple[str, ...], code: int, message: str) -> None:
    run = typed("rank", *FEW, *words)
    assert run.code == code
    assert message in run.err


@pytest.mark.parametrize(
    "text",
    [
        "[tracks]\nopen = 'alpha'\n",
        "tracks = 3\n",
        "[phases.test]\nkey = 'key.conll'\n",
        "[phases]\ntest = ['dev']\n",
        "[tracks]\n'' = []\n",
    ],
)
def test_a_file_that_is_wrong_is_one_line(typed: Typed, task: Path, text: str) -> None:
    (task / "leaderboard.toml").write_text(text)
    run = typed("rank", *FEW)
    assert (run.code, run.out) == (4, "")
    assert len(run.err.splitlines()) == 1
    assert run.err.startswith("leaderboard: leaderboard.toml:")


def test_the_configuration_is_explained(typed: Typed) -> None:
    run = typed("rank", "--explain-config", "--format", "csv")
    rows = {row["option"]: (row["value"], row["origin"]) for row in csv_rows(run.out)}
    assert rows["key"] == ("", "each phase has its own")
    assert rows["track LLM"] == ("e*, copy, nobody", "leaderboard.toml:7")
    assert rows["phase test"] == ("test, test/key.conll", "leaderboard.toml:13")
    record = json.loads(typed("rank", "--explain-config", "--format", "json").out)
    assert {"track", "phase"} < {one["option"] for one in record["options"]}
    assert not any(one["option"].startswith("track ") for one in record["options"])
    assert record["tracks"]["closed"] == ["precise"]
    assert record["phases"]["test"] == {"key": "test/key.conll", "submissions": "test"}


def test_other_commands_know_the_key_of_a_phase(typed: Typed) -> None:
    assert typed("validate", "dev/close.conll").code == 0
    assert "dev/key.conll" in typed("score", "dev/close.conll", "--format", "json").out
    assert typed("power", "dev", "--draws", "100").code == 0
    for command in ("score", "compare", "power", "correlate", "validate"):
        assert typed(command, "dev/close.conll", "dev/copy.conll", "--phase", "test").code == 2


def test_a_phase_with_a_wrong_key_is_named(typed: Typed, task: Path) -> None:
    file = task / "leaderboard.toml"
    (task / "keys").mkdir()
    for name in ("dev", "test"):
        (task / name / "key.conll").rename(task / "keys" / f"{name}.conll")
    text = file.read_text().replace('"dev/key', '"keys/TEST').replace('"test/key.conll"', '"keys/dev.conll"')
    file.write_text(text.replace("TEST.conll", "test.conll"))
    run = typed("rank", *FEW)
    assert run.code == 4
    *rejected, last = run.err.splitlines()
    assert rejected
    assert all(line.startswith("rejected: dev/") for line in rejected)
    assert last == (
        "leaderboard: no submission of the phase development can be scored against keys/test.conll; "
        "check that this is its key, or choose a --phase"
    )
    alone = typed("rank", *FEW, "--phase", "development")
    assert alone.code == 4
    assert alone.err.splitlines() == rejected
