"""What is said of boards: the rankings of datasets, settings, tracks and phases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from leaderboard.boards import Board
from leaderboard.report.words.captions import label, where
from leaderboard.report.words.methods import correction
from leaderboard.report.words.numbered import numbered
from leaderboard.significance.remarks import FEW_UNITS
from leaderboard.verbs.rank import RankResult

MISSING = "†"
HIGHEST = "A value is bold where it is the highest."


def by_board(result: RankResult, kind: str) -> str:
    """The caption of the scores of all boards of a kind."""
    return f"{label(result, result.settings.primary)} F1 by {kind} in per cent, with significance ranks"


def by_dataset(result: RankResult, metric: str) -> str:
    count = len(result.of("dataset"))
    return f"{label(result, metric)} F1 by dataset and the mean over {count} datasets, in per cent"


def by_track(result: RankResult) -> str:
    return f"Ranks by track{where(result)}, {label(result, result.settings.primary)} F1 in per cent"


def own_family(kind: str) -> str:
    """How the rank behind a score was tested."""
    return (
        f"The rank in brackets is by the tests of that {kind} alone, whose pairs are a family of their own."
    )


def on_datasets(result: RankResult) -> Iterator[str]:
    """How the ranks on datasets and behind means were tested, and where little can be shown."""
    unit, boards = result.settings.unit, result.of("dataset")
    units = ", ".join(f"{one.label} {one.family.units:,}" for one in boards)
    yield (
        "The rank in brackets behind a score is by the tests on that dataset alone, whose pairs are a family "
        f"of their own; behind a mean it is the rank over all datasets. Number of {unit}s: {units}."
    )
    if few := [one.label for one in boards if one.family.units < FEW_UNITS]:
        yield (
            f"Under {FEW_UNITS} {unit}s only large differences can be significant, and intervals are too "
            f"narrow: {', '.join(few)}."
        )


def on_lacking(result: RankResult) -> Iterator[str]:
    """How systems that lack datasets are to be read."""
    if set(result.lacking) - set(result.partial):
        yield f"{MISSING} The system has no output on this dataset, which is scored as empty."
    if result.partial:
        yield (
            "A system with a dash lacks a dataset: it is ranked nowhere, and its mean, over other datasets "
            "than those of the others, cannot be compared with theirs."
        )


def on_settings(boards: Sequence[Board]) -> str:
    return f"{own_family('setting')} Everything else in this report is by {boards[0].name}."


def on_tracks(boards: Sequence[Board]) -> Iterator[str]:
    if empty := [one.name for one in boards if not one.standings]:
        yield f"No system is ranked in {', '.join(empty)}."
    yield (
        "A rank is among the systems of that track alone, whose pairs are a family of their own; it is "
        "blank where a system is not in the track. Everything but the tracks is about all systems."
    )


def on_phases(last: str | None) -> str:
    return (
        "Each phase has a key of its own, so scores of different phases are not to be compared; a cell "
        f"is blank where a system is not entered. What names no phase is about {last}."
    )


def alone(result: RankResult, board: Board) -> str:
    """The caption of the ranking of one board."""
    by = label(result, result.settings.primary)
    if board.kind == "track":
        systems = numbered(len(board.standings), "system")
        return f"Track {board.name}{where(result)}: {systems}, ranking by {by}, F1 in per cent"
    if board.kind == "setting":
        return f"Ranking by {by} with the setting {board.name}, F1 in per cent"
    return f"Ranking by {by} of the {board.kind} {board.label}, F1 in per cent"


def on_board(result: RankResult, board: Board) -> Iterator[str]:
    """What is to be said of the ranking of one board."""
    if board.kind == "track":
        yield from _on_track(result, board)
        return
    yield from board.notes
    if board.signature:
        yield f"Signature of the scores: {board.signature}"


def _on_track(result: RankResult, board: Board) -> Iterator[str]:
    """How its pairs were tested, and who is missing."""
    baseline, systems = result.settings.against, board.family.systems
    if baseline not in (None, *systems):
        yield f"The baseline {baseline} is not in this track, so none of its systems were compared."
    elif len(systems) == 1:
        yield "Nothing is tested in a track of one system."
    else:
        yield (
            "The p-values are those of the ranking of all systems, with "
            f"{correction(result.settings, board.family)} of this track."
        )
        yield from board.notes
    if board.absent:
        yield f"Named in the track, but not among the systems that are ranked: {', '.join(board.absent)}."
