"""Cells in colours: who beats whom, ranks by dataset, and correlations between metrics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from leaderboard.correlation.coefficients import Points
from leaderboard.metrics.metric import Floats, scale_of
from leaderboard.report.features.correlations import matrix_table, over
from leaderboard.report.figures import axes
from leaderboard.report.figures.axes import MARGIN, cells, legended, room, square
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
from leaderboard.report.tables.significance_map import (
    MOST_CELLS_WITH_TEXT,
    OUTCOMES,
    explained,
    outcomes,
    tally,
)
from leaderboard.report.words import boards as words
from leaderboard.report.words.names import label, short, words_of
from leaderboard.significance.pairing import Indices
from leaderboard.text import counted
from leaderboard.verbs.correlate import CorrelateResult
from leaderboard.verbs.rank import RankResult

# By place in OUTCOMES: better and worse, three kinds of not different, untestable, not compared (white, as
# paper), and the system itself.
_OUTCOMES = np.array([BLUE, ORANGE, PALE, PALE, PALE, "#BDBDBD", "white", PALE])
# Ranks that are far better, better, as good, worse, far worse; from this share of all ranks on they are far.
_RANKS, _FAR = np.array(["#56B4E9", "#CFE8F8", "white", "#FBE0CC", "#F0A36B"]), 0.2
# What three digits need in a cell, what ``.935`` needs, and one of the smallest letters in a scatter plot.
_THREE, _CELL, _LETTER = 14.4, 18.0, 3.75
# How much of a cell the points of a scatter plot take, and the most metrics with room for ``r = 0.935``.
_INSIDE, _MOST_WITH_R = 0.84, 10
_READING = "Each axis runs from the lowest to the highest {} of a metric, given on the diagonal"


def significance(result: RankResult) -> Drawing | None:
    """Rows against columns: better, worse, or what else; one system has nothing to be compared with."""
    names = [*result.primary.by_system]
    if len(names) == 1:
        return None
    table, primary, margin = outcomes(result), label(result.options.primary), room(names)
    marked = np.argwhere(~np.eye(len(names), dtype=bool)) if len(names) <= MOST_CELLS_WITH_TEXT else ()
    width = min(max(COLUMN, axes.rows_height(len(names)) + margin + MARGIN), PAGE)
    frame = square(len(names), margin, width)
    marks = ((frame.at(column, row), OUTCOMES[table[row, column]]) for row, column in marked)
    strokes: list[Stroke] = [
        *cells(frame, _OUTCOMES[table]),
        *frame.name_rows(names),
        *frame.name_columns(names),
        *(Text(*at, one.mark, colour="white" if one.word == "better" else INK) for at, one in marks),
    ]
    return Drawing(
        "significance",
        f"Significant differences in {primary}",
        f"Significant differences between {counted(len(names), 'system')} by {primary}: {tally(result)}",
        numbers(
            ("system", names),
            *((name, [OUTCOMES[cell].word for cell in table[:, at]]) for at, name in enumerate(names)),
        ),
        *legended(frame.bottom + margin, _map_reading(result), strokes, width),
    )


def _map_reading(result: RankResult) -> str:
    """The legend of marks and colours, over as many lines as it needs."""
    others = [one for _, one in explained(result) if one.word not in ("better", "worse", "tied")]
    more = [f"{one.word} ({one.mark or 'blank'})" for one in others]
    usual = "The row is better (>, blue),\nworse (<, orange), "
    if not more:
        return f"{usual}or not different (=)"
    return f"{usual}not different (=),\n{', '.join(more[:-1])}{', or ' if more[:-1] else 'or '}{more[-1]}"


def datasets(result: RankResult) -> Drawing | None:
    """The rank of each system by its score on each dataset, where there are several of both.

    They show how far one dataset speaks for the others.
    """
    boards, names = result.of("dataset"), [*result.primary.by_system]
    if not boards or len(names) == 1:
        return None
    primary, labels = result.options.primary, [one.label for one in boards]
    metric, sign = result.options.primary, scale_of(result.options.primary).sign
    ranks = np.array([_ranks([sign * one.scores[name][metric].f1 for name in names]) for one in boards]).T
    whole = _ranks([sign * one.score for one in result.primary.standings])
    apart = (ranks - whole[:, None]) / len(whole)
    colours = _RANKS[2 + np.sign(apart).astype(int) * (1 + (np.abs(apart) >= _FAR))]
    left = room(names)
    width = min(max(COLUMN, left + MARGIN + _THREE * len(labels)), PAGE)
    rows, columns = ((-0.5, len(one) - 0.5) for one in (names, labels))
    frame = axes.Frame(left, MARGIN, width - MARGIN, MARGIN + axes.rows_height(len(names)), columns, rows)
    wide, high = frame.pitch()
    written = np.ndenumerate(ranks) if high >= SMALLEST and wide >= _THREE else ()
    strokes: list[Stroke] = [
        *cells(frame, colours),
        *frame.name_rows(names),
        *frame.name_columns(labels),
        *(Text(*frame.at(column, row), str(rank), SMALLEST) for (row, column), rank in written),
    ]
    title, text = words.datasets_pictured(primary, names, labels, ranks.tolist())
    return Drawing(
        "datasets",
        title,
        text,
        numbers(
            ("system", names),
            *((f"rank_{one.name}", column) for one, column in zip(boards, ranks.T.tolist(), strict=True)),
            ("rank_all", whole.tolist()),
        ),
        *legended(frame.bottom + room(labels), words.datasets_legend(primary), strokes, width),
    )


def _ranks(scores: Sequence[float]) -> Indices:
    """Ranks by score; equal scores share the best."""
    values = np.array(scores)
    ranks: Indices = 1 + (values[None, :] > values[:, None]).sum(axis=1)
    return ranks


def correlation_map(result: RankResult | CorrelateResult) -> Drawing | None:
    """Pearson's r of F1, metric by metric, where there are any."""
    coefficients = _coefficients(result)
    if not coefficients:
        return None
    names = list(result.points.values["f1"])
    labels = [label(name) for name in names]
    table = np.array([[coefficients.get((one, two), np.nan) for two in names] for one in names])
    lowest = min(0, np.nanmin(table))
    shares = (table - lowest) / (1 - lowest)
    margin = room(labels)
    width = max(COLUMN, margin + MARGIN + _CELL * len(names))
    frame = square(len(names), margin, width)
    noun = _noun(result.points)
    (first, second), least = min(coefficients.items(), key=lambda item: item[1])
    written = [
        (frame.at(column, row), f"{table[row, column]:.3f}".replace("0.", "."), float(shares[row, column]))
        for row, column in np.argwhere(~np.isnan(table))
    ]
    return Drawing(
        "correlations",
        f"Pearson's r of {noun} between metrics",
        f"Pearson's r of {noun} between {len(names)} metrics over {over(result.points)}; "
        f"the lowest is {least:.3f}, of {label(first)} and {label(second)}.",
        matrix_table(result.correlations, {name: name for name in names}),
        width,
        frame.bottom + margin,
        [
            *cells(frame, np.where(np.isnan(table), "white", axes.shades(np.nan_to_num(shares)))),
            *(Text(*at, r, SMALLEST, colour=axes.text_on(share)) for at, r, share in written),
            *frame.name_rows(labels),
            *frame.name_columns(labels),
        ],
    )


def scatter_matrix(result: RankResult | CorrelateResult) -> Drawing | None:
    """Every two metrics as points, with r on the other side (Luo et al., 2014, figure 1)."""
    coefficients = _coefficients(result)
    if not coefficients:
        return None
    columns = result.points.values["f1"]
    frame = square(len(columns), MARGIN, PAGE)
    sides = [place - 0.5 for place in range(len(columns) + 1)]
    few, noun = len(columns) <= _MOST_WITH_R, _noun(result.points)
    size = FONT_SIZE if few else SMALLEST
    names, inside = list(columns), {name: _within(values).tolist() for name, values in columns.items()}

    def cell(row: int, column: int) -> Iterator[Stroke]:
        one, two = names[row], names[column]
        if row > column:
            # A table may lack some scores.
            known = (pair for pair in zip(inside[two], inside[one], strict=True) if not np.isnan(pair).any())
            for across, up in known:
                yield Dot(*frame.at(column + across, row - up), 1.4, BLUE, opacity=0.7)
            return
        r = coefficients.get((one, two))
        number = "–" if r is None else f"{'r = ' * few}{r:.3f}"
        written = _axis_lines(result.points, one) if row == column else [number]
        x, y = frame.at(column, row)
        yield from axes.paragraph(x, y - 0.5 * size - 0.61 * size * (len(written) - 1), written, size)

    strokes = [
        *(frame.line(sides[0], side, sides[-1], side, GREY) for side in sides),
        *(frame.line(side, sides[0], side, sides[-1], GREY) for side in sides),
        *(
            stroke
            for row in range(len(names))
            for column in range(len(names))
            for stroke in cell(row, column)
        ),
    ]
    return Drawing(
        "scatter",
        f"{noun} of every two metrics",
        f"A scatter plot of {noun} for every two of {len(columns)} metrics over {over(result.points)}, "
        "with Pearson's r.",
        numbers(
            (result.points.noun, result.points.names),
            *((name, _known(values)) for name, values in columns.items()),
        ),
        *legended(
            frame.bottom + MARGIN, _READING.format("F1 (%)" if noun == "F1" else "score"), strokes, PAGE
        ),
    )


def _noun(points: Points) -> str:
    """What is correlated."""
    return words_of(next(iter(points.values["f1"]))).scores


def _axis_lines(points: Points, metric: str) -> list[str]:
    """A metric, and where its axis begins and ends."""
    values, scale = points.values["f1"][metric], scale_of(metric)
    count = len(points.values["f1"])
    low, high = scale.text(np.nanmin(values)), scale.text(np.nanmax(values))
    if count <= _MOST_WITH_R:
        return [label(metric), f"{low} – {high}"]
    return [short(label(metric), int(PAGE / count / _LETTER)), f"{low} –", high]


def _within(values: Floats) -> Floats:
    """Values from the lowest to the highest as places in a cell; all in the middle where they are equal."""
    low, span = np.nanmin(values), np.nanmax(values) - np.nanmin(values)
    inner = (values - low) / (span or 1) - 0.5 * bool(span)
    spread: Floats = _INSIDE * inner
    return spread


def _known(values: Floats) -> list[float | None]:
    """The values, None for those that are not known."""
    return [None if np.isnan(value) else value for value in values.tolist()]


def _coefficients(result: RankResult | CorrelateResult) -> dict[tuple[str, str], float]:
    """Both ways round."""
    found: dict[tuple[str, str], float] = {}
    for one in result.correlations:
        if one.quantity == "f1" and one.pearson is not None:
            found[one.first, one.second] = found[one.second, one.first] = one.pearson
    return found
