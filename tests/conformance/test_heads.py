"""Heads in the tree, one mention each, where the conformance data are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.oracles.treelets import by_the_rule, found

SOURCE = Path(__file__).parents[3] / "shared" / "conformance" / "files" / "manifest.json"
if not SOURCE.exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)
HEADS: list[dict[str, Any]] = json.loads(SOURCE.read_text(encoding="utf-8"))["heads"]


@pytest.mark.parametrize("case", HEADS, ids=lambda case: case["what"])
def test_the_head_is_the_expected_one(case: dict[str, Any]) -> None:
    nodes, head, deps = case["nodes"], case["head"], case["deps"]
    assert found([nodes], head, deps) == {tuple(nodes): case["expected"]}
    assert by_the_rule(nodes, head, deps) == case["expected"]
