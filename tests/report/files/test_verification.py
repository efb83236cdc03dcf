"""A report is built again and compared: whoever touched it, or what it was made of, is named."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from leaderboard.errors import InputError, NothingToDo, UsageError
from leaderboard.report.files import verification as verifying
from leaderboard.report.files.contents import report_pieces
from leaderboard.report.files.verification import differing_files, verification
from leaderboard.report.files.writer import write_report
from leaderboard.verbs.rank import rank
from tests.report.made_ranking import write_task
from tests.report.one_picture import DRAWN, one_picture

OPTIONS = {"metric": ("muc", "conll"), "draws": 100, "trials": 500, "adjust": "none", "seed": 7}


@pytest.fixture(autouse=True)
def quick_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying, "pictures", one_picture)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with submissions and a report on them, with figures in every form."""
    folder = tmp_path_factory.mktemp("written")
    write_task(folder / "task")
    result = rank(folder / "task", **OPTIONS)
    write_report(result, report_pieces(result, one_picture(result, ("pdf", "png"))), folder / "reports")
    return folder


@pytest.fixture
def folder(written: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(written, tmp_path / "moved"))


def edit(file: Path, change: Callable[[str], str]) -> None:
    file.write_bytes(change(file.read_bytes().decode()).encode())


def change_record(folder: Path, **members: object) -> None:
    def change(text: str) -> str:
        record = json.loads(text)
        for name, value in members.items():
            record[name] = {**record[name], **value} if isinstance(value, dict) else value
        return json.dumps(record)

    edit(folder / "reports" / "provenance.json", change)


def problems(folder: Path) -> list[str]:
    found = verification(folder / "reports").problems
    return [str(problem).removeprefix(f"{folder}/reports/") for problem in found]


def test_a_report_that_nobody_touched_is_built_again_wherever_it_moved(folder: Path) -> None:
    DRAWN.clear()
    (folder / "reports" / "notes.txt").write_text("mine")
    found = verification(folder / "reports")
    assert (found.problems, found.notes) == ((), ())
    assert found.files == len(list(folder.glob("reports/**/*.*"))) - 2


def test_a_report_of_the_first_schema_has_to_be_made_again(folder: Path) -> None:
    change_record(folder, schema=1)
    with pytest.raises(
        UsageError, match=r"reports: a report of schema 1, written by leaderboard \S+; rank its"
    ):
        verification(folder / "reports")


def test_the_first_difference_of_a_file_is_named(folder: Path) -> None:
    edit(folder / "reports" / "leaderboard.csv", lambda text: text.replace("1,1,", "1,2,", 1))
    assert problems(folder)[0].startswith("leaderboard.csv:2: column 3 has '2,")
    assert problems(folder)[0].endswith(
        " when built again, and the file was changed after it was written; run `leaderboard rank` again"
    )


def test_a_file_that_ends_early_or_goes_on(folder: Path) -> None:
    edit(folder / "reports" / "ranks.csv", lambda text: "\n".join(text.split("\n")[:2]))
    edit(folder / "reports" / "correlations.csv", lambda text: f"{text}\n\n")
    longer, shorter = problems(folder)
    assert "the file goes on here, but not when built again" in longer
    assert shorter.startswith("ranks.csv:3: the file ends here, but not when built again")


def test_a_line_that_only_begins_alike(folder: Path) -> None:
    edit(folder / "reports" / "ranks.csv", lambda text: text.replace("\n", " \n", 1))
    assert "ranks.csv:1: column " in problems(folder)[0]
    assert " has ' ', but '' when built again" in problems(folder)[0]


def test_missing_files_and_files_of_another_run_are_named(folder: Path) -> None:
    (folder / "reports" / "figures" / "scores.svg").unlink()
    change_record(folder, files={"other.csv": "0" * 64})
    assert problems(folder) == [
        "figures/scores.svg: this file is missing; run `leaderboard rank` again",
        "other.csv: this file is no longer written; run `leaderboard rank` again",
    ]
    assert differing_files(folder / "reports") == ("figures/scores.svg", "other.csv")


def test_other_options_give_other_bytes(folder: Path) -> None:
    change_record(folder, options={"seed": 8})
    assert any(problem.startswith("leaderboard.json:3: column") for problem in problems(folder))


def test_inputs_that_changed_came_or_went_are_named_first(folder: Path) -> None:
    (folder / "task" / "*+,-.:;.conll").unlink()
    shutil.copy(folder / "task" / "key.conll", folder / "task" / "new.conll")
    edit(folder / "task" / "key.conll", lambda text: f"{text}\n")
    found = problems(folder)
    assert [line.split(";")[0] if "*" not in line else line for line in found[:3]] == [
        "*+,-.:;.conll: this input is gone since the report was written; run `leaderboard rank` again",
        "key.conll: this input has changed since the report was written",
        "new.conll: this input is new since the report was written",
    ]
    assert any(line.startswith("leaderboard.csv:") for line in found[3:])


def test_other_versions_are_said_and_pictures_then_taken_as_written(folder: Path) -> None:
    (folder / "reports" / "figures" / "scores.pdf").write_bytes(b"of another")
    (folder / "reports" / "figures" / "scores.png").unlink()
    change_record(folder, versions={"matplotlib": "1.0"}, leaderboard="0.0")
    found = verification(folder / "reports")
    assert found.notes[0].startswith("The report was written with leaderboard 0.0; here is ")
    assert found.notes[1].startswith("The report was written with matplotlib 1.0; here is ")
    named = {Path(problem.file).name for problem in found.problems}
    assert named == {"scores.png", "provenance.json"}


def test_only_the_recorded_settings_have_a_say(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in (folder, folder / "task"):
        (place / "leaderboard.toml").write_text('title = "Another task"\ntrials = 9\n')
    monkeypatch.setenv("LEADERBOARD_SEED", "none")
    monkeypatch.chdir(folder)
    assert problems(folder) == []


def test_settings_of_a_folder_above_are_found_from_anywhere(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = folder / "leaderboard.toml"
    settings.write_text('title = "A *task* of ours"\nseed = 7\ndraws = 100\n')
    with monkeypatch.context() as patch:
        patch.chdir(folder)
        result = rank("task", metric=("muc", "conll"), trials=500, adjust="none")
        write_report(result, report_pieces(result, one_picture(result)), Path("reports"))
    assert problems(folder) == []
    settings.write_text('title = "A task of ours"\n')
    changed, *_ = problems(folder)
    assert changed.startswith("../leaderboard.toml: this input has changed since the report was written")


def test_the_record_itself_is_checked(folder: Path) -> None:
    change_record(folder, signature="mine", files={"leaderboard.md": "0" * 64})
    edit(folder / "reports" / "provenance.json", lambda text: text.replace('"ranks.csv"', '"ranks-not.csv"'))
    signature, markdown, other, ranks = problems(folder)
    assert signature.startswith("provenance.json: the signature is mine, but leaderboard:")
    assert markdown.startswith("provenance.json: the recorded hash of leaderboard.md is not that of the file")
    assert other.startswith("ranks-not.csv: this file is no longer written")
    assert ranks.startswith("provenance.json: the recorded hash of ranks.csv is not that of the file")


def test_a_link_to_the_folder_is_as_good(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    link = tmp_path / "deep" / "er" / "link"
    link.symlink_to(folder / "reports")
    result = rank(folder / "task", **OPTIONS)
    write_report(result, report_pieces(result, one_picture(result)), link)
    assert verification(link).problems == verification(folder / "reports").problems == ()


def test_a_key_that_is_gone(folder: Path) -> None:
    (folder / "task" / "key.conll").unlink()
    with pytest.raises(NothingToDo, match="not found; put the key where it was"):
        verification(folder / "reports")


@pytest.mark.parametrize("version", ["1.0", None])
def test_without_other_forms_no_version_of_matplotlib_counts(folder: Path, version: str | None) -> None:
    result = rank(folder / "task", **OPTIONS)
    write_report(result, report_pieces(result, one_picture(result)), folder / "reports")
    change_record(folder, versions={"matplotlib": version})
    found = verification(folder / "reports")
    assert (found.problems, found.notes) == ((), ())


def test_submissions_can_be_elsewhere(folder: Path) -> None:
    (folder / "task").rename(folder / "elsewhere")
    with pytest.raises(NothingToDo, match="not found; say where the submissions are now with submissions"):
        verification(folder / "reports")
    assert verification(folder / "reports", folder / "elsewhere").problems == ()


@pytest.mark.parametrize(
    "record",
    [
        "",
        "[]",
        "{}",
        "[" * 100_000,
        "\udcff",
    ],
)
def test_a_record_that_is_none_is_an_error(tmp_path: Path, record: str) -> None:
    (tmp_path / "provenance.json").write_bytes(record.encode(errors="surrogateescape"))
    with pytest.raises(InputError, match=r"not a record of a report; run `leaderboard rank` again$"):
        differing_files(tmp_path)


@pytest.mark.parametrize(
    "files", [1, {"a": 1}, {"../a": "0"}, {"/a": "0"}, {"x\\a": "0"}, {"C:a": "0"}, {"\0": "0"}]
)
def test_a_record_cannot_make_anybody_read_files_elsewhere(folder: Path, files: object) -> None:
    change_record(folder, files=files)
    with pytest.raises(InputError, match="not a record of a report"):
        verification(folder / "reports")


SECRET = "root:x:0:0:a secret"


@pytest.mark.parametrize("name", ["leaderboard.md", "figures/scores.svg", "provenance.json"])
@pytest.mark.parametrize("drawn_by", ["here", "1.0"])
def test_a_link_is_not_followed_and_nothing_behind_it_is_quoted(
    folder: Path, name: str, drawn_by: str
) -> None:
    if drawn_by != "here":  # then pictures are taken as they are
        change_record(folder, versions={"matplotlib": drawn_by})
    (folder / "secret").write_text(SECRET)
    (folder / "reports" / name).unlink()
    (folder / "reports" / name).symlink_to(folder / "secret")
    try:
        found = problems(folder)
    except InputError as error:
        found = [str(error).removeprefix(f"{folder}/reports/")]
    assert f"{name}: a symbolic link, which is not followed; run `leaderboard rank` again" in found
    assert not any("root" in line or "secret" in line for line in found)


def test_nor_is_a_link_to_a_folder_in_the_report(folder: Path) -> None:
    (folder / "reports" / "figures").rename(folder / "elsewhere")
    (folder / "reports" / "figures").symlink_to(folder / "elsewhere")
    assert {line.partition(": ")[2].split(",")[0] for line in problems(folder)} == {"a symbolic link"}
    assert all(name.startswith("figures/") for name in differing_files(folder / "reports"))


def test_stated_runs_can_be_verified(tmp_path: Path) -> None:
    write_task(tmp_path / "task")
    entries = sorted(rank(tmp_path / "task", **OPTIONS).scores)[:2]
    settings = tmp_path / "task" / "leaderboard.toml"
    settings.write_text(f"[runs]\nmean = {json.dumps([*entries, 'gone'])}\n", encoding="utf-8")
    result = rank(tmp_path / "task", **OPTIONS)
    assert "mean" in result.scores
    write_report(result, report_pieces(result, one_picture(result, ())), tmp_path / "reports")
    assert problems(tmp_path) == []
