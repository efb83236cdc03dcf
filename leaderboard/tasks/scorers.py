"""Scorers of clusters in memory, compared and ranked as files are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path

import numpy as np

from leaderboard.errors import UsageError
from leaderboard.options import TESTED, Options, read_options, with_primary
from leaderboard.options.configuration import Configuration
from leaderboard.scoresheet import PartName, Scoresheet
from leaderboard.scoring import Findings, Scored, Signature, digest_of
from leaderboard.submissions import Submission
from leaderboard.system_names import alike, can_be_shown
from leaderboard.tasks.scorer import Scorer
from leaderboard.tasks.task import Task
from leaderboard.text import joined
from leaderboard.version import VERSION

_OPTIONS = {"metric", "primary", "jobs"} | {
    entry.name for entry in fields(Options) if entry.metadata["panel"] == TESTED
} - {"separate_runs", "min_runs", "slice_min", "slice_documents"}  # runs and mentions are known from files
_NO_FILES = Submission("", Path(), {})


def only_scorers(responses: Sequence[object]) -> Mapping[str, Scorer]:
    """The scorers that are given instead of paths, by name."""
    if len(responses) > 1 or not isinstance(responses[0], Mapping):
        raise UsageError("give either paths, or one dict with all scorers by name")
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
    return Configuration(options=settled, origins={})


def task_of_scorers(scorers: Mapping[str, Scorer], options: Options) -> Task:
    """The task of systems that were scored in memory, whose mentions are not known any more."""
    first = next(iter(scorers.values()))
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
            raise UsageError(f"{name} is of the type {type(scorer).__name__}; give a Scorer")
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
