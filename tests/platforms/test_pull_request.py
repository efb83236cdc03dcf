"""Which submissions a branch changes, whatever their names are, and what is made of them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import leaderboard
from leaderboard.errors import LeaderboardError, NothingToDo, UsageError
from leaderboard.platforms.pull_request import PullRequestResult, pull_request
from leaderboard.report.pull_requests import render_pull_request
from tests.support.bad_inputs import archive
from tests.support.git_repository import Repository
from tests.support.made_task import made_datasets
from tests.support.small_task import BROKEN, FAIR, KEY, NOTHING, SHORT, parts

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git tells what changed")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    made = Repository(tmp_path / "repository")
    monkeypatch.chdir(made.root)
    return made


@pytest.fixture
def several(repository: Repository) -> Repository:
    """The same with a key of three datasets, and a system of as many files."""
    shutil.rmtree(repository.submissions)
    repository.submissions.mkdir()
    for name in ("key", "precise"):
        shutil.copytree(made_datasets() / name, repository.submissions / name)
    repository.commit()
    repository.git("branch", "--force", "main")
    return repository


def judged(result: PullRequestResult) -> dict[str, bool]:
    """Whether each submission that was looked at is acceptable."""
    return {one.system: one.acceptable for one in result.validation.systems}


def test_only_what_differs_is_scored(repository: Repository) -> None:
    repository.write("submissions/added.conll", FAIR)
    repository.write("submissions/perfect.conll", FAIR)
    repository.write("README.md", "elsewhere")
    repository.write("submissions.txt", "beside")
    result = pull_request("main")
    assert judged(result) == {"added": True, "perfect": True}
    assert (result.cause, result.gone, result.passed_over, result.scored) == ("", (), (), 2)
    assert result.scores is not None
    alone = leaderboard.score("added", "perfect")
    assert result.scores.systems == alone.systems
    assert result.scores.signature == alone.signature


def test_one_bad_submission_stops_no_other(repository: Repository) -> None:
    repository.write("submissions/bad.conll", BROKEN)
    repository.write("submissions/short.conll", SHORT)
    repository.write("submissions/good.conll", FAIR)
    repository.write("submissions/packed.zip", b"PK no archive")
    result = pull_request("main")
    assert judged(result) == {"bad": False, "good": True, "packed": False, "short": False}
    assert [one.errors for one in result.validation.systems] == [1, 0, 1, 1]
    assert result.scored == 1


@pytest.mark.parametrize(
    "name",
    [
        "two words",
        "-rf",
        "--key=x",
        "::error file=a,line=1::b",
        "a%0Ab",
        "$(x) `y` 'z' \"",
        "Žluťoučký",
        "#1;*?",
    ],
)
def test_any_name_that_can_be_shown_is_a_name(repository: Repository, name: str) -> None:
    repository.write(f"submissions/{name}.conll", FAIR)
    assert judged(pull_request("main")) == {name: True}


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("two\nlines", "two\\nlines"),
        ("::set-env name=A::\r", "::set-env name=A::\\r"),
        ("\x1b[2J", "\\x1b[2J"),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(repository: Repository, name: str, shown: str) -> None:
    repository.write(f"submissions/{name}.conll", FAIR)
    result = pull_request("main")
    assert judged(result) == {shown: False}
    assert "unprintable characters" in result.validation.systems[0].findings[0].problem.what


def test_what_was_taken_away_or_renamed(repository: Repository) -> None:
    repository.remove("submissions/fair.conll")
    result = pull_request("main")
    assert (judged(result), result.gone, result.scores) == ({}, ("fair",), None)
    repository.git("mv", "submissions/perfect.conll", "submissions/renamed.conll")
    repository.commit()
    result = pull_request("main")
    assert (judged(result), result.gone) == ({"renamed": True}, ("fair", "perfect"))


def test_another_file_of_the_same_system_is_no_loss(repository: Repository) -> None:
    repository.remove("submissions/fair.conll")
    repository.write("submissions/fair.zip", archive(("any.conll", FAIR)))
    result = pull_request("main")
    assert (judged(result), result.gone) == ({"fair": True}, ())


def test_a_new_submission_cannot_take_the_name_of_another(repository: Repository) -> None:
    repository.write("submissions/FAIR.conll", KEY)
    result = pull_request("main")
    assert judged(result) == {"FAIR": False}
    assert "it has the same name as" in result.validation.systems[0].findings[0].problem.what


def test_a_copy_of_an_earlier_entry_names_it(repository: Repository) -> None:
    repository.write("submissions/again.conll", FAIR)
    result = pull_request("main")
    assert judged(result) == {"again": True}
    [finding] = result.validation.systems[0].findings
    assert finding.severity == "warning"
    assert str(finding.problem) == (
        "submissions/again.conll: the same mentions and entities as fair; "
        "check that no output was submitted twice"
    )
    assert "the same mentions and entities as fair" in render_pull_request(result, "markdown")
    repository.remove("submissions/fair.conll")
    assert not pull_request("main").validation.systems[0].findings


def test_likely_mistakes_stand_on_the_page(repository: Repository) -> None:
    repository.write("submissions/none.conll", parts(NOTHING, NOTHING, NOTHING))
    result = pull_request("main")
    assert (judged(result), result.scored) == ({"none": True}, 1)
    assert "no mentions" in render_pull_request(result, "markdown")


def test_a_system_of_several_files_is_one_submission(several: Repository) -> None:
    shutil.copy(made_datasets() / "close" / "set2.conll", several.submissions / "precise" / "set2.conll")
    several.commit()
    result = pull_request("main")
    assert judged(result) == {"precise": True}
    assert result.scores is not None
    assert list(result.scores.systems[0].datasets) == ["set1", "set2", "set3"]
    several.remove("submissions/precise/set3.conll")
    result = pull_request("main")
    assert (judged(result), result.gone) == ({"precise": False}, ())


@pytest.mark.parametrize("file", ["leaderboard.toml", "submissions/leaderboard.toml"])
def test_other_settings_concern_all(repository: Repository, file: str) -> None:
    repository.write(file, 'metric = ["lea"]')
    result = pull_request("main")
    assert judged(result) == {"fair": True, "perfect": True}
    assert (repository.submissions / result.cause).resolve() == (repository.root / file).resolve()
    assert result.scores is not None
    assert [metric.name for metric in result.scores.metrics] == ["lea"]
    repository.git("branch", "--force", "main")
    assert pull_request("main").cause == ""
    repository.remove(file)
    assert pull_request("main").cause != ""


def test_settings_that_are_not_read_are_said_to_be_so(repository: Repository) -> None:
    repository.write("leaderboard.toml", 'metric = ["lea"]')
    repository.git("branch", "--force", "main")
    repository.write("submissions/leaderboard.toml", 'metric = ["muc"]')
    result = pull_request("main")
    assert result.cause == "submissions/leaderboard.toml (not read)"
    assert result.scores is not None
    assert [metric.name for metric in result.scores.metrics] == ["lea"]
    repository.write("leaderboard.toml", 'metric = ["bcub"]')
    assert pull_request("main").cause == "../leaderboard.toml"


def test_another_key_concerns_all(repository: Repository) -> None:
    repository.write("submissions/key.conll", FAIR)
    repository.write("submissions/bad.conll", BROKEN)
    result = pull_request("main")
    assert (judged(result), result.cause) == ({"bad": False, "fair": True, "perfect": True}, "key.conll")


def test_another_key_of_several_files_concerns_all(several: Repository) -> None:
    several.remove("submissions/key/set3.conll")
    several.remove("submissions/precise/set3.conll")
    assert pull_request("main").cause == "key/set3.conll"


def test_a_key_elsewhere_concerns_all_too(repository: Repository) -> None:
    repository.git("mv", "submissions/key.conll", "gold.conll")
    repository.write("leaderboard.toml", 'key = "gold.conll"')
    repository.git("branch", "--force", "main")
    assert judged(pull_request("main")) == {}
    repository.write("gold.conll", FAIR)
    assert pull_request("main").cause == "../gold.conll"
    repository.git("reset", "--quiet", "--hard", "main")
    repository.write("other.conll", FAIR)
    assert pull_request("main", key="other.conll").cause == "../other.conll"


def test_a_second_key_is_no_submission(repository: Repository) -> None:
    repository.write("submissions/leaderboard.toml", 'key = "key.conll"')
    repository.git("branch", "--force", "main")
    repository.write("submissions/key.txt", FAIR)
    result = pull_request("main")
    assert judged(result) == {"fair": True, "key": False, "perfect": True}


def test_nothing_that_counts_differs(repository: Repository) -> None:
    repository.write("docs/page.md", "text")
    repository.write("submissions/.hidden", "text")
    repository.write("submissions/__MACOSX/._fair.conll", "text")
    result = pull_request("main")
    assert (judged(result), result.cause, result.gone, result.passed_over) == ({}, "", (), ())
    assert (result.hidden, result.complete) == ((".hidden", "__MACOSX"), True)


def test_what_passes_for_a_report_is_named(repository: Repository) -> None:
    record = '{\n "schema": 1,\n "signature": "leaderboard:'
    repository.write("submissions/fake/provenance.json", record)
    result = pull_request("main")
    assert (judged(result), result.passed_over, result.complete) == ({}, ("fake",), False)


def test_a_task_without_submissions_yet(repository: Repository) -> None:
    repository.remove("submissions/fair.conll")
    repository.remove("submissions/perfect.conll")
    repository.write("submissions/key.conll", FAIR)
    result = pull_request("main")
    assert (judged(result), result.cause, result.gone) == ({}, "key.conll", ("fair", "perfect"))


def test_what_others_changed_meanwhile_does_not_count(repository: Repository) -> None:
    repository.write("submissions/mine.conll", FAIR)
    repository.git("switch", "--quiet", "main")
    repository.write("submissions/theirs.conll", FAIR)
    repository.git("switch", "--quiet", "new")
    result = pull_request("main")
    assert (judged(result), result.gone) == ({"mine": True}, ())


def test_settings_of_a_stranger_reach_nothing_else(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / "secret.conll").write_text(FAIR)
    (repository.submissions / "link.conll").symlink_to(tmp_path / "secret.conll")
    lines = ("follow_symlinks = true", 'saved = "sums"', 'scheduler = "tcp://127.0.0.1:9"', "jobs = 4000")
    repository.write("submissions/leaderboard.toml", "\n".join(lines))
    result = pull_request("main")
    assert judged(result) == {"fair": True, "link": False, "perfect": True}
    assert result.validation.systems[1].findings[0].problem.what == "a symbolic link"
    assert not (repository.root / "sums").exists()


def test_the_folder_may_lie_anywhere(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.write("submissions/added.conll", FAIR)
    monkeypatch.chdir(repository.root.parent)
    assert judged(pull_request("main", repository.submissions)) == {"added": True}
    monkeypatch.chdir(repository.submissions)
    assert judged(pull_request("main", ".")) == {"added": True}


def test_what_is_not_yet_committed_counts(repository: Repository) -> None:
    (repository.submissions / "fair.conll").write_text(KEY)
    (repository.submissions / "new.conll").write_text(KEY)
    (repository.root / ".gitignore").write_text("ignored.*")
    (repository.submissions / "ignored.conll").write_text(KEY)
    assert judged(pull_request("main")) == {"fair": True, "new": True}


def test_a_folder_with_the_files_of_a_repository_is_none(repository: Repository) -> None:
    """git would take it for one, and run what its configuration says."""
    ran = repository.root / "ran"
    folder = repository.submissions
    for name in ("objects", "refs"):
        shutil.copytree(repository.root / ".git" / name, folder / name)
    for name in ("HEAD", "index"):
        shutil.copy(repository.root / ".git" / name, folder / name)
    runs = f"touch {ran}; false"
    core = f'repositoryformatversion = 0\nbare = false\nworktree = .\nfsmonitor = "{runs}"'
    (folder / "config").write_text(f"[core]\n{core}\n")
    subprocess.run(["git", "-C", folder, "diff", "--name-only"], capture_output=True, check=False)
    assert ran.exists(), "git alone runs it"
    ran.unlink()
    (folder / "mine.conll").write_text(FAIR)
    assert judged(pull_request("main"))["mine"]
    assert not ran.exists()


def test_a_worktree_is_a_repository(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = repository.root.parent / "tree"
    repository.git("worktree", "add", "--quiet", "-b", "other", str(tree), "main")
    monkeypatch.chdir(tree)
    (tree / "submissions" / "mine.conll").write_text(FAIR)
    assert judged(pull_request("main")) == {"mine": True}


def test_a_key_that_is_linked_is_the_file_behind_the_link(repository: Repository) -> None:
    repository.git("switch", "--quiet", "main")
    (repository.root / "data").mkdir()
    (repository.submissions / "key.conll").rename(repository.root / "data" / "key.conll")
    (repository.submissions / "key.conll").symlink_to("../data/key.conll")
    repository.commit()
    repository.git("switch", "--quiet", "--create", "linked")
    repository.write("data/key.conll", FAIR)
    assert pull_request("main").cause == "../data/key.conll"


@pytest.mark.parametrize("name", ["key.conll", "key/en.conll"])
def test_a_key_that_is_a_link_out_of_the_repository(
    repository: Repository, tmp_path: Path, name: str
) -> None:
    (tmp_path / "secret.conll").write_text(KEY)
    repository.remove("submissions/key.conll")
    link = repository.submissions / name
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(tmp_path / "secret.conll")
    repository.commit()
    with pytest.raises(UsageError, match=f"{name}: a symbolic link that leads out of the repository"):
        pull_request("main")


@pytest.mark.parametrize("file", ["submissions/leaderboard.toml", "leaderboard.toml"])
@pytest.mark.parametrize("key", ["../../secret.conll", "{outside}", ".git/config", "../.git/config"])
def test_a_key_outside_the_repository_that_the_settings_name(
    repository: Repository, tmp_path: Path, key: str, file: str
) -> None:
    secret = tmp_path / "secret.conll"
    secret.write_text(KEY)
    repository.remove("submissions/key.conll")
    path = os.path.relpath(secret if "secret" in key else ".git/config", repository.root / file / "..")
    said = str(secret) if key == "{outside}" else path
    repository.write(file, f'key = "{said}"')
    outside = r"(a key outside the repository, .*|leads out of the folder .*); name it with key"
    with pytest.raises(LeaderboardError, match=outside):
        pull_request("main")
    assert judged(pull_request("main", key=secret)) == {"fair": True, "perfect": True}


@pytest.mark.parametrize("said", ["option", "environment"])
def test_who_types_the_command_may_have_the_key_elsewhere(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    (tmp_path / "data.conll").write_text(KEY)
    (tmp_path / "secret.conll").symlink_to(tmp_path / "data.conll")
    repository.remove("submissions/key.conll")
    repository.git("branch", "--force", "main")
    repository.write("submissions/added.conll", FAIR)
    if said == "environment":
        monkeypatch.setenv("LEADERBOARD_KEY", str(tmp_path / "secret.conll"))
        assert judged(pull_request("main")) == {"added": True}
    else:
        assert judged(pull_request("main", key="../secret.conll")) == {"added": True}


def test_a_folder_on_the_way_to_the_key_that_leads_out(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "key.conll").write_text(KEY)
    (repository.root / "data").symlink_to(tmp_path / "outside", target_is_directory=True)
    with pytest.raises(
        UsageError, match=r"data/key\.conll: a symbolic link that leads out of the repository"
    ):
        pull_request("main", key="data/key.conll")


def test_settings_that_are_a_link_out_of_the_repository(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text('password = "x"')
    (repository.submissions / "leaderboard.toml").symlink_to(tmp_path / "secret.toml")
    with pytest.raises(UsageError, match=r"leaderboard.toml: a symbolic link .*; remove it") as caught:
        pull_request("main")
    assert "password" not in str(caught.value)


@pytest.mark.parametrize("base", ["nowhere", "", "-x", "--output=x", "main:submissions", "a b"])
def test_a_base_that_is_no_commit(repository: Repository, base: str) -> None:
    with pytest.raises(UsageError, match="no commit of this name here; name one that was fetched"):
        pull_request(base)


def test_a_base_without_common_history(repository: Repository) -> None:
    repository.git("switch", "--quiet", "--orphan", "other")
    repository.write("submissions/key.conll", KEY)
    with pytest.raises(UsageError, match="shares no commit with it here; fetch the whole history"):
        pull_request("main")


def test_places_that_are_no_repository(repository: Repository, tmp_path: Path) -> None:
    with pytest.raises(NothingToDo, match="no such folder"):
        pull_request("main", "nowhere")
    outside = tmp_path / "outside"
    outside.mkdir()
    with pytest.raises(UsageError, match=r"outside: .*; name a folder within a git repository"):
        pull_request("main", outside)


@pytest.mark.parametrize("folder", ["submissions", "submissions/inner"])
def test_a_folder_that_leads_elsewhere(repository: Repository, folder: str) -> None:
    repository.submissions.rename(repository.root / "other")
    (repository.root / "other" / "inner").mkdir()
    repository.submissions.symlink_to("other", target_is_directory=True)
    repository.commit()
    with pytest.raises(UsageError, match="contains a symbolic link; name the folder itself"):
        pull_request("main", folder)


def test_without_git(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NothingToDo, match="git: no such program; install git"):
        pull_request("main")


def test_a_broken_key_stops_all(repository: Repository) -> None:
    repository.write("submissions/key.conll", BROKEN)
    with pytest.raises(NothingToDo, match="the key cannot be read"):
        pull_request("main")
