"""LaTeX that any engine and encoding sets, character by character."""

from __future__ import annotations

import pytest

from leaderboard.report.latex import escape, render_latex
from tests.report.special import MARKS, table

GOLDEN = r"""% needs \usepackage{booktabs}
\begin{table}
\centering
\begin{tabular}{lr}
\toprule
 System   &   B\textsuperscript{3} \\
\midrule
 one      &                  50.00 \\
 a\_b     &                  50.00 \\
\bottomrule
\end{tabular}
\caption{Scores. A note: 100\%.}
\end{table}
"""


def test_a_table() -> None:
    assert render_latex(table("one", "a_b", notes=("A note: 100%.",))) == GOLDEN


def test_every_mark() -> None:
    assert escape(MARKS) == (
        r"!\texttt{\char34}\#\$\%\&'(){*}+,-./:;\textless{}=\textgreater{}?@{[}\textbackslash{}]"
        r"\textasciicircum{}\_`\{\textbar{}\}\textasciitilde{}"
    )


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("B³ CEAFₘ CEAFₑ", r"B\textsuperscript{3} CEAF\textsubscript{m} CEAF\textsubscript{e}"),
        ("–", r"\textendash{}"),
        ("a\n\n b", "a b"),
        (r"\input{/etc/passwd}", r"\textbackslash{}input\{/etc/passwd\}"),
        ("a--b---c", "a-{}-b-{}-{}-c"),
        ("a-b", "a-b"),
        ("``a''", "`{}`a'{}'"),
        ("?`!`,,", "?{}`!{}`,{},"),
    ],
)
def test_characters_are_neither_commands_nor_joined(text: str, escaped: str) -> None:
    assert escape(text) == escaped


@pytest.mark.parametrize("name", ["[2cm]", "*", "*[2cm]"])
def test_a_row_does_not_begin_with_an_argument_of_the_row_before(name: str) -> None:
    assert f"\n {escape(name)} " in render_latex(table("one", name))
    assert escape(name).startswith("{")


def test_a_cell_that_looks_like_a_rule_is_a_cell() -> None:
    text = render_latex(table(r"\hline", "x"))
    assert "\\hline" not in text
    assert [text.count(rule) for rule in ("\\toprule", "\\midrule", "\\bottomrule")] == [1, 1, 1]


def test_no_bare_special_character_is_left() -> None:
    bare = escape(MARKS * 2)
    for command in (r"\char34", *(f"\\{mark}" for mark in "&%$#_{}")):
        bare = bare.replace(command, "")
    assert not set(bare) & set('&%$#_^~<>|"')
