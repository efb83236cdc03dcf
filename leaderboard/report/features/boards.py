"""Boards: all of one kind side by side for people, the ranking of each, and their relation and records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, cast

from leaderboard.boards import Board
from leaderboard.metrics.metric import scale_of
from leaderboard.options.shared_task import ALL
from leaderboard.ranking.standings import OrderChange, Standing
from leaderboard.report.features.slice_facts import OF_KEY, OF_SLICE
from leaderboard.report.features.slices import slice_tables
from leaderboard.report.forms.json import nested
from leaderboard.report.notes import where
from leaderboard.report.relation import Field, Relation, relation_of
from leaderboard.report.table import Bounds, Column, Numbered, Table, Value, listing, show
from leaderboard.report.tables.pairs import comparisons
from leaderboard.report.tables.rankings import interval, partial_mean, ranked_text, ranking_alone
from leaderboard.report.tables.score_fields import Scores, primary_field, score_fields, score_order
from leaderboard.report.words import boards as words
from leaderboard.report.words.marks import bold, is_bold
from leaderboard.report.words.names import label, score_column
from leaderboard.report.words.remarks import remark_records, sentences
from leaderboard.scoring.sliced import SliceSheet
from leaderboard.significance.intervals import portable
from leaderboard.text import listed
from leaderboard.verbs.rank import RankResult

if TYPE_CHECKING:
    from leaderboard.significance.family import Family
    from leaderboard.tasks.task import Score


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


def _in_row(field: Field[Board]) -> Field[Placed]:
    """What a row says of its board; names of crossed attributes are one text, as in CSV."""
    column = field.column
    kind = "text" if column.kind == "list" else column.kind
    return Field(replace(column, kind=kind), lambda row: listing(field.value(row.board)))


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
    """One row per board of a kind and system, unranked systems last; earlier phases come last."""
    boards = ((phase, board) for phase in (result, *result.earlier) for board in phase.of(kind))
    return _relation(result, kind, boards)


def phase_relation(result: RankResult) -> Relation:
    """One row per phase and system; without phases there is none."""
    phases = (result, *result.earlier) if result.phase else ()
    relation = _relation(result, PHASE, ((phase, _whole(phase)) for phase in phases))
    return replace(relation, key=("phase", "system"), when=bool(result.earlier))


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
        *map(_in_row, OF_BOARD),
        *_STANDING,
        primary_field(metrics, primary, lambda row: row.scores),
        Field(
            Column("interval", "Interval", "bounds", ends=primary, metric=primary), lambda row: row.interval
        ),
        *score_fields(metrics, lambda row: row.scores, but=score_column(primary)),
        *_LAST,
    ]
    before, after = ([field.column.name for field in part] for part in (_STANDING, _LAST))
    order = (*before, *score_order(metrics), "interval", *after)
    found = list(boards)
    rows = (row for phase, board in found for row in _rows(phase, board))
    relation = relation_of(f"{kind}s", ("phase", "board", "system"), fields, rows, order)
    return relation.in_file(f"{kind}s.csv", when=bool(found))


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


# More pairs than this are no reading; the JSON has them all.
MOST_PAIRS = 10
# On fewer units hardly any difference can be significant, and bold would set nothing apart.
FEWEST_UNITS = 6


Standings = Mapping[str, Standing]


class Side(NamedTuple):
    """A column: what it shows of a system, and the standings by which its values are bold."""

    column: Column
    cell: Callable[[str], Value]
    standings: Standings


def board_tables(result: RankResult, kind: str) -> list[Table]:
    """The tables of all boards of a kind; none where there are no such boards."""
    boards = result.of(kind)
    return list(_TABLES.get(kind, _plain)(result, boards)) if boards else []


def _datasets(result: RankResult, boards: Sequence[Board]) -> Iterator[Table]:
    """The primary F1 with its rank on each dataset alone, and the mean; bold where it says something."""
    primary, units = result.options.primary, {board.label: _shown_units(board.family) for board in boards}
    table, means = _by_dataset(result, primary, ranked=True), result.of("mean")
    telling = {"mean", *(_column(board, primary) for board in (*means, *boards) if tells(board))}
    heads = {_column(board, primary): f"{board.label} ({units[board.label]:,})" for board in boards}
    yield replace(
        table,
        caption=f"{table.caption}, with significance ranks",
        columns=tuple(
            replace(column, label=heads.get(column.name, column.label)) for column in table.columns
        ),
        notes=(
            *words.on_datasets(result.options.unit, units, result.options.averaged),
            *words.on_means({mean.label: mean.datasets for mean in means}),
            *table.notes,
        ),
        best=frozenset((row, name) for row, name in table.best if name in telling),
        marks=bold(result.options.against, "on that dataset, or in the mean"),
    )


def _shown_units(family: Family) -> int:
    """The units of a dataset, but its documents where only runs vary."""
    return (family.documents or 0) if family.design.unit == "run" else family.units


def tells(board: Board) -> bool:
    """True where a dataset has units enough, and some system is significantly worse than another."""
    return board.family.units >= FEWEST_UNITS and any(
        standing.low > 1 for standing in board.standings.values()
    )


def _column(board: Board, metric: str) -> str:
    return f"{score_column(metric)}_{board.name}"


def other_dataset_tables(result: RankResult) -> list[Table]:
    """The F1 of each other metric by dataset, without ranks."""
    others = [metric.name for metric in result.metrics if metric.name != result.options.primary]
    tables = [_by_dataset(result, name) for name in others if result.of("dataset")]
    return [
        replace(
            table,
            best=_highest(result, table, name),
            marks=words.LOWEST if scale_of(name).lower else words.HIGHEST,
        )
        for table, name in zip(tables, others, strict=False)
    ]


def _by_dataset(result: RankResult, metric: str, ranked: bool = False) -> Table:
    """Columns of the mean over all datasets, of the means over some, and of each, perhaps with ranks."""
    scores = {**result.scores, **result.partial}
    sides = [_side(one, metric, ranked) for one in (*result.of("mean"), *result.of("dataset"))]
    averaged, ranks = result.options.averaged, result.primary.by_system if ranked else {}
    column = Column("mean", words.mean_label(averaged), "ranked")
    mean = Side(column, _mean(result, scores, metric, ranks), ranks)
    lacking = words.on_lacking(bool(set(result.lacking) - set(result.partial)), bool(result.partial))
    caption = words.by_dataset(metric, len(result.of("dataset")), averaged)
    return _across(result, caption, [mean, *sides], lacking)


def _settings(result: RankResult, boards: Sequence[Board]) -> Iterator[Table]:
    """The primary F1 by each setting, how the order changes, and the ranking by each further one."""
    primary = result.options.primary
    sides = [
        Side(
            Column(_column(board, primary), board.name, "ranked", metric=primary),
            _mean(result, board.scores, primary, board.standings),
            board.standings,
        )
        for board in boards
    ]
    by, marks = words.by_board(primary, "setting"), bold(result.options.against, "by that setting")
    yield _across(result, by, sides, [words.on_settings(boards[0].name)], marks)
    yield _changes(boards)
    for one in boards[1:]:
        yield _alone(result, one, words.setting_alone(primary, one.name), _on_board(one))


def _tracks(result: RankResult, boards: Sequence[Board]) -> Iterator[Table]:
    """A score is the same in all tracks; ranks are not."""
    primary, whole = result.options.primary, result.primary.by_system
    sides = [
        Side(
            Column(score_column(primary), label(primary), "percent", metric=primary),
            lambda system: result.scores[system][primary].f1,
            {},
        ),
        Side(Column("all", ALL, "ranked"), _rank(whole), whole),
        *(
            Side(Column(f"rank_{board.name}", board.name, "ranked"), _rank(board.standings), board.standings)
            for board in boards
        ),
    ]
    marks, place = bold(result.options.against, "in that track"), where(result)
    empty = [board.name for board in boards if not board.standings]
    yield _across(result, words.by_track(primary, place), sides, words.on_tracks(empty), marks, excluded=())
    for one in boards:
        if one.standings:
            caption = words.track_alone(primary, one.name, place, len(one.standings))
            notes = words.on_track(result.options, one.family, sentences(one.remarks), one.absent)
            signature = f"that of all systems with |{one.signature.without(result.signature.fields)}"
            yield replace(_alone(result, one, caption, notes), signature=signature)


def _plain(result: RankResult, boards: Sequence[Board]) -> Iterator[Table]:
    """Columns of any kind of board: the primary F1 with its rank."""
    primary, kind = result.options.primary, boards[0].kind
    sides = [_side(board, primary) for board in boards]
    marks = bold(result.options.against, f"on that {kind}")
    yield _across(result, words.by_board(primary, kind), sides, [words.own_family(kind)], marks)
    yield from _each_alone(result, boards)


def _each_alone(result: RankResult, boards: Sequence[Board]) -> Iterator[Table]:
    """The ranking of each board; the scores of means stand beside those of datasets."""
    for one in boards:
        if one.standings:
            caption = words.board_alone(result.options.primary, one.kind, one.label)
            yield _alone(result, one, caption, _on_board(one))


_TABLES: Mapping[str, Callable[[RankResult, Sequence[Board]], Iterator[Table]]] = {
    "dataset": _datasets,
    "mean": _each_alone,
    "setting": _settings,
    "track": _tracks,
    "slice": slice_tables,
}


def _across(
    result: RankResult,
    caption: str,
    sides: Sequence[Side],
    notes: Iterable[str],
    marks: str = "",
    excluded: Sequence[str] | None = None,
) -> Table:
    """One row per system in the order of the report; excluded ones stand last, in a group of their own."""
    ranked, baseline = [standing.system for standing in result.primary.standings], result.options.against
    last = list(result.partial) if excluded is None else list(excluded)
    systems = [*ranked, *last]
    return Table(
        caption,
        (Column("system", "System"), *(side.column for side in sides)),
        tuple((system, *(side.cell(system) for side in sides)) for system in systems),
        tuple(notes),
        best=frozenset(
            (row, side.column.name)
            for side in sides
            for row, system in enumerate(systems)
            if system in side.standings and is_bold(baseline, side.standings[system], len(side.standings))
        ),
        groups=frozenset([len(ranked)] * bool(last)),
        marks=marks,
    )


def _side(board: Board, metric: str, ranked: bool = True) -> Side:
    """The scores on a board, perhaps with ranks."""
    standings = board.standings if ranked else {}
    column = Column(_column(board, metric), board.label, "ranked", metric=metric)
    return Side(column, _score(board, metric, standings), standings)


def _score(board: Board, metric: str, standings: Standings) -> Callable[[str], Value]:
    """A score with its rank; nothing where an excluded system has no output."""

    def cell(system: str) -> Value:
        if system not in board.scores:
            return None
        f1 = board.scores[system][metric].f1
        text = ranked_text(f1, standings.get(system), metric)
        return Numbered(f"{text}{words.MISSING}", f1) if system in board.lacking else text

    return cell


def _mean(
    result: RankResult, scores: Mapping[str, Mapping[str, Score]], metric: str, standings: Standings
) -> Callable[[str], Value]:
    """A mean with its rank; that of an excluded system with the number of its datasets."""

    def cell(system: str) -> Value:
        f1 = scores[system][metric].f1
        if system in result.task.partial.systems:
            return partial_mean(result, system, f1)
        return ranked_text(f1, standings.get(system), metric)

    return cell


def _rank(standings: Standings) -> Callable[[str], Value]:
    return lambda system: (
        Numbered(str(standings[system].rank), standings[system].rank) if system in standings else ""
    )


def _alone(result: RankResult, board: Board, caption: str, notes: Iterable[str]) -> Table:
    return ranking_alone(result, caption, board.ranking, board.scores, tuple(notes))


def _on_board(board: Board) -> tuple[str, ...]:
    return words.on_board(sentences(board.remarks), board.signature)


def _changes(boards: Sequence[Board]) -> Table:
    """Changes of order by each further setting, compared with the first."""
    first, *others = boards
    rows: list[tuple[Value, ...]] = [
        (one.name, None if change.tau is None else portable(change.tau), len(change.flips), _pairs(change))
        for one in others
        for change in [one.change]
        if change
    ]
    return Table(
        f"How the order by {first.name} changes",
        (
            Column("setting", "Setting"),
            Column("tau", "Kendall's tau", "coefficient"),
            Column("flips", "Pairs that change places", "count"),
            Column("pairs", "Ahead now"),
        ),
        tuple(rows),
    )


def _pairs(change: OrderChange) -> str | None:
    """Who passes whom, as far as anybody reads."""
    pairs = [f"{behind} > {ahead}" for ahead, behind in change.flips]
    return listed(pairs, MOST_PAIRS) or None


def _highest(result: RankResult, table: Table, metric: str) -> frozenset[tuple[int, str]]:
    """The highest values of each column among the systems that are ranked, equal where they look so."""
    systems = [row.system for row in result.primary.standings]
    scores = [result.scores, *(board.scores for kind in ("mean", "dataset") for board in result.of(kind))]
    found = []
    for column, of_board in zip(table.columns[1:], scores, strict=True):
        shown = {
            name: show(of_board[name][metric].f1, "percent", metric) for name in systems if name in of_board
        }
        best = max(shown.values(), key=lambda text: scale_of(metric).sign * float(text))
        found += [(row, column.name) for row, name in enumerate(systems) if shown.get(name) == best]
    return frozenset(found)
