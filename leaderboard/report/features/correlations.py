"""Correlations between metrics, their disagreements and what causes these, as tables and as records."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING

from leaderboard.metrics.metric import scale_of
from leaderboard.report.features.documents import unit_record
from leaderboard.report.features.problems import rejections_of
from leaderboard.report.forms.json import head
from leaderboard.report.relation import Field, Relation, relation_of
from leaderboard.report.table import Column, Numbered, Table, Value
from leaderboard.report.tables.score_fields import QUANTITIES
from leaderboard.report.words.methods import percentage
from leaderboard.report.words.names import label, unit_text, words_of
from leaderboard.report.words.rejections import rejection_notes
from leaderboard.report.words.remarks import remark_records, sentences
from leaderboard.significance.intervals import portable
from leaderboard.text import counted, plural

if TYPE_CHECKING:
    from leaderboard.correlation.coefficients import Correlation, Disagreement, Points
    from leaderboard.experiments.agreement import Agreement, Dispute
    from leaderboard.verbs.correlate import CorrelateResult
    from leaderboard.verbs.rank import RankResult


COLUMNS = (
    Column("first", "First"),
    Column("second", "Second"),
    Column("quantity", "Of"),
    Column("points", "Points", "count", main=False),
    Column("pearson", "Pearson", "coefficient"),
    Column("p_value", "p", "p"),
    Column("low", "Low", "coefficient", spare=1),
    Column("high", "High", "coefficient", spare=1),
    Column("bootstrap_low", "Drawn low", "coefficient", main=False),
    Column("bootstrap_high", "Drawn high", "coefficient", main=False),
    Column("spearman", "Spearman", "coefficient"),
    Column("kendall", "Kendall", "coefficient"),
)
_POINTS = {"dataset": "each of which is a system on a dataset", "table": "each of which is a row of a table"}
_ROUNDED = ("p_value", "low", "high", "bootstrap_low", "bootstrap_high")


def correlations_of(correlations: Iterable[Correlation]) -> Relation:
    """One row per pair of metrics and quantity, with every field."""
    fields = [Field(column, partial(_value, column.name)) for column in COLUMNS]
    return relation_of("correlations", ("first", "second", "quantity"), fields, correlations)


def people_table(result: CorrelateResult, shown: Collection[str] = ("all",)) -> Table:
    """The correlations with labels for metrics; the notes are about the columns that are shown."""
    found = correlations_of(result.correlations)
    rows = [
        (
            result.labels[correlation.first],
            result.labels[correlation.second],
            QUANTITIES.get(str(_value("quantity", correlation)), "Score"),
            *cells,
        )
        for correlation, (_, _, _, *cells) in zip(result.correlations, found.rows, strict=True)
    ]
    uneven = any(correlation.points != len(result.points.names) for correlation in result.correlations)
    columns = tuple(replace(one, main=one.main or (uneven and one.name == "points")) for one in COLUMNS)
    caption = f"Correlations between metrics over {over(result.points)}"
    return Table(caption, columns, tuple(rows), _notes(result, shown), signature=result.signature)


def matrix_table(correlations: Sequence[Correlation], labels: Mapping[str, str]) -> Table:
    """Pearson's r of F1, metric by metric, below the diagonal."""
    found = {
        (correlation.first, correlation.second): correlation.pearson
        for correlation in correlations
        if correlation.quantity == "f1"
    }
    names = [name for name in labels if any(name in pair for pair in found)]
    caption = f"Pearson's r of {words_of(names[0]).scores}"
    return _below_diagonal(caption, {name: labels[name] for name in names}, found, "coefficient")


def _below_diagonal(
    caption: str, labels: Mapping[str, str], cells: Mapping[tuple[str, str], Value], kind: str
) -> Table:
    """One row per metric but the first, one column per metric but the last."""
    names = list(labels)
    return Table(
        caption,
        (Column("metric", "Metric"), *(Column(name, labels[name], kind) for name in names[:-1])),
        tuple(
            (labels[second], *(cells.get((first, second), "") for first in names[:-1]))
            for second in names[1:]
        ),
    )


def disagreement_table(disagreements: Iterable[Disagreement], labels: Mapping[str, str]) -> Table:
    """Pairs of systems of which either is significantly better by some metric."""
    return Table(
        "Pairs of systems on which metrics disagree significantly",
        (
            Column("first", "First"),
            Column("for_first", "Better by", wraps=True),
            Column("second", "Second"),
            Column("for_second", "Better by", wraps=True),
        ),
        tuple(
            (
                disagreement.first,
                _listed(disagreement.for_first, labels),
                disagreement.second,
                _listed(disagreement.for_second, labels),
            )
            for disagreement in disagreements
        ),
    )


def correlate_record(result: CorrelateResult) -> dict[str, object]:
    return {
        **head(result.signature, result.key),
        "systems": len(result.points.names),
        "alpha": result.options.alpha,
        "correlations": correlations_of(result.correlations).records(),
        "notes": list(sentences(result.remarks)),
        "remarks": remark_records(result.remarks),
        "rejected": [*rejections_of(result.rejected).values()],
    }


def over(points: Points) -> str:
    """The number of points, and what a point is if not a system."""
    return ", ".join([counted(len(points.names), points.noun), *filter(None, [_POINTS.get(points.of)])])


def reservation(alpha: float, drawn: bool, units: str) -> str:
    """The limits of what the correlations show."""
    level = percentage(1 - alpha)
    draws = f" Drawn low and high: bootstrap interval over {units}, for these systems." if drawn else ""
    return (
        "p-values are two-sided, for Pearson's r; they take the points to be independent and are "
        f"not adjusted. Low and high: Fisher's {level} interval, which needs at least 4 points.{draws}"
    )


def _value(column: str, correlation: Correlation) -> Value:
    value: Value = getattr(correlation, column)
    if value == "f1" and not scale_of(correlation.first).noun:
        return "score"
    return portable(value) if isinstance(value, float) and column in _ROUNDED else value


def _listed(metrics: Sequence[str], labels: Mapping[str, str]) -> str:
    return ", ".join(labels[name] for name in metrics)


def _notes(result: CorrelateResult, shown: Collection[str]) -> tuple[str, ...]:
    names = {name.lower() for name in shown}
    drawn = not names.isdisjoint(("all", "bootstrap_low", "bootstrap_high")) and any(
        correlation.bootstrap_low is not None for correlation in result.correlations
    )
    return (
        reservation(result.options.alpha, drawn, plural(result.options.unit)),
        *sentences(result.remarks),
        *rejection_notes(result.rejected),
    )


# More pairs than this would drown the rest; the JSON has them all.
MOST_DISAGREEMENTS = 20

_ELSEWHERE = (
    "More is in correlations.csv: {}intervals, Spearman, Kendall and p-values. "
    "The p-values take {} to be independent and are not adjusted."
)


def ranking_agreement_tables(result: RankResult) -> Iterator[Table]:
    """Correlations and disagreements of metrics, where there are any."""
    labels = {metric.name: label(metric.name) for metric in result.metrics}
    if result.correlations:
        matrix = matrix_table(result.correlations, labels)
        pooled = (f"Over {over(result.points)}.",) if result.of("dataset") else ()
        elsewhere = _ELSEWHERE.format(words_of(result.options.primary).parts, plural(result.points.noun))
        yield replace(matrix, notes=(*pooled, elsewhere, *sentences(result.agreement_remarks)))
    if result.disagreements:
        table = disagreement_table(result.disagreements[:MOST_DISAGREEMENTS], labels)
        more = len(result.disagreements) - MOST_DISAGREEMENTS
        others = f"{counted(more, 'more pair')} {plural('is', more, 'are')} in leaderboard.json."
        yield replace(table, notes=(others,) if more > 0 else ())


_EFFECTS = ("first_effect", "second_effect", "gap")
_NOTE = (
    "Effect: how much this {unit} contributes to the difference by a metric (half the change if the two "
    "outputs were swapped on it). Gap: the effect by the first metric minus the effect by the second."
)


def agreement_table(found: Agreement) -> Table:
    """One row per pair of metrics."""
    return Table(
        "Pairs of systems on which metrics differ",
        (
            Column("first", "First"),
            Column("second", "Second"),
            Column("pairs", "Pairs", "count"),
            Column("opposite", "Opposite", "count"),
            Column("contradicted", "Significantly so", "count"),
            Column("one_sided", "Significant by one only", "count"),
        ),
        tuple(
            (pair.first, pair.second, found.pairs, pair.opposite, pair.contradicted, pair.one_sided)
            for pair in found.metrics
        ),
    )


def agreement_tables(found: Agreement, labels: Mapping[str, str], unit: str) -> list[Table]:
    """Metric by metric, then the pairs of systems in dispute, then what causes each dispute."""
    tables = [_matrix(found, labels)]
    if found.disputes:
        tables += [
            disagreement_table([dispute.systems for dispute in found.disputes], labels),
            cause_table(found, labels, unit),
        ]
    return tables


def cause_table(found: Agreement, labels: Mapping[str, str], unit: str) -> Table:
    """The units of the largest gaps of each dispute."""
    return Table(
        f"The {plural(unit)} that cause these disagreements, by the metrics of largest effect on either side",
        (
            Column("first", "First"),
            Column("second", "Second"),
            Column("first_metric", "First by"),
            Column("second_metric", "Second by"),
            Column("unit", unit.capitalize()),
            Column("first_effect", "Effect by first", "effect", spare=1),
            Column("second_effect", "By second", "effect", spare=1),
            Column("gap", "Gap", "effect"),
        ),
        tuple(
            (
                dispute.systems.first,
                dispute.systems.second,
                labels[dispute.first.metric],
                labels[dispute.second.metric],
                unit_text(cause.unit),
                *(getattr(cause, name) for name in _EFFECTS),
            )
            for dispute in found.disputes
            for cause in dispute.causes
        ),
        (_NOTE.format(unit=unit),),
    )


def _matrix(found: Agreement, labels: Mapping[str, str]) -> Table:
    """Return, below the diagonal, the number of pairs that two metrics order differently."""
    cells = {
        (pair.first, pair.second): Numbered(f"{pair.opposite} ({pair.contradicted})", pair.opposite)
        for pair in found.metrics
    }
    caption = (
        f"Pairs of systems, out of {found.pairs:,}, that two metrics order differently (in brackets: "
        "both significantly)"
    )
    notes = () if found.disputes else ("No two metrics contradict each other significantly.",)
    return replace(_below_diagonal(caption, labels, cells, "ranked"), notes=notes).narrowing(1)


def agreement_record(found: Agreement) -> dict[str, object]:
    return {
        "systems": list(found.systems),
        "units": found.units,
        "pairs": found.pairs,
        "metrics": list(map(asdict, found.metrics)),
        "disputes": [_dispute(dispute) for dispute in found.disputes],
    }


def _dispute(one: Dispute) -> dict[str, object]:
    return {
        **asdict(one.systems),
        "first_metric": one.first.metric,
        "second_metric": one.second.metric,
        "first_difference": one.first.difference,
        "second_difference": one.second.difference,
        "causes": [
            {**unit_record(cause.unit), **{name: getattr(cause, name) for name in _EFFECTS}}
            for cause in one.causes
        ],
    }
