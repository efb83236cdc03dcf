"""Versions of responses and the verdicts on metrics, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from leaderboard.experiments import VERSIONS
from leaderboard.report.table import Column, Table, Value
from leaderboard.report.tables.scores import MEAN

if TYPE_CHECKING:
    from leaderboard.experiments.experiment_points import Probed, Variant
    from leaderboard.experiments.identification import Reaction
    from leaderboard.verbs.probe import ProbeResult

COUNTS = (
    Column("mentions", "Mentions in it", "count", main=False),
    Column("key_mentions", "Of the key", "count", main=False),
    Column("links", "Links in it", "count", main=False),
    Column("correct_links", "Correct", "count", main=False),
)
_SHORT = {
    "base": "",
    "more_precise": "More precise",
    "less_precise_a": "Less precise a",
    "less_precise_b": "Less precise b",
}
_READING = (
    "More precise: without the mentions that have no correct link. Less precise: with the missed mentions, "
    "linked wrongly in pairs (a) or in large entities (b). No version changes a correct link. So recall "
    "should stay; F1 should rise for the more precise version and fall for the others. Misleads: F1 moves "
    "the wrong way at least once. F1 holds: the metric has no recall. Mentions scores only the detection of "
    "mentions, so it always moves."
)


def version_table(responses: Sequence[Probed]) -> Table:
    """One row a response, version and metric."""
    rows: list[tuple[Value, ...]] = []
    for probed in responses:
        reactions = {one.metric: one for one in probed.reactions}
        for variant in probed.variants:
            for metric, score in variant.scores.items():
                rows.append(
                    (
                        probed.system,
                        variant.version,
                        metric,
                        *variant.counts,
                        score.recall,
                        score.precision,
                        score.f1,
                        reactions[metric].verdict,
                        *_findings(reactions[metric], variant.version, score.recall is not None),
                    )
                )
    return Table(
        "Versions of responses",
        (
            Column("system", "System"),
            Column("version", "Version"),
            Column("metric", "Metric"),
            *COUNTS,
            Column("recall", "R", "percent"),
            Column("precision", "P", "percent"),
            Column("f1", "F1", "percent"),
            Column("verdict", "Verdict"),
            Column("recall_moved", "Recall moved"),
            Column("misled", "F1 moved the wrong way"),
        ),
        tuple(rows),
    )


def verdict_table(result: ProbeResult) -> Table:
    """One row a response, one column a metric."""
    return Table(
        "Verdicts on each metric by response",
        (Column("system", "System"), *(Column(metric.name, metric.label) for metric in result.metrics)),
        tuple(
            (response.system, *(found.verdict for found in response.reactions))
            for response in result.responses
        ),
    ).narrowing(1)


def response_tables(result: ProbeResult, probed: Probed) -> tuple[Table, Table]:
    return _reaction_table(result, probed), _boundary_table(result, probed)


def _reaction_table(result: ProbeResult, probed: Probed) -> Table:
    """One row a metric: recall and F1 of each version, and the verdict."""
    shown = [variant for variant in probed.variants if variant.version in _SHORT]
    return Table(
        f"How metrics react to the mentions of {probed.system}, in per cent",
        (
            Column("metric", "Metric"),
            Column("verdict", "Verdict"),
            *(
                Column(
                    f"{one.version}_{quantity}",
                    f"{_SHORT[one.version]} {letter}".strip(),
                    "percent",
                    spare=spare,
                )
                for one in shown
                for quantity, letter, spare in (("recall", "R", 1), ("f1", "F1", 0))
            ),
        ),
        tuple(
            (
                metric.label,
                found.verdict,
                *(
                    value
                    for one in shown
                    for value in (one.scores[metric.name].recall, one.scores[metric.name].f1)
                ),
            )
            for metric, found in zip(result.metrics, probed.reactions, strict=True)
        ),
        (_READING, _changes(probed, shown)),
    )


def _changes(probed: Probed, shown: Sequence[Variant]) -> str:
    """The number of mentions removed or added, on which a verdict rests."""
    base, *changed = shown
    counts = ", ".join(
        f"{_SHORT[one.version].lower()} {one.counts.mentions - base.counts.mentions:+,}"
        + (f" of {probed.missed:,} missed" if VERSIONS[one.version].better is False else "")
        for one in changed
    )
    return f"Mentions: {base.counts.mentions:,}. Changes: {counts or 'no version'}."


def _boundary_table(result: ProbeResult, probed: Probed) -> Table:
    """The F1 of the response as it is and of its boundaries."""
    boundaries = [one for one in probed.variants if one.version == "base" or one.version not in _SHORT]
    return Table(
        f"The mentions of {probed.system} at the boundaries, F1 in per cent",
        (
            Column("version", "Version", wraps=True),
            *(Column(f"{metric.name}_f1", metric.label, "percent") for metric in result.metrics),
        ),
        tuple(
            (VERSIONS[one.version].title, *(one.scores[metric.name].f1 for metric in result.metrics))
            for one in boundaries
        ),
    ).narrowing(1, but=MEAN)


def _findings(found: Reaction, version: str, has_recall: bool) -> tuple[bool | None, bool | None]:
    if VERSIONS[version].better is None:
        return None, None
    return (version in found.recall_moved if has_recall else None), version in found.misled
