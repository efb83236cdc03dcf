"""A slice has the scores that the public API gives to the files with everything else deleted."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from tests.oracles import corefud_oracle, slices_oracle
from tests.oracles.slices_oracle import BANDS, Side
from tests.slices.made import Spans, Texts, spans, texts
from tests.slices.test_against_oracle import BY_NODES, BY_SPANS

pytestmark = pytest.mark.untraced

NAMES = ("mentions", "muc", "bcub", "ceafm", "ceafe", "lea", "conll")
HOW: dict[str, Any] = {
    "metric": NAMES,
    "bands": [f"{name}={','.join(map(str, begins[1:]))}" for name, begins in BANDS.items()],
}
Write = Callable[[str, str, Side], Path]


def check(made: Spans | Texts, by: str, keep: str, write: Write, **how: Any) -> int:
    """Check each slice; return how many there are."""
    key, response = made.labelled("key"), made.labelled("response")
    if isinstance(made, Texts):
        pairs = slices_oracle.matched(key, response, how["match"], "dependent")
        response = slices_oracle.with_types(key, response, pairs)
    files = write("whole", "key", key), write("whole", "response", response)
    keeps = {"keep": [keep]} if keep else {}
    found = leaderboard.score(files[1], key=files[0], by=[by], slice_min=0, **keeps, **HOW, **how)
    for one in found.systems[0].slices:
        value = dict(zip(by.split("/"), one.sheet.slice.value, strict=True))
        cut = [
            write("cut", which, slices_oracle.deleted(side, value, keep))
            for which, side in (("key", key), ("response", response))
        ]
        tables = [(cut[0], files[1]), (files[0], cut[1])] if keep == "sides" else [(cut[0], cut[1])] * 2
        recalls, precisions = (
            leaderboard.score(theirs, key=ours, metric=NAMES, **how).systems[0].scores
            for ours, theirs in tables
        )
        for name in set(NAMES) - {"conll"}:
            recall, precision = recalls[name].recall, precisions[name].precision
            f1 = 2 * recall * precision / (recall + precision) if recall + precision else 0
            expected = pytest.approx((recall, precision, f1), rel=0, abs=1e-12)
            own = one.scores[name]
            assert (own.recall, own.precision, own.f1) == expected, (by, keep, value, name)
        mean = sum(one.scores[name].f1 for name in ("muc", "bcub", "ceafe")) / 3
        assert one.scores["conll"].f1 == pytest.approx(mean, rel=0, abs=1e-12)
    return len(found.systems[0].slices)


def test_spans(tmp_path: Path) -> None:
    made = spans(random.Random(11))

    def write(name: str, which: str, side: Side) -> Path:
        path = tmp_path / f"{name}-{which}.conll"
        path.write_bytes(made.file(side))
        return path

    count = sum(check(made, by, keep, write, singletons="drop") for by, keep in BY_SPANS)
    assert count > 2 * len(BY_SPANS)


def test_nodes(tmp_path: Path) -> None:
    rng = random.Random(12)
    made = texts(rng)
    while not all(
        corefud_oracle.is_clear(corefud_oracle.mentions(one)) for one in (*made.key, *made.response)
    ):
        made = texts(rng)

    def write(name: str, which: str, side: Side) -> Path:
        path = tmp_path / f"{name}-{which}.conllu"
        path.write_bytes(made.file(side, which))
        return path

    count = sum(check(made, by, keep, write, match="head", singletons="keep") for by, keep in BY_NODES)
    assert count > len(BY_NODES)
