"""The sentences on slices: what a slice keeps, how it was tested, and what must not be concluded."""

from __future__ import annotations

from collections.abc import Iterator

from leaderboard.options import Options
from leaderboard.report.words.methods import adjustment, percentage
from leaderboard.report.words.names import label
from leaderboard.significance.design import Design
from leaderboard.slices import Slicing
from leaderboard.text import counted

KEY_MENTIONS, DATASETS = "Mentions of the key", "Datasets with the slice"
INTERVALS = "Intervals by slice"
_KEPT = {
    "documents": "A slice is the documents with a value, whole, on both sides.",
    "entities": (
        "On both sides, a slice keeps each entity that has such a mention, whole. A chain of a response "
        "without such a mention is left out, so a missed pronoun may take its chain with it."
    ),
    "mentions": (
        "On both sides, a slice keeps the mentions with a value and nothing else. Links to mentions of other "
        "kinds are in no slice."
    ),
    "sides": (
        "Recall compares the entities of the key that are in the slice with the whole response. Precision "
        "compares the entities of the response that are in the slice with the whole key."
    ),
}
_TYPES = (
    "Types are those of the key, so an entity of a response without any mention of the key is in no slice. "
    "Precision does not see it."
)
_OVERLAP = "A mention can be in several slices, so slices do not add up to the whole."


def by_slice(metric: str, slicing: Slicing, tested: bool) -> str:
    """Return the caption of the scores on all slices of one kind, of which some may be tested."""
    ranks = ", with significance ranks" if tested else ""
    return f"{label(metric)} F1 by {_kind(slicing)} in per cent{ranks}"


def intervals_by_slice(metric: str, slicing: Slicing, alpha: float) -> str:
    return f"{label(metric)} F1 by {_kind(slicing)}: intervals at level {percentage(1 - alpha)}"


def figure_title(metric: str, slicing: Slicing, drawn: int, slices: int) -> str:
    """Return the title of a figure with so many of the slices."""
    part = f" (the first {drawn} of {slices} slices; the table has all)" if drawn < slices else ""
    return f"{label(metric)} by {_kind(slicing)}{part}"


def scores_by_slice(slicing: Slicing) -> str:
    return f"F1 by {_kind(slicing)} in per cent"


def pairs_by_slice(metric: str, slicing: Slicing) -> str:
    """Return the caption of the differences on slices."""
    return f"Differences by {_kind(slicing)}, {label(metric)} F1 in per cent"


def kept(slicing: Slicing) -> str:
    """Return what a slice keeps, and what it therefore does not see."""
    types = [_TYPES] if "etype" in slicing.by else []
    overlap = [_OVERLAP] if slicing.overlaps else []
    return " ".join([_KEPT[slicing.keep], *types, *overlap])


def on_ranks(options: Options, slices: int) -> str:
    """Return how ranks on slices were tested, and when a difference on one of them may be quoted."""
    return (
        "In brackets: the rank by the tests of that slice alone, with a correction for its own pairs. "
        f"{_looks(slices, options.alpha)} p over slices is in `leaderboard.json`."
    )


def on_pairs(options: Options, slices: int) -> str:
    """Return how differences on slices were corrected, and when one of them may be quoted."""
    method = adjustment(Design(adjust=options.adjust).procedure)
    return (
        "p adjusted is corrected within the slice, and verdicts follow it. p over slices is corrected for "
        f"all pairs on all slices of this table by {method}. {_looks(slices, options.alpha)}"
    )


def _looks(slices: int, alpha: float) -> str:
    if slices < 2:
        return "The slice is tested on its own."
    return (
        f"Each slice is tested on its own, and {slices} slices are {slices} looks at the same data. "
        "Quote a difference on a slice that was not chosen beforehand only if its p over slices is at most "
        f"{alpha:g}."
    )


def on_small(mentions: int, documents: int) -> str:
    """Return which slices have scores, but neither ranks nor tests."""
    return (
        f"There are no tests for slices of fewer than {counted(mentions, 'mention')} of the key "
        f"(`--slice-min`) or {counted(documents, 'document')} (`--slice-documents`)."
    )


def on_means(datasets: int) -> Iterator[str]:
    """Return what a score is where there are several datasets."""
    if datasets > 1:
        yield "A score is the mean over the datasets whose key has the slice."


def figure_legend(metric: str, alpha: float, has_intervals: bool) -> str:
    interval = f", {percentage(1 - alpha)} interval" if has_intervals else ""
    return f"{label(metric)} F1 (%){interval}; tick: score on everything"


def figure_text(metric: str, slicing: Slicing, systems: int, drawn: int, slices: int) -> str:
    scores = f"{label(metric)} F1 of {counted(systems, 'system')}"
    part = f"the first {drawn} of " if drawn < slices else ""
    whole = f"{part}{counted(slices, 'slice')} by {_kind(slicing)}"
    return f"{scores} on {whole}, each beside the score on everything."


def _kind(slicing: Slicing) -> str:
    """Return the attributes, and what is kept where that is a choice."""
    return slicing.name if slicing.keep == "documents" else f"{slicing.name} ({slicing.keep})"
