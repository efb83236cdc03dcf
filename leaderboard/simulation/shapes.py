"""How large a made-up key is, and the shapes of well-known corpora."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """The totals of a key, the columns it is written in, and the responses made for it.

    ``singletons`` counts the entities of one mention; when there are none, responses have none.
    Tokens come out within a few per cent, since sentences are whole; the other totals are met.
    """

    documents: int
    parts: int
    tokens: int
    mentions: int
    entities: int
    singletons: int = 0
    layout: str = "padded"

    def resized(self, documents: int) -> Shape:
        """The same kind of corpus with another number of documents."""
        return Shape(
            documents,
            self.parts * documents // self.documents,
            self.tokens * documents // self.documents,
            self.mentions * documents // self.documents,
            self.entities * documents // self.documents,
            self.singletons * documents // self.documents,
            self.layout,
        )


SHAPES = {
    "example": Shape(40, 60, 8_000, 1_040, 260, layout="compact"),
    "conll2012": Shape(222, 348, 170_000, 20_000, 4_500),
    "litbank": Shape(100, 100, 210_000, 29_000, 8_000, singletons=5_000, layout="tabbed"),
    "giant": Shape(1, 1, 170_000, 20_000, 6_000),
}
