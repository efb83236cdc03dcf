"""Reading a file of the size of the CoNLL-2012 test set, beside splitting each of its lines.

python -m pytest tests/benchmarks/test_reading.py --benchmark-only
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from leaderboard.formats.conll import layout
from leaderboard.formats.conll.conll_blocks import follow, key_lines, scan
from leaderboard.formats.conll.conll_lines import diagnose
from leaderboard.formats.limits import WITHOUT_KEY
from leaderboard.formats.reading import settle
from leaderboard.simulation.synthetic_files import write
from leaderboard.simulation.synthetic_key import SHAPES, key_parts

ROUNDS = 15


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("reading") / "key.conll"
    write(path, {}, key_parts(SHAPES["conll2012"], 1), 1, "padded")
    return path


def split_lines(path: Path) -> None:
    with path.open(encoding="utf-8") as file:
        for line in file:
            line.split()


def fast(path: Path) -> None:
    data = path.read_bytes()
    parsed = scan("key", data, layout(data, None, tags=False))
    assert parsed is not None
    settle(parsed)


def beside_the_key(path: Path) -> Callable[[Path], None]:
    """Read files that have the text of this key."""
    data = path.read_bytes()
    parsed = scan("key", data, layout(data, None, tags=False))
    assert parsed is not None
    lines = key_lines(data, parsed.corpus)
    assert lines is not None

    def read(path: Path) -> None:
        with path.open("rb") as stream:
            found = follow(lines, "response", stream, WITHOUT_KEY)
        assert found is not None
        settle(found)

    return read


def slow(path: Path) -> None:
    data = path.read_bytes()
    settle(diagnose("key", data, layout(data, None, tags=False)))


def seconds(read: Callable[[Path], None], path: Path) -> float:
    start = process_time()
    read(path)
    return process_time() - start


@pytest.mark.parametrize("read", [split_lines, fast, slow])
def test_reading(benchmark: BenchmarkFixture, key: Path, read: Callable[[Path], None]) -> None:
    benchmark(read, key)


@pytest.mark.parametrize(("reader", "most"), [("whole", 1.0), ("beside the key", 0.5)])
def test_reading_takes_no_longer_than_splitting(
    benchmark: BenchmarkFixture, key: Path, reader: str, most: float
) -> None:
    """The two take turns, so that a busy machine slows both."""
    read = fast if reader == "whole" else beside_the_key(key)
    pairs: list[tuple[float, float]] = []
    benchmark.pedantic(  # type: ignore[no-untyped-call]
        lambda: pairs.append((seconds(read, key), seconds(split_lines, key))), rounds=ROUNDS, warmup_rounds=1
    )
    reading, splitting = (median(times) for times in zip(*pairs, strict=True))
    benchmark.extra_info["ratio"] = round(reading / splitting, 3)
    print(f"reading / splitting: {reading / splitting:.3f}")
    assert reading <= most * splitting
