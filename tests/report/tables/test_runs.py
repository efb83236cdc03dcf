"""Several runs of a system in every form of a report."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from statistics import mean, stdev

import pytest

from leaderboard.report.features.paragraph import paragraph
from leaderboard.report.features.runs import ranked_run_table
from leaderboard.report.files.contents import report_files
from leaderboard.report.forms.json import render_json
from leaderboard.report.forms.latex import render_latex
from leaderboard.report.forms.markdown import render_markdown
from leaderboard.report.notes import reading
from leaderboard.report.ranking_record import rank_record
from leaderboard.report.screen import render_screen
from leaderboard.report.sections import main_table, sections
from leaderboard.report.tables.rankings import people_table, systems
from leaderboard.report.words.captions import OVER_RUNS
from leaderboard.verbs.rank import RankResult, rank
from leaderboard.verbs.score import score
from tests.support.made_task import made_runs, made_task
from tests.support.running import csv_rows

OPTIONS = {"metric": ["conll", "lea"], "draws": 100, "trials": 200, "prices": False}


@cache
def result() -> RankResult:
    return rank(made_runs(), **OPTIONS)


@cache
def run_scores(system: str) -> list[float]:
    """The CoNLL score of each run, scored alone."""
    files = sorted(made_runs().glob(f"{system}@*.conll"))
    return [score(file, metric="conll").systems[0].scores["conll"].f1 for file in files]


def as_shown(system: str) -> str:
    """The mean, deviation and number of runs."""
    runs = run_scores(system)
    return f"{100 * mean(runs):.2f} ± {100 * stdev(runs):.2f} ({len(runs)})"


def test_the_ranking_shows_mean_deviation_and_runs() -> None:
    table = main_table(result())
    place = [column.name for column in table.columns].index("conll_mean")
    shown = {row[1]: row[place] for row in table.shown()}
    assert shown["ours"] == as_shown("ours")
    assert shown["base"] == as_shown("base")
    assert shown["precise"] == f"{100 * result().scores['precise']['conll'].f1:.2f}"
    assert table.columns[place].label == "CoNLL"
    assert "conll_f1" not in [column.name for column in table.columns]
    assert OVER_RUNS in reading(result())


def test_papers_and_pages_show_it() -> None:
    assert as_shown("ours") in render_markdown(main_table(result()))
    assert as_shown("ours").replace("±", r"\ensuremath{\pm}") in render_latex(main_table(result()))


def test_the_terminal_shows_it() -> None:
    screen = render_screen(result(), None, 80)
    assert as_shown("ours") in screen
    said = " ".join(screen.split())
    test = "Test: two-level t for systems with several runs, otherwise approximate randomization, over 12"
    assert test in said
    assert OVER_RUNS in said


def test_bold_means_are_those_of_bold_scores() -> None:
    table = people_table(result())
    means = {row for row, name in table.best if name == "conll_mean"}
    assert means == {row for row, name in table.best if name == "conll_f1"}


def test_the_record_has_runs_and_spread() -> None:
    record = json.loads(render_json(rank_record(result())))
    systems = {one["system"]: one for one in record["systems"]}
    assert [one["run"] for one in systems["ours"]["runs"]] == ["1", "2", "3"]
    assert systems["ours"]["runs"][0]["scores"]["conll"]["f1"] == pytest.approx(run_scores("ours")[0])
    assert set(systems["ours"]["spread"]) == {"conll", "lea"}
    assert systems["base"]["spread"]["conll"] == pytest.approx(
        {
            "runs": 2,
            "sd": stdev(run_scores("base")),
            "min": min(run_scores("base")),
            "max": max(run_scores("base")),
        }
    )
    assert systems["precise"]["runs"] == []
    assert systems["precise"]["spread"]["conll"] == {"runs": 1, "sd": None, "min": None, "max": None}


def test_pairs_have_their_test() -> None:
    record = json.loads(render_json(rank_record(result())))
    single = {"precise", "eager"}
    for pair in record["comparisons"]:
        by_t = not {pair["first"], pair["second"]} <= single
        assert pair["test"] == ("t" if by_t else "ar")
        assert (pair["trials"] is None, pair["statistic"] is not None) == (by_t, by_t)
    first = csv_rows(report_files(result(), ())["pairwise.csv"].decode())[0]
    assert (first["test"], first["trials"]) == ("t", "")


def test_the_table_of_runs() -> None:
    [section] = [one for one in sections(result()) if one.name == "runs"]
    [table] = section.tables
    assert table == ranked_run_table(result())
    assert table.caption == "CoNLL F1 of systems with several runs, in per cent"
    ours = next(row for row in table.shown() if row[0] == "ours")
    low, high = 100 * min(run_scores("ours")), 100 * max(run_scores("ours"))
    assert ours[1:] == [
        "3",
        f"{100 * mean(run_scores('ours')):.2f}",
        f"{100 * stdev(run_scores('ours')):.2f}",
        f"{low:.2f}–{high:.2f}",
        ", ".join(f"{100 * f1:.2f}" for f1 in run_scores("ours")),
    ]


def test_the_runs_of_a_system_open_under_it() -> None:
    page = report_files(result(), ())["leaderboard.html"].decode()
    link = '<a href="#system={0}"><bdi>{0}</bdi></a>'
    lines = "".join(
        f"<li><bdi>{run}: {100 * f1:.2f}</bdi></li>" for run, f1 in enumerate(run_scores("base"), start=1)
    )
    assert f"<details><summary>{link.format('base')}</summary><ul>{lines}</ul></details></th>" in page
    assert '<h2 id="runs">Runs</h2>' in page
    assert f'<th scope="row" data-value="precise">{link.format("precise")}</th>' in page


def test_texts_say_how_runs_count() -> None:
    files = report_files(result(), ())
    summary = files["leaderboard.md"].decode()
    assert "Systems with several runs (base 2 and ours 3) are means over runs; " in summary
    assert "- ours: mean of 3 runs (1, 2, 3)." in summary
    assert summary.count("Bootstrap samples vary the documents and keep the runs as they are.") == 2
    ours = paragraph(result())
    assert f"base has the highest score ({as_shown('base').replace('(2)', '(2 runs)')}, 95 % interval" in ours
    assert "eager and precise have a single run each: results are about these outputs" in summary
    assert "Differences between single outputs were tested by two-sided approximate randomization" in ours
    assert "(200 trials, seed 12345)." in ours
    assert "their pairs were tested by a t test with variances" in ours
    assert "by approximate randomization (Noreen, 1989)" in ours


def test_a_system_that_lost_its_other_runs_is_one_output(tmp_path: Path) -> None:
    shutil.copytree(made_runs(), tmp_path / "task")
    broken = (tmp_path / "task" / "ours@2.conll").read_bytes()
    (tmp_path / "task" / "ours@2.conll").write_bytes(broken[: len(broken) // 2])
    (tmp_path / "task" / "base@1.conll").write_bytes(b"")
    found = rank(tmp_path / "task", **OPTIONS)
    table = ranked_run_table(found)
    by_system = {row[0]: row for row in table.shown()}
    assert by_system["base"][1:4] == ["1", by_system["base"][4], "–"]
    assert by_system["base"][5] == by_system["base"][2]
    shown = {row[1]: row[2] for row in main_table(found).shown()}
    assert shown["base"] == by_system["base"][2]
    assert "(2)" in shown["ours"]
    record = json.loads(render_json(rank_record(found)))
    [base] = [one for one in record["systems"] if one["system"] == "base"]
    assert (base["spread"]["lea"]["runs"], base["spread"]["lea"]["sd"]) == (1, None)
    assert "- ours: mean of 2 of 3 runs (1, 3)." in report_files(found, ())["leaderboard.md"].decode()
    assert "- base: 1 of 2 runs (2)." in report_files(found, ())["leaderboard.md"].decode()


def test_single_outputs_have_nothing_of_runs() -> None:
    plain = rank(made_task(), **OPTIONS)
    files = report_files(plain, ())
    assert "runs.csv" not in files
    assert "runs" not in [section.name for section in sections(plain)]
    assert not {"runs", "conll_sd", "conll_mean"} & {column.name for column in systems(plain).columns}
    assert "several runs" not in files["leaderboard.md"].decode()
    assert "<details><summary><bdi>" not in files["leaderboard.html"].decode()
    assert {"test", "statistic"}.isdisjoint(csv_rows(files["pairwise.csv"].decode())[0])
