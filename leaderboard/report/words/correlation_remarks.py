"""Remarks about correlations, and about the tables that they are computed from."""

from __future__ import annotations

from collections.abc import Sequence

from leaderboard.report.words.names import label
from leaderboard.text import counted, listed, plural

# In a sentence; the JSON has them all.
_MOST_COLUMNS = 5
_MOST_SCORES = 3

Pairs = Sequence[tuple[str, str]]


def few_points(count: int, noun: str) -> str:
    if count < 2:
        return f"{counted(count, noun)} {plural('is', count, 'are')} too few for a correlation."
    return f"With {count} {noun}s every correlation is 1 or -1, whatever the scores."


def constant_scores(metric: str, quantity: str, noun: str) -> str:
    return f"{_column(label(metric), quantity)} is equal for all {noun}s, so it has no correlations."


def one_metric() -> str:
    return "Correlations need at least 2 metrics."


def fewer_points(both: int, count: int, noun: str, pairs: Sequence[tuple[str, str, str]]) -> str:
    from leaderboard.correlation.coefficients import ENOUGH

    columns = [_column(f"{label(first)} and {label(second)}", quantity) for first, second, quantity in pairs]
    some = listed(columns, _MOST_COLUMNS, "; ", "; ")
    says = ", too few for a conclusion" if both < ENOUGH else ""
    return f"Only {both} of {counted(count, noun)} have both scores{says}: {some}."


def columns_passed_over(table: str, columns: Pairs) -> str:
    names = (f"{name} (did you mean {meant}?)" if meant else name for name, meant in columns)
    return f"{table}: these columns name no score and are ignored: {', '.join(names)}."


def small_percentages(table: str, scores: Sequence[tuple[str, float]]) -> str:
    some = listed([f"{system} {value:g}" for system, value in scores], _MOST_SCORES)
    return f"{table}: some scores are above 1, so all are read as percentages, also these: {some}."


def _column(metric: str, quantity: str) -> str:
    return f"{metric} {'F1' if quantity == 'f1' else quantity}"
