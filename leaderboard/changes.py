"""Two reports of a living leaderboard, read as the text of strangers, and how they differ."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NoReturn

from leaderboard.errors import InputError, LeaderboardError
from leaderboard.files import check_complete, refuse_old
from leaderboard.formats.source import read_bytes
from leaderboard.metrics.metric import QUANTITIES, MetricName, Scale
from leaderboard.remark import Remark, remark
from leaderboard.scoring.key import Signature
from leaderboard.significance.family import VERDICTS
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
        reason = "it is contrastive" if row.get("contrastive") else ""
        reason = "it is a baseline" if row.get("baseline") else reason
        return Entry(state="excluded", scores=_scores(row), reason=reason)
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
        shown(metric): tuple(
            None if score[name] is None else number(score[name])
            for name in (QUANTITIES if "f1" in score else ("score",))
        )
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


REPORT = "leaderboard.json"
_SCHEMA = 2
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
        raise InputError.about(file, "no such report", _MEND)
    try:
        record = json.loads(read_bytes(file), parse_constant=_refused)
    except (ValueError, RecursionError):
        raise _damaged(file, "not valid JSON") from None
    try:
        schema = count(record["schema"])
        refuse_old(path, schema, shown(record["signature"]).partition("leaderboard:")[2].partition("|")[0])
        if schema != _SCHEMA:
            raise _damaged(file, f"a report of schema {schema}, but this program reads schema {_SCHEMA}")
        return _report(file, record)
    except LeaderboardError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise _damaged(file, "not a report of a ranking, or damaged, or too old") from None


def _damaged(file: Path, what: str) -> InputError:
    return InputError.about(file, what, _MEND)


def _refused(constant: str) -> NoReturn:
    """No report has NaN or infinity."""
    raise ValueError(constant)


def _named(name: str, metrics: Sequence[Mapping[str, Any]]) -> str:
    """The name of a metric, with the scale that a report on a table of counts states."""
    for row in metrics:
        if row["name"] == name:
            lower, percent = bool(row["lower"]), bool(row["percent"])
            return MetricName(name, Scale(lower=lower, percent=percent, decimals=2 if percent else 4))
    return name


def _report(file: Path, record: Mapping[str, Any]) -> Report:
    primary = _named(shown(record["primary"]), record.get("metrics", ()))
    entries = {
        **once(record["systems"], ranked_entry),
        **once(record["excluded"], excluded_entry),
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
            shown(dataset["board"]): Ranked(shown(dataset["label"]), once(dataset["systems"], ranked_entry))
            for dataset in record["datasets"]
        },
        tracks=_tracks(record["tracks"], primary),
        phase=shown(record["phase"] or ""),
        further=tuple(_further(record)),
    )


def _tracks(rows: Sequence[Mapping[str, Any]], primary: str) -> dict[str, Ranked]:
    return {
        (label := shown(row["board"])): Ranked(
            label, once(row["systems"], ranked_entry), dict(pairs_by(row["comparisons"], primary))
        )
        for row in rows
    }


def _further(record: Mapping[str, Any]) -> Iterator[str]:
    """Rankings that are in the report and are not read."""
    yield from (f"the phase {shown(phase['phase'])}" for phase in record["earlier"])
    if record["settings"]:
        yield "further settings"
    if record["slices"]:
        yield "slices"
    if record["means"]:
        yield "means over some datasets"


# What the signature says of the tests: scores do not depend on it, ranks and verdicts do.
_OF_TESTS = (
    "unit",
    "test",
    "trials",
    "alpha",
    "adjust",
    "against",
    "draws",
    "interval",
    "seed",
    "margin",
    "attempts",
    "runs",
    "min-runs",
    "ties",
    "track",
)
# Who is in a track alone, of which the systems themselves tell.
_MEMBERS = "systems"


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A difference in how two reports were made, and whether scores depend on it."""

    name: str
    old: str
    new: str
    scores: bool


def made_otherwise(old: Report, new: Report) -> Iterator[Otherwise]:
    """The fields in which the signatures of two reports differ, with their metrics and phases."""
    if old.primary != new.primary:
        yield Otherwise("primary", old.primary, new.primary, True)
    before, now = (Signature.parse(report.signature).fields for report in (old, new))
    if old.phase != new.phase and before.get("key") != now.get("key"):
        yield Otherwise("phase", old.phase, new.phase, True)
    for name in dict.fromkeys((*before, *now)):
        if name != _MEMBERS and before.get(name) != now.get(name):
            yield Otherwise(name, before.get(name, ""), now.get(name, ""), name not in _OF_TESTS)


Pairs = Mapping[tuple[str, str], Pair]


@dataclass(frozen=True, slots=True)
class VerdictChange:
    """A pair of systems that is judged otherwise by the primary metric, and why."""

    first: str
    second: str
    old: Pair
    new: Pair
    reason: Remark


def verdict_changes(
    old: Pairs, new: Pairs, resubmitted: Collection[str], otherwise: bool
) -> Iterator[VerdictChange]:
    """Yield the changes of pairs in both families; ``otherwise`` says that the tests were others."""
    sizes = len(old), len(new)
    for (first, second), now in new.items():
        before = old.get((first, second))
        if before and _is_other(before, now):
            changed = [system for system in (first, second) if system in resubmitted]
            reason = _reason(before, now, changed, sizes, otherwise)
            yield VerdictChange(first, second, before, now, reason)


def _is_other(old: Pair, new: Pair) -> bool:
    """True if the verdict is another, or a significant difference is for the other system now."""
    turned = new.verdict == "significant" and (old.difference > 0) != (new.difference > 0)
    return old.verdict != new.verdict or turned


def _reason(
    old: Pair, new: Pair, changed: Collection[str], sizes: tuple[int, int], otherwise: bool
) -> Remark:
    """The reason why a verdict changed, as far as the reports show it."""
    if changed:
        return remark("new_output", systems=tuple(changed))
    if otherwise or (old.trials is None) != (new.trials is None):
        return remark("tested_otherwise")
    if old.p_value == new.p_value:
        return remark("other_correction", pairs=sizes)
    if old.trials != new.trials:
        return remark("other_trials", trials=(old.trials, new.trials), pairs=sizes)
    return remark("other_p_value")


@dataclass(frozen=True, slots=True)
class SystemChange:
    """A system that is not where it was; None where a report has nothing of it.

    ``resubmitted`` says that its scores differ though both reports score alike: it is another output.
    """

    system: str
    old: Entry | None
    new: Entry | None
    resubmitted: bool

    @property
    def states(self) -> tuple[str, str]:
        """The old and the new state: ranked, excluded, rejected or absent."""
        old, new = (entry.state if entry else "absent" for entry in (self.old, self.new))
        return old, new


@dataclass(frozen=True, slots=True)
class DatasetChange:
    """The systems that are not where they were on one dataset."""

    dataset: str
    label: str
    systems: tuple[SystemChange, ...]


@dataclass(frozen=True, slots=True)
class TrackChange:
    """The systems that are not where they were in one track, and its pairs that are judged otherwise."""

    track: str
    systems: tuple[SystemChange, ...]
    verdicts: tuple[VerdictChange, ...]


def system_changes(
    old: Mapping[str, Entry], new: Mapping[str, Entry], alike: bool, both: bool = False
) -> Iterator[SystemChange]:
    """Yield the changes in the order of the new report, systems that left it last.

    With ``both``, only systems of both reports count.
    """
    for system in dict.fromkeys((*new, *old)):
        before, now = old.get(system), new.get(system)
        if both and (before is None or now is None):
            continue
        resubmitted = alike and _rescored(before, now)
        change = SystemChange(system, before, now, resubmitted)
        if resubmitted or len(set(change.states)) == 2 or _place(before) != _place(now):
            yield change


def _rescored(old: Entry | None, new: Entry | None) -> bool:
    """True if any score by a metric of both reports is another."""
    if old is None or new is None:
        return False
    shared = old.scores.keys() & new.scores.keys()
    return any(old.scores[metric] != new.scores[metric] for metric in shared)


def _place(entry: Entry | None) -> tuple[int | None, ...]:
    return (entry.rank, entry.low, entry.high) if entry else ()


def dataset_changes(old: Report, new: Report) -> Iterator[DatasetChange]:
    """Yield the changes on datasets of both reports, of systems that were on them before."""
    for dataset, ranked in new.datasets.items():
        if before := old.datasets.get(dataset):
            changed = tuple(system_changes(before.entries, ranked.entries, True, both=True))
            if changed:
                yield DatasetChange(dataset, ranked.label, changed)


def track_changes(
    old: Report, new: Report, resubmitted: Collection[str], otherwise: bool
) -> Iterator[TrackChange]:
    """Yield the changes in tracks of both reports; new outputs are listed with all systems instead."""
    for track, now in new.tracks.items():
        if before := old.tracks.get(track):
            systems = tuple(system_changes(before.entries, now.entries, False))
            verdicts = tuple(verdict_changes(before.pairs, now.pairs, resubmitted, otherwise))
            if systems or verdicts:
                yield TrackChange(track, systems, verdicts)
