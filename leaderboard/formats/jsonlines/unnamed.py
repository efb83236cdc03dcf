"""Documents without names and words, as fastcoref writes them: they are texts, in the order of the key."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part
from leaderboard.errors import Problem
from leaderboard.formats.faults import Faults
from leaderboard.formats.jsonlines.members import NAMES, WORDS, Fault
from leaderboard.text import counted


def is_unnamed(value: Any) -> bool:
    """True for a text without a name and without words."""
    return (
        isinstance(value, dict)
        and isinstance(value.get("text"), str)
        and not any(name in value for name in NAMES + WORDS)
    )


def has_its_strings(record: dict[str, Any], member: str) -> bool:
    """True if each string is what the text has from the start of a mention up to its end."""
    text = record["text"]
    try:
        mentions = zip(
            chain.from_iterable(record[member]),
            chain.from_iterable(record.get("clusters_strings", ())),
            strict=True,
        )
        return all(
            # Many long mentions with short strings must not cost a comparison each.
            start >= 0 and end - start == len(string) and text.startswith(string, start)
            for (start, end), string in mentions
        )
    except (TypeError, ValueError):
        return False


@dataclass(slots=True)
class Order:
    """How many documents a file has so far, those without names among them, and the line of the first."""

    key: Corpus | None
    documents: int = 0
    unnamed: int = 0
    line: int = 0
    ends: Ints = field(init=False)

    def __post_init__(self) -> None:
        self.ends = np.cumsum(self.key.tokens if self.key else [])

    def is_unknown(self, value: Any, nameless: int) -> bool:
        """True if the place of a document without a name cannot be known, or is not in the key."""
        beyond = self.key is not None and self.documents > len(self.key.parts)
        return is_unnamed(value) and (nameless > 0 or beyond)

    def take(self, line: int) -> tuple[Part, list[str]]:
        """The part of the key that stands where this document does, and its words."""
        key = self.key
        if key is None:
            remedy = "name the key with --key, or write `doc_key` and `tokens` into each document"
            what = "documents without names and words are only read beside a key"
            raise Fault(what, remedy, everywhere=True)
        if key.words is None or key.identity:
            remedy = "write `doc_key` and `tokens` into each document"
            what = f"the key {key.file} has no words that a text could be compared with"
            raise Fault(what, remedy, everywhere=True)
        self.unnamed, self.line = self.unnamed + 1, self.line or line
        number = self.documents - 1
        last, count = int(self.ends[number]), int(key.tokens[number])
        words = key.words.between(last - count, last)
        return key.parts[number], [word.decode() for word in words.of(np.arange(count))]

    def checked(self, faults: Faults) -> Faults:
        """The faults; that the order is not the key's goes before those of texts at a wrong place."""
        if not self.unnamed or self.key is None:
            return faults
        if faults.nameless:
            faults.stopped = True
        elif self.documents != len(self.key.parts) and not faults.stopped:
            faults = Faults(file=faults.file, stopped=True)
            documents, wanted = counted(self.documents, "document"), counted(len(self.key.parts), "part")
            what = f"{documents}, not all with a name, but the key has {wanted}"
            faults.blame(self.line, what, "submit one document for each part of the key, in its order")
        return faults

    def remarks(self, file: str) -> tuple[Problem, ...]:
        """A warning where documents are known by their order alone."""
        if not self.unnamed:
            return ()
        have = "has no name" if self.unnamed == 1 else "have no names"
        what = f"{counted(self.unnamed, 'document')} {have}"
        return (Problem(file, self.line, what, "check that they stand in the order of the key"),)
