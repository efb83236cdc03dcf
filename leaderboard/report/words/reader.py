"""Sentences of the reader."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import TYPE_CHECKING

from leaderboard.text import counted, plural

if TYPE_CHECKING:
    from leaderboard.reader import Effect

_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}

READ_DOCUMENTS = "To read the documents in the report: `leaderboard rank --reader`."


def read_note(responses: Iterable[str], key: str) -> str:
    """Return the command that shows the documents of some responses."""
    files = " ".join(map(shlex.quote, responses))
    return f"To read these documents: `leaderboard read {files} --key {shlex.quote(key)}`."


def effect_text(found: Effect, systems: int) -> str:
    """Return what a document contributes to the difference, or beside its corpus the score of one system."""
    if found.effect is None or found.difference is None:
        corpus = f"{_points(found.corpus)} on all {counted(found.documents, 'document')}"
        return f"{found.metric} is {_points(found.f1)} on this document" + (
            f" and {corpus}." if found.documents > 1 else "."
        )
    pair = "the two systems" if systems == 2 else "the first two systems"
    return _contribution(found, found.effect, found.difference, f"{found.metric} between {pair}")


def _contribution(found: Effect, effect: float, difference: float, of: str) -> str:
    points, own = _points(difference), _points(effect, "+")
    whole = f"the {points} {plural('point', _number(points))} of {of}"
    rank = ""
    if found.documents > 1:
        rank = f": the {_ordinal(found.more + 1)}most of {counted(found.documents, 'document')}"
    if not effect:
        return f"It contributes nothing to {whole}."
    if not difference:
        size = f"{own} {plural('point', _number(own))}"
        return f"Without a difference in {of}, it contributes {size}{rank}."
    if effect * difference < 0:
        return f"It takes {_points(abs(effect))} from {whole}{rank}."
    return f"It contributes {own} of {whole}{rank}."


def _points(value: float, sign: str = "") -> str:
    """Return a fraction in points, with a true minus sign."""
    text = f"{100 * value:{sign}.2f}"
    return text.replace("-", "\N{MINUS SIGN}")


def _number(points: str) -> int:
    """Return the number that decides between singular and plural."""
    return 1 if points.lstrip("+\N{MINUS SIGN}") == "1.00" else 2


def _ordinal(number: int) -> str:
    """Return the word before ``most``: nothing for 1, then second, third and so on."""
    if number <= len(_ORDINALS):
        return f"{_ORDINALS[number - 1]} " if number > 1 else ""
    suffix = "th" if number % 100 in (11, 12, 13) else _SUFFIXES.get(number % 10, "th")
    return f"{number:,}{suffix} "
