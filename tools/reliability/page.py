"""RELIABILITY.md and the tables behind it, made of the record alone."""

from __future__ import annotations

from collections.abc import Callable

from tabulate import tabulate

from tools.reliability import sections
from tools.reliability.record import Entry
from tools.reliability.sections import ORACLES, SCORERS, Known
from tools.reliability.summary import CHECKS, commit_of, on_commits

HEAD = """\
# Reliability

Each line links to its tables in [measurements](docs/measurements.md). Figures are counts, shares and
differences, never times.
"""
NOTES = """\
**Scores.** The package and a slow reference score random documents. The reference follows the definitions,
one link at a time and without rounding. Official scorers score random documents too. Intended disagreements
are [listed](docs/measurements.md#random-documents-against-definitions-and-official-scorers).

**Statistics.** [Calibration](docs/calibration.md) begins with what may be trusted and what not, and has all
rates. The default settings are measured on systems that are alike. Hard cases show where tests and intervals
do not hold, such as documents in topics, systems that trade recall for precision, and rare failures;
rates outside their limits are bold there. The bootstrap test has too many false alarms on few documents, and
percentile and BCa intervals are too narrow, with BLANC even on 348 documents. None of these is a default.

**Files.** A damaged file is either refused with a message that says what to do, or scored as a slow reference
scores it. A good file in which one bracket, row, id or offset was removed, doubled or moved is refused, told
of in a warning, or read as a person reads it. A file is intact if it belongs wholly to the report before the
run or to the new one.

**Tests.** A mutant is a small change of the code that some test should notice. Unnoticed mutants are
[listed](docs/measurements.md#mutation-score), with the reason if there is one.

**To repeat a stage**, run `python -m tools.reliability STAGE`; `--help` lists the stages. The figures and the
commit are stored in `docs/reliability.json`, from which both pages are written. Options give the
paths of external scorers. A stage does not run if something that it needs is missing.
"""
TABLES_HEAD = """\
# Measurements

These are the tables behind [the summary](../RELIABILITY.md). Each section ends with its commands and day, and
with the commit where it is known. *Code* is a hash of all modules of the package. The published cases are not
part of this repository. Without them, the tests in `tests/conformance` are skipped.
"""


def page(known: Known) -> str:
    """Return the page that a person reads in two minutes."""
    return "\n".join([HEAD, f"{on_commits(known.values())}\n", summary(known), NOTES])


def summary(known: Known) -> str:
    """Return a table with one line per stage."""
    rows = [
        (f"[{check.what}]({link(name)})", check.against, *result(name, known))
        for name, check in CHECKS.items()
    ]
    header = ["what was checked", "against", "how many", "result", "commit"]
    return tabulate(rows, header, "pipe", disable_numparse=True) + "\n"


def result(stage: str, known: Known) -> tuple[str, str, str]:
    if stage not in known:
        return "", "not measured", ""
    entry, check = known[stage], CHECKS[stage]
    return check.count(entry.figures), check.result(entry.figures), commit_of(entry)


def link(stage: str) -> str:
    """Return the address of the section of a stage."""
    title = next(title for title, names, _ in SECTIONS if stage in names)
    return f"docs/measurements.md#{title.lower().replace(',', '').replace(' ', '-')}"


def measurements(known: Known) -> str:
    """Return the page of all tables."""
    parts = [TABLES_HEAD]
    for title, names, body in SECTIONS:
        measured = [name for name in names if name in known]
        text = body(known) if measured or not names else "Not measured.\n"
        parts.append(f"## {title}\n\n{text}\n{''.join(made_by(name, known[name]) for name in measured)}")
    return "\n".join(parts)


def made_by(name: str, entry: Entry) -> str:
    code = f", code {entry.code}" if entry.code else ""
    commit = f"commit {commit_of(entry)}{code}, version {entry.version}, {entry.date}"
    return f"\nStage `{name}`: `{entry.command}`, {commit}.\n"


SECTIONS: tuple[tuple[str, tuple[str, ...], Callable[[Known], str]], ...] = (
    ("Official cases", ("cases",), sections.cases),
    ("Random documents against definitions and official scorers", tuple(SCORERS), sections.differential),
    ("CoVal", (), sections.coval),
    ("Universal Anaphora scorer", ("universal",), sections.universal),
    ("Slices, prices, runs and others against slow oracles", tuple(ORACLES), sections.oracles),
    ("Error rates of the tests, coverage of the intervals, power", ("statistics",), sections.statistics),
    ("Damaged files and killed runs", ("parsers", "silent", "kills"), sections.hostile),
    ("Pages in a browser", ("reader",), sections.reader),
    ("Identical reports everywhere", ("determinism",), sections.same_bytes),
    ("Branch coverage", ("coverage",), sections.coverage),
    ("Mutation score", ("mutation",), sections.mutation),
)
