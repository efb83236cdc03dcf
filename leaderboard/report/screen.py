"""A ranking on a terminal: as many columns as fit, and what a reader must know first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePath

from leaderboard.report.features.answer import answers
from leaderboard.report.forms.terminal import fitted, render_terminal, wrapped
from leaderboard.report.notes import title
from leaderboard.report.table import Table, choose
from leaderboard.report.tables.rankings import lines, people_table
from leaderboard.report.words.captions import OVER_RUNS, rank_note
from leaderboard.report.words.methods import claim, tested
from leaderboard.report.words.names import ELLIPSIS
from leaderboard.report.words.remarks import sentences
from leaderboard.report.words.signatures import short_signature
from leaderboard.text import counted, plural
from leaderboard.verbs.rank import RankResult

# Of more rows the first ones and the last are shown.
MOST_ROWS, SHOWN_ROWS = 20, 15


def render_screen(result: RankResult, columns: Sequence[str] | None, width: int) -> str:
    """Return title, answer, ranks and a few notes; the columns that are asked for at any width."""
    notes = "\n".join(wrapped(text, width) for text in _notes(result))
    return "\n\n".join((head(result, width), _rows(result, columns, width), f"{notes}\n"))


def head(result: RankResult, width: int) -> str:
    """Return what was ranked, and the answer."""
    answer = answers(result)[result.options.primary].text
    return f"{wrapped(title(result), width)}\n\n{wrapped(answer, width)}"


def closing(result: RankResult, code: int, page: PurePath, width: int) -> str:
    """Return one sentence: who was ranked, where the report is, and the reason of the exit code."""
    rejected = sum(len(phase.rejected) for phase in result.phases)
    fates = [fate for phase in result.phases for fate in phase.fates]
    runs = sum(fate.verdict == "left out" and fate.run is not None for fate in fates)
    earlier = sum(fate.verdict == "left out" and fate.run is None for fate in fates)
    entries = (
        f"{counted(len(result.primary.standings), 'system')} ranked",
        *([f"{len(result.contrast.scores):,} contrastive"] if result.contrast else []),
        *([counted(len(result.baselines), "baseline")] if result.baselines else []),
        *([f"{len(result.partial):,} excluded"] if result.partial else []),
        f"{rejected:,} rejected" if rejected else "none rejected",
        *([f"{counted(earlier, 'earlier submission')} left out"] if earlier else []),
        *([f"{counted(runs, 'run')} left out of the mean"] if runs else []),
    )
    faults = sum(len(fate.faults) for fate in fates)
    reason = f" (exit code {code}: {_not_read(rejected, faults)})" if code else ""
    said = f"{', '.join(entries)}. Report: {page}{reason}."
    return f"{wrapped(said, width)}\n"


def _rows(result: RankResult, columns: Sequence[str] | None, width: int) -> str:
    """Return the table; without a wish for columns as many as fit, and the first rows and the last one."""
    whole = people_table(result)
    if columns is not None:
        chosen = choose(whole, columns, "table")
        return render_terminal(replace(chosen, caption="", notes=(), signature=None)).strip("\n")
    shown = whole.main()
    names = [column.name for column in shown.columns if column.name != "letters"]
    needed = names.index("better_than") + 1
    ranked = len(lines(result, result.options.primary))
    table, hidden = _first_rows(shown.only(names), ranked)
    rows = fitted(table, width, needed)
    more = wrapped(f"{hidden:,} more: --columns all, or the report", width)
    return f"{rows}\n{more}" if hidden else rows


def _first_rows(table: Table, ranked: int) -> tuple[Table, int]:
    """Return the first and the last of the ranked rows, all others, and the number of hidden rows."""
    if len(table.rows) <= MOST_ROWS or ranked <= SHOWN_ROWS + 1:
        return table, 0
    gap = ("", ELLIPSIS, *[""] * (len(table.columns) - 2))
    rows = (*table.rows[:SHOWN_ROWS], gap, *table.rows[ranked - 1 :])
    return replace(table, rows=rows), len(table.rows) - len(rows) + 1


def _notes(result: RankResult) -> Iterator[str]:
    """Return what a rank is, what was tested, and where there is more."""
    family = result.families[result.options.primary]
    yield from claim(result.options, family)
    yield from sentences(one for one in result.remarks if one.kind == "documents_alike")
    yield from filter(None, (" ".join(rank_note(result.options, family)), tested(result.options, family)))
    yield from [OVER_RUNS] if family.runs else []
    yield f"More: --verbose, or the report. Signature: {short_signature(result.signature)}"


def _not_read(rejected: int, faults: int) -> str:
    """Return how many submissions were rejected, and how many files of others are unreadable."""
    said = (
        f"{counted(rejected, 'submission')} {plural('was', rejected, 'were')} rejected" if rejected else "",
        f"{counted(faults, 'file')} {plural('is', faults, 'are')} unreadable" if faults else "",
    )
    return " and ".join(filter(None, said))
