"""Files of BookNLP: the mentions of a document in ``NAME.entities``, its words in ``NAME.tokens``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path

from leaderboard.corpus import Part
from leaderboard.errors import SHOWN, Problem
from leaderboard.formats.beside import Cluster, Draft, KeyText
from leaderboard.formats.beside.on_key import parsed_on_key
from leaderboard.formats.blocks import TOO_MUCH, lines
from leaderboard.formats.conll import name_fault
from leaderboard.formats.faults import REPAIR, Enough, Faults, either, numbers_after
from leaderboard.formats.letters import Letters, letters
from leaderboard.formats.reading import Parsed, Reading
from leaderboard.formats.source import Together, stem
from leaderboard.text import counted

_OF_MENTIONS = ("COREF", "start_token", "end_token")
_TEXT = "text"
_OF_WORDS = ("token_ID_within_document", "word")
# Beyond the number of any token.
_MOST_DIGITS = 9


def read_booknlp(file: str, data: Together, reading: Reading) -> Parsed:
    """Read all pairs of files, and collect all that is wrong with them."""
    faults = Faults(file=file)
    reader = _Reader(reading, reading.key_text(), faults)
    pairs = _pairs(data)
    with suppress(Enough):
        for name, pair in pairs.items():
            reader.read(name, pair, only=len(pairs) == 1)
        if not pairs:
            faults.stop(0, "BookNLP without mentions", "submit NAME.entities, with NAME.tokens beside it")
    faults.file = file
    parsed = parsed_on_key(reader.drafts, faults, reading, reader.key)
    return replace(parsed, remarks=(*reader.remarks(), *parsed.remarks))


def _pairs(data: Together) -> dict[str, dict[str, tuple[str, bytes]]]:
    """The label and content of the files of each document by suffix."""
    pairs: dict[str, dict[str, tuple[str, bytes]]] = {}
    for label, content in data.files:
        suffix = Path(label).suffix
        if suffix in (".entities", ".tokens"):
            pairs.setdefault(stem(label), {})[suffix] = label, content
    return pairs


@dataclass(slots=True)
class _Reader:
    """The documents so far; the faults are about the file that is read.

    ``odd`` are the files and lines of mentions with another text than that of their tokens.
    """

    reading: Reading
    key: KeyText | None
    faults: Faults
    _: KW_ONLY
    drafts: list[Draft] = field(default_factory=list)
    words: int = 0
    mentions: int = 0
    odd: list[tuple[str, int]] = field(default_factory=list)

    def read(self, name: str, pair: dict[str, tuple[str, bytes]], *, only: bool) -> None:
        """Add a document with its words and mentions."""
        self.faults.file, _ = next(iter(pair.values()))
        if fault := name_fault(name):
            self.faults.stop(0, fault, "rename the file")
        if len(pair) < 2:
            what = "a file of BookNLP alone"
            self.faults.stop(0, what, f"put {name}.entities and {name}.tokens side by side")
        draft = Draft(part=self._part(name, only), line=1, words=[], clusters=[])
        self.drafts.append(draft)
        draft.lines = self._read_words(draft, *pair[".tokens"])
        self._read_mentions(draft, *pair[".entities"])

    def _part(self, name: str, only: bool) -> Part:
        """The only document of the key, or the one that is called so, perhaps in a folder."""
        part = Part(name, 0)
        if self.key is None or self.key.number(part) is not None:
            return part
        parts = self.key.parts
        if not only or len(parts) != 1:
            parts = tuple(one for one in parts if Path(one.document).name == name)
        return parts[0] if len(parts) == 1 else part

    def _read_words(self, draft: Draft, label: str, data: bytes) -> list[int]:
        """The lines of the words, which are blamed where they are not the key's."""
        places: list[int] = []
        expected, blamed = {0}, self.faults.count
        for number, (place, word), _ in self._rows(draft, label, data, _OF_WORDS):
            if place not in map(str, expected) and self.faults.count == blamed:
                what = f"the token is {place[:SHOWN]!r}, but {either(expected)} is expected here"
                self._blame(draft, number, what, "number the tokens of a document 0, 1, 2 and so on")
            expected = numbers_after(expected, int(place) if _is_number(place) else None)
            blamed = self.faults.count
            draft.words.append(word)
            places.append(number)
            self.words += 1
            self._check_bound("words", self.words, self.reading.bounds.lines, number)
        key = self.key.number(draft.part) if self.key and self.key.has_words else None
        if self.key and key is not None and not self.reading.repair and draft.part not in self.faults.unsure:
            self._compare(draft, places, self.key.words(key))
        return places

    def _compare(self, draft: Draft, places: Sequence[int], wanted: Sequence[str]) -> None:
        """Blame the first word that is not the key's: the files of a dataset have lines of their own."""
        ours, theirs = draft.words, [word.replace(" ", "_") for word in wanted]
        pairs = zip(ours, theirs, strict=False) if self.reading.check_words else ()
        unlike = (place for place, (one, other) in enumerate(pairs) if one.replace(" ", "_") != other)
        place = next(unlike, -1)
        if place >= 0:
            what = f"the word {ours[place][:SHOWN]!r} is {wanted[place][:SHOWN]!r} in the key"
            self._blame(draft, places[place], what, f"restore the key's words, {REPAIR}")
        elif len(ours) != len(theirs):
            what = f"{draft.part} has {counted(len(ours), 'token')}, but {len(theirs)} in the key"
            self._blame(draft, [*places, 0][min(len(theirs), len(ours) - 1)], what, f"restore them, {REPAIR}")

    def _read_mentions(self, draft: Draft, label: str, data: bytes) -> None:
        clusters: dict[str, Cluster] = {}
        size, words = len(draft.words), Letters(list(map(letters, draft.words)))
        known, blamed = draft.part not in self.faults.unsure, self.faults.count
        for number, (entity, *offsets), text in self._rows(draft, label, data, _OF_MENTIONS, _TEXT):
            sure = known and self.faults.count == blamed
            start, end = (int(text) if _is_number(text) else size for text in offsets)
            if start <= end < size:
                clusters.setdefault(entity, []).append((start, end))
                if text is not None and sure and not words.are(start, end, letters(text)):
                    self.odd.append((label, number))
            elif sure:
                tokens = " to ".join(text[:SHOWN] for text in offsets)
                what = f"the mention of tokens {tokens!r} does not lie within the {counted(size, 'token')}"
                self.faults.blame(number, what, "count tokens from 0, and let end_token be the last")
            blamed = self.faults.count
            self.mentions += 1
            self._check_bound("mentions", self.mentions, self.reading.bounds.brackets, number)
        draft.names, draft.clusters = list(clusters), list(clusters.values())

    def remarks(self) -> tuple[Problem, ...]:
        """A warning if some mentions have other texts than their tokens."""
        if not self.odd:
            return ()
        what = f"the text of a mention is not that of its tokens ({counted(len(self.odd), 'such mention')})"
        return (Problem(*self.odd[0], what, "the tokens count; check start_token and end_token"),)

    def _rows(
        self, draft: Draft, label: str, data: bytes, columns: Sequence[str], other: str = ""
    ) -> Iterator[tuple[int, list[str], str | None]]:
        """The line of each row, its cells under these columns of the header, and that of one that may be
        missing; of a row that is blamed, they are empty where they are not there."""
        self.faults.file = label
        header: list[str] = []
        if not data.strip():
            self.faults.stop(0, "an empty file", "submit the file as BookNLP writes it")
        for number, line in lines(data):
            text = self.faults.text(number, line, draft.part)
            cells = (text or "").split("\t")
            if not header:
                header = cells
                if missing := [column for column in columns if column not in header]:
                    what = f"the header lacks the column {missing[0]}"
                    self.faults.stop(number, what, "submit the file as BookNLP writes it")
            elif len(cells) == len(header) or text is None or text.strip():
                if text is not None and len(cells) != len(header):
                    what = f"{counted(len(cells), 'cell')} under {counted(len(header), 'column')}"
                    remedy = "give each row one cell per column, with tabs between them"
                    self._blame(draft, number, what, remedy)
                cells += [""] * (len(header) - len(cells))
                last = cells[header.index(other)] if other in header else None
                yield number, [cells[header.index(column)] for column in columns], last

    def _blame(self, draft: Draft, number: int, what: str, remedy: str) -> None:
        self.faults.unsure.add(draft.part)
        self.faults.blame(number, what, remedy)

    def _check_bound(self, what: str, count: int, most: int, number: int) -> None:
        if count > most:
            self.faults.stop(number, f"more than {most:,} {what} in this submission", TOO_MUCH)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
