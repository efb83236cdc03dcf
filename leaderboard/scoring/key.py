"""The key: read, with the mentions that count, what can be said of it, and its lines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from leaderboard.corpus import Corpus
from leaderboard.errors import InputError, NothingToDo, Problem, UsageError
from leaderboard.formats import format_name, read_corpus
from leaderboard.formats.conll.key_lines import KeyLines, key_lines
from leaderboard.formats.conll.layout import LAST
from leaderboard.formats.limits import TRUSTED, Bounds, bounds_beside
from leaderboard.formats.secrecy import concealing
from leaderboard.formats.source import read_bytes
from leaderboard.matching import counted, headed
from leaderboard.options import Options, each_setting
from leaderboard.options.settings_lookup import SettingsFile, secret_datasets
from leaderboard.options.values import chosen
from leaderboard.scoring.across import Grouping, cut_entities, grouping
from leaderboard.scoring.asked_for import goes_beyond_identity, needs_tags, reading_of, without_sets
from leaderboard.scoring.digests import digest_of, joint_digest
from leaderboard.scoring.sliced import (
    KeySlicing,
    PlacedSlice,
    SliceRequest,
    key_slicings,
    placed,
    unknown_documents,
)
from leaderboard.submissions import Submission, open_submission


def lacking_annotations(corpus: Corpus, label: str, options: Options) -> Iterator[Problem]:
    """Warn of each kind of annotation that a metric counts and the key lacks."""
    beyond = corpus.anaphora
    found = {
        "nonreferring": ("non-referring mentions", beyond is not None and bool(beyond.nonreferring.any())),
        "bridging": ("bridges", beyond is not None and len(beyond.anaphor) > 0),
    }
    asked = {name.partition("_")[0] for name in (*options.metric, options.primary)}
    for name, (what, there) in found.items():
        if name in asked and not there:
            yield Problem(label, 0, f"this key has no {what}, so their scores are 0", "leave this metric out")


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """The key by dataset, in order of name, with all of its mentions and what a signature says of it.

    ``files`` are what it was read from. ``datasets`` has the label of each in the order in which they are
    shown, ``others`` those left out. ``repairs`` counts the mentions that stand twice. ``slicings`` are those
    of the ``request`` for slices, ``slices`` all of their slices. ``table`` is the hash of the table by which
    documents are grouped, if there is one.
    """

    files: Submission
    corpora: Mapping[str, Corpus]
    format: str
    digest: str
    warnings: tuple[Problem, ...]
    datasets: Mapping[str, str]
    others: tuple[str, ...] = ()
    repairs: int = 0
    request: SliceRequest | None = None
    slicings: tuple[KeySlicing, ...] = ()
    slices: tuple[PlacedSlice, ...] = ()
    table: str | None = None

    @property
    def bounds(self) -> Bounds:
        """The limits of a response to this key."""
        return response_bounds(self.corpora.values())

    @property
    def secret(self) -> tuple[str, ...]:
        """The datasets of which nothing may be shown."""
        return tuple(dataset for dataset, corpus in self.corpora.items() if corpus.secret)


def response_bounds(corpora: Collection[Corpus]) -> Bounds:
    """The limits of a response to a key of these datasets."""
    return bounds_beside(
        sum(int(corpus.tokens.sum()) for corpus in corpora),
        sum(len(corpus.parts) for corpus in corpora),
        max((side.nodes.most_dependents(side.part) for side in corpora if side.nodes), default=0),
    )


class _KeyFile(NamedTuple):
    corpus: Corpus
    format: str
    digest: str
    warnings: tuple[Problem, ...]
    repairs: int


def read_key(
    path: Path,
    options: Options,
    tags: bool = False,
    request: SliceRequest | None = None,
    folder: Path | None = None,
    source: SettingsFile | None = None,
) -> Key:
    """Read the key; ``tags`` asks for parts of speech that the options alone do not need.

    The settings of the ``folder`` of submissions, which may be known as ``source``, may say that it is
    secret, as may those above the key.
    """
    # Whoever runs the ranking chose the key, so a link is as good as a file.
    try:
        files = open_submission(path, follow_symlinks=True)
        return open_key(files, options, secret_datasets(path, files.sources, folder, source), tags, request)
    except InputError as error:
        raise NothingToDo(f"the key cannot be read: {error}") from None


def open_key(
    submission: Submission,
    options: Options,
    secret: Collection[str],
    tags: bool = False,
    request: SliceRequest | None = None,
) -> Key:
    """The datasets that count, of a key whose files are known; nothing is shown of ``secret`` ones."""
    datasets = chosen(submission.sources, options.datasets)
    sources = {dataset: source for dataset, source in submission.sources.items() if dataset in datasets}
    groups = grouping(options)
    counting, labels = replace(submission, sources=sources), request is not None
    files = dict(_key_files(counting, options, secret, tags, labels, groups))
    corpora = {dataset: file.corpus for dataset, file in files.items()}
    slicings = key_slicings(corpora, request)
    return Key(
        files=submission,
        corpora=corpora,
        format=joint(file.format for file in files.values()),
        digest=joint_digest({dataset: file.digest for dataset, file in files.items()}),
        warnings=(
            *(warning for file in files.values() for warning in file.warnings),
            *unknown_documents(corpora, request),
        ),
        datasets=datasets,
        others=tuple(dataset for dataset in submission.sources if dataset not in datasets),
        repairs=sum(file.repairs for file in files.values()),
        request=request,
        slicings=slicings,
        slices=placed(slicings, request),
        table=groups.digest if groups else None,
    )


def counted_key(key: Key, options: Options) -> Key:
    """The key with the mentions that count by one setting."""
    corpora = {
        dataset: counted(corpus, options.singletons, options.split_antecedents)
        for dataset, corpus in key.corpora.items()
    }
    return replace(key, corpora=corpora)


def _key_files(
    submission: Submission,
    options: Options,
    secret: Collection[str],
    tags: bool,
    labels: bool,
    groups: Grouping | None,
) -> Iterator[tuple[str, _KeyFile]]:
    """Read each dataset; ``labels`` asks for all that slices need."""
    for dataset, label, data in submission.contents(TRUSTED.bytes):
        tagged = tags or labels or needs_tags(options)
        reading = reading_of(options, TRUSTED, tags=tagged, key=True, labels=labels)
        _check_layer(data, label, options)
        join, hidden = groups.of_key(dataset) if groups else None, dataset in secret
        read = read_corpus(label, data, replace(reading, join=join, secret=hidden))
        _check_match(read.corpus, label, options)
        cut = cut_entities(read.corpus, data) if options.across is None else ()
        lacking = lacking_annotations(read.corpus, label, options)
        warnings = (*read.remarks, *lacking, *cut, *read.repeats)
        with concealing(label, hidden):
            corpus = headed(replace(read.corpus, name=None))
        repairs = sum(repeat.count for repeat in read.repeats)
        yield dataset, _KeyFile(corpus, format_name(data), digest_of(data), warnings, repairs)


def _check_match(corpus: Corpus, label: str, options: Options) -> None:
    """Files without nodes have no heads, and no mentions that can be matched by head or by part.

    Files with nodes have one column for coreference.
    """
    if corpus.nodes is not None and options.coref_column != LAST:
        form = "CONLL-UA" if corpus.layer else "CorefUD"
        raise UsageError(f"--coref-column is for CoNLL files, but {label} is {form}; leave it out")
    if (corpus.nodes is None or corpus.layer) and options.heads:
        raise UsageError(f"--heads is for CorefUD files, but {label} is not CorefUD; leave it out")
    if options.heads == "minspan" and corpus.nodes is not None and corpus.nodes.minimum is None:
        what = f"--heads minspan needs the field minspan in # global.Entity, which {label} lacks"
        raise UsageError(f"{what}; leave it out")
    if options.joins and goes_beyond_identity(options):
        what = "--across joins entities, but split antecedents and bridging are of documents"
        raise UsageError(f"{what}; leave it out")
    if options.split_antecedents == "only" and (unknown := without_sets(options)):
        what = f"--split-antecedents only has no scores by {', '.join(unknown)}"
        raise UsageError(f"{what}; state --metric muc,bcub,ceafm,ceafe,blanc,lea,conll or some of these")
    if options.split_antecedents in ("score", "only") and corpus.nodes is None:
        what = f"--split-antecedents is for CONLL-UA and CorefUD files, but {label} is neither"
        raise UsageError(f"{what}; leave it out")
    flags = [f"--settings {name}" for name in options.settings or ()] or [f"--match {options.match}"]
    for flag, one in zip(flags, each_setting(options), strict=True):
        if corpus.nodes is None and one.match not in (None, "exact"):
            raise UsageError(
                f"{flag} is for CorefUD and CONLL-UA files, but {label} is neither; match exactly"
            )


def _check_layer(data: bytes, label: str, options: Options) -> None:
    """Only CONLL-UA files have layers, and their entities are not joined over documents."""
    if format_name(data) == "conllua":
        from leaderboard.formats.conllua import stated_columns

        if options.joins:
            raise UsageError(f"--across is not for CONLL-UA files such as {label}; leave it out")
        if stated_columns(data, "identity") and not stated_columns(data, options.layer or "identity"):
            raise UsageError(f"--layer deixis: {label} has no column DISCOURSE_DEIXIS; leave it out")
    elif options.layer:
        raise UsageError(f"--layer is for CONLL-UA files, but {label} is not CONLL-UA; leave it out")


def joint(names: Iterable[str]) -> str:
    """The only name, or all of them."""
    return "+".join(sorted(set(names)))


def lines_of(key: Key, options: Options) -> KeyLines | None:
    """Return the lines of a key that is one file, with coreference in the last column; None for others."""
    path = key.files.plain
    if not path or key.format != "conll" or options.across or options.coref_column != LAST:
        return None
    return _lines(path, key.digest, *key.corpora.values())


def forget_lines() -> None:
    """Free the memory that the text of a key takes."""
    _lines.cache_clear()


@lru_cache(maxsize=1)
def _lines(path: Path, digest: str, corpus: Corpus) -> KeyLines | None:
    try:
        data = read_bytes(path, TRUSTED.bytes)
    except InputError:
        return None
    return key_lines(data, corpus) if digest_of(data) == digest else None
