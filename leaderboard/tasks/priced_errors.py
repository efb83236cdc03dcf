"""Errors one by one: how many systems make and share, what each kind costs, and corrected responses."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from leaderboard.corpus import Corpus
from leaderboard.errors import InputError, Problem, UsageError
from leaderboard.files import write_whole
from leaderboard.formats import Reading, read_corpus
from leaderboard.formats.limits import TRUSTED
from leaderboard.metrics.metric import metric_named
from leaderboard.options.options import BEYOND_IDENTITY
from leaderboard.prices.union import united
from leaderboard.prices.versions import (
    ALONE,
    ERROR_KINDS,
    UPTO,
    Errors,
    Listed,
    Span,
    find_errors,
    listed,
    mended,
)
from leaderboard.scoresheet import mean_of_runs, owners_of
from leaderboard.scoring.key import Key, read_key
from leaderboard.scoring.response import matching, read_responses
from leaderboard.significance.family import VERDICTS, Verdict
from leaderboard.significance.intervals import Bounds, bounds, portable
from leaderboard.significance.price_tests import price_family, priced
from leaderboard.submissions import rejection
from leaderboard.tasks.task import Score, Task, pick, scores_of
from leaderboard.text import suggestion
from leaderboard.threads import ALONE as UNSHARED
from leaderboard.threads import Work

if TYPE_CHECKING:
    from leaderboard.corpus import Ints
    from leaderboard.metrics.metric import Floats, Metric, Scores
    from leaderboard.options import Options
    from leaderboard.prices.versions import Versions
    from leaderboard.significance.design import Design


class SharedErrors(NamedTuple):
    """The number of errors of a kind that all systems share, and that each system alone has."""

    all: int
    only: list[float]


def shared_errors(task: Task) -> dict[str, SharedErrors]:
    """The errors of each kind that all systems share: those of one name on one dataset."""
    priced = versions_of(task)
    return {
        kind: _overlap(
            [[names[kind] for names in versions.names] for versions in priced],
            owners_of(task.sheet.runs, len(task.sheet.systems)),
            task.sheet.runs,
        )
        for kind in ERROR_KINDS
    }


def _overlap(names: Sequence[Sequence[Ints]], owners: Ints, runs: Sequence[int]) -> SharedErrors:
    """Names by entry and dataset; no entry names an error twice, and ``owners`` number their systems."""
    everywhere, only = 0, np.zeros(len(names), np.int64)
    for dataset in zip(*names, strict=True):
        lengths = [len(of_entry) for of_entry in dataset]
        name, number = np.unique(np.concatenate(dataset), return_inverse=True)
        everywhere += int((np.bincount(number, minlength=len(name)) == len(names)).sum())
        having = np.unique(np.stack([number, np.repeat(owners, lengths)]), axis=1)[0]
        systems = np.bincount(having, minlength=len(name))
        only += [int(lonely.sum()) for lonely in np.split(systems[number] == 1, np.cumsum(lengths)[:-1])]
    means = mean_of_runs(only.astype(np.float64), runs) if runs else only
    return SharedErrors(everywhere, list(means.tolist()))


def error_counts(task: Task, system: str) -> Floats | Ints:
    """The numbers of errors [kinds, parts] of a system, means where it has several runs."""
    counts = [versions.counts for versions in versions_of(task, [system])]
    return counts[0] if len(counts) == 1 else np.mean(counts, axis=0)


def versions_of(task: Task, systems: Sequence[str] | None = None) -> list[Versions]:
    """The versions of the entries of systems (default: of all), in the order of the rows of sums."""
    entries = task.runs_of(task.sheet.systems if systems is None else systems)
    return [versions for entry in entries if (versions := task.responses[entry].versions)]


# Systems are priced few at a time: each has fifteen versions, and all steps hold them at once.
AT_ONCE = 16
_KINDS = len(ERROR_KINDS)
# What each version is compared with: alone, the system as it is; cumulative, the step before.
_BEFORE_ALONE = [0] * _KINDS
_BEFORE = [*_BEFORE_ALONE, 0, *range(_KINDS + 1, 2 * _KINDS)]


@dataclass(frozen=True, slots=True)
class Price:
    """A score after mending, what it gains, and the interval of the gain by the primary metric."""

    recall: float | None
    precision: float | None
    f1: float
    gain: float
    interval: Bounds | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KindPrices:
    """The errors of one kind: how many there are, how many all systems share, how many only this one has.

    Numbers are means over several runs; errors that all systems share are in all of their runs.
    ``alone`` and ``cumulative`` have the price by each metric: this kind mended alone, or after those before.
    """

    kind: str
    errors: float
    all: int
    only: float
    alone: dict[str, Price]
    cumulative: dict[str, Price]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemPrices:
    """The prices of the errors of one system."""

    system: str
    scores: dict[str, Score]
    kinds: tuple[KindPrices, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceComparison:
    """The prices of one kind for two systems; the difference is that of the first less the second's."""

    first: str
    second: str
    kind: str
    metric: str
    first_gain: float
    second_gain: float
    difference: float
    interval: Bounds | None
    p_value: float
    p_adjusted: float
    verdict: Verdict


def only_priced(task: Task) -> Task:
    """The task with only the systems whose errors have prices, in all of their runs."""
    systems = [
        system
        for system in task.sheet.systems
        if all(task.responses[entry].versions for entry in task.entries(system))
    ]
    return _ignoring_sets(replace(task, sheet=task.sheet.of(systems)))


def without_unpriced(task: Task) -> Task:
    """The task with only the systems whose errors have prices, the others rejected."""
    rejected = [rejection(name, InputError([problem])) for name, problem in unpriced(task).items()]
    return replace(only_priced(task), rejected=(*task.rejected, *rejected))


def with_unpriced(task: Task) -> Task:
    """The task with a warning about each response whose errors have no prices."""
    problems = (
        replace(problem, what=f"the errors have no prices: {problem.what}")
        for problem in unpriced(task).values()
    )
    return replace(task, warnings=(*task.warnings, *problems))


def unpriced(task: Task) -> dict[str, Problem]:
    """Why errors have no prices, by entry."""
    return {name: response.unpriced for name, response in task.responses.items() if response.unpriced}


def priced_metrics(options: Options) -> tuple[str, ...]:
    """The primary metric, if errors have prices by it: they are errors of entities within documents."""
    unpriced = options.joins or options.unit == "component" or options.primary in BEYOND_IDENTITY
    return () if unpriced else (options.primary,)


def _ignoring_sets(task: Task) -> Task:
    """The task whose priced metrics ignore sets of antecedents, as the sums of mended responses do."""
    counting = [metric.ignoring_sets for metric in task.sheet.metrics if metric.plain]
    plain = [versions.plain for versions in versions_of(task)]
    changed = {metric.name: metric for metric in counting if plain and metric.name in plain[0]}
    if not changed:
        return task
    sheet = replace(
        task.sheet,
        metrics=tuple(changed.get(metric.name, metric) for metric in task.sheet.metrics),
        sums={
            **task.sheet.sums,
            **{name: np.stack([of_entry[name] for of_entry in plain]) for name in changed},
        },
        weights={
            **task.sheet.weights,
            **{name: plain[0][metric.weight_name] for name, metric in changed.items()},
        },
    )
    return replace(task, sheet=sheet, signature=task.signature.and_of({"split": "ignore"}))


def system_prices(
    task: Task, metrics: Collection[str], primary: str, design: Design, unit: str, work: Work = UNSHARED
) -> tuple[SystemPrices, ...]:
    """The prices of all errors by some metrics; by the primary one, with intervals."""
    shared, systems = shared_errors(task), task.sheet.systems
    prices: list[SystemPrices] = []
    for start in range(0, len(systems), AT_ONCE):
        block = replace(task, sheet=task.sheet.of(systems[start : start + AT_ONCE]))
        part = work.part(start / len(systems), min(1, (start + AT_ONCE) / len(systems)))
        prices += _block_prices(block, shared, start, metrics, primary, design, unit, part)
    return tuple(prices)


def _block_prices(
    task: Task,
    shared: Mapping[str, SharedErrors],
    start: int,
    metrics: Collection[str],
    primary: str,
    design: Design,
    unit: str,
    work: Work,
) -> Iterator[SystemPrices]:
    """The prices of some systems, of which the first has the number ``start`` among all."""
    main, scores = metric_named(task.sheet.metrics, primary), scores_of(task.sheet)
    ends = priced(task.sheet, main, _mended(task, main), _BEFORE, design, unit, work).intervals()
    prices = {
        metric.name: _prices(task, metric, ends if metric is main else np.full_like(ends, np.nan))
        for metric in task.sheet.metrics
        if metric.name in metrics
    }
    counts = {system: error_counts(task, system).sum(axis=1).tolist() for system in task.sheet.systems}
    for row, system in enumerate(task.sheet.systems):
        yield SystemPrices(
            system=system,
            scores={name: scores[system][name] for name in prices},
            kinds=tuple(
                KindPrices(
                    kind=kind,
                    errors=counts[system][number],
                    all=shared[kind].all,
                    only=shared[kind].only[start + row],
                    alone={name: by_system[row][number] for name, by_system in prices.items()},
                    cumulative={name: by_system[row][number + _KINDS] for name, by_system in prices.items()},
                )
                for number, kind in enumerate(ERROR_KINDS)
            ),
        )


def price_comparisons(
    task: Task, primary: str, design: Design, unit: str, work: Work = UNSHARED
) -> tuple[tuple[PriceComparison, ...], int]:
    """Test all pairs of systems for differences in the price of each kind alone; also the number of tests."""
    metric = metric_named(task.sheet.metrics, primary)
    mended = _mended(task, metric)[:, : len(ALONE)]
    of_systems = priced(task.sheet, metric, mended, _BEFORE_ALONE, design, unit, work)
    systems = task.sheet.systems
    family = price_family(of_systems, systems, task.sheet.scores(metric).f1, work)
    gains = _gains(_scores(task, metric)).tolist()
    found = tuple(
        PriceComparison(
            first=systems[first],
            second=systems[second],
            kind=kind,
            metric=primary,
            first_gain=gains[first][number],
            second_gain=gains[second][number],
            difference=gains[first][number] - gains[second][number],
            interval=bounds(*map(portable, family.bounds[pair, number].tolist())),
            p_value=float(family.p[pair, number]),
            p_adjusted=float(family.p_adjusted[pair, number]),
            verdict=VERDICTS[family.verdicts[pair, number]],
        )
        for pair, (first, second) in enumerate(
            zip(family.pairing.first.tolist(), family.pairing.second.tolist(), strict=True)
        )
        for number, kind in enumerate(ERROR_KINDS)
    )
    return found, family.tests


def _mended(task: Task, metric: Metric) -> Floats:
    """The sums [entries, versions, S, parts] of mended versions."""
    return np.stack([versions.sums[metric.name] for versions in versions_of(task)])


def _scores(task: Task, metric: Metric) -> Scores:
    """The scores of each system and its mended versions, one after the other; means over runs."""
    runs, versions = task.sheet.runs, len(_BEFORE) + 1
    sums = np.concatenate([task.sheet.sums[metric.name][:, None], _mended(task, metric)], axis=1)
    by_version = {metric.name: sums.reshape(-1, *sums.shape[2:])}
    by_run = replace(task.sheet, sums=by_version).run_scores(metric)
    return by_run.each(lambda values: mean_of_runs(values.reshape(-1, versions), runs).reshape(-1))


def _gains(scores: Scores) -> Floats:
    """The gain of each version, as [systems, versions - 1]."""
    f1 = scores.f1.reshape(-1, len(_BEFORE) + 1)
    return f1[:, 1:] - f1[:, _BEFORE]


def _prices(task: Task, metric: Metric, ends: Floats) -> list[list[Price]]:
    """The price of each version of each system, whose bounds are ``ends``, NaN where there are none."""
    scores = _scores(task, metric)

    def price(system: int, version: int, gain: float) -> Price:
        score = pick(scores, system * (len(_BEFORE) + 1) + version)
        interval = bounds(*map(portable, ends[system, version - 1].tolist()))
        return Price(score.recall, score.precision, score.f1, gain, interval)

    return [
        [price(system, version, gain) for version, gain in enumerate(gains, start=1)]
        for system, gains in enumerate(_gains(scores).tolist())
    ]


_READING = Reading(bounds=TRUSTED, key=True)
Mention = tuple[int, int, int]


def plain_file(corpus: Corpus) -> tuple[str, bytes]:
    """Return the suffix and the content of a file."""
    if corpus.nodes is not None:
        form = "CONLL-UA" if corpus.layer else "CorefUD"
        raise UsageError(f"--write needs a key in CoNLL or JSON, not {form}; leave it out")
    for suffix, write in ((".conll", _conll), (".jsonl", _jsonlines)):
        data = write(corpus).encode()
        try:
            if _alike(read_corpus(suffix, data, _READING).corpus, corpus):
                return suffix, data
        except InputError:  # a name or a word that the format cannot have
            continue
    what = f"{corpus.file}: crossing mentions of one entity in a part with a number, or unusual words"
    raise UsageError(f"{what}, which neither CoNLL nor JSON can express; leave --write out")


def _alike(corpus: Corpus, other: Corpus) -> bool:
    """True if two corpora have the same text and the same entities, by whatever numbers."""
    return corpus.parts == other.parts and list(_content(corpus)) == list(_content(other))


def _content(corpus: Corpus) -> Iterator[tuple[list[str], set[frozenset[tuple[int, int]]]]]:
    for words, _, mentions in _parts(corpus):
        entities: dict[int, list[tuple[int, int]]] = {}
        for start, end, entity in mentions:
            entities.setdefault(entity, []).append((start, end))
        yield words, {frozenset(spans) for spans in entities.values()}


def _parts(corpus: Corpus) -> Iterator[tuple[list[str], list[str], list[Mention]]]:
    """The words, the parts of speech and the mentions of each part; ``-`` for what is not known."""
    ends = np.cumsum(corpus.tokens).tolist()
    columns = (corpus.start.tolist(), corpus.end.tolist(), corpus.entity.tolist())
    edges = np.searchsorted(corpus.part, np.arange(len(corpus.parts) + 1)).tolist()
    for number, (last, count) in enumerate(zip(ends, corpus.tokens.tolist(), strict=True)):
        tokens = range(last - count, last)
        mentions = slice(edges[number], edges[number + 1])
        yield (
            [corpus.words[token] if corpus.words else "-" for token in tokens],
            [corpus.tags[token] if corpus.tags else "-" for token in tokens],
            list(zip(*(column[mentions] for column in columns), strict=True)),
        )


def _conll(corpus: Corpus) -> str:
    blocks = []
    for part, (words, tags, mentions) in zip(corpus.parts, _parts(corpus), strict=True):
        cells = _cells(len(words), mentions)
        lines = [
            f"{'_'.join(part.document.split())} {part.number} {token} {word} {tag} {cell}"
            for token, (word, tag, cell) in enumerate(zip(words, tags, cells, strict=True))
        ]
        head = f"#begin document ({part.document}); part {part.number:03d}"
        blocks.append("\n".join([head, *lines, "", "#end document", ""]))
    return "".join(blocks)


def _cells(tokens: int, mentions: list[Mention]) -> list[str]:
    """The brackets of each token, outer before inner when they open, inner before outer when they close."""
    brackets: list[list[str]] = [[] for _ in range(tokens)]
    for start, end, entity in sorted(mentions, key=lambda mention: (mention[0], -mention[1])):
        brackets[start].append(f"({entity})" if start == end else f"({entity}")
    for start, end, entity in sorted(mentions, key=lambda mention: (mention[1], -mention[0])):
        if start != end:
            brackets[end].append(f"{entity})")
    return ["|".join(cell) or "-" for cell in brackets]


def _jsonlines(corpus: Corpus) -> str:
    lines = []
    for part, (words, _, mentions) in zip(corpus.parts, _parts(corpus), strict=True):
        clusters: dict[int, list[list[int]]] = {}
        for start, end, entity in mentions:
            clusters.setdefault(entity, []).append([start, end])
        record = {"doc_key": part.document, "sentences": [words], "clusters": list(clusters.values())}
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    return "".join(lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundError:
    """One error: the spans of its mentions in tokens of a part, and their words.

    ``beside`` are the words of a mention of the entity that it is apart from.
    """

    dataset: str
    document: str
    part: int
    mentions: tuple[Span, ...]
    words: str | None
    beside: str | None


def found_errors(task: Task, kinds: Sequence[str]) -> dict[str, dict[str, tuple[FoundError, ...]]]:
    """All errors of these kinds, by system and kind."""
    return {
        system: {
            kind: tuple(
                _found(errors.union.matching.key, dataset, error)
                for dataset, errors in of_datasets.items()
                for error in listed(errors, kind)
            )
            for kind in kinds
        }
        for system, of_datasets in _errors(task, _key(task))
    }


def _key(task: Task) -> Key:
    return read_key(Path(task.key), task.options, tags=True)


def _errors(task: Task, key: Key) -> Iterator[tuple[str, dict[str, Errors]]]:
    """The errors of each system on each dataset."""
    for system in task.sheet.systems:
        responses = read_responses(key, task.submission(system), task.options)
        yield (
            system,
            {
                dataset: find_errors(united(matching(response, task.options)))
                for dataset, response in zip(key.corpora, responses, strict=True)
            },
        )


def _found(key: Corpus, dataset: str, error: Listed) -> FoundError:
    part = key.parts[error.part]
    return FoundError(
        dataset=dataset,
        document=part.document,
        part=part.number,
        mentions=error.spans,
        words=key.words_of(error.part, *error.spans),
        beside=key.words_of(error.part, error.beside) if error.beside else None,
    )


def write_corrected(task: Task, folder: Path) -> None:
    """Write the key as it is scored, and each response as it is and corrected in every way."""
    key = _key(task)
    files: dict[str, bytes] = {}
    for system, of_datasets in _errors(task, key):
        for name, kinds in _names(system).items():
            files |= _files(
                name, {dataset: mended(errors, kinds).response for dataset, errors in of_datasets.items()}
            )
        files |= _files(
            "key", {dataset: errors.union.matching.key for dataset, errors in of_datasets.items()}
        )
    write_whole(files, folder)


def _names(system: str) -> dict[str, Sequence[str]]:
    """The kinds that are corrected in each file of a system."""
    alone = {f"{system}.alone.{kinds[0]}": kinds for kinds in ALONE}
    return {system: (), **alone, **{f"{system}.upto.{kinds[-1]}": kinds for kinds in UPTO}}


def _files(name: str, corpora: Mapping[str, Corpus]) -> dict[str, bytes]:
    """A file, or a folder with a file for each of several datasets."""
    if len(corpora) == 1:
        [corpus] = corpora.values()
        suffix, data = plain_file(corpus)
        return {f"{name}{suffix}": data}
    written = {dataset: plain_file(corpus) for dataset, corpus in corpora.items()}
    return {f"{name}/{dataset}{suffix}": data for dataset, (suffix, data) in written.items()}


def check_kinds(names: Sequence[str]) -> None:
    for name in names:
        if name not in ERROR_KINDS:
            raise UsageError(f"there is no kind of errors {name!r}; {suggestion(name, ERROR_KINDS)}")
