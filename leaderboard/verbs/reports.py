"""Reports that were written earlier, read as the text of strangers that they are."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NoReturn

from leaderboard.errors import InputError, Problem, one_line
from leaderboard.formats.source import read_bytes

REPORT = "leaderboard.json"
_SCHEMA = 1
_VERDICTS = ("significant", "tied", "identical", "untestable")
_QUANTITIES = ("recall", "precision", "f1")
_MEND = "name a report that `leaderboard rank` wrote, or write it again"

State = Literal["ranked", "excluded", "rejected"]


@dataclass(frozen=True, slots=True)
class Entry:
    """What became of a submission: its rank and range where it is ranked, and why where it is not.

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
    """The test of two systems; the difference is the score of the first less that of the second."""

    difference: float
    p_value: float
    p_adjusted: float
    trials: int
    verdict: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """The systems on one dataset alone."""

    label: str
    entries: Mapping[str, Entry]


@dataclass(frozen=True, slots=True)
class Report:
    """``entries`` are in the order of the report; ``pairs`` by the primary metric, their names in order."""

    file: Path
    signature: str
    primary: str
    entries: Mapping[str, Entry]
    pairs: Mapping[tuple[str, str], Pair]
    datasets: Mapping[str, Ranked]

    @property
    def leaders(self) -> tuple[str, ...]:
        """The systems at rank 1."""
        return tuple(name for name, entry in self.entries.items() if entry.rank == 1)

    @property
    def ranked(self) -> int:
        return sum(entry.state == "ranked" for entry in self.entries.values())


def read_report(path: Path) -> Report:
    """The report in a folder, or its ``leaderboard.json`` itself."""
    file = path / REPORT if path.is_dir() else path
    if not file.exists():
        raise InputError([Problem(one_line(str(file)), 0, "no such report", _MEND)])
    try:
        record = json.loads(read_bytes(file), parse_constant=_refused)
    except (ValueError, RecursionError):
        raise _damaged(file, "not valid JSON") from None
    try:
        if (schema := _count(record["schema"])) != _SCHEMA:
            raise _damaged(file, f"a report of schema {schema}, where this program reads schema {_SCHEMA}")
        return _report(file, record)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        raise _damaged(file, "no report of a ranking, or one that is damaged or older") from None


def _damaged(file: Path, what: str) -> InputError:
    return InputError([Problem(one_line(str(file)), 0, what, _MEND)])


def _refused(constant: str) -> NoReturn:
    """No report has NaN or infinity."""
    raise ValueError(constant)


def _report(file: Path, record: Mapping[str, Any]) -> Report:
    primary = _text(record["primary"])
    entries = {
        **_once(record["systems"], _ranked),
        **_once(record.get("excluded", []), _excluded),
    }
    rejected = _once(record["rejected"], _rejected)
    if not entries or primary not in next(iter(entries.values())).scores:
        raise ValueError
    return Report(
        file,
        _text(record["signature"]),
        primary,
        # What is rejected under the name of a ranked system is another file of that name.
        {**entries, **{name: entry for name, entry in rejected.items() if name not in entries}},
        dict(_pairs(record["comparisons"], primary)),
        {
            _text(one["dataset"]): Ranked(_text(one["label"]), _once(one["systems"], _ranked))
            for one in record.get("datasets", [])
        },
    )


def _once(rows: Sequence[Mapping[str, Any]], read: Callable[[Mapping[str, Any]], Entry]) -> dict[str, Entry]:
    """The entry of each system, which has a single one; of what is rejected the first counts."""
    found: dict[str, Entry] = {}
    for row in rows:
        name, entry = _text(row["system"]), read(row)
        if found.setdefault(name, entry) is not entry and entry.state != "rejected":
            raise ValueError
    return found


def _ranked(row: Mapping[str, Any]) -> Entry:
    places = [row["rank"], row["rank_low"], row["rank_high"]]
    if places == [None] * 3:  # on a dataset, a system that is ranked nowhere
        return Entry("excluded", scores=_scores(row))
    rank, low, high = map(_count, places)
    return Entry("ranked", rank, low, high, _scores(row))


def _excluded(row: Mapping[str, Any]) -> Entry:
    lacking = ", ".join(map(_text, row["missing_datasets"]))
    return Entry("excluded", scores=_scores(row), reason=f"it lacks {lacking}")


def _rejected(row: Mapping[str, Any]) -> Entry:
    line = "" if row["line"] is None else f":{_count(row['line'])}"
    return Entry("rejected", reason=f"{_text(row['file'])}{line}: {_text(row['reason'])}")


def _scores(row: Mapping[str, Any]) -> dict[str, tuple[float | None, ...]]:
    return {
        _text(metric): tuple(None if score[name] is None else _number(score[name]) for name in _QUANTITIES)
        for metric, score in row["scores"].items()
    }


def _pairs(rows: Sequence[Mapping[str, Any]], metric: str) -> Iterator[tuple[tuple[str, str], Pair]]:
    for row in rows:
        if row["metric"] == metric:
            first, second = _text(row["first"]), _text(row["second"])
            difference = _number(row["difference"])
            if second < first:
                first, second, difference = second, first, -difference
            if row["verdict"] not in _VERDICTS:
                raise ValueError
            p_values = _number(row["p_value"]), _number(row["p_adjusted"])
            yield (first, second), Pair(difference, *p_values, _count(row["trials"]), row["verdict"])


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return one_line(value)


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise TypeError
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise TypeError
    return float(value)
