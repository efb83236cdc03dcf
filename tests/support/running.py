"""Commands as they are typed, in the same process."""

from __future__ import annotations

import csv
import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest

from leaderboard.cli import main


class Run(NamedTuple):
    code: int
    out: str
    err: str


Typed = Callable[..., Run]


def csv_rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@contextmanager
def typed(*words: str) -> Iterator[None]:
    """``leaderboard`` and some words have been typed."""
    with patch.object(sys, "argv", ["leaderboard", *words]):
        yield


def run_in(folder: Path, environment: Mapping[str, str], *words: str) -> tuple[int, str]:
    """The exit code of a command of somebody in a folder, and all that it prints on either stream."""
    both = io.StringIO()
    return _exit_code(folder, environment, words, both, both), both.getvalue()


def run_apart(folder: Path, environment: Mapping[str, str], *words: str) -> Run:
    """The same with the two streams apart."""
    out, err = io.StringIO(), io.StringIO()
    code = _exit_code(folder, environment, words, out, err)
    return Run(code, out.getvalue(), err.getvalue())


def _exit_code(
    folder: Path, environment: Mapping[str, str], words: Sequence[str], out: io.StringIO, err: io.StringIO
) -> int:
    with (
        chdir(folder),
        patch.dict(os.environ, environment, clear=True),
        typed(*words),
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as caught,
    ):
        main()
    assert isinstance(caught.value.code, int)
    return caught.value.code
