"""Text with tags around mentions: ``<e1>Ann</e1>`` or ``[Ann](#e1)``, at any place between characters."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from leaderboard.errors import SHOWN
from leaderboard.formats.beside.draft import Cluster
from leaderboard.formats.text.tags import Fault, Mentions

_ID = r"[^\W\d_][\w.]*"
XML = re.compile(rf"<(/?)({_ID})>|&(lt|gt|amp);")
LINKS = re.compile(rf"\\([\[\]])|(\[)|\](?:\(#({_ID})\))?")
_ENTITIES = {"lt": "<", "gt": ">", "amp": "&"}


class _Classes(dict[int, str]):
    """For each character whether it is one of a run, of white space, or alone."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        kind = unicodedata.category(character)
        found = " " if character.isspace() else "a" if kind[0] in "LM" or kind == "Nd" else "."
        self[code] = found
        return found


_CLASSES = _Classes()
_PIECE = re.compile(r"a+|\.")
_ASCII_PIECE = re.compile(r"[A-Za-z0-9]+|[^A-Za-z0-9\s]")


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
    bare = ["".join(word.split()) for word in words]
    ends = list(accumulate(map(len, bare)))
    text, wanted = "".join(marked.pieces), "".join(bare)
    if text != wanted:
        both = min(len(text), len(wanted))
        place = next((place for place in range(both) if text[place] != wanted[place]), both)
        return _other_text(marked, place, words[bisect_right(ends, place) :][:1])
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


def _other_text(marked: Marked, place: int, word: Sequence[str]) -> Fault:
    number = bisect_right(marked.ends, place)
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


class _Tag(NamedTuple):
    """Where a tag begins and stops, the text that stands for it, and what it does to which id."""

    begin: int
    stop: int
    text: str = ""
    opens: str = ""
    closes: str = ""


def read_xml(lines: Sequence[tuple[int, bytes]]) -> Marked:
    return _marked(lines, _xml_tags)


def read_links(lines: Sequence[tuple[int, bytes]]) -> Marked:
    return _marked(lines, _link_tags)


def pieces_of(text: str) -> list[str]:
    """The runs of letters, marks and digits, and each other character alone."""
    if text.isascii():
        return _ASCII_PIECE.findall(text)
    return [text[start:end] for start, end in piece_spans(text)]


def piece_spans(text: str) -> Iterator[tuple[int, int]]:
    """The place where each piece begins, and where it ends."""
    return (piece.span() for piece in _PIECE.finditer(text.translate(_CLASSES)))


def _xml_tags(text: str) -> Iterator[_Tag]:
    for tag in XML.finditer(text):
        if tag[3]:
            yield _Tag(*tag.span(), text=_ENTITIES[tag[3]])
        elif tag[1]:
            yield _Tag(*tag.span(), closes=tag[2])
        else:
            yield _Tag(*tag.span(), opens=tag[2])


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
    return iter(sorted(tags))


def _marked(lines: Sequence[tuple[int, bytes]], find: Callable[[str], Iterator[_Tag]]) -> Marked:
    text = b"\n".join(line for _, line in lines).decode()
    line_ends = [place for place, character in enumerate(text) if character == "\n"] if len(lines) > 1 else []
    mentions, fragments = Mentions(), []
    begin = length = 0
    for tag in find(text):
        fragment = text[begin : tag.begin] + tag.text
        fragments.append(fragment)
        length += len("".join(fragment.split()))
        begin = tag.stop
        line = lines[bisect_left(line_ends, tag.begin)][0]
        if tag.opens:
            mentions.opens(tag.opens, length, line)
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
