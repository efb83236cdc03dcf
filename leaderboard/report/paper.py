"""A report in LaTeX: a document that compiles as it is, or is \\input into another."""

from __future__ import annotations

from collections.abc import Iterator

from leaderboard.report.captions import rejections, remarks
from leaderboard.report.datasets import dataset_tables, other_dataset_tables
from leaderboard.report.error_section import error_section
from leaderboard.report.latex import escape, tabular
from leaderboard.report.rankings import rank_table
from leaderboard.report.sections import main_table
from leaderboard.report.settings import setting_tables
from leaderboard.report.table import Table
from leaderboard.verbs.rank import RankResult

# Once a class is loaded, \documentclass means \@twoclasseserror: then this file is part of a paper.
_HEAD = r"""% Compile this file, or \input it into a paper that has booktabs and, for most names, T1 fonts.
\makeatletter
\ifx\documentclass\@twoclasseserror
  \let\leaderboardend\relax
\else
  \documentclass[twocolumn]{article}
  \usepackage[T1]{fontenc}
  \IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
  \usepackage[margin=2cm]{geometry}
  \usepackage{booktabs}
  \usepackage{graphicx}
"""
_BEGIN = r"""  \begin{document}
  \def\leaderboardend{\end{document}}
\fi
\makeatother
"""
# What a page holds.
MOST_ROWS = 50
_BEGIN_FLOAT = r"""\begin{table*}
\centering\footnotesize\setlength{\tabcolsep}{3pt}
\sbox0{%"""
# A table that long names make too wide is shrunk, where graphicx is at hand.
_END_TABULAR = r"""}%
\ifdim\wd0>\textwidth\ifdefined\resizebox\resizebox{\textwidth}{!}{\usebox0}\else\usebox0\fi\else\usebox0\fi"""


def render_paper(result: RankResult) -> str:
    """The tables across two columns, the remarks in small print below the first."""
    below = (*rejections(result), *remarks(result))
    tables = (
        *dataset_tables(result),
        *setting_tables(result),
        rank_table(result),
        *error_section(result),
        *other_dataset_tables(result),
    )
    others = [text for table in tables for text in _floats(table, ())]
    body = "\n".join([*_floats(main_table(result), below), *others])
    return f"{_HEAD}{_declarations(body)}{_BEGIN}{body}\n\\leaderboardend\n"


def _floats(table: Table, remarks: tuple[str, ...]) -> Iterator[str]:
    """As many as it takes; legend and remarks stand below the last."""
    for start in range(0, len(table.rows), MOST_ROWS):
        rows = tabular(table.rows_from(start, start + MOST_ROWS))
        if start + MOST_ROWS < len(table.rows):
            below = _below(f"{table.caption}, to be continued.", ())
        else:
            below = _below(" ".join((f"{table.caption}.", *table.marked_notes)), remarks)
        yield "\n".join([_BEGIN_FLOAT, rows, _END_TABULAR, *below])


def _below(caption: str, remarks: tuple[str, ...]) -> Iterator[str]:
    yield rf"\caption{{{escape(caption)}}}"
    yield from [r"\medskip"] * bool(remarks)
    for remark in remarks:
        yield rf"\par\raggedright\footnotesize {_breakable(remark)}"
    yield r"\end{table*}"


def _breakable(text: str) -> str:
    """Long signatures and paths may break behind their separators."""
    escaped = escape(text)
    for separator in (r"\textbar{}", "/", r"\_"):
        escaped = escaped.replace(separator, rf"{separator}\allowbreak{{}}")
    return escaped


def _declarations(body: str) -> str:
    """Characters that pdflatex would stop at are shown by their numbers; other engines have fonts."""
    return "".join(
        rf"  \ifdefined\DeclareUnicodeCharacter\expandafter\ifx\csname u8:\detokenize{{{character}}}"
        rf"\endcsname\relax\DeclareUnicodeCharacter{{{ord(character):04X}}}"
        rf"{{\texttt{{U+{ord(character):04X}}}}}\fi\fi"
        "\n"
        for character in sorted({character for character in body if not character.isascii()})
    )
