"""The slow reader of CorefUD files: line by line, it names every problem with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np

from leaderboard.corpus import Corpus, Part
from leaderboard.corpus.nodes import Heads, Pieces
from leaderboard.formats.bracket_cells import TooMany
from leaderboard.formats.corefud.brackets import EntityBrackets
from leaderboard.formats.corefud.columns import CorefUDRecord, Node
from leaderboard.formats.corefud.governors import tree_in
from leaderboard.formats.corefud.header import NEWDOC, Columns, Comment, comment, new_document
from leaderboard.formats.corefud.ids import MOST_DIGITS
from leaderboard.formats.corefud.relations import StatedRelations
from leaderboard.formats.corefud.syntax import syntax_in
from leaderboard.formats.corefud.text import Text, corpus, edges
from leaderboard.formats.faults import NO_PART, Enough, Faults
from leaderboard.formats.limits import COREFUD_COLUMNS, WITHOUT_KEY, Bounds
from leaderboard.formats.lines import lines
from leaderboard.formats.parsed import Parsed
from leaderboard.formats.relations import Relations
from leaderboard.text import counted

_ID = re.compile(rf"(0|[1-9]\d{{0,{MOST_DIGITS - 1}}})(?:([.-])([1-9]\d{{0,{MOST_DIGITS - 1}}}))?", re.ASCII)


@dataclass(slots=True, kw_only=True)
class _Reading:
    """The state of the slow reader; ``part`` is open, and ``most`` is the largest number of parts.

    ``heads`` tells where heads come from, ``types`` whether the types of entities are asked for.

    ``stated`` is the line of ``# global.Entity``. ``words``, ``decimal`` (of the last empty node after
    the last word) and ``ranges`` (the last word of a range) are those of the sentence that is open;
    ``commented`` tells that a comment came since its last word, ``stray`` that text before the first
    document was reported.
    """

    faults: Faults
    record: CorefUDRecord
    brackets: EntityBrackets
    most: int
    heads: Heads
    types: bool
    part: Part = NO_PART
    columns: Columns | None = None
    stated: int = 0
    began: int = 0
    words: int = 0
    decimal: int = 0
    ranges: int = 0
    range_line: int = 0
    commented: bool = False
    stray: bool = False


def diagnose(
    file: str,
    data: bytes,
    tags: bool,
    bounds: Bounds = WITHOUT_KEY,
    heads: Heads = "file",
    tree: bool = False,
    syntax: bool = False,
    labels: bool = False,
    relations: Relations | None = None,
) -> Parsed:
    """Read a file line by line and collect all of its problems; ``relations`` only if asked for."""
    record, faults = CorefUDRecord(), relations.faults if relations else Faults(file=file)
    reading = _Reading(
        faults=faults,
        record=record,
        brackets=EntityBrackets(
            record=record,
            most=bounds.brackets,
            minspan=heads == "minspan",
            relations=StatedRelations(relations=relations) if relations else None,
        ),
        most=bounds.parts,
        heads=heads,
        types=labels,
    )
    try:
        for number, line in lines(data):
            _read_line(reading, number, line)
        _end_sentence(reading)
        reading.brackets.end_part()
        if not record.parts and not faults.count:
            faults.blame(0, "this file contains no document", f"begin each document with a line `{NEWDOC}`")
    except Enough:
        faults.unsure.add(reading.part)
        _add_unread(reading, reading.began)
    typed = reading.columns is not None and reading.columns.etype is not None
    text, found = record.text(file, tags, tree), record.found(typed)
    dependencies, wrong = edges(text, found, heads, bounds)
    for node, what, remedy in wrong:
        faults.blame(int(text.line[node]), what, remedy)
    tree_of_text = text.governors and tree_in(text, text.governors)
    syntax_of_text = (
        syntax_in(text, record.word_heads.texts(), record.empty_tags.texts(), found, bounds)
        if syntax
        else None
    )
    return Parsed(
        replace(
            _with_minimum(corpus(text, found, dependencies, heads), text, record, heads),
            tree=tree_of_text,
            syntax=syntax_of_text,
            anaphora=relations.anaphora(np.zeros(record.mention_count, np.bool_)) if relations else None,
        ),
        faults if faults.count else None,
        tuple(relations.remarks) if relations else (),
    )


def _with_minimum(side: Corpus, text: Text, record: CorefUDRecord, heads: Heads) -> Corpus:
    """The corpus with the minimum spans that were read, if they were asked for."""
    if heads != "minspan" or side.nodes is None:
        return side
    mention, first, last = np.array(record.minimum, np.int64).reshape(-1, 3).T
    place = text.place
    return replace(side, nodes=replace(side.nodes, minimum=Pieces(mention, place[first], place[last])))


def _read_line(reading: _Reading, number: int, line: bytes) -> None:
    before = reading.faults.count
    text = reading.faults.text(number, line)
    if reading.faults.count > before:
        # What cannot be read may be the beginning of a document, or a word.
        reading.faults.nameless += line.count(b"newdoc")
        reading.faults.unsure.add(reading.part)
        _add_unread(reading, number)
    elif not text.strip():
        _end_sentence(reading)
    elif text.startswith("#"):
        within = reading.commented or reading.began > 0
        found = comment(text, number, len(reading.record.parts), reading.types)
        if found:
            _read_comment(reading, found)
        reading.commented = within
    elif reading.record.parts:
        _read_row(reading, number, text)
    elif not reading.stray:
        reading.faults.blame(number, "text before the first document", f"write a line `{NEWDOC}` before it")
        reading.stray = True


def _read_comment(reading: _Reading, found: Comment) -> None:
    if found.part is not None:
        _end_sentence(reading)
        reading.brackets.end_part()
        reading.part = new_document(reading.faults, reading.record.parts, found, found.part, reading.most)
        reading.record.parts[reading.part] = found.line
    elif found.fault:
        reading.faults.blame(found.line, found.fault, "write `# global.Entity = eid-etype-head-other`")
    elif reading.columns is None:
        reading.columns, reading.stated = found.columns, found.line
    elif reading.columns != found.columns:
        what = f"the fields of `# global.Entity` differ from line {reading.stated}"
        reading.faults.blame(found.line, what, "write the fields of all mentions in the same order")


def _read_row(reading: _Reading, number: int, text: str) -> None:
    if reading.commented:
        reading.faults.blame(number, "a comment within a sentence", "write it before the sentence")
        reading.commented = False
    if not reading.began:
        reading.record.begin_sentence()
        reading.began = number
    cells = text.split("\t")
    if len(cells) != COREFUD_COLUMNS:
        what = f"{counted(len(cells), 'column')}, not {COREFUD_COLUMNS}"
        reading.faults.blame(number, what, "write all columns of CoNLL-U, with tabs between them")
        cells = [*cells, *["_"] * COREFUD_COLUMNS][:COREFUD_COLUMNS]
        reading.faults.unsure.add(reading.part)
        reading.brackets.torn = True
    found = _ID.fullmatch(cells[0])
    if found is None or not _in_order(reading, found, number):
        what = f"the id is {cells[0][:40]!r}, but {_expected(reading)} is expected here"
        reading.faults.blame(number, what, "number the words of a sentence 1, 2, 3 and so on", 1)
        reading.faults.unsure.add(reading.part)
        found = None
    if found is None or found[2] is None:
        reading.words, reading.decimal = reading.words + 1, 0
    is_range = found is not None and found[2] == "-"
    if not is_range:
        decimal = reading.decimal if found is not None and found[2] == "." else 0
        reading.record.add(Node(number, decimal, cells[1], f"{cells[3]}|{cells[5]}", cells[6], cells[8]))
    _read_entities(reading, number, text, cells[-1], is_range)


def _add_unread(reading: _Reading, number: int) -> None:
    """A word that is not known; in a sentence without any, mentions would have no place."""
    if reading.began:
        reading.brackets.torn = True
        reading.words, reading.decimal = reading.words + 1, 0
        reading.record.add(Node(number, 0, "", "", "", ""))


def _in_order(reading: _Reading, found: re.Match[str], number: int) -> bool:
    """True if an id can stand here; what it says is noted."""
    first, separator, second = int(found[1]), found[2], int(found[3] or 0)
    if separator is None:
        return first == reading.words + 1
    if separator == ".":
        fits = first == reading.words and second > reading.decimal
        reading.decimal = max(reading.decimal, second) if fits else reading.decimal
        return fits
    fits = first == reading.words + 1 and first > reading.ranges and second >= first
    if fits:
        reading.ranges, reading.range_line = second, number
    return fits


def _expected(reading: _Reading) -> str:
    return f"{reading.words + 1} or {reading.words}.{reading.decimal + 1}"


def _read_entities(reading: _Reading, number: int, text: str, misc: str, is_range: bool) -> None:
    if reading.brackets.relations and not is_range:
        reading.brackets.relations.read(misc, number)
    values = [item.removeprefix("Entity=") for item in misc.split("|") if item.startswith("Entity=")]
    if not any(values) and len(values) < 2:
        return
    place = text.rindex("Entity=") + len("Entity=") + 1
    if len(values) > 1:
        reading.faults.blame(
            number, "`Entity` occurs twice here", "write all brackets in one `Entity`", place
        )
    elif is_range:
        reading.faults.blame(
            number, "`Entity` on the line of a range of words", "write it on the lines of the words", place
        )
    elif reading.columns is None:
        what = "`Entity` occurs before the line `# global.Entity`"
        reading.faults.stop(number, what, "write `# global.Entity = eid-etype-head-other` above", place)
    else:
        _read_brackets(reading, number, values[0], place, reading.columns.naming(reading.heads))


def _read_brackets(reading: _Reading, number: int, value: str, place: int, columns: Columns) -> None:
    node = reading.record.node_count - 1
    try:
        for fault in reading.brackets.read(value, node, number, columns, place):
            reading.faults.blame(number, fault.what, fault.remedy, place + fault.place)
    except TooMany as bound:
        reading.faults.stop(number, bound.what, bound.remedy, place)


def _end_sentence(reading: _Reading) -> None:
    if reading.began and not reading.words:
        reading.faults.blame(reading.began, "a sentence without words", "write at least one")
        reading.faults.unsure.add(reading.part)
        _add_unread(reading, reading.began)
    if reading.ranges > reading.words:
        what = f"a range of words ends at {reading.ranges}, but the sentence ends at {reading.words}"
        reading.faults.blame(reading.range_line, what, "use numbers of words in it")
    for line, what, remedy, column in reading.brackets.end_sentence():
        reading.faults.blame(line, what, remedy, column)
    reading.began = reading.words = reading.decimal = reading.ranges = 0
    reading.commented = False
