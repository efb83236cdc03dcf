"""Scores of clusters in memory, which need neither files nor words; scorers are ranked as files are."""

from __future__ import annotations

import inspect
import reprlib
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import fields, replace
from functools import wraps
from itertools import chain
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeVar

import numpy as np

from leaderboard.errors import LeaderboardWarning, NothingToDo, Problem, UsageError
from leaderboard.files import digest_of
from leaderboard.formats.clusters import Clusters, Document, corpora_of, document_of, listed
from leaderboard.matching import counted, match_exactly
from leaderboard.metrics import ByMetric
from leaderboard.metrics.metric import Floats, key_mentions, measure
from leaderboard.options import TESTED, Options, read_options, with_primary
from leaderboard.options.configuration import Configuration, check_effects, origins_of
from leaderboard.overlap import overlap
from leaderboard.scoresheet import PartName, Scoresheet
from leaderboard.scoring.across import topic_in_name
from leaderboard.scoring.key import Signature, chosen_metrics
from leaderboard.scoring.scored import Findings, Scored
from leaderboard.submissions import Submission
from leaderboard.system_names import alike, can_be_shown
from leaderboard.tasks.cluster_checks import ClusterChecks
from leaderboard.tasks.clusters import DocumentFacts
from leaderboard.tasks.presented import Presented
from leaderboard.tasks.task import ByName, Score, Task, pick, scores_of
from leaderboard.text import joined, suggestion
from leaderboard.version import VERSION

METRICS = Options().metric

_NEED_FILES = ("da", "mor", "zero")
_KEY_MENTIONS = "key mentions"


Words = ParamSpec("Words")
Returned = TypeVar("Returned")


def _naming_keywords(function: Callable[Words, Returned]) -> Callable[Words, Returned]:
    """Return a function whose error of an unknown keyword names the nearest one."""
    known = [name for name in inspect.signature(function).parameters if name != "self"]

    @wraps(function)
    def checked(*values: Words.args, **keywords: Words.kwargs) -> Returned:
        for name in keywords:
            if name not in known:
                raise UsageError(f"there is no argument {name!r}; {suggestion(name, known)}")
        return function(*values, **keywords)

    return checked


class Scorer(Presented):
    """Scores of documents whose clusters are in memory.

    Documents are added one by one, as in a validation loop. Two scorers with the same settings add up
    to one, and a scorer can be pickled: it keeps sums, not mentions.

    Parameters
    ----------
    metrics : sequence of str, default the eight of ``leaderboard score``
        Also available: ``blanc_gold``, ``rand``, ``xcmr``.
    singletons : {"keep", "drop"}, default "keep"
        Entities with one mention, in key and responses.
    duplicates : {"first", "error"}, default "first"
        A mention that occurs twice: keep it in the first entity, or raise an ``InputError``.
    blanc : {"conll", "luo2014"}, default "conll"
        Rule of BLANC where a class of links is empty.

    Attributes
    ----------
    repairs : int
        The number of repeated mentions that were left out.
    warnings : tuple of str
        Likely mistakes in what was added, each also given as a ``LeaderboardWarning`` with the scores.

    Raises
    ------
    UsageError
        If a metric is unknown, or needs words or heads.

    Examples
    --------
    >>> import leaderboard
    >>> scorer = leaderboard.Scorer(["muc", "lea"])
    >>> scorer.add(key=[[(0, 1), (3, 3)]], response=[[(0, 1), (3, 3), (5, 6)]])
    >>> scorer.add(key=[["Ann", "she"], ["Bob", "he"]], response=[["Ann", "she", "he"]])
    >>> {name: round(score.f1, 3) for name, score in scorer.scores().items()}
    {'muc': 0.571, 'lea': 0.444}
    """

    @_naming_keywords
    def __init__(
        self,
        metrics: Sequence[str] = METRICS,
        *,
        singletons: Literal["keep", "drop"] = "keep",
        duplicates: Literal["first", "error"] = "first",
        blanc: Literal["conll", "luo2014"] = "conll",
    ) -> None:
        settings = {"singletons": singletons, "duplicates": duplicates, "blanc": blanc}
        self.options = read_options({"metric": metrics, **settings})
        for name in self.options.metric:
            if name in _NEED_FILES:
                raise UsageError(f"{name} needs words or heads, which only files have; leave it out")
        self.repairs = 0
        self._checks = ClusterChecks()
        self._warned: dict[str, str] = {}
        self._named: dict[str, bool] = {}
        self._added: list[Document] = []
        self._sums: Mapping[str, Floats] = {}

    def add(self, key: Clusters, response: Clusters, document: str | None = None) -> None:
        """Add a document; without a name it is called by its number, from "1".

        Clusters are lists of entities, or a mapping from ids to entities; an entity is a list of mentions.
        """
        refuse = self.options.duplicates == "error"
        if look := self._checks.are_looking:
            sides = listed(key, "key"), listed(response, "response")
            added = document_of(*sides, refuse_repeats=refuse)
        else:
            added = document_of(key, response, refuse_repeats=refuse)
        self._name(document)
        self._checks.count(added)
        if look:
            self._checks.look(*sides)
        self._added.append(added)
        self.repairs += added.repeats

    def scores(self) -> dict[str, Score]:
        """Return the scores of all documents together, by metric."""
        return scores_of(self.sheet)[""]

    def per_document(self) -> dict[str, dict[str, Score]]:
        """Return the scores of each document, in the order in which they were added."""
        sheet = self.sheet
        columns = {metric.name: metric.score(sheet.sums[metric.name][0]) for metric in sheet.metrics}
        return ByName(
            "document",
            (
                (part.document, ByMetric({name: pick(column, index) for name, column in columns.items()}))
                for index, part in enumerate(sheet.parts)
            ),
        )

    def __add__(self, other: Scorer) -> Scorer:
        """Return a new scorer with the documents of both; unnamed ones are numbered anew."""
        if not isinstance(other, Scorer):
            return NotImplemented
        if self.options != other.options:
            raise ValueError("the two scorers have different settings; give both the same")
        both = Scorer.__new__(Scorer)
        both.__dict__ |= {
            **self.__getstate__(),
            "_named": {},
            "repairs": self.repairs + other.repairs,
            "_warned": {**self._warned, **other._warned},
            "_checks": self._checks + other._checks,
        }
        for name, named in chain(self._named.items(), other._named.items()):
            both._name(name if named else None)
        both._append(other.__getstate__()["_sums"])
        return both

    def __len__(self) -> int:
        return len(self._named)

    def __getstate__(self) -> dict[str, Any]:
        """Return everything but mentions, in containers of its own."""
        self._measure()
        copies = {"_named": dict(self._named), "_checks": deepcopy(self._checks), "_warned": {**self._warned}}
        return {**self.__dict__, **copies, "_added": []}

    @property
    def warnings(self) -> tuple[str, ...]:
        """Likely mistakes in what was added, each also given once as a ``LeaderboardWarning``."""
        return tuple(self._warned.values())

    @property
    def sheet(self) -> Scoresheet:
        """The sums of each document, as those of a system without a name."""
        if not self._named:
            raise NothingToDo("the scorer has no documents; add at least one")
        self._measure()
        self._warn()
        metrics = chosen_metrics(self.options)
        return Scoresheet(
            systems=("",),
            parts=tuple(PartName("", name, 0) for name in self._named),
            key_mentions=int(self._sums[_KEY_MENTIONS].sum()),
            metrics=metrics,
            sums={metric.name: self._sums[metric.name][None] for metric in metrics},
            weights={metric.name: self._sums[metric.weight_name] for metric in metrics},
        )

    def _name(self, document: str | None) -> None:
        name = str(len(self) + 1) if document is None else document
        if not isinstance(name, str):
            raise TypeError(f"the document {name!r} is not a text; give its name as a text")
        if name in self._named:
            raise ValueError(f"the document {name!r} was added before; give each document its own name")
        self._named[name] = document is not None

    def _warn(self, system: str = "") -> None:
        """Warn once of each likely mistake, also of one ``system`` of several, at the line that asked."""
        for kind, text in self._checks.warnings():
            if kind not in self._warned:
                self._warned[kind] = text
                said = f"{system}: {text}" if system else text
                warnings.warn(said, LeaderboardWarning, stacklevel=_callers() + 1)

    def _measure(self) -> None:
        """Turn the mentions of new documents into sums, of many documents at once, which is fast."""
        if self._added:
            sides = (counted(side, self.options.singletons) for side in corpora_of(self._added))
            table = overlap(match_exactly(*sides))
            sums = measure(table, chosen_metrics(self.options))
            self._append({**sums, _KEY_MENTIONS: key_mentions(table)})
            self._added = []

    def _append(self, more: Mapping[str, Floats]) -> None:
        have = self._sums
        joined = {name: np.concatenate([have[name], more[name]], axis=1) for name in have and more}
        self._sums = joined or have or more


def _callers() -> int:
    """Return how many frames of the package stand between this module and whoever called it."""
    package, level = str(Path(__file__).parents[1]), 0
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(package):
        frame, level = frame.f_back, level + 1
    return level


@_naming_keywords
def score_clusters(
    key: Clusters,
    response: Clusters,
    metrics: Sequence[str] = METRICS,
    *,
    singletons: Literal["keep", "drop"] = "keep",
    duplicates: Literal["first", "error"] = "first",
    blanc: Literal["conll", "luo2014"] = "conll",
) -> dict[str, Score]:
    """Score the clusters of one document.

    Parameters
    ----------
    key, response : iterable of entities, or mapping from ids to entities
        An entity is an iterable of mentions. A mention is anything hashable, such as a tuple or a text;
        lists, and arrays and tensors of one dimension, count as tuples.
    metrics, singletons, duplicates, blanc : optional
        As for ``Scorer``, which scores several documents together.

    Returns
    -------
    dict of Score
        By name of metric: recall, precision and F1 as fractions from 0 to 1.

    Raises
    ------
    UsageError
        If a metric is unknown, or needs words or heads.
    TypeError
        If an entity is a text, or a mention is not hashable.
    InputError
        If a mention occurs twice and ``duplicates`` is "error".

    Examples
    --------
    >>> import leaderboard
    >>> scores = leaderboard.score_clusters(
    ...     key=[[(0, 1), (3, 3)], [(3, 4), (6, 6)]], response=[[(0, 0), (3, 3)], [(3, 4), (6, 6)]]
    ... )
    >>> scores["conll"].f1
    0.625
    """
    scorer = Scorer(metrics, singletons=singletons, duplicates=duplicates, blanc=blanc)
    scorer.add(key, response)
    return scorer.scores()


_OPTIONS = {"metric", "primary", "jobs", "scheduler"} | {
    entry.name for entry in fields(Options) if entry.metadata["panel"] == TESTED
}
# Runs, mentions and blocks are known from files.
_OPTIONS -= {"separate_runs", "min_runs", "slice_min", "slice_documents", "blocks"}
_NO_FILES = Submission("", Path(), {})


def only_scorers(responses: Sequence[object]) -> Mapping[str, Scorer]:
    """The scorers that are given instead of paths, by name."""
    if len(responses) > 1 or not isinstance(responses[0], Mapping):
        raise TypeError("give either paths, or one dict with all scorers: {'name': scorer}")
    return responses[0]


def configuration_of_scorers(scorers: Mapping[str, Scorer], options: Mapping[str, object]) -> Configuration:
    """The options of tests, which come from the call alone; the metrics are those of the scorers."""
    _check_scorers(scorers)
    known = next(iter(scorers.values())).options.metric
    settled = with_primary(read_options({"metric": known, **options}))
    for name in options:
        if name not in _OPTIONS:
            raise UsageError(f"{name} is an option for files, and scorers have none; leave it out")
    for metric in settled.metric:
        if metric not in known:
            what = f"the scorers have scores by {joined(known)}, not by {metric}"
            raise UsageError(f"{what}; choose metric and primary among these")
    origins = origins_of(dict.fromkeys(options, "option"))
    check_effects(settled, origins)
    return Configuration(options=settled, origins=origins)


def task_of_scorers(scorers: Mapping[str, Scorer], options: Options) -> Task:
    """The task of systems that were scored in memory, whose mentions are not known any more."""
    first = next(iter(scorers.values()))
    for name, scorer in scorers.items() if len(scorers) > 1 else ():
        scorer._warn(name)
    sheet = _joined({name: scorer.sheet for name, scorer in scorers.items()})
    return Task(
        options=options,
        key="",
        signature=_signature(sheet, first.options),
        sheet=replace(
            sheet, metrics=tuple(metric for metric in sheet.metrics if metric.name in options.metric)
        ),
        partial=sheet.of(()),
        datasets={"": ""},
        lacking={},
        submissions={},
        responses={name: Scored(found=Findings(repairs=scorer.repairs)) for name, scorer in scorers.items()},
        key_files=_NO_FILES,
        facts={
            (part.dataset, part.document): DocumentFacts(topic_in_name(part.document), "")
            for part in sheet.parts
        },
        warnings=tuple(
            Problem(name, 0, what, remedy)
            for name, scorer in scorers.items()
            for what, remedy in (text.split("; ", 1) for text in scorer.warnings)
        ),
    )


def _check_scorers(scorers: Mapping[str, Scorer]) -> None:
    """Check the names of the systems, and that all were scored alike."""
    if not scorers:
        raise UsageError("no scorer given; name at least one")
    first, known = next(iter(scorers.items()))
    same: dict[str, str] = {}
    for name, scorer in scorers.items():
        if not isinstance(name, str) or not can_be_shown(name):
            raise UsageError(f"{name!r} cannot be the name of a system; give a text of printable characters")
        if (other := same.setdefault(alike(name), name)) != name:
            raise UsageError(f"{other} and {name} differ in case or blanks only; rename one of the two")
        if not isinstance(scorer, Scorer):
            raise TypeError(f"{name!r} is {reprlib.repr(scorer)}; give a Scorer")
        if scorer.options != known.options:
            raise UsageError(f"{name} and {first} have different settings; give both the same")


def _joined(sheets: Mapping[str, Scoresheet]) -> Scoresheet:
    """The sums of all systems, with the documents in the order of the first one."""
    first, sheet = next(iter(sheets.items()))
    ordered = [_ordered(other, sheet, name, first) for name, other in sheets.items()]
    return replace(
        sheet,
        systems=tuple(sheets),
        sums={name: np.concatenate([other.sums[name] for other in ordered]) for name in sheet.sums},
    )


def _ordered(sheet: Scoresheet, model: Scoresheet, name: str, first: str) -> Scoresheet:
    """The scoresheet of a system with the documents of the first one, whose key must be the same."""
    _check_documents(model.parts, sheet.parts, first, name)
    _check_documents(sheet.parts, model.parts, name, first)
    place = {part: column for column, part in enumerate(sheet.parts)}
    columns = [place[part] for part in model.parts]
    for metric, weights in model.weights.items():
        for column in np.flatnonzero((weights != sheet.weights[metric][:, columns]).any(axis=0))[:1]:
            what = f"{name} and {first} have different keys for the document {model.parts[column].document!r}"
            raise UsageError(f"{what}; score both against the same key")
    return replace(sheet, sums={metric: sums[..., columns] for metric, sums in sheet.sums.items()})


def _check_documents(needed: Iterable[PartName], parts: Iterable[PartName], has: str, lacks: str) -> None:
    there = set(parts)
    for part in needed:
        if part not in there:
            what = f"{lacks} lacks the document {part.document!r}, which {has} has"
            raise UsageError(f"{what}; add the same documents to all scorers")


def _signature(sheet: Scoresheet, options: Options) -> Signature:
    """Everything that can change a score; the key is known by its documents and denominators."""
    names = "\n".join(part.document for part in sheet.parts).encode(errors="surrogatepass")
    weights = b"".join(weights.tobytes() for weights in sheet.weights.values())
    fields = {
        "leaderboard": VERSION,
        "format": "memory",
        "match": "exact",
        "singletons": options.singletons,
        "duplicates": options.duplicates,
        "blanc": options.blanc,
        "blanc-weight": options.blanc_weight,
        "lea-importance": options.lea_importance,
        "key": digest_of(names + weights)[:12],
    }
    return Signature(fields)
