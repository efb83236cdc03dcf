"""A task is made: responses are scored against a key, by each setting, and have a place in scoresheets."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
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
    chosen_metrics,
    counted_key,
    head_remarks,
    signature,
)
from leaderboard.scoring.across import LINKS, within
from leaderboard.scoring.pool import Outcomes, score_responses
from leaderboard.submissions import Found, Rejection, Submission
from leaderboard.tasks.slice_sheets import slice_sheets
from leaderboard.tasks.task import Task, identical_systems, with_fates
from leaderboard.text import joined
from leaderboard.threads import ALONE, Stage, Work
from leaderboard.version import VERSION


def scoresheets(
    key: Key,
    options: Options,
    sums: Mapping[str, Mapping[str, Floats]],
    excluded: Collection[str],
    metrics: tuple[Metric, ...],
) -> tuple[Scoresheet, Scoresheet]:
    """That of the systems that are ranked, and that of those that are not."""
    key = counted_key(key, options)
    ranked = {name: of_metrics for name, of_metrics in sums.items() if name not in excluded}
    others = {name: of_metrics for name, of_metrics in sums.items() if name in excluded}
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
        {
            name: np.array([of_system[name] for of_system in sums.values()])
            for name in _names(metrics, any_sums)
        },
        {metric.name: any_sums[metric.weight_name] for metric in metrics if sums},
        average=options.average,
        unit=options.unit,
        mentions_of={name: len(corpus.part) for name, corpus in key.corpora.items()},
    )


def _names(metrics: tuple[Metric, ...], sums: Mapping[str, Floats]) -> list[str]:
    """The names of the sums that are shown, of those that there are."""
    return [
        name for name in (*(metric.name for metric in metrics), *map(within, metrics), LINKS) if name in sums
    ]


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
    rejected = (replace(one, path=submissions[one.system].path) for one in outcomes.rejected)
    task = replace(
        task,
        key_repairs=key.repairs,
        secret=bool(key.secret),
        rejected=(*found.rejected, *rejected),
        passed_over=found.passed_over,
        warnings=(*found.warnings, *outcomes.warnings, *bounded(key.warnings), *task.warnings),
        about_sums=tuple(outcomes.warnings),
        hashes=_hashes(key, submissions, outcomes.scored),
    )
    return with_fates(task, {})


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
        for name, response in outcomes.scored.items()
        if response.versions is None and response.unpriced is None
    ]
    key = replace(key, request=None, slicings=(), slices=())  # the sums of slices are there
    scored = score_responses(key, waiting, plain, chosen_metrics(plain, key.format), detail, work)
    names = [submission.name for submission in waiting]
    again = dict(zip(names, scored, strict=True)) if waiting else {}
    with_versions = Outcomes(rejected=outcomes.rejected, warnings=outcomes.warnings)
    for name, response in outcomes.scored.items():
        with_versions.add(name, _priced(response, again.get(name, response)))
    return with_versions


def _priced(response: Scored, again: Scored | Rejection) -> Scored | Rejection:
    """A response with the versions that reading it again gave; its file may have changed meanwhile."""
    if isinstance(again, Rejection):
        return again
    return replace(response, versions=again.versions, unpriced=again.unpriced)


def _hashes(key: Key, submissions: Mapping[str, Submission], scored: Mapping[str, Scored]) -> dict[Path, str]:
    """The hashes, where there are any, of responses that are one file, beside a key of one dataset."""
    if len(key.corpora) > 1:
        return {}
    return {
        path: response.digest
        for name, response in scored.items()
        if response.digest and (path := submissions[name].plain)
    }


def task_of(
    options: Options, key: Key, scored: Mapping[str, Scored], submissions: Mapping[str, Submission]
) -> Task:
    """A task of which nothing is rejected; systems that lack a dataset may be set apart."""
    metrics = chosen_metrics(options, key.format)
    lacking = {name: response.lacking for name, response in scored.items() if response.lacking}
    excluded = lacking if options.missing_dataset == "exclude" else {}

    def sheets(setting: Options, sums: Mapping[str, Mapping[str, Floats]]) -> tuple[Scoresheet, Scoresheet]:
        return scoresheets(key, setting, sums, excluded, metrics)

    first, *others = each_setting(options)
    sheet, partial = sheets(first, {name: response.sums for name, response in scored.items()})
    signed = signature(key, options, VERSION)
    ranked = {name: response for name, response in scored.items() if name not in excluded}
    strict = {name: response.strict for name, response in scored.items() if response.strict}
    errors = {name: response.errors for name, response in scored.items() if response.errors is not None}
    identical = identical_systems({name: response.entities for name, response in scored.items()})
    task = Task(
        options=first,
        key=os.fspath(key.files.path),
        signature=signed,
        sheet=sheet,
        partial=partial,
        datasets=key.datasets,
        lacking=lacking,
        submissions=submissions,
        responses={name: response.without_sums() for name, response in scored.items()},
        key_files=key.files,
        errors=errors if options.errors else {},
        identical=identical,
        warnings=(
            *head_remarks(key, options),
            *(warning for response in scored.values() for warning in response.warnings),
            *(copy_warning(submissions[first].path, others) for first, *others in identical),
        ),
        slices=tuple(slice_sheets(key, ranked, metrics, first, sheet.key_mentions, signed)),
        strict=sheets(first, strict)[0] if strict else None,
    )
    sums_by_others = (
        {name: response.others[number] for name, response in scored.items()} for number in range(len(others))
    )
    return replace(
        task,
        others=tuple(
            _under(task, setting, key, sheets(setting, sums))
            for setting, sums in zip(others, sums_by_others, strict=True)
        ),
    )


def copy_warning(path: Path, others: Sequence[str]) -> Problem:
    """A warning that a submission is identical to that of other systems."""
    what = f"the same mentions and entities as {joined(others)}"
    return Problem(str(path), 0, what, SUBMITTED_TWICE)


def _under(task: Task, setting: Options, key: Key, sheets: tuple[Scoresheet, Scoresheet]) -> Task:
    """The task by a further setting; errors, slices and repairs are told of by the first."""
    sheet, partial = sheets
    return replace(
        task,
        options=setting,
        signature=signature(key, replace(setting, errors=False), VERSION),
        sheet=sheet,
        partial=partial,
        errors={},
        slices=(),
        strict=None,
    )
