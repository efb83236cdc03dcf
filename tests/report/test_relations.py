"""The CSV, the JSON and the frame of each command hold the same cells."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.report.features.prices import price_record, prices_of
from leaderboard.report.features.problems import findings, validation_record
from leaderboard.report.forms.csv import render_csv
from leaderboard.report.forms.json import render_json
from leaderboard.report.relation import OUTER, Relation
from leaderboard.report.table import Column
from leaderboard.report.tables.comparisons import compare_record
from leaderboard.report.tables.correlations import correlate_record, correlations_of
from leaderboard.report.tables.descriptions import description_of, description_record
from leaderboard.report.tables.pairs import comparisons
from leaderboard.report.tables.powers import power_record, smallest_differences
from leaderboard.report.tables.probes import points_of, probe_record
from leaderboard.report.tables.scores import documents, score_record, scores_of_systems
from tests.support import small_task
from tests.support.made_task import made_task
from tests.support.small_task import BROKEN, FAIR, KEY, OTHER_LINK, parts

FEW: dict[str, Any] = {"trials": 50, "draws": 100}
Records = Sequence[Mapping[str, Any]]


@pytest.fixture(autouse=True)
def task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_task.write(tmp_path, key=KEY, fair=FAIR, other=parts(*[OTHER_LINK] * 3), broken=BROKEN)
    for dataset in ("one", "two"):
        small_task.write(tmp_path / "sets" / "key", **{dataset: KEY})
        small_task.write(tmp_path / "sets" / "fair", **{dataset: FAIR})
    small_task.write(tmp_path / "sets" / "lacking", one=FAIR)
    for run in (1, 2):
        small_task.write(tmp_path, **{f"runs@{run}": parts(*[OTHER_LINK] * run)})
    monkeypatch.chdir(tmp_path)


def scored(*names: str, **options: Any) -> tuple[Any, Relation, dict[str, Any]]:
    result = leaderboard.score(*names, **options)
    relation = documents(result) if options.get("per_document") else scores_of_systems(result)
    return result, relation, score_record(result)


def of_systems(record: Mapping[str, Any]) -> Iterator[Records]:
    for system in record["systems"]:
        yield (system,)
        yield from ((dataset, system) for dataset in system["datasets"])


def of_parts(record: Mapping[str, Any]) -> Iterator[Records]:
    rows = [(part, system) for system in record["systems"] for part in system["per_document"]]
    rows.sort(key=lambda row: (row[0]["document"], row[0]["part"]))
    return iter(rows)


def test_scores() -> None:
    check(*scored("fair.conll", "other.conll", "broken.conll"), of_systems)


def test_scores_of_runs() -> None:
    check(*scored("runs@1.conll", "runs@2.conll", "fair.conll"), of_systems)


def test_scores_of_documents() -> None:
    check(*scored("fair.conll", "other.conll", per_document=True), of_parts)


@pytest.mark.parametrize("policy", ["exclude", "zero"])
def test_scores_of_datasets(policy: str) -> None:
    check(*scored("sets/fair", "sets/lacking", missing_dataset=policy), of_systems)


def test_comparisons() -> None:
    result = leaderboard.compare("fair.conll", "other.conll", "runs@1.conll", "runs@2.conll", **FEW)
    relation = comparisons(result.families, result.text_repairs)
    check(result, relation, compare_record(result), lambda found: zip(found["comparisons"]))


def test_prices_of_errors() -> None:
    result = leaderboard.error_prices("fair.conll", "other.conll", "broken.conll", draws=100)
    relation = prices_of(result.systems, result.kinds)
    check(
        result,
        relation,
        price_record(result),
        lambda found: ((kind, system) for system in found["systems"] for kind in system["kinds"]),
    )


def test_findings() -> None:
    result = leaderboard.validate("fair.conll", "broken.conll")
    verdict = {"severity": "summary"}
    check(
        result,
        findings(result),
        validation_record(result),
        lambda found: (
            row
            for one in found["systems"]
            for row in (*((each, one) for each in one["findings"]), (verdict, one))
        ),
        but=("what", "remedy"),
    )


def test_descriptions() -> None:
    result = leaderboard.describe("key.conll", "fair.conll")
    relation = description_of(result)
    groups = [
        column.name
        for column in relation.columns
        if "_entities_" in column.name or "_mentions_" in column.name
    ]
    check(result, relation, description_record(result), lambda found: zip(found["files"]), but=groups)
    [first, *_] = json.loads(render_json(description_record(result)))["files"]
    row = leaderboard.frame(result).iloc[0]
    assert row["all_entities_sizes_3"] == first["all"]["entities"]["sizes"]["3"]
    assert row["singletons_mentions_mean_length"] == first["singletons"]["mentions"]["mean_length"]


def test_a_description_of_nothing_has_the_columns() -> None:
    nothing, something = leaderboard.describe("broken.conll"), leaderboard.describe("key.conll")
    assert list(leaderboard.frame(nothing).columns) == list(leaderboard.frame(something).columns)


def test_correlations() -> None:
    result = leaderboard.correlate(made_task(), metric=("muc", "lea", "conll"), draws=100)
    relation = correlations_of(result.correlations)
    check(result, relation, correlate_record(result), lambda found: zip(found["correlations"]))


@pytest.mark.parametrize("margin", [None, 1.0])
def test_power(margin: float | None) -> None:
    result = leaderboard.power(made_task(), metric=("muc", "conll"), draws=100, margin=margin)
    check(result, smallest_differences(result), power_record(result), lambda found: zip(found["metrics"]))


@pytest.mark.parametrize("key", [None, "key.conll"])
def test_probe(key: str | None) -> None:
    result = leaderboard.probe("split", key=key)
    check(result, points_of(result), probe_record(result), lambda found: zip(found["experiments"]))


def check(
    result: Any, relation: Relation, record: Mapping[str, Any], rows: Any, but: Sequence[str] = ()
) -> None:
    """Check that all three have the same cells, that keys are unique, and that records are alike."""
    text = relation.csv()
    assert text == render_csv(relation.table())
    head, *lines = csv.reader(io.StringIO(text))
    frame = leaderboard.frame(result)
    assert list(frame.columns) == head
    shown = [column for column in relation.columns if not column.in_records]
    records = list(rows(json.loads(render_json(dict(record)))))
    assert len(records) == len(lines) == len(frame) > 0
    for line, of_frame, row in zip(lines, frame.itertuples(index=False), records, strict=True):
        cells = iter(zip(line, of_frame, strict=True))
        for column in shown:
            for end in range(2 if column.kind == "bounds" else 1):
                written, value = next(cells)
                assert same(written, None if value != value else value), column
                if column.name not in but:
                    assert same(written, looked_up(row, column, end)), (column, row)
    keys = [tuple(dict(zip(head, line, strict=True)).get(name) for name in relation.key) for line in lines]
    assert len(set(keys)) == len(keys)
    alike(json.loads(render_json(dict(record))))


def looked_up(records: Records, column: Column, end: int) -> Any:
    """The value of a column in a record, or in the one around it."""
    path = column.name if column.path in ("", OUTER) else column.path.removesuffix("[0]")
    first, *steps = path.split(".")
    value = next((record[first] for record in records if first in record), None)
    for step in steps:
        value = value if value is None else value.get(step)
    if column.kind == "bounds":
        return value[end]
    return (value or [None])[0] if column.name == "reached" else value


def same(written: str, value: Any) -> bool:
    if value is None or written == "":
        return value is None and written == ""
    if isinstance(value, str):
        return written == value
    return written == str(value).lower() or float(written) == value


def alike(value: Any, place: str = "") -> None:
    """Check that the records of each list have the same members in the same order."""
    members = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    if isinstance(value, list) and place != "remarks":
        assert len({tuple(one) for one in value if isinstance(one, dict)}) <= 1, place
    names = list(value) if isinstance(value, dict) else [place] * len(members)
    for name, member in zip(names, members, strict=True):
        if name not in ("remarks", "head_upos", "by_class"):
            alike(member, name)
