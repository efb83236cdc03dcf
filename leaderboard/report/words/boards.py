"""The sentences on boards: the rankings of datasets, settings, tracks and phases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from leaderboard.report.words.methods import correction
from leaderboard.report.words.names import how_shown, in_units, label, score_of
from leaderboard.text import counted, plural

if TYPE_CHECKING:
    from leaderboard.options import Options
    from leaderboard.significance.family import Family

MISSING = "†"
HIGHEST, LOWEST = "Bold: the highest value.", "Bold: the lowest value."
UNRANKED = "No rank: the system lacks datasets. Its score cannot be compared with those of other systems."


def by_board(primary: str, kind: str) -> str:
    """Return the caption of the scores of all boards of a kind."""
    return f"{score_of(primary)} by {kind}{in_units(primary)}, with significance ranks"


def by_dataset(metric: str, datasets: int, averaged: str) -> str:
    whole = f"on all {datasets} as one" if averaged == "pool" else f"the mean over {datasets} datasets"
    units = in_units(metric).strip(" ,")
    return f"{score_of(metric)} by dataset and {whole}{f', {units}' if units else ''}"


def mean_label(averaged: str) -> str:
    """Return what the column of the scores over all datasets is called."""
    if averaged == "pool":
        return "Pool"
    return "Mean" if averaged == "dataset" else f"Mean over {averaged}s"


def by_track(primary: str, place: str) -> str:
    return f"Ranks by track{place}, {score_of(primary)}{in_units(primary)}"


def own_family(kind: str) -> str:
    """Return how the rank after a score was tested."""
    return f"(n) after a score: rank for that {kind}, from separate tests."


def on_datasets(unit: str, units: Mapping[str, int], averaged: str) -> Iterator[str]:
    """Return how ranks on datasets and after means were tested, and the datasets that can show little.

    ``units`` has the number of documents of each dataset.
    """
    whole = "a score of the pool" if averaged == "pool" else "a mean"
    yield (
        f"{own_family('dataset')} (n) after {whole}: rank over all datasets. "
        f"(n) after a dataset: number of {plural('document' if unit == 'run' else unit)}."
    )
    from leaderboard.significance.remarks import FEW_UNITS

    if unit != "run" and (few := [dataset for dataset, count in units.items() if count < FEW_UNITS]):
        names, least = ", ".join(few), f"{FEW_UNITS} {plural(unit)}"
        yield f"With fewer than {least}, only large differences can be significant: {names}."


def on_means(means: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Return what the means over some datasets are, where there are any."""
    if means:
        named = "; ".join(f"{label} ({', '.join(datasets)})" for label, datasets in means.items())
        yield f"Means over some datasets, each with separate tests: {named}."


def datasets_legend(primary: str) -> str:
    """Return how the figure of ranks by dataset is read."""
    return (
        f"Rank by {score_of(primary)}; blue: better than over all datasets, orange: worse; "
        "dark: by a fifth of all ranks or more"
    )


def datasets_pictured(
    primary: str, systems: Sequence[str], datasets: Sequence[str], ranks: Sequence[Sequence[int]]
) -> tuple[str, str]:
    """Return the title of the figure of ranks by dataset, and what it shows in words."""
    widest = max(range(len(systems)), key=lambda row: max(ranks[row]) - min(ranks[row]))
    low, high = (end(ranks[widest]) for end in (min, max))
    best, worst = (datasets[ranks[widest].index(end)] for end in (low, high))
    return (
        f"Ranks by {label(primary)} on each dataset",
        f"Ranks of {counted(len(systems), 'system')} by {score_of(primary)} on {len(datasets)} datasets, "
        "without tests. "
        + (
            "Each system has the same rank on all."
            if low == high
            else f"Ranks of {systems[widest]} are farthest apart, from {low} ({best}) to {high} ({worst})."
        ),
    )


def on_lacking(is_empty: bool, is_excluded: bool) -> Iterator[str]:
    """Return how to read systems that lack datasets, where some are scored as empty or excluded."""
    if is_empty:
        yield f"{MISSING} The system, or one of its runs, lacks this dataset, which is scored as empty."
    if is_excluded:
        yield (
            "A dash: the system lacks this dataset and is excluded. Its mean is over fewer datasets and "
            "cannot be compared with the means of other systems."
        )


def on_settings(first: str) -> str:
    return f"{own_family('setting')} All other tables use the setting {first}."


def on_tracks(empty: Sequence[str]) -> Iterator[str]:
    """Return how to read ranks in tracks; those that are ``empty`` have none."""
    if empty:
        yield f"No system is ranked in {', '.join(empty)}."
    yield (
        "A rank in a track compares the systems of that track only, with a correction for its own pairs. "
        "A blank cell: the system is not in the track. All other tables are about all systems."
    )


def on_phases(last: str | None) -> str:
    return (
        "Each phase has its own key, so scores of different phases cannot be compared. A blank cell: the "
        f"system did not enter. Tables that name no phase are about {last}."
    )


def board_alone(primary: str, kind: str, name: str) -> str:
    """Return the caption of the ranking of one board."""
    return f"Ranking by {label(primary)} of the {kind} {name}{how_shown(primary)}"


def setting_alone(primary: str, setting: str) -> str:
    return f"Ranking by {label(primary)} with the setting {setting}, F1 in per cent"


def track_alone(primary: str, track: str, place: str, systems: int) -> str:
    return (
        f"Track {track}{place}: {counted(systems, 'system')}, ranking by {label(primary)}{how_shown(primary)}"
    )


def on_board(notes: Sequence[str], signature: str) -> tuple[str, ...]:
    """Return the notes on the ranking of one board, the signature of its scores last."""
    return (*notes, f"Signature of the scores: {signature}") if signature else tuple(notes)


def on_track(options: Options, family: Family, notes: Sequence[str], absent: Sequence[str]) -> Iterator[str]:
    """Return how the pairs of a track were tested, and its systems without a rank."""
    baseline, systems = options.against, family.systems
    if baseline not in (None, *systems):
        yield f"The baseline {baseline} is not in this track, so no pair of the track was tested."
    elif len(systems) == 1:
        yield "The track has one system, so nothing was tested."
    else:
        corrected = f"with {correction(options, family)}" if len(family) > 1 else "for the one pair"
        yield f"The p-values are those of the ranking of all systems, {corrected} of this track."
        yield from notes
    if absent:
        yield f"Named by the track, but not ranked: {', '.join(absent)}."
