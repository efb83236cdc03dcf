"""RELIABILITY.md, made of the record alone."""

from __future__ import annotations

from collections.abc import Callable

from tabulate import tabulate

from tools.reliability import sections
from tools.reliability.record import Entry
from tools.reliability.sections import SCORERS, Known
from tools.reliability.stages import STAGES

HEAD = """\
# Reliability

This page lists measurements with their command, version and day. `python -m tools.reliability`
writes it from `docs/reliability.json`. `python -m tools.reliability STAGE` first runs the command of a stage
and stores its figures. Options name programs outside the project. Published cases lie beside the project in
`shared/conformance`. A stage does not run if something that it needs is missing. *Code* is a hash of all
modules of the package. Figures are counts, shares and differences, never times.
"""


def page(known: Known) -> str:
    parts = [HEAD, summary(known)]
    for title, names, body in SECTIONS:
        if any(name in known for name in names):
            commands = "".join(made_by(name, known[name]) for name in names if name in known)
            parts.append(f"## {title}\n\n{body(known)}\n{commands}")
    return "\n".join(parts)


def made_by(name: str, entry: Entry) -> str:
    code = f" (code {entry.code})" if entry.code else ""
    return f"\nStage `{name}`: `{entry.command}`, version {entry.version}{code}, {entry.date}.\n"


def summary(known: Known) -> str:
    """Return a table with one line per stage."""
    rows = [
        (f"`{name}`", *((RESULTS[name](known[name]), known[name].date) if name in known else ("not run", "")))
        for name in STAGES
    ]
    text = tabulate(rows, ["stage", "result", "date"], "pipe", disable_numparse=True)
    return f"{text}\n"


SECTIONS: tuple[tuple[str, tuple[str, ...], Callable[[Known], str]], ...] = (
    ("Official cases", ("cases",), sections.cases),
    ("Random documents against definitions and official scorers", tuple(SCORERS), sections.differential),
    ("Error rates of the tests, coverage of the intervals, power", ("statistics",), sections.statistics),
    ("Hostile files and killed runs", ("parsers", "kills"), sections.hostile),
    ("Identical reports everywhere", ("determinism",), sections.same_bytes),
    ("Branch coverage", ("coverage",), sections.coverage),
    ("Mutation score", ("mutation",), sections.mutation),
)
RESULTS: dict[str, Callable[[Entry], str]] = {
    "cases": sections.all_cases,
    "oracle": sections.largest_of_all,
    "perl": sections.largest_of_all,
    "corefud": sections.largest_of_all,
    "statistics": sections.agreeing,
    "parsers": lambda one: f"{one.figures['files']:,} files, {one.figures['faults']} faults",
    "kills": lambda one: f"{one.figures['killed']} kills, every file intact",
    "determinism": lambda one: (
        f"{len(one.figures['runs'])} runs, {len({run[5] for run in one.figures['runs']})} report"
    ),
    "coverage": lambda one: (
        f"{one.figures['branches missed']} of {one.figures['branches']:,} branches missed"
    ),
    "mutation": lambda one: ", ".join(
        f"{name} {sections.score(part)}" for name, part in one.figures["parts"].items()
    ),
}
