"""A ranking on a terminal: as many columns as fit, and what a reader must know first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePath

from leaderboard.report.forms.terminal import fitted, render_terminal, wrapped
from leaderboard.report.notes import caption, caveats
from leaderboard.report.table import Table, choose
from leaderboard.report.tables.rankings import mean_column, ranking_table
from leaderboard.report.words.captions import ranges, rule
from leaderboard.report.words.methods import mean_note, tested
from leaderboard.report.words.names import short
from leaderboard.report.words.runs import MEAN
from leaderboard.report.words.signatures import short_signature
from leaderboard.submissions import Rejection
from leaderboard.text import counted, joined, plural
from leaderboard.verbs.rank import RankResult

MORE = "More metrics: --columns all"
# Further rejections are counted, and reasons are cut at so many characters: standard error has all of them.
_MOST_REASONS, _LONGEST_REASON = 3, 200


def render_screen(result: RankResult, columns: Sequence[str] | None, width: int) -> str:
    """Return title, ranks and the few sentences that matter; the columns that are asked for at any width."""
    title = f"{result.title}. {caption(result)}" if result.title else caption(result)
    sentences = "\n".join(wrapped(text, width) for text in _sentences(result))
    return f"{wrapped(title, width)}\n\n{_rows(result, columns, width)}\n\n{sentences}\n"


def closing(result: RankResult, width: int, code: int, page: PurePath, files: Collection[str]) -> str:
    """Return who was ranked, the reason of the exit code, and where the report is in which forms."""
    rejected = [one for phase in result.phases for one in phase.rejected]
    forms = [f".{name.split('.')[1]}" for name in files if name.startswith("leaderboard.")]
    others = ", ".join(form for form in forms if form != page.suffix)
    lines = [
        f"{counted(len(result.primary.standings), 'system')} ranked, {_rejections(rejected)}.",
        *([f"Exit code {code}: {_were_rejected(len(rejected))}."] if code else []),
        f"Report: {page} (also {others})",
    ]
    return "".join(f"{wrapped(line, width)}\n" for line in lines)


def _rows(result: RankResult, columns: Sequence[str] | None, width: int) -> str:
    whole = ranking_table(result)
    if columns is not None:
        chosen = choose(whole, columns, "table")
        return render_terminal(replace(chosen, caption="", notes=(), signature=None)).strip("\n")
    table, needed = _first_columns(result, whole)
    rows, has_all = fitted(table, width, needed)
    return rows if has_all else f"{rows}\n{MORE}"


def _first_columns(result: RankResult, whole: Table) -> tuple[Table, int]:
    """Return ranks, ranges, scores and intervals, then other metrics; and how many columns come first."""
    main = [column.name for column in whole.main().columns if column.name != "letters"]
    first = ["rank", "range", "system", mean_column(result), "interval"]
    first += [name for name in ("datasets", "against") if name in main]
    return whole.only([*first, *main]), len(first)


def _sentences(result: RankResult) -> Iterator[str]:
    options = result.options
    family = result.families[options.primary]
    yield " ".join((rule(options), *ranges(options, family)))
    yield from mean_note(len(result.of("dataset")), options.averaged, tested=False)
    yield tested(options, family)
    yield from [MEAN] if family.runs else []
    yield from caveats(result)[:1]
    kinds = [*dict.fromkeys(board.kind for board in result.boards), *(["phase"] if result.earlier else [])]
    boards = f"Ranks by {joined(kinds)}, all" if kinds else "All"
    yield f"{boards} notes and tables: --verbose, or the report."
    yield f"Signature: {short_signature(result.signature)}"


def _rejections(rejected: Sequence[Rejection]) -> str:
    if not rejected:
        return "none rejected"
    reasons = [
        f"{one.system} ({short(one.problem.what, _LONGEST_REASON)})" for one in rejected[:_MOST_REASONS]
    ]
    more = len(rejected) - len(reasons)
    return f"{len(rejected):,} rejected: {', '.join(reasons)}" + (f" and {more:,} more" if more else "")


def _were_rejected(number: int) -> str:
    return f"{counted(number, 'submission')} {plural('was', number, 'were')} rejected"
