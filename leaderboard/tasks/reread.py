"""What scores do not tell, read again from files: the mentions behind changes, and chains side by side."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from leaderboard.corpus import Ints
from leaderboard.error_analysis import Kind, Turn, behind, resolved, turns
from leaderboard.error_analysis.side_by_side import ChainPair, side_by_side
from leaderboard.errors import UsageError
from leaderboard.options import suggestion
from leaderboard.overlap import overlap
from leaderboard.remark import Remark, remark
from leaderboard.scoring import matching, metric_options, read_key, read_responses
from leaderboard.tasks.task import Task

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


def turn_remarks(task: Task, pairs: Turns) -> tuple[Remark, ...]:
    """A remark that names two single outputs, where the mentions of some pair are not known."""
    unknown = [pair for pair, changes in pairs.items() if not changes]
    if not unknown:
        return ()
    first, second = (task.entries(system)[0] for system in unknown[0])
    return (remark("single_outputs", first=first, second=second),)


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
    """The chains of a document of each system of a task that was scored with its errors."""
    documents = dict.fromkeys(part.document for part in task.sheet.parts)
    if document not in documents:
        raise UsageError(f"there is no document {document!r}; {remedy(document, documents)}")
    task.check_single("--show-correspondence")
    key = read_key(Path(task.key), task.options)
    how = metric_options(task.options).denotation
    return {
        name: tuple(
            replace(pair, dataset=dataset)
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
