"""Texts as the templates of the page read them."""

from __future__ import annotations

import pytest

from leaderboard.report.page.content import prose


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("left out (`--ties`).", "left out (<code>--ties</code>)."),
        ("the rule `beaten`; others", "the rule <code>beaten</code>; others"),
        ("`leaderboard rank x` again", "<code>leaderboard rank x</code> again"),
        ("install it with `pip install x`", "install it with <code>pip install x</code>"),
        ("copies of a`b`c and `x`, `y", "copies of a`b`c and `x`, `y"),
        ("copies of a`--b`c, <b>", "copies of a`--b`c, &lt;b&gt;"),
    ],
)
def test_a_backtick_in_a_name_stays(text: str, shown: str) -> None:
    assert prose(text) == shown
