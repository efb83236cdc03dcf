"""Remarks about the systems and documents of a task."""

from __future__ import annotations

from collections.abc import Sequence

from leaderboard.report.words.names import label
from leaderboard.text import counted, joined, listed, plural

# In a sentence; the JSON has them all.
_MOST_SCORES = 3
_MOST_SYSTEMS = 5
_MOST_RUNS = 10


def missing_datasets(
    system: str, datasets: Sequence[str], faulty: Sequence[str], policy: str, others: int
) -> str:
    some = f"{system} lacks the {plural('dataset', len(datasets))} {_named(datasets, faulty)}"
    if policy == "zero":
        return f"{some}, scored as empty (`--missing-dataset zero`)."
    rest = counted(others, "other dataset")
    return f"{some}. It is scored on {rest} and not ranked (`--missing-dataset exclude`)."


def _named(datasets: Sequence[str], faulty: Sequence[str]) -> str:
    return joined([f"{name} (unreadable file)" if name in faulty else name for name in datasets])


def left_out_run(
    run: str, system: str, missing: Sequence[str], faulty: Sequence[str], runs: int, every: int
) -> str:
    lacks = f"{run} lacks {_named((*missing, *faulty), faulty)}"
    if runs == 1:
        return f"{lacks}; only 1 of {every} runs of {system} counts."
    return f"{lacks}; {system} is the mean of {runs} of {every} runs."


def runs(systems: Sequence[str], runs: Sequence[str], rejected: Sequence[str]) -> str:
    every = len(runs) + len(rejected)
    of = f"{len(runs)} of {every} runs" if rejected else counted(len(runs), "run")
    mean = f"{plural('mean', len(systems))} of " if len(runs) > 1 else ""
    return f"{joined(systems, _MOST_SYSTEMS)}: {mean}{of} ({listed(runs, _MOST_RUNS)})."


def mentions_of_key(systems: Sequence[str], others: int) -> str:
    have = plural("has", len(systems), "have")
    return (
        f"{joined(systems, _MOST_SYSTEMS)} {have} exactly the mentions of the key, and "
        f"{counted(others, 'other system')} {plural('does', others, 'do')} not. "
        "Do not compare their scores."
    )


def no_prices_across(by: str) -> str:
    return f"Prices of errors are left out: they are not computed with `--across {by}`."


def no_prices_by(metric: str) -> str:
    return f"Prices of errors are left out: {label(metric)} does not score entities."


def sets_ignored(by: Sequence[str]) -> str:
    subject = joined(by)
    return f"{subject[0].upper()}{subject[1:]} ignore split antecedents (`--split-antecedents ignore`)."


def single_outputs(first: str, second: str) -> str:
    return (
        "Mentions that only one system gets right are counted for single outputs: "
        f"`leaderboard compare {first} {second} --errors`."
    )


def left_out_units(counts: Sequence[tuple[str, int]], unit: str) -> str:
    left_out = joined([f"{label(metric)} leaves out {counted(count, unit)}" for metric, count in counts])
    return f"{left_out} whose key has nothing to recall by this metric."


def one_unit(unit: str = "document") -> str:
    return f"There is only 1 {unit}, so there are no intervals, no P(best) and no rank stability."


def few_units(units: int, effective: float, interval: str, unit: str = "document") -> str:
    meaning = "few of them decide the result" if interval == "t" else "bootstrap intervals are too narrow"
    return (
        f"The effective number of {plural(unit)} is {effective:g} (of {units:,}, weighted by their content), "
        f"so {meaning}."
    )


def fixed_datasets(datasets: Sequence[tuple[str, int]], unit: str = "document") -> str:
    some = ", ".join(f"{dataset} ({counted(count, unit)})" for dataset, count in datasets)
    return (
        f"{plural('Dataset', len(datasets))} with too few {plural(unit)} to measure their variation: {some}. "
        f"Intervals take {plural('it as it is', len(datasets), 'them as they are')} and do not generalize to "
        f"other {plural(unit)} of the same kind."
    )


def attempts(systems: Sequence[tuple[str, int]]) -> str:
    some = listed([f"{system} {count:,}" for system, count in systems], _MOST_SCORES)
    return (
        f"Chosen among several attempts: {some}. The p-value of a pair is multiplied by the larger number "
        "of attempts of its two systems. Intervals and equivalence are not corrected for attempts."
    )


def single_runs(systems: Sequence[str]) -> str:
    have, what = (
        ("has a single run", "this output")
        if len(systems) == 1
        else ("have a single run each", "these outputs")
    )
    return f"{joined(systems)} {have}: results are about {what}, not about other runs of the same method."
