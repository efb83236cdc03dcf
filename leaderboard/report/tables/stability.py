"""How firm the ranks are, as tables."""

from __future__ import annotations

from leaderboard.ranking import Standing
from leaderboard.report.table import Column, Table, Value
from leaderboard.report.words.captions import left_out_notes, unit_text
from leaderboard.report.words.names import label
from leaderboard.report.words.ranges import range_text
from leaderboard.verbs.rank import RankResult

_SHARED = (
    "P(best) is the share of bootstrap draws that a system leads; systems that lead together share a draw, "
    "so P(best) can be low where rank 1 is frequent."
)


def stability_table(result: RankResult) -> Table:
    """How firm each place is: the range that the tests leave open, and the ranks in bootstrap draws."""
    level = f"{100 * (1 - result.settings.alpha):g} %"
    rows: list[tuple[Value, ...]] = [
        (
            standing.system,
            range_text(standing.low, standing.high),
            standing.best,
            _drawn(standing),
        )
        for standing in result.primary.standings
    ]
    return Table(
        f"How firm the ranks by {label(result.settings.primary)} are",
        (
            Column("system", "System"),
            Column("range", "Ranks left open by the tests", "ranked"),
            Column("best", "P(best), %", "percent"),
            Column("drawn", f"Ranks in {level} of bootstrap draws", "ranked"),
        ),
        tuple(rows),
        (
            *([] if result.primary.standings[0].best is None else [_SHARED]),
            *left_out_notes(result.left_out, result.settings.unit),
        ),
    )


def _drawn(standing: Standing) -> str | None:
    """The ranks in draws, if there are any."""
    if standing.drawn_low is None or standing.drawn_high is None:
        return None
    return range_text(standing.drawn_low, standing.drawn_high)


def left_out_table(result: RankResult) -> Table:
    """The pairs of systems that change places when a single document is left out."""
    flips: dict[tuple[str, str], list[str]] = {}
    for left in result.left_out:
        for pair in left.flips:
            flips.setdefault(pair, []).append(unit_text(left.unit))
    rows: list[tuple[Value, ...]] = [
        (ahead, behind, len(documents), _some(documents)) for (ahead, behind), documents in flips.items()
    ]
    unit = result.settings.unit
    return Table(
        f"Pairs that change places when one {unit} is left out",
        (
            Column("ahead", "Ahead"),
            Column("behind", "Behind"),
            Column("count", f"{unit.capitalize()}s", "count"),
            Column("documents", "Among them"),
        ),
        tuple(sorted(rows, key=lambda row: (-int(str(row[2])), str(row[0]), str(row[1])))),
    )


def _some(names: list[str]) -> str:
    """The first three names, and how many more there are."""
    more = f" and {len(names) - 3:,} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more
