"""CorefUD files: CoNLL-U with coreference in the last column, as in the CRAC shared tasks."""

from __future__ import annotations

import re

from leaderboard.formats.corefud_diagnosis import diagnose
from leaderboard.formats.corefud_fast import scan
from leaderboard.formats.draft import Draft

_CONLL = re.compile(rb"^#\s*begin document\b", re.MULTILINE)
_COREFUD = re.compile(rb"^# *(newdoc|newpar|global\.Entity|sent_id)\b", re.MULTILINE)


def looks_like_corefud(beginning: bytes) -> bool:
    """Whether a file begins with the comments of CoNLL-U."""
    return _COREFUD.search(beginning) is not None and _CONLL.search(beginning) is None


def read_corefud(file: str, data: bytes, tags: bool = False) -> Draft:
    """The draft of a file; a file that the fast reader declines is read again, line by line."""
    return scan(file, data, tags) or diagnose(file, data, tags)
