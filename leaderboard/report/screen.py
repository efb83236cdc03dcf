"""A ranking on a terminal: as many columns as fit, and what a reader must know first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePath

from leaderboard.report.forms.terminal import fitted, render_terminal, wrapped
from leaderboard.report.notes import caption, caveats
from leaderboard.report.table import Table, choose
from leaderboard.report.tables.rankings import mean_column, people_table
from leaderboard.report.words.captions import ranges, rule
from leaderboard.report.words.methods import mean_note, tested
from leaderboard.report.words.remarks import sentences
from leaderboard.report.words.runs import MEAN
from leaderboard.report.words.signatures import short_signature
from leaderboard.text import counted, joined, plural
from leaderboard.verbs.rank import RankResult

MORE = "More metrics: --columns all"


def render_screen(result: RankResult, columns: Sequence[str] | None, width: int) -> str:
    """Return title, ranks and the few sentences that matter; the columns that are asked for at any width."""
    title = f"{result.title}. {caption(result)}" if result.title else caption(result)
    sentences = "\n".join(wrapped(text, width) for text in _sentences(result))
    return f"{wrapped(title, width)}\n\n{_rows(result, columns, width)}\n\n{sentences}\n"


def closing(result: RankResult, code: int, page: PurePath) -> str:
    """Return one line: who was ranked, where the report is, and the reason of the exit code."""
    rejected = sum(len(phase.rejected) for phase in result.phases)
    fates = [fate for phase in result.phases for fate in phase.fates]
    left_out = Counter(
        "earlier submission" if fate.run is None else "run" for fate in fates if fate.verdict == "left out"
    )
    entries = (
        f"{counted(len(result.primary.standings), 'system')} ranked",
        *([f"{len(result.partial):,} excluded"] if result.partial else []),
        f"{rejected:,} rejected" if rejected else "none rejected",
        *(f"{counted(number, noun)} left out" for noun, number in left_out.items()),
    )
    faults = sum(len(fate.faults) for fate in fates)
    reason = f" (exit code {code}: {_not_read(rejected, faults)})" if code else ""
    return f"{', '.join(entries)}. Report: {page}{reason}.\n"


def _rows(result: RankResult, columns: Sequence[str] | None, width: int) -> str:
    whole = people_table(result)
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
    lacking = [*sentences(remark for remark in result.remarks if remark.kind == "missing_datasets")]
    yield from lacking
    yield from [caveat for caveat in caveats(result) if caveat not in lacking][:1]
    kinds = [*dict.fromkeys(board.kind for board in result.boards), *(["phase"] if result.earlier else [])]
    boards = f"Ranks by {joined(kinds)}, all" if kinds else "All"
    yield f"{boards} notes and tables: --verbose, or the report."
    yield f"Signature: {short_signature(result.signature)}"


def _not_read(rejected: int, faults: int) -> str:
    """Return how many submissions were rejected, and how many files of others are unreadable."""
    said = (
        f"{counted(rejected, 'submission')} {plural('was', rejected, 'were')} rejected" if rejected else "",
        f"{counted(faults, 'file')} {plural('is', faults, 'are')} unreadable" if faults else "",
    )
    return " and ".join(filter(None, said))
