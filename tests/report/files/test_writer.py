"""The files of a report on disk: whole or not at all, and no others touched."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from leaderboard.corpus import Corpus
from leaderboard.errors import InputError, NothingToDo, UsageError
from leaderboard.files import INCOMPLETE, STAGING
from leaderboard.report.files import record as records
from leaderboard.report.files import writer
from leaderboard.report.files.contents import report_files, report_pieces
from leaderboard.report.files.verification import verification
from leaderboard.report.files.writer import staging
from leaderboard.report.tables import pairs
from leaderboard.submissions.discovery import _is_report
from leaderboard.verbs.diff import diff
from leaderboard.verbs.rank import RankResult
from tests.report.made_ranking import made_ranking, picture


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> RankResult:
    return made_ranking(tmp_path_factory.mktemp("made") / "task", metric=("muc", "conll"))


def write_report(result: RankResult, folder: Path) -> None:
    writer.write_report(result, report_pieces(result, (picture(),)), folder)


def listed(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


FILES = {
    *(f"leaderboard.{suffix}" for suffix in ("md", "csv", "tex", "html", "json")),
    "leaderboard-appendix.tex",
    *(
        "ranks.csv",
        "pairwise.csv",
        "correlations.csv",
        "documents.csv",
        "errors.csv",
        "prices.csv",
        "metrics.tex",
        "provenance.json",
    ),
    *("figures/nothing.svg", "figures/nothing.csv"),
}


def test_the_files_that_are_promised(result: RankResult, tmp_path: Path) -> None:
    write_report(result, tmp_path / "new" / "reports")
    assert listed(tmp_path / "new" / "reports") == FILES


def test_what_else_is_there_stays(result: RankResult, tmp_path: Path) -> None:
    others = ("notes.txt", "figures/mine.svg", f"{STAGING}/mine.txt")
    for name in others:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("mine")
    write_report(result, tmp_path)
    assert listed(tmp_path) == FILES | set(others)
    assert {(tmp_path / name).read_text() for name in others} == {"mine"}


@pytest.mark.parametrize("name", ["leaderboard.md", "figures/nothing.svg", "provenance.json"])
def test_a_file_of_somebody_else_is_not_replaced(result: RankResult, tmp_path: Path, name: str) -> None:
    (tmp_path / "figures").mkdir()
    (tmp_path / name).write_text("mine")
    with pytest.raises(InputError, match=f"{name}: not a file of an earlier report; move it away, or "):
        write_report(result, tmp_path)
    assert listed(tmp_path) == {name}
    assert (tmp_path / name).read_text() == "mine"


def test_a_link_is_somebody_elses_too(result: RankResult, tmp_path: Path) -> None:
    (tmp_path / "ranks.csv").symlink_to("nowhere")
    with pytest.raises(InputError, match="not a file of an earlier report"):
        write_report(result, tmp_path)


def test_equal_bytes_may_stand_there(result: RankResult, tmp_path: Path) -> None:
    write_report(result, tmp_path)
    (tmp_path / "provenance.json").unlink()
    write_report(result, tmp_path)
    assert listed(tmp_path) == FILES


def test_the_tables_of_a_checkout_may_be_of_other_submissions(result: RankResult, tmp_path: Path) -> None:
    """Version control keeps the tables of a report, but not its record."""
    write_report(result, tmp_path)
    (tmp_path / "provenance.json").unlink()
    (tmp_path / "ranks.csv").write_text("of other submissions")
    write_report(result, tmp_path)
    assert listed(tmp_path) == FILES
    assert "of other" not in (tmp_path / "ranks.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["leaderboard.json", "provenance.json"])
def test_a_report_of_the_first_schema_is_replaced(result: RankResult, tmp_path: Path, name: str) -> None:
    """A checkout is known by its tables, any other report by its record."""
    write_report(result, tmp_path)
    (tmp_path / "ranks.csv").write_text("other")
    if name != "provenance.json":
        (tmp_path / "provenance.json").unlink()
    old = (tmp_path / name).read_text(encoding="utf-8").replace('"schema": 2', '"schema": 1', 1)
    (tmp_path / name).write_text(old, encoding="utf-8")
    assert _is_report(tmp_path) == (name == "provenance.json")
    write_report(result, tmp_path)
    assert '"schema": 2' in (tmp_path / name).read_text(encoding="utf-8")
    assert "other" not in (tmp_path / "ranks.csv").read_text(encoding="utf-8")


def test_links_in_a_checkout_are_not_followed(result: RankResult, tmp_path: Path) -> None:
    write_report(result, tmp_path)
    (tmp_path / "provenance.json").unlink()
    (tmp_path / "ranks.csv").unlink()
    (tmp_path / "ranks.csv").symlink_to("nowhere")
    with pytest.raises(InputError, match=r"ranks\.csv: not a file of an earlier report"):
        write_report(result, tmp_path)


@pytest.mark.parametrize("text", ["{}", '{\n "schema": 1,\n "mine": 1}'])
def test_json_that_is_no_report_makes_no_checkout(result: RankResult, tmp_path: Path, text: str) -> None:
    (tmp_path / "leaderboard.json").write_text(text)
    with pytest.raises(InputError, match=r"leaderboard\.json: not a file of an earlier report"):
        write_report(result, tmp_path)


def test_the_folder_of_the_submissions_is_refused(result: RankResult) -> None:
    with pytest.raises(UsageError, match="holds the submissions; choose another output"):
        write_report(result, Path(result.submissions))


def test_files_that_are_not_made_any_more_go_away(result: RankResult, tmp_path: Path) -> None:
    write_report(result, tmp_path)
    (tmp_path / "figures" / "nothing.csv").write_text("mine now")
    writer.write_report(result, report_pieces(result, ()), tmp_path)
    assert listed(tmp_path) == FILES - {"figures/nothing.svg"}
    assert (tmp_path / "figures" / "nothing.csv").read_text() == "mine now"


def test_two_runs_do_not_write_at_once(result: RankResult, tmp_path: Path) -> None:
    with staging(tmp_path), pytest.raises(NothingToDo, match="another run is writing its report here"):
        write_report(result, tmp_path)
    write_report(result, tmp_path)
    assert listed(tmp_path) == FILES


def test_a_lock_that_its_holder_removed_meanwhile_is_taken_again(
    result: RankResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = tmp_path / STAGING / "lock"
    removed: list[int] = []
    acquired = writer._acquired

    def acquire(descriptor: int) -> bool:
        if not removed:
            removed.append(descriptor)
            lock.unlink()
        return acquired(descriptor)

    monkeypatch.setattr(writer, "_acquired", acquire)
    write_report(result, tmp_path)
    assert listed(tmp_path) == FILES


def test_without_locks_a_run_goes_on(
    result: RankResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    write_report(result, tmp_path)
    assert listed(tmp_path) == FILES


def test_provenance_has_the_hash_of_every_file_and_input(result: RankResult, tmp_path: Path) -> None:
    write_report(result, tmp_path)
    record = json.loads((tmp_path / "provenance.json").read_text(encoding="utf-8"))
    assert record["files"] == {
        name: hashlib.sha256((tmp_path / name).read_bytes()).hexdigest()
        for name in FILES - {"provenance.json"}
    }
    assert record["inputs"] == result.inputs
    assert record["options"]["draws"] == 200
    # What is on this machine is nobody's business.
    assert not record["options"].keys() & {"key", "saved", "save", "scheduler", "jobs"}
    assert record["versions"]["numpy"]


def test_an_interrupted_run_leaves_every_file_whole_and_the_next_heals_it(
    result: RankResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many files as were moved are new, and nothing is in the next run's way."""
    moved: list[str] = []
    replace = Path.replace

    def move(path: Path, target: Path) -> None:
        if STAGING not in target.parts:
            if len(moved) == 4:
                raise KeyboardInterrupt
            moved.append(target.name)
        replace(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", move)
        with pytest.raises(KeyboardInterrupt):
            write_report(result, tmp_path)
    assert listed(tmp_path) == {*moved, f"{STAGING}/claim.json", INCOMPLETE}
    for named in (lambda: verification(tmp_path), lambda: diff(tmp_path, tmp_path)):
        with pytest.raises(NothingToDo, match="INCOMPLETE: this report is not complete: a run is writing it"):
            named()
    (tmp_path / moved[0]).write_text("of another run that was killed")
    write_report(result, tmp_path)
    assert listed(tmp_path) == FILES
    assert "of another run" not in (tmp_path / moved[0]).read_text(encoding="utf-8")


@pytest.mark.parametrize("fault", [KeyboardInterrupt, MemoryError])
def test_pieces_that_break_off_leave_the_old_report_whole(
    result: RankResult, tmp_path: Path, fault: type[BaseException]
) -> None:
    def broken() -> Iterator[tuple[str, bytes]]:
        yield from islice(report_pieces(result, ()), 10)
        raise fault

    write_report(result, tmp_path)
    before = {name: (tmp_path / name).read_bytes() for name in listed(tmp_path)}
    with pytest.raises(fault):
        writer.write_report(result, broken(), tmp_path)
    assert {name: (tmp_path / name).read_bytes() for name in listed(tmp_path)} == before
    assert before.keys() == FILES


def test_pairs_come_in_pieces_of_both_files(result: RankResult, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = report_files(result, ())
    monkeypatch.setattr(pairs, "_AT_ONCE", 2)
    again = replace(result)  # what is known of a result is kept
    pieces = [name for name, _ in report_pieces(again, ()) if name in ("pairwise.csv", "leaderboard.json")]
    count = sum(-(-len(family) // 2) for family in result.tested)
    assert pieces.count("pairwise.csv") == count + 1
    assert pieces.count("leaderboard.json") == count + 2
    assert pieces[2:4] == pieces[4:6] == ["pairwise.csv", "leaderboard.json"]
    assert report_files(again, ()) == whole


def test_a_report_says_until_its_end_that_it_is_incomplete(
    result: RankResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = Path.replace

    def move(path: Path, target: Path) -> Path:
        assert (tmp_path / INCOMPLETE).exists() == (STAGING not in target.parts)
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", move)
    write_report(result, tmp_path)
    assert not (tmp_path / INCOMPLETE).exists()


def test_a_file_of_others_that_is_called_incomplete_stays(result: RankResult, tmp_path: Path) -> None:
    (tmp_path / INCOMPLETE).write_text("what I still have to do")
    with pytest.raises(InputError, match="INCOMPLETE: not a file of an earlier report; move it away"):
        write_report(result, tmp_path)
    assert (tmp_path / INCOMPLETE).read_text() == "what I still have to do"


def test_provenance_is_moved_last(
    result: RankResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved: list[str] = []
    replace = Path.replace

    def move(path: Path, target: Path) -> Path:
        moved.append(target.name)
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", move)
    write_report(result, tmp_path)
    assert moved[-1] == "provenance.json"


def test_functions_and_missing_libraries_are_recorded(
    result: RankResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def importance(key: Corpus) -> object:
        return np.bincount(key.entity)

    monkeypatch.setattr(records, "_LIBRARIES", ("numpy", "no-such-library"))
    weighed = made_ranking(tmp_path / "task", metric=("lea", "conll"), lea_importance=importance)
    record = json.loads(records.render_provenance(weighed, {}, tmp_path))
    assert record["title"] == weighed.title
    assert record["options"]["lea_importance"] == "importance"
    assert record["versions"]["no-such-library"] is None


def test_what_a_killed_run_left_behind_goes_away(result: RankResult, tmp_path: Path) -> None:
    place = tmp_path / STAGING
    place.mkdir()
    (place / "lock").touch()
    (place / "leaderboard.md").write_text("whole")
    (place / "figures").mkdir()
    (place / "figures" / f"{STAGING}-1").write_text("half")
    (place / "claim.json").write_text(json.dumps({"leaderboard.md": "0", "figures/a.svg": "1"}))
    (tmp_path / "leaderboard.md").write_text("of the run before")
    write_report(result, tmp_path)
    assert listed(tmp_path) == FILES
    assert not place.exists()


@pytest.mark.parametrize("claim", ["", "[]", '{"../x": "0"}', "[" * 100_000])
def test_a_claim_that_is_none_claims_nothing(result: RankResult, tmp_path: Path, claim: str) -> None:
    (tmp_path / STAGING).mkdir()
    (tmp_path / STAGING / "claim.json").write_text(claim)
    write_report(result, tmp_path)
    assert listed(tmp_path) == FILES
