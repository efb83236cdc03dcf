"""Which columns of a CoNLL file hold the words and the parts of speech."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from leaderboard.formats.conll_header import header


class Layout(NamedTuple):
    """Column numbers from 0, or None for a column that the file lacks or nobody asked for."""

    word: int | None
    tag: int | None

    @property
    def columns(self) -> int:
        """The least a line needs: the last column is coreference and neither word nor tag."""
        return max(column for column in (self.word, self.tag, -1) if column is not None) + 2


def layout(data: bytes, word_column: int | None, tags: bool) -> Layout:
    """The layout that the first sentence of two tokens shows.

    CoNLL files have the word in their fourth column. SemEval files number the tokens of a sentence
    in the first column and have the word in the second. Both have the part of speech in the fifth.
    """
    sentence = _sentence(data)
    columns = len(sentence[0]) if sentence else 0
    numbers = [row[0] for row in sentence]
    numbered = len(numbers) > 1 and numbers in (
        [str(number) for number in range(len(numbers))],
        [str(number + 1) for number in range(len(numbers))],
    )
    word = word_column - 1 if word_column else 1 if numbered else 3
    return Layout(
        word if word_column or (columns > 3 and word + 1 < columns) else None,
        4 if tags and columns > 5 else None,
    )


def cells(line: str) -> list[str]:
    """The columns of a token line: split at tabs if it has any, else at runs of spaces."""
    return line.split("\t") if "\t" in line else [cell for cell in line.split(" ") if cell]


def _sentence(data: bytes) -> list[list[str]]:
    """The token lines of the first sentence of two tokens or more, else of the last one seen."""
    sentence: list[list[str]] = []
    for line in _lines(data[: 1 << 20]):
        text = line.strip(" \t")
        if text and not header(text, 0):
            if not sentence or ended:
                sentence, ended = [], False
            sentence.append(cells(line))
        elif len(sentence) > 1:
            break
        else:
            ended = True
    return sentence


def _lines(data: bytes) -> Iterator[str]:
    for line in data.split(b"\n"):
        yield line.removesuffix(b"\r").decode(errors="replace")
