"""Why no test can tell some mutants from the code, by survivors.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

Survivor = Mapping[str, object]

ARGUMENTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def argument(survivor: Survivor) -> str | None:
    """The reason, if one is known: of this very change, else of changes of this form."""
    function, change = survivor["function"], survivor["change"]
    assert isinstance(change, list)
    put_in = " ".join(line[1:] for line in change if line.startswith("+"))
    for one in ARGUMENTS["single"]:
        if one["function"] == function and one["change"] in put_in:
            return str(one["why"])
    text = "\n".join(change)
    for form in ARGUMENTS["form"]:
        if form.get("function", function) == function and re.search(form["pattern"], text, re.M):
            return str(form["why"])
    return None


def argued(survivors: Sequence[Survivor]) -> str:
    return f"{sum(argument(one) is not None for one in survivors)} of {len(survivors)}"


def reasons(survivors: Sequence[Survivor]) -> str:
    """The survivors by reason, those without one last."""
    found: dict[str, list[str]] = {}
    for one in sorted(survivors, key=lambda one: argument(one) is None):
        found.setdefault(argument(one) or "Not explained: a test could be written.", []).append(shown(one))
    return "\n".join(
        f"**{reason}** ({len(changes)})\n\n" + "\n".join(f"- {change}" for change in changes) + "\n"
        for reason, changes in found.items()
    )


def shown(survivor: Survivor) -> str:
    """The function, what was and what became of it."""
    change = survivor["change"]
    assert isinstance(change, list)
    was, became = (" ".join(line[1:] for line in change if line[0] == sign) for sign in "-+")
    return f"`{survivor['function']}`: `{was}` became `{became}`"
