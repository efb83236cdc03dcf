"""Files as they are found: what is read, said and refused, where the conformance data are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from leaderboard.corpus import Part
from leaderboard.formats.beside import Draft
from leaderboard.formats.beside.repair import Repairer
from leaderboard.formats.text_tags import read_words
from tests.support.running import Run, Typed

FOLDER = Path(__file__).parents[3] / "shared" / "conformance" / "files"
if not (FOLDER / "manifest.json").exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)
RULES = ("1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "1.8", "2.1", "2.2", "2.3", "2.4", "5")
CASES: list[dict[str, Any]] = [
    case
    for case in json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))["cases"]
    if case["rule"] in RULES
]
QUANTITIES = ("recall", "precision", "f1")


def case_id(case: dict[str, Any]) -> str:
    return f"{case['rule']} {case['name']}"


def command(case: dict[str, Any]) -> tuple[str, ...]:
    metrics = [word for name in case.get("scores", ()) for word in ("--metric", name)]
    files = (str(FOLDER / case["response"]), "--key", str(FOLDER / case["key"]))
    return (case["verb"], *files, "--format", "json", *metrics, *case["options"])


def said(run: Run, case: dict[str, Any]) -> str:
    """Standard error in lower case, without the names of the files."""
    text = run.err
    for side in ("key", "response"):
        for name in (str(FOLDER / case[side]), Path(case[side]).name):
            text = text.replace(name, "")
    return text.lower()


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_case(case: dict[str, Any], typed: Typed) -> None:
    run = typed(*command(case))
    assert run.code == case["exit"], run.err
    for word in case.get("says", ()):
        assert word.lower() in said(run, case)
    for word in case.get("silent", ()):
        assert word.lower() not in said(run, case)
    assert f"{case.get('at', '')}:" in run.err or "at" not in case
    if case["exit"] == 0:
        answer = json.loads(run.out)
        check_scores(answer, case)
        check_fields(answer, case)
        check_repair(answer["systems"][0], case)


def check_scores(answer: dict[str, Any], case: dict[str, Any]) -> None:
    found = answer["systems"][0]["scores"]
    for name, expected in case["scores"].items():
        scores = [found[name][quantity] for quantity in QUANTITIES]
        assert scores == [value if value is None else pytest.approx(value, abs=1e-9) for value in expected]


def check_repair(system: dict[str, Any], case: dict[str, Any]) -> None:
    if "repair" in case:
        # The cases are older than the count of lines that are dropped around answers.
        assert system["repair"] == {"mode": "align", "lines_dropped": 0, **case["repair"]}
        for name, expected in case.get("scores_strict", {}).items():
            found = system["scores_strict"][name]
            for quantity, value in zip(QUANTITIES, expected, strict=True):
                assert found[quantity] == (value if value is None else pytest.approx(value, abs=1e-9))


def check_fields(answer: dict[str, Any], case: dict[str, Any]) -> None:
    for name, wanted in case.get("fields", {}).items():
        if isinstance(wanted, dict) and "has" in wanted:
            assert wanted["has"] in answer[name]
        else:
            assert answer[name] == wanted


TEXTS = json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", TEXTS["alignment"])
def test_alignment(case: dict[str, Any]) -> None:
    response, key = case["response"], case["key"]
    clusters = [[tuple(span)] for span in case["spans"]]
    draft = Draft(part=Part("d", 0), line=1, words=response, clusters=clusters)
    repaired, mend = Repairer().repaired(draft, key)
    assert [[list(span) for span in cluster] or [None] for cluster in repaired.clusters] == [
        [span] for span in case["expected"]
    ]
    assert {name: getattr(mend, name) for name in case["counts"]} == case["counts"]


@pytest.mark.parametrize("case", TEXTS["tagged"], ids=lambda case: str(case["line"]))
def test_tagged_words(case: dict[str, Any]) -> None:
    words, _, mentions = read_words([(1, case["line"].encode())])
    assert words == case["words"]
    found = {name: sorted(map(list, spans)) for name, spans in mentions.entities.items() if spans}
    assert found == {name: sorted(spans) for name, spans in case["entities"].items()}
    assert mentions.dropped == case["brackets_dropped"]
