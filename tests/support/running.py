"""Commands as they are typed, in the same process."""

from __future__ import annotations

import csv
import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping
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
    out = io.StringIO()
    with (
        chdir(folder),
        patch.dict(os.environ, environment, clear=True),
        typed(*words),
        redirect_stdout(out),
        redirect_stderr(out),
        pytest.raises(SystemExit) as caught,
    ):
        main()
    assert isinstance(caught.value.code, int)
    return caught.value.code, out.getvalue()
