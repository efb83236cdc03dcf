"""The task of a command: its responses, their scoresheet, and what became of each entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Literal, Protocol, SupportsIndex, TypeVar, overload

from leaderboard.error_analysis.profile import ErrorProfile
from leaderboard.errors import NothingToDo, Problem, UsageError
from leaderboard.metrics import ByMetric
from leaderboard.metrics.metric import Floats, Scores
from leaderboard.options import Options
from leaderboard.options.options import OF_TESTS
from leaderboard.remark import Remark, remark
from leaderboard.scoresheet import Scoresheet
from leaderboard.scoring.key import Signature
from leaderboard.scoring.scored import Findings, Scored
from leaderboard.scoring.sliced import SliceSheet
from leaderboard.submissions import Rejection, Submission, TooFew
from leaderboard.submissions.lookup import run_label
from leaderboard.tasks.clusters import DocumentFacts, clustering
from leaderboard.text import joined, unknown

if TYPE_CHECKING:
    from leaderboard.significance.runs import Spread
    from leaderboard.tasks.account import CrossDocument, Repair, Run

Value = TypeVar("Value", covariant=True)
Result = TypeVar("Result")


class OfSystem(Protocol):
    """What is known of one system."""

    @property
    def system(self) -> str: ...


Of = TypeVar("Of", bound=OfSystem, covariant=True)
Verdict = Literal["ranked", "contrastive", "excluded", "left out", "rejected"]
# In a message.
SHOWN_RUNS = 5
# The share of a run after which all responses are scored, where tests follow.
SCORED = 0.3


@dataclass(frozen=True, slots=True)
class Score:
    """Fractions; recall and precision are None where a metric has none."""

    recall: float | None
    precision: float | None
    f1: float

    @property
    def score(self) -> float:
        """The number by which systems are ordered: F1, or what a table of counts defines."""
        return self.f1


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What became of an entry, which is a file or folder; ``name`` is that of its output.

    ``run`` is None where the system has no runs. A run is ``left out`` where its system is ranked without
    it, and so is an earlier submission of a participant. ``missing`` are the datasets that the entry lacks,
    ``faulty`` those whose files are unreadable; where these count as missing, ``faults`` say why.
    """

    name: str
    entry: str
    system: str
    run: str | None = None
    verdict: Verdict = "left out"
    missing: tuple[str, ...] = ()
    faulty: tuple[str, ...] = ()
    faults: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What a table of counts is called, whether it is a file, and the number of its items."""

    name: str
    is_file: bool
    items: int = 0
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Across:
    """The kind of groups of documents, and their number."""

    by: str
    groups: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What is told of the systems of a task beside their scores.

    ``runs`` has the scores of each run of the systems that have several, ``spread`` that of their F1 by each
    metric, and ``primary_spread`` by the primary one. By entry, ``missing`` has the number of parts that are
    scored as empty, and ``repairs`` that of repaired mentions; ``text_repairs`` are those of texts, with
    strict scores. ``across`` are the groups of documents over which entities are joined; then
    ``cross_document`` has the scores within documents and links. ``span_heads`` says how heads of wrong spans
    are known where errors have prices: from ``tags``, from ``corefud`` files, or not (``none``).
    ``lacking_remarks`` are about datasets that systems lack, and ``run_remarks`` about runs.
    """

    runs: Mapping[str, tuple[Run, ...]] = field(default_factory=dict)
    spread: Mapping[str, Mapping[str, Spread]] = field(default_factory=dict)
    primary_spread: Mapping[str, Spread] = field(default_factory=dict)
    missing: Mapping[str, int] = field(default_factory=dict)
    repairs: Mapping[str, int] = field(default_factory=dict)
    text_repairs: Mapping[str, Repair] = field(default_factory=dict)
    across: Across | None = None
    cross_document: Mapping[str, CrossDocument] = field(default_factory=dict)
    span_heads: str = ""
    lacking_remarks: tuple[Remark, ...] = ()
    run_remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """The scoresheet of the responses that could be scored, and what became of the others.

    ``datasets`` has the label of each in the order in which they are shown, ``lacking`` the datasets that a
    system lacks, if any; ``partial`` is the scoresheet of systems that are excluded for it. ``responses`` has
    all entries that were scored, without the sums that scoresheets hold. ``identical`` are the entries of
    systems that have the same mentions and entities. ``secret`` says that a part of the key must not be
    shown. ``errors`` is empty unless asked for. ``about_sums`` are the warnings about saved sums. ``others``
    is the task by each further setting. ``slices`` are those that were asked for, by the first setting.
    ``hashes`` are those of files that were hashed when they were read. ``runs`` has the entries of each
    system that has several, and ``dropped_runs`` those that do not count: the scoresheet has systems, and so
    have ``lacking``, ``errors`` and ``slices``, which are means over runs, while other mappings have entries.
    ``passed_over`` are earlier submissions of participants, with the names of their systems. ``fates`` tell
    what became of each entry. Where texts are repaired, ``strict`` is the scoresheet of the ranked systems
    without repaired documents. ``single`` is the task of single entries where some are runs of one system.
    ``facts`` are what the key says of each document, by dataset and name, where documents are grouped.
    ``table`` is the table of counts that takes the place of a key and responses.
    """

    options: Options
    key: str
    signature: Signature
    sheet: Scoresheet
    partial: Scoresheet
    datasets: Mapping[str, str]
    lacking: Mapping[str, tuple[str, ...]]
    submissions: Mapping[str, Submission]
    responses: Mapping[str, Scored]
    key_files: Submission
    key_repairs: int = 0
    secret: bool = False
    errors: Mapping[str, ErrorProfile] = field(default_factory=dict)
    identical: tuple[tuple[str, ...], ...] = ()
    rejected: tuple[Rejection, ...] = ()
    warnings: tuple[Problem, ...] = ()
    about_sums: tuple[Problem, ...] = ()
    others: tuple[Task, ...] = ()
    slices: tuple[SliceSheet, ...] = ()
    hashes: Mapping[Path, str] = field(default_factory=dict)
    runs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    dropped_runs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    passed_over: Mapping[Path, str] = field(default_factory=dict)
    fates: tuple[Fate, ...] = ()
    strict: Scoresheet | None = None
    single: Task | None = None
    account: Account = field(default_factory=Account)
    facts: Mapping[tuple[str, str], DocumentFacts] = field(default_factory=dict)
    table: TableFacts | None = None

    def entries(self, system: str) -> tuple[str, ...]:
        """The entries of a system: its runs, or itself."""
        return self.runs.get(system, (system,))

    def submission(self, system: str) -> Submission:
        """The submission of a system that has one output."""
        return self.submissions[self.entries(system)[0]]

    def check_single(self, flag: str) -> None:
        """Refuse an option that lists mentions where a system is a mean over several runs."""
        for system in self.sheet.systems:
            if len(runs := self.entries(system)) > 1:
                mean = f"{system} is the mean of {joined(runs, SHOWN_RUNS)}"
                what = f"{flag} is about single outputs, but {mean}"
                raise UsageError(f"{what}; name one of them, or add --separate-runs")

    def runs_of(self, systems: Iterable[str]) -> list[str]:
        """The entries of some systems, in order of the rows of sums."""
        return [entry for system in systems for entry in self.entries(system)]

    def found(self, system: str) -> Findings:
        """What was found in the runs of a system."""
        return Findings.of_runs([self.responses[entry].found for entry in self.entries(system)])


def identical_systems(entities: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """Return the groups of systems with equal hashes of their mentions and entities."""
    groups: dict[str, list[str]] = {}
    for system in sorted(entities):
        groups.setdefault(entities[system], []).append(system)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def task_of_systems(task: Task, systems: Sequence[str]) -> Task:
    """The task of some systems alone; what was rejected is told of in any case."""
    entries = set(task.runs_of(systems))
    identical = ([name for name in group if name in entries] for group in task.identical)
    return replace(
        task,
        sheet=task.sheet.of(systems),
        strict=task.strict and task.strict.of(systems),
        partial=task.partial.of(systems),
        lacking={name: lacking for name, lacking in task.lacking.items() if name in systems},
        errors={name: errors for name, errors in task.errors.items() if name in systems},
        identical=tuple(sorted(tuple(group) for group in identical if len(group) > 1)),
        runs={name: runs for name, runs in task.runs.items() if name in systems},
        fates=tuple(fate for fate in task.fates if fate.verdict == "rejected" or fate.system in systems),
        others=tuple(task_of_systems(other, systems) for other in task.others),
        slices=tuple(of_slice.of(systems) for of_slice in task.slices),
    )


def need(task: Task, systems: int) -> None:
    """Refuse to go on with fewer systems than a test is about."""
    faults = [fault for fate in task.fates for fault in fate.faults]
    if len(task.sheet.systems) < systems and task.partial.systems:
        lacking = "; ".join(f"{name} lacks {', '.join(sets)}" for name, sets in task.lacking.items())
        what = f"too few systems have all datasets ({lacking}); see --missing-dataset"
        raise TooFew(task.rejected, what, faults) if task.rejected or faults else NothingToDo(what)
    [*runs] = task.runs.values() if len(task.sheet.systems) == 1 else ()
    if systems > 1 and runs and not task.rejected:
        what = f"{joined(runs[0], SHOWN_RUNS)} are runs of one system"
        raise UsageError(f"{what}; name another system, or add --separate-runs to compare them")
    if len(task.sheet.systems) < systems and task.rejected:
        raise TooFew(task.rejected, faults=faults)
    if len(task.sheet.systems) < systems:
        raise UsageError(f"only {len(task.sheet.systems)} response given; name at least {systems}")


def scores_of(sheet: Scoresheet) -> dict[str, dict[str, Score]]:
    """The corpus scores of each system of a scoresheet."""
    columns = {metric.name: sheet.scores(metric) for metric in sheet.metrics if sheet.systems}
    return ByName(
        "system",
        (
            (system, ByMetric({name: pick(column, index) for name, column in columns.items()}))
            for index, system in enumerate(sheet.systems)
        ),
    )


def pick(scores: Scores, index: int) -> Score:
    """One entry of columns of scores."""

    def number(values: Floats | None) -> float | None:
        return None if values is None else float(values[index])

    return Score(number(scores.recall), number(scores.precision), float(scores.f1[index]))


def with_fates(task: Task, runs: Mapping[str, tuple[str, ...]]) -> Task:
    """The task with the fate of each entry, in order of name; ``runs`` has the entries of each system."""
    system_of = {entry: system for system, entries in runs.items() for entry in entries}
    rejected = {one.path: one for one in task.rejected if one.path}
    opened = {one.path: one for one in task.submissions.values()}
    fates = [
        *(Fate(name=name, entry=path.name, system=name) for path, name in task.passed_over.items()),
        *(_rejected(one, opened.get(path), path.name) for path, one in rejected.items()),
        *(_scored(task, one, system_of) for path, one in opened.items() if path not in rejected),
    ]
    of_runs = (_of_run(fate, system_of.get(fate.name)) for fate in fates)
    return replace(task, fates=tuple(sorted(of_runs, key=lambda fate: (fate.entry, fate.name))))


def _rejected(one: Rejection, submission: Submission | None, entry: str) -> Fate:
    name, entry = (submission.name, submission.entry) if submission else (one.system, entry)
    missing, faulty = one.missing, one.faulty
    return Fate(name=name, entry=entry, system=name, verdict="rejected", missing=missing, faulty=faulty)


def _scored(task: Task, one: Submission, system_of: Mapping[str, str]) -> Fate:
    response, system = task.responses[one.name], system_of.get(one.name, one.name)
    fate = Fate(
        name=one.name,
        entry=one.entry,
        system=one.name,
        missing=tuple(dataset for dataset in response.lacking if dataset not in response.faults),
        faulty=tuple(response.faults),
        faults=tuple(response.faults.values()),
    )
    if one.name not in task.entries(system):
        return fate
    return replace(fate, verdict="ranked" if system in task.sheet.systems else "excluded")


def _of_run(fate: Fate, system: str | None) -> Fate:
    return fate if system is None else replace(fate, system=system, run=run_label(system, fate.name))


def left_out_remarks(fates: Sequence[Fate]) -> Iterator[Remark]:
    """A remark on each run that its system is ranked without."""
    runs = [fate for fate in fates if fate.run is not None]
    numbers = Counter((fate.system, fate.verdict in ("ranked", "contrastive", "excluded")) for fate in runs)
    for fate in runs:
        if fate.verdict == "left out":
            counting, others = numbers[fate.system, True], numbers[fate.system, False]
            counts = {"runs": counting, "every": counting + others}
            of_run = {"run": fate.name, "missing": fate.missing, "faulty": fate.faulty}
            yield remark("left_out_run", system=fate.system, **of_run, **counts)


class Systems(tuple[Of, ...]):
    """The results of systems in their order, which can also be called by the name of the system."""

    __slots__ = ()

    @overload
    def __getitem__(self, place: SupportsIndex | str) -> Of: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Of, ...]: ...

    def __getitem__(self, place: SupportsIndex | str | slice) -> Of | tuple[Of, ...]:
        if not isinstance(place, str):
            return super().__getitem__(place)
        for one in self:
            if one.system == place:
                return one
        raise KeyError(unknown("system", place, (one.system for one in self)))


class ByName(dict[str, Result]):
    """Results by the name of what they are of, such as a system."""

    def __init__(self, kind: str, results: Iterable[tuple[str, Result]]) -> None:
        super().__init__(results)
        self.kind = kind

    def __missing__(self, name: object) -> Result:
        raise KeyError(unknown(self.kind, name, self))


class BriefResult:
    """A result whose ``repr`` is one line, because it holds every comparison and document."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}; leaderboard.frame makes a DataFrame of it>"


class OfTask(Protocol):
    """A result of a task."""

    @property
    def task(self) -> Task: ...


class FromTask(Generic[Value]):
    """What a result tells of its task, under a name of its own."""

    def __init__(self, of: Callable[[Task], Value]) -> None:
        self.of = of

    def __get__(self, result: OfTask, _: type[OfTask]) -> Value:
        return self.of(result.task)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TaskResult(BriefResult):
    """``signature`` is everything that can change the numbers, ``options`` the value of every option.

    All else stands in the task, with what is told of its systems. ``about_sums`` depend on earlier runs, so
    reports do not have them.
    """

    signature: Signature
    options: Options
    task: Task

    @property
    def claim(self) -> str:
        """Return what tests are about: other ``documents``, ``clusters`` or ``runs``, or the ``outputs``.

        Of a table of counts, they are about other ``items`` or ``clusters``.
        """
        if self.task.table:
            return f"{self.options.unit}s"
        if self.options.unit in OF_TESTS:
            return {"component": "outputs", "run": "runs"}[self.options.unit]
        return "clusters" if self.options.cluster else "documents"

    key = FromTask(lambda task: task.key)
    metrics = FromTask(lambda task: task.sheet.metrics)
    sheet = FromTask(lambda task: task.sheet)
    errors = FromTask(lambda task: task.errors)
    identical = FromTask(lambda task: task.identical)
    key_repairs = FromTask(lambda task: task.key_repairs)
    rejected = FromTask(lambda task: task.rejected)
    fates = FromTask(lambda task: task.fates)
    warnings = FromTask(lambda task: task.warnings)
    about_sums = FromTask(lambda task: task.about_sums)
    lacking = FromTask(lambda task: task.lacking)
    datasets = FromTask(lambda task: len(task.datasets))
    across = FromTask(lambda task: task.account.across)
    cluster = FromTask(lambda task: clustering(task))
    cross_document = FromTask(lambda task: task.account.cross_document)
    runs = FromTask(lambda task: task.account.runs)
    spread = FromTask(lambda task: task.account.spread)
    primary_spread = FromTask(lambda task: task.account.primary_spread)
    span_heads = FromTask(lambda task: task.account.span_heads)
    missing = FromTask(lambda task: task.account.missing)
    repairs = FromTask(lambda task: task.account.repairs)
    text_repairs = FromTask(lambda task: task.account.text_repairs)
    run_remarks = FromTask(lambda task: task.account.run_remarks)
    lacking_remarks = FromTask(lambda task: task.account.lacking_remarks)
