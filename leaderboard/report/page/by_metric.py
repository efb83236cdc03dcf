"""The ranking table of the page with its bars, and what the page needs to rank by any other metric."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil, floor

from markupsafe import Markup

from leaderboard.metrics.metric import Scale, scale_of
from leaderboard.report.features.answer import answers
from leaderboard.report.features.runs import opened_runs
from leaderboard.report.page.content import Bar, Content, Heading, content, svg, with_bars
from leaderboard.report.page.drawn import round_numbers
from leaderboard.report.page.facts import Fact, facts
from leaderboard.report.sections import main_table
from leaderboard.report.table import Bounds
from leaderboard.report.tables.rankings import contrastive_lines, interval, lines
from leaderboard.report.tables.significance_map import against_baseline
from leaderboard.report.words.names import how_shown, label, points_of
from leaderboard.report.words.unranked import BASELINES, CONTRASTIVE
from leaderboard.verbs.rank import RankResult

# Before a number; a hyphen in a name stands between letters.
_MINUS = re.compile(r"(?<![\w)])-(?=\d)")


def on_page(result: RankResult, text: str) -> str:
    """A sentence with true minus signs, in which names of other scripts do not turn what is around them."""
    special = (one for one in result.primary.by_system if not one.isascii() or _MINUS.search(one))
    names = (rf"{re.escape(name)}(?!\.?\d)" for name in sorted(special, key=len, reverse=True))
    return re.sub("|".join((*names, _MINUS.pattern)), _written, text)


def _written(found: re.Match[str]) -> str:
    if found[0].isascii():
        return "\N{MINUS SIGN}" if found[0] == "-" else found[0]
    return f"\N{FIRST STRONG ISOLATE}{found[0]}\N{POP DIRECTIONAL ISOLATE}"


def answer_on_page(result: RankResult, metric: str) -> list[str]:
    said = answers(result)[metric]
    return [on_page(result, said.first), on_page(result, said.rest)]


def facts_on_page(result: RankResult, metric: str) -> list[Fact]:
    return [
        fact._replace(
            value=on_page(result, fact.value), details=tuple(on_page(result, text) for text in fact.details)
        )
        for fact in facts(result, metric)
    ]


def ranking_content(result: RankResult) -> Content:
    """The ranking with a bar for each interval; rows that no system beats are set apart."""
    primary = result.options.primary
    shown, open_to = lines(result, primary), set(result.answers[primary].not_beaten)
    entries = {CONTRASTIVE: (), BASELINES: (), **{line.name: line.entries for line in shown}}
    table = content(main_table(result), opened_runs(result), entries)
    bounds = [interval(result, line.standing) for line in shown]
    better = [heading.label for heading in table.columns].index("Better than")
    others = len(result.primary.standings) - 1
    rows = []
    for line, row in zip(shown, table.rows, strict=False):
        cells = list(row.cells)
        if others:
            cells[better] = replace(cells[better], text=f"{line.standing.better_than:,} of {others:,}")
        rows.append(row._replace(style="unbeaten" if line.system in open_to else "", cells=cells))
    rows += [row._replace(style="outside") for row in table.rows[len(shown) :]]
    table = replace(table, rows=rows, style="ranking")
    if not any(bounds):
        return table
    axis = _axis(bounds, scale_of(primary))
    bars = [
        _bar(axis, scale_of(primary), line.standing.score, bound)
        for line, bound in zip(shown, bounds, strict=True)
    ]
    empty = [Bar(Markup(""), 0)] * (len(rows) - len(bars))
    place = [heading.kind for heading in table.columns].index("bounds")
    ticks = "".join(f'<text x="{_at(axis, tick)}" y="12">{tick}</text>' for tick in round_numbers(*axis))
    drawn = with_bars(table, "ranking", "", place + 1, [*bars, *empty])
    heads = [Heading(svg(ticks), "axis") if head.kind == "bar" else head for head in drawn.columns]
    return replace(drawn, columns=heads)


def _axis(bounds: Sequence[Bounds | None], scale: Scale) -> tuple[float, float]:
    """Whole points that hold all bounds."""
    ends = [scale.units(end) for one in bounds if one for end in one]
    low, high = floor(min(ends)), ceil(max(ends))
    return low, max(high, low + 1)


def _at(axis: tuple[float, float], value: float) -> str:
    low, high = axis
    return f"{100 * (value - low) / (high - low):.4g}%"


def _bar(axis: tuple[float, float], scale: Scale, score: float, bounds: Bounds | None) -> Bar:
    """An interval and its score on the axis of all rows, with a faint grid."""
    if bounds is None:
        return Bar(Markup(""), 0)
    grid = "".join(
        f'<line x1="{at}" x2="{at}" y2="100%"/>' for at in (_at(axis, one) for one in round_numbers(*axis))
    )
    low, high, middle = (_at(axis, scale.units(value)) for value in (*bounds, score))
    reach = f'<line class="reach" x1="{low}" x2="{high}" y1="50%" y2="50%"/>'
    return Bar(svg(f'{grid}{reach}<circle cx="{middle}" cy="50%" r="3.5"/>'), score)


def by_metric(result: RankResult) -> dict[str, object]:
    """By each metric: its words and scale, the answer, the facts, and the rows of the table in their order.

    A row has its place in the table, its number, its score and bounds as they are shown but without the
    point, its ranks with the number of worse systems, and its letters, or how it stands against the baseline.
    A row beside the ranking has its place, its bounds, and the number of worse systems.
    """
    shown, beside = lines(result, result.options.primary), contrastive_lines(result, result.options.primary)
    place = {line.system: number for number, line in enumerate(shown)}
    place |= {line.system: number for number, line in enumerate(beside, len(shown) + 1)}
    return {metric: _by(result, metric, place) for metric in result.rankings}


def _by(result: RankResult, metric: str, place: Mapping[str, int]) -> dict[str, object]:
    shown = lines(result, metric)
    bounds = [interval(result, line.standing) for line in shown]
    told, scale = against_baseline(result, metric), scale_of(metric)
    return {
        "label": label(metric),
        "heading": f"Ranking by {label(metric)}{how_shown(metric)}",
        "points": points_of(metric),
        "factor": scale.factor,
        "digits": scale.decimals,
        "lower": scale.lower,
        "answer": answer_on_page(result, metric),
        "facts": facts_on_page(result, metric),
        "axis": _axis(bounds, scale) if any(bounds) else None,
        "open": [place[line.system] for line in shown if line.system in result.answers[metric].not_beaten],
        "rows": [
            [
                place[next(one for one in line.entries if one in place)],
                line.number,
                _digits(line.standing.score, scale),
                *_ends(bound, scale),
                line.standing.rank,
                line.standing.low,
                line.standing.high,
                line.standing.better_than,
                told[line.system] if told else line.standing.letters or None,
            ]
            for line, bound in zip(shown, bounds, strict=True)
        ],
        "beside": [
            [place[line.system], *_ends(interval(result, line.standing), scale), line.standing.better_than]
            for line in contrastive_lines(result, metric)
        ],
    }


def _ends(bound: Bounds | None, scale: Scale) -> Sequence[int | None]:
    return (None, None) if bound is None else [_digits(end, scale) for end in bound]


def _digits(score: float, scale: Scale) -> int:
    """A score as it is shown, without its point."""
    return int(scale.text(score).replace(".", ""))
