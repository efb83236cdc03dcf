"""Slices as tables: scores, ranks and differences on each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import starmap
from typing import TYPE_CHECKING

from leaderboard.report.table import Column, Numbered, Table, Value, group_starts
from leaderboard.report.tables.pairs import columns_of, pair_columns
from leaderboard.report.tables.rankings import interval, ranked_text
from leaderboard.report.tables.scores import MEAN, score_columns, score_values
from leaderboard.report.words import slices as words
from leaderboard.report.words.marks import bold, is_bold
from leaderboard.report.words.methods import verdict_text
from leaderboard.report.words.remarks import sentences
from leaderboard.tasks.task import scores_of

if TYPE_CHECKING:
    from leaderboard.boards import Board
    from leaderboard.significance.family import Family
    from leaderboard.slices import Slicing
    from leaderboard.tasks.slice_sheets import SliceComparisons, SliceSheet
    from leaderboard.verbs.compare import CompareResult
    from leaderboard.verbs.rank import RankResult
    from leaderboard.verbs.score import ScoreResult

Cell = Callable[["Board", str], Value]


def slice_tables(result: RankResult, boards: Sequence[Board]) -> Iterator[Table]:
    """Yield a table for each kind of slices: systems by slices, the primary F1 with its rank."""
    primary = result.options.primary
    for slicing, group in slice_groups(result):
        shown = [one for one in group if one.standings]
        table = _across(
            result,
            words.by_slice(primary, slicing, bool(shown)),
            group,
            lambda one, system: ranked_text(one.scores[system][primary].f1, one.standings.get(system)),
        )
        yield replace(
            table,
            notes=(
                words.kept(slicing),
                *([words.on_ranks(result.options, len(shown))] if shown else []),
                *_small([one.slice.sheet for one in group if one.slice]),
                *words.on_means(result.datasets),
                *dict.fromkeys(note for one in group for note in sentences(one.notes)),
            ),
            best=frozenset(_bold(result, group)),
            marks=bold(result.options.against, len(result.primary.standings), "on that slice") * bool(shown),
        )


def interval_tables(result: RankResult) -> Iterator[Table]:
    """Yield the intervals of the scores on slices."""
    for slicing, group in slice_groups(result):
        if shown := [one for one in group if one.standings]:
            caption = words.intervals_by_slice(result.options.primary, slicing, result.options.alpha)
            yield _across(result, caption, shown, lambda one, name: _interval(result, one, name), "bounds")


def _interval(result: RankResult, board: Board, system: str) -> Value:
    return interval(result, board.standings[system])


def _across(
    result: RankResult, caption: str, group: Sequence[Board], cell: Cell, kind: str = "ranked"
) -> Table:
    """One row a system in the order of the report, behind rows of counts."""
    systems = [standing.system for standing in result.primary.standings]
    rows = [(system, *(cell(one, system) for one in group)) for system in systems]
    columns = (Column("system", "System"), *(Column(one.name, one.label, kind) for one in group))
    counts = list(_count_rows(result, group))
    return Table(caption, columns, (*counts, *rows), groups=frozenset({len(counts)})).narrowing(1)


def _count_rows(result: RankResult, group: Sequence[Board]) -> Iterator[tuple[Value, ...]]:
    slices = [one.slice.sheet.slice for one in group if one.slice]
    yield (words.KEY_MENTIONS, *(_count(sliced.key_mentions) for sliced in slices))
    if result.datasets > 1:
        yield (words.DATASETS, *(_count(len(sliced.datasets)) for sliced in slices))


def _count(number: int) -> Value:
    return Numbered(f"{number:,}", number)


def _bold(result: RankResult, group: Sequence[Board]) -> Iterator[tuple[int, str]]:
    first = 2 if result.datasets > 1 else 1
    for row, standing in enumerate(result.primary.standings, start=first):
        for one in group:
            own = one.standings
            if own and is_bold(result.options.against, own[standing.system], len(own)):
                yield row, one.name


def slice_groups(result: RankResult) -> list[tuple[Slicing, list[Board]]]:
    """Return the boards of slices, each kind of slices by itself."""
    groups: dict[Slicing, list[Board]] = {}
    for one in result.of("slice"):
        assert one.slice
        groups.setdefault(one.slice.sheet.slice.slicing, []).append(one)
    return list(groups.items())


def _small(sheets: Sequence[SliceSheet]) -> list[str]:
    small = [sheet for sheet in sheets if sheet.small]
    return [words.on_small(one.fewest_mentions, one.fewest_documents) for one in small[:1]]


def score_slice_tables(result: ScoreResult) -> list[Table]:
    """Return one row a slice and system, a table for each kind of slices."""
    slicings = dict.fromkeys(
        sliced.sheet.slice.slicing for system in result.systems for sliced in system.slices
    )
    return [_scores_on(result, slicing) for slicing in slicings]


def _scores_on(result: ScoreResult, slicing: Slicing) -> Table:
    found = [
        (place, one.sheet, system.system, one.scores)
        for system in result.systems
        for place, one in enumerate(system.slices)
        if one.sheet.slice.slicing == slicing
    ]
    found.sort(key=lambda one: one[0])
    columns = score_columns(result.metrics, [scores for *_, scores in found])
    sheets = list({place: sheet for place, sheet, *_ in found}.values())
    return Table(
        words.scores_by_slice(slicing),
        (
            Column("slice", "Slice"),
            Column("system", "System", main=len(result.systems) > 1),
            Column("key_mentions", words.KEY_MENTIONS, "count"),
            *columns,
        ),
        tuple(
            (sheet.slice.name, system, sheet.slice.key_mentions, *score_values(columns, scores))
            for _, sheet, system, scores in found
        ),
        (
            words.kept(slicing),
            *_small(sheets),
            *words.on_means(len(result.datasets)),
        ),
        groups=group_starts([place for place, *_ in found]) if len(result.systems) > 1 else frozenset(),
    ).narrowing(3, but=MEAN)


def pair_slice_tables(result: CompareResult) -> list[Table]:
    """Return the differences by the primary metric, one row a slice and pair, a table for each kind."""
    groups: dict[Slicing, list[SliceComparisons]] = {}
    for one in result.slices:
        groups.setdefault(one.sheet.slice.slicing, []).append(one)
    return [_pairs_on(result, slicing, group) for slicing, group in groups.items()]


def _pairs_on(result: CompareResult, slicing: Slicing, group: Sequence[SliceComparisons]) -> Table:
    """The systems of a single pair are named in the header only."""
    [whole] = [family for family in result.families if family.metric == result.options.primary]
    tested = [family for one in group for family in _primary(result, one)]
    several, shown = len(result.scores) > 2, _SHOWN if tested else _SCORES
    rows: list[tuple[Value, ...]] = []
    for one in group:
        columns = _of_pairs(_primary(result, one)) or _scores_of_pairs(whole, one.sheet)
        cells = zip(*(columns.get(name, [None] * len(whole)) for name in shown), strict=True)
        rows += [(one.sheet.slice.name, one.sheet.slice.key_mentions, *row) for row in cells]
    names = {"first_score": whole[0].first, "second_score": whole[0].second} if not several else {}
    known = {column.name: column for column in columns_of([*tested, whole])}
    return Table(
        words.pairs_by_slice(result.options.primary, slicing),
        (
            Column("slice", "Slice"),
            Column("key_mentions", words.KEY_MENTIONS, "count", spare=4),
            *(
                replace(
                    known[name],
                    label=names.get(name, known[name].label),
                    main=several or name not in ("first", "second"),
                    spare=_SPARE.get(name, 0),
                )
                for name in shown
            ),
        ),
        tuple(rows),
        (
            words.kept(slicing),
            *([words.on_pairs(result.options, len(tested))] if tested else []),
            *_small([one.sheet for one in group]),
            *words.on_means(result.datasets),
            *dict.fromkeys(note for one in group for note in sentences(one.remarks)),
        ),
        groups=group_starts([row[0] for row in rows]) if several else frozenset(),
    )


def _of_pairs(tested: Sequence[Family]) -> dict[str, list[Value]]:
    """The columns of the pairs of a slice; none where it was not tested."""
    columns = {name: values for family in tested for name, values in pair_columns(family).items()}
    if columns:
        within = columns.get("equivalent", [False] * len(columns["verdict"]))
        verdicts = zip(columns["verdict"], within, columns["borderline"], strict=True)
        columns["verdict"] = list(starmap(verdict_text, verdicts))
    return columns


def _scores_of_pairs(whole: Family, sheet: SliceSheet) -> dict[str, list[Value]]:
    """The scores of all pairs on a slice without tests."""
    scores = scores_of(sheet.sheet)
    pairs = [(scores[one.first][whole.metric].f1, scores[one.second][whole.metric].f1) for one in whole]
    return {
        "first": [one.first for one in whole],
        "second": [one.second for one in whole],
        "first_score": [first for first, _ in pairs],
        "second_score": [second for _, second in pairs],
        "difference": [first - second for first, second in pairs],
    }


_SCORES = ("first", "second", "first_score", "second_score", "difference")
_SHOWN = (*_SCORES, "interval", "p_value", "p_adjusted", "p_over_slices", "verdict")
# What a narrow terminal can do without.
_SPARE = {"p_value": 3, "first_score": 2, "second_score": 2, "interval": 1}


def _primary(result: CompareResult, one: SliceComparisons) -> list[Family]:
    return [family for family in one.tests if family.metric == result.options.primary]
