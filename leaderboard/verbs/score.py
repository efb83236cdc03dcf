"""``leaderboard.score``: the scores of responses."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Unpack

import numpy as np

from leaderboard.cluster import working
from leaderboard.error_analysis.profile import ErrorProfile
from leaderboard.errors import UsageError
from leaderboard.formats.beside.repair import Mend
from leaderboard.metrics.metric import Metric, Scores
from leaderboard.options import ScoreOptions, each_setting
from leaderboard.remark import Remark
from leaderboard.scoresheet import Scoresheet, scores_of_runs
from leaderboard.scoring.scored import Findings
from leaderboard.scoring.sliced import SliceSheet, slice_request
from leaderboard.tasks.account import (
    CrossDocument,
    DatasetScores,
    Repair,
    by_system,
    dataset_scores,
    having,
    mended_documents,
    partial_scores,
    several,
    task_remarks,
)
from leaderboard.tasks.counts import task_of_counts
from leaderboard.tasks.counts.typed import configuration_of_counts, table_among
from leaderboard.tasks.presented import Presented
from leaderboard.tasks.scored_task import (
    check_secret,
    configuration_of_responses,
    place_of_responses,
    task_of_responses,
)
from leaderboard.tasks.task import BriefResult, FromTask, Score, Systems, Task, pick, scores_of

if TYPE_CHECKING:
    from leaderboard.error_analysis.side_by_side import ChainPair
    from leaderboard.tasks.reread import Turns


@dataclass(frozen=True, slots=True, kw_only=True)
class PartScores:
    dataset: str
    document: str
    part: int
    scores: dict[str, Score]
    mend: Mend | None = None
    strict: dict[str, Score] | None = None


@dataclass(frozen=True, slots=True)
class SliceScores:
    """The scores of a system on a slice; ``sheet`` has its name and its counts."""

    sheet: SliceSheet
    scores: dict[str, Score]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemScores(Findings):
    """The scores of a system, and what else was found in its response; ``errors`` and ``chains`` need asking.

    Of several runs, scores and errors are means.

    ``datasets`` has the scores on each where there are several; ``lacking`` names those that it lacks.
    ``slices`` has the scores on each slice that was asked for; excluded systems have none, and no
    ``cross_document``, which is there where entities are joined over documents. Groups of these then count
    as documents. ``repair`` has the counts and the strict scores where texts are repaired.
    """

    system: str
    documents: int
    parts: int
    scores: dict[str, Score]
    per_document: tuple[PartScores, ...]
    errors: ErrorProfile | None = None
    chains: tuple[ChainPair, ...] = ()
    datasets: Mapping[str, dict[str, Score]] = field(default_factory=dict)
    lacking: tuple[str, ...] = ()
    slices: tuple[SliceScores, ...] = ()
    cross_document: CrossDocument | None = None
    repair: Repair | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ScoreResult(Presented, BriefResult):
    """``datasets`` has the label of each where there are several, ``remarks`` say which systems lack some.

    ``turns`` are those of the only pair, where errors were asked for. ``runs`` has the scores of each run of
    the systems that have several. ``averaged`` says what scores are means over: ``dataset``, ``document`` or
    ``part``, or ``pool``. ``across`` are the groups of documents over which entities are joined.
    """

    task: Task
    systems: Systems[SystemScores]
    remarks: tuple[Remark, ...] = ()
    turns: Turns = field(default_factory=dict)

    signature = FromTask(lambda task: task.signature)
    key = FromTask(lambda task: task.key)
    metrics = FromTask(lambda task: task.sheet.metrics)
    key_repairs = FromTask(lambda task: task.key_repairs)
    rejected = FromTask(lambda task: task.rejected)
    fates = FromTask(lambda task: task.fates)
    warnings = FromTask(lambda task: task.warnings)
    datasets = FromTask(lambda task: several(task.datasets))
    runs = FromTask(lambda task: task.account.runs)
    averaged = FromTask(lambda task: task.options.averaged)
    across = FromTask(lambda task: task.account.across)


def score(
    *responses: str | os.PathLike[str],
    per_document: bool = False,
    show_correspondence: str | None = None,
    **options: Unpack[ScoreOptions],
) -> ScoreResult:
    """Score responses against their key.

    Parameters
    ----------
    *responses : str or path
        Response files, or names of files in the folder ``submissions``. The key is found beside them
        unless ``key`` names it.
    per_document : bool, default False
        Also return the scores of each part of each document.
    show_correspondence : str, optional
        The name of a document. The result then has the corresponding chains of key and response in it.
    **options : ScoreOptions
        Options of the command ``leaderboard score``, with the same names and values:
        ``--missing-dataset zero`` is ``missing_dataset="zero"``. Options that are not given come from the
        environment and from ``leaderboard.toml``.

    Returns
    -------
    ScoreResult
        The scores of each system. They are fractions from 0 to 1.

    Raises
    ------
    UsageError
        If the call is wrong: an unknown option or metric, or a file that does not exist.
    NothingToDo
        If there is no key, or nothing to score.
    InputError
        If the key cannot be read, or if too few responses can.

    Examples
    --------
    >>> import leaderboard
    >>> result = leaderboard.score("task/balanced.conll", "task/precise.conll", metric="lea")
    >>> {row.system: round(row.scores["lea"].f1, 3) for row in result.systems}
    {'balanced': 0.678, 'precise': 0.618}
    """
    if (table := table_among(responses, options)) is not None:
        for flag, asked in (("--per-document", per_document), ("--show-correspondence", show_correspondence)):
            if asked:
                raise UsageError(f"{flag} is for responses, and a table of counts has none; leave it out")
        return score_result(task_of_counts(table, configuration_of_counts(table, options), fewest=1)[0])
    configuration = configuration_of_responses(options, responses)
    settled = each_setting(configuration.options)[0]
    if show_correspondence is not None:
        check_secret(settled, place_of_responses(responses), "--show-correspondence")
    # Chains correspond by the options that errors go by, so both are signed alike.
    denoted = settled.errors or show_correspondence is not None
    if settled.joins and show_correspondence is not None:
        raise UsageError("--show-correspondence shows one document; leave it out, or leave out --across")
    request = slice_request(configuration)
    with working(configuration) as (configuration, work):
        settled = each_setting(configuration.options)[0]
        task = task_of_responses(responses, replace(settled, errors=denoted), work, request=request)
        task = by_system(task, configuration)
    return score_result(task, settled.errors, per_document, show_correspondence)


def score_result(
    task: Task,
    with_errors: bool = False,
    per_document: bool = False,
    show_correspondence: str | None = None,
) -> ScoreResult:
    """Make the result of each system from the scoresheet of a task."""
    errors = task.errors if with_errors else {}
    chains = {} if show_correspondence is None else _chains(task, show_correspondence)
    documents = task.sheet.documents
    on_datasets, turns, joined = dataset_scores(task), _turns(task, errors), task.account.cross_document
    return ScoreResult(
        task=task,
        systems=Systems(
            replace(
                _system(
                    *(task, name, scores, on_datasets, per_document, errors.get(name), chains.get(name, ())),
                    documents,
                ),
                cross_document=joined.get(name),
            )
            for name, scores in (scores_of(task.sheet) | partial_scores(task)).items()
        ),
        remarks=task_remarks(task, task.sheet.metrics[-1].name, False, turns),
        turns=turns,
    )


def _chains(task: Task, document: str) -> dict[str, tuple[ChainPair, ...]]:
    from leaderboard.tasks.reread import chains_of

    return chains_of(task, document)


def _turns(task: Task, errors: Mapping[str, ErrorProfile]) -> Turns:
    """Where there are two systems and no more, neither of them excluded."""
    if len(errors) != 2 or task.partial.systems:
        return {}
    from leaderboard.tasks.reread import turns_of

    first, second = errors
    return turns_of(task, [(first, second)])


def _system(
    task: Task,
    name: str,
    scores: dict[str, Score],
    on_datasets: Sequence[DatasetScores],
    per_document: bool,
    errors: ErrorProfile | None,
    chains: tuple[ChainPair, ...],
    documents: int,
) -> SystemScores:
    sheet, found = _sheet(task, name), task.found(name)
    return SystemScores(
        system=name,
        documents=documents if name in task.sheet.systems else sheet.documents,
        parts=len(sheet.parts),
        **{entry.name: getattr(found, entry.name) for entry in fields(found)},
        scores=scores,
        per_document=tuple(_part_scores(task, name)) if per_document else (),
        errors=errors,
        chains=chains,
        datasets={
            of_dataset.dataset: of_dataset.scores[name]
            for of_dataset in on_datasets
            if name in of_dataset.scores
        },
        lacking=task.lacking.get(name, ()),
        slices=tuple(
            SliceScores(of_slice, scores_of(of_slice.sheet.of([name]))[name])
            for of_slice in task.slices
            if name in of_slice.sheet.systems
        ),
        repair=task.account.text_repairs.get(name),
    )


def _sheet(task: Task, name: str) -> Scoresheet:
    """The scoresheet that a system stands on: that of all datasets, or of those that it has."""
    return task.sheet if name in task.sheet.systems else having(task, name)


def _part_scores(task: Task, name: str) -> Iterator[PartScores]:
    sheet = _sheet(task, name).of([name])
    repaired = task.strict is not None and name in task.strict.systems
    strict = _on_parts(task.strict.of([name])) if task.strict and repaired else [None] * len(sheet.parts)
    mends = mended_documents(task, name)
    for part, scores, strictly in zip(sheet.parts, _on_parts(sheet), strict, strict=True):
        yield PartScores(
            dataset=part.dataset,
            document=part.document,
            part=part.number,
            scores=scores,
            mend=mends.get(part),
            strict=strictly,
        )


def _on_parts(sheet: Scoresheet) -> list[dict[str, Score]]:
    """The scores of the only system of a scoresheet on each part, each the mean over its runs."""
    columns = {metric.name: _means(sheet, metric) for metric in sheet.metrics}
    return [
        {metric: pick(column, index) for metric, column in columns.items()}
        for index in range(len(sheet.parts))
    ]


def _means(sheet: Scoresheet, metric: Metric) -> Scores:
    by_run = metric.score(np.moveaxis(sheet.sums[metric.name], 1, 0))
    return scores_of_runs(by_run, sheet.runs).each(lambda values: values[0])
