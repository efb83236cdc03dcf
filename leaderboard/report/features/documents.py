"""Documents: the scores of every system on each, their names in records, and their pages in the reader."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import quote

from leaderboard.metrics.metric import Floats, Scores
from leaderboard.report.relation import Block, Relation
from leaderboard.report.table import Column, Value
from leaderboard.report.tables.score_fields import score_columns_of
from leaderboard.report.words.names import unit_text
from leaderboard.scoresheet import PartName

if TYPE_CHECKING:
    from leaderboard.verbs.rank import RankResult


# Rows that are held as columns at a time, to bound the memory.
_AT_ONCE = 2**14


def documents(result: RankResult) -> Relation:
    """One row per unit and system, the systems in order of rank; a part stands where parts are units."""
    units, strict = result.sheet.units(result.options.shown_unit), result.task.strict
    order = [units.systems.index(standing.system) for standing in result.primary.standings]
    by_part = result.options.shown_unit == "part"
    names = ("dataset", "document", "part", "system")
    scores = score_columns_of(result.metrics, strict is not None)

    def blocks() -> Iterator[Callable[[], Block]]:
        every = result.sheet.unit_scores(result.options.shown_unit)
        every_strict = strict.unit_scores(result.options.shown_unit) if strict else {}
        width = max(1, _AT_ONCE // len(order))

        def block(start: int) -> Block:
            some = slice(start, start + width)
            found, cells = (_columns(one, order, some) for one in (every, every_strict))
            found |= {
                f"{name.removesuffix('_f1')}_strict": cells[name] for name in cells if name.endswith("_f1")
            }
            rows = [
                (unit.dataset or None, unit.document, unit.number if by_part else None, units.systems[system])
                for unit in units.names[some]
                for system in order
            ]
            return [*map(list, zip(*rows, strict=True)), *(found[column.name] for column in scores)]

        return (partial(block, start) for start in range(0, len(units.names), width))

    columns = (
        *(Column(name, name.capitalize(), "count" if name == "part" else "text") for name in names),
        *scores,
    )
    return Relation("documents", names, columns, blocks, member=False, file="documents.csv")


def _columns(scores: Mapping[str, Scores], order: Sequence[int], some: slice) -> dict[str, list[Value]]:
    """The scores of some systems on each of some units, column by column."""
    return {
        f"{name}_{quantity}": values[order, some].T.ravel().tolist()
        for name, of_metric in scores.items()
        for quantity, values in of_metric._asdict().items()
        if values is not None
    }


def unit_record(unit: PartName) -> dict[str, object]:
    """Return how records name a document or part."""
    return {"dataset": unit.dataset or None, "document": unit.document, "part": unit.number}


def unit_scores(result: RankResult) -> dict[str, Floats]:
    """The primary F1 of each system on every unit alone."""
    scores = result.sheet.unit_scores(result.options.shown_unit)[result.options.primary]
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


READ_DOCUMENTS = "To read the documents in the report: `leaderboard rank --reader`."
FOLDER, INDEX, DOCUMENTS = "reader", "index.html", "documents"


def shown(result: RankResult) -> Mapping[str, str]:
    """Return the systems that the reader shows, in its order, each with the entry that is shown."""
    names = result.reader.index.names if result.reader else ()
    found = {entry: system for system in result.sheet.systems for entry in result.task.entries(system)}
    return {found[name]: name for name in names}


def document_files(result: RankResult) -> Mapping[str, str]:
    """Return the first page of each document, by the text of its unit."""
    rows = result.reader.index.rows if result.reader else ()
    return {row.name: f"{FOLDER}/{DOCUMENTS}/{row.file}" for row in rows}


def document_address(result: RankResult, unit: PartName, gains: str, loses: str) -> str | None:
    """Return the address of a document that favours one of two systems, if the reader shows both."""
    systems = [*shown(result)]
    if gains not in systems or loses not in systems:
        return None
    numbers = systems.index(gains) + 1, systems.index(loses) + 1
    pair = "" if numbers == (1, 2) else f"pair={numbers[0]},{numbers[1]}&"
    return f"{document_files(result)[unit_text(unit._replace(number=0))]}#{pair}who=a"


def error_address(result: RankResult, system: str, kind: str) -> str | None:
    """Return the address of the documents by their errors of a kind, if the reader shows the system."""
    name = shown(result).get(system)
    return name and f"{FOLDER}/{INDEX}#kind={kind}&system={quote(name, safe='')}"


def reader_notes(result: RankResult) -> tuple[str, ...]:
    """Return the command that shows the documents, unless they are shown or cannot be."""
    return () if result.reader or not result.has_texts else (READ_DOCUMENTS,)


def read_note(responses: Iterable[str], key: str) -> str:
    """The command that shows the documents of some responses."""
    files = " ".join(map(shlex.quote, responses))
    return f"To read these documents: `leaderboard read {files} --key {shlex.quote(key)}`."
