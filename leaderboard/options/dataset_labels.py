"""Which datasets of a key count, in which order they are shown, and what people call them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from leaderboard.errors import UsageError


def labels(entries: Sequence[str]) -> dict[str, str]:
    """The name and the label of each dataset, written NAME or NAME=LABEL."""
    labelled: dict[str, str] = {}
    for entry in entries:
        name, _, label = (text.strip() for text in entry.partition("="))
        if not name or not entry.isprintable() or entry.rstrip().endswith("="):
            raise UsageError(f"--datasets has {entry!r}; write NAME or NAME=LABEL, on one line")
        if name in labelled:
            raise UsageError(f"--datasets has {name!r} twice; keep one of the two")
        labelled[name] = label or name
    return labelled


def chosen(datasets: Collection[str], entries: Sequence[str] | None) -> dict[str, str]:
    """The datasets that count, in the order in which they are shown, with their labels."""
    if entries is None:
        return {name: name for name in datasets}
    wanted = labels(entries)
    for name in wanted:
        if "" in datasets:
            raise UsageError(f"--datasets has {name!r}, but the key is a single file; leave --datasets out")
        if name not in datasets:
            listed = ", ".join(datasets)
            raise UsageError(f"--datasets has {name!r}, which is not in the key; choose among {listed}")
    return wanted
