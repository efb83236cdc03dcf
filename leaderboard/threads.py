"""Chunks of work on threads: NumPy lets go of the interpreter while it computes."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Work:
    """How many threads share some work (None: one a core), and what is called with the share that is done."""

    jobs: int | None = None
    progress: Progress | None = None

    @property
    def threads(self) -> int:
        """The number of threads."""
        return self.jobs or os.cpu_count() or 1

    def tell(self, fraction: float) -> None:
        """Report how much is done."""
        if self.progress is not None:
            self.progress(fraction)


ALONE = Work(jobs=1)


def results(
    task: Callable[[Item, Event], Result], items: Sequence[Item], work: Work = ALONE
) -> Iterator[Result]:
    """The results in the order of the items, only a few of them under way at a time.

    When the caller stops early, waiting items are cancelled and the event tells running tasks to
    return at once.
    """
    stop = Event()
    pending: deque[Future[Result]] = deque()
    pool = ThreadPoolExecutor(max_workers=work.threads)
    try:
        for done, item in enumerate(items, start=1 - 2 * work.threads):
            pending.append(pool.submit(task, item, stop))
            if done > 0:
                yield pending.popleft().result()
                work.tell(done / len(items))
        for done in range(len(items) - len(pending) + 1, len(items) + 1):
            yield pending.popleft().result()
            work.tell(done / len(items))
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)
