"""Pages in a real browser: Chromium of the system, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from tests.support.chosen_browser import CHOSEN

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDTHS = (1400, 800, 390)
SCHEMES = ("light", "dark")
NO_CHROMIUM = "no Chromium: install it, or set LEADERBOARD_CHROMIUM"
_NAMES = ("chromium", "chromium-browser", "google-chrome")


@dataclass
class Opened:
    """A page that was opened, with everything that it said and asked for."""

    page: Page
    file: Path
    messages: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def check_quiet(self) -> None:
        """No console message, and no request but for the file itself and what it holds."""
        assert self.messages == []
        assert {url for url in self.requests if not url.startswith("data:")} == {self.file.as_uri()}

    def check_fits(self) -> None:
        """Nothing scrolls sideways but boxes within the page."""
        wide = self.page.evaluate(
            "() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        )
        assert wide[0] <= wide[1], (self.page.viewport_size, wide)


Open = Callable[..., Opened]


def check_everywhere(opened: Opened, look: Callable[[Page], Any] | None = None) -> None:
    """Check the page at all widths, light and dark; ``look`` checks more at each of them."""
    for scheme in SCHEMES:
        opened.page.emulate_media(color_scheme=scheme)
        for width in WIDTHS:
            opened.page.set_viewport_size({"width": width, "height": 900})
            # Scripts fit a page to its window in the frame after a change.
            opened.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            opened.check_fits()
            if look:
                look(opened.page)
    opened.check_quiet()


def chromium_path() -> str | None:
    found = (shutil.which(name) for name in _NAMES)
    return CHOSEN.get("LEADERBOARD_CHROMIUM") or next((path for path in found if path), None)


def _do_without(reason: str = NO_CHROMIUM) -> NoReturn:
    if CHOSEN.get("LEADERBOARD_BROWSER") == "required":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a process."""
    path = chromium_path()
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        path = None
    if path is None:
        _do_without()
    with sync_playwright() as playwright:
        try:
            launched = playwright.chromium.launch(executable_path=path)
        except Error as error:
            _do_without(f"{path} does not start: {str(error).splitlines()[0]}")
        yield launched
        launched.close()


@pytest.fixture
def open_page(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Open a file, or a text as a file; further arguments are those of a context of Playwright."""
    contexts = []

    def open_file(
        content: Path | str, anchor: str = "", width: int = 1400, name: str = "page.html", **options: Any
    ) -> Opened:
        if isinstance(content, str):
            file = tmp_path / name
            file.write_text(content, encoding="utf-8")
        else:
            file = content
        view = {"viewport": {"width": width, "height": 900}, "reduced_motion": "reduce"}
        context = browser.new_context(**(view | options))
        contexts.append(context)
        opened = Opened(context.new_page(), file)
        opened.page.set_default_timeout(30_000)
        opened.page.on("console", lambda message: opened.messages.append(message.text))
        opened.page.on("pageerror", lambda error: opened.messages.append(str(error)))
        opened.page.on("request", lambda request: opened.requests.append(request.url.partition("#")[0]))
        opened.page.goto(f"{file.as_uri()}{anchor}")
        return opened

    yield open_file
    for context in contexts:
        context.close()
