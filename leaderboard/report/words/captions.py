"""What a reader of a ranking is told beside its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from leaderboard.options import Options
from leaderboard.report.words.methods import mean_note, methods
from leaderboard.report.words.names import label
from leaderboard.scoresheet import PartName
from leaderboard.significance.comparison import Family

if TYPE_CHECKING:
    from leaderboard.ranking.stability import LeftOut

_RULES = {
    "beaten": "A rank is 1 + the number of systems that are significantly better",
    "leader": "A new rank begins at the first system significantly worse than the first of the rank above",
    "clusters": "A new rank begins only where all systems above are significantly better than all below",
    "letters": "A rank is that of the best system from which a system does not differ significantly",
}


def caption(primary: str, place: str) -> str:
    return f"Ranking by {label(primary)}{place}, F1 in per cent"


def where(track: str | None, phase: str | None) -> str:
    """Which track and which phase a ranking is of, where there are any."""
    of = [f"the {kind} {name}" for kind, name in (("track", track), ("phase", phase)) if name]
    return f" in {' of '.join(of)}" if of else ""


def legend(options: Options, family: Family, datasets: int, documents: int) -> tuple[str, ...]:
    """How ranks and letters are to be read, and how differences were tested."""
    baseline = options.against
    more = (
        "; systems that share a letter do not differ significantly"
        if baseline is None
        else f"; only pairs with {baseline} were compared, and all others count as ties"
    )
    return (
        f"{_RULES[options.ties]}{more}.",
        *mean_note(datasets),
        methods(options, [family], documents),
    )


def stability(tau: float | None) -> tuple[str, ...]:
    """How well the order holds over bootstrap draws."""
    return (
        ()
        if tau is None
        else (f"Stability: over bootstrap draws, Kendall's tau to this order is {tau:.2f}.",)
    )


def left_out_notes(left_out: Sequence[LeftOut], unit: str) -> tuple[str, ...]:
    """Whether the order hangs on any single document, if that was asked."""
    if not left_out:
        return ()
    turned = [left for left in left_out if left.flips]
    if not turned:
        return (f"No single {unit}, left out, changes the order of any two systems.",)
    return (f"Left out alone, {len(turned)} of {len(left_out)} {unit}s change the order of some pair.",)


def unit_text(unit: PartName) -> str:
    """A document's name, with its dataset before and its part behind where it has them."""
    dataset = f"{unit.dataset}: " if unit.dataset else ""
    return f"{dataset}{unit.document}" + (f" ({unit.number})" if unit.number else "")
