"""Links that groups of documents cut, where the conformance data are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.running import Typed

FOLDER = Path(__file__).parents[3] / "shared" / "conformance" / "units"
if not (FOLDER / "units.json").exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)
CASES: list[dict[str, Any]] = json.loads((FOLDER / "units.json").read_text(encoding="utf-8"))["cases"]
CUT = [case for case in CASES if case["case"].startswith("links cut")]


@pytest.mark.parametrize("case", CUT, ids=[case["case"] for case in CUT])
def test_links_that_groups_cut(case: dict[str, Any], typed: Typed) -> None:
    folder = FOLDER / case["files"]
    responses = [str(folder / f"{system}.conll") for system in case["links"]]
    run = typed("score", *responses, "--key", str(folder / "key.conll"), "--format", "json", *case["options"])
    assert run.code == 0, run.err
    answer = json.loads(run.out)
    for text in case.get("not_said", ()):
        assert text not in f"{run.out}{run.err}"
    for system in answer["systems"]:
        expected = case["links"][system["system"]]
        found = {
            place: {kind: links[kind] for kind in expected[place]} for place, links in system["links"].items()
        }
        assert found == expected
        [told] = [one["text"] for one in answer["warnings"] if one["system"] == system["system"]]
        assert f"{expected['between']['response']:,} of " in told
        assert "--across corpus" in told
        assert told in run.err
