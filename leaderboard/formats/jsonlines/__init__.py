"""JSON: documents in any layout, with clusters of offsets into their sentences or tokens."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from leaderboard.corpus import Part
from leaderboard.errors import MOST_PROBLEMS, Problem
from leaderboard.formats.beside import Cluster, Draft, Dropped
from leaderboard.formats.beside.on_key import parsed_on_key
from leaderboard.formats.blocks import TOO_MUCH
from leaderboard.formats.faults import REPAIR, Enough, Faults
from leaderboard.formats.jsonlines.characters import (
    Pieces,
    Places,
    clusters_on_pieces,
    found_places,
    places_of_key,
    string_fault,
    text_fault,
)
from leaderboard.formats.jsonlines.documents import TOO_DEEP, Documents, Found, member_column, mention_columns
from leaderboard.formats.jsonlines.members import (
    NAMES,
    NUMBERS,
    PREDICTED,
    Fault,
    Misplaced,
    ids_of,
    is_text,
    is_unnamed,
    lists,
    meaning,
    name_of,
    name_of_clusters,
    other_names,
    record_of,
    sub_tokens,
    unlike,
    without_ids,
    words_of,
)
from leaderboard.formats.jsonlines.order import Order
from leaderboard.formats.jsonlines.stated_twice import contradictions
from leaderboard.formats.jsonlines.toolkits import in_own_form
from leaderboard.formats.reading import Parsed, Reading
from leaderboard.text import counted, plural


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
    record, most = found.value, reading.bounds.brackets
    words: list[str] | None = None
    names: list[str | None] = []
    unnamed = is_unnamed(record) and not reading.key
    text = unnamed and is_text(record)
    part = order.part(text) if unnamed else Part(name_of(record), 0)
    clusters: list[Cluster] = []
    member = ""
    others = other_names(record)
    misplaced, pieces = False, None

    def tell(fault: Fault) -> None:
        nonlocal misplaced
        if text and counts == "char" and isinstance(fault, Misplaced):
            misplaced, fault.dropped = True, 0
        blame(fault)

    counts = last = ""
    try:
        words = order.words(part) if text else words_of(record)
        if reading.check_words and not reading.repairs and order.has_pieces(part, words):
            raise sub_tokens()
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
    if is_text(record) and has_its_strings(record, member):
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
    listed = lists(record[member], member)
    if listed and all(map(_is_span, listed)):
        example = "write [[[start, end], ...], ...]"
        raise Fault(f"`{member}` is a list of spans, not of entities", example, member)
    # A cluster without mentions is work too.
    if sum(max(1, len(cluster)) for cluster in listed) > most:
        raise Fault(f"more than {most:,} mentions in this document", TOO_MUCH)
    places = _places(record, words, counts)
    clusters: list[Cluster] = []
    number = 0
    for cluster in listed:
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


def _is_span(cluster: list[Any]) -> bool:
    """True for two numbers where the list of an entity should be."""
    return len(cluster) == 2 and type(cluster[0]) is type(cluster[1]) is int


def _places(record: dict[str, Any], words: list[str], counts: str) -> Places | None:
    """The places of the words in the text, where offsets count characters."""
    if is_text(record):
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


def read_jsonlines(file: str, data: bytes, reading: Reading) -> Parsed:
    """Read a file and collect all of its problems."""
    faults = Faults(file=file)
    key = reading.key_text()
    order = Order(key)
    state = _State(faults=faults, reading=reading, order=order)
    with suppress(Enough):
        for found in Documents(data, faults):
            state.read(found)
    parsed = parsed_on_key(list(state.drafts.values()), order.checked(faults), reading, key)
    remarks = (*state.unlike_remarks(), *state.unpredicted_remarks(), *order.remarks(file))
    return replace(parsed, remarks=(*remarks, *parsed.remarks))


@dataclass(slots=True, kw_only=True)
class _State:
    """The state of the reader.

    ``members`` has the lines of documents by the name of the clusters that were read, ``unlike`` those of
    documents with two kinds of clusters, names, or texts of mentions, that differ. ``numbers`` has those of
    the parts of each document of the key, ``stated`` those that the file itself states.
    """

    faults: Faults
    reading: Reading
    order: Order
    drafts: dict[Part, Draft] = field(default_factory=dict)
    words: int = 0
    mentions: int = 0
    members: dict[str, list[int]] = field(default_factory=dict)
    unlike: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    numbers: dict[str, list[int]] = field(init=False, default_factory=dict)
    stated: dict[str, set[int]] = field(init=False, default_factory=lambda: defaultdict(set))

    def __post_init__(self) -> None:
        for part in self.reading.beside.parts if self.reading.beside else ():
            self.numbers.setdefault(part.document, []).append(part.number)

    def read(self, found: Found) -> None:
        """Add the documents of a record; whatever is wrong with it is blamed."""
        try:
            records, reading = in_own_form(found._replace(value=record_of(found)), self.reading)
            for record in records:
                self._add(found._replace(value=record), reading)
            for members in contradictions(found.value):
                self.unlike.setdefault(members, []).append(found.line)
        except Fault as fault:
            self.faults.nameless += 1
            self._blame(found, fault)
        except RecursionError:  # values can be parsed that are nested too deeply to be shown
            self.faults.nameless += 1
            self._blame(found, Fault(*TOO_DEEP))

    def _add(self, found: Found, reading: Reading) -> None:
        """Add a document; whatever is wrong with it is blamed, or marked for repair."""
        unnamed = is_unnamed(found.value) and not self.reading.key
        self.order.count(unnamed, found.line)
        if unnamed and self.order.is_unknown(self.faults.nameless):
            return
        faults: list[Fault] = []

        def blame(fault: Fault) -> None:
            if fault.dropped is None or not self.reading.repairs:
                self._blame(found, fault)
            else:
                faults.append(fault)

        read = document(found, reading, self.order, blame)
        part = read.part
        number = next((found.value[member] for member in NUMBERS if member in found.value), None)
        if type(number) is int:
            self.stated[part.document].add(number)
        if part in self.drafts:
            self._blame_twin(found, read)
            return
        self._check_bounds(found.line, read)
        words = read.words or []
        draft = Draft(part=part, line=found.line, words=words, clusters=read.clusters, names=read.names)
        draft.dropped = Dropped(mentions=sum(fault.dropped or 0 for fault in faults)) if faults else None
        if self.reading.repairs and read.pieces:
            draft.words, draft.clusters, mentions = read.pieces
            draft.pieces, draft.dropped = True, Dropped(mentions=mentions)
        self.drafts[part] = draft
        if read.words is None:
            self.faults.unsure.add(part)
            return
        self.members.setdefault(read.member, []).append(found.line)
        for members in read.unlike:
            self.unlike.setdefault(members, []).append(found.line)

    def _blame_twin(self, found: Found, read: Document) -> None:
        """Blame a document whose name another one has; parts of one document need names of their own."""
        name, first = read.part.document, self.drafts[read.part]
        stated = sorted(self.stated[name]) if self.reading.beside is None else []
        numbers = self.numbers.get(name, stated)
        line = f"first on line {first.line}"
        are_equal = read.words == first.words and read.clusters == first.clusters
        if len(numbers) < 2 or are_equal:
            remedy = "remove one of the two" if are_equal else self._remedy_of_twins(read, first)
            self.faults.blame(found.line, f"{name} occurs twice in this file ({line})", remedy)
            return
        self.faults.nameless += 1
        between = "and" if len(numbers) == 2 else "to"
        what = f"{name} occurs twice ({line}): the document has {len(numbers):,} parts"
        remedy = f"name them {name}_{numbers[0]} {between} {name}_{numbers[-1]}"
        self.faults.blame(found.line, what, remedy)

    def _remedy_of_twins(self, read: Document, first: Draft) -> str:
        """Return what to do about two documents of one name that differ."""
        if read.words == first.words:
            return "keep the one whose entities are meant"
        if self.reading.beside is not None:
            return "give each document its name in the key"
        name = read.part.document
        return f"give each its own name, or {name}_0 and {name}_1 if they are parts of one document"

    def _blame(self, found: Found, fault: Fault) -> None:
        column = fault.column
        if fault.member and self.faults.count < MOST_PROBLEMS:
            column = member_column(found.text, fault.member)
        if fault.everywhere and not self.drafts:
            self.faults.stop(1, fault.what, fault.remedy)
        remedy = fault.remedy if fault.dropped is None or self.reading.key else f"{fault.remedy}, {REPAIR}"
        self.faults.blame(found.line, fault.what, remedy, found.column_of(column))

    def _check_bounds(self, line: int, document: Document) -> None:
        self.words += len(document.pieces.words if document.pieces else document.words or ())
        self.mentions += sum(map(len, document.clusters))
        for what, count, most in (
            ("documents", len(self.drafts) + 1, self.reading.bounds.parts),
            ("words", self.words, self.reading.bounds.lines),
            ("mentions", self.mentions, self.reading.bounds.brackets),
        ):
            if count > most:
                self.faults.stop(line, f"more than {most:,} {what} in this file", TOO_MUCH)

    def unpredicted_remarks(self) -> Iterator[Problem]:
        """A warning where only some documents of a response have predictions: what was read of the others."""
        others = {member: lines for member, lines in self.members.items() if member not in ("", PREDICTED)}
        if PREDICTED in self.members and others:
            lines = list(chain(*others.values()))
            names = " or ".join(f"`{member}`" for member in others)
            where = f"{len(lines):,} of {len(self.drafts):,} documents, where {names} was read"
            remedy = "write it in every document, as an empty list where there are none"
            yield Problem(self.faults.file, min(lines), f"`{PREDICTED}` is missing in {where}", remedy)

    def unlike_remarks(self) -> tuple[Problem, ...]:
        """Once for each two members that differ: in how many documents, and which counts."""
        side = "key" if self.reading.key else "response"
        counts = {name: f"the name is that in `{name}`" for name in NAMES}
        return tuple(
            Problem(
                self.faults.file,
                lines[0],
                f"`{member}` and `{other}` differ in {counted(len(lines), 'document')}",
                f"{counts.get(member, f'a {side} is scored by `{member}`')}, and `{other}` was not read",
            )
            for (member, other), lines in self.unlike.items()
        )
