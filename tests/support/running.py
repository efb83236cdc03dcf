"""Commands as they are typed, in the same process."""

from __future__ import annotations

from typing import NamedTuple


class Run(NamedTuple):
    code: int
    out: str
    err: str
