"""Sums as bytes and back: nothing is lost, and nothing that is wrong comes in."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from leaderboard.error_analysis.profile import ErrorProfile
from leaderboard.errors import MOST_PROBLEMS, Problem
from leaderboard.formats.beside.repair import Mend
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import Floats, Metric, measure
from leaderboard.saved.saved_sums import most_bytes, packed, quantities, unpacked
from leaderboard.scoring.response import HeadCounts
from leaderboard.scoring.scored import Findings, Scored
from tests.metrics.denotation_cases import EXAMPLE
from tests.support.counts import counts

PARTS = 3
COUNTS = counts(1, 2, 3, 4, 5, 6)
PROFILE = ErrorProfile(
    counts=COUNTS,
    by_class={"PN": COUNTS, "NP": COUNTS, "PRO": COUNTS},
    missed=1,
    invented=2,
    split=3,
    merged=4,
    unresolved=5,
)
WARNINGS = (
    Problem("en.conll", 3, "twice", "keep one", 7),
    Problem("de.conll", 0, "no words", "add them"),
    Problem("de.conll", 9, "2,000 more", "validate", count=2000),
)
ENTITIES = "e" * 64
FILES = {"en.conll": "en", "de.conll": "de"}
LABELS = {"en": "en.conll", "de": "de.conll", "nl": "nl.conll"}
FAULTS = {"nl": Problem("nl.conll", 3, "it breaks off", "mend it", 7, 2)}
DATASETS = ("de", "en", "nl")
HEADS = HeadCounts(7, 1, 2, 3, 1, 4, 2)
FOUND = Findings(missing=1, repairs=2, spans_differ=4, heads=HEADS)

values = st.one_of(st.integers(0, 300).map(float), st.integers(0, 2**53).map(float), st.floats(0, 2.0**53))
rows = arrays(np.float64, st.tuples(st.integers(1, 4), st.just(PARTS)), elements=values)


def scored(sums: dict[str, Floats], **changes: Any) -> Scored:
    given: dict[str, Any] = {
        "errors": PROFILE,
        "found": FOUND,
        "warnings": WARNINGS,
        "digest": "d",
        "entities": ENTITIES,
        "lacking": ("nl",),
        "faults": FAULTS,
    }
    return Scored(sums=sums, **{**given, **changes})


def reread(whole: Scored, sizes: dict[str, int] | None = None) -> Scored:
    record, numbers = packed(whole, FILES)
    wanted = {name: len(sums) for name, sums in whole.sums.items()} if sizes is None else sizes
    return unpacked(json.loads(json.dumps(record)), numbers, wanted, PARTS, DATASETS, LABELS, "d")


@given(st.dictionaries(st.sampled_from(["muc", "bcub", "conll"]), rows, min_size=1))
def test_sums_come_back_bit_by_bit(sums: dict[str, Floats]) -> None:
    found = reread(scored(sums))
    assert {name: array.tolist() for name, array in found.sums.items()} == {
        name: array.tolist() for name, array in sums.items()
    }
    assert (found.errors, found.found, found.warnings) == (PROFILE, FOUND, WARNINGS)
    assert (found.lacking, found.faults, found.entities) == (("nl",), FAULTS, ENTITIES)
    assert reread(scored(sums, found=Findings())).found == Findings()


def test_counts_take_the_room_of_counts_and_equal_rows_that_of_one() -> None:
    sums = np.array([[1, 2, 255], [0, 256, 1], [0, 0, 70_000], [0.5, 0, 0], [1, 2, 255], [2.0**32, 0, 0]])
    record, numbers = packed(scored({"muc": sums}), FILES)
    assert record["rows"] == ["u1", "<u2", "<u4", "<f8", "<f8"]
    assert record["metrics"] == {"muc": [0, 1, 2, 3, 0, 4]}
    assert len(numbers) == PARTS * (1 + 2 + 4 + 8 + 8)


def test_some_of_the_metrics_can_be_asked_for() -> None:
    whole = scored({"muc": np.ones((3, PARTS)), "lea": np.zeros((4, PARTS))})
    assert list(reread(whole, {"lea": 4}).sums) == ["lea"]


@pytest.mark.parametrize(
    ("sizes", "message"),
    [({"lea": 4}, "no sums of lea"), ({"muc": 4}, "wrong sums of muc"), ({"muc": 2}, "wrong sums of muc")],
)
def test_sums_that_are_not_there(sizes: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        reread(scored({"muc": np.ones((3, PARTS))}), sizes)


def test_a_profile_of_errors_that_is_not_there() -> None:
    with pytest.raises(ValueError, match=r"^'None' where a dict should be$"):
        reread(scored({"muc": np.ones((3, PARTS))}, errors=None))


WRONG: dict[str, Any] = {
    "heads": [[1, 2, 3], {}, [1, 2, 3, 4, 5, 6, -7], [1, 2, 3, 4, 5, 6, "7"]],
    "rows": [None, "u1", ["O"], ["<f8", "<f8"], [{}], ["u1"]],
    "metrics": [None, [], {"muc": None}, {"muc": [0, 0, 1]}, {"muc": [-1, 0, 0]}, {"muc": [0.0, 0, 0]}],
    "missing": [None, -1, 0.5, True, 2**60, "1"],
    "repairs": [None, -1],
    "lacking": [None, {}, ["fr"], ["nl", "nl"], [["nl"]], ["de", "en", "nl"]],
    "faults": [None, {}, [None], [[]], [[["nl"], 1, 0, "", "", 1]], [["de", 1, 0, "", "", 1]]],
    "errors": [None, [], {}, {"by_class": {}}, {"by_class": {"PN": {}}}, {"counts": 1, "by_class": {}}],
    "warnings": [
        *(None, [None], [[]], [["", 1, 2, "what"]], [["", -1, 0, "", ""]], [[1, 0, 0, "", ""]]),
        *([["", 1, 0, "", "", -1]], [["", 1, 0, "", "", None]]),
    ],
    "entities": [None, "", 1, ["e"]],
    "strict": [None, {"muc": [0]}],
    "mends": [None, [], [[0] * 9] * PARTS, [[-1] * 8] * PARTS],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in WRONG for value in WRONG[name]])
def test_a_record_that_somebody_made_up_is_refused(name: str, value: Any) -> None:
    sums = {"muc": np.full((3, PARTS), 0.5)}
    record, numbers = packed(scored(sums, strict=sums, mends=(Mend(),) * PARTS), FILES)
    record = json.loads(json.dumps(record))
    with pytest.raises(ValueError):  # noqa: PT011  the words differ
        unpacked({**record, name: value}, numbers, {"muc": 3}, PARTS, DATASETS, LABELS, "d")


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf, 2.0**54, -1.0, -5e-324])
def test_numbers_that_no_corpus_has_are_refused(number: float) -> None:
    with pytest.raises(ValueError, match=r"^impossible sums$"):
        reread(scored({"muc": np.full((3, PARTS), number)}))


@pytest.mark.parametrize("numbers", [b"", bytes(8 * PARTS - 1), bytes(8 * PARTS + 1)])
def test_as_many_numbers_as_the_parts_have(numbers: bytes) -> None:
    record, _ = packed(scored({"muc": np.full((3, PARTS), 0.5)}), FILES)
    with pytest.raises(ValueError, match=f"^{len(numbers)} bytes of sums instead of "):
        unpacked(record, numbers, {"muc": 3}, PARTS, DATASETS, LABELS, "d")


def test_records_without_newer_entries_are_read() -> None:
    packed_record, numbers = packed(scored({"muc": np.ones((3, PARTS))}), FILES)
    record = json.loads(json.dumps(packed_record))
    del record["entities"], record["faults"]
    record["warnings"] = [entry[:5] for entry in record["warnings"]]
    found = unpacked(record, numbers, {"muc": 3}, PARTS, DATASETS, LABELS, "d" * 64)
    assert found.entities == "d" * 64  # equal bytes are equal entities
    assert found.faults == {}
    assert found.warnings == (*WARNINGS[:2], replace(WARNINGS[2], count=1))


def test_no_more_warnings_are_read_than_are_written() -> None:
    many = (WARNINGS[0],) * (MOST_PROBLEMS + 5)
    assert len(reread(scored({"muc": np.ones((3, PARTS))}, warnings=many)).warnings) == MOST_PROBLEMS + 1


@pytest.mark.parametrize("options", [MetricOptions(), MetricOptions(blanc="luo2014", lea_importance="class")])
def test_the_sums_of_nothing_tell_how_many_there_are(options: MetricOptions) -> None:
    metrics: tuple[Metric, ...] = tuple(build(options) for build in METRICS.values())
    measured = measure(EXAMPLE.overlap(), metrics)
    assert quantities(metrics) == {name: len(sums) for name, sums in measured.items()}


def test_room_for_all_metrics_at_once() -> None:
    everything = quantities(tuple(build(MetricOptions(blanc="luo2014")) for build in METRICS.values()))
    assert sum(everything.values()) * 8 * 1000 < most_bytes({}, 1000)
