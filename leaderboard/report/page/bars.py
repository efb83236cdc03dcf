"""Bars in the tables of the page: ranges of ranks, assignments, and what errors cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup

from leaderboard.error_analysis import ErrorProfile
from leaderboard.prices import ERROR_KINDS
from leaderboard.report.figures.errors import Segment
from leaderboard.report.figures.errors import price_bars as figure_bars
from leaderboard.report.table import Column, Table
from leaderboard.report.tables.error_bars import drawn, longest
from leaderboard.report.words.error_prices import IN_TURN, KIND_LABELS
from leaderboard.report.words.names import label
from leaderboard.verbs.rank import RankResult


class Bar(NamedTuple):
    """A drawing, and the value by which its row is sorted."""

    svg: Markup
    value: float


def range_bars(result: RankResult) -> list[Bar]:
    """A range of ranks with a mark at the rank; the mark has a width in pixels."""
    standings = result.primary.standings
    step = 100 / len(standings)
    return [
        Bar(
            _bar(
                '<rect class="track" width="100%" height="100%"/>'
                f'<rect class="range" x="{step * (standing.low - 1):g}%" y="20%" '
                f'width="{step * (standing.high - standing.low + 1):g}%" height="60%"/>'
                f'<rect class="mark" x="{step * (standing.rank - 0.5):g}%" height="100%"/>'
            ),
            standing.low,
        )
        for standing in standings
    ]


def assignment_bars(profiles: Mapping[str, ErrorProfile]) -> list[Bar]:
    width = longest(profiles)
    return [Bar(Markup(drawn(one.counts, width)), one.counts.correct) for one in profiles.values()]


def price_table(result: RankResult) -> Table:
    """The score of each system whose errors have prices."""
    primary = result.options.primary
    columns = (Column("system", "System"), Column(f"{primary}_f1", label(primary), "percent"))
    return Table(
        IN_TURN, columns, tuple((priced.system, priced.scores[primary].f1) for priced in result.prices)
    )


def price_bars(result: RankResult) -> list[Bar]:
    """A bar of the score and the gains in turn, all to one scale; no correction takes its beginning away."""
    bars = figure_bars(result.prices, result.options.primary)
    scale = 100 / max([100.0, *(bar.end for bar in bars)])
    return [
        Bar(
            _bar("".join(_part(part, scale) for part in (Segment("score", 0, one.start), *one.segments))),
            one.score,
        )
        for one in bars
    ]


def _part(part: Segment, scale: float) -> str:
    kind = f"kind-{ERROR_KINDS.index(part.kind)}" if part.kind in ERROR_KINDS else part.kind
    start, width = scale * part.start, scale * part.width
    return f'<rect class="{kind}" x="{start:.2f}%" width="{width:.2f}%" height="100%"/>'


def kinds() -> list[tuple[str, str]]:
    """The class and the name of each kind of error, for the key of the bars."""
    return [(f"kind-{place}", KIND_LABELS[kind]) for place, kind in enumerate(ERROR_KINDS)]


def _bar(shapes: str) -> Markup:
    return Markup(f'<svg aria-hidden="true" focusable="false">{shapes}</svg>')
