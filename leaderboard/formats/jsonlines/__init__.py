"""JSON: documents in any layout, with clusters of offsets into their sentences or tokens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain

from leaderboard.corpus import Part
from leaderboard.errors import MOST_PROBLEMS, Problem
from leaderboard.formats.beside.draft import Draft, Dropped
from leaderboard.formats.beside.on_key import Beside
from leaderboard.formats.blocks import TOO_MUCH
from leaderboard.formats.faults import REPAIR, Enough, Faults
from leaderboard.formats.jsonlines.documents import Documents, Found, member_column
from leaderboard.formats.jsonlines.members import NAMES, PREDICTED, Fault
from leaderboard.formats.jsonlines.parsing import Document, Order, document
from leaderboard.formats.reading import Parsed, Reading, parsed_on_key
from leaderboard.text import counted


def read_jsonlines(file: str, data: bytes, reading: Reading, beside: Beside | None) -> Parsed:
    """Read a file and collect all of its problems."""
    faults = Faults(file=file)
    order = Order(beside.key.corpus if beside else None)
    state = _State(faults=faults, reading=reading, order=order)
    try:
        for found in Documents(data, faults):
            state.read(found)
    except Enough:
        pass
    parsed = parsed_on_key(list(state.drafts.values()), order.checked(faults), beside, reading.bounds)
    remarks = (*state.unlike_remarks(), *state.unpredicted_remarks(), *order.remarks(file))
    return replace(parsed, remarks=(*remarks, *parsed.remarks))


@dataclass(slots=True, kw_only=True)
class _State:
    """The state of the reader.

    ``members`` has the lines of documents by the name of the clusters that were read, ``unlike`` those of
    documents with two kinds of clusters, or two names, that differ.
    """

    faults: Faults
    reading: Reading
    order: Order
    drafts: dict[Part, Draft] = field(default_factory=dict)
    words: int = 0
    mentions: int = 0
    members: dict[str, list[int]] = field(default_factory=dict)
    unlike: dict[tuple[str, str], list[int]] = field(default_factory=dict)

    def read(self, found: Found) -> None:
        """Add a document; whatever is wrong with it is blamed, or marked for repair."""
        self.order.documents += 1
        if self.order.is_unknown(found.value, self.faults.nameless):
            return
        faults: list[Fault] = []

        def blame(fault: Fault) -> None:
            if fault.dropped is None or not self.reading.repairs:
                self._blame(found, fault)
            else:
                faults.append(fault)

        try:
            read = document(found, self.reading, self.order, blame)
        except Fault as fault:
            self.faults.nameless += 1
            self._blame(found, fault)
            return
        part = read.part
        if part in self.drafts:
            what = f"{part.document} occurs twice in this file (first on line {self.drafts[part].line})"
            self.faults.blame(found.line, what, "remove one of the two")
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
