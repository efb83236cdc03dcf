"""A Dask cluster behind joblib: greeted before it is used, and told of in one line where it fails."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from leaderboard.errors import NothingToDo, UsageError
from leaderboard.version import VERSION

SECONDS_TO_CONNECT = 10
# Longer than a response takes, and than it takes to start workers again.
SECONDS_OF_SILENCE = 120
_ADDRESS = re.compile(r"(tcp|tls)://[^/\s]+:\d{1,5}\Z")


@contextmanager
def cluster(address: str) -> Iterator[Any]:
    """The client of a cluster that does the work of joblib."""
    try:
        from distributed import Client, KilledWorker
        from distributed.utils import silence_logging_cmgr
    except ImportError:
        message = "--scheduler needs Dask; install it with `pip install 'coref-leaderboard[dask]'`"
        raise UsageError(message) from None
    from joblib import parallel_config

    if not _ADDRESS.match(address):
        raise UsageError(f"--scheduler is {address!r}; give the address that it shows, as tcp://HOST:8786")
    _greet(address)
    with (
        silence_logging_cmgr("critical"),
        Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False) as client,
        parallel_config("dask", client=client, wait_for_workers_timeout=SECONDS_TO_CONNECT),
    ):
        try:
            _check(client.run(_version, on_error="return").values())
            yield client
        except TimeoutError:
            raise NothingToDo(_silence(address, client)) from None
        except CancelledError:
            what = f"{address}: the scheduler stopped answering"
            raise NothingToDo(f"{what}; start it again, and score the responses again") from None
        except KilledWorker:
            what = "workers ended while they scored responses, perhaps for lack of memory"
            raise NothingToDo(f"{what}; see the logs of the workers") from None


def ask_alone(client: Any, task: Callable[..., Any], *words: object) -> Any:
    """Return the result of one task; a task that cannot start or loses its workers gives an outcome."""
    if not client.ncores():
        raise TimeoutError
    return client.submit(task, *words, pure=False).result(timeout=SECONDS_OF_SILENCE)


def _version() -> str:
    """The version of the package, which only a worker that has the package can tell."""
    return VERSION


def _check(versions: Iterable[object]) -> None:
    """Refuse workers that would score in another way, or not at all."""
    for found in versions:
        if found != VERSION:
            what = f"a worker has leaderboard {found}" if isinstance(found, str) else _fault(found)
            raise NothingToDo(f"{what}, and this is {VERSION}; install the same version everywhere")


def _fault(error: object) -> str:
    return f"a worker failed ({error})"


def _greet(address: str) -> None:
    """Check that a scheduler is there: a client waits without end for anything else that listens."""
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


def _silence(address: str, client: Any) -> str:
    if not client.ncores():
        return f"{address} has no workers; start some with `dask worker`"
    return f"{address}: no response was scored for {SECONDS_OF_SILENCE} seconds; see the logs of the workers"
