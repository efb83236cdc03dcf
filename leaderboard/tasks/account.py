"""From single entries to systems, and what is told of them beside their scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations, islice
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from leaderboard.error_analysis.profile import mean_profile
from leaderboard.errors import ABOUT_SYSTEM, Problem
from leaderboard.formats.beside.repair import Mend
from leaderboard.metrics.metric import Floats, recall_precision_f1
from leaderboard.options.configuration import Configuration
from leaderboard.options.options import BEYOND_IDENTITY
from leaderboard.options.shared_task import Attempts
from leaderboard.remark import Remark, remark
from leaderboard.scoresheet import PartName, Scoresheet, mean_of_runs, several_runs
from leaderboard.scoring.across import CORPUS_LINKS, LINKS, LinkSums, has_groups, within
from leaderboard.submissions import Rejection, Submission
from leaderboard.submissions.lookup import Grouping, grouped_entries, run_label
from leaderboard.system_names import download
from leaderboard.tasks.clusters import with_clusters
from leaderboard.tasks.task import (
    Account,
    Across,
    Score,
    Task,
    left_out_remarks,
    pick,
    scores_of,
    task_of_systems,
    with_fates,
)
from leaderboard.text import counted, plural

if TYPE_CHECKING:
    from leaderboard.significance.runs import Spread
    from leaderboard.tasks.reread import Turns


def attempts_of(
    attempts: Attempts,
    submissions: Mapping[str, Submission],
    runs: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> Mapping[str, int]:
    """The stated number of each system, or how often its participants have submitted to the folder."""
    if not attempts.counted:
        return attempts.stated
    counts = {name: _downloads_of(name, submission.path) for name, submission in submissions.items()}
    return counts | {system: sum(counts[entry] for entry in entries) for system, entries in runs.items()}


def _downloads_of(participant: str, path: Path) -> int:
    """The number of downloads of a participant beside one of them; 1 where it is no download."""
    beside = path.parent.iterdir() if _is_of(participant, path) and path.exists() else ()
    return max(1, sum(_is_of(participant, other) for other in beside))


def _is_of(participant: str, path: Path) -> bool:
    found = download(path.name)
    return found is not None and found.participant == participant


def by_system(task: Task, configuration: Configuration) -> Task:
    """The task of single entries as one of systems, by the options and the settings file."""
    places = {one.system: one.path or Path(one.problem.file) for one in task.rejected}
    places |= {name: one.path for name, one in task.submissions.items()}
    grouping = grouping_of(places, configuration)
    task = with_clusters(task, configuration)
    task = with_runs(replace(task, warnings=(*task.warnings, *grouping.warnings)), grouping.systems)
    if not task.options.separate_runs:
        task = with_enough_runs(task, task.options.min_runs)
    task = with_fates(task, grouping.systems)
    task = with_account(_signed(task) if task.sheet.runs or task.partial.runs else task)
    return replace(task, warnings=(*task.warnings, *_links_not_scored(task)))


def grouping_of(places: Mapping[str, Path], configuration: Configuration) -> Grouping:
    """The entries that are runs of one system; none where runs are to be separate."""
    if configuration.options.separate_runs:
        return Grouping({})
    return grouped_entries(places, configuration.content.runs, configuration.file)


def with_enough_runs(task: Task, least: int) -> Task:
    """The task without the systems that have fewer runs than the ``least`` number, which are rejected."""
    systems = (*task.sheet.systems, *task.partial.systems)
    few = [name for name in systems if len(task.entries(name)) < least]
    if not few:
        return task
    rejected = [one for system in few for one in _too_few_runs(task, system, least)]
    kept = task_of_systems(task, [system for system in systems if system not in few])
    return replace(kept, rejected=tuple(sorted((*task.rejected, *rejected), key=lambda name: name.system)))


def _too_few_runs(task: Task, system: str, least: int) -> Iterator[Rejection]:
    """A rejection of each run of a system that is not rejected for itself."""
    runs, dropped = task.entries(system), task.dropped_runs.get(system, ())
    number = f"{len(runs)} of {len(runs) + len(dropped)} runs" if dropped else counted(len(runs), "run")
    what = f"only {number} of {system} could be scored, but --min-runs is {least}"
    for entry in (*runs, *(run for run in dropped if run in task.responses and task.responses[run].lacking)):
        path = task.submissions[entry].path if entry in task.submissions else task.key_files.path
        yield Rejection(system, Problem(str(path), 0, what, "submit more runs"), 1, path)


def _signed(task: Task) -> Task:
    """The task whose signature says that systems are means over runs."""
    fields = {"runs": "average", "min-runs": task.options.min_runs}
    return replace(
        task, signature=task.signature.and_of(fields), others=tuple(_signed(other) for other in task.others)
    )


def with_runs(task: Task, runs: Mapping[str, tuple[str, ...]]) -> Task:
    """A task of systems, each the mean of its ``runs``, given that of single entries.

    A system keeps the runs that were scored; where a single one is left, it is still the system. A run that
    lacks datasets is left out beside complete ones.
    """
    scored = {system: _scored(task, entries) for system, entries in runs.items()}
    dropped = {
        system: tuple(entry for entry in entries if entry not in scored[system])
        for system, entries in runs.items()
    }
    kept = {system: entries for system, entries in scored.items() if entries}
    system_of = {entry: system for system, entries in kept.items() for entry in entries}
    sheet, partial = grouped(task.sheet, system_of), grouped(task.partial, system_of)
    lacking: dict[str, tuple[str, ...]] = {}
    for entry, datasets in task.lacking.items():
        system = system_of.get(entry, entry)
        lacking[system] = tuple(dict.fromkeys((*lacking.get(system, ()), *datasets)))
    of_systems = replace(
        task,
        sheet=sheet,
        strict=task.strict and grouped(task.strict, system_of),
        partial=partial,
        lacking=lacking,
        errors={
            system: mean_profile([task.errors[entry] for entry in kept.get(system, (system,))])
            for system in dict.fromkeys(system_of.get(entry, entry) for entry in task.errors)
        },
        runs=kept,
        dropped_runs={system: entries for system, entries in dropped.items() if entries},
        single=task if runs else None,
        others=tuple(with_runs(other, runs) for other in task.others),
        slices=tuple(one.with_sheet(grouped(one.sheet, system_of), kept) for one in task.slices),
    )
    left_out = {entry for entries in dropped.values() for entry in entries}
    systems = [name for name in (*sheet.systems, *partial.systems) if name not in left_out]
    return task_of_systems(of_systems, systems) if left_out else of_systems


def _scored(task: Task, runs: tuple[str, ...]) -> tuple[str, ...]:
    """The runs that were scored, without incomplete ones where others are complete."""
    scored = tuple(entry for entry in runs if entry in task.responses)
    return tuple(entry for entry in scored if entry not in task.lacking) or scored


def grouped(sheet: Scoresheet, system_of: Mapping[str, str]) -> Scoresheet:
    """The scoresheet with the rows of each system together, in order of its first one."""
    rows: dict[str, list[int]] = {}
    for row, entry in enumerate(sheet.systems):
        rows.setdefault(system_of.get(entry, entry), []).append(row)
    order = [row for of_system in rows.values() for row in of_system]
    return replace(
        sheet,
        systems=tuple(rows),
        sums={name: sums[order] for name, sums in sheet.sums.items()},
        runs=several_runs(map(len, rows.values())),
        without=sheet.without and grouped(sheet.without, system_of),
    )


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a system: the name of its entry, and its scores by each metric."""

    run: str
    scores: Mapping[str, Score]


def with_account(task: Task) -> Task:
    """The task with what is told of its systems, computed once."""
    runs = runs_of(task)
    spread, entries = spreads_of(runs), {*task.runs_of((*task.sheet.systems, *task.partial.systems))}
    versions = (response.versions for response in task.responses.values() if response.versions)
    heads = {heads for one in versions for heads in one.heads}
    account = Account(
        runs=runs,
        spread=spread,
        primary_spread={
            system: of_metrics[task.options.primary]
            for system, of_metrics in spread.items()
            if task.sheet.runs and task.options.primary in of_metrics
        },
        missing={entry: task.responses[entry].found.missing for entry in task.runs_of(task.sheet.systems)},
        repairs={name: one.found.repairs for name, one in task.responses.items() if name in entries},
        text_repairs=repairs_of(task),
        across=Across(str(task.options.across), len(task.sheet.parts)) if task.options.joins else None,
        cross_document=cross_document(task),
        span_heads="+".join(sorted(heads)),
        lacking_remarks=lacking_remarks(task),
        run_remarks=run_remarks(task),
    )
    return replace(task, account=account)


def runs_of(task: Task) -> dict[str, tuple[Run, ...]]:
    """The scores of each run of the systems that have several; of excluded ones on the datasets they have."""
    ranked, excluded = (
        [system for system in sheet.systems if system in task.runs] for sheet in (task.sheet, task.partial)
    )
    sheets = task.sheet.of(ranked), *(having(task, system) for system in excluded)
    return {
        system: tuple(Run(entry, scores) for entry, scores in zip(task.runs[system], rows, strict=True))
        for sheet in sheets
        for system, rows in _by_system(sheet).items()
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
    repairs = task.account.text_repairs
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
    """The scores of a system where each document is by itself, and its links.

    These are ``within`` and ``across`` the documents of a group, and ``between`` groups, where known.
    """

    scores_within: Mapping[str, Score]
    links: Mapping[str, LinkScores]


def cross_document(task: Task) -> dict[str, CrossDocument]:
    """Return what is within and across documents, of each ranked system; empty where nothing is joined."""
    return _of_sheet(task.sheet) if LINKS in task.sheet.sums else {}


def cross_document_remarks(task: Task, priced: bool = False) -> Iterator[Remark]:
    """Remark on what is not comparable, and on prices that were asked for and are left out."""
    if LINKS not in task.sheet.sums:
        return
    if priced:
        yield remark("no_prices_across", by=task.options.across)
    if has_groups(task.options) and CORPUS_LINKS not in task.sheet.sums:
        yield remark("no_links_between", by=task.options.across)
    unmatched = LinkSums._make(_totals(task.sheet).T).unmatched
    having = [name for name, count in zip(task.sheet.systems, unmatched, strict=True) if not count]
    if 0 < len(having) < len(task.sheet.systems):
        others = len(task.sheet.systems) - len(having)
        yield remark("mentions_of_key", systems=tuple(having), others=others)


def _links_not_scored(task: Task) -> Iterator[Problem]:
    """Warn of each system that has links between groups, or of the key if only the key has some."""
    known = {name: one.links for name, one in task.account.cross_document.items() if "between" in one.links}
    for system, links in known.items():
        if links["between"].response:
            entries = task.entries(system)
            mean = f", mean of {len(entries)} runs" if len(entries) > 1 else ""
            counts = [links[place].response for place in _BEYOND]
            yield _not_scored(task, str(task.submissions[entries[0]].path), counts, mean, ABOUT_SYSTEM)
    alone = (one for one in known.values() if one["between"].key and not one["between"].response)
    for links in islice(alone, 1):
        yield _not_scored(task, task.key, [links[place].key for place in _BEYOND])


# Where a link across documents may lead.
_BEYOND = ("between", "across")


def _not_scored(task: Task, file: str, counts: Sequence[float], mean: str = "", kind: str = "") -> Problem:
    """A warning about a file with so many links between groups, and within them."""
    by = str(task.options.across)
    lost, every = (f"{count:,.1f}".removesuffix(".0") for count in (counts[0], sum(counts)))
    what = f"not scored: {lost} of {every} links across documents (mentions in different {plural(by)}{mean})"
    remedy = f"to score them, use --across corpus; if ids start again in each {by}, ignore this"
    return Problem(file, 0, what, remedy, kind=kind)


def _of_sheet(sheet: Scoresheet) -> dict[str, CrossDocument]:
    columns = {metric.name: sheet.scores(replace(metric, name=within(metric))) for metric in sheet.metrics}
    links = [_links(LinkSums._make(totals)) for totals in _totals(sheet)]
    if CORPUS_LINKS in sheet.sums:
        links = [
            {**one, "between": _score(*counts)} for one, counts in zip(links, _between(sheet), strict=True)
        ]
    return {
        system: CrossDocument({name: pick(column, row) for name, column in columns.items()}, of_system)
        for row, (system, of_system) in enumerate(zip(sheet.systems, links, strict=True))
    }


def _totals(sheet: Scoresheet) -> Floats:
    """The sums of links of each system [systems, rows]."""
    return mean_of_runs(sheet.sums[LINKS].sum(axis=-1), sheet.runs)


def _between(sheet: Scoresheet) -> Floats:
    """The numbers of links between groups of each system: common ones, the key's and the response's."""
    of_corpus, in_groups = sheet.sums[CORPUS_LINKS].sum(axis=-1), sheet.sums[LINKS].sum(axis=-1)
    return mean_of_runs(of_corpus - in_groups[:, : of_corpus.shape[1]], sheet.runs)


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
    """The dataset and system of every score without an output."""
    return frozenset((dataset, system) for system, names in task.lacking.items() for dataset in names)


def lacking_remarks(task: Task) -> tuple[Remark, ...]:
    """Return the remarks on datasets that systems lack, and on units that means over units leave out."""
    of_table = task.table.remarks if task.table else ()
    return (*of_table, *_lacking_datasets(task), *_left_out_units(task))


def _left_out_units(task: Task) -> Iterator[Remark]:
    """The number of units that the means over units leave out, by metric."""
    if counts := tuple((name, count) for name, count in task.sheet.left_out().items() if count):
        yield remark("left_out_units", counts=counts, unit=task.options.shown_unit)


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
    having = {
        system: scores for system, scores in scores_of(partial).items() if dataset not in task.lacking[system]
    }
    return DatasetScores(
        dataset,
        label,
        len({part.document for part in sheet.parts}),
        {**scores_of(sheet), **having},
    )


def task_remarks(task: Task, metric: str, priced: bool, turns: Turns | None = None) -> tuple[Remark, ...]:
    """Return the remarks on a task that is shown by a metric; ``turns`` are those of shown errors."""
    return (
        *task.account.lacking_remarks,
        *task.account.run_remarks,
        *repair_remarks(task, metric),
        *(turn_remarks(task, turns) if turns else ()),
        *(() if task.key or task.table else (remark("in_memory"),)),
        *((remark("no_prices_over", unit="component"),) if task.options.unit == "component" else ()),
        *cross_document_remarks(task, priced),
        *((remark("scores_over_runs"),) if task.options.unit == "run" and task.submissions else ()),
        *remarks_beyond_identity(task, priced),
    )


def turn_remarks(task: Task, pairs: Turns) -> tuple[Remark, ...]:
    """A remark that names two single outputs, where the mentions of some pair are not known."""
    unknown = [pair for pair, changes in pairs.items() if not changes]
    if not unknown:
        return ()
    first, second = (task.entries(system)[0] for system in unknown[0])
    return (remark("single_outputs", first=first, second=second),)


def remarks_beyond_identity(task: Task, priced: bool) -> Iterator[Remark]:
    """Remark on slices and prices that ignore split antecedents, and on prices that there cannot be."""
    if priced and task.options.primary in BEYOND_IDENTITY:
        yield remark("no_prices_by", metric=task.options.primary)
    if task.signature.fields.get("split") is None or task.options.split_antecedents == "ignore":
        return
    sliced = any(not sheet.slice.slicing.is_whole for sheet in task.slices)
    ignoring = (*(("slices",) if sliced else ()), *(("prices",) if priced and is_priced(task) else ()))
    if ignoring:
        yield remark("sets_ignored", by=ignoring)


def is_priced(task: Task) -> bool:
    """True if the errors of some response have prices."""
    return any(response.versions for response in task.responses.values())
