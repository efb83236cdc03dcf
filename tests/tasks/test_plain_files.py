"""A corpus that is written so that it is read back as it is."""

from __future__ import annotations

from dataclasses import replace

from leaderboard.tasks.priced_errors import plain_file
from tests.support.columns import corpus, texts


def test_a_word_that_breaks_a_file_of_lines_is_written_as_json() -> None:
    plain = replace(corpus([[(0, 0), (1, 1)]], tokens=2), words=texts("Ann", "her"))
    assert plain_file(plain)[0] == ".conll"
    suffix, data = plain_file(replace(plain, words=texts("Ann", "#begin\n#begin")))
    assert suffix == ".jsonl"
    assert b"#begin\\n#begin" in data
