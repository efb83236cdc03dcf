"""The tags and dependencies of all nodes of a CorefUD file, which only descriptions read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from leaderboard.corpus.nodes import Dependencies, Ints

if TYPE_CHECKING:
    from leaderboard.corpus.corpus import Texts


@dataclass(frozen=True, slots=True, eq=False)
class Syntax:
    """The heads of words, and the tags and enhanced heads of empty nodes.

    ``parent`` has, for each slot of the text (see ``nodes``), the slot of the word that HEAD names, or -1.
    ``dependencies`` are those of the empty nodes that are in some mention.
    """

    parent: Ints
    empty_tags: Texts
    dependencies: Dependencies
