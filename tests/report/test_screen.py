"""A ranking on a terminal fits its width, and ends with what became of the submissions."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from pathlib import Path, PurePath

import pytest

from leaderboard.errors import Problem
from leaderboard.report.features.answer import answers
from leaderboard.report.screen import closing, render_screen
from leaderboard.submissions import Rejection
from leaderboard.verbs.rank import RankResult, rank
from leaderboard.verbs.simulate import simulate
from tests.support import small_task
from tests.support.made_task import made_datasets, made_phases, made_task
from tests.support.small_task import FAIR, KEY, NOTHING, parts

FEW = {"draws": 100, "trials": 500}
RESULT = rank(made_task(), **FEW)
PAGE = PurePath("reports/leaderboard.html")


def width(line: str) -> int:
    return sum(
        2 if unicodedata.east_asian_width(one) in "WF" else not unicodedata.combining(one) for one in line
    )


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_no_line_is_wider_than_the_terminal(columns: int) -> None:
    lines = render_screen(RESULT, None, columns).splitlines()
    assert max(map(width, lines)) <= columns


def test_a_screen_holds_it() -> None:
    shown = render_screen(RESULT, None, 80) + closing(RESULT, 0, PAGE, 80)
    assert len(shown.splitlines()) <= 24


def test_title_and_answer_come_before_the_table() -> None:
    title, answer, table, notes = render_screen(RESULT, None, 80).split("\n\n")
    assert title == "A synthetic shared task: 9 systems, 12 documents, CoNLL F1"
    assert " ".join(answer.split()) == answers(RESULT)["conll"].text
    header, _, first, second, *_ = table.splitlines()
    assert header.split()[:8] == ["#", "System", "CoNLL", "95", "%", "interval", "Rank", "Better"]
    assert header.split()[9:11] == ["MUC", "B³"]
    assert first.split()[:4] == ["1", "balanced", "=", "copy"]
    assert second.split()[:2] == ["3", "close"]
    assert len(notes.splitlines()) <= 5


def test_of_many_systems_the_first_and_the_last_are_shown(tmp_path: Path) -> None:
    simulate(tmp_path / "task", documents=3, systems=30)
    many = rank(tmp_path / "task", metric=("muc",), **FEW)
    table = render_screen(many, None, 80).split("\n\n")[2].splitlines()
    assert len(table) == 2 + 15 + 1 + 1 + 1
    assert table[17].split() == ["…"]
    assert table[18].split()[1] == many.primary.standings[-1].system
    hidden = int(table[19].partition(" ")[0])
    assert table[19] == f"{hidden} more: --columns all, or the report"
    assert len(render_screen(many, ("system",), 80).split("\n\n")[2].splitlines()) == 2 + 16 + hidden


def named(tmp_path: Path, name: str) -> RankResult:
    small_task.write(tmp_path, key=KEY, **{name: FAIR, "b": parts(NOTHING, NOTHING, NOTHING)})
    return rank(tmp_path, **FEW)


@pytest.mark.parametrize("name", ["a" * 120, "系" * 60, "e\u0301" * 50])
@pytest.mark.parametrize("columns", [60, 80])
def test_long_names_are_shortened(tmp_path: Path, name: str, columns: int) -> None:
    shown = render_screen(named(tmp_path, name), None, columns)
    table = shown.split("\n\n")[2].splitlines()
    assert "…" in shown
    assert max(map(width, table)) <= columns


def test_names_that_fit_stay_whole_and_metrics_give_way(tmp_path: Path) -> None:
    shown = render_screen(named(tmp_path, "a" * 40), None, 80)
    assert "a" * 40 in shown
    assert "MUC" not in shown


def test_chosen_columns_are_shown_at_any_width() -> None:
    shown = render_screen(RESULT, ("all",), 60)
    assert "BLANC P" in shown
    table = render_screen(RESULT, ("system", "lea"), 60).split("\n\n")[2]
    assert table.splitlines()[0].split() == ["System", "LEA"]


def test_notes_are_pointed_at() -> None:
    shown = " ".join(render_screen(RESULT, None, 80).split())
    assert "Kendall" not in shown
    assert "More: --verbose, or the report. Signature: leaderboard:" in shown
    assert "|seed:" not in shown


def test_the_title_names_phase_setting_and_datasets() -> None:
    phases = rank(made_phases(), **FEW)
    assert render_screen(phases, None, 200).startswith(f"{phases.title}: ")
    assert render_screen(phases, None, 200).splitlines()[0].endswith("CoNLL F1, phase test")
    datasets = rank(made_datasets(), **FEW)
    assert ", mean of 3 datasets, CoNLL F1" in render_screen(datasets, None, 200)
    parts = rank(made_task(), unit="part", **FEW)
    assert "12 documents, 18 parts, " in render_screen(parts, None, 200)


def heading(result: RankResult) -> str:
    return render_screen(result, None, 100).split("\n\n")[2].splitlines()[0]


def test_another_tie_rule_has_its_rank_and_the_possible_ones() -> None:
    header = (
        render_screen(rank(made_task(), ties="leader", **FEW), None, 100).split("\n\n")[2].splitlines()[0]
    )
    assert "Rank  Possible ranks  Better than" in header


def test_against_a_baseline_the_verdicts_are_shown() -> None:
    header = (
        render_screen(rank(made_task(), against="eager", **FEW), None, 100).split("\n\n")[2].splitlines()[0]
    )
    assert "vs eager" in header
    assert "Letters" not in header


def test_attempts_are_named() -> None:
    family = RESULT.families["conll"]
    chosen = replace(family, design=replace(family.design, attempts=(("careless", 12),)))
    changed = replace(RESULT, families={**RESULT.families, "conll": chosen})
    changed.kept.clear()
    shown = render_screen(changed, None, 200)
    assert "P-values are multiplied by the number of attempts (careless 12)." in " ".join(shown.split())
    assert "attempts" not in render_screen(RESULT, None, 200)


def test_a_system_alone_is_not_tested(tmp_path: Path) -> None:
    small_task.write(tmp_path, key=KEY, fair=FAIR)
    assert "Test:" not in render_screen(rank(tmp_path, **FEW), None, 80)


def test_where_nothing_could_be_tested_no_test_is_named(tmp_path: Path) -> None:
    shown = render_screen(named(tmp_path, "a"), None, 80)
    assert shown.split("\n\n")[1].startswith("No pair could be tested")
    assert "Test:" not in shown


def test_the_last_line_says_who_was_ranked_and_where_the_report_is() -> None:
    assert (
        closing(RESULT, 0, PAGE, 200)
        == "9 systems ranked, none rejected. Report: reports/leaderboard.html.\n"
    )


def rejecting(*systems: str) -> RankResult:
    rejected = tuple(
        Rejection(one, Problem(f"{one}.conll", 3, "it breaks off", "mend it"), 1) for one in systems
    )
    return replace(RESULT, task=replace(RESULT.task, rejected=rejected))


@pytest.mark.parametrize(
    ("systems", "ending"),
    [("x", "1 rejected. {}: 1 submission was"), ("vwxyz", "5 rejected. {}: 5 submissions were")],
)
def test_the_last_line_explains_the_exit_code(systems: str, ending: str) -> None:
    report = "Report: reports/leaderboard.html (exit code 3"
    assert closing(rejecting(*systems), 3, PAGE, 200) == (
        f"9 systems ranked, {ending.format(report)} rejected).\n"
    )
