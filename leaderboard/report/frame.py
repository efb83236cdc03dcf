"""Any result as a DataFrame, which shows itself in a notebook."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeVar

from leaderboard.errors import UsageError
from leaderboard.metrics import ByMetric
from leaderboard.metrics.metric import QUANTITIES
from leaderboard.report.diff.tables import changes_of
from leaderboard.report.features.correlations import correlations_of
from leaderboard.report.features.descriptions import description_of
from leaderboard.report.features.errors import class_errors
from leaderboard.report.features.power import smallest_differences
from leaderboard.report.features.prices import price_comparisons, prices_of
from leaderboard.report.features.probe import probe_table
from leaderboard.report.features.problems import findings, rejections_of, warnings_of
from leaderboard.report.features.runs import runs_of
from leaderboard.report.features.scores import documents, errors_of, scores_of_systems
from leaderboard.report.relation import Relation, relation_of_table
from leaderboard.report.sections import relations
from leaderboard.report.systems import system_of_file
from leaderboard.report.table import Column, Table
from leaderboard.report.tables.pairs import comparisons
from leaderboard.tasks.scorer import Scorer
from leaderboard.tasks.task import Score
from leaderboard.text import nearest, one_line, plural
from leaderboard.verbs.compare import CompareResult
from leaderboard.verbs.correlate import CorrelateResult
from leaderboard.verbs.describe import DescribeResult
from leaderboard.verbs.diff import DiffResult
from leaderboard.verbs.error_prices import ErrorPricesResult
from leaderboard.verbs.power import PowerResult
from leaderboard.verbs.probe import ProbeResult
from leaderboard.verbs.rank import RankResult
from leaderboard.verbs.read import ReadResult
from leaderboard.verbs.score import ScoreResult
from leaderboard.verbs.simulate import Simulation
from leaderboard.verbs.validate import ValidateResult

if TYPE_CHECKING:
    from pandas import DataFrame

T = TypeVar("T")

Result = (
    ScoreResult
    | CompareResult
    | RankResult
    | CorrelateResult
    | DescribeResult
    | ProbeResult
    | PowerResult
    | DiffResult
    | ErrorPricesResult
    | ReadResult
    | ValidateResult
    | Simulation
)


def frame(result: Result | Scorer | Mapping[str, Any], relation: str | None = None) -> DataFrame:
    """Return a relation of a result as a DataFrame.

    Parameters
    ----------
    result : ScoreResult, CompareResult, RankResult, or that of another function
        What one of the other functions returned; also a ``Scorer``, and what its ``scores`` and
        ``per_document`` return.
    relation : str, optional
        The name of a relation, such as ``"ranks"``; the page on the output lists them. Without a name it is
        what the command is about: systems, pairs, metrics, or files.

    Returns
    -------
    pandas.DataFrame
        The rows of the relation; one without rows has its columns all the same.

    Raises
    ------
    UsageError
        If the result has no such relation.
    TypeError
        If it is not what another function returned.

    Examples
    --------
    >>> import leaderboard
    >>> result = leaderboard.score("task/balanced.conll", "task/precise.conll", metric="lea")
    >>> leaderboard.frame(result)[["system", "lea_f1"]].round(3)
         system  lea_f1
    0  balanced   0.678
    1   precise   0.618
    """
    from pandas import DataFrame

    if isinstance(result, Scorer):
        by_document = _named(relation, {"metrics": False, "documents": True})
        return DataFrame(_score_rows(result.per_document() if by_document else result.scores()))
    if isinstance(result, Mapping) and (rows := _score_rows(result)):
        return DataFrame(_named(relation, {plural(next(iter(rows[0]))): rows}))
    if isinstance(result, Mapping) or type(result) not in _RELATIONS:
        takes = "a result, a Scorer, or what its scores() or per_document() returned"
        raise TypeError(f"frame takes {takes}, not {one_line(reprlib.repr(result))}")
    table = _named(relation, relations_of(result)).table().flat()
    found = DataFrame(list(table.rows), columns=[column.name for column in table.columns])
    blank = [
        column.name for column in table.columns if not column.is_text and found[column.name].isna().all()
    ]
    return found.astype(dict.fromkeys(blank, float))


def _named(relation: str | None, known: Mapping[str, T]) -> T:
    """Return what has the name of a relation; without a name, the first."""
    if relation is not None and relation not in known:
        close = nearest(relation, known)
        guess = f"did you mean {close!r}? " if close else ""
        raise UsageError(f"there is no relation {relation!r}; {guess}choose among {', '.join(known)}")
    return known[relation or next(iter(known))]


def _score_rows(result: Mapping[str, Any]) -> list[dict[str, object]]:
    """Return a row per metric of scores, or per document of the scores of documents; else nothing."""
    if all(isinstance(score, Score) for score in result.values()):
        return [{"metric": name, **asdict(score)} for name, score in result.items()]
    if not all(isinstance(scores, ByMetric) for scores in result.values()):
        return []
    return [
        {"document": name}
        | {f"{metric}_{part}": getattr(one, part) for metric, one in scores.items() for part in QUANTITIES}
        for name, scores in result.items()
    ]


def relations_of(result: Result) -> dict[str, Relation]:
    """Return the relations of a result by name, the main one first."""
    return {one.name: one for one in _RELATIONS[type(result)](result)}


def _told(result: ScoreResult | CompareResult | ErrorPricesResult) -> Iterator[Relation]:
    """What could not be scored, and likely mistakes."""
    yield rejections_of(result.rejected)
    yield warnings_of(result.warnings, system_of_file(result.task))


def _compared(result: CompareResult) -> Iterator[Relation]:
    yield comparisons(result.families, result.text_repairs)
    yield price_comparisons(result.prices)
    yield class_errors(result.errors)
    yield runs_of(result.task.account.runs, result.metrics)
    yield from _told(result)


def _simulation(result: Simulation) -> Relation:
    table = Table(
        "Systems",
        (Column("system", "System"), Column("folder", "Folder"), Column("key", "Key")),
        tuple((system, str(result.folder), str(result.key)) for system in result.systems),
    )
    return relation_of_table("systems", ("system",), table)


def _read(result: ReadResult) -> Relation:
    index = result.reader.index
    table = Table(
        "Documents",
        (
            Column("document", "Document"),
            Column("words", "Words", "count"),
            *(Column(f"{name}_{result.options.primary}", name, "percent") for name in index.names),
            Column("difference", "Difference", "signed"),
            Column("effect", "Effect", "effect"),
        ),
        tuple((row.name, row.words, *row.f1, row.difference, row.effect) for row in index.rows),
    )
    return relation_of_table("documents", ("document",), table)


_RELATIONS: dict[type, Callable[[Any], Iterable[Relation]]] = {
    ScoreResult: lambda result: [
        scores_of_systems(result),
        documents(result),
        class_errors(errors_of(result)),
        runs_of(result.runs, result.metrics),
        *_told(result),
    ],
    CompareResult: _compared,
    RankResult: lambda result: relations(result).values(),
    CorrelateResult: lambda result: [correlations_of(result.correlations), rejections_of(result.rejected)],
    DescribeResult: lambda result: [
        description_of(result),
        rejections_of(result.rejected),
        warnings_of(result.warnings),
    ],
    ProbeResult: lambda result: [
        relation_of_table("probe", ("experiment", "point"), probe_table(result)),
        rejections_of(result.rejected),
    ],
    PowerResult: lambda result: [smallest_differences(result), rejections_of(result.rejected)],
    ValidateResult: lambda result: [findings(result), warnings_of(result.warnings)],
    DiffResult: lambda result: [changes_of(result)],
    ErrorPricesResult: lambda result: [
        prices_of(result.systems, result.kinds),
        price_comparisons(result.comparisons, result.kinds),
        *_told(result),
    ],
    ReadResult: lambda result: [_read(result)],
    Simulation: lambda result: [_simulation(result)],
}
