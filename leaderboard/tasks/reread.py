"""What scores do not tell, read again from files: mentions behind changes, chains, documents to look at."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from leaderboard.corpus import Ints
from leaderboard.error_analysis.profile import Kind, Turn, behind, resolved, turns
from leaderboard.error_analysis.side_by_side import ChainPair, side_by_side
from leaderboard.errors import NothingToDo, UsageError
from leaderboard.formats.limits import TRUSTED
from leaderboard.metrics.da import Denotation
from leaderboard.metrics.metric import Metric, metric_named
from leaderboard.options import Options
from leaderboard.overlap import overlap
from leaderboard.prices.union import united
from leaderboard.prices.versions import Errors, find_errors
from leaderboard.reader import DocumentPage, Effect, IndexRow, MetricRow, ReaderIndex
from leaderboard.reader.layout import Document, documents
from leaderboard.saved import stands_in
from leaderboard.scoresheet import PartName, Scoresheet
from leaderboard.scoring.key import Key, metric_options, read_key
from leaderboard.scoring.response import matching, read_responses
from leaderboard.significance.drivers import effects
from leaderboard.tasks.scored_task import check_secret
from leaderboard.tasks.task import Task
from leaderboard.text import MOST_NAMES, listed, suggestion

Pair = tuple[str, str]
Turns = Mapping[Pair, Mapping[Kind, Turn]]


def turns_of(task: Task, pairs: Iterable[Pair]) -> Turns:
    """Of a task that was scored with its errors; profiles alone do not say which mentions they count.

    Those of a pair are empty where a system is a mean over several runs, which has no mentions.
    """
    outputs = {pair: [entry for system in pair for entry in task.entries(system)] for pair in pairs}
    single = dict.fromkeys(entry for entries in outputs.values() if len(entries) == 2 for entry in entries)
    behind_of = {entry: task.responses[entry].behind for entry in single}
    mentions = {**behind_of, **_read(task, [entry for entry, known in behind_of.items() if not known])}
    return {
        pair: turns(mentions[entries[0]], mentions[entries[1]]) if len(entries) == 2 else {}
        for pair, entries in outputs.items()
    }


def _read(task: Task, systems: Sequence[str]) -> dict[str, Sequence[Mapping[Kind, Ints]]]:
    """Saved sums know nothing of mentions: the responses that they are of are read again."""
    if not systems:
        return {}
    key = read_key(Path(task.key), task.options)
    how = metric_options(task.options).denotation
    return {
        system: [
            behind(resolved(overlap(matching(response, task.options)), how))
            for response in read_responses(key, task.submissions[system], task.options)
        ]
        for system in systems
    }


# More names than this are no help.
_FEW, _NEAREST = 10, 3


def chains_of(task: Task, document: str) -> dict[str, tuple[ChainPair, ...]]:
    """The chains of a document of each system of a task that was scored with its errors.

    They correspond by DA, then again by XC-MR if that is one of the metrics.
    """
    documents = dict.fromkeys(part.document for part in task.sheet.parts)
    if document not in documents:
        raise UsageError(f"there is no document {document!r}; {remedy(document, documents)}")
    task.check_single("--show-correspondence")
    key = read_key(Path(task.key), task.options)
    by_metric: list[Denotation | None] = [metric_options(task.options).denotation]
    if any(metric.name == "xcmr" for metric in task.sheet.metrics):
        by_metric.append(None)
    return {
        name: tuple(
            replace(pair, dataset=dataset)
            for how in by_metric
            for dataset, response in zip(
                key.corpora, read_responses(key, task.submission(name), task.options), strict=True
            )
            if document in (part.document for part in response.key.parts)
            for pair in side_by_side(matching(response, task.options), document, how)
        )
        for name in task.sheet.systems
    }


def remedy(name: str, documents: Collection[str]) -> str:
    """All documents if they are few, else those whose names hold this one or are near, and what lists all."""
    if len(documents) <= _FEW:
        return suggestion(name, documents)
    holding = [document for document in documents if name.lower() in document.lower()]
    near = (holding or difflib.get_close_matches(name, documents, _NEAREST))[:_NEAREST]
    nearest = f"did you mean {' or '.join(map(repr, near))}? " if name and near else ""
    return f"{nearest}`leaderboard score --per-document` lists all {len(documents):,}"


# More do not stand side by side.
MOST_SYSTEMS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """The list of all documents, and the pages of each, in order of the key."""

    index: ReaderIndex
    pages: tuple[DocumentPage, ...]


def check_identity(options: Options, what: str) -> None:
    """Refuse entities that are joined over documents."""
    if options.joins:
        what = f"{what} with --across {options.across}"
        raise UsageError(f"{what}; leave it out, or use --across document")


def best_systems(task: Task, order: Sequence[str]) -> tuple[str, ...]:
    """The first systems in this order that are not identical, each as one of its entries."""
    entries = [task.entries(system)[0] for system in order]
    different = {task.responses[entry].entities: entry for entry in reversed(entries)}
    chosen = set(different.values())
    return tuple(entry for entry in entries if entry in chosen)[:MOST_SYSTEMS]


def stated_systems(task: Task, names: Sequence[str]) -> tuple[str, ...]:
    """The entries of these names: of a system with several runs the first one."""
    chosen = tuple(_entry(task, name) for name in dict.fromkeys(names))
    if len(chosen) > MOST_SYSTEMS:
        what = f"--reader-systems names {len(chosen)} systems, but at most {MOST_SYSTEMS} stand side by side"
        raise UsageError(f"{what}; name up to {MOST_SYSTEMS}")
    return chosen


def _entry(task: Task, name: str) -> str:
    systems = task.sheet.systems
    if name in systems:
        return task.entries(name)[0]
    if any(name in task.entries(system) for system in systems):
        return name
    raise UsageError(
        f"--reader-systems: no system {name!r} is ranked; choose among {listed(systems, MOST_NAMES)}"
    )


def check_reader(options: Options, folder: Path) -> None:
    """Refuse a reader of the submissions in a folder where they cannot or must not be shown."""
    if not (options.reader or options.reader_systems):
        return
    flag = "--reader" if options.reader else "--reader-systems"
    check_identity(options, f"{flag} shows no documents")
    if stands_in(folder):
        what = f"{flag} shows the texts of responses, and {folder} has only saved sums"
        raise UsageError(f"{what}; leave it out, or rank the responses")
    check_secret(options, folder, flag)


def reader(task: Task, names: Sequence[str], primary: str) -> Reader:
    """Lay out all documents for these entries."""
    key = read_key(Path(task.key), task.options, tags=True)
    numbers = _Numbers(_of_entries(task, names), primary)
    contents = [
        (PartName(dataset, document.name, 0), document) for dataset, document in _documents(task, key, names)
    ]
    pages = [
        page
        for number, (unit, document) in enumerate(contents, 1)
        for page in _pages(number, unit, document, numbers)
    ]
    files = [page.file for page in pages]
    linked = (
        replace(page, previous=previous, next=following)
        for page, previous, following in zip(pages, [None, *files[:-1]], [*files[1:], None], strict=True)
    )
    return Reader(index=_index(contents, numbers), pages=tuple(linked))


class _Numbers:
    """The scores of each system on each document, and the effects on the difference of the first two."""

    def __init__(self, sheet: Scoresheet, primary: str) -> None:
        units = sheet.units("document")
        self.metrics = sheet.metrics
        self.systems = sheet.systems
        self.primary: Metric = metric_named(sheet.metrics, primary)
        self.scores = {name: scores.f1 for name, scores in sheet.unit_scores("document").items()}
        self.place = {unit: number for number, unit in enumerate(units.names)}
        tested, pair = metric_named(units.metrics, primary), units.systems[:2]
        self.effects = effects(units, tested, *pair) if len(pair) > 1 else {}
        f1 = sheet.scores(self.primary).f1.tolist()
        self.difference = f1[0] - f1[1] if self.effects else None
        self.corpus = f1

    def f1(self, metric: Metric, unit: PartName) -> tuple[float, ...]:
        return tuple(self.scores[metric.name][:, self.place[unit]].tolist())

    def effect(self, unit: PartName) -> Effect:
        """Return how much a document contributes, and how many contribute more on the same side."""
        moved = self.effects.get(unit)
        more = (
            sum(abs(other) > abs(moved) and other * moved > 0 for other in self.effects.values())
            if moved
            else 0
        )
        return Effect(
            metric=self.primary.label,
            f1=self.f1(self.primary, unit)[0],
            corpus=self.corpus[0],
            effect=moved,
            difference=self.difference,
            more=more,
            documents=len(self.place),
        )


def _of_entries(task: Task, names: Sequence[str]) -> Scoresheet:
    """The scoresheet of single entries, in this order: of a system with several runs, one of them."""
    entries = tuple(entry for system in task.sheet.systems for entry in task.entries(system))
    rows = [entries.index(name) for name in names]
    sums = {name: sums[rows] for name, sums in task.sheet.sums.items()}
    return replace(task.sheet, systems=tuple(names), sums=sums, runs=())


def _documents(task: Task, key: Key, names: Sequence[str]) -> Iterator[tuple[str, Document]]:
    # As for prices, no error is one of sets of antecedents.
    ignoring = replace(task.options, split_antecedents="ignore")
    responses = [read_responses(key, task.submissions[name], task.options) for name in names]
    contents = {dataset: (label, data) for dataset, label, data in key.files.contents(TRUSTED.bytes)}
    for (dataset, corpus), *beside in zip(key.corpora.items(), *responses, strict=True):
        label, data = contents[dataset]
        if corpus.words is None:
            raise NothingToDo(f"{label}: no column of words to show; name it with --word-column")
        errors: list[Errors] = [find_errors(united(matching(response, ignoring))) for response in beside]
        for document in documents(corpus, data, errors):
            yield dataset, document


def _pages(number: int, unit: PartName, document: Document, numbers: _Numbers) -> Iterator[DocumentPage]:
    title, f1 = _title(unit), numbers.f1(numbers.primary, unit)
    for page, content in enumerate(document.pages, 1):
        of_systems = zip(numbers.systems, f1, content.data["systems"], document.counts, strict=True)
        systems = [
            {"name": name, "f1": f"{100 * score:.2f}", **marks, "counts": counts}
            for name, score, marks, counts in of_systems
        ]
        yield DocumentPage(
            title=title,
            number=number,
            file=_file(number, page),
            page=page,
            pages=len(document.pages),
            primary=numbers.primary.label,
            metrics=tuple(
                MetricRow(label=metric.label, f1=numbers.f1(metric, unit)) for metric in numbers.metrics
            ),
            names=numbers.systems,
            effect=numbers.effect(unit),
            words=content.words,
            data={"document": title, "number": number, **content.data, "systems": systems},
        )


def _index(contents: Sequence[tuple[PartName, Document]], numbers: _Numbers) -> ReaderIndex:
    rows = [_row(number, unit, document, numbers) for number, (unit, document) in enumerate(contents, 1)]
    rows.sort(key=lambda row: -abs(row.effect or 0))
    return ReaderIndex(names=numbers.systems, primary=numbers.primary.label, rows=tuple(rows))


def _row(number: int, unit: PartName, document: Document, numbers: _Numbers) -> IndexRow:
    f1 = numbers.f1(numbers.primary, unit)
    return IndexRow(
        file=_file(number, 1),
        name=_title(unit),
        words=document.words,
        f1=f1,
        difference=f1[0] - f1[1] if len(f1) > 1 else None,
        effect=numbers.effects.get(unit),
        errors=document.counts,
    )


def _file(number: int, page: int) -> str:
    return f"{number:04}.html" if page == 1 else f"{number:04}-{page}.html"


def _title(unit: PartName) -> str:
    return f"{unit.dataset}: {unit.document}" if unit.dataset else unit.document
