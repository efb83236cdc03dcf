"""A name that a stranger gives to a file costs at most the entry of that stranger."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import leaderboard
from leaderboard.platforms.pull_request import pull_request
from leaderboard.submissions.discovery import names_of
from tests.support import small_task
from tests.support.bad_inputs import archive
from tests.support.git_repository import Repository
from tests.support.running import Typed
from tests.support.small_task import BROKEN, FAIR, KEY

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git tells what changed")
ODD = ("1_m_PhaseId1_2027-01-01_10-10_x", "2_n_PhaseId2_2027-01-01_10-10_x")
ANNA = tuple(f"{number}_anna_PhaseId31_2027-01-01_10-10_x" for number in (101, 102, 999))
BERTA = tuple(f"{number}_berta_PhaseId31_2027-01-01_10-10_x" for number in (101, 102, 999))


@pytest.fixture
def folder(here: Path) -> Path:
    small_task.write(here / "submissions", key=KEY)
    return here / "submissions"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    made = Repository(tmp_path / "repository")
    monkeypatch.chdir(made.root)
    return made


class Ranked:
    """What `rank` says of the folder: the score of each system, the reason for each rejected file."""

    def __init__(self, typed: Typed) -> None:
        run = typed("rank", "--draws", "100", "--metric", "conll", "--format", "json")
        said = json.loads(run.out)
        self.code, self.err = run.code, run.err
        self.scores = {row["system"]: round(row["scores"]["conll"]["f1"], 2) for row in said["systems"]}
        self.rejected = {row["system"]: row["reason"] for row in said["rejected"]}


def test_odd_names_among_ordinary_ones_are_ordinary(folder: Path, typed: Typed) -> None:
    small_task.write(folder, alpha=FAIR, beta=KEY, **dict.fromkeys(ODD, FAIR))
    ranked = Ranked(typed)
    assert (ranked.code, set(ranked.scores)) == (0, {"alpha", "beta", *ODD})
    assert ranked.err.splitlines()[0] == (
        "warning: submissions: 2 files are named like downloads from a platform, but alpha.conll is not; "
        "each file counts as a separate system; keep downloads in a separate folder"
    )
    likely_mistakes = ranked.err.splitlines()[1:]
    assert len(likely_mistakes) == 2
    assert all("the same mentions and entities as" in line for line in likely_mistakes)
    (folder / f"{ODD[1]}.conll").unlink()
    assert "1 file is named like downloads" in Ranked(typed).err


def test_one_odd_phase_costs_its_own_entry(folder: Path, typed: Typed) -> None:
    small_task.write(folder, **{ODD[0]: FAIR, ANNA[0]: FAIR, BERTA[0]: KEY})
    ranked = Ranked(typed)
    assert (ranked.code, set(ranked.scores)) == (3, {"anna", "berta"})
    assert ranked.rejected == {
        "m": "a submission of PhaseId1, while most are of PhaseId31; put each phase into a separate folder"
    }


@pytest.mark.parametrize("junk", ["junk", BROKEN, ""])
def test_junk_with_a_higher_number_takes_nothing_away(folder: Path, typed: Typed, junk: str) -> None:
    small_task.write(folder, **{ANNA[0]: FAIR, BERTA[0]: FAIR, BERTA[1]: KEY, BERTA[2]: junk})
    ranked = Ranked(typed)
    assert ranked.code == 3
    assert ranked.scores == {"anna": 0.6, "berta": 1.0}
    assert list(ranked.rejected) == [f"{BERTA[2]}.conll"]
    assert (
        f"submissions/{BERTA[1]}.conll: it counts for berta, since every later submission is rejected; "
        f"correct or remove {BERTA[2]}.conll\n"
    ) in ranked.err
    assert "1 earlier submission is ignored, of berta;" in ranked.err


def test_of_a_participant_with_nothing_but_junk_the_last_is_told(folder: Path, typed: Typed) -> None:
    small_task.write(folder, **{ANNA[0]: FAIR, BERTA[1]: "junk", BERTA[2]: BROKEN})
    (folder / f"{BERTA[0]}.zip").write_bytes(b"PK no archive")
    ranked = Ranked(typed)
    assert (set(ranked.scores), list(ranked.rejected)) == ({"anna"}, ["berta"])
    assert "2 earlier submissions are ignored, of berta;" in ranked.err


def test_participants_of_names_that_look_alike_do_not_replace_each_other(folder: Path, typed: Typed) -> None:
    small_task.write(folder, **{ANNA[0]: FAIR, BERTA[0]: KEY, BERTA[2].replace("berta", "Berta"): FAIR})
    assert set(Ranked(typed).rejected) == {"berta", "Berta"}


@pytest.mark.parametrize("name", ["Berta.jsonl", "berta.jsonl", "BERTA.zip", "berta.txt", "ｂerta.conll"])
def test_junk_of_a_name_that_looks_alike_takes_nothing_away(folder: Path, typed: Typed, name: str) -> None:
    small_task.write(folder, alpha=FAIR, berta=KEY)
    (folder / name).write_text("junk")
    ranked = Ranked(typed)
    assert (ranked.code, ranked.scores) == (3, {"alpha": 0.6, "berta": 1.0})
    [(system, reason)] = ranked.rejected.items()
    assert system != "berta"
    assert reason.startswith(
        "apart from case, blanks or Unicode form, it has the same name as "
        "submissions/berta.conll, which counts;"
    )


def test_of_two_that_can_be_scored_neither_is_right(folder: Path, typed: Typed) -> None:
    small_task.write(folder, alpha=FAIR, berta=KEY, Berta=FAIR)
    (folder / "BERTA.conll").write_text("junk")
    ranked = Ranked(typed)
    assert set(ranked.scores) == {"alpha"}
    assert set(ranked.rejected) == {"berta", "Berta", "BERTA"}
    assert all("which counts" not in reason for reason in ranked.rejected.values())


def test_of_several_one_that_can_be_scored_is_named(folder: Path, typed: Typed) -> None:
    small_task.write(folder, alpha=FAIR, berta=KEY)
    (folder / "BERTA.txt").write_text(FAIR)
    (folder / "Berta.jsonl").write_text("junk")
    reasons = Ranked(typed).rejected
    named = {system: reason.partition("submissions/")[2] for system, reason in reasons.items()}
    assert named["berta"].startswith("BERTA.txt; ")
    assert named["BERTA"].startswith("berta.conll; ")
    assert named["Berta"].startswith("berta.conll; ")


def test_of_two_that_cannot_be_scored_both_are_told(folder: Path, typed: Typed) -> None:
    small_task.write(folder, alpha=FAIR, berta=BROKEN, Berta="junk")
    assert set(Ranked(typed).rejected) == {"berta", "Berta"}


def test_what_is_named_alone_is_called_as_in_its_folder(folder: Path) -> None:
    small_task.write(folder, **{ANNA[0]: FAIR, BERTA[0]: KEY})
    (folder / "Thumbs.db").write_text("junk")
    (folder / "key.txt").write_text("junk")
    paths = [folder / f"{ANNA[0]}.conll", folder / f"{BERTA[0]}.conll"]
    assert list(names_of(paths).values()) == ["anna", "berta"]
    assert [one.system for one in leaderboard.score(*paths, key=folder / "key.conll").systems] == [
        "anna",
        "berta",
    ]
    small_task.write(folder, alpha=FAIR)
    assert list(names_of(paths).values()) == [ANNA[0], BERTA[0]]
    assert list(names_of([folder / "none" / paths[0].name]).values()) == [ANNA[0]]


def test_a_system_is_found_before_a_participant_of_its_name(folder: Path) -> None:
    small_task.write(folder, berta=KEY, **{BERTA[0]: FAIR})
    assert [one.system for one in leaderboard.score("berta").systems] == ["berta"]
    (folder / "berta.conll").unlink()
    assert [one.system for one in leaderboard.score("berta").systems] == ["berta"]


@needs_git
def test_a_check_looks_at_odd_names_and_at_all_beside_them(repository: Repository, typed: Typed) -> None:
    for name in ODD:
        repository.write(f"submissions/{name}.conll", FAIR)
    repository.write("submissions/broken.conll", BROKEN)
    run = typed("pull-request", "main", "--format", "json")
    assert run.code == 3
    found = json.loads(run.out)["validation"]["systems"]
    assert {one["system"]: one["acceptable"] for one in found} == {
        ODD[0]: True,
        ODD[1]: True,
        "broken": False,
    }


@needs_git
def test_a_check_of_several_phases_is_not_passed(repository: Repository, typed: Typed) -> None:
    for name in ("fair", "perfect"):
        repository.remove(f"submissions/{name}.conll")
    for name in ODD:
        repository.write(f"submissions/{name}.conll", FAIR)
    run = typed("pull-request", "main")
    assert run.code == 4
    assert "submissions of several phases" in run.err


@needs_git
def test_a_check_of_an_earlier_submission_that_does_not_count_is_not_passed(repository: Repository) -> None:
    for name in ("fair", "perfect"):
        (repository.submissions / f"{name}.conll").unlink()
    for name in (ANNA[0], BERTA[1]):
        repository.write(f"submissions/{name}.conll", FAIR)
    repository.git("branch", "--force", "main")
    repository.write(f"submissions/{BERTA[0]}.conll", BROKEN)
    result = pull_request("main")
    assert (result.validation.systems, result.passed_over) == ((), (f"{BERTA[0]}.conll",))
    assert not result.complete
    assert ["earlier submission is ignored" in one.what for one in result.warnings] == [True]


@needs_git
@pytest.mark.parametrize("settings", ["", 'metric = ["lea"]'])
def test_who_was_there_before_keeps_the_name(repository: Repository, settings: str) -> None:
    repository.write("submissions/FAIR.zip", archive(("any.conll", KEY)))
    if settings:
        repository.write("submissions/leaderboard.toml", settings)
    judged = {one.system: one.acceptable for one in pull_request("main").validation.systems}
    assert judged == ({"FAIR": False, "fair": True, "perfect": True} if settings else {"FAIR": False})
