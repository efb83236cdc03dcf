"""Kinds of errors and scores after mending each, where the conformance data are at hand."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from leaderboard.matching import match_exactly
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import measure
from leaderboard.overlap import overlap
from leaderboard.prices.union import united
from leaderboard.prices.versions import ERROR_KINDS, Errors, find_errors, mended
from tests.support.columns import corpus, texts

SOURCE = Path(__file__).parents[3] / "shared" / "conformance" / "errors" / "errors.json"
if not SOURCE.exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)
DATA: dict[str, Any] = json.loads(SOURCE.read_text(encoding="utf-8"))
CASES = {case["name"]: case for case in DATA["cases"]}
CHOSEN = tuple(METRICS[name](MetricOptions()) for name in DATA["metrics"])


def errors_of(*cases: dict[str, Any]) -> Errors:
    tags = [tag for case in cases for tag in case["tags"] or ["-"] * case["tokens"]]
    tokens = [case["tokens"] for case in cases]
    key, response = (
        corpus(*(spans(case[side]) for case in cases), tags=texts(*tags), tokens=tokens)
        for side in ("key", "response")
    )
    return find_errors(united(match_exactly(key, response)))


def spans(entities: list[list[list[int]]]) -> list[list[tuple[int, int]]]:
    return [[(start, end) for start, end in entity] for entity in entities]


def assert_scores(errors: Errors, kinds: tuple[str, ...], expected: dict[str, list[str | None]]) -> None:
    sums = measure(overlap(mended(errors, kinds)), CHOSEN)
    for metric in CHOSEN:
        found = metric.score(sums[metric.name].sum(axis=1))
        for value, wanted in zip(found, expected[metric.name], strict=True):
            assert (value is None) == (wanted is None)
            if value is not None and wanted is not None:
                assert float(value) == pytest.approx(float(Fraction(wanted)), rel=0, abs=1e-12)


def assert_case(case: dict[str, Any], errors: Errors) -> None:
    assert {kind: int(count.sum()) for kind, count in errors.counts().items()} == case["errors"]
    assert_scores(errors, (), case["score"])
    for number, kind in enumerate(ERROR_KINDS):
        assert_scores(errors, (kind,), case["alone"][kind])
        assert_scores(errors, ERROR_KINDS[: number + 1], case["cumulative"][kind])


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    case, errors = CASES[name], errors_of(CASES[name])
    union, wrong = errors.union, np.flatnonzero(errors.union.misspanned)
    key, response = union.matching.key, union.matching.response
    pairs = [
        [
            [int(side.start[mention]), int(side.end[mention])]
            for side, mention in ((response, theirs), (key, ours))
        ]
        for ours, theirs in zip(union.key_mention[wrong], union.response_mention[wrong], strict=True)
    ]
    assert sorted(pairs) == sorted(case["pairs"])
    assert_case(case, errors)


@pytest.mark.parametrize("joined", DATA["corpora"], ids=lambda joined: joined["name"])
def test_corpus(joined: dict[str, Any]) -> None:
    assert_case(joined, errors_of(*(CASES[name] for name in joined["cases"])))
