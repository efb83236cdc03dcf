"""Copies of this process: results in order, and no copy is left, however it ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from concurrent.futures import BrokenExecutor
from typing import Any

import pytest

from leaderboard import copies, threads
from leaderboard.copies import can_copy, in_copies
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from leaderboard.threads import Task, Work, results
from tests.support.made_units import random_units

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="copies are made on Linux alone")


def left() -> list[str]:
    """The copies that run; processes of joblib may stay for the next test."""
    names = [process.name for process in multiprocessing.active_children()]
    return [name for name in names if name.startswith("ForkProcess")]


def test_only_a_process_of_one_thread_on_linux_is_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies.sys, "platform", "linux")
    for count, possible in ((1, True), (2, False)):
        monkeypatch.setattr(copies, "active_count", lambda count=count: count)
        assert can_copy() == possible
    monkeypatch.setattr(copies.sys, "platform", "darwin")
    monkeypatch.setattr(copies, "active_count", lambda: 1)
    assert not can_copy()


def test_a_worker_of_a_pool_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies.sys, "platform", "linux")
    monkeypatch.setattr(copies, "active_count", lambda: 1)
    monkeypatch.setitem(multiprocessing.current_process()._config, "daemon", True)  # type: ignore[attr-defined]
    assert not can_copy()
    monkeypatch.delitem(sys.modules, "multiprocessing.process")
    assert can_copy()


@on_linux
def test_a_copy_that_cannot_start_leaves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    fork, forks = os.fork, iter([True, False])

    def limited() -> int:
        if next(forks):
            return fork()
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", limited)
    with pytest.raises(BrokenExecutor):
        list(in_copies(lambda item: item, range(5), 2))
    assert not left()


@on_linux
@pytest.mark.parametrize("jobs", [1, 2, 3, 9])
def test_results_come_in_order_from_other_processes(jobs: int) -> None:
    found = list(in_copies(lambda item: (item, os.getpid(), bytes(100_000)), range(7), jobs))
    assert [item for item, _, _ in found] == list(range(7))
    assert len({process for _, process, _ in found} - {os.getpid()}) == min(jobs, 7)
    assert not left()


@on_linux
def test_copies_end_with_the_generator() -> None:
    results = in_copies(lambda item: time.sleep(60 * item), [0, 1, 1], 3)
    assert next(results) is None
    assert len(left()) >= 2
    results.close()
    assert not left()


@on_linux
def test_an_interrupt_while_copies_are_made_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    fork = os.fork

    def interrupted() -> int:
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)  # others may not hold it back
        return fork()

    monkeypatch.setattr(os, "fork", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it is ignored
    try:
        with pytest.raises(KeyboardInterrupt):
            list(in_copies(time.sleep, [60, 60], 2))
    finally:
        signal.signal(signal.SIGINT, before)
    assert not left()


@on_linux
@pytest.mark.parametrize("deed", [lambda: os.kill(os.getpid(), signal.SIGKILL), lambda: 1 / 0])
def test_a_copy_that_fails_says_nothing_and_breaks_the_work(
    deed: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BrokenExecutor):
        list(in_copies(lambda item: deed() if item == 3 else item, range(5), 2))
    assert not left()
    assert capfd.readouterr() == ("", "")


@on_linux
def test_a_copy_sends_results_until_one_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[object] = []

    class Line:
        def send(self, result: object) -> None:
            said.append(result)

    monkeypatch.setattr(copies, "stay_beside", said.append)
    copies._carry_out(5, lambda item: 6 // item, [1, 2, 0, 3], Line())  # type: ignore[arg-type]
    assert said == [5, 6, 3]
    copies._carry_out(5, lambda item: item, [4], Line())  # type: ignore[arg-type]
    assert said == [5, 6, 3, 5, 4]


def test_a_helper_is_deaf_to_ctrl_c_and_stays_with_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[object] = []
    monkeypatch.setattr(copies.signal, "signal", lambda *words: said.append(words))
    monkeypatch.setattr(copies, "_end_with", said.append)
    copies.stay_beside(7)
    assert said == [(signal.SIGINT, signal.SIG_IGN), (signal.SIGTERM, signal.SIG_DFL), 7]


def test_a_helper_looks_whether_the_program_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    ended, parents = threading.Event(), iter([5, 5, 1])
    monkeypatch.setattr(copies.os, "getppid", lambda: next(parents))
    monkeypatch.setattr(copies.time, "sleep", lambda seconds: None)
    monkeypatch.setattr(copies.os, "_exit", lambda code: ended.set())
    copies._end_with.__wrapped__(5)
    assert ended.wait(10)
    assert list(parents) == []


def square(of: int, item: int, _: threading.Event) -> tuple[int, int]:
    """The square, and the process that found it; a copy dies over one of them."""
    if item == of and os.getpid() != PROGRAM:
        os.kill(os.getpid(), signal.SIGKILL)
    return item**2, os.getpid()


PROGRAM = os.getpid()
NONE = -1


@on_linux
@pytest.mark.parametrize(("count", "seconds"), [(100, 1.0), (101, 0.01), (1, 9.0)])
def test_long_work_is_done_in_copies(count: int, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "can_copy", lambda: True)
    told: list[float] = []
    work = Work(2, lambda stage, share: told.append(share))
    found = list(results(Task("squares", square, (NONE,), seconds), range(count), work))
    assert [number for number, _ in found] == [item**2 for item in range(count)]
    assert os.getpid() not in {process for _, process in found}
    assert (told[0], told[-1], told) == (0, 1, sorted(told))
    assert not left()


@pytest.mark.parametrize(("jobs", "seconds", "possible"), [(1, 1, True), (2, 0.001, True), (2, 1, False)])
def test_short_work_stays_here(
    jobs: int, seconds: float, possible: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "can_copy", lambda: possible)
    found = list(results(Task("squares", square, (NONE,), seconds), range(100), Work(jobs)))
    assert found == [(item**2, os.getpid()) for item in range(100)]


@on_linux
@pytest.mark.parametrize("last", [0, 7, 99])
def test_what_a_lost_copy_leaves_is_done_here(last: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "can_copy", lambda: True)
    found = list(results(Task("squares", square, (last,), 1.0), range(100), Work(2)))
    assert [number for number, _ in found] == [item**2 for item in range(100)]
    assert found[last][1] == os.getpid()
    assert not left()


@on_linux
def test_copies_find_the_numbers_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    units, design = random_units(6, 40, datasets=2), Design(trials=2000, draws=100, interval="bca")
    by_threads = [list(family) for family in families(units, design, Work(2))]
    monkeypatch.setattr(threads, "can_copy", lambda: True)
    monkeypatch.setattr(threads, "WORTH_A_COPY", 1e-9)
    assert [list(family) for family in families(units, design, Work(2))] == by_threads
