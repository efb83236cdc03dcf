"""The frame of every command: streams, exit codes and one-line errors."""

from __future__ import annotations

import errno
import io
import os
import re
import signal
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from contextvars import ContextVar
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import typer

from leaderboard.errors import (
    InputError,
    LeaderboardError,
    LeaderboardWarning,
    Problem,
    UsageError,
    by_file,
    first_systems,
    said_by_system,
)
from leaderboard.text import counted, listed, one_line

if TYPE_CHECKING:
    from leaderboard.submissions import Rejection
    from leaderboard.tasks.task import Fate

DONE, FAULT, WRONG_USAGE, SOME_REJECTED, NOTHING_DONE, NOT_SIGNIFICANT, INTERRUPTED = 0, 1, 2, 3, 4, 10, 130
# What is said of so many entries is said once, with the names of a few of them.
REPEATED, FEW_NAMES = 10, 3
# About one file, and about how many files at least one is shown.
MOST_OF_FILE, MOST_WARNINGS = 5, 25
MOST_ERRORS = 50
_ALL = "`leaderboard score --format json` lists all"
TRACEBACK = "LEADERBOARD_TRACEBACK"

# Whether every warning has its line; known when a command knows its settings.
_TELLS_ALL: ContextVar[bool] = ContextVar("verbose", default=False)

# What typer raises for a wrong command line; typer carries its own click, which has no public name.
_Usage: type[Exception] = typer.BadParameter.__mro__[1]


def run(app: typer.Typer) -> NoReturn:
    """Run the application and exit; no fault of the input or the user ends in a traceback."""
    closed = sys.stdout is None
    _open_streams()
    _show_anything()
    if closed:
        sys.exit(
            _say("standard output is closed; send it to a file, or to nowhere with >/dev/null", NOTHING_DONE)
        )
    # A batch system that ends a job is no different from Ctrl-C: processes that help with scoring end too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    _tell_notes()
    # The engine has threads of its own; those of the linear algebra would only stand in their way.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        code = _code(app)
    except BrokenPipeError:  # the reader of our output, or of our errors, has seen enough
        _silence(sys.stdout, sys.stderr)
        code = DONE
    except OSError:  # nor can it be told, for there is no room for errors either
        _silence(sys.stdout, sys.stderr)
        code = NOTHING_DONE
    sys.exit(code if isinstance(code, int) else DONE)


def _code(app: typer.Typer) -> object:
    """Run the command and return its exit code; errors are printed."""
    tell_all("--verbose" in sys.argv)
    try:
        code: object = app(standalone_mode=False)
        sys.stdout.flush()
        if code == INTERRUPTED:  # newer typers turn Ctrl-C into this code without a word
            _say("interrupted", INTERRUPTED)
    except BrokenPipeError:
        raise
    except SystemExit:  # typer's way to say the same, where it was the one to notice
        code = DONE
    except (KeyboardInterrupt, typer.Abort):
        code = _say("interrupted", INTERRUPTED)
    except LeaderboardError as error:
        code = _tell(error)
    except _Usage as error:
        from leaderboard.cli.app import explained

        code = _say(explained(error), WRONG_USAGE)
    except OSError as error:
        is_full = error.errno == errno.ENOSPC
        place = error.filename or (
            "standard output" if is_full else ""
        )  # files are named where they are written
        if not error.filename:
            _silence(sys.stdout)
        what = f"{place}: {said_by_system(error)}".removeprefix(": ")
        code = _say(f"{what}; {'make room there' if is_full else 'check the path'}", NOTHING_DONE)
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        code = _say(f"internal error ({what}); please report it, with {TRACEBACK}=1 for details", FAULT)
    return code


def _tell_notes() -> None:
    """Show warnings of the program itself as notes, unless nobody wants them."""
    shown = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *place: Any, **said: Any) -> None:
        if issubclass(category, LeaderboardWarning):
            print(one_line(f"note: {message}"), file=sys.stderr)
        else:
            shown(message, category, *place, **said)

    warnings.showwarning = show
    if "--quiet" in sys.argv:
        warnings.simplefilter("ignore", LeaderboardWarning)


def _open_streams() -> None:
    """Send output to nowhere if the caller closed a stream (`>&-`), so that it never lands in a file.

    The first number that is free is given to whatever is opened next.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 (open to the end)
            setattr(sys, name, nowhere)


def _silence(*streams: TextIO) -> None:
    """Send streams to nowhere, so that Python has no fault to tell of at its end."""
    for stream in streams:
        with suppress(OSError):  # where other programs have put something else there
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _show_anything() -> None:
    """An output that lacks a character shows its number; it does not stop the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _tell(error: LeaderboardError) -> int:
    """An error of one line, or a line for each problem of a file or for each rejected submission."""
    from leaderboard.submissions import NoKey, TooFew

    if not isinstance(error, InputError):
        _say(error.typed, NOTHING_DONE)
        if isinstance(error, NoKey) and _TELLS_ALL.get():
            _say(f"looked at {', '.join(error.looked)}", NOTHING_DONE)
        return WRONG_USAGE if isinstance(error, UsageError) else NOTHING_DONE
    if isinstance(error, TooFew):
        reject(error.rejected, faults=error.faults)
        return _say(error.remark, NOTHING_DONE) if error.remark else NOTHING_DONE
    for problem in error.problems[:MOST_ERRORS]:
        _say(str(problem), NOTHING_DONE)
    if error.count > MOST_ERRORS:
        _say(f"and {error.count - MOST_ERRORS:,} more; correct these first", NOTHING_DONE)
    return NOTHING_DONE


def _say(message: str, code: int) -> int:
    print(one_line(f"leaderboard: {message}"), file=sys.stderr)
    return code


def tell_all(verbose: bool) -> None:
    """Say for the rest of the command whether every warning has its line."""
    _TELLS_ALL.set(verbose)


def _together(problems: Sequence[Problem]) -> tuple[list[str], list[Problem]]:
    """Return a line for each problem that many files have, equal but for numbers, and all other problems."""
    kinds: dict[str, list[Problem]] = {}
    for problem in problems:
        kinds.setdefault(_without_numbers(problem), []).append(problem)
    lines = {}
    for kind, alike in kinds.items():
        if len(files := list(by_file(alike))) >= REPEATED and not _TELLS_ALL.get():
            same = len({one.reason for one in alike}) == 1
            reason = f": {alike[0].reason}" if same else f", for example {alike[0]}"
            lines[kind] = f"{counted(len(files), 'file')} ({listed(files, FEW_NAMES)}){reason}"
    return list(lines.values()), [one for one in problems if _without_numbers(one) not in lines]


def _without_numbers(problem: Problem) -> str:
    return re.sub(r"\d[\d,]*", "N", problem.reason)


def warn(problems: Sequence[Problem]) -> None:
    """Show the first warnings about each file on standard error, those about whole files first.

    A warning about many files is one line, unless every warning has its line.
    """
    shown = problems if _TELLS_ALL.get() else first_systems(problems)
    lines, others = _together(sorted(shown, key=lambda problem: problem.line > 0))
    for line in [*lines, *(others if _TELLS_ALL.get() else ())]:
        print(f"warning: {line}", file=sys.stderr)
    files = [] if _TELLS_ALL.get() else list(by_file(others).values())
    share = max(1, min(MOST_OF_FILE, MOST_WARNINGS // max(1, len(files))))
    for about in files[:MOST_WARNINGS]:
        *lines, last = map(str, about[:share])
        if more := sum(problem.count for problem in about[share:]):
            last += f" (and {more:,} more about this file)"
        for line in (*lines, last):
            print(f"warning: {line}", file=sys.stderr)
    if left := files[MOST_WARNINGS:]:
        number = sum(problem.count for about in left for problem in about)
        rest = counted(len(left), "other file")
        print(f"warning: and {number:,} more about {rest}; {_ALL}", file=sys.stderr)


def reject(
    rejections: Sequence[Rejection], fates: Sequence[Fate] = (), faults: Sequence[Problem] = ()
) -> int:
    """Show what was rejected, unreadable (also ``faults``) or left out; return the exit code."""
    unreadable = [*faults, *(fault for fate in fates for fault in fate.faults)]
    counts = {one.problem: one.problems for one in rejections} | {fault: fault.count for fault in unreadable}
    for verdict, problems in (("rejected", [one.problem for one in rejections]), ("unreadable", unreadable)):
        lines, others = _together(problems)
        for problem in others:
            more = counts[problem] - 1
            rest = f" (and {more:,} more: `leaderboard validate` lists them)" if more else ""
            lines.append(f"{problem}{rest}")
        for line in lines:
            print(f"{verdict}: {line}", file=sys.stderr)
        trace(*problems)
    if fates:
        from leaderboard.report.words.remarks import left_out_lines
        from leaderboard.tasks.task import left_out_remarks

        for line in left_out_lines(left_out_remarks(fates), inf if _TELLS_ALL.get() else REPEATED):
            print(f"left out of the mean: {line}", file=sys.stderr)
    return SOME_REJECTED if rejections or unreadable else DONE


def trace(*problems: Problem) -> None:
    """Show where the program failed on a submission, to those who ask for it."""
    if os.environ.get(TRACEBACK):
        for problem in problems:
            print(problem.trace, end="", file=sys.stderr)
