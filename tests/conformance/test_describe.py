"""Descriptions equal to those given, and to the figures of udapi digit by digit, where the data are at hand.

The files of UD English GUM are looked for in the folder that the variable GUM names.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.report.features.descriptions import (
    OTHER,
    TAGS,
    description_record,
    description_tables,
)
from leaderboard.verbs.describe import DescribeResult
from tests.oracles.description_oracle import counts, of_corefud

SOURCE = Path(__file__).parents[3] / "shared" / "conformance" / "slices" / "describe.json"
if not SOURCE.exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)
DATA: dict[str, Any] = json.loads(SOURCE.read_text(encoding="utf-8"))
CASES: list[dict[str, Any]] = [*DATA["corefud"], *DATA["conll"]]
GROUPS = ("all", "non_singletons", "singletons")
# The names of the tool's figures, in the order of the columns of each table behind the names of the rows.
TEXTS = ("docs", "sents", "words", "empty", "max_words/doc", "words/doc")
ENTITIES = (
    *("entities", "entities_per1k", "longest_entity", "avg_entity"),
    *(f"c_len_{size}" for size in ("1", "2", "3", "4", "5+")),
    "entity_range_95percentile",
)
MENTIONS = (
    *("mentions", "mentions_per1k", "longest_mention", "avg_mention"),
    *(f"m_len_{length}" for length in ("0", "1", "2", "3", "4", "5+")),
)
FORMS = ("with_empty", "with_gaps", "nontreelet", *(f"head_upos={tag}" for tag in (*TAGS, OTHER)))


def path_of(case: dict[str, Any]) -> Path:
    path = SOURCE.parent / case["file"]
    if not path.exists():
        path = Path(os.environ.get("GUM", "nowhere")) / case["file"]
    if not path.exists():
        pytest.skip(f"{case['file']} is not at hand")
    if "sha256" in case:
        assert hashlib.sha256(path.read_bytes()).hexdigest() == case["sha256"]
    return path


def first_words(path: Path) -> DescribeResult:
    """The description in which a mention without a head has its first word: these figures are from before."""
    return leaderboard.describe(path, heads="file")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["file"])
def test_the_counts_are_those_given(case: dict[str, Any]) -> None:
    [found] = description_record(first_words(path_of(case)))["files"]  # type: ignore[misc]
    names = {"system", "dataset", "file", "heads"}
    assert counts({name: value for name, value in found.items() if name not in names}) == case["counts"]


@pytest.mark.parametrize("case", DATA["corefud"], ids=lambda case: case["file"])
def test_the_slow_counts_are_those_given(case: dict[str, Any]) -> None:
    assert of_corefud(path_of(case).read_text(encoding="utf-8")) == case["counts"]


@pytest.mark.parametrize("case", DATA["corefud"], ids=lambda case: case["file"])
def test_people_see_the_figures_of_the_field(case: dict[str, Any]) -> None:
    result = first_words(path_of(case))
    texts, *tables = description_tables(result)
    shown = dict(zip(TEXTS, texts.shown()[0][1:], strict=True))
    for table, names in zip(tables, (ENTITIES, MENTIONS, FORMS), strict=True):
        by_group = {cells[1]: cells[2:] for cells in table.shown()}
        for group in GROUPS:
            # Where there are no singletons, the first two groups are one.
            cells = by_group.get(group.replace("_", "-"), by_group["all"])
            figures = dict(zip(names, cells, strict=True))
            if group.replace("_", "-") in by_group or group == "non_singletons":
                expected = case["udapi"][group]
                assert {name: figures[name] for name in names} == {name: expected[name] for name in names}
    expected = case["udapi"]["all"]
    if case["file"] == "describe/nothing.conllu":  # the last document of a file never counts there
        expected = {**expected, "max_words/doc": "1"}
    assert shown == {name: expected[name] for name in TEXTS}
