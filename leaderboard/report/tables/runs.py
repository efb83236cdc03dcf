"""The runs of systems that have several: one row a system for people, one row a run for programs."""

from __future__ import annotations

from leaderboard.report.notes import where
from leaderboard.report.table import Column, Table, Value, show
from leaderboard.report.tables.scores import score_columns, score_values
from leaderboard.report.words import runs as words
from leaderboard.submissions.runs import run_label
from leaderboard.tasks.runs import Run, Spread
from leaderboard.verbs.rank import RankResult

_OF_SPREAD = {"sd": "SD", "min": "Min", "max": "Max"}


def mean_text(f1: float, spread: Spread | None) -> str:
    """The mean over runs as ``77.31 ± 0.42 (5)``, and the score of a single output alone."""
    mean = show(f1, "percent")
    if spread is None or spread.sd is None:
        return mean
    return f"{mean} ± {show(spread.sd, 'percent')} ({spread.runs})"


def spread_columns(primary: str) -> tuple[Column, ...]:
    """The number of runs, and how far apart they are by the primary metric."""
    return (
        Column("runs", "Runs", "count", main=False),
        *(Column(f"{primary}_{name}", text, "percent", main=False) for name, text in _OF_SPREAD.items()),
    )


def spread_values(spread: Spread | None) -> tuple[Value, ...]:
    """The values in these columns; a single output is one run."""
    if spread is None:
        return (1, *[None] * len(_OF_SPREAD))
    return (spread.runs, *(getattr(spread, name) for name in _OF_SPREAD))


def run_table(result: RankResult) -> Table:
    """One row a system with several runs: how far apart they are by the primary metric, and each of them."""
    primary, spread, runs = result.options.primary, result.spread, result.runs
    ranked = [one for one in result.primary.standings if one.system in spread]
    return Table(
        words.caption(primary, where(result)),
        (
            Column("system", "System"),
            Column("runs", "Runs", "count"),
            Column("mean", "Mean", "percent"),
            Column("sd", "SD", "percent"),
            Column("span", "Min–max", "ranked"),
            Column("each", "Each run", wraps=True),
        ),
        tuple(
            (
                one.system,
                spread[one.system][primary].runs,
                result.scores[one.system][primary].f1,
                spread[one.system][primary].sd,
                _span(spread[one.system][primary]),
                ", ".join(run_texts(one.system, runs[one.system], primary)),
            )
            for one in ranked
        ),
        words.notes(),
    )


def _span(spread: Spread) -> str:
    low, high = show(spread.min, "percent"), show(spread.max, "percent")
    return low if low == high else f"{low}–{high}"


def run_texts(system: str, runs: tuple[Run, ...], primary: str) -> list[str]:
    """Each run with its score, as ``3: 77.81``."""
    return [f"{run_label(system, one.run)}: {show(one.scores[primary].f1, 'percent')}" for one in runs]


def opened_runs(result: RankResult) -> dict[str, list[str]]:
    """The runs of each system with several, with their scores by the primary metric."""
    primary = result.options.primary
    return {system: run_texts(system, runs, primary) for system, runs in result.runs.items()}


def run_columns(result: RankResult) -> Table:
    """``runs.csv``: one row a run with its scores by every metric, in the order of the ranking."""
    several = {
        one.system: result.runs[one.system] for one in result.primary.standings if one.system in result.runs
    }
    columns = score_columns(result.metrics, [run.scores for runs in several.values() for run in runs])
    rows = tuple(
        (system, run_label(system, run.run), *score_values(columns, run.scores))
        for system, runs in several.items()
        for run in runs
    )
    return Table("Scores of each run", (Column("system", "System"), Column("run", "Run"), *columns), rows)
