"""One core, several, or a cluster: the same outcomes in the same order, and one line where it fails."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.errors import NothingToDo, Problem, UsageError, in_python
from leaderboard.options import Options, read_options
from leaderboard.scoring import pool
from leaderboard.scoring.key import Key, chosen_metrics, read_key
from leaderboard.scoring.pool import Order, Outcome, carry_out, score_responses
from leaderboard.scoring.scored import PLAIN, Scored
from leaderboard.submissions import Rejection, Submission, open_submission
from leaderboard.version import VERSION
from tests.support import small_task
from tests.support.small_task import BROKEN, FAIR, KEY, SHORT

ROOT = Path(__file__).parents[2]
REPEATED = KEY.replace("(2)", "(2)|(2)", 1)
OTHER_WORDS = KEY.replace("sees", "hears")
NAMES = ("short", "fair", "broken", "key", "absent", "repeated", "words")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A task in the working directory, which is where its files are called from."""
    monkeypatch.chdir(tmp_path)
    small_task.write(Path("task"), key=KEY, fair=FAIR, short=SHORT, broken=BROKEN)
    small_task.write(Path("task"), repeated=REPEATED, words=OTHER_WORDS)
    pool._key.cache_clear()
    yield
    pool._key.cache_clear()


@pytest.fixture(params=[True, False], ids=["copies", "workers"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether other processes are copies of this one, or start anew."""
    copies: bool = request.param
    if copies and not sys.platform.startswith("linux"):
        pytest.skip("copies are made on Linux alone")
    monkeypatch.setattr(pool, "PATIENCE", 0.0)
    monkeypatch.setattr(pool, "can_copy", lambda: copies)
    return copies


def submissions(names: Sequence[str] = NAMES) -> list[Submission]:
    return [open_submission(Path("task") / f"{name}.conll", False) for name in names]


def outcomes(names: Sequence[str] = NAMES, **options: object) -> list[Outcome]:
    settled = read_options({"metric": ["muc", "bcub"], **options})
    key = read_key(Path("task") / "key.conll", settled)
    return list(score_responses(key, submissions(names), settled, chosen_metrics(settled)))


def told(outcome: Outcome) -> object:
    """Everything of an outcome in a form that can be compared."""
    if isinstance(outcome, Rejection):
        return outcome
    sums = {name: rows.tolist() for name, rows in outcome.sums.items()}
    return (sums, outcome.errors, outcome.found, outcome.warnings, outcome.digest)


def order(**changes: str) -> Order:
    options = read_options({"metric": ["muc"]})
    key = read_key(Path("task") / "key.conll", options)
    plain = Order(key=str(key.files.path), digest=key.digest, options=options, detail=PLAIN, version=VERSION)
    return replace(plain, **changes)  # type: ignore[arg-type]


def test_good_and_rejected_responses_in_the_order_given() -> None:
    found = outcomes()
    assert [isinstance(one, Scored) for one in found] == [False, True, False, True, False, True, False]
    rejected = [one for one in found if isinstance(one, Rejection)]
    assert [(one.system, one.problem.line, one.problems) for one in rejected] == [
        ("short", 0, 1),
        ("broken", 2, 1),
        ("absent", 0, 1),
        ("words", 4, 3),
    ]
    assert str(rejected[0].problem) == (
        f"{Path('task/short.conll')}: 2 parts are missing: a (part 1), b (part 0); add them"
    )
    assert f"({Path('task/key.conll')}:4)" in rejected[3].problem.what


@pytest.mark.usefixtures("way")
def test_a_pool_gives_the_same_under_the_same_names() -> None:
    alone = outcomes(errors=True, jobs=1)
    together = outcomes(errors=True, jobs=2)
    assert list(map(told, together)) == list(map(told, alone))


@pytest.mark.parametrize(("copies", "called"), [(True, [len(NAMES) - 1]), (False, [])])
def test_copies_begin_with_the_second_response(
    copies: bool, called: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(99))
    asked: list[int] = []

    def copied(task: Callable[[Submission], Outcome], items: Sequence[Submission], jobs: int) -> object:
        asked.append(len(items))
        return map(task, items)

    monkeypatch.setattr(pool, "PATIENCE", 2.0)
    monkeypatch.setattr(pool.time, "monotonic", lambda: next(clock) / 10)
    monkeypatch.setattr(pool, "in_copies", copied)
    monkeypatch.setattr(pool, "can_copy", lambda: copies)
    assert len(outcomes(jobs=2)) == len(NAMES)
    assert asked == called


def test_short_work_calls_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def called(*_: object) -> Iterator[Outcome]:
        raise AssertionError

    monkeypatch.setattr(pool, "can_copy", lambda: False)
    monkeypatch.setattr(pool, "_elsewhere", called)
    assert len(outcomes(jobs=2)) == len(NAMES)
    monkeypatch.setattr(pool, "PATIENCE", 0.0)
    assert len(outcomes(jobs=1)) == len(NAMES)
    assert len(outcomes(["fair"], jobs=2)) == 1
    with pytest.raises(AssertionError):
        outcomes(jobs=2)


def test_a_worker_reads_the_key_once_for_all_responses(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = order()
    reads: list[Path] = []

    def counted(path: Path, options: Options, tags: bool, request: None) -> Key:
        reads.append(path)
        return read_key(path, options, tags, request)

    monkeypatch.setattr(pool, "read_key", counted)
    found = [carry_out(asked, submission) for submission in submissions()]
    assert list(map(told, found)) == list(map(told, outcomes(metric=["muc"])))
    assert reads == [Path("task/key.conll")]


def test_a_function_of_importance_does_not_make_it_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[Path] = []

    def counted(path: Path, options: Options, tags: bool, request: None) -> Key:
        reads.append(path)
        return read_key(path, options, tags, request)

    def weight() -> object:
        return lambda corpus: [1.0] * corpus.entities

    monkeypatch.setattr(pool, "read_key", counted)
    for _ in range(2):  # as it arrives with each response
        options = read_options({"metric": ["lea"], "lea_importance": weight()})
        assert isinstance(carry_out(replace(order(), options=options), submissions()[1]), Scored)
    assert len(reads) == 1


def test_a_worker_names_no_line_of_a_secret_key(way: bool) -> None:
    settled = read_options({"metric": ["muc"], "jobs": 2})
    key = read_key(Path("task") / "key.conll", settled)
    assert key.secret == ()
    Path("task/leaderboard.toml").write_text("secret = true")
    try:
        secret = read_key(Path("task") / "key.conll", settled)
        found = list(score_responses(secret, submissions(), settled, chosen_metrics(settled)))
    finally:
        Path("task/leaderboard.toml").unlink()
    assert secret.secret == ("",)
    told_of = next(one for one in found if isinstance(one, Rejection) and one.system == "words")
    assert "in the key" in told_of.problem.what
    assert "key.conll:" not in told_of.problem.what


def test_a_worker_of_another_version_or_with_another_key_gives_up() -> None:
    with pytest.raises(NothingToDo, match=r"this is 0\.0; install the same version everywhere"):
        carry_out(order(version="0.0"), submissions()[1])
    with pytest.raises(
        NothingToDo, match="a worker has a different key there; give all workers the same files"
    ):
        carry_out(order(digest="0" * 64), submissions()[1])


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("deaths", [1, 99])
def test_what_a_killed_worker_leaves_is_scored_by_fewer(deaths: int) -> None:
    """The last is this process, which the function of importance does not kill."""
    graves = Path("deaths").absolute()
    graves.mkdir()
    here, names = os.getpid(), [*NAMES, *NAMES]

    def deadly(corpus: Any) -> list[float]:
        if os.getpid() != here and len(list(graves.iterdir())) < deaths:
            (graves / str(os.getpid())).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return [1.0] * corpus.entities

    found = outcomes(names, metric=["lea"], lea_importance=deadly, jobs=4)
    assert 1 <= len(list(graves.iterdir())) <= 4 + 2
    assert list(map(told, found)) == list(map(told, outcomes(names, metric=["lea"], lea_importance="one")))


SLEEPING = """
import os, sys, time
from pathlib import Path
import leaderboard
from leaderboard.scoring import pool

pool.PATIENCE, copies = 0.0, sys.argv[1] == "True"
pool.can_copy = lambda: copies
here = os.getpid()

def sleepy(corpus):
    if os.getpid() != here:
        Path(f"asleep-{os.getpid()}").touch()
        time.sleep(60)
    return [1.0] * corpus.entities

leaderboard.rank("task", metric="lea", primary="lea", jobs=2, lea_importance=sleepy)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_processes_end_with_the_program_that_is_killed(way: bool) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    program = subprocess.Popen([sys.executable, "-c", SLEEPING, str(way)], env=environment)
    while len(list(Path().glob("asleep-*"))) < 2:
        assert program.poll() is None
        time.sleep(0.05)
    program.kill()
    program.wait()
    helpers = [int(path.name.partition("-")[2]) for path in Path().glob("asleep-*")]
    for _ in range(200):
        if not any(map(is_alive, helpers)):
            break
        time.sleep(0.1)
    assert not any(map(is_alive, helpers))


def is_alive(process: int) -> bool:
    """Whether it does anything yet: the dead of nobody may stay in the list."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_only_a_helper_stays_beside_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[int] = []
    monkeypatch.setattr(pool, "stay_beside", said.append)
    assert isinstance(pool.carry_out_beside(os.getpid(), order(), submissions()[1]), Scored)
    assert said == []
    assert isinstance(pool.carry_out_beside(7, order(), submissions()[1]), Scored)
    assert said == [7]


def test_without_dask_a_scheduler_is_wrong_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    message = r"^scheduler needs Dask; install it with `pip install 'coref-leaderboard\[dask\]'`$"
    with pytest.raises(UsageError, match=in_python(message)):
        leaderboard.score("task/fair.conll", key="task/key.conll", scheduler="tcp://127.0.0.1:1")


def test_a_file_is_renamed_wherever_a_message_names_it() -> None:
    problem = Problem("/x/a.conll", 1, "not as in (/y/key.conll:3)", "mend it")
    names = {"/x/a.conll": "a.conll", "/y/key.conll": "../y/key.conll"}
    renamed = pool._renamed(Rejection("a", problem, 2), names)
    assert renamed == Rejection("a", Problem("a.conll", 1, "not as in (../y/key.conll:3)", "mend it"), 2)
    [scored] = outcomes(["fair"])
    assert isinstance(scored, Scored)
    unpriced = replace(scored, unpriced=Problem("/x/a.conll", 0, "too many pairs", "remove some"))
    found = pool._renamed(replace(unpriced, faults={"de": problem}), names)
    assert isinstance(found, Scored)
    assert found.faults == {"de": renamed.problem}
    assert found.unpriced == Problem("a.conll", 0, "too many pairs", "remove some")
