"""All comparisons, as values and as text."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from leaderboard.report.forms.csv import render_csv
from leaderboard.report.forms.json import render_json
from leaderboard.report.tables import pairs
from leaderboard.report.tables.pairs import comparisons, family_record
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from leaderboard.significance.family import Family
from tests.support.made_units import made_units, random_units
from tests.support.running import csv_rows


def made(**design: object) -> tuple[Family, ...]:
    units = random_units(5, 30)
    names = ["=a,b", '"', "B³", "<c>", "d"]
    renamed = made_units(dict(units.sums), systems=names)
    return families(renamed, Design(trials=200, draws=100, **design))  # type: ignore[arg-type]


def pair_records(found: tuple[Family, ...]) -> list[dict[str, object]]:
    """The records as a program reads them."""
    records = json.loads(render_json({"comparisons": comparisons(found).records()}))["comparisons"]
    return list(records)


def test_records_have_every_field_of_a_comparison() -> None:
    found = made(interval="percentile")
    every = [pair for family in found for pair in family]
    for record, pair in zip(pair_records(found), every, strict=True):
        whole = asdict(pair)
        assert list(record) == list(whole)[: len(record)]
        assert record["interval_joint"] == [None, None]
        assert record["df"] == float(f"{pair.df:.10g}")
        assert record["difference_error"] == float(f"{pair.difference_error:.10g}")
        assert record["standard_error"] == float(f"{pair.standard_error:.10g}")
        assert record["variance_ratio"] == float(f"{pair.variance_ratio:.10g}")
        assert pair.without is not None
        dataset, document, part = pair.without
        assert record["without"] == {"dataset": dataset or None, "document": document, "part": part}
        rounded = {"interval_joint", "df", "difference_error", "standard_error", "variance_ratio"}
        for name in set(record) - rounded - {"without"}:
            assert record[name] == (list(whole[name]) if isinstance(whole[name], tuple) else whole[name])


def test_with_a_margin_there_is_what_is_said_of_it() -> None:
    found = made(margin=0.02)
    record = pair_records(found)[0]
    assert list(record)[-3:] == ["p_equivalence", "p_equivalence_adjusted", "equivalent"]
    assert family_record(found)["margin"] == 0.02
    assert "margin" not in family_record(made())


def test_what_does_not_exist_is_null_in_json_and_empty_in_csv() -> None:
    found = families(made_units({"sum": [[[1, 2, 3]], [[1, 2, 3]]]}), Design(trials=200, draws=100))
    [record] = pair_records(found)
    assert (record["interval"], record["interval_joint"], record["df"]) == ([None, None], [None, None], None)
    assert record["without"] is None
    assert comparisons(found).csv().endswith(",identical,,,,,,0,3,0,,,,,0,0\n")


@pytest.mark.parametrize("at_once", [2**14, 3])
@pytest.mark.parametrize("interval", ["t", "percentile", "bca"])
def test_the_quick_text_is_that_of_the_plain_renderers(
    interval: str, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairs, "_AT_ONCE", at_once)
    found = made(interval=interval)
    assert comparisons(found).csv() == render_csv(comparisons(found).table())
    written = render_json({"comparisons": comparisons(found).records()})
    assert json.loads(written)["comparisons"] == pair_records(found)
    assert written.count("\n") == sum(map(len, found)) + 4


def test_nothing_but_text_has_a_space_in_the_json_of_pairs() -> None:
    written = render_json({"comparisons": comparisons(made()).records()})
    records = [json.loads(line.strip(" ,")) for line in written.splitlines()[2:-2]]
    lines = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in records]
    assert written.splitlines()[2:-2] == ["  " + one for one in ",\n".join(lines).split("\n")]


def test_bounds_that_went_through_quantiles_have_ten_digits() -> None:
    rows = csv_rows(comparisons(made(interval="bca")).csv())
    assert all(float(row["interval_low"]) == float(f"{float(row['interval_low']):.10g}") for row in rows)


def test_one_system_has_no_pairs() -> None:
    alone = families(made_units({"sum": [[[1, 2, 3]]]}), Design(trials=200, draws=100))
    assert comparisons(alone).csv().count("\n") == 1
    assert json.loads(render_json({"comparisons": comparisons(alone).records()})) == {"comparisons": []}
