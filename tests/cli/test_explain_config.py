"""``leaderboard rank --explain-config``: each value and where it came from."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from leaderboard.options import Options, Presentation
from tests.support import small_task
from tests.support.running import Typed, csv_rows
from tests.support.small_task import FAIR, KEY


@pytest.fixture(autouse=True)
def task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_task.write(tmp_path / "submissions", key=KEY, fair=FAIR)
    text = 'title = "A task"\nkey = "key.conll"\nprimary = "lea"\n'
    (tmp_path / "submissions" / "leaderboard.toml").write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEADERBOARD_LEAVE_ONE_OUT", "true")


def test_each_option_its_value_and_its_origin(typed: Typed) -> None:
    run = typed("rank", "--explain-config", "--seed", "3", "--format", "csv")
    rows = {row["option"]: (row["value"], row["origin"]) for row in csv_rows(run.out)}
    assert (run.code, run.err) == (0, "")
    assert set(rows) == {
        name.replace("_", "-") for name in (*Options.__dataclass_fields__, *Presentation.__dataclass_fields__)
    }
    assert rows["key"] == ("submissions/key.conll", "submissions/leaderboard.toml:2")
    assert rows["primary"] == ("lea", "submissions/leaderboard.toml:3")
    assert rows["leave-one-out"] == ("true", "LEADERBOARD_LEAVE_ONE_OUT")
    assert rows["seed"] == ("3", "option")
    assert rows["metric"] == ("mentions,muc,bcub,ceafm,ceafe,blanc,lea,conll", "default")
    assert rows["trials"] == ("10000 or more", "default")
    assert rows["jobs"] == (str(os.cpu_count()), "default")
    assert rows["format"] == ("csv", "option")
    assert not Path("reports").exists()


def test_the_title_is_shown(typed: Typed) -> None:
    assert typed("rank", "--explain-config").out.startswith("A task\n")
    assert json.loads(typed("rank", "--explain-config", "--format", "json").out)["title"] == "A task"


@pytest.mark.parametrize(
    ("attempts", "row", "value"),
    [
        ("[attempts]\nours = 12\n", ("attempts ours", "12", ":7"), {"ours": 12}),
        ("", None, None),
    ],
)
def test_runs_and_attempts_are_shown(
    typed: Typed, attempts: str, row: tuple[str, str, str] | None, value: object
) -> None:
    file = Path("submissions/leaderboard.toml")
    file.write_text(f'{file.read_text()}[runs]\nours = ["a", "b"]\n{attempts}')
    table = csv_rows(typed("rank", "--explain-config", "--format", "csv").out)
    said = [tuple(one.values()) for one in table if " " in one["option"]]
    expected = [("runs ours", "a, b", ":5"), *([row] if row else [])]
    assert said == [(name, text, f"{file}{line}") for name, text, line in expected]
    record = json.loads(typed("rank", "--explain-config", "--format", "json").out)
    assert (record["runs"], record["attempts"]) == ({"ours": ["a", "b"]}, value)
    assert (record["schema"], record["signature"], record["tracks"]) == (2, None, {})


def test_counted_attempts_are_shown(typed: Typed) -> None:
    file = Path("submissions/leaderboard.toml")
    file.write_text(f'attempts = "count"\n{file.read_text()}')
    assert typed("rank", "--explain-config", "--format", "csv").out.endswith(f"\nattempts,count,{file}\n")
    assert json.loads(typed("rank", "--explain-config", "--format", "json").out)["attempts"] == "count"


def test_a_key_that_is_nowhere_is_said_to_be(typed: Typed) -> None:
    Path("submissions/key.conll").unlink()
    Path("submissions/leaderboard.toml").unlink()
    record = json.loads(typed("rank", "--explain-config", "--format", "json").out)
    assert record["options"][0] == {"option": "key", "value": None, "origin": "not found"}


def test_rank_goes_by_the_file(typed: Typed) -> None:
    record = json.loads(typed("rank", "--format", "json", "--draws", "100").out)
    assert record["primary"] == "lea"


def test_what_is_stated_is_shown_as_it_is(typed: Typed) -> None:
    words = ("--metric", "muc", "--trials", "7", "--jobs", "3", "--format", "json")
    record = json.loads(typed("rank", "--explain-config", *words).out)
    values = {row["option"]: row["value"] for row in record["options"]}
    assert (values["metric"], values["trials"], values["jobs"]) == ("muc,lea", "7", "3")


def test_more_trials_at_a_lower_level(typed: Typed) -> None:
    record = json.loads(typed("rank", "--explain-config", "--alpha", "0.0001", "--format", "json").out)
    assert {"option": "trials", "value": "50000 or more", "origin": "default"} in record["options"]


def test_rank_shows_and_writes_as_the_file_says(typed: Typed) -> None:
    text = "output = 'made'\nformat = 'csv'\ncolumns = 'system,rank'\nquiet = true\n"
    Path("submissions/leaderboard.toml").rename("leaderboard.toml").write_text(text)
    run = typed("rank", "--draws", "100")
    assert (run.code, run.out) == (0, "system,rank\nfair,1\n")
    assert Path("made/leaderboard.csv").is_file()
    assert not Path("reports").exists()
    assert json.loads(typed("rank", "--draws", "100", "--format", "json").out)["systems"]
    assert typed("score", "fair", "--format", "csv").out.startswith("system,documents,")


def test_a_variable_of_no_option_is_warned_of_unless_quiet(
    typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEADERBOARD_ALPA", "0.1")
    monkeypatch.setenv("LEADERBOARD_TRACEBACK", "")
    warning = "warning: LEADERBOARD_ALPA: unknown option; did you mean LEADERBOARD_ALPHA?\n"
    for words in (("rank", "--explain-config"), ("score", "fair"), ("validate", "fair")):
        run = typed(*words)
        assert (run.code, run.err) == (0, warning), words
        assert typed(*words, "--quiet").err == "", words


def test_every_wrong_line_of_the_file_is_named(typed: Typed) -> None:
    lines = "".join(f"wrong{number} = 1\n" for number in range(60))
    Path("submissions/leaderboard.toml").write_text(f"alpha = 7\n{lines}")
    run = typed("rank")
    assert (run.code, run.out) == (4, "")
    first, *_, last = run.err.splitlines()
    assert first.startswith("leaderboard: submissions/leaderboard.toml:1: alpha is 7; ")
    assert last == "leaderboard: and 11 more; correct these first"
    assert run.err.count("\n") == 51


def test_a_track_that_is_none_is_refused_as_by_rank(typed: Typed) -> None:
    with Path("submissions/leaderboard.toml").open("a") as file:
        file.write('[tracks]\nopen = ["ours"]\n')
    explained, ranked = (typed("rank", *more, "--track", "opne") for more in (("--explain-config",), ()))
    assert (explained.code, explained.out) == (2, "")
    assert "leaderboard: there is no track 'opne'; did you mean 'open'?\n" in explained.err
    assert explained.err == ranked.err
    assert typed("rank", "--explain-config", "--track", "open").code == 0
