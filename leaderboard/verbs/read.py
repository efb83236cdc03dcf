"""``leaderboard.read``: documents to look at, with the entities and errors of up to three systems."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Unpack

from leaderboard.cluster import working
from leaderboard.errors import UsageError
from leaderboard.options import ReadOptions, each_setting, with_primary
from leaderboard.tasks.counts.typed import refuse_counts
from leaderboard.tasks.reread import MOST_SYSTEMS, Reader, check_identity, reader
from leaderboard.tasks.scored_task import (
    check_secret,
    configuration_of_responses,
    paths_of_responses,
    place_of_responses,
    task_of_responses,
)
from leaderboard.tasks.task import SCORED, TaskResult, need
from leaderboard.text import counted
from leaderboard.threads import Progress


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ReadResult(TaskResult):
    """``reader`` has the list of all documents, and the pages of each."""

    reader: Reader


def read(
    *responses: str | os.PathLike[str],
    progress: Progress | None = None,
    **options: Unpack[ReadOptions],
) -> ReadResult:
    """Return the text of all documents with the errors of up to three responses.

    Parameters
    ----------
    *responses : str or path
        One to three response files, or names of files in the folder ``submissions``.
    progress : callable, optional
        Called with the stage, which has a ``name``, and the share of the work that is done, from 0 to 1.
    **options : ReadOptions
        Options of the command ``leaderboard read``, with the same names and values:
        ``--missing-dataset zero`` is ``missing_dataset="zero"``. Options that are not given come from the
        environment and from ``leaderboard.toml``.

    Returns
    -------
    ReadResult
        The list of all documents with their scores and errors, and the content of their pages.

    Raises
    ------
    UsageError
        If the call is wrong: an unknown option, a file that does not exist, or a key that is secret.
    NothingToDo
        If there is no key, or nothing to score.
    InputError
        If the key cannot be read, or if no response can.

    Examples
    --------
    >>> import leaderboard
    >>> result = leaderboard.read("task/balanced.conll", "task/precise.conll")
    >>> page = result.reader.pages[0]
    >>> page.title, page.names, page.data["systems"][0]["counts"]["missing_mention"]
    ('bc/gromi/00/gromi_0000', ('balanced', 'precise'), 1)
    """
    refuse_counts(responses, "read")
    configuration = configuration_of_responses(options, responses)
    settled = with_primary(each_setting(configuration.options)[0])
    check_identity(settled, "documents are not shown")
    _check_number(len(paths_of_responses(responses)))
    check_secret(settled, place_of_responses(responses), "`leaderboard read`")
    with working(configuration, progress) as (configuration, work):
        settled = with_primary(each_setting(configuration.options)[0])
        task = task_of_responses(responses, settled, work.part(0, SCORED))
    need(task, 1)
    return ReadResult(
        signature=task.signature,
        options=settled,
        task=task,
        reader=reader(task, task.sheet.systems, settled.primary),
    )


def _check_number(number: int) -> None:
    """Refuse more responses than stand side by side; a name may be that of several runs."""
    if number > MOST_SYSTEMS:
        what = f"{counted(number, 'response')} given, but at most {MOST_SYSTEMS} stand side by side"
        raise UsageError(f"{what}; name up to {MOST_SYSTEMS}")
