"""A response that is read beside the lines of its key is read as any other reader reads it, or left to it."""

from __future__ import annotations

from dataclasses import fields, replace
from io import BytesIO

import numpy as np
import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from leaderboard.corpus import Corpus, Texts
from leaderboard.errors import InputError
from leaderboard.formats import Reading, read_corpus, settled
from leaderboard.formats.conll import conll_blocks as module
from leaderboard.formats.conll.conll_blocks import follow, key_lines
from leaderboard.formats.limits import WITHOUT_KEY, Bounds
from tests.formats.conll.files import NOISE, cells, names, noise_of_bytes, token_lines
from tests.support.small_task import FAIR, KEY

PADDED = KEY.replace("\t", "  ")
SINGLE = KEY.replace("\t", " ")
# As LitBank writes tokens without brackets.
EMPTY = KEY.replace("\t-\n", "\t\n")


def read(data: bytes, tags: bool = False, bounds: Bounds = WITHOUT_KEY) -> Corpus | None:
    """What the ordinary readers read, if anything."""
    try:
        return read_corpus("f", data, Reading(tags=tags, bounds=bounds)).corpus
    except InputError:
        return None


def followed(key: bytes, data: bytes, bounds: Bounds = WITHOUT_KEY) -> Corpus | None:
    """A response read beside the lines of the key, if it can be."""
    corpus = read(key, tags=True)
    lines = corpus and key_lines(key, corpus)
    seen: list[bytes] = []
    parsed = lines and follow(lines, "f", BytesIO(data), bounds, seen.append)
    if not parsed:
        return None
    assert b"".join(seen) == data
    return settled(parsed, Reading()).corpus


def assert_same(one: Corpus, other: Corpus) -> None:
    for field in fields(Corpus):
        ours, theirs = getattr(one, field.name), getattr(other, field.name)
        if isinstance(ours, Texts):
            assert ours.equals(theirs)
        elif isinstance(ours, np.ndarray):
            assert np.array_equal(ours, theirs), field.name
            assert ours.dtype == theirs.dtype
        else:
            assert ours == theirs, field.name


def other_cell(line: str, cell: str, spaces: int) -> str:
    """A line of a token with something else in its last column."""
    if "\t" in line:
        return line.rpartition("\t")[0] + "\t" + cell
    return line.rstrip().rpartition(" ")[0] + " " * spaces + cell


@st.composite
def responses(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """A key, and its text with other cells of any width, at times with noise."""
    columns, separator = draw(st.integers(2, 9)), draw(st.sampled_from([" ", "  ", "\t"]))
    key, found = [], []
    for name in draw(st.lists(names, min_size=1, max_size=3, unique=True)):
        lines = [f"#begin document {name}", *draw(token_lines(columns, separator)), "#end document"]
        key += lines
        found += with_other_cells(draw, lines) if draw(st.booleans()) else lines
    if draw(st.integers(0, 3)) == 0:
        found = draw(NOISE[draw(st.sampled_from(sorted(NOISE)))](found))
    data = "\n".join([*found, ""]).encode()
    data = draw(noise_of_bytes(data)) if draw(st.integers(0, 5)) == 0 else data
    return "\n".join([*key, ""]).encode(), data


def with_other_cells(draw: st.DrawFn, lines: list[str]) -> list[str]:
    """The lines of a document with other brackets."""
    lines, spaces = lines.copy(), draw(st.sampled_from([1, 1, 3]))
    tokens = [row for row, line in enumerate(lines) if not line.startswith("#") and line.strip()]
    empty = "" if draw(st.booleans()) else "-"
    for row, cell in zip(tokens, draw(cells(len(tokens))), strict=True):
        here = empty if cell == "-" and "\t" in lines[row] else cell
        lines[row] = other_cell(lines[row], here, spaces)
    return lines


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(responses(), st.sampled_from([40, 1 << 19]))
def test_what_is_followed_is_read_as_by_the_ordinary_readers(pair: tuple[bytes, bytes], block: int) -> None:
    key, data = pair
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "BLOCK", block)
        patch.setattr("leaderboard.formats.blocks.BLOCK", block)
        found = followed(key, data)
    event("followed" if found else "left to the others")
    if found:
        ordinary = read(data)
        assert ordinary is not None
        assert_same(found, ordinary)


@pytest.mark.parametrize(
    ("key", "response"),
    [
        (KEY, KEY),
        (KEY, FAIR),
        (FAIR, KEY),
        (KEY.removesuffix("\n") + "\n\n\n", KEY + "\n\n"),
        (PADDED, FAIR.replace("\t", "  ")),
        (PADDED, PADDED.replace("  (1)", "    -")),
        (SINGLE, FAIR.replace("\t", " ")),
        (SINGLE, SINGLE.replace(" (2)", "    (2) ")),
        (SINGLE, SINGLE.replace(" -", " *")),
        (KEY, KEY.replace("\t-\n", "\t_\n")),
        (EMPTY, EMPTY),
        (EMPTY, FAIR.replace("\t-\n", "\t\n")),
        (EMPTY, KEY),
        (KEY, EMPTY),
        (PADDED, PADDED.replace("(2)", "(2)|(2)")),
    ],
)
@pytest.mark.parametrize("block", [40, 50, 1 << 19])
def test_responses_with_the_text_of_the_key_are_followed(
    key: str, response: str, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BLOCK", block)
    monkeypatch.setattr("leaderboard.formats.blocks.BLOCK", block)
    found, ordinary = followed(key.encode(), response.encode()), read(response.encode())
    assert found is not None
    assert ordinary is not None
    assert_same(found, ordinary)


@pytest.mark.parametrize(
    ("key", "response"),
    {
        "another word": (KEY, KEY.replace("sees", "hear")),
        "a longer word": (KEY, KEY.replace("sees", "observes")),
        "another name": (KEY, KEY.replace("(b)", "(c)")),
        "a longer name": (KEY, KEY.replace("(b)", "(long)")),
        "a text instead of a blank line": (KEY, KEY.replace("\n\n", "\n#\n", 1)),
        "one line less": (KEY, KEY.replace("\n\n", "\n", 1)),
        "one line more": (KEY, KEY + "\n"),
        "no newline at the end": (KEY, KEY.removesuffix("\n")),
        "nothing": (KEY, ""),
        "half": (KEY, KEY[: len(KEY) // 2]),
        "less than a line": (KEY, KEY[:5]),
        "ends of lines elsewhere": (PADDED, PADDED.replace("-\n", "\n-")),
        "two ends of lines in a cell": (PADDED, PADDED.replace("  (2)\n", "\n(2)\n\n")),
        "no last column": (PADDED, PADDED.replace(" -\n", "  \n")),
        "one column more": (PADDED, PADDED.replace("  (2)", "  - -")),
        "a column without a blank": (PADDED, PADDED.replace("  (2)", "(3)(2)")),
        "a blank in a cell": (KEY, KEY.replace("(2)", "(2) ")),
        "a tab in a cell": (PADDED, PADDED.replace("  (2)", " \t(2)")),
        "a carriage return": (KEY, KEY.replace("\n", "\r\n")),
        "an end of a line in an empty cell": (EMPTY, EMPTY.replace("\t\n", "\n\t", 1)),
        "a control character": (PADDED, PADDED.replace("(2)", "(\1)")),
        "letters beyond ASCII": (PADDED, PADDED.replace("(2)", "(é)")),
        "open brackets": (PADDED, PADDED.replace("(2)", "(2 ")),
    }.values(),
)
def test_other_responses_are_left_to_the_ordinary_readers(key: str, response: str) -> None:
    assert followed(key.encode(), key.encode())
    assert followed(key.encode(), response.encode()) is None


@pytest.mark.parametrize(
    "key",
    {
        "text before": "\n" + KEY,
        "no newline": KEY.removesuffix("\n"),
        "one column": "#begin document (a)\n(1)\n-\n#end document\n",
        "carriage returns": KEY.replace("\n", "\r\n"),
    }.values(),
)
def test_keys_whose_responses_are_read_as_a_whole(key: str) -> None:
    corpus = read(key.encode())
    assert corpus is not None
    assert key_lines(key.encode(), corpus) is None


def test_bounds_hold() -> None:
    data, lines = KEY.encode(), KEY.count("\n")
    assert followed(data, data, replace(WITHOUT_KEY, lines=lines, parts=3, brackets=12))
    for bounds in ({"lines": lines - 1}, {"parts": 2}, {"brackets": 2}):
        assert followed(data, data, replace(WITHOUT_KEY, **bounds)) is None
