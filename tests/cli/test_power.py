"""``leaderboard power`` as it is typed."""

from __future__ import annotations

import json
from collections.abc import Callable

import leaderboard
from tests.support.made_task import made_task
from tests.support.running import Run

Typed = Callable[..., Run]
FEW = ("--draws", "200", "--metric", "conll")


def test_the_table_says_what_the_documents_detect(typed: Typed) -> None:
    run = typed("power", str(made_task()), *FEW)
    assert run.code == 0
    assert "that 12 documents detect with 80 % power at alpha = 0.05" in run.out
    assert "All 36 pairs" in run.out
    assert "over 35 pairs of systems (1 pair of identical systems left out)" in run.out


def test_command_and_function_give_the_same_numbers(typed: Typed) -> None:
    record = json.loads(typed("power", str(made_task()), *FEW, "--format", "json").out)
    [found] = leaderboard.power(made_task(), draws=200, metric="conll").sensitivities
    assert record["metrics"][0]["single"]["median"] == found.single.median


def test_csv_is_one_table(typed: Typed) -> None:
    lines = typed("power", str(made_task()), *FEW, "--format", "csv").out.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("metric,standard_error,single,")
