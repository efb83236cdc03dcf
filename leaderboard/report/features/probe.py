"""The results of a probe: points, versions of responses and verdicts, as tables and as a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from leaderboard.experiments.controlled import EXPERIMENTS
from leaderboard.experiments.identification import VERSIONS
from leaderboard.report.features.correlations import agreement_record, agreement_table, agreement_tables
from leaderboard.report.features.problems import rejections_of
from leaderboard.report.forms.json import head
from leaderboard.report.relation import Field, Relation, relation_of
from leaderboard.report.systems import score_entries
from leaderboard.report.table import Column, Table, Value
from leaderboard.report.tables.score_fields import MEAN, QUANTITIES
from leaderboard.report.words.names import label
from leaderboard.report.words.rejections import rejection_notes

if TYPE_CHECKING:
    from leaderboard.experiments.experiment_points import Point, Probed, Variant
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
    """One row per response, version and metric."""
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
            Column("recall_moved", "Recall moved", "flag"),
            Column("misled", "F1 moved the wrong way", "flag"),
        ),
        tuple(rows),
    )


def verdict_table(result: ProbeResult) -> Table:
    """One row per response, one column per metric."""
    return Table(
        "Verdicts on each metric by response",
        (Column("system", "System"), *(Column(metric.name, metric.label) for metric in result.metrics)),
        tuple(
            (response.system, *(found.verdict for found in response.reactions))
            for response in result.responses
        ),
    ).narrowing(1)


def _reaction_table(result: ProbeResult, probed: Probed) -> Table:
    """One row per metric: recall and F1 of each version, and the verdict."""
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


_NEAREST = (
    "In each part, a size means the entity whose size is nearest; pieces are in proportion. Reached: the "
    "mean size of these entities; `as` names an earlier point with the same response."
)
_SHARES = "Reached: the percentage in the response."


def points_of(result: ProbeResult) -> Relation:
    """One row per made response."""
    fields: list[Field[Point]] = [
        Field(Column("experiment", "Experiment"), lambda point: point.experiment),
        Field(Column("point", "Point"), lambda point: point.point),
        Field(
            Column("reached", "Reached", "number", path="reached[0]"),
            lambda point: next(iter(point.reached), None),
        ),
        *(Field(column, partial(_count, column.name)) for column in COUNTS),
        *(
            _score(metric.name, quantity)
            for metric in result.metrics
            for quantity in (("f1",) if metric.f1_alone else QUANTITIES)
        ),
    ]
    return relation_of("probe", ("experiment", "point"), fields, result.points)


def _count(name: str, point: Point) -> Value:
    return cast(Value, getattr(point.counts, name))


def _score(metric: str, quantity: str) -> Field[Point]:
    path = f"{'scores' if quantity == 'f1' else quantity}.{metric}"
    text = label(metric) if quantity == "f1" else f"{label(metric)} {QUANTITIES[quantity]}"
    column = Column(f"{metric}_{quantity}", text, "percent", main=quantity == "f1", path=path)
    return Field(column, lambda point: cast(Value, getattr(point.scores[metric], quantity)))


def probe_table(result: ProbeResult) -> Table:
    """Everything in one table, as programs read it."""
    if result.agreement is not None:
        return agreement_table(result.agreement)
    return version_table(result.responses) if result.responses else points_of(result).table(_caption(result))


def probe_tables(result: ProbeResult) -> list[Table]:
    """The tables that people read."""
    if result.agreement is not None:
        labels = {metric.name: metric.label for metric in result.metrics}
        tables = agreement_tables(result.agreement, labels, result.options.unit)
    elif result.responses:
        makers = (_reaction_table, _boundary_table)
        tables = [make(result, probed) for probed in result.responses for make in makers]
        if len(result.responses) > 1:
            tables.insert(0, verdict_table(result))
    else:
        tables = experiment_tables(result)
    last = tables[-1]
    notes = (*last.notes, *rejection_notes(result.rejected))
    return [*tables[:-1], replace(last, notes=notes, signature=result.signature)]


def point_table(result: ProbeResult) -> Table:
    """One row per made response, with what it reached in words."""
    table = points_of(result).table(_caption(result))
    begin, (own, *others) = table.columns[:2], table.columns[2:]
    own = replace(own, kind="text", main=result.key is not None and reached(result.points) != "")
    rows = (
        (*row[:2], reached([point]), *row[3:]) for row, point in zip(table.rows, result.points, strict=True)
    )
    return replace(table, columns=(*begin, own, *others), rows=tuple(rows))


def reached(points: Sequence[Point]) -> str:
    """The sizes or the per cent that points stand for on the key, and which of them are the same."""
    return "; ".join(
        text
        for point in points
        for text in (
            ", ".join(f"{value:.1f}" for value in point.reached),
            "" if point.same_as is None else f"as {point.same_as}",
        )
        if text
    )


def experiment_tables(result: ProbeResult) -> list[Table]:
    """One table per experiment."""
    by_name: dict[str, list[Point]] = {}
    for point in result.points:
        by_name.setdefault(point.experiment, []).append(point)
    tables = []
    for name, points in by_name.items():
        table = point_table(replace(result, points=tuple(points)))
        kept = [column.name for column in table.columns[1:] if column.main]
        tables.append(
            replace(
                table.only(kept).narrowing(1 + ("reached" in kept), but=MEAN),
                caption=f"{EXPERIMENTS[name].title} ({name}), on {_key(result)}, F1 in per cent",
                notes=() if result.key is None else _explanation(name),
            )
        )
    return tables


def _explanation(name: str) -> tuple[str, ...]:
    """The meaning of the points of an experiment on another key."""
    if EXPERIMENTS[name].sizes is not None:
        return (_NEAREST,)
    return () if EXPERIMENTS[name].share is None else (_SHARES,)


def _caption(result: ProbeResult) -> str:
    return f"Generated responses on {_key(result)}, F1 in per cent"


def _key(result: ProbeResult) -> str:
    return "the key of Moosavi and Strube (2016)" if result.key is None else result.key


def probe_record(result: ProbeResult) -> dict[str, object]:
    """``scores`` of experiments are F1; responses have recall and precision too."""
    return {
        **head(result.signature, result.key),
        "experiments": [
            {
                "experiment": point.experiment,
                "point": point.point,
                "reached": list(point.reached),
                "same_as": point.same_as,
                **point.counts._asdict(),
                "recall": {name: score.recall for name, score in point.scores.items()},
                "precision": {name: score.precision for name, score in point.scores.items()},
                "scores": {name: score.f1 for name, score in point.scores.items()},
            }
            for point in result.points
        ],
        "responses": [_response_record(probed) for probed in result.responses],
        "agreement": None if result.agreement is None else agreement_record(result.agreement),
        "rejected": [*rejections_of(result.rejected).values()],
    }


def _response_record(probed: Probed) -> dict[str, object]:
    return {
        "system": probed.system,
        "missed": probed.missed,
        "versions": [
            {
                "version": one.version,
                **one.counts._asdict(),
                "scores": score_entries(one.scores),
            }
            for one in probed.variants
        ],
        "verdicts": {
            one.metric: {name: getattr(one, name) for name in ("verdict", "tested", "recall_moved", "misled")}
            for one in probed.reactions
        },
    }
