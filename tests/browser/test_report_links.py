"""From a report to its reader and back, with the keyboard, and the command where there is no reader."""

from __future__ import annotations

from pathlib import Path

import pytest

import leaderboard
from leaderboard.files import write_whole
from leaderboard.report.files.contents import report_files
from tests.browser.conftest import Open
from tests.support.made_task import made_task


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reports")
    result = leaderboard.rank(
        made_task(), metric="conll", trials=100, draws=100, reader_systems="balanced,merger,eager"
    )
    write_whole(report_files(result, ()), folder)
    return folder / "leaderboard.html"


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
