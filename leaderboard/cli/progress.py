"""The progress of a run on standard error: one bar on a terminal, elsewhere a line every half minute."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from leaderboard.text import counted
from leaderboard.threads import Progress, Stage

# In seconds: nothing is drawn before, drawn no more often, printed no more often, announced if longer.
PATIENCE, REDRAW, SELDOM, LONG = 1.0, 0.1, 30.0, 60.0
# In characters: a shorter bar is left out.
LONGEST_BAR, SHORTEST_BAR = 40, 6
# A terminal echoes ^C after the bar.
CTRL_C = 2


@contextmanager
def progress(quiet: bool) -> Iterator[Progress]:
    """A function to tell the stage of a run and the share of it that is done; the bar goes at the end."""
    if quiet:
        yield lambda stage, share: None
        return
    watch = Watch(sys.stderr)
    try:
        yield watch
    finally:
        watch.clear()


class Watch:
    """The display of one run's progress, by the clock."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self.stream, self.clock = stream, clock
        self.began = self.shown = clock()
        self.stage, self.stage_began, self.stage_share = Stage(""), self.began, 0.0
        self.measured = self.announced = False
        self.width = 0

    def __call__(self, stage: Stage, share: float) -> None:
        now = self.clock()
        if stage != self.stage:
            self.stage, self.stage_began, self.stage_share, self.measured = stage, now, share, False
        left = self._left(now, share)
        if left is not None and stage.pairs and not self.measured:
            self.measured = True
            self._announce(left + now - self.stage_began)
        self._show(now, share, left)

    def clear(self) -> None:
        """Leave an empty line to whatever is printed next."""
        if self.width:
            print(f"\r{' ' * (self.width + CTRL_C)}\r", end="", file=self.stream, flush=True)
            self.width = 0

    def _left(self, now: float, share: float) -> float | None:
        """The seconds that are left at the rate of this stage, if that is the rate of all that follows."""
        if not self.stage.trials or share <= self.stage_share:
            return None
        return (1 - share) * (now - self.stage_began) / (share - self.stage_share)

    def _announce(self, seconds: float) -> None:
        """Once in a run, and only where it takes long."""
        if seconds > LONG and not self.announced:
            self.announced = True
            self.clear()
            print(f"note: {notice(self.stage, seconds)}", file=self.stream, flush=True)

    def _show(self, now: float, share: float, left: float | None) -> None:
        rest = "" if left is None else f"about {duration(left)} left"
        if self.stream.isatty():
            if now - self.began >= PATIENCE and (not self.width or now - self.shown >= REDRAW):
                self.shown = now
                self._draw(bar(self.stage.name, share, rest, _columns(self.stream) - 1 - CTRL_C))
        elif now - self.shown >= SELDOM:
            self.shown = now
            words = ", ".join(filter(None, (self.stage.name, f"{share:.0%} done", rest)))
            print(f"leaderboard: {words}", file=self.stream, flush=True)

    def _draw(self, line: str) -> None:
        print(f"\r{line:{self.width}}", end="", file=self.stream, flush=True)
        self.width = len(line)


def bar(name: str, share: float, rest: str, width: int) -> str:
    """One line of at most so many characters, of which the bar takes what words leave."""
    words = f"{share:4.0%} {rest}".rstrip()
    room = min(LONGEST_BAR, width - len(name) - len(words) - 4)
    if room < SHORTEST_BAR:
        return f"{name} {words.lstrip()}"[:width]
    return f"{name} [{'#' * round(room * share):{room}}] {words}"


def notice(stage: Stage, seconds: float) -> str:
    """The expected time of the tests, and the options that make them shorter."""
    size = " × ".join(
        (counted(stage.pairs, "pair"), counted(stage.trials, "trial"), counted(stage.metrics, "metric"))
    )
    return (
        f"testing {size} takes about {duration(seconds)}; "
        "--against NAME tests fewer pairs, --trials N fewer trials, --metric NAME fewer metrics"
    )


def duration(seconds: float) -> str:
    """A length of time in its largest unit that is not below 1.5."""
    for size, noun in ((3600, "hour"), (60, "minute")):
        if seconds >= 1.5 * size:
            return counted(round(seconds / size), noun)
    return counted(max(1, round(seconds)), "second")


def _columns(stream: TextIO) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
