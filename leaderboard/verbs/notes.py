"""What a reader should be told, metric by metric, said once where metrics agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


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
