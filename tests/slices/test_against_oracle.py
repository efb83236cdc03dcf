"""A slice has the numbers of the files with everything else deleted, by every attribute and `--keep`."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import numpy as np
import pytest

from leaderboard.corpus import Corpus
from leaderboard.matching import counted, match
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import measure
from leaderboard.overlap import overlap
from leaderboard.slices.attributes import SliceOptions
from leaderboard.slices.slicing import slice_key, slicings
from leaderboard.slices.sums import slice_metrics, slice_sums
from tests.metrics.test_metrics_against_oracle import kept_sums
from tests.oracles import corefud_oracle, oracle, slices_oracle
from tests.oracles.slices_oracle import BANDS, Side
from tests.slices.made import Spans, Texts, spans, texts
from tests.slices.reading import read_pair
from tests.support.plain_conll import Part

pytestmark = pytest.mark.untraced

ALL = tuple(build(MetricOptions()) for build in METRICS.values())
NAMES = ("mentions", "muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "conll", "rand")
KEEPS = ("entities", "mentions", "sides")
OF_MENTIONS = ("class", "upos", "length")
BY_SPANS = (
    *(("genre", ""), ("words", ""), ("size", "entities"), ("size", "sides"), ("range", "entities")),
    *(("range", "sides"), ("genre/size", "sides"), ("genre/words", ""), ("length/class", "sides")),
    *((name, keep) for name in (*OF_MENTIONS, "range/class", "genre/upos/length") for keep in KEEPS),
)
BY_NODES = (
    *BY_SPANS,
    *(("etype", "entities"), ("etype", "sides")),
    *((name, keep) for name in ("zero", "gap", "etype/gap") for keep in KEEPS),
)


def options(match: str | None, zeros: str, singletons: str) -> SliceOptions:
    bands = {name: begins[1:] for name, begins in BANDS.items()}
    return SliceOptions(match=match, zeros=zeros, singletons=singletons, bands=bands)


def whole_sums(key: Corpus, response: Corpus, how: SliceOptions) -> dict[str, np.ndarray]:
    """The sums of two files."""
    pairs = match(*(counted(side, how.singletons) for side in (key, response)), how.match, how.zeros)
    return measure(overlap(pairs), ALL)


def both_sides(recall: Sequence[float], precision: Sequence[float]) -> list[float]:
    return [*recall[:2], precision[2 if len(precision) == 4 else 0], precision[-1]]


def check(made: Spans | Texts, by: str, keep: str, how: SliceOptions, rewritten) -> None:  # type: ignore[no-untyped-def]
    key, response = made.labelled("key"), made.labelled("response")
    if isinstance(made, Texts):
        pairs = slices_oracle.matched(key, response, how.match or "head", how.zeros)
        response = slices_oracle.with_types(key, response, pairs)
    [slicing] = slicings([by], [keep] if keep else [], how.labels)
    sides = read_pair(rewritten("key", key), rewritten("response", response, lie=True))
    found = slice_key(sides[0], "", slicing, how)
    sums = {one.value: one for one in slice_sums(found, sides[1], ALL)}
    names = by.split("/")
    expected = {}
    for value in {tuple(one.values[name] for name in names) for one in key}:
        kept = [
            slices_oracle.deleted(side, dict(zip(names, value, strict=True)), keep)
            for side in (key, response)
        ]
        ours, theirs = (count(side, how) for side in kept)
        if ours:
            expected[value] = (ours, theirs)
    assert set(sums) == set(expected)
    for value, (ours, theirs) in expected.items():
        assert (sums[value].mentions, sums[value].entities) == counts(theirs)
        [of_key] = [one for one in found.slices if one.value == value]
        assert (len(of_key.key.part), of_key.key.entities) == counts(ours)
        tables = [(ours, theirs)]
        if keep == "sides":
            tables = [(ours, count(response, how)), (count(key, how), theirs)]
        if value == max(expected):  # to read files takes long
            check_files(sums[value].sums, tables, how, rewritten, slicing)
        check_oracle(sums[value].sums, tables, how, len(sides[0].parts), isinstance(made, Texts))


def count(side: Side, how: SliceOptions) -> Side:
    return slices_oracle.without_singletons(side) if how.singletons == "drop" else side


def counts(side: Side) -> tuple[int, int]:
    return len(side), len({one.chain for one in side})


def check_files(sums, tables, how, rewritten, slicing) -> None:  # type: ignore[no-untyped-def]
    """Sums of files with nothing but what is left, which are read and scored as whole files."""
    found = [
        whole_sums(*read_pair(rewritten("key", ours), rewritten("response", theirs)), how)
        for ours, theirs in tables
    ]
    metrics = slice_metrics(slicing, ALL)
    assert set(sums) == {name for metric in metrics for name in (metric.name, metric.weight_name)}
    for name, own in sums.items():
        if len(tables) == 1 or name.endswith(" weight"):  # the weights are those of the key that is left
            assert own == pytest.approx(found[0][name], rel=0, abs=1e-9), name
        elif name != "conll":
            joined = both_sides(*(one[name] for one in found))
            assert own == pytest.approx(np.array(joined), rel=0, abs=1e-9), name


def check_oracle(sums, tables, how, parts: int, nodes: bool) -> None:  # type: ignore[no-untyped-def]
    """Sums and scores from definitions, in exact fractions."""
    how_matched = (how.match or "head") if nodes else None
    corpora = [slices_oracle.as_parts(*sides, parts, how_matched, how.zeros) for sides in tables]
    for name in NAMES:
        if name in sums and len(tables) == 1:
            assert sums[name].sum(axis=1) == pytest.approx(
                kept_sums(corpora[0], name, "conll", oracle.size)
            ), name
        elif name in sums:
            assert sums[name].sum(axis=1) == pytest.approx(list(on_sides(corpora, name))), name


def on_sides(corpora: Sequence[Sequence[Part]], name: str) -> Iterable[float]:
    for member in ("muc", "bcub", "ceafe") if name == "conll" else (name,):
        recall, precision = (oracle.sums(corpus, member) for corpus in corpora)
        yield from map(float, (*recall[:2], *precision[2:]))


@pytest.mark.parametrize(("seed", "singletons"), [(0, "keep"), (1, "drop")])
def test_spans(seed: int, singletons: str) -> None:
    made = spans(random.Random(seed))
    for by, keep in BY_SPANS:
        check(
            made,
            by,
            keep,
            options(None, "linear", singletons),
            lambda which, side, lie=False: made.file(side, lie),
        )


@pytest.mark.parametrize(
    ("seed", "match", "zeros", "singletons"),
    [
        (2, "exact", "linear", "keep"),
        (3, "head", "dependent", "drop"),
        (4, "partial", "dependent", "keep"),
        (5, "head", "linear", "keep"),
    ],
)
def test_nodes(seed: int, match: str, zeros: str, singletons: str) -> None:
    rng = random.Random(seed)
    made = texts(rng)
    while not all(
        corefud_oracle.is_clear(corefud_oracle.mentions(one)) for one in (*made.key, *made.response)
    ):
        made = texts(rng)
    for by, keep in BY_NODES:
        check(
            made,
            by,
            keep,
            options(match, zeros, singletons),
            lambda which, side, lie=False: made.file(side, which, lie),
        )
