"""PreCo: mentions are `[sentence, start, end]`, of which the end is exclusive."""

from __future__ import annotations

from leaderboard.formats.jsonlines.documents import Found
from leaderboard.formats.jsonlines.members import lists
from leaderboard.formats.jsonlines.toolkits.toolkit import Counted, Record, Toolkit, named
from leaderboard.formats.reading import Reading

_CLUSTERS = "mention_clusters"


def _records(found: Found, reading: Reading) -> list[Record]:
    sentences = lists(found.value.get("sentences"), "sentences")
    places = Counted(
        toolkit="PreCo", member=_CLUSTERS, unit="sentence", lengths=[len(sentence) for sentence in sentences]
    )
    clusters = [
        [list(places.span(mention)) for mention in cluster]
        for cluster in lists(found.value[_CLUSTERS], _CLUSTERS)
    ]
    return [{**named(found.value, "id"), "sentences": sentences, "clusters": clusters}]


PRECO = Toolkit("PreCo", _CLUSTERS, lambda record: _CLUSTERS in record, _records, writes_keys=True)
