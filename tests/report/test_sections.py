"""The sections of a report: their order in every form, and their pictures."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from leaderboard.report.figures.drawing import Picture
from leaderboard.report.page import render_page
from leaderboard.report.sections import chapters, of_ranking
from leaderboard.report.summary import render_summary
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
        "Rank ranges",
        "Significance map",
        "Tracks",
        "Phases",
        "All metrics",
        "Correlations",
        "Rejected",
    ]
    page = re.findall(r"<h2.*?>(.*?)</h2>", render_page(result, ()))
    assert page == ["Ranking", *titles]
    drawn = ("Two systems", "Significance map")
    text = re.findall(r"^## (.*)", render_summary(result, ()), re.MULTILINE)
    assert text[1:] == [title for title in titles if title not in drawn]


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
