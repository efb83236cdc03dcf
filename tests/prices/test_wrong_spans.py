"""Pairs of spans in CorefUD files, and files with too many candidates."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from leaderboard.errors import InputError
from leaderboard.matching import match_exactly
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import measure
from leaderboard.options import read_options
from leaderboard.overlap import overlap
from leaderboard.prices.union import span_heads, span_pairs, united
from leaderboard.prices.versions import ERROR_KINDS, find_errors, mended
from leaderboard.scoring.key import read_key
from leaderboard.scoring.response import matching, read_responses
from leaderboard.submissions import open_submission
from tests.support.columns import corpus, texts
from tests.support.made_corefud import corefud, random_document, random_response


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("match", ["exact", "partial", "head"])
def test_with_all_errors_mended_a_corefud_response_scores_as_the_key(
    seed: int, match: str, tmp_path: Path
) -> None:
    rng = random.Random(seed)
    document = random_document(rng)
    (tmp_path / "key.conllu").write_text(corefud([document]))
    (tmp_path / "a.conllu").write_text(corefud([random_response(rng, document)]))
    options = read_options({"match": match, "singletons": "keep", "zeros": "linear"})
    key = read_key(tmp_path / "key.conllu", options)
    metrics = tuple(METRICS[name](MetricOptions()) for name in ("muc", "bcub", "ceafe", "lea", "mor", "zero"))
    for path in (tmp_path / "a.conllu", tmp_path / "key.conllu"):
        [response] = read_responses(key, open_submission(path, False), options)
        made = mended(find_errors(united(matching(response, options))), ERROR_KINDS)
        found = measure(overlap(made), metrics)
        if path.stem == "a":
            after = found
    for metric in metrics:
        scores = [metric.score(sums[metric.name].sum(axis=1)).f1 for sums in (after, found)]
        if match == "exact" or metric.name not in ("mor", "zero"):
            assert scores[0] == pytest.approx(scores[1], rel=0, abs=1e-12)


def test_the_head_of_the_key_lies_in_the_response(tmp_path: Path) -> None:
    (tmp_path / "key.conllu").write_text(one_mention("(e1--2", 1, "e1)", 3))
    (tmp_path / "with.conllu").write_text(one_mention("(e1--1", 2, "e1)", 3))
    (tmp_path / "without.conllu").write_text(one_mention("(e1--1)", 3, "", 0))
    options = read_options({"match": "exact", "singletons": "keep"})
    key = read_key(tmp_path / "key.conllu", options)
    for name, count in (("with", 1), ("without", 0)):
        [response] = read_responses(key, open_submission(tmp_path / f"{name}.conllu", False), options)
        pairs = matching(response, options)
        assert len(span_pairs(pairs).key) == count
        assert span_heads(pairs.key) == "corefud"


def one_mention(opening: str, first: int, closing: str, last: int) -> str:
    cells = {first: f"Entity={opening}"} | ({last: f"Entity={closing}"} if closing else {})
    rows = [
        f"{number}\tw\t_\tNOUN\t_\t_\t{number - 1}\t_\t_\t{cells.get(number, '_')}" for number in range(1, 5)
    ]
    header = "# global.Entity = eid-etype-head-other\n# newdoc id = d\n# sent_id = 1\n# text = w w w w\n"
    return header + "\n".join(rows) + "\n\n"


def test_a_file_with_too_many_candidates_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leaderboard.prices.union.MOST_CANDIDATES", 20)
    key = corpus([[(0, end) for end in range(1, 6)]])
    response = corpus([[(start, 6) for start in range(1, 5)]])
    assert not len(span_pairs(match_exactly(key, response)).key)  # crossing, and no end in common
    nested = corpus([[(0, end) for end in range(6, 10)]])
    assert len(span_pairs(match_exactly(key, nested)).key) == 4
    more = corpus([[(0, 0), *((0, end) for end in range(6, 10))]])
    with pytest.raises(
        InputError, match="25 pairs of mentions may be wrong spans, more than 20, most of them in doc, part 0"
    ):
        span_pairs(match_exactly(key, more))


@pytest.mark.parametrize("seed", range(20))
def test_the_nearest_candidates_are_taken_first_then_the_earliest(seed: int) -> None:
    spans = [(start, end) for start in range(7) for end in range(start, 7)]
    random.Random(seed).shuffle(spans)
    ours, theirs = spans[:9], spans[9:18]
    near = sorted(
        (abs(k[0] - r[0]) + abs(k[1] - r[1]), k, r)
        for k in ours
        for r in theirs
        if k[0] == r[0] or k[1] == r[1]  # with an end in common, one holds the other
    )
    expected: dict[tuple[int, int], tuple[int, int]] = {}
    for _, k, r in near:
        if k not in expected and r not in expected.values():
            expected[k] = r
    key, response = corpus([ours]), corpus([theirs])
    found = span_pairs(match_exactly(key, response))
    chosen = [
        list(zip(side.start[rows].tolist(), side.end[rows].tolist(), strict=True))
        for side, rows in ((key, found.key), (response, found.response))
    ]
    assert dict(zip(*chosen, strict=True)) == expected


def test_heads_are_known_by_the_tags_of_the_key() -> None:
    tags = texts("DT", "NN", "IN", "NN", *["-"] * 6)
    key, response = corpus([[(0, 1)]], tags=tags), corpus([[(0, 3)], [(3, 3)]], tags=tags)
    assert span_heads(key) == "tags"
    assert span_heads(corpus([[(0, 1)]])) == "none"
    pairs = span_pairs(match_exactly(key, response))
    assert (pairs.key.tolist(), np.unique(pairs.response).tolist()) == ([0], [0])


@pytest.mark.untraced
def test_a_hostile_part_ends_with_an_error_that_names_it() -> None:
    key = corpus([[(start, 10_000) for start in range(10_000)]], tokens=20_001)
    response = corpus([[(10_000, end) for end in range(10_001, 20_001)]], tokens=20_001)
    assert not len(span_pairs(match_exactly(key, response)).key)  # they meet, but have no end in common
    tags = texts(*["-"] * 10_000, "NN", *["-"] * 10_000)
    tagged = corpus([[(start, 10_000) for start in range(10_000)]], tokens=20_001, tags=tags)
    one_head = corpus([[(10_000, end) for end in range(10_001, 20_001)]], tokens=20_001, tags=tags)
    with pytest.raises(
        InputError, match="100,000,000 pairs of mentions may be wrong spans, more than 4,000,000"
    ):
        span_pairs(match_exactly(tagged, one_head))
