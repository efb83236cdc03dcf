"""A report in LaTeX: the table for a paper, and an appendix with everything else.

Each is a document that compiles as it is, or is \\input into another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from leaderboard.report.features.cards import rejection_tables
from leaderboard.report.features.phases import further_tables
from leaderboard.report.forms.latex import floats, small_print
from leaderboard.report.notes import cautions, observations
from leaderboard.report.sections import main_table, sections
from leaderboard.report.table import Table
from leaderboard.report.tables.all_metrics import all_metrics_table
from leaderboard.text import one_line
from leaderboard.verbs.rank import RankResult

# Once a class is loaded, \documentclass means \@twoclasseserror: then this file is part of a paper.
_HEAD = r"""% Compile this file, or \input it into a paper that has booktabs and, for pdflatex, T1 fonts.
\makeatletter
\ifx\documentclass\@twoclasseserror
  \let\leaderboardend\relax
\else
  \documentclass[twocolumn]{article}
  \ifdefined\Umathcode\else\usepackage[T1]{fontenc}\fi
  \IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
  \usepackage[margin=2cm]{geometry}
  \usepackage{booktabs}
  \usepackage{graphicx}
  \begin{document}
  \def\leaderboardend{\end{document}}
\fi
\makeatother
\begingroup
"""
# pdflatex stops at characters that it has no definition of, and other engines drop what a font lacks:
# both show the number instead. The codes of a font of another encoding than Unicode's mean other characters.
# The group keeps active characters from the rest of a paper.
_CHARACTERS = r"""\def\leaderboardunicode{TU}
\ifdefined\Umathcode
  \def\leaderboardcharacter#1#2{\catcode"#2=13 \begingroup\lccode`\~="#2 \lowercase{\endgroup\protected\def~}%
    {\expandafter\ifx\csname f@encoding\endcsname\leaderboardunicode
      \iffontchar\font"#2 \char"#2 \else\texttt{U+#2}\fi\else\texttt{U+#2}\fi}}
\else
  \def\leaderboardcharacter#1#2{\expandafter\ifx\csname u8:\detokenize{#1}\endcsname\relax
    \expandafter\gdef\csname u8:\detokenize{#1}\endcsname{\texttt{U+#2}}\fi}
\fi
"""


def render_paper(result: RankResult) -> str:
    """The ranking with one note on how to read it; the signature is a comment."""
    main = main_table(result)
    caption = f"{result.title}. {main.caption}" if result.title else main.caption
    table = replace(main, caption=caption, notes=(), marks="")
    body = "\n".join(floats(table, "tab:leaderboard", (" ".join(main.marked_notes),)))
    return _document(f"% Signature: {one_line(result.signature)}\n", body)


def render_metrics(result: RankResult) -> str:
    """Recall, precision and F1 by all metrics; the signature is a comment."""
    body = "\n".join(floats(all_metrics_table(result), "tab:leaderboard-all-metrics"))
    return _document(f"% Signature: {one_line(result.signature)}\n", body)


def render_appendix(result: RankResult) -> str:
    """Render the notes, then the other tables, each with its own remarks below it."""
    others = [
        text
        for name, table, remarks in _others(result)
        for text in floats(table, f"tab:leaderboard-{name}", remarks)
    ]
    return _document("", "\n".join([*small_print(_remarks(result)), *others]))


def _document(comment: str, body: str) -> str:
    return f"{comment}{_HEAD}{_CHARACTERS}{_declarations(body)}{body}\n\\endgroup\n\\leaderboardend\n"


def _remarks(result: RankResult) -> tuple[str, ...]:
    return (
        *observations(result),
        *cautions(result),
        f"Signature: {result.signature}",
    )


def _others(result: RankResult) -> Iterator[tuple[str, Table, tuple[str, ...]]]:
    """Each table with a name for its label, and with what stands below it in small print."""
    for section in sections(result):
        if section.in_paper:
            tables = [*_signed(section.tables), *(one for phase in section.phases for one in _phase(phase))]
            for number, (table, below) in enumerate(tables, start=1):
                yield (section.name if number == 1 else f"{section.name}-{number}"), table, below


def _phase(result: RankResult) -> Iterator[tuple[Table, tuple[str, ...]]]:
    """An earlier phase as the report is of the last."""
    yield main_table(result), _remarks(result)
    yield from _signed((*further_tables(result), *rejection_tables(result)))


def _signed(tables: Iterable[Table]) -> Iterator[tuple[Table, tuple[str, ...]]]:
    for table in tables:
        yield table, () if table.signature is None else (f"Signature: {table.signature}",)


def _declarations(body: str) -> str:
    return "".join(
        f"\\leaderboardcharacter{{{character}}}{{{ord(character):04X}}}\n"
        for character in sorted({character for character in body if not character.isascii()})
    )
