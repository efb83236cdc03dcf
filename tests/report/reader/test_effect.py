"""The sentence on what a document contributes."""

from __future__ import annotations

import pytest

from leaderboard.reader import Effect
from leaderboard.report.files.reader import effect_text


def effect(
    own: float | None, difference: float | None = 0.0816, more: int = 0, documents: int = 40
) -> Effect:
    return Effect(
        metric="CoNLL",
        f1=0.6523,
        corpus=0.7,
        effect=own,
        difference=difference,
        more=more,
        documents=documents,
    )


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (
            effect(0.0021, more=2),
            "It contributes +0.21 of the 8.16 points of CoNLL between the two systems: "
            "the third most of 40 documents.",
        ),
        (
            effect(-0.0021, -0.01),
            "It contributes −0.21 of the −1.00 point of CoNLL between the two systems: "
            "the most of 40 documents.",
        ),
        (
            effect(-0.0021, more=21),
            "It takes 0.21 from the 8.16 points of CoNLL between the two systems: "
            "the 22nd most of 40 documents.",
        ),
        (
            effect(0.01, 0.01, documents=1),
            "It contributes +1.00 of the 1.00 point of CoNLL between the two systems.",
        ),
        (effect(0.0), "It contributes nothing to the 8.16 points of CoNLL between the two systems."),
        (
            effect(0.01, 0.0, more=1110, documents=2000),
            "Without a difference in CoNLL between the two systems, it contributes +1.00 point: "
            "the 1,111th most of 2,000 documents.",
        ),
        (effect(None, None), "CoNLL is 65.23 on this document and 70.00 on all 40 documents."),
        (effect(None, None, documents=1), "CoNLL is 65.23 on this document."),
    ],
)
def test_the_sentence(found: Effect, text: str) -> None:
    assert effect_text(found, 1 if found.effect is None else 2) == text


def test_of_three_systems_the_first_two_are_compared() -> None:
    assert effect_text(effect(0.0), 3) == (
        "It contributes nothing to the 8.16 points of CoNLL between the first two systems."
    )
