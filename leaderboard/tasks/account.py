"""What is told of the systems of a task beside their scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations, islice
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from leaderboard.formats.beside.repair import Mend
from leaderboard.metrics.metric import Floats, recall_precision_f1
from leaderboard.remark import Remark, remark
from leaderboard.scoresheet import PartName, Scoresheet, mean_of_runs
from leaderboard.scoring.across import LINKS, LinkSums, within
from leaderboard.submissions.run_names import run_label
from leaderboard.tasks.task import Account, Score, Task, left_out_remarks, pick, scores_of

if TYPE_CHECKING:
    from leaderboard.significance.runs import Spread


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a system: the name of its entry, and its scores by each metric."""

    run: str
    scores: Mapping[str, Score]


def with_account(task: Task) -> Task:
    """The task with what is told of its systems, computed once."""
    runs = runs_of(task)
    versions = (response.versions for response in task.responses.values() if response.versions)
    heads = {heads for one in versions for heads in one.heads}
    account = Account(
        runs=runs,
        spread=spreads_of(runs),
        repairs=repairs_of(task),
        cross_document=cross_document(task),
        span_heads="+".join(sorted(heads)),
        lacking_remarks=lacking_remarks(task),
        run_remarks=run_remarks(task),
    )
    return replace(task, account=account)


def runs_of(task: Task) -> dict[str, tuple[Run, ...]]:
    """The scores of each run of the systems that have several."""
    several = [system for system in task.sheet.systems if system in task.runs]
    return {
        system: tuple(Run(entry, scores) for entry, scores in zip(task.runs[system], rows, strict=True))
        for system, rows in _by_system(task.sheet.of(several)).items()
    }


def _by_system(sheet: Scoresheet) -> dict[str, list[dict[str, Score]]]:
    columns = {metric.name: sheet.run_scores(metric) for metric in sheet.metrics if sheet.systems}
    counts = sheet.runs or (1,) * len(sheet.systems)
    rows = iter(range(sum(counts)))
    return {
        system: [{name: pick(column, row) for name, column in columns.items()} for row in islice(rows, count)]
        for system, count in zip(sheet.systems, counts, strict=True)
    }


def spreads_of(runs: Mapping[str, tuple[Run, ...]]) -> dict[str, dict[str, Spread]]:
    """The spread of the F1 of each system with several runs, by each metric."""
    if not runs:
        return {}
    from leaderboard.significance.runs import Spread

    return {
        system: {name: Spread.among([run.scores[name].f1 for run in several]) for name in several[0].scores}
        for system, several in runs.items()
    }


def run_remarks(task: Task) -> tuple[Remark, ...]:
    """Remarks on systems that are means over the same runs, or lost the same ones, and on runs left out."""
    systems: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for system, runs in task.runs.items():
        scored, dropped = (
            tuple(run_label(system, entry) for entry in entries)
            for entries in (runs, task.dropped_runs.get(system, ()))
        )
        systems.setdefault((scored, dropped), []).append(system)
    of_systems = (
        remark("runs", systems=tuple(same), runs=runs, rejected=dropped)
        for (runs, dropped), same in systems.items()
    )
    return (*of_systems, *left_out_remarks(task.fates))


class Repair(NamedTuple):
    """The repairs of one system, and its scores where repaired documents count as empty."""

    mend: Mend
    scores: Mapping[str, Score]


def repairs_of(task: Task) -> dict[str, Repair]:
    """The repairs of each ranked system, in all of its runs; none where texts are not repaired."""
    if task.strict is None:
        return {}
    return {
        system: Repair(_total(task.responses[entry].mends for entry in task.entries(system)), scores)
        for system, scores in scores_of(task.strict).items()
    }


def mended_documents(task: Task, system: str) -> dict[PartName, Mend]:
    """The repairs of each document of a system, in all of its runs."""
    mends = [task.responses[entry].mends for entry in task.entries(system)]
    columns = zip(*mends, strict=True)
    return {
        part: reduce(Mend.and_of, column) for part, column in zip(task.sheet.parts, columns, strict=False)
    }


def repair_remarks(task: Task, metric: str) -> Iterator[Remark]:
    """A remark on the pairs of systems that strict scores order otherwise, by one metric."""
    repairs = task.account.repairs
    scores = scores_of(task.sheet) if repairs else {}  # thousands of systems take seconds
    pairs = [
        (first, second)
        for first, second in combinations(repairs, 2)
        if _sign([scores[name][metric].f1 for name in (first, second)])
        != _sign([repairs[name].scores[metric].f1 for name in (first, second)])
    ]
    if pairs:
        yield remark("strict_order", pairs=tuple(pairs), of=metric)


def _sign(scores: Sequence[float]) -> int:
    first, second = scores
    return (first > second) - (first < second)


def _total(mends: Iterator[Sequence[Mend]]) -> Mend:
    return reduce(Mend.and_of, (mend for parts in mends for mend in parts), Mend())


@dataclass(frozen=True, slots=True)
class LinkScores:
    """Numbers of pairs of mentions of one entity, each the mean over runs, and their scores."""

    common: float
    key: float
    response: float
    recall: float
    precision: float
    f1: float


@dataclass(frozen=True, slots=True)
class CrossDocument:
    """The scores of a system where each document is by itself, and its links ``within`` and ``across``."""

    scores_within: Mapping[str, Score]
    links: Mapping[str, LinkScores]


@dataclass(frozen=True, slots=True)
class Across:
    """The kind of groups of documents, and their number."""

    by: str
    groups: int


def across_of(task: Task) -> Across | None:
    """Return the groups of a task; None where entities are within documents."""
    return Across(str(task.options.across), len(task.sheet.parts)) if task.options.joins else None


def cross_document(task: Task) -> dict[str, CrossDocument]:
    """Return what is within and across documents, of each ranked system; empty where nothing is joined."""
    return _of_sheet(task.sheet) if LINKS in task.sheet.sums else {}


def cross_document_remarks(task: Task, priced: bool = False) -> Iterator[Remark]:
    """Remark on what is not comparable, and on prices that were asked for and are left out."""
    if LINKS not in task.sheet.sums:
        return
    if priced:
        yield remark("no_prices_across", by=task.options.across)
    unmatched = LinkSums._make(_totals(task.sheet).T).unmatched
    having = [name for name, count in zip(task.sheet.systems, unmatched, strict=True) if not count]
    if 0 < len(having) < len(task.sheet.systems):
        others = len(task.sheet.systems) - len(having)
        yield remark("mentions_of_key", systems=tuple(having), others=others)


def _of_sheet(sheet: Scoresheet) -> dict[str, CrossDocument]:
    columns = {metric.name: sheet.scores(replace(metric, name=within(metric))) for metric in sheet.metrics}
    return {
        system: CrossDocument(
            {name: pick(column, row) for name, column in columns.items()},
            _links(LinkSums._make(totals)),
        )
        for row, (system, totals) in enumerate(zip(sheet.systems, _totals(sheet), strict=True))
    }


def _totals(sheet: Scoresheet) -> Floats:
    """The sums of links of each system [systems, rows]."""
    return mean_of_runs(sheet.sums[LINKS].sum(axis=-1), sheet.runs)


def _links(sums: LinkSums) -> dict[str, LinkScores]:
    inside = (sums.common_within, sums.key_within, sums.response_within)
    everywhere = (sums.common, sums.key, sums.response)
    beyond = tuple(every - own for every, own in zip(everywhere, inside, strict=True))
    return {"within": _score(*inside), "across": _score(*beyond)}


def _score(common: Floats, key: Floats, response: Floats) -> LinkScores:
    recall, precision, f1 = recall_precision_f1(np.array([common, key, common, response]))
    return LinkScores(*(float(value) for value in (common, key, response, recall, precision, f1)))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class DatasetScores:
    """One dataset: its label, how many documents it has, and the scores of each system that has it.

    A system that lacks it has scores of 0 where the policy is ``zero``, and none where it is ``exclude``.
    """

    dataset: str
    label: str
    documents: int
    scores: dict[str, dict[str, Score]]


def dataset_scores(task: Task) -> tuple[DatasetScores, ...]:
    """The scores by dataset, in the order in which they are shown; none where there is only one."""
    return tuple(_scores_on(task, dataset, label) for dataset, label in several(task.datasets).items())


def partial_scores(task: Task) -> dict[str, dict[str, Score]]:
    """The means of the systems that are excluded, over the datasets that they have."""
    return {system: scores_of(having(task, system))[system] for system in task.partial.systems}


def having(task: Task, system: str) -> Scoresheet:
    """The scoresheet of an excluded system on the datasets that it has."""
    return task.partial.of([system]).on([name for name in task.datasets if name not in task.lacking[system]])


def several(datasets: Mapping[str, str]) -> Mapping[str, str]:
    """The datasets, if there are more than one."""
    return datasets if len(datasets) > 1 else {}


def absent(task: Task) -> frozenset[tuple[str, str]]:
    """The dataset and system of every score that no output stands behind."""
    return frozenset((dataset, system) for system, names in task.lacking.items() for dataset in names)


def lacking_remarks(task: Task) -> tuple[Remark, ...]:
    """Return the remarks on datasets that systems lack, and on units that means over units leave out."""
    return (*_lacking_datasets(task), *_left_out_units(task))


def _left_out_units(task: Task) -> Iterator[Remark]:
    """The number of units that the means over units leave out, by metric."""
    if counts := tuple((name, count) for name, count in task.sheet.left_out().items() if count):
        yield remark("left_out_units", counts=counts, unit=task.options.unit)


def _lacking_datasets(task: Task) -> tuple[Remark, ...]:
    """Which systems lack which datasets, and by which policy they are scored, on how many others."""
    return tuple(
        remark(
            "missing_datasets",
            system=entry,
            datasets=tuple(task.datasets[name] for name in names),
            faulty=tuple(task.datasets[name] for name in names if name in _faulty(task, system)),
            policy="exclude" if system in task.partial.systems else "zero",
            others=len(task.datasets) - len(names),
        )
        for system in task.lacking
        for entry, names in _lacking(task, system).items()
    )


def _faulty(task: Task, system: str) -> set[str]:
    """The datasets whose files are unreadable in some run of a system."""
    return {dataset for entry in task.entries(system) for dataset in task.responses[entry].faults}


def _lacking(task: Task, system: str) -> dict[str, tuple[str, ...]]:
    """The datasets that a system lacks, or those of each of its runs where not all of them lack the same."""
    runs = {run: lacking for run in task.entries(system) if (lacking := task.responses[run].lacking)}
    alike = len(runs) == len(task.entries(system)) and set(runs.values()) == {task.lacking[system]}
    return {system: task.lacking[system]} if alike or system in task.partial.systems else runs


def _scores_on(task: Task, dataset: str, label: str) -> DatasetScores:
    sheet, partial = task.sheet.on([dataset]), task.partial.on([dataset])
    having = [system for system in partial.systems if dataset not in task.lacking[system]]
    return DatasetScores(
        dataset,
        label,
        len({part.document for part in sheet.parts}),
        {**scores_of(sheet), **_only(partial, having)},
    )


def _only(sheet: Scoresheet, systems: Sequence[str]) -> dict[str, dict[str, Score]]:
    return {system: scores for system, scores in scores_of(sheet).items() if system in systems}
