"""CoNLL-2011 and 2012 files, with the SemEval-2010 and LitBank variants."""

from __future__ import annotations

from leaderboard.formats.conll.columns import column, layout
from leaderboard.formats.conll.conll_blocks import scan
from leaderboard.formats.reading import Parsed, Reading, WordColumn


def read_conll(file: str, data: bytes, reading: Reading) -> Parsed:
    """Read a file; if the fast reader declines it, read it again line by line."""
    columns = layout(data, reading.word_column, reading.tags, reading.documents, reading.coref_column)
    parsed = scan(file, data, columns, reading.bounds)
    if parsed is None:
        from leaderboard.formats.conll.conll_lines import diagnose

        parsed = diagnose(file, data, columns, reading.bounds)
    return parsed


def conll_columns(data: bytes, reading: Reading) -> WordColumn:
    """Return a function that finds the column of a line's word, whatever the word's number."""
    word = layout(data, reading.word_column, tags=False, coref_column=reading.coref_column).word
    assert word is not None
    return lambda line, token: column(line, word)
