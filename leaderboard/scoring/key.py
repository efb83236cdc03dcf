"""The key: how it is read, the mentions and metrics that count, its lines, and what is signed of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from leaderboard.corpus import NONE, Corpus
from leaderboard.corpus.mention_classes import class_names
from leaderboard.errors import InputError, NothingToDo, Problem, UsageError
from leaderboard.files import digest_of, joint_digest
from leaderboard.formats import Reading, format_name, read_corpus
from leaderboard.formats.conll import LAST
from leaderboard.formats.conll.conll_blocks import KeyLines, key_lines
from leaderboard.formats.faults import concealing
from leaderboard.formats.limits import TRUSTED, Bounds, bounds_beside
from leaderboard.formats.source import read_bytes
from leaderboard.matching import counted, default_match, default_singletons, default_split, headed
from leaderboard.metrics import METRICS, Metric, MetricOptions
from leaderboard.metrics.da import DEFAULT_WEIGHTS, class_weights
from leaderboard.options import Options, each_setting
from leaderboard.options.options import BEYOND_IDENTITY
from leaderboard.options.settings_file import SettingsFile, secret_datasets
from leaderboard.options.values import chosen
from leaderboard.scoring.across import Grouping, cut_entities, grouping, with_topics
from leaderboard.scoring.sliced import KeySlicing, PlacedSlice, SliceRequest, key_slicings, placed
from leaderboard.submissions import Submission, open_submission
from leaderboard.text import listed

if TYPE_CHECKING:
    from leaderboard.slices.mention_table import MentionTable

# Of more classes in a table of mentions, the first ones are named.
_MOST_CLASSES = 20


def chosen_metrics(settled: Options, form: str = "") -> tuple[Metric, ...]:
    """The metrics asked for a key of this format, in the order in which they are shown everywhere."""
    options = metric_options(settled, form)
    return tuple(build(options) for name, build in METRICS.items() if name in settled.metric)


def metric_options(options: Options, form: str = "") -> MetricOptions:
    return MetricOptions(
        blanc=options.blanc,
        blanc_weight=options.blanc_weight,
        lea_importance=options.lea_importance,
        da_weights=options.da_weights,
        da_response=options.da_response,
        da_match=options.da_match,
        split_antecedents=split_antecedents(options, form),
    )


def reading_of(
    options: Options, bounds: Bounds, tags: bool = False, key: bool = False, labels: bool = False
) -> Reading:
    """The way of reading files that the options ask for."""
    return Reading(
        word_column=options.word_column,
        coref_column=options.coref_column,
        offsets=options.offsets,
        ends=options.ends,
        refuse_duplicates=options.duplicates == "error",
        heads=options.heads,
        tags=tags,
        bounds=bounds,
        key=key,
        labels=labels,
        documents=options.across is not None,
        layer=options.layer or "identity",
        anaphora=goes_beyond_identity(options),
        text=options.text,
        check_words=options.check_words,
        repair=options.repair == "align",
    )


def split_antecedents(options: Options, form: str) -> str:
    """How split antecedents are treated beside a key of this format."""
    return options.split_antecedents or ("score" if "conllua" in form.split("+") else "ignore")


def asked(options: Options) -> dict[str, None]:
    """The metrics that are asked for, in order."""
    return dict.fromkeys((*options.metric, options.primary))


def without_sets(options: Options) -> tuple[str, ...]:
    """The metrics that are asked for and count no sets of antecedents."""
    build = {name: METRICS[name](metric_options(options)) for name in asked(options)}
    return tuple(name for name, metric in build.items() if not any(one.sets for one in metric.members))


def goes_beyond_identity(options: Options) -> bool:
    """True if annotations beyond identity are scored, whatever the format."""
    return options.split_antecedents in ("score", "only") or not asked(options).keys().isdisjoint(
        BEYOND_IDENTITY
    )


def needs_classes(options: Options) -> bool:
    return options.lea_importance == "class" or options.errors or "da" in asked(options)


def needs_tags(options: Options) -> bool:
    """A function may ask for the classes of mentions too, and errors are always saved."""
    return needs_classes(options) or callable(options.lea_importance) or options.keeps


def lacking_annotations(corpus: Corpus, label: str, options: Options) -> Iterator[Problem]:
    """Warn of each kind of annotation that a metric counts and the key lacks."""
    beyond = corpus.anaphora
    found = {
        "nonreferring": ("non-referring mentions", beyond is not None and bool(beyond.nonreferring.any())),
        "bridging": ("bridges", beyond is not None and len(beyond.anaphor) > 0),
    }
    kinds = {name.partition("_")[0] for name in asked(options)}
    for name, (what, there) in found.items():
        if name in kinds and not there:
            yield Problem(label, 0, f"this key has no {what}, so their scores are 0", "leave this metric out")


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """The key by dataset, in order of name, with all of its mentions and what a signature says of it.

    ``files`` are what it was read from. ``datasets`` has the label of each in the order in which they are
    shown, ``others`` those left out. ``repairs`` counts the mentions that stand twice. ``slicings`` are those
    of the ``request`` for slices, ``slices`` all of their slices. ``table`` is the hash of the table by which
    documents are grouped, if there is one, and ``labels`` that of the table of mentions.
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
    labels: str | None = None

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
        raise NothingToDo(f"the key cannot be read: {error.typed}") from None


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
    counting, labels = replace(submission, sources=sources), request is not None or options.cluster == "genre"
    files = dict(_key_files(counting, options, secret, tags, labels, groups))
    table = mention_table(options)
    corpora = {dataset: file.corpus for dataset, file in files.items()}
    if table:
        corpora = table.on_key(corpora)
        check_weights(options, corpora, table.file)
    slicings = key_slicings(corpora, request)
    names = {name: {part.document for part in corpus.parts} for name, corpus in corpora.items()}
    documents = request.options.labels.table if request else groups.table if groups else None
    return Key(
        files=submission,
        corpora=corpora,
        format=joint(file.format for file in files.values()),
        digest=joint_digest({dataset: file.digest for dataset, file in files.items()}),
        warnings=(
            *(warning for file in files.values() for warning in file.warnings),
            *(documents.unknown(names) if documents else ()),
            *(table.misfits(corpora) if table else ()),
        ),
        datasets=datasets,
        others=tuple(dataset for dataset in submission.sources if dataset not in datasets),
        repairs=sum(file.repairs for file in files.values()),
        request=request,
        slicings=slicings,
        slices=placed(slicings, request),
        table=groups.digest if groups else None,
        labels=table.digest[:12] if table else None,
    )


def mention_table(options: Options) -> MentionTable | None:
    """The table of mentions that the options name, if they do."""
    if not options.mentions:
        return None
    from leaderboard.slices.mention_table import read_mention_table

    try:
        return read_mention_table(Path(options.mentions))
    except InputError as error:
        raise NothingToDo(error.typed) from None


def check_weights(options: Options, corpora: Mapping[str, Corpus], table: str) -> None:
    """Refuse weights of other classes than the table has, unless nobody asked for any."""
    weighted = options.lea_importance == "class" or "da" in asked(options)
    if weighted or options.da_weights != DEFAULT_WEIGHTS:
        names = dict.fromkeys(name for corpus in corpora.values() for name in class_names(corpus))
        unknown = [
            name for name in class_weights(options.da_weights, None) if name not in names or name == NONE
        ]
        if unknown:
            classes = listed([name for name in names if name != NONE], _MOST_CLASSES)
            what = f"--da-weights has the class {unknown[0]!r}, but the classes of {table} are {classes}"
            raise UsageError(f"{what}; give weights to some of these")


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
        known = with_topics(read.corpus, data)
        cut = cut_entities(known) if options.across is None else ()
        lacking = lacking_annotations(read.corpus, label, options)
        warnings = (*read.remarks, *lacking, *cut, *read.repeats)
        with concealing(label, hidden):
            corpus = headed(known if groups else replace(known, name=None))
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


class Signature(str):
    """Fields by name; the text is one line, ``format:conll|match:exact|key:…``."""

    fields: Mapping[str, str]

    def __new__(cls, fields: Mapping[str, object]) -> Signature:
        """Fields without a value are left out."""
        stated = {name: str(value) for name, value in fields.items() if value is not None}
        self = super().__new__(cls, "|".join(f"{name}:{value}" for name, value in stated.items()))
        self.fields = stated
        return self

    def __getnewargs__(self) -> tuple[Mapping[str, str]]:  # type: ignore[override]
        return (self.fields,)

    @classmethod
    def parse(cls, text: str) -> Signature:
        """Read a text; fields that names of systems and datasets in it look like are kept together."""
        found: dict[str, str] = {}
        for field in text.split("|"):
            name, _, value = field.partition(":")
            found[name] = f"{found[name]}, {value}" if name in found else value
        return cls(found)

    def and_of(self, more: Mapping[str, object]) -> Signature:
        """The signature with more fields at its end."""
        return Signature({**self.fields, **more})

    def without(self, names: Container[str]) -> Signature:
        """The signature without some fields."""
        return Signature({name: value for name, value in self.fields.items() if name not in names})


def signature(key: Key, options: Options, version: str) -> Signature:
    """Everything that can change a score."""
    first, *_ = each_setting(options)
    importance = options.lea_importance
    corpora = key.corpora.values()
    has_nodes = any(corpus.nodes is not None and not corpus.layer for corpus in corpora)
    of_anaphora = "conllua" in key.format.split("+")
    fields = {
        "leaderboard": version,
        "format": key.format,
        "layer": (options.layer or "identity") if of_anaphora else None,
        "settings": ",".join(options.settings) if options.settings else None,
        "match": first.match or joint(map(default_match, corpora)),
        "heads": signed_heads(key),
        "zeros": options.zeros if has_nodes else None,
        "singletons": first.singletons or joint(map(default_singletons, corpora)),
        "split": options.split_antecedents or (joint(map(default_split, corpora)) if of_anaphora else None),
        "across": options.across,
        "documents": key.table,
        "mentions": key.labels,
        "duplicates": options.duplicates,
        "missing": options.missing,
        "missing-dataset": options.missing_dataset if len(corpora) > 1 else None,
        "average": None if options.average == "dataset" else options.averaged,
        "datasets": ",".join(key.corpora) if key.others else None,
        "word-column": options.word_column,
        "coref-column": None if options.coref_column == LAST else options.coref_column,
        "offsets": options.offsets,
        "ends": options.ends,
        "text": options.text,
        "repair": None if options.repair == "none" else options.repair,
        "blanc": options.blanc,
        "blanc-weight": options.blanc_weight,
        "lea-importance": importance
        if isinstance(importance, str)
        else _fingerprint(importance, counted_key(key, first)),
        **(_denotation(options) if needs_classes(options) else {}),
        "key": key.digest[:12],
    }
    return Signature(fields)


def signed_heads(key: Key) -> str | None:
    """The value of `heads` in a signature: where the heads of CorefUD keys come from."""
    nodes = [corpus.nodes for corpus in key.corpora.values() if corpus.nodes and not corpus.layer]
    return joint("file" if of_dataset.heads == "first" else of_dataset.heads for of_dataset in nodes) or None


def _denotation(options: Options) -> dict[str, str]:
    weights = class_weights(options.da_weights, None)
    return {
        "da-weights": ",".join(f"{name}={weight}" for name, weight in weights.items()),
        "da-response": options.da_response,
        "da-match": options.da_match,
    }


def _fingerprint(importance: Callable[[Corpus], Any], key: Key) -> str:
    """A function's name and a hash of the weights that it gives the key: two of one name may differ."""
    weights = [np.asarray(importance(corpus), np.float64).tobytes() for corpus in key.corpora.values()]
    name = getattr(importance, "__name__", type(importance).__name__)
    return f"{name}()@{digest_of(b''.join(weights))[:8]}"
