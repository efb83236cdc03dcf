"""What a repository names to be run, in whatever way, is not run by `leaderboard pull-request`."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from leaderboard.errors import UsageError
from leaderboard.platforms.pull_request import changed_files, pull_request
from tests.support.git_repository import Repository
from tests.support.small_task import FAIR, KEY

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git tells what changed")
HOOKS = ("fsmonitor-watchman", "post-checkout", "post-index-change", "pre-commit", "reference-transaction")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    made = Repository(tmp_path / "repository")
    monkeypatch.chdir(made.root)
    (tmp_path / "ran").mkdir()
    return made


def plants(repository: Repository, name: str) -> str:
    """A command that leaves a trace of its name."""
    return f"touch '{repository.root.parent}/ran/{name}'; false"


def ran(repository: Repository) -> set[str]:
    return {path.name for path in (repository.root.parent / "ran").iterdir()}


def hostile(repository: Repository) -> None:
    """Name a program wherever the configuration of a repository can name one."""
    marker = "*.conll filter=evil diff=evil merge=evil\n"
    repository.write("submissions/.gitattributes", marker)
    repository.write(".gitmodules", '[submodule "evil"]\npath = evil\nurl = ext::x\nupdate = !touch hacked\n')
    names = {
        "core.fsmonitor": "fsmonitor",
        "core.pager": "pager",
        "core.editor": "editor",
        "core.sshCommand": "ssh",
        "core.gitProxy": "proxy",
        "core.askPass": "ask",
        "core.alternateRefsCommand": "alternates",
        "credential.helper": "credential",
        "diff.external": "diff-external",
        "diff.evil.command": "diff-command",
        "diff.evil.textconv": "textconv",
        "filter.evil.clean": "clean",
        "filter.evil.smudge": "smudge",
        "filter.evil.process": "process",
        "gpg.program": "gpg",
        "interactive.diffFilter": "interactive",
        "merge.evil.driver": "merge",
        "pager.diff": "pager-diff",
        "pager.ls-tree": "pager-ls-tree",
        "remote.origin.uploadpack": "upload-pack",
        "sequence.editor": "sequence",
        "uploadpack.packObjectsHook": "pack-objects",
    }
    for option, name in names.items():
        repository.git("config", option, plants(repository, name))
    for command in ("diff", "ls-files", "ls-tree", "merge-base", "rev-parse", "status"):
        repository.git("config", f"alias.{command}", f"!{plants(repository, f'alias-{command}')}")
    included = repository.root / ".git" / "included"
    included.write_text(f'[core]\nfsmonitor = "{plants(repository, "included")}"\n')
    repository.git("config", "include.path", "included")
    for option in ("submodule.recurse", "filter.evil.required", "feature.manyFiles", "log.showSignature"):
        repository.git("config", option, "true")
    for folder in ("hooks", "other-hooks"):
        (repository.root / ".git" / folder).mkdir(exist_ok=True)
        for hook in HOOKS:
            file = repository.root / ".git" / folder / hook
            file.write_text(f"#!/bin/sh\n{plants(repository, f'{folder}-{hook}')}\n")
            file.chmod(0o755)
    repository.git("config", "core.hooksPath", ".git/other-hooks")


def test_nothing_that_a_configuration_names_is_run(repository: Repository) -> None:
    repository.write("submissions/added.conll", FAIR)
    hostile(repository)
    (repository.submissions / "perfect.conll").write_text(FAIR)
    (repository.submissions / "fair.conll").write_text(FAIR)  # as it was, but for its moment
    (repository.submissions / "untracked.conll").write_text(KEY)
    result = pull_request("main")
    assert [one.system for one in result.validation.systems] == ["added", "perfect", "untracked"]
    assert ran(repository) == set()
    assert not (repository.root / "hacked").exists()
    subprocess.run(["git", "diff", "main"], capture_output=True, check=False)
    assert {"fsmonitor", "process"} & ran(repository), "git alone runs it"


@pytest.mark.parametrize("remote", ["ext", "uploadpack", "helper"])
def test_what_is_missing_is_not_fetched(repository: Repository, remote: str) -> None:
    """A clone may be partial; git would fetch the rest, by any command that its configuration names."""
    repository.write("submissions/added.conll", FAIR)
    tree = subprocess.run(["git", "rev-parse", "main^{tree}"], capture_output=True, text=True, check=True)
    digest = tree.stdout.strip()
    (repository.root / ".git" / "objects" / digest[:2] / digest[2:]).unlink()
    program = repository.root.parent / "program"
    program.write_text(f"#!/bin/sh\n{plants(repository, remote)}\n")
    program.chmod(0o755)
    options = {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "protocol.allow": "always",
        "protocol.ext.allow": "always",
        "remote.origin.url": f"ext::{program}" if remote == "ext" else str(repository.root),
        "remote.origin.uploadpack": str(program),
    }
    if remote == "helper":
        options["remote.origin.vcs"] = "ext"
        options["remote.origin.url"] = str(program)
    for option, value in options.items():
        repository.git("config", option, value)
    with pytest.raises(UsageError, match="; repair the repository"):
        pull_request("main")
    assert ran(repository) == set()
    subprocess.run(["git", "ls-tree", "main"], capture_output=True, check=False)
    assert ran(repository) == {remote}, "git alone runs it"


def test_the_environment_of_git_does_not_count(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    repository.write("submissions/added.conll", FAIR)
    other = Repository(tmp_path / "other")
    monkeypatch.setenv("GIT_DIR", str(other.root / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other.root / "nothing"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.fsmonitor")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", plants(repository, "environment"))
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", plants(repository, "external"))
    assert [one.system for one in pull_request("main").validation.systems] == ["added"]
    assert ran(repository) == set()


@pytest.mark.parametrize("folder", ["", "."])
def test_a_program_called_git_in_the_repository_is_not_run(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    repository.write("git", f"#!/bin/sh\n{plants(repository, 'git')}\n")
    repository.write("submissions/added.conll", FAIR)
    (repository.root / "git").chmod(0o755)
    monkeypatch.setenv("PATH", folder + os.pathsep + os.environ["PATH"])
    assert [one.system for one in pull_request("main").validation.systems] == ["added"]
    assert ran(repository) == set()


def changed(repository: Repository) -> set[str]:
    root = repository.root
    return {str(path.relative_to(root)) for path in changed_files(root, "main", [repository.submissions])}


def rebase(repository: Repository) -> None:
    repository.git("branch", "--force", "main")


def test_other_ends_of_lines_are_no_change(repository: Repository) -> None:
    """As git writes files on Windows; a file that has null bytes is no text, and taken as it is."""
    repository.write("submissions/packed.zip", "PK\0\n")
    rebase(repository)
    for name in ("fair.conll", "packed.zip"):
        file = repository.submissions / name
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert changed(repository) == {"submissions/packed.zip"}


def test_a_file_of_large_file_storage_is_no_change(repository: Repository) -> None:
    digest = "a948904f2f0f479b8f8197694b30184b0d2ed1c1cd2a1ec0fb85d299a192a447"
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{digest}\nsize 12\n"
    repository.write("submissions/large.conll", pointer)
    rebase(repository)
    (repository.submissions / "large.conll").write_text("hello world\n")
    assert changed(repository) == set()
    (repository.submissions / "large.conll").write_text("hello, world\n")
    assert changed(repository) == {"submissions/large.conll"}


def test_links_folders_and_pipes_in_the_place_of_files(repository: Repository) -> None:
    (repository.submissions / "link").symlink_to("fair.conll")
    (repository.submissions / "moved").symlink_to("fair.conll")
    repository.commit()
    rebase(repository)
    assert changed(repository) == set()
    (repository.submissions / "moved").unlink()
    (repository.submissions / "moved").symlink_to("perfect.conll")
    (repository.submissions / "perfect.conll").unlink()
    (repository.submissions / "perfect.conll").symlink_to("fair.conll")
    (repository.submissions / "fair.conll").unlink()
    os.mkfifo(repository.submissions / "fair.conll")
    assert changed(repository) == {f"submissions/{name}" for name in ("moved", "perfect.conll", "fair.conll")}


def test_a_file_that_may_not_be_read_counts_as_changed(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_: Path) -> bytes:
        raise PermissionError

    monkeypatch.setattr(Path, "read_bytes", refused)
    assert "submissions/fair.conll" in changed(repository)


def test_another_repository_within_counts_though_it_asks_to_be_ignored(repository: Repository) -> None:
    inner = Repository(repository.submissions / "inner")
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=inner.root, capture_output=True, text=True, check=True
    ).stdout.strip()
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{commit},submissions/inner")
    repository.write(".gitmodules", '[submodule "x"]\npath = submissions/inner\nurl = x\nignore = all\n')
    repository.git("config", "diff.ignoreSubmodules", "all")
    assert "submissions/inner" in changed(repository)
    rebase(repository)
    assert changed(repository) == set()


def test_hashes_of_the_other_kind(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    (folder / "submissions").mkdir(parents=True)
    (folder / "submissions" / "fair.conll").write_text(FAIR)
    made = Repository.__new__(Repository)
    made.root, made.submissions = folder, folder / "submissions"
    made.git("init", "--quiet", "--initial-branch=main", "--object-format=sha256", ".")
    made.commit()
    assert changed(made) == set()
    (folder / "submissions" / "fair.conll").write_text(KEY)
    assert changed(made) == {"submissions/fair.conll"}


def test_what_is_committed_counts_though_the_index_or_the_folder_hides_it(repository: Repository) -> None:
    repository.write(".gitignore", "added.conll")
    (repository.submissions / "added.conll").write_text(FAIR)
    repository.git("add", "--force", "submissions/added.conll")
    assert "submissions/added.conll" in changed(repository)
    repository.git("commit", "--quiet", "--message", "x")
    repository.git("rm", "--quiet", "--cached", "submissions/added.conll")
    assert "submissions/added.conll" in changed(repository)
    repository.git("add", "--force", "submissions/added.conll")
    repository.git("update-index", "--skip-worktree", "submissions/added.conll")
    rebase(repository)
    (repository.submissions / "added.conll").write_text(KEY)
    assert changed(repository) == {"submissions/added.conll"}


def test_what_is_gone_counts_if_it_was_committed(repository: Repository) -> None:
    (repository.submissions / "staged.conll").write_text(FAIR)
    repository.git("add", "--all")
    for name in ("staged.conll", "fair.conll"):
        (repository.submissions / name).unlink()
    assert changed(repository) == {"submissions/fair.conll"}
