"""What a reader should be told, metric by metric, said once where metrics agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

# A longer list of names is not read.
MOST_NAMES = 20


def merged(notes: Mapping[str, Sequence[str]], but: str | None = None) -> tuple[str, ...]:
    """Each sentence with the labels of the metrics that it is about, unless it is about all.

    What is about one metric alone is left out if it is ``but``, of which it is said elsewhere.
    """
    about: dict[str, list[str]] = {}
    for label, sentences in notes.items():
        for sentence in sentences:
            about.setdefault(sentence, []).append(label)
    return tuple(
        sentence if len(labels) == len(notes) else f"{', '.join(labels)}: {sentence}"
        for sentence, labels in about.items()
        if labels != [but]
    )


def listed(names: Sequence[str]) -> str:
    """Return the first names as ``a, b and c`` or ``a, b and 7 more``."""
    more = len(names) - MOST_NAMES
    *others, last = (*names[:MOST_NAMES], *([f"{more:,} more"] if more > 0 else []))
    return f"{', '.join(others)} and {last}" if others else last
