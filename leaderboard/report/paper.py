"""A report in LaTeX: the table for a paper, and an appendix with everything else.

Each is a document that compiles as it is, or is \\input into another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from leaderboard.report.features.answer import answers
from leaderboard.report.features.cards import rejection_tables
from leaderboard.report.features.phases import further_tables
from leaderboard.report.forms.latex import floats, small_print
from leaderboard.report.notes import note_groups, title
from leaderboard.report.sections import main_table, sections
from leaderboard.report.table import Table
from leaderboard.report.tables.all_metrics import all_metrics_table
from leaderboard.report.tables.rankings import mean_column, people_table
from leaderboard.report.words.captions import rank_note
from leaderboard.report.words.methods import claim, tested
from leaderboard.text import one_line
from leaderboard.verbs.rank import RankResult

# Of the ranking; the score stands after the system.
COLUMNS = ("number", "system", "interval", "rank", "range", "better_than")
METRICS_OF_TABLE = 4
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
    """The ranking as one table with its answer in the caption; the signature is a comment."""
    options, said = result.options, answers(result)[result.options.primary]
    family, whole = result.families[options.primary], people_table(result)
    names = {column.name for column in whole.columns}
    shown = whole.only([name for name in (*COLUMNS[:2], mean_column(result), *COLUMNS[2:]) if name in names])
    table = replace(
        shown,
        caption=" ".join(filter(None, (f"{title(result)}.", said.first, said.highest))),
        notes=(),
        marks="",
    )
    notes = (
        *claim(options, family),
        " ".join((*rank_note(options, family), shown.legend)).strip(),
        tested(options, family),
    )
    body = "\n".join(floats(table, "tab:leaderboard", tuple(filter(None, notes)), plain=True))
    # Characters beyond ASCII may need to be told what they look like.
    body = body if body.isascii() else f"\\begingroup\n{_CHARACTERS}{_declarations(body)}{body}\n\\endgroup"
    return f"% Signature: {one_line(result.signature)}\n% Needs \\usepackage{{booktabs}}.\n{body}\n"


def render_metrics(result: RankResult) -> str:
    """Recall, precision and F1, at most four metrics a table; the signature is a comment."""
    whole, names = all_metrics_table(result), [metric.name for metric in result.metrics]
    parts = [
        part
        for number, start in enumerate(range(0, len(names), METRICS_OF_TABLE), start=1)
        for part in floats(
            _of_metrics(whole, names[start : start + METRICS_OF_TABLE]),
            "tab:leaderboard-all-metrics" + (f"-{number}" if number > 1 else ""),
        )
    ]
    return _document(f"% Signature: {one_line(result.signature)}\n", "\n".join(parts))


def _of_metrics(whole: Table, metrics: Sequence[str]) -> Table:
    return whole.only([one.name for one in whole.columns if not one.metric or one.metric in metrics])


def render_appendix(result: RankResult) -> str:
    """Render all notes, then the other tables, each with its own remarks below it."""
    others = [
        text
        for name, table, remarks in _others(result)
        for text in floats(table, f"tab:leaderboard-{name}", remarks)
    ]
    return _document("", "\n".join([*small_print(_remarks(result)), *others]))


def _document(comment: str, body: str) -> str:
    return f"{comment}{_HEAD}{_CHARACTERS}{_declarations(body)}{body}\n\\endgroup\n\\leaderboardend\n"


def _remarks(result: RankResult) -> tuple[str, ...]:
    return tuple(note for group in note_groups(result) for note in group.notes)


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
