"""CoreNLP: sentences of tokens, and chains of mentions under their ids, which count from 1."""

from __future__ import annotations

from leaderboard.formats.jsonlines.documents import Found
from leaderboard.formats.jsonlines.members import Fault
from leaderboard.formats.jsonlines.toolkits.toolkit import Counted, Record, Toolkit, named, unlike
from leaderboard.formats.reading import Reading

_NAME, _CLUSTERS = "CoreNLP", "corefs"


def _is_corenlp(record: Record) -> bool:
    try:
        return _CLUSTERS in record or "word" in record["sentences"][0]["tokens"][0]
    except (IndexError, KeyError, TypeError):
        return False


def _records(found: Found, reading: Reading) -> list[Record]:
    record = found.value
    if _CLUSTERS not in record:
        what = "a document of CoreNLP without `corefs`"
        raise Fault(what, "run CoreNLP with `coref` as the last of its annotators")
    try:
        sentences = [[token["word"] for token in sentence["tokens"]] for sentence in record["sentences"]]
        chains = [
            [[mention["sentNum"], mention["startIndex"], mention["endIndex"]] for mention in chain]
            for chain in record[_CLUSTERS].values()
        ]
    except (AttributeError, KeyError, TypeError):
        what = "tokens without `word`, or mentions without `sentNum`, `startIndex` and `endIndex`"
        raise unlike(_NAME, _CLUSTERS, what) from None
    places = Counted(
        toolkit=_NAME, member=_CLUSTERS, unit="sentence", lengths=list(map(len, sentences)), base=1
    )
    # Its ids begin anew in each document, so that they say nothing across documents.
    clusters = [[list(places.span(mention)) for mention in chain] for chain in chains]
    return [{**named(record, "docId"), "sentences": sentences, "clusters": clusters}]


CORENLP = Toolkit(_NAME, _CLUSTERS, _is_corenlp, _records)
