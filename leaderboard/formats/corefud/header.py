"""The comments that matter: ``# newdoc id = NAME`` and ``# global.Entity = eid-etype-head-other``."""

from __future__ import annotations

import re
from typing import NamedTuple

from leaderboard.corpus import Part
from leaderboard.corpus.nodes import Heads
from leaderboard.formats.conll.header import name_fault

_COMMENT = re.compile(r"#[ \t]*(newdoc|global\.Entity)(?![\w.])[ \t]*(.*)")
# Older files call the id of an entity so, and mean that it lives within a document; here all do.
_IDS = ("eid", "GRP")


class Columns(NamedTuple):
    """Which of the fields between hyphens are the id of the entity and the head of the mention."""

    eid: int
    head: int | None

    def naming(self, heads: Heads) -> Columns:
        """The columns that are read: heads that are found in the tree are not read, whatever they are."""
        return self._replace(head=None) if heads == "tree" else self


class Comment(NamedTuple):
    """A new document, or the columns of entities, or what is wrong with either."""

    line: int
    part: Part | None = None
    columns: Columns | None = None
    fault: str | None = None


def comment(text: str, line: int, documents: int) -> Comment | None:
    """The meaning of a comment, if it has one; a document without a name is called by its number."""
    found = _COMMENT.match(text)
    if found is None:
        return None
    return (_newdoc if found[1] == "newdoc" else _columns)(found[2].strip(), line, documents)


def _newdoc(rest: str, line: int, documents: int) -> Comment:
    word, _, name = rest.partition("=")
    if word.strip() not in ("", "id"):
        return Comment(line, Part("", 0), fault=f"{rest[:40]!r} after `# newdoc` is not a document name")
    name = name.strip() if rest else str(documents + 1)
    return Comment(line, Part(name, 0), fault=name_fault(name))


def _columns(rest: str, line: int, documents: int) -> Comment:
    fields = rest.removeprefix("=").strip().split("-")
    eid = next((fields.index(name) for name in _IDS if name in fields), None)
    if eid is None:
        return Comment(line, fault=f"`# global.Entity` lacks the field `eid`: {rest[:40]!r}")
    return Comment(line, columns=Columns(eid, fields.index("head") if "head" in fields else None))
