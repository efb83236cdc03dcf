"""CoNLL-2011 and 2012 files, with the SemEval-2010 and LitBank variants."""

from __future__ import annotations

from leaderboard.formats.conll_diagnosis import diagnose
from leaderboard.formats.conll_fast import scan
from leaderboard.formats.conll_layout import layout
from leaderboard.formats.draft import Draft


def read_conll(file: str, data: bytes, word_column: int | None = None, tags: bool = False) -> Draft:
    """The draft of a file; a file that the fast reader declines is read again, line by line."""
    columns = layout(data, word_column, tags)
    return scan(file, data, columns) or diagnose(file, data, columns)
