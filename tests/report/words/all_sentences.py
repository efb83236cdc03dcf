"""All sentences of remarks with one, two and five of each thing; run it to renew the golden file.

Usage: python -m tests.report.words.all_sentences
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from leaderboard.report.words.remarks import SENTENCES

GOLDEN = Path(__file__).parent / "sentences.txt"
NUMBERS = (1, 2, 5)
# Texts that are no names.
KNOWN = {
    "interval": "t",
    "metric": "lea",
    "more": "runs",
    "noun": "system",
    "of": "lea",
    "policy": "zero",
    "quantity": "f1",
    "rely": "interval",
    "rule": "beaten",
    "test": "studentized",
    "unit": "document",
}


def value(kind: Any, name: str, number: int, place: int = 0) -> object:
    """A value of a type that a sentence can have; ``place`` tells its neighbours apart."""
    if get_origin(kind) is tuple:
        return tuple(value(one, name, number, 10 * place + at) for at, one in enumerate(get_args(kind)))
    if get_origin(kind) is Sequence:
        return tuple(value(get_args(kind)[0], name, number, at + 1) for at in range(number))
    if kind is bool:
        return number > 1
    if kind is str:
        return KNOWN.get(name, f"{name}{place or ''}")
    assert kind in (int, float), kind
    return kind(number + place)


def told(sentence: Callable[..., str], number: int) -> str:
    hints = get_type_hints(sentence)
    return sentence(**{name: value(kind, name, number) for name, kind in hints.items() if name != "return"})


def everything() -> str:
    lines = (
        f"{kind}, {number}: {told(SENTENCES[kind], number)}"
        for kind in sorted(SENTENCES)
        for number in NUMBERS
    )
    return "\n".join((*lines, ""))


if __name__ == "__main__":
    GOLDEN.write_text(everything(), encoding="utf-8")
