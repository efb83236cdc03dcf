"""Sentences about the prices of errors."""

from __future__ import annotations

from collections.abc import Mapping

from leaderboard.errors import Problem
from leaderboard.options import Options
from leaderboard.report.words.comparisons import sign_note
from leaderboard.report.words.methods import adjustment, percentage
from leaderboard.report.words.names import label
from leaderboard.text import counted, plural

# The kinds of errors, each as one error and as what is mended.
KIND_LABELS = {
    "span": "Wrong span",
    "conflated": "Conflated entity",
    "extra_mention": "Extra mention",
    "extra_entity": "Extra entity",
    "divided": "Divided entity",
    "missing_mention": "Missing mention",
    "missing_entity": "Missing entity",
}
_MENDED = {
    "span": "wrong spans",
    "conflated": "conflated entities",
    "extra_mention": "extra mentions",
    "extra_entity": "extra entities",
    "divided": "divided entities",
    "missing_mention": "missing mentions",
    "missing_entity": "missing entities",
}
COSTS = "What each kind of error costs"
IN_TURN = "Gains if all kinds of errors are corrected in turn, from left to right"
ALONE = "Alone: the gain in points if only this kind of errors is corrected."
_CUMULATIVE = (
    "Cumulative: the gain after all kinds above are corrected. These gains add up to the distance from a "
    "perfect score; the gains alone do not, because one wrong mention can be two errors."
)
_NO_HEADS = (
    "heads: none. The key has no parts of speech, so mentions are compared by their first or last token, and "
    "more of them count as wrong spans."
)
ALL_SYSTEMS = "errors of all systems"
SHARED_ROW = "The last row counts the errors that every system makes."
LARGEST = "Bold: the largest gain of the system."
LIST_NOTES = (
    "Tokens are counted from 0 in each part. A wrong span is listed with the span of the response, then that "
    "of the key.",
    "Entity: a mention of the entity that the mentions were linked to, or should have been linked to.",
)
ONLY_SWAPS = "Differences between gains are always tested by swaps; --test applies to scores only."
SHARED = "Shared by all: errors that every system makes. Only here: errors that no other system makes."


def price_caption(system: str, primary: str) -> str:
    return f"What the errors of {system} cost, in points of {label(primary)}"


def largest_gain(gains: Mapping[str, float], primary: str) -> str:
    """Return which kind would gain most if it were mended alone."""
    kind = max(gains, key=lambda one: gains[one])
    if gains[kind] <= 0:
        return f"To correct one kind of errors alone would not raise {label(primary)}."
    return (
        f"Correcting {_MENDED[kind]} alone would gain {100 * gains[kind]:.2f} points of {label(primary)}, "
        "the largest gain of all kinds."
    )


def price_notes(heads: str, alpha: float, systems: int) -> tuple[str, ...]:
    """Return what the columns mean."""
    return (
        f"{ALONE} Interval: of this gain, at level {percentage(1 - alpha)}.",
        _CUMULATIVE,
        *((SHARED,) if systems > 1 else ()),
        *heads_notes(heads),
    )


def heads_notes(heads: str) -> tuple[str, ...]:
    """Return how wrong spans were found in a key without heads."""
    return (_NO_HEADS,) if "none" in heads else ()


def unpriced_notes(problems: Mapping[str, Problem]) -> tuple[str, ...]:
    """Return why the errors of some systems have no prices."""
    return tuple(f"Without prices: {system} ({one.reason})." for system, one in problems.items())


def dearer_note(first: str) -> str:
    return f"Where the difference is positive, these errors cost {first} more."


def difference_caption(primary: str) -> str:
    return f"Differences between gains alone, in points of {label(primary)}"


def difference_notes(options: Options, tests: int) -> tuple[str, ...]:
    """Return how differences of gains were tested."""
    # Between tests of several kinds there are no logical relations.
    method = adjustment("holm" if options.adjust == "shaffer" else options.adjust)
    return (
        sign_note(),
        f"Tests swap whole {plural(options.unit)} with all their corrected versions, with {method} for "
        f"{counted(tests, 'test')}.",
        *((ONLY_SWAPS,) if options.test != "ar" else ()),
    )
