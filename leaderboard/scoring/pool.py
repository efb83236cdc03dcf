"""Responses scored on one core, on several, or on a cluster: paths travel, and the sums come back."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from pathlib import Path
from threading import Event

from leaderboard.copies import can_copy, in_copies, stay_beside
from leaderboard.errors import InputError, NothingToDo, Problem
from leaderboard.metrics import Metric
from leaderboard.options import Options
from leaderboard.scoring.key import Key, chosen_metrics, forget_lines, read_key
from leaderboard.scoring.scored import PLAIN, Detail, Scored, score_response
from leaderboard.scoring.sliced import SliceRequest
from leaderboard.submissions import Rejection, Submission, failing_alone, rejection
from leaderboard.text import one_line
from leaderboard.threads import ALONE, Away, Stage, Task, Work
from leaderboard.version import VERSION

# Seconds that one core works before others are called: to start them takes one or two.
PATIENCE = 2.0
# A copy of this process starts in less than this share of it.
SHARE_OF_COPY = 1 / 40
# After so many seconds without work a process gives its memory back.
IDLE = 10
# So long that each response is a block of its own on a cluster.
SECONDS = 1e6

Outcome = Scored | Rejection


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The scores or rejections of submissions by system, and problems of saved sums."""

    scored: dict[str, Scored] = field(default_factory=dict)
    rejected: list[Rejection] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)

    def add(self, system: str, outcome: Outcome) -> None:
        if isinstance(outcome, Rejection):
            self.rejected.append(outcome)
        else:
            self.scored[system] = outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The message to a worker: where the key is, its content, and the options."""

    key: str
    digest: str
    options: Options
    detail: Detail
    version: str
    request: SliceRequest | None = None
    secret: tuple[str, ...] = ()


def score_responses(
    key: Key,
    submissions: Iterable[Submission],
    options: Options,
    metrics: tuple[Metric, ...],
    detail: Detail = PLAIN,
    work: Work = ALONE,
) -> Iterator[Outcome]:
    """Yield the outcome of each submission, in order."""
    waiting = deque(submissions)
    count = len(waiting)
    alone = _alone(key, waiting, options, metrics, detail) if work.away is None else ()
    _tell(work, 0, count)
    together = _together(key, waiting, options, metrics, detail, work.away)
    for done, outcome in enumerate(chain(alone, together), start=1):
        _tell(work, done, count)
        yield outcome
    forget_lines()


def _tell(work: Work, done: int, count: int) -> None:
    """Report which response is scored now, after so many others."""
    scoring = Stage(f"scoring {min(done + 1, count)} of {count}")
    work.part(0, 1, scoring).tell(done / max(1, count))


def attempt(
    key: Key, submission: Submission, options: Options, metrics: Sequence[Metric], detail: Detail
) -> Outcome:
    """The sums of a response, or why there are none."""
    try:
        with failing_alone(submission.path):
            return score_response(key, submission, options, metrics, detail)
    except InputError as error:
        return rejection(submission.name, error)


def carry_out(order: Order, submission: Submission, stop: Event | None = None) -> Outcome:
    """Score one submission in another process, which knows only the order."""
    if order.version != VERSION:
        what = f"a worker has leaderboard {VERSION}, and this is {order.version}"
        raise NothingToDo(f"{what}; install the same version everywhere")
    options = order.options
    tags = bool(order.detail.priced)
    key = _key(order.key, order.digest, _of_key(options), tags, order.request, order.secret)
    return attempt(key, submission, options, chosen_metrics(options, key.format), order.detail)


def carry_out_beside(program: int, order: Order, submission: Submission) -> Outcome:
    """Score in a process that ends with the program that called it, even if that is killed."""
    if os.getpid() != program:
        stay_beside(program)
    return carry_out(order, submission)


def _alone(
    key: Key,
    waiting: deque[Submission],
    options: Options,
    metrics: tuple[Metric, ...],
    detail: Detail,
) -> Iterator[Outcome]:
    """Score one after the other, until it turns out that this takes longer than a pool takes to start."""
    began, total = time.monotonic(), len(waiting)
    jobs, patience = _jobs(options), PATIENCE * (SHARE_OF_COPY if can_copy() else 1)
    while waiting:
        yield attempt(key, waiting.popleft(), options, metrics, detail)
        spent = time.monotonic() - began
        left = spent * len(waiting) / (total - len(waiting))
        if jobs > 1 and spent >= patience and left >= patience:
            return


def _together(
    key: Key,
    waiting: deque[Submission],
    options: Options,
    metrics: tuple[Metric, ...],
    detail: Detail,
    away: Away | None,
) -> Iterator[Outcome]:
    """Score several at a time, fewer where processes die."""

    def one(submission: Submission) -> Outcome:
        return attempt(key, submission, options, metrics, detail)

    while waiting:
        jobs, submissions = _jobs(options), tuple(waiting)
        copied = away is None and jobs > 1 and can_copy()
        try:
            for outcome in (
                in_copies(one, submissions, jobs)
                if copied
                else _elsewhere(key, submissions, options, detail, away)
            ):
                waiting.popleft()
                yield outcome
        except BrokenExecutor:  # killed, perhaps for want of memory, of which half as many need half
            options = replace(options, jobs=max(1, jobs // 2))


def _elsewhere(
    key: Key, submissions: Sequence[Submission], options: Options, detail: Detail, away: Away | None
) -> Iterator[Outcome]:
    """Score in processes of this machine or of a cluster, each of which reads the key for itself."""
    order = Order(
        key=str(key.files.path.absolute()),
        digest=key.digest,
        options=options,
        detail=detail,
        version=VERSION,
        request=key.request,
        secret=key.secret,
    )
    names = {one_line(order.key): one_line(str(key.files.path))}
    placed = [_absolute(submission) for submission in submissions]
    outcomes = _here(order, placed) if away is None else _far(order, placed, away)
    for outcome, submission in zip(outcomes, submissions, strict=False):
        here = {one_line(str(submission.path.absolute())): one_line(str(submission.path))}
        yield _renamed(outcome, here | names)


def _here(order: Order, submissions: Sequence[Submission]) -> Iterator[Outcome]:
    """Score in processes of this machine."""
    from joblib import Parallel, delayed, parallel_config

    with parallel_config("loky", n_jobs=_jobs(order.options), idle_worker_timeout=IDLE):
        work = (delayed(carry_out_beside)(os.getpid(), order, submission) for submission in submissions)
        yield from Parallel(return_as="generator")(work)


def _far(order: Order, submissions: Sequence[Submission], away: Away) -> Iterator[Outcome]:
    """Score by the workers of a cluster, each response by itself."""
    task: Task[Outcome] = Task(
        "the scoring of responses", carry_out, (order,), seconds=SECONDS, harmless=False
    )
    if (yield from away.results(task, submissions, ALONE)):
        raise NothingToDo(f"{away.fault}; start it again, and score the responses again")


def _jobs(options: Options) -> int:
    return options.jobs or os.cpu_count() or 1


def _of_key(options: Options) -> Options:
    """The settings that say how a key is read; a function arrives as another one each time."""
    reads_classes = callable(options.lea_importance)
    return replace(options, lea_importance="class") if reads_classes else options


@lru_cache(maxsize=1)
def _key(
    path: str,
    digest: str,
    options: Options,
    tags: bool,
    request: SliceRequest | None,
    secret: tuple[str, ...],
) -> Key:
    """Read the key, once in each worker."""
    key = read_key(Path(path), options, tags, request)
    if key.digest != digest:
        raise NothingToDo(f"{path}: a worker has a different key there; give all workers the same files")
    corpora = {dataset: replace(one, secret=dataset in secret) for dataset, one in key.corpora.items()}
    return replace(key, corpora=corpora)


def _absolute(submission: Submission) -> Submission:
    """Return the submission with absolute paths, which hold wherever a worker was started."""
    sources = {dataset: source.absolute() for dataset, source in submission.sources.items()}
    return replace(submission, path=submission.path.absolute(), sources=sources)


def _renamed(outcome: Outcome, names: Mapping[str, str]) -> Outcome:
    """Return the outcome with files called in messages as they are called here."""

    def here(text: str) -> str:
        for absolute, name in names.items():
            text = text.replace(absolute, name)
        return text

    def problem(one: Problem) -> Problem:
        return replace(one, file=here(one.file), what=here(one.what))

    if isinstance(outcome, Rejection):
        return replace(outcome, problem=problem(outcome.problem))
    return replace(
        outcome,
        warnings=tuple(map(problem, outcome.warnings)),
        faults={dataset: problem(fault) for dataset, fault in outcome.faults.items()},
        unpriced=outcome.unpriced and problem(outcome.unpriced),
    )
