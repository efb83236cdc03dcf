"""The record of a system, the same in every command that scores."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import PurePath

from leaderboard.metrics.metric import QUANTITIES, scale_of
from leaderboard.report.features.repairs import mend_record
from leaderboard.report.tables.score_fields import quantities
from leaderboard.scoresheet import PartName
from leaderboard.submissions.lookup import run_label
from leaderboard.tasks.account import LinkScores, Run
from leaderboard.tasks.scored_task import name_in
from leaderboard.tasks.task import Score, Task
from leaderboard.text import one_line

Record = dict[str, object]
# In the order of every record, others last; a command leaves out what it does not compute.
MEMBERS = (
    *("rank", "rank_low", "rank_high", "letters", "system", "documents", "parts", "scores", "interval"),
    *("scores_strict", "scores_within", "links", "own_low", "own_high", "best", "drawn"),
    *("missing", "missing_datasets", "repairs", "spans_differ", "heads", "against", "card"),
    *("errors", "repair", "runs", "spread", "datasets", "ranks", "kinds", "per_document", "slices", "chains"),
)
_LISTS = ("missing_datasets", "runs", "datasets", "kinds", "per_document", "slices", "chains")
_BOUNDS = ("interval", "drawn")


def system_records(
    task: Task,
    scores: Mapping[str, Mapping[str, Score]],
    rows: Sequence[Record] = (),
    /,
    **further: Mapping[str, object],
) -> Iterator[Record]:
    """Yield the record of each system that has ``scores``, in their order.

    ``rows`` are those of a relation of systems, of which records have each cell; ``further`` members have a
    value by system. A system without one has nothing there. What a task does not have, such as repaired
    texts, is a member of no record.
    """
    known = {
        **_members(task),
        "system": {name: name for name in scores},
        "scores": {name: score_entries(one) for name, one in scores.items()},
        **further,
    }
    for name in [*rows[0]] if rows else ():
        if name not in known and "[" not in name:  # an end of bounds stands in the member of both
            known[name] = {str(row["system"]): row[name] for row in rows}
    order = [*(name for name in MEMBERS if name in known), *(name for name in known if name not in MEMBERS)]
    for system in scores:
        yield {name: known[name].get(system, _absent(name)) for name in order}


def table_record(task: Task, folder: str = "") -> Record:
    """What records tell of a table of counts: its metrics, and the units of the tests."""
    table = task.table
    if table is None:
        return {}
    name = name_in(folder, table.name) if folder else table.name
    return {
        "key": None,
        "table": name if table.is_file else None,
        "metrics": [
            {
                "name": metric.name,
                "definition": scale.definition,
                "lower": scale.lower,
                "bounds": list(scale.bounds),
                "percent": scale.percent,
            }
            for metric in task.sheet.metrics
            for scale in [scale_of(metric.name)]
        ],
        "unit": task.options.unit,
    }


def system_of_file(task: Task) -> Callable[[str], str | None]:
    """Return what finds the system to which a file belongs, or to which its folder does."""
    systems = {one_line(str(one.path)): system for system, one in task.submissions.items()}

    def system_of(file: str) -> str | None:
        places = (file, *map(str, PurePath(file).parents))
        return next((systems[place] for place in places if place in systems), None)

    return system_of


def _absent(name: str) -> object:
    if name in _BOUNDS:
        return [None, None]
    return [] if name in _LISTS else None


def _members(task: Task) -> dict[str, Mapping[str, object]]:
    """What a task knows of its systems, excluded ones too: each member by system."""
    systems = (*task.sheet.systems, *task.partial.systems)
    sizes = dict.fromkeys(task.sheet.systems, _size(task.sheet.parts))
    for system in task.partial.systems:
        sizes[system] = _size(
            [part for part in task.partial.parts if part.dataset not in task.lacking[system]]
        )
    found = {system: task.found(system) for system in systems}
    differ = {system: one.spans_differ for system, one in found.items()}
    runs = task.account.runs
    return {
        "documents": {name: documents for name, (documents, _) in sizes.items()},
        "parts": {name: parts for name, (_, parts) in sizes.items()},
        "missing": {name: one.missing for name, one in found.items()},
        "missing_datasets": {name: list(task.lacking.get(name, ())) for name in systems},
        "repairs": {name: one.repairs for name, one in found.items()},
        "heads": {name: one.heads and one.heads._asdict() for name, one in found.items()},
        "runs": {name: [_run(name, run) for run in several] for name, several in runs.items()},
        "spread": _spread(task, runs),
        **({"spans_differ": differ} if any(count is not None for count in differ.values()) else {}),
        **_repairs(task),
        **_within(task),
    }


def _size(parts: Collection[PartName]) -> tuple[int, int]:
    """The numbers of documents and parts."""
    return len({(part.dataset, part.document) for part in parts}), len(parts)


def _run(system: str, run: Run) -> Record:
    return {"run": run_label(system, run.run), "scores": score_entries(run.scores)}


def _spread(task: Task, runs: Mapping[str, tuple[Run, ...]]) -> dict[str, Record]:
    """The spread of each system by each metric, where any has several runs; a single output is one run."""
    names = [metric.name for metric in task.sheet.metrics]
    single: Record = {name: {"runs": 1, "sd": None, "min": None, "max": None} for name in names}
    several = task.account.spread
    return {
        system: {name: asdict(one) for name, one in several[system].items()} if system in several else single
        for system in ((*task.sheet.systems, *task.partial.systems) if runs else ())
    }


def _repairs(task: Task) -> dict[str, Mapping[str, object]]:
    """Repairs and strict scores, where texts are repaired."""
    if task.strict is None:
        return {}
    repairs = task.account.text_repairs
    return {
        "scores_strict": _with_blank(
            task, {system: score_entries(repair.scores) for system, repair in repairs.items()}
        ),
        "repair": {system: mend_record(repair.mend) for system, repair in repairs.items()},
    }


def _within(task: Task) -> dict[str, Mapping[str, object]]:
    """Scores within documents and links, where entities are joined over documents."""
    if not task.options.joins:
        return {}
    found = task.account.cross_document
    return {
        "scores_within": _with_blank(
            task, {system: score_entries(one.scores_within) for system, one in found.items()}
        ),
        "links": {
            system: {place: _links(links) for place, links in one.links.items()}
            for system, one in found.items()
        },
    }


def _with_blank(task: Task, scores: Mapping[str, object]) -> dict[str, object]:
    """The scores of ranked systems, and those of excluded ones, of which nothing is known."""
    blank = {metric.name: dict.fromkeys(QUANTITIES) for metric in task.sheet.metrics}
    return {**dict.fromkeys(task.partial.systems, blank), **scores}


def _links(links: LinkScores) -> Record:
    counts = {name: whole(getattr(links, name)) for name in ("common", "key", "response")}
    return asdict(links) | counts


def whole(count: float) -> float:
    """A count, which is a mean where a system has several runs."""
    return int(count) if count.is_integer() else count


def score_entries(scores: Mapping[str, Score]) -> dict[str, dict[str, float | None]]:
    """Recall, precision and F1 by each metric."""
    return {
        name: {quantity: getattr(score, quantity) for quantity in quantities(name)}
        for name, score in scores.items()
    }
