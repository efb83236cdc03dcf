"""The task of a command: options, a key, and the scoresheet of the responses."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.error_analysis import ErrorProfile, Kind
from leaderboard.errors import NothingToDo, Problem, UsageError, bounded
from leaderboard.formats.beside.repair import Mend
from leaderboard.metrics.metric import Floats, Metric, Scores
from leaderboard.options import Options, each_setting
from leaderboard.scoresheet import PartName, Scoresheet
from leaderboard.scoring import (
    Detail,
    Key,
    Scored,
    Signature,
    chosen_metrics,
    counted_key,
    head_remarks,
    signature,
)
from leaderboard.scoring.links import LINKS, within
from leaderboard.scoring.pool import Outcomes, score_responses
from leaderboard.submissions import (
    Found,
    Rejection,
    Submission,
    TooFew,
)
from leaderboard.tasks.slices import SliceSheet, slice_sheets
from leaderboard.text import joined
from leaderboard.threads import ALONE, Stage, Work
from leaderboard.version import VERSION

if TYPE_CHECKING:
    from leaderboard.prices import Versions

READING = Stage("reading key")
# In a message.
SHOWN_RUNS = 5
# The share of a run after which all responses are scored, where tests follow.
SCORED = 0.3
# What is to be done about identical submissions.
SUBMITTED_TWICE = "check that no output was submitted twice"


@dataclass(frozen=True, slots=True)
class Score:
    """Fractions; recall and precision are None where a metric has none."""

    recall: float | None
    precision: float | None
    f1: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """The scoresheet of the responses that could be scored, and what became of the others.

    ``datasets`` has the label of each in the order in which they are shown, ``lacking`` the datasets that a
    system lacks, if any; ``partial`` is the scoresheet of systems that are excluded for it. ``missing``
    counts the parts that each system lacks, ``repairs`` the repeated mentions of which one was kept,
    ``spans_differ`` the matched mentions of other nodes where such may match. ``errors`` is empty unless
    asked for, and so are the mentions ``behind`` them on each dataset. ``entities`` has the hash of the
    mentions and entities of each system, ``versions`` the sums of its mended versions, ``unpriced`` why a
    system has none. ``about_sums`` are the warnings about saved sums. ``others`` is the task by each further
    setting. ``slices`` are those that were asked for, by the first setting. ``hashes`` are those of files
    that were hashed when they were read. ``runs`` has the entries of each system that has several, and
    ``rejected_runs`` those that could not be scored: the scoresheet has systems, and so have ``lacking``,
    ``errors`` and ``slices``, which are means over runs, while other mappings have entries.
    ``lacking_runs`` has the datasets that each entry lacks, if any. Where texts are repaired, ``strict`` is
    the scoresheet of the ranked systems without repaired documents, and ``mends`` counts the repairs of each
    column of it.
    """

    options: Options
    key: str
    signature: Signature
    sheet: Scoresheet
    partial: Scoresheet
    datasets: Mapping[str, str]
    lacking: Mapping[str, tuple[str, ...]]
    submissions: Mapping[str, Submission]
    missing: Mapping[str, int]
    repairs: Mapping[str, int]
    spans_differ: Mapping[str, int]
    key_repairs: int
    errors: Mapping[str, ErrorProfile]
    entities: Mapping[str, str]
    behind: Mapping[str, Sequence[Mapping[Kind, Ints]]]
    rejected: tuple[Rejection, ...]
    warnings: tuple[Problem, ...]
    key_files: Submission
    versions: Mapping[str, Versions] = field(default_factory=dict)
    unpriced: Mapping[str, Problem] = field(default_factory=dict)
    about_sums: tuple[Problem, ...] = ()
    others: tuple[Task, ...] = ()
    slices: tuple[SliceSheet, ...] = ()
    hashes: Mapping[Path, str] = field(default_factory=dict)
    runs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rejected_runs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lacking_runs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    strict: Scoresheet | None = None
    mends: Mapping[str, tuple[Mend, ...]] = field(default_factory=dict)

    def entries(self, system: str) -> tuple[str, ...]:
        """The entries of a system: its runs, or itself."""
        return self.runs.get(system, (system,))

    def submission(self, system: str) -> Submission:
        """The submission of a system that has one output."""
        return self.submissions[self.entries(system)[0]]

    def check_single(self, flag: str) -> None:
        """Refuse an option that lists mentions where a system is a mean over several runs."""
        for system in self.sheet.systems:
            if len(runs := self.entries(system)) > 1:
                mean = f"{system} is the mean of {joined(runs, SHOWN_RUNS)}"
                what = f"{flag} is about single outputs, but {mean}"
                raise UsageError(f"{what}; name one of them, or add --separate-runs")

    def spans_differ_of(self, system: str) -> int | None:
        """The matched mentions of other nodes in all runs of a system, None where such may not match."""
        counts = [self.spans_differ[entry] for entry in self.entries(system) if entry in self.spans_differ]
        return sum(counts) if counts else None

    def missing_of(self, system: str) -> int:
        """The number of parts that the runs of a system lack."""
        return sum(self.missing[entry] for entry in self.entries(system))

    def repairs_of(self, system: str) -> int:
        """The number of repaired mentions in the runs of a system."""
        return sum(self.repairs[entry] for entry in self.entries(system))

    @property
    def metrics(self) -> tuple[Metric, ...]:
        return self.sheet.metrics

    @property
    def scores(self) -> dict[str, dict[str, Score]]:
        """The corpus scores of each system."""
        return scores_of(self.sheet)

    @property
    def identical(self) -> tuple[tuple[str, ...], ...]:
        """The systems that have the same mentions and entities on every part, by name."""
        return identical_systems(self.entities)


def scored_task(
    key: Key,
    found: Found,
    options: Options,
    whole: bool = False,
    work: Work = ALONE,
    priced: tuple[str, ...] = (),
) -> Task:
    """The scores of each submission against a key; ``whole`` says that these are all that there are.

    ``priced`` are the metrics by which the errors of a response are to have a price.
    """
    detail = Detail(options.errors and not whole, priced)
    if options.keeps:
        from leaderboard.saved.score_or_load import score_or_load

        outcomes = score_or_load(key, found.submissions, options, detail, whole, work)
    else:
        outcomes = Outcomes()
        metrics = chosen_metrics(options, key.format)
        scored = score_responses(key, found.submissions, options, metrics, detail, work)
        for submission, outcome in zip(found.submissions, scored, strict=True):
            outcomes.add(submission.name, outcome)
    submissions = {submission.name: submission for submission in found.submissions}
    if priced:
        outcomes = _with_versions(key, submissions, options, outcomes, detail, work)
    task = task_of(options, key, outcomes.scored, submissions)
    return replace(
        task,
        key_repairs=key.repairs,
        rejected=(*found.rejected, *outcomes.rejected),
        warnings=(*found.warnings, *outcomes.warnings, *bounded(key.warnings), *task.warnings),
        about_sums=tuple(outcomes.warnings),
        hashes=_hashes(key, submissions, outcomes.scored),
    )


def _with_versions(
    key: Key,
    submissions: Mapping[str, Submission],
    options: Options,
    outcomes: Outcomes,
    detail: Detail,
    work: Work,
) -> Outcomes:
    """Add mended versions: saved sums have none, so these responses are read again, and may be rejected."""
    plain = replace(each_setting(options)[0], metric=detail.priced, errors=False)
    waiting = [
        submissions[name]
        for name, one in outcomes.scored.items()
        if one.versions is None and one.unpriced is None
    ]
    key = replace(key, request=None, slicings=(), slices=())  # the sums of slices are there
    scored = score_responses(key, waiting, plain, chosen_metrics(plain, key.format), detail, work)
    again = {one.name: outcome for one, outcome in zip(waiting, scored, strict=True)} if waiting else {}
    found = Outcomes(rejected=outcomes.rejected, warnings=outcomes.warnings)
    for name, one in outcomes.scored.items():
        found.add(name, _priced(one, again.get(name, one)))
    return found


def _priced(one: Scored, again: Scored | Rejection) -> Scored | Rejection:
    """A response with the versions that reading it again gave; its file may have changed meanwhile."""
    return (
        replace(one, versions=again.versions, unpriced=again.unpriced) if isinstance(again, Scored) else again
    )


def _hashes(key: Key, submissions: Mapping[str, Submission], scored: Mapping[str, Scored]) -> dict[Path, str]:
    """The hashes of responses that are one file, beside a key of one dataset."""
    if len(key.corpora) > 1:
        return {}
    return {path: one.digest for name, one in scored.items() if (path := submissions[name].plain)}


def task_of(
    options: Options, key: Key, scored: Mapping[str, Scored], submissions: Mapping[str, Submission]
) -> Task:
    """A task of which nothing is rejected; systems that lack a dataset may be set apart."""
    metrics = chosen_metrics(options, key.format)
    lacking = {name: one.lacking for name, one in scored.items() if one.lacking}
    excluded = lacking if options.missing_dataset == "exclude" else {}
    first, *others = each_setting(options)
    sheet, partial = _scoresheets(
        key, first, {name: one.sums for name, one in scored.items()}, excluded, metrics
    )
    task = Task(
        options=first,
        key=os.fspath(key.files.path),
        signature=signature(key, options, VERSION),
        sheet=sheet,
        partial=partial,
        datasets=key.datasets,
        lacking=lacking,
        lacking_runs=lacking,
        submissions=submissions,
        missing={name: one.missing for name, one in scored.items()},
        repairs={name: one.repairs for name, one in scored.items()},
        spans_differ={name: one.spans_differ for name, one in scored.items() if one.spans_differ is not None},
        key_repairs=0,
        errors={
            name: one.errors for name, one in scored.items() if options.errors and one.errors is not None
        },
        entities={name: one.entities for name, one in scored.items()},
        behind={name: one.behind for name, one in scored.items()},
        versions={name: one.versions for name, one in scored.items() if one.versions},
        unpriced={name: one.unpriced for name, one in scored.items() if one.unpriced},
        rejected=(),
        warnings=(
            *head_remarks(key, options),
            *(warning for one in scored.values() for warning in one.warnings),
        ),
        key_files=key.files,
    )
    sums = [{name: one.others[number] for name, one in scored.items()} for number in range(len(others))]
    ranked = {name: one for name, one in scored.items() if name not in excluded}
    strict = {name: one.strict for name, one in scored.items() if one.strict}
    return replace(
        task,
        strict=_scoresheets(key, first, strict, excluded, metrics)[0] if strict else None,
        mends={name: one.mends for name, one in scored.items() if one.mends},
        warnings=(*task.warnings, *_copies(task)),
        slices=tuple(slice_sheets(key, ranked, metrics, first, sheet.key_mentions, task.signature)),
        others=tuple(
            _under(
                task,
                one,
                signature(key, replace(one, errors=False), VERSION),
                _scoresheets(key, one, own, excluded, metrics),
            )
            for one, own in zip(others, sums, strict=True)
        ),
    )


def _copies(task: Task) -> Iterator[Problem]:
    """A warning for all systems that are identical."""
    for first, *others in task.identical:
        yield copy_warning(task.submissions[first].path, others)


def identical_systems(entities: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """Return the groups of systems with equal hashes of their mentions and entities."""
    groups: dict[str, list[str]] = {}
    for system in sorted(entities):
        groups.setdefault(entities[system], []).append(system)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def copy_warning(path: Path, others: Sequence[str]) -> Problem:
    """A warning that a submission is identical to that of other systems."""
    what = f"the same mentions and entities as {joined(others)}"
    return Problem(str(path), 0, what, SUBMITTED_TWICE)


def _under(task: Task, options: Options, signed: Signature, sheets: tuple[Scoresheet, Scoresheet]) -> Task:
    """The task by a further setting; its error profile is that of the first."""
    sheet, partial = sheets
    return replace(
        task, options=options, signature=signed, sheet=sheet, partial=partial, errors={}, slices=()
    )


def task_of_systems(task: Task, systems: Sequence[str]) -> Task:
    """The task of some systems alone; what was rejected is told of in any case."""
    entries = [entry for system in systems for entry in task.entries(system)]
    return replace(
        task,
        sheet=task.sheet.of(systems),
        strict=task.strict and task.strict.of(systems),
        partial=task.partial.of(systems),
        lacking={name: lacking for name, lacking in task.lacking.items() if name in systems},
        missing={name: task.missing[name] for name in entries},
        repairs={name: task.repairs[name] for name in entries},
        errors={name: errors for name, errors in task.errors.items() if name in systems},
        entities={name: task.entities[name] for name in entries},
        runs={name: runs for name, runs in task.runs.items() if name in systems},
        others=tuple(task_of_systems(other, systems) for other in task.others),
        slices=tuple(one.of(systems) for one in task.slices),
    )


def need(task: Task, systems: int) -> None:
    """Refuse to go on with fewer systems than a test is about."""
    if len(task.sheet.systems) < systems and task.partial.systems:
        lacking = "; ".join(f"{name} lacks {', '.join(sets)}" for name, sets in task.lacking.items())
        raise NothingToDo(f"too few systems have all datasets ({lacking}); see --missing-dataset")
    [*runs] = task.runs.values() if len(task.sheet.systems) == 1 else ()
    if systems > 1 and runs and not task.rejected:
        what = f"{joined(runs[0], SHOWN_RUNS)} are runs of one system"
        raise UsageError(f"{what}; name another system, or add --separate-runs to compare them")
    if len(task.sheet.systems) < systems and task.rejected:
        raise TooFew(task.rejected)
    if len(task.sheet.systems) < systems:
        raise UsageError(f"only {len(task.sheet.systems)} response given; name at least {systems}")


def scores_of(sheet: Scoresheet) -> dict[str, dict[str, Score]]:
    """The corpus scores of each system of a scoresheet."""
    columns = {metric.name: sheet.scores(metric) for metric in sheet.metrics if sheet.systems}
    return {
        system: {name: pick(column, index) for name, column in columns.items()}
        for index, system in enumerate(sheet.systems)
    }


def pick(scores: Scores, index: int) -> Score:
    """One entry of columns of scores."""

    def number(values: Floats | None) -> float | None:
        return None if values is None else float(values[index])

    return Score(number(scores.recall), number(scores.precision), float(scores.f1[index]))


def _scoresheets(
    key: Key,
    options: Options,
    sums: Mapping[str, Mapping[str, Floats]],
    excluded: Collection[str],
    metrics: tuple[Metric, ...],
) -> tuple[Scoresheet, Scoresheet]:
    """That of the systems that are ranked, and that of those that are not."""
    key = counted_key(key, options)
    ranked = {name: own for name, own in sums.items() if name not in excluded}
    others = {name: own for name, own in sums.items() if name in excluded}
    return scoresheet(key, ranked, metrics, options), scoresheet(key, others, metrics, options)


def scoresheet(
    key: Key, sums: Mapping[str, Mapping[str, Floats]], metrics: tuple[Metric, ...], options: Options
) -> Scoresheet:
    """The sums of each system by metric, and the weights, on the parts of the key."""
    any_sums: Mapping[str, Floats] = next(iter(sums.values()), {})  # weights are those of the key
    return Scoresheet(
        tuple(sums),
        tuple(
            PartName(dataset, part.document, part.number)
            for dataset, corpus in key.corpora.items()
            for part in corpus.units
        ),
        sum(len(corpus.part) for corpus in key.corpora.values()),
        metrics,
        {name: np.array([one[name] for one in sums.values()]) for name in _names(metrics, any_sums)},
        {metric.name: any_sums[metric.weight_name] for metric in metrics if sums},
        average=options.average,
        unit=options.unit,
    )


def _names(metrics: tuple[Metric, ...], sums: Mapping[str, Floats]) -> list[str]:
    """The names of the sums that are shown, of those that there are."""
    return [name for name in (*(one.name for one in metrics), *map(within, metrics), LINKS) if name in sums]
