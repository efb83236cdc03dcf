"""The figure of prices: a loss ends at the score, and gains begin there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import leaderboard
from leaderboard.prices.versions import ERROR_KINDS
from leaderboard.report.figures.drawing import svg
from leaderboard.report.figures.error_bars import MOST, Segment, price_bars, prices
from leaderboard.tasks.priced_errors import KindPrices, Price, SystemPrices
from leaderboard.tasks.task import Score
from tests.support.made_task import made_task

FEW: dict[str, Any] = {"metric": ("muc", "conll"), "draws": 100, "trials": 100}


def system(name: str, score: float, *gains: float) -> SystemPrices:
    found = [{"conll": Price(None, None, 0, gain, None)} for gain in gains]
    return SystemPrices(
        system=name,
        scores={"conll": Score(None, None, score)},
        kinds=tuple(
            KindPrices(kind=kind, errors=1, all=0, only=0, alone=price, cumulative=price)
            for kind, price in zip(ERROR_KINDS, found, strict=True)
        ),
    )


def test_losses_end_at_the_score_and_gains_begin_there() -> None:
    [bar] = price_bars([system("a", 0.5, 0.25, -0.125, 0, 0.25, 0.125, 0, 0)], "conll")
    assert list(bar.segments) == [
        Segment("span", 50, 25),
        Segment("conflated", 37.5, 12.5),
        Segment("extra_entity", 75, 25),
        Segment("divided", 100, 12.5),
    ]


def test_bars_of_many_systems_are_the_first() -> None:
    ranked = leaderboard.rank(made_task(), **FEW)
    many = tuple(system(f"s{number}", 0.5, 0.6, -0.1, 0, 0, 0, 0, 0) for number in range(MOST + 2))
    picture = prices(replace(ranked, prices=many))
    assert picture is not None
    assert picture.text.startswith("CoNLL F1 of the first 30 of 32 systems, with")
    assert picture.title.endswith(" (the first 30 of 32 systems)")
    assert len(picture.data.rows) == MOST
    assert svg(picture).count(b">60.0<") == MOST
    whole = prices(ranked)
    assert whole is not None
    assert "the first" not in whole.title + whole.text
    assert prices(replace(ranked, prices=())) is None


def test_perfect_systems_have_an_axis_too() -> None:
    ranked = leaderboard.rank(made_task(), **FEW)
    picture = prices(replace(ranked, prices=(system("a", 1, 0, 0, 0, 0, 0, 0, 0),)))
    assert picture is not None
    assert b">100.00<" in svg(picture)
