"""Chunks of work on threads: NumPy lets go of the interpreter while it computes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
Progress = Callable[[float], None]


def results(
    task: Callable[[Item, Event], Result],
    items: Sequence[Item],
    jobs: int,
    progress: Progress | None = None,
) -> Iterator[Result]:
    """The results in the order of the items, only a few of them under way at a time.

    When the caller stops early, waiting items are cancelled and the event tells running tasks to
    return at once.
    """
    stop = Event()
    pending: deque[Future[Result]] = deque()
    pool = ThreadPoolExecutor(max_workers=jobs)
    try:
        for done, item in enumerate(items, start=1 - 2 * jobs):
            pending.append(pool.submit(task, item, stop))
            if done > 0:
                yield pending.popleft().result()
                _tell(progress, done / len(items))
        for done in range(len(items) - len(pending) + 1, len(items) + 1):
            yield pending.popleft().result()
            _tell(progress, done / len(items))
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def _tell(progress: Progress | None, fraction: float) -> None:
    if progress is not None:
        progress(fraction)
