"""CorefUD files: CoNLL-U with coreference in the last column, as in the CRAC shared tasks."""

from __future__ import annotations

import re
from dataclasses import replace

from leaderboard.corpus.nodes import Heads
from leaderboard.formats.conll.layout import column
from leaderboard.formats.corefud.fast import FORM, scan
from leaderboard.formats.corefud.header import comment, genres
from leaderboard.formats.faults import Faults
from leaderboard.formats.limits import WITHOUT_KEY, Bounds
from leaderboard.formats.lines import BYTE_ORDER_MARK
from leaderboard.formats.parsed import Parsed
from leaderboard.formats.relations import Relations, no_relations

_RELATION = re.compile(rb"[\t|](?:SplitAnte|Bridge)=")
_FIELDS = re.compile(rb"^#[ \t]*global\.Entity(?!\w|\.)[^\r\n]*", re.MULTILINE)


def read_corefud(
    file: str,
    data: bytes,
    tags: bool = False,
    bounds: Bounds = WITHOUT_KEY,
    heads: str | None = None,
    tree: bool = False,
    syntax: bool = False,
    labels: bool = False,
    anaphora: bool = False,
) -> Parsed:
    """Read a file; if the fast reader declines it, read it again line by line.

    The fast reader reads neither minimum spans nor what is said of elements and bridges.
    """
    found = _heads(data, heads, key=tree)
    parsed = None
    if found != "minspan" and not (anaphora and _RELATION.search(data)):
        parsed = scan(file, data, tags, bounds, found, tree, syntax, labels)
    if parsed is None:
        from leaderboard.formats.corefud.diagnosis import diagnose

        faults = Faults(file=file)
        relations = Relations(faults=faults, key=tree, most=bounds.brackets) if anaphora else None
        parsed = diagnose(file, data, tags, bounds, found, tree, syntax, labels, relations)
    elif anaphora:
        none = no_relations(len(parsed.corpus.part))
        parsed = replace(parsed, corpus=replace(parsed.corpus, anaphora=none))
    if labels:
        parsed = replace(parsed, corpus=replace(parsed.corpus, genres=genres(data)))
    return parsed


def _heads(data: bytes, asked: str | None, key: bool) -> Heads:
    """Where heads come from: as asked, and otherwise from the file if it names them.

    Of a response without minimum spans, heads take their place.
    """
    stated = _FIELDS.search(data.removeprefix(BYTE_ORDER_MARK))
    fields = comment(stated[0].decode(errors="replace"), 0, 0) if stated else None
    columns = fields.columns if fields else None
    if asked == "minspan" and (not key or (columns and columns.minspan is not None)):
        return "minspan"
    if columns and columns.head is not None:
        return "tree" if asked == "tree" else "file"
    return "first" if asked == "file" else "tree"


def word_column(line: str, token: int) -> int:
    """Where the word of a line begins, whatever its number."""
    return column(line, FORM)
