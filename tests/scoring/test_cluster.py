"""A Dask cluster of two processes on this machine, where Dask is installed."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.errors import NothingToDo, UsageError
from leaderboard.options import read_options
from leaderboard.scoring.key import chosen_metrics, read_key
from leaderboard.scoring.pool import ask_alone, score_responses
from leaderboard.submissions import find_submissions
from leaderboard.version import VERSION
from tests.scoring.test_pool import told
from tests.support.made_task import made_task

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("ignore")

# Enough for a second or two of work on both workers.
COPIES = 40


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with two_workers() as local:
        yield local


def two_workers() -> Any:
    return distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=60
    )


def scored(folder: Path, scheduler: str | None, copies: int = COPIES, **options: Any) -> Iterator[Any]:
    settled = read_options({"metric": ["conll"], "jobs": 1, "scheduler": scheduler, **options})
    key = read_key(folder / "key.conll", settled)
    found = find_submissions(folder, folder / "key.conll", False).submissions
    return score_responses(key, found * copies, settled, chosen_metrics(settled))


def test_a_worker_killed_midway_changes_nothing(cluster: Any) -> None:
    expected = [told(one) for one in scored(made_task(), None)]
    found = []
    for outcome in scored(made_task(), cluster.scheduler_address):
        found.append(told(outcome))
        if len(found) == 3:
            os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
    assert found == expected


def test_a_response_that_brings_down_its_worker_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dask tells of it, and joblib does not."""
    monkeypatch.setattr(leaderboard.scoring.pool, "SECONDS_OF_SILENCE", 12)
    here = os.getpid()

    def deadly(corpus: Any) -> list[float]:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return [1.0] * corpus.entities

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        two_workers() as local,
        pytest.raises(
            NothingToDo,
            match="workers ended while they scored responses, perhaps for lack of memory; see the logs",
        ),
    ):
        list(scored(made_task(), local.scheduler_address, lea_importance=deadly, metric=["lea"]))


def test_what_nothing_is_heard_of_is_asked_for_alone(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def alone(client: Any, task: Any, order: Any, submission: Any) -> Any:
        asked.append(submission.name)
        return task(order, submission)

    monkeypatch.setattr(leaderboard.scoring.pool, "SECONDS_OF_SILENCE", 0)
    monkeypatch.setattr(leaderboard.scoring.pool, "ask_alone", alone)
    found = [told(one) for one in scored(made_task(), cluster.scheduler_address, copies=1)]
    assert found == [told(one) for one in scored(made_task(), None, copies=1)]
    assert asked


def test_one_task_alone(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with leaderboard.scoring.pool.cluster(cluster.scheduler_address) as client:
        assert ask_alone(client, max, 2, 3) == 3
        monkeypatch.setattr(leaderboard.scoring.pool, "SECONDS_OF_SILENCE", 0.1)
    with (
        pytest.raises(NothingToDo, match=r"no response was scored for 0.1 seconds; see the logs"),
        leaderboard.scoring.pool.cluster(cluster.scheduler_address) as client,
    ):
        ask_alone(client, time.sleep, 1)


def test_a_scheduler_that_goes_away_is_told_in_one_line(cluster: Any) -> None:
    with (
        pytest.raises(NothingToDo, match=r"^tcp://.*: the scheduler stopped answering; start it again"),
        leaderboard.scoring.pool.cluster(cluster.scheduler_address),
    ):
        raise distributed.client.FutureCancelledError("score", "scheduler-connection-lost")


@pytest.fixture
def empty() -> Iterator[Any]:
    """A scheduler without workers."""
    with distributed.LocalCluster(n_workers=0, dashboard_address=None, silence_logs=60) as local:
        yield local


def test_a_scheduler_without_workers_is_told_in_one_line(empty: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboard.scoring.pool, "SECONDS_TO_CONNECT", 1)
    with pytest.raises(NothingToDo, match=r"has no workers; start some with `dask worker`$"):
        list(scored(made_task(), empty.scheduler_address))


def test_workers_that_all_go_away_are_told_in_one_line(empty: Any) -> None:
    with (
        pytest.raises(NothingToDo, match=r"has no workers; start some with `dask worker`$"),
        leaderboard.scoring.pool.cluster(empty.scheduler_address) as client,
    ):
        ask_alone(client, max, 2, 3)


@pytest.mark.parametrize(
    "address", ["", "127.0.0.1:8786", "nonsense://x:1", "::", "tcp://host", "http://host:80"]
)
def test_what_is_no_address_is_wrong_usage(address: str) -> None:
    with pytest.raises(UsageError, match=r"^scheduler is '.*'; give the address .* as tcp://HOST:8786$"):
        list(scored(made_task(), address))


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "tls://127.0.0.1:1", "tcp://[::1:1"])
def test_where_no_scheduler_is_one_line_says_so(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboard.scoring.pool, "SECONDS_TO_CONNECT", 0.5)
    with pytest.raises(
        NothingToDo, match=r"^no Dask scheduler answers at .* \(..*\); start one with `dask scheduler`$"
    ):
        list(scored(made_task(), address))


def test_what_listens_and_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboard.scoring.pool, "SECONDS_TO_CONNECT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        address = f"tcp://127.0.0.1:{mute.getsockname()[1]}"
        with pytest.raises(NothingToDo, match=r"\(no reason given\); start one with `dask scheduler`$"):
            list(scored(made_task(), address))


def test_a_worker_is_no_scheduler(cluster: Any) -> None:
    address = next(iter(cluster.scheduler.workers))
    with pytest.raises(NothingToDo, match=r" is a Dask worker; give the address of the scheduler$"):
        list(scored(made_task(), address))


def test_every_worker_is_asked_for_its_version(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboard.scoring.pool, "VERSION", "9.9")
    with (
        pytest.raises(NothingToDo, match=f"^a worker has leaderboard {VERSION}, and this is 9.9; install"),
        leaderboard.scoring.pool.cluster(cluster.scheduler_address),
    ):
        pass


def test_workers_of_another_version_or_none_are_refused() -> None:
    remedy = f"and this is {VERSION}; install the same version everywhere"
    leaderboard.scoring.pool._check([VERSION, leaderboard.scoring.pool._version()])
    with pytest.raises(NothingToDo, match=f"^a worker has leaderboard 0.0, {remedy}$"):
        leaderboard.scoring.pool._check([VERSION, "0.0"])
    fault = ModuleNotFoundError("No module named 'leaderboard'")
    with pytest.raises(NothingToDo, match=rf"^a worker failed \(No module .*\), {remedy}$"):
        leaderboard.scoring.pool._check([fault])
