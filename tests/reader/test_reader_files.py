"""The files of a reader: by its own command, and in the report of a ranking."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.errors import UsageError
from leaderboard.report.files.contents import report_files, report_pieces
from leaderboard.report.files.reader import index_page
from leaderboard.report.files.verification import verification
from leaderboard.report.files.writer import write_report
from tests.support import small_task
from tests.support.made_task import made_crac_task, made_phases, made_runs, made_task
from tests.support.running import run_in
from tests.support.small_task import FAIR, KEY, NOTHING, RIGHT, parts

FEW: dict[str, Any] = {"metric": "conll", "trials": 100, "draws": 100, "prices": False}


def ranked(folder: Path, **options: Any) -> Any:
    return leaderboard.rank(folder, **{**FEW, **options})


def files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@pytest.fixture
def task(tmp_path: Path) -> Path:
    small_task.write(tmp_path / "submissions", key=KEY, fair=FAIR, other=parts(RIGHT, NOTHING, RIGHT))
    return tmp_path


def test_the_command_writes_an_index_and_a_page_for_each_document(task: Path) -> None:
    code, text = run_in(task, {}, "read", "fair", "other", "--output", "new/pages")
    assert (code, text) == (0, "2 documents, 2 systems. Reader: new/pages/index.html\n")
    written = ["documents/0001.html", "documents/0002.html", "index.html", "reader.json"]
    assert files(task / "new/pages") == written
    before = {name: (task / "new/pages" / name).read_bytes() for name in written}
    assert run_in(task, {}, "read", "fair", "other", "--output", "new/pages")[0] == 0
    assert before == {name: (task / "new/pages" / name).read_bytes() for name in written}


def test_a_folder_is_replaced_and_files_of_others_stay(task: Path) -> None:
    run_in(task, {}, "read", "fair", "--output", "out")
    (task / "out/documents/notes.txt").write_text("mine")
    small_task.write(task / "submissions", key=parts(RIGHT), fair=parts(RIGHT))
    assert run_in(task, {}, "read", "fair", "--output", "out")[0] == 0
    assert files(task / "out") == ["documents/0001.html", "documents/notes.txt", "index.html", "reader.json"]
    (task / "other").mkdir()
    (task / "other/index.html").write_text("mine")
    code, text = run_in(task, {}, "read", "fair", "--output", "other")
    assert "other/index.html: not a file of an earlier report" in text
    assert files(task / "other") == ["index.html"]
    assert code == 4


def test_a_rejected_response_is_told_and_the_others_are_shown(task: Path) -> None:
    small_task.write(task / "submissions", bad=parts(small_task.OPEN, RIGHT, RIGHT))
    code, text = run_in(task, {}, "read", "fair", "bad", "--quiet")
    assert code == 3
    assert "submissions/bad.conll:2: " in text
    assert "2 documents, 1 system. Reader: reader/index.html" in text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("fair", "other", "third", "key"), "4 responses given, but at most 3 stand"),
        (("fair", "--across", "corpus"), "documents are not shown with --across corpus"),
        (("fair", "--output", "submissions/fair.conll"), "not a folder"),
    ],
)
def test_wrong_usage(task: Path, words: tuple[str, ...], told: str) -> None:
    small_task.write(task / "submissions", third=FAIR)
    code, text = run_in(task, {}, "read", *words)
    assert code == 2
    assert told in text


def test_nothing_is_written_of_a_secret_key(task: Path) -> None:
    (task / "leaderboard.toml").write_text("secret = true\n")
    before = files(task)
    for words in (("read", "fair"), ("rank", "--reader"), ("rank", "--reader-systems", "fair")):
        code, text = run_in(task, {}, *words)
        assert code == 2
        assert "leaderboard.toml:1: secret = true" in text or "says that the key is secret" in text
    assert files(task) == before


def test_the_best_three_different_systems_are_shown() -> None:
    result = ranked(made_task(), reader=True)
    order = [standing.system for standing in result.primary.standings]
    assert {"balanced", "copy"} <= {*order[:3]}
    names = result.reader.index.names
    assert len({*names} & {"balanced", "copy"}) == 1
    assert [name for name in order if name in names] == [*names]
    assert len(names) == 3


def test_a_ranking_has_no_reader_unless_asked() -> None:
    result = ranked(made_task())
    assert result.reader is None
    assert not [name for name in report_files(result, ()) if name.startswith("reader")]


def test_systems_are_named_and_one_of_their_runs_is_shown() -> None:
    names = ("eager", "ours", "base@2")
    assert ranked(made_runs(), reader_systems=names).reader.index.names == ("eager", "ours@1", "base@2")
    for wrong, told in (
        ("nobody", "no system 'nobody' is ranked; choose among .*eager"),
        ("ours,base,eager,precise", "names 4 systems, but at most 3 stand side by side"),
    ):
        with pytest.raises(UsageError, match=told):
            ranked(made_runs(), reader_systems=wrong)


def test_a_run_has_its_own_scores() -> None:
    scores = leaderboard.score(made_runs() / "ours@2.conll", metric="conll").systems[0].scores
    page = ranked(made_runs(), reader_systems="ours@2").reader.pages[0]
    assert page.effect.corpus == pytest.approx(scores["conll"].f1, rel=0, abs=1e-12)


def test_the_report_of_a_ranking_holds_the_reader(tmp_path: Path) -> None:
    folder = tmp_path / "task"
    shutil.copytree(made_task(), folder)
    result = ranked(folder, reader=True)
    place = tmp_path / "reports"
    write_report(result, report_pieces(result, ()), place)
    pages = [name for name in files(place) if name.startswith("reader/")]
    assert pages == [*(f"reader/documents/{number:04}.html" for number in range(1, 13)), "reader/index.html"]
    assert not [one for one in verification(place).problems if "reader" in one.file]
    again = ranked(folder)
    write_report(again, report_pieces(again, ()), place)
    assert not [name for name in files(place) if name.startswith("reader/")]


def test_a_ranking_that_cannot_have_a_reader(tmp_path: Path) -> None:
    folder = made_task()
    leaderboard.score(
        folder / "close.conll", key=folder / "key.conll", metric="conll", save=tmp_path / "sums"
    )
    with pytest.raises(UsageError, match=r"reader shows the texts of responses, and .*sums has only saved"):
        ranked(tmp_path / "sums", reader=True)
    with pytest.raises(UsageError, match="reader_systems shows no documents with across='corpus'"):
        ranked(folder, reader_systems="close", across="corpus")


def test_the_reader_is_of_the_last_phase_and_the_first_setting() -> None:
    result = ranked(made_phases() / "test", reader=True)
    assert [one.reader is None for one in result.phases] == [True, False] or len(result.phases) == 1
    several = ranked(made_crac_task(), key=made_crac_task() / "key", settings="exact,head", reader=True)
    assert several.reader is not None
    assert all(page.data["systems"] for page in several.reader.pages)


def test_a_submission_that_cannot_be_shown_does_not_hinder_the_ranking(tmp_path: Path) -> None:
    size = 120
    cells = [*(f"({n}" for n in range(size)), *(f"{n})" for n in reversed(range(size)))]
    for name, column in (("key", ["(1)", *["-"] * (2 * size - 1)]), ("one", cells)):
        rows = (f"d\t0\t{n}\tw{n}\t-\t{cell}" for n, cell in enumerate(column))
        text = "\n".join(["#begin document (d); part 000", *rows, "#end document", ""])
        (tmp_path / f"{name}.conll").write_text(text)
    result = ranked(tmp_path, reader=True)
    assert result.reader is None
    [warning] = [one for one in result.warnings if "nested" in one.what]
    assert warning.file.endswith("one.conll")


def test_the_index_has_the_errors_that_are_not_zero(task: Path) -> None:
    reader = leaderboard.read(task / "submissions/fair.conll", metric="conll").reader
    _, data = index_page(reader.index).split('id="data">')
    assert [row["errors"] for row in json.loads(data.partition("</script>")[0])["rows"]] == [
        [{"conflated": 1, "missing_mention": 1}],
        [{"conflated": 1, "divided": 1}],
    ]
