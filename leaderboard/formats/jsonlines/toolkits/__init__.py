"""JSON as toolkits write it: each is known by the members of its records.

A new toolkit is a file in this folder and a line in ``TOOLKITS``.
"""

from __future__ import annotations

from dataclasses import replace

from leaderboard.formats.jsonlines.documents import Found
from leaderboard.formats.jsonlines.members import CLUSTERS, OF_CHARACTERS, Fault, check_blind
from leaderboard.formats.jsonlines.toolkits.allennlp import ALLENNLP
from leaderboard.formats.jsonlines.toolkits.corenlp import CORENLP
from leaderboard.formats.jsonlines.toolkits.huggingface import COREF_DATA, ONTONOTES
from leaderboard.formats.jsonlines.toolkits.preco import PRECO
from leaderboard.formats.jsonlines.toolkits.toolkit import Record
from leaderboard.formats.jsonlines.toolkits.xcore import XCORE
from leaderboard.formats.reading import Reading

# The first that recognises a record reads it.
TOOLKITS = (COREF_DATA, ONTONOTES, PRECO, CORENLP, ALLENNLP, XCORE)


def in_own_form(found: Found, reading: Reading) -> tuple[list[Record], Reading]:
    """What a record is in the form of this project, and how it is read: offsets of toolkits are known."""
    record: Record = found.value
    toolkit = next((one for one in TOOLKITS if one.recognises(record)), None)
    if toolkit is None:
        return [record], reading
    _check_clusters(record, toolkit.clusters)
    records = toolkit.records(found, reading)
    if reading.key and not toolkit.writes_keys:
        what = f"a document of {toolkit.name} is read as a response, not as a key"
        remedy = "write the key as CoNLL, JSON lines or CorefUD"
        raise Fault(what, remedy, toolkit.clusters, everywhere=True)
    return records, replace(reading, offsets=None, ends=None)


def _check_clusters(record: Record, name: str) -> None:
    """An error where the entities are null, or where it is unclear which ones count."""
    if name not in record:
        return
    check_blind(record, name)
    other = next((one for one in CLUSTERS if one in record and one not in (name, OF_CHARACTERS)), None)
    if other:
        raise Fault(f"`{name}` and `{other}` in one document", "keep the one that is meant", other)
