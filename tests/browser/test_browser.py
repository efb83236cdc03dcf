"""What the checks of pages see."""

from __future__ import annotations

import os

import pytest

from tests.browser import conftest
from tests.browser.conftest import Open, check_everywhere
from tests.support import chosen_browser
from tests.support.chosen_browser import CHOSEN


def test_messages_requests_and_wide_pages_are_seen(open_page: Open) -> None:
    good = open_page("<!doctype html><title>x</title><img alt='' src='data:image/svg+xml,<svg/>'>")
    check_everywhere(good)
    for bad in (
        "<script>console.log(1)</script>",
        "<script>throw Error()</script>",
        "<img src=other.png>",
        "<p style='width: 500px'>x",
    ):
        with pytest.raises(AssertionError):
            check_everywhere(open_page(f"<!doctype html><title>x</title>{bad}"))


@pytest.mark.parametrize(("wish", "outcome"), [("required", "Failed"), ("", "Skipped")])
def test_without_chromium_tests_are_skipped_unless_it_is_required(
    wish: str, outcome: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CHOSEN, "LEADERBOARD_BROWSER", wish)
    with pytest.raises(BaseException, match="no Chromium: install it, or set LEADERBOARD_CHROMIUM") as caught:
        conftest._do_without()
    assert type(caught.value).__name__ == outcome


def test_a_chromium_that_is_named_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CHOSEN, "LEADERBOARD_CHROMIUM", "/opt/chromium")
    assert conftest.chromium_path() == "/opt/chromium"
    monkeypatch.delitem(CHOSEN, "LEADERBOARD_CHROMIUM")
    monkeypatch.setenv("PATH", "/nowhere")
    assert conftest.chromium_path() is None


def test_commands_do_not_see_the_variables_of_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chosen_browser, "CHOSEN", {})
    monkeypatch.setenv("LEADERBOARD_BROWSER", "required")
    chosen_browser.take_from_environment()
    assert chosen_browser.CHOSEN == {"LEADERBOARD_BROWSER": "required"}
    assert "LEADERBOARD_BROWSER" not in os.environ
