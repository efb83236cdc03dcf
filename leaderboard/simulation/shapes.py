"""The sizes of synthetic keys, and the shapes of well-known corpora."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
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
        """The shape with another number of documents."""
        return Shape(
            documents=documents,
            parts=self.parts * documents // self.documents,
            tokens=self.tokens * documents // self.documents,
            mentions=self.mentions * documents // self.documents,
            entities=self.entities * documents // self.documents,
            singletons=self.singletons * documents // self.documents,
            layout=self.layout,
        )


SHAPES = {
    "example": Shape(documents=40, parts=60, tokens=8_000, mentions=1_040, entities=260, layout="compact"),
    "conll2012": Shape(documents=222, parts=348, tokens=170_000, mentions=20_000, entities=4_500),
    "litbank": Shape(
        documents=100,
        parts=100,
        tokens=210_000,
        mentions=29_000,
        entities=8_000,
        singletons=5_000,
        layout="tabbed",
    ),
    "giant": Shape(documents=1, parts=1, tokens=170_000, mentions=20_000, entities=6_000),
}
