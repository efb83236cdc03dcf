"""The page of a report: its policy, and what a real browser makes of it."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from leaderboard.report.page import render_page
from leaderboard.report.page.content import sortable
from leaderboard.report.page.script_data import pair_data
from leaderboard.report.table import Value
from leaderboard.report.tables.rankings import rank_range, ranked_text
from leaderboard.verbs.rank import RankResult, rank
from tests.report.made_ranking import GOLDEN, made_ranking, picture, write_task
from tests.support.small_task import OTHER_ENTITY, RIGHT

FILES = ("leaderboard.csv", "leaderboard.tex", "leaderboard.json", "pairwise.csv", "prices.csv")


class Elements(HTMLParser):
    """The tags of a page, their attributes, and the text of styles and scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.attributes: list[tuple[str, str, str | None]] = []
        self.inline: dict[str, list[str]] = {"style": [], "script": []}
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value) for name, value in attrs]
        self.inside = "" if ("type", "application/json") in attrs else tag

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside in self.inline:
            self.inline[self.inside].append(data)


def elements(page: str) -> Elements:
    found = Elements()
    found.feed(page)
    return found


def test_the_policy_allows_the_style_and_the_script_of_the_page_alone() -> None:
    page = (GOLDEN / "leaderboard.html").read_text(encoding="utf-8")
    found = elements(page)
    policy = next(value for tag, name, value in found.attributes if (tag, name) == ("meta", "content"))
    assert policy is not None
    for kind, texts in found.inline.items():
        (text,) = texts
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'; img-src data:; ")
    assert "unsafe" not in policy


def test_nothing_is_asked_of_the_network_and_nothing_runs_from_an_attribute(tmp_path: Path) -> None:
    result = made_ranking(tmp_path / "task", metric=("muc", "conll"))
    for _, name, value in elements(render_page(result, (picture(),))).attributes:
        assert not name.startswith("on")
        assert name != "style"
        if name in ("src", "href"):
            assert value is not None
            assert re.match(r"#|data:image/svg\+xml;base64,", value) or value in FILES


def many_systems(folder: Path) -> RankResult:
    """So many that the map has no text and that letters are many, with names that are hard to sort."""
    systems = {
        f"s{number}{' (a)' if number % 3 else ' (b)'}": tuple(
            RIGHT if (7 * place + number) % 64 >= number else OTHER_ENTITY for place in range(12)
        )
        for number in range(64)
    }
    write_task(folder, systems)
    return rank(folder, draws=100, trials=500, adjust="none", metric=("muc", "bcub", "conll"))


@pytest.mark.parametrize(
    ("value", "sorted_by"),
    [
        ("x (a)", "x (a)"),
        (ranked_text(0.57684, None), "0.57684"),
        (rank_range(4, 6), "4"),
        ("–", "–"),
        (None, ""),
        ((0.1, 0.2), "0.1"),
        (0.25, "0.25"),
    ],
)
def test_cells_are_sorted_by_what_they_hold(value: Value, sorted_by: str) -> None:
    assert sortable(value) == sorted_by


def test_the_test_of_any_pair_is_in_the_page(tmp_path: Path) -> None:
    result = made_ranking(tmp_path / "task", metric=("muc", "conll"))
    data = pair_data(result)
    names = [standing.system for standing in result.primary.standings]
    p, verdicts, words = (data[name] for name in ("p", "verdicts", "words"))
    assert isinstance(p, list)
    assert isinstance(verdicts, list)
    assert isinstance(words, list)
    family = result.families["conll"]
    for comparison in (family[number] for number in range(len(family))):
        low, high = sorted(names.index(name) for name in (comparison.first, comparison.second))
        assert words[verdicts[low][high - low - 1]] == comparison.verdict
        assert p[low][high - low - 1] == pytest.approx(10_000 * comparison.p_adjusted, abs=0.5)
    assert [len(row) for row in p] == [5, 4, 3, 2, 1, 0]


def test_a_significant_difference_within_the_margin_is_called_so(tmp_path: Path) -> None:
    result = made_ranking(tmp_path / "task", metric=("muc", "conll"), margin=60)
    data, family = pair_data(result), result.families["conll"]
    names, words = [standing.system for standing in result.primary.standings], data["words"]
    said = {"significant": "significant, within the margin"}
    assert family.equivalence is not None
    for comparison in family:
        low, high = sorted(names.index(name) for name in (comparison.first, comparison.second))
        word = words[data["verdicts"][low][high - low - 1]]  # type: ignore[index]
        assert word == (said if comparison.equivalent else {}).get(comparison.verdict, comparison.verdict)
    assert any(one.equivalent and one.verdict == "significant" for one in family)


def test_pairs_that_were_not_compared_have_no_verdict(tmp_path: Path) -> None:
    data = pair_data(made_ranking(tmp_path / "task", metric=("muc", "conll"), against="北京 αβ"))
    assert [row[:-1] for row in data["verdicts"][:-1]] == [[-1] * n for n in (4, 3, 2, 1, 0)]  # type: ignore[index]
