"""The answer of a ranking and the text for a paper, where the conformance data are at hand."""

from __future__ import annotations

import json
import re
import shutil
import warnings
from pathlib import Path
from typing import Any

import pytest

from tests.support.running import Typed

FOLDER = Path(__file__).parents[3] / "shared" / "conformance" / "answer"
if not (FOLDER / "answers.json").exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)
ANSWERS: dict[str, Any] = json.loads((FOLDER / "answers.json").read_text(encoding="utf-8"))
MISTAKES: dict[str, Any] = json.loads((FOLDER / "mistakes.json").read_text(encoding="utf-8"))
PAPERS: list[dict[str, Any]] = json.loads((FOLDER / "paper.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", ANSWERS["cases"], ids=lambda case: case["name"])
def test_an_answer(case: dict[str, Any], typed: Typed, tmp_path: Path) -> None:
    folder = str(FOLDER / case["folder"])
    run = typed("rank", folder, *case["args"], "--format", "json", "--output", str(tmp_path), "--quiet")
    answer = json.loads(run.out)["answer"][ANSWERS["metric"]]
    for name in ("situation", "best", "not_beaten", "counts"):
        assert answer[name] == case[name]
    for name in ("lead", "tested_lead"):
        expected = case[name]
        if expected is None:
            assert answer[name] is None
        else:
            assert {field: answer[name][field] for field in expected} == {
                field: pytest.approx(value, abs=1e-9) if isinstance(value, float) else value
                for field, value in expected.items()
            }


@pytest.mark.parametrize("case", PAPERS, ids=lambda case: case["name"])
def test_a_paragraph(
    case: dict[str, Any], typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(case, tmp_path / "sub")
    run = typed("rank", "sub", *case["args"], "--output", "report", "--quiet")
    assert run.code in case["codes"], run.err
    page = (tmp_path / "report" / "leaderboard.md").read_text(encoding="utf-8")
    text = re.sub(r"\\(.)", r"\1", page.partition("Text for a paper")[2].strip().split("\n\n")[0])
    assert [pattern for pattern in case["must"] if not re.search(pattern, text)] == [], text
    assert [pattern for pattern in case["must_not"] if re.search(pattern, text)] == [], text


@pytest.mark.parametrize("case", MISTAKES["cases"], ids=lambda case: case["name"])
def test_a_mistake_in_python(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(MISTAKES["before"], names)
    kind, said = "works", ""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            exec(case["code"], names)
        except Exception as error:
            kind, said = type(error).__name__, str(error)
    if caught and kind == "works":
        kind, said = "warning", str(caught[0].message)
    assert kind == case["gets"]
    assert re.search(case["says"], said), said
    assert "--" not in said


def write(case: dict[str, Any], folder: Path) -> None:
    folder.mkdir()
    for name, source in case["files"].items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(FOLDER / source, folder / name)
    for name, text in case["write"].items():
        (folder / name).write_text(text, encoding="utf-8")
    for name, lines in case["cut"].items():
        kept = (folder / name).read_text(encoding="utf-8").splitlines(keepends=True)[:lines]
        (folder / name).write_text("".join(kept), encoding="utf-8")
    if case["toml"]:
        (folder / "leaderboard.toml").write_text(case["toml"], encoding="utf-8")
