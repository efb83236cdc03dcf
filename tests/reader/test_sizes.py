"""Pages stay small, whatever a text or a system is like."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.report.files.reader import reader_files

NAMES = ("first", "second", "third")


def write(folder: Path, name: str, words: Sequence[str], cells: Sequence[str]) -> Path:
    """One document, with sentences of 20 words."""
    rows = [
        f"d\t0\t{token}\t{word}\t-\t{cell}" + ("\n" if token % 20 == 19 else "")
        for token, (word, cell) in enumerate(zip(words, cells, strict=True))
    ]
    path = folder / f"{name}.conll"
    path.write_text(
        "\n".join(["#begin document (d); part 000", *rows, "#end document", ""]), encoding="utf-8"
    )
    return path


def cells(rng: random.Random, words: int, mentions: int, entities: int) -> list[str]:
    """So many mentions of one word."""
    found = ["-"] * words
    for token in rng.sample(range(words), mentions):
        found[token] = f"({rng.randrange(entities)})"
    return found


def pages(paths: Sequence[Path], key: Path, **options: Any) -> list[int]:
    """The sizes of all pages of documents."""
    read = leaderboard.read(*paths, key=key, metric="conll", **options)
    return [len(content) for name, content in reader_files(read.reader).items() if name != "index.html"]


def made(folder: Path, words: Sequence[str], mentions: int, entities: int, systems: int = 3) -> list[int]:
    rng = random.Random(5)
    key = write(folder, "key", words, cells(rng, len(words), mentions, entities))
    paths = [
        write(folder, name, words, cells(rng, len(words), mentions, entities)) for name in NAMES[:systems]
    ]
    return pages(paths, key)


def test_an_ordinary_page(tmp_path: Path) -> None:
    rng = random.Random(3)
    words = ["".join(rng.choices("abcdefgh", k=rng.randint(1, 8))) for _ in range(500)]
    found = cells(rng, 500, 60, 20)
    key = write(tmp_path, "key", words, found)
    paths = []
    for name in NAMES:
        # One mention in five is elsewhere.
        moved = [f"({rng.randrange(20)})" if cell != "-" and rng.random() < 0.2 else cell for cell in found]
        paths.append(write(tmp_path, name, words, moved))
    [size] = pages(paths, key)
    assert size <= 45_000


@pytest.mark.parametrize(
    ("word", "words", "mentions"),
    [
        ("word", 12_000, 3000),
        ("word", 12_000, 12_000),
        ("<" * 100_000, 60, 60),
        ("&\u2028" * 200, 3000, 100),
        ("\N{GRINNING FACE}" * 1000, 1000, 1000),
        ("'\"" * 500, 1000, 10),
    ],
    ids=["long", "dense", "one-word", "escaped", "wide", "quoted"],
)
def test_no_page_is_above_the_bound(tmp_path: Path, word: str, words: int, mentions: int) -> None:
    sizes = made(tmp_path, [word] * words, mentions, entities=mentions)
    assert max(sizes) <= 300_000
    assert sum(sizes) <= 20 * 300_000 or word != "word"
