"""The lines of a key in CoNLL, which responses repeat, kept while responses are read."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from leaderboard.corpus import Corpus
from leaderboard.errors import InputError
from leaderboard.formats.conll.key_lines import KeyLines, key_lines
from leaderboard.formats.conll.layout import LAST
from leaderboard.formats.limits import TRUSTED
from leaderboard.formats.source import read_bytes
from leaderboard.options import Options
from leaderboard.scoring.digests import digest_of
from leaderboard.scoring.key import Key


def lines_of(key: Key, options: Options) -> KeyLines | None:
    """Return the lines of a key that is one file, with coreference in the last column; None for others."""
    path = key.files.plain
    if not path or key.format != "conll" or options.across or options.coref_column != LAST:
        return None
    return _lines(path, key.digest, *key.corpora.values())


def forget_lines() -> None:
    """Free the memory that the text of a key takes."""
    _lines.cache_clear()


@lru_cache(maxsize=1)
def _lines(path: Path, digest: str, corpus: Corpus) -> KeyLines | None:
    try:
        data = read_bytes(path, TRUSTED.bytes)
    except InputError:
        return None
    return key_lines(data, corpus) if digest_of(data) == digest else None
