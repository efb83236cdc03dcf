"""The published answers to small cases, where the conformance data are at hand."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from leaderboard.metrics import METRICS, MetricOptions
from tests.support.columns import Entities, overlap_of

SOURCE = Path(__file__).parents[3] / "shared" / "conformance" / "known_answers.json"
if not SOURCE.exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)
ROWS: list[dict[str, Any]] = json.loads(SOURCE.read_text(encoding="utf-8"))
# The official counts of links in the order of our sums.
COUNTS = ("cc", "ck", "cr", "nn", "nk", "nr")


def row_id(row: dict[str, Any]) -> str:
    return f"{row['case']}-{row['metric']}-{row.get('rule', '')}".rstrip("-")


def entities(row: dict[str, Any], side: str) -> Entities:
    """Named mentions as tokens, the same on both sides."""
    names = sorted({name for both in ("key", "response") for entity in row[both] for name in entity})
    return [[(names.index(name),) * 2 for name in entity] for entity in row[side]]


@pytest.mark.parametrize("row", ROWS, ids=row_id)
def test_sums_and_scores(row: dict[str, Any]) -> None:
    metric = METRICS[row["metric"]](MetricOptions(blanc=row.get("rule", "conll")))
    totals = metric.sums(overlap_of([entities(row, "key")], [entities(row, "response")])).sum(axis=1)
    found = [float(value) for value in metric.score(totals) if value is not None]
    fractions = [Fraction(row[f"{name}_fraction"] or 0) for name in ("recall", "precision", "f1")]
    assert found == pytest.approx([float(value) for value in fractions], rel=0, abs=1e-15)
    assert found == pytest.approx(
        [row[name] or 0 for name in ("recall", "precision", "f1")], rel=0, abs=1e-15
    )
    if row["metric"] == "blanc":
        assert totals[:6].tolist() == [row["counts"][name] for name in COUNTS]
    if row["metric"] in ("mentions", "muc", "ceafm"):
        numerator, key, response = totals.tolist()
        assert (numerator, key) == whole(row["recall_fraction"], numerator)
        assert (numerator, response) == whole(row["precision_fraction"], numerator)


def whole(fraction: str | None, numerator: float) -> tuple[float, ...]:
    """These fractions are written as they are summed, and null where there is nothing to divide by."""
    return tuple(map(float, fraction.split("/"))) if fraction else (numerator, 0)
