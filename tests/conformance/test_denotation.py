"""The published answers to denotation assignment, where the conformance data are at hand."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from leaderboard.error_analysis.profile import error_profile, resolved
from leaderboard.error_analysis.side_by_side import side_by_side
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.da import DEFAULT_WEIGHTS, class_weights, complete, denotation, similarities
from tests.metrics.denotation_cases import Case

SOURCE = Path(__file__).parents[3] / "shared" / "conformance" / "denotation.json"
if not SOURCE.exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)
DATA: dict[str, Any] = json.loads(SOURCE.read_text(encoding="utf-8"))
EXAMPLE, WALKTHROUGH = DATA["example"], DATA["walkthrough"]
SITUATIONS = [EXAMPLE, *WALKTHROUGH["situations"]]
COUNTS = ("correct", "possible", "actual", "incorrect", "spurious", "missing")


def case(situation: dict[str, Any]) -> Case:
    text = EXAMPLE if situation is EXAMPLE else WALKTHROUGH
    classes = {name: kind for kind, names in text["classes"].items() for name in names}
    words = EXAMPLE["text_order"] if situation is EXAMPLE else sorted(classes)
    return Case(words, classes, text["key"], situation["response"], (), ())


def number(situation: dict[str, Any]) -> str:
    return str(situation["situation"])


def assert_fraction(numerator: float, denominator: float, expected: str | None) -> None:
    """As it is summed; null is 0/0."""
    if expected is None:
        assert (numerator, denominator) == (0, 0)
    else:
        assert [numerator, denominator] == [int(part) for part in expected.split("/")]


@pytest.mark.parametrize("situation", SITUATIONS, ids=number)
@pytest.mark.parametrize("match", ["optimal", "greedy"])
@pytest.mark.parametrize("response", ["typed", "untyped"])
def test_denotation_assignment(situation: dict[str, Any], response: str, match: str) -> None:
    expected = situation["expected"]["da"]
    metric = METRICS["da"](MetricOptions(da_response=response, da_match=match))
    totals = metric.sums(case(situation).overlap()).sum(axis=1)
    assert totals.tolist() == [expected[name] for name in COUNTS]
    correct, possible, actual = totals[:3]
    assert_fraction(correct, possible, expected["recall"])
    assert_fraction(correct, actual, expected["precision"])


@pytest.mark.parametrize("situation", SITUATIONS, ids=number)
def test_error_measures(situation: dict[str, Any]) -> None:
    expected = situation["expected"]["da"]
    counts = error_profile(resolved(case(situation).overlap(), denotation())).counts
    assert counts.errors == expected["errors"]
    for name, kind in (
        ("substitution", "incorrect"),
        ("overgeneration", "spurious"),
        ("undergeneration", "missing"),
    ):
        assert getattr(counts, kind) == expected[kind]
        assert_fraction(getattr(counts, kind), counts.errors, expected[name])
        assert getattr(counts, name) == pytest.approx(float(Fraction(expected[name])), rel=0, abs=1e-15)


@pytest.mark.parametrize("situation", SITUATIONS, ids=number)
@pytest.mark.parametrize("name", ["muc", "bcub", "xcmr"])
def test_other_metrics(situation: dict[str, Any], name: str) -> None:
    metric = METRICS[name](MetricOptions())
    totals = metric.sums(case(situation).overlap()).sum(axis=1)
    found, expected = metric.score(totals), situation["expected"][name]
    assert found.recall == pytest.approx(float(Fraction(expected["recall"] or 0)), rel=0, abs=1e-14)
    assert found.precision == pytest.approx(float(Fraction(expected["precision"] or 0)), rel=0, abs=1e-14)
    if name == "xcmr":
        assert_fraction(totals[0], totals[1], expected["recall"])
        assert_fraction(totals[2], totals[3], expected["precision"])


def test_xcmr_of_completed_chains() -> None:
    matching = case(EXAMPLE).overlap().matching
    chains = complete(matching)
    completed = {
        side: [
            [EXAMPLE["text_order"][int(start)] for start in chains.start[labels == chain]]
            for chain in range(labels.max() + 1)
        ]
        for side, labels in (("key", chains.key_chain), ("response", chains.response_chain))
    }
    totals = METRICS["xcmr"](MetricOptions()).sums(case(EXAMPLE)._replace(**completed).overlap()).sum(axis=1)
    expected = EXAMPLE["expected"]["xcmr_completed"]
    assert_fraction(totals[0], totals[1], expected["recall"])
    assert_fraction(totals[2], totals[3], expected["precision"])


def test_similarities_and_correspondence_of_the_example() -> None:
    chains = complete(case(EXAMPLE).overlap().matching)
    words = EXAMPLE["text_order"]
    found = {}
    for value, key, response in zip(
        similarities(chains, class_weights(DEFAULT_WEIGHTS), typed=True),
        chains.table.key_entity,
        chains.table.response_entity,
        strict=True,
    ):
        ours = [words[int(start)] for start in chains.start[chains.key_chain == key]]
        theirs = [words[int(start)] for start in chains.start[chains.response_chain == response]]
        found[frozenset(ours), frozenset(theirs)] = value
    expected = {
        (frozenset(row["key"]), frozenset(row["response"])): float(Fraction(row["similarity"]))
        for row in EXAMPLE["similarities"]
    }
    assert found == pytest.approx(expected, rel=0, abs=1e-15)
    pairs = [
        [sorted(words[mention.start] for mention in chain) or None for chain in (pair.key, pair.response)]
        for pair in side_by_side(case(EXAMPLE).overlap().matching, "doc", denotation())
    ]
    assert sorted(map(str, pairs)) == sorted(
        str([None if chain is None else sorted(chain) for chain in pair])
        for pair in EXAMPLE["correspondence"]
    )
