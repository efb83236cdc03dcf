"""Words and texts, compared without white space."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate


def letters(text: str) -> str:
    """The text without white space."""
    return "".join(text.split())


class Letters:
    """The letters of each word."""

    def __init__(self, letters: Sequence[str]) -> None:
        self.letters = letters
        self.text = "".join(letters)
        self.ends = list(accumulate(map(len, letters), initial=0))

    def are(self, start: int, end: int, wanted: str) -> bool:
        """True if these are the letters from one word to another."""
        # The lengths first: many long mentions with short texts must not cost a comparison each.
        begin, stop = self.ends[start], self.ends[end + 1]
        return stop - begin == len(wanted) and self.text[begin:stop] == wanted
