"""The sections of a report: one list made from a ranking, of which each form shows what it has room for.

A new section is one entry here; a new kind of board needs none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from leaderboard.report.table import Table
from leaderboard.report.tables import cross_document
from leaderboard.report.tables.all_metrics import all_metrics_table
from leaderboard.report.tables.boards import board_tables, other_dataset_tables
from leaderboard.report.tables.cards import card_tables
from leaderboard.report.tables.correlations import ranking_agreement_tables
from leaderboard.report.tables.error_kinds import error_section
from leaderboard.report.tables.error_prices import ranked_price_tables
from leaderboard.report.tables.phases import across_phases, further_tables
from leaderboard.report.tables.rankings import ranking_table, reading
from leaderboard.report.tables.ranks import left_out_table, rank_table, stability_table
from leaderboard.report.tables.runs import ranked_run_table
from leaderboard.report.tables.slices import interval_tables
from leaderboard.report.words import runs as run_words
from leaderboard.report.words.error_prices import COSTS
from leaderboard.report.words.slices import INTERVALS
from leaderboard.verbs.rank import RankResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Tables under a heading; ``phases`` are earlier rankings, each under a heading of its own.

    ``printed`` sections stand on the terminal, those ``in_paper`` in LaTeX, those ``on_page`` under a heading
    of the page, whose drawn sections show the others.
    """

    name: str
    title: str
    tables: tuple[Table, ...] = ()
    phases: tuple[RankResult, ...] = ()
    printed: bool = True
    in_paper: bool = True
    on_page: bool = False

    @property
    def all_tables(self) -> tuple[Table, ...]:
        """Those of earlier phases last, each phase in full."""
        return (*self.tables, *(table for phase in self.phases for table in phase_tables(phase)))


def sections(result: RankResult) -> tuple[Section, ...]:
    """The sections of a report after the ranking, in reading order, without empty ones."""
    return tuple(one for one in _sections(result) if one.tables)


def _sections(result: RankResult) -> Iterator[Section]:
    yield Section(name="systems", title="Systems", tables=tuple(card_tables(result)), on_page=True)
    kinds = dict.fromkeys(board.kind for board in result.boards)
    for kind in kinds:
        if kind == "track":
            yield _boards(result, kind)
    across = (across_phases(result),) if result.earlier else ()
    yield Section(name="phases", title="Phases", tables=across, phases=result.earlier, on_page=True)
    for kind in kinds:
        if kind != "track":
            yield _boards(result, kind)
    yield Section(
        name="cross-document",
        title=cross_document.TITLE,
        tables=tuple(cross_document.cross_document_tables(result.metrics, result.cross_document)),
        on_page=True,
    )
    if result.sheet.runs:
        yield Section(name="runs", title=run_words.TITLE, tables=(ranked_run_table(result),), on_page=True)
    yield _all_metrics(result)
    yield Section(name="metrics", title="Every metric", tables=(rank_table(result),))
    yield Section(name="firmness", title="Rank ranges", tables=tuple(firmness_tables(result)), in_paper=False)
    yield Section(
        name="prices", title=COSTS, tables=ranked_price_tables(result), printed=False, in_paper=False
    )
    yield Section(name="errors", title="Kinds of errors", tables=tuple(error_section(result)), printed=False)
    yield Section(
        name="agreement",
        title="Agreement of metrics",
        tables=tuple(ranking_agreement_tables(result)),
        printed=False,
        in_paper=False,
    )
    yield Section(
        name="slice-metrics",
        title=INTERVALS,
        tables=tuple(interval_tables(result)),
        printed=False,
        in_paper=False,
    )
    yield Section(
        name="dataset-metrics",
        title="Every other metric by dataset",
        tables=tuple(other_dataset_tables(result)),
        printed=False,
    )


def _all_metrics(result: RankResult) -> Section:
    """In LaTeX the table is a file of its own."""
    return Section(
        name="all-metrics",
        title="All metrics",
        tables=(all_metrics_table(result),),
        printed=False,
        in_paper=False,
        on_page=True,
    )


def _boards(result: RankResult, kind: str) -> Section:
    name = f"{kind}s"
    return Section(name=name, title=name.capitalize(), tables=tuple(board_tables(result, kind)), on_page=True)


def phase_tables(result: RankResult) -> Iterator[Table]:
    """One phase in full: its ranking with all notes, then its boards."""
    yield ranking_table(result).main()
    yield from further_tables(result)


def main_table(result: RankResult) -> Table:
    """The ranking with its legend only, as wide as a page of a paper."""
    return replace(ranking_table(result).main(), notes=reading(result), signature=None)


def firmness_tables(result: RankResult) -> Iterator[Table]:
    """Tables of the stability of ranks, and of documents that change the order."""
    yield stability_table(result)
    left_out = left_out_table(result)
    if left_out.rows:
        yield left_out
