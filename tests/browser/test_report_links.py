"""From a report to its reader and back, with the keyboard, and the command where there is no reader."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import leaderboard
from leaderboard.files import write_whole
from leaderboard.report.files.contents import report_files
from tests.browser.conftest import Open
from tests.support.made_task import made_task

if TYPE_CHECKING:
    from playwright.sync_api import Page


def written(folder: Path, **options: Any) -> Path:
    """The page of a report on the example with a reader."""
    result = leaderboard.rank(made_task(), metric="conll", trials=100, draws=100, **options)
    write_whole(report_files(result, ()), folder)
    return folder / "leaderboard.html"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("reports"), reader_systems="balanced,merger,eager")


def test_a_document_of_two_systems_leads_to_its_page(open_page: Open, report: Path) -> None:
    opened = open_page(report, "#pair=merger,eager")
    first = opened.page.locator("#units tbody a").first
    apart = opened.page.locator("#units tbody tr").first.locator("td").nth(2).inner_text()
    name = first.inner_text()
    first.focus()
    opened.page.keyboard.press("Enter")
    opened.page.wait_for_url("**/reader/documents/**")
    assert opened.page.locator("h1").inner_text() == name
    assert opened.page.url.partition("#")[2] == f"pair=2,3&who={'a' if apart.startswith('+') else 'b'}"
    assert opened.messages == []


def test_a_count_leads_to_the_documents_by_this_count(open_page: Open, report: Path) -> None:
    opened = open_page(report)
    opened.page.locator("a[href$='kind=divided&system=merger']").first.click()
    opened.page.wait_for_url("**/reader/index.html**")
    assert opened.page.locator("#kind").input_value() == "divided"
    assert opened.messages == []


def test_systems_that_the_reader_lacks_have_a_command(open_page: Open, report: Path) -> None:
    opened = open_page(report, "#pair=close,merger")
    assert opened.page.locator("#units tbody a").count() == 0
    assert opened.page.locator("#command").inner_text() == (
        "To read the documents of these two: leaderboard rank --reader-systems close,merger"
    )
    opened = open_page(report, "#pair=eager,merger")
    assert not opened.page.locator("#command").is_visible()
    opened.check_quiet()


def test_the_way_to_the_third_divided_error_and_back_needs_no_mouse(open_page: Open, tmp_path: Path) -> None:
    """Tab 3 times, Enter; Tab 4 times, Enter; Esc, 5, ], n, n, n; Shift+Tab 5 times, Enter."""
    opened = open_page(written(tmp_path, reader=True))
    page = opened.page
    go_to(page, "a[href='#documents']", most=3)
    page.keyboard.press("Enter")
    go_to(page, "#units tbody a", most=4)
    name = page.evaluate("() => document.activeElement.textContent")
    page.keyboard.press("Enter")
    page.wait_for_url("**/reader/documents/**")
    assert page.locator("h1").inner_text() == name
    page.keyboard.press("Escape")
    page.keyboard.press("5")
    # To the next document with three of them; the filter goes along.
    while int(page.locator("#count").inner_text().split()[0]) < 3:
        before = page.locator("h1").inner_text()
        page.keyboard.press("]")
        page.wait_for_function("(before) => document.querySelector('h1').innerText !== before", arg=before)
    for _ in range(3):
        page.keyboard.press("n")
    divided = [int(text) for text in page.locator("tr:has([data-kind=divided]) td").all_inner_texts()]
    assert page.locator("#count").inner_text() == f"3 of {sum(divided)}"
    assert page.evaluate("() => document.activeElement.matches('.now:has(> [title=\"Divided entity\"])')")
    go_to(page, ".crumbs a:first-child", most=5, by="Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/leaderboard.html")
    assert opened.messages == []


def go_to(page: Page, selector: str, most: int, by: str = "Tab") -> None:
    """Press a key until an element has the focus, at most so often."""
    for _ in range(most):
        page.keyboard.press(by)
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    pytest.fail(f"{selector} is not reached by {most} presses of {by}")
