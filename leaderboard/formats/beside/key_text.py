"""The text of a key, document by document, beside which responses are read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part


@dataclass(frozen=True, eq=False)
class KeyText:
    """The documents of a key; each may be named as JSON lines name them."""

    corpus: Corpus

    @property
    def parts(self) -> tuple[Part, ...]:
        return self.corpus.parts

    @property
    def has_words(self) -> bool:
        """True if the key has words, and not just columns that tell which token it is."""
        return self.corpus.words is not None and not self.corpus.identity

    @property
    def has_zeros(self) -> bool:
        """True if responses may write zeros among the words."""
        return self.corpus.nodes is not None

    def number(self, part: Part) -> int | None:
        """The number of a document of a response, if the key has it."""
        names = part, Part(f"{part.document}_{part.number}", 0)
        return next((self._numbers[name] for name in names if name in self._numbers), None)

    def words(self, number: int) -> list[str]:
        """The words of a document of a key that has words."""
        assert self.corpus.words is not None
        stop = int(self._ends[number])
        of_part = self.corpus.words.between(stop - int(self.corpus.tokens[number]), stop)
        text, ends = of_part.characters.tobytes(), of_part.ends.tolist()
        spans = pairwise([0, *ends])
        if text.isascii():
            letters = text.decode()
            return [letters[begin:end] for begin, end in spans]
        return [text[begin:end].decode() for begin, end in spans]

    def sentences(self, number: int) -> Ints:
        """The lengths of the sentences of a document."""
        assert self.corpus.nodes is not None
        stop = int(self._sentence_ends[number])
        return self.corpus.nodes.length[stop - int(self.corpus.nodes.sentences[number]) : stop]

    @cached_property
    def _numbers(self) -> dict[Part, int]:
        joined = {Part(f"{part.document}_{part.number}", 0): number for number, part in enumerate(self.parts)}
        return joined | {part: number for number, part in enumerate(self.parts)}

    @cached_property
    def _ends(self) -> Ints:
        ends: Ints = np.cumsum(self.corpus.tokens)
        return ends

    @cached_property
    def _sentence_ends(self) -> Ints:
        assert self.corpus.nodes is not None
        ends: Ints = np.cumsum(self.corpus.nodes.sentences)
        return ends
