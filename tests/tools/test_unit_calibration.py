"""Simulated topics, books and runs are what the calibration page says of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from scipy.special import ndtri

from leaderboard.matching import match_exactly
from tools import error_texts, unit_calibration
from tools.error_texts import Rates
from tools.known_truth import Shape, drawn

PERFECT = Rates(*[0.0] * len(Rates._fields))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A page that is measured in a moment."""
    monkeypatch.setattr(unit_calibration, "TOPICS", ((5, 2), (6, 2), (10, 2), (10, 3)))
    monkeypatch.setattr(unit_calibration, "SHARES", (0.1,))
    monkeypatch.setattr(unit_calibration, "REPLICATIONS", 2)
    chapters = (20,) * 12
    monkeypatch.setattr(unit_calibration, "CHAPTERS", chapters)
    monkeypatch.setattr(unit_calibration, "BOOKS", {"scenes": (0, chapters), "characters": (0.5, chapters)})
    unit_calibration.true_difference.cache_clear()
    yield
    unit_calibration.true_difference.cache_clear()


@pytest.mark.usefixtures("small")
def test_a_short_run_has_all_tables_and_depends_on_the_seed_alone() -> None:
    text = list(unit_calibration.lines(1, 2))
    tables = unit_calibration.tables()
    rows = [line for line in text if line.startswith("| ")]
    assert len(rows) == sum(1 + len(table.rows) for table in tables.values())
    assert f"## {unit_calibration.TITLE}" in text
    [note] = [list(unit_calibration.lines(1, 2, ["note"])) for _ in range(1)]
    start = text.index(tables["note"].text)
    assert note[1:] == text[start : start + len(note) - 1]


def test_topics_have_their_share_of_what_is_own_to_a_system() -> None:
    topics, share = (10,) * 400, 0.3
    units = drawn(np.random.default_rng(0), Shape(sum(topics), 0.5, 0.5, 1, topics, share), (0.6, 0.6), False)
    quality = ndtri(units.sums["bcub"][:, 0] / units.sums["bcub"][:, 1])
    apart = (quality[0] - quality[1]).reshape(400, 10)
    within = apart.var(axis=1, ddof=1).mean()
    between = apart.mean(axis=1).var(ddof=1) - within / 10
    assert between / (between + within) == pytest.approx(share, abs=0.04)
    for metric in units.metrics:
        assert units.scores(metric).f1 == pytest.approx([0.6, 0.6], abs=0.015)


def test_clusters_are_the_topics_in_the_names_of_documents() -> None:
    units = unit_calibration.documents(np.random.default_rng(0), (2, 3, 1), 0.1)
    topics = unit_calibration.by_topic(units)
    assert (len(topics.names), topics.documents) == (3, 6)
    ends = [0, 2, 5, 6]
    for topic, (first, last) in enumerate(pairwise(ends)):
        expected = units.sums["muc"][..., first:last].sum(axis=-1)
        assert (topics.sums["muc"][..., topic] == expected).all()


def test_unequal_topics_have_as_many_documents() -> None:
    assert unit_calibration.sizes(4, 5, False) == (5, 5, 5, 5)
    assert unit_calibration.sizes(4, 5, True) == (2, 4, 6, 8)


def test_outputs_err_as_often_as_they_should() -> None:
    text = error_texts.text(np.random.default_rng(0), (1000,) * 20, 0.25)
    key = error_texts.key_of(text)

    def drawn_by(rates: Rates, spread: float = 0) -> error_texts.Matching:
        return match_exactly(key, error_texts.output(np.random.default_rng(1), text, rates, spread))

    assert error_texts.score(drawn_by(PERFECT)) == 1
    found = drawn_by(PERFECT._replace(missed=0.2, invented=0.1))
    assert len(found.key_mention) / len(key.part) == pytest.approx(0.8, abs=0.01)
    assert len(found.response.part) / len(key.part) == pytest.approx(0.9, abs=0.01)
    cut = drawn_by(PERFECT._replace(cut=0.1)).response
    assert cut.entities - key.entities == pytest.approx(0.1 * (len(key.part) - key.entities), rel=0.1)
    alone = drawn_by(PERFECT._replace(alone=0.1)).response
    assert alone.entities > key.entities
    for merging in (PERFECT._replace(merged=0.3), PERFECT._replace(namesakes=0.3)):
        assert drawn_by(merging).response.entities < 0.8 * key.entities
    by_place = drawn_by(PERFECT._replace(missed=0.2), 0.6)
    missed = 1 - np.bincount(key.part[by_place.key_mention]) / 1000
    assert np.log(missed / (1 - missed)).std(ddof=1) == pytest.approx(0.6, rel=0.4)


def test_left_out_topics_lose_their_sums_where_no_entity_spans_topics() -> None:
    found = unit_calibration.corpus_outputs(np.random.default_rng(2), 6, Rates())
    units = unit_calibration.leaving_out(found)
    metric = unit_calibration.METRIC
    assert units.scores(metric).f1 == pytest.approx([error_texts.score(one) for one in found])
    for lost, one in zip(units.sums[metric.name], found, strict=True):
        assert lost == pytest.approx(error_texts.sums(one))
    spanning = unit_calibration.corpus_outputs(np.random.default_rng(2), 6, unit_calibration.NAMESAKES)
    lost = unit_calibration.leaving_out(spanning).sums[metric.name][1].sum(axis=-1)
    assert abs(lost[2] - error_texts.sums(spanning[1]).sum(axis=-1)[2]) > 1


def test_blocks_add_up_to_the_book() -> None:
    key = error_texts.text(np.random.default_rng(3), (40,) * 6, 0.25)
    found = unit_calibration.outputs(np.random.default_rng(4), key, (Rates(),) * 2, 0.3)
    for blocks in (10, 2 * len(key.place)):
        units, components = unit_calibration.block_units(found, blocks)
        assert len(units.names) <= min(blocks, components)
        scores = units.scores(unit_calibration.METRIC).f1
        assert scores == pytest.approx([error_texts.score(one) for one in found])
    assert len(units.names) == components


def test_runs_have_the_scores_that_are_drawn_and_failing_ones_the_expected_score() -> None:
    scores = np.array([0.7, 0.5, 0.25])
    units = unit_calibration.run_units(scores, (2, 1))
    assert units.run_scores(unit_calibration.METRIC).f1 == pytest.approx(scores)
    for loss, found in ((0, 0.05), (10, 0.3)):
        once = unit_calibration.run_tests((5, 1), (1, 0), loss)
        assert np.mean([once(seed)[0] for seed in range(300)]) == pytest.approx(found, abs=0.08)
