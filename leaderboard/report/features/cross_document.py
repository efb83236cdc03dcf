"""Scores within documents, and links within and across them, as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from leaderboard.metrics.metric import Metric
from leaderboard.report.section import Section
from leaderboard.report.table import Column, Table
from leaderboard.report.tables.score_fields import QUANTITIES, score_columns, score_values
from leaderboard.tasks.account import CrossDocument
from leaderboard.tasks.task import Across
from leaderboard.text import plural

if TYPE_CHECKING:
    from leaderboard.verbs.rank import RankResult


def section(result: RankResult) -> Section:
    joined = result.cross_document
    best_first = {one.system: joined[one.system] for one in result.primary.standings if joined}
    tables = tuple(cross_document_tables(result.metrics, best_first, result.across))
    return Section(name="cross-document", title="Within and across documents", tables=tables)


def cross_document_tables(
    metrics: Sequence[Metric], systems: Mapping[str, CrossDocument], across: Across | None
) -> Iterator[Table]:
    """F1 within documents and the links of each system, where there are any."""
    if across is None or not systems:
        return
    by = across.by
    places = {"within": "within documents", "across": "across documents"}
    places["between"] = f"between {plural(by)} (not scored)"
    explained = f"A link between {plural(by)} is a pair of mentions of one id in two {plural(by)}."
    between = any("between" in system.links for system in systems.values())
    scores = [system.scores_within for system in systems.values()]
    columns = [column for column in score_columns(metrics, scores) if column.name.endswith("_f1")]
    yield Table(
        "Each document by itself: F1 in per cent",
        (Column("system", "System"), *columns),
        tuple((name, *score_values(columns, within)) for name, within in zip(systems, scores, strict=True)),
    ).narrowing(1)
    yield Table(
        "Links within and across documents",
        (
            Column("system", "System"),
            Column("links", "Links"),
            *(Column(name, name.capitalize(), "count") for name in ("key", "response", "common")),
            *(Column(name, label, "percent") for name, label in QUANTITIES.items()),
        ),
        tuple(
            (
                name,
                places[place],
                *(round(count) for count in (links.key, links.response, links.common)),
                *(getattr(links, quantity) for quantity in QUANTITIES),
            )
            for name, system in systems.items()
            for place, links in system.links.items()
        ),
        (
            "A link is a pair of mentions of one entity: within one document, or across two of one group.",
            *([explained] if between else []),
        ),
    )
