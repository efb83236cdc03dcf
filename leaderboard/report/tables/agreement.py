"""Where metrics rank systems differently, and the units that cause it, as tables and as a record."""

from __future__ import annotations

from collections.abc import Mapping

from leaderboard.experiments import Agreement, Dispute
from leaderboard.report.table import Column, Numbered, Table, Value
from leaderboard.report.tables.correlations import disagreement_table
from leaderboard.report.tables.document_scores import unit_record
from leaderboard.report.words.captions import unit_text
from leaderboard.text import plural

_NOTE = (
    "Effect: how much this {unit} contributes to the difference by a metric (half the change if the two "
    "outputs were swapped on it). Gap: the effect by the first metric minus the effect by the second."
)


def agreement_table(found: Agreement) -> Table:
    """One row a pair of metrics."""
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
        tuple(_cause_rows(found, labels)),
        (_NOTE.format(unit=unit),),
    )


def _cause_rows(found: Agreement, labels: Mapping[str, str]) -> list[tuple[Value, ...]]:
    return [
        (
            dispute.systems.first,
            dispute.systems.second,
            labels[dispute.first.metric],
            labels[dispute.second.metric],
            unit_text(cause.unit),
            cause.first_effect,
            cause.second_effect,
            cause.gap,
        )
        for dispute in found.disputes
        for cause in dispute.causes
    ]


def _matrix(found: Agreement, labels: Mapping[str, str]) -> Table:
    """Return, below the diagonal, the number of pairs that two metrics order differently."""
    cells = {
        (pair.first, pair.second): Numbered(f"{pair.opposite} ({pair.contradicted})", pair.opposite)
        for pair in found.metrics
    }
    names = list(labels)
    return Table(
        f"Pairs of systems, out of {found.pairs:,}, that two metrics order differently (in brackets: "
        "both significantly)",
        (Column("metric", "Metric"), *(Column(name, labels[name], "ranked") for name in names[:-1])),
        tuple(
            (labels[second], *(cells.get((first, second), "") for first in names[:-1]))
            for second in names[1:]
        ),
        () if found.disputes else ("No two metrics contradict each other significantly.",),
    ).narrowing(1)


def agreement_record(found: Agreement) -> dict[str, object]:
    return {
        "systems": list(found.systems),
        "units": found.units,
        "pairs": found.pairs,
        "metrics": [
            {
                "first": pair.first,
                "second": pair.second,
                "opposite": pair.opposite,
                "contradicted": pair.contradicted,
                "one_sided": pair.one_sided,
            }
            for pair in found.metrics
        ],
        "disputes": [_dispute(dispute) for dispute in found.disputes],
    }


def _dispute(one: Dispute) -> dict[str, object]:
    return {
        "first": one.systems.first,
        "second": one.systems.second,
        "for_first": list(one.systems.for_first),
        "for_second": list(one.systems.for_second),
        "first_metric": one.first.metric,
        "second_metric": one.second.metric,
        "first_difference": one.first.difference,
        "second_difference": one.second.difference,
        "causes": [
            {
                **unit_record(cause.unit),
                "first_effect": cause.first_effect,
                "second_effect": cause.second_effect,
                "gap": cause.gap,
            }
            for cause in one.causes
        ],
    }
