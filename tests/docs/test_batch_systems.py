"""The job array of the page runs as it is printed, and sums rank as the responses do."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import leaderboard

PAGE = Path(__file__).parents[2] / "docs" / "scale.md"
# What names files, which saved sums have others of.
NAMES_FILES = ("entries", "warnings")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the script is for Bash")


def array_script() -> str:
    scripts = re.findall(r"^```sh\n(#!/bin/bash\n.*?)^```$", PAGE.read_text(encoding="utf-8"), re.S | re.M)
    return next(script for script in scripts if "--array" in script)


def test_the_job_array_runs_as_printed(tmp_path: Path) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    leaderboard.simulate(tmp_path / "submissions", documents=12, systems=9)
    (tmp_path / "submissions" / "leaderboard.toml").unlink()

    def job(number: int) -> None:
        command, chosen = ["bash", "-c", array_script()], {"SLURM_ARRAY_TASK_ID": str(number)}
        subprocess.run(command, cwd=tmp_path, env=environment | chosen, check=True, stdout=subprocess.DEVNULL)

    with ThreadPoolExecutor(4) as four_at_a_time:
        list(four_at_a_time.map(job, range(10)))
    for folder, more in (("sums", []), ("submissions", ["--no-prices"])):
        words = ["leaderboard", "rank", folder, "--output", f"of-{folder}", "--quiet", *more]
        subprocess.run(words, cwd=tmp_path, env=environment, check=True, stdout=subprocess.DEVNULL)
    of_sums, of_responses = (
        {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*")}
        for folder in (tmp_path / "of-sums", tmp_path / "of-submissions")
    )
    assert of_sums.keys() == of_responses.keys()
    differing = {name for name in of_sums if of_sums[name] != of_responses[name]}
    assert differing == {"leaderboard.html", "leaderboard.json", "provenance.json"}
    numbers = [json.loads(files["leaderboard.json"]) for files in (of_sums, of_responses)]
    assert len(numbers[0]) > len(NAMES_FILES)
    for name in numbers[0]:
        assert (numbers[0][name] == numbers[1][name]) == (name not in NAMES_FILES), name
