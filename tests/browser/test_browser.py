"""What the checks of pages see."""

from __future__ import annotations

import pytest

from tests.browser import conftest
from tests.browser.conftest import Open, check_everywhere


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
    monkeypatch.setenv("LEADERBOARD_BROWSER", wish)
    with pytest.raises(BaseException, match="no Chromium: install it, or set LEADERBOARD_CHROMIUM") as caught:
        conftest._do_without()
    assert type(caught.value).__name__ == outcome


def test_a_chromium_that_is_named_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEADERBOARD_CHROMIUM", "/opt/chromium")
    assert conftest.chromium_path() == "/opt/chromium"
    monkeypatch.delenv("LEADERBOARD_CHROMIUM")
    monkeypatch.setenv("PATH", "/nowhere")
    assert conftest.chromium_path() is None
