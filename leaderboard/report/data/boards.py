"""Boards for programs: one CSV file a kind, and what the JSON has of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from leaderboard.boards import Board
from leaderboard.ranking import Standing
from leaderboard.report.data.scores import (
    OF_SLICES,
    response_counts,
    score_entries,
    slice_cells,
    slice_record,
)
from leaderboard.report.forms.json import nested
from leaderboard.report.table import Column, Table, Value, ends
from leaderboard.report.tables.pairs import comparisons
from leaderboard.report.tables.rankings import interval
from leaderboard.report.tables.scores import score_columns, score_values
from leaderboard.report.words.remarks import sentences
from leaderboard.significance.intervals import portable
from leaderboard.tasks.task import Score
from leaderboard.verbs.rank import RankResult

ScoreColumns = tuple[list[Column], list[Column]]

_RANKS = {"rank": "rank", "rank_low": "low", "rank_high": "high", "letters": "letters"}
# What the JSON has of a board, in this order; of other kinds it has all.
_FIELDS: Mapping[str, tuple[str, ...]] = {
    "dataset": ("dataset", "label", "documents", "systems", "notes", "remarks"),
    "mean": ("kind", "board", "label", "datasets", "signature", "systems", "comparisons", "notes", "remarks"),
    "setting": ("setting", "signature", "kendall", "flips", "systems", "excluded", "notes", "remarks"),
    "slice": (
        "by",
        "value",
        "keep",
        "small",
        "documents",
        "datasets",
        "key_mentions",
        "key_entities",
        "signature",
        "systems",
        "comparisons",
        "notes",
        "remarks",
    ),
    "track": ("track", "entries", "absent", "signature", "systems", "comparisons", "notes", "remarks"),
}


def board_columns(result: RankResult, kind: str) -> Table:
    """One row a board and system, in the columns of the ranking; excluded systems come last."""
    boards = result.of(kind)
    scores = [scores for board in boards for scores in board.scores.values()]
    table = Table(
        f"Scores and ranks by {kind}",
        (
            Column(kind, kind.capitalize()),
            Column("label", "Label"),
            Column("documents", "Documents", "count"),
            Column("missing", "Missing"),
            *_wide_columns(result, scores),
        ),
        tuple(row for board in boards for row in _rows(result, board)),
    )
    names = [column.name for column in table.columns if column.name != "missing"]
    if kind == "slice":
        return _slice_columns(result, boards)
    if kind != "dataset":
        return table.only([name for name in names if name not in ("label", "documents")])
    behind = names.index("system") + 1
    return table.only([*names[:behind], "missing", *names[behind:]])


def _slice_columns(result: RankResult, boards: Sequence[Board]) -> Table:
    """One row a slice and system: the counts, then the columns of the ranking, empty where it is small."""
    scores = [scores for board in boards for scores in board.scores.values()]
    found = _score_columns(result, scores)
    rows = [
        (*slice_cells(sheet, system), *values)
        for board in boards
        if board.slice
        for sheet in [board.slice.sheet]
        for system, standing in _everyone(board)
        for values in [_wide_values(result, system, standing, board.scores[system], found)]
    ]
    return Table("Scores and ranks by slice", (*OF_SLICES, *_wide_columns(result, scores)), tuple(rows))


def phase_columns(result: RankResult) -> Table:
    """One row a phase, track and system; all systems of a phase, who stand first, have no track."""
    scores = [scores for phase in result.phases for scores in phase.scores.values()]
    rows = tuple(
        (phase.phase, track, *_wide_values(result, system, standing, phase.scores[system]))
        for phase in result.phases
        for track, standings in [
            (None, {standing.system: standing for standing in phase.primary.standings}),
            *((board.name, board.standings) for board in phase.of("track")),
        ]
        for system, standing in standings.items()
    )
    columns = (Column("phase", "Phase"), Column("track", "Track"), *_wide_columns(result, scores))
    return Table("Scores and ranks by phase and track", columns, rows)


def board_records(result: RankResult) -> dict[str, object]:
    """The records of the boards of a ranking, by kind."""
    found: dict[str, object] = {}
    for kind in sorted({board.kind for board in result.boards}):
        records = [_record(result, one) for one in result.of(kind)]
        found[f"{kind}s"] = nested(records) if "comparisons" in records[0] else records
        if kind == "dataset":
            found["excluded"] = [
                {
                    "system": system,
                    "missing_datasets": list(result.lacking[system]),
                    "scores": score_entries(scores),
                    "heads": heads and heads._asdict(),
                }
                for system, scores in result.partial.items()
                for heads in [result.task.found(system).heads]
            ]
    return found


def _rows(result: RankResult, board: Board) -> Iterator[tuple[Value, ...]]:
    for system, standing in _everyone(board):
        yield (
            board.name,
            board.label,
            board.documents,
            system in board.lacking,
            *_wide_values(result, system, standing, board.scores[system]),
        )


def _everyone(board: Board) -> Iterator[tuple[str, Standing | None]]:
    yield from board.standings.items()
    yield from ((system, None) for system in board.excluded)


def _record(result: RankResult, board: Board) -> dict[str, object]:
    tau = board.change.tau if board.change else None
    with_excluded = board.kind in ("dataset", "slice")
    sliced = board.slice and board.slice.sheet
    whole: dict[str, object] = {
        "kind": board.kind,
        "board": board.name,
        board.kind: board.name,
        **(slice_record(sliced) if sliced else {}),
        "datasets": [name or None for name in board.datasets],
        "label": board.label,
        "documents": board.documents,
        "entries": list(board.track.entries) if board.track else [],
        "absent": list(board.absent),
        "signature": board.signature,
        "kendall": None if tau is None else portable(tau),
        "flips": board.change.flips if board.change else (),
        "systems": [
            _system(result, board, system, standing)
            for system, standing in _everyone(board)
            if standing or with_excluded
        ],
        "excluded": [
            {"system": system, "scores": score_entries(board.scores[system])} for system in board.excluded
        ],
        "comparisons": comparisons([board.family]).records() if "comparisons" in _fields(board) else [],
        "notes": list(sentences(board.remarks)),
        "remarks": [remark.record for remark in board.remarks],
    }
    return {name: whole[name] for name in _fields(board)}


def _fields(board: Board) -> Sequence[str]:
    every = (board.kind, "label", "signature", "systems", "excluded", "comparisons", "notes", "remarks")
    return _FIELDS.get(board.kind, every)


def _system(result: RankResult, board: Board, system: str, standing: Standing | None) -> dict[str, object]:
    return {
        "system": system,
        **_rank_values(standing),
        **({"missing": system in board.lacking} if board.kind == "dataset" else {}),
        **(response_counts(board.slice.sheet, system) if board.slice else {}),
        "scores": score_entries(board.scores[system]),
        "interval": ends(interval(result, standing) if standing else None),
    }


def _rank_values(standing: Standing | None) -> dict[str, Value]:
    """Rank, range and letters; nothing of a system that is ranked nowhere."""
    return {name: getattr(standing, field) if standing else None for name, field in _RANKS.items()}


def _wide_columns(result: RankResult, scores: Sequence[dict[str, Score]]) -> tuple[Column, ...]:
    """Rank, range, letters and system, the primary F1 with its interval, and all other scores."""
    first, others = _score_columns(result, scores)
    return (
        Column("rank", "Rank", "count"),
        Column("rank_low", "From", "count"),
        Column("rank_high", "To", "count"),
        Column("letters", "Letters"),
        Column("system", "System"),
        *first,
        Column("interval", "Interval", "bounds", ends=result.options.primary),
        *others,
    )


def _wide_values(
    result: RankResult,
    system: str,
    standing: Standing | None,
    scores: dict[str, Score],
    columns: ScoreColumns | None = None,
) -> tuple[Value, ...]:
    """The values in these columns; the columns of scores are those of this system, if not given."""
    first, others = columns or _score_columns(result, [scores])
    return (
        *_rank_values(standing).values(),
        system,
        *score_values(first, scores),
        interval(result, standing) if standing else None,
        *score_values(others, scores),
    )


def _score_columns(result: RankResult, scores: Sequence[dict[str, Score]]) -> ScoreColumns:
    """The column of the primary F1, and the others."""
    primary = f"{result.options.primary}_f1"
    columns = score_columns(result.metrics, scores)
    return (
        [column for column in columns if column.name == primary],
        [column for column in columns if column.name != primary],
    )
