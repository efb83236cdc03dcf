"""JSON lines: one document per line, with clusters of offsets into its sentences or tokens."""

from __future__ import annotations

from typing import NamedTuple

from leaderboard.corpus import Part
from leaderboard.errors import MOST_PROBLEMS
from leaderboard.formats.conll.layout import Layout
from leaderboard.formats.conll.record import Record
from leaderboard.formats.draft import Draft
from leaderboard.formats.faults import Enough, Faults
from leaderboard.formats.jsonlines.parsing import Cluster, Document, Fault, document, in_order
from leaderboard.formats.jsonlines.places import member_column
from leaderboard.formats.limits import WITHOUT_KEY, Bounds
from leaderboard.formats.lines import TOO_MUCH, lines


def read_jsonlines(
    file: str,
    data: bytes,
    offsets: str | None = None,
    ends: str | None = None,
    bounds: Bounds = WITHOUT_KEY,
) -> Draft:
    """The draft of a file, with all of its problems if it has any."""
    record = Record(Layout(word=0, tag=None))
    faults = Faults(file)
    try:
        for number, line in lines(data):
            if line.strip():
                _read(_Line(faults, number, line), record, offsets, ends, bounds)
    except Enough:
        pass
    return record.draft(faults)


class _Line(NamedTuple):
    faults: Faults
    number: int
    line: bytes

    def blame(self, fault: Fault) -> None:
        column = fault.column
        if fault.member and self.faults.count < MOST_PROBLEMS:
            column = member_column(self.line.decode(), fault.member)
        self.faults.blame(self.number, fault.what, fault.remedy, column)


def _read(at: _Line, record: Record, offsets: str | None, ends: str | None, bounds: Bounds) -> None:
    """Add the document on a line; whatever is wrong with it is blamed."""
    try:
        found = document(at.line, offsets, ends, at.blame, bounds.brackets)
    except Fault as fault:
        at.faults.nameless += 1
        at.blame(fault)
        return
    part = Part(found.name, 0)
    if part in record.parts:
        what = f"{part.document} stands in this file twice (line {record.parts[part]})"
        at.faults.blame(at.number, what, "remove one of the two")
        return
    _check_bounds(at, record, found, bounds)
    record.begin_part(part, at.number)
    if found.words is None:
        at.faults.unsure.add(part)
        return
    _add(record, found.words, found.clusters, at.number)


def _check_bounds(at: _Line, record: Record, found: Document, bounds: Bounds) -> None:
    for what, count, most in (
        ("documents", len(record.parts) + 1, bounds.parts),
        ("words", len(record.token_line) + len(found.words or ()), bounds.lines),
        ("mentions", record.mention_count + sum(map(len, found.clusters)), bounds.brackets),
    ):
        if count > most:
            at.faults.stop(at.number, f"more than {most:,} {what} in this file", TOO_MUCH)


def _add(record: Record, words: list[str], clusters: list[Cluster], line: int) -> None:
    for word in words:
        record.add_token(line, [word])
    for cluster in in_order(clusters):
        entity = record.new_entity()
        for start, end in cluster:
            record.add_mention(start, end, entity, line)
