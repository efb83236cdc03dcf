"""Names that are too long for where they stand."""

from __future__ import annotations

ELLIPSIS = "…"


def short(name: str, longest: int = 24) -> str:
    """A name of at most so many characters; its end stays, for it is there that variants differ."""
    if len(name) <= longest:
        return name
    end = longest // 3
    return f"{name[: longest - end - 1]}{ELLIPSIS}{name[len(name) - end :]}"
