"""Responses scored on one core, on several, or on a cluster: paths travel, and the sums come back."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from leaderboard.errors import InputError, NothingToDo, Problem, UsageError, one_line
from leaderboard.metrics import Metric
from leaderboard.options import Settings
from leaderboard.scoring import Key, Scored, chosen_metrics, read_key, score_response
from leaderboard.submissions import Rejection, Submission, rejection, within_memory
from leaderboard.version import VERSION

# Seconds that one core works before others are called: to start them takes one or two.
PATIENCE = 2.0
# After so many seconds without work a process gives its memory back.
IDLE = 10
SECONDS_TO_CONNECT = 10

Outcome = Scored | Rejection


class Order(NamedTuple):
    """What a worker is told beside the submission: where the key is, what is in it, and how to score."""

    key: str
    digest: str
    settings: Settings
    version: str


def score_responses(
    key: Key, submissions: Iterable[Submission], settings: Settings, metrics: tuple[Metric, ...]
) -> Iterator[Outcome]:
    """What becomes of each submission, in their order, as it comes."""
    waiting = deque(submissions)
    if settings.scheduler is None:
        yield from _alone(key, waiting, settings, metrics)
    while waiting:
        try:
            for outcome in _together(key, tuple(waiting), settings):
                waiting.popleft()
                yield outcome
        except BrokenExecutor:  # killed, perhaps for want of memory, of which half as many need half
            settings = replace(settings, jobs=max(1, _jobs(settings) // 2))


def attempt(key: Key, submission: Submission, settings: Settings, metrics: Sequence[Metric]) -> Outcome:
    """The sums of a response, or why there are none."""
    try:
        with within_memory(submission.path):
            return score_response(key, submission, settings, metrics)
    except InputError as error:
        return rejection(submission.name, error)


def carry_out(order: Order, submission: Submission) -> Outcome:
    """The same in a process that knows nothing but this order."""
    if order.version != VERSION:
        what = f"a worker has leaderboard {VERSION}, and this is {order.version}"
        raise NothingToDo(f"{what}; install the same version everywhere")
    settings = order.settings
    key = _key(order.key, order.digest, _of_key(settings))
    return attempt(key, submission, settings, chosen_metrics(settings))


def _alone(
    key: Key, waiting: deque[Submission], settings: Settings, metrics: tuple[Metric, ...]
) -> Iterator[Outcome]:
    """One after the other, until it turns out that this takes longer than a pool takes to start."""
    began, total = time.monotonic(), len(waiting)
    jobs = _jobs(settings)
    while waiting:
        yield attempt(key, waiting.popleft(), settings, metrics)
        spent = time.monotonic() - began
        left = spent * len(waiting) / (total - len(waiting))
        if jobs > 1 and spent >= PATIENCE and left >= PATIENCE:
            return


def _together(key: Key, submissions: Sequence[Submission], settings: Settings) -> Iterator[Outcome]:
    """By the processes of this machine or of a cluster, of which each reads the key for itself."""
    from joblib import Parallel, delayed

    order = Order(str(key.files.path.absolute()), key.digest, settings, VERSION)
    names = {one_line(order.key): one_line(str(key.files.path))}
    with _backend(settings):
        work = (delayed(carry_out)(order, _absolute(submission)) for submission in submissions)
        outcomes = Parallel(return_as="generator")(work)
        for submission, outcome in zip(submissions, outcomes, strict=True):
            here = {one_line(str(submission.path.absolute())): one_line(str(submission.path))}
            yield _renamed(outcome, here | names)


@contextmanager
def _backend(settings: Settings) -> Iterator[None]:
    """joblib set to processes of this machine, or to the cluster."""
    from joblib import parallel_config

    with ExitStack() as stack:
        if settings.scheduler is None:
            jobs = _jobs(settings)
            stack.enter_context(parallel_config("loky", n_jobs=jobs, idle_worker_timeout=IDLE))
        else:
            client = stack.enter_context(_client(settings.scheduler))
            stack.enter_context(
                parallel_config("dask", client=client, wait_for_workers_timeout=SECONDS_TO_CONNECT)
            )
        yield


def _jobs(settings: Settings) -> int:
    return settings.jobs or os.cpu_count() or 1


@contextmanager
def _client(scheduler: str) -> Iterator[Any]:
    """The connection to a cluster."""
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        message = "--scheduler needs Dask; `pip install 'coref-leaderboard[dask]'` brings it"
        raise UsageError(message) from None
    try:
        client = Client(scheduler, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        what = f"no Dask scheduler answers at {scheduler} ({one_line(str(error))})"
        raise NothingToDo(f"{what}; start one with `dask scheduler`") from None
    with client:
        try:
            yield client
        except TimeoutError:
            raise NothingToDo(f"{scheduler} has no workers; start some with `dask worker`") from None
        except KilledWorker:
            what = "one response after the other lost its worker, perhaps for want of memory"
            raise NothingToDo(f"{what}; see the logs of the workers") from None


def _of_key(settings: Settings) -> Settings:
    """The settings that say how a key is read; a function arrives as another one each time."""
    reads_classes = callable(settings.lea_importance)
    return replace(settings, lea_importance="class") if reads_classes else settings


@lru_cache(maxsize=1)
def _key(path: str, digest: str, settings: Settings) -> Key:
    """Read once by each worker."""
    key = read_key(Path(path), settings)
    if key.digest != digest:
        raise NothingToDo(f"{path}: a worker sees another key there; let all see the same files")
    return key


def _absolute(submission: Submission) -> Submission:
    """Wherever the worker was started."""
    sources = {
        dataset: replace(source, path=source.path.absolute())
        for dataset, source in submission.sources.items()
    }
    return replace(submission, path=submission.path.absolute(), sources=sources)


def _renamed(outcome: Outcome, names: Mapping[str, str]) -> Outcome:
    """With the files called in messages as they are called here."""

    def here(text: str) -> str:
        for absolute, name in names.items():
            text = text.replace(absolute, name)
        return text

    def problem(one: Problem) -> Problem:
        return replace(one, file=here(one.file), what=here(one.what))

    if isinstance(outcome, Rejection):
        return replace(outcome, problem=problem(outcome.problem))
    return replace(outcome, warnings=tuple(map(problem, outcome.warnings)))
