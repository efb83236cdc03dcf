"""Intervals of scores as a forest: of systems, of their runs, and on slices."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import ceil

import numpy as np

from leaderboard.boards import Board
from leaderboard.metrics.metric import Floats, Scale, scale_of
from leaderboard.ranking.letters import parted
from leaderboard.ranking.standings import Standing, drawn_ranks
from leaderboard.report.features.runs import pictured, reading
from leaderboard.report.features.slices import figure_legend, figure_text, figure_title, slice_groups
from leaderboard.report.figures import axes
from leaderboard.report.figures.axes import (
    BELOW,
    MARGIN,
    TALLEST,
    Frame,
    Limits,
    legended,
    limits,
    room,
    rows_frame,
    rows_height,
    shown,
)
from leaderboard.report.figures.drawing import (
    BLUE,
    COLUMN,
    FONT_SIZE,
    GREY,
    INK,
    ORANGE,
    PAGE,
    PALE,
    SMALLEST,
    Dot,
    Drawing,
    Stroke,
    Text,
    numbers,
)
from leaderboard.report.table import Bounds, group_starts
from leaderboard.report.tables.rankings import interval
from leaderboard.report.words.captions import as_they_are, rank_note
from leaderboard.report.words.methods import percentage
from leaderboard.report.words.names import axis as axis_of
from leaderboard.report.words.names import label, score_column, score_of
from leaderboard.slices.slicing import Slicing
from leaderboard.submissions.lookup import run_label
from leaderboard.text import counted
from leaderboard.verbs.rank import RankResult

# Where in its row a mean stands, and where its runs do, so that neither hides the other.
_MEAN, _RUNS = -0.15, 0.25
# The scale of shades, and room for it above how the figure is read.
_SCALE = (0, 0.01, 0.1, 0.5, 1)
_SWATCHES = 12.0
_READING = (
    "Rank (dot), rank range (line), share of bootstrap samples\n"
    "(shade): no confidence interval, equal systems swap by luck"
)
# The bar of a letter where there is room, what is between scores and bars, and what is above the bars for
# their letters. All bars together have at most a share of what names leave.
_BAR, _BETWEEN, _HEAD, _MOST = 8.0, 7.0, 12.0, 0.6


def scores(result: RankResult) -> Drawing:
    """A forest plot: a dot a score, a line its interval, a band a group of equal rank."""
    standings, primary = result.primary.standings, label(result.options.primary)
    names, ranks = [one.system for one in standings], [one.rank for one in standings]
    scale = scale_of(result.options.primary)
    intervals, values = _intervals(result), [scale.units(one.score) for one in standings]
    ends, written = per_cent(intervals, scale), list(map(str, ranks))
    level = f"{percentage(1 - result.options.alpha)} interval" if any(ends) else ""
    frame = rows_frame(len(names), room(names) + room(written), axes.limits(values, ends))
    low, high = frame.across
    strokes = [
        *(frame.box(low, top - 0.5, high, bottom - 0.5, PALE) for top, bottom in _bands(ranks)),
        *frame.axis(frame.ticks()),
        *frame.whiskers(ends, BLUE, 1.2),
        *frame.dots(values),
        *frame.name_rows(written),
        *frame.name_rows(names, inset=room(written), noted=False),
    ]
    return Drawing(
        "scores",
        f"{primary} with {level}s" if level else f"{primary} of each system",
        f"{score_of(result.options.primary)} of {counted(len(names), 'system')}"
        f"{f' with {level}s' if level else ''}, "
        f"{_span(standings, scale)}.",
        numbers(
            ("system", names),
            ("rank", ranks),
            (score_column(result.options.primary), _f1(result)),
            *bounds(result.options.primary, intervals),
        ),
        *legended(
            frame.bottom + BELOW,
            f"{axis_of(result.options.primary)}{f', {level}' if level else ''}; number and band: rank",
            strokes,
        ),
    )


def runs(result: RankResult) -> Drawing | None:
    """A dot a run, and above them the mean with its interval; nothing where no system has several runs."""
    if not result.sheet.runs:
        return None
    primary, intervals = result.options.primary, _intervals(result)
    scale = scale_of(primary)
    ends, names = per_cent(intervals, scale), [one.system for one in result.primary.standings]
    means = _f1(result)
    each = [
        (row, run_label(name, run.run), run.scores[primary].f1)
        for row, name in enumerate(names)
        for run in result.runs.get(name, ())
    ]
    # A single output has a row without a run.
    single = [(row, None, means[row]) for row in sorted({*range(len(names))} - {row for row, *_ in each})]
    data: list[tuple[int, str | None, float]] = sorted([*each, *single], key=lambda one: one[0])
    level = percentage(1 - result.options.alpha) if any(ends) else ""
    title, text = pictured(primary, len(names), result.spread, level)
    values = [scale.units(score) for score in (*means, *(score for *_, score in each))]
    frame = rows_frame(len(names), room(names), axes.limits(values, ends))
    size, dots = frame.weight(), (frame.at(scale.units(score), row + _RUNS) for row, _, score in each)
    strokes = [
        *frame.axis(frame.ticks()),
        *frame.whiskers(ends, BLUE, 1.2, _MEAN),
        *(
            Dot(*frame.at(scale.units(score), row + _MEAN), 1.5 * size, INK)
            for row, score in enumerate(means)
        ),
        *(Dot(*at, 1.1 * size, ORANGE, opacity=0.7) for at in dots),
        *frame.name_rows(names),
    ]
    return Drawing(
        "runs",
        title,
        text,
        numbers(
            ("system", [names[row] for row, *_ in data]),
            ("run", [run for _, run, _ in data]),
            (score_column(primary), [score for *_, score in data]),
            ("mean", [means[row] for row, *_ in data]),
            *bounds("interval", [intervals[row] for row, *_ in data]),
        ),
        *legended(frame.bottom + BELOW, reading(primary, level), strokes),
    )


def rank_ranges(result: RankResult) -> Drawing | None:
    """Ranks from the first to the last; a single system has no other rank."""
    standings = sorted(result.primary.standings, key=lambda one: one.rank)
    if len(standings) == 1:
        return None
    primary, names = label(result.options.primary), [one.system for one in standings]
    frame = rows_frame(len(names), room(names), (1 - 0.05 * len(names), len(names) * 1.02))
    explained = rank_note(result.options, result.families[result.options.primary])
    strokes = [
        *frame.axis(axes.rank_ticks(len(names))),
        *frame.whiskers([(one.low, one.high) for one in standings], BLUE, 1.6),
        *frame.dots([one.rank for one in standings]),
        *frame.name_rows(names),
    ]
    return Drawing(
        "ranges",
        f"Ranks and rank ranges by {primary}",
        " ".join((f"Ranks of {counted(len(names), 'system')} by {primary}, with rank ranges.", *explained)),
        numbers(
            ("system", names),
            ("rank", [one.rank for one in standings]),
            ("rank_low", [one.low for one in standings]),
            ("rank_high", [one.high for one in standings]),
        ),
        *legended(frame.bottom + BELOW, f"Rank by {primary} (dot) and rank range (line)", strokes),
    )


def ranks(result: RankResult) -> Drawing | None:
    """The distribution of bootstrap ranks, and the range that the tests leave open.

    A single system has no other rank, and of a single unit nothing is drawn.
    """
    standings = result.primary.standings
    if len(standings) == 1 or standings[0].best is None:
        return None
    names, shares = [one.system for one in standings], _shares(result)
    family = result.families[result.options.primary]
    frame = rows_frame(len(names), room(names), (0.5, len(names) + 0.5))
    ends = [(one.low, one.high) for one in standings]
    scale = zip(_SCALE, _shades(np.array(_SCALE)).tolist(), strict=True)
    strokes = [
        *axes.cells(frame, _shades(shares)),
        *frame.axis(axes.rank_ticks(len(names))),
        *frame.whiskers(ends, "white", 2.6),
        *frame.whiskers(ends, ORANGE, 1.6),
        *frame.dots([standing.rank for standing in standings]),
        *frame.name_rows(names),
        *axes.swatches(
            [(f"{100 * share:g} %", colour) for share, colour in scale],
            frame.bottom + BELOW + _SWATCHES / 2,
            GREY,
        ),
    ]
    return Drawing(
        "ranks",
        "Sampling distribution of ranks by score",
        f"The rank of each of {counted(len(standings), 'system')}, its rank range, and the share "
        "of bootstrap samples in which it has each rank by score. The shares are in ranks.csv. "
        "They are not a confidence interval: equal systems swap places by luck."
        f"{f' {as_they_are(family)}' if result.sheet.runs else ''}",
        numbers(
            ("system", names),
            *((f"rank_{rank}", column) for rank, column in enumerate(shares.T.tolist(), start=1)),
        ),
        *legended(frame.bottom + BELOW + _SWATCHES, _READING, strokes),
    )


def letters(result: RankResult) -> Drawing | None:
    """Scores beside a bar for each letter of the ranking, as in critical-difference diagrams.

    A bar has gaps: tests of pairs can leave out a system in the middle. There are no bars for one system, or
    where only a baseline was compared.
    """
    standings = result.primary.standings
    if len(standings) == 1 or result.options.against is not None:
        return None
    primary, names = label(result.options.primary), [one.system for one in standings]
    scale = scale_of(result.options.primary)
    values = [scale.units(one.score) for one in standings]
    bars = joined_rows([one.letters for one in standings])
    held = np.array([np.isin(np.arange(len(names)), rows) for rows in bars.values()])
    left = room(names)
    width = min(_BAR * len(bars), _MOST * (COLUMN - left))
    frame = rows_frame(len(names), left, axes.limits(values), _HEAD, width + axes.MARGIN + _BETWEEN)
    beside = rows_frame(len(names), COLUMN - axes.MARGIN - width, (-0.5, len(bars) - 0.5), _HEAD)
    size = min(1, beside.pitch()[0] / _BAR)
    strokes = [
        *frame.axis(frame.ticks(), grid=True),
        *frame.dots(values),
        *frame.name_rows(names),
        # A thin line over all rows of a letter, and a thick one over its systems.
        *(
            beside.line(column, rows[0], column, rows[-1], GREY, 0.4 * size)
            for column, rows in enumerate(bars.values())
        ),
        *(
            beside.line(column, start - 0.4, column, stop - 0.6, BLUE, 3.2 * size)
            for column, start, stop in axes.runs(held)
        ),
        *beside.head_columns(list(bars)),
    ]
    return Drawing(
        "letters",
        f"Systems without a significant difference by {primary}",
        f"{counted(len(bars), 'bar')} beside the scores of {counted(len(names), 'system')}. "
        f"Two systems without a common bar differ significantly by {primary}.",
        numbers(
            ("system", names),
            (score_column(result.options.primary), [one.score for one in standings]),
            *zip(bars, held.astype(int).tolist(), strict=True),
        ),
        *legended(
            frame.bottom + BELOW,
            f"{axis_of(result.options.primary)}. A bar joins systems that are not significantly different.",
            strokes,
        ),
    )


def joined_rows(held: Sequence[str]) -> dict[str, list[int]]:
    """The rows of each letter, the first letter first."""
    rows: dict[str, list[int]] = {}
    for row, own in enumerate(parted(held)):
        for letter in own:
            rows.setdefault(letter, []).append(row)
    return rows


def bounds(name: str, found: Sequence[Bounds | None]) -> tuple[tuple[str, list[float | None]], ...]:
    """The two columns of intervals."""
    lows, highs = ([ends and ends[side] for ends in found] for side in (0, 1))
    return (f"{name}_low", lows), (f"{name}_high", highs)


def per_cent(intervals: Iterable[Bounds | None], scale: Scale) -> list[Limits | None]:
    return [ends and (scale.units(ends[0]), scale.units(ends[1])) for ends in intervals]


def _intervals(result: RankResult) -> list[Bounds | None]:
    return [interval(result, one) for one in result.primary.standings]


def _f1(result: RankResult) -> list[float]:
    primary = result.options.primary
    return [result.scores[one.system][primary].f1 for one in result.primary.standings]


def _span(standings: Sequence[Standing], scale: Scale) -> str:
    first, *others = (f"{one.system} ({scale.text(one.score)})" for one in standings)
    return f"from {first} {'up' if scale.lower else 'down'} to {others[-1]}" if others else first


def _bands(ranks: Sequence[int]) -> list[tuple[int, int]]:
    """Where every other group of rows begins and ends."""
    starts = [0, *sorted(group_starts(ranks))]
    return list(zip(starts, [*starts[1:], len(ranks)], strict=True))[::2]


def _shades(shares: Floats) -> axes.Colours:
    """By the square root: where there are hundreds of systems, each rank gets a few per cent of the draws."""
    return axes.shades(np.sqrt(shares))


def _shares(result: RankResult) -> Floats:
    """The share of draws [systems, ranks], best first."""
    family = result.families[result.options.primary]
    order = [family.systems.index(standing.system) for standing in result.primary.standings]
    drawn = drawn_ranks(family.scale.sign * family.draws)[order]
    counts = [np.bincount(row, minlength=len(drawn) + 1)[1:] for row in drawn]
    shares: Floats = np.array(counts) / drawn.shape[1]
    return shares


# Panels beside each other, and the most in one figure.
_ACROSS, MOST = 4, 24
# The name of a panel, the least height of a row of systems and of many rows, and what is beside a panel.
_TITLE, _LEAST_ROW, _LEAST, _APART = 14.4, 6.1, 187.0, 11.0
_UNSAFE = re.compile(r"[^\w+-]+")


def slices(result: RankResult) -> Iterator[Drawing]:
    """Yield a picture for each kind of slices; none where all slices are small."""
    taken: set[str] = set()
    for slicing, group in slice_groups(result):
        tested = [one for one in group if one.standings]
        if tested:
            name = _name(slicing, taken)
            taken.add(name.casefold())
            yield _drawing(result, slicing, tested, name)


def panels(slices: int, systems: int) -> tuple[int, float]:
    """Return how many slices a page has room for, and the height of each."""
    least = min(_LEAST_ROW * systems, _LEAST) + _TITLE
    rows = min(ceil(min(slices, MOST) / _ACROSS), int(TALLEST / least))
    return min(slices, MOST, rows * _ACROSS), min(TALLEST / rows, rows_height(systems) + _TITLE)


def _name(slicing: Slicing, taken: set[str]) -> str:
    """A name of a file, whatever the organiser calls an attribute; what is kept where two would be one."""
    name = f"slices-{_UNSAFE.sub('-', slicing.name)}"
    names = [name, f"{name}-{slicing.keep}", *(f"{name}-{number}" for number in range(2, len(taken) + 3))]
    return next(one for one in names if one.casefold() not in taken)


def _drawing(result: RankResult, slicing: Slicing, tested: Sequence[Board], name: str) -> Drawing:
    primary, systems = result.options.primary, [*result.primary.by_system]
    most, height = panels(len(tested), len(systems))
    drawn, rows, left = tested[:most], ceil(most / _ACROSS), room(systems)
    intervals = [[interval(result, one.standings[system]) for system in systems] for one in drawn]
    scale = scale_of(primary)
    ends = [per_cent(own, scale) for own in intervals]
    whole = [result.scores[system][primary].f1 for system in systems]
    scores = [[one.scores[system][primary].f1 for system in systems] for one in drawn]
    across = limits([scale.units(score) for score in chain(whole, *scores)], chain(*ends))
    width = (PAGE - MARGIN - left + _APART) / _ACROSS
    frames, strokes = [], list[Stroke]()
    for number, board in enumerate(drawn):
        row, column = divmod(number, _ACROSS)
        start, foot = left + column * width, MARGIN + (row + 1) * height
        top = foot - height + _TITLE
        frames.append(Frame(start, top, start + width - _APART, foot, across, (-0.5, len(systems) - 0.5)))
        each, every = ([scale.units(score) for score in values] for values in (scores[number], whole))
        strokes += _panel(frames[-1], shown(board.label), each, every, ends[number])
    first, bottom = frames[::_ACROSS], frames[_ACROSS * (rows - 1)]
    for frame in first:
        strokes += frame.name_rows(systems, noted=frame is bottom)
    for frame in frames:
        has_numbers = frame in frames[-_ACROSS:]
        strokes += frame.axis([(value, text * has_numbers) for value, text in frame.ticks()], SMALLEST)
    counts = len(drawn), len(tested)
    return Drawing(
        name,
        figure_title(primary, slicing, *counts),
        figure_text(primary, slicing, len(systems), *counts),
        numbers(
            ("value", [one.label for one in drawn for _ in systems]),
            ("system", systems * most),
            ("rank", [one.standings[system].rank for one in drawn for system in systems]),
            (score_column(primary), [*chain(*scores)]),
            *bounds(primary, [*chain(*intervals)]),
            ("whole", whole * most),
        ),
        *legended(
            bottom.bottom + BELOW,
            figure_legend(primary, result.options.alpha, any(chain(*ends))),
            strokes,
            PAGE,
        ),
    )


def _panel(
    frame: Frame, title: str, scores: Sequence[float], whole: Sequence[float], ends: Sequence[Limits | None]
) -> Iterator[Stroke]:
    """The systems in the order of the whole, each with a tick at its score on everything."""
    yield from frame.whiskers(ends, BLUE, 1.2)
    for row, score in enumerate(whole):
        yield frame.line(score, row - 0.35, score, row + 0.35, ORANGE, frame.weight())
    yield from frame.dots(scores)
    yield Text(frame.middle()[0], frame.top - FONT_SIZE * 0.7, title)
