"""Chunks of work on a cluster, in copies of this process, or on threads where it cannot be copied."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import KW_ONLY, dataclass, replace
from math import ceil, log2
from threading import Event
from typing import Any, Generic, Protocol, TypeVar

from leaderboard.copies import can_copy, in_copies

# Threads of other machines have so many blocks each, where there is so much work; items have few parts.
BLOCKS_PER_THREAD, MOST_PARTS = 4, 32
# Seconds that copies are worth, and that one works before it sends results.
WORTH_A_COPY, SECONDS_OF_A_COPY = 0.5, 0.1

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a run by name; if it is random, with its trials for each pair by each metric."""

    name: str
    trials: int = 0
    pairs: int = 0
    metrics: int = 0


Progress = Callable[[Stage, float], None]


@dataclass(frozen=True, slots=True)
class Task(Generic[Result]):
    """A function of what all items ``share``, of an item, and of an event that tells it to return at once.

    An item takes about so many ``seconds`` of one core, and its result has about so many ``numbers``. What
    has brought down a process may be done again here if it is ``harmless``.
    """

    about: str
    function: Callable[..., Result]
    share: tuple[Any, ...]
    seconds: float
    _: KW_ONLY
    numbers: float = 0
    harmless: bool = True

    def __call__(self, item: Any, stop: Event) -> Result:
        return self.function(*self.share, item, stop)


class Away(Protocol):
    """Other machines that do a part of the work; ``fault`` says why they do no more of it."""

    fault: str

    @property
    def threads(self) -> int: ...

    def keep_secret(self) -> None:
        """Warn if others could read there what is sent."""

    def results(
        self, task: Task[Result], items: Sequence[Item], work: Work
    ) -> Generator[Result, None, Sequence[Item]]:
        """Yield the results in order, and return the items that are left to this machine."""

    def family(self, seconds: float) -> AbstractContextManager[None]:
        """What tasks share is kept there until the end, if all of them take long enough."""


@dataclass(frozen=True, slots=True)
class Work:
    """The number of threads (None: one a core), and the function that is told how much is done.

    The work is a stage of a run, from the share ``start`` to the share ``end`` of the whole. Tasks that other
    machines can do may go ``away``.
    """

    jobs: int | None = None
    progress: Progress | None = None
    stage: Stage = Stage("")
    start: float = 0
    end: float = 1
    _: KW_ONLY
    away: Away | None = None

    @property
    def silent(self) -> Work:
        """This work, of which nobody is told."""
        return replace(self, progress=None)

    @property
    def threads(self) -> int:
        """The number of threads."""
        return self.jobs or os.cpu_count() or 1

    def parts(self, items: int) -> int:
        """In how many parts so many items are cut, a power of two, so that all machines have some."""
        wanted = 1 if self.away is None else BLOCKS_PER_THREAD * self.away.threads / max(1, items)
        return min(MOST_PARTS, 1 << max(0, ceil(log2(wanted))))

    def family(self, seconds: float) -> AbstractContextManager[None]:
        """All that is done with the same sums, which travel once, and takes about so many seconds."""
        return nullcontext() if self.away is None else self.away.family(seconds)

    def tell(self, fraction: float) -> None:
        """Report how much of this work is done."""
        if self.progress is not None:
            self.progress(self.stage, self._at(fraction))

    def part(self, start: float, end: float, stage: Stage | None = None) -> Work:
        """Return the part of this work between two fractions of it."""
        return replace(self, stage=stage or self.stage, start=self._at(start), end=self._at(end))

    def _at(self, fraction: float) -> float:
        return self.start * (1 - fraction) + self.end * fraction


ALONE = Work(jobs=1)


def results(
    task: Callable[[Item, Event], Result], items: Sequence[Item], work: Work = ALONE
) -> Iterator[Result]:
    """The results in the order of the items, only a few of them under way at a time.

    When the caller stops early, waiting items are cancelled and the event tells running tasks to
    return at once. Progress is reported once every thread has finished an item: their rate is known then.
    """
    work.tell(0)
    if isinstance(task, Task):
        elsewhere = _copied if work.away is None else work.away.results
        count, items = len(items), (yield from elsewhere(task, items, work))
        work = work.part(1 - len(items) / max(1, count), 1)
    stop = Event()
    pending: deque[Future[Result]] = deque()
    pool = ThreadPoolExecutor(max_workers=work.threads)
    try:
        for done, item in enumerate(items, start=1 - 2 * work.threads):
            pending.append(pool.submit(task, item, stop))
            if done > 0:
                yield pending.popleft().result()
                _tell(work, done, len(items))
        for done in range(len(items) - len(pending) + 1, len(items) + 1):
            yield pending.popleft().result()
            _tell(work, done, len(items))
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def _copied(task: Task[Result], items: Sequence[Item], work: Work) -> Generator[Result, None, Sequence[Item]]:
    """Yield the results of copies of this process, and return the items that are left to it.

    Threads wait for each other after each step of NumPy, and may be slower than one alone.
    """
    if work.threads == 1 or task.seconds * len(items) < WORTH_A_COPY or not can_copy():
        return items
    most = len(items) // (BLOCKS_PER_THREAD * work.threads)
    size = max(1, min(int(SECONDS_OF_A_COPY / task.seconds), most))
    groups = [items[start : start + size] for start in range(0, len(items), size)]
    done, stop = 0, Event()
    with suppress(BrokenExecutor):  # killed, perhaps for want of memory
        copied = in_copies(lambda group: [task(item, stop) for item in group], groups, work.threads)
        for number, found in enumerate(copied, start=1):
            yield from found
            done += len(found)
            _tell(work, number, len(groups))
    return items[done:]


def _tell(work: Work, done: int, count: int) -> None:
    if done >= min(work.threads, count):
        work.tell(done / count)
