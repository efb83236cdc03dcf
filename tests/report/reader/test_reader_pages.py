"""The files of the reader: small, safe, and with nothing but their own style and script."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest

from leaderboard.reader import IndexRow, ReaderIndex
from leaderboard.report.files.reader import document_page, index_page
from leaderboard.report.forms.template import source
from tests.support.reader_pages import page_of, sample_data, sample_index

HOSTILE = "</script><img src=x onerror=alert(1)>\u202e\u2028&amp;"
TEMPLATES = (
    "reader.html",
    "reader_index.html",
    "reader.css",
    "reader_index.css",
    "reader.js",
    "reader_index.js",
)


class Parts(HTMLParser):
    """The elements of a page with their attributes, its texts, and what stands in styles and scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.attributes: list[tuple[str, str, str | None]] = []
        self.texts: list[tuple[str, str]] = []
        self.inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value) for name, value in attrs]
        self.inside = "json" if ("type", "application/json") in attrs else tag

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        self.texts.append((self.inside, data))


@pytest.fixture(params=["document", "index"])
def page(request: pytest.FixtureRequest) -> str:
    return (
        document_page(page_of(sample_data())) if request.param == "document" else index_page(sample_index())
    )


@pytest.mark.parametrize("name", TEMPLATES)
def test_no_text_becomes_html_or_script(name: str) -> None:
    sinks = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|style=|\son\w+="
    assert not re.search(sinks, source(name))
    assert "|safe" not in source(name)


def test_the_policy_names_the_style_and_the_script_of_the_page_alone(page: str) -> None:
    parts = Parts(page)
    policy = next(value for tag, name, value in parts.attributes if (tag, name) == ("meta", "content"))
    for kind in ("style", "script"):
        (text,) = (text for inside, text in parts.texts if inside == kind)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert policy.endswith("base-uri 'none'; form-action 'none'")
    assert ("meta", "content", "no-referrer") in parts.attributes


def test_only_relative_addresses(page: str) -> None:
    for tag, name, value in Parts(page).attributes:
        assert not name.startswith("on")
        assert name != "style"
        if name in ("src", "href"):
            assert re.fullmatch(r"[\w./-]+\.html", value or ""), (tag, value)


def test_style_and_script_of_a_document_are_small() -> None:
    texts = Parts(document_page(page_of(sample_data()))).texts
    assert sum(len(text.encode()) for inside, text in texts if inside in ("style", "script")) <= 30_000


def test_hostile_names_and_words_stay_text() -> None:
    data = sample_data(("north", HOSTILE)) | {"document": HOSTILE}
    data["words"][0][0] = HOSTILE + "\nx"
    page = document_page(page_of(data))
    parts = Parts(page)
    assert {tag for tag, _, _ in parts.attributes}.isdisjoint({"img"})
    assert page.count("</script>") == 2
    assert "\u202e" not in page
    assert "\u2028" not in page.partition('id="data"')[2]
    (line,) = (text for _, text in parts.texts if "onerror" in text and "captain" in text)
    assert line.split("\n")[0] == HOSTILE.replace("\u202e", "\\u202e") + "\\nx"


def test_hostile_names_stay_text_in_the_index() -> None:
    row = IndexRow(
        file="0001.html",
        name=HOSTILE,
        words=3,
        f1=(0.5,),
        difference=None,
        effect=None,
        errors=({"span": 2},),
    )
    page = index_page(ReaderIndex(names=(HOSTILE,), primary="CoNLL", rows=(row,), report=None))
    assert "<img" not in page
    assert page.count("</script>") == 2


def test_words_stand_in_the_page_once_and_are_read_without_scripts() -> None:
    page = document_page(page_of(sample_data()))
    assert page.count("القبطانة") == 1
    assert '"counts"' not in page
    assert "does not run JavaScript" in page
    assert '<p dir="auto">قالت\nالقبطانة' in page


def test_a_page_of_a_long_document_says_which(page: str) -> None:
    long = document_page(page_of(sample_data() | {"page": 2, "pages": 3}, page=2, pages=3, previous=None))
    assert "page 2 of 3" in long
    assert 'rel="prev"' not in long
