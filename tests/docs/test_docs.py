"""Every command and every block of code of the pages for readers does what the page says."""

from __future__ import annotations

import os
import re
from pathlib import Path

import numpy as np
import pytest

from leaderboard.error_analysis.profile import Counts
from leaderboard.errors import LeaderboardError
from leaderboard.significance.remarks import attainable
from leaderboard.verbs.score import score
from tests.support.pages import PAGES, ROOT, RUN, SHOWN, Reader, alike, blocks, commands

TEXTS = {page.name: page.read_text("utf-8") for page in PAGES}
LINKED = {*PAGES, *ROOT.glob("*.md")}


@pytest.mark.skipif(os.name == "nt", reason="the pages are for the shell of POSIX")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_whoever_follows_a_page_sees_what_it_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in os.environ if name.startswith("LEADERBOARD_")]:
        monkeypatch.delenv(name)
    folder = tmp_path / "reader"
    folder.mkdir()
    Reader(page, folder).follow()


@pytest.mark.parametrize("name", TEXTS)
def test_no_block_is_passed_over_silently(name: str) -> None:
    found = list(blocks(TEXTS[name]))
    assert 2 * len(found) == len(re.findall(r"^\s*(?:```|~~~)", TEXTS[name], re.M))
    for block in found:
        assert block.language in (*RUN, *SHOWN), f"{name}:{block.line}"
        assert block.language in RUN or not re.search(r"^(\$ )?leaderboard ", block.text, re.M), (
            f"{name}:{block.line}: a command in a block that is not run"
        )


@pytest.mark.parametrize("page", sorted(LINKED), ids=lambda page: page.name)
def test_every_link_within_the_project_leads_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.M | re.S)
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", text)):
        path, _, heading = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        assert linked.exists(), target
        if heading:
            assert heading in anchors(linked.read_text("utf-8")), target


@pytest.mark.parametrize("page", sorted(LINKED), ids=lambda page: page.name)
def test_the_text_of_a_link_is_a_title_and_no_file_name(page: Path) -> None:
    assert re.findall(r"\[[\w/.-]+\.md\]\(.*?\)", page.read_text("utf-8")) == []


def test_a_guide_is_read_in_one_sitting() -> None:
    assert len(TEXTS["participants.md"].split()) <= 900
    path = ("README.md", "organisers.md", "report.md", "participants.md")
    assert sum(len(TEXTS[name].split()) for name in path) <= 6000


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_page_begins_with_a_short_title(name: str) -> None:
    assert re.match(r"# \w[^\n]{2,60}\n|<", TEXTS[name]), TEXTS[name][:80]
    assert not re.search(r"[.;:]$|\d of \d", TEXTS[name].partition("\n")[0])


def anchors(text: str) -> set[str]:
    """What the headings of a page are called in links."""
    headings = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_ranks_that_the_first_page_names_are_those_of_the_report() -> None:
    """The picture beside them is of the same report: renew it, too."""
    report = (ROOT / "docs" / "example" / "leaderboard.md").read_text("utf-8")
    row = r"^\| +\d+ \| ([\w= -]+?) +\| +[\d.]+ \| +\[[\d., ]+\] \| +([\d–]+) \|"
    ranks = re.findall(row, re.sub(r"\*\*|\\", "", report), re.M)
    assert len(ranks) == 8
    named = re.search(r"!\[.* Ranks: (.+)\.\]", TEXTS["README.md"])
    assert named
    assert named[1] == ", ".join(f"{system} {rank}" for system, rank in ranks)


@pytest.mark.parametrize("name", ["organisers.md", "authors.md", "significance.md"])
def test_the_numbers_of_the_text_are_those_of_the_blocks(name: str) -> None:
    text = TEXTS[name]
    shown = "".join(block.text for block in blocks(text))
    prose = re.sub(r"^```.*?^```$|^\|.*?$", "", text, flags=re.M | re.S)
    numbers = set(re.findall(r"(?<![\d.])\d+\.\d{2,}(?![\d.])", prose)) - {"0.05", "0.03", "0.0001"}
    assert numbers
    assert [number for number in numbers if number not in shown] == []


def test_the_table_of_the_smallest_p_is_right() -> None:
    rows = re.findall(r"^\| (?:documents that differ|smallest p) \|(.*)\|$", TEXTS["significance.md"], re.M)
    differing, smallest = (np.array(row.split("|"), float) for row in rows)
    assert smallest == pytest.approx(attainable(differing.astype(int)), abs=5.1e-5)


def test_the_worked_example(tmp_path: Path) -> None:
    document = "bn/voxa/00/voxa_0006"
    for name in ("key", "merger"):
        text = (ROOT / "submissions" / f"{name}.conll").read_text("utf-8")
        begin = text.index(f"#begin document ({document})")
        end = text.index("#end document", begin)
        (tmp_path / f"{name}.conll").write_text(f"{text[begin:end]}#end document\n", "utf-8")
    errors = score(tmp_path / "merger.conll", errors=True).systems[0].errors
    assert errors is not None
    page = dict(re.findall(r"^\| (\w+) \| .+ \| (\d+) \|$", TEXTS["denotation.md"], re.M))
    assert errors.counts == Counts(**{name: int(count) for name, count in page.items()})


# What the reader of pages lets pass, and what not.


@pytest.mark.parametrize(
    ("shown", "printed"),
    [
        ("a\nb\n", "a\nb\n"),
        ("a\n…\nd\n", "a\nb\nc\nd\n"),
        ("a\n…\n", "a\n"),
        ("p = 0.…\n", "p = 0.0123\n"),
    ],
)
def test_what_is_shown_may_leave_out(shown: str, printed: str) -> None:
    assert alike(shown, printed)


@pytest.mark.parametrize(
    ("shown", "printed"),
    [
        ("a\n", "a\nb\n"),
        ("a\nb\n", "a\n"),
        ("a\n…\nd\n", "a\nb\n"),
        ("a…\n", "b\n"),
        ("", "a\n"),
        (".\n", "a\n"),
    ],
)
def test_what_is_shown_must_be_printed(shown: str, printed: str) -> None:
    assert not alike(shown, printed)


def followed(tmp_path: Path, text: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, "utf-8")
    folder = tmp_path / "reader"
    folder.mkdir(exist_ok=True)
    Reader(page, folder).follow()


def test_a_page_is_followed_from_top_to_bottom(tmp_path: Path) -> None:
    followed(
        tmp_path,
        "<!-- file: a/b.txt -->\n```text\nx = 1\n```\n```sh\ncat a/b.txt > c\n```\n"
        "```console\n$ cat c\nx = 1\n$ false\n$ echo $?\n1\n$ cat <<END\n> y\n> END\ny\n```\n"
        "```python\nx = 1\n```\n```python\nprint(x + 1)\n```\n\n```text\n2\n```\n"
        "<!-- not run: it would fail -->\n```sh\nfalse\n```\n",
    )


@pytest.mark.parametrize(
    "text",
    [
        "```sh\nfalse\ntrue\n```\n",
        "```console\n$ false\n```\n",
        "```console\n$ false\n$ true\n```\n",
        "```console\n$ echo a\nb\n```\n",
        "```console\n$ echo a\n```\n",
        "```console\na\n```\n",
        "```python\nassert False\n```\n",
        "```python\nprint(1)\n```\n```text\n2\n```\n",
    ],
)
def test_a_page_that_is_wrong_is_found_out(tmp_path: Path, text: str) -> None:
    with pytest.raises(AssertionError):
        followed(tmp_path, text)


@pytest.mark.parametrize("line", ["metrics = ['muc']", "alpha = 'small'"])
def test_settings_that_no_option_has_are_found_out(tmp_path: Path, line: str) -> None:
    with pytest.raises(LeaderboardError):
        followed(tmp_path, f"```toml\n{line}\n```\n")


def test_commands_go_on_over_lines() -> None:
    [first, second] = commands("$ cat <<END\n> a\n> END\na\n$ b\n")
    assert (first.typed, first.shown) == ("cat <<END\na\nEND", "a\n")
    assert (second.typed, second.shown) == ("b", "")
