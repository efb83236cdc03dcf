"""Slices: what each is, scores, ranks and differences on it, and what must not be concluded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import starmap
from typing import TYPE_CHECKING

from leaderboard.report.table import Column, Numbered, Table, Value, group_starts
from leaderboard.report.tables.pairs import columns_of, pair_columns
from leaderboard.report.tables.rankings import interval, ranked_text
from leaderboard.report.tables.score_fields import MEAN, score_columns, score_values
from leaderboard.report.words.boards import own_family
from leaderboard.report.words.marks import bold, is_bold
from leaderboard.report.words.methods import adjustment, interval_head, percentage, verdict_text
from leaderboard.report.words.names import axis, how_all, in_units, label, score_of, words_of
from leaderboard.report.words.remarks import sentences
from leaderboard.significance.design import Design
from leaderboard.tasks.task import scores_of
from leaderboard.text import capital, counted

if TYPE_CHECKING:
    from leaderboard.boards import Board, SliceComparisons
    from leaderboard.options import Options
    from leaderboard.scoring.sliced import SliceSheet
    from leaderboard.significance.family import Family
    from leaderboard.slices.slicing import Keep, Slicing
    from leaderboard.verbs.compare import CompareResult
    from leaderboard.verbs.rank import RankResult
    from leaderboard.verbs.score import ScoreResult

Cell = Callable[["Board", str], Value]

DATASETS = "Datasets with the slice"
_KEPT = {
    "documents": "A slice contains complete documents with one value, in key and responses.",
    "items": "A slice contains the items with one value.",
    "entities": (
        "A slice contains complete entities with such a mention, in key and responses, so if a system misses "
        "the only such mention of an entity, the entity is left out."
    ),
    "mentions": (
        "A slice contains only the mentions with one value, in key and responses. Links to mentions of other "
        "kinds are in no slice."
    ),
    "sides": (
        "Recall compares the entities of the key that are in the slice with the complete response. Precision "
        "compares the entities of the response that are in the slice with the complete key."
    ),
}
_TYPES = (
    "Types are those of the key, so an entity of a response without any mention of the key is in no slice. "
    "Precision does not see it."
)
_OVERLAP = "A mention can be in several slices, so slices do not add up to the total."


def slice_tables(result: RankResult, boards: Sequence[Board]) -> Iterator[Table]:
    """Yield a table for each kind of slices: systems by slices, the primary F1 with its rank."""
    primary = result.options.primary
    for slicing, group in slice_groups(result):
        shown = [one for one in group if one.standings]
        table = _across(
            result,
            by_slice(primary, slicing, bool(shown)),
            group,
            lambda one, system: ranked_text(
                one.scores[system][primary].f1, one.standings.get(system), primary
            ),
        )
        yield replace(
            table,
            notes=(
                kept(slicing),
                *([on_ranks(result.options, len(shown))] if shown else []),
                *_small([one.slice.sheet for one in group if one.slice]),
                *on_means(result.datasets, result.options.averaged),
                *dict.fromkeys(note for one in group for note in sentences(one.notes)),
            ),
            best=frozenset(_bold(result, group)),
            marks=bold(result.options.against, "on that slice"),
        )


def interval_tables(result: RankResult) -> Iterator[Table]:
    """Yield the intervals of the scores on slices."""
    for slicing, group in slice_groups(result):
        if shown := [one for one in group if one.standings]:
            level = percentage(1 - result.options.alpha)
            scores = f"{score_of(result.options.primary)} by {_kind(slicing)}"
            caption = f"{scores}: intervals at level {level}"
            yield _across(
                result, caption, shown, lambda one, name: interval(result, one.standings[name]), "bounds"
            )


def _across(
    result: RankResult, caption: str, group: Sequence[Board], cell: Cell, kind: str = "ranked"
) -> Table:
    """One row per system in the order of the report, after rows of counts."""
    primary = result.options.primary
    systems = [standing.system for standing in result.primary.standings]
    rows = [(system, *(cell(one, system) for one in group)) for system in systems]
    columns = (
        Column("system", "System"),
        *(Column(one.name, one.label, kind, metric=primary) for one in group),
    )
    counts = list(_count_rows(result, group))
    return Table(caption, columns, (*counts, *rows), groups=frozenset({len(counts)})).narrowing(1)


def _count_rows(result: RankResult, group: Sequence[Board]) -> Iterator[tuple[Value, ...]]:
    slices = [one.slice.sheet.slice for one in group if one.slice]
    yield (words_of(result.options.primary).counted, *(_count(sliced.key_mentions) for sliced in slices))
    if result.datasets > 1:
        yield (DATASETS, *(_count(len(sliced.datasets)) for sliced in slices))


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
    return [on_small(one.fewest_mentions, one.fewest_documents, one.slice.slicing.keep) for one in small[:1]]


def score_slice_tables(result: ScoreResult) -> list[Table]:
    """Return one row per slice and system, a table for each kind of slices."""
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
    words = words_of(result.metrics[0].name)
    columns = score_columns(result.metrics, [scores for *_, scores in found])
    sheets = list({place: sheet for place, sheet, *_ in found}.values())
    return Table(
        f"{capital(words.scores)} by {_kind(slicing)}{how_all(result.metrics)}",
        (
            Column("slice", "Slice"),
            Column("system", "System", main=len(result.systems) > 1),
            Column("key_mentions", words.counted, "count"),
            *columns,
        ),
        tuple(
            (sheet.slice.name, system, sheet.slice.key_mentions, *score_values(columns, scores))
            for _, sheet, system, scores in found
        ),
        (
            kept(slicing),
            *_small(sheets),
            *on_means(len(result.datasets), result.averaged),
        ),
        groups=group_starts([place for place, *_ in found]) if len(result.systems) > 1 else frozenset(),
    ).narrowing(3, but=MEAN)


def pair_slice_tables(result: CompareResult) -> list[Table]:
    """Return the differences by the primary metric, one row per slice and pair, a table for each kind."""
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
    names, score = {"interval": interval_head(result.options.alpha)}, words_of(result.options.primary).score
    if not several:
        names |= {"first_score": whole[0].first, "second_score": whole[0].second}
    known = {column.name: column for column in columns_of([*tested, whole])}
    return Table(
        pairs_by_slice(result.options.primary, slicing),
        (
            Column("slice", "Slice"),
            Column("key_mentions", words_of(result.options.primary).counted, "count", spare=4),
            *(
                replace(
                    known[name],
                    label=names.get(name, known[name].label.replace("F1", score)),
                    main=several or name not in ("first", "second"),
                    spare=_SPARE.get(name, 0),
                )
                for name in shown
            ),
        ),
        tuple(rows),
        (
            kept(slicing),
            *([on_pairs(result.options, len(tested))] if tested else []),
            *_small([one.sheet for one in group]),
            *on_means(result.datasets, result.options.averaged),
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
        over = columns.get("p_over_slices", columns["p_adjusted"])
        columns["verdict"] = [
            f"{text} on its own" if text == "significant" and float(str(p)) > tested[0].design.alpha else text
            for text, p in zip(starmap(verdict_text, verdicts), over, strict=True)
        ]
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


def by_slice(metric: str, slicing: Slicing, tested: bool) -> str:
    """Return the caption of the scores on all slices of one kind, of which some may be tested."""
    ranks = ", with significance ranks" if tested else ""
    return f"{score_of(metric)} by {_kind(slicing)}{in_units(metric)}{ranks}"


def figure_title(metric: str, slicing: Slicing, drawn: int, slices: int) -> str:
    """Return the title of a figure with so many of the slices."""
    part = f" (the first {drawn} of {slices} slices; the table has all)" if drawn < slices else ""
    return f"{label(metric)} by {_kind(slicing)}{part}"


def pairs_by_slice(metric: str, slicing: Slicing) -> str:
    """Return the caption of the differences on slices."""
    return f"Differences by {_kind(slicing)}, {score_of(metric)}{in_units(metric)}"


def kept(slicing: Slicing) -> str:
    """Return what a slice keeps, and what it therefore does not see."""
    types = [_TYPES] if "etype" in {*slicing.by} - {*slicing.labelled} else []
    overlap = [_OVERLAP] if slicing.overlaps else []
    return " ".join([_KEPT[slicing.keep], *types, *overlap])


def on_ranks(options: Options, slices: int) -> str:
    """Return how ranks on slices were tested, and when a difference on one of them may be quoted."""
    return f"{own_family('slice')} {_looks(slices, options)} p over slices is in `leaderboard.json`."


def on_pairs(options: Options, slices: int) -> str:
    """Return how differences on slices were corrected, and when one of them may be quoted."""
    method = adjustment(Design(adjust=options.adjust).procedure)
    return (
        "p adjusted is corrected for the pairs of the slice, p over slices for all pairs on all slices of "
        f"this table (by {method}). {_looks(slices, options)}"
    )


def _looks(slices: int, options: Options) -> str:
    if slices < 2:
        return "The slice has separate tests."
    if options.adjust == "none":
        return "Each slice has separate tests, and no p is corrected: rely on slices chosen in advance only."
    return (
        "Each slice has separate tests. If you did not choose a slice in advance, report a difference only "
        f"if p over slices ≤ {options.alpha:g}."
    )


def on_small(mentions: int, documents: int, keep: Keep) -> str:
    """Return which slices have scores, but neither ranks nor tests."""
    items = counted(mentions, "item") if keep == "items" else f"{counted(mentions, 'mention')} of the key"
    units = counted(documents, "item" if keep == "items" else "document")
    least = f"{items} (`--slice-min`) or {units} (`--slice-documents`)"
    return f"There are no tests for slices of fewer than {least}."


def on_means(datasets: int, averaged: str) -> Iterator[str]:
    """Return what a score is where there are several datasets."""
    if datasets > 1:
        of = "of all datasets together" if averaged == "pool" else "the mean over the datasets"
        yield f"A score is {of} whose key has the slice."


def figure_legend(metric: str, alpha: float, has_intervals: bool) -> str:
    interval = f", {percentage(1 - alpha)} interval" if has_intervals else ""
    return f"{axis(metric)}{interval}; tick: score on everything"


def figure_text(metric: str, slicing: Slicing, systems: int, drawn: int, slices: int) -> str:
    scores = f"{score_of(metric)} of {counted(systems, 'system')}"
    part = f"the first {drawn} of " if drawn < slices else ""
    whole = f"{part}{counted(slices, 'slice')} by {_kind(slicing)}"
    return f"{scores} on {whole}, each beside the score on everything."


def _kind(slicing: Slicing) -> str:
    """Return the attributes, and what is kept where that is a choice."""
    return slicing.name if slicing.is_whole else f"{slicing.name} ({slicing.keep})"
