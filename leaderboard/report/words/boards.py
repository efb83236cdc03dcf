"""What is said of boards: the rankings of datasets, settings, tracks and phases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from leaderboard.options import Options
from leaderboard.report.words.methods import correction
from leaderboard.report.words.names import label
from leaderboard.significance.comparison import Family
from leaderboard.significance.remarks import FEW_UNITS
from leaderboard.text import counted

MISSING = "†"
HIGHEST = "A value is bold where it is the highest."


def by_board(primary: str, kind: str) -> str:
    """The caption of the scores of all boards of a kind."""
    return f"{label(primary)} F1 by {kind} in per cent, with significance ranks"


def by_dataset(metric: str, datasets: int) -> str:
    return f"{label(metric)} F1 by dataset and the mean over {datasets} datasets, in per cent"


def by_track(primary: str, place: str) -> str:
    return f"Ranks by track{place}, {label(primary)} F1 in per cent"


def own_family(kind: str) -> str:
    """How the rank behind a score was tested."""
    return (
        f"The rank in brackets is by the tests of that {kind} alone, whose pairs are a family of their own."
    )


def on_datasets(unit: str, units: Mapping[str, int]) -> Iterator[str]:
    """How the ranks on datasets and behind means were tested, and where little can be shown.

    ``units`` has the number of documents of each dataset.
    """
    counts = ", ".join(f"{dataset} {count:,}" for dataset, count in units.items())
    yield (
        "The rank in brackets behind a score is by the tests on that dataset alone, whose pairs are a family "
        f"of their own; behind a mean it is the rank over all datasets. Number of {unit}s: {counts}."
    )
    if few := [dataset for dataset, count in units.items() if count < FEW_UNITS]:
        yield (
            f"Under {FEW_UNITS} {unit}s only large differences can be significant, and intervals are too "
            f"narrow: {', '.join(few)}."
        )


def on_lacking(is_empty: bool, is_excluded: bool) -> Iterator[str]:
    """How systems that lack datasets are to be read, where some are scored as empty or excluded."""
    if is_empty:
        yield f"{MISSING} The system has no output on this dataset, which is scored as empty."
    if is_excluded:
        yield (
            "A system with a dash lacks a dataset: it is ranked nowhere, and its mean, over other datasets "
            "than those of the others, cannot be compared with theirs."
        )


def on_settings(first: str) -> str:
    return f"{own_family('setting')} Everything else in this report is by {first}."


def on_tracks(empty: Sequence[str]) -> Iterator[str]:
    """How ranks in tracks are to be read; in those that are ``empty`` there are none."""
    if empty:
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


def board_alone(primary: str, kind: str, name: str) -> str:
    """The caption of the ranking of one board."""
    return f"Ranking by {label(primary)} of the {kind} {name}, F1 in per cent"


def setting_alone(primary: str, setting: str) -> str:
    return f"Ranking by {label(primary)} with the setting {setting}, F1 in per cent"


def track_alone(primary: str, track: str, place: str, systems: int) -> str:
    return f"Track {track}{place}: {counted(systems, 'system')}, ranking by {label(primary)}, F1 in per cent"


def on_board(notes: Sequence[str], signature: str) -> tuple[str, ...]:
    """What is to be said of the ranking of one board, the signature of its scores last."""
    return (*notes, f"Signature of the scores: {signature}") if signature else tuple(notes)


def on_track(options: Options, family: Family, notes: Sequence[str], absent: Sequence[str]) -> Iterator[str]:
    """How the pairs of a track were tested, and who is missing."""
    baseline, systems = options.against, family.systems
    if baseline not in (None, *systems):
        yield f"The baseline {baseline} is not in this track, so none of its systems were compared."
    elif len(systems) == 1:
        yield "Nothing is tested in a track of one system."
    else:
        yield (
            f"The p-values are those of the ranking of all systems, with {correction(options, family)} "
            "of this track."
        )
        yield from notes
    if absent:
        yield f"Named in the track, but not among the systems that are ranked: {', '.join(absent)}."
