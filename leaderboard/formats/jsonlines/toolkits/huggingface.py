"""Data sets of Hugging Face, which are refused: their offsets and zeros differ from corpus to corpus."""

from __future__ import annotations

from typing import NoReturn

from leaderboard.formats.jsonlines.documents import Found
from leaderboard.formats.jsonlines.members import CLUSTERS, Fault
from leaderboard.formats.jsonlines.toolkits.toolkit import Record, Toolkit
from leaderboard.formats.reading import Reading

_WRITE = "write `clusters`, [[[start, end], ...], ...], which count the words of the document from 0"


def _refuse_coref_data(found: Found, reading: Reading) -> NoReturn:
    what = "`coref_chains` are not read (Hugging Face, coref-data)"
    raise Fault(what, _WRITE, "coref_chains", everywhere=True)


def _has_coref_spans(record: Record) -> bool:
    sentences = record.get("sentences")
    first = sentences[0] if isinstance(sentences, list) and sentences else None
    return isinstance(first, dict) and "coref_spans" in first


def _refuse_ontonotes(found: Found, reading: Reading) -> NoReturn:
    what = "`coref_spans` are not read (Hugging Face, conll2012_ontonotesv5)"
    raise Fault(what, f"for each `part_id`, {_WRITE}", "sentences", everywhere=True)


COREF_DATA = Toolkit(
    "coref-data",
    "coref_chains",
    lambda record: "coref_chains" in record and not any(name in record for name in CLUSTERS),
    _refuse_coref_data,
)
ONTONOTES = Toolkit("conll2012_ontonotesv5", "coref_spans", _has_coref_spans, _refuse_ontonotes)
