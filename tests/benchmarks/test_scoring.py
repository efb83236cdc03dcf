"""Scoring at the size of CoNLL-2012: all metrics after reading, one giant document, and linear growth.

And a thousand documents in memory.

pytest tests/benchmarks/test_scoring.py --benchmark-enable --benchmark-only
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from leaderboard.corpus import Corpus, Part
from leaderboard.formats import Reading, read_corpus
from leaderboard.matching import align, match_exactly
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import measure
from leaderboard.overlap import overlap
from leaderboard.tasks.scorer import Scorer
from leaderboard.verbs.simulate import simulate

EVERY_METRIC = tuple(build(MetricOptions()) for build in METRICS.values())


def read(path: Path) -> Corpus:
    return read_corpus(path.name, path.read_bytes(), Reading()).corpus


@pytest.fixture(scope="module")
def conll(tmp_path_factory: pytest.TempPathFactory) -> tuple[Corpus, Corpus]:
    folder = tmp_path_factory.mktemp("conll") / "task"
    simulate(folder, preset="conll2012", systems=1)
    return read(folder / "key.conll"), read(folder / "balanced.conll")


def score(key: Corpus, response: Corpus) -> None:
    aligned = align(key, response, missing_is_empty=False, check_words=True)
    measure(overlap(match_exactly(key, aligned)), EVERY_METRIC)


def test_all_metrics_after_reading(benchmark: BenchmarkFixture, conll: tuple[Corpus, Corpus]) -> None:
    benchmark(score, *conll)


@pytest.mark.parametrize("times", [1, 10, 100])
def test_cost_grows_with_mentions(
    benchmark: BenchmarkFixture, conll: tuple[Corpus, Corpus], times: int
) -> None:
    key, response = (repeated(side, times) for side in conll)
    benchmark.extra_info["mentions"] = len(key.part)
    benchmark.pedantic(score, (key, response), rounds=5, warmup_rounds=1)


@pytest.mark.parametrize("profile", ["perfect", "balanced", "shuffled"])
def test_one_document_of_20_000_mentions(
    benchmark: BenchmarkFixture, giant: dict[str, Corpus], profile: str
) -> None:
    benchmark.pedantic(score, (giant["key"], giant[profile]), rounds=5, warmup_rounds=1)


@pytest.fixture(scope="module")
def giant(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Corpus]:
    folder = tmp_path_factory.mktemp("giant") / "task"
    simulate(folder, preset="giant", systems=1)
    key = read(folder / "key.conll")
    order = np.random.default_rng(1).permutation(len(key.entity))
    shuffled = replace(key, entity=key.entity[order])
    return {
        "key": key,
        "perfect": key,
        "balanced": read(folder / "balanced.conll"),
        "shuffled": shuffled,
    }


def test_a_thousand_documents_in_memory(benchmark: BenchmarkFixture) -> None:
    documents = [[entities_at_random(seed, first) for first in (0, 10)] for seed in range(1000)]
    benchmark(score_in_memory, documents)


def entities_at_random(seed: int, first: int) -> list[list[tuple[int, int]]]:
    """Sixty mentions in up to eighteen entities."""
    entity = np.random.default_rng([seed, first]).integers(18, size=60).tolist()
    return [[(first + m, first + m) for m in range(60) if entity[m] == number] for number in range(18)]


def score_in_memory(documents: list[list[list[list[tuple[int, int]]]]]) -> None:
    scorer = Scorer()
    for key, response in documents:
        scorer.add(key, response)
    scorer.scores()


def repeated(side: Corpus, times: int) -> Corpus:
    """The same corpus many times over, under other names."""
    copies = np.arange(times).repeat(len(side.part))
    return replace(
        side,
        parts=tuple(
            Part(f"{copy}/{part.document}", part.number) for copy in range(times) for part in side.parts
        ),
        part_line=np.tile(side.part_line, times),
        tokens=np.tile(side.tokens, times),
        words=None,
        part=np.tile(side.part, times) + copies * len(side.parts),
        start=np.tile(side.start, times),
        end=np.tile(side.end, times),
        entity=np.tile(side.entity, times) + copies * side.entities,
        line=np.tile(side.line, times),
    )
