"""Why no test can tell some mutants from the code, by survivors.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

ARGUMENTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def argument(survivor: Mapping[str, object]) -> str | None:
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
