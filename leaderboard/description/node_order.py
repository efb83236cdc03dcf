"""Words and empty nodes of a text, numbered in their order."""

from __future__ import annotations

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.corpus.nodes import SLOT, Mask, Nodes


class NodeOrder:
    """The numbers of all nodes of a text, and the pieces of mentions as runs of numbers.

    The nodes of piece i are ``low[i]``, ..., ``high[i]`` - 1.
    """

    def __init__(self, nodes: Nodes, part: Ints) -> None:
        self.origin, self.part = nodes.origin, part
        self.roots = nodes.roots
        self.empties = nodes.empties
        self.count = int(nodes.length.sum()) + len(self.empties)
        self.piece_mention = nodes.piece_mention
        start = self.origin[part[nodes.piece_mention]]
        self.low, self.high = self.number(start + nodes.first), self.number(start + nodes.last) + 1

    def at(self, place: Ints) -> Ints:
        """The places of one node of each mention in the whole text."""
        whole: Ints = self.origin[self.part] + place
        return whole

    def number(self, place: Ints) -> Ints:
        """The numbers of the nodes at places in the whole text: how many nodes stand before each."""
        slot = place // SLOT
        words = slot - np.searchsorted(self.roots, slot, side="right") + (place % SLOT > 0)
        number: Ints = words + np.searchsorted(self.empties, place)
        return number

    def is_root(self, place: Ints) -> Mask:
        """Return True for each place of the root of a sentence, which is not a node."""
        root: Mask = (place % SLOT == 0) & np.isin(place // SLOT, self.roots)
        return root
