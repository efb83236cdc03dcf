"""The chains of one document side by side, read again from the files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from leaderboard.denotation import ChainPair, side_by_side
from leaderboard.errors import UsageError
from leaderboard.options import suggestion
from leaderboard.scoring import metric_options, read_key, read_responses
from leaderboard.verbs.task import Task


def chains_of(task: Task, document: str) -> dict[str, tuple[ChainPair, ...]]:
    """The chains of a document of each system that could be scored."""
    documents = dict.fromkeys(part.document for part in task.sheet.parts)
    if document not in documents:
        raise UsageError(f"no document is called {document!r}; {suggestion(document, documents)}")
    settings = replace(task.settings, errors=True)  # for the classes of mentions
    key = read_key(Path(task.key), settings)
    how = metric_options(settings).denotation
    return {
        name: tuple(
            pair
            for response in read_responses(key, task.submissions[name], settings)
            if document in (part.document for part in response.matching.key.parts)
            for pair in side_by_side(response.matching, document, how)
        )
        for name in task.sheet.systems
    }
