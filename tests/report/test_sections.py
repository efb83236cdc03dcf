"""The sections of a report: their order in every form, and their pictures."""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import FrameType

from leaderboard.report import sections
from leaderboard.report.features.errors import error_section
from leaderboard.report.features.prices import ranked_price_tables
from leaderboard.report.figures.drawing import Picture
from leaderboard.report.files.contents import report_files
from leaderboard.report.page import render_page
from leaderboard.report.sections import chapters, of_ranking
from leaderboard.report.summary import render_summary
from leaderboard.report.tables import rankings
from leaderboard.verbs.rank import rank
from tests.report.made_ranking import made_ranking, picture
from tests.support.made_task import made_phases

FEW = {"metric": ("muc", "conll"), "draws": 100, "trials": 200}


def named(name: str) -> Picture:
    return replace(picture(), name=name, title=f"Picture of {name}")


def test_all_forms_have_the_same_order() -> None:
    result = rank(made_phases(), **FEW)
    titles = [chapter.title for chapter in chapters(result, ())]
    assert titles == [
        "Two systems",
        "Kinds of errors",
        "Possible ranks",
        "Significance map",
        "Tracks",
        "Phases",
        "All metrics",
        "Correlations",
        "Rejected",
    ]
    page = re.findall(r"<h2.*?>(.*?)</h2>", render_page(result, ()))
    assert page == ["", "Ranking", *titles, "How to read this page"]
    drawn = ("Two systems", "Significance map")
    text = re.findall(r"^## (.*)", render_summary(result, ()), re.MULTILINE)
    assert text == ["Ranking", *(title for title in titles if title not in drawn)]


def test_rejections_come_last(tmp_path: Path) -> None:
    *_, last = chapters(made_ranking(tmp_path / "task"), ())
    assert (last.title, last.tables[0].rows[0][0]) == ("Rejected", "bro_ken")


def test_a_picture_stands_in_its_section_or_beside_the_ranking(tmp_path: Path) -> None:
    result = made_ranking(tmp_path / "task")
    pictures = [named(name) for name in ("scores", "ranks", "significance")]
    others = list(chapters(result, pictures))
    assert of_ranking(others, pictures) == pictures[:1]
    placed = {chapter.name: [one.name for one in chapter.pictures] for chapter in others}
    assert placed["ranges"] == ["ranks"]
    assert placed["significance"] == ["significance"]
    summary = render_summary(result, pictures)
    assert summary.index("## Significance map") < summary.index("figures/significance.svg")


def test_a_picture_that_repeats_the_page_is_a_link(tmp_path: Path) -> None:
    page = render_page(made_ranking(tmp_path / "task"), [named("ranks"), named("significance")])
    assert page.count("<img src=") == 1
    assert '<a href="figures/significance.svg">Picture of significance</a>' in page


def test_each_part_of_a_report_is_made_once() -> None:
    """Whichever forms show it, in earlier phases too."""
    result = rank(made_phases(), **FEW)
    makers = [sections.relations, sections.sections, sections.firmness_tables, rankings.systems]
    makers += [rankings.people_table, ranked_price_tables, error_section]
    codes = {maker.__wrapped__.__code__: maker.__name__ for maker in makers}  # type: ignore[attr-defined]
    made: Counter[tuple[str, int]] = Counter()

    def notice(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code in codes:
            made[codes[frame.f_code], id(frame.f_locals["result"])] += 1

    sys.setprofile(notice)
    try:
        report_files(result, ())
    finally:
        sys.setprofile(None)
    assert {name for name, _ in made} == set(codes.values())
    assert set(made.values()) == {1}
