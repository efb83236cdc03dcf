"""The repairs of texts as tables and records, and the strict scores beside those of the repaired texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from leaderboard.formats.beside.repair import Mend
from leaderboard.report.relation import Field, Relation, relation_of
from leaderboard.report.section import Section
from leaderboard.report.table import Column, Table, Value
from leaderboard.scoresheet import PartName
from leaderboard.tasks.account import Repair, mended_documents

if TYPE_CHECKING:
    from leaderboard.significance.family import Family
    from leaderboard.verbs.rank import RankResult


NO_REPAIRS: Mapping[str, Repair] = MappingProxyType({})


def section(result: RankResult) -> Section:
    tables = tuple(repair_tables(result))
    return Section(name="repairs", title="Repairs", tables=tables, relations=(repairs(result),))


def strict_pair_columns(repairs: Mapping[str, Repair], systems: Sequence[str]) -> tuple[Column, ...]:
    """Strict F1 of both systems of a pair; none where texts are not repaired."""
    labels = zip(("first", "second"), systems or ("First", "Second"), strict=True)
    return tuple(
        Column(f"{side}_strict", f"{name} strict", "percent", spare=0 if systems else 2)
        for side, name in labels
        if repairs
    )


def strict_pair_values(
    repairs: Mapping[str, Repair], family: Family, pairs: slice = slice(None)
) -> dict[str, list[Value]]:
    """Strict F1 of both systems of some pairs by the metric of a family."""
    if not repairs:
        return {}
    strict = [repairs[system].scores[family.metric].f1 for system in family.systems]
    sides = {"first_strict": family.pairing.first, "second_strict": family.pairing.second}
    return {name: [strict[system] for system in side[pairs].tolist()] for name, side in sides.items()}


def mend_record(mend: Mend) -> dict[str, object]:
    """The counts of repairs for programs."""
    words = {name: getattr(mend, name) for name in ("invented", "lost", "changed")}
    return {
        "mode": "align",
        "documents": mend.documents,
        "words": words,
        "brackets_dropped": mend.brackets_dropped,
        "mentions_dropped": mend.mentions_dropped,
        "unaligned": mend.unaligned,
        "lines_dropped": mend.lines_dropped,
    }


def repair_tables(result: RankResult) -> Iterator[Table]:
    """One row per system, best first, with the numbers of its repairs, where texts are repaired."""
    labels = {name: name.replace("_", " ").capitalize() for name in Mend._fields}
    if result.text_repairs:
        yield Table(
            "Repairs of the texts of each system",
            (Column("system", "System"), *(Column(name, label, "count") for name, label in labels.items())),
            tuple(
                (standing.system, *result.text_repairs[standing.system].mend)
                for standing in result.primary.standings
            ),
            ("Invented, lost and changed count words and signs. All repaired documents are in repairs.csv.",),
        )


def repairs(result: RankResult) -> Relation:
    """One row per document that was repaired, and system."""
    rows = [
        (part, standing.system, mend)
        for standing in (result.primary.standings if result.text_repairs else ())
        for part, mend in mended_documents(result.task, standing.system).items()
        if any(mend)
    ]
    fields: list[Field[tuple[PartName, str, Mend]]] = [
        Field(Column("dataset", "Dataset"), lambda row: row[0].dataset or None),
        Field(Column("document", "Document"), lambda row: row[0].document),
        Field(Column("part", "Part", "count"), lambda row: row[0].number),
        Field(Column("system", "System"), lambda row: row[1]),
        *(
            Field(Column(name, name, "count"), lambda row, at=at: row[2][at])  # type: ignore[misc]
            for at, name in enumerate(Mend._fields)
        ),
    ]
    relation = relation_of("repairs", ("dataset", "document", "part", "system"), fields, rows)
    return relation.in_file("repairs.csv", when=bool(result.text_repairs))
