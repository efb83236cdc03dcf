"""A new format takes a reader and a line in the table of formats."""

from __future__ import annotations

import pytest

from leaderboard import formats
from leaderboard.corpus import Part
from leaderboard.errors import InputError
from leaderboard.formats import Reading, read_corpus
from leaderboard.formats.blocks import lines
from leaderboard.formats.conll import Layout
from leaderboard.formats.conll.conll_lines import Record
from leaderboard.formats.faults import Faults
from leaderboard.formats.reading import Format, Parsed
from tests.formats.texts import mentions

TOY = b"toy\nAnn/1 sees her/1\n"


def read_toy(file: str, data: bytes, reading: Reading) -> Parsed:
    """One entity of words with a mark, in parts that are lines."""
    record = Record(layout=Layout(word=0, tag=None))
    for number, line in list(lines(data))[1:]:
        record.begin_part(Part("d", number), number)
        entity = record.new_entity(None)
        for token, word in enumerate(line.decode().split()):
            record.add_token(number, [word.removesuffix("/1")])
            if word.endswith("/1"):
                record.add_mention(token, token, entity, number)
    return record.parsed(Faults(file=file))


def test_a_line_in_the_table_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="text in which no mention is tagged"):
        read_corpus("f", TOY, Reading())
    toy = Format(
        lambda beginning: beginning.startswith(b"toy"), read_toy, lambda data, reading: lambda line, token: 0
    )
    monkeypatch.setattr(formats, "FORMATS", {"toy": toy, **formats.FORMATS})
    found = read_corpus("f", TOY, Reading()).corpus
    assert mentions(found) == [("d (part 2)", 0, 0, 0, 2), ("d (part 2)", 2, 2, 0, 2)]
