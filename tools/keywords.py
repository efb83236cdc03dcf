"""Write the options of each public function as keyword arguments, from the table of options.

    python -m tools.keywords

A test compares the file that is checked in with what this program writes.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import Field, fields
from itertools import pairwise
from pathlib import Path
from typing import Any

from leaderboard.options import options as table

PAGE = Path(__file__).parents[1] / "leaderboard" / "options" / "keywords.py"
HEAD = '''"""The options of each function as keywords, so that a type checker knows their names and types.

The values are those of ``Options``, in which a list of names may also be one name, and a path a ``Path``.
Written by ``python -m tools.keywords`` from the table of options.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Literal, TypedDict

from leaderboard.options.options import Across, Adjustment, Match, Singletons

Names = str | list[str] | tuple[str, ...]
Path = str | os.PathLike[str]
'''
# What several functions take; what one alone takes, or few, stands with each of them. A group follows the
# one from which it inherits, if its functions are among those of that one.
GROUPS = {
    "Reading": table.READING,
    "Matching": table.MATCHING,
    "Scoring": table.SCORING,
    "Computing": table.COMPUTING,
    "Drawing": table.DRAWING,
    "Testing": table.TESTING,
    "Documenting": table.DOCUMENTING,
    "Averaging": table.AVERAGING,
    "Slicing": table.SLICING,
}
HEIRS = {one: heir for one, heir in pairwise(GROUPS) if set(GROUPS[heir]) < set(GROUPS[one])}
FUNCTIONS = {
    "Validate": "The options of ``validate``.",
    "Describe": "The options of ``describe``: how files are read.",
    "Scoring": "The options for the scores of one submission on a platform, or of a pull request.",
    "Competition": "The options for the scores of a competition on a platform.",
    "Score": "The options of ``score``.",
    "Read": "The options of ``read``.",
    "Bootstrap": "The options of ``correlate`` and ``power``.",
    "Probe": "The options of ``probe``.",
    "Error": "The options of ``error_prices``.",
    "Compare": "The options of ``compare``.",
    "Rank": "The options of ``rank``.",
}
PATHS = ("PATH", "FILE", "FOLDER")


def page() -> str:
    """The module as it should be."""
    text = "\n\n".join([HEAD, *_groups(), *_functions()])
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(PAGE), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def _groups() -> Iterator[str]:
    parents = {heir: one for one, heir in HEIRS.items()}
    for name, takers in GROUPS.items():
        base = f"_{parents[name]}" if name in parents else "TypedDict"
        yield _typed(f"_{name}", [base], [one for one in _options() if _takers(one) == takers])


def _functions() -> Iterator[str]:
    for function, about in FUNCTIONS.items():
        groups = [name for name, takers in GROUPS.items() if function in takers]
        bases = [f"_{name}" for name in groups if HEIRS.get(name) not in groups]
        own = [one for one in _options() if function in _takers(one) and _takers(one) not in GROUPS.values()]
        yield _typed(f"{function}Options", bases, own, f'    """{about}"""\n\n')


def _typed(name: str, bases: list[str], options: list[Field[Any]], about: str = "") -> str:
    body = "".join(f"    {one.name}: {_kind(one)}\n" for one in options)
    return f"class {name}({', '.join(bases)}, total=False):\n{about}{body}"


def _kind(option: Field[Any]) -> str:
    """The type of an option as a keyword: one name does for a list, and a path may be a Path."""
    kind = str(option.type).replace("tuple[str, ...]", "Names")
    return re.sub(r"^str\b", "Path", kind) if option.metadata["metavar"] in PATHS else kind


def _options() -> tuple[Field[Any], ...]:
    return fields(table.Options)


def _takers(option: Field[Any]) -> tuple[str, ...]:
    takers: tuple[str, ...] = option.metadata["takers"]
    return takers


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
