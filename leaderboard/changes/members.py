"""Members of a report: submissions and pairs, each checked as the text of strangers that it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from leaderboard.metrics.metric import QUANTITIES
from leaderboard.significance.comparison import VERDICTS
from leaderboard.untrusted import count, number, shown

State = Literal["ranked", "excluded", "rejected"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """The fate of one submission: its rank and range, or the reason why it is not ranked.

    ``scores`` has recall, precision and F1 by each metric.
    """

    state: State
    rank: int | None = None
    low: int | None = None
    high: int | None = None
    scores: Mapping[str, tuple[float | None, ...]] = field(default_factory=dict)
    reason: str = ""

    def f1(self, metric: str) -> float | None:
        return self.scores[metric][-1] if metric in self.scores else None


@dataclass(frozen=True, slots=True)
class Pair:
    """The test of two systems; the difference is the score of the first less that of the second.

    ``trials`` is None for a test that draws nothing.
    """

    difference: float
    p_value: float
    p_adjusted: float
    trials: int | None
    verdict: str


def once(rows: Sequence[Mapping[str, Any]], read: Callable[[Mapping[str, Any]], Entry]) -> dict[str, Entry]:
    """Return the only entry of each system; of several rejected ones the first."""
    members: dict[str, Entry] = {}
    for row in rows:
        name, entry = shown(row["system"]), read(row)
        if members.setdefault(name, entry) is not entry and entry.state != "rejected":
            raise ValueError
    return members


def ranked_entry(row: Mapping[str, Any]) -> Entry:
    places = [row["rank"], row["rank_low"], row["rank_high"]]
    if places == [None] * 3:  # on a dataset, a system that is ranked nowhere
        return Entry(state="excluded", scores=_scores(row))
    rank, low, high = map(count, places)
    return Entry(state="ranked", rank=rank, low=low, high=high, scores=_scores(row))


def excluded_entry(row: Mapping[str, Any]) -> Entry:
    lacking = ", ".join(map(shown, row["missing_datasets"]))
    return Entry(state="excluded", scores=_scores(row), reason=f"it lacks {lacking}")


def rejected_entry(row: Mapping[str, Any]) -> Entry:
    line = "" if row["line"] is None else f":{count(row['line'])}"
    return Entry(state="rejected", reason=f"{shown(row['file'])}{line}: {shown(row['reason'])}")


def _scores(row: Mapping[str, Any]) -> dict[str, tuple[float | None, ...]]:
    return {
        shown(metric): tuple(None if score[name] is None else number(score[name]) for name in QUANTITIES)
        for metric, score in row["scores"].items()
    }


def pairs_by(rows: Sequence[Mapping[str, Any]], metric: str) -> Iterator[tuple[tuple[str, str], Pair]]:
    for row in rows:
        if row["metric"] == metric:
            first, second = shown(row["first"]), shown(row["second"])
            difference = number(row["difference"])
            if second < first:
                first, second, difference = second, first, -difference
            if row["verdict"] not in VERDICTS:
                raise ValueError
            p_values = number(row["p_value"]), number(row["p_adjusted"])
            trials = None if row["trials"] is None else count(row["trials"])
            yield (first, second), Pair(difference, *p_values, trials, row["verdict"])


def leaders(entries: Mapping[str, Entry]) -> tuple[str, ...]:
    """Return the systems at rank 1."""
    return tuple(name for name, entry in entries.items() if entry.rank == 1)
