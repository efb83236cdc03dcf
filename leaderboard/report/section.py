"""A section of a report: what each form shows of one thing, and what programs read of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from leaderboard.report.relation import Relation
from leaderboard.report.table import Table

if TYPE_CHECKING:
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
