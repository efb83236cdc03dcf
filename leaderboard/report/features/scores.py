"""The scores of systems: what programs read, and the tables that people read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from leaderboard.error_analysis.profile import ErrorProfile
from leaderboard.errors import Problem
from leaderboard.metrics.defined import SUMS, four_rows, is_exported
from leaderboard.metrics.metric import scale_of, split
from leaderboard.report.features.chains import chain_records, chain_table
from leaderboard.report.features.errors import change_tables, error_record, error_tables, sum_notes
from leaderboard.report.features.problems import input_records
from leaderboard.report.features.repairs import mend_record
from leaderboard.report.features.slice_facts import IN_FILES, response_counts, slice_cells, slice_record
from leaderboard.report.forms.json import head
from leaderboard.report.relation import OUTER, Field, Relation, relation_of
from leaderboard.report.systems import Record, score_entries, system_records, table_record
from leaderboard.report.table import Column, Table, Value, cell, group_starts, show
from leaderboard.report.tables.score_fields import MEAN, QUANTITIES, found_fields, score_fields
from leaderboard.report.words.boards import mean_label
from leaderboard.report.words.methods import mean_note
from leaderboard.report.words.names import how_all, score_column, words_of
from leaderboard.report.words.rejections import missing_notes, rejection_notes, repair_notes
from leaderboard.report.words.remarks import remark_records, sentences
from leaderboard.scoring.scored import Counts
from leaderboard.submissions.lookup import run_label
from leaderboard.tasks.task import Score, scores_of
from leaderboard.text import capital, joined, listed, one_line

if TYPE_CHECKING:
    from leaderboard.error_analysis.side_by_side import ChainPair
    from leaderboard.verbs.score import PartScores, ScoreResult, SliceScores, SystemScores


# In a line.
MOST_SYSTEMS = 5
Row = TypeVar("Row")
Scores = Mapping[str, Score]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRow:
    """The scores of a system on everything, or on a dataset; ``strict`` ones where texts are repaired."""

    system: SystemScores
    dataset: str | None
    documents: int
    parts: int
    scores: Scores
    strict: Scores | None


def scored(result: ScoreResult, datasets: Collection[str]) -> Iterator[ScoreRow]:
    """Yield each system, then what it has of each dataset where there are several."""
    strict = result.task.strict
    of_dataset = {dataset: scores_of(strict.on([dataset])) if strict else {} for dataset in datasets}
    for one in result.systems:
        yield ScoreRow(
            system=one,
            dataset=None,
            documents=one.documents,
            parts=one.parts,
            scores=one.scores,
            strict=one.repair and one.repair.scores,
        )
        for dataset in (name for name in datasets if name in one.datasets):
            parts = [part for part in result.task.sheet.parts if part.dataset == dataset]
            yield ScoreRow(
                system=one,
                dataset=dataset,
                documents=len({part.document for part in parts}),
                parts=len(parts),
                scores=one.datasets[dataset],
                strict=of_dataset[dataset].get(one.system),
            )


def scores_of_systems(result: ScoreResult, by_dataset: bool = True) -> Relation:
    """One row per system; with several datasets also one per system and dataset."""
    datasets = result.datasets if by_dataset else {}
    place: list[Field[ScoreRow]] = [Field(Column("dataset", "Dataset"), lambda row: row.dataset)]
    fields: list[Field[ScoreRow]] = [
        Field(Column("system", "System"), lambda row: row.system.system),
        *(place if datasets else []),
        Field(Column("documents", "Documents", "count", main=False), lambda row: row.documents),
        Field(Column("parts", "Parts", "count", main=False), lambda row: row.parts),
        *found_fields(lambda row: row.system, result.systems),
        *_shown(result, lambda row: row.scores, lambda row: row.strict),
    ]
    return relation_of("scores", ("system", "dataset"), fields, scored(result, datasets))


def documents(result: ScoreResult) -> Relation:
    """One row per part of a document and system."""
    order = {part: place for place, part in enumerate(result.task.sheet.parts)}
    rows = [(system.system, part) for system in result.systems for part in system.per_document]
    rows.sort(key=lambda row: order[row[1].dataset, row[1].document, row[1].part])  # type: ignore[index]
    several = any(part.dataset for _, part in rows)
    fields: list[Field[tuple[str, PartScores]]] = [
        Field(Column("dataset", "Dataset", main=several), lambda row: row[1].dataset or None),
        Field(Column("document", "Document"), lambda row: row[1].document),
        Field(Column("part", "Part", "count"), lambda row: row[1].part),
        Field(Column("system", "System", path=OUTER), lambda row: row[0]),
        *_shown(result, lambda row: row[1].scores, lambda row: row[1].strict),
    ]
    return relation_of("documents", ("dataset", "document", "part", "system"), fields, rows)


COUNTS = "counts"


def counts_table(result: ScoreResult) -> Table:
    """The sums of each part of a document, system and run: a table of counts that `rank` reads."""
    sheet, task = result.task.sheet, result.task
    runs = [(system, entry) for system in sheet.systems for entry in task.entries(system)]
    names = [(system, run_label(system, entry) if system in task.runs else None) for system, entry in runs]
    members = {
        member.name: (member, sums)
        for metric in result.metrics
        if is_exported(metric)
        for member, sums in zip(metric.members, split(metric, sheet.sums[metric.name]), strict=True)
    }
    columns = [f"{name}_{of}" for name in members for of in SUMS]
    values = [sums[:, four_rows(member)] for member, sums in members.values()]
    cells = np.concatenate(values, axis=1) if values else np.empty((len(runs), 0, len(sheet.parts)))
    rows = (
        (*names[row], part.dataset or None, part.document, part.number, *cells[row, :, at].tolist())
        for row in range(len(runs))
        for at, part in enumerate(sheet.parts)
    )
    head = ("system", "run", "dataset", "document", "part", *columns)
    return Table("", tuple(Column(name, name, "written") for name in head), tuple(rows))


def not_counted(result: ScoreResult) -> list[Problem]:
    """A warning about the metrics that are no quotients of sums."""
    left_out = [metric.label for metric in result.metrics if not is_exported(metric)]
    if not left_out:
        return []
    what = f"left out of the counts: {joined(left_out)}"
    return [Problem("--columns counts", 0, what, "only F1 of two quotients of sums can be written")]


def _shown(
    result: ScoreResult, scores: Callable[[Row], Scores], strict: Callable[[Row], Scores | None]
) -> Iterator[Field[Row]]:
    """The fields of scores, of which F1 is shown first, and the strict one of the last metric."""
    shown = {score_column(metric.name) for metric in result.metrics} | {f"{result.metrics[-1].name}_strict"}
    for field in score_fields(result.metrics, scores, strict if result.task.strict else None):
        yield replace(field, column=replace(field.column, main=field.column.name in shown))


def sliced(result: ScoreResult) -> Table:
    """The rows of everything, then one a slice and system, with what a slice is before the scores."""
    table = _of_files(scores_of_systems(result))
    whole = table.only([column.name for column in table.columns if column.name != "documents"])
    rows: list[tuple[Value, ...]] = []
    for one, cells in zip(scored(result, result.datasets), whole.rows, strict=True):
        counts = (one.system.counts if one.dataset is None else None) or [None] * len(Counts._fields)
        rows.append((None, None, None, False, one.documents, *counts, *cells))
    fields: list[Field[Scores]] = score_fields(result.metrics, dict)
    systems = [system for system in result.systems if system.slices]
    for of_slice in zip(*(system.slices for system in systems), strict=True):
        for system, one_slice in zip(systems, of_slice, strict=True):
            found: dict[str, Value] = {field.column.name: field.value(one_slice.scores) for field in fields}
            found["system"] = system.system
            cells = tuple(found.get(column.name) for column in whole.columns)
            rows.append((*slice_cells(one_slice.sheet, system.system), *cells))
    return Table(whole.caption, (*IN_FILES, *whole.columns), tuple(rows))


def score_record(result: ScoreResult) -> Record:
    errors = errors_of(result)
    further: dict[str, Mapping[str, object]] = {
        "errors": {system: error_record(profile) for system, profile in errors.items()},
        "per_document": {one.system: list(map(_part_record, one.per_document)) for one in result.systems},
        "slices": {
            one.system: [_slice_record(one.system, on_slice) for on_slice in one.slices]
            for one in result.systems
        },
        "chains": {one.system: chain_records(one.chains) for one in result.systems},
    }
    asked = {name: by_system for name, by_system in further.items() if any(by_system.values())}
    scores = {one.system: one.scores for one in result.systems}
    return {
        **head(result.signature, result.key),
        **table_record(result.task),
        "key_repairs": result.key_repairs,
        "across": result.across and asdict(result.across),
        "systems": [*system_records(result.task, scores, datasets=_dataset_records(result), **asked)],
        "notes": list(sentences(result.remarks)),
        "remarks": remark_records(result.remarks),
        **input_records(result.task),
    }


def _dataset_records(result: ScoreResult) -> dict[str, list[Record]]:
    records: dict[str, list[Record]] = {}
    for row in scored(result, result.datasets):
        if row.dataset is not None:
            strict = {"scores_strict": row.strict and score_entries(row.strict)} if result.task.strict else {}
            records.setdefault(row.system.system, []).append(
                {
                    "dataset": row.dataset,
                    "label": result.datasets[row.dataset],
                    "documents": row.documents,
                    "parts": row.parts,
                    "scores": score_entries(row.scores),
                    **strict,
                }
            )
    return records


def _part_record(part: PartScores) -> Record:
    return {
        "dataset": part.dataset or None,
        "document": part.document,
        "part": part.part,
        "scores": score_entries(part.scores),
        **({"scores_strict": score_entries(part.strict)} if part.strict else {}),
        **({"repair": mend_record(part.mend)} if part.mend else {}),
    }


def _slice_record(system: str, one: SliceScores) -> Record:
    return {
        **slice_record(one.sheet),
        **response_counts(one.sheet, system),
        "signature": one.sheet.signature,
        "scores": score_entries(one.scores),
    }


def _of_files(relation: Relation, caption: str = "") -> Table:
    """The columns that files have, which are those that people can choose."""
    table = relation.table(caption)
    return table.only([column.name for column in table.columns if not column.in_records])


def system_table(result: ScoreResult) -> Table:
    """One row per system."""
    table = _of_files(scores_of_systems(result, by_dataset=False), _caption(result))
    return replace(table, notes=_notes(result), signature=result.signature).narrowing(1, but=MEAN)


def metric_table(result: ScoreResult) -> Table:
    """One row per system and metric: how one system's scores are read most easily."""
    repaired = any(system.repair for system in result.systems)
    return Table(
        _caption(result),
        (
            Column("system", "System", main=len(result.systems) > 1),
            Column("metric", "Metric"),
            *(Column(name, label, "percent") for name, label in _quantities(result).items()),
            *([Column("strict", "F1 strict", "percent")] if repaired else []),
        ),
        tuple(
            (
                system.system,
                metric.label,
                *(
                    cell(getattr(system.scores[metric.name], name), "percent", metric.name)
                    for name in _quantities(result)
                ),
                *([system.repair.scores[metric.name].f1 if system.repair else None] if repaired else []),
            )
            for system in result.systems
            for metric in result.metrics
        ),
        _notes(result),
        signature=result.signature,
    )


def _quantities(result: ScoreResult) -> dict[str, str]:
    """The columns of a table by metric; only beside recall and precision a score is F1."""
    if any(scale_of(metric.name).noun for metric in result.metrics):
        return QUANTITIES
    return {"score": "Score"}


def part_table(result: ScoreResult) -> Table:
    """One row per part of a document and system."""
    table = _of_files(documents(result), _caption(result))
    starts = group_starts([row[:3] for row in table.rows]) if len(result.systems) > 1 else frozenset()
    table = replace(table, notes=_notes(result), groups=starts, signature=result.signature)
    return table.narrowing(4, but=MEAN)


def dataset_score_tables(result: ScoreResult) -> list[Table]:
    """One row per system and dataset, and one for the mean, where there are several datasets."""
    if not result.datasets:
        return []
    scores = words_of(result.metrics[0].name).scores
    caption = f"{capital(scores)} by dataset{how_all(result.metrics)}"
    table = _of_files(scores_of_systems(result), caption)
    of_scores = [column.name for column in table.columns if column.path.startswith("scores")]
    shown = table.only(["system", "dataset", *of_scores])
    found = {(system, dataset): cells for system, dataset, *cells in shown.rows}
    places = (*result.datasets, None)
    nothing = (None,) * len(of_scores)
    rows = [
        (one.system, _place(result, one, dataset), *found.get((one.system, dataset), nothing))
        for one in result.systems
        for dataset in places
    ]
    columns = (replace(shown.columns[0], main=len(result.systems) > 1), *shown.columns[1:])
    return [replace(shown, columns=columns, rows=tuple(rows), groups=group_starts([row[0] for row in rows]))]


def _place(result: ScoreResult, system: SystemScores, dataset: str | None) -> str:
    """The label of a dataset or of the mean, with the datasets after it if the system lacks some."""
    if dataset is not None:
        return result.datasets[dataset]
    every, present = len(result.datasets), len(system.datasets)
    label = mean_label(result.averaged)
    return label if present == every else f"{label} of {present} of {every}"


def scores_text(result: ScoreResult) -> str:
    """Return, in a line, F1 of the only system by each metric, or of the first systems by the last metric."""
    if len(result.systems) != 1:
        last = result.metrics[-1]
        each = [
            f"{one.system} {show(one.scores[last.name].f1, 'percent', last.name)}" for one in result.systems
        ]
        return f"{last.label}: {listed(each, MOST_SYSTEMS)}" if each else "no response could be scored"
    [only] = result.systems
    scores = (
        f"{metric.label} {show(only.scores[metric.name].f1, 'percent', metric.name)}"
        for metric in result.metrics
    )
    return f"{only.system}: {', '.join(scores)}" if result.key else ", ".join(scores)


def scores_table(result: ScoreResult) -> Table:
    """Return one row per metric of the only system, or one row per system."""
    return metric_table(result) if len(result.systems) == 1 else system_table(result)


def further_tables(result: ScoreResult) -> list[Table]:
    """Return the tables of runs, datasets and slices, and of links if entities are joined over documents."""
    from leaderboard.report.features.cross_document import cross_document_tables
    from leaderboard.report.features.runs import run_tables

    slices = []
    if any(system.slices for system in result.systems):
        from leaderboard.report.features.slices import score_slice_tables

        slices = score_slice_tables(result)
    across = {system.system: system.cross_document for system in result.systems if system.cross_document}
    return [
        *run_tables(result.runs, result.metrics),
        *dataset_score_tables(result),
        *slices,
        *cross_document_tables(result.metrics, across, result.across),
    ]


def detail_tables(result: ScoreResult, document: str | None = None) -> list[Table]:
    """The chains of a document and the kinds of errors, where they were asked for."""
    chains = {} if document is None else chains_of(result)
    errors = errors_of(result)
    tables = [chain_table(str(document), chains)] if chains else []
    pair = change_tables(errors, result.turns) if result.turns else []
    return [*tables, *error_tables(errors, sum_notes(len(result.datasets), result.metrics)), *pair]


def errors_of(result: ScoreResult) -> dict[str, ErrorProfile]:
    return {system.system: system.errors for system in result.systems if system.errors}


def chains_of(result: ScoreResult) -> dict[str, tuple[ChainPair, ...]]:
    return {system.system: system.chains for system in result.systems}


def _parts(result: ScoreResult, system: SystemScores) -> int | None:
    """The parts of all runs of a system; where groups are counted in place of parts, they are not known."""
    return None if result.across else system.parts * max(1, len(result.runs.get(system.system, ())))


def _caption(result: ScoreResult) -> str:
    how, is_named = how_all(result.metrics), result.key or result.task.table
    if len(result.systems) == 1:
        return f"Scores of {result.systems[0].system}{how}" if is_named else f"Scores{how}"
    return f"{capital(words_of(result.metrics[0].name).scores)}{how}" if result.systems else "No scores"


def _notes(result: ScoreResult) -> tuple[str, ...]:
    missing = [
        note
        for system in result.systems
        for note in missing_notes({system.system: system.missing}, _parts(result, system))
    ]
    repairs = repair_notes(result.key_repairs, {system.system: system.repairs for system in result.systems})
    mean = mean_note(len(result.datasets), result.averaged, tested=False)
    key = [f"Key: {one_line(result.key)}."] if result.key else []
    return (*key, *mean, *sentences(result.remarks), *missing, *repairs, *rejection_notes(result.rejected))
