"""What is said of baselines, which are outside the ranking and all tests."""

from __future__ import annotations

BASELINES = "Baselines from the key"
BASELINE = "Baseline, made from the key alone: it has no rank and is in no test."


def made_from_key(with_words: bool) -> str:
    """How they were made; without words in the key, two of them can be."""
    alike = ", and mentions with equal words in one entity" if with_words else " (the key has no words)"
    return (
        f"Baselines have the mentions of the key: each alone, all of a document in one entity{alike}. "
        "They have no rank and are in no test."
    )
