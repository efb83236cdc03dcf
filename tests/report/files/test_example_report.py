"""The report that the project ships is what ``leaderboard rank`` makes of the example task."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from leaderboard.report.figures import pictures
from leaderboard.report.files.contents import report_files
from leaderboard.verbs.rank import rank
from tests.support.running import Typed

ROOT = Path(__file__).parents[3]
REPORT, SHOWN = ROOT / "reports", ROOT / "docs" / "example"
# What the repository has; a report that was made here has more.
KEPT = (
    *("leaderboard.csv", "leaderboard.json", "leaderboard.md", "leaderboard.tex", "metrics.tex"),
    *("ranks.csv", "pairwise.csv", "correlations.csv", "documents.csv", "errors.csv", "prices.csv"),
)


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    result = rank(ROOT / "submissions", key=None)
    return report_files(result, pictures(result))


@pytest.mark.parametrize("name", KEPT)
def test_the_tables_of_the_example_are_built_again_byte_for_byte(made: dict[str, bytes], name: str) -> None:
    assert made[name] == (REPORT / name).read_bytes()


@pytest.mark.parametrize("folder", [REPORT, SHOWN])
def test_so_are_its_figures(made: dict[str, bytes], folder: Path) -> None:
    figures = {f"figures/{path.name}": path.read_bytes() for path in (folder / "figures").iterdir()}
    assert {name: content for name, content in made.items() if name.startswith("figures/")} == figures


def test_the_report_that_the_pages_show_is_that_of_the_example(made: dict[str, bytes]) -> None:
    assert made["leaderboard.md"] == (SHOWN / "leaderboard.md").read_bytes()


def git(folder: Path, *words: str) -> str:
    command = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


@pytest.mark.skipif(not (ROOT / ".git").exists() or shutil.which("git") is None, reason="not a checkout")
def test_a_run_changes_no_file_of_a_checkout(typed: Typed, here: Path) -> None:
    names = git(
        ROOT, "ls-files", "submissions", "reports", "leaderboard.toml", ".gitignore", ".gitattributes"
    )
    for name in names.splitlines():
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, here / name)
    git(here, "init", "--quiet")
    git(here, "add", ".")
    git(here, "commit", "--quiet", "--message", "as it was checked out")
    assert typed("rank").code == 0
    assert (here / "reports" / "leaderboard.html").exists()
    assert git(here, "status", "--porcelain") == ""
    assert typed("verify").code == 0
