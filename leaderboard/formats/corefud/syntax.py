"""The tags and dependencies of all nodes of a file, as far as they can be read."""

from __future__ import annotations

import numpy as np

from leaderboard.corpus import Syntax, Texts
from leaderboard.corpus.nodes import Dependencies
from leaderboard.errors import InputError, Problem
from leaderboard.formats.corefud.governors import parents
from leaderboard.formats.corefud.text import Mentions, Text, edges
from leaderboard.formats.limits import Bounds
from leaderboard.formats.lines import TOO_MUCH

_BAR = ord("|")


def syntax_in(text: Text, head: Texts, empty_tags: Texts, mentions: Mentions, bounds: Bounds) -> Syntax:
    """Return the syntax of a text; ``head`` is the column HEAD of its words.

    Responses are scored whatever the dependencies of empty nodes that are no heads: those that cannot be
    read are left out.
    """
    written = text.dependencies
    if np.count_nonzero(written.characters == _BAR) + len(written.ends) > bounds.brackets:
        what = f"more than {bounds.brackets:,} enhanced dependencies of empty nodes in this file"
        raise InputError([Problem(text.file, 0, what, TOO_MUCH)])
    found, _ = edges(text, mentions, "tree", bounds)
    number = np.searchsorted(np.flatnonzero(text.decimal), found.node)
    return Syntax(parents(text, head), empty_tags, Dependencies(number, found.parent, found.relation))
