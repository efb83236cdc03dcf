"""One document of JSON: its words, and its clusters as tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from leaderboard.corpus import Part
from leaderboard.errors import MOST_PROBLEMS
from leaderboard.formats.beside.draft import Cluster
from leaderboard.formats.jsonlines.characters import (
    Pieces,
    Places,
    clusters_on_pieces,
    found_places,
    places_of_key,
)
from leaderboard.formats.jsonlines.documents import Found
from leaderboard.formats.jsonlines.members import (
    PREDICTED,
    Fault,
    Misplaced,
    ids_of,
    lists,
    meaning,
    name_of,
    name_of_clusters,
    other_names,
    record_of,
    unlike,
    without_ids,
    words_of,
)
from leaderboard.formats.jsonlines.mention_texts import string_fault, text_fault
from leaderboard.formats.jsonlines.unnamed import Order, has_its_strings, is_unnamed
from leaderboard.formats.jsonlines.value_positions import mention_columns
from leaderboard.formats.lines import TOO_MUCH
from leaderboard.formats.reading import Reading
from leaderboard.text import plural


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document of which as much is read as can be; the words are None where they are none.

    ``names`` are the ids of the clusters, None for those without. ``member`` is the name of all clusters,
    ``unlike`` pairs members that are read with others that say something else. A text that is not the key's,
    and can be repaired, has ``pieces``.
    """

    part: Part
    words: list[str] | None
    names: list[str | None]
    clusters: list[Cluster]
    member: str
    unlike: list[tuple[str, str]]
    pieces: Pieces | None


def document(found: Found, reading: Reading, order: Order, blame: Callable[[Fault], None]) -> Document:
    """The document that was found; offsets and ends as stated, else as the file makes plain.

    An error where not even its name can be read; ``blame`` hears of whatever else is wrong, which may be
    that it has more mentions than a file may have.
    """
    record, most = record_of(found), reading.bounds.brackets
    words: list[str] | None = None
    names: list[str | None] = []
    unnamed = is_unnamed(record) and not reading.key
    if unnamed:
        part, words_of_key = order.take(found.line)
    else:
        part = Part(name_of(record), 0)
    clusters: list[Cluster] = []
    member = ""
    others = other_names(record)
    misplaced, pieces = False, None

    def tell(fault: Fault) -> None:
        nonlocal misplaced
        if unnamed and counts == "char" and isinstance(fault, Misplaced):
            misplaced, fault.dropped = True, 0
        blame(fault)

    counts = last = ""
    try:
        words = words_of_key if unnamed else words_of(record)
        member = name_of_clusters(record, reading.offsets, reading.key)
        ids, record = ids_of(record, member), without_ids(record)
        counts, last = _meaning(record, member, reading)
        mentions = _Mentions(found.text, tell)
        clusters = _clusters(record, member, words, (counts, last), mentions, most)
        names = ids
        others += [(member, name) for name in unlike(record, member, reading.offsets)]
    except Fault as fault:
        tell(fault)
    if misplaced:
        names, clusters = ids, clusters or [[] for _ in ids]
        try:
            pairs = [list(map(_pair, cluster)) for cluster in record[member]]
            pieces = clusters_on_pieces(record["text"], pairs, last == "exclusive", most)
        except Fault as fault:
            blame(fault)
    return Document(
        part=part, words=words, names=names, clusters=clusters, member=member, unlike=others, pieces=pieces
    )


def _meaning(record: dict[str, Any], member: str, reading: Reading) -> tuple[str, str]:
    """The unit of the offsets, and whether ends are inclusive."""
    if is_unnamed(record) and has_its_strings(record, member):
        return "char", "exclusive"
    return meaning(record, member, reading.offsets, reading.ends)


def _pair(pair: Any) -> tuple[int, int]:
    """The two numbers of a mention."""
    if not (type(pair) is list and len(pair) == 2 and type(pair[0]) is type(pair[1]) is int):
        raise Fault(f"{repr(pair)[:40]} is not a mention", "write a pair of whole numbers, [start, end]")
    return pair[0], pair[1]


class _Mentions:
    """Tells of the mentions that are wrong; they come in order, and so do their columns."""

    def __init__(self, text: str, blame: Callable[[Fault], None]) -> None:
        self.text, self.blame = text, blame
        self.columns: Iterator[tuple[int, int]] | None = None
        self.wrong = 0

    def tell(self, fault: Fault, member: str, number: int) -> None:
        self.wrong += 1
        if self.wrong <= MOST_PROBLEMS:
            if self.columns is None:
                self.columns = enumerate(mention_columns(self.text, member))
            fault.column = next((column for index, column in self.columns if index == number), 0)
        self.blame(fault)


def _clusters(
    record: dict[str, Any],
    member: str,
    words: list[str],
    how: tuple[str, str],
    mentions: _Mentions,
    most: int,
) -> list[Cluster]:
    counts, last = how
    # A cluster without mentions is work too.
    if sum(max(1, len(cluster)) for cluster in lists(record[member], member)) > most:
        raise Fault(f"more than {most:,} mentions in this document", TOO_MUCH)
    places = _places(record, words, counts)
    clusters: list[Cluster] = []
    number = 0
    for cluster in lists(record[member], member):
        clusters.append([])
        for pair in cluster:
            try:
                clusters[-1].append(_span(pair, len(words), places, last == "exclusive"))
            except Fault as fault:
                mentions.tell(fault, member, number)
            number += 1
    # The strings are those of the gold clusters where there are predicted ones beside them.
    if not mentions.wrong and member != PREDICTED:
        if wrong_string := string_fault(record, words, clusters):
            raise wrong_string
        if wrong_text := text_fault(record, words, clusters):
            mentions.blame(wrong_text)
    return clusters


def _places(record: dict[str, Any], words: list[str], counts: str) -> Places | None:
    """The places of the words in the text, where offsets count characters."""
    if is_unnamed(record):
        places = places_of_key(record["text"], words)  # which compares them
        return places if counts == "char" else None
    return found_places(record, words) if counts == "char" else None


def _span(pair: Any, tokens: int, places: Places | None, exclusive: bool) -> tuple[int, int]:
    """The first and last token of a mention."""
    start, end = _pair(pair)
    end -= exclusive
    if places is not None:
        start, end = places.span(start, end, pair)
    if not 0 <= start <= end < tokens:
        raise Fault(
            f"the mention {repr(pair)[:40]} does not lie within the {tokens} {plural('token', tokens)}",
            "count tokens from 0, or state the right --offsets and --ends",
            dropped=1,
        )
    return start, end
