"""``leaderboard.probe``: how do metrics react to errors that are known?"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from threading import Event
from typing import Unpack

from leaderboard.cluster import working
from leaderboard.errors import NothingToDo, Problem, UsageError
from leaderboard.experiments.agreement import Agreement, agreement
from leaderboard.experiments.controlled import EXPERIMENTS, PAPER_SIZES, made_key
from leaderboard.experiments.experiment_points import Point, Probed, points_of, versions_of
from leaderboard.files import digest_of
from leaderboard.metrics import Metric
from leaderboard.options import TESTED, Options, ProbeOptions, each_setting
from leaderboard.options.configuration import Configuration, configure
from leaderboard.scoring.key import Key, Signature, chosen_metrics, counted_key, read_key, signature
from leaderboard.significance.design import design, design_fields
from leaderboard.significance.families import families
from leaderboard.submissions import Rejection, Submission, find_key
from leaderboard.tasks.blocks import check_unit
from leaderboard.tasks.clusters import with_clusters
from leaderboard.tasks.counts.typed import refuse_counts
from leaderboard.tasks.scored_task import place_of_responses, response_path, task_of_folder, task_of_responses
from leaderboard.tasks.task import SCORED, BriefResult, Fate, need
from leaderboard.text import suggestion
from leaderboard.threads import Progress, Stage, Work, results
from leaderboard.version import VERSION

# Unless others are asked for.
PROBED = (*Options().metric, "blanc_gold", "rand", "da", "xcmr")
PROBING = Stage("probing")
_OF_MATCHING = ("match", "zeros")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ProbeResult(BriefResult):
    """The points of experiments, or the versions of responses, or the agreement of metrics on systems.

    ``key`` is None where it is the paper's.
    """

    signature: Signature
    key: str | None
    options: Options
    metrics: tuple[Metric, ...]
    points: tuple[Point, ...] = ()
    responses: tuple[Probed, ...] = ()
    agreement: Agreement | None = None
    rejected: tuple[Rejection, ...] = ()
    fates: tuple[Fate, ...] = ()
    warnings: tuple[Problem, ...] = ()


def probe(
    name: str | None = None,
    *,
    response: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
    submissions: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    **options: Unpack[ProbeOptions],
) -> ProbeResult:
    """Show how metrics react to known errors.

    One of three things is probed: experiments on a key, real responses, or a folder of submissions.

    Parameters
    ----------
    name : str, optional
        An experiment, such as ``"split"`` (default: all experiments). Its key is that of Moosavi and
        Strube (2016) unless ``key`` names another one.
    response : str or path, or a list of them, optional
        Responses. Each is scored with better and worse versions of itself.
    submissions : str or path, optional
        A folder of submissions. The result shows which metrics rank its systems differently.
    progress : callable, optional
        Called with the stage, which has a ``name``, and the share of the work that is done, from 0 to 1.
    **options : ProbeOptions
        Options of the command ``leaderboard probe``, with the same names and values:
        ``--missing-dataset zero`` is ``missing_dataset="zero"``. Options that are not given come from the
        environment and from ``leaderboard.toml``.

    Returns
    -------
    ProbeResult
        The ``points`` of experiments, the versions of ``responses``, or the ``agreement`` of metrics.

    Raises
    ------
    UsageError
        If the call is wrong: an unknown option or metric, or a file that does not exist.
    NothingToDo
        If there is no key, or nothing to probe.
    InputError
        If the key cannot be read, or if too few responses can.

    Examples
    --------
    >>> import leaderboard
    >>> result = leaderboard.probe("split", metric=["muc", "lea"])
    >>> [(point.point, round(point.scores["lea"].f1, 3)) for point in result.points[:2]]
    [('18-2', 0.975), ('16-4', 0.955)]
    """
    responses = [response] if isinstance(response, str | os.PathLike) else list(response)
    refuse_counts([*responses, submissions], "probe")
    if (name is not None) + bool(responses) + (submissions is not None) > 1:
        raise UsageError(
            "an experiment, --response and --submissions exclude each other; give only one of them"
        )
    _refuse_idle(options, responses, submissions)
    configuration = configure(options, place_of_probe(responses, submissions))
    check_unit(configuration.options, "probe")
    asked = configuration.origins["metric"] != "default"
    with working(configuration, progress) as (configuration, work):
        first, *_ = each_setting(configuration.options)
        settled = first if asked else replace(first, metric=PROBED)
        if submissions is not None:
            return _of_folder(submissions, replace(configuration, options=settled), work)
        return _of_responses(responses, settled, work) if responses else _of_key(name, settled, work)


def place_of_probe(
    responses: Sequence[str | os.PathLike[str]], submissions: str | os.PathLike[str] | None
) -> Path | None:
    """The folder whose settings count, if one is probed."""
    if submissions is None:
        return place_of_responses(responses)
    return Path(response_path(submissions, "give one folder"))


def _refuse_idle(options: Mapping[str, object], responses: Sequence[object], submissions: object) -> None:
    """Options that cannot act were meant for something else."""
    tested = {entry.name for entry in fields(Options) if entry.metadata["panel"] == TESTED}
    for name in options if submissions is None else ():
        flag = f"--{name.replace('_', '-')}"
        if name in tested:
            raise UsageError(f"{flag} is about tests, which run only with --submissions; leave it out")
        if name in _OF_MATCHING and not responses:
            raise UsageError(f"{flag} has no effect on responses that are made from the key; leave it out")


def _of_key(name: str | None, options: Options, work: Work) -> ProbeResult:
    """Only a key that is stated takes the place of the paper's."""
    if name is not None and response_path(name, "give it as response") not in EXPERIMENTS:
        if Path(name).exists():
            raise UsageError(
                f"{name}: a file, not an experiment; name it with --key, --response or --submissions"
            )
        raise UsageError(f"there is no experiment {name!r}; {suggestion(name, EXPERIMENTS)}")
    path = None if options.key is None else find_key(options.key, Path())
    key = _paper_key() if path is None else counted_key(read_key(path, options), options)
    if not any(len(corpus.entity) for corpus in key.corpora.values()):
        raise NothingToDo(f"{path}: this key has no mentions; name a key with mentions")
    metrics = chosen_metrics(options, key.format)
    return ProbeResult(
        # A mention of a made response is the one that it was made of: nothing is matched.
        signature=signature(key, options, VERSION).without(_OF_MATCHING),
        key=None if path is None else os.fspath(path),
        options=options,
        metrics=metrics,
        points=points_of(
            key, metrics, (name,) if name else tuple(EXPERIMENTS), options, work.part(0, 1, PROBING)
        ),
        warnings=key.warnings,
    )


def _paper_key() -> Key:
    return Key(
        files=Submission("made", Path(), {}),
        corpora={"": made_key(PAPER_SIZES)},
        format="made",
        digest=digest_of("-".join(map(str, PAPER_SIZES)).encode()),
        warnings=(),
        datasets={"": ""},
    )


def _of_responses(responses: Sequence[str | os.PathLike[str]], options: Options, work: Work) -> ProbeResult:
    """Each response is read again for its mentions, of which the task keeps only sums."""
    task = task_of_responses(responses, options, work.part(0, SCORED))
    need(task, 1)
    key = counted_key(read_key(Path(task.key), options), options)

    def versions(system: str, stop: Event) -> Probed:
        return versions_of(key, task.submissions[system], task.sheet.metrics, options)

    return ProbeResult(
        signature=task.signature,
        key=task.key,
        options=options,
        metrics=task.sheet.metrics,
        responses=tuple(results(versions, task.sheet.systems, work.part(SCORED, 1, PROBING))),
        rejected=task.rejected,
        fates=task.fates,
        warnings=task.warnings,
    )


def _of_folder(folder: str | os.PathLike[str], configuration: Configuration, work: Work) -> ProbeResult:
    options = configuration.options
    if len(options.metric) < 2:
        raise UsageError("metrics can agree only if there are two; name two or more with --metric")
    task = with_clusters(task_of_folder(folder, options, work.part(0, SCORED)), configuration)
    need(task, 2)
    units = task.sheet.units(options.unit)
    tests = families(units, design(options), work.part(SCORED, 1))
    return ProbeResult(
        signature=task.signature.and_of(design_fields(options)),
        key=task.key,
        options=options,
        metrics=task.sheet.metrics,
        agreement=agreement(units, tests),
        rejected=task.rejected,
        fates=task.fates,
        warnings=task.warnings,
    )
