"""JSON of numbers and nulls, never NaN."""

from __future__ import annotations

import json
import math

import pytest

from leaderboard.report.forms.json import nested, render_json


def test_numbers_are_numbers_and_nothing_is_null() -> None:
    record: dict[str, object] = {"schema": 1, "f1": 1 / 3, "recall": None, "name": "B³ \x1b"}
    text = render_json(record)
    assert json.loads(text) == record
    assert "B³" in text
    assert "\x1b" not in text
    assert text.endswith("}\n")


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        render_json({"f1": number})


def test_records_within_a_record_are_written_out_as_it_is() -> None:
    inner: dict[str, object] = {"name": "a\nb", "rows": [{"x": 1}, {"x": 2}]}
    text = render_json({"records": nested([inner, {"name": "c"}])})
    assert json.loads(text) == {"records": [inner, {"name": "c"}]}
    assert text.splitlines()[:5] == [
        "{",
        ' "records": [',
        "  {",
        '   "name": "a\\nb",',
        '   "rows": [',
    ]
