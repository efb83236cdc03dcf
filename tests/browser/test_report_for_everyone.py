"""The page of a report can be read by everyone: contrast, headings, names, and the order of the keyboard."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from leaderboard.report.figures import pictures
from leaderboard.report.page import render_page
from tests.browser.conftest import SCHEMES, Open
from tests.report.made_ranking import made_ranking
from tests.report.page.test_page import many_systems
from tests.support.contrast import LINES, TEXT, contrast

# The colour of each text, and of what is painted behind it.
TEXTS = """() => {
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (!/, 0\\)$|transparent/.test(backgroundColor)) return backgroundColor;
    }
    return getComputedStyle(document.documentElement).backgroundColor;
  };
  const texts = "h1, h2, h3, p, a, th, td, button, label, summary, li, figcaption, caption, dt, dd";
  return [...document.querySelectorAll(texts)]
    .filter((element) => element.textContent.trim() && element.getClientRects().length)
    .map((element) => [element.outerHTML.slice(0, 99), getComputedStyle(element).color, behind(element)]);
}"""
SHAPED = "#differences rect, svg.map path:is(.better, .worse)"
SHAPES = """(shaped) => [...document.querySelectorAll(shaped)].map((shape) => [
  `${shape.tagName}.${shape.getAttribute("class")}`,
  getComputedStyle(shape).fill,
  getComputedStyle(shape.ownerSVGElement).backgroundColor,
])"""
NAMELESS = """() => [
  ...document.querySelectorAll("img:not([alt]), svg[role=img]:not([aria-label]):not([aria-labelledby])"),
  ...document.querySelectorAll("[role=region]:not([aria-label]):not([aria-labelledby])"),
  ...[...document.querySelectorAll("select, input")].filter((one) => !one.labels.length && !one.ariaLabel),
  ...[...document.querySelectorAll("table")].filter((one) => !one.caption && !one.ariaLabel),
].map((element) => element.outerHTML.slice(0, 200))"""
LEVELS = "() => [...document.querySelectorAll('h1, h2, h3, h4')].map((one) => Number(one.tagName[1]))"
CHANGES = """() => [...document.querySelectorAll("#changes tbody tr")].map((row) =>
  [...row.cells].slice(2, 5).map((cell) => cell.textContent))"""
FOCUSED = "() => document.activeElement.getBoundingClientRect().top + window.scrollY"


@pytest.fixture(scope="module", params=[made_ranking, many_systems], ids=["few", "many"])
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    result = request.param(tmp_path_factory.mktemp("task"))
    return render_page(result, pictures(result))


def apart(one: str, other: str) -> float:
    """The contrast of two colours as a browser writes them."""
    first, second = (tuple(int(part) for part in re.findall(r"\d+", text)[:3]) for text in (one, other))
    return contrast(first, second)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_texts_and_marks_stand_out(page: str, scheme: str, open_page: Open) -> None:
    opened = open_page(page, color_scheme=scheme)
    texts, shapes = opened.page.evaluate(TEXTS), opened.page.evaluate(SHAPES, SHAPED)
    assert len(texts) > 100
    assert [(name, *pair) for name, *pair in texts if apart(*pair) < TEXT] == []
    assert [(name, *pair) for name, *pair in shapes if "rgb" in pair[0] and apart(*pair) < LINES] == []


def test_headings_and_names_are_whole(page: str, open_page: Open) -> None:
    opened = open_page(page)
    levels = opened.page.eval_on_selector_all(
        "h1, h2, h3, h4", "all => all.map((one) => Number(one.tagName[1]))"
    )
    assert levels.count(1) == 1
    assert all(later <= level + 1 for level, later in pairwise(levels))
    assert opened.page.evaluate(NAMELESS) == []


def test_tab_goes_down_the_page(page: str, open_page: Open) -> None:
    opened = open_page(page)
    tops = []
    for _ in range(12):
        opened.page.keyboard.press("Tab")
        tops.append(round(opened.page.evaluate(FOCUSED)))
    assert all(later >= top - 40 for top, later in pairwise(tops)), tops


def test_bars_and_changes_add_up(tmp_path: Path, open_page: Open) -> None:
    result = made_ranking(tmp_path / "task")
    opened = open_page(render_page(result, ()))
    opened.page.locator("#more button").click()
    shown = opened.page.locator("#units tbody tr").count()
    assert shown == opened.page.locator("#differences rect").count() > 0
    rows = opened.page.evaluate(CHANGES)
    for cells in rows:
        first, second, change = (int(text.replace(",", "").replace("−", "-")) for text in cells)
        assert first - second == change
    assert rows
