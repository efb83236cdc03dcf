"""A Dask cluster: blocks of work go to its workers, and come back in order.

What the items of a task share is sent once and found by its hash. What the cluster loses, this machine does.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import re
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

from leaderboard.errors import LeaderboardError, LeaderboardWarning, NothingToDo, UsageError, option_error
from leaderboard.options.configuration import Configuration
from leaderboard.text import counted, plural
from leaderboard.threads import BLOCKS_PER_THREAD, Progress, Task, Work
from leaderboard.version import VERSION

Item = TypeVar("Item")
Result = TypeVar("Result")

SECONDS_TO_CONNECT, SECONDS_TO_CLOSE = 10, 2
# Longer than a block takes, and than it takes to start workers again.
SECONDS_OF_SILENCE = 120
# What takes less is not worth the way, nor is less of a family whose sums are there already.
WORTH_THE_WAY, WORTH_A_BLOCK = 2.0, 0.2
# Blocks take a second of a core or more, where threads have some; at most they take and bring back so much.
MOST_SECONDS, MOST_NUMBERS = 20.0, 2**21
# News is expected of the first of so many blocks.
MOST_WAITED = 64
# How often what a cluster has lost is sent again.
ATTEMPTS = 3
LONGEST_FILE = 2**20
_ADDRESS = re.compile(r"(tcp|tls)://[^/\s@]+:\d{1,5}\Z")
_REMEDY = "give an address as tcp://HOST:8786, or a scheduler file"


@contextmanager
def working(
    configuration: Configuration, progress: Progress | None = None
) -> Iterator[tuple[Configuration, Work]]:
    """The work of a run, which a cluster does if one is named; the options then say how large it was."""
    options = configuration.options
    if options.scheduler is None:
        yield configuration, Work(options.jobs, progress)
        return
    with connected(options.scheduler) as cluster:
        if configuration.content.secret:  # sums do not say whether their key is
            cluster.keep_secret()
        settled = replace(options, scheduler=f"cluster, {counted(len(cluster.known), 'worker')}")
        yield replace(configuration, options=settled), Work(options.jobs, progress, away=cluster)


@contextmanager
def connected(scheduler: Any) -> Iterator[Cluster]:
    """The cluster at an address, of a scheduler file, of a client, or of an object that clients accept."""
    try:
        from distributed import Client
        from distributed.utils import silence_logging_cmgr
    except ImportError:
        message = "--scheduler needs Dask; install it with `pip install 'coref-leaderboard[dask]'`"
        raise UsageError(message) from None
    target, is_client = scheduler, isinstance(scheduler, Client)
    place = f"the {type(scheduler).__name__}"
    if isinstance(scheduler, str | os.PathLike):
        target = place = address_of(os.fspath(scheduler))
        _greet(place)
    elif not is_client and not hasattr(scheduler, "scheduler_address"):
        raise option_error("scheduler", f"is {scheduler!r}", f"{_REMEDY}, or a Client or cluster of Dask")
    elif getattr(scheduler, "asynchronous", False):
        raise NothingToDo(f"{place} is asynchronous; give one without asynchronous=True")
    elif _is_closed(scheduler, is_client):
        raise NothingToDo(f"{place} is closed; give one that is connected to a scheduler")
    with silence_logging_cmgr("critical"), ExitStack() as opened:
        try:
            client = scheduler
            if not is_client:
                client = Client(target, timeout=SECONDS_TO_CONNECT, set_as_default=False)
                opened.callback(client.close, timeout=SECONDS_TO_CLOSE)
            client.wait_for_workers(1, timeout=SECONDS_TO_CONNECT)
            cluster = Cluster(client, place)
            opened.callback(cluster.sent.clear)
            cluster.check()
        except (OSError, CancelledError) as error:
            said = "has no workers" if isinstance(error, TimeoutError) else f"does not answer ({error})"
            raise NothingToDo(f"{place} {said}; start some with `dask worker`") from None
        yield cluster
        cluster.say_what_was_lost()


def _is_closed(scheduler: Any, is_client: bool) -> bool:
    """True for a client that does not run, and a cluster that ends, by text or enumeration."""
    state = str(getattr(scheduler, "status", "")).rpartition(".")[2]
    return state != "running" if is_client else state in ("closing", "closed")


def address_of(text: str) -> str:
    """The address that a text is, or that is in the scheduler file at a path."""
    address = text if "://" in text else _address_in(text)
    if "://" in address and not address.startswith(("tcp://", "tls://")):
        raise NothingToDo(
            f"{address.partition('://')[0]}:// is another kind of address; give a Client in Python"
        )
    if not _ADDRESS.match(address):
        raise option_error("scheduler", f"is {text!r}", _REMEDY)
    return address


def _address_in(name: str) -> str:
    path = Path(name)
    try:
        if not path.is_file():
            raise FileNotFoundError
        if path.stat().st_size > LONGEST_FILE:
            raise ValueError
        address = json.loads(path.read_bytes())["address"]
        if "://" not in address:
            raise ValueError
        return str(address)
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        lacking = isinstance(error, FileNotFoundError)
        there = "is not there" if lacking else "has no address of a scheduler in JSON"
        raise option_error("scheduler", f"is {name!r}, a file that {there}", _REMEDY) from None


@dataclass(eq=False)
class Parcel:
    """What the items of a task share, as it travels: pickled, its arrays apart; and its SHA-256."""

    head: bytes
    arrays: tuple[bytes, ...]

    @classmethod
    def of(cls, content: object) -> Parcel:
        from distributed.protocol.pickle import dumps  # which knows functions that have no name

        arrays: list[pickle.PickleBuffer] = []
        head = dumps(content, buffer_callback=arrays.append)
        return cls(head, tuple(bytes(array.raw()) for array in arrays))

    @property
    def digest(self) -> str:
        """The hash of what is here."""
        sha = hashlib.sha256(self.head)
        for array in self.arrays:
            sha.update(array)
        return sha.hexdigest()

    @cached_property
    def content(self) -> object:
        """What it is, unpacked once; the arrays cannot be changed."""
        return pickle.loads(self.head, buffers=self.arrays)

    @cached_property
    def arrived(self) -> str:
        """The hash of what has arrived, found once."""
        return self.digest


class Gone(Exception):
    """What was sent is not there any more, or nobody is."""


class Cluster:
    """The workers of a client; ``fault`` says why nothing more is sent to them."""

    def __init__(self, client: Any, place: str) -> None:
        self.client, self.place, self.fault = client, place, ""
        self.known: set[str] = set()
        self.lost = 0
        self.spills = self.keeps = False
        self.sent: dict[int, tuple[object, str, Any]] = {}

    def check(self) -> None:
        """Refuse workers that would compute in another way, or not at all."""
        found = self.client.run(_state, on_error="return")
        _check(found.values())
        self.spills = any(spill for _, spill in found.values())
        self._count()

    def keep_secret(self) -> None:
        """Warn of workers that would write to their disks."""
        if self.spills:
            what = "workers may move what they hold to their disks, and the key is secret"
            self.spills = _warn(f"{what}; set distributed.worker.memory.spill to false")

    def say_what_was_lost(self) -> None:
        """One note for all that the run had to repeat."""
        if self.fault:
            _warn(f"{self.fault}; this machine did the rest alone")
        elif self.lost:
            lost = f"{counted(self.lost, 'worker')} {plural('was', self.lost, 'were')} lost"
            _warn(f"{lost}; {plural('its', self.lost, 'their')} work was repeated")

    @contextmanager
    def family(self, seconds: float) -> Iterator[None]:
        """What is sent is kept by the workers until the end, else until it has been used."""
        self.keeps = seconds >= WORTH_THE_WAY
        try:
            yield
        finally:
            self.keeps = False
            self.sent.clear()

    def results(
        self, task: Task[Result], items: Sequence[Item], work: Work
    ) -> Generator[Result, None, Sequence[Item]]:
        """Yield the results in order, and return the items that are left to this machine."""
        done = blocks = attempts = 0
        if task.seconds * len(items) < (WORTH_A_BLOCK if self.keeps else WORTH_THE_WAY):
            return items
        while done < len(items) and not self.fault:
            try:
                for found in self._blocks(task, items[done:]):
                    yield from found
                    done, blocks = done + len(found), blocks + 1
                    if blocks >= self.threads:  # their rate is known now
                        work.tell(done / len(items))
            except TimeoutError:
                self.fault = f"{self.place}: nothing was heard for {SECONDS_OF_SILENCE} seconds"
            except (Gone, CancelledError, OSError):
                attempts += 1
                self.sent.clear()
                if attempts == ATTEMPTS or not self._are_back():
                    self.fault = f"{self.place}: the scheduler or its workers stopped answering"
        if not self.keeps:
            self.sent.clear()
        return items[done:]

    def _are_back(self) -> bool:
        """Wait for a worker, where there is a scheduler."""
        with suppress(Exception):
            self.client.wait_for_workers(1, timeout=SECONDS_OF_SILENCE)
            return bool(self._count())
        return False

    @property
    def threads(self) -> int:
        """The number of threads of all workers."""
        return max(1, sum(self._count().values()))

    def _count(self) -> Mapping[str, int]:
        """The threads of each worker; workers that are gone are counted as lost."""
        try:
            cores: Mapping[str, int] = self.client.ncores()
        except Exception:  # there is no scheduler
            return {}
        self.lost += len(self.known - {*cores})
        self.known = {*cores}
        return cores

    def _blocks(self, task: Task[Result], items: Sequence[Item]) -> Iterator[Sequence[Result]]:
        """The results of each block of items, which one worker does."""
        if self.client.status != "running":
            raise Gone
        digests, shared = zip(*map(self._send, task.share), strict=True)
        size = self._size(task, len(items))
        blocks = [items[start : start + size] for start in range(0, len(items), size)]
        futures = [self.client.submit(carry_out, task.function, one, *shared, pure=False) for one in blocks]
        try:
            for number, block in enumerate(blocks):
                self._wait(futures[number : number + MOST_WAITED])
                yield self._results(task, block, futures[number], digests)
                futures[number].release()
                self._count()
        finally:
            with suppress(Exception):  # a scheduler that is gone does nothing more
                self.client.cancel([one for one in futures if not one.done()])

    def _size(self, task: Task[Result], count: int) -> int:
        """The number of items in a block."""
        seconds, threads = task.seconds * count, self.threads
        many = max(min(BLOCKS_PER_THREAD * threads, seconds), min(threads, seconds / WORTH_A_BLOCK), 1)
        return max(1, int(count / max(many, seconds / MOST_SECONDS, task.numbers * count / MOST_NUMBERS)))

    def _send(self, part: object) -> tuple[str, Any]:
        """The hash of a part, and its future: workers have it from each other, and lost ones from Dask."""
        if id(part) not in self.sent:
            parcel = Parcel.of(part)
            digest = parcel.digest
            key = f"{digest}-{uuid4().hex}"  # another one each time: the former may only now be given back
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", "Sending large graph")
                self.sent[id(part)] = part, digest, self.client.submit(_kept, parcel, key=key)
        _, digest, future = self.sent[id(part)]
        return digest, future

    def _wait(self, futures: Sequence[Any]) -> None:
        """Wait for the first, as long as there is news of any."""
        from distributed import wait

        while not futures[0].done():
            going = [one for one in futures if not one.done()]
            with self.client.as_current():
                wait(going, timeout=SECONDS_OF_SILENCE, return_when="FIRST_COMPLETED")

    def _results(
        self, task: Task[Result], block: Sequence[Item], future: Any, digests: Sequence[str]
    ) -> Sequence[Result]:
        """What a worker found, or this machine where workers end."""
        if future.cancelled():
            raise Gone
        try:
            version, arrived, found = future.result(timeout=SECONDS_OF_SILENCE)
        except (LeaderboardError, CancelledError, TimeoutError, OSError):
            raise
        except Exception:  # workers that end, or cannot do it
            return _here(task, block)
        _check([(version, False)])
        if arrived != digests or len(found) != len(block):
            what = f"{self.place}: a worker answers with something else than was asked"
            raise NothingToDo(f"{what}; versions or memory differ")
        results: Sequence[Result] = found
        return results


def _kept(parcel: Parcel) -> Parcel:
    return parcel


def _here(task: Task[Result], block: Sequence[Item]) -> Sequence[Result]:
    """Do a block that no worker could, if it is one that can do no harm here."""
    if not task.harmless:
        what = f"workers ended while they did {task.about}, perhaps for lack of memory"
        raise NothingToDo(f"{what}; see the logs of the workers")
    try:
        return [task(item, Event()) for item in block]
    except Exception as error:
        what = f"{task.about} failed on workers and on this machine ({str(error) or type(error).__name__})"
        raise NothingToDo(f"{what}; see the logs of the workers") from error


def carry_out(
    function: Callable[..., Result], block: Sequence[Item], *parcels: Parcel
) -> tuple[str, tuple[str, ...], list[Result]]:
    """Do a block on a worker, which also says what it is and what has arrived."""
    stop = Cancelled.here()
    shared = [parcel.content for parcel in parcels]
    going = takewhile(lambda _: not stop.is_set(), block)
    found = [function(*shared, item, stop) for item in going]
    return VERSION, tuple(parcel.arrived for parcel in parcels), found


class Cancelled(NamedTuple):
    """Tells a task of a worker that nobody waits for it any more."""

    worker: Any
    key: str

    @classmethod
    def here(cls) -> Cancelled:
        """That of the task that runs here."""
        from distributed import get_worker

        worker = get_worker()
        return cls(worker, worker.get_current_task())

    def is_set(self) -> bool:
        known = self.worker.state.tasks.get(self.key)
        return known is None or known.state == "cancelled"


def _state() -> tuple[str, bool]:
    """The version of the package, which only a worker that has it can tell, and whether it uses its disk."""
    from dask import config

    return VERSION, bool(config.get("distributed.worker.memory.spill", False))


def _check(states: Iterable[Any]) -> None:
    """Refuse workers that would compute in another way, or not at all."""
    for state in states:
        version = state[0] if isinstance(state, tuple) else None
        if version != VERSION:
            what = f"a worker failed ({state})" if version is None else f"a worker has leaderboard {version}"
            raise NothingToDo(f"{what}, and this is {VERSION}; install the same version everywhere")


def _warn(what: str) -> bool:
    warnings.warn(what, LeaderboardWarning, stacklevel=2)
    return False


def _greet(address: str) -> None:
    """Check that a scheduler is there: a client waits without end for anything else that listens."""
    import asyncio
    from concurrent.futures import ThreadPoolExecutor

    try:
        with ThreadPoolExecutor(1) as thread:  # in a notebook, this one has a loop of events already
            kind = thread.submit(asyncio.run, _kind(address)).result()
    except Exception as error:  # whatever comes of talking to anything
        what = f"no Dask scheduler answers at {address} ({str(error) or 'no reason given'})"
        raise NothingToDo(f"{what}; start one with `dask scheduler`") from None
    if kind != "Scheduler":
        raise NothingToDo(f"{address} is a Dask {kind.lower()}; give the address of the scheduler")


async def _kind(address: str) -> str:
    """Return the kind of server that a Dask server says it is."""
    import asyncio

    from distributed.comm import connect
    from distributed.core import send_recv
    from distributed.security import Security

    async with asyncio.timeout(1.5 * SECONDS_TO_CONNECT):
        options = Security().get_connection_args("client")
        comm = await connect(address, timeout=SECONDS_TO_CONNECT, **options)
        try:
            return str((await send_recv(comm, op="identity"))["type"])
        finally:
            comm.abort()
