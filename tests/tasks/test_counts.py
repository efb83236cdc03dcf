"""Tables of counts become tasks: metrics, bounds, missing items, clusters, runs, datasets and slices."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pandas
import pytest

import leaderboard
from leaderboard.errors import InputError, NothingToDo, UsageError
from leaderboard.metrics.metric import scale_of
from leaderboard.overlap import Overlap
from leaderboard.significance.family import Family
from leaderboard.submissions import TooFew
from leaderboard.tasks.counts.typed import refuse_counts
from tests.support.tables import accuracy, errors, written

FAST: Any = {"draws": 100}


def _scores(result: leaderboard.RankResult | leaderboard.ScoreResult) -> dict[str, list[float]]:
    return {
        metric.name: [result.task.sheet.scores(metric).f1[at] for at in range(len(result.task.sheet.systems))]
        for metric in result.metrics
    }


def test_a_mean_of_a_column(tmp_path: Path) -> None:
    result = leaderboard.rank(accuracy(tmp_path / "t.csv"), **FAST)
    assert [(one.system, one.rank) for one in result.systems] == [
        ("a", 1),
        ("b", 2),
        ("c", 3),
    ] or result.systems
    assert _scores(result) == {"acc": pytest.approx([1, 2 / 3, 1 / 3])}
    assert result.scores["b"]["acc"].score == result.scores["b"]["acc"].f1
    assert (result.claim, result.options.unit) == ("items", "item")


def test_an_excused_entry_stays_excused_where_another_is_rejected(tmp_path: Path) -> None:
    head, rows = "system,dataset,item,acc,total", [
        ("A", "d1", "a", 1, 1), ("A", "d1", "b", 0, 1),
        ("B", "d1", "a", 1, 1), ("B", "d1", "b", 1, 1), ("B", "d2", "x", 1, 1), ("B", "d2", "y", 0, 1),
        ("C", "d1", "a", 1, 1), ("C", "d1", "b", 1, 1), ("C", "d2", "x", 1, 1),
    ]  # fmt: skip
    file = written(tmp_path / "t.csv", head, rows)
    zero = leaderboard.rank(file, metric="f=acc/total", missing_dataset="zero", **FAST)
    assert ([one.system for one in zero.rejected], dict(zero.task.lacking)) == (["C"], {"A": ("d2",)})
    partial = leaderboard.rank(file, metric="f=acc/total", missing_dataset="exclude", **FAST)
    assert (partial.task.sheet.systems, partial.task.partial.systems) == (("B",), ("A",))
    # Without C there is no dataset left that A lacks.
    file = written(tmp_path / "u.csv", head, [*rows[:4], *rows[7:]])
    alone = leaderboard.rank(file, metric="f=acc/total", missing_dataset="exclude", datasets="d1,d2", **FAST)
    assert (alone.task.sheet.systems, dict(alone.task.datasets)) == (("A", "B"), {"d1": "d1"})


def test_numbers_that_are_too_large_to_be_added_up(tmp_path: Path) -> None:
    rows = [(name, item, size) for name, size in (("a", 1), ("b", 1e308)) for item in range(3)]
    [rejected] = leaderboard.score(written(tmp_path / "t.csv", "system,item,ms", rows)).rejected
    assert rejected.problem.what == "ms is 1e+308, which is too large to be added up"


def test_every_form_of_metric(tmp_path: Path) -> None:
    rows = [("a", 1, 2, 4, 3), ("a", 2, 1, 2, 0), ("b", 1, 4, 4, 4), ("b", 2, 1, 2, 2)]
    file = written(
        tmp_path / "t.csv", "system,item,tp,gold,out", [*rows, ("b", 3, 0, 0, 0), ("a", 3, 0, 0, 0)]
    )
    [rejected] = leaderboard.score(file, metric="f=tp/gold/out").rejected
    assert rejected.problem.what == "tp is 1, which is more than out"
    rows[1] = ("a", 2, 1, 2, 2)
    file = written(
        tmp_path / "t.csv", "system,item,tp,gold,out", [*rows, ("b", 3, 0, 0, 0), ("a", 3, 0, 0, 0)]
    )
    metrics = ["f=tp/gold/out", "r=tp/gold", "tp", "n=out", "all=mean(f r)", "wide=mean(f tp)"]
    found = leaderboard.score(file, metric=metrics)
    assert _scores(found)["f"] == pytest.approx([2 * 0.5 * 0.6 / 1.1, 5 / 6])
    assert _scores(found)["r"] == pytest.approx([1 / 2, 5 / 6])
    assert _scores(found)["tp"] == pytest.approx([1, 5 / 3])
    assert _scores(found)["all"] == pytest.approx([(6 / 11 + 0.5) / 2, 5 / 6])
    bounds = {metric.name: scale_of(metric.name).bounds for metric in found.metrics}
    assert bounds == {
        **dict.fromkeys(("f", "r", "all"), (0, 1)),
        **dict.fromkeys(("tp", "n", "wide"), (0, None)),
    }
    assert [scale_of(metric.name).percent for metric in found.metrics] == [
        True,
        True,
        False,
        False,
        True,
        False,
    ]
    for percent, shown in (("none", 0), ("tp,f", 2)):
        again = leaderboard.score(file, metric=metrics, percent=percent)
        assert sum(scale_of(metric.name).percent for metric in again.metrics) == shown


@pytest.mark.parametrize(
    ("metric", "said"),
    [
        ("x=acc/", "is no definition"),
        ("=acc", "is no definition"),
        ("bleu", "there is no column 'bleu'; choose among acc"),
        ("x=acc/no", "there is no column 'no'"),
        ("x=mean(acc)", "no metric before it is called 'acc'"),
        ("acc,acc=acc", "two metrics are called 'acc'"),
    ],
)
def test_wrong_definitions(tmp_path: Path, metric: str, said: str) -> None:
    file = accuracy(tmp_path / "t.csv")
    with pytest.raises(UsageError, match=said.replace("(", r"\(").replace(")", r"\)")):
        leaderboard.score(file, metric=metric)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"key": "k"}, "key is for responses"),
        ({"documents": "d.csv"}, "documents is for responses"),
        ({"keep": "sides"}, "keep is for responses"),
        ({"bands": "acc=1"}, "bands alone has no effect; add by=NAME"),
        ({"unit": "part"}, "unit=.part. is for responses.*; use item or cluster"),
        ({"average": "document"}, "average=.document. is for responses"),
        ({"cluster": "topic"}, "--rename topic=cluster"),
        ({"unit": "cluster"}, "no column is called cluster"),
        ({"primary": "muc"}, "primary: there is no metric 'muc'"),
        ({"lower": "muc"}, "lower: there is no metric"),
        ({"percent": "muc"}, "percent: there is no metric"),
        ({"rename": "a"}, "rename is 'a'"),
        ({"rename": "acc=score"}, "write OLD=NEW"),
        ({"by": "no"}, "there is no column 'no'"),
        ({"by": "acc=7"}, "has no slice with this value"),
        ({"by": "acc", "bands": "acc=x", "metric": "acc"}, "give numbers"),
        ({"by": "acc", "bands": "acc=1,nan", "metric": "acc"}, "give numbers"),
        ({"datasets": "no"}, "needs a column dataset"),
    ],
)
def test_options_that_a_table_refuses(tmp_path: Path, options: dict[str, Any], said: str) -> None:
    rows = [(name, item, 1, item % 2) for name in "ab" for item in range(4)]
    file = written(tmp_path / "t.csv", "system,item,acc,size", rows)
    with pytest.raises(UsageError, match=said):
        leaderboard.rank(file, **{"metric": "acc", **options})


def test_a_data_frame_has_no_options_of_responses() -> None:
    frame = pandas.DataFrame({"system": ["a", "b"], "item": [1, 1], "acc": [0, 1]})
    for options in ({"documents": "d.csv"}, {"keep": "sides"}, {"blocks": 5}):
        with pytest.raises(UsageError, match=f"{next(iter(options))} is for responses"):
            leaderboard.compare(frame, **options)


def test_options_elsewhere_are_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = accuracy(tmp_path / "t.csv")
    (tmp_path / "leaderboard.toml").write_text(
        'title = "Quiz"\nmatch = "head"\nunit = "part"\naverage = "document"\nmetric = ["x=acc"]\n'
        '[tracks]\nsmall = ["a", "b"]\n'
    )
    monkeypatch.setenv("LEADERBOARD_MATCH", "exact")
    result = leaderboard.rank(file, **FAST)
    assert (result.title, result.options.match, result.options.unit) == ("Quiz", None, "item")
    assert [board.name for board in result.of("track")] == ["small"]
    assert leaderboard.rank(file, track="small", **FAST).track is not None


def test_the_default_metric(tmp_path: Path) -> None:
    rows = [(name, item, 1, item) for name in "ab" for item in range(4)]
    found = leaderboard.score(written(tmp_path / "t.csv", "system,item,value,size", rows))
    assert [metric.name for metric in found.metrics] == ["value"]
    with pytest.raises(UsageError, match="the columns acc and size hold numbers; name a metric"):
        leaderboard.score(written(tmp_path / "t.csv", "system,item,acc,size", rows))
    assert leaderboard.score(tmp_path / "t.csv", by="size").metrics[0].name == "acc"
    with pytest.raises(UsageError, match="no column holds numbers"):
        leaderboard.score(written(tmp_path / "t.csv", "system,item,acc", [("a", 1, "x")]))
    with pytest.raises(UsageError, match="no column is called system"):
        leaderboard.score(written(tmp_path / "t.csv", "name,item,acc", [("a", 1, 1)]))
    with pytest.raises(UsageError, match="a table of counts is named alone"):
        leaderboard.score(tmp_path / "t.csv", tmp_path / "t.csv")


def test_missing_items(tmp_path: Path) -> None:
    file = accuracy(tmp_path / "t.csv", lambda system, item: "" if (system, item) == (2, 3) else 1)
    found = leaderboard.score(file)
    assert [one.problem.what for one in found.rejected] == ["c lacks 1 item (q03)"]
    shared = leaderboard.rank(file, missing="shared", **FAST)
    assert shared.task.table is not None
    assert shared.task.table.items == 11
    assert any("11 of 12 items that all systems have; c lacks most" in note for note in _notes(shared))
    assert _scores(leaderboard.rank(file, missing="empty", **FAST))["acc"] == [1, 1, pytest.approx(11 / 12)]
    lower = leaderboard.rank(file, missing="empty", lower="acc", **FAST)
    assert _scores(lower)["acc"] == [1, 1, 1]
    nothing = accuracy(tmp_path / "n.csv", lambda system, item: "" if item % 3 == system else 1)
    with pytest.raises(
        NothingToDo, match=r"a lacks 4 items.*; use missing='shared' or missing='empty'|a lacks"
    ):
        leaderboard.rank(nothing)
    with pytest.raises(NothingToDo, match="no item is shared"):
        leaderboard.rank(nothing, missing="shared")


def _notes(result: leaderboard.RankResult) -> list[str]:
    from leaderboard.report.words.remarks import sentences

    return [*sentences(result.remarks)]


def test_missing_items_of_ratios(tmp_path: Path) -> None:
    rows = [(name, item, 1, 4, 2) for name in "ab" for item in range(4)]
    rows[7] = ("b", 3, "", "", "")  # type: ignore[assignment]
    file = written(tmp_path / "t.csv", "system,item,tp,gold,out", rows)
    found = leaderboard.score(file, metric="f=tp/gold/out,r=tp/gold", missing="empty")
    assert (found.systems["b"].scores["f"].recall, found.systems["b"].scores["f"].precision) == (3 / 16, 0.5)
    assert found.systems["b"].scores["r"].score == 3 / 16
    assert leaderboard.score(file, metric="r=tp/gold", lower="r", missing="empty").systems["b"].scores[
        "r"
    ].score == pytest.approx(7 / 16)
    rows[3] = ("a", 3, 1, 5, 2)
    rows.append(("c", 3, 1, 4, 2))
    rows += [("c", item, 1, 4, 2) for item in range(3)]
    file = written(tmp_path / "t.csv", "system,item,tp,gold,out", rows)
    with pytest.raises(UsageError, match="gold differs between systems"):
        leaderboard.score(file, metric="r=tp/gold", missing="empty")
    with pytest.raises(UsageError, match="tp has no worst value"):
        leaderboard.score(
            written(tmp_path / "t.csv", "system,item,tp", [("a", 1, 7), ("a", 2, 7), ("b", 1, 7)]),
            missing="empty",
        )


def test_clusters_are_the_units(tmp_path: Path) -> None:
    file = errors(tmp_path / "t.csv")
    result = leaderboard.rank(file, metric="wer=errors/words", lower="wer", **FAST)
    assert (result.claim, result.primary.standings[0].system) == ("clusters", "north")
    assert (result.cluster.clusters, result.cluster.items) == (6, 12)  # type: ignore[union-attr]
    items = leaderboard.rank(file, metric="wer=errors/words", lower="wer", unit="item", **FAST)
    assert items.cluster is None
    assert any("taken as independent" in note for note in _notes(items))


def test_an_item_with_two_clusters_stops_everything(tmp_path: Path) -> None:
    file = written(tmp_path / "t.csv", "system,item,cluster,acc", [("a", 1, "x", 1), ("b", 1, "y", 0)])
    with pytest.raises(InputError, match=r"t\.csv:3: the item '1' has another cluster on line 2"):
        leaderboard.rank(file)


def test_names_are_checked(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the item '' is empty"):
        leaderboard.rank(written(tmp_path / "t.csv", "system,item,acc", [("a", "", 1)]))
    with pytest.raises(NothingToDo, match="'A' and 'a' differ in case"):
        leaderboard.rank(written(tmp_path / "t.csv", "system,item,acc", [("a", 1, 1), ("A", 1, 1)]))


def test_runs_are_means(tmp_path: Path) -> None:
    rows = [
        (name, run, item, int((item + at + int(run or 0)) % 5 > at))
        for at, (name, runs) in enumerate(
            {
                "a": "123",
                "b": "12",
                "c": [
                    "",
                ],
            }.items()
        )
        for run in runs
        for item in range(10)
    ]
    file = written(tmp_path / "t.csv", "system,run,item,acc", rows)
    result = leaderboard.rank(file, **FAST)
    assert result.task.runs == {"a": ("a@1", "a@2", "a@3"), "b": ("b@1", "b@2")}
    assert [(fate.system, fate.run, fate.verdict) for fate in result.fates][:2] == [
        ("a", "1", "ranked"),
        ("a", "2", "ranked"),
    ]
    apart = leaderboard.rank(file, separate_runs=True, **FAST)
    assert len(apart.systems) == 6
    fewer = leaderboard.rank(file, min_runs=2, **FAST)
    assert [one.system for one in fewer.systems] != []
    assert {one.system for one in fewer.rejected} == {"c"}
    power = leaderboard.power(file)
    assert power.run_power
    assert leaderboard.score(file, systems=["c", "a"]).task.sheet.systems == ("c", "a")
    with pytest.raises(UsageError, match="there is no system 'd'"):
        leaderboard.score(file, systems=["d"])


def test_datasets(tmp_path: Path) -> None:
    rows = [
        (name, dataset, item, int((item + at) % 3 > 0))
        for at, name in enumerate("abc")
        for dataset in ("de", "en")
        for item in range(6)
        if (name, dataset) != ("c", "en")
    ]
    file = written(tmp_path / "t.csv", "system,dataset,item,acc", rows)
    assert [one.missing for one in leaderboard.rank(file, **FAST).rejected] == [("en",)]
    zero = leaderboard.rank(file, missing_dataset="zero", **FAST)
    assert zero.scores["c"]["acc"].score == pytest.approx(1 / 3)
    partial = leaderboard.rank(file, missing_dataset="exclude", **FAST)
    assert {name: one["acc"].score for name, one in partial.partial.items()} == {"c": pytest.approx(2 / 3)}
    assert [fate.verdict for fate in partial.fates] == ["ranked", "ranked", "excluded"]
    pooled = leaderboard.rank(
        file, missing_dataset="exclude", average="pool", datasets="en=English,de", **FAST
    )
    assert pooled.task.datasets == {"en": "English", "de": "de"}
    only = leaderboard.rank(file, datasets="de", **FAST)
    assert len(only.systems) == 3
    empty = [row for row in rows if row[1] == "de"]
    with pytest.raises(InputError, match="the dataset ''"):
        leaderboard.rank(written(tmp_path / "t.csv", "system,dataset,item,acc", [*empty, ("a", "", 9, 1)]))


def test_nothing_to_divide_by(tmp_path: Path) -> None:
    rows = [
        (name, dataset, item, 1, int(dataset == "de"))
        for name in "ab"
        for dataset in ("de", "en")
        for item in (1, 2)
    ]
    file = written(tmp_path / "t.csv", "system,dataset,item,e,w", rows)
    with pytest.raises(NothingToDo, match="w is 0 in every item of the dataset en"):
        leaderboard.rank(file, metric="x=e/w")


def test_rejected_rows(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    accuracy(file, lambda system, item: "95%" if (system, item) == (2, 3) else 1)
    file.write_text(file.read_text() + "b,q00,1\n")
    found = leaderboard.score(file)
    assert [(one.system, one.problem.line) for one in found.rejected] == [("b", 38), ("c", 29)]
    assert "stands here and at" in found.rejected[0].problem.what
    checked = leaderboard.validate(file)
    assert [(one.system, one.errors) for one in checked.systems] == [("a", 0), ("b", 1), ("c", 1)]
    with pytest.raises(TooFew):
        leaderboard.rank(accuracy(file, lambda system, item: "x" if item == 1 else 1))
    negative = written(
        tmp_path / "n.csv", "system,item,e,w", [("a", 1, 3, -5), ("b", 1, 3, 5), ("c", 1, 3, 5)]
    )
    assert leaderboard.score(negative, metric="x=e/w").rejected[0].problem.what.startswith("w is -5")
    no_numbers = written(tmp_path / "w.csv", "system,item,kind", [("a", 1, "x")])
    with pytest.raises(UsageError, match="choose among system, item, kind"):
        leaderboard.score(no_numbers, metric="bleu")
    lacking = accuracy(tmp_path / "l.csv", lambda system, item: "" if system == 1 and item else 1)
    assert not leaderboard.validate(lacking).systems["b"].acceptable
    with pytest.raises(UsageError, match="metric has no effect on responses"):
        leaderboard.validate("submissions/balanced.conll", metric="muc")


def test_slices_are_of_items(tmp_path: Path) -> None:
    file = errors(tmp_path / "t.csv")
    options: Any = {
        "metric": "wer=errors/words",
        "lower": "wer",
        "slice_min": 2,
        "slice_documents": 2,
        **FAST,
    }
    result = leaderboard.rank(file, by="channel", **options)
    assert [
        (board.name, board.slice.sheet.slice.key_mentions) for board in result.of("slice") if board.slice
    ] == [
        ("channel=far", 6),
        ("channel=near", 6),
    ]
    bands = leaderboard.rank(file, by="words/channel=far", bands="words=14,18", **options)
    assert [board.label for board in bands.of("slice")] == ["< 14/far", "14 to < 18/far", "18+/far"]
    small = leaderboard.rank(file, by="channel", **{**options, "slice_min": 50})
    assert not any(board.standings for board in small.of("slice"))
    assert leaderboard.score(file, by="channel", metric="wer=errors/words").systems["north"].slices
    assert leaderboard.compare(file, by="channel", **{**options, "systems": "west,north"}).slices
    twice = written(tmp_path / "u.csv", "system,item,kind,acc", [("a", 1, "x", 1), ("b", 1, "y", 0)])
    with pytest.raises(InputError, match="has another kind on line 2"):
        leaderboard.rank(twice, metric="acc", by="kind")


def test_lower_is_better_everywhere(tmp_path: Path) -> None:
    file = errors(tmp_path / "t.csv")
    low: Any = {"metric": "wer=errors/words", "lower": "wer", "unit": "item", **FAST}
    result = leaderboard.rank(file, leave_one_out=True, **low)
    [family] = result.families.values()
    assert [one.system for one in result.systems] == ["north", "south", "west"]
    assert (result.systems["north"].better_than, result.systems["north"].best) == (2, 1)
    assert family[0].difference < 0
    assert (family[0].units_won, family[0].units_lost) == (12, 0)
    assert result.answers["wer"].best == ("north",)
    assert all(left.leaders == ("north",) for left in result.left_out)
    compared = leaderboard.compare(file, systems="south,north", **low)
    assert compared.drivers.losses == 12
    assert [driver.effect > 0 for driver in compared.drivers.for_second] == [True] * 10
    contrast = leaderboard.rank(file, contrastive="south", **low)
    assert contrast.contrast is not None


def test_scores_without_bounds(tmp_path: Path) -> None:
    rows = [
        (name, item, -3 - 0.01 * at - (item * 7919 % 13) / 9 - at * (item % 3) / 50)
        for at, name in enumerate("abc")
        for item in range(12)
    ]
    file = written(tmp_path / "t.csv", "system,item,nats", rows)
    result = leaderboard.rank(file, lower="nats", margin=0.5, test="studentized", **FAST)
    family: Family = result.families["nats"]
    assert family.scale.bounds == (None, None)
    assert family.scale.decimals >= 2
    assert family.design.margin == 0.5
    assert result.systems[0].interval is not None
    assert result.systems[0].empty_units is None
    large = leaderboard.rank(
        written(
            tmp_path / "t.csv",
            "system,item,x",
            [(name, i, 1e6 * (i + at)) for at, name in enumerate("ab") for i in range(8)],
        ),
        test="bootstrap",
        trials=200,
        **FAST,
    )
    assert large.families["x"].scale.tolerance > 1e-7


def test_data_frames(tmp_path: Path) -> None:
    frame = pandas.read_csv(errors(tmp_path / "t.csv"))
    before = frame.copy()
    options: Any = {"metric": "wer=errors/words", "lower": "wer"}
    result = leaderboard.rank(frame, **options, **FAST)
    of_file = leaderboard.rank(tmp_path / "t.csv", **options, **FAST)
    assert result.signature == of_file.signature
    assert [*result.families["wer"]] == [*of_file.families["wer"]]
    pandas.testing.assert_frame_equal(frame, before)
    indexed = frame.set_index(["system", "item"])
    assert leaderboard.score(indexed, **options).signature == leaderboard.score(frame, **options).signature
    for verb in (leaderboard.compare, leaderboard.power, leaderboard.correlate):
        assert verb(frame, **options)

    class Other:
        def to_pandas(self) -> pandas.DataFrame:
            return frame.astype({"system": "category", "words": "Int64"})

    assert leaderboard.score(Other(), **options).signature == leaderboard.score(frame, **options).signature  # type: ignore[arg-type]
    frame["errors"] = frame["errors"].astype(float)
    frame.loc[3, "errors"] = float("inf")
    assert leaderboard.score(frame, **options).rejected[0].problem.file == "the data frame, row 3"


def test_names_that_stand_in_some_files_or_objects_alone_count(tmp_path: Path) -> None:
    objects = [
        f'{{"system": "a", "item": {10**400 + item}, "cluster": "{item}", "x": 1}}' for item in range(3)
    ]
    file = tmp_path / "t.jsonl"
    file.write_text("\n".join(objects))
    assert leaderboard.score(file, metric="x").task.options.unit == "cluster"
    file.write_text("\n".join([objects[0].replace('"cluster": "0", ', ""), *objects[1:]]))
    with pytest.raises(InputError, match=r"t\.jsonl:1: the cluster ''"):
        leaderboard.score(file, metric="x")
    folder = tmp_path / "folder"
    folder.mkdir()
    written(folder / "a.csv", "item,x", [(item, 1) for item in range(8)])
    written(folder / "b.csv", "item,run,x", [(item, run, item % 2) for item in range(8) for run in (1, 2)])
    assert [one.system for one in leaderboard.rank(folder, metric="x", **FAST).systems] == ["a", "b"]
    written(folder / "b.csv", "item,cluster,x", [(item, item, 1) for item in range(8)])
    with pytest.raises(InputError, match=r"a\.csv:2: the cluster ''"):
        leaderboard.rank(folder, metric="x")


def test_a_level_of_the_index_and_a_column_of_one_name(tmp_path: Path) -> None:
    frame = pandas.read_csv(accuracy(tmp_path / "t.csv"))
    with pytest.raises(InputError, match="two columns are called 'item'"):
        leaderboard.score(frame.set_index("item", drop=False))


def test_commands_about_mentions_are_refused(tmp_path: Path) -> None:
    file = str(accuracy(tmp_path / "t.csv"))
    for refused in (
        lambda: leaderboard.error_prices(file),
        lambda: leaderboard.read(file),
        lambda: leaderboard.describe(file),
        lambda: leaderboard.probe(submissions=file),
        lambda: leaderboard.score(file, per_document=True),
        lambda: leaderboard.score(file, show_correspondence="a"),
    ):
        with pytest.raises(UsageError, match="a table of counts"):
            refused()


def test_a_table_may_have_a_header_alone_or_many_more_names_than_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = written(tmp_path / "empty.csv", "system,item,acc,f1", [])
    with pytest.raises(InputError, match=r"empty\.csv: no rows"):
        leaderboard.score(empty)
    table = accuracy(tmp_path / "t.csv")
    found = _scores(leaderboard.score(table))
    monkeypatch.setattr("leaderboard.tasks.counts.grid._DENSE", 1)
    assert _scores(leaderboard.score(table)) == found


def test_large_numbers_are_tested_as_small_ones_unless_others_are_lost_beside_them(tmp_path: Path) -> None:
    rows = [
        (name, item, (item * (7 + at)) % 11 + 0.5 * at, (item * (5 + at)) % 9)
        for at, name in enumerate("abc")
        for item in range(24)
    ]

    def of(factor: int) -> Path:
        scaled = [(name, item, factor * first, second / 7) for name, item, first, second in rows]
        return written(tmp_path / f"{factor}.csv", "system,item,first,second", scaled)

    [small, large] = [leaderboard.rank(of(one), metric="first", **FAST).comparisons for one in (1, 2**36)]
    assert [pair.p_value for pair in small] == [pair.p_value for pair in large]
    with pytest.raises(NothingToDo, match=r"second: its numbers are lost beside sums of 3\.3e\+20"):
        leaderboard.score(of(2**61), metric=["second", "first"])


def test_sums_are_in_the_table_alone(tmp_path: Path) -> None:
    [metric] = leaderboard.score(accuracy(tmp_path / "t.csv")).metrics
    with pytest.raises(NotImplementedError):
        metric.sums(cast(Overlap, None))
    refuse_counts([tmp_path / "folder"], "errors")
