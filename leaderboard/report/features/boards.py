"""Boards for programs: the relation of each kind, and what the JSON has of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple, cast

from leaderboard.boards import Board
from leaderboard.ranking.standings import Standing
from leaderboard.report.features.slice_facts import OF_KEY, OF_SLICE
from leaderboard.report.forms.json import nested
from leaderboard.report.relation import Field, Relation, relation_of
from leaderboard.report.table import Bounds, Column, Value
from leaderboard.report.tables.pairs import comparisons
from leaderboard.report.tables.rankings import interval
from leaderboard.report.tables.score_fields import Scores, primary_field, score_fields, score_order
from leaderboard.report.words.remarks import remark_records, sentences
from leaderboard.scoring.sliced import SliceSheet
from leaderboard.significance.intervals import portable
from leaderboard.verbs.rank import RankResult

# The kinds of which the JSON has a list in any case.
KINDS = ("dataset", "mean", "setting", "track", "slice")
PHASE = "phase"
_WITHOUT_COMPARISONS = ("dataset", "setting")


class Placed(NamedTuple):
    """A system on a board; a system without a standing is not ranked there."""

    result: RankResult
    board: Board
    system: str
    standing: Standing | None

    @property
    def scores(self) -> Scores:
        return self.board.scores[self.system]

    @property
    def interval(self) -> Bounds | None:
        return interval(self.result, self.standing) if self.standing else None


def _if_slice(field: Field[SliceSheet]) -> Field[Board]:
    """What only boards of slices have."""
    return Field(field.column, lambda board: field.value(board.slice.sheet) if board.slice else None)


def _of_response(name: str, value: Callable[[SliceSheet, str], Value]) -> Field[Placed]:
    """What is left of a response on a slice."""
    column = Column(name, name.replace("_", " ").capitalize(), "count")
    return Field(column, lambda row: value(row.board.slice.sheet, row.system) if row.board.slice else None)


def _of_standing(column: Column, name: str) -> Field[Placed]:
    return Field(
        column, lambda row: cast(Value, getattr(row.standing, name)) or None if row.standing else None
    )


# What each row says of its board.
OF_BOARD: tuple[Field[Board], ...] = (
    Field(Column("kind", "Kind"), lambda board: board.kind),
    Field(Column("board", "Board"), lambda board: board.name),
    Field(Column("label", "Label"), lambda board: board.label or None),
    *map(_if_slice, OF_SLICE),
    Field(Column("documents", "Documents", "count"), lambda board: board.documents or None),
    *map(_if_slice, OF_KEY),
)
_STANDING: tuple[Field[Placed], ...] = (
    _of_standing(Column("rank", "Rank", "count"), "rank"),
    _of_standing(Column("rank_low", "From", "count"), "low"),
    _of_standing(Column("rank_high", "To", "count"), "high"),
    _of_standing(Column("letters", "Letters"), "letters"),
    Field(Column("system", "System"), lambda row: row.system),
)
_LAST: tuple[Field[Placed], ...] = (
    Field(
        Column("lacking", "Lacking", "flag"),
        lambda row: None if row.board.kind == PHASE else row.system in row.board.lacking,
    ),
    _of_response("response_mentions", lambda sheet, system: sheet.response_mentions[system]),
    _of_response("response_entities", lambda sheet, system: sheet.response_entities[system]),
)


def board_relation(result: RankResult, kind: str) -> Relation:
    """One row a board of a kind and system, unranked systems last; earlier phases come last."""
    boards = ((phase, board) for phase in (result, *result.earlier) for board in phase.of(kind))
    return _relation(result, kind, boards)


def phase_relation(result: RankResult) -> Relation:
    """One row a phase and system; without phases there is none."""
    phases = (result, *result.earlier) if result.phase else ()
    relation = _relation(result, PHASE, ((phase, _whole(phase)) for phase in phases))
    return replace(relation, when=bool(result.earlier))


def _whole(phase: RankResult) -> Board:
    """The ranking of a phase as a board."""
    return Board(
        kind=PHASE,
        name=str(phase.phase),
        label="",
        scores={standing.system: phase.scores[standing.system] for standing in phase.primary.standings},
        family=phase.families[phase.options.primary],
        ranking=phase.primary,
        documents=phase.sheet.documents,
    )


def _relation(result: RankResult, kind: str, boards: Iterable[tuple[RankResult, Board]]) -> Relation:
    metrics, primary = result.metrics, result.options.primary
    fields: list[Field[Placed]] = [
        Field(Column("phase", "Phase"), lambda row: row.result.phase),
        *(Field(field.column, lambda row, of=field.value: of(row.board)) for field in OF_BOARD),  # type: ignore[misc]
        *_STANDING,
        primary_field(metrics, primary, lambda row: row.scores),
        Field(Column("interval", "Interval", "bounds", ends=primary), lambda row: row.interval),
        *score_fields(metrics, lambda row: row.scores, but=f"{primary}_f1"),
        *_LAST,
    ]
    before, after = ([field.column.name for field in part] for part in (_STANDING, _LAST))
    order = (*before, *score_order(metrics), "interval", *after)
    found = list(boards)
    rows = (row for phase, board in found for row in _rows(phase, board))
    relation = relation_of(f"{kind}s", ("phase", "board", "system"), fields, rows, order)
    return replace(relation, member=False, file=f"{kind}s.csv", when=bool(found))


def _rows(result: RankResult, board: Board) -> Iterator[Placed]:
    yield from (Placed(result, board, system, standing) for system, standing in board.standings.items())
    yield from (Placed(result, board, system, None) for system in board.excluded)


def board_records(result: RankResult) -> dict[str, object]:
    """The records of the boards of a ranking, by kind."""
    kinds = dict.fromkeys((*KINDS, *(board.kind for board in result.boards)))
    return {f"{kind}s": nested(_record(result, board) for board in result.of(kind)) for kind in kinds}


def _record(result: RankResult, board: Board) -> dict[str, object]:
    tau = board.change.tau if board.change else None
    facts = {field.column.name: field.value(board) for field in OF_BOARD}
    with_datasets = board.kind in ("mean", "slice")
    return {
        **{name: facts.pop(name) for name in ("kind", "board", "label", "documents")},
        "datasets": [name or None for name in board.datasets] if with_datasets else None,
        **facts,
        "entries": list(board.track.entries) if board.track else None,
        "absent": list(board.absent) if board.track else None,
        "kendall": None if tau is None else portable(tau),
        "flips": board.change.flips if board.change else None,
        "signature": board.signature or None,
        "systems": list(_relation(result, board.kind, [(result, board)]).values()),
        "comparisons": None if board.kind in _WITHOUT_COMPARISONS else comparisons([board.family]).records(),
        "notes": list(sentences(board.remarks)),
        "remarks": remark_records(board.remarks),
    }
