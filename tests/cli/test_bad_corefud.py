"""No bad submission in CorefUD stops a command: each is refused with its line, the fault and what to do."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.support import plain_corefud
from tests.support.bad_corefud import COREFUD, FAIR, KEY
from tests.support.bad_inputs import Bad
from tests.support.running import Typed

pytestmark = pytest.mark.untraced


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    plain_corefud.write(tmp_path, key=KEY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("case", COREFUD, ids=[case.name for case in COREFUD])
def test_every_command_refuses_it_in_one_line(case: Bad, typed: Typed) -> None:
    case.build(Path(case.name))
    scored, validated = typed("score", case.name), typed("validate", case.name)
    assert (scored.code, scored.out, scored.err.count("\n")) == (4, "", 1)
    assert scored.err.startswith(f"rejected: {case.name}{case.place}: ")
    (line, *_) = [line for line in validated.out.splitlines() if case.what in line] or [""]
    assert (validated.code, validated.err) == (4, "")
    assert line.startswith(f"{case.name}{case.place}:")
    for said in (scored.err, line):
        assert case.what in said
        assert case.remedy in said


def test_of_a_file_in_another_format_nothing_else_is_said(typed: Typed) -> None:
    for case in COREFUD:
        if case.what.startswith("no CorefUD file"):
            case.build(Path(case.name))
            assert typed("score", case.name).err.endswith("write the response in the format of the key\n")
            assert typed("validate", case.name).out.count(": error: ") == 1


def test_rank_rejects_all_of_them_and_ranks_the_others(here: Path, typed: Typed) -> None:
    plain_corefud.write(here, fair=FAIR, other=KEY)
    for case in COREFUD:
        case.build(here / case.name)
    run = typed("rank", ".", "--output", "../reports", "--format", "json", "--draws", "100", "--quiet")
    assert run.code == 3
    ranking = json.loads(run.out)
    assert {system["system"] for system in ranking["systems"]} == {"fair", "other"}
    assert len(ranking["rejected"]) == run.err.count("\n") == len(COREFUD)


@pytest.mark.parametrize("case", COREFUD[::4], ids=[case.name for case in COREFUD[::4]])
def test_a_platform_gets_no_scores_for_it(case: Bad, typed: Typed, here: Path) -> None:
    for name in ("ref", "res"):
        (here / name).mkdir()
    shutil.copy("key.conllu", "ref")
    case.build(here / "res" / case.name)
    run = typed("codabench", "score", ".", "out")
    assert run.code == 3
    assert case.what in run.err
    assert not (here / "out" / "scores.json").exists()
