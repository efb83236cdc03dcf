"""JSON lines: one document per line, with clusters of offsets into its sentences or tokens."""

from __future__ import annotations

from leaderboard.corpus import Part
from leaderboard.errors import MOST_PROBLEMS, InputError, Problem
from leaderboard.formats.conll_layout import Layout
from leaderboard.formats.conll_record import Record
from leaderboard.formats.draft import Draft
from leaderboard.formats.json_document import Document, Fault, document, in_order
from leaderboard.formats.limits import MOST_BRACKETS
from leaderboard.formats.lines import check_count, lines


def read_jsonlines(file: str, data: bytes, offsets: str | None = None, ends: str | None = None) -> Draft:
    """The draft of a file; an error with all of its problems if it has any."""
    check_count(file, data)
    record = Record(Layout(word=0, tag=None))
    problems: list[Problem] = []
    for number, line in lines(data):
        if not line.strip():
            continue
        try:
            _add(record, document(line, offsets, ends), number)
        except Fault as fault:
            problems.append(Problem(file, number, fault.what, fault.remedy))
            if len(problems) == MOST_PROBLEMS:
                break
    if problems:
        raise InputError(problems)
    return record.draft(file)


def _add(record: Record, document: Document, line: int) -> None:
    part = Part(document.name, 0)
    if part in record.parts:
        raise Fault(
            f"{part.document} stands in this file twice (line {record.parts[part]})", "remove one of the two"
        )
    if record.mention_count + sum(map(len, document.clusters)) > MOST_BRACKETS:
        raise Fault(f"more than {MOST_BRACKETS:,} mentions in this file", "split the file")
    record.begin_part(part, line)
    for word in document.words:
        record.add_token(line, [word])
    for cluster in in_order(document.clusters):
        entity = record.new_entity()
        for start, end in cluster:
            record.add_mention(start, end, entity, line)
