"""``leaderboard pull-request`` as it is typed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.support.git_repository import Repository
from tests.support.running import Typed
from tests.support.small_task import BROKEN, FAIR

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git tells what changed")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    made = Repository(tmp_path / "repository")
    monkeypatch.chdir(made.root)
    return made


def test_exit_codes_are_those_of_all_commands(typed: Typed, repository: Repository) -> None:
    run = typed("pull-request", "main")
    assert (run.code, run.err) == (0, "")
    assert run.out.endswith("- No submission differs from main.\n")
    repository.write("submissions/bad.conll", BROKEN)
    assert typed("pull-request", "main").code == 4
    repository.write("submissions/good.conll", FAIR)
    run = typed("pull-request", "main")
    assert (run.code, run.err) == (3, "")
    repository.remove("submissions/bad.conll")
    assert typed("pull-request", "main").code == 0
    assert typed("pull-request", "nowhere").code == 2
    repository.remove("submissions/key.conll")
    run = typed("pull-request", "main")
    assert (run.code, run.out) == (4, "")
    assert run.err.count("\n") == 1


def test_what_only_scoring_finds_is_rejected(
    typed: Typed, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measure(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("leaderboard.scoring.scored.measure", measure)
    repository.write("submissions/good.conll", FAIR)
    run = typed("pull-request", "main")
    assert run.code == 4
    assert "1 submission, 0 with scores" in run.out
    assert run.err.startswith("rejected: submissions/good.conll: it needs more memory than is available")


def test_what_was_not_looked_at_is_not_passed(typed: Typed, repository: Repository) -> None:
    record = '{\n "schema": 1,\n "signature": "leaderboard:'
    repository.write("submissions/fake/provenance.json", record)
    repository.write("submissions/.hidden", "x")
    run = typed("pull-request", "main")
    assert (run.code, run.err) == (4, "")
    assert "- Changed, but not looked at (no submissions that a ranking would take): fake.\n" in run.out
    assert "- Hidden and read-me files, which are no submissions: .hidden.\n" in run.out
    repository.write("submissions/good.conll", FAIR)
    run = typed("pull-request", "main", "--format", "json")
    assert run.code == 3
    said = json.loads(run.out)
    assert (said["passed_over"], said["hidden"], said["warnings"]) == (["fake"], [".hidden"], [])


def test_it_says_which_settings_file_it_uses(typed_whole: Typed, repository: Repository) -> None:
    repository.write("submissions/leaderboard.toml", 'metric = "muc"\nsaved = "sums"')
    assert typed_whole("pull-request", "main").err.splitlines() == [
        "settings file: submissions/leaderboard.toml",
        "warning: submissions/leaderboard.toml:2: a settings file among the submissions cannot set saved; "
        "write it in leaderboard.toml beside the folder, or type --saved",
    ]
    repository.write("leaderboard.toml", 'metric = "lea"')
    run = typed_whole("pull-request", "main")
    assert run.err.startswith("settings file: leaderboard.toml\nwarning: submissions/leaderboard.toml: this ")
    assert "LEA" in run.out
    assert "MUC" not in run.out


def test_options_go_before_settings_of_the_branch(typed: Typed, repository: Repository) -> None:
    repository.write("submissions/leaderboard.toml", 'metric = ["lea"]\nformat = "json"')
    said = json.loads(typed("pull-request", "main", "--metric", "muc").out)
    assert list(said["scores"]["systems"][0]["scores"]) == ["muc"]
    assert typed("pull-request", "main", "--format", "markdown").out.startswith("# Submissions")
    assert typed("pull-request", "main", "--follow-symlinks").code == 2
