"""Documents without names, which are the parts of the key in its order."""

from __future__ import annotations

from dataclasses import dataclass

from leaderboard.corpus import Part
from leaderboard.errors import Problem
from leaderboard.formats.beside import KeyText
from leaderboard.formats.faults import Faults
from leaderboard.formats.jsonlines.members import Fault
from leaderboard.text import counted, plural


@dataclass(slots=True)
class Order:
    """How many documents a file has so far, those without names among them, and the line of the first.

    Only at the end of the file it shows whether there are as many without names as the key has parts.
    """

    key: KeyText | None
    documents: int = 0
    unnamed: int = 0
    line: int = 0

    def count(self, is_unnamed: bool, line: int) -> None:
        self.documents += 1
        self.unnamed += is_unnamed
        self.line = self.line or line * is_unnamed

    def is_unknown(self, nameless: int) -> bool:
        """True if the place of a document without a name cannot be known, or is not in the key."""
        return nameless > 0 or (self.key is not None and self.unnamed > len(self.key.parts))

    def part(self, is_text: bool) -> Part:
        """The part of the key that stands where this document without a name does."""
        write = f"write `doc_key` {'and `tokens` ' if is_text else ''}into each document"
        if self.key is None:
            what = "documents without names are only read beside a key"
            raise Fault(what, f"score or validate them with --key, or {write}", everywhere=True)
        if is_text and not self.key.has_words:
            what = f"the key {self.key.corpus.file} has no words that a text could be compared with"
            raise Fault(what, write, everywhere=True)
        return self.key.parts[self.unnamed - 1]

    def words(self, part: Part) -> list[str]:
        """The words of the key's part; none where they are not known."""
        number = self.key.number(part) if self.key and self.key.has_words else None
        return [] if self.key is None or number is None else self.key.words(number)

    def has_pieces(self, part: Part, words: list[str]) -> bool:
        """True if some words are pieces of the key's, as models read them; zeros look like some of them."""
        zeros = self.key is not None and self.key.has_zeros
        signs = (word == "[CLS]" or (not zeros and word.startswith("##") and word > "##") for word in words)
        return any(signs) and words != (self.words(part) or words)

    def checked(self, faults: Faults) -> Faults:
        """The faults; that the order is not the key's goes before those of texts at a wrong place."""
        if not self.unnamed or self.key is None:
            return faults
        if faults.nameless:
            faults.stopped = True
        named, parts = self.documents - self.unnamed, counted(len(self.key.parts), "part")
        if faults.stopped or (not named and self.documents == len(self.key.parts)):
            return faults
        remedy = "write `doc_key` into each document"
        if named:
            have = plural("has", self.unnamed, "have")
            what = f"{self.unnamed:,} of {counted(self.documents, 'document')} {have} no name"
        else:
            what = f"{counted(self.unnamed, 'document')} without a name, but the key has {parts}"
            remedy = f"submit one document for each part of the key, in its order, or {remedy}"
        faults = Faults(file=faults.file, stopped=True)
        faults.blame(self.line, what, remedy)
        return faults

    def remarks(self, file: str) -> tuple[Problem, ...]:
        """A warning where documents are known by their order alone."""
        if not self.unnamed:
            return ()
        have, stand = ("has no name", "it stands") if self.unnamed == 1 else ("have no names", "they stand")
        what = f"{counted(self.unnamed, 'document')} {have}"
        return (Problem(file, self.line, what, f"check that {stand} in the order of the key"),)
