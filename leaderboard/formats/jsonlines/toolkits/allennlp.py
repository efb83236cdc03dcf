"""AllenNLP: the words are the `document`, and ends are inclusive."""

from __future__ import annotations

from leaderboard.formats.jsonlines.documents import Found
from leaderboard.formats.jsonlines.toolkits.toolkit import Record, Toolkit, named, words_in
from leaderboard.formats.reading import Reading


def _records(found: Found, reading: Reading) -> list[Record]:
    words = words_in(found.value["document"], "AllenNLP", "document", "`document`")
    clusters = {"clusters": found.value["clusters"]} if "clusters" in found.value else {}
    return [{**named(found.value), "sentences": [words], **clusters}]


ALLENNLP = Toolkit(
    "AllenNLP", "clusters", lambda record: {"document", "top_spans"} <= record.keys(), _records
)
