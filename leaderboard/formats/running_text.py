"""What only running text shows of a file: the lengths of its sentences, and the forms of its empty nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from leaderboard.corpus import Corpus
from leaderboard.formats import format_name
from leaderboard.formats.faults import Faults
from leaderboard.formats.jsonlines.documents import Documents

_EMPTY_NODE = re.compile(rb"^[0-9]+\.[0-9]+\t([^\t\r\n]*)", re.MULTILINE)
_NO_FORM = "_"


def sentence_lengths(corpus: Corpus, data: bytes) -> list[list[int] | None]:
    """Return the number of words of each sentence, by part; None for a part without sentences."""
    if corpus.nodes is not None:
        ends = np.cumsum(corpus.nodes.sentences)[:-1]
        return [lengths.tolist() for lengths in np.split(corpus.nodes.length, ends)]
    if format_name(data) == "jsonlines":
        return [_of_record(found.value) for found in Documents(data, Faults(file=corpus.file))]
    return list(_between_blank_lines(corpus))


def empty_forms(corpus: Corpus, data: bytes) -> list[str]:
    """Return the form of each empty node, in order; an empty string for a node without a form."""
    assert corpus.nodes is not None
    forms = [form.decode() for form in _EMPTY_NODE.findall(data)]
    return ["" if form == _NO_FORM else form for form in forms]


def _of_record(record: dict[str, Any]) -> list[int] | None:
    return [len(words) for words in record["sentences"] if words] if "sentences" in record else None


def _between_blank_lines(corpus: Corpus) -> Iterator[list[int]]:
    for lines in np.split(corpus.token_line, np.cumsum(corpus.tokens)[:-1]):
        ends = np.flatnonzero(np.diff(lines) > 1) + 1
        yield np.diff([0, *ends.tolist(), len(lines)]).tolist() if len(lines) else []
