"""A shared task that is small enough to be scored by hand: three parts of the same five tokens."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

WORDS = ("Ann", "Lee", "sees", "her", "dog")
TAGS = ("NNP", "NNP", "VBZ", "PRP$", "NN")
RIGHT = ("(1", "1)", "-", "(1)", "(2)")
OTHER_LINK = ("(1", "1)", "-", "-", "(1)")
OTHER_ENTITY = ("(1", "1)", "-", "(2)", "(2)")
NOTHING = ("-",) * 5
OPEN = ("(1", "-", "-", "-", "-")
# "Ann Lee" and "her" are singletons, as the dog is.
ALONE = ("(1", "1)", "-", "(3)", "(2)")

# Recall, precision and F1 of the parts RIGHT, OTHER_LINK and OTHER_ENTITY where the key has RIGHT.
THIRD = Fraction(1, 3)
HAND_SCORES = {
    "mentions": (Fraction(8, 9), Fraction(1), Fraction(16, 17)),
    "muc": (THIRD, THIRD, THIRD),
    "bcub": (Fraction(13, 18), Fraction(3, 4), Fraction(39, 53)),
    "ceafm": (Fraction(6, 9), Fraction(6, 8), Fraction(12, 17)),
    "ceafe": (Fraction(4, 6), Fraction(4, 5), Fraction(8, 11)),
    "blanc": (Fraction(5, 12), Fraction(13, 24), Fraction(7, 15)),
    "lea": (Fraction(3, 9), Fraction(3, 8), Fraction(6, 17)),
    "conll": (None, None, (THIRD + Fraction(39, 53) + Fraction(8, 11)) / 3),
}


def part(name: str, number: int, cells: tuple[str, ...], *, tags: bool = True) -> str:
    """One part as CoNLL text."""
    lines = [f"#begin document ({name}); part {number:03d}"]
    for token, (word, tag, cell) in enumerate(zip(WORDS, TAGS, cells, strict=True)):
        lines.append("\t".join((name, str(number), str(token), word, *([tag] if tags else []), cell)))
    return "\n".join([*lines, "", "#end document", ""])


def parts(*cells: tuple[str, ...], tags: bool = True) -> str:
    """The parts a 0, a 1 and b 0, or the first of them."""
    names = (("a", 0), ("a", 1), ("b", 0))
    return "".join(part(*name, row, tags=tags) for name, row in zip(names, cells, strict=False))


def eight(*cells: tuple[str, ...]) -> str:
    """The parts of the task as ECB+ writes documents: in the third of eight columns, under one header."""
    lines = [
        "\t".join(("t", "s", name, "0", str(token), word, "True", cell))
        for name, row in zip(("a_0", "a_1", "b"), cells, strict=True)
        for token, (word, cell) in enumerate(zip(WORDS, row, strict=True))
    ]
    return "\n".join(["#begin document all", *lines, "#end document", ""])


def with_ids(*clusters: dict[str, list[list[int]]]) -> str:
    """The parts of the task as JSON, with clusters under their ids."""
    return "".join(
        json.dumps({"doc_key": name, "sentences": [WORDS], "clusters": found}) + "\n"
        for name, found in zip(("a_0", "a_1", "b"), clusters, strict=True)
    )


KEY = parts(RIGHT, RIGHT, RIGHT)
FAIR = parts(RIGHT, OTHER_LINK, OTHER_ENTITY)
SHORT = parts(RIGHT)
BROKEN = parts(OPEN, RIGHT, RIGHT)
EIGHT = eight(RIGHT, OTHER_LINK, OTHER_ENTITY)
WITH_IDS = with_ids({"1": [[0, 1], [3, 3]], "2": [[4, 4]]}, {"1": [[0, 1], [4, 4]]}, {"2": [[0, 1]], "1": []})


def write(folder: Path, **texts: str) -> None:
    """Files of these names with the suffix .conll."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.conll").write_text(text, encoding="utf-8")
