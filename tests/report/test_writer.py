"""The files of a report on disk: whole or not at all, and no others touched."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from leaderboard.corpus import Corpus
from leaderboard.report import provenance, writer
from leaderboard.report.writer import write_report
from leaderboard.verbs.rank import RankResult
from tests.report.made_ranking import made_ranking, picture


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> RankResult:
    return made_ranking(tmp_path_factory.mktemp("made") / "task", metric=("muc", "conll"))


@pytest.fixture(autouse=True)
def quick_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "pictures", lambda result: (picture(),))


def listed(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


FILES = {
    *(f"leaderboard.{suffix}" for suffix in ("md", "csv", "tex", "html", "json")),
    *("ranks.csv", "pairwise.csv", "correlations.csv", "documents.csv", "provenance.json"),
    *("figures/nothing.svg", "figures/nothing.csv"),
}


def test_the_files_that_are_promised(result: RankResult, tmp_path: Path) -> None:
    write_report(result, tmp_path / "new" / "reports")
    assert listed(tmp_path / "new" / "reports") == FILES


def test_what_else_is_there_stays(result: RankResult, tmp_path: Path) -> None:
    (tmp_path / "figures").mkdir()
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "figures" / "mine.svg").write_text("mine")
    (tmp_path / "leaderboard.md").write_text("old")
    write_report(result, tmp_path)
    assert listed(tmp_path) == FILES | {"notes.txt", "figures/mine.svg"}
    assert (tmp_path / "notes.txt").read_text() == (tmp_path / "figures" / "mine.svg").read_text() == "mine"
    assert (tmp_path / "leaderboard.md").read_text(encoding="utf-8").startswith("# ")


def test_provenance_has_the_hash_of_every_file_and_input(result: RankResult, tmp_path: Path) -> None:
    write_report(result, tmp_path)
    record = json.loads((tmp_path / "provenance.json").read_text(encoding="utf-8"))
    assert record["files"] == {
        name: hashlib.sha256((tmp_path / name).read_bytes()).hexdigest()
        for name in FILES - {"provenance.json"}
    }
    assert record["inputs"] == result.inputs
    assert record["options"]["draws"] == 200
    assert record["versions"]["numpy"]


def test_an_interrupted_run_leaves_every_file_whole(
    result: RankResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many files as were moved are new, the others old; the provenance is moved last."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("old")
    moved: list[str] = []
    replace = Path.replace

    def move(path: Path, target: Path) -> None:
        if len(moved) == 4:
            raise KeyboardInterrupt
        moved.append(target.name)
        replace(path, target)

    monkeypatch.setattr(Path, "replace", move)
    with pytest.raises(KeyboardInterrupt):
        write_report(result, tmp_path)
    assert listed(tmp_path) == FILES
    assert (tmp_path / "provenance.json").read_text() == "old"
    assert sum((tmp_path / name).read_text(encoding="utf-8") != "old" for name in FILES) == 4


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

    monkeypatch.setattr(provenance, "_LIBRARIES", ("numpy", "no-such-library"))
    weighed = made_ranking(tmp_path / "task", metric=("lea", "conll"), lea_importance=importance)
    record = json.loads(provenance.render_provenance(weighed, {}))
    assert record["options"]["lea_importance"] == "importance"
    assert record["versions"]["no-such-library"] is None


def test_what_a_killed_run_left_behind_goes_away(result: RankResult, tmp_path: Path) -> None:
    left_behind = tmp_path / f"{writer.STAGING}abc"
    left_behind.mkdir()
    (left_behind / "leaderboard.md").write_text("half")
    write_report(result, tmp_path)
    assert not list(tmp_path.glob(f"{writer.STAGING}*"))
