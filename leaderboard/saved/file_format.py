"""Files that say what they are and whether they are whole: a line of hash, a line of JSON, then numbers."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from leaderboard.errors import InputError, Problem
from leaderboard.formats.source import read_bytes

# Raised whenever the meaning of these files changes, as when a metric sums something else.
FORMAT = 1
# Of the line of JSON, which takes twenty times as much when it is read.
MOST_TEXT = 16 << 20
AGAIN = "score the responses again"
_FIRST_LINE = re.compile(rb"leaderboard sums (\d{1,9}) ([0-9a-f]{64})\Z")


def sealed(record: dict[str, Any], numbers: bytes = b"") -> bytes:
    """The bytes of a file, the same for the same content."""
    text = json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    content = text.encode() + b"\n" + numbers
    return f"leaderboard sums {FORMAT} {hashlib.sha256(content).hexdigest()}\n".encode() + content


def opened(path: Path, most: int) -> tuple[dict[str, Any], bytes]:
    """The record and the numbers of a file of at most so many bytes; an error where it is not whole."""
    try:
        first, _, content = read_bytes(path, most).partition(b"\n")
    except InputError as error:
        raise damaged(path, error.problems[0].what) from None
    stated = _FIRST_LINE.match(first)
    if not stated:
        raise damaged(path, "not a file of saved sums")
    if int(stated[1]) != FORMAT:
        raise damaged(path, f"saved sums of format {int(stated[1])}, but format {FORMAT} is expected")
    if hashlib.sha256(content).hexdigest().encode() != stated[2]:
        raise damaged(path, "damaged: its content differs from what was saved")
    text, _, numbers = content.partition(b"\n")
    try:
        record = json.loads(text) if len(text) <= MOST_TEXT else None
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        raise damaged(path, "not a record of saved sums")
    return record, numbers


def damaged(path: Path, what: str) -> InputError:
    return InputError([Problem(str(path), 0, what, AGAIN)])
