"""Slices as users see them: scores, tests, ranks and what is said of them, from files to every form."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import leaderboard
from leaderboard.errors import InputError, UsageError, in_python
from leaderboard.report.features.scores import score_record, sliced
from leaderboard.report.features.slices import pair_slice_tables, score_slice_tables
from leaderboard.report.figures import pictures
from leaderboard.report.files.contents import report_files, report_pieces
from leaderboard.report.files.verification import verification
from leaderboard.report.files.writer import write_report
from leaderboard.report.forms import render
from leaderboard.report.forms.json import render_json
from leaderboard.report.sections import sections
from leaderboard.report.tables.comparisons import compare_record
from leaderboard.significance.adjustment import adjusted
from leaderboard.significance.design import design, trials_needed
from leaderboard.significance.families import families
from leaderboard.significance.family import Family
from leaderboard.slices import sums
from leaderboard.tasks.task import scores_of
from leaderboard.verbs.rank import RankResult
from tests.support.made_task import made_datasets, made_task
from tests.support.running import Typed, csv_rows

FEW: dict[str, Any] = {"draws": 100, "metric": ("muc", "conll"), "slice_min": 5, "prices": False}
TABLE = "document,register\n"
NO_TESTS = (
    "There are no tests for slices of fewer than {:,} mentions of the key (`--slice-min`) or 6 documents "
    "(`--slice-documents`)."
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A task in the working directory."""
    shutil.copytree(made_task(), tmp_path / "task")
    monkeypatch.chdir(tmp_path)


def ranked(*by: str, folder: Path | str = "task", **options: Any) -> RankResult:
    return leaderboard.rank(folder, by=list(by), **{**FEW, **options})


def files(result: RankResult) -> dict[str, str]:
    return {name: content.decode() for name, content in report_files(result, ()).items()}


def only(path: Path, wanted: Callable[[str], bool]) -> None:
    """Keep only some documents of a file."""
    pieces = path.read_text().split("#begin document ")
    kept = [f"#begin document {piece}" for piece in pieces[1:] if wanted(piece)]
    path.write_text("".join(kept))


def test_documents_have_the_scores_and_the_tests_that_they_have_alone() -> None:
    chosen = documents()[:7]
    settings = f"key = 'key.conll'\n[documents.kind]\nchosen = {json.dumps(chosen)}\n"
    Path("task/leaderboard.toml").write_text(settings)
    found, _ = ranked("kind", trials=50).of("slice")
    for path in Path("task").glob("*.conll"):
        only(path, lambda text: text[1:].split(")")[0] in chosen)
    alone = leaderboard.rank("task", trials=50, **FEW)
    assert found.scores == alone.scores
    family = alone.families["conll"]
    assert found.family.p_values.p.tolist() == family.p_values.p.tolist()
    assert found.family.p_adjusted.tolist() == family.p_adjusted.tolist()
    assert found.family.intervals.bounds.tobytes() == family.intervals.bounds.tobytes()
    assert [replace(one, score=0) for one in found.ranking.standings] == [
        replace(one, score=0) for one in alone.primary.standings
    ]


def test_the_whole_keeps_every_bit() -> None:
    plain, sliced = leaderboard.rank("task", **FEW), ranked("size", "genre")
    assert plain.signature == sliced.signature
    before, after = files(plain), files(sliced)
    for name in ("leaderboard.csv", "pairwise.csv", "ranks.csv", "leaderboard.tex", "documents.csv"):
        assert before[name] == after[name]


def test_units_of_other_slices_are_all_documents_and_the_trials_are_those_of_all_slices() -> None:
    result = ranked("size", "class")
    for by in ("size", "class"):
        group = [one for one in result.of("slice") if one.slice and one.slice.sheet.slice.slicing.name == by]
        shown = [one.family for one in group if one.standings]
        assert {family.units for family in shown} == {12}
        tests = sum(len(family.hypotheses) for family in shown)
        drawn = {int(t) for one in shown for t in one.p_values.trials[~one.p_values.exact]}
        assert drawn <= {trials_needed(tests, 0.05)}
    [whole] = [family for name, family in result.families.items() if name == "conll"]
    assert max(whole.p_values.trials) <= trials_needed(len(whole.hypotheses), 0.05)


@pytest.mark.parametrize(("adjust", "method"), [("shaffer", "holm"), ("bh", "bh"), ("none", "none")])
def test_p_over_slices_corrects_all_pairs_on_all_slices(adjust: str, method: Any) -> None:
    result = ranked("size", adjust=adjust, trials=300)
    shown = [one.family for one in result.of("slice") if one.standings]
    tested = [family.charged_p[family.hypotheses.largest(family.p_values.p)] for family in shown]
    expected = adjusted(np.concatenate(tested), method)
    start = 0
    for family in shown:
        assert family.p_over_slices is not None
        count = len(family.hypotheses)
        own = family.hypotheses.by_pair(expected[start : start + count], copies=1)
        assert family.p_over_slices.tolist() == own.tolist()
        assert family[0].p_over_slices == own[0]
        start += count


def test_small_slices_have_scores_but_no_ranks_or_tests() -> None:
    result = ranked("size", slice_min=10**6)
    boards = result.of("slice")
    assert boards
    assert not any(one.standings or len(one.family) for one in boards)
    record = json.loads(files(result)["leaderboard.json"])
    one = record["slices"][0]
    assert (one["small"], one["comparisons"], one["systems"][0]["rank"]) == (True, [], None)
    assert one["systems"][0]["scores"]["muc"]["f1"] is not None
    [section] = [one for one in sections(result) if one.name == "slices"]
    [table] = section.tables
    systems = [standing.system for standing in result.primary.standings]
    assert [row[0] for row in table.rows] == ["Mentions of the key", *systems]
    first = boards[0].scores[systems[0]]["conll"].f1
    assert table.rows[1][1] == f"{100 * first:.2f}"
    assert (table.best, table.legend) == (frozenset(), "")
    assert table.caption == "CoNLL F1 by size (sides) in per cent"
    assert not [one for one in sections(result) if one.name == "slice-metrics"]
    assert NO_TESTS.format(10**6) in table.notes
    assert [picture for picture in pictures(result) if picture.name.startswith("slices")] == []


def test_several_datasets_count_where_their_key_has_the_slice() -> None:
    folder = shutil.copytree(made_datasets(), "sets")
    for path in Path(folder).glob("*/set3.conll"):
        path.write_text(path.read_text().replace("(bn/", "(zz/"))
    result = ranked("genre", folder=folder, trials=200)
    by_name = {one.label: one for one in result.of("slice")}
    found = by_name["bn"].slice
    assert found
    assert found.sheet.slice.datasets == ("set1", "set2")
    apart = []
    for dataset in ("set1", "set2"):
        key = Path(folder, "key", f"{dataset}.conll")
        one = leaderboard.score(
            Path(folder, "precise", f"{dataset}.conll"), key=key, by="genre=bn", metric="conll"
        )
        apart.append(one.systems[0].slices[0].scores["conll"].f1)
    assert by_name["bn"].scores["precise"]["conll"].f1 == pytest.approx(np.mean(apart), abs=1e-15)
    [table, *_] = next(one for one in sections(result) if one.name == "slices").tables
    assert table.rows[1][0] == "Datasets with the slice"
    assert "mean over the datasets" in " ".join(table.notes)


def test_csv_and_json_have_the_names_of_the_interface() -> None:
    every = {name: value for name, value in FEW.items() if name != "metric"}
    made = files(leaderboard.rank("task", by=["range/class", "genre"], trials=200, **every))
    first, *_ = csv_rows(made["slices.csv"])
    assert list(first)[:11] == [
        *("phase", "kind", "board", "label"),
        *("by", "value", "keep", "small", "documents", "key_mentions", "key_entities"),
    ]
    assert (first["by"], first["keep"], first["small"]) == ("range/class", "sides", "false")
    assert first["blanc_f1"] == ""
    record = json.loads(made["leaderboard.json"])["slices"]
    assert record[0]["by"] == ["range", "class"]
    assert record[0]["signature"].endswith("|by:range/class|keep:sides|bands:range=50,200,1000")
    assert {"systems", "comparisons", "notes", "small", "key_mentions"} <= record[0].keys()
    assert "p_over_slices" in record[0]["comparisons"][0]
    assert record[-1]["signature"].endswith("|by:genre|keep:documents")


def test_a_table_says_what_is_kept_and_when_a_difference_may_be_quoted() -> None:
    result = ranked("class", keep=["entities", "mentions", "sides"], trials=200)
    [section] = [one for one in sections(result) if one.name == "slices"]
    notes = [" ".join(table.notes) for table in section.tables]
    assert ["the only such mention of an entity, the entity is left out" in text for text in notes] == [
        True,
        False,
        False,
    ]
    assert ["Links to mentions of other kinds are in no slice" in text for text in notes] == [
        False,
        True,
        False,
    ]
    assert ["Recall compares" in text for text in notes] == [False, False, True]
    assert ["do not add up to the total" in text for text in notes] == [True, False, True]
    assert all(
        "did not choose a slice in advance, report a difference only if p over slices ≤ 0.05" in text
        for text in notes
    )
    assert section.tables[0].rows[0][0] == "Mentions of the key"
    assert [row[0] for row in section.tables[0].rows[1:]] == [one.system for one in result.primary.standings]
    for form in ("table", "markdown", "latex"):
        assert "class (entities)" in render(form, *section.tables)
    made = files(result)
    assert "CoNLL F1 by class (sides): intervals at level 95 %" in made["leaderboard.html"]
    assert "class (mentions)" in made["leaderboard-appendix.tex"]


def test_slices_without_a_correction_are_for_those_chosen_in_advance() -> None:
    result = ranked("class", adjust="none", trials=100)
    notes = [note for one in sections(result) for table in one.tables for note in table.notes]
    assert any("no p is corrected: rely on slices chosen in advance only" in note for note in notes)
    assert not any("p over slices ≤" in note for note in notes)


def test_documents_are_counted_where_parts_are_tested() -> None:
    result = ranked("class", unit="part", slice_min=10_000)
    notes = [note for one in sections(result) for table in one.tables for note in table.notes]
    assert NO_TESTS.format(10_000) in notes


def test_figures_have_a_name_for_each_kind_of_slices() -> None:
    result = ranked("class", "class/size", keep=["entities", "mentions"], trials=100)
    drawn = [one for one in pictures(result) if one.name.startswith("slices")]
    names = ["slices-class", "slices-class-mentions", "slices-class-size", "slices-class-size-mentions"]
    assert [one.name for one in drawn] == names
    assert b"tick: score on everything" in drawn[0].svg
    assert {column.name for column in drawn[0].data.columns} == {
        *("value", "system", "rank", "conll_f1", "conll_low", "conll_high", "whole")
    }


def documents() -> list[str]:
    lines = Path("task/key.conll").read_text().splitlines()
    return sorted({line.split("(")[1].split(")")[0] for line in lines if line.startswith("#begin")})


def test_the_table_of_documents_is_hashed_signed_and_replayed() -> None:
    names = documents()
    text = TABLE + "".join(f"{name},{'a b' if number % 2 else 'c/d'}\n" for number, name in enumerate(names))
    Path("docs.csv").write_text(f"{text}nowhere,e\n")
    Path("leaderboard.toml").write_text(
        'submissions = "task"\nkey = "task/key.conll"\ndocument-table = "docs.csv"\n'
        'by = ["register", "kind"]\n[documents.kind]\nspoken = ["bc/*", "tc/*"]\n'
    )
    Path("task/leaderboard.toml").unlink()
    result = leaderboard.rank("task", **{**FEW, "trials": 100})
    assert [one.label for one in result.of("slice")] == ["a b", "c/d", "spoken", "(none)"]
    assert (
        "docs.csv:14: the key lacks 1 document of this table: 'nowhere'; correct names that are misspelt"
        in map(str, result.warnings)
    )
    assert "../docs.csv" in result.inputs
    assert "|documents:" in result.of("slice")[0].signature
    write_report(result, report_pieces(result, pictures(result)), Path("reports"))
    assert verification(Path("reports")).problems == ()
    Path("docs.csv").write_text(text)
    assert verification(Path("reports")).problems


def test_a_settings_file_among_the_submissions_names_no_table() -> None:
    Path("task/leaderboard.toml").write_text(
        'key = "key.conll"\ndocument-table = "/etc/passwd"\nby = "genre"\n'
    )
    result = ranked("genre", trials=100)
    assert result.options.documents is None
    from leaderboard.options.configuration import configure

    [warning] = configure({}, Path("task")).warnings
    assert "cannot set document-table" in str(warning)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"by": "size", "metric": "blanc"}, "--by size --keep sides is not defined for blanc; choose other"),
        ({"by": "size", "primary": "blanc"}, "--by size --keep sides is not defined for blanc"),
        ({"by": "size", "keep": "mentions"}, "--keep mentions needs an attribute of mentions"),
        ({"by": "size", "keep": "half"}, "keep is 'half'; choose 'entities', 'mentions' or 'sides'"),
        ({"by": "etype"}, "--by etype: no entity of the key has a type; choose another attribute"),
        ({"by": "nothing"}, "by is 'nothing', which is not an attribute; choose among genre"),
        ({"by": "size=7"}, "--by size has no slice with this value; choose among 2"),
        ({"by": "size", "bands": "size=2,2"}, "the bands of size are .*; give increasing numbers"),
    ],
)
def test_wrong_usage_says_what_to_do(options: Any, message: str) -> None:
    with pytest.raises(UsageError, match=in_python(message)):
        leaderboard.score("task/precise.conll", **options)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('documents = "x.csv"', "documents is a table of patterns, as .documents.genre.; for a file write"),
        ("bands = 3", "bands is '3'; make it a table"),
        ("[bands]\nsize = [1]", "the bands of size are"),
        ('[documents.size]\na = ["b"]', "has the name of another attribute; rename it"),
    ],
)
def test_settings_are_refused_with_their_line(line: str, message: str) -> None:
    Path("task/leaderboard.toml").write_text(line)
    with pytest.raises(InputError, match=rf"leaderboard.toml:\d: .*{message}"):
        leaderboard.score("task/precise.conll", key="task/key.conll")


def test_bands_may_be_a_table_of_the_settings_file() -> None:
    Path("task/leaderboard.toml").write_text('key = "key.conll"\n[bands]\nsize = [2, 4]\n')
    result = leaderboard.score("task/precise.conll", by="size", metric="conll")
    assert [one.sheet.slice.name for one in result.systems[0].slices] == ["2-3", "4+"]
    Path("task/leaderboard.toml").write_text('key = "key.conll"\n[bands]\n')
    assert leaderboard.score("task/precise.conll", by="size=2", metric="conll").systems[0].slices


def test_a_response_that_lies_in_its_tags_changes_no_slice() -> None:
    by = ["class", "upos", "length", "size", "range", "genre"]
    honest = leaderboard.score("task/precise.conll", by=by, errors=True).systems[0].slices
    path = Path("task/precise.conll")
    lines = [line.split() for line in path.read_text().splitlines()]
    lied = [[*cells[:4], "PRP", *cells[5:]] if len(cells) > 5 else cells for cells in lines]
    path.write_text("\n".join(" ".join(cells) for cells in lied) + "\n")
    lying = leaderboard.score("task/precise.conll", by=by, errors=True).systems[0].slices
    assert [(one.scores, one.sheet.response_mentions) for one in lying] == [
        (one.scores, one.sheet.response_mentions) for one in honest
    ]


def test_score_shows_slices_as_tables_and_records() -> None:
    result = leaderboard.score("task/precise.conll", "task/close.conll", by=["size", "genre"])
    record = json.loads(render_json(score_record(result)))["systems"][0]["slices"][0]
    assert list(record)[:13] == [
        *("kind", "board", "label", "documents", "datasets"),
        *("by", "value", "keep", "small", "key_mentions", "key_entities"),
        *("response_mentions", "response_entities"),
    ]
    assert "blanc" not in record["scores"]
    first, second = score_slice_tables(result)
    assert [row[1] for row in first.rows[:2]] == ["precise", "close"]
    assert "blanc_f1" in [column.name for column in second.columns]
    [alone, _] = score_slice_tables(leaderboard.score("task/close.conll", by=["size", "genre"]))
    assert "system" not in [column.name for column in alone.main().columns]
    plain = leaderboard.score("task/close.conll")
    assert (score_slice_tables(plain), "slices" in score_record(plain)["systems"][0]) == ([], False)  # type: ignore[index]


def test_csv_has_the_scores_of_the_whole_and_then_of_each_slice() -> None:
    result = leaderboard.score("task/precise.conll", "task/close.conll", by=["genre", "class/size"])
    table = sliced(result)
    assert [column.name for column in table.columns][:11] == [
        *("by", "value", "keep", "small", "documents", "key_mentions", "key_entities"),
        *("response_mentions", "response_entities", "system", "parts"),
    ]
    rows = [dict(zip((column.name for column in table.columns), row, strict=True)) for row in table.rows]
    wholes, genres = rows[:2], [row for row in rows if row["by"] == "genre"]
    for system, whole in zip(result.systems, wholes, strict=True):
        assert (whole["system"], whole["documents"], whole["by"]) == (system.system, 12, None)
        own = [row for row in genres if row["system"] == system.system]
        for count in ("documents", "key_mentions", "key_entities", "response_mentions", "response_entities"):
            assert sum(row[count] for row in own) == whole[count]
        assert [row["muc_recall"] for row in own] == [
            one.scores["muc"].recall for one in system.slices[: len(own)]
        ]
    assert [row["system"] for row in genres[:4]] == ["precise", "close"] * 2
    crossed = rows[-1]
    assert (crossed["by"], crossed["value"], crossed["keep"]) == ("class/size", "PRO/10+", "sides")
    assert (crossed["blanc_f1"], crossed["parts"], crossed["missing"]) == (None, None, None)


def test_counts_of_the_whole_are_means_over_runs_and_not_in_saved_sums(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, system in (("m@1", "precise"), ("m@2", "close")):
        shutil.copy(f"task/{system}.conll", f"task/{name}.conll")
    apart = leaderboard.score("task/precise.conll", "task/close.conll", metric="muc").systems
    [together] = leaderboard.score("task/m@1.conll", "task/m@2.conll", metric="muc").systems
    assert together.counts
    assert together.counts == tuple(
        np.mean(counts) for counts in zip(*(one.counts for one in apart if one.counts), strict=True)
    )
    monkeypatch.setenv("LEADERBOARD_SAVED", "sums")
    counts = [
        leaderboard.score("task/close.conll", by="genre", metric="muc").systems[0].counts for _ in range(2)
    ]
    assert (counts[0], counts[1]) == (apart[1].counts, None)
    row, *_ = sliced(leaderboard.score("task/close.conll", by="genre", metric="muc")).rows
    assert row[:9] == (None, None, None, False, 12, None, None, None, None)


def test_compare_prints_both_corrections() -> None:
    pair = leaderboard.compare("task/precise.conll", "task/close.conll", by="class", slice_min=5, trials=200)
    record = json.loads(render_json(compare_record(pair)))["slices"]
    assert {one["metric"] for one in record[0]["comparisons"]} == {metric.name for metric in pair.metrics}
    assert record[0]["key_mentions"] > 0
    [table] = pair_slice_tables(pair)
    assert {"p_adjusted", "p_over_slices"} <= {column.name for column in table.main().columns}
    assert "first" not in {column.name for column in table.main().columns}
    three = leaderboard.compare(
        *(f"task/{name}.conll" for name in ("precise", "close", "eager")),
        by=["class", "size"],
        keep="entities",
        trials=100,
        slice_min=10**6,
    )
    table, _ = pair_slice_tables(three)
    names = [column.name for column in table.columns]
    assert names == ["slice", "key_mentions", "first", "second", "first_score", "second_score", "difference"]
    assert len(table.rows) == 3 * 3
    for row, one in zip(table.rows[::3], three.slices, strict=False):
        first, second = (scores_of(one.sheet.sheet)[str(row[place])]["conll"].f1 for place in (2, 3))
        assert row[4:] == (first, second, first - second)
    assert NO_TESTS.format(10**6) in table.notes
    pair = leaderboard.compare("task/precise.conll", "task/close.conll", trials=9)
    assert json.loads(render_json(compare_record(pair)))["slices"] == []
    several = leaderboard.compare(
        *(f"task/{name}.conll" for name in ("precise", "close", "eager")), by="class", slice_min=5, trials=100
    )
    assert len(pair_slice_tables(several)[0].rows) == 3 * 3


def test_slices_below_a_bound_have_scores_beside_those_that_are_tested() -> None:
    counts = {one.label: one.documents for one in ranked("genre", slice_min=0, trials=50).of("slice")}
    most = max(counts.values())
    assert min(counts.values()) < most
    result = ranked("genre", slice_min=0, slice_documents=most, trials=50)
    small = [counts[one.label] < most for one in result.of("slice")]
    assert [not one.standings for one in result.of("slice")] == small
    [section] = [one for one in sections(result) if one.name == "slices"]
    [table] = section.tables
    for row in table.rows[1:]:
        assert [value is not None and "(" not in str(value) for value in row[1:]] == small
    assert {column for _, column in table.best} <= {one.name for one in result.of("slice") if one.standings}
    [intervals] = next(one for one in sections(result) if one.name == "slice-metrics").tables
    assert len(intervals.columns) == 1 + small.count(False)
    first = table.rows[1][1 + small.index(True)]
    made = files(result)
    note = NO_TESTS.format(0).replace("6", str(most))
    for form in ("table", "markdown", "latex", "html"):
        text = render(form, table, verbose=True)
        assert str(first) in text
        assert note.split("(")[0] in " ".join(text.split())
    assert str(first) in made["leaderboard.md"]
    pair = leaderboard.compare(
        "task/precise.conll", "task/close.conll", by="genre", slice_min=0, slice_documents=most, trials=50
    )
    [table] = pair_slice_tables(pair)
    verdicts = [row[[column.name for column in table.columns].index("verdict")] for row in table.rows]
    assert [verdict is None for verdict in verdicts] == small
    scored = leaderboard.score("task/close.conll", by="genre", slice_documents=most)
    [table] = score_slice_tables(scored)
    assert all(None not in row for row in table.rows)
    assert NO_TESTS.format(50).replace("6", str(most)) in table.notes


def test_every_slice_may_be_tested() -> None:
    result = ranked("genre", slice_min=0, slice_documents=1, trials=50)
    assert min(one.documents for one in result.of("slice")) == 1
    assert all(one.standings for one in result.of("slice"))
    with pytest.raises(UsageError, match="slice_documents is 0; give a number from 1 to"):
        ranked("genre", slice_documents=0)


def test_a_track_is_sliced_by_its_systems_alone() -> None:
    Path("task/leaderboard.toml").write_text('key = "key.conll"\n[tracks]\nfew = ["close", "precise"]\n')
    result = ranked("class", track="few", trials=100)
    assert {name for one in result.of("slice") for name in one.scores} == {"close", "precise"}


def test_other_workers_find_the_same_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    from leaderboard.scoring import pool

    plain = ranked("class", "genre", trials=100)
    monkeypatch.setattr(pool, "PATIENCE", 0.0)
    spread = ranked("class", "genre", trials=100, jobs=2)
    assert [one.scores for one in spread.of("slice")] == [one.scores for one in plain.of("slice")]


def test_saved_sums_keep_the_slices_that_were_asked_for() -> None:
    by = ("genre", "size", "class")
    made, again = (ranked(*by, saved="sums", trials=100) for _ in range(2))
    alone = leaderboard.rank("sums", draws=100, trials=100, slice_min=5)
    records = [json.loads(files(one)["leaderboard.json"])["slices"] for one in (made, again, alone)]
    assert records[0] == records[1] == records[2]
    with pytest.raises(UsageError, match="its sums were made with a different by than class; leave it out"):
        leaderboard.rank("sums", by="class")
    assert not leaderboard.rank("task", saved="plain", **FEW).of("slice")


def test_responses_that_are_read_again_for_prices_are_not_sliced_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = ranked("size", saved="sums", trials=100)

    def never(*arguments: Any) -> Any:
        raise AssertionError("sliced again")

    monkeypatch.setattr(sums, "slice_sums", never)
    again = ranked("size", saved="sums", trials=100, prices=True, jobs=1)
    assert again.prices
    assert [one.scores for one in again.of("slice")] == [one.scores for one in made.of("slice")]


def test_commands_take_the_options(typed: Typed) -> None:
    options = (
        "--by",
        "size",
        "--by",
        "class",
        "--bands",
        "size=2,4",
        "--bands",
        "length=2",
        "--slice-min",
        "5",
    )
    few = ("--metric", "conll", "--trials", "100")
    run = typed("score", "task/close.conll", *options, "--metric", "conll")
    assert (run.code, "2-3" in run.out, "F1 by class (entities)" in run.out) == (0, True, True)
    run = typed("compare", "task/close.conll", "task/precise.conll", *options, *few)
    assert (run.code, "Differences by size (sides)" in run.out) == (0, True)
    run = typed("rank", "task", *options, *few, "--draws", "100", "--no-prices", "--verbose", "--quiet")
    assert (run.code, "F1 by size (sides)" in run.out) == (0, True)
    assert {"slices.csv", "figures"} <= {path.name for path in Path("reports").iterdir()}
    run = typed("score", "task/close.conll", "--by", "size=2", "--format", "csv")
    header, whole, pairs = csv.reader(io.StringIO(run.out))
    plain = list(csv.reader(io.StringIO(typed("score", "task/close.conll", "--format", "csv").out)))
    assert header[9:] == [name for name in plain[0] if name != "documents"]
    assert [whole[4], *whole[9:]] == [plain[1][1], plain[1][0], *plain[1][2:]]
    assert (whole[:4], pairs[:4]) == (["", "", "", "false"], ["size", "2", "sides", "true"])


def test_pairs_whose_order_is_reversed_on_slices_are_named() -> None:
    from leaderboard.report.words.remarks import sentences
    from leaderboard.significance.families import opposite_remarks, reversed_remarks

    result = ranked("class", trials=2000)
    whole = result.families["conll"]
    turned = reverse(whole)
    [found] = reversed_remarks(whole, [turned, turned], "class")
    [text] = sentences([found])
    assert "is ahead of" in text
    assert "behind on every slice of class that is tested" in text
    assert "more pairs likewise" in text
    assert not list(reversed_remarks(whole, [turned], "class"))
    assert not list(reversed_remarks(whole, [turned, whole], "class"))
    [found] = opposite_remarks(whole, turned, "PRO")
    assert "but significantly worse on the slice PRO" in sentences([found])[0]
    assert not list(opposite_remarks(whole, whole, "PRO"))


def reverse(family: Family) -> Family:
    return replace(family, scores=-family.scores)


def test_families_are_the_same_as_of_the_slice_alone() -> None:
    result = ranked("size", trials=400)
    for one in result.of("slice"):
        if one.slice and one.standings:
            units = one.slice.sheet.sheet.units("document")
            metric = next(metric for metric in units.metrics if metric.name == "conll")
            alone = replace(units, metrics=(metric,), sums={"conll": units.sums["conll"]})
            [family] = families(alone, design(result.options))
            assert family.p_adjusted.tolist() == one.family.p_adjusted.tolist()


def test_systems_with_several_runs_have_means_on_slices() -> None:
    runs = {"m@1": "precise", "m@2": "close"}
    for name, system in runs.items():
        shutil.copy(f"task/{system}.conll", f"task/{name}.conll")
    result = ranked("class", trials=100)
    one = result.of("slice")[0]
    apart = [one.scores[system]["muc"].f1 for system in runs.values()]
    assert one.scores["m"]["muc"].f1 == pytest.approx(np.mean(apart), abs=1e-15)
    assert one.slice
    counts = one.slice.sheet.response_mentions
    assert counts["m"] == np.mean([counts[system] for system in runs.values()])
    assert files(result)["slices.csv"]


def test_many_slices_share_an_axis_and_one_alone_is_one_look() -> None:
    result = ranked("upos", "class=PRO", trials=50, slice_min=1)
    names = {one.name: one for one in pictures(result) if one.name.startswith("slices")}
    assert len(names["slices-upos"].data.rows) > 4 * len(result.primary.standings)
    [section] = [one for one in sections(result) if one.name == "slices"]
    assert "The slice has separate tests." in " ".join(section.tables[1].notes)


@pytest.mark.parametrize(
    "change",
    [
        {"keep": "half"},
        {"value": []},
        {"by": [], "value": [], "only": []},
        {"parts": []},
        {"parts": [1, 0]},
        {"parts": [10**6]},
        {"signed": {"by": 1}},
    ],
)
def test_slices_of_a_manifest_are_read_as_untrusted(change: dict[str, Any]) -> None:
    from leaderboard.saved.manifest import read_manifest
    from leaderboard.saved.saved_sums import opened, sealed

    ranked("genre", "class=PRO", saved="sums", trials=50)
    path = Path("sums/manifest.sums")
    record, _ = opened(path, 1 << 24)
    assert read_manifest(path.parent).slices
    record["slices"][0] |= change
    path.write_bytes(sealed(record))
    with pytest.raises(InputError, match="not a manifest of saved sums"):
        read_manifest(path.parent)


@pytest.mark.parametrize(
    ("average", "told"),
    [("dataset", "the mean over the datasets"), ("pool", "of all datasets together")],
)
def test_what_a_score_on_several_datasets_is_depends_on_the_average(average: Any, told: str) -> None:
    result = leaderboard.score(made_datasets() / "balanced", metric=("muc",), by=["class"], average=average)
    assert f"A score is {told} whose key has the slice." in result.markdown()


@pytest.mark.parametrize("average", ["pool", "document"])
def test_slices_are_averaged_as_the_whole_is(average: Any) -> None:
    chosen = documents()[:7]
    settings = f"key = 'key.conll'\n[documents.kind]\nchosen = {json.dumps(chosen)}\n"
    Path("task/leaderboard.toml").write_text(settings)
    found, _ = ranked("kind", trials=50, average=average).of("slice")
    for path in Path("task").glob("*.conll"):
        only(path, lambda text: text[1:].split(")")[0] in chosen)
    alone = leaderboard.rank("task", trials=50, average=average, **FEW)
    assert found.scores == alone.scores
    assert found.family.p_values.p.tolist() == alone.families["conll"].p_values.p.tolist()
