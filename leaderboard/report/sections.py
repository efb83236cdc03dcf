"""The sections of a report: one list made from a ranking, of which each form shows what it has room for.

A new section, with its file of CSV, is one entry here; a new kind of board needs none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from leaderboard.report.features import cards, cross_document, repairs, runs
from leaderboard.report.features.boards import (
    KINDS,
    board_relation,
    board_tables,
    other_dataset_tables,
    phase_relation,
)
from leaderboard.report.features.cards import rejection_tables
from leaderboard.report.features.correlations import correlations_of, ranking_agreement_tables
from leaderboard.report.features.documents import documents
from leaderboard.report.features.errors import class_errors, error_section, ranked_errors
from leaderboard.report.features.phases import across_phases, board_kinds, further_tables
from leaderboard.report.features.prices import COSTS, prices_of, ranked_price_tables
from leaderboard.report.features.problems import rejections_of, warnings_of
from leaderboard.report.features.slices import interval_tables
from leaderboard.report.figures.drawing import Picture
from leaderboard.report.notes import lasting_warnings, named, rejected
from leaderboard.report.once import once
from leaderboard.report.relation import Relation
from leaderboard.report.section import Section
from leaderboard.report.systems import system_of_file
from leaderboard.report.table import Table
from leaderboard.report.tables.all_metrics import all_metrics_table
from leaderboard.report.tables.pairs import comparisons
from leaderboard.report.tables.rankings import people_table, repairs_of_all, systems
from leaderboard.report.tables.ranks import left_out, left_out_table, rank_table, ranks, stability_table
from leaderboard.verbs.rank import RankResult

# The file of all pairs.
PAIRS = "pairwise.csv"


@dataclass(frozen=True, slots=True)
class Chapter:
    """The sections that share a heading, and their pictures."""

    name: str
    title: str
    sections: tuple[Section, ...]
    pictures: tuple[Picture, ...]

    @property
    def tables(self) -> tuple[Table, ...]:
        return tuple(table for section in self.sections for table in all_tables(section))


def chapters(result: RankResult, pictures: Sequence[Picture]) -> Iterator[Chapter]:
    """The headings of a report after the ranking, in reading order."""
    for name, group in groupby(sections(result), lambda section: section.of or section.name):
        parts = tuple(group)
        title = next(part.title for part in parts if not part.of)
        yield Chapter(name, title, parts, tuple(one for part in parts for one in _shown(part, pictures)))


def _shown(section: Section, pictures: Sequence[Picture]) -> list[Picture]:
    """The pictures of a section; what follows a hyphen in a name says what the picture is about."""
    return [picture for picture in pictures if picture.name.partition("-")[0] in section.pictures]


def of_ranking(others: Iterable[Chapter], pictures: Sequence[Picture]) -> list[Picture]:
    """The pictures that stand beside the ranking: those of no other chapter."""
    elsewhere = {picture.name for chapter in others for picture in chapter.pictures}
    return [picture for picture in pictures if picture.name not in elsewhere]


@once
def relations(result: RankResult) -> dict[str, Relation]:
    """Everything that programs read of a ranking, by name; the systems come first."""
    found = (systems(result), *(one for section in _sections(result) for one in section.relations))
    return {relation.name: relation for relation in found}


def data_files(result: RankResult) -> dict[str, Relation]:
    """The files of CSV that a report has, by their names."""
    return {one.file: one for one in relations(result).values() if one.file and one.when}


@once
def sections(result: RankResult) -> tuple[Section, ...]:
    """The sections of a report after the ranking, in reading order, without empty ones."""
    return tuple(one for one in _sections(result) if one.tables or one.drawn)


@once
def _sections(result: RankResult) -> tuple[Section, ...]:
    return tuple(_made(result))


def _made(result: RankResult) -> Iterator[Section]:
    several, of_table = len(result.primary.standings) > 1, bool(result.task.table)
    yield Section(
        name="documents",
        title="Two systems",
        pictures=("differences",),
        drawn=several,
        relations=(replace(documents(result), when=not of_table),),
    )
    yield Section(
        name="prices",
        title=COSTS,
        tables=ranked_price_tables(result),
        pictures=("prices",),
        of="errors",
        printed=False,
        relations=(prices_of(result.prices).in_file("prices.csv", when=bool(result.prices)),),
    )
    yield Section(
        name="errors",
        title="Kinds of errors",
        tables=() if of_table else error_section(result),
        pictures=("errors",),
        printed=False,
        relations=(class_errors(ranked_errors(result)).in_file("errors.csv", when=not of_table),),
    )
    yield Section(
        name="ranges",
        title="Possible ranks",
        tables=firmness_tables(result),
        pictures=("ranges", "ranks"),
        relations=(ranks(result), left_out(result)),
    )
    yield Section(
        name="significance",
        title="Significance map",
        pictures=("significance", "letters"),
        drawn=several,
        # The JSON has fewer pairs where they are very many.
        relations=(comparisons(result.tested, repairs_of_all(result)).in_file(PAIRS),),
    )
    for kind in dict.fromkeys((*board_kinds(result), *KINDS)):
        yield from _boards(result, kind)
    yield Section(
        name="phases",
        title="Phases",
        tables=(across_phases(result),) if result.earlier else (),
        phases=result.earlier,
        relations=(phase_relation(result),),
    )
    yield runs.section(result)
    yield cards.section(result)
    yield Section(
        name="all-metrics",
        title="All metrics",
        tables=(all_metrics_table(result),),
        printed=False,
        in_paper=False,  # in LaTeX it is a file of its own
    )
    yield Section(name="metrics", title="Every metric", tables=(rank_table(result),), of="all-metrics")
    yield repairs.section(result)
    yield cross_document.section(result)
    yield Section(
        name="agreement",
        title="Correlations",
        tables=tuple(ranking_agreement_tables(result)),
        pictures=("correlations", "scatter"),
        printed=False,
        relations=(replace(correlations_of(result.correlations), file="correlations.csv"),),
    )
    yield Section(
        name="rejected",
        title="Rejected",
        tables=tuple(rejection_tables(result)),
        relations=(rejections_of(rejected(result)), likely_mistakes(result)),
    )


def likely_mistakes(result: RankResult) -> Relation:
    """One row per warning; files are named from the folder of the submissions."""
    of_file, told = system_of_file(result.task), lasting_warnings(result)
    systems = {named(result, one).file: of_file(one.file) for one in told}
    return warnings_of([named(result, one) for one in told], systems.get)


def _boards(result: RankResult, kind: str) -> Iterator[Section]:
    """The boards of a kind, then what else is known of them."""
    name = f"{kind}s"
    yield Section(
        name=name,
        title=name.capitalize(),
        tables=tuple(board_tables(result, kind)),
        pictures=(name,),
        relations=(board_relation(result, kind),),
    )
    if kind == "slice":
        yield Section(
            name="slice-metrics",
            title="Intervals by slice",
            tables=tuple(interval_tables(result)),
            of=name,
            printed=False,
            in_paper=False,
        )
    if kind == "dataset":
        yield Section(
            name="dataset-metrics",
            title="Every other metric by dataset",
            tables=tuple(other_dataset_tables(result)),
            of=name,
            printed=False,
        )


def printed_tables(result: RankResult) -> tuple[Table, ...]:
    """The tables that a command prints below the ranking."""
    return tuple(table for section in sections(result) if section.printed for table in all_tables(section))


def all_tables(section: Section) -> tuple[Table, ...]:
    """Those of earlier phases last, each phase in full."""
    return (*section.tables, *(table for phase in section.phases for table in phase_tables(phase)))


def phase_tables(result: RankResult) -> Iterator[Table]:
    """One phase in full: its ranking with all notes, then its boards and who was rejected."""
    yield people_table(result).main()
    yield from further_tables(result)
    yield from rejection_tables(result)


def main_table(result: RankResult) -> Table:
    """The ranking without notes, which stand elsewhere."""
    return replace(people_table(result).main(), notes=(), signature=None)


@once
def firmness_tables(result: RankResult) -> tuple[Table, ...]:
    """Tables of the stability of ranks, and of documents that change the order."""
    left_out = left_out_table(result)
    return (stability_table(result), *([left_out] if left_out.rows else []))
