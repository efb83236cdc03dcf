"""The chains of one document side by side, read again from the files."""

from __future__ import annotations

import difflib
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from leaderboard.error_analysis.side_by_side import ChainPair, side_by_side
from leaderboard.errors import UsageError
from leaderboard.options import suggestion
from leaderboard.scoring import matching, metric_options, read_key, read_responses
from leaderboard.tasks.task import Task

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
