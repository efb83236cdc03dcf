"""The fast and the slow reader of CoNLL files accept the same files and read the same in them."""

from __future__ import annotations

import re

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leaderboard.corpus import Corpus
from leaderboard.formats.conll import layout
from leaderboard.formats.conll.conll_blocks import scan
from leaderboard.formats.conll.conll_lines import diagnose
from tests.formats.conll.files import files
from tests.formats.readers import accepted_by_both, diagnosed
from tests.formats.texts import words

COLUMNS = ("part_line", "tokens", "token_line", "part", "start", "end", "entity", "line")


def rare(data: bytes) -> bool:
    """What the fast reader leaves to the slow one although it may be accepted."""
    text = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
    lines = text.split(b"\n")
    hashed = [line for line in lines if line.lstrip().startswith(b"#")]
    return (
        re.search(rb"[\x00-\x08\x0b-\x1f]", text) is not None
        or re.search(rb"[^()|\s]{65}", text) is not None
        or (b"\t" in text and any(untidy(line) for line in lines))
        or not all(re.match(rb"\s*#\s*(begin|end) document\b", line) for line in hashed)
        or any(map(uneven, lines, lines[1:]))
        or any(map(opens_and_closes, lines))
        or not text.strip()
    )


def opens_and_closes(line: bytes) -> bool:
    """Whether brackets of one id open and close on one token, of which the slow reader may tell."""
    brackets = re.findall(rb"(\()?([^()|\s]+)(\))?", line)
    opens = {name for opening, name, closing in brackets if opening and not closing}
    return any(name in opens for opening, name, closing in brackets if closing and not opening)


def uneven(line: bytes, after: bytes) -> bool:
    """Whether a row has another number of columns than the row before it, of which the slow reader tells."""
    both = [row.strip() for row in (line, after)]
    tab = b"\t" if b"\t" in line + after else None
    return (
        all(row and not row.startswith(b"#") for row in both)
        and len({len(row.split(tab)) for row in both}) > 1
    )


def untidy(line: bytes) -> bool:
    """Whether a line of a file with tabs has no tab, or blanks beside one."""
    alone = line and b"\t" not in line and not line.startswith(b"#")
    return bool(alone) or re.search(rb"^[ \t]|[ ]$|[ ]\t|\t[ ]", line) is not None


def assert_same(one: Corpus, other: Corpus) -> None:
    assert one.parts == other.parts
    for name in COLUMNS:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert words(one.words) == words(other.words)
    assert words(one.tags) == words(other.tags)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    files(),
    st.sampled_from([None, None, None, 1, 2]),
    st.booleans(),
    st.sampled_from([-1, -1, -1, -2, -9, 1, 3, 5, 9]),
)
def test_both_accept_the_same_files(
    data: bytes, word_column: int | None, tags: bool, coref_column: int
) -> None:
    columns = layout(data, word_column, tags, coref_column=coref_column)
    both = accepted_by_both(data, scan("f", data, columns), diagnosed(diagnose("f", data, columns)), rare)
    if both:
        assert_same(*both)
