"""Each remark has the sentence of the golden file, with one, two and five of each thing."""

from __future__ import annotations

from tests.report.words.all_sentences import GOLDEN, everything


def test_sentences_are_those_of_the_golden_file() -> None:
    assert everything() == GOLDEN.read_text("utf-8")
