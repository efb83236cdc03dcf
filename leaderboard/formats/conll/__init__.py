"""CoNLL-2011 and 2012 files, with the SemEval-2010 and LitBank variants."""

from __future__ import annotations

from collections.abc import Callable

from leaderboard.formats.conll.columns import LAST, column, layout
from leaderboard.formats.conll.conll_blocks import scan
from leaderboard.formats.limits import WITHOUT_KEY, Bounds
from leaderboard.formats.reading import Parsed


def read_conll(
    file: str,
    data: bytes,
    word_column: int | None = None,
    tags: bool = False,
    bounds: Bounds = WITHOUT_KEY,
    documents: bool = False,
    coref_column: int = LAST,
) -> Parsed:
    """Read a file; if the fast reader declines it, read it again line by line.

    ``documents`` asks for those that a column names, where there is one.
    """
    columns = layout(data, word_column, tags, documents, coref_column)
    parsed = scan(file, data, columns, bounds)
    if parsed is None:
        from leaderboard.formats.conll.conll_lines import diagnose

        parsed = diagnose(file, data, columns, bounds)
    return parsed


def conll_columns(
    data: bytes, word_column: int | None, coref_column: int = LAST
) -> Callable[[str, int], int]:
    """Return a function that finds the column of a line's word, whatever the word's number."""
    word = layout(data, word_column, tags=False, coref_column=coref_column).word
    assert word is not None
    return lambda line, token: column(line, word)
