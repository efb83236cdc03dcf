"""The synthetic key: parts of text with their entities, one after the other in bounded memory."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import numpy as np

from leaderboard.simulation.language import (
    NAME,
    NOUN,
    PRONOUN,
    Draws,
    Integers,
    Sentence,
    sentences,
    vocabulary,
)


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


GENRES = ("bc", "bn", "mz", "nw", "pt", "tc", "wb")
_SOURCES = ("gromi", "voxa", "zelu", "dravi", "pluno", "temor", "wibra")
CLASSES = {"names": NAME, "nouns": NOUN, "pronouns": PRONOUN}
# What is made hard has the odds of every error multiplied by this.
HARDER = 4
_APPEAL = {NAME: 10, NOUN: 4, PRONOUN: 16}  # how readily a noun phrase becomes a mention
_PLAN, _TEXT = 0, 1  # the streams of the key; those of systems start above
FIRST_SYSTEM_STREAM = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of the key: columns by token, then columns by span; ``hard`` are classes of mentions.

    The first half of the spans are the noun phrases, the second half the same misread (``end`` is
    -1 where a phrase cannot be). ``entities`` is the entity of each span in the key, -1 for none.
    """

    document: str
    number: int
    index: int
    sentence: Integers
    words: list[str]
    tags: list[str]
    bits: list[str]
    names: list[str]
    start: Integers
    end: Integers
    head: Integers
    kind: Integers
    entities: Integers
    keeps_singletons: bool
    difficulty: float
    hard: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    document: int
    number: int
    tokens: int
    mentions: int
    entities: int
    singletons: int


def key_parts(shape: Shape, seed: int, hard: Collection[str] = ()) -> Iterator[Part]:
    """The parts of a key, in order; the same shape and seed give the same key.

    ``hard`` are classes of mentions and genres in which systems err more often.
    """
    classes = frozenset(number for name, number in CLASSES.items() if name in hard)
    for index, plan in enumerate(_plans(shape, Draws(seed, _PLAN))):
        genre = plan.document * len(GENRES) // shape.documents
        draws = Draws(seed, _TEXT, index)
        part = _part(index, plan, _document_name(genre, plan.document), shape.singletons > 0, draws)
        factor = HARDER if GENRES[genre] in hard else 1
        yield replace(part, hard=classes, difficulty=part.difficulty * factor)


def genres_of(shape: Shape) -> list[str]:
    """The genres of the documents of a key, in order."""
    numbers = {document * len(GENRES) // shape.documents for document in range(shape.documents)}
    return [GENRES[number] for number in sorted(numbers)]


def _plans(shape: Shape, draws: Draws) -> Iterator[_Plan]:
    """Share the totals out: uneven lengths, and mentions and entities in proportion to them."""
    tokens = _apportion(shape.tokens, 40 + draws.low(200, shape.parts))
    mentions = _apportion(shape.mentions, tokens)
    entities = _apportion(shape.entities, mentions)
    singletons = _apportion(shape.singletons, entities)
    extra = draws.below(shape.documents, shape.parts - shape.documents)
    document = np.sort(np.concatenate([np.arange(shape.documents), extra]))
    number = np.arange(shape.parts) - np.searchsorted(document, document)
    columns = {
        "document": document,
        "number": number,
        "tokens": tokens,
        "mentions": mentions,
        "entities": entities,
        "singletons": singletons,
    }
    rows = zip(*(column.tolist() for column in columns.values()), strict=True)
    return (_Plan(**dict(zip(columns, row, strict=True))) for row in rows)


def _apportion(total: int, weights: Integers) -> Integers:
    """Whole shares of a total in proportion to weights, by cutting at rounded cumulative shares."""
    cuts = np.cumsum(weights) * total // max(int(weights.sum()), 1)
    return np.diff(cuts, prepend=0)


def _document_name(genre: int, document: int) -> str:
    source = _SOURCES[genre]
    return f"{GENRES[genre]}/{source}/{document // 100:02d}/{source}_{document:04d}"


def _part(index: int, plan: _Plan, name: str, keeps_singletons: bool, draws: Draws) -> Part:
    text = _text(plan.tokens, draws)
    lengths = np.array([len(sentence.tags) for sentence in text])
    tags = [tag for sentence in text for tag in sentence.tags]
    start, end, head, kind = _spans(text, np.cumsum(lengths) - lengths)
    entities = _entities(plan, kind[: len(kind) // 2], draws)
    return Part(
        document=name,
        number=plan.number,
        index=index,
        sentence=np.repeat(np.arange(len(text)), lengths),
        words=_words(tags, head, entities, draws),
        tags=tags,
        bits=[bit for sentence in text for bit in sentence.bits],
        names=[name for sentence in text for name in sentence.names],
        start=start,
        end=end,
        head=head,
        kind=kind,
        entities=np.concatenate([entities, np.full(len(entities), -1)]),
        keeps_singletons=keeps_singletons,
        difficulty=(50 + int(draws.below(100, 1)[0])) / 100,
    )


def _text(tokens: int, draws: Draws) -> list[Sentence]:
    """Sentences drawn until the part is as long as it should be."""
    library = sentences()
    lengths = np.array([len(sentence.tags) for sentence in library])
    chosen = draws.below(len(library), tokens // int(lengths.min()) + 1)
    ends = np.cumsum(lengths[chosen])
    count = int(np.searchsorted(ends - lengths[chosen] // 2, tokens))
    return [library[number] for number in chosen[: max(count, 1)].tolist()]


def _spans(text: list[Sentence], offsets: Integers) -> Integers:
    """Start, end, head and class of every noun phrase, then of every misread one."""
    read = [
        (*span, offset) for sentence, offset in zip(text, offsets, strict=True) for span in sentence.spans
    ]
    misread = [span for sentence in text for span in sentence.misread]
    start, end, head, kind, offset = np.array(read, dtype=np.int64).reshape(-1, 5).T
    other = np.array(misread, dtype=np.int64).reshape(-1, 2).T
    possible = (other[0] != start) | (other[1] != end)
    return np.stack(
        [
            np.concatenate([start + offset, other[0] + offset]),
            np.concatenate([end + offset, np.where(possible, other[1] + offset, -1)]),
            np.tile(head + offset, 2),
            np.tile(kind, 2),
        ]
    )


def _entities(plan: _Plan, kind: Integers, draws: Draws) -> Integers:
    """An entity for as many noun phrases as there shall be mentions, -1 for the others.

    The first mention of an entity is a name or a noun as long as there are any.
    """
    appeal = np.array([_APPEAL[NAME], _APPEAL[NOUN], _APPEAL[PRONOUN]])[kind]
    mentions = np.argsort(draws.below(2**40, len(kind)) // appeal, kind="stable")[: plan.mentions]
    sizes = _sizes(plan, len(mentions), draws)
    first, later = np.split(mentions[np.argsort(kind[mentions] == PRONOUN, kind="stable")], [len(sizes)])
    everyone = np.arange(len(sizes))
    entities = np.full(len(kind), -1)
    entities[first] = everyone
    others = np.repeat(everyone, sizes - 1)
    entities[later[draws.order(len(later))[: len(others)]]] = others
    return entities


def _sizes(plan: _Plan, mentions: int, draws: Draws) -> Integers:
    """Entity sizes with a long tail: what is above the minimum is shared out as 1 : 1/2 : 1/3 ..."""
    singles = min(plan.singletons, plan.entities, mentions)
    chains = min(plan.entities - singles, (mentions - singles) // 2)
    cuts = np.cumsum(2**20 // (1 + np.arange(chains)))
    extra = mentions - singles - 2 * chains if chains else 0
    grown = np.searchsorted(cuts, draws.below(max(int(cuts[-1:].sum()), 1), extra), side="right")
    sizes = np.concatenate([np.ones(singles, dtype=np.int64), 2 + np.bincount(grown, minlength=chains)])
    return sizes[draws.order(len(sizes))]


def _words(tags: list[str], head: Integers, entities: Integers, draws: Draws) -> list[str]:
    """A word for every token; the heads of an entity's names, and of its nouns, are the same word."""
    numbers = draws.low(2**31, len(tags))
    named = entities >= 0
    of_entity = draws.low(2**31, int(entities.max(initial=-1)) + 1)
    numbers[head[: len(entities)][named]] = of_entity[entities[named]]
    return [
        words[number * len(words) >> 31]
        for words, number in zip(map(vocabulary, tags), numbers.tolist(), strict=True)
    ]
