"""Tracks: each is what its systems alone would give with the trials of all, and changes nothing else."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.boards import Board
from leaderboard.errors import NothingToDo, Problem, UsageError
from leaderboard.scoring.key import Signature
from leaderboard.tasks.contests import track_signature
from leaderboard.verbs.rank import RankResult
from tests.support.made_task import TRACKS, made_crac_task, made_datasets, made_task

FEW: dict[str, Any] = {"metric": ("muc", "conll"), "draws": 200, "trials": 500, "jobs": 1}
OPEN = ("balanced", "close", "precise")


def with_tracks(target: Path, tracks: str = TRACKS, task: Path | None = None) -> Path:
    """A copy of a task whose settings have tracks."""
    shutil.copytree(task or made_task(), target)
    file = target / "leaderboard.toml"
    file.write_text((file.read_text() if file.exists() else "") + tracks)
    return target


def only(target: Path, *systems: str) -> Path:
    """A copy of the task with some of its systems."""
    target.mkdir()
    for name in ("key", *systems):
        shutil.copy(made_task() / f"{name}.conll", target)
    return target


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return with_tracks(tmp_path_factory.mktemp("tracks") / "task")


@pytest.fixture(scope="module")
def ranked(folder: Path) -> RankResult:
    return leaderboard.rank(folder, **FEW)


def track(result: RankResult, name: str) -> Board:
    return next(one for one in result.of("track") if one.name == name)


def systems(one: Board) -> set[str]:
    return {place.system for place in one.ranking.standings}


def test_each_track_has_its_systems(ranked: RankResult) -> None:
    assert [one.name for one in ranked.of("track")] == ["open", "closed", "unconstrained", "LLM"]
    assert systems(track(ranked, "open")) == set(OPEN)
    assert systems(track(ranked, "closed")) == {"precise"}
    assert systems(track(ranked, "unconstrained")) == set(ranked.scores)
    assert systems(track(ranked, "LLM")) == {"eager", "copy"}
    assert [one.absent for one in ranked.of("track")] == [(), (), (), ("nobody",)]


def test_a_track_is_ranked_as_its_systems_are_alone(ranked: RankResult, tmp_path: Path) -> None:
    alone = leaderboard.rank(only(tmp_path / "open", *OPEN), **FEW)
    own = track(ranked, "open")
    assert own.ranking == alone.primary
    assert own.remarks == (*alone.primary.remarks, *alone.families["conll"].remarks)
    assert list(own.family) == list(alone.families["conll"])


def test_a_track_of_all_systems_is_the_whole_ranking(ranked: RankResult) -> None:
    own = track(ranked, "unconstrained")
    assert own.ranking == ranked.primary
    assert list(own.family) == list(ranked.families["conll"])


def test_tracks_change_nothing_else(ranked: RankResult) -> None:
    plain = leaderboard.rank(made_task(), **FEW)
    assert plain.of("track") == ()
    assert about_settings(plain) == []
    for name in ("signature", "scores", "rankings", "comparisons", "correlations", "disagreements", "errors"):
        assert getattr(plain, name) == getattr(ranked, name)


def test_who_is_in_a_track_is_signed(ranked: RankResult, tmp_path: Path) -> None:
    signatures = {one.signature for one in ranked.of("track")}
    assert len(signatures) == 4
    assert all(one.startswith(f"{ranked.signature}|track:") for one in signatures)
    other = TRACKS.replace('"close", ', "")
    fewer = leaderboard.rank(with_tracks(tmp_path / "a", other), **FEW)
    assert fewer.signature == ranked.signature
    assert track(fewer, "open").signature != track(ranked, "open").signature
    assert track(fewer, "LLM").signature == track(ranked, "LLM").signature
    written = TRACKS.replace('"*"', '"b*", "*"').replace('["balanced", "close"', '["close", "balanced"')
    same = leaderboard.rank(with_tracks(tmp_path / "b", written), **FEW)
    assert {one.signature for one in same.of("track")} == signatures


def test_the_order_of_systems_is_not_signed() -> None:
    signed = Signature({"key": "a"})
    assert track_signature(signed, "open", ["x", "y"]) == track_signature(signed, "open", ["y", "x"])
    assert track_signature(signed, "open", ["x", "y"]) != track_signature(signed, "open", ["xy"])


def test_a_track_alone_has_the_numbers_that_it_has_among_others(folder: Path, ranked: RankResult) -> None:
    alone, among = leaderboard.rank(folder, track="open", **FEW), track(ranked, "open")
    assert alone.track is not None
    assert (alone.track.label, alone.of("track")) == ("open", ())
    assert alone.signature == among.signature
    assert alone.primary == among.ranking
    assert list(alone.families["conll"]) == list(among.family)
    assert set(alone.scores) == set(alone.errors) == set(alone.missing) == set(alone.repairs) == set(OPEN)
    assert all(alone.scores[system] == ranked.scores[system] for system in OPEN)
    assert alone.inputs == ranked.inputs


def test_a_track_alone_is_the_report_of_its_systems(folder: Path, tmp_path: Path) -> None:
    alone = leaderboard.rank(folder, track="open", leave_one_out=True, **FEW)
    apart = leaderboard.rank(only(tmp_path / "open", *OPEN), leave_one_out=True, **FEW)
    for name in ("rankings", "comparisons", "correlations", "disagreements", "left_out", "errors", "scores"):
        assert getattr(alone, name) == getattr(apart, name)


def about_settings(result: RankResult) -> list[Problem]:
    return [problem for problem in result.warnings if problem.file.endswith("leaderboard.toml")]


class TestWarnings:
    def lines(self, target: Path, tracks: str) -> list[str]:
        result = leaderboard.rank(with_tracks(target, tracks), **FEW)
        file = str(target / "leaderboard.toml")
        return [str(problem).removeprefix(f"{file}:") for problem in about_settings(result)]

    def test_names_of_nobody_and_tracks_of_few(self, tmp_path: Path) -> None:
        found = self.lines(
            tmp_path / "task",
            '[tracks]\na = ["closd", "copy", "close"]\nb = ["x?", "copy"]\nc = []\nd = ["copy.conll", "*"]\n',
        )
        assert found == [
            "4: the track 'a' names 'closd', but no submission has this name; did you mean 'close'?",
            "5: the track 'b' names 'x?', but no submission has this name; correct it, or wait for it",
            "5: the track 'b' has only 'copy'; add others to compare them",
            "6: the track 'c' has no system that can be ranked; add others to compare them",
            "7: the track 'd' names 'copy.conll', but no submission has this name; did you mean 'copy'?",
        ]

    def test_a_rejected_submission_is_known_but_in_no_track(self, tmp_path: Path) -> None:
        folder = with_tracks(tmp_path / "task", '[tracks]\nb = ["broken", "copy", "close"]\n')
        (folder / "broken.conll").write_text("#begin document (x); part 000\n")
        result = leaderboard.rank(folder, **FEW)
        assert [one.system for one in result.rejected] == ["broken"]
        assert about_settings(result) == []
        [own] = result.of("track")
        assert (systems(own), own.absent) == ({"copy", "close"}, ("broken",))

    def test_a_track_alone_is_warned_of_alone(self, folder: Path) -> None:
        assert about_settings(leaderboard.rank(folder, track="open", **FEW)) == []
        assert len(about_settings(leaderboard.rank(folder, track="LLM", **FEW))) == 1


def test_the_baseline_may_be_in_no_track(folder: Path) -> None:
    result = leaderboard.rank(folder, against="copy", **FEW)
    assert len(track(result, "LLM").family) == 1
    own = track(result, "open")
    assert len(own.family) == 0
    assert {(place.rank, place.low, place.high) for place in own.ranking.standings} == {(1, 1, 3)}
    with pytest.raises(UsageError) as caught:
        leaderboard.rank(folder, against="copy", track="open", **FEW)
    message = "the baseline 'copy' is not in the track 'open'; leave --against out, or add it to the track"
    assert caught.value.typed == message
    with pytest.raises(UsageError, match="there is no system 'nobody'; choose the baseline among"):
        leaderboard.rank(folder, against="nobody", track="open", **FEW)


def test_a_track_must_be_there_and_have_somebody(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no track 'opn'; did you mean 'open'"):
        leaderboard.rank(folder, track="opn", **FEW)
    with pytest.raises(UsageError, match=r"but there are no tracks; add \[tracks\] to leaderboard"):
        leaderboard.rank(made_task(), track="open", **FEW)
    nobody = with_tracks(tmp_path / "task", '[tracks]\nnew = ["nobody"]\n')
    with pytest.raises(NothingToDo, match="the track 'new' has no system that can be ranked; name some in"):
        leaderboard.rank(nobody, track="new", **FEW)
    [new] = leaderboard.rank(nobody, **FEW).of("track")
    assert (new.ranking.standings, len(new.family)) == ((), 0)


def test_over_several_datasets_a_track_is_ranked_by_the_mean(tmp_path: Path) -> None:
    folder = with_tracks(tmp_path / "task", TRACKS, made_datasets())
    (folder / "eager" / "set2.conll").unlink()
    result = leaderboard.rank(folder, missing_dataset="exclude", **FEW)
    alone = leaderboard.rank(folder, missing_dataset="exclude", track="open", **FEW)
    assert track(result, "open").ranking == alone.primary
    assert {one.name: set(one.scores) for one in alone.of("dataset")} == {
        name: set(OPEN) for name in ("set1", "set2", "set3")
    }
    # The one that is excluded is in no ranking, but is known.
    assert track(result, "LLM").absent == ("e*", "nobody")
    assert [str(one) for one in result.warnings if "e*" in str(one)] == []
    llm = leaderboard.rank(folder, missing_dataset="exclude", track="LLM", **FEW)
    assert (set(llm.scores), set(llm.partial), set(llm.lacking)) == (
        {"copy"},
        {"eager"},
        {"eager"},
    )
    assert set(alone.lacking) == set()


def test_with_several_settings_tracks_are_by_the_first(tmp_path: Path) -> None:
    tracks = '[tracks]\ntwo = ["anna", "cleo"]\n'
    folder = with_tracks(tmp_path / "task", tracks, made_crac_task())
    options: dict[str, Any] = {**FEW, "missing_dataset": "zero"}
    both = leaderboard.rank(folder, settings="exact,head", **options)
    first = leaderboard.rank(folder, match="exact", **options)
    assert both.of("track")[0].ranking == first.of("track")[0].ranking
    alone = leaderboard.rank(folder, settings="exact,head", track="two", **options)
    assert alone.primary == both.of("track")[0].ranking
    assert [set(one.scores) for one in alone.of("setting")] == [{"anna", "cleo"}] * 2
    assert alone.of("setting")[1].scores["anna"] == both.of("setting")[1].scores["anna"]


def test_the_order_of_systems_and_jobs_change_nothing(folder: Path, ranked: RankResult) -> None:
    more = leaderboard.rank(folder, **{**FEW, "jobs": 2})
    for one, other in zip(more.of("track"), ranked.of("track"), strict=True):
        assert (one.ranking, one.signature) == (other.ranking, other.signature)


def test_the_option_can_stand_in_the_file(tmp_path: Path) -> None:
    folder = with_tracks(tmp_path / "task")
    file = folder / "leaderboard.toml"
    file.write_text('track = "LLM"\n' + file.read_text())
    assert set(leaderboard.rank(folder, **FEW).scores) == {"eager", "copy"}
    assert set(leaderboard.rank(folder, track=None, **FEW).scores) > {"eager", "copy"}


def test_a_saved_ranking_has_tracks_too(folder: Path, ranked: RankResult, tmp_path: Path) -> None:
    saved = leaderboard.rank(folder, saved=tmp_path / "sums", **FEW)
    assert [one.ranking for one in saved.of("track")] == [one.ranking for one in ranked.of("track")]
    assert replace(saved.options, saved=None) == ranked.options
