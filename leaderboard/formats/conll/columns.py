"""The columns of a corpus, filled line by line by the slow reader."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part, Texts
from leaderboard.formats.conll.layout import Layout
from leaderboard.formats.faults import Faults
from leaderboard.formats.parsed import Parsed

_numbers = partial(array, "q")


@dataclass(slots=True)
class Column:
    """The texts of one column, one after the other."""

    characters: bytearray = field(default_factory=bytearray)
    ends: array[int] = field(default_factory=_numbers)

    def add(self, text: str) -> None:
        # JSON can hold halves of surrogate pairs.
        self.characters += text.encode(errors="replace")
        self.ends.append(len(self.characters))

    def texts(self) -> Texts:
        return Texts(np.frombuffer(bytes(self.characters), np.uint8), _column(self.ends))


@dataclass(slots=True, kw_only=True)
class Record:
    """Parts with their lines, tokens with their texts, and mentions with their entities."""

    layout: Layout
    parts: dict[Part, int] = field(default_factory=dict)
    tokens: array[int] = field(default_factory=_numbers)
    token_line: array[int] = field(default_factory=_numbers)
    words: Column = field(default_factory=Column)
    tags: Column = field(default_factory=Column)
    mentions: array[int] = field(default_factory=_numbers)
    names: array[int] = field(default_factory=_numbers)
    ids: dict[str, int] = field(default_factory=dict)
    topics: list[tuple[str, str]] = field(default_factory=list)

    def begin_part(self, part: Part, line: int) -> None:
        self.parts[part] = line
        self.tokens.append(0)

    def add_token(self, line: int, columns: list[str]) -> None:
        self.tokens[-1] += 1
        self.token_line.append(line)
        if self.layout.word is not None:
            self.words.add(self.layout.text(columns))
        if self.layout.tag is not None:
            self.tags.add(columns[self.layout.tag])

    def new_entity(self, name: str | None) -> int:
        """Add an entity of this id, if it has one."""
        self.names.append(-1 if name is None else self.ids.setdefault(name, len(self.ids)))
        return len(self.names) - 1

    def add_mention(self, start: int, end: int, entity: int, line: int) -> None:
        self.mentions.extend((len(self.tokens) - 1, start, end, entity, line, self.names[entity]))

    def parsed(self, faults: Faults) -> Parsed:
        part, start, end, entity, line, name = _column(self.mentions).reshape(-1, 6).T
        corpus = Corpus(
            file=faults.file,
            parts=tuple(self.parts),
            part_line=np.array(list(self.parts.values()), np.int64),
            tokens=_column(self.tokens),
            token_line=_column(self.token_line),
            words=None if self.layout.word is None else self.words.texts(),
            tags=None if self.layout.tag is None else self.tags.texts(),
            part=part,
            start=start,
            end=end,
            entity=entity,
            line=line,
            identity=self.layout.identity,
            name=name,
            topics=tuple(self.topics) if self.layout.documents else None,
        )
        return Parsed(corpus, faults if faults.count else None)


def _column(numbers: array[int]) -> Ints:
    return np.array(numbers, np.int64)
