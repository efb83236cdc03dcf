"""The attributes by which scores are sliced, each of documents, entities or mentions."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Literal, NamedTuple

from leaderboard.corpus import Corpus
from leaderboard.errors import SHOWN, UsageError
from leaderboard.slices import documents, entities, mentions
from leaderboard.slices.document_table import DocumentLabels
from leaderboard.slices.values import SliceOptions, Values

Level = Literal["document", "entity", "mention"]


class Attribute(NamedTuple):
    """The level, the function that finds values on the key of a dataset, and the error if it finds none."""

    level: Level
    values: Callable[[Corpus, str, SliceOptions], Values]
    lack: str = "the key has no mentions; give a key with mentions"


_TABLE = "name it in a table of documents (--documents)"
_TAGS = "the key has no parts of speech; give a key with tags, or choose another attribute"
_TYPES = "no entity of the key has a type; choose another attribute"
_COREFUD = "only CorefUD files have empty nodes and mentions with gaps; choose another attribute"

ATTRIBUTES = {
    "genre": Attribute("document", documents.genre, lack=f"no genre is known; {_TABLE}"),
    "words": Attribute("document", documents.words),
    "size": Attribute("entity", entities.size),
    "range": Attribute("entity", entities.reach),
    "etype": Attribute("entity", entities.etype, lack=_TYPES),
    "class": Attribute("mention", mentions.mention_class, lack=_TAGS),
    "upos": Attribute("mention", mentions.upos, lack=_TAGS),
    "length": Attribute("mention", mentions.length),
    "zero": Attribute("mention", mentions.zero, lack=_COREFUD),
    "gap": Attribute("mention", mentions.gap, lack=_COREFUD),
}
# A table of documents may give genres, but no other attribute that is found elsewhere.
RESERVED = frozenset(ATTRIBUTES) - {"genre"}


def attribute(name: str, labels: DocumentLabels) -> Attribute:
    """Return the attribute of a name, which the organiser may have given to documents."""
    if name in ATTRIBUTES:
        return ATTRIBUTES[name]
    if name in labels.attributes:
        values = partial(documents.label, name)
        return Attribute("document", values, lack=f"no document of the key has a value; {_TABLE}")
    known: Collection[str] = dict.fromkeys((*ATTRIBUTES, *labels.attributes))
    raise UsageError(f"--by is {name[:SHOWN]!r}, which is not an attribute; choose among {', '.join(known)}")
