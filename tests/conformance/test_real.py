"""Files of real toolkits and slips of real organisers, where the conformance data are at hand."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.running import Run, Typed

FOLDER = Path(__file__).parents[3] / "shared" / "conformance" / "real"
if not (FOLDER / "manifest.json").exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)
MANIFEST = json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))
CASES: list[dict[str, Any]] = MANIFEST["cases"]
METRICS = ("mentions", "muc", "bcub", "ceafe", "lea", "conll")
ASKED = [word for name in METRICS for word in ("--metric", name)]
QUANTITIES = ("recall", "precision", "f1")
TASK = MANIFEST["task"]
ZIPPED = "zipped.zip"


def case_id(case: dict[str, Any]) -> str:
    return f"{case['rule']} {case['name']}"


def command(case: dict[str, Any]) -> list[str]:
    response, form = str(FOLDER / case["response"]), ("--format", "json")
    if case["command"] == "describe":
        return ["describe", response, *form, *case["options"]]
    metrics = ASKED if case["command"] == "score" else []
    return [
        *(case["command"], response, "--key", str(FOLDER / case["key"])),
        *(*form, *metrics, *case["options"]),
    ]


def check_words(run: Run, case: dict[str, Any]) -> None:
    """What is said, without the names of files, unless a name is asked for."""
    text = whole = (run.err + (run.out if case["command"] == "validate" else "")).lower()
    names = [Path(case[side]).name for side in ("key", "response") if case[side]]
    for name in (*(str(FOLDER / case[side]) for side in ("key", "response") if case[side]), *names):
        text = text.replace(name.lower(), "")
    for word in case.get("says", ()):
        assert word.lower() in (whole if any(name in word for name in names) else text)
    for word in case.get("silent", ()):
        assert word.lower() not in text


def at(answer: Any, place: str) -> Any:
    """The value at a dotted place."""
    for step in place.split("."):
        answer = answer[int(step)] if isinstance(answer, list) else answer[step]
    return answer


def approximately(expected: Any) -> Any:
    return [value if value is None else pytest.approx(value, abs=1e-9) for value in expected]


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_case(case: dict[str, Any], typed: Typed) -> None:
    run = typed(*command(case))
    assert run.code == case["exit"], run.err
    check_words(run, case)
    assert f"{case.get('at', '')}:" in run.err or "at" not in case
    if case["exit"] == 0 and case["command"] != "validate":
        check_answer(json.loads(run.out), case)


def check_answer(answer: dict[str, Any], case: dict[str, Any]) -> None:
    for place, expected in case.get("json", {}).items():
        assert at(answer, place) == expected, place
    for name, wanted in case.get("fields", {}).items():
        assert wanted["has"] in answer[name]
    for name, expected in case.get("scores", {}).items():
        found = answer["systems"][0]["scores"][name]
        assert [found[quantity] for quantity in QUANTITIES] == approximately(expected), name
    for name, number in case.get("repair", {}).items():
        assert answer["systems"][0]["repair"][name] == number
    if "heads" in case:
        assert answer["systems"][0]["heads"] == case["heads"]


def count(entries: list[dict[str, Any]], verdict: str) -> int:
    """Systems that are ranked or excluded, of which several entries may be runs; else entries."""
    name = "system" if verdict in ("ranked", "excluded") else "entry"
    return len({entry[name] for entry in entries if entry["verdict"] == verdict.replace("_", " ")})


def renamed(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry under a name that no report has for another reason."""
    return {**entry, "entry": f"zq{entry['entry']}", "system": f"zq{entry['system']}"}


@pytest.mark.parametrize("policy", TASK["policies"])
def test_every_entry_has_one_fate(policy: str, typed: Typed, tmp_path: Path) -> None:
    expected, out, folder = TASK["policies"][policy], tmp_path / "report", tmp_path / "submissions"
    for path in (FOLDER / TASK["folder"]).iterdir():
        copy = shutil.copytree if path.is_dir() else shutil.copy
        folder.mkdir(exist_ok=True)
        copy(path, folder / f"zq{path.name}")
    run = typed(
        *("rank", str(folder), "--key", str(FOLDER / TASK["key"]), *ASKED),
        *("--missing-dataset", policy, "--output", str(out), "--trials", "100", "--draws", "100"),
    )
    assert run.code == expected["exit"], run.err
    entries = list(map(renamed, expected["entries"]))
    report = json.loads((out / "leaderboard.json").read_text(encoding="utf-8"))
    assert report["entries"] == entries
    counts = {verdict: count(report["entries"], verdict) for verdict in expected["counts"]}
    assert counts == expected["counts"]
    scores = {system["system"].removeprefix("zq"): system["scores"] for system in report["systems"]}
    assert scores.keys() == expected["scores"].keys()
    for system, by_metric in expected["scores"].items():
        for name, values in by_metric.items():
            shown = [scores[system][name][quantity] for quantity in QUANTITIES]
            assert shown == approximately(values), (system, name)
    names = ("leaderboard.md", "leaderboard.html", "leaderboard.tex", "leaderboard-appendix.tex")
    written = [(out / name).read_text(encoding="utf-8") for name in names]
    for text in (run.out + run.err, *written[:2], "".join(written[2:])):
        for entry in entries:
            ranked = entry["verdict"] in ("ranked", "excluded") or entry["run"] is None
            assert entry["system" if ranked else "entry"] in text.replace("\\", "")  # escapes
            if entry["verdict"] == "excluded":
                lacked = {*entry["missing_datasets"], *entry["faulty_datasets"]}
                assert f"{3 - len(lacked)} of 3" in text
