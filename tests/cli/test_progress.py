"""One bar a run, lines where there is no terminal, and a notice before long tests; by a clock of its own."""

from __future__ import annotations

import io
import itertools

import pytest

import leaderboard
from leaderboard.cli import progress
from leaderboard.cli.progress import Watch, bar, duration
from leaderboard.threads import Stage
from tests.support.made_task import made_task

TESTING = Stage("testing", 1_000_000, 19_900, 1)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    """Seconds that pass when a test says so."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_short_run_shows_nothing(clock: Clock) -> None:
    for stream in (Terminal(), io.StringIO()):
        watch = Watch(stream, clock)
        for share in (0.0, 0.5, 1.0):
            watch(TESTING, share)
            clock.now += 0.3
        watch.clear()
        assert stream.getvalue() == ""


def test_a_terminal_has_one_bar_with_stage_share_and_time_left(clock: Clock) -> None:
    stream = Terminal()
    watch = Watch(stream, clock)
    watch(Stage("scoring 3 of 14"), 0.2)
    clock.now += 10
    watch(Stage("scoring 4 of 14"), 0.25)
    watch(Stage("testing", 1000), 0.3)  # too soon after the last
    clock.now += 20
    watch(Stage("testing", 1000), 0.65)
    watch.clear()
    first, second, blank, rest = stream.getvalue().split("\r")[1:]
    assert first == "scoring 4 of 14 [##########                              ]  25%"
    assert second == "testing [##########################              ]  65% about 20 seconds left"
    assert (blank.strip(), rest) == ("", "")
    assert len(blank) >= len(second)


@pytest.mark.parametrize("width", [10, 20, 37, 57, 77, 117])
def test_the_bar_fits_the_terminal(width: int) -> None:
    for name, rest in (("testing", "about 22 minutes left"), ("scoring 103 of 140", "")):
        line = bar(name, 0.456, rest, width)
        assert len(line) <= width
        assert line.startswith(name[:width])
        assert "46%" in line or width < 25


def test_elsewhere_a_line_is_printed_every_half_minute(clock: Clock) -> None:
    stream = io.StringIO()
    watch = Watch(stream, clock)
    for share in range(71):
        watch(Stage("testing", 1000), share / 100)
        clock.now += 1
    watch.clear()
    assert stream.getvalue() == (
        "leaderboard: testing, 30% done, about 70 seconds left\n"
        "leaderboard: testing, 60% done, about 40 seconds left\n"
    )


@pytest.mark.parametrize("kind", [io.StringIO, Terminal])
def test_tests_of_more_than_a_minute_are_announced_once(clock: Clock, kind: type[io.StringIO]) -> None:
    stream = kind()
    watch = Watch(stream, clock)
    for share in (0.3, 0.301, 0.302):
        watch(TESTING, share)
        clock.now += 2
    watch(Stage("intervals", 2000), 0.9)
    watch(TESTING, 0.91)
    clock.now += 60
    watch(TESTING, 0.92)
    assert stream.getvalue().count("note: ") == 1
    assert (
        "note: testing 19,900 pairs × 1,000,000 trials × 1 metric takes about 23 minutes; "
        "--against NAME tests fewer pairs, --trials N fewer trials, --metric NAME fewer metrics\n"
    ) in stream.getvalue()


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0.2, "1 second"),
        (89, "89 seconds"),
        (90, "2 minutes"),
        (1320, "22 minutes"),
        (5399, "90 minutes"),
        (7200, "2 hours"),
    ],
)
def test_lengths_of_time(seconds: float, told: str) -> None:
    assert duration(seconds) == told


def test_a_quiet_run_says_nothing(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(progress.sys, "stderr", stream)
    with progress.progress(quiet=True) as told:
        told(TESTING, 0.5)
    assert stream.getvalue() == ""


def test_an_interrupt_leaves_the_line_empty(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(progress.sys, "stderr", stream)
    monkeypatch.setattr(progress, "PATIENCE", 0)

    def interrupted() -> None:
        with progress.progress(quiet=False) as told:
            told(TESTING, 0.5)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    shown, blank, rest = stream.getvalue().split("\r")[1:]
    assert shown.startswith("testing [")
    assert (blank, rest) == (" " * len(f"{shown}^C"), "")


def test_a_ranking_is_one_run_from_the_key_to_the_end() -> None:
    told: list[tuple[str, float]] = []
    leaderboard.rank(
        made_task(), progress=lambda stage, share: told.append((stage.name, share)), trials=2000, draws=100
    )
    names = [name for name, _ in itertools.groupby(name for name, _ in told)]
    assert names[0] == "reading key"
    scored = [name for name in names if name.startswith("scoring ")]
    assert scored == [f"scoring {number} of {len(scored)}" for number in range(1, len(scored) + 1)]
    assert names[len(scored) + 1 :] == ["testing", "intervals", "correlations"]
    shares = [share for _, share in told]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)


def test_tests_of_contrastive_entries_have_a_share_of_the_run() -> None:
    told: list[tuple[str, float]] = []
    leaderboard.rank(
        made_task(),
        contrastive=("merger", "eager"),
        progress=lambda stage, share: told.append((stage.name, share)),
        trials=2000,
        draws=100,
    )
    assert told == sorted(told, key=lambda one: one[1])
    ends = [
        [*of_one][-1][1] for name, of_one in itertools.groupby(told, lambda one: one[0]) if name == "testing"
    ]
    assert len(ends) == 3
    assert min(later - sooner for sooner, later in itertools.pairwise(ends)) > 0.1
