"""Copies of this process, which begin at once and know all that it knows; results come back in order."""

from __future__ import annotations

import os
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager, suppress
from functools import lru_cache
from threading import Thread, active_count
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

Item = TypeVar("Item")
Result = TypeVar("Result")


def can_copy() -> bool:
    """Return True where a copy can continue: on Linux, if no other thread may hold a lock.

    A worker of a pool may have no processes of its own.
    """
    processes = sys.modules.get("multiprocessing.process")
    is_worker = processes is not None and processes.current_process().daemon
    return sys.platform == "linux" and active_count() == 1 and not is_worker


def in_copies(task: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    """Yield the result of each item, in order; the copies take turns, and end with this generator."""
    copies: list[tuple[BaseProcess, Connection]] = []
    try:
        with _held():
            for first in range(min(jobs, len(items))):
                copies.append(_copy(task, items[first::jobs]))
        for number in range(len(items)):
            yield copies[number % jobs][1].recv()
    except (EOFError, OSError):
        raise BrokenExecutor from None
    finally:
        for process, results in copies:
            process.kill()
            process.join()
            results.close()


_INTERRUPTIONS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def _held() -> Iterator[None]:
    """Let interruptions wait, for one that comes while a process is copied is lost."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTIONS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _copy(task: Callable[[Item], Result], items: Sequence[Item]) -> tuple[BaseProcess, Connection]:
    from multiprocessing import get_context

    forking = get_context("fork")
    results, sent = forking.Pipe(duplex=False)
    process = forking.Process(target=_carry_out, args=(os.getpid(), task, items, sent), daemon=True)
    with warnings.catch_warnings():  # Python 3.12 warns of the threads of NumPy, which are idle
        warnings.simplefilter("ignore", DeprecationWarning)
        process.start()
    sent.close()
    return process, results


def _carry_out(program: int, task: Callable[[Item], Result], items: Sequence[Item], sent: Connection) -> None:
    """Send the result of each item; one that fails ends the copy, and fails again in the program."""
    stay_beside(program)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPTIONS)
    with suppress(Exception):
        for item in items:
            sent.send(task(item))


def stay_beside(program: int) -> None:
    """Let this process end with the program that started it, and not by itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the program hears it too, and ends all
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _end_with(program)


@lru_cache(maxsize=1)
def _end_with(program: int) -> None:
    def watch() -> None:
        while os.getppid() == program:
            time.sleep(1)
        os._exit(1)

    Thread(target=watch, daemon=True).start()
