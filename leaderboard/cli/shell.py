"""What holds for every command: streams, exit codes, and errors of one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import typer

from leaderboard.errors import LeaderboardError, Problem, UsageError

DONE, FAULT, WRONG_USAGE, SOME_REJECTED, NOTHING_DONE, INTERRUPTED = 0, 1, 2, 3, 4, 130
MOST_WARNINGS = 5

# What typer raises for a wrong command line; typer carries its own click, which has no public name.
_Usage: type[Exception] = typer.BadParameter.__mro__[1]


def run(app: typer.Typer) -> NoReturn:
    """Run the application and exit; no fault of the input or the user ends in a traceback."""
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = DONE
    except (KeyboardInterrupt, typer.Abort):
        code = _say("interrupted", INTERRUPTED)
    except LeaderboardError as error:
        code = _say(str(error), WRONG_USAGE if isinstance(error, UsageError) else NOTHING_DONE)
    except _Usage as error:
        code = _say(f"{error.format_message().rstrip('.')}; see --help", WRONG_USAGE)  # type: ignore[attr-defined]
    sys.exit(code if isinstance(code, int) else DONE)


def _say(message: str, code: int) -> int:
    print(one_line(f"leaderboard: {message}"), file=sys.stderr)
    return code


def warn(problems: Sequence[Problem]) -> None:
    """The first warnings on standard error, and how many more there are."""
    for problem in problems[:MOST_WARNINGS]:
        print(one_line(f"warning: {problem}"), file=sys.stderr)
    if len(problems) > MOST_WARNINGS:
        print(f"warning: and {len(problems) - MOST_WARNINGS} more of this kind", file=sys.stderr)


def one_line(text: str) -> str:
    """Text of strangers cannot break the line or steer the terminal."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
