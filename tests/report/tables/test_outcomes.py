"""What was tested, what could be tested, and that nothing else is claimed."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

import leaderboard
from leaderboard.report.features.boards import board_tables
from leaderboard.report.figures import pictures
from leaderboard.report.files.contents import report_files
from leaderboard.report.notes import reading
from leaderboard.report.page.drawn import significance_map
from leaderboard.report.page.script_data import view_data
from leaderboard.report.sections import main_table
from leaderboard.report.tables.rankings import people_table
from leaderboard.report.tables.ranks import rank_table
from leaderboard.report.tables.significance_map import OUTCOMES, against_baseline, outcomes
from leaderboard.verbs.rank import RankResult
from leaderboard.verbs.simulate import simulate
from tests.report.made_ranking import texts
from tests.support.made_task import SYSTEMS, made_datasets, made_task
from tests.support.running import csv_rows

BASELINE = "eager"


@pytest.fixture(scope="module")
def against() -> RankResult:
    return leaderboard.rank(
        made_task(), metric=("muc", "conll"), draws=200, adjust="none", trials=500, against=BASELINE
    )


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> RankResult:
    """Four documents, with which no two systems can differ; `copy` is `balanced`."""
    folder = tmp_path_factory.mktemp("few") / "task"
    simulate(folder, documents=4, systems=4)
    return leaderboard.rank(folder, metric=("muc", "conll"), draws=200)


def words(result: RankResult) -> list[list[str]]:
    return [[OUTCOMES[cell].word for cell in row] for row in outcomes(result).tolist()]


def test_the_map_says_what_the_pairs_say() -> None:
    result = leaderboard.rank(made_task(), metric=("conll",), draws=100, adjust="none", trials=500)
    names = [standing.system for standing in result.primary.standings]
    table = words(result)
    assert [row[place] for place, row in enumerate(table)] == [""] * len(names)
    for pair in result.families["conll"]:
        first, second = names.index(pair.first), names.index(pair.second)
        if pair.verdict == "significant":
            better, worse = (first, second) if pair.difference > 0 else (second, first)
            assert (table[better][worse], table[worse][better]) == ("better", "worse")
        else:
            assert table[first][second] == table[second][first] == pair.verdict
    assert {"better", "worse", "tied", "identical"} <= {word for row in table for word in row}


def test_pairs_without_the_baseline_are_not_compared(against: RankResult) -> None:
    names = [standing.system for standing in against.primary.standings]
    at = names.index(BASELINE)
    for row, cells in enumerate(words(against)):
        for column, word in enumerate(cells):
            assert (word == "not compared") == (row != column and at not in (row, column))


def test_only_tested_pairs_of_distinct_systems_are_counted(against: RankResult) -> None:
    counts = against.answers["conll"].counts
    assert (counts.pairs, len(against.families["conll"])) == (7, 8)
    told = f"{counts.significant} of 7 pairs with {BASELINE} differ significantly; no others were tested."
    assert significance_map(against)["summary"] == told


def test_cells_that_were_not_compared_are_blank(against: RankResult) -> None:
    page = significance_map(against)
    assert ("not-compared", "", "blank: not compared") in page["keys"]  # type: ignore[operator]
    assert '<span class="key not-compared">\u00a0</span>' in texts(against, ())["leaderboard.html"]
    _, cells = page["cells"][0]  # type: ignore[index]
    assert ("not-compared", "") in cells
    marks = view_data(against)["outcomes"]
    assert isinstance(marks, list)
    assert {len(row) for row in marks} == {len(SYSTEMS)}
    data = next(one for one in pictures(against) if one.name == "significance").data
    found = {cell for row in data.rows for cell in row[1:]}
    assert found == {"better", "worse", "tied", "not compared", ""}


def test_against_a_baseline_there_are_no_letters(against: RankResult) -> None:
    assert {line.letters for one in against.rankings.values() for line in one.standings} == {""}
    main = main_table(against)
    assert "Letters" not in main.labels
    assert f"vs {BASELINE}" in main.labels
    assert "share a letter" not in texts(against, ())["leaderboard.md"]


def test_against_a_baseline_each_verdict_with_it_is_told(against: RankResult) -> None:
    told = against_baseline(against)
    assert told[BASELINE] is None
    for pair in against.families["conll"]:
        assert pair.second == BASELINE
        wanted = ("worse", "better")[pair.difference > 0] if pair.verdict == "significant" else pair.verdict
        assert told[pair.first] == wanted
    rows = csv_rows(texts(against, ())["leaderboard.csv"])
    assert {row["system"]: row["against"] or None for row in rows} == told
    record = json.loads(texts(against, ())["leaderboard.json"])
    assert record["against"] == BASELINE
    assert {row["system"]: row["against"] for row in record["systems"]} == told


def test_against_a_baseline_bold_is_better_than_it(against: RankResult) -> None:
    for table in (people_table(against), rank_table(against)):
        place = [column.name for column in table.columns].index("system")
        names = [str(row[place]).split(" = ") for row in table.rows]
        assert f"significantly better than {BASELINE} by that metric." in table.marks
        for metric, family in against.families.items():
            better = {pair.first for pair in family if pair.verdict == "significant" and pair.difference > 0}
            assert better
            bold = {name for row, column in table.best if column == f"{metric}_f1" for name in names[row]}
            assert bold == better


def test_against_a_baseline_datasets_are_bold_by_the_same_rule() -> None:
    result = leaderboard.rank(
        made_datasets(), metric=("conll",), draws=100, trials=500, adjust="none", against="eager"
    )
    [table] = board_tables(result, "dataset")
    assert "better than eager on that dataset, or in the mean." in table.marks
    rows = [row[0] for row in table.rows]
    family = result.families["conll"]
    better = {pair.first for pair in family if pair.verdict == "significant" and pair.difference > 0}
    assert {rows[row] for row, column in table.best if column == "mean"} == better


def test_the_legend_and_the_methods_name_the_baseline(against: RankResult) -> None:
    read, tested = reading(against)
    assert read == (
        "Rank: the ranks that the tests leave open, without a confidence statement. "
        f"Of the ranked systems, only pairs with {BASELINE} were tested; all other pairs count as ties. "
        "Better than: the number of systems that are significantly worse."
    )
    assert "P-values were not adjusted; the level is α = 0.05." in tested
    assert BASELINE not in tested


def test_equivalent_systems_have_a_mark() -> None:
    result = leaderboard.rank(made_task(), metric=("conll",), draws=100, trials=500, margin=30)
    assert any("equivalent" in row for row in words(result))
    keys = [key[1:] for key in significance_map(result)["keys"]]  # type: ignore[attr-defined]
    assert ("≈", "equivalent, less than 30 points apart") in keys


def test_without_a_baseline_nothing_is_said_of_one() -> None:
    result = leaderboard.rank(made_task(), metric=("conll",), draws=100, trials=100)
    assert against_baseline(result) == {}
    assert "against" not in texts(result, ())["leaderboard.csv"]
    record = json.loads(texts(result, ())["leaderboard.json"])
    assert record["against"] is None
    assert "against" not in record["systems"][0]


def test_what_cannot_be_tested_is_no_tie(few: RankResult) -> None:
    verdicts = {pair.verdict for pair in few.families["conll"]}
    assert verdicts == {"untestable", "identical"}
    assert {word for row in words(few) for word in row} == {"untestable", "identical", ""}
    keys = significance_map(few)["keys"]
    assert ("untestable", "?", "untestable, too few documents differ") in keys  # type: ignore[operator]
    note = "The pair is untestable: too few documents differ"
    files = texts(few, pictures(few))
    for name in ("leaderboard.md", "leaderboard-appendix.tex", "leaderboard.html", "leaderboard.json"):
        assert note in files[name]
    data = list(csv.reader(io.StringIO(files["figures/significance.csv"])))
    assert data[1][1:3] == ["", "identical"]
    assert "untestable" in data[1]
    assert "untestable (?)" in files["figures/significance.svg"]


def test_shapes_of_a_large_map_tell_apart_what_was_not_compared(tmp_path: Path) -> None:
    simulate(tmp_path / "task", documents=6, systems=21)
    result = leaderboard.rank(
        tmp_path / "task", metric=("conll",), draws=100, trials=100, adjust="none", against="balanced"
    )
    page = texts(result, ())["leaderboard.html"]
    assert re.search(r'<path class="not-compared" d="M\d', page)
    assert "not compared." in page


def test_one_system_is_compared_with_nothing(tmp_path: Path) -> None:
    simulate(tmp_path / "task", documents=3, systems=1)
    result = leaderboard.rank(tmp_path / "task", draws=100, interval="percentile", prices=False)
    drawn = pictures(result)
    assert {"ranks", "significance", "differences"}.isdisjoint(one.name for one in drawn)
    every = "\n".join(
        content.decode() for name, content in report_files(result, drawn).items() if name[-3:] != "svg"
    )
    for false in ("1 systems", "0 of 0", "from balanced", "Bold:", "Horizontal rules", "Significance map"):
        assert false not in every
    assert "Intervals of scores are 95 % bootstrap intervals (percentile, 100 draws)." in every
    assert people_table(result).best == frozenset()


def test_parts_as_units_do_not_hide_the_documents() -> None:
    result = leaderboard.rank(made_task(), metric=("conll",), draws=100, trials=100, unit="part")
    parts = len(result.sheet.parts)
    assert f"over {parts} parts of 12 documents (" in reading(result)[1]


def test_missing_documents_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "task"
    simulate(folder, documents=5, systems=3)
    path = folder / "close.conll"
    text = path.read_text()
    path.write_text(text[text.index("#begin document", 1) :])
    result = leaderboard.rank(folder, metric=("conll",), draws=100, missing="empty")
    lacking = {name: int(name == "close") for name in ("balanced", "copy", "close")}
    assert result.missing == lacking
    files = texts(result, ())
    parts = len(result.sheet.parts)
    for name in ("leaderboard.md", "leaderboard-appendix.tex", "leaderboard.html"):
        assert f"close lacks 1 of {parts} parts, scored as empty." in files[name]
    rows = csv_rows(files["leaderboard.csv"])
    assert {row["system"]: int(row["missing"]) for row in rows} == lacking
    record = json.loads(files["leaderboard.json"])
    assert {row["system"]: row["missing"] for row in record["systems"]} == lacking


def test_two_systems_are_one_pair(tmp_path: Path) -> None:
    simulate(tmp_path / "task", documents=3, systems=9)
    for path in (tmp_path / "task").glob("*.conll"):
        if path.stem not in ("key", "balanced", "eager"):
            path.unlink()
    result = leaderboard.rank(tmp_path / "task", metric=("conll",), draws=100)
    assert significance_map(result)["summary"] == "0 of 1 pair differs significantly."
    assert result.families["conll"].remarks[1].kind == "untestable"
