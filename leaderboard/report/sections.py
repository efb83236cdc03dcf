"""The sections of a report: one list made from a ranking, of which each form shows what it has room for.

A new section, with its file of CSV, is one entry here; a new kind of board needs none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from leaderboard.report.data.boards import KINDS, board_relation, phase_relation
from leaderboard.report.figures.drawing import Picture
from leaderboard.report.notes import lasting_warnings, named, rejected
from leaderboard.report.once import once
from leaderboard.report.problems import rejections_of, warnings_of
from leaderboard.report.relation import Relation, relation_of_table
from leaderboard.report.systems import system_of_file
from leaderboard.report.table import Table
from leaderboard.report.tables import cross_document
from leaderboard.report.tables.all_metrics import all_metrics_table
from leaderboard.report.tables.boards import board_tables, other_dataset_tables
from leaderboard.report.tables.correlations import correlations_of, ranking_agreement_tables
from leaderboard.report.tables.document_scores import documents
from leaderboard.report.tables.error_kinds import error_file_table, error_section, ranked_errors
from leaderboard.report.tables.pairs import comparisons
from leaderboard.report.tables.participants import (
    card_tables,
    cards,
    rejection_tables,
)
from leaderboard.report.tables.phases import across_phases, board_kinds, further_tables
from leaderboard.report.tables.ranked_prices import prices_of, ranked_price_tables
from leaderboard.report.tables.rankings import people_table, reading, systems
from leaderboard.report.tables.ranks import left_out, left_out_table, rank_table, ranks, stability_table
from leaderboard.report.tables.repairs import repair_tables, repairs
from leaderboard.report.tables.runs import ranked_run_table, runs
from leaderboard.report.tables.slices import interval_tables
from leaderboard.report.words import runs as run_words
from leaderboard.report.words.error_prices import COSTS
from leaderboard.report.words.slices import INTERVALS
from leaderboard.tasks.systems import CrossDocument
from leaderboard.verbs.rank import RankResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Tables under a title; ``phases`` are earlier rankings, each under a title of its own.

    ``printed`` sections stand on the terminal, those ``in_paper`` in LaTeX. A section ``of`` another one has
    no heading of its own. ``drawn`` ones are on the page also without a table. ``pictures`` are names.
    ``relations`` are what programs read: in JSON, as files of CSV, and as frames.
    """

    name: str
    title: str
    tables: tuple[Table, ...] = ()
    phases: tuple[RankResult, ...] = ()
    pictures: tuple[str, ...] = ()
    of: str = ""
    printed: bool = True
    in_paper: bool = True
    drawn: bool = False
    relations: tuple[Relation, ...] = ()

    @property
    def all_tables(self) -> tuple[Table, ...]:
        """Those of earlier phases last, each phase in full."""
        return (*self.tables, *(table for phase in self.phases for table in phase_tables(phase)))


@dataclass(frozen=True, slots=True)
class Chapter:
    """The sections that share a heading, and their pictures."""

    name: str
    title: str
    sections: tuple[Section, ...]
    pictures: tuple[Picture, ...]

    @property
    def tables(self) -> tuple[Table, ...]:
        return tuple(table for section in self.sections for table in section.all_tables)


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
    several = len(result.primary.standings) > 1
    yield Section(
        name="documents",
        title="Two systems",
        pictures=("differences",),
        drawn=several,
        relations=(documents(result),),
    )
    yield Section(
        name="prices",
        title=COSTS,
        tables=ranked_price_tables(result),
        pictures=("prices",),
        of="errors",
        printed=False,
        in_paper=False,
        relations=(prices(result),),
    )
    yield Section(
        name="errors",
        title="Kinds of errors",
        tables=error_section(result),
        pictures=("errors",),
        printed=False,
        relations=(errors(result),),
    )
    yield Section(
        name="ranges",
        title="Rank ranges",
        tables=firmness_tables(result),
        pictures=("ranges", "ranks"),
        in_paper=False,
        relations=(ranks(result), left_out(result)),
    )
    yield Section(
        name="significance",
        title="Significance map",
        pictures=("significance", "letters"),
        drawn=several,
        relations=(pairs(result),),
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
    yield Section(
        name="runs",
        title=run_words.TITLE,
        tables=(ranked_run_table(result),) if result.sheet.runs else (),
        pictures=("runs",),
        relations=(runs(result),),
    )
    yield Section(
        name="systems", title="Systems", tables=tuple(card_tables(result)), relations=(cards(result),)
    )
    yield from _metrics(result)
    yield Section(
        name="repairs", title="Repairs", tables=tuple(repair_tables(result)), relations=(repairs(result),)
    )
    yield Section(
        name="cross-document",
        title=cross_document.TITLE,
        tables=tuple(cross_document.cross_document_tables(result.metrics, _best_first(result))),
    )
    yield Section(
        name="agreement",
        title="Correlations",
        tables=tuple(ranking_agreement_tables(result)),
        pictures=("correlations", "scatter"),
        printed=False,
        in_paper=False,
        relations=(correlations(result),),
    )
    yield Section(
        name="rejected",
        title="Rejected",
        tables=tuple(rejection_tables(result)),
        relations=(rejections_of(rejected(result)), likely_mistakes(result)),
    )


def prices(result: RankResult) -> Relation:
    """One row a system and kind of error."""
    return replace(prices_of(result.prices), member=False, file="prices.csv", when=bool(result.prices))


def errors(result: RankResult) -> Relation:
    """One row a system and class of mentions."""
    found = relation_of_table("errors", ("system", "class"), error_file_table(ranked_errors(result)))
    return replace(found, member=False, file="errors.csv")


def pairs(result: RankResult) -> Relation:
    """One row a pair and metric; the JSON has fewer where they are very many."""
    found = comparisons(result.families.values(), result.text_repairs)
    return replace(found, member=False, file="pairwise.csv")


def likely_mistakes(result: RankResult) -> Relation:
    """One row a warning; files are named from the folder of the submissions."""
    of_file, told = system_of_file(result.task), lasting_warnings(result)
    systems = {named(result, one).file: of_file(one.file) for one in told}
    return warnings_of([named(result, one) for one in told], systems.get)


def correlations(result: RankResult) -> Relation:
    """One row a pair of metrics and quantity."""
    return replace(correlations_of(result.correlations), file="correlations.csv")


def _best_first(result: RankResult) -> dict[str, CrossDocument]:
    """What is known across documents of each system, where entities are joined over them."""
    joined = result.cross_document
    return {standing.system: joined[standing.system] for standing in result.primary.standings if joined}


def _metrics(result: RankResult) -> Iterator[Section]:
    """In LaTeX the table of all metrics is a file of its own."""
    yield Section(
        name="all-metrics",
        title="All metrics",
        tables=(all_metrics_table(result),),
        printed=False,
        in_paper=False,
    )
    yield Section(name="metrics", title="Every metric", tables=(rank_table(result),), of="all-metrics")


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
            title=INTERVALS,
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


def phase_tables(result: RankResult) -> Iterator[Table]:
    """One phase in full: its ranking with all notes, then its boards and who was rejected."""
    yield people_table(result).main()
    yield from further_tables(result)
    yield from rejection_tables(result)


def main_table(result: RankResult) -> Table:
    """The ranking with its legend only, as wide as a page of a paper."""
    return replace(people_table(result).main(), notes=reading(result), signature=None)


@once
def firmness_tables(result: RankResult) -> tuple[Table, ...]:
    """Tables of the stability of ranks, and of documents that change the order."""
    left_out = left_out_table(result)
    return (stability_table(result), *([left_out] if left_out.rows else []))
