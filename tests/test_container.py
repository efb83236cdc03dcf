"""The container: a user without rights runs the command, and a platform can run it too."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support import small_task

ROOT = Path(__file__).parents[1]
FILE = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
IGNORED = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
IMAGE = "leaderboard-test"


def said(instruction: str) -> list[str]:
    """What follows an instruction, each time that it is given."""
    return re.findall(rf"^{instruction} +(.+)$", FILE, re.M)


def test_the_image_that_is_built_by_default_runs_as_a_user_without_rights() -> None:
    assert [line.partition(":")[0] for line in said("USER")] == ["10001"]
    last = FILE[FILE.rindex("\nFROM ") :]
    assert "USER" in last
    assert said("FROM")[-1] == "codabench"


def test_a_command_is_given_whole() -> None:
    assert not said("ENTRYPOINT")
    [command] = said("CMD")
    assert json.loads(command) == ["leaderboard", "--help"]


def test_it_has_a_python_that_the_project_is_for() -> None:
    images = [line.split()[0] for line in said("FROM")][:-1]
    [version] = {image.removeprefix("python:").removesuffix("-slim") for image in images}
    assert f"Programming Language :: Python :: {version}" in PROJECT["project"]["classifiers"]


def test_what_the_package_is_built_from_is_let_in_and_nothing_else() -> None:
    let_in = {line.removeprefix("!") for line in IGNORED if line.startswith("!")}
    assert IGNORED[1] == "*"
    needed = {
        "constraints.txt",
        "pyproject.toml",
        PROJECT["project"]["readme"],
        *PROJECT["project"]["license-files"],
        *PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"],
    }
    assert let_in == needed
    copied = {name for line in said("COPY") if "--from" not in line for name in line.split()[:-1]}
    assert copied == needed
    assert all((ROOT / name).exists() for name in needed)


@cache
def lacking() -> str:
    """Why no image can be built here, if so."""
    if shutil.which("docker") is None:
        return "docker is not at hand"
    if subprocess.run(["docker", "info"], capture_output=True, check=False).returncode:
        return "no docker daemon answers"
    pull = ["docker", "pull", "--quiet", said("FROM")[0].split()[0]]
    return (
        "the base image cannot be had"
        if subprocess.run(pull, capture_output=True, check=False).returncode
        else ""
    )


@pytest.fixture(scope="module")
def images() -> Iterator[dict[str, str]]:
    if lacking():
        pytest.skip(lacking())
    names = {"plain": IMAGE, "codabench": f"{IMAGE}-codabench"}
    for name, tag in names.items():
        target = ["--target", name] if name == "codabench" else []
        subprocess.run(["docker", "build", "--quiet", "--tag", tag, *target, str(ROOT)], check=True)
    yield names
    subprocess.run(["docker", "rmi", "--force", *names.values()], check=True)


def run(*words: str) -> str:
    done = subprocess.run(["docker", "run", "--rm", *words], capture_output=True, text=True, check=True)
    return done.stdout


def test_the_image_shows_how_the_command_is_used(images: dict[str, str]) -> None:
    assert "COMMAND" in run(images["plain"])
    assert run(images["plain"], "id", "-u").strip() == "10001"


def test_the_image_ranks_a_folder(images: dict[str, str], tmp_path: Path) -> None:
    small_task.write(tmp_path / "submissions", key=small_task.KEY, fair=small_task.FAIR)
    tmp_path.chmod(0o777)
    mounted = ["--volume", f"{tmp_path}:/task"]
    assert "fair" in run(*mounted, images["plain"], "leaderboard", "rank")
    assert (tmp_path / "reports" / "provenance.json").exists()


def test_the_image_scores_for_a_platform(images: dict[str, str], tmp_path: Path) -> None:
    """As its workers do: folders of the worker's own user, few capabilities, and the command as one text."""
    small_task.write(tmp_path / "input" / "ref", key=small_task.KEY)
    small_task.write(tmp_path / "input" / "res", mine=small_task.FAIR)
    (tmp_path / "output").mkdir()
    mounted = [f"--volume={tmp_path}/{name}:/app/{name}" for name in ("input", "output")]
    command = "leaderboard codabench score /app/input /app/output"
    run(*mounted, "--security-opt=no-new-privileges", images["codabench"], *command.split())
    assert (tmp_path / "output" / "scores.json").exists()


def test_what_the_image_installs_is_pinned() -> None:
    [installed] = [line for line in said("RUN") if "pip install" in line]
    assert "PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt" in installed
    pinned = {line.partition("==")[0] for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()}
    wanted = PROJECT["project"]["dependencies"]
    assert {re.split(r"[^\w-]", one)[0] for one in wanted} <= pinned
