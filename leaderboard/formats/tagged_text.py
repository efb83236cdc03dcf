"""Tagged text, as language models return it: a line a document, or documents after their names."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field, replace
from itertools import accumulate
from typing import NamedTuple

from leaderboard.corpus import Part
from leaderboard.errors import SHOWN, InputError, Problem
from leaderboard.formats.answers import Lines, dropped, enclosed, fence_in, refuse, trimmed, without_first
from leaderboard.formats.beside import Cluster, Draft, Dropped, KeyText
from leaderboard.formats.beside.on_key import parsed_on_key
from leaderboard.formats.beside.repair import pieces_of
from leaderboard.formats.blocks import TOO_MUCH, lines
from leaderboard.formats.conll import name_fault
from leaderboard.formats.faults import REPAIR, SAME_NAME, Enough, Faults
from leaderboard.formats.letters import letters
from leaderboard.formats.limits import LONGEST_DOCUMENT, Bounds
from leaderboard.formats.reading import Parsed, Reading
from leaderboard.formats.text_tags import Fault, Mentions, kinds_in, read_words
from leaderboard.text import counted

_ID = r"\.*\w[\w.]*"
# A tag has its id as its name or as its only attribute; what has other attributes is none.
XML = re.compile(
    rf"""&(?P<text>lt|gt|amp);|</(?P<closes>[^\s<>/]+)>|<(?P<opens>{_ID})>|"""
    rf"""<(?P<name>[^\s<>/]+)\s+(?:id\s*=\s*(?P<quote>["'])(?P<id>{_ID})(?P=quote)\s*|\w+\s*=[^<>]*)>"""
)
LINKS = re.compile(rf"\\([\[\]])|(\[)|\](?:\(#({_ID})\))?")
_IS_ID = re.compile(_ID)
# One name without a digit for that many mentions is no id.
_IS_KIND = re.compile(r"\D+")
_MANY = 3
_BY_ATTRIBUTE = '<m id="1">…</m>'
_ENTITIES = {"lt": "<", "gt": ">", "amp": "&"}


class Marked(NamedTuple):
    """The pieces of a text without its tags, with their lines, where each ends, and the mentions between.

    Places are between characters, of which white space does not count.
    """

    pieces: list[str]
    lines: list[int]
    ends: list[int]
    mentions: Mentions

    def spans(self) -> list[Cluster]:
        """The clusters from one piece to another; a mention without characters is left out."""
        starts = [0, *self.ends[:-1]]
        return [
            [
                (bisect_right(self.ends, start), bisect_left(starts, stop) - 1)
                for start, stop in cluster
                if start < stop
            ]
            for cluster in self.mentions.entities.values()
        ]


def clusters_on_words(marked: Marked, words: Sequence[str]) -> list[Cluster] | Fault:
    """The clusters from one word of the key to another, or where the text or a mention is otherwise."""
    bare = [letters(word) for word in words]
    ends = list(accumulate(map(len, bare)))
    text, wanted = "".join(marked.pieces), "".join(bare)
    if text != wanted:
        both = min(len(text), len(wanted))
        place = next((place for place in range(both) if text[place] != wanted[place]), both)
        number = bisect_right(marked.ends, place)
        begin = [0, *marked.ends][number]
        return _other_text(marked, number, words[bisect_right(ends, begin) :][:1])
    starts = {start: number for number, start in enumerate([0, *ends[:-1]])}
    stops = {stop: number for number, stop in enumerate(ends)}
    clusters: list[Cluster] = []
    for entity in marked.mentions.entities.values():
        clusters.append([])
        for start, stop in entity:
            if start not in starts or stop not in stops or start == stop:
                word = words[bisect_right(ends, start if start not in starts else stop - 1) :][:1]
                return _other_ends(marked, start, word)
            clusters[-1].append((starts[start], stops[stop]))
    return clusters


def _other_text(marked: Marked, number: int, word: Sequence[str]) -> Fault:
    """The fault of a piece whose text is not that of the key, which has a word where it begins."""
    piece, line = ([*marked.pieces, ""][number], [*marked.lines, *marked.lines[-1:], 0][number])
    ours, theirs = (
        repr(text[:SHOWN]) if text else "the end of the document" for text in (piece, "".join(word))
    )
    return Fault(line, f"the text differs from the key: {ours} is {theirs} there", "restore the key's text")


def _other_ends(marked: Marked, place: int, word: Sequence[str]) -> Fault:
    line = [*marked.lines, 0][min(bisect_right(marked.ends, place), len(marked.lines) - 1)]
    return Fault(
        line, f"a mention does not begin and end with a word, at {''.join(word)[:SHOWN]!r}", "tag whole words"
    )


@dataclass(slots=True)
class _Tag:
    """Where a tag begins and stops, the text that stands for it, and what it does to which id.

    ``name`` is what closes a mention, if that is not its id; a tag that is ``wrong`` does nothing.
    """

    begin: int
    stop: int
    _: KW_ONLY
    text: str = ""
    opens: str = ""
    closes: str = ""
    name: str = ""
    wrong: str = ""


def _xml_tags(text: str) -> Iterator[_Tag]:
    names: set[str] = set()
    for tag in XML.finditer(text):
        opens, name = tag["opens"] or tag["id"] or "", tag["name"] or ""
        names |= {name}
        if tag["text"]:
            yield _Tag(*tag.span(), text=_ENTITIES[tag["text"]])
        elif not tag["closes"]:
            yield _Tag(*tag.span(), opens=opens, name=name, wrong="" if opens else tag[0])
        elif tag["closes"] in names or _IS_ID.fullmatch(tag["closes"]):
            yield _Tag(*tag.span(), closes=tag["closes"])


def _link_tags(text: str) -> Iterator[_Tag]:
    """Only the end of a link has its id, and a bracket without one is text."""
    tags: list[_Tag] = []
    waiting: list[re.Match[str]] = []
    for link in LINKS.finditer(text):
        if link[1]:
            tags.append(_Tag(*link.span(), text=link[1]))
        elif link[2]:
            waiting.append(link)
        else:
            opening = waiting.pop() if waiting else None
            if link[3]:
                tags.append(_Tag(*link.span(), closes=link[3]))
            if link[3] and opening:
                tags.append(_Tag(*opening.span(), opens=link[3]))
    return iter(sorted(tags, key=lambda tag: tag.begin))


def _marked(lines: Sequence[tuple[int, bytes]], find: Callable[[str], Iterator[_Tag]]) -> Marked:
    text = b"\n".join(line for _, line in lines).decode()
    line_ends = [place for place, character in enumerate(text) if character == "\n"] if len(lines) > 1 else []
    mentions, fragments = Mentions(), []
    begin = length = 0
    for tag in find(text):
        fragment = text[begin : tag.begin] + tag.text
        fragments.append(fragment)
        length += len(letters(fragment))
        begin = tag.stop
        line = lines[bisect_left(line_ends, tag.begin)][0]
        if tag.opens:
            mentions.opens(tag.opens, length, line, tag.name)
        elif tag.wrong:
            mentions.unreadable(tag.wrong, line, f"mentions as {_BY_ATTRIBUTE}")
        elif tag.closes:
            mentions.closes(tag.closes, length, line)
    mentions.finish()
    return _cut("".join([*fragments, text[begin:]]), [number for number, _ in lines], mentions)


def _cut(text: str, lines: Sequence[int], mentions: Mentions) -> Marked:
    """The pieces of a text of several lines."""
    pieces: list[str] = []
    numbers: list[int] = []
    for number, line in zip(lines, text.split("\n"), strict=False):
        found = pieces_of(line)
        pieces += found
        numbers += [number] * len(found)
    return Marked(pieces, numbers, list(accumulate(map(len, pieces))), mentions)


_NAME = re.compile(rb"\s*#[ \t]*newdoc[ \t]+id[ \t]*=(.*)", re.DOTALL)


@dataclass(slots=True)
class _Document:
    """The lines of a document, after that of its name if it has one."""

    part: Part
    line: int
    lines: list[tuple[int, bytes]]


def read_text(file: str, data: bytes, reading: Reading) -> Parsed:
    """Read the documents of a file, and collect all that is wrong with them."""
    faults = Faults(file=file)
    key = reading.key_text()
    kind, kept, out = _documents_of(file, data, reading, key)
    reader = _Reader(kind, key, faults, reading.bounds, reading.repairs)
    with suppress(Enough):
        for document in _documents(kept, key, faults):
            reader.read(document)
    return replace(parsed_on_key(reader.drafts, faults, reading, key), lines_dropped=out)


def _documents_of(file: str, data: bytes, reading: Reading, key: KeyText | None) -> tuple[str, Lines, int]:
    """The kind of tags in a file, the lines of its documents, and how many others are left out; an error if
    none may be."""
    numbered, fence = list(lines(data)), fence_in(data)
    kept = enclosed(numbered) if fence else numbered
    kind = reading.text or _only_kind(file, b"\n".join(line for _, line in kept))
    if kind == "xml":
        _check_ids(file, kept)

    def is_bare(line: bytes) -> bool:
        return not _NAME.match(line) and kind not in kinds_in(line)

    parts = len(key.parts) if key else len(kept)
    inner = without_first(kept, is_bare, parts)
    if not _are_named(inner):
        inner = trimmed(inner, is_bare, parts)
    out = dropped(numbered, inner)
    if reading.repairs:
        return kind, inner, len(out)
    if fence or (out and (_are_named(inner) or len(inner) == parts)):
        what = f"{_lines_beside(len(kept), parts)}, and {counted(len(out), 'line')} of other text"
        refuse(file, fence, out, what)
    return kind, kept, 0


def _lines_beside(lines: int, parts: int) -> str:
    return f"{counted(lines, 'line')} of text, but {counted(parts, 'document')} in the key"


def _are_named(numbered: Lines) -> bool:
    """True if the first line with text names a document."""
    return bool(_NAME.match(next((line for _, line in numbered if line.strip()), b"")))


def _only_kind(file: str, data: bytes) -> str:
    """The kind of tags in a file; an error where there are several."""
    kinds = kinds_in(data)
    if len(kinds) == 1:
        return kinds[0]
    what = f"text with several kinds of tags: {', '.join(kinds)}"
    raise InputError(
        [Problem(file, 1, what, "state how mentions are tagged with --text words, xml or links")]
    )


def _check_ids(file: str, numbered: Lines) -> None:
    """An error where mentions have one name, as if it were their kind, and no ids."""
    texts = ((number, line.decode(errors="replace")) for number, line in numbered)
    opened = [(line, tag) for line, text in texts for tag in XML.finditer(text) if tag["opens"] or tag["id"]]
    names = {tag["opens"] for _, tag in opened}
    if len(opened) >= _MANY and len(names) == 1 and (name := names.pop()) and _IS_KIND.fullmatch(name):
        line = opened[0][0]
        remedy = f"write <e1>…</e1> or {_BY_ATTRIBUTE}"
        raise InputError([Problem(file, line, f"<{name[:40]}> has no id", remedy)])


def _documents(numbered: Lines, key: KeyText | None, faults: Faults) -> Iterator[_Document]:
    return _named(numbered, faults) if _are_named(numbered) else _in_order(numbered, key, faults)


def _in_order(numbered: Lines, key: KeyText | None, faults: Faults) -> Iterator[_Document]:
    """A line is a document of the key, or without a key has its number as a name."""
    parts = key.parts if key else [Part(str(number), 0) for number, _ in numbered]
    if len(parts) != len(numbered):
        what = _lines_beside(len(numbered), len(parts))
        remedy = "write each document on one line, or name documents with # newdoc id = NAME"
        at = min(len(parts), len(numbered) - 1)
        faults.stop(numbered[at][0] if numbered else 1, what, remedy)
    for part, (number, line) in zip(parts, numbered, strict=True):
        yield _Document(part, number, [(number, line)])


def _named(numbered: Lines, faults: Faults) -> Iterator[_Document]:
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
            what = f"{name} occurs twice in this file (first on line {seen[name]})"
            faults.blame(number, what, SAME_NAME)
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
            what = f"a document of more than {LONGEST_DOCUMENT:,} bytes"
            self.faults.blame(document.line, what, "split it")
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
            marked = _marked(document.lines, _xml_tags if self.kind == "xml" else _link_tags)
            words, lines, mentions, clusters = marked.pieces, marked.lines, marked.mentions, marked.spans()
        names = list(mentions.entities)
        draft = Draft(
            part=document.part, line=document.line, words=words, lines=lines, clusters=clusters, names=names
        )
        is_read = document.part not in self.faults.unsure
        number = self.key.number(document.part) if self.key and is_read else None
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
