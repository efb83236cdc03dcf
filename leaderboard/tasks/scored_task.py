"""A task is made: responses are scored against a key, by each setting."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from leaderboard.errors import Problem, bounded
from leaderboard.metrics.metric import Floats, Metric
from leaderboard.options import Options, each_setting
from leaderboard.scoresheet import Scoresheet, part_names
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
)
from leaderboard.tasks.slices import slice_sheets
from leaderboard.tasks.task import Task
from leaderboard.text import joined
from leaderboard.threads import ALONE, Stage, Work
from leaderboard.version import VERSION

READING = Stage("reading key")
# What is to be done about identical submissions.
SUBMITTED_TWICE = "check that no output was submitted twice"


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
    detail = Detail(options.errors and not whole, priced, hashed=whole or options.keeps)
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
    """The hashes, where there are any, of responses that are one file, beside a key of one dataset."""
    if len(key.corpora) > 1:
        return {}
    return {
        path: one.digest for name, one in scored.items() if one.digest and (path := submissions[name].plain)
    }


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
        part_names(key.corpora),
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
