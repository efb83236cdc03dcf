"""CoNLL-U as Stanza writes it: the chains of a word in its last column, as ``coref_chains=start-repr-id0``.

A word is all of a mention (``unit``), or begins, continues or ends one; ``repr-`` is passed over.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field, replace

from leaderboard.corpus import Part
from leaderboard.errors import Problem
from leaderboard.formats.beside import Draft, KeyText
from leaderboard.formats.beside.on_key import parsed_on_key
from leaderboard.formats.beside.repair import ZERO
from leaderboard.formats.blocks import TOO_MUCH, lines
from leaderboard.formats.corefud import NEWDOC, Comment, comment, new_document
from leaderboard.formats.faults import NO_PART, Enough, Faults, either, numbers_after, told_once
from leaderboard.formats.limits import COREFUD_COLUMNS, Bounds
from leaderboard.formats.reading import Parsed, Reading
from leaderboard.formats.text_tags import Fault, Mentions
from leaderboard.text import counted

_FIELD = "coref_chains="
_ID = re.compile(r"([1-9]\d{0,8})|(\d{1,9})\.\d+|(\d{1,9})-\d+", re.ASCII)
_NO_WORD = re.compile(rb"#|\d+[.-]\d")
_CHAIN = re.compile(r"(unit|start|middle|end)-(?:repr-)?(id\w+)")
_STEPS = {"unit": 0, "start": 1, "middle": 0, "end": -1}
# On one word mentions start before others end.
_ORDER = ("unit", "start", "middle", "end")


def read_stanza(file: str, data: bytes, reading: Reading) -> Parsed:
    """Read the documents of a file, and collect all that is wrong with them."""
    key = reading.key_text()
    reader = _Reader(key, Faults(file=file), reading.bounds)
    with suppress(Enough):
        for number, line in lines(data):
            reader.read(number, line)
        reader.end_document()
    parsed = parsed_on_key(reader.drafts, reader.faults, reading, key)
    return replace(parsed, remarks=(*reader.remarks(), *parsed.remarks))


@dataclass(slots=True)
class _Reader:
    """The documents so far, the mentions of the last one, and the words of its open sentence.

    ``expected`` are the ids that its next word may have, ``blamed`` the number of faults before it; ``going``
    counts its mentions that are open; ``odd`` are the lines of words with other chains than those.
    """

    key: KeyText | None
    faults: Faults
    bounds: Bounds
    _: KW_ONLY
    drafts: list[Draft] = field(default_factory=list)
    parts: dict[Part, int] = field(default_factory=dict)
    mentions: Mentions = field(default_factory=Mentions)
    places: list[int] = field(default_factory=list)
    expected: set[int] = field(default_factory=lambda: {1})
    blamed: int = 0
    count: int = 0
    going: int = 0
    odd: list[int] = field(default_factory=list)

    def read(self, number: int, line: bytes) -> None:
        part = self.drafts[-1].part if self.drafts else NO_PART
        text = self.faults.text(number, line, part, b"newdoc")
        if text is None:
            self.blamed += line.startswith(b"#") and b"\r" not in line  # no row can be in it
            self.expected = self.expected if _NO_WORD.match(line) else numbers_after(self.expected)
        elif not text.strip():
            self.end_sentence()
        elif not text.startswith("#"):
            self._read_row(number, text)
        elif (stated := comment(text, number, len(self.parts))) and stated.part is not None:
            self.end_sentence()
            self._begin(stated, new_document(self.faults, self.parts, stated, stated.part, self.bounds.parts))

    def end_sentence(self) -> None:
        """Blame what is wrong with its mentions, none of which goes on in the next sentence.

        Where a row was blamed, what they lack may be in it.
        """
        self.mentions.finish()
        for fault in self.mentions.faults if self.faults.count == self.blamed else ():
            self.faults.blame(*fault)
        self.mentions.faults.clear()
        self.mentions.open.clear()
        self.expected, self.going, self.blamed = {1}, 0, self.faults.count

    def end_document(self) -> None:
        """Move the mentions into the last document."""
        if self.drafts:  # rows of the first one may be blamed before it begins
            self.end_sentence()
            last, entities = self.drafts[-1], self.mentions.entities
            last.clusters, last.names, last.lines = list(entities.values()), list(entities), self.places

    def _begin(self, stated: Comment, part: Part) -> None:
        self.end_document()
        self.mentions, self.places = Mentions(), []
        self.parts[part] = stated.line
        self.drafts.append(Draft(part=part, line=stated.line, words=[], clusters=[]))

    def _only_document(self, number: int) -> Part:
        """The document of a file that names none."""
        parts = self.key.parts if self.key else (Part("1", 0),)
        if len(parts) != 1:
            what = f"a document without a name, but the key has {counted(len(parts), 'document')}"
            self.faults.stop(number, what, f"begin each document with a line `{NEWDOC}`")
        return parts[0]

    def _read_row(self, number: int, text: str) -> None:
        if not self.drafts:
            self._begin(Comment(number), self._only_document(number))
        draft, cells = self.drafts[-1], text.split("\t")
        if len(cells) != COREFUD_COLUMNS:
            what = f"{counted(len(cells), 'column')}, not {COREFUD_COLUMNS}"
            self._blame(number, what, "write all columns of CoNLL-U, with tabs between them")
        found, expected = _ID.fullmatch(cells[0]), self.expected
        ids = map(int, (one or -1 for one in found.groups())) if found else (min(expected), -1, -1)
        word, empty, of_range = ids
        chains = [item[len(_FIELD) :] for item in cells[-1].split("|") if item.startswith(_FIELD)]
        fits = found and (word in expected or empty + 1 in expected or of_range in expected)
        if not fits and len(cells) == COREFUD_COLUMNS:
            what = f"the id is {cells[0][:40]!r}, but {either(expected)} is expected here"
            self._blame(number, what, "number the words of a sentence 1, 2, 3 and so on")
        if of_range > 0:
            if chains:
                what = "chains on the line of a range of words"
                self.faults.blame(number, what, "write them on those of the words")
                self.blamed += 1  # which says nothing of other rows
        else:
            if word > 0:
                self.expected = numbers_after(expected, word if found else None)
            draft.words.append([*cells, ""][1] if word > 0 else ZERO)
            self.places.append(number)
            listed = [chain for item in chains for chain in item.split(",")]
            if not self._go_on(listed) and word > 0 and self.faults.count == self.blamed:
                self.odd.append(number)
            for chain in sorted(listed, key=_place):
                self._read_chain(number, chain)

    def _go_on(self, chains: Sequence[str]) -> bool:
        """True if each open mention goes on or ends on a word, and none ends where another one starts."""
        found = [(chain[1], chain[2]) for chain in map(_CHAIN.fullmatch, chains) if chain]
        going = Counter(name for kind, name in found if kind in ("middle", "end"))
        started = {name for kind, name in found if kind == "start"}
        ended = {name for kind, name in found if kind == "end"}
        before = self.going
        self.going += sum(_STEPS[kind] for kind, _ in found)
        return (
            going.total() == before
            and all(len(self.mentions.open.get(name, ())) == count for name, count in going.items())
            and not started & ended
        )

    def remarks(self) -> tuple[Problem, ...]:
        """A warning if some words have other chains than their mentions."""
        what = "the chains of this word are not those of the mentions around it"
        remedy = "each mention is read from its start to its end; write middle-idN on the words between them"
        return told_once(self.faults.file, self.odd, what, "such word", remedy)

    def _read_chain(self, number: int, text: str) -> None:
        chain, place = _CHAIN.fullmatch(text), len(self.places) - 1
        if chain is None:
            self.mentions.unreadable(text, number, "unit-idN, start-idN, middle-idN or end-idN")
        elif chain[1] == "end":
            self.mentions.closes(chain[2], place, number)
        elif chain[1] == "middle":
            if not self.mentions.open.get(chain[2]):
                what = f"the mention of {chain[2][:40]!r} does not begin here"
                self.mentions.faults.append(Fault(number, what, "write start-idN before it"))
        else:
            self.count += 1
            if self.count > self.bounds.brackets:
                what = f"more than {self.bounds.brackets:,} mentions in this file"
                self.faults.stop(number, what, TOO_MUCH)
            self.mentions.opens(chain[2], place, number)
            if chain[1] == "unit":
                self.mentions.closes(chain[2], place, number)

    def _blame(self, number: int, what: str, remedy: str) -> None:
        """Blame a row of the last document, whose text may then be another."""
        self.faults.unsure.add(self.drafts[-1].part)
        self.faults.blame(number, what, remedy)


def _place(chain: str) -> int:
    kind = chain.partition("-")[0]
    return _ORDER.index(kind) if kind in _ORDER else 0
