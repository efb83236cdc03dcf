"""The scores of every system on every document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leaderboard.metrics.metric import Floats
from leaderboard.report.table import Column, Table, Value
from leaderboard.report.tables.scores import QUANTITIES
from leaderboard.scoresheet import PartName

if TYPE_CHECKING:
    from leaderboard.verbs.rank import RankResult


def document_table(result: RankResult) -> Table:
    """One row a unit and system, the systems in order of rank; a part stands where parts are units."""
    units = result.sheet.units(result.options.unit)
    order = [units.systems.index(standing.system) for standing in result.primary.standings]
    columns: dict[str, list[Value]] = {}
    for name, scores in result.sheet.unit_scores(result.options.unit).items():
        for quantity in QUANTITIES:
            values = getattr(scores, quantity)
            if values is not None:
                columns[f"{name}_{quantity}"] = values[order].T.ravel().tolist()
    by_part = result.options.unit == "part"
    names: list[tuple[Value, ...]] = [
        (unit.dataset, unit.document, unit.number if by_part else None, units.systems[system])
        for unit in units.names
        for system in order
    ]
    return Table(
        "Scores by document",
        (
            Column("dataset", "Dataset"),
            Column("document", "Document"),
            Column("part", "Part", "count"),
            Column("system", "System"),
            *(Column(name, name, "percent") for name in columns),
        ),
        tuple((*name, *row) for name, row in zip(names, zip(*columns.values(), strict=True), strict=True)),
    )


def unit_record(unit: PartName) -> dict[str, object]:
    """Return how records name a document or part."""
    return {"dataset": unit.dataset or None, "document": unit.document, "part": unit.number}


def unit_scores(result: RankResult) -> dict[str, Floats]:
    """The primary F1 of each system on every unit alone."""
    scores = result.sheet.unit_scores(result.options.unit)[result.options.primary]
    return dict(zip(result.sheet.systems, scores.f1, strict=True))


def default_pair(result: RankResult) -> tuple[str, str] | None:
    """Return the best system, and the next that differs from it on at least half of the units, else on most.

    There is none where no system differs from the best one.
    """
    scores = unit_scores(result)
    best, *others = (standing.system for standing in result.primary.standings)
    differing = {name: int((scores[name] != scores[best]).sum()) for name in others}
    if not any(differing.values()):
        return None
    half = [name for name in others if 2 * differing[name] >= len(scores[best])]
    return best, half[0] if half else max(others, key=lambda name: differing[name])
