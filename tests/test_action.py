"""The action for pull requests, run as the platform runs it: its steps are scripts of the shell."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from tests.support.git_repository import Repository
from tests.support.small_task import BROKEN, FAIR

ROOT = Path(__file__).parents[1]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "pull-requests.md").read_text(encoding="utf-8")
STEPS = ACTION["runs"]["steps"]
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}")
EXPRESSION = re.compile(r"\$\{\{\s*([\w.-]+)\s*\}\}")


class Checked(NamedTuple):
    code: int
    log: str
    summary: str
    output: str


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def check(repository: Repository, **inputs: str) -> Checked:
    """The last step, with what it is given; the program is this one, in the place where it gets installed."""
    temporary = repository.root.parent / "temporary"
    program = temporary / "leaderboard" / "bin" / "leaderboard"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m leaderboard "$@"\n')
    program.chmod(0o755)
    given = {name: one["default"] for name, one in ACTION["inputs"].items()} | inputs
    contexts = {f"inputs.{name}": value for name, value in given.items()}
    step = next(step for step in STEPS if step.get("id") == "score")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT")}
    files = {name: temporary / name for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT")}
    environment |= {name: str(path) for name, path in files.items()}
    environment |= {"RUNNER_TEMP": str(temporary), "PYTHONPATH": str(ROOT)}
    environment |= {
        name: EXPRESSION.sub(lambda found: contexts[found[1]], said) for name, said in step["env"].items()
    }
    run = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=repository.root,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    summary, output = (path.read_text(encoding="utf-8") for path in files.values())
    return Checked(run.returncode, run.stdout + run.stderr, summary, output)


needs_shell = pytest.mark.skipif(
    shutil.which("git") is None or shutil.which("bash") is None, reason="the action runs git and bash"
)


@needs_shell
def test_a_good_submission_passes(repository: Repository) -> None:
    repository.write("submissions/added.conll", FAIR)
    found = check(repository, base="main")
    assert (found.code, found.output) == (0, "exit-code=0\n")
    assert "| added    | acceptable |" in found.summary
    assert "## Scores of added in per cent" in found.summary


@needs_shell
def test_nothing_changed_passes(repository: Repository) -> None:
    found = check(repository, base="main")
    assert (found.code, found.output) == (0, "exit-code=0\n")
    assert found.summary.endswith("- No submission differs from main.\n")


@needs_shell
def test_rejected_submissions_fail_by_the_codes_of_all_commands(repository: Repository) -> None:
    repository.write("submissions/bad.conll", BROKEN)
    found = check(repository, base="main")
    assert (found.code, found.output) == (4, "exit-code=4\n")
    assert "## Findings" in found.summary
    repository.write("submissions/good.conll", FAIR)
    assert check(repository, base="main").code == 3


@needs_shell
@pytest.mark.parametrize("base", ["", "nowhere", "--help", "$(touch hacked)", "main; touch hacked", "'\"`"])
def test_a_base_is_no_script(repository: Repository, base: str) -> None:
    found = check(repository, base=base)
    assert (found.code, found.output) == (2, "exit-code=2\n")
    assert found.summary == "No submission could be examined; see the log of this check.\n"
    assert "no commit of this name here" in found.log
    assert not (repository.root / "hacked").exists()


@needs_shell
def test_names_are_no_scripts_and_no_commands(repository: Repository) -> None:
    names = [
        "::error::x",
        "a\n::set-output name=exit-code::0\nb",
        "##[error]x",
        "$(touch hacked)",
        "-rf",
        "\r::x::",
    ]
    for name in names:
        repository.write(f"submissions/{name}.conll", BROKEN)
    found = check(repository, base="main")
    assert (found.code, found.output) == (4, "exit-code=4\n")
    paused, *between, resumed = found.log.splitlines()
    assert re.fullmatch(r"::stop-commands::([0-9a-f]{32})", paused)
    assert resumed == f"::{paused.rpartition('::')[2]}::"
    assert not [line for line in between if line.startswith("::")]
    assert check(repository, base="main").log != found.log
    assert not (repository.root / "hacked").exists()


@needs_shell
def test_modules_of_a_stranger_are_not_imported(repository: Repository) -> None:
    for name in ("numpy", "scipy", "json", "sitecustomize", "leaderboard"):
        repository.write(f"{name}.py", "open('hacked', 'w')")
    repository.write("submissions/added.conll", FAIR)
    assert check(repository, base="main").code == 0
    assert not (repository.root / "hacked").exists()


@needs_shell
def test_other_folders_and_keys(repository: Repository) -> None:
    repository.git("mv", "submissions", "two words")
    repository.git("mv", "two words/key.conll", "the key.conll")
    repository.commit()
    repository.git("branch", "--force", "main")
    repository.write("two words/added.conll", FAIR)
    found = check(repository, base="main", submissions="two words", key="the key.conll")
    assert found.code == 0
    assert "Key: the key.conll." in found.summary


@needs_shell
def test_a_summary_is_no_longer_than_the_platform_takes(repository: Repository) -> None:
    (repository.root.parent / "temporary").mkdir()
    (repository.root.parent / "temporary" / "GITHUB_STEP_SUMMARY").write_text("before\n")
    assert check(repository, base="main").summary.startswith("before\n# Submissions")


def test_untrusted_values_never_stand_in_a_script() -> None:
    for step in STEPS:
        assert "${{" not in step.get("run", "")
        assert step.get("shell", "bash") == "bash"
    assert {found for step in STEPS for found in EXPRESSION.findall(str(step))} == {
        "github.action_path",
        "steps.python.outputs.python-path",
        "inputs.base",
        "inputs.submissions",
        "inputs.key",
    }


def test_what_is_used_is_pinned() -> None:
    assert [step["uses"] for step in STEPS if "uses" in step and not PINNED.fullmatch(step["uses"])] == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pinned = dict(line.split("==") for line in lines)
    assert len(pinned) == len(lines)
    assert [name for one in wanted if (name := re.match(r"[\w-]+", one)[0]) not in pinned] == []  # type: ignore[index]


def pasted() -> list[dict[Any, Any]]:
    """What the page gives to paste: the workflow of the check, and the hook for participants."""
    return [yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)]


def test_the_hook_to_paste_is_one_that_the_project_has() -> None:
    _workflow, hook = pasted()
    offered = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert hook["repos"][0]["hooks"] == [{"id": one["id"]} for one in offered]


def test_the_workflow_to_paste_fits_the_action() -> None:
    workflow, _hook = pasted()
    assert workflow[True] == {
        "pull_request": {"paths": ["submissions/**", "leaderboard.toml"]}
    }  # YAML takes `on` for true
    assert workflow["permissions"] == {"contents": "read"}
    [job] = workflow["jobs"].values()
    checkout, action = job["steps"]
    assert PINNED.fullmatch(checkout["uses"])
    assert checkout["with"] == {"fetch-depth": 0, "persist-credentials": False}
    assert action["uses"].endswith("@COMMIT")
    assert set(action["with"]) <= set(ACTION["inputs"])


def test_the_page_names_inputs_and_outputs() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == list(ACTION["inputs"])
    assert all(f"`{name}`" in PAGE for name in ACTION["outputs"])
