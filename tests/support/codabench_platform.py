"""Codabench as its documentation describes it: what it takes for a bundle, and how it runs submissions.

Written after the pages *Yaml structure*, *Competition bundle structure*, *Leaderboard functionality* and
*Submission docker container layout*, and after what the platform does where they are silent.
"""

from __future__ import annotations

import io
import json
import shlex
import subprocess
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

import yaml

from tests.support.pages import surroundings

REQUIRED = ("title", "image", "terms", "pages", "tasks", "phases", "leaderboards")
RULES = (
    "Add",
    "Add_And_Delete",
    "Add_And_Delete_Multiple",
    "Force_Last",
    "Force_Latest_Multiple",
    "Force_Best",
)
IMAGES = (".jpg", ".jpeg", ".png", ".gif")
# Of titles and of keys of columns, of titles of leaderboards, and of names and other titles.
COLUMN, LEADERBOARD, NAME = 36, 64, 256
MOMENT = "%Y-%m-%d %H:%M:%S"


def faults(bundle: bytes) -> list[str]:
    """Everything for which the platform would refuse a bundle, or not do what it says."""
    files = unpacked(bundle)
    if "competition.yaml" not in files:
        return ["no competition.yaml at the top"]
    said = yaml.safe_load(files["competition.yaml"].decode())
    found = [f"{name} is missing" for name in REQUIRED if not said.get(name)]
    return found or list(_faults(said, files))


def _faults(said: dict[str, Any], files: dict[str, bytes]) -> Iterator[str]:
    if said.get("version") != 2:
        yield "not version 2"
    for text in (said["title"], *(one["name"] for one in (*said["tasks"], *said["phases"]))):
        if not isinstance(text, str) or not 0 < len(text) <= NAME:
            yield f"{text!r} is no title"
    if Path(said["image"]).suffix not in IMAGES:
        yield "the logo is no image"
    if not isinstance(said.get("docker_image"), str) or " " in said["docker_image"]:
        yield "no container image"
    for name in (said["image"], said["terms"], *(page["file"] for page in said["pages"])):
        if not files.get(name):
            yield f"{name} is missing or empty"
    yield from _faults_of_tasks(said["tasks"], files)
    yield from _faults_of_phases(said["phases"], {task["index"] for task in said["tasks"]})
    for leaderboard in said["leaderboards"]:
        yield from _faults_of_leaderboard(leaderboard)


def _faults_of_tasks(tasks: list[dict[str, Any]], files: dict[str, bytes]) -> Iterator[str]:
    yield from _not_unique("indexes of tasks", [task["index"] for task in tasks])
    for task in tasks:
        for name in ("scoring_program", "reference_data"):
            if not zipfile.is_zipfile(io.BytesIO(files.get(task[name], b""))):
                yield f"{task[name]} is no archive"
        program = unpacked(files.get(task["scoring_program"], b""))
        if not isinstance(yaml.safe_load(program.get("metadata.yaml", b"")).get("command"), str):
            yield "the scoring program has no command"


def _faults_of_phases(phases: list[dict[str, Any]], tasks: set[int]) -> Iterator[str]:
    yield from _not_unique("indexes of phases", [phase["index"] for phase in phases])
    if [phase["index"] for phase in phases] != sorted(phase["index"] for phase in phases):
        yield "phases out of order"
    for phase in phases:
        if not phase["tasks"] or not set(phase["tasks"]) <= tasks:
            yield f"{phase['name']} has unknown tasks"
        # The platform drops the hour of what is no text.
        if not all(isinstance(phase[name], str) for name in ("start", "end") if name in phase):
            yield f"{phase['name']} has dates that are no texts"
    for phase, later in pairwise(phases):
        if "end" not in phase:
            yield f"{phase['name']} never ends, and another follows"
        elif not moment(phase["start"]) < moment(phase["end"]) < moment(later["start"]):
            yield f"{phase['name']} is not over when {later['name']} begins"


def moment(text: str) -> datetime:
    return datetime.strptime(text, MOMENT)


def _faults_of_leaderboard(leaderboard: dict[str, Any]) -> Iterator[str]:
    if not 0 < len(leaderboard["title"]) <= LEADERBOARD or not 0 < len(leaderboard["key"]) <= COLUMN:
        yield "a leaderboard without title or key"
    if leaderboard.get("submission_rule", "Add") not in RULES:
        yield "an unknown submission rule"
    columns = leaderboard["columns"]
    if not columns:
        yield "no column"
    for name in ("index", "key"):
        yield from _not_unique(f"{name} of columns", [column[name] for column in columns])
    for column in columns:
        if not all(
            isinstance(column[name], str) and 0 < len(column[name]) <= COLUMN for name in ("key", "title")
        ):
            yield f"the column {column['key']!r} has a name that is too long"
        if (
            column.get("sorting", "desc") not in ("desc", "asc")
            or type(column.get("precision", 2)) is not int
        ):
            yield f"the column {column['key']!r} is sorted or rounded in no known way"


def _not_unique(what: str, values: list[Any]) -> Iterator[str]:
    if len(set(values)) != len(values):
        yield f"{what} are not unique"


def unpacked(archive: bytes) -> dict[str, bytes]:
    if not archive:
        return {}
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist() if not name.endswith("/")}


def packed(files: dict[str, bytes | str]) -> bytes:
    """What participants and platforms make of files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


@dataclass
class Run:
    """What a participant sees of a run; no scores where it failed."""

    failed: bool
    log: str
    scores: dict[str, float]
    page: str


@dataclass
class Submitted:
    number: int
    owner: str
    phase: int
    name: str
    content: bytes


@dataclass
class Codabench:
    """A competition that was made of a bundle."""

    folder: Path
    bundle: bytes
    submitted: list[Submitted] = field(default_factory=list)

    def __post_init__(self) -> None:
        assert faults(self.bundle) == []
        self.files = unpacked(self.bundle)
        self.said = yaml.safe_load(self.files["competition.yaml"].decode())

    @property
    def columns(self) -> list[str]:
        [leaderboard] = self.said["leaderboards"]
        return [
            column["key"] for column in sorted(leaderboard["columns"], key=lambda column: column["index"])
        ]

    def submit(self, owner: str, content: bytes, phase: int = 0, name: str = "submission.zip") -> Run:
        """The prediction step, which copies what brings no program, and the scoring step."""
        self.submitted.append(Submitted(100 + 7 * len(self.submitted), owner, phase, name, content))
        [index] = self.said["phases"][phase]["tasks"]
        [task] = [task for task in self.said["tasks"] if task["index"] == index]
        app = self.folder / f"run{len(self.submitted)}" / "app"
        self._extract(self.files[task["scoring_program"]], app / "program")
        self._extract(self.files[task["reference_data"]], app / "input" / "ref")
        self._extract(content, app / "input" / "res")
        (app / "input" / "res" / "metadata").write_text("elapsedTime: 0.1\nexitCode: 0\n")
        (app / "output").mkdir()
        command = yaml.safe_load((app / "program" / "metadata.yaml").read_text())["command"]
        done = subprocess.run(
            shlex.split(command.replace("/app/", f"{app}/")),
            cwd=app / "program",
            env=surroundings(self.folder / "machine"),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        return self._result(done.returncode, done.stdout + done.stderr, app / "output")

    def _extract(self, archive: bytes, target: Path) -> None:
        target.mkdir(parents=True)
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            opened.extractall(target)

    def _result(self, code: int, log: str, output: Path) -> Run:
        page, scores = output / "detailed_results.html", output / "scores.json"
        shown = page.read_text("utf-8") if page.exists() else ""
        if code or not scores.exists():
            assert not scores.exists()
            return Run(True, log, {}, shown)
        found = json.loads(scores.read_text("utf-8"), parse_constant=_refused)
        return Run(False, log, {name: value for name, value in found.items() if name in self.columns}, shown)

    def download(self, phase: int = 0) -> bytes:
        """All submissions of a phase, as the page for organisers packs them, in whatever order they come."""
        files: dict[str, bytes | str] = {}
        for one in reversed(self.submitted):
            if one.phase == phase:
                stem, suffix = one.name[:-4][:35], one.name[-4:]
                minute, second = divmod(one.number, 60)
                when = f"2027-03-{one.number % 28 + 1:02}:{minute:02}-{second:02}"
                name = f"{one.number}_{one.owner}_PhaseId{31 + phase}_{when}_{stem}{suffix}"
                files["".join("_" if char in ":/\\" else char for char in name)] = one.content
        return packed(files)


def _refused(constant: str) -> NoReturn:
    raise AssertionError(f"{constant} is no number")
