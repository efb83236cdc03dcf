"""Reports that were written earlier, read as the text of strangers that they are."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from leaderboard.changes.members import (
    Entry,
    Pair,
    excluded_entry,
    leaders,
    once,
    pairs_by,
    ranked_entry,
    rejected_entry,
)
from leaderboard.errors import InputError, Problem
from leaderboard.files import check_complete
from leaderboard.formats.source import read_bytes
from leaderboard.untrusted import count, shown

REPORT = "leaderboard.json"
_SCHEMA = 1
_MEND = "name a report that `leaderboard rank` wrote, or write it again"


@dataclass(frozen=True, slots=True)
class Ranked:
    """The systems on one dataset or in one track alone; ``pairs`` are read for tracks."""

    label: str
    entries: Mapping[str, Entry]
    pairs: Mapping[tuple[str, str], Pair] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """``entries`` are in the order of the report; ``pairs`` by the primary metric, their names in order.

    ``phase`` is the one that all else is about, and ``further`` names what the report has besides.
    """

    file: Path
    signature: str
    primary: str
    entries: Mapping[str, Entry]
    pairs: Mapping[tuple[str, str], Pair]
    datasets: Mapping[str, Ranked]
    tracks: Mapping[str, Ranked]
    phase: str
    further: tuple[str, ...]

    @property
    def leaders(self) -> tuple[str, ...]:
        """The systems at rank 1."""
        return leaders(self.entries)

    @property
    def ranked(self) -> int:
        return sum(entry.state == "ranked" for entry in self.entries.values())


def read_report(path: Path) -> Report:
    """The report in a folder, or its ``leaderboard.json`` itself."""
    file = path / REPORT if path.is_dir() else path
    check_complete(file.parent)
    if not file.exists():
        raise InputError([Problem(str(file), 0, "no such report", _MEND)])
    try:
        record = json.loads(read_bytes(file), parse_constant=_refused)
    except (ValueError, RecursionError):
        raise _damaged(file, "not valid JSON") from None
    try:
        if (schema := count(record["schema"])) != _SCHEMA:
            raise _damaged(file, f"a report of schema {schema}, but this program reads schema {_SCHEMA}")
        return _report(file, record)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise _damaged(file, "not a report of a ranking, or damaged, or too old") from None


def _damaged(file: Path, what: str) -> InputError:
    return InputError([Problem(str(file), 0, what, _MEND)])


def _refused(constant: str) -> NoReturn:
    """No report has NaN or infinity."""
    raise ValueError(constant)


def _report(file: Path, record: Mapping[str, Any]) -> Report:
    primary = shown(record["primary"])
    entries = {
        **once(record["systems"], ranked_entry),
        **once(record.get("excluded", []), excluded_entry),
    }
    rejected = once(record["rejected"], rejected_entry)
    if not entries or primary not in next(iter(entries.values())).scores:
        raise ValueError
    return Report(
        file=file,
        signature=shown(record["signature"]),
        primary=primary,
        # What is rejected under the name of a ranked system is another file of that name.
        entries={**entries, **{name: entry for name, entry in rejected.items() if name not in entries}},
        pairs=dict(pairs_by(record["comparisons"], primary)),
        datasets={
            shown(dataset["dataset"]): Ranked(shown(dataset["label"]), once(dataset["systems"], ranked_entry))
            for dataset in record.get("datasets", [])
        },
        tracks=_tracks(record.get("tracks", []), primary),
        phase=shown(record.get("phase", "")),
        further=tuple(_further(record)),
    )


def _tracks(rows: Sequence[Mapping[str, Any]], primary: str) -> dict[str, Ranked]:
    return {
        (label := shown(row["track"])): Ranked(
            label, once(row["systems"], ranked_entry), dict(pairs_by(row["comparisons"], primary))
        )
        for row in rows
    }


def _further(record: Mapping[str, Any]) -> Iterator[str]:
    """Rankings that are in the report and are not read."""
    yield from (f"the phase {shown(phase['phase'])}" for phase in record.get("earlier", []))
    if record.get("settings"):
        yield "further settings"
    if record.get("slices"):
        yield "slices"
    if record.get("means"):
        yield "means over some datasets"
