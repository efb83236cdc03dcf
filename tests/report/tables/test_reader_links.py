"""Links from a report to its reader, and the command where there is none."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.ranking.standings import LeftOut
from leaderboard.report.features.documents import document_address, error_address
from leaderboard.report.forms.markdown import render_markdown
from leaderboard.report.page import render_page
from leaderboard.report.summary import render_summary
from leaderboard.report.table import Column, Link, Table
from leaderboard.report.tables.comparisons import driver_tables
from leaderboard.report.tables.ranks import left_out_table
from leaderboard.scoresheet import PartName
from leaderboard.tasks.scorer import Scorer
from tests.support.made_task import made_runs, made_task

FEW: dict[str, Any] = {"metric": "conll", "trials": 100, "draws": 100}
SHOWN = "precise,merger,careless"


@pytest.fixture(scope="module")
def result() -> Any:
    return leaderboard.rank(made_task(), **FEW, reader_systems=SHOWN)


@pytest.fixture(scope="module")
def without() -> Any:
    return leaderboard.rank(made_task(), **FEW)


def page_data(result: Any) -> dict[str, Any]:
    [text] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', render_page(result, ()))
    found: dict[str, Any] = json.loads(text)
    return found


def test_a_document_leads_to_the_mentions_that_one_system_has_right(result: Any) -> None:
    unit = PartName("", result.reader.pages[2].title, 1)
    place = "reader/documents/0003.html#"
    assert document_address(result, unit, "precise", "merger") == f"{place}who=a"
    assert document_address(result, unit, "careless", "merger") == f"{place}pair=3,2&who=a"
    assert document_address(result, unit, "merger", "close") is None


def test_counts_lead_to_the_documents_with_these_errors(result: Any, without: Any) -> None:
    address = "reader/index.html#kind=divided&system=merger"
    assert error_address(result, "merger", "divided") == address
    assert error_address(result, "close", "divided") is None
    [merger] = [one for one in result.prices if one.system == "merger"]
    [divided] = [one.errors for one in merger.kinds if one.kind == "divided"]
    assert f"[{divided}]({address})" in render_summary(result, ())
    assert f'<a href="{address.replace("&", "&amp;")}"><bdi>{divided}</bdi></a>' in render_page(result, ())
    for text in (render_summary(without, ()), render_page(without, ())):
        assert "reader/" not in text


def test_a_run_stands_for_its_system() -> None:
    found = leaderboard.rank(made_runs(), **FEW, reader_systems="ours@2,eager")
    assert error_address(found, "ours", "span") == "reader/index.html#kind=span&system=ours%402"
    systems = page_data(found)["systems"]
    assert [systems[place] for place in page_data(found)["read"]] == ["ours", "eager"]


def test_the_page_knows_the_files_of_its_documents(result: Any, without: Any) -> None:
    data = page_data(result)
    assert [data["systems"][place] for place in data["read"]] == SHOWN.split(",")
    files = {page.title: f"reader/documents/{page.file}" for page in result.reader.pages}
    assert data["files"] == [files[unit] for unit in data["units"]]
    data = page_data(without)
    assert (data["read"], data["readable"], "files" in data) == (None, True, False)


def test_documents_that_change_the_order_are_links(result: Any, without: Any) -> None:
    title = result.reader.pages[0].title
    left_out = (LeftOut(PartName("", title, 0), (), (("precise", "merger"), ("merger", "close")), 1.0),)
    table = left_out_table(_with(result, left_out))
    assert table.links == (Link(1, "documents", title, "reader/documents/0001.html#who=a"),)
    assert not table.notes
    plain = left_out_table(_with(without, left_out))
    assert not plain.links
    assert plain.notes == ("To read the documents in the report: `leaderboard rank --reader`.",)


def _with(result: Any, left_out: tuple[LeftOut, ...]) -> Any:
    return replace(result, left_out=left_out)


def test_names_in_a_cell_are_links_of_their_own() -> None:
    links = (Link(0, "b", "x", "x.html"), Link(0, "b", "y", "y.html#who=a"))
    table = Table("t", (Column("a", "A"), Column("b", "B")), (("x", "x, y and 2 more"),), links=links)
    assert "| x   | [x](x.html), [y](y.html#who=a) and 2 more |" in render_markdown(table)
    both = Table("t", (Column("b", "B"),), (("z",), ("x",)), links=(Link(1, "b", "x", "x.html"),))
    assert both.rows_from(1, 2).pieces(0, 0, "x") == [("x", "x.html")]


def test_a_comparison_names_the_command() -> None:
    paths = [made_task() / f"{name}.conll" for name in ("merger", "close")]
    [table] = driver_tables(leaderboard.compare(*paths, **FEW))
    files = " ".join(map(str, paths))
    assert table.notes[-1] == (
        f"To read these documents: `leaderboard read {files} --key {made_task() / 'key.conll'}`."
    )


def test_a_secret_key_has_no_command(tmp_path: Path) -> None:
    for name in ("key", "merger", "close"):
        shutil.copy(made_task() / f"{name}.conll", tmp_path)
    (tmp_path / "leaderboard.toml").write_text("secret = true\n")
    [table] = driver_tables(leaderboard.compare(tmp_path / "merger.conll", tmp_path / "close.conll", **FEW))
    assert not any("leaderboard read" in note for note in table.notes)
    ranked = leaderboard.rank(tmp_path, **FEW)
    (tmp_path / "leaderboard.toml").unlink()  # a result stands, whatever becomes of the settings
    assert page_data(ranked)["readable"] is False
    assert "--reader" not in render_summary(ranked, ())


def test_scores_without_texts_have_nothing_to_read(tmp_path: Path) -> None:
    scorers = {}
    for name, shift in (("one", 0), ("two", 1)):
        scorers[name] = Scorer()
        for number in range(3):
            scorers[name].add([[1, 2], [3, 4, 5]], [[1, 2 + shift], [4, 5]], str(number))
    [table] = driver_tables(leaderboard.compare(scorers, trials=100))
    assert not any("leaderboard read" in note for note in table.notes)
    folder = made_task()
    leaderboard.score(
        folder / "close.conll", key=folder / "key.conll", metric="conll", save=tmp_path / "sums"
    )
    assert not leaderboard.rank(tmp_path / "sums", trials=100, draws=100, metric="conll").has_texts
