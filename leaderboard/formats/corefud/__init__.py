"""CorefUD files: CoNLL-U with coreference in the last column, as in the CRAC shared tasks."""

from __future__ import annotations

import re
from dataclasses import replace

from leaderboard.corpus.nodes import Heads
from leaderboard.formats.blocks import BYTE_ORDER_MARK
from leaderboard.formats.conll.columns import column
from leaderboard.formats.corefud.corefud_blocks import FORM, scan
from leaderboard.formats.corefud.header import comment, genres
from leaderboard.formats.faults import Faults
from leaderboard.formats.reading import Parsed, Reading
from leaderboard.formats.relations import Relations, no_relations

_RELATION = re.compile(rb"[\t|](?:SplitAnte|Bridge)=")
_FIELDS = re.compile(rb"^#[ \t]*global\.Entity(?!\w|\.)[^\r\n]*", re.MULTILINE)


def read_corefud(file: str, data: bytes, reading: Reading) -> Parsed:
    """Read a file; if the fast reader declines it, read it again line by line.

    The fast reader reads neither minimum spans nor what is said of elements and bridges.
    """
    heads = _heads(data, reading)
    parsed = None
    if heads != "minspan" and not (reading.anaphora and _RELATION.search(data)):
        parsed = scan(file, data, reading, heads)
    if parsed is None:
        from leaderboard.formats.corefud.corefud_lines import diagnose

        faults = Faults(file=file)
        asked = reading.anaphora
        relations = Relations(faults=faults, key=reading.key, most=reading.bounds.brackets) if asked else None
        parsed = diagnose(file, data, reading, heads, relations)
    elif reading.anaphora:
        none = no_relations(len(parsed.corpus.part))
        parsed = replace(parsed, corpus=replace(parsed.corpus, anaphora=none))
    if reading.types:
        parsed = replace(parsed, corpus=replace(parsed.corpus, genres=genres(data)))
    return parsed


def _heads(data: bytes, reading: Reading) -> Heads:
    """Where heads come from: as asked, and otherwise from the file if it names some.

    Of a response without minimum spans, heads take their place.
    """
    stated = _FIELDS.search(data.removeprefix(BYTE_ORDER_MARK))
    fields = comment(stated[0].decode(errors="replace"), 0, 0) if stated else None
    columns = fields.columns if fields else None
    asked = reading.heads
    if asked == "minspan" and (not reading.key or (columns and columns.minspan is not None)):
        return "minspan"
    names_some = columns is not None and columns.head is not None
    if asked == "file":
        return "file" if names_some else "first"
    return "named" if asked == "named" or (names_some and asked != "tree") else "tree"


def word_column(line: str, token: int) -> int:
    """Where the word of a line begins, whatever its number."""
    return column(line, FORM)
