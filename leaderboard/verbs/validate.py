"""``leaderboard.validate``: is this a well-formed, complete submission?"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Unpack

from leaderboard.errors import InputError, Problem, UsageError
from leaderboard.options import Options, ValidateOptions, each_setting
from leaderboard.scoring import Key, read_key
from leaderboard.submissions import (
    Submission,
    find_responses,
    look_for_key,
    open_each,
    settings_place,
)
from leaderboard.tasks.responses import configuration_of_responses
from leaderboard.tasks.runs import grouping_of
from leaderboard.tasks.validation import Checked, Problems, Validation, add_copies, check, validation


@dataclass(frozen=True, slots=True)
class ValidateResult:
    """Without a key (None) only the form of the submissions was checked.

    ``runs`` has the submissions that are runs of one system, and ``warnings`` are about those that are not.
    """

    key: str | None
    systems: tuple[Validation, ...]
    runs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()

    @property
    def acceptable(self) -> int:
        """The number of valid submissions."""
        return sum(system.acceptable for system in self.systems)


def validate(*responses: str | os.PathLike[str], **options: Unpack[ValidateOptions]) -> ValidateResult:
    """List everything that is wrong with submissions.

    Parameters
    ----------
    *responses : str or path
        Response files, or names of files in the folder ``submissions``. Without a key only their format is
        checked.
    **options : ValidateOptions
        Options of the command ``leaderboard validate``, with the same names and values:
        ``--missing-dataset zero`` is ``missing_dataset="zero"``. Options that are not given come from the
        environment and from ``leaderboard.toml``.

    Returns
    -------
    ValidateResult
        The errors and warnings about each submission.

    Raises
    ------
    UsageError
        If the call is wrong: no response, or an unknown option.
    InputError
        If the key cannot be read.

    Examples
    --------
    >>> import leaderboard
    >>> result = leaderboard.validate("task/close.conll", key="task/key.conll")
    >>> [(checked.system, checked.acceptable) for checked in result.systems]
    [('close', True)]
    """
    if not responses:
        raise UsageError("no response given; name at least one file")
    configuration = configuration_of_responses(options, responses)
    settled = each_setting(configuration.options)[0]
    paths = [path for response in responses for path in find_responses(os.fspath(response))]
    folder = settings_place(paths[0])
    place, _ = look_for_key(settled.key, folder)
    key = read_key(place.path, settled, folder=folder) if place else None
    checked = [
        (name, opened, _checked(opened, key, settled))
        for name, opened in open_each(paths, settled.follow_symlinks)
    ]
    if key is not None:
        add_copies(
            [(opened, problems) for _, opened, problems in checked if isinstance(opened, Submission)], key
        )
    names = [name for name, _, _ in checked]
    grouping = grouping_of(dict(zip(names, paths, strict=True)), configuration)
    return ValidateResult(
        os.fspath(place.path) if place else None,
        tuple(validation(name, problems) for name, _, problems in checked),
        grouping.systems,
        grouping.warnings,
    )


def _checked(opened: Submission | InputError, key: Key | None, options: Options) -> Checked:
    if isinstance(opened, InputError):
        return Checked(Problems(list(opened.problems), opened.count))
    return check(opened, key, options)
