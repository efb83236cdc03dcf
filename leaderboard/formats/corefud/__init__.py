"""CorefUD files: CoNLL-U with coreference in the last column, as in the CRAC shared tasks."""

from __future__ import annotations

import re

from leaderboard.formats.conll.layout import column
from leaderboard.formats.corefud.fast import FORM, scan
from leaderboard.formats.limits import WITHOUT_KEY, Bounds
from leaderboard.formats.parsed import Draft

_CONLL = re.compile(rb"^#\s*begin document\b", re.MULTILINE)
_COREFUD = re.compile(rb"^# *(newdoc|newpar|global\.Entity|sent_id)\b", re.MULTILINE)


def looks_like_corefud(beginning: bytes) -> bool:
    """Whether a file begins with the comments of CoNLL-U."""
    return _COREFUD.search(beginning) is not None and _CONLL.search(beginning) is None


def read_corefud(file: str, data: bytes, tags: bool = False, bounds: Bounds = WITHOUT_KEY) -> Draft:
    """The draft of a file; a file that the fast reader declines is read again, line by line."""
    draft = scan(file, data, tags, bounds)
    if draft is None:
        from leaderboard.formats.corefud.diagnosis import diagnose

        draft = diagnose(file, data, tags, bounds)
    return draft


def word_column(line: str, token: int) -> int:
    """Where the word of a line begins, whatever its number."""
    return column(line, FORM)
