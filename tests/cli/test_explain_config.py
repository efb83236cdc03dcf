"""``leaderboard rank --explain-config``: each value and where it came from."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from leaderboard.options import Settings
from tests import small_task
from tests.running import Run
from tests.small_task import FAIR, KEY

Typed = Callable[..., Run]


@pytest.fixture(autouse=True)
def task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_task.write(tmp_path / "submissions", key=KEY, fair=FAIR)
    text = 'title = "A task"\nkey = "key.conll"\nprimary = "lea"\n'
    (tmp_path / "submissions" / "leaderboard.toml").write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LEADERBOARD_KEY", raising=False)
    monkeypatch.setenv("LEADERBOARD_LEAVE_ONE_OUT", "true")


def test_each_option_its_value_and_its_origin(typed: Typed) -> None:
    run = typed("rank", "--explain-config", "--seed", "3", "--format", "csv")
    rows = {row["option"]: (row["value"], row["origin"]) for row in csv.DictReader(io.StringIO(run.out))}
    assert (run.code, run.err) == (0, "")
    assert len(rows) == len(Settings.__dataclass_fields__)
    assert rows["key"] == ("submissions/key.conll", "submissions/leaderboard.toml:2")
    assert rows["primary"] == ("lea", "submissions/leaderboard.toml:3")
    assert rows["leave-one-out"] == ("true", "LEADERBOARD_LEAVE_ONE_OUT")
    assert rows["seed"] == ("3", "option")
    assert rows["metric"] == ("mentions,muc,bcub,ceafm,ceafe,blanc,lea,conll", "default")
    assert rows["trials"] == ("", "default")
    assert not Path("reports").exists()


def test_the_title_is_shown(typed: Typed) -> None:
    assert typed("rank", "--explain-config").out.startswith("A task\n")
    assert json.loads(typed("rank", "--explain-config", "--format", "json").out)["title"] == "A task"


def test_a_key_that_is_nowhere_is_said_to_be(typed: Typed) -> None:
    Path("submissions/key.conll").unlink()
    Path("submissions/leaderboard.toml").unlink()
    record = json.loads(typed("rank", "--explain-config", "--format", "json").out)
    assert record["options"][0] == {"option": "key", "value": None, "origin": "not found"}


def test_rank_goes_by_the_file(typed: Typed) -> None:
    record = json.loads(typed("rank", "--format", "json", "--draws", "100").out)
    assert record["primary"] == "lea"
