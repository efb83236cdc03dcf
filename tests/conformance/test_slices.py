"""Every slice of the conformance data: its counts, sums and scores, as fractions."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from leaderboard.metrics import METRICS, Metric, MetricOptions
from leaderboard.metrics.metric import Floats
from leaderboard.slices.attributes import BANDS, SliceOptions, checked_edges
from leaderboard.slices.slicing import KeySlices, slice_key, slices_of, slicings
from leaderboard.slices.sums import SliceSums, slice_metrics, slice_sums
from tests.slices.reading import read_pair

FOLDER = Path(__file__).parents[3] / "shared" / "conformance" / "slices"
if not (FOLDER / "slices.json").exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)
CASES: list[dict[str, Any]] = json.loads((FOLDER / "slices.json").read_text(encoding="utf-8"))["cases"]
NAMES = ("mentions", "muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "conll")
SHARED_NUMERATOR = ("mentions", "muc", "ceafm", "ceafe")


def case_id(case: dict[str, Any]) -> str:
    return f"{case['files']} {'/'.join(case['by'])} {case['keep']} {case['match']} {case['singletons']}"


def slices(case: dict[str, Any]) -> tuple[KeySlices, dict[tuple[str, ...], SliceSums], tuple[Metric, ...]]:
    suffix = ".conllu" if case["files"] == "nodes" else ".conll"
    key, response = read_pair(
        *(
            (FOLDER / "slices" / f"{case['files']}.{side}{suffix}").read_bytes()
            for side in ("key", "response")
        )
    )
    options = SliceOptions(
        match=case["match"],
        zeros="linear",
        singletons=case["singletons"],
        bands={**BANDS, **{name: checked_edges(name, edges) for name, edges in case["bands"].items()}},
    )
    keep = () if case["keep"] == "documents" else (case["keep"],)
    [slicing] = slicings(["/".join(case["by"])], keep, options.labels)
    assert slicing.keep == case["keep"]
    metrics = tuple(METRICS[name](MetricOptions()) for name in NAMES)
    found = slice_key(key, "", slicing, options)
    sums = {one.value: one for one in slice_sums(found, response, metrics)}
    return found, sums, slice_metrics(slicing, metrics)


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_case(case: dict[str, Any]) -> None:
    keys, sums, metrics = slices(case)
    found = {one.value: one for one in slices_of({"": keys})}
    assert sorted(found) == [tuple(one["value"]) for one in case["slices"]]
    for expected in case["slices"]:
        of_key, of_response = found[tuple(expected["value"])], sums[tuple(expected["value"])]
        assert (of_key.documents, of_key.key_mentions, of_key.key_entities) == tuple(
            expected[name] for name in ("documents", "key_mentions", "key_entities")
        )
        assert (of_response.mentions, of_response.entities) == (
            expected["response_mentions"],
            expected["response_entities"],
        )
        assert set(expected["scores"]) == {metric.name for metric in metrics}
        for metric in metrics:
            check(metric, of_response.sums[metric.name].sum(axis=1), expected)


def check(metric: Metric, totals: Floats, expected: dict[str, Any]) -> None:
    """Numbers are the floats of the fractions, but for what is lost by rounding."""
    if metric.name in expected["sums"]:
        wanted = [Fraction(value) for value in expected["sums"][metric.name].split()]
        assert four(metric.name, totals.tolist()) == pytest.approx(list(map(float, wanted)), rel=0, abs=1e-14)
    scores = [None if value is None else float(value) for value in metric.score(totals)]
    wanted_scores = [None if value is None else Fraction(value) for value in expected["scores"][metric.name]]
    assert [value is None for value in scores] == [value is None for value in wanted_scores]
    assert [value for value in scores if value is not None] == pytest.approx(
        [float(value) for value in wanted_scores if value is not None], rel=0, abs=1e-15
    )


def four(name: str, totals: list[float]) -> list[float]:
    """Sums with a numerator for each side, where a metric has one for both."""
    if len(totals) == 3 and name in SHARED_NUMERATOR:
        numerator, key, response = totals
        return [numerator, key, numerator, response]
    return totals
