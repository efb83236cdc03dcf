"""LaTeX that any engine and encoding sets, character by character."""

from __future__ import annotations

from dataclasses import replace

import pytest

from leaderboard.report.forms.latex import escape, render_latex
from leaderboard.report.table import Column, Table
from tests.report.special import MARKS, table

GOLDEN = r"""% Needs \usepackage{booktabs}.
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
\caption{Scores.}
\medskip
\par\raggedright\footnotesize A note: 100\%.
\end{table}
"""


def test_a_table() -> None:
    assert render_latex(table("one", "a_b", notes=("A note: 100%.",))) == GOLDEN


def test_a_caption_that_ends_has_one_end() -> None:
    assert r"\caption{Scores.}" in render_latex(replace(table("one"), caption="Scores."))


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


def test_a_name_is_shortened_where_it_would_make_the_whole_table_small() -> None:
    name = "a_very_long_name_of_a_system_with_variant_7"
    text = render_latex(table(name, "x" * 30))
    assert r"a\_very\_long\_name\_of\ldots{}\_variant\_7" in text
    assert "x" * 30 in text


def test_labels_of_several_words_stand_in_several_lines() -> None:
    columns = (Column("what", "So it is"), Column("count", "How many", "count"))
    text = render_latex(Table("Things", columns, ()))
    assert r"\begin{tabular}[b]{@{}l@{}}So\\it\\is\end{tabular}" in text
    assert r"\begin{tabular}[b]{@{}r@{}}How\\many\end{tabular}" in text


@pytest.mark.parametrize(
    ("label", "lines"),
    [
        ("Joint 95 % interval", r"Joint\\95 \%\\interval"),
        ("95 % interval", r"95 \%\\interval"),
        ("Mentions without a correct link", r"Mentions\\without a\\correct link"),
    ],
)
def test_labels_of_many_words_stand_in_three_lines_and_keep_their_numbers(label: str, lines: str) -> None:
    text = render_latex(Table("Things", (Column("count", label, "count"),), ()))
    assert rf"\begin{{tabular}}[b]{{@{{}}r@{{}}}}{lines}\end{{tabular}}" in text


@pytest.mark.parametrize(("columns", "environment"), [(5, "table"), (9, "table*")])
def test_a_table_goes_across_the_page_where_a_column_is_too_narrow(columns: int, environment: str) -> None:
    wide = Table("Much", tuple(Column("x", "123456") for _ in range(columns)), ())
    text = render_latex(wide)
    assert f"\\begin{{{environment}}}\n" in text
    assert ("\\resizebox" in text) == (environment == "table*")


@pytest.mark.parametrize("end", ["", "."])
def test_a_long_table_goes_on(end: str) -> None:
    text = render_latex(replace(table(*map(str, range(101))), caption=f"Scores{end}"))
    assert text.count(r"\begin{table}") == 3
    assert text.count(r"\caption{Scores, to be continued.}") == 2
    assert text.count(r"\caption{Scores.}") == 1
