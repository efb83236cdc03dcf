"""Pages, docstrings, help and report have none of the sentences and patterns that readers stumble over.

`words.toml` lists both as regular expressions, and the places that are allowed, each with its reason.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import leaderboard
from leaderboard.cli.app import COMMANDS
from tests.support.pages import PAGES, ROOT
from tests.support.running import Typed

WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
SENTENCES = {number: re.compile(text) for number, text in WORDS["sentences"].items()}
PATTERNS = {name: re.compile(text) for name, text in WORDS["patterns"].items()}
ALLOWED = [*WORDS["allowed"], *WORDS.get("later", [])]
REPORT = (
    *sorted((ROOT / "reports").glob("leaderboard*.md")),
    *sorted((ROOT / "reports").glob("*.tex")),
    ROOT / "docs/example/leaderboard.md",
    ROOT / "tests/report/golden/leaderboard.html",
)
CODE = sorted(
    path
    for path in (ROOT / "leaderboard").rglob("*")
    if path.suffix in (".py", ".html", ".js", ".md") and "codabench" not in path.parts
)
COMMAND_LINES = [
    *((name,) for name in COMMANDS if name != "codabench"),
    ("codabench", "init"),
    ("codabench", "score"),
]
# So much of the text around a place shows which sentence it is.
AROUND = 90


class Hit(NamedTuple):
    """A place where a text has what is searched, with the words around it."""

    rule: str
    around: str


def plain(text: str) -> str:
    """Return a text with single blanks, without the quotes and line ends of code."""
    return re.sub(r"\s+", " ", re.sub(r'"\s*\n\s*f?"', "", text))


def hits(text: str, rules: dict[str, re.Pattern[str]]) -> Iterator[Hit]:
    """Yield where a text has what the rules search."""
    found = plain(text)
    for name, rule in rules.items():
        for place in rule.finditer(found):
            yield Hit(name, found[max(0, place.start() - AROUND) : place.end() + AROUND])


def is_allowed(hit: Hit, line: dict[str, Any]) -> bool:
    """Tell whether a line of the list allows a place."""
    return bool(hit.rule == line["rule"] and line["text"] in hit.around)


def check(text: str, rules: dict[str, re.Pattern[str]]) -> None:
    assert [hit for hit in hits(text, rules) if not any(is_allowed(hit, one) for one in ALLOWED)] == []


def read(path: Path) -> str:
    """Return the text of a file, without scripts in a page."""
    return re.sub(r"<script.*?</script>", "", path.read_text("utf-8"), flags=re.DOTALL)


def docstrings() -> Iterator[str]:
    """Yield the docstrings of the public names, and of the methods of classes among them."""
    for name in leaderboard.__all__:
        value = getattr(leaderboard, name)
        members = vars(value).values() if inspect.isclass(value) else ()
        yield from (inspect.getdoc(one) or "" for one in (value, *members))


@pytest.fixture
def help_texts(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the complete help of all commands."""
    monkeypatch.setenv("COLUMNS", "200")
    return " ".join(typed(*words, "--help-all").out for words in COMMAND_LINES)


@pytest.mark.parametrize("path", [*PAGES, *REPORT], ids=lambda path: f"{path.parent.name}-{path.name}")
def test_pages_and_reports(path: Path) -> None:
    check(read(path), {**SENTENCES, **PATTERNS})


def test_docstrings_of_public_names() -> None:
    check(" ".join(docstrings()), {**SENTENCES, **PATTERNS})


def test_help(help_texts: str) -> None:
    check(help_texts, {**SENTENCES, **PATTERNS})


def test_the_sentences_of_the_package() -> None:
    for path in CODE:
        check(path.read_text("utf-8"), SENTENCES)


def test_every_allowed_line_has_a_reason_and_is_needed(help_texts: str) -> None:
    texts = [*(read(path) for path in (*PAGES, *REPORT)), " ".join(docstrings()), help_texts]
    found = [hit for text in texts for hit in hits(text, {**SENTENCES, **PATTERNS})]
    for one in WORDS["allowed"]:
        assert one["reason"]
        assert any(is_allowed(hit, one) for hit in found), one["text"]


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("chain", "the number of trials of the test of this pair"),
        ("last", "The same is true by LEA too."),
        ("last", "They are tested as ever."),
        ("pronoun", "The ranks are those by LEA."),
        ("negation", "One does not differ from the next."),
    ],
)
def test_a_pattern_is_found(rule: str, text: str) -> None:
    assert [hit.rule for hit in hits(text, PATTERNS)] == [rule]


def test_a_sentence_is_found_over_lines_of_code() -> None:
    assert [
        hit.rule
        for hit in hits('"The data: "\n    f"Which of the two is "\n    "better is open."', SENTENCES)
    ] == ["4"]
