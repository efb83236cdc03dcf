"""The package: what it offers, and that it loads nothing before it is needed."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import leaderboard
from leaderboard.cli import main
from leaderboard.errors import InputError, Problem
from leaderboard.version import VERSION

ROOT = Path(__file__).parents[1]
# How texts name the version: a sentence to cite, a signature, the tag of an image, CITATION.cff.
NAMED = re.compile(r"(?:leaderboard(?::|\s[\s>]*)|^version: )(\d+\.\d+\.\d+)", re.M)


def test_the_version_is_said_in_one_place() -> None:
    assert leaderboard.__version__ == VERSION


@pytest.mark.parametrize("name", ["CITATION.cff", "docs/authors.md", "docs/codabench.md"])
def test_texts_name_the_version_of_the_package(name: str) -> None:
    assert set(NAMED.findall((ROOT / name).read_text("utf-8"))) == {VERSION}


def test_the_changelog_begins_with_the_version_of_the_package() -> None:
    sections = re.findall(r"^## \[(\d.+?)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert sections[0] == VERSION


@pytest.mark.parametrize("name", sorted(set(leaderboard.__all__) - {"METRICS", "__version__"}))
def test_every_public_name_is_there(name: str) -> None:
    assert callable(getattr(leaderboard, name))


def test_the_usual_metrics_are_named() -> None:
    assert leaderboard.METRICS == ("mentions", "muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "conll")


def test_a_notebook_completes_the_public_names() -> None:
    assert dir(leaderboard) == sorted(leaderboard.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"^module 'leaderboard' has no attribute 'gold'$"):
        _ = leaderboard.gold  # type: ignore[attr-defined]
    assert not hasattr(leaderboard, "numpy")


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, leaderboard; print(sorted({'numpy', 'scipy', 'pandas', 'typer'} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_a_problem_says_where_what_and_what_to_do() -> None:
    assert str(Problem("a.conll", 3, "it is wrong", "correct it")) == "a.conll:3: it is wrong; correct it"
    assert str(Problem("a.conll", 0, "it is wrong", "correct it")) == "a.conll: it is wrong; correct it"


def test_an_error_of_a_file_shows_the_first_problem_and_counts_the_others() -> None:
    problems = [Problem("a", line, "wrong", "correct it") for line in (1, 2, 3)]
    assert str(InputError(problems[:1])) == "a:1: wrong; correct it"
    assert str(InputError(problems)).startswith("a:1: wrong; correct it (and 2 more")
    assert InputError(problems).problems == tuple(problems)


def test_the_page_of_the_package_has_no_link_that_leads_nowhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    page = (ROOT / project["readme"]).read_text("utf-8")
    assert "leaderboard rank" in page
    assert not re.search(r"\]\(|^\[.*\]:|<(?:a|img) ", page, re.M)
    assert project["authors"]
    assert "Operating System :: OS Independent" in project["classifiers"]


def test_files_of_another_package_of_this_name_are_noticed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for version in ("2.0.0", None):
        monkeypatch.setattr(leaderboard, "__version__", version)
        if version is None:
            monkeypatch.delattr(leaderboard, "__version__")
        with pytest.raises(SystemExit) as caught:
            main()
        assert caught.value.code == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert err == (
            f"leaderboard: another package called leaderboard is in {Path(leaderboard.__file__).parent}; "
            "install coref-leaderboard into a separate environment\n"
        )
