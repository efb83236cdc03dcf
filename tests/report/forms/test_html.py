"""HTML that holds text of strangers as text, and asks nothing of the network."""

from __future__ import annotations

from html.parser import HTMLParser

from leaderboard.report.forms import render
from leaderboard.report.forms.html import page, render_html
from tests.report.special import MARKS, SCRIPT, table

GOLDEN = """\
<div><table>
<caption>Scores</caption>
<thead><tr><th scope="col">System</th><th scope="col" class="value">B³</th></tr></thead>
<tbody>
<tr><td>one</td><td class="value">50.00</td></tr>
<tr><td>two</td><td class="value">50.00</td></tr>
</tbody>
</table></div>
<p>A note.</p>
"""


class Reader(HTMLParser):
    """The names of all elements, and all text."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    return reader


def test_a_table() -> None:
    assert render_html(table("one", "two", notes=("A note.",))) == GOLDEN


def test_strangers_text_stays_text() -> None:
    hostile = [MARKS, SCRIPT, '"><img src=x onerror=y>', "</td></table>", "&amp;", "<!-- x", "]]>"]
    found = read(render("html", table(*hostile, caption=SCRIPT, notes=(SCRIPT,))))
    assert not {"script", "img"} & set(found.elements)
    assert [text for text in found.texts if text in hostile and text != SCRIPT] == [
        text for text in hostile if text != SCRIPT
    ]
    # In the title, the caption, a cell and a note.
    assert found.texts.count(SCRIPT) == 4
    assert found.elements.count("td") == 2 * len(hostile)


def test_a_page_is_whole_and_runs_and_loads_nothing() -> None:
    text = page("A <title>", "<p>body</p>\n")
    assert text.startswith("<!doctype html>\n")
    assert text.endswith("</html>\n")
    found = read(text)
    assert not {"script", "link", "img", "iframe", "object"} & set(found.elements)
    assert not {"src", "href"} & {name for name, _ in found.attributes}
    policy = dict(found.attributes)["content"] or ""
    assert ("http-equiv", "Content-Security-Policy") in found.attributes
    assert "default-src 'none'" in text
    assert "script-src" not in policy
