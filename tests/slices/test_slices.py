"""Which slices there are, in which order, what they hold, and that their sums add up."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from leaderboard.corpus import Corpus, Part
from leaderboard.errors import UsageError, in_python
from leaderboard.matching import match_exactly
from leaderboard.metrics import METRICS, Metric, MetricOptions
from leaderboard.metrics.metric import measure
from leaderboard.overlap import overlap
from leaderboard.slices.attributes import SliceOptions
from leaderboard.slices.document_table import DocumentLabels
from leaderboard.slices.slicing import KeySlices, Slice, slice_key, slices_of, slicings
from leaderboard.slices.sums import joint_sums, slice_metrics, slice_parts, slice_sums
from tests.formats.corefud.texts import corefud
from tests.slices.made import spans
from tests.slices.reading import read_key, read_pair
from tests.support.columns import corpus, texts

OPTIONS = SliceOptions()


def key_slices(
    key: Corpus, by: str, *keep: str, options: SliceOptions = OPTIONS, dataset: str = ""
) -> KeySlices:
    [slicing] = slicings([by], keep, options.labels)
    return slice_key(key, dataset, slicing, options)


def shown(key: Corpus, by: str, *keep: str, options: SliceOptions = OPTIONS) -> list[str]:
    return [one.name for one in slices_of({"": key_slices(key, by, *keep, options=options)})]


def named(*documents: str) -> Corpus:
    """A document of one entity for each name."""
    key = corpus(*([[(0, 0), (2, 2)]] for _ in documents), tokens=3)
    return replace(key, parts=tuple(Part(name, 0) for name in documents))


@pytest.mark.parametrize(
    ("document", "genre"),
    [
        ("bc/cctv/00/cctv_0000", "bc"),
        ("wb/x", "wb"),
        ("bc", "(none)"),
        ("bcd/x", "(none)"),
        ("GUM_academic_art", "academic"),
        ("GUM_academic", "(none)"),
        ("xGUM_academic_art", "(none)"),
    ],
)
def test_genres_in_names(document: str, genre: str) -> None:
    assert genre in shown(named(document, "nw/x"), "genre")


def test_labels_come_before_comments_and_these_before_names() -> None:
    key = replace(named("nw/1", "nw/2", "nw/3", "x"), genres=("", "talk", "talk", ""))
    labels = DocumentLabels(patterns={"genre": {"told": ["nw/3"]}})
    assert shown(key, "genre", options=SliceOptions(labels=labels)) == ["nw", "talk", "told", "(none)"]


def test_labels_are_attributes() -> None:
    labels = DocumentLabels(patterns={"topic": {"b": ["1*"], "a": ["2"]}, "year": {"1": ["y"]}})
    options = SliceOptions(labels=labels)
    assert shown(named("1", "10", "2", "3"), "topic", options=options) == ["a", "b", "(none)"]
    with pytest.raises(UsageError, match="by='year': no document of the key has a value; name it in a table"):
        shown(named("1"), "year", options=options)


def test_bands_and_classes_are_in_their_order_and_others_by_name() -> None:
    tags = texts("VB", "NN", "NNP", "PRP", "-", *["NN"] * 15)
    key = corpus([[(0, 0), (19, 19)], [(1, 3), (2, 2), (3, 3), (4, 4)], [(5, 15)]], tokens=20, tags=tags)
    bands = {**OPTIONS.bands, "range": (2, 10)}
    assert shown(key, "range", "entities", options=SliceOptions(bands=bands)) == ["0-1", "2-9", "10+"]
    assert shown(key, "length") == ["1", "3", "5+"]
    assert shown(key, "class") == ["PN", "NP", "PRO"]
    assert shown(key, "upos") == ["NN", "NNP", "PRP", "VB", "(none)"]
    assert shown(key, "class/upos", "mentions") == ["PN/NNP", "NP/NN", "NP/VB", "NP/(none)", "PRO/PRP"]
    assert shown(key, "class/upos=NN", "mentions") == ["NP/NN"]


def test_slices_are_those_of_mentions_that_count() -> None:
    tags = texts("NN", "NNP", "PRP", "VB")
    key = corpus([[(0, 0), (1, 1)], [(2, 2)]], tokens=4, tags=tags)
    assert shown(key, "class", options=SliceOptions(singletons="drop")) == ["PN", "NP"]
    with pytest.raises(UsageError, match="by='class': no mention of the key is left; to count singletons"):
        shown(key, "class", "mentions", options=SliceOptions(singletons="drop"))


@pytest.mark.parametrize(
    ("by", "message"),
    [
        ("genre", r"--by genre: no genre is known; name it in a table of documents \(--documents\)"),
        ("etype", "--by etype: no entity of the key has a type"),
        ("class", "--by class: the key has no parts of speech"),
        ("size/upos", "--by upos: the key has no parts of speech"),
        ("zero", "--by zero: only CorefUD files have empty nodes and mentions with gaps"),
        ("gap", "--by gap: only CorefUD files"),
        ("size=7", "--by size has no slice with this value; choose among 1, 2"),
    ],
)
def test_what_is_missing_is_said(by: str, message: str) -> None:
    with pytest.raises(UsageError, match=in_python(message)):
        shown(corpus([[(0, 0), (1, 1)], [(2, 2)]]), by)


def test_an_empty_key_has_no_slices() -> None:
    with pytest.raises(UsageError, match="by='size': the key has no mentions"):
        shown(corpus([]), "size")


def test_types_that_are_none_are_no_values() -> None:
    with pytest.raises(UsageError, match="no entity of the key has a type"):
        shown(read_key(corefud("1 (a--1-)", "2 (a--1-)")), "etype")


@pytest.mark.parametrize(
    ("by", "names"),
    [
        ("class", ["NP", "PRO"]),
        ("upos", ["NOUN", "zero"]),
        ("length", ["0", "1", "2"]),
        ("zero", ["zero", "overt"]),
        ("gap", ["gap", "whole"]),
        ("range", ["0-49"]),
    ],
)
def test_attributes_of_nodes(by: str, names: list[str]) -> None:
    text = corefud("1 (a-x-1-)", "1.1 (a-x-1-)", "2 (b[1/2]-x-1-)", "3", "4 (b[2/2]-x-1-)", "5 (b-x-1-)")
    assert shown(read_key(text), by) == names


def test_the_type_is_that_of_the_first_mention_that_has_one() -> None:
    text = corefud("1 (a-late-1-(a--1-)", "2 a)", "3 (b--1-)", "4 (c-x-1-(c-y-1-)", "5 c)", "6 (b-z-1-)")
    assert shown(read_key(text), "etype", "entities", options=SliceOptions(singletons="keep")) == [
        "late",
        "x",
        "z",
    ]


def test_tied_types_are_those_of_the_key_entity_that_begins_first_then_has_more_nodes() -> None:
    key = corefud("1 (a-x-1-(b-y-1-)", "2 a)", "3 (b-y-1-)", "4 (a-x-1-)", "5 (c-z-1-)", "6")
    response = corefud("1 (r-z-1-(r-z-1-)", "2 r)", "3", "4", "5 (s-z-1-)", "6 (t-z-1-)")
    sides = read_pair(key, response)
    options = SliceOptions(match="exact", singletons="keep")
    sums = slice_sums(key_slices(sides[0], "etype", "entities", options=options), sides[1], ())
    assert {one.value: (one.mentions, one.entities) for one in sums} == {
        ("x",): (2, 1),
        ("y",): (0, 0),
        ("z",): (1, 1),
    }


def test_several_datasets_have_one_order_and_their_counts_are_added() -> None:
    keys = {
        dataset: key_slices(key, "genre/words", dataset=dataset)
        for dataset, key in (("en", named("nw/1", "x", "nw/2")), ("de", named("bc/1", "nw/1")))
    }
    found = slices_of(keys)
    assert [one.name for one in found] == ["bc/0-499", "nw/0-499", "(none)/0-499"]
    nw = found[1]
    assert (nw.datasets, nw.documents, nw.key_mentions, nw.key_entities) == (("en", "de"), 3, 6, 3)
    assert [one.parts.tolist() for one in keys["en"].slices] == [[True, False, True], [False, True, False]]


def test_the_sums_of_several_datasets_stand_on_the_parts_of_the_slice() -> None:
    sides = {"en": named("nw/1", "x", "nw/2"), "de": named("nw/1", "bc/1"), "fr": named("x")}
    keys = {dataset: key_slices(key, "genre", dataset=dataset) for dataset, key in sides.items()}
    metrics = (METRICS["muc"](MetricOptions()),)
    found = {
        dataset: {one.value: one for one in slice_sums(keys[dataset], key.without_mentions(), metrics)}
        for dataset, key in sides.items()
    }
    [nw] = [one for one in slices_of(keys) if one.value == ("nw",)]
    names = [(dataset, part.document) for dataset, part in slice_parts(nw, keys)]
    assert names == [("en", "nw/1"), ("en", "nw/2"), ("de", "nw/1")]
    joint = joint_sums(nw, keys, found)
    assert joint.sums["muc"].tolist() == [[0, 0, 0], [1, 1, 1], [0, 0, 0]]
    assert (joint.mentions, joint.entities) == (0, 0)


def test_units_are_all_parts_but_for_attributes_of_documents() -> None:
    key = replace(
        corpus([[(0, 0), (1, 1)]], [], [[(0, 0)]]), parts=(Part("nw/a", 0), Part("nw/b", 0), Part("c", 0))
    )
    parts = {
        by: [one.parts.tolist() for one in key_slices(key, by).slices]
        for by in ("size", "genre", "genre/size")
    }
    assert parts["size"] == [[True] * 3] * 2
    assert parts["genre"] == [[True, True, False], [False, False, True]]
    assert parts["genre/size"] == [[True, True, False], [False, False, True]]


def test_small_slices() -> None:
    [slicing] = slicings(["size"], (), OPTIONS.labels)

    def is_small(mentions: int, documents: int) -> bool:
        one = Slice(
            slicing=slicing,
            value=("2",),
            datasets=("",),
            documents=documents,
            key_mentions=mentions,
            key_entities=9,
        )
        return one.is_small(50, 6)

    assert [is_small(50, 6), is_small(49, 6), is_small(50, 5)] == [False, True, True]


def test_only_slices_that_are_asked_for_are_scored() -> None:
    key = corpus([[(0, 0), (1, 1)], [(2, 2)]])
    assert [one.value for one in slice_sums(key_slices(key, "size=2"), key, ())] == [("2",)]


@pytest.mark.parametrize("by", ["size", "range"])
@pytest.mark.parametrize("seed", range(5))
def test_recall_by_sides_adds_up_to_that_of_the_whole(by: str, seed: int) -> None:
    made = spans(random.Random(seed))
    key, response = read_pair(made.file(made.labelled("key")), made.file(made.labelled("response")))
    metrics = tuple(METRICS[name](MetricOptions()) for name in ("mentions", "muc", "bcub", "lea"))
    options = SliceOptions(singletons="keep", bands={**OPTIONS.bands, "range": (2, 5)})
    found = [one.sums for one in slice_sums(key_slices(key, by, options=options), response, metrics)]
    whole = measure(overlap(match_exactly(key, response)), metrics)
    assert len(found) > 1
    for name in (metric.name for metric in metrics):
        assert sum(one[name][:2] for one in found) == pytest.approx(whole[name][:2], abs=1e-12)


def test_the_same_side_twice_has_the_scores_of_the_whole() -> None:
    [slicing] = slicings(["size"], (), OPTIONS.labels)
    metrics = tuple(METRICS[name](MetricOptions()) for name in ("muc", "lea", "conll"))
    table = overlap(match_exactly(corpus([[(0, 0), (1, 1), (2, 2)]]), corpus([[(0, 0), (1, 1)], [(3, 3)]])))
    for whole, sliced in zip(metrics, slice_metrics(slicing, metrics), strict=True):
        assert list(filled(whole, table)) == list(filled(sliced, table))


def filled(metric: Metric, table: object) -> list[float]:
    scores = metric.score(metric.sums(table).sum(axis=-1))  # type: ignore[arg-type]
    return [float(np.nan_to_num(value)) for value in scores if value is not None]
