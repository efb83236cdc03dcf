"""A Dask cluster of two processes on this machine, where Dask is installed."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

import leaderboard.cluster
from leaderboard.cluster import connected
from leaderboard.errors import LeaderboardWarning, NothingToDo, UsageError
from leaderboard.options import read_options
from leaderboard.scoring.key import chosen_metrics, read_key
from leaderboard.scoring.pool import score_responses
from leaderboard.submissions import find_submissions
from leaderboard.threads import Work
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


def scored(folder: Path, scheduler: Any, copies: int = COPIES, **options: Any) -> Iterator[Any]:
    settled = read_options({"metric": ["conll"], "jobs": 1, **options})
    key = read_key(folder / "key.conll", settled)
    found = find_submissions(folder, folder / "key.conll", False).submissions
    with nullcontext() if scheduler is None else connected(scheduler) as away:
        yield from score_responses(
            key, found * copies, settled, chosen_metrics(settled), work=Work(away=away)
        )


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
    monkeypatch.setattr(leaderboard.cluster, "SECONDS_OF_SILENCE", 12)
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
            match="workers ended while they did the scoring of responses, perhaps for lack of memory; see",
        ),
    ):
        list(scored(made_task(), local.scheduler_address, lea_importance=deadly, metric=["lea"]))


def test_where_nothing_is_heard_of_a_response_one_line_says_so(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaderboard.cluster, "SECONDS_OF_SILENCE", 0)
    message = r"^tcp://.*: nothing was heard for 0 seconds; start it again, and score the responses again$"
    with pytest.raises(NothingToDo, match=message):
        list(scored(made_task(), cluster.scheduler_address))


@pytest.fixture
def empty() -> Iterator[Any]:
    """A scheduler without workers."""
    with distributed.LocalCluster(n_workers=0, dashboard_address=None, silence_logs=60) as local:
        yield local


def test_a_scheduler_without_workers_is_told_in_one_line(empty: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboard.cluster, "SECONDS_TO_CONNECT", 1)
    with pytest.raises(NothingToDo, match=r"has no workers; start some with `dask worker`$"):
        list(scored(made_task(), empty.scheduler_address))


@pytest.mark.parametrize("address", ["", "127.0.0.1:8786", "::", "tcp://host", ".", 5])
def test_what_is_no_cluster_is_wrong_usage(address: object) -> None:
    with pytest.raises(UsageError, match=r"^scheduler is .*; give an address as tcp://HOST:8786, or "):
        list(scored(made_task(), address))


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "tls://127.0.0.1:1", "tcp://[::1:1"])
def test_where_no_scheduler_is_one_line_says_so(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboard.cluster, "SECONDS_TO_CONNECT", 0.5)
    with pytest.raises(
        NothingToDo, match=r"^no Dask scheduler answers at .* \(..*\); start one with `dask scheduler`$"
    ):
        list(scored(made_task(), address))


def test_what_listens_and_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboard.cluster, "SECONDS_TO_CONNECT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        address = f"tcp://127.0.0.1:{mute.getsockname()[1]}"
        with pytest.raises(NothingToDo, match=r"\(no reason given\); start one with `dask scheduler`$"):
            list(scored(made_task(), address))


def test_a_worker_is_no_scheduler(cluster: Any) -> None:
    address = next(iter(cluster.scheduler.workers))
    with pytest.raises(NothingToDo, match=r" is a Dask worker; give the address of the scheduler$"):
        list(scored(made_task(), address))


@pytest.mark.parametrize(
    "address", ["tcp://name@host:1", "gateway://me:word@host:1", "tls://host?token=word:1"]
)
def test_what_is_secret_in_an_address_is_not_shown(address: str) -> None:
    with pytest.raises(UsageError, match=r"^scheduler has a name or a token; give a Client in Python$"):
        read_options({"scheduler": address})


@pytest.mark.parametrize("address", ["ucx://host:1", "gateway://host:1", "http://host:80"])
def test_addresses_of_other_kinds_need_a_client(address: str) -> None:
    with pytest.raises(NothingToDo, match=r"^\w+:// is another kind of address; give a Client in Python$"):
        list(scored(made_task(), address))


def test_a_scheduler_file_a_client_and_a_cluster_name_the_same(cluster: Any, tmp_path: Path) -> None:
    file = tmp_path / "scheduler.json"
    file.write_text(json.dumps({"type": "Scheduler", "address": cluster.scheduler_address}))
    expected = [told(one) for one in scored(made_task(), None, copies=1)]
    with distributed.Client(cluster, set_as_default=False) as client:
        for place in (file, str(file), cluster, client):
            assert [told(one) for one in scored(made_task(), place, copies=1)] == expected
        assert client.submit(max, 2, 3).result() == 3
    with pytest.raises(NothingToDo, match=r"^the Client is closed; give one that is connected"):
        list(scored(made_task(), client))


def test_a_cluster_that_is_closed_or_asynchronous_is_told_in_one_line() -> None:
    with distributed.LocalCluster(
        n_workers=0, processes=False, dashboard_address=None, silence_logs=60
    ) as local:
        pass
    with pytest.raises(NothingToDo, match=r"^the LocalCluster is closed; give one that is connected"):
        list(scored(made_task(), local))

    async def within_a_loop(address: str) -> None:
        async with distributed.Client(address, asynchronous=True, set_as_default=False) as client:
            with pytest.raises(NothingToDo, match=r"^the Client is asynchronous; give one without asyn"):
                list(scored(made_task(), client))

    # Tests in a browser leave a loop running in their thread.
    with two_workers() as open_one, ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, within_a_loop(open_one.scheduler_address)).result()


FILES = ("[]", "{", '{"address": 5}', '{"address": "host:1"}', "{}", " " * 2**20 + "{}")


@pytest.mark.parametrize("content", FILES)
def test_a_file_without_an_address_is_wrong_usage(content: str, tmp_path: Path) -> None:
    (tmp_path / "s.json").write_text(content)
    with pytest.raises(UsageError, match=r"^scheduler is '.*s.json', a file that has no address of a"):
        list(scored(made_task(), tmp_path / "s.json"))
    for name, fault in (("t.json", "is not there"), (f"{'long' * 100}t.json", "has no address of a")):
        with pytest.raises(UsageError, match=f"^scheduler is '.*t.json', a file that {fault}"):
            list(scored(made_task(), tmp_path / name))


def test_functions_take_clusters_and_say_how_large_they_were(cluster: Any) -> None:
    folder = made_task()
    found = leaderboard.rank(folder, metric="muc", trials=100, draws=100, scheduler=cluster)
    alone = leaderboard.rank(folder, metric="muc", trials=100, draws=100)
    assert found.options.scheduler == "cluster, 2 workers"
    assert [*found.comparisons] == [*alone.comparisons]


def test_a_secret_key_and_a_disk_is_one_note(cluster: Any, tmp_path: Path) -> None:
    task = tmp_path / "task"
    shutil.copytree(made_task(), task)
    (tmp_path / "leaderboard.toml").write_text(
        'submissions = "task"\nkey = "task/key.conll"\nsecret = true\n'
    )
    said = r"the key is secret; set distributed\.worker\.memory\.spill"
    with pytest.warns(LeaderboardWarning, match=said):
        leaderboard.power(task, metric="muc", scheduler=cluster)
    sums = tmp_path / "sums"
    leaderboard.rank(task, metric="muc", trials=100, draws=100, save=sums)
    (sums / "leaderboard.toml").write_text("secret = true\n")
    with pytest.warns(LeaderboardWarning, match=said):
        leaderboard.rank(sums, metric="muc", trials=100, draws=100, scheduler=cluster)


def test_every_worker_is_asked_for_its_version(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboard.cluster, "VERSION", "9.9")
    with (
        pytest.raises(NothingToDo, match=f"^a worker has leaderboard {VERSION}, and this is 9.9; install"),
        connected(cluster.scheduler_address),
    ):
        pass


def test_workers_of_another_version_or_none_are_refused() -> None:
    remedy = f"and this is {VERSION}; install the same version everywhere"
    leaderboard.cluster._check([leaderboard.cluster._state()])
    with pytest.raises(NothingToDo, match=f"^a worker has leaderboard 0.0, {remedy}$"):
        leaderboard.cluster._check([("0.0", False)])
    fault = ModuleNotFoundError("No module named 'leaderboard'")
    with pytest.raises(NothingToDo, match=rf"^a worker failed \(No module .*\), {remedy}$"):
        leaderboard.cluster._check([fault])
