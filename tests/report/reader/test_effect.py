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
            "This document adds 0.21 to the lead of ours (8.16 points of CoNLL), "
            "the third-largest contribution of 40 documents.",
        ),
        (
            effect(-0.0021, -0.01),
            "This document adds 0.21 to the lead of theirs (1.00 point of CoNLL), "
            "the largest contribution of 40 documents.",
        ),
        (
            effect(-0.0021, more=21),
            "This document reduces the lead of ours (8.16 points of CoNLL) by 0.21, "
            "the 22nd-largest reduction of 40 documents.",
        ),
        (
            effect(0.01, 0.01, documents=1),
            "This document adds 1.00 to the lead of ours (1.00 point of CoNLL).",
        ),
        (effect(0.0), "This document contributes nothing to the lead of ours (8.16 points of CoNLL)."),
        (
            effect(0.01, 0.0, more=1110, documents=2000),
            "ours and theirs have the same CoNLL. This document favours ours by 1.00 point, "
            "the 1,111th-largest effect of 2,000 documents.",
        ),
        (effect(None, None), "CoNLL is 65.23 on this document and 70.00 on all 40 documents."),
        (effect(None, None, documents=1), "CoNLL is 65.23 on this document."),
    ],
)
def test_the_sentence(found: Effect, text: str) -> None:
    assert effect_text(found, ("ours", "theirs")) == text


def test_of_three_systems_the_first_two_are_compared() -> None:
    assert effect_text(effect(0.0), ("a", "b", "c")) == (
        "This document contributes nothing to the lead of a (8.16 points of CoNLL)."
    )
