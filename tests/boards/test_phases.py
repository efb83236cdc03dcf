"""Phases: each is ranked by its own key, as it would be alone, and the last one comes with the others."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.errors import NothingToDo, UsageError
from leaderboard.verbs.rank import RankResult
from tests.support.made_task import PHASES, made_phases

FEW: dict[str, Any] = {"metric": ("muc", "conll"), "draws": 200, "trials": 500, "jobs": 1}
SAME = ("signature", "scores", "rankings", "comparisons", "correlations", "errors", "rejected", "title")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(made_phases(), tmp_path / "task"))


@pytest.fixture(scope="module")
def ranked() -> RankResult:
    return leaderboard.rank(made_phases(), **FEW)


def edit(folder: Path, *changes: tuple[str, str]) -> None:
    file = folder / "leaderboard.toml"
    text = file.read_text()
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    file.write_text(text)


def test_the_last_phase_is_the_ranking_and_has_the_others(ranked: RankResult) -> None:
    assert [one.phase for one in ranked.phases] == list(PHASES)
    assert ranked.phases[-1] is ranked
    assert ranked.phase == "test"
    assert [one.system for one in ranked.rejected] == ["broken"]
    assert "eager" in ranked.scores
    [development] = ranked.earlier
    assert "eager" not in development.scores
    assert (development.earlier, development.rejected) == ((), ())


@pytest.mark.parametrize(("number", "name"), [(0, "dev"), (1, "test")])
def test_each_phase_is_what_its_folder_gives_alone(
    ranked: RankResult, monkeypatch: pytest.MonkeyPatch, number: int, name: str
) -> None:
    monkeypatch.chdir(made_phases())
    alone, phase = leaderboard.rank(name, **FEW), ranked.phases[number]
    assert (alone.phase, alone.phases) == (None, (alone,))
    for field in SAME[:-2]:
        assert getattr(alone, field) == getattr(phase, field)
    assert [one.ranking for one in alone.of("track")] == [one.ranking for one in phase.of("track")]


@pytest.mark.parametrize("name", PHASES)
def test_a_phase_can_be_chosen(ranked: RankResult, name: str) -> None:
    chosen = leaderboard.rank(made_phases(), phase=name, **FEW)
    among = next(one for one in ranked.phases if one.phase == name)
    assert (chosen.phase, chosen.earlier) == (name, ())
    for field in SAME:
        assert getattr(chosen, field) == getattr(among, field)
    assert chosen.inputs == among.inputs
    with pytest.raises(UsageError, match="there is no phase 'tets'; did you mean 'test'"):
        leaderboard.rank(made_phases(), phase="tets", **FEW)


def test_a_track_of_each_phase_can_be_chosen(ranked: RankResult) -> None:
    chosen = leaderboard.rank(made_phases(), track="open", **FEW)
    assert [set(one.scores) for one in chosen.phases] == [{"balanced", "close", "precise"}] * 2
    for one, other in zip(chosen.phases, ranked.phases, strict=True):
        assert one.primary == other.of("track")[0].ranking


def test_names_are_unknown_only_if_they_are_in_every_phase(ranked: RankResult) -> None:
    file = made_phases() / "leaderboard.toml"
    assert [str(one).removeprefix(f"{file}:") for one in ranked.warnings if one.file == str(file)] == [
        "5: the track 'closed' has only 'precise'; add others to compare them",
        "7: the track 'LLM' names 'nobody', but no submission has this name; correct it, or wait for it",
    ]


def test_files_are_named_from_the_folder_of_all_phases(ranked: RankResult) -> None:
    assert ranked.top == str(made_phases())
    assert ranked.submissions == str(made_phases() / "test")
    assert {"leaderboard.toml", "test/key.conll", "test/eager.conll"} < set(ranked.inputs)
    assert {"leaderboard.toml", "dev/key.conll", "dev/close.conll"} < set(ranked.earlier[0].inputs)


def test_a_folder_that_is_called_as_usual_is_meant(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though a file above it has phases, which are for whoever names no folder that there is."""
    inner = folder / "inner"
    shutil.copytree(folder / "dev", inner / "submissions")
    monkeypatch.chdir(inner)
    result = leaderboard.rank("submissions", key="submissions/key.conll", **FEW)
    assert (result.phase, result.submissions) == (None, "submissions")


def test_without_a_folder_the_phases_of_the_nearest_file_count(
    ranked: RankResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(made_phases())
    assert leaderboard.rank(**FEW).comparisons == ranked.comparisons
    assert leaderboard.rank(".", **FEW).comparisons == ranked.comparisons
    monkeypatch.chdir(made_phases() / "dev")
    assert leaderboard.rank(phase="development", **FEW).comparisons == ranked.earlier[0].comparisons


def test_other_folders_have_no_phases(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError) as caught:
        leaderboard.rank(folder / "dev", phase="test", key=folder / "dev" / "key.conll", **FEW)
    assert caught.value.typed == (
        f"--phase is 'test', but {folder / 'dev'} is not the folder of a leaderboard.toml with [phases]; "
        "name that folder, or leave --phase out"
    )
    monkeypatch.chdir(folder)
    with pytest.raises(NothingToDo, match="nowhere: no such folder"):
        leaderboard.rank("nowhere", **FEW)


def test_one_key_is_none_for_several_phases(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = folder / "dev" / "key.conll"
    message = "--key is one key, but each phase has its own; leave it out, or choose a --phase"
    with pytest.raises(UsageError) as caught:
        leaderboard.rank(folder, key=key, **FEW)
    assert caught.value.typed == message
    monkeypatch.setenv("LEADERBOARD_KEY", str(key))
    with pytest.raises(UsageError, match=r"^LEADERBOARD_KEY is one key, but each"):
        leaderboard.rank(folder, **FEW)
    assert leaderboard.rank(folder, phase="development", **FEW).key == str(key)
    shutil.copy(key, folder / "other.conll")
    other = leaderboard.rank(folder, phase="development", key=folder / "other.conll", **FEW)
    assert other.key == str(folder / "other.conll")


def test_keys_may_stand_elsewhere(folder: Path, ranked: RankResult) -> None:
    (folder / "gold").mkdir()
    for name in ("dev", "test"):
        shutil.move(folder / name / "key.conll", folder / "gold" / f"{name}.conll")
    edit(folder, ('"dev/key.conll"', '"gold/dev.conll"'), ('"test/key.conll"', '"gold/test.conll"'))
    result = leaderboard.rank(folder, **FEW)
    assert [one.comparisons for one in result.phases] == [one.comparisons for one in ranked.phases]
    assert {"gold/dev.conll", "gold/test.conll"} < {name for one in result.phases for name in one.inputs}


def test_the_key_of_another_phase_is_no_submission(folder: Path, ranked: RankResult) -> None:
    """Both in one folder: the other key would be scored as a system that makes no mistake."""
    shutil.copy(folder / "test" / "key.conll", folder / "test" / "gold.conll")
    edit(
        folder,
        ('key = "dev/key.conll"\nsubmissions = "dev"', 'key = "test/gold.conll"\nsubmissions = "test"'),
    )
    with pytest.raises(NothingToDo) as caught:
        leaderboard.rank(folder, phase="test", **FEW)
    what = "the key 'test/gold.conll' of development is among the submissions of test; move it elsewhere"
    assert caught.value.typed == f"{folder / 'leaderboard.toml'}:13: {what}"
    (folder / "test" / "key").mkdir()
    for name in ("gold", "key"):
        shutil.move(folder / "test" / f"{name}.conll", folder / "test" / "key" / f"{name}.conll")
    edit(folder, ("test/gold.conll", "test/key/gold.conll"), ("test/key.conll", "test/key/key.conll"))
    result = leaderboard.rank(folder, **FEW)
    assert [one.comparisons for one in result.phases] == [ranked.comparisons] * 2


def test_sums_are_kept_phase_by_phase(folder: Path, tmp_path: Path, ranked: RankResult) -> None:
    with pytest.raises(UsageError) as caught:
        leaderboard.rank(folder, saved=tmp_path / "sums", **FEW)
    assert caught.value.typed == "--saved keeps sums by one key, but each phase has its own; choose a --phase"
    for _ in range(2):
        saved = leaderboard.rank(folder, saved=tmp_path / "sums", phase="test", **FEW)
        assert saved.comparisons == ranked.comparisons


def test_a_phase_needs_its_key_and_its_folder(folder: Path) -> None:
    edit(folder, ('"test/key.conll"', '"test/gold.conll"'))
    with pytest.raises(NothingToDo) as caught:
        leaderboard.rank(folder, **FEW)
    message = (
        "the key 'test/gold.conll' of the phase test does not exist; correct the path, or choose a --phase"
    )
    assert caught.value.typed == f"{folder / 'leaderboard.toml'}:13: {message}"
    assert leaderboard.rank(folder, phase="development", **FEW).phase == "development"
    edit(folder, ('"test/gold.conll"', '"dev/key.conll"'), ('submissions = "test"', 'submissions = "later"'))
    with pytest.raises(
        NothingToDo, match=":13: the folder 'later' of the phase test does not exist; correct"
    ):
        leaderboard.rank(folder, **FEW)


def test_the_file_may_say_which_phase_it_is(folder: Path) -> None:
    edit(folder, ('title = "A task of phases"', 'phase = "development"'))
    assert leaderboard.rank(folder, **FEW).phase == "development"


def test_all_phases_are_one_run() -> None:
    told: list[float] = []
    leaderboard.rank(made_phases(), progress=lambda stage, share: told.append(share), **FEW)
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0, 1)
    assert 0.5 in told


def test_a_folder_that_cannot_be_ranked_stops_the_others(folder: Path) -> None:
    for file in (folder / "dev").iterdir():
        if file.name != "key.conll":
            file.unlink()
    told = r"dev: no submission in this folder; put one file per system there, or choose a phase$"
    with pytest.raises(NothingToDo, match=told):
        leaderboard.rank(folder, **FEW)


def pairs(result: RankResult) -> Iterator[tuple[str, str, float]]:
    for one in result.phases:
        yield from ((pair.first, pair.second, pair.p_value) for pair in one.comparisons)


def test_jobs_change_nothing(ranked: RankResult) -> None:
    assert list(pairs(leaderboard.rank(made_phases(), **{**FEW, "jobs": 2}))) == list(pairs(ranked))
