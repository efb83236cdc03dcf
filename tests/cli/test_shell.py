"""What the shell sees of every command: exit codes, streams, and errors of one line."""

from __future__ import annotations

import errno
import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typer

from leaderboard.cli.shell import one_line, reject, run, warn
from leaderboard.errors import InputError, NothingToDo, Problem, UsageError
from leaderboard.submissions import Rejection
from leaderboard.tasks.task import Fate
from leaderboard.version import VERSION
from tests.support import small_task
from tests.support.running import Typed
from tests.support.small_task import BROKEN, FAIR, KEY

ROOT = Path(__file__).parents[2]
HEAVY = {"numpy", "scipy", "pandas", "tabulate", "matplotlib"}
UNUSED = {f"leaderboard.{name}" for name in ("boards", "prices", "ranking", "significance", "slices")}
PROGRAM = (sys.executable, "-m", "leaderboard")


def started(*words: str, cwd: Path, **environment: str) -> subprocess.Popen[str]:
    """A process of its own: ``python -m leaderboard`` and some words."""
    kept = {name: value for name, value in os.environ.items() if name != "LEADERBOARD_KEY"}
    return subprocess.Popen(
        [*PROGRAM, *words],
        cwd=cwd,
        env={**kept, "PYTHONPATH": str(ROOT), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    )


def shell(*words: str, cwd: Path, **environment: str) -> tuple[int, str, str]:
    with started(*words, cwd=cwd, **environment) as process:
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err


@pytest.fixture
def task(tmp_path: Path) -> Path:
    small_task.write(tmp_path, key=KEY, fair=FAIR, broken=BROKEN)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["score", "fair.conll"], 0),
        (["score", "nope.conll"], 2),
        (["score", "fair.conll", "broken.conll"], 3),
        (["score", "broken.conll"], 4),
        (["score", "fair.conll", "--key", "broken.conll"], 4),
    ],
)
def test_exit_codes(task: Path, words: list[str], code: int) -> None:
    found, out, err = shell(*words, cwd=task)
    assert found == code
    assert bool(out) == (code in (0, 3))
    assert err.count("\n") == bool(code)
    assert "Traceback" not in err


def test_the_version(tmp_path: Path) -> None:
    assert shell("--version", cwd=tmp_path) == (0, f"leaderboard {VERSION}\n", "")


@pytest.mark.parametrize("words", [[], ["-h"], ["--help"], ["codabench"], ["rank", "-h"]])
def test_no_command_shows_the_help_as_its_options_do(tmp_path: Path, words: list[str]) -> None:
    code, out, err = shell(*words, cwd=tmp_path)
    assert (code, err) == (0, "")
    assert out.startswith("Usage: ")


def test_an_unknown_command(tmp_path: Path) -> None:
    code, out, err = shell("scroe", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert err == "leaderboard: there is no command 'scroe'; did you mean 'score'?\n"


@pytest.mark.parametrize("words", [["--help"], ["score", "--help"]])
def test_help_imports_nothing_heavy(tmp_path: Path, words: list[str]) -> None:
    code = (
        "import sys\nfrom leaderboard.cli import main\ntry:\n    main()\n"
        f"finally:\n    sys.stderr.write(' '.join({HEAVY!r} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert "Usage:" in done.stdout
    assert done.stderr == ""


def test_scores_import_no_tests_prices_or_slices(task: Path) -> None:
    code = (
        "import sys\nfrom leaderboard.cli import main\ntry:\n    main()\n"
        f"finally:\n    sys.stderr.write(' '.join({UNUSED!r} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "score", "fair.conll"],
        cwd=task,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""


def test_help_groups_the_options_and_names_their_defaults(tmp_path: Path) -> None:
    _, out, _ = shell("score", "--help-all", cwd=tmp_path, COLUMNS="200", TERM="dumb")
    for title in ("What is scored", "How it is shown"):
        assert title in out
    assert "(default: first)" in out
    assert "--no-check-words" in out
    assert "--primary" not in out


@pytest.mark.parametrize("words", [["score", "fair.conll"], ["--help"]])
def test_a_reader_that_has_seen_enough_is_no_fault(task: Path, words: list[str]) -> None:
    with started(*words, cwd=task) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=60) == 0


def test_a_reader_of_errors_that_has_seen_enough_is_no_fault_either(task: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*PROGRAM, "score", "nope.conll"],
        cwd=task,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=writer,
        stderr=writer,
        timeout=60,
        check=False,
    )
    os.close(writer)
    assert done.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell of Unix")
@pytest.mark.parametrize(
    ("closed", "words", "code"),
    [
        ("2>&-", ["score", "nope.conll"], 2),
        ("2>&-", ["rank", ".", "--draws", "100"], 3),
        ("<&- 2>&-", ["rank", ".", "--draws", "100"], 3),
    ],
)
def test_a_closed_stream_is_no_fault_and_gets_nothing(
    task: Path, closed: str, words: list[str], code: int
) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *PROGRAM, *words],
        cwd=task,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == code
    assert bool(done.stdout) == (code == 3)
    assert "leaderboard: " not in done.stdout + done.stderr
    if words[0] == "rank":  # and no file of the report got what was written to a stream
        assert shell("verify", "reports", cwd=task)[0] == 0


def redirected(task: Path, streams: str, *words: str) -> subprocess.CompletedProcess[str]:
    """What becomes of a command whose streams a shell sends elsewhere."""
    return subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {streams}', "sh", *PROGRAM, *words],
        cwd=task,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell of Unix")
@pytest.mark.parametrize(
    "words", [["score", "fair.conll"], ["--help"], ["--version"], ["score", "nope"], ["rank", "."]]
)
def test_without_a_standard_output_nothing_is_done(task: Path, words: list[str]) -> None:
    done = redirected(task, ">&-", *words)
    assert done.returncode == 4
    assert done.stderr == (
        "leaderboard: standard output is closed; send it to a file, or to nowhere with >/dev/null\n"
    )
    assert redirected(task, ">&- 2>&-", *words).returncode == 4
    assert not (task / "reports").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize(
    "words", [["score", "fair.conll"], ["--help"], ["score", "fair.conll", "--format", "json"]]
)
def test_a_full_output_is_named(task: Path, words: list[str]) -> None:
    done = redirected(task, ">/dev/full", *words)
    assert done.returncode == 4
    assert done.stderr == "leaderboard: standard output: no space left on device; make room there\n"
    done = redirected(task, ">/dev/full 2>/dev/full", *words)
    assert (done.returncode, done.stderr) == (4, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_where_errors_cannot_be_told_the_code_tells(task: Path) -> None:
    done = redirected(task, "2>/dev/full", "score", "nope.conll")
    assert (done.returncode, done.stdout) == (4, "")


def test_an_output_without_subscripts_shows_their_numbers(task: Path) -> None:
    code, out, err = shell("score", "fair.conll", cwd=task, PYTHONIOENCODING="latin-1", PYTHONUTF8="0")
    assert (code, err) == (0, "")
    assert "CEAF\\u2098" in out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for other processes")
@pytest.mark.parametrize("interruption", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_with_one_line(task: Path, interruption: signal.Signals) -> None:
    # A pipe that nobody writes to would be refused, so the program is held where it opens the key.
    code = (
        "import signal, sys, time, leaderboard.tasks.scored_task as responses\n"
        # Whoever runs the tests in the background may have made them deaf to it.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "def wait(*_, **__):\n    print('ready', file=sys.stderr, flush=True)\n    time.sleep(30)\n"
        "responses.read_key = wait\n"
        "from leaderboard.cli import main\nmain()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, "score", "fair.conll"],
        cwd=task,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "ready\n"
        time.sleep(0.1)
        process.send_signal(interruption)
        assert process.stderr.read().strip() == "leaderboard: interrupted"
        assert process.wait(timeout=60) == 130


def exit_of(action: Callable[[], object]) -> int:
    """The exit code of an application with one command."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(action)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["leaderboard"])
        with pytest.raises(SystemExit) as caught:
            run(app)
    assert isinstance(caught.value.code, int)
    return caught.value.code


PROBLEM = Problem("a.conll", 3, "it is wrong", "correct it")


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (UsageError("wrong"), 2, "wrong"),
        (NothingToDo("no key"), 4, "no key"),
        (InputError([PROBLEM]), 4, "a.conll:3: it is wrong; correct it"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (typer.Abort(), 130, "interrupted"),
        (typer.BadParameter("Bad value."), 2, "Invalid value: Bad value; see --help"),
        (
            OSError(errno.ENOSPC, "No space left on device"),
            4,
            "standard output: no space left on device; make room there",
        ),
        (
            OSError(errno.ENOSPC, "No space left on device", "x"),
            4,
            "x: no space left on device; make room there",
        ),
        (PermissionError(errno.EACCES, "Permission denied", "x"), 4, "x: permission denied; check the path"),
        (OSError("odd"), 4, "odd; check the path"),
        (UsageError("two\nlines\x1b[31m"), 2, "two\\nlines\\x1b[31m"),
    ],
)
def test_an_error_is_one_line_and_a_code(
    capsys: pytest.CaptureFixture[str], error: BaseException, code: int, line: str
) -> None:
    def fail() -> None:
        raise error

    assert exit_of(fail) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.strip("\n") == f"leaderboard: {line}"


@pytest.mark.parametrize(("returned", "code"), [(None, 0), (0, 0), (3, 3), (10, 10), ("text", 0)])
def test_a_command_returns_its_code(returned: object, code: int) -> None:
    assert exit_of(lambda: returned) == code


def test_a_fault_of_the_program_is_one_line_or_on_request_a_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault() -> None:
        raise ZeroDivisionError

    monkeypatch.delenv("LEADERBOARD_TRACEBACK", raising=False)
    assert exit_of(fault) == 1
    assert capsys.readouterr().err.startswith("leaderboard: internal error (ZeroDivisionError)")
    monkeypatch.setenv("LEADERBOARD_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        exit_of(fault)


def test_a_command_that_leaves_by_itself_is_done() -> None:
    def leave() -> None:
        raise SystemExit(1)

    assert exit_of(leave) == 0


def test_a_closed_pipe_is_replaced_so_that_python_ends_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        assert exit_of(lambda: print("more than is read")) == 0
        print("nobody reads this", file=stream, flush=True)


def test_streams_of_other_programs_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert exit_of(lambda: 0) == 0


class TestWarnings:
    @pytest.fixture
    def told(self, capsys: pytest.CaptureFixture[str]) -> Callable[[list[Problem]], list[str]]:
        def lines(problems: list[Problem]) -> list[str]:
            warn(problems)
            return capsys.readouterr().err.splitlines()

        return lines

    def test_the_first_of_a_file_are_shown_and_the_others_counted(self, told: Any) -> None:
        line = "warning: a.conll:3: it is wrong; correct it"
        assert told([]) == []
        assert told([PROBLEM] * 5) == [line] * 5
        assert told([PROBLEM] * 8) == [*[line] * 4, f"{line} (and 3 more about this file)"]
        assert (
            told([*[PROBLEM] * 5, replace(PROBLEM, count=2000)])[4]
            == f"{line} (and 2,000 more about this file)"
        )

    def test_no_file_hides_another(self, told: Any) -> None:
        other = replace(PROBLEM, file="b.conll")
        assert told([*[PROBLEM] * 600, other])[-1] == "warning: b.conll:3: it is wrong; correct it"

    def test_whole_files_come_first(self, told: Any) -> None:
        whole = replace(PROBLEM, file="b.conll", line=0)
        assert told([PROBLEM, whole])[0] == "warning: b.conll: it is wrong; correct it"

    def test_many_files_share_the_lines(self, told: Any) -> None:
        kinds = [f"it is {letter}{other}" for letter in "abcdefghijklmnopqrst" for other in "abcdefghijklmno"]
        many = [
            replace(PROBLEM, file=f"{number}.conll", what=what)
            for number, what in enumerate(kinds)
            for _ in range(6)
        ]
        assert len(told(many[: 6 * 8])) == 8 * 3
        *shown, last = told(many)
        assert [line.split(":")[1] for line in shown] == [f" {number}.conll" for number in range(25)]
        assert shown[0] == "warning: 0.conll:3: it is aa; correct it (and 5 more about this file)"
        assert last == (
            "warning: and 1,650 more about 275 other files; `leaderboard score --format json` lists all"
        )

    def test_the_warning_of_ten_files_is_one_line(self, told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        alike = [replace(PROBLEM, file=f"{number}.conll") for number in range(10)]
        other = replace(PROBLEM, what="it is odd")
        assert len(told(alike[:9])) == 9
        first = "10 files (0.conll, 1.conll, 2.conll and 7 more)"
        assert told([*alike, other]) == [
            f"warning: {first}: it is wrong; correct it",
            "warning: a.conll:3: it is odd; correct it",
        ]
        numbers = [replace(one, what=f"{number} are wrong") for number, one in enumerate(alike)]
        assert told(numbers) == [f"warning: {first}, for example 0.conll:3: 0 are wrong; correct it"]
        monkeypatch.setattr("leaderboard.cli.shell._TELLS_ALL", ContextVar("verbose", default=True))
        assert told([*alike, other]) == [f"warning: {one}" for one in (*alike, other)]

    def test_ten_rejected_entries_are_one_line_with_three_names(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        files = [f"{letter}.conll" for letter in "abcdefghijk"]
        reject([Rejection(file, replace(PROBLEM, file=file), 2) for file in files])
        told = capsys.readouterr().err
        assert told == (
            "rejected: 11 files (a.conll, b.conll, c.conll and 8 more): it is wrong; correct it\n"
        )

    def test_ten_runs_that_lack_the_same_are_one_line(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        runs = [
            Fate(name=f"a@{number}", entry=f"a@{number}", system="a", run=str(number), missing=("en",))
            for number in range(10)
        ]
        assert reject([], [*runs, replace(runs[0], name="a@x", run="x", verdict="ranked")]) == 0
        names = ", ".join(run.name for run in runs)
        assert capsys.readouterr().err == f"left out of the mean: 10 runs ({names}): they lack en\n"
        monkeypatch.setattr("leaderboard.cli.shell._TELLS_ALL", ContextVar("verbose", default=True))
        reject([], runs)
        assert capsys.readouterr().err.count("left out of the mean: a@") == 10


@pytest.mark.parametrize("way", ["option", "settings", "variable", "settings against option"])
def test_every_warning_has_its_line_where_settings_say_so(
    way: str, typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    many = {f"s{number}": FAIR.replace("(2)", "(2)|(2)", 1) for number in range(10)}
    small_task.write(Path("submissions"), key=KEY, **many)
    words = ["score", *many]
    assert typed(*words).err.count(": the mention of ") == 1
    if way == "variable":
        monkeypatch.setenv("LEADERBOARD_VERBOSE", "true")
    elif way != "option":
        Path("leaderboard.toml").write_text("verbose = true\n")
    words += {"option": ["--verbose"], "settings against option": ["--no-verbose"]}.get(way, [])
    assert typed(*words).err.count(": the mention of ") == (1 if "against" in way else 10)


def test_one_line() -> None:
    assert one_line("Ærø – B³ | ok") == "Ærø – B³ | ok"
    assert one_line("a\nb\x1b\u2028\udc80") == "a\\nb\\x1b\\u2028\\udc80"
