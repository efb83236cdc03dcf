"""JSON: documents in any layout, with clusters of offsets into their sentences or tokens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain

from leaderboard.corpus import Corpus
from leaderboard.errors import MOST_PROBLEMS, Problem
from leaderboard.formats.conll.columns import Record
from leaderboard.formats.conll.layout import Layout
from leaderboard.formats.faults import Enough, Faults
from leaderboard.formats.jsonlines.documents import Documents, Found
from leaderboard.formats.jsonlines.members import PREDICTED, Fault
from leaderboard.formats.jsonlines.parsing import Document, Stated, document, in_order
from leaderboard.formats.jsonlines.unnamed import Order
from leaderboard.formats.jsonlines.value_positions import member_column
from leaderboard.formats.limits import WITHOUT_KEY, Bounds
from leaderboard.formats.lines import TOO_MUCH
from leaderboard.formats.parsed import Parsed
from leaderboard.text import counted

__all__ = ["Stated", "read_jsonlines"]

_NOTHING = Stated()


def read_jsonlines(
    file: str,
    data: bytes,
    stated: Stated = _NOTHING,
    bounds: Bounds = WITHOUT_KEY,
    key: Corpus | None = None,
) -> Parsed:
    """Read a file and collect all of its problems; ``key`` is what a response is read beside."""
    record = Record(layout=Layout(word=0, tag=None))
    faults = Faults(file=file)
    reading = _Reading(faults=faults, record=record, stated=stated, bounds=bounds, order=Order(key))
    try:
        for found in Documents(data, faults):
            reading.read(found)
    except Enough:
        pass
    return replace(
        record.parsed(reading.order.checked(faults)),
        remarks=(
            *reading.unlike_remarks(),
            *reading.unpredicted_remarks(),
            *reading.order.remarks(file),
        ),
    )


@dataclass(slots=True, kw_only=True)
class _Reading:
    """The state of the reader.

    ``members`` has the lines of documents by the name of the clusters that were read, ``unlike`` those of
    documents with two kinds of clusters that differ.
    """

    faults: Faults
    record: Record
    stated: Stated
    bounds: Bounds
    order: Order
    members: dict[str, list[int]] = field(default_factory=dict)
    unlike: dict[tuple[str, str], list[int]] = field(default_factory=dict)

    def read(self, found: Found) -> None:
        """Add a document; whatever is wrong with it is blamed."""
        self.order.documents += 1
        if self.order.is_unknown(found.value, self.faults.nameless):
            return
        try:
            read = document(
                found, self.stated, self.order, lambda fault: self._blame(found, fault), self.bounds.brackets
            )
        except Fault as fault:
            self.faults.nameless += 1
            self._blame(found, fault)
            return
        part = read.part
        if part in self.record.parts:
            what = f"{part.document} occurs twice in this file (first on line {self.record.parts[part]})"
            self.faults.blame(found.line, what, "remove one of the two")
            return
        self._check_bounds(found.line, read)
        self.record.begin_part(part, found.line)
        if read.words is None:
            self.faults.unsure.add(part)
            return
        _add(self.record, read, found.line)
        self.members.setdefault(read.member, []).append(found.line)
        for other in read.unlike:
            self.unlike.setdefault((read.member, other), []).append(found.line)

    def _blame(self, found: Found, fault: Fault) -> None:
        column = fault.column
        if fault.member and self.faults.count < MOST_PROBLEMS:
            column = member_column(found.text, fault.member)
        if fault.everywhere and not self.record.parts:
            self.faults.stop(1, fault.what, fault.remedy)
        self.faults.blame(found.line, fault.what, fault.remedy, found.column_of(column))

    def _check_bounds(self, line: int, found: Document) -> None:
        for what, count, most in (
            ("documents", len(self.record.parts) + 1, self.bounds.parts),
            ("words", len(self.record.token_line) + len(found.words or ()), self.bounds.lines),
            ("mentions", self.record.mention_count + sum(map(len, found.clusters)), self.bounds.brackets),
        ):
            if count > most:
                self.faults.stop(line, f"more than {most:,} {what} in this file", TOO_MUCH)

    def unpredicted_remarks(self) -> Iterator[Problem]:
        """A warning where only some documents of a response have predictions: what was read of the others."""
        others = {member: lines for member, lines in self.members.items() if member not in ("", PREDICTED)}
        if PREDICTED in self.members and others:
            lines = list(chain(*others.values()))
            names = " or ".join(f"`{member}`" for member in others)
            where = f"{len(lines):,} of {len(self.record.parts):,} documents, where {names} was read"
            remedy = "write it in every document, as an empty list where there are none"
            yield Problem(self.faults.file, min(lines), f"`{PREDICTED}` is missing in {where}", remedy)

    def unlike_remarks(self) -> tuple[Problem, ...]:
        """Once for each two kinds of clusters that differ: in how many documents, and which counts."""
        side = "key" if self.stated.key else "response"
        return tuple(
            Problem(
                self.faults.file,
                lines[0],
                f"`{member}` and `{other}` differ in {counted(len(lines), 'document')}",
                f"a {side} is scored by `{member}`, and `{other}` was not read",
            )
            for (member, other), lines in self.unlike.items()
        )


def _add(record: Record, read: Document, line: int) -> None:
    for word in read.words or ():
        record.add_token(line, [word])
    for name, cluster in in_order(read.names, read.clusters):
        entity = record.new_entity(name)
        for start, end in cluster:
            record.add_mention(start, end, entity, line)
