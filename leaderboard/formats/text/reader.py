"""Tagged text, as language models return it: a line a document, or documents after their names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace

from leaderboard.corpus import Part
from leaderboard.errors import InputError, Problem
from leaderboard.formats.beside.draft import Draft, Dropped, KeyText
from leaderboard.formats.beside.on_key import Beside
from leaderboard.formats.blocks import TOO_MUCH, lines
from leaderboard.formats.conll.layout import name_fault
from leaderboard.formats.faults import REPAIR, Enough, Faults
from leaderboard.formats.limits import LONGEST_DOCUMENT, Bounds
from leaderboard.formats.reading import Parsed, Reading, parsed_on_key
from leaderboard.formats.text.markup import clusters_on_words, read_links, read_xml
from leaderboard.formats.text.tags import Fault, Mentions, kinds_in, read_words
from leaderboard.text import counted

_NAME = re.compile(rb"\s*#[ \t]*newdoc[ \t]+id[ \t]*=(.*)", re.DOTALL)


@dataclass(slots=True)
class _Document:
    """The lines of a document, after that of its name if it has one."""

    part: Part
    line: int
    lines: list[tuple[int, bytes]]


def read_text(file: str, data: bytes, reading: Reading, beside: Beside | None) -> Parsed:
    """Read the documents of a file, and collect all that is wrong with them."""
    faults = Faults(file=file)
    key = beside.key if beside else None
    reader = _Reader(reading.text or _only_kind(file, data), key, faults, reading.bounds, reading.repairs)
    try:
        for document in _documents(data, key, faults):
            reader.read(document)
    except Enough:
        pass
    return parsed_on_key(reader.drafts, faults, beside, reading.bounds)


def _only_kind(file: str, data: bytes) -> str:
    """The kind of tags in a file; an error where there are several."""
    kinds = kinds_in(data)
    if len(kinds) == 1:
        return kinds[0]
    what = f"text with several kinds of tags: {', '.join(kinds)}"
    raise InputError(
        [Problem(file, 1, what, "state how mentions are tagged with --text words, xml or links")]
    )


def _documents(data: bytes, key: KeyText | None, faults: Faults) -> Iterator[_Document]:
    numbered = list(lines(data))
    first = next((line for _, line in numbered if line.strip()), b"")
    if _NAME.match(first):
        return _named(numbered, faults)
    return _in_order(numbered, key, faults)


def _in_order(
    numbered: Sequence[tuple[int, bytes]], key: KeyText | None, faults: Faults
) -> Iterator[_Document]:
    """A line is a document of the key, or without a key has its number as a name."""
    parts = key.parts if key else [Part(str(number), 0) for number, _ in numbered]
    if len(parts) != len(numbered):
        documents = counted(len(parts), "document")
        what = f"{counted(len(numbered), 'line')} of text, but {documents} in the key"
        remedy = "write each document on one line, or name documents with # newdoc id = NAME"
        faults.stop(min(len(parts), len(numbered) - 1) + 1, what, remedy)
    for part, (number, line) in zip(parts, numbered, strict=True):
        yield _Document(part, number, [(number, line)])


def _named(numbered: Sequence[tuple[int, bytes]], faults: Faults) -> Iterator[_Document]:
    """The documents after their names, each name once."""
    seen: dict[str, int] = {}
    document: _Document | None = None
    for number, line in numbered:
        found = _NAME.match(line)
        if found is None:
            if document:
                document.lines.append((number, line))
            continue
        if document:
            yield document
        document = None
        name = found[1].decode(errors="replace").strip()
        if fault := name_fault(name):
            faults.nameless += 1
            faults.blame(number, fault, "write # newdoc id = NAME")
        elif name in seen:
            faults.blame(
                number,
                f"{name} occurs twice in this file (first on line {seen[name]})",
                "remove one of the two",
            )
        else:
            document = _Document(Part(name, 0), number, [])
        seen.setdefault(name, number)
    if document:
        yield document


@dataclass(slots=True)
class _Reader:
    """The drafts so far, and the limits of a file."""

    kind: str
    key: KeyText | None
    faults: Faults
    bounds: Bounds
    repair: bool
    _: KW_ONLY
    drafts: list[Draft] = field(default_factory=list)
    words: int = 0
    mentions: int = 0

    def read(self, document: _Document) -> None:
        if not self._is_readable(document):
            self.faults.unsure.add(document.part)
            document.lines.clear()
        draft, mentions = self._draft(document)
        self._check_bounds(document.line, len(draft.words), mentions.count + len(mentions.faults))
        if mentions.faults:
            self._refuse(draft, mentions)
        self.drafts.append(draft)

    def _is_readable(self, document: _Document) -> bool:
        """True if a document is text of bounded length."""
        if sum(len(line) for _, line in document.lines) > LONGEST_DOCUMENT:
            self.faults.blame(
                document.line, f"a document of more than {LONGEST_DOCUMENT:,} bytes", "split it"
            )
            return False
        for number, line in document.lines:
            try:
                line.decode()
            except UnicodeDecodeError:
                self.faults.blame(number, "this line is not UTF-8", "save the file as UTF-8")
                return False
        return True

    def _draft(self, document: _Document) -> tuple[Draft, Mentions]:
        if self.kind == "words":
            words, lines, mentions = read_words(document.lines)
            clusters = list(mentions.entities.values())
        else:
            marked = (read_xml if self.kind == "xml" else read_links)(document.lines)
            words, lines, mentions, clusters = marked.pieces, marked.lines, marked.mentions, marked.spans()
        names = list(mentions.entities)
        draft = Draft(
            part=document.part, line=document.line, words=words, lines=lines, clusters=clusters, names=names
        )
        number = self.key.number(document.part) if self.key else None
        if self.kind != "words" and self.key and number is not None and self.key.has_words:
            draft.pieces = True
            wanted = self.key.words(number)
            on_words = clusters_on_words(marked, wanted)
            if isinstance(on_words, Fault):
                mentions.faults.append(on_words)
            elif not mentions.faults:
                words = wanted
                draft = replace(draft, words=words, lines=None, clusters=on_words, pieces=False)
        return draft, mentions

    def _refuse(self, draft: Draft, mentions: Mentions) -> None:
        """Blame a document for what is wrong with it, or mark it for repair."""
        if self.repair:
            draft.dropped = Dropped(brackets=mentions.dropped)
            return
        for line, what, remedy in mentions.faults:
            self.faults.blame(line, what, f"{remedy}, {REPAIR}")
        if draft.pieces:
            self.faults.unsure.add(draft.part)

    def _check_bounds(self, line: int, words: int, mentions: int) -> None:
        self.words += words
        self.mentions += mentions
        for what, count, most in (
            ("words", self.words, self.bounds.lines),
            ("mentions", self.mentions, self.bounds.brackets),
        ):
            if count > most:
                self.faults.stop(line, f"more than {most:,} {what} in this file", TOO_MUCH)
