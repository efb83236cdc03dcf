"""No bad submission stops a command: each is one rejected row that says where, what and what to do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from leaderboard.system_names import name_of
from tests.support import small_task
from tests.support.bad_inputs import CASES, Bad, build_all
from tests.support.running import Typed
from tests.support.small_task import FAIR, KEY


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    small_task.write(tmp_path, key=KEY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def each_case() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])


def test_there_are_enough_cases_and_each_is_one_system() -> None:
    assert len(CASES) >= 80
    assert len({name_of(Path(case.name)) for case in CASES}) == len(CASES)


@each_case()
def test_score_rejects_it(case: Bad, typed: Typed) -> None:
    case.build(Path(case.name))
    run = typed("score", case.name)
    assert (run.code, run.out, run.err.count("\n")) == (4, "", 1)
    assert run.err.startswith(f"rejected: {case.name}{case.place}: ")
    what, _, remedy = run.err.removeprefix(f"rejected: {case.name}{case.place}: ").partition("; ")
    assert case.what in run.err
    assert case.remedy in run.err
    assert what
    assert remedy


@pytest.mark.untraced
@each_case()
def test_validate_rejects_it(case: Bad, typed: Typed) -> None:
    case.build(Path(case.name))
    run = typed("validate", case.name)
    assert (run.code, run.err) == (4, "")
    line = next(line for line in run.out.splitlines() if case.what in line)
    assert line.startswith(f"{case.name}{case.place}:")
    assert ": error: " in line
    assert case.remedy in line


@pytest.mark.untraced
def test_validate_says_the_same_in_json(typed: Typed) -> None:
    list(build_all(Path()))
    run = typed("validate", "--format", "json", *[case.name for case in CASES])
    assert (run.code, run.err) == (4, "")
    for case, system in zip(CASES, json.loads(run.out)["systems"], strict=True):
        assert not system["acceptable"], case.name
        assert system["errors"] > 0, case.name
        first = system["findings"][0]
        line = f":{first['line']}" if first["line"] else ""
        assert case.name + case.place == first["file"] + line


@pytest.mark.untraced
def test_rank_rejects_all_of_them_and_ranks_the_others(here: Path, typed: Typed) -> None:
    small_task.write(here, fair=FAIR, other=KEY)
    list(build_all(here))
    run = typed("rank", ".", "--output", "../reports", "--format", "json", "--draws", "100", "--quiet")
    assert run.code == 3
    ranking = json.loads(run.out)
    assert {system["system"] for system in ranking["systems"]} == {"fair", "other"}
    rows = {(row["file"], row["line"]): row["reason"] for row in ranking["rejected"]}
    assert len(ranking["rejected"]) == len(CASES)
    for case in CASES:
        file, _, line = (case.name + case.place).rpartition(":")
        place = (file, int(line)) if line.isdecimal() else (case.name + case.place, None)
        assert case.what in rows[place], case.name
        assert case.remedy in rows[place], case.name
    assert run.err.count("\n") == len(CASES)
