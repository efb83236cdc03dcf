"""CorefUD files: CoNLL-U with coreference in the last column, as in the CRAC shared tasks.

The comments that matter are ``# newdoc id = NAME`` and
``# global.Entity = eid-etype-head-other``. In a key that is sliced, ``# meta::genre = NAME`` matters too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from leaderboard.corpus import Part
from leaderboard.corpus.nodes import Heads
from leaderboard.formats.blocks import BYTE_ORDER_MARK, TOO_MUCH
from leaderboard.formats.conll import name_fault
from leaderboard.formats.faults import SAME_NAME, Faults

NEWDOC = "# newdoc id = NAME"
_COMMENT = re.compile(r"#[ \t]*(newdoc|global\.Entity)(?![\w.])[ \t]*(.*)")
_GENRE = re.compile(rb"^#[ \t]*(?:(newdoc)(?![\w.\x80-\xff])|meta::genre[ \t]*=([^\r\n]*))", re.MULTILINE)
# Older files call the id of an entity so, and mean that it lives within a document; here all do.
_IDS = ("eid", "GRP")


class Columns(NamedTuple):
    """Which of the fields between hyphens are the id of the entity, the head of the mention, and the type of
    the entity, if types are asked for."""

    eid: int
    head: int | None
    etype: int | None = None
    minspan: int | None = None

    def naming(self, heads: Heads) -> Columns:
        """The columns that are read: heads that are found in the tree are not read, whatever they are."""
        if heads == "minspan":
            return self if self.minspan is None else self._replace(head=None)
        return self._replace(head=None if heads == "tree" else self.head, minspan=None)


class Comment(NamedTuple):
    """A new document, or the columns of entities, or what is wrong with either."""

    line: int
    part: Part | None = None
    columns: Columns | None = None
    fault: str | None = None


def comment(text: str, line: int, documents: int, types: bool = False) -> Comment | None:
    """The meaning of a comment, if it has one; a document without a name is called by its number."""
    found = _COMMENT.match(text)
    if found is None:
        return None
    rest = found[2].strip()
    return _newdoc(rest, line, documents) if found[1] == "newdoc" else _columns(rest, line, types)


def new_document(faults: Faults, parts: Mapping[Part, int], stated: Comment, part: Part, most: int) -> Part:
    """Return the document that begins; one that cannot be told from others is only known by its line."""
    first = parts.get(part)
    if len(parts) == most:
        faults.stop(stated.line, f"more than {most:,} documents in this file", TOO_MUCH)
    if stated.fault:
        faults.blame(stated.line, stated.fault, f"write `{NEWDOC}`")
        faults.nameless += 1
    elif first is not None:
        what = f"the document {part.document} occurs twice in this file (first on line {first})"
        faults.blame(stated.line, what, SAME_NAME)
    else:
        return part
    return Part("", stated.line)


def genres(data: bytes) -> tuple[str, ...]:
    """The genre that the comments of each document name first, or nothing."""
    named: list[str] = []
    for found in _GENRE.finditer(data.removeprefix(BYTE_ORDER_MARK)):
        if found[1]:
            named.append("")
        elif named:
            named[-1] = named[-1] or found[2].decode(errors="replace").strip()
    return tuple(named)


def _newdoc(rest: str, line: int, documents: int) -> Comment:
    word, _, name = rest.partition("=")
    if word.strip() not in ("", "id"):
        return Comment(line, Part("", 0), fault=f"{rest[:40]!r} after `# newdoc` is not a document name")
    name = name.strip() if rest else str(documents + 1)
    return Comment(line, Part(name, 0), fault=name_fault(name))


def _columns(rest: str, line: int, types: bool) -> Comment:
    fields = rest.removeprefix("=").strip().split("-")
    eid = next((fields.index(name) for name in _IDS if name in fields), None)
    if eid is None:
        return Comment(line, fault=f"`# global.Entity` lacks the field `eid`: {rest[:40]!r}")
    head, etype, minspan = (
        fields.index(name) if name in fields else None for name in ("head", "etype", "minspan")
    )
    return Comment(line, columns=Columns(eid, head, etype if types else None, minspan))
