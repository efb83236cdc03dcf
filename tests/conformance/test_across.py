"""Entities across documents, where the conformance data are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.running import Typed

FOLDER = Path(__file__).parents[3] / "shared" / "conformance" / "files"
if not (FOLDER / "manifest.json").exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)
CASES: list[dict[str, Any]] = [
    case
    for case in json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))["cases"]
    if case["rule"].startswith("3.")
]
QUANTITIES = ("recall", "precision", "f1")


def command(case: dict[str, Any]) -> tuple[str, ...]:
    options = [str(FOLDER / word) if (FOLDER / word).is_file() else word for word in case["options"]]
    files = (str(FOLDER / case["response"]), "--key", str(FOLDER / case["key"]))
    return (case["verb"], *files, "--format", "json", *options)


@pytest.mark.parametrize("case", CASES, ids=[f"{case['rule']} {case['name']}" for case in CASES])
def test_case(case: dict[str, Any], typed: Typed) -> None:
    run = typed(*command(case))
    assert run.code == case["exit"], run.err
    for word in case.get("says", ()):
        assert word.lower() in run.err.lower()
    for word in case.get("silent", ()):
        assert word.lower() not in run.err.lower()
    assert f"{case.get('at', '')}:" in run.err or "at" not in case
    if case["exit"] == 0:
        check(json.loads(run.out), case)


def check(answer: dict[str, Any], case: dict[str, Any]) -> None:
    [system] = answer["systems"]
    for kind in ("scores", "scores_within"):
        for name, expected in case.get(kind, {}).items():
            found = [system[kind][name][quantity] for quantity in QUANTITIES]
            assert found == [value if value is None else pytest.approx(value, abs=1e-9) for value in expected]
    if "links" in case:
        for place, expected in case["links"].items():
            assert system["links"][place] == pytest.approx(expected, abs=1e-9)
        assert answer["across"]["groups"] == case["units"]
        assert f"across:{answer['across']['by']}" in answer["signature"]
