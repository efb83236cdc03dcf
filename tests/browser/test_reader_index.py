"""The index of the reader in a browser, and the way from it to an error and back by keys alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from leaderboard.report.files.reader import document_page, index_page
from tests.browser.conftest import Open, Opened, check_everywhere
from tests.support.reader_pages import page_of, sample_data, sample_index

if TYPE_CHECKING:
    from playwright.sync_api import Page

INDEX = sample_index()


@pytest.fixture
def sample(open_page: Open, tmp_path: Path) -> Opened:
    """The index, with every document that it names."""
    (tmp_path / "documents").mkdir()
    for row in INDEX.rows:
        text = document_page(page_of(sample_data() | {"document": row.name}))
        (tmp_path / "documents" / row.file).write_text(text, encoding="utf-8")
    return open_page(index_page(INDEX), name="index.html")


def column(page: Page, place: int) -> list[str]:
    return page.locator(f"tbody tr:visible > :nth-child({place})").all_inner_texts()


def test_the_index_is_quiet_and_fits_at_all_widths(sample: Opened) -> None:
    check_everywhere(sample)
    assert column(sample.page, 1) == [row.name for row in INDEX.rows]


def test_rows_are_sorted_and_found(sample: Opened) -> None:
    page = sample.page
    assert page.locator("th[aria-sort=descending]").inner_text().strip().startswith("Effect")
    for order in ("descending", "ascending"):
        page.get_by_role("button", name="Words").click()
        words = [int(text) for text in column(page, 2)]
        assert words == sorted(words, reverse=order == "descending")
    page.get_by_role("button", name="Document").click()
    assert column(page, 1)[0] == "nw/a/0"
    page.keyboard.press("/")
    page.keyboard.type("W/B/1")
    assert column(page, 1) == ["nw/b/1", "nw/b/10"]
    assert page.locator("#hits").inner_text() == "2 of 12"


def test_an_address_sorts_by_the_count_of_a_kind(sample: Opened) -> None:
    page = sample.page
    page.evaluate("() => { location.hash = '#kind=divided&system=south' }")
    page.wait_for_function("() => document.querySelector('#kind').value === 'divided'")
    counts = [int(text) for text in column(page, 8)]
    assert counts == sorted((row.errors[1]["divided"] for row in INDEX.rows), reverse=True)
    assert page.locator("tbody a").first.get_attribute("href").endswith(".html#kind=divided")
    page.locator("#kind").select_option("span")
    assert {*column(page, 7)} == {"1"}
    assert page.evaluate("() => location.hash") == "#kind=span&system=south"
    page.evaluate("() => { location.hash = '#kind=x&system=nobody' }")
    page.wait_for_function("() => document.querySelector('#kind').value === ''")
    assert column(page, 1) == [row.name for row in INDEX.rows]
    sample.check_quiet()


def test_without_scripts_the_table_can_be_read(open_page: Open) -> None:
    page = open_page(index_page(INDEX), java_script_enabled=False).page
    assert column(page, 1) == [row.name for row in INDEX.rows]
    assert not page.locator(".search").is_visible()


def test_from_the_index_to_the_third_divided_error_and_back_by_keys(sample: Opened) -> None:
    page = sample.page
    page.keyboard.press("/")
    page.keyboard.type(INDEX.rows[2].name)
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.matches('tbody a')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{INDEX.rows[2].file}")
    for pressed in "5nnn":
        page.keyboard.press(pressed)
    assert page.locator("#count").inner_text() == "3 of 4"
    assert page.evaluate("() => document.activeElement.matches('.m.now')")
    page.keyboard.press("]")
    page.wait_for_url("**/0008.html#kind=divided")
    assert page.locator("#count").inner_text() == "4 errors"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/index.html")


def test_the_index_is_printed_whole(sample: Opened) -> None:
    page = sample.page
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1000})
    sample.check_fits()
    assert page.locator(".scroll").evaluate("node => node.scrollWidth <= node.clientWidth")
    assert not page.locator(".search").is_visible()
