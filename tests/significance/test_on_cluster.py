"""Tests, intervals, draws and prices on a cluster: the bytes of one core, whatever is lost on the way."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

import leaderboard
from leaderboard import cluster as on_cluster
from leaderboard.cluster import Cluster, Gone, Parcel, connected
from leaderboard.errors import LeaderboardWarning, NothingToDo
from leaderboard.report.files.contents import report_files
from leaderboard.scoresheet import Units
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from leaderboard.threads import Stage, Task, Work, results
from tests.significance.test_runs import random_runs
from tests.significance.test_within import same
from tests.support.made_task import DATASETS, made_datasets, made_runs, made_task
from tests.support.made_units import random_units
from tests.support.tables import written
from tests.tasks.test_scorers import scorers

distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("ignore")

WHOLE: Any = {"processes": False, "dashboard_address": None, "silence_logs": 60}
SOME = {"metric": ("muc", "conll"), "primary": "conll", "trials": 1500, "draws": 200}


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    """Two workers in this process, where their work is seen."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, **WHOLE) as local:
        yield local


@pytest.fixture(autouse=True)
def all_is_worth_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_cluster, "WORTH_THE_WAY", 0)
    monkeypatch.setattr(on_cluster, "WORTH_A_BLOCK", 1e-9)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """All that tasks share and that travels."""
    found: list[object] = []
    plain = Parcel.of

    def of(content: object) -> Parcel:
        found.append(content)
        return plain(content)

    monkeypatch.setattr(Parcel, "of", of)
    return found


class TestSameBytes:
    @pytest.mark.parametrize(
        ("folder", "options"),
        [
            (made_datasets, {"by": ["genre"], "interval": "bca", "margin": 1}),
            (made_runs, {"interval": "percentile"}),
            (made_task, {"test": "studentized", "prices": False}),
            (made_task, {"test": "bootstrap", "metric": "lea", "primary": "lea", "prices": False}),
            (made_task, {"trials": None, "adjust": "bh", "prices": False, "against": "close"}),
        ],
    )
    def test_of_all_files_of_a_report(
        self, folder: Any, options: Any, workers: Any, sent: list[object]
    ) -> None:
        chosen = {**SOME, **options}
        expected = report_files(leaderboard.rank(folder(), jobs=1, **chosen), ())
        assert report_files(leaderboard.rank(folder(), jobs=2, **chosen), ()) == expected
        found = leaderboard.rank(folder(), scheduler=workers, **chosen)
        assert report_files(found, ()) == expected
        assert len(sent) > 3

    def test_of_comparisons_with_prices(self, workers: Any) -> None:
        files = [made_task() / f"{name}.conll" for name in ("close", "eager", "careless")]
        alone = leaderboard.compare(*files, jobs=1, **SOME)
        found = leaderboard.compare(*files, scheduler=workers, **SOME)
        assert [*found.comparisons] == [*alone.comparisons]
        assert found.prices == alone.prices

    def test_of_scorers(self, workers: Any, sent: list[object]) -> None:
        alone, found = (leaderboard.rank(scorers(), scheduler=one, **SOME) for one in (None, workers))
        assert found.rankings == alone.rankings
        assert len(sent) > 3

    def test_of_tables_of_counts(self, workers: Any, tmp_path: Path, sent: list[object]) -> None:
        rows = [
            (name, item, item * place % 7 % 2) for place, name in enumerate("abc", 2) for item in range(40)
        ]
        file = written(tmp_path / "t.csv", "system,item,acc", rows)
        chosen: Any = {"metric": "acc", "trials": 1500, "draws": 200, "interval": "bca"}
        expected = report_files(leaderboard.rank(file, jobs=1, **chosen), ())
        assert report_files(leaderboard.rank(file, scheduler=workers, **chosen), ()) == expected
        assert len(sent) > 3

    def test_of_many_threads_that_share_chunks(self) -> None:
        with (
            distributed.LocalCluster(n_workers=3, threads_per_worker=2, **WHOLE) as local,
            connected(local) as away,
        ):
            assert [Work(away=away).parts(items) for items in (1, 6, 24, 100)] == [32, 4, 1, 1]
            units, design = random_units(6, 30), Design(trials=1500, draws=100)
            for found, alone in zip(
                families(units, design, Work(away=away)), families(units, design), strict=True
            ):
                same(found, alone)


def as_alone(units: Units, design: Design, away: Cluster) -> None:
    there, here = families(units, design, Work(away=away)), families(units, design)
    for found, expected in zip(there, here, strict=True):
        same(found, expected)


def texts_in(content: object) -> bytes:
    parcel = Parcel.of(content)
    return parcel.head + b"".join(parcel.arrays)


def test_no_name_of_a_system_or_document_travels(workers: Any, sent: list[object]) -> None:
    result = leaderboard.rank(made_runs(), scheduler=workers, interval="bca", **SOME)
    names = {*result.scores, *(part.document for part in result.task.sheet.parts)} - {"base"}
    travelled = [content for content in sent if not hasattr(content, "detail")]
    assert len(travelled) > 10
    for content in travelled:
        assert [name for name in names if name.encode() in texts_in(content)] == []


def test_no_name_of_a_dataset_travels(workers: Any, sent: list[object]) -> None:
    """Nor that of one with so few documents of a slice that they are no sample."""
    leaderboard.rank(made_datasets(), scheduler=workers, by=["genre"], **SOME)
    travelled = [texts_in(content) for content in list(sent) if not hasattr(content, "detail")]
    assert len(travelled) > 10
    assert [name for name in DATASETS for one in travelled if name.encode() in one] == []


def test_progress_goes_on_where_the_cluster_stops() -> None:
    class Leaves:
        fault, threads = "gone", 1

        def results(self, task: Task[int], items: Sequence[int], work: Work) -> Any:
            yield from (task(item, Event()) for item in items[:6])
            return items[6:]

    told: list[float] = []
    away: Any = Leaves()
    work = Work(1, lambda _, share: told.append(share), away=away)
    assert list(results(task_of(doubled), range(8), work)) == EXPECTED
    assert told == [0, 0.875, 1]


def test_the_sums_of_a_family_travel_once_and_are_given_back(workers: Any, sent: list[object]) -> None:
    units = random_units(5, 30, names=("four",))
    with connected(workers) as away:
        families(units, Design(draws=100), Work(away=away))
        digests = [Parcel.of(content).digest for content in list(sent)]
        assert len(set(digests)) == len(digests)
        assert away.sent == {}
        with distributed.Client(workers, set_as_default=False) as other:
            for _ in range(100):
                if not {*digests} & {key for keys in other.has_what().values() for key in keys}:
                    break
                time.sleep(0.05)
            assert not {*digests} & {key for keys in other.has_what().values() for key in keys}


def test_workers_that_do_not_write_need_no_note(workers: Any) -> None:
    with warnings.catch_warnings(record=True) as caught, connected(workers) as away:
        warnings.simplefilter("always")
        away.spills = False
        away.keep_secret()
    assert notes(caught) == []


def test_what_takes_less_than_two_seconds_stays(
    workers: Any, sent: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_cluster, "WORTH_THE_WAY", 2)
    with connected(workers) as away:
        families(random_units(4, 20), Design(trials=2000, draws=100), Work(away=away))
    assert sent == []


class TestBlocks:
    @pytest.mark.parametrize(
        ("seconds", "numbers", "count", "size"),
        [
            (1.0, 0, 100, 12),  # four blocks a thread
            (100.0, 0, 100, 1),  # at most 20 seconds
            (0.1, 0, 20, 10),  # of a second
            (1e-12, 0, 20, 20),
            (0.01, 2**20, 100, 2),  # at most 16 MB
        ],
    )
    def test_sizes(
        self, seconds: float, numbers: float, count: int, size: int, workers: Any, monkeypatch: Any
    ) -> None:
        monkeypatch.setattr(on_cluster, "WORTH_A_BLOCK", 0.2)
        with connected(workers) as away:
            assert away._size(Task("", max, (), seconds, numbers=numbers), count) == size


def doubled(numbers: Sequence[int], item: int, stop: Event) -> int:
    return 2 * numbers[item]


def only_here(numbers: Sequence[int], item: int, stop: Event) -> int:
    if threading.current_thread() is not threading.main_thread():
        raise MemoryError
    return 2 * numbers[item]


def nowhere(numbers: Sequence[int], item: int, stop: Event) -> int:
    raise MemoryError


def all_of(task: Task[int], away: Cluster, count: int = 8) -> list[int]:
    return list(results(task, range(count), Work(1, away=away)))


def task_of(function: Any, **options: Any) -> Task[int]:
    return Task("the doubling of numbers", function, (list(range(10, 30)),), 1.0, **options)


STARTED, STOPPED = Event(), Event()


def long(numbers: Sequence[int], item: int, stop: Event) -> int:
    STARTED.set()
    while not stop.is_set():
        time.sleep(0.01)
    STOPPED.set()
    return 0


def notes(caught: Sequence[warnings.WarningMessage]) -> list[str]:
    return [str(one.message) for one in caught if one.category is LeaderboardWarning]


EXPECTED = [2 * number for number in range(10, 18)]


@pytest.fixture
def interruptible() -> Iterator[None]:
    """SIGINT interrupts, though a shell starts jobs in the background that ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class TestWhatGoesWrong:
    def test_a_block_that_no_worker_can_do_is_done_here(self, workers: Any) -> None:
        with connected(workers) as away:
            assert all_of(task_of(only_here), away) == EXPECTED
            message = r"^the doubling of numbers failed on workers and on this machine \(MemoryError\);"
            with pytest.raises(NothingToDo, match=message):
                all_of(task_of(nowhere), away)
            message = r"^workers ended while they did the doubling of numbers, perhaps for lack of memory"
            with pytest.raises(NothingToDo, match=message):
                all_of(task_of(only_here, harmless=False), away)

    @pytest.mark.parametrize("answer", [("0.0", ("",), [1]), (None, ("",), [1]), (None, None, [])])
    def test_other_answers_are_refused(
        self, answer: Any, workers: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def carry_out(function: Any, block: Any, *parcels: Parcel) -> Any:
            version, digests, found = answer
            return version or leaderboard.__version__, digests or tuple(one.digest for one in parcels), found

        monkeypatch.setattr(on_cluster, "carry_out", carry_out)
        with (
            connected(workers) as away,
            pytest.raises(NothingToDo, match=r"a worker has leaderboard 0\.0|versions or memory differ$"),
        ):
            all_of(task_of(doubled), away)

    @pytest.mark.parametrize("times", [1, 2, 3])
    def test_what_is_lost_is_sent_again(
        self, times: int, workers: Any, sent: list[object], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plain, left = Cluster._results, [times]

        def lossy(self: Cluster, task: Any, block: Sequence[int], future: Any, digests: Any) -> Any:
            if 4 in block and left[0]:
                left[0] -= 1
                future.cancel()
            return plain(self, task, block, future, digests)

        monkeypatch.setattr(Cluster, "_results", lossy)
        with warnings.catch_warnings(record=True) as caught, connected(workers) as away:
            warnings.simplefilter("always")
            assert all_of(task_of(doubled), away) == EXPECTED
        assert len(sent) == min(times + 1, 3)
        told = notes(caught)
        what = "the LocalCluster: the scheduler or its workers stopped answering; this machine did the rest"
        what += " alone"
        assert told == ([what] if times == 3 else [])

    def test_silence_is_waited_for_once(self, workers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(on_cluster, "SECONDS_OF_SILENCE", 0)
        with warnings.catch_warnings(record=True) as caught, connected(workers) as away:
            warnings.simplefilter("always")
            assert all_of(task_of(doubled), away) == EXPECTED
            assert all_of(task_of(doubled), away) == EXPECTED
        what = "the LocalCluster: nothing was heard for 0 seconds; this machine did the rest alone"
        assert notes(caught) == [what]

    def test_the_scheduler_goes(self) -> None:
        local = distributed.LocalCluster(n_workers=1, threads_per_worker=1, **WHOLE)
        found = []
        with warnings.catch_warnings(record=True) as caught, connected(local) as away:
            warnings.simplefilter("always")
            for number in results(task_of(doubled), range(8), Work(1, away=away)):
                found.append(number)
                if len(found) == 2:
                    local.close()
            assert not away._are_back()
        assert found == EXPECTED
        assert notes(caught)[0].endswith("stopped answering; this machine did the rest alone")

    def test_a_client_that_is_closed_is_gone(self, workers: Any) -> None:
        with distributed.Client(workers, set_as_default=False) as client, connected(client) as away:
            client.close()
            with pytest.raises(Gone):
                list(away._blocks(task_of(doubled), range(8)))

    @pytest.mark.parametrize(
        ("lost", "said"), [(1, "1 worker was lost; its work"), (2, "2 workers were lost; their work")]
    )
    def test_lost_workers_are_counted(self, lost: int, said: str, workers: Any) -> None:
        with warnings.catch_warnings(record=True) as caught, connected(workers) as away:
            warnings.simplefilter("always")
            away.known |= {str(number) for number in range(lost)}
            assert away.threads == 2
        assert notes(caught) == [f"{said} was repeated"]

    @pytest.mark.usefixtures("interruptible")
    def test_an_interruption_leaves_the_client_usable(self, workers: Any) -> None:
        def interrupt() -> None:
            STARTED.wait()
            os.kill(os.getpid(), signal.SIGINT)

        with distributed.Client(workers, set_as_default=False) as client:
            threading.Thread(target=interrupt).start()
            with pytest.raises(KeyboardInterrupt), connected(client) as away:
                all_of(task_of(long), away)
            assert STOPPED.wait(5)
            assert client.submit(max, 2, 3).result() == 3


def test_a_worker_killed_in_the_tests_changes_nothing(tmp_path: Path) -> None:
    options: Any = {**SOME, "trials": 20_000, "prices": False}
    expected = report_files(leaderboard.rank(made_task(), jobs=1, **options), ())
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=60
    ) as local:

        def kill(stage: Stage, share: float) -> None:
            if stage.name == "testing" and not killed:
                killed.append(next(iter(local.workers.values())).pid)
                os.kill(killed[0], signal.SIGKILL)

        killed: list[int] = []
        with pytest.warns(LeaderboardWarning, match="^1 worker was lost; its work was repeated$"):
            found = leaderboard.rank(made_task(), scheduler=local, progress=kill, **options)
    assert report_files(found, ()) == expected
    assert killed


def test_arrays_arrive_as_they_were_and_cannot_be_changed() -> None:
    numbers = np.arange(6.0).reshape(2, 3)
    parcel = Parcel.of((numbers, "text"))
    content: Any = parcel.content
    assert (content[0] == numbers).all()
    assert parcel.arrived == parcel.digest == Parcel.of((numbers.copy(), "text")).digest
    with pytest.raises(ValueError, match="read-only"):
        content[0][0] = 1


def test_runs_of_systems_are_tested_there_too(workers: Any) -> None:
    units, design = random_runs(40), Design(trials=300, draws=100, interval="bca")
    with connected(workers) as away:
        for found, alone in zip(
            families(units, design, Work(away=away)), families(units, design), strict=True
        ):
            same(found, alone)
