"""Several runs of a system as they come into each function: by name, by the settings file, or separately."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import pytest

import leaderboard
from leaderboard.errors import UsageError, in_python
from leaderboard.report.features.scores import system_table
from leaderboard.report.words.remarks import sentences
from leaderboard.tasks.priced_errors import error_counts
from leaderboard.verbs.rank import RankResult
from tests.support import small_task
from tests.support.made_task import made_datasets, made_task
from tests.support.small_task import BROKEN, FAIR, KEY, NOTHING, OTHER_LINK, RIGHT, SHORT, parts

pytestmark = pytest.mark.usefixtures("here")

FEW: dict[str, Any] = {"draws": 100, "trials": 100, "prices": False}
POOR = parts(RIGHT, NOTHING, NOTHING)
OTHER = parts(OTHER_LINK, RIGHT, NOTHING)
# The entries of a made-up task that are given to the systems of these tests.
NAMES = {
    "balanced": "alpha@1",
    "close": "alpha@2",
    "precise": "alpha@10",
    "splitter": "beta@s1",
    "merger": "beta@s2",
    "careless": "base",
}


def task(**texts: str) -> None:
    """Submissions by name, in which ``__`` stands for @."""
    small_task.write(Path("submissions"), key=KEY)
    for name, text in texts.items():
        Path("submissions", f"{name.replace('__', '@')}.conll").write_text(text, encoding="utf-8")


OF_DATASETS = {
    "balanced": "alpha@1",
    "close": "alpha@2",
    "eager": "beta@s1",
    "copy": "beta@s2",
    "precise": "base",
}


def made(source: Path, names: Mapping[str, str] = NAMES) -> None:
    """A made-up task with two systems of several runs and one single output."""
    for entry in source.iterdir():
        name = entry.name.split(".")[0]
        if name == "key" or name in names:
            place = Path("submissions", entry.name.replace(name, names.get(name, name)))
            place.parent.mkdir(exist_ok=True)
            (shutil.copytree if entry.is_dir() else shutil.copy)(entry, place)


def settings(text: str) -> None:
    Path("leaderboard.toml").write_text(text, encoding="utf-8")


def warnings(result: Any) -> list[str]:
    return [str(one) for one in result.warnings]


def f1(result: RankResult) -> dict[str, float]:
    return {name: scores["conll"].f1 for name, scores in result.scores.items()}


class TestScores:
    def test_a_system_is_the_mean_of_its_runs(self) -> None:
        task(ours__1=KEY, ours__2=FAIR, base=POOR)
        mean, one, other, base = (
            *leaderboard.score("ours").systems,
            *leaderboard.score("ours@1", "ours@2", "base", separate_runs=True).systems,
        )
        assert [mean.system, one.system, other.system] == ["ours", "ours@1", "ours@2"]
        for name, score in mean.scores.items():
            assert score.f1 == (one.scores[name].f1 + other.scores[name].f1) / 2
        assert base.system == "base"

    def test_what_runs_lack_is_of_all_their_parts(self) -> None:
        task(ours__1=KEY, ours__2=SHORT)
        found = leaderboard.score("ours", missing="empty")
        assert "ours lacks 2 of 6 parts, scored as empty." in system_table(found).notes

    def test_on_parts_and_in_errors_too(self) -> None:
        task(ours__1=KEY, ours__2=FAIR)
        [mean] = leaderboard.score("ours", per_document=True, errors=True).systems
        single = leaderboard.score("ours", per_document=True, errors=True, separate_runs=True).systems
        for row, *rows in zip(mean.per_document, *(one.per_document for one in single), strict=True):
            assert row.scores["lea"].f1 == pytest.approx(sum(one.scores["lea"].f1 for one in rows) / 2)
            assert row.scores["lea"].recall == pytest.approx(
                sum(one.scores["lea"].recall or 0 for one in rows) / 2
            )
            assert row.scores["conll"].recall is None
        profiles = [one.errors for one in single if one.errors]
        assert mean.errors is not None
        assert mean.errors.counts.correct == sum(one.counts.correct for one in profiles) / 2
        assert mean.errors.by_class["PRO"].missing == sum(one.by_class["PRO"].missing for one in profiles) / 2
        assert mean.errors.missed == sum(one.missed for one in profiles) / 2

    def test_repairs_and_missing_parts_are_those_of_all_runs(self) -> None:
        task(ours__1=SHORT, ours__2=SHORT)
        [mean] = leaderboard.score("ours", missing="empty").systems
        assert mean.missing == 4

    def test_one_run_keeps_its_whole_name(self) -> None:
        task(ours__1=KEY, base=FAIR)
        assert [one.system for one in leaderboard.score("ours", "base").systems] == ["ours@1", "base"]

    def test_the_signature_says_that_there_are_runs(self) -> None:
        task(ours__1=KEY, ours__2=FAIR, base=POOR)
        fields = leaderboard.score("ours", "base").signature.fields
        assert (fields["runs"], fields["min-runs"]) == ("average", "1")
        for one in (leaderboard.score("base"), leaderboard.score("ours", separate_runs=True)):
            assert not {"runs", "min-runs"} & one.signature.fields.keys()

    def test_a_note_names_the_runs(self) -> None:
        task(ours__1=KEY, ours__2=FAIR, ours__5=BROKEN)
        assert sentences(leaderboard.score("ours").remarks) == ("ours: mean of 2 of 3 runs (1, 2).",)
        found = leaderboard.score("ours@2", "ours@1")
        assert sentences(found.remarks) == ("ours: mean of 2 runs (1, 2).",)

    def test_lists_of_mentions_are_of_single_outputs(self) -> None:
        task(ours__1=KEY, ours__2=FAIR, base=POOR)
        message = "--show-correspondence is about single outputs, but ours is the mean of ours@1 and ours@2; "
        with pytest.raises(UsageError, match=in_python(message)):
            leaderboard.score("ours", show_correspondence="a")
        [one] = leaderboard.score("ours@1", show_correspondence="a").systems
        assert one.chains
        with pytest.raises(UsageError, match="kind is about single outputs"):
            leaderboard.error_prices("ours", kinds="divided")
        with pytest.raises(UsageError, match="write is about single outputs"):
            leaderboard.error_prices("ours", write="corrected")

    def test_mentions_of_a_pair_are_counted_for_single_outputs(self) -> None:
        task(ours__1=KEY, ours__2=FAIR, base=POOR)
        found = leaderboard.score("ours", "base", errors=True)
        assert found.turns == {("ours", "base"): {}}
        assert sentences(found.remarks)[1] == (
            "Mentions that only one system gets right are counted for single outputs: "
            "`leaderboard compare ours@1 base --errors`."
        )
        assert leaderboard.score("ours@1", "base", errors=True).turns["ours@1", "base"]


class TestPrices:
    def test_prices_are_means_over_runs(self) -> None:
        task(ours__1=OTHER, ours__2=FAIR, base=POOR)
        names = ("ours@1", "ours@2", "base")
        ours, base = leaderboard.error_prices("ours", "base", draws=100, trials=100).systems
        *runs, alone = leaderboard.error_prices(*names, draws=100, trials=100, separate_runs=True).systems
        assert [one.errors for one in base.kinds] == [one.errors for one in alone.kinds]
        for mean, *each in zip(ours.kinds, *(run.kinds for run in runs), strict=True):
            assert mean.errors == sum(one.errors for one in each) / 2
            for steps in ("alone", "cumulative"):
                gains = [getattr(one, steps)["conll"].gain for one in each]
                assert getattr(mean, steps)["conll"].gain == pytest.approx(sum(gains) / 2)

    def test_runs_of_one_system_share_no_error_with_others(self) -> None:
        task(ours__1=FAIR, ours__2=FAIR, base=KEY)
        ours, base = leaderboard.error_prices("ours", "base", draws=100, trials=100).systems
        found = {one.kind: (one.errors, one.all, one.only) for one in ours.kinds if one.errors}
        assert found == {"conflated": (2, 0, 2), "divided": (1, 0, 1), "missing_mention": (1, 0, 1)}
        assert not any(one.only for one in base.kinds)
        [mean] = leaderboard.error_prices("ours", draws=100, trials=100).systems
        assert [(one.all, one.only) for one in mean.kinds if one.errors] == [(2, 2), (1, 1), (1, 1)]

    def test_errors_of_each_document_are_means(self) -> None:
        task(ours__1=OTHER, ours__2=FAIR)
        found = leaderboard.error_prices("ours", per_document=True, draws=100, trials=100)
        counts = [
            error_counts(leaderboard.error_prices(name, draws=100).task, name)
            for name in found.task.runs["ours"]
        ]
        assert (error_counts(found.task, "ours") == sum(counts) / 2).all()


class TestNames:
    def test_a_name_means_its_runs_beside_it_or_in_submissions(self) -> None:
        task(ours__1=KEY, ours__2=FAIR)
        assert [one.system for one in leaderboard.score("submissions/ours").systems] == ["ours"]
        shutil.copy("submissions/key.conll", "key.conll")
        shutil.copy("submissions/ours@1.conll", "mine@7.conll")
        assert [one.system for one in leaderboard.score("mine").systems] == ["mine@7"]
        shutil.copy("submissions/ours@1.conll", "ours@7.conll")
        with pytest.raises(UsageError, match=r"two folders, ours@7\.conll and submissions/ours@1\.conll"):
            leaderboard.score("ours")

    def test_an_entry_of_that_name_is_meant_first(self) -> None:
        task(ours__1=KEY, ours__2=FAIR, ours=POOR)
        assert [one.system for one in leaderboard.score("ours").systems] == ["ours"]
        assert leaderboard.score("ours").remarks == ()

    def test_a_name_that_nobody_has_is_told_of(self) -> None:
        task(ours__1=KEY)
        for name in ("theirs", "nowhere/ours", "a\0/ours"):
            with pytest.raises(UsageError, match="no such file"):
                leaderboard.score(name)

    def test_a_stated_system_is_found_by_its_name(self) -> None:
        task(first=KEY, second=FAIR, ours__1=POOR, ours__2=POOR)
        settings("[runs]\nours = ['first', 'second']\n")
        found = leaderboard.score("ours", "ours@1", "ours@2")
        assert [one.system for one in found.systems] == ["ours", "ours@1", "ours@2"]
        assert found.remarks[0].record["runs"] == ("first", "second")

    def test_runs_alone_are_nothing_to_compare(self) -> None:
        task(ours__1=KEY, ours__2=FAIR)
        message = "ours@1 and ours@2 are runs of one system; name another system, or add --separate-runs"
        with pytest.raises(UsageError, match=in_python(message)):
            leaderboard.compare("ours", draws=100)
        assert leaderboard.compare("ours", draws=100, trials=100, separate_runs=True).first.first == "ours@1"

    def test_a_run_is_given_once(self) -> None:
        task(ours__1=KEY, ours__2=FAIR)
        with pytest.raises(UsageError, match=r"submissions/ours@1\.conll is given twice"):
            leaderboard.score("ours", "ours@1")


class TestRankings:
    def test_systems_are_ranked_by_the_means_of_their_runs(self) -> None:
        made(made_task())
        found, apart = leaderboard.rank(**FEW), leaderboard.rank(**FEW, separate_runs=True)
        assert set(f1(found)) == {"alpha", "beta", "base"}
        runs = ("alpha@1", "alpha@2", "alpha@10")
        assert f1(found)["alpha"] == pytest.approx(sum(f1(apart)[run] for run in runs) / 3)
        assert [one.run for one in found.runs["alpha"]] == list(runs)
        assert found.spread["alpha"]["conll"].max == max(f1(apart)[run] for run in runs)
        assert found.spread["alpha"]["conll"].runs == 3
        assert set(found.inputs) >= {f"{run}.conll" for run in runs}
        assert set(found.missing) == {*runs, "beta@s1", "beta@s2", "base"}
        assert not apart.runs

    def test_a_broken_run_is_rejected_and_the_system_goes_on(self) -> None:
        task(ours__1=KEY, ours__2=BROKEN, theirs__1=BROKEN, theirs__2=FAIR, theirs__3=POOR, base=POOR)
        found = leaderboard.rank(**FEW)
        assert [one.system for one in found.rejected] == ["ours@2", "theirs@1"]
        assert found.spread["ours"]["conll"].sd is None
        assert {"ours: 1 of 2 runs (1).", "theirs: mean of 2 of 3 runs (2, 3)."} <= {
            *sentences(found.remarks)
        }

    def test_a_system_of_broken_runs_is_not_ranked(self) -> None:
        task(ours__1=BROKEN, ours__2=BROKEN, base=FAIR)
        settings("[tracks]\nopen = ['ours', 'base']\n")
        found = leaderboard.rank(**FEW)
        assert list(found.scores) == ["base"]
        assert not [one for one in warnings(found) if "names 'ours'" in one]

    def test_fewer_runs_than_asked_for_are_rejected(self) -> None:
        task(ours__1=KEY, ours__2=FAIR, theirs__1=FAIR, theirs__2=POOR, theirs__3=BROKEN, base=POOR)
        found = leaderboard.rank(**FEW, min_runs=2)
        assert set(found.scores) == {"ours", "theirs"}
        assert [one.system for one in found.rejected] == ["base", "theirs@3"]
        assert str(found.rejected[0].problem) == (
            "submissions/base.conll: only 1 run of base could be scored, but --min-runs is 2; "
            "submit more runs"
        )
        few = leaderboard.score("ours", "theirs", min_runs=3)
        assert not few.systems
        assert [(one.system, str(one.path)) for one in few.rejected if one.system == "theirs"] == [
            ("theirs", "submissions/theirs@1.conll"),
            ("theirs", "submissions/theirs@2.conll"),
        ]
        assert str(few.rejected[2].problem) == (
            "submissions/theirs@1.conll: only 2 of 3 runs of theirs could be scored, but --min-runs is 3; "
            "submit more runs"
        )
        assert [(fate.entry, fate.system, fate.run, fate.verdict) for fate in few.fates] == [
            ("ours@1.conll", "ours", "1", "rejected"),
            ("ours@2.conll", "ours", "2", "rejected"),
            ("theirs@1.conll", "theirs", "1", "rejected"),
            ("theirs@2.conll", "theirs", "2", "rejected"),
            ("theirs@3.conll", "theirs", "3", "rejected"),
        ]
        assert set(leaderboard.rank(**FEW, min_runs=2, separate_runs=True).scores) > {"base", "theirs@1"}

    def test_settings_state_the_runs(self) -> None:
        task(first=KEY, second=FAIR, ours__1=POOR, ours__2=POOR)
        settings("[runs]\nmine = ['second', 'first', 'third']\n[attempts]\nmine = 3\n")
        found = leaderboard.rank(**FEW)
        assert set(found.scores) == {"mine", "ours@1", "ours@2"}
        assert [one.run for one in found.runs["mine"]] == ["second", "first"]
        assert {one.attempts for one in found.comparisons if "mine" in (one.first, one.second)} == {3}
        assert [one for one in warnings(found) if "leaderboard.toml" in one] == [
            "leaderboard.toml:2: [runs] names 'third' as a run of 'mine', but no submission has this name; "
            "correct it, or wait for it"
        ]

    def test_a_plain_name_is_not_averaged_with_runs(self) -> None:
        task(ours__1=KEY, ours__2=FAIR, ours=POOR)
        found = leaderboard.rank(**FEW)
        assert set(found.scores) == {"ours", "ours@1", "ours@2"}
        assert any("ours@1 and ours@2 are not averaged" in one for one in warnings(found))

    def test_tracks_and_baselines_are_systems(self) -> None:
        made(made_task())
        settings("[tracks]\nopen = ['alpha', 'base']\nclosed = ['b*']\n")
        found = leaderboard.rank(**FEW, against="base")
        assert [set(board.scores) for board in found.of("track")] == [{"alpha", "base"}, {"beta", "base"}]
        alone = leaderboard.rank(**FEW, track="open")
        assert set(alone.scores) == {"alpha", "base"}
        assert set(alone.missing) == {"alpha@1", "alpha@2", "alpha@10", "base"}
        assert list(alone.runs) == ["alpha"]

    def test_settings_of_matching_have_the_same_systems(self) -> None:
        made(made_task())
        found = leaderboard.rank(**FEW, settings=["exact", "exact-singletons"], metric="muc", primary="muc")
        assert [set(board.scores) for board in found.of("setting")] == [{"alpha", "beta", "base"}] * 2
        assert all(board.signature.fields["runs"] == "average" for board in found.of("setting"))

    def test_saved_sums_keep_each_run(self) -> None:
        made(made_task())
        leaderboard.score("alpha", "beta", "base", save="sums")
        saved, fresh = leaderboard.rank("sums", **FEW), leaderboard.rank(**FEW)
        assert saved.scores == fresh.scores
        assert [one.run for one in saved.runs["alpha"]] == ["alpha@1", "alpha@2", "alpha@10"]
        assert len(leaderboard.rank("sums", **FEW, separate_runs=True).scores) == len(NAMES)

    def test_correlations_and_power_are_of_the_means(self) -> None:
        made(made_task())
        assert leaderboard.correlate(draws=100).points.names == ("alpha", "base", "beta")
        assert leaderboard.power(draws=100).remarks[0].record["systems"] == ("alpha",)
        assert len(leaderboard.correlate(draws=100, separate_runs=True).points.names) == len(NAMES)

    def test_many_runs_of_many_systems(self) -> None:
        task()
        for system in range(50):
            for run in range(5):
                text = KEY if run % 2 else FAIR
                Path(f"submissions/s{system}@{run}.conll").write_text(text, encoding="utf-8")
        found = leaderboard.score(*(f"s{number}" for number in range(50)))
        assert [one.system for one in found.systems] == [f"s{number}" for number in range(50)]
        assert len({one.scores["lea"].f1 for one in found.systems}) == 1


class TestDatasets:
    @pytest.fixture(autouse=True)
    def lacking(self, here: Path) -> None:
        """A run lacks a dataset, and all runs of another system lack one."""
        made(made_datasets(), OF_DATASETS)
        for entry in ("alpha@2", "beta@s1", "beta@s2"):
            [file] = Path("submissions", entry).glob("set2*")
            file.unlink()

    def test_a_run_without_a_dataset_is_rejected(self) -> None:
        found = leaderboard.rank(**FEW)
        assert [one.run for one in found.runs["alpha"]] == ["alpha@1"]
        assert set(found.scores) == {"alpha", "base"}

    @pytest.mark.parametrize("policy", ["zero", "exclude"])
    def test_or_left_out_while_others_have_it(self, policy: Literal["zero", "exclude"]) -> None:
        found = leaderboard.rank(**FEW, missing_dataset=policy)
        ranked = {"alpha", "base"} if policy == "exclude" else {"alpha", "base", "beta"}
        assert set(found.scores) == ranked
        assert found.scores["alpha"] == leaderboard.rank(**FEW).scores["alpha"]
        assert [one.run for one in found.runs["alpha"]] == ["alpha@1"]
        assert [one.run for one in found.runs["beta"]] == ["beta@s1", "beta@s2"]
        assert set(found.partial) == {"alpha", "base", "beta"} - ranked
        assert found.lacking == {"beta": ("set2",)}
        assert "alpha@2 lacks set2; only 1 of 2 runs of alpha counts." in sentences(found.run_remarks)
        assert {fate.entry: fate.verdict for fate in found.fates if fate.run} == {
            "alpha@1": "ranked",
            "alpha@2": "left out",
            "beta@s1": "ranked" if policy == "zero" else "excluded",
            "beta@s2": "ranked" if policy == "zero" else "excluded",
        }

    def test_runs_that_count_are_told_from_those_left_out(self) -> None:
        shutil.copytree("submissions/base", "submissions/alpha@3")
        found = leaderboard.rank(**FEW, missing_dataset="zero")
        assert "alpha@2 lacks set2; alpha is the mean of 2 of 3 runs." in sentences(found.run_remarks)

    @pytest.mark.parametrize("policy", ["zero", "exclude"])
    def test_as_many_runs_as_are_asked_for_must_count(self, policy: Literal["zero", "exclude"]) -> None:
        few = leaderboard.score("alpha", "beta", "base", missing_dataset=policy, min_runs=2)
        assert [one.system for one in few.systems] == ["beta"]
        assert [one.system for one in few.rejected] == ["alpha", "alpha", "base"]
        assert "only 1 of 2 runs of alpha could be scored" in few.rejected[1].problem.what
        assert {fate.entry for fate in few.fates if fate.verdict == "rejected"} == {
            "alpha@1",
            "alpha@2",
            "base",
        }

    def test_runs_that_all_lack_datasets_are_scored_as_empty(self) -> None:
        found = leaderboard.rank(**FEW, missing_dataset="zero")
        assert sentences(found.lacking_remarks) == (
            "beta lacks the dataset set2, scored as empty (`--missing-dataset zero`).",
        )
        for name in ("muc", "conll"):
            alone = leaderboard.score("beta", missing_dataset="zero", separate_runs=True).systems
            mean = sum(one.scores[name].f1 for one in alone) / 2
            assert found.scores["beta"][name].f1 == pytest.approx(mean)

    def test_separate_runs_are_systems_of_their_own(self) -> None:
        found = leaderboard.rank(**FEW, missing_dataset="exclude", separate_runs=True)
        assert [(fate.system, fate.run, fate.verdict) for fate in found.fates][:2] == [
            ("alpha@1", None, "ranked"),
            ("alpha@2", None, "excluded"),
        ]


class TestValidation:
    def test_runs_are_checked_one_by_one(self) -> None:
        task(ours__1=KEY, ours__2=BROKEN, base=FAIR)
        found = leaderboard.validate("ours", "base")
        assert [(one.system, one.acceptable) for one in found.systems] == [
            ("ours@1", True),
            ("ours@2", False),
            ("base", True),
        ]
        assert found.runs == {"ours": ("ours@1", "ours@2")}

    def test_separate_runs_are_no_system(self) -> None:
        task(ours__1=KEY, ours__2=FAIR)
        settings("separate_runs = true\n")
        assert not leaderboard.validate("ours").runs

    def test_a_plain_name_beside_them_is_told_of(self) -> None:
        task(ours__1=KEY, ours__2=FAIR, ours=POOR)
        [warning] = leaderboard.validate("ours", "ours@1", "ours@2").warnings
        assert warning.what == "ours@1 and ours@2 are not averaged, because an entry is called ours"
