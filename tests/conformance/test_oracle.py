"""The oracle gives every published and computed value of the conformance data, exactly."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.oracles import oracle
from tests.support import plain_conll

DATA = Path(__file__).parents[3] / "shared" / "conformance"
QUANTITIES = ("recall", "precision", "f1")

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=f"no conformance data at {DATA}")


def rows(path: str) -> list[dict[str, Any]]:
    """The rows of a file of the conformance data; none where it is missing."""
    file = DATA / path
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else []


def known_answer_id(row: dict[str, Any]) -> str:
    return f"{row['case']}-{row['metric']}-{row.get('rule', '')}".rstrip("-")


@pytest.mark.parametrize("row", rows("known_answers.json"), ids=known_answer_id)
def test_known_answers_are_met_as_fractions(row: dict[str, Any]) -> None:
    part = ([frozenset(entity) for entity in row["key"]], [frozenset(entity) for entity in row["response"]])
    scores = oracle.score([part], row["metric"], rule=row.get("rule", "conll"))
    assert scores == tuple(Fraction(row[f"{quantity}_fraction"] or 0) for quantity in QUANTITIES)
    assert list(scores) == pytest.approx([row[quantity] or 0 for quantity in QUANTITIES], abs=1e-15)
    sums = oracle.sums([part], row["metric"])
    if row["metric"] == "blanc":
        assert list(sums[:6]) == list(row["counts"].values())
    else:
        assert row["recall_fraction"] is not None or list(sums[:2]) == [0, 0]
        assert row["precision_fraction"] is not None or list(sums[2:]) == [0, 0]


@pytest.mark.parametrize(
    ("case", "metric"),
    [
        pytest.param(case, metric, id=f"{case['id']}-{metric}")
        for case in rows("tc/expected.json")
        for metric in case["expected"]
    ],
)
def test_official_test_cases_are_met(case: dict[str, Any], metric: str) -> None:
    key, response = ((DATA / "tc" / case[side]).read_text(encoding="utf-8") for side in ("key", "response"))
    scores = oracle.score(plain_conll.read_pair(key, response), metric)
    assert [float(value) for value in scores if value is not None] == pytest.approx(
        case["expected"][metric], abs=1e-15
    )
