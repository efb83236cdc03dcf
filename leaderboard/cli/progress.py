"""A progress bar on standard error, on a terminal, for work of more than a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 1.0
WIDTH = 40


@contextmanager
def progress(label: str, quiet: bool) -> Iterator[Callable[[float], None] | None]:
    """A function to tell what share of the work is done, or None where nobody watches."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    began = time.monotonic()
    drawn = False

    def draw(share: float) -> None:
        nonlocal drawn
        if time.monotonic() - began > PATIENCE:
            drawn = True
            bar = "#" * round(WIDTH * share)
            print(f"\r{label} [{bar:{WIDTH}}] {share:4.0%}", end="", file=sys.stderr, flush=True)

    try:
        yield draw
    finally:
        if drawn:
            print(f"\r{' ' * (len(label) + WIDTH + 10)}\r", end="", file=sys.stderr, flush=True)
