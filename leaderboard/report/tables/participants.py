"""Who took part, with what, and who was rejected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from leaderboard.report.notes import fates, rejected
from leaderboard.report.table import Column, Table, Value, show
from leaderboard.report.words.rejections import more

if TYPE_CHECKING:
    from leaderboard.options.shared_task import Entry
    from leaderboard.verbs.rank import RankResult


def card_tables(result: RankResult) -> Iterator[Table]:
    """One row a system, best first, those that are not ranked last; one column an entry of the cards."""
    names = list(dict.fromkeys(name for card in result.cards.values() for name in card))
    if names:
        systems = [*(standing.system for standing in result.primary.standings), *result.partial]
        cards = [result.cards.get(system, {}) for system in systems]
        yield Table(
            "Systems",
            (Column("system", "System"), *(_column(result, name) for name in names)),
            tuple(
                (system, *(_cell(card.get(name)) for name in names))
                for system, card in zip(systems, cards, strict=True)
            ),
        )


def _column(result: RankResult, name: str) -> Column:
    values = (card[name] for card in result.cards.values() if name in card)
    return Column(name, name, "written" if all(map(_is_number, values)) else "card")


def _is_number(entry: Entry | list[Entry]) -> bool:
    return isinstance(entry, int | float) and not isinstance(entry, bool)


def _cell(entry: Entry | list[Entry] | None) -> Value:
    return ", ".join(show(one, "card") for one in entry) if isinstance(entry, list) else entry


def rejection_tables(result: RankResult) -> Iterator[Table]:
    """One row a rejected submission, and one an unreadable file, with the reason, where there are any."""
    rows = tuple((one.system, f"{one.problem}{more(one.problems)}") for one in rejected(result))
    columns = (Column("system", "System"), Column("reason", "Reason", wraps=True))
    if rows:
        yield Table("Rejected submissions", columns, rows)
    rows = tuple(
        (fate.system, f"{fault}{more(fault.count)}") for fate in fates(result) for fault in fate.faults
    )
    if rows:
        yield Table("Unreadable files of other submissions", columns, rows)
