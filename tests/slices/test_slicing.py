"""What `--by` and `--keep` mean, and what they may not be."""

from __future__ import annotations

import numpy as np
import pytest

from leaderboard.errors import UsageError, in_python
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.scoring.sliced import SliceRequest
from leaderboard.slices.attributes import SliceOptions
from leaderboard.slices.document_table import DocumentLabels
from leaderboard.slices.slicing import Slicing, check_metrics, slicings
from leaderboard.slices.sums import slice_metrics

LABELS = DocumentLabels(patterns={"topic": {"a": ["a*"]}})
ALL = tuple(build(MetricOptions()) for build in METRICS.values())


def asked(*by: str, keep: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    return [(one.name, one.keep) for one in slicings(by, keep, LABELS)]


@pytest.mark.parametrize(
    ("by", "keep"),
    [
        ("genre", "documents"),
        ("words/topic", "documents"),
        ("size", "sides"),
        ("class", "entities"),
        ("genre/upos", "entities"),
        ("range/class", "sides"),
        ("genre/etype", "sides"),
    ],
)
def test_what_is_kept_by_default(by: str, keep: str) -> None:
    assert asked(by) == [(by, keep)]


def test_each_keep_is_taken_once() -> None:
    keep = ("entities", "mentions", "entities")
    assert asked("class", "class", keep=keep) == [("class", "entities"), ("class", "mentions")]
    assert asked("genre", keep=keep) == [("genre", "documents")]


def test_a_value_shows_one_slice() -> None:
    [one, crossed, whole] = slicings(["topic=a/b=c", "range=1000+/class", "size"], (), LABELS)
    assert (one.by, one.only) == (("topic",), ("a/b=c",))
    assert (crossed.by, crossed.only) == (("range", "class"), ("1000+", None))
    assert crossed.wants(("1000+", "PRO"))
    assert not crossed.wants(("0-49", "PRO"))
    assert whole.wants(("2",))


@pytest.mark.parametrize(
    ("by", "keep", "message"),
    [
        (
            "genres",
            (),
            "by is 'genres', which is not an attribute; did you mean 'genre'",
        ),
        ("", (), "by is '', which is not an attribute"),
        ("class/size/class", (), "--by class/size/class has class twice; cross each attribute once"),
        ("class", ("documents",), "keep is 'documents'; choose 'entities', 'mentions' or 'sides'"),
        (
            "size",
            ("mentions",),
            "--keep mentions needs an attribute of mentions, which --by size lacks; add one",
        ),
    ],
)
def test_what_is_refused(by: str, keep: tuple[str, ...], message: str) -> None:
    with pytest.raises(UsageError, match=in_python(message)):
        slicings([by], keep, LABELS)


def names(keep: str) -> list[str]:
    [slicing] = slicings(["class"], (keep,), LABELS)
    return [metric.name for metric in slice_metrics(slicing, ALL)]


def test_metrics_that_what_is_kept_allows() -> None:
    of_entities = [name for name in METRICS if not name.startswith(("nonreferring", "bridging"))]
    assert names("entities") == of_entities
    assert names("mentions") == [name for name in of_entities if name != "zero"]
    assert names("sides") == ["mentions", "muc", "bcub", "ceafm", "ceafe", "lea", "conll"]


def test_metrics_that_were_named_are_refused() -> None:
    sides = Slicing(by=("size",), only=(None,), keep="sides")
    check_metrics(sides, ["muc", "conll"])
    with pytest.raises(
        UsageError, match="by='size' keep='sides' is not defined for blanc and da; choose other"
    ):
        check_metrics(sides, ["muc", "blanc", "da"])


@pytest.mark.parametrize("name", ["muc", "bcub", "conll"])
def test_f1_by_sides_is_the_sum_of_its_summands(name: str) -> None:
    """Without them no swap could be screened, and tests on such slices would take long."""
    [slicing] = slicings(["size"], [], LABELS)
    [metric] = slice_metrics(slicing, [one for one in ALL if one.name == name])
    totals = np.random.default_rng(0).uniform(1, 9, (12 if name == "conll" else 4, 50))
    quotients = [(totals[a] / totals[b], totals[c] / totals[d]) for (a, b), (c, d), _ in metric.summands]
    means = [2 * recall * precision / (recall + precision) for recall, precision in quotients]
    f1 = sum(one.weight * mean for one, mean in zip(metric.summands, means, strict=True))
    assert metric.score(totals).f1 == pytest.approx(f1, rel=1e-12)


def test_equal_requests_are_found_again() -> None:
    one, other = (SliceRequest(slicings=(), options=SliceOptions()) for _ in range(2))
    assert one == other
    assert {one: "key"}[other] == "key"
