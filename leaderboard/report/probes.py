"""What a probe found, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from leaderboard.experiments import EXPERIMENTS, VERSIONS
from leaderboard.experiments.verdicts import Reaction
from leaderboard.report.agreements import agreement_table, agreement_tables
from leaderboard.report.rejections import rejection_notes
from leaderboard.report.scores import score_columns, score_values
from leaderboard.report.table import Column, Table, Value
from leaderboard.verbs.probe import Point, ProbeResult
from leaderboard.verbs.versions import Probed, Variant

_COUNTS = (
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
    "linked wrongly in pairs (a) or in large entities (b). None of this touches a correct link, so recall "
    "should stay; F1 should rise for the first and fall for the others. A metric that F1 once moves the "
    "wrong way misleads; of one without recall only F1 can hold. Mentions is about the finding of mentions "
    "alone, so it moves by its nature."
)
_NEAREST = (
    "A size stands for the entity of the nearest size in each part; pieces are in proportion. Reached are "
    "the mean sizes of those entities; a point whose response is that of an earlier one names it."
)
_SHARES = "Reached is the per cent that the response has."


def probe_table(result: ProbeResult) -> Table:
    """Everything in one table, as programs read it."""
    if result.agreement is not None:
        return agreement_table(result.agreement)
    return version_table(result.responses) if result.responses else point_table(result)


def probe_tables(result: ProbeResult) -> list[Table]:
    """The tables that people read."""
    if result.agreement is not None:
        tables = agreement_tables(result.agreement, _labels(result), result.settings.unit)
    elif result.responses:
        tables = [table for probed in result.responses for table in _response_tables(result, probed)]
        if len(result.responses) > 1:
            tables.insert(0, verdict_table(result))
    else:
        tables = experiment_tables(result)
    last = tables[-1]
    notes = (*last.notes, *rejection_notes(result.rejected))
    return [*tables[:-1], replace(last, notes=notes, signature=result.signature)]


def point_table(result: ProbeResult) -> Table:
    """One row a made response."""
    columns = score_columns(result.metrics, [point.scores for point in result.points])
    return Table(
        f"Made responses on {_key(result)}, F1 in per cent",
        (
            Column("experiment", "Experiment"),
            Column("point", "Point"),
            Column("reached", "Reached", main=result.key is not None and reached(result.points) != ""),
            *_COUNTS,
            *columns,
        ),
        tuple(
            (one.experiment, one.point, reached([one]), *one.counts, *score_values(columns, one.scores))
            for one in result.points
        ),
    )


def reached(points: Sequence[Point]) -> str:
    """The sizes or the per cent that points stand for on the key, and which of them are the same."""
    return "; ".join(
        text
        for one in points
        for text in (
            ", ".join(f"{value:.1f}" for value in one.reached),
            "" if one.same_as is None else f"as {one.same_as}",
        )
        if text
    )


def experiment_tables(result: ProbeResult) -> list[Table]:
    """One table an experiment."""
    by_name: dict[str, list[Point]] = {}
    for point in result.points:
        by_name.setdefault(point.experiment, []).append(point)
    tables = []
    for name, points in by_name.items():
        table = point_table(replace(result, points=tuple(points)))
        kept = [column.name for column in table.columns[1:] if column.main]
        tables.append(
            replace(
                table.only(kept),
                caption=f"{EXPERIMENTS[name].title} ({name}), on {_key(result)}, F1 in per cent",
                notes=() if result.key is None else _explanation(name),
            )
        )
    return tables


def _explanation(name: str) -> tuple[str, ...]:
    """What the points of an experiment mean on a key of one's own."""
    if EXPERIMENTS[name].sizes is not None:
        return (_NEAREST,)
    return () if EXPERIMENTS[name].share is None else (_SHARES,)


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
            *_COUNTS,
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
        tuple((one.system, *(found.verdict for found in one.reactions)) for one in result.responses),
    )


def _response_tables(result: ProbeResult, probed: Probed) -> tuple[Table, Table]:
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
                Column(f"{one.version}_{quantity}", f"{_SHORT[one.version]} {letter}".strip(), "percent")
                for one in shown
                for quantity, letter in (("recall", "R"), ("f1", "F1"))
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
    """How many mentions were taken out or put in: what a verdict rests on."""
    base, *changed = shown
    counts = ", ".join(
        f"{_SHORT[one.version].lower()} {one.counts.mentions - base.counts.mentions:+,}"
        + (f" of {probed.missed:,} missed" if VERSIONS[one.version].better is False else "")
        for one in changed
    )
    return f"Mentions: {base.counts.mentions:,}. The verdicts rest on {counts or 'no version'}."


def _boundary_table(result: ProbeResult, probed: Probed) -> Table:
    """The F1 of the response as it is and of its boundaries."""
    boundaries = [one for one in probed.variants if one.version == "base" or one.version not in _SHORT]
    return Table(
        f"The mentions of {probed.system} at the boundaries, F1 in per cent",
        (
            Column("version", "Version"),
            *(Column(f"{metric.name}_f1", metric.label, "percent") for metric in result.metrics),
        ),
        tuple(
            (VERSIONS[one.version].title, *(one.scores[metric.name].f1 for metric in result.metrics))
            for one in boundaries
        ),
    )


def _findings(found: Reaction, version: str, has_recall: bool) -> tuple[bool | None, bool | None]:
    if VERSIONS[version].better is None:
        return None, None
    return (version in found.recall_moved if has_recall else None), version in found.misled


def _labels(result: ProbeResult) -> dict[str, str]:
    return {metric.name: metric.label for metric in result.metrics}


def _key(result: ProbeResult) -> str:
    return "the paper's key" if result.key is None else result.key
