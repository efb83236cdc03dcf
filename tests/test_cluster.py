"""A Dask cluster of two processes on this machine, where Dask is installed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from leaderboard import scorers
from leaderboard.errors import NothingToDo
from leaderboard.options import read_settings
from leaderboard.scorers import score_responses
from leaderboard.scoring import chosen_metrics, read_key
from leaderboard.submissions import find_submissions
from tests.made_task import made_task
from tests.test_scorers import told

distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("ignore")

# Enough for a second or two of work on both workers.
COPIES = 40


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=60
    ) as local:
        yield local


def scored(folder: Path, scheduler: str | None) -> Iterator[Any]:
    settings = read_settings({"metric": ["conll"], "jobs": 1, "scheduler": scheduler})
    key = read_key(folder / "key.conll", settings)
    found = find_submissions(folder, folder / "key.conll", False).submissions
    return score_responses(key, found * COPIES, settings, chosen_metrics(settings))


def test_a_worker_killed_midway_changes_nothing(cluster: Any) -> None:
    expected = [told(one) for one in scored(made_task(), None)]
    found = []
    for outcome in scored(made_task(), cluster.scheduler_address):
        found.append(told(outcome))
        if len(found) == 3:
            os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
    assert found == expected


def test_a_cluster_that_loses_a_response_too_often_is_told_in_one_line(cluster: Any) -> None:
    settings = read_settings({"scheduler": cluster.scheduler_address})
    with (
        pytest.raises(NothingToDo, match="lost its worker, perhaps for want of memory; see the logs"),
        scorers._backend(settings),
    ):
        raise distributed.KilledWorker("score", None, 4)


def test_a_scheduler_without_workers_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scorers, "SECONDS_TO_CONNECT", 1)
    with distributed.LocalCluster(
        n_workers=0, processes=False, dashboard_address=None, silence_logs=60
    ) as empty:
        address = empty.scheduler.address
        with pytest.raises(NothingToDo, match=r"has no workers; start some with `dask worker`$"):
            list(scored(made_task(), address))


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x", "::"])
def test_where_no_scheduler_is_one_line_says_so(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scorers, "SECONDS_TO_CONNECT", 0.5)
    with pytest.raises(
        NothingToDo, match=r"^no Dask scheduler answers at .*; start one with `dask scheduler`$"
    ):
        list(scored(made_task(), address))
