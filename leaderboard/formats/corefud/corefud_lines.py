"""The slow reader of CorefUD files: line by line, it names every problem with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np

from leaderboard.corpus import Corpus, Part
from leaderboard.corpus.nodes import Heads, Pieces
from leaderboard.formats.blocks import lines
from leaderboard.formats.corefud import NEWDOC, Columns, Comment, comment, new_document
from leaderboard.formats.corefud.as_corpus import Text, corpus, edges, syntax_in, tree_in
from leaderboard.formats.corefud.entity_brackets import CorefUDRecord, EntityBrackets, Node
from leaderboard.formats.faults import NO_PART, Enough, Faults, TooMany, told_once
from leaderboard.formats.limits import COREFUD_COLUMNS, MOST_DIGITS
from leaderboard.formats.reading import Parsed, Reading
from leaderboard.formats.relations import Relations, StatedRelations
from leaderboard.text import counted

_ID = re.compile(rf"(0|[1-9]\d{{0,{MOST_DIGITS - 1}}})(?:([.-])([1-9]\d{{0,{MOST_DIGITS - 1}}}))?", re.ASCII)


@dataclass(slots=True, kw_only=True)
class _State:
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
    file: str, data: bytes, reading: Reading, heads: Heads = "named", relations: Relations | None = None
) -> Parsed:
    """Read a file line by line and collect all of its problems; ``relations`` only if asked for."""
    bounds = reading.bounds
    record, faults = CorefUDRecord(), relations.faults if relations else Faults(file=file)
    state = _State(
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
        types=reading.types,
    )
    _read_lines(state, data)
    typed = state.columns is not None and state.columns.etype is not None
    text, mentions = record.text(file, reading.tags, reading.tree), record.as_mentions(typed)
    dependencies, wrong = edges(text, mentions, heads, bounds)
    for node, what, remedy in wrong:
        faults.blame(int(text.line[node]), what, remedy)
    word_heads, empty_tags = record.word_heads.texts(), record.empty_tags.texts()
    side = replace(
        _with_minimum(corpus(text, mentions, dependencies, heads), text, record, heads),
        tree=text.governors and tree_in(text, text.governors),
        syntax=syntax_in(text, word_heads, empty_tags, mentions, bounds) if reading.syntax else None,
        anaphora=relations.anaphora(np.zeros(record.mention_count, np.bool_)) if relations else None,
    )
    what = "another head than in the part before"
    remedy = "that of the last part counts; write one head in all parts"
    other_heads = told_once(file, state.brackets.odd, what, "such part", remedy)
    remarks = *other_heads, *(relations.remarks if relations else ())
    return Parsed(side, faults if faults.count else None, remarks)


def _read_lines(state: _State, data: bytes) -> None:
    record, faults = state.record, state.faults
    try:
        for number, line in lines(data):
            _read_line(state, number, line)
        _end_sentence(state)
        state.brackets.end_part()
        if not record.parts and not faults.count:
            faults.blame(0, "this file contains no document", f"begin each document with a line `{NEWDOC}`")
    except Enough:
        faults.unsure.add(state.part)
        _add_unread(state, state.began)


def _with_minimum(side: Corpus, text: Text, record: CorefUDRecord, heads: Heads) -> Corpus:
    """The corpus with the minimum spans that were read, if they were asked for."""
    if heads != "minspan" or side.nodes is None:
        return side
    mention, first, last = np.array(record.minimum, np.int64).reshape(-1, 3).T
    place = text.place
    return replace(side, nodes=replace(side.nodes, minimum=Pieces(mention, place[first], place[last])))


def _read_line(state: _State, number: int, line: bytes) -> None:
    text = state.faults.text(number, line, state.part, b"newdoc")
    if text is None:  # which may be a word
        _add_unread(state, number)
    elif not text.strip():
        _end_sentence(state)
    elif text.startswith("#"):
        within = state.commented or state.began > 0
        stated = comment(text, number, len(state.record.parts), state.types)
        if stated:
            _read_comment(state, stated)
        state.commented = within
    elif state.record.parts:
        _read_row(state, number, text)
    elif not state.stray:
        state.faults.blame(number, "text before the first document", f"write a line `{NEWDOC}` before it")
        state.stray = True


def _read_comment(state: _State, stated: Comment) -> None:
    if stated.part is not None:
        _end_sentence(state)
        state.brackets.end_part()
        state.part = new_document(state.faults, state.record.parts, stated, stated.part, state.most)
        state.record.parts[state.part] = stated.line
    elif stated.fault:
        state.faults.blame(stated.line, stated.fault, "write `# global.Entity = eid-etype-head-other`")
    elif state.columns is None:
        state.columns, state.stated = stated.columns, stated.line
    elif state.columns != stated.columns:
        what = f"the fields of `# global.Entity` differ from line {state.stated}"
        state.faults.blame(stated.line, what, "write the fields of all mentions in the same order")


def _read_row(state: _State, number: int, text: str) -> None:
    if state.commented:
        state.faults.blame(number, "a comment within a sentence", "write it before the sentence")
        state.commented = False
    if not state.began:
        state.record.begin_sentence()
        state.began = number
    cells = text.split("\t")
    if len(cells) != COREFUD_COLUMNS:
        what = f"{counted(len(cells), 'column')}, not {COREFUD_COLUMNS}"
        state.faults.blame(number, what, "write all columns of CoNLL-U, with tabs between them")
        cells = [*cells, *["_"] * COREFUD_COLUMNS][:COREFUD_COLUMNS]
        state.faults.unsure.add(state.part)
        state.brackets.torn = True
    identifier = _ID.fullmatch(cells[0])
    if identifier is None or not _in_order(state, identifier, number):
        expected = f"{state.words + 1} or {state.words}.{state.decimal + 1}"
        what = f"the id is {cells[0][:40]!r}, but {expected} is expected here"
        state.faults.blame(number, what, "number the words of a sentence 1, 2, 3 and so on", 1)
        state.faults.unsure.add(state.part)
        identifier = None
    if identifier is None or identifier[2] is None:
        state.words, state.decimal = state.words + 1, 0
    is_range = identifier is not None and identifier[2] == "-"
    if not is_range:
        decimal = state.decimal if identifier is not None and identifier[2] == "." else 0
        state.record.add(Node(number, decimal, cells[1], f"{cells[3]}|{cells[5]}", cells[6], cells[8]))
    _read_entities(state, number, text, cells[-1], is_range)


def _add_unread(state: _State, number: int) -> None:
    """A word that is not known; in a sentence without any, mentions would have no place."""
    if state.began:
        state.brackets.torn = True
        state.words, state.decimal = state.words + 1, 0
        state.record.add(Node(number, 0, "", "", "", ""))


def _in_order(state: _State, identifier: re.Match[str], number: int) -> bool:
    """True if an id can stand here; what it says is noted."""
    first, separator, second = int(identifier[1]), identifier[2], int(identifier[3] or 0)
    if separator is None:
        return first == state.words + 1
    if separator == ".":
        fits = first == state.words and second > state.decimal
        state.decimal = max(state.decimal, second) if fits else state.decimal
        return fits
    fits = first == state.words + 1 and first > state.ranges and second >= first
    if fits:
        state.ranges, state.range_line = second, number
    return fits


def _read_entities(state: _State, number: int, text: str, misc: str, is_range: bool) -> None:
    if state.brackets.relations and not is_range:
        state.brackets.relations.read(misc, number)
    values = [item.removeprefix("Entity=") for item in misc.split("|") if item.startswith("Entity=")]
    if not any(values) and len(values) < 2:
        return
    place = text.rindex("Entity=") + len("Entity=") + 1
    if len(values) > 1:
        state.faults.blame(number, "`Entity` occurs twice here", "write all brackets in one `Entity`", place)
    elif is_range:
        what = "`Entity` on the line of a range of words"
        state.faults.blame(number, what, "write it on the lines of the words", place)
    elif state.columns is None:
        what = "`Entity` occurs before the line `# global.Entity`"
        state.faults.stop(number, what, "write `# global.Entity = eid-etype-head-other` above", place)
    else:
        _read_brackets(state, number, values[0], place, state.columns.naming(state.heads))


def _read_brackets(state: _State, number: int, value: str, place: int, columns: Columns) -> None:
    node = state.record.node_count - 1
    try:
        for fault in state.brackets.read(value, node, number, columns, place):
            state.faults.blame(number, fault.what, fault.remedy, place + fault.place)
    except TooMany as bound:
        state.faults.stop(number, bound.what, bound.remedy, place)


def _end_sentence(state: _State) -> None:
    if state.began and not state.words:
        state.faults.blame(state.began, "a sentence without words", "write at least one")
        state.faults.unsure.add(state.part)
        _add_unread(state, state.began)
    if state.ranges > state.words:
        what = f"a range of words ends at {state.ranges}, but the sentence ends at {state.words}"
        state.faults.blame(state.range_line, what, "end it at a word of the sentence")
    for line, what, remedy, column in state.brackets.end_sentence():
        state.faults.blame(line, what, remedy, column)
    state.began = state.words = state.decimal = state.ranges = 0
    state.commented = False
