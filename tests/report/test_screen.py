"""A ranking on a terminal fits its width, and ends with what became of the submissions."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from pathlib import Path, PurePath

import pytest

from leaderboard.errors import Problem
from leaderboard.report.notes import caveats
from leaderboard.report.screen import MORE, closing, render_screen
from leaderboard.submissions import Rejection
from leaderboard.verbs.rank import RankResult, rank
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
    assert (MORE in lines) == (columns < 120)


def test_a_screen_holds_it() -> None:
    shown = render_screen(RESULT, None, 80) + closing(RESULT, 0, PAGE)
    assert len(shown.splitlines()) <= 30


def test_rank_range_and_score_come_first_and_then_other_metrics() -> None:
    header, _, first, *_ = render_screen(RESULT, None, 80).splitlines()[2:]
    assert header.split() == [
        "Rank",
        "Range",
        "System",
        "CoNLL",
        "Interval",
        "Mentions",
        "MUC",
        "B³",
        "CEAFₘ",
    ]
    standing = RESULT.primary.standings[0]
    assert first.split()[:3] == ["1", f"{standing.low}–{standing.high}", "balanced"]


def named(tmp_path: Path, name: str) -> RankResult:
    small_task.write(tmp_path, key=KEY, **{name: FAIR, "b": parts(NOTHING, NOTHING, NOTHING)})
    return rank(tmp_path, **FEW)


@pytest.mark.parametrize("name", ["a" * 120, "系" * 60, "e\u0301" * 50])
@pytest.mark.parametrize("columns", [50, 80])
def test_long_names_are_shortened(tmp_path: Path, name: str, columns: int) -> None:
    shown = render_screen(named(tmp_path, name), None, columns)
    table = shown.split("\n\n")[1].splitlines()
    assert "…" in shown
    assert max(map(width, table)) <= columns


def test_names_that_fit_stay_whole_and_metrics_give_way(tmp_path: Path) -> None:
    shown = render_screen(named(tmp_path, "a" * 40), None, 80)
    assert "a" * 40 in shown
    assert MORE in shown


def test_chosen_columns_are_shown_at_any_width() -> None:
    shown = render_screen(RESULT, ("all",), 60)
    assert "BLANC P" in shown
    assert MORE not in shown
    assert render_screen(RESULT, ("system", "lea"), 60).splitlines()[2].split() == ["System", "LEA"]


def test_the_most_important_note_is_shown_and_the_others_are_pointed_at() -> None:
    shown = " ".join(render_screen(RESULT, None, 80).split())
    assert sum(note in shown for note in caveats(RESULT)) == 1
    assert caveats(RESULT)[0] in shown
    assert "Kendall" not in shown
    assert "All notes and tables: --verbose, or the report." in shown
    assert "|seed:" not in shown


def test_identical_systems_are_named_where_nothing_is_more_important() -> None:
    quiet = {name: replace(family, remarks=()) for name, family in RESULT.families.items()}
    shown = render_screen(replace(RESULT, families=quiet, remarks=()), None, 80)
    assert "balanced and copy are identical" in shown


def test_the_title_and_other_rankings_are_named() -> None:
    phases = rank(made_phases(), **FEW)
    shown = " ".join(render_screen(phases, None, 80).split())
    assert shown.startswith(f"{phases.title}. Ranking by CoNLL in the phase test, F1 in per cent")
    assert "Ranks by track and phase, all notes and tables:" in shown
    datasets = rank(made_datasets(), **FEW)
    shown = " ".join(render_screen(datasets, None, 80).split())
    assert "Scores are unweighted means over 3 datasets." in shown
    assert "Ranks by dataset, all notes and tables:" in shown


def test_against_a_baseline_the_verdicts_are_shown() -> None:
    header = render_screen(rank(made_task(), against="eager", **FEW), None, 80).splitlines()[2]
    assert "vs eager" in header
    assert "Letters" not in header


def test_attempts_are_named() -> None:
    family = RESULT.families["conll"]
    chosen = replace(family, design=replace(family.design, attempts=(("careless", 12),)))
    shown = render_screen(replace(RESULT, families={**RESULT.families, "conll": chosen}), None, 200)
    assert "P-values are multiplied by the number of attempts (careless 12)." in " ".join(shown.split())
    assert "attempts" not in render_screen(RESULT, None, 200)


def test_a_system_alone_is_not_tested(tmp_path: Path) -> None:
    small_task.write(tmp_path, key=KEY, fair=FAIR)
    assert "Test:" not in render_screen(rank(tmp_path, **FEW), None, 80)


def test_one_pair_needs_no_correction(tmp_path: Path) -> None:
    assert "randomization over 2 documents, α = 0.05." in render_screen(named(tmp_path, "a"), None, 80)


def test_the_last_line_says_who_was_ranked_and_where_the_report_is() -> None:
    assert closing(RESULT, 0, PAGE) == "9 systems ranked, none rejected. Report: reports/leaderboard.html.\n"


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
    assert closing(rejecting(*systems), 3, PAGE) == (
        f"9 systems ranked, {ending.format(report)} rejected).\n"
    )
