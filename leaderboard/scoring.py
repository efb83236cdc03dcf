"""From a key and a response to the sums of every metric."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from leaderboard.corpus import Corpus
from leaderboard.datasets import chosen
from leaderboard.denotation import ErrorProfile, error_profile, total
from leaderboard.errors import MOST_PROBLEMS, InputError, NothingToDo, Problem, UsageError
from leaderboard.formats import Reading, format_name, read_corpus
from leaderboard.formats.limits import TRUSTED, Bounds, bounds_beside
from leaderboard.matching import (
    Gaps,
    Matching,
    align,
    counted,
    default_match,
    default_singletons,
    disagreements,
    match,
    other_format,
)
from leaderboard.metrics import METRICS, Metric, MetricOptions
from leaderboard.metrics.metric import Floats, measure
from leaderboard.metrics.similarity import class_weights
from leaderboard.options import Settings, each_setting
from leaderboard.overlap import overlap
from leaderboard.submissions import Submission, open_submission

# In the place of the hash of a file that is not there.
_NOTHING = ""


@dataclass(frozen=True, slots=True)
class Key:
    """The key by dataset, in order of name, with all of its mentions and what a signature says of it.

    ``files`` are what it was read from. ``datasets`` has the label of each in the order in which they are
    shown, ``others`` those left out.
    """

    files: Submission
    corpora: Mapping[str, Corpus]
    format: str
    digest: str
    warnings: tuple[Problem, ...]
    datasets: Mapping[str, str]
    others: tuple[str, ...] = ()

    @property
    def bounds(self) -> Bounds:
        """What a response to it may hold."""
        corpora = self.corpora.values()
        return bounds_beside(
            sum(int(corpus.tokens.sum()) for corpus in corpora), sum(len(corpus.parts) for corpus in corpora)
        )


class _KeyFile(NamedTuple):
    corpus: Corpus
    format: str
    digest: str
    warnings: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Scored:
    """One response: the sums of each metric [S, parts], its errors, the parts it lacks, its repairs.

    ``sums`` and ``errors`` are by the first setting, ``others`` the sums by each further one. ``digest`` is
    the hash of its datasets and their contents. ``lacking`` are the datasets that it lacks; their sums are
    those of an empty response.
    """

    sums: dict[str, Floats]
    others: tuple[dict[str, Floats], ...]
    errors: ErrorProfile | None
    missing: int
    repairs: int
    warnings: tuple[Problem, ...]
    digest: str
    lacking: tuple[str, ...] = ()


class Response(NamedTuple):
    """A response beside the key of one dataset, with all mentions, the parts it lacks, its repairs, and the
    hash of its file."""

    key: Corpus
    response: Corpus
    missing: int
    repairs: int
    warnings: tuple[Problem, ...]
    digest: str


def chosen_metrics(settings: Settings) -> tuple[Metric, ...]:
    """The metrics asked for, in the order in which they are shown everywhere."""
    options = metric_options(settings)
    return tuple(build(options) for name, build in METRICS.items() if name in settings.metric)


def metric_options(settings: Settings) -> MetricOptions:
    return MetricOptions(
        settings.blanc,
        settings.blanc_weight,
        settings.lea_importance,
        settings.da_weights,
        settings.da_response,
        settings.da_match,
    )


def read_key(path: Path, settings: Settings) -> Key:
    # Whoever runs the ranking chose the key, so a link is as good as a file.
    try:
        return open_key(open_submission(path, follow_symlinks=True), settings)
    except InputError as error:
        raise NothingToDo(f"the key cannot be read: {error}") from None


def open_key(submission: Submission, settings: Settings) -> Key:
    """The datasets that count, of a key whose files are known."""
    datasets = chosen(submission.sources, settings.datasets)
    sources = {dataset: source for dataset, source in submission.sources.items() if dataset in datasets}
    files = dict(_key_files(replace(submission, sources=sources), settings))
    return Key(
        submission,
        {dataset: file.corpus for dataset, file in files.items()},
        _joint(file.format for file in files.values()),
        joint_digest({dataset: file.digest for dataset, file in files.items()}),
        tuple(warning for file in files.values() for warning in file.warnings),
        datasets,
        tuple(dataset for dataset in submission.sources if dataset not in datasets),
    )


def score_response(key: Key, submission: Submission, settings: Settings, metrics: Sequence[Metric]) -> Scored:
    """The sums of all datasets, one after the other on the axis of parts; each file is read once."""
    scored = [
        _score_dataset(response, settings, metrics) for response in read_responses(key, submission, settings)
    ]
    lacking = tuple(
        dataset for dataset in key.corpora if dataset not in on_key(key, submission, settings).sources
    )
    left_out = lacking if settings.missing_dataset == "exclude" else ()
    errors = [
        one.errors
        for dataset, one in zip(key.corpora, scored, strict=True)
        if one.errors is not None and dataset not in left_out
    ]
    return Scored(
        _one_after_the_other([one.sums for one in scored]),
        tuple(_one_after_the_other(sums) for sums in zip(*(one.others for one in scored), strict=True)),
        total(errors) if errors else None,
        sum(one.missing for one in scored),
        sum(one.repairs for one in scored),
        _first([warning for one in scored for warning in one.warnings]),
        joint_digest(dict(zip(key.corpora, (one.digest for one in scored), strict=True))),
        lacking,
    )


def read_responses(key: Key, submission: Submission, settings: Settings) -> Iterator[Response]:
    """The response on each dataset of the key, an empty one where it may lack a dataset."""
    present = on_key(key, submission, settings)
    reading = reading_of(settings, key.bounds)
    with present.opened(key.bounds.bytes) as read:
        for dataset, corpus in key.corpora.items():
            if dataset in present.sources:
                source = present.sources[dataset]
                yield _read_response(corpus, source.label, read(source), reading, settings)
            else:
                yield Response(corpus, corpus.without_mentions(), len(corpus.parts), 0, (), _NOTHING)


def response_digest(key: Key, submission: Submission, settings: Settings) -> str:
    """The hash that a response has once it is scored."""
    present = on_key(key, submission, settings)
    with present.opened(key.bounds.bytes) as read:
        digests = {dataset: digest_of(read(source)) for dataset, source in present.sources.items()}
    return joint_digest({dataset: digests.get(dataset, _NOTHING) for dataset in key.corpora})


def on_key(key: Key, submission: Submission, settings: Settings) -> Submission:
    """The files of a submission that are scored, in the order of the key's datasets."""
    return submission.on(key.corpora, key.others, may_lack=settings.missing_dataset != "error")


def _read_response(corpus: Corpus, label: str, data: bytes, reading: Reading, settings: Settings) -> Response:
    check_format(corpus, label, data)
    response, warnings = read_corpus(label, data, reading)
    aligned = align_as_set(corpus, response, settings)
    problems = (*_unread_words(corpus, response, settings), *warnings)
    missing = len(corpus.parts) - len(response.parts)
    return Response(corpus, aligned, missing, len(warnings), problems, digest_of(data))


def matching(response: Response, settings: Settings) -> Matching:
    """The mentions that count, and which are one, by one setting."""
    key, others = (counted(side, settings.singletons) for side in (response.key, response.response))
    return match(key, others, settings.match, settings.zeros)


def counted_key(key: Key, settings: Settings) -> Key:
    """The key with the mentions that count by one setting."""
    corpora = {dataset: counted(corpus, settings.singletons) for dataset, corpus in key.corpora.items()}
    return replace(key, corpora=corpora)


def _unread_words(key: Corpus, response: Corpus, settings: Settings) -> tuple[Problem, ...]:
    """A warning where there is nothing to compare with the words of the key."""
    if not settings.check_words or key.words is None or response.words is not None:
        return ()
    remedy = "add the column of words, or say that there is none with --no-check-words"
    return (Problem(response.file, 0, "no words to compare with the key's", remedy),)


def align_as_set(key: Corpus, response: Corpus, settings: Settings) -> Corpus:
    """The response on the key's parts, as strictly as the settings say."""
    return align(
        key, response, missing_is_empty=settings.missing == "empty", check_words=settings.check_words
    )


def text_problems(key: Corpus, response: Corpus, gaps: Gaps, settings: Settings) -> Iterator[Problem]:
    """Where a response has not the key's text, as strictly as the settings say."""
    return disagreements(
        key, response, gaps, missing_is_empty=settings.missing == "empty", check_words=settings.check_words
    )


def check_format(key: Corpus, label: str, data: bytes) -> None:
    """An error where only one of the two is CorefUD: what another reader says of such a file misleads."""
    if (format_name(data) == "corefud") != (key.nodes is not None):
        raise InputError([other_format(key, label)])


def _key_files(submission: Submission, settings: Settings) -> Iterator[tuple[str, _KeyFile]]:
    for dataset, label, data in submission.contents(TRUSTED.bytes):
        reading = reading_of(settings, TRUSTED, tags=_needs_tags(settings))
        corpus, warnings = read_corpus(label, data, reading)
        _check_match(corpus, label, settings)
        yield dataset, _KeyFile(corpus, format_name(data), digest_of(data), warnings)


def _check_match(corpus: Corpus, label: str, settings: Settings) -> None:
    """Only mentions with heads can be matched by head or by part."""
    flags = [f"--settings {name}" for name in settings.settings or ()] or [f"--match {settings.match}"]
    for flag, one in zip(flags, each_setting(settings), strict=True):
        if corpus.nodes is None and one.match not in (None, "exact"):
            raise UsageError(f"{flag} is for CorefUD files, which {label} is not; match exactly")


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def joint_digest(digests: Mapping[str, str]) -> str:
    """The hash of the only file, or of the names and hashes of all."""
    if len(digests) == 1:
        return next(iter(digests.values()))
    return digest_of("".join(f"{dataset}\n{digest}\n" for dataset, digest in digests.items()).encode())


def _score_dataset(response: Response, settings: Settings, metrics: Sequence[Metric]) -> Scored:
    first, *others = each_setting(settings)
    table = overlap(matching(response, first))
    errors = error_profile(table, metric_options(settings).denotation) if settings.errors else None
    return Scored(
        measure(table, tuple(metrics)),
        tuple(measure(overlap(matching(response, one)), tuple(metrics)) for one in others),
        errors,
        response.missing,
        response.repairs,
        response.warnings,
        response.digest,
    )


def _one_after_the_other(sums: Sequence[Mapping[str, Floats]]) -> dict[str, Floats]:
    return {name: np.concatenate([one[name] for one in sums], axis=-1) for name in sums[0]}


def _first(warnings: Sequence[Problem]) -> tuple[Problem, ...]:
    """As many as anybody reads, and the number of the others, so that thousands of responses fit."""
    if len(warnings) <= MOST_PROBLEMS:
        return tuple(warnings)
    what = f"{len(warnings) - MOST_PROBLEMS:,} more repairs of this kind"
    last = Problem(warnings[0].file, 0, what, "`leaderboard validate` is there to find them all")
    return (*warnings[:MOST_PROBLEMS], last)


def signature(key: Key, settings: Settings, version: str) -> str:
    """Everything that can change a score, in one line to publish beside it."""
    first, *_ = each_setting(settings)
    importance = settings.lea_importance
    has_nodes = any(corpus.nodes is not None for corpus in key.corpora.values())
    fields = {
        "leaderboard": version,
        "format": key.format,
        "settings": ",".join(settings.settings) if settings.settings else None,
        "match": first.match or _joint(default_match(corpus) for corpus in key.corpora.values()),
        "zeros": settings.zeros if has_nodes else None,
        "singletons": first.singletons or _joint(map(default_singletons, key.corpora.values())),
        "duplicates": settings.duplicates,
        "missing": settings.missing,
        "missing-dataset": settings.missing_dataset if len(key.corpora) > 1 else None,
        "datasets": ",".join(key.corpora) if key.others else None,
        "word-column": settings.word_column,
        "offsets": settings.offsets,
        "ends": settings.ends,
        "blanc": settings.blanc,
        "blanc-weight": settings.blanc_weight,
        "lea-importance": importance
        if isinstance(importance, str)
        else _fingerprint(importance, counted_key(key, first)),
        **(_denotation(settings) if _needs_classes(settings) else {}),
        "key": key.digest[:12],
    }
    return "|".join(f"{name}:{value}" for name, value in fields.items() if value is not None)


def _joint(names: Iterable[str]) -> str:
    """The only name, or all of them."""
    return "+".join(sorted(set(names)))


def _denotation(settings: Settings) -> dict[str, str]:
    weights = class_weights(settings.da_weights)
    return {
        "da-weights": ",".join(f"{name}={weight}" for name, weight in weights.items()),
        "da-response": settings.da_response,
        "da-match": settings.da_match,
    }


def _fingerprint(importance: Callable[[Corpus], Any], key: Key) -> str:
    """A function's name and a hash of the weights that it gives the key: two of one name may differ."""
    weights = [np.asarray(importance(corpus), np.float64).tobytes() for corpus in key.corpora.values()]
    name = getattr(importance, "__name__", type(importance).__name__)
    return f"{name}()@{digest_of(b''.join(weights))[:8]}"


def reading_of(settings: Settings, bounds: Bounds, tags: bool = False) -> Reading:
    """How the settings say that files are to be read."""
    return Reading(
        settings.word_column,
        settings.offsets,
        settings.ends,
        settings.duplicates == "error",
        tags,
        bounds,
    )


def _needs_classes(settings: Settings) -> bool:
    metrics = (*settings.metric, settings.primary)
    return settings.lea_importance == "class" or settings.errors or "da" in metrics


def _needs_tags(settings: Settings) -> bool:
    """A function may ask for the classes of mentions too, and errors are always saved."""
    return _needs_classes(settings) or callable(settings.lea_importance) or settings.keeps
