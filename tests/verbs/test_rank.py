"""``leaderboard.rank``: ties, orders, and what must not change them."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

import leaderboard
from leaderboard.errors import NothingToDo, UsageError
from leaderboard.options import settings_file
from leaderboard.report.files.contents import report_files
from leaderboard.significance import design
from leaderboard.tasks import account, scored_task
from tests.support.made_task import SYSTEMS, made_task
from tests.support.small_task import BROKEN

FEW = {"metric": ("muc", "conll"), "draws": 200, "trials": 500}


def test_every_system_has_a_row_by_every_metric() -> None:
    result = leaderboard.rank(made_task(), **FEW)
    assert set(result.rankings) == {"muc", "conll"}
    for ranking in result.rankings.values():
        assert {standing.system for standing in ranking.standings} == set(SYSTEMS)
        assert [standing.score for standing in ranking.standings] == sorted(
            (standing.score for standing in ranking.standings), reverse=True
        )


def test_copies_share_everything_but_their_names() -> None:
    standings = {
        standing.system: standing for standing in leaderboard.rank(made_task(), **FEW).primary.standings
    }
    assert replace(standings["copy"], system="balanced") == standings["balanced"]


def test_ranks_follow_from_the_verdicts() -> None:
    result = leaderboard.rank(made_task(), **FEW)
    worse_than: dict[str, set[str]] = {system: set() for system in SYSTEMS}
    for pair in result.families["conll"]:
        if pair.verdict == "significant":
            better, worse = (pair.first, pair.second) if pair.difference > 0 else (pair.second, pair.first)
            worse_than[worse].add(better)
    for standing in result.primary.standings:
        assert standing.rank == 1 + len(worse_than[standing.system])


@pytest.mark.parametrize("jobs", [1, 3])
def test_the_number_of_workers_changes_nothing(jobs: int) -> None:
    one, other = (leaderboard.rank(made_task(), jobs=number, **FEW) for number in (2, jobs))
    assert one.comparisons == other.comparisons
    assert one.rankings == other.rankings


def test_another_submission_leaves_the_other_p_values_alone(tmp_path: Path) -> None:
    folder = tmp_path / "fewer"
    shutil.copytree(made_task(), folder)
    (folder / "careless.conll").unlink()
    fewer = leaderboard.rank(folder, **FEW).comparisons
    more = {
        (pair.first, pair.second, pair.metric): pair
        for pair in leaderboard.rank(made_task(), **FEW).comparisons
    }
    assert fewer
    for pair in fewer:
        assert pair.p_value == more[pair.first, pair.second, pair.metric].p_value


def test_leave_one_out_names_each_document_once() -> None:
    result = leaderboard.rank(made_task(), leave_one_out=True, **FEW)
    documents = {part.document for part in result.sheet.parts}
    assert sorted(left.unit.document for left in result.left_out) == sorted(documents)
    assert leaderboard.rank(made_task(), **FEW).left_out == ()


def test_a_broken_entry_is_one_rejected_row(tmp_path: Path) -> None:
    folder = tmp_path / "task"
    shutil.copytree(made_task(), folder)
    (folder / "broken.conll").write_text(BROKEN)
    result = leaderboard.rank(folder, **FEW)
    assert [rejection.system for rejection in result.rejected] == ["broken"]
    assert result.rankings == leaderboard.rank(made_task(), **FEW).rankings


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(NothingToDo, match="no such folder"):
        leaderboard.rank(tmp_path / "nowhere")


def test_one_system_is_a_ranking_too(tmp_path: Path) -> None:
    folder = tmp_path / "task"
    folder.mkdir()
    for name in ("key", "precise"):
        shutil.copy(made_task() / f"{name}.conll", folder)
    [standing] = leaderboard.rank(folder, **FEW).primary.standings
    assert (standing.rank, standing.low, standing.high, standing.letters) == (1, 1, 1, "a")


def test_too_many_comparisons_are_refused_before_a_response_is_scored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Runs of one system count as one system."""
    task = tmp_path / "task"
    shutil.copytree(made_task(), task)
    [*systems] = sorted(path for path in task.glob("*.conll") if path.stem != "key")
    shutil.copy(systems[0], task / "twice@1.conll")
    shutil.copy(systems[1], task / "twice@2.conll")
    pairs = len(systems) * (len(systems) + 1) // 2
    monkeypatch.setattr(design, "MOST_COMPARISONS", 2 * pairs)
    assert len(leaderboard.rank(task, **FEW).families["conll"]) == pairs
    monkeypatch.setattr(design, "MOST_COMPARISONS", 2 * pairs - 1)
    monkeypatch.setattr(scored_task, "scored_task", None)
    with pytest.raises(UsageError, match=f"{pairs} pairs of {len(systems) + 1} systems by 2 metrics need"):
        leaderboard.rank(task, **FEW)


def test_prices_that_need_too_much_memory_are_refused_before_a_response_is_scored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(design, "MOST_OF_PRICES", 1)
    assert leaderboard.rank(made_task(), **{**FEW, "prices": False}).prices == ()
    monkeypatch.setattr(scored_task, "scored_task", None)
    with pytest.raises(UsageError, match=r"^the prices of errors of \d+ responses .* prices=False, or price"):
        leaderboard.rank(made_task(), **{**FEW, "prices": True})


def test_one_report_looks_settings_up_once_and_tells_of_its_systems_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def count(module: ModuleType, name: str) -> None:
        counted = getattr(module, name)

        def counting(*words: object) -> object:
            asked.append(name)
            return counted(*words)

        monkeypatch.setattr(module, name, counting)

    folder = shutil.copytree(made_task(), tmp_path / "task")
    (folder / "leaderboard.toml").write_text('key = "key.conll"\n')
    count(settings_file, "_outside")
    for name in ("runs_of", "repairs_of", "cross_document", "lacking_remarks", "run_remarks"):
        count(account, name)
    report_files(leaderboard.rank(folder, **FEW), ())
    assert sorted(asked) == sorted(
        ("_outside", "runs_of", "repairs_of", "cross_document", "lacking_remarks", "run_remarks")
    )
