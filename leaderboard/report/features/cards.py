"""Who took part, with what, and who was rejected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from leaderboard.report.notes import fates, rejected
from leaderboard.report.relation import Field, Relation, relation_of
from leaderboard.report.section import Section
from leaderboard.report.table import Column, Table, Value, show
from leaderboard.report.words.rejections import more

if TYPE_CHECKING:
    from leaderboard.options.shared_task import Entry
    from leaderboard.verbs.rank import RankResult


def section(result: RankResult) -> Section:
    tables = tuple(card_tables(result))
    return Section(name="systems", title="Systems", tables=tables, relations=(cards(result),))


def card_tables(result: RankResult) -> Iterator[Table]:
    """The cards, if there are any."""
    if result.cards:
        yield _of_cards(result, lambda entries: ", ".join(show(one, "card") for one in entries)).table(
            "Systems"
        )


def cards(result: RankResult) -> Relation:
    """One row per system, best first, those that are not ranked last; one column per entry of the cards."""
    return _of_cards(result, lambda entries: "/".join(map(_for_programs, entries)))


def _of_cards(result: RankResult, listed: Callable[[list[Entry]], str]) -> Relation:
    names = dict.fromkeys(name for card in result.cards.values() for name in card)

    def cell(system: str, name: str) -> Value:
        entry = result.cards.get(system, {}).get(name)
        return listed(entry) if isinstance(entry, list) else entry

    fields = [
        Field(Column("system", "System"), lambda system: system),
        *(Field(_column(result, name), partial(cell, name=name)) for name in names),
    ]
    systems = [*(standing.system for standing in result.primary.standings), *result.partial] if names else []
    return relation_of("cards", ("system",), fields, systems).in_file("cards.csv", when=bool(names))


def _column(result: RankResult, name: str) -> Column:
    values = (card[name] for card in result.cards.values() if name in card)
    return Column(name, name, "written" if all(map(_is_number, values)) else "card")


def _is_number(entry: Entry | list[Entry]) -> bool:
    return isinstance(entry, int | float) and not isinstance(entry, bool)


def _for_programs(entry: Entry) -> str:
    return str(entry).lower() if isinstance(entry, bool) else str(entry)


def rejection_tables(result: RankResult) -> Iterator[Table]:
    """One row per rejected submission or unreadable file, with the reason, where there are any."""
    rows = tuple((one.system, f"{one.problem}{more(one.problems)}") for one in rejected(result))
    columns = (Column("system", "System"), Column("reason", "Reason", wraps=True))
    if rows:
        yield Table("Rejected submissions", columns, rows)
    rows = tuple(
        (fate.system, f"{fault}{more(fault.count)}") for fate in fates(result) for fault in fate.faults
    )
    if rows:
        yield Table("Unreadable files of other submissions", columns, rows)
