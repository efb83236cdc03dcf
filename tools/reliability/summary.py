"""The lines of the summary: what each stage checked, against what, how often, and the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from leaderboard.text import counted
from tools.reliability.record import Entry, Figures
from tools.reliability.sections import CASES, OF_TESTS, ORACLES, by_metric, sampled, score

# Sections of calibration with what the default tests do not promise.
HARD = ("Units", "Hard cases")


class Check(NamedTuple):
    what: str
    against: str
    count: Callable[[Figures], str]
    result: Callable[[Figures], str]


def largest_of_scorer(figures: Figures) -> str:
    return f"largest difference {max(by_metric(figures).values()):.0e}"


def documents(figures: Figures) -> str:
    return f"{figures['counts']['documents']:,} documents"


def random_cases(figures: Figures) -> str:
    values = sum(one["compared"] for one in figures["quantities"].values())
    return f"{figures['cases']:,} cases, {values:,} comparisons"


def largest_of_oracle(figures: Figures) -> str:
    every = figures["quantities"].values()
    differ, largest = sum(one["differ"] for one in every), max(one["largest"] for one in every)
    return f"{differ} differ, largest difference {largest:.0e}"


def case_counts(figures: Figures) -> str:
    """Return the number of published cases and of others, without tests of the references."""
    files = {name: sum(counts.values()) for name, counts in figures["files"].items() if name not in OF_TESTS}
    published = sum(count for name, count in files.items() if name in CASES)
    return f"{published:,} published cases, {sum(files.values()) - published:,} others"


def passing(figures: Figures) -> str:
    """Return the number of failed tests, or that all pass, and the number of skipped tests."""
    totals = sum((Counter(counts) for counts in figures["files"].values()), Counter())
    skipped = totals.pop("skipped", 0)
    failed = totals.total() - totals["passed"]
    return (f"{failed} fail" if failed else "all pass") + (f", {skipped} skipped" if skipped else "")


def test_count(figures: Figures) -> str:
    return f"{sum(sum(counts.values()) for counts in figures['files'].values()):,} tests"


def rates(figures: Figures) -> list[str]:
    return [row["agrees"] for rows in figures["tables"].values() for row in rows if "agrees" in row]


def cells(figures: Figures, hard: bool) -> tuple[int, int]:
    """Return how many cells are outside their limits, and how many there are."""
    found = [limits for title, limits in figures["cells"].items() if (title in HARD) == hard]
    return sum(of - within for within, of in found), sum(of for _, of in found)


def rate_counts(figures: Figures) -> str:
    of_swaps, bootstrap = len(rates(figures)), len(of_bootstrap(figures))
    defaults, hard = cells(figures, hard=False)[1], cells(figures, hard=True)[1]
    kinds = f"{defaults} of the defaults, {bootstrap} of the bootstrap, {hard} of hard cases"
    return f"{of_swaps} rates of swaps, {kinds}"


def of_bootstrap(figures: Figures) -> list[str]:
    """Rates of the bootstrap test and of its intervals, which are no default; bold outside their limits."""
    rows = (row for rows in figures["tables"].values() for row in rows if "percentile" in row)
    return [row[name] for row in rows for name in ("bootstrap rejects", "percentile", "BCa")]


def outside(figures: Figures) -> str:
    """Say how many rates exceed their limits."""
    missed = rates(figures).count("no") + cells(figures, hard=False)[0]
    bootstrap = sum(rate.startswith("**") for rate in of_bootstrap(figures))
    others = f"{bootstrap} of the bootstrap, {cells(figures, hard=True)[0]} of hard cases"
    return f"outside their limits: {missed} of swaps and defaults, {others}"


def mutant_count(figures: Figures) -> str:
    return f"{sum(part['mutants'] for part in figures['parts'].values()):,} mutants{sampled(figures)}"


def mutants_killed(figures: Figures) -> str:
    parts = figures["parts"].values()
    total = {what: sum(part[what] for part in parts) for what in ("mutants", "killed")}
    return f"tests notice {score(total)}"


def against_oracle(stage: str, what: str) -> Check:
    return Check(what, ORACLES[stage], random_cases, largest_of_oracle)


CHECKS: Mapping[str, Check] = {
    "cases": Check(
        "scores and p-values of known examples", "papers, official test files", case_counts, passing
    ),
    "oracle": Check("scores of random documents", "definitions, in fractions", documents, largest_of_scorer),
    "perl": Check("scores of random documents", "CoNLL scorer v8.01", documents, largest_of_scorer),
    "corefud": Check("scores of random documents", "CorefUD scorer 1.2", documents, largest_of_scorer),
    "universal": Check(
        "scores with split antecedents",
        "Universal Anaphora scorer 2.0",
        lambda one: f"{one['documents']:,} documents, {one['figures']:,} figures of its tests",
        lambda one: f"{one['differ']} differ",
    ),
    "slices": against_oracle("slices", "slices"),
    "prices": against_oracle("prices", "kinds and prices of errors"),
    "runs": against_oracle("runs", "tests of systems with several runs"),
    "anaphora": against_oracle("anaphora", "scores with split antecedents"),
    "alignment": against_oracle("alignment", "repair of texts that differ from the key"),
    "statistics": Check(
        "false alarms of tests, coverage of ranges and intervals",
        "the levels that they promise",
        rate_counts,
        outside,
    ),
    "parsers": Check(
        "damaged files in all formats",
        "a clear message, or the score of an oracle",
        lambda one: f"{one['files']:,} files",
        lambda one: f"{one['faults']} faults",
    ),
    "silent": Check(
        "good files with one change",
        "a plain reading of the file",
        lambda one: f"{one['files']:,} files of each of {len(one['formats'])} formats",
        lambda one: f"{one['faults']} silent faults",
    ),
    "reader": Check("pages in a browser", "the behaviour that tests expect", test_count, passing),
    "kills": Check(
        "reports after a killed run",
        "intact files",
        lambda one: f"{one['killed']} kills",
        lambda one: "every file intact",
    ),
    "determinism": Check(
        "reports by version, cores and threads",
        "each other, byte by byte",
        lambda one: f"{len(one['runs'])} runs",
        lambda one: counted(len({run[5] for run in one["runs"]}), "report"),
    ),
    "coverage": Check(
        "branches that tests reach",
        "all branches outside the folder `cli`",
        lambda one: f"{one['branches']:,} branches",
        lambda one: f"{one['branches missed']} missed",
    ),
    "mutation": Check("tests of changed code", "one small change at a time", mutant_count, mutants_killed),
}


def commit_of(entry: Entry) -> str:
    return f"`{entry.commit}`" if entry.commit else "not recorded"


def on_commits(entries: Iterable[Entry]) -> str:
    """Return a sentence that says if all stages ran on one commit."""
    commits = [commit_of(entry) for entry in entries]
    names = sorted(dict.fromkeys(commits), key=commits.count, reverse=True)
    if len(names) == 1 and "not recorded" not in names:
        return f"All stages ran on commit {names[0]}."
    counts = ", ".join(f"{name} ({commits.count(name)})" for name in names)
    return f"**The stages ran on different commits:** {counts}."
