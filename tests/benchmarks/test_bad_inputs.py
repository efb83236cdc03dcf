"""Reading a bad file beside reading honest documents of as many bytes.

python -m pytest tests/benchmarks/test_bad_inputs.py --benchmark-only
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from leaderboard.errors import InputError
from leaderboard.formats import Reading, examine
from leaderboard.formats.limits import TRUSTED, Bounds, bounds_beside
from tests.support import bad_corefud, small_task
from tests.support.bad_inputs import CONLL, JSON, Bad, record

# Of small files everything takes no time; of broken ones a slow reader says what is wrong.
LARGE = 100_000
MOST_TIMES = 50
ROUNDS = 5
CASES = [*CONLL, *JSON, *bad_corefud.COREFUD]


def honest(suffix: str, size: int) -> bytes:
    """The documents of the task under new names, until there are so many bytes."""

    def documents(number: int) -> str:
        if suffix == ".jsonl":
            return json.dumps(record(doc_key=f"d{number}")) + "\n"
        if suffix == ".conllu":
            return bad_corefud.KEY.replace("newdoc id = ", f"newdoc id = d{number}")
        return small_task.KEY.replace("document (", f"document (d{number}")

    return "".join(map(documents, range(size // len(documents(0)) + 1))).encode()


def seconds(data: bytes, bounds: Bounds) -> float:
    start = process_time()
    with suppress(InputError):
        examine("file", data, Reading(bounds=bounds))
    return process_time() - start


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_refusing_takes_a_few_times_as_long(benchmark: BenchmarkFixture, case: Bad, tmp_path: Path) -> None:
    """The two take turns, so that a busy machine slows both."""
    path = tmp_path / case.name
    case.build(path)
    bad = path.read_bytes()
    if len(bad) < LARGE:
        pytest.skip("a small file")
    good, beside = honest(path.suffix, len(bad)), bounds_beside(18, 3)
    pairs: list[tuple[float, float]] = []
    benchmark.pedantic(  # type: ignore[no-untyped-call]
        lambda: pairs.append((seconds(bad, beside), seconds(good, TRUSTED))), rounds=ROUNDS, warmup_rounds=1
    )
    refusing, reading = (median(times) for times in zip(*pairs, strict=True))
    print(f"{case.name}: refusing / reading: {refusing / reading:.2f}")
    assert refusing <= MOST_TIMES * reading
