"""The page of a report as it is seen: on a phone, with many systems, and on paper."""

from __future__ import annotations

from pathlib import Path

import pytest

import leaderboard
from leaderboard.report.figures import pictures
from leaderboard.report.page import render_page
from tests.browser.conftest import Open, Opened
from tests.report.made_ranking import write_task
from tests.report.page.test_page import many_systems
from tests.support.made_task import made_datasets
from tests.support.small_task import OTHER_ENTITY, RIGHT

HEADS = """box => {
  const head = box.querySelector("thead th").getBoundingClientRect();
  return [head.top, head.bottom];
}"""
# Texts that lie over others, and boxes that cut what they hold.
OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll("main :is(h2, h3, p, li, caption span, th, td, summary)")]
    .filter((one) => one.checkVisibility() && one.textContent.trim() && !one.querySelector("p, li, td"))
    .map((one) => [one, one.getBoundingClientRect()]);
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return boxes.filter(([one, box], at) => boxes.slice(at + 1, at + 40).some(
    ([other, next]) => !one.contains(other) && over(box, next))).map(([one]) => one.outerHTML.slice(0, 80));
}"""
# A browser shows what is no longer folded in its next frame, not at once when the style changes.
UNSEEN = """() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  .then(() => [...document.querySelectorAll("section details table")]
    .filter((table) => !table.checkVisibility({ contentVisibilityAuto: true }))
    .map((table) => table.innerText))"""
CUT = """() => [...document.querySelectorAll(".scroll")].filter((box) => box.checkVisibility()
  && (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1
      || getComputedStyle(box).maxHeight !== "none")).map((box) => box.getAttribute("aria-label"))"""


@pytest.fixture(scope="module")
def datasets() -> str:
    metrics = ("mentions", "muc", "bcub", "ceafe", "blanc", "lea", "conll")
    return render_page(leaderboard.rank(made_datasets(), metric=metrics, draws=100, trials=500), ())


@pytest.fixture(scope="module")
def pictured() -> str:
    result = leaderboard.rank(made_datasets(), metric=("muc", "lea", "conll"), draws=100, trials=500)
    return render_page(result, pictures(result))


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> str:
    return render_page(many_systems(tmp_path_factory.mktemp("many")), ())


def settled(opened: Opened) -> Opened:
    """Wait until it is known which boxes are wide."""
    opened.page.wait_for_function("document.querySelector('.scroll.first, .scroll.last') !== null")
    return opened


def test_paper_holds_the_whole_page(datasets: str, open_page: Open) -> None:
    opened = open_page(datasets, width=718)
    opened.page.emulate_media(media="print")
    opened.check_fits()
    assert opened.page.evaluate(CUT) == []
    assert opened.page.evaluate(OVERLAPS) == []
    for hidden in ("nav", ".find", ".pair"):
        assert not opened.page.locator(hidden).first.is_visible()
    assert not any(button.is_visible() for button in opened.page.locator("button:not(th *)").all())
    assert opened.page.locator(".ranking th button").first.is_visible()
    marks = opened.page.locator(".mark, td.better, .bar rect").all()
    assert {one.evaluate("one => getComputedStyle(one).printColorAdjust") for one in marks} == {"exact"}
    assert "Scroll sideways" not in opened.page.content()


@pytest.mark.parametrize("width", [1400, 390])
def test_the_page_scrolls_and_the_head_of_a_table_stays(many: str, width: int, open_page: Open) -> None:
    opened = settled(open_page(many, width=width))
    opened.page.locator("section[aria-labelledby=ranges] button.all").first.click()
    box = opened.page.locator("section[aria-labelledby=ranges] .scroll").first
    assert box.evaluate("box => box.scrollHeight <= box.clientHeight + 1")
    opened.page.evaluate(
        "box => scrollTo(0, box.getBoundingClientRect().top + scrollY + 400)", box.element_handle()
    )
    contents = opened.page.locator("nav.contents").bounding_box()
    assert contents is not None
    assert contents["y"] == 0
    under = contents["height"]
    opened.page.wait_for_function(
        f"([box, under]) => Math.abs(({HEADS})(box)[0] - under) < 2", arg=[box.element_handle(), under]
    )
    top, bottom = box.evaluate(HEADS)
    assert abs(top - under) < 2 < bottom


def test_a_wide_table_has_a_shade_where_it_goes_on(datasets: str, open_page: Open) -> None:
    opened = settled(open_page(datasets, width=390))
    box = opened.page.locator("#all-metrics ~ .scroll").first
    shades = "box => ['::before', '::after'].map((one) => getComputedStyle(box, one).visibility)"
    opened.page.wait_for_function("box => box.matches('.wide')", arg=box.element_handle())
    assert "gradient" in box.evaluate("box => getComputedStyle(box, '::after').backgroundImage")
    assert box.evaluate(shades) == ["hidden", "visible"]
    box.evaluate("box => box.scrollTo(100, 0)")
    opened.page.wait_for_function("box => !box.matches('.first')", arg=box.element_handle())
    assert box.evaluate(shades) == ["visible", "visible"]
    box.evaluate("box => box.scrollTo(box.scrollWidth, 0)")
    opened.page.wait_for_function("box => box.matches('.last')", arg=box.element_handle())
    assert box.evaluate(shades) == ["visible", "hidden"]
    caption = box.locator("caption span").bounding_box()
    assert caption is not None
    assert 0 <= caption["x"] < caption["x"] + caption["width"] <= 390


def test_the_mark_of_a_rank_is_seen_on_a_phone(many: str, open_page: Open) -> None:
    opened = open_page(many, width=390)
    for mark in opened.page.locator(".ranges .mark").all()[:5]:
        assert mark.evaluate("one => one.getBoundingClientRect().width") >= 4
        assert mark.evaluate("one => getComputedStyle(one).stroke") == "none"


def test_lines_go_along_with_the_names(datasets: str, open_page: Open) -> None:
    opened = open_page(datasets, width=800)
    assert (
        opened.page.locator("table").first.evaluate("t => getComputedStyle(t).borderCollapse") == "separate"
    )
    name = opened.page.locator("#all-metrics ~ .scroll tbody th").first
    assert name.evaluate("th => getComputedStyle(th).borderBottomWidth") == "1px"


def test_the_mean_comes_before_the_datasets(datasets: str, open_page: Open) -> None:
    heads = open_page(datasets).page.locator("#datasets ~ .scroll").first.locator("thead th")
    assert [text.strip() for text in heads.all_inner_texts()][:3] == ["System", "Mean", "set1 (24)"]


def test_sections_stand_in_one_order(datasets: str, open_page: Open) -> None:
    """How the page is read stands last, and is no part of the report."""
    opened = open_page(datasets)
    order = ["Ranking", "Two systems", "Kinds of errors", "Possible ranks", "Significance map", "Datasets"]
    order += ["All metrics", "Correlations"]
    titles = opened.page.locator("main h2:visible").all_inner_texts()
    assert titles == [*order, "How to read this page"]
    assert opened.page.locator("nav[aria-label=Sections] a").all_inner_texts() == order


def test_backticks_are_code_and_minus_signs_no_hyphens(datasets: str, open_page: Open) -> None:
    opened = open_page(datasets)
    assert "`" not in opened.page.locator("main").inner_text()
    assert opened.page.locator("main code").count()
    numbers = opened.page.locator("td:is(.percent, .signed, .count, .bounds)").all_text_contents()
    assert any("−" in text for text in numbers)
    assert not [text for text in numbers if "-" in text]


def test_copies_are_noted_under_the_ranking(open_page: Open, tmp_path: Path) -> None:
    cells = (RIGHT, OTHER_ENTITY)
    write_task(tmp_path / "task", {"one": cells, "copy": cells, "other": (OTHER_ENTITY,)})
    page = render_page(leaderboard.rank(tmp_path / "task", draws=100, trials=500), ())
    notes = open_page(page).page.locator("section[aria-labelledby=ranking] details.notes")
    copies = notes.filter(has_text="Identical systems and warnings").locator("li").all_text_contents()
    assert sum("tested as one: copy and one." in note for note in copies) == 1


def test_long_tables_and_intervals_are_folded_but_on_paper(many: str, open_page: Open) -> None:
    opened = open_page(many)
    folded = opened.page.locator("#all-metrics ~ details")
    assert folded.locator("summary").inner_text() == "F1 of each metric with its own significance rank"
    assert not folded.locator("table").is_visible()
    opened.page.emulate_media(media="print")
    assert opened.page.evaluate(UNSEEN) == []


def test_pictures_stand_beside_the_notes(pictured: str, open_page: Open) -> None:
    opened = open_page(pictured)
    for section in ("ranges", "significance", "datasets"):
        box = opened.page.locator(f"section[aria-labelledby={section}] .figures img").first.bounding_box()
        assert box is not None
        assert box["x"] > 650
        assert box["width"] <= 480


def test_large_pictures_scroll_on_a_phone(pictured: str, open_page: Open) -> None:
    opened = settled(open_page(pictured, width=390))
    opened.page.locator("#agreement ~ details summary").click()
    box = opened.page.locator("figure.wide .scroll")
    opened.page.wait_for_function("box => box.matches('.wide')", arg=box.element_handle())
    assert box.locator("img").evaluate("one => one.getBoundingClientRect().width") >= 640
    opened.check_fits()
