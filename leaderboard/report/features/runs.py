"""The runs of systems that have several: one row per system for people, one row per run for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean
from typing import TYPE_CHECKING

from leaderboard.metrics.metric import scale_of
from leaderboard.report.notes import where
from leaderboard.report.relation import OUTER, Field, Relation, relation_of
from leaderboard.report.section import Section
from leaderboard.report.table import Column, Numbered, Table, Value, cell, show
from leaderboard.report.tables.score_fields import score_fields
from leaderboard.report.words.names import axis, in_units, label, score_of
from leaderboard.submissions.lookup import run_label
from leaderboard.tasks.account import Run, spreads_of
from leaderboard.text import counted

if TYPE_CHECKING:
    from leaderboard.metrics.metric import Metric
    from leaderboard.significance.runs import Spread
    from leaderboard.verbs.rank import RankResult

_OF_SPREAD = {"sd": "SD", "min": "Min", "max": "Max"}


def section(result: RankResult) -> Section:
    return Section(
        name="runs",
        title="Runs",
        tables=(ranked_run_table(result),) if result.sheet.runs else (),
        pictures=("runs",),
        relations=(ranked_runs(result),),
    )


def mean_text(f1: float, spread: Spread | None, metric: str) -> str:
    """The mean over runs as ``77.31 ± 0.42 (5)``, and the score of a single output alone."""
    mean = show(f1, "percent", metric)
    if spread is None or spread.sd is None:
        return Numbered(mean, f1)
    return Numbered(f"{mean} ± {show(spread.sd, 'percent', metric)} ({spread.runs})", f1)


def spread_columns(primary: str) -> tuple[Column, ...]:
    """The number of runs, and how far apart they are by the primary metric."""
    place = f"spread.{primary}"
    return (
        Column("runs", "Runs", "count", main=False, path=f"{place}.runs"),
        *(
            Column(f"{primary}_{name}", text, "percent", main=False, path=f"{place}.{name}", metric=primary)
            for name, text in _OF_SPREAD.items()
        ),
    )


def spread_values(spread: Spread | None) -> tuple[Value, ...]:
    """The values in these columns; a single output is one run."""
    if spread is None:
        return (1, *[None] * len(_OF_SPREAD))
    return (spread.runs, *(getattr(spread, name) for name in _OF_SPREAD))


def ranked_run_table(result: RankResult) -> Table:
    """The table of runs by the primary metric, best system first."""
    primary = [metric for metric in result.metrics if metric.name == result.options.primary]
    [table] = run_tables(_by_rank(result), primary)
    title = caption(result.options.primary, where(result))
    return replace(table, caption=title, notes=(*table.notes, "Every run by every metric: runs.csv."))


def run_tables(runs: Mapping[str, tuple[Run, ...]], metrics: Sequence[Metric]) -> list[Table]:
    """One row per system with several runs and metric: how far apart they are, and each of them."""
    spread = spreads_of(runs)
    table = Table(
        caption(metrics[0].name if len(metrics) == 1 else None),
        (
            Column("system", "System"),
            Column("metric", "Metric", main=len(metrics) > 1),
            Column("runs", "Runs", "count"),
            Column("mean", "Mean", "percent"),
            Column("sd", "SD", "percent"),
            Column("span", "Min–max", "ranked"),
            Column("each", "Each run", wraps=True),
        ),
        tuple(
            (
                system,
                metric.label,
                len(several),
                cell(mean, "percent", metric.name),
                cell(spread[system][metric.name].sd, "percent", metric.name),
                _span(spread[system][metric.name], metric.name),
                ", ".join(show(run.scores[metric.name].f1, "percent", metric.name) for run in several),
            )
            for system, several in runs.items()
            for metric in metrics
            for mean in [fmean(run.scores[metric.name].f1 for run in several)]
        ),
        ("SD: the sample standard deviation over runs.",),
    )
    return [table.main()] if runs else []


def _by_rank(result: RankResult) -> dict[str, tuple[Run, ...]]:
    """The runs of each system with several, best system first."""
    found = result.runs
    return {
        standing.system: found[standing.system]
        for standing in result.primary.standings
        if standing.system in found
    }


def _span(spread: Spread, metric: str) -> str:
    low, high = show(spread.min, "percent", metric), show(spread.max, "percent", metric)
    return Numbered(low if low == high else f"{low}–{high}", spread.min)


def opened_runs(result: RankResult) -> dict[str, list[str]]:
    """The runs of each system with several, with their scores by the primary metric, as ``3: 77.81``."""
    primary = result.options.primary
    return {
        system: [
            f"{run_label(system, one.run)}: {show(one.scores[primary].f1, 'percent', primary)}"
            for one in runs
        ]
        for system, runs in result.runs.items()
    }


def ranked_runs(result: RankResult) -> Relation:
    """The runs of a ranking in its order."""
    return runs_of(_by_rank(result), result.metrics).in_file("runs.csv", when=bool(result.sheet.runs))


def runs_of(runs: Mapping[str, tuple[Run, ...]], metrics: Sequence[Metric]) -> Relation:
    """One row per run of a system with several, with its scores by every metric."""
    rows = ((system, run) for system, several in runs.items() for run in several)
    fields: list[Field[tuple[str, Run]]] = [
        Field(Column("system", "System", path=OUTER), lambda row: row[0]),
        Field(Column("run", "Run"), lambda row: run_label(row[0], row[1].run)),
        *score_fields(metrics, lambda row: row[1].scores),
    ]
    return relation_of("runs", ("system", "run"), fields, rows)


def caption(metric: str | None, place: str = "") -> str:
    """Return the caption of the table of runs, by one metric or by several."""
    of = "systems with several runs"
    if metric is None:
        return f"F1 of {of}{place}, in per cent"
    units = in_units(metric).strip(" ,")
    return f"{score_of(metric)} of {of}{place}{f', {units}' if units else ''}"


def reading(primary: str, level: str) -> str:
    """Return how the figure of runs is read."""
    interval = f" (blue: {level} interval)" if level else ""
    return f"{axis(primary)}; black: mean{interval}; orange: each run"


def pictured(
    primary: str, systems: int, spread: Mapping[str, Mapping[str, Spread]], level: str
) -> tuple[str, str]:
    """Return the title of the figure of runs, and what it shows in words."""
    widest = max(spread, key=lambda system: spread[system][primary].max - spread[system][primary].min)
    low, high = (scale_of(primary).text(getattr(spread[widest][primary], end)) for end in ("min", "max"))
    interval = f" and its {level} interval" if level else ""
    return (
        f"Runs by {label(primary)}",
        f"{score_of(primary)} of every run of {counted(systems, 'system')}, with the mean{interval}. "
        f"Runs of {widest} are farthest apart, from {low} to {high}.",
    )
