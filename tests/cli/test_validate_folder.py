"""``leaderboard validate FOLDER``: one line per entry of a folder of submissions."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import leaderboard
from tests.support import small_task
from tests.support.bad_inputs import archive
from tests.support.running import Typed, csv_rows
from tests.support.small_task import BROKEN, FAIR, KEY, RIGHT, part

EXAMPLE = Path(__file__).parents[2] / "submissions"


def rows(out: str) -> dict[str, str]:
    """The rows of the first table by system."""
    lines = out.partition("-----")[2].partition("\n\n")[0].splitlines()[1:]
    return {line.split()[0]: line for line in lines}


@pytest.fixture
def ten(here: Path) -> Path:
    folder = here / "submissions"
    shutil.copytree(EXAMPLE, folder)
    lines = (folder / "careless.conll").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "unfinished.conll").write_text("".join(lines[:4000]), encoding="utf-8")
    return folder


def test_ten_entries_of_which_one_breaks_off(typed: Typed, ten: Path) -> None:
    run = typed("validate", "submissions")
    assert (run.code, run.err) == (3, "")
    found = rows(run.out)
    assert len(found) == 10
    assert found["unfinished"].endswith("  unfinished.conll:4000: the fil…")
    assert "unfinished     not acceptable       442       1" in found["unfinished"]
    assert found["eager"].endswith("–")
    assert "copy.conll: warning: the same" in found["copy"]
    assert max(map(len, run.out.splitlines())) <= 80
    assert "Hidden columns: Documents, Entities, Warnings (--format markdown).\n" in run.out
    assert "for example" not in run.out


def test_a_wide_terminal_has_all_columns(typed: Typed, ten: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    run = typed("validate", "submissions")
    assert run.out.splitlines()[2].split() == (
        ["System", "Verdict", "Documents", "Entities", "Mentions", "Errors", "Warnings", "First"]
    )
    assert run.out.splitlines()[3].split() == ["problem"]
    assert "unfinished.conll:4000: the file breaks off here: 33 of 60 parts are missing, all after" in run.out
    assert "\nbalanced       acceptable  " in run.out


def test_findings_are_listed_where_they_are_asked_for(typed: Typed, ten: Path) -> None:
    run = typed("validate", "submissions", "--verbose")
    assert "submissions/unfinished.conll:4000: error: the file breaks off here: " in run.out
    assert run.out.count(": for example ") == 10
    assert (
        "| submissions/unfinished.conll"
        in typed("validate", "submissions", "--verbose", "--format", "markdown").out
    )
    markdown = typed("validate", "submissions", "--format", "markdown").out
    assert "First problem" in markdown
    assert "| submissions/unfinished.conll" not in markdown


def test_programs_get_everything(typed: Typed, ten: Path) -> None:
    run = typed("validate", "submissions", "--format", "json")
    systems = {one["system"]: one for one in json.loads(run.out)["systems"]}
    assert len(systems) == 10
    cut = systems["unfinished"]
    assert (cut["acceptable"], cut["read"], cut["documents"], cut["parts"]) == (False, False, 16, 27)
    assert cut["findings"][0]["line"] == 4000
    assert cut["findings"][0]["what"].endswith("all after mz/zelu/00/zelu_0015 (part 0)")
    assert all(one["read"] for name, one in systems.items() if name != "unfinished")
    found = csv_rows(typed("validate", "submissions", "--format", "csv").out)
    assert [row["system"] for row in found if row["severity"] == "summary"] == list(systems)


@pytest.mark.parametrize(
    ("texts", "code"),
    [({"fair": FAIR}, 0), ({"fair": FAIR, "broken": BROKEN}, 3), ({"broken": BROKEN}, 4)],
)
def test_the_exit_code(typed: Typed, here: Path, texts: dict[str, str], code: int) -> None:
    small_task.write(here / "submissions", key=KEY, **texts)
    assert typed("validate", "submissions").code == code


def test_every_entry_is_named_once(typed: Typed, here: Path) -> None:
    folder = here / "submissions"
    small_task.write(folder, key=KEY, fair=FAIR, FAIR=FAIR, twice=FAIR)
    (folder / "twice.txt").write_text(FAIR)
    (folder / "paper.pdf").write_bytes(b"%PDF-1.4")
    (folder / "empty").mkdir()
    (folder / "README.md").write_text("hello")
    run = typed("validate", "submissions", "--format", "markdown")
    found = [line.split("|")[1].strip() for line in run.out.splitlines() if line.startswith("| ")][1:]
    assert found == ["FAIR", "empty", "fair", "paper", "twice.conll", "twice.txt"]
    assert run.code == 4
    assert "it has the same name as" in run.out


def test_an_earlier_attempt_is_named_and_its_copy_is_none(typed: Typed, here: Path) -> None:
    folder = here / "submissions"
    small_task.write(folder, key=KEY)
    names = [f"{number}_anna_PhaseId1_2026-01-0{number}_10-00_x.conll" for number in (1, 2)]
    for name in names:
        (folder / name).write_text(FAIR)
    run = typed("validate", "submissions", "--format", "json")
    record = json.loads(run.out)
    assert [one["system"] for one in record["systems"]] == [names[0], "anna"]
    assert [one["warnings"] for one in record["systems"]] == [0, 0]
    assert "1 earlier submission is ignored, of anna" in record["warnings"][0]["what"]


def test_several_datasets_are_summed_and_the_missing_ones_named(typed: Typed, here: Path) -> None:
    folder = here / "submissions"
    small_task.write(folder / "key", de=KEY, en=KEY)
    small_task.write(folder / "whole", de=FAIR, en=FAIR)
    small_task.write(folder / "half", en=FAIR)
    run = typed("validate", "submissions")
    found = rows(run.out)
    assert run.code == 3
    assert found["half"].split()[1:6] == ["not", "acceptable", "1", "de", "half:"]
    assert found["whole"].split()[1:] == ["acceptable", "0", "–", "–"]
    markdown = typed("validate", "submissions", "--format", "markdown").out
    half = next(line for line in markdown.splitlines() if line.startswith("| half"))
    assert [cell.strip() for cell in half.split("|")][3:9] == ["2", "5", "8", "1", "0", "de"]
    [half, whole] = json.loads(typed("validate", "submissions", "--format", "json").out)["systems"]
    assert (whole["documents"], whole["parts"], whole["mentions"]) == (4, 6, 16)
    assert (half["missing_datasets"], half["read"], half["documents"]) == (["de"], True, 2)
    assert typed("validate", "submissions", "--missing-dataset", "zero").code == 0


def test_without_a_key_two_files_of_one_name_are_both_refused(typed: Typed, here: Path) -> None:
    small_task.write(here / "submissions", fair=FAIR, FAIR=FAIR, other=FAIR)
    run = typed("validate", "submissions")
    assert run.code == 3
    assert len(rows(run.out)) == 3
    assert "only the format of the files was checked" in run.out


def test_a_folder_with_a_key_or_named_by_settings_is_one_of_submissions(here: Path, typed: Typed) -> None:
    small_task.write(here / "dev", fair=FAIR, other=FAIR)
    (here / "gold.conll").write_text(KEY)
    single = leaderboard.validate("dev", key="gold.conll")
    assert ([one.system for one in single.systems], single.folder) == (["dev"], None)
    (here / "leaderboard.toml").write_text('submissions = "entries"\nkey = "gold.conll"\n')
    assert leaderboard.validate("dev").folder is None
    (here / "leaderboard.toml").write_text('[phases]\ndev = { key = "gold.conll", submissions = "dev" }\n')
    assert [one.system for one in leaderboard.validate("dev").systems] == ["fair", "other"]
    (here / "leaderboard.toml").unlink()
    (here / "dev" / "leaderboard.toml").write_text('metric = "lea"\n')
    assert leaderboard.validate("dev", key="gold.conll").folder is None
    shutil.move(here / "gold.conll", here / "dev" / "gold.conll")
    (here / "dev" / "leaderboard.toml").write_text('key = "gold.conll"\n')
    assert leaderboard.validate("dev").folder == "dev"
    (here / "dev" / "leaderboard.toml").unlink()
    shutil.move(here / "dev" / "gold.conll", here / "dev" / "key.conll")
    assert leaderboard.validate("dev").folder == "dev"


def test_a_folder_of_one_submission_stays_one(here: Path) -> None:
    small_task.write(here / "key", de=KEY, en=KEY)
    small_task.write(here / "mine", de=FAIR, en=FAIR)
    [one] = leaderboard.validate("mine").systems
    assert (one.system, one.acceptable, one.contents.mentions) == ("mine", True, 16)


def test_a_problem_within_an_archive_keeps_its_name(typed: Typed, here: Path) -> None:
    folder = here / "submissions"
    small_task.write(folder / "key", de=KEY, en=KEY)
    (folder / "s.zip").write_bytes(archive(("de.conll", BROKEN), ("en.conll", FAIR + part("a", 0, RIGHT))))
    run = typed("validate", "submissions", "--format", "markdown")
    assert "| s.zip/de.conll:2:15: the bracket '(1' is never closed; write" in run.out
