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
    assert found["unfinished"].split() == ["unfinished", "not", "acceptable", "16", "126", "442", "1", "0"]
    assert found["eager"].split() == ["eager", "acceptable", "40", "289", "1,354", "0", "0"]
    assert run.out.partition("\n\n")[2].partition("\n\n")[2].splitlines() == [
        "balanced.conll: warning: the same mentions and entities as copy; check that no …",
        "copy.conll: warning: the same mentions and entities as balanced; check that no …",
        "unfinished.conll:4000: the file breaks off here: 33 of 60 parts are missing, al…",
        "More about each entry: --verbose.",
        "Key: submissions/key.conll.",
    ]
    assert max(map(len, run.out.splitlines())) <= 80


def test_a_narrow_terminal_shortens_names_and_then_hides_sizes(
    typed: Typed, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = here / "submissions"
    small_task.write(folder, key=KEY, **{"a-system-of-a-very-long-name-large": FAIR, "b": FAIR})
    out = typed("validate", "submissions").out
    assert ["a-system-of-…-large", "acceptable", "2", "5", "8", "0", "1"] in [
        line.split() for line in out.splitlines()
    ]
    assert max(map(len, out.splitlines())) <= 80
    monkeypatch.setenv("COLUMNS", "60")
    out = typed("validate", "submissions").out
    assert max(map(len, out.splitlines())) <= 60
    assert "Hidden columns: Documents" in out


def test_a_wide_terminal_has_all_columns(typed: Typed, ten: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    run = typed("validate", "submissions")
    assert run.out.splitlines()[2].split() == (
        ["System", "Verdict", "Documents", "Entities", "Mentions", "Errors", "Warnings"]
    )
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
    assert found["half"].split()[1:] == ["not", "acceptable", "2", "5", "8", "1", "0", "de"]
    assert found["whole"].split()[1:] == ["acceptable", "4", "10", "16", "0", "0", "–"]
    assert "\nhalf: the dataset de is missing; add the file de.* to the submission\n" in run.out
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
    assert leaderboard.validate("dev").folder is None
    (here / "leaderboard.toml").write_text('submissions = "entries"\n')
    assert leaderboard.validate("dev").folder is None
    (here / "leaderboard.toml").write_text('[phases]\ndev = { key = "gold.conll", submissions = "dev" }\n')
    assert [one.system for one in leaderboard.validate("dev").systems] == ["fair", "other"]
    (here / "leaderboard.toml").unlink()
    (here / "dev" / "leaderboard.toml").write_text('metric = "lea"\n')
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


def test_a_folder_has_what_a_ranking_of_it_has_wherever_the_key_is(typed: Typed, here: Path) -> None:
    small_task.write(here / "dev", fair=FAIR, other=FAIR, broken=BROKEN)
    (here / "truth.conll").write_text(KEY)

    def check(**options: str) -> None:
        checked, ranked = (
            leaderboard.validate("dev", **options),
            leaderboard.rank("dev", draws=100, **options),
        )
        found = [*(one.system for one in ranked.systems), *(one.system for one in ranked.rejected)]
        assert sorted(one.system for one in checked.systems) == sorted(found)
        assert (checked.key, checked.folder) == (ranked.key, "dev")
        assert [one.system for one in checked.systems if not one.acceptable] == ["broken"]

    check(key="truth.conll")
    (here / "leaderboard.toml").write_text('key = "truth.conll"\n')
    check()
    (here / "leaderboard.toml").unlink()
    shutil.move(here / "truth.conll", here / "dev" / "gold.conll")
    check(key="dev/gold.conll")
    small_task.write(here / "submissions", key=KEY)
    (here / "dev" / "gold.conll").unlink()
    check()


def test_a_key_of_datasets_leaves_a_folder_of_files_one_submission(here: Path) -> None:
    small_task.write(here / "truth", de=KEY, en=KEY)
    small_task.write(here / "mine", de=FAIR, en=FAIR)
    assert leaderboard.validate("mine", key="truth").folder is None
    small_task.write(here / "all" / "mine", de=FAIR, en=FAIR)
    assert [one.system for one in leaderboard.validate("all", key="truth").systems] == ["mine"]
    (here / "packed").mkdir()
    (here / "packed" / "mine.zip").write_bytes(archive(("de.conll", FAIR), ("en.conll", FAIR)))
    assert [one.acceptable for one in leaderboard.validate("packed", key="truth").systems] == [True]


def test_without_a_key_a_file_named_like_one_is_told_of(
    typed: Typed, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "90")
    small_task.write(here / "dev", gold=KEY, fair=FAIR)
    assert "did you mean --key dev/gold.conll?" in typed("rank", "dev").err
    run = typed("validate", "dev")
    assert run.code == 0
    assert list(rows(run.out)) == ["fair", "gold"]
    told = "gold.conll: warning: named like a key; if it is the key, use --key dev/gold.conll"
    assert told in run.out.splitlines()
    small_task.write(here / "mine", de_gold=FAIR, en_gold=FAIR)
    small_task.write(here / "key", de_gold=KEY, en_gold=KEY)
    assert [one.system for one in leaderboard.validate("mine").systems] == ["mine"]


def test_folders_that_cannot_be_ranked_are_refused(typed: Typed, here: Path) -> None:
    small_task.write(here / "all" / "fair", de=FAIR, en=FAIR)
    both = "leaderboard: all: both the submissions and the key; name the key itself with --key\n"
    assert typed("validate", "all", "--key", "all").err == both == typed("rank", "all", "--key", "all").err
    small_task.write(here / "dev", fair=FAIR)
    small_task.write(here / "test", fair=FAIR)
    (here / "dev.gold.conll").write_text(KEY)
    phases = (f'{name} = {{ key = "dev.gold.conll", submissions = "{name}" }}\n' for name in ("dev", "test"))
    (here / "leaderboard.toml").write_text(f"[phases]\n{''.join(phases)}")
    run = typed("validate", ".")
    told = "leaderboard: .: its settings file has phases; name the folder of one phase: dev or test\n"
    assert run.code == 2
    assert run.err.endswith(told)
    assert [one.system for one in leaderboard.validate("test").systems] == ["fair"]
