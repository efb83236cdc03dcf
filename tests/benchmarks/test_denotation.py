"""Denotation assignment at the size of CoNLL-2012, of one giant document, and of its hardest shapes.

pytest tests/benchmarks/test_denotation.py --benchmark-enable --benchmark-only
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from leaderboard.corpus import Corpus
from leaderboard.error_analysis.profile import ErrorProfile, error_profile, resolved
from leaderboard.formats import Reading, read_corpus
from leaderboard.matching import align, match_exactly
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.da import correspondence, denotation
from leaderboard.metrics.metric import Floats
from leaderboard.overlap import Overlap, overlap
from leaderboard.verbs.simulate import simulate
from tests.support.columns import corpus

LIMIT_PER_SYSTEM = 1.0
A_FEW_SECONDS = 10.0


def tables(folder: Path, preset: str) -> dict[str, Overlap]:
    simulate(folder, preset=preset, systems=1)
    key = read(folder / "key.conll", tags=True)
    response = align(key, read(folder / "balanced.conll"), missing_is_empty=False, check_words=False)
    return {
        "balanced": overlap(match_exactly(key, response)),
        "perfect": overlap(match_exactly(key, key)),
        "shuffled": overlap(match_exactly(key, shuffled(key))),
        "untagged": overlap(match_exactly(replace(key, tags=None), replace(shuffled(key), tags=None))),
    }


def read(path: Path, *, tags: bool = False) -> Corpus:
    return read_corpus(path.name, path.read_bytes(), Reading(tags=tags)).corpus


def da_of(table: Overlap) -> Floats:
    """Computed anew: the correspondence of the last response is kept."""
    correspondence.cache_clear()
    return METRICS["da"](MetricOptions()).sums(table)


def profile_of(table: Overlap) -> ErrorProfile:
    correspondence.cache_clear()
    return error_profile(resolved(table, denotation()))


def shuffled(side: Corpus) -> Corpus:
    """The same mentions, each in the entity of another of its part."""
    order = np.lexsort((np.random.default_rng(1).random(len(side.entity)), side.part))
    return replace(side, entity=side.entity[order])


@pytest.fixture(scope="module")
def conll(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Overlap]:
    return tables(tmp_path_factory.mktemp("conll") / "task", "conll2012")


@pytest.fixture(scope="module")
def giant(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Overlap]:
    return tables(tmp_path_factory.mktemp("giant") / "task", "giant")


@pytest.mark.parametrize("response", ["balanced", "perfect", "shuffled", "untagged"])
def test_da_of_all_documents(benchmark: BenchmarkFixture, conll: dict[str, Overlap], response: str) -> None:
    benchmark.pedantic(da_of, (conll[response],), rounds=3, warmup_rounds=1)
    assert benchmark.stats["median"] < LIMIT_PER_SYSTEM


def test_the_profile_of_all_documents(benchmark: BenchmarkFixture, conll: dict[str, Overlap]) -> None:
    benchmark.pedantic(profile_of, (conll["balanced"],), rounds=3, warmup_rounds=1)
    assert benchmark.stats["median"] < LIMIT_PER_SYSTEM


@pytest.mark.parametrize("response", ["balanced", "perfect", "shuffled", "untagged"])
def test_da_of_one_document_of_20_000_mentions(
    benchmark: BenchmarkFixture, giant: dict[str, Overlap], response: str
) -> None:
    benchmark.pedantic(da_of, (giant[response],), rounds=3, warmup_rounds=1)
    assert benchmark.stats["median"] < A_FEW_SECONDS


@pytest.mark.parametrize("shift", [1, 3])
def test_rings_of_20_000_mentions(benchmark: BenchmarkFixture, shift: int) -> None:
    """Nothing but ties, in one component or in three that go through the whole text."""
    mentions = 20_000
    key, response = (
        [[((2 * i + j * shift) % mentions,) * 2 for j in places] for i in range(mentions // 2)]
        for places in ((0, 1), (1, 2))
    )
    sides = (corpus(side, tokens=mentions) for side in (key, response))
    table = overlap(match_exactly(*sides))
    benchmark.pedantic(METRICS["da"](MetricOptions()).sums, (table,), rounds=1)
    assert benchmark.stats["median"] < A_FEW_SECONDS
