"""Names of metrics for people, and names that are too long for where they stand."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.text import counted

if TYPE_CHECKING:
    from leaderboard.scoresheet import PartName
    from leaderboard.significance.family import Family

ELLIPSIS = "…"


@cache
def label(metric: str) -> str:
    """A metric's name for people; those of other versions have none here."""
    return METRICS[metric](MetricOptions()).label if metric in METRICS else metric


def unit_count(family: Family) -> str:
    """Return the number of units, or the least and the greatest where pairs have units of their own."""
    noun, least = family.design.unit, int(family.units_of_pairs.min(initial=family.units))
    most = counted(family.units, noun)
    return most if least == family.units else f"{least:,} to {most}"


def tested_on(family: Family) -> str:
    """Return what scores are of: the units of the tests, but documents where these are runs."""
    if family.design.unit == "run":
        return counted(family.documents or 0, "document")
    return units_said(family)


def units_said(family: Family) -> str:
    """Return the number of units, and of documents where units are clusters or blocks of them."""
    units = unit_count(family)
    return units if family.documents is None else f"{units} ({counted(family.documents, 'document')})"


def unit_text(unit: PartName) -> str:
    """A document's name, with its dataset before and its part after it where it has them."""
    dataset = f"{unit.dataset}: " if unit.dataset else ""
    return f"{dataset}{unit.document}" + (f" ({unit.number})" if unit.number else "")


def short(name: str, longest: int = 24) -> str:
    """A name of at most so many characters; its end stays, for it is there that variants differ."""
    if len(name) <= longest:
        return name
    end = longest // 3
    return f"{name[: longest - end - 1]}{ELLIPSIS}{name[len(name) - end :]}"
