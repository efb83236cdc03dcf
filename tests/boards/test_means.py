"""Means over some datasets: each is what a ranking of these datasets alone would be."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.boards import Board
from leaderboard.errors import InputError, UsageError
from leaderboard.report.files.contents import report_files
from leaderboard.report.sections import sections
from leaderboard.report.table import Table
from leaderboard.verbs.rank import RankResult
from tests.support.made_task import made_datasets, made_runs, without
from tests.support.running import Typed, csv_rows

FEW: dict[str, Any] = {"metric": ("muc", "lea", "conll"), "draws": 200, "trials": 500, "prices": False}
MEANS = """
[means]
Large = ["set1", "set2"]
"The ends" = ["set3", "set1", "set3"]
one = ["set2"]
"""


def with_means(target: Path, means: str = MEANS, folder: Path | None = None) -> Path:
    """A copy of the task whose settings have means."""
    if folder != target:
        shutil.copytree(folder or made_datasets(), target)
    settings = target / "leaderboard.toml"
    settings.write_text((settings.read_text() if settings.exists() else "") + means)
    return target


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return with_means(tmp_path_factory.mktemp("means") / "task")


@pytest.fixture(scope="module")
def result(folder: Path) -> RankResult:
    return leaderboard.rank(folder, **FEW)


def record(result: RankResult) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(report_files(result, ())["leaderboard.json"])
    return found


def assert_equal(board: Board, alone: RankResult) -> None:
    """All numbers of a board are those of a ranking."""
    family, own = alone.families[alone.options.primary], board.family
    assert board.scores == alone.scores
    assert board.ranking.standings == alone.primary.standings
    # Only the whole counts the datasets on which one is better.
    uncounted = {"datasets": None, "datasets_better": None, "datasets_worse": None}
    assert list(own) == [replace(one, **uncounted) for one in family]
    assert own.p_values.p.tobytes() == family.p_values.p.tobytes()
    assert own.intervals.bounds.tobytes() == family.intervals.bounds.tobytes()
    assert own.remarks == family.remarks


@pytest.mark.parametrize("options", [{}, {"average": "pool"}, {"average": "document"}, {"unit": "part"}])
def test_a_mean_has_the_numbers_of_a_ranking_of_its_datasets_alone(
    folder: Path, options: dict[str, Any]
) -> None:
    whole = leaderboard.rank(folder, **FEW, **options)
    assert [one.name for one in whole.of("mean")] == ["Large", "The ends", "one"]
    for one in whole.of("mean"):
        alone = leaderboard.rank(made_datasets(), datasets=list(one.datasets), **FEW, **options)
        assert_equal(one, alone)


def test_the_records_have_the_same_numbers(folder: Path, result: RankResult) -> None:
    for one in record(result)["means"]:
        alone = record(leaderboard.rank(made_datasets(), datasets=one["datasets"], **FEW))
        assert (one["kind"], one["board"], one["label"]) == ("mean", one["label"], one["board"])
        assert one["comparisons"] == [
            {name: value for name, value in pair.items() if not name.startswith("datasets")}
            for pair in alone["comparisons"]
            if pair["metric"] == alone["primary"]
        ]
        for own, other in zip(one["systems"], alone["systems"], strict=True):
            places = ("rank", "rank_low", "rank_high", "letters", "system", "scores", "interval")
            assert [other[name] for name in places] == [own[name] for name in places]


def test_the_whole_does_not_change(result: RankResult) -> None:
    plain, more = report_files(leaderboard.rank(made_datasets(), **FEW), ()), report_files(result, ())
    for name in ("leaderboard.csv", "pairwise.csv", "ranks.csv", "datasets.csv", "leaderboard.tex"):
        assert plain[name] == more[name]
    assert set(more) - set(plain) == {"means.csv"}
    assert json.loads(plain["leaderboard.json"])["means"] == []


def tables(result: RankResult, name: str) -> tuple[Table, ...]:
    return next(one for one in sections(result) if one.name == name).tables


def test_a_mean_has_a_column_beside_the_datasets_and_a_ranking_of_its_own(result: RankResult) -> None:
    [table] = tables(result, "datasets")
    names = [column.name for column in table.columns]
    assert names[:5] == ["system", "mean", "conll_f1_Large", "conll_f1_The ends", "conll_f1_one"]
    large = result.of("mean")[0]
    for row in table.rows:
        standing = large.standings[str(row[0])]
        assert row[2] == f"{100 * standing.score:.2f} ({standing.rank})"
    assert "conll_f1_Large" in {name for _, name in table.best}
    assert (
        "Means over some datasets, each with separate tests: Large (set1, set2); The ends "
        "(set3, set1); one (set2)." in table.notes
    )
    muc, lea = tables(result, "dataset-metrics")
    assert muc.labels == lea.labels == ["System", "Mean", "Large", "The ends", "one", "set1", "set2", "set3"]
    assert {name for _, name in muc.best} >= {"muc_f1_Large", "muc_f1_set3"}
    captions = [table.caption for table in tables(result, "means")]
    assert captions[1] == "Ranking by CoNLL of the mean The ends, F1 in per cent"
    files = {name: content.decode() for name, content in report_files(result, ()).items()}
    for name in ("leaderboard.md", "leaderboard.html", "leaderboard-appendix.tex"):
        assert "of the mean The ends" in files[name]
    rows = csv_rows(files["means.csv"])
    assert {row["kind"] for row in rows} == {"mean"}
    assert [row["board"] for row in rows[:: len(result.scores)]] == ["Large", "The ends", "one"]


def test_an_excluded_system_is_ranked_by_the_means_whose_datasets_it_has(tmp_path: Path) -> None:
    folder = with_means(tmp_path / "task", folder=without(tmp_path / "task", "eager", "set2"))
    result = leaderboard.rank(folder, missing_dataset="exclude", **FEW)
    assert "eager" not in result.scores
    for one in result.of("mean"):
        alone = leaderboard.rank(folder, missing_dataset="exclude", datasets=list(one.datasets), **FEW)
        assert_equal(one, alone)
        assert ("eager" in one.scores) == ("set2" not in one.datasets)
    [table] = tables(result, "datasets")
    last = table.rows[-1]
    assert (last[0], last[2], last[4]) == ("eager", None, None)
    assert str(last[3]).endswith(")")


def test_a_system_without_any_dataset_of_a_mean_is_not_in_it(tmp_path: Path) -> None:
    folder = with_means(tmp_path / "task", folder=without(tmp_path / "task", "eager", "set2"))
    result = leaderboard.rank(folder, missing_dataset="zero", **FEW)
    large, ends, one = result.of("mean")
    assert ("eager" in large.lacking, "eager" in ends.lacking) == (True, False)
    for board in (large, ends):
        assert_equal(
            board, leaderboard.rank(folder, missing_dataset="zero", datasets=list(board.datasets), **FEW)
        )
    assert "eager" not in one.scores
    [table] = tables(result, "datasets")
    [row] = [row for row in table.rows if row[0] == "eager"]
    assert (str(row[2])[-1], str(row[3])[-1], row[4]) == ("†", ")", None)
    assert tables(result, "dataset-metrics")


def test_a_mean_that_nobody_has_is_no_board(tmp_path: Path) -> None:
    folder = without(tmp_path / "task", "eager", "set2")
    for system in ("balanced", "close", "copy", "precise"):
        (folder / system / "set2.conll").unlink()
    result = leaderboard.rank(with_means(folder, folder=folder), missing_dataset="zero", **FEW)
    assert [one.name for one in result.of("mean")] == ["Large", "The ends"]


def several_runs(target: Path) -> Path:
    """Two datasets, both with the same outputs; eager lacks the second."""
    for path in made_runs().glob("*.conll"):
        for dataset in ("a", "b"):
            place = target / path.stem / f"{dataset}.conll"
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, place)
    (target / "eager" / "b.conll").unlink()
    (target / "ours@2" / "b.conll").unlink()
    return with_means(target, '[means]\nfirst = ["a"]\n', target)


@pytest.mark.parametrize("policy", ["exclude", "zero"])
def test_a_run_counts_in_a_mean_whose_datasets_it_has(policy: str, tmp_path: Path) -> None:
    folder = several_runs(tmp_path / "task")
    result = leaderboard.rank(folder, missing_dataset=policy, **FEW)
    [board] = result.of("mean")
    assert set(board.scores) == {"ours", "base", "precise", "eager"}
    assert_equal(board, leaderboard.rank(folder, missing_dataset=policy, datasets=["a"], **FEW))


def test_means_are_there_on_saved_sums(folder: Path, result: RankResult, tmp_path: Path) -> None:
    settings = folder / "leaderboard.toml"
    leaderboard.rank(folder, saved=tmp_path / "sums", **FEW)
    shutil.copy(settings, tmp_path / "leaderboard.toml")
    text = (tmp_path / "leaderboard.toml").read_text().replace("key =", "# key =")
    (tmp_path / "leaderboard.toml").write_text(f'submissions = "sums"\n{text}')
    again = leaderboard.rank(tmp_path / "sums", **FEW)
    assert record(again)["means"][0]["systems"] == record(result)["means"][0]["systems"]


def test_means_of_datasets_that_are_not_chosen_are_left_out(folder: Path) -> None:
    result = leaderboard.rank(folder, datasets=["set2", "set1"], **FEW)
    assert [one.name for one in result.of("mean")] == ["Large", "one"]


def test_other_rankings_have_means_too(folder: Path, tmp_path: Path) -> None:
    tracks = '[tracks]\nfew = ["close", "precise"]\n'
    place = with_means(tmp_path / "task", MEANS + tracks)
    track = leaderboard.rank(place, track="few", settings="exact,exact-singletons", **FEW)
    assert {name for one in track.of("mean") for name in one.scores} == {"close", "precise"}
    assert len(track.of("setting")) == 2


def test_commands_tell_of_means(folder: Path, result: RankResult, tmp_path: Path, typed: Typed) -> None:
    shown = typed("rank", str(folder), "--explain-config", "--format", "json").out
    assert json.loads(shown)["means"] == {
        "Large": ["set1", "set2"],
        "The ends": ["set3", "set1"],
        "one": ["set2"],
    }
    shown = typed("rank", str(folder), "--explain-config", "--format", "csv").out
    assert 'mean The ends,"set3, set1",' in shown
    (tmp_path / "leaderboard.json").write_bytes(report_files(result, ())["leaderboard.json"])
    shown = typed("diff", str(tmp_path), str(tmp_path)).out
    assert "means over some datasets" in shown
    place = with_means(tmp_path / "task", "[means]\nx = []\n")
    run = typed("rank", str(place), "--quiet")
    assert (run.code, "the mean 'x' has no datasets; name at least one" in run.err) == (2, True)


@pytest.mark.parametrize(
    ("means", "message"),
    [
        ("x = []", "the mean 'x' has no datasets; name at least one"),
        (
            'x = ["set1", "set9"]',
            "the mean 'x' has 'set9', which is not in the key; choose among set1, set2, set3",
        ),
        ('set1 = ["set2"]', "the mean 'set1' is called like a dataset; rename it"),
        ('First = ["set2"]\n[datasets]\nset1 = "First"\nset2 = "Two"', "the mean 'First' is called like"),
    ],
)
def test_wrong_means_are_wrong_usage_with_their_line(tmp_path: Path, means: str, message: str) -> None:
    folder = with_means(tmp_path / "task", f"[means]\n{means}\n", without(tmp_path / "task2", "eager"))
    line = (folder / "leaderboard.toml").read_text().splitlines().index("[means]") + 2
    with pytest.raises(UsageError, match=rf"leaderboard.toml:{line}: {message}"):
        leaderboard.rank(folder, **FEW)


def test_a_single_key_has_no_means(tmp_path: Path) -> None:
    shutil.copytree(made_runs(), tmp_path / "task")
    folder = with_means(tmp_path / "task", '[means]\nx = ["a"]\n', tmp_path / "task")
    with pytest.raises(UsageError, match="the mean 'x' has 'a', but the key is a single file; remove"):
        leaderboard.rank(folder, **FEW)


@pytest.mark.parametrize(
    ("means", "message"),
    [
        ("[means]\nx = 3", "the mean 'x' is '3'; give a list of names of datasets, as"),
        ("means = 3", "means is '3'; make it a table"),
        ('[means]\n"\\u0000" = ["a"]', "the mean .* has an unprintable name; rename it"),
    ],
)
def test_settings_are_refused_with_their_line(tmp_path: Path, means: str, message: str) -> None:
    shutil.copytree(made_runs(), tmp_path / "task")
    (tmp_path / "task" / "leaderboard.toml").write_text(means)
    with pytest.raises(InputError, match=rf"leaderboard.toml(:\d)?: {message}"):
        leaderboard.rank(tmp_path / "task", **FEW)
