"""``leaderboard.error_prices``: what would a system gain if one kind of its errors were mended?"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

from leaderboard.cluster import working
from leaderboard.errors import UsageError
from leaderboard.files import check_new
from leaderboard.options import ErrorOptions, each_setting, with_primary
from leaderboard.options.options import BEYOND_IDENTITY
from leaderboard.prices.versions import ERROR_KINDS
from leaderboard.remark import Remark, remark
from leaderboard.significance.design import design, design_fields
from leaderboard.tasks.account import attempts_of, by_system, remarks_beyond_identity
from leaderboard.tasks.blocks import check_unit
from leaderboard.tasks.counts.typed import refuse_counts
from leaderboard.tasks.priced_errors import (
    FoundError,
    PriceComparison,
    SystemPrices,
    check_kinds,
    found_errors,
    price_comparisons,
    system_prices,
    without_unpriced,
    write_corrected,
)
from leaderboard.tasks.scored_task import (
    check_secret,
    configuration_of_responses,
    place_of_responses,
    task_of_responses,
)
from leaderboard.tasks.task import SCORED, TaskResult, need
from leaderboard.text import joined
from leaderboard.threads import Progress


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ErrorPricesResult(TaskResult):
    """``systems`` have the prices of each, ``comparisons`` the tests of all pairs, kind by kind.

    ``tests`` are corrected together: identical systems count as one. ``kinds`` are the kinds of errors that
    records have. ``found`` has the errors of each system by kind, and ``per_document`` says that their
    numbers on each part are shown, if asked for. ``attempts`` has the systems that were chosen among several
    attempts, with their numbers.
    """

    systems: tuple[SystemPrices, ...]
    comparisons: tuple[PriceComparison, ...]
    tests: int
    kinds: tuple[str, ...]
    found: Mapping[str, Mapping[str, tuple[FoundError, ...]]]
    per_document: bool
    attempts: tuple[tuple[str, int], ...]

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Remarks on prices and on the tests."""
        return (*self.price_remarks, *self.test_remarks)

    @property
    def price_remarks(self) -> tuple[Remark, ...]:
        """Remarks on systems that lack some of the datasets, on several runs, and on split antecedents."""
        return (*self.lacking_remarks, *self.run_remarks, *remarks_beyond_identity(self.task, priced=True))

    @property
    def test_remarks(self) -> tuple[Remark, ...]:
        """A remark on attempts, if there are tests that count them."""
        return (remark("attempts", systems=self.attempts),) if self.attempts and self.comparisons else ()


def error_prices(
    *responses: str | os.PathLike[str],
    kinds: str | Sequence[str] = (),
    write: str | os.PathLike[str] | None = None,
    per_document: bool = False,
    progress: Progress | None = None,
    **options: Unpack[ErrorOptions],
) -> ErrorPricesResult:
    """Return what each kind of error costs, and what its correction would gain.

    Parameters
    ----------
    *responses : str or path
        Response files, or names of files in the folder ``submissions``.
    kinds : str or sequence of str, optional
        Kinds of errors, such as ``divided``, to list one by one. Records have only these kinds.
    write : str or path, optional
        A folder that is absent or empty. The key and the corrected responses are written to it.
    per_document : bool, default False
        Also return the numbers of errors on each part of each document.
    progress : callable, optional
        Called with the stage, which has a ``name``, and the share of the work that is done, from 0 to 1.
    **options : ErrorOptions
        Options of the command ``leaderboard errors``, with the same names and values:
        ``--missing-dataset zero`` is ``missing_dataset="zero"``. Options that are not given come from the
        environment and from ``leaderboard.toml``.

    Returns
    -------
    ErrorPricesResult
        The errors of each system by kind, with their prices, and the differences between systems.

    Raises
    ------
    UsageError
        If the call is wrong: an unknown option or metric, or a file that does not exist.
    NothingToDo
        If there is no key, or nothing to score.
    InputError
        If the key cannot be read, or if no response can.

    Examples
    --------
    >>> import leaderboard
    >>> [system] = leaderboard.error_prices("task/balanced.conll").systems
    >>> for one in system.kinds[:3]:
    ...     print(one.kind, one.errors, round(one.alone["conll"].gain, 3))
    span 3 0.009
    conflated 19 0.02
    extra_mention 25 0.043
    """
    refuse_counts(responses, "errors")
    configuration = configuration_of_responses(options, responses)
    settled = with_primary(each_setting(configuration.options)[0])
    check_unit(settled, "errors")
    if settled.joins:
        what = f"errors are not priced with --across {settled.across}"
        raise UsageError(f"{what}; leave it out, or use --across document")
    if unpriced := [name for name in settled.metric if name in BEYOND_IDENTITY]:
        what = f"errors are not priced by {joined(unpriced)}"
        raise UsageError(f"{what}; leave it out")
    chosen = (kinds,) if isinstance(kinds, str) else tuple(kinds)
    check_kinds(chosen)
    if write is not None:
        check_new(Path(write))
    for flag in _single_outputs(chosen, write):
        check_secret(settled, place_of_responses(responses), flag)
    with working(configuration, progress) as (configuration, work):
        settled = with_primary(each_setting(configuration.options)[0])
        task = without_unpriced(task_of_responses(responses, settled, work.part(0, SCORED), settled.metric))
        task = by_system(task, configuration)
        need(task, 1)
        for flag in _single_outputs(chosen, write):
            task.check_single(flag)
        attempts = attempts_of(configuration.content.attempts, task.submissions, task.runs)
        how, primary = design(settled, attempts), settled.primary
        systems = system_prices(task, settled.metric, primary, how, settled.unit, work.part(SCORED, 1))
        shown = tuple(kind for kind in ERROR_KINDS if kind in chosen) or ERROR_KINDS
        found = found_errors(task, shown) if chosen else {}
        if write is not None:
            write_corrected(task, Path(write))
        comparisons, tests = price_comparisons(task, primary, how, settled.unit, work.silent)
        return ErrorPricesResult(
            signature=task.signature.and_of(design_fields(settled, attempts)),
            options=settled,
            task=task,
            systems=systems,
            comparisons=comparisons,
            tests=tests,
            kinds=shown,
            found=found,
            per_document=per_document,
            attempts=tuple(entry for entry in how.attempts if entry[0] in task.sheet.systems),
        )


def _single_outputs(kinds: Sequence[str], write: str | os.PathLike[str] | None) -> list[str]:
    """The options that were given and that are about the mentions of single outputs."""
    given = {"--kind": bool(kinds), "--write": write is not None}
    return [flag for flag, is_given in given.items() if is_given]
