"""Tables and pictures as the templates of the page read them, and the bars in its tables."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

from markupsafe import Markup, escape

from leaderboard.error_analysis.profile import ErrorProfile
from leaderboard.prices.versions import ERROR_KINDS
from leaderboard.report.features.errors import drawn, longest
from leaderboard.report.features.prices import IN_TURN, KIND_LABELS
from leaderboard.report.figures import error_bars
from leaderboard.report.figures.drawing import Picture
from leaderboard.report.figures.error_bars import Segment
from leaderboard.report.forms.markdown import CODE
from leaderboard.report.table import Column, Numbered, Table, Value
from leaderboard.report.words.names import label, score_column
from leaderboard.verbs.rank import RankResult

# The page shows and sorts some kinds of columns as another one.
_KINDS = {"card": "text", "written": "number"}
_WORDS = ("name", "text", "letters")
# Columns of names of systems, by which rows are found.
_SYSTEMS = ("system", "ahead", "behind")


class Heading(NamedTuple):
    """``metric`` is whose scores the column has, if it has any."""

    label: str
    kind: str
    metric: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """``value`` is what rows are sorted by. A name opens to show the lines that are ``opened`` under it.

    ``names`` are systems, each of which leads to a view of it; of more of them the text says the number.
    """

    text: str
    kind: str
    value: str
    _: KW_ONLY
    best: bool = False
    opened: Sequence[str] = ()
    link: bool = False
    pieces: Sequence[tuple[str, str]] = ()
    names: Sequence[str] = ()


class Row(NamedTuple):
    """``style`` is its class; ``systems`` are the names by which it is found."""

    style: str
    systems: str
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Content:
    """A table; ``style`` is its class."""

    caption: str
    columns: Sequence[Heading]
    rows: Sequence[Row]
    notes: Sequence[str]
    _: KW_ONLY
    style: str = ""
    folded: bool = False


class Bar(NamedTuple):
    """A drawing, and the value by which its row is sorted."""

    svg: Markup
    value: float


def content(
    table: Table,
    opened: Mapping[str, Sequence[str]] = MappingProxyType({}),
    entries: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Content:
    """A table with what the page needs of each cell; ``entries`` are those of rows that have several."""
    headings = [
        Heading(
            one.label,
            "name" if one.name == "system" else _KINDS.get(one.kind, one.kind),
            "" if one.ends else one.metric,
        )
        for one in table.columns
    ]
    places = [place for place, column in enumerate(table.columns) if column.name in _SYSTEMS]
    rows = []
    for number, (shown, raw) in enumerate(zip(table.shown(), table.rows, strict=True)):
        cells = [
            Cell(
                _typeset(text, kind),
                kind,
                sortable(value),
                best=table.is_best(number, at),
                opened=opened.get(text, ()) if kind == "name" else (),
                link=table.is_link(number, at),
                pieces=table.pieces(number, at, text),
                names=entries.get(text, (text,)) if at in places else (),
            )
            for at, (text, value, (_, kind, _)) in enumerate(zip(shown, raw, headings, strict=True))
        ]
        systems = "\n".join(name for place in places for name in cells[place].names)
        rows.append(Row("group" if number in table.groups else "", systems, cells))
    return Content(table.caption, headings, rows, table.everything)


def with_bars(shown: Content, style: str, label: str, at: int, bars: Iterable[Bar]) -> Content:
    """The table with a column of bars, a bar a row."""
    rows = []
    for row, (svg, value) in zip(shown.rows, bars, strict=True):
        cells = [*row.cells[:at], Cell(svg, "bar", repr(value)), *row.cells[at:]]
        rows.append(row._replace(cells=cells))
    columns = [*shown.columns[:at], Heading(label, "bar"), *shown.columns[at:]]
    return replace(shown, style=style, columns=columns, rows=rows)


def sortable(value: Value) -> str:
    """Bounds by the lower one, a text for a number by that number, any other text as it is."""
    if isinstance(value, tuple):
        value = value[0]
    if isinstance(value, Numbered):
        return repr(value.number)
    return "" if value is None else value if isinstance(value, str) else repr(value)


def _typeset(text: str, kind: str) -> str:
    """Numbers with a true minus sign."""
    if kind in _WORDS or not text.startswith(("-", "[")):
        return text
    return text.replace("-", "\N{MINUS SIGN}", 2 if kind == "bounds" else 1)


def prose(text: str) -> Markup:
    """A sentence with the words of the program between backticks as code."""
    return Markup(CODE.sub(_as_code, str(escape(text))))


def _as_code(found: re.Match[str]) -> str:
    return f"<code>{found['code'] or found['option']}</code>"


def figure(picture: Picture) -> dict[str, object]:
    return {
        "title": picture.title,
        "text": picture.text,
        "wide": picture.is_wide,
        "data": base64.b64encode(picture.svg).decode(),
    }


def range_bars(result: RankResult) -> list[Bar]:
    """A range of ranks with a mark at the rank; the mark has a width in pixels."""
    standings = result.primary.standings
    step = 100 / len(standings)
    return [
        Bar(
            svg(
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


def price_table(result: RankResult) -> Content:
    """The score of each system whose errors have prices, with a bar of the score and the gains in turn.

    All bars are to one scale; no correction takes away how they begin.
    """
    primary = result.options.primary
    columns = (
        Column("system", "System"),
        Column(score_column(primary), label(primary), "percent", metric=primary),
    )
    rows = tuple((priced.system, priced.scores[primary].f1) for priced in result.prices)
    bars = error_bars.price_bars(result.prices, primary)
    scale = 100 / max([100.0, *(bar.end for bar in bars)])
    drawings = (
        Bar(svg("".join(_part(part, scale) for part in parts)), one.score)
        for one in bars
        for parts in [(Segment("score", 0, one.start), *one.segments)]
    )
    return with_bars(content(Table(IN_TURN, columns, rows)), "prices", "Score and gains", 2, drawings)


def kinds() -> list[tuple[str, str]]:
    """The class and the name of each kind of error, for the key of the bars."""
    return [(f"kind-{place}", KIND_LABELS[kind]) for place, kind in enumerate(ERROR_KINDS)]


def _part(part: Segment, scale: float) -> str:
    kind = f"kind-{ERROR_KINDS.index(part.kind)}" if part.kind in ERROR_KINDS else part.kind
    start, width = scale * part.start, scale * part.width
    return f'<rect class="{kind}" x="{start:.2f}%" width="{width:.2f}%" height="100%"/>'


def svg(shapes: str) -> Markup:
    """A drawing as large as its column, in percents of it."""
    return Markup(f'<svg aria-hidden="true" focusable="false">{shapes}</svg>')
