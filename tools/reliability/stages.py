"""The stages: what is run, and what is kept of what it prints."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from tools.reliability.record import ROOT, Figures

CASES = (
    "tests/conformance",
    "tests/metrics/test_known_answers.py",
    "tests/metrics/test_mor.py",
    "tests/metrics/test_xcmr.py",
    "tests/metrics/test_zero.py",
    "tests/oracles/test_oracle.py",
    "tests/significance/test_significance.py",
    "tests/significance/test_adjustment.py",
)


class NotAtHand(Exception):
    """What a stage needs is not there, so that it measures nothing."""


@dataclass(frozen=True, slots=True)
class Stage:
    """``command`` is as a person types it; a word in capitals is given by an option of that name."""

    command: str
    figures: Callable[[str], Figures]


def outcomes(said: str) -> dict[str, dict[str, int]]:
    """Return how many tests of each file passed, and how many did not."""
    files: dict[str, Counter[str]] = defaultdict(Counter)
    for name, outcome in re.findall(r"^(\S+?\.py)::.* (PASSED|FAILED|SKIPPED|ERROR)\b", said, re.M):
        files[name][outcome.lower()] += 1
    return {name: dict(counts) for name, counts in files.items()}


def passed(said: str) -> Figures:
    files = outcomes(said)
    if not any(name.startswith("tests/conformance") and "passed" in counts for name, counts in files.items()):
        raise NotAtHand("no conformance data beside the project")
    return {"files": files}


def seen(said: str) -> Figures:
    """Return the outcomes of tests in a browser."""
    files = outcomes(said)
    if not files or any("skipped" in counts for counts in files.values()):
        raise NotAtHand("no browser: install Chromium and the extra `browser`")
    return {"files": files}


def differences(said: str) -> Figures:
    """Documents, what was counted beside them, the largest differences, and those that are meant."""
    counts = re.findall(r"^(\D+?) {2,}([\d,]+)$", said, re.M)
    spoken = re.search(r"^(\d+) documents in (\d+) corpora", said, re.M)
    if spoken:
        counts += zip(("documents", "corpora"), spoken.groups(), strict=True)
    largest = re.findall(r"^(\S.*?) +(?:\d+ comparisons, )?largest difference (\S+)$", said, re.M)
    return {
        "counts": {name: int(number.replace(",", "")) for name, number in counts},
        "largest": {name: float(number) for name, number in largest},
        "deliberate": re.findall(r"^(?:- |deliberate: )(.+)$", said, re.M),
    }


def calibrated(said: str) -> Figures:
    """The tables of the page that was written, by heading, and the cells within limits of each section."""
    page = (ROOT / "docs" / "calibration.md").read_text("utf-8")
    tables, cells = {}, {}
    for section in page.split("\n## ")[1:]:
        title, found = section.splitlines()[0], {}
        for part in section.split("\n### "):
            rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("|")]
            if rows:
                found[part.splitlines()[0]] = [dict(zip(rows[0], row, strict=True)) for row in rows[2:]]
        for name, rows in found.items():
            tables[f"{title}: {name}" if len(found) > 1 else title] = rows
        if limits := re.findall(r"limits: (\d+) of (\d+) cells", section):
            cells[title] = [sum(map(int, numbers)) for numbers in zip(*limits, strict=True)]
    return {"tables": tables, "cells": cells}


def compared(said: str) -> Figures:
    """Return how many values of each quantity were compared with an oracle, and how far apart they were."""
    cases, seed = re.findall(r"^(\d+) random cases, seed (\d+)$", said, re.M)[0]
    rows = re.findall(r"^(.+): (\d+) compared, largest difference (\S+), (\d+) differ$", said, re.M)
    quantities = {
        name: {"compared": int(number), "largest": float(largest), "differ": int(differ)}
        for name, number, largest, differ in rows
    }
    return {"cases": int(cases), "seed": int(seed), "quantities": quantities}


def as_universal_anaphora(said: str) -> Figures:
    figures, left_out, differ = re.findall(
        r"^(\d+) figures of its own tests, (\d+) left out: (\d+) differ$", said, re.M
    )[0]
    documents, apart, meant = re.findall(
        r"^(\d+) random documents: (\d+) scores differ; meant differences: \{(.*)\}$", said, re.M
    )[0]
    reasons = re.findall(r"""['"](.+?)['"]: (\d+)""", meant)
    return {
        "figures": int(figures),
        "left out": int(left_out),
        "documents": int(documents),
        "differ": int(differ) + int(apart),
        "meant": {reason: int(count) for reason, count in reasons},
    }


def parsed(said: str) -> Figures:
    readers: dict[str, dict[str, int]] = defaultdict(dict)
    for reader, outcome, count in re.findall(r"^(\S.*?) +(accepted|refused) +([\d,]+)$", said, re.M):
        readers[reader][outcome] = int(count.replace(",", ""))
    files, seed, faults = re.findall(r"^([\d,]+) files .* seed (\d+): (\d+) faults", said, re.M)[0]
    return {
        "readers": dict(readers),
        **{what: sum(one.get(what, 0) for one in readers.values()) for what in ("accepted", "refused")},
        "files": int(files.replace(",", "")),
        "seed": int(seed),
        "faults": int(faults),
    }


def read_plainly(said: str) -> Figures:
    """Return the outcomes of good files with one change, by format."""
    header, *rows = re.findall(r"^(\S.*?) {2,}(\S.*)$", said, re.M)
    names = re.split(" {2,}", header[1])
    formats = {
        form: dict(zip(names, (int(count.replace(",", "")) for count in counts.split()), strict=True))
        for form, counts in rows
    }
    pattern = r"^([\d,]+) files of each format, seed (\d+): (\d+) silent"
    files, seed, faults = re.findall(pattern, said, re.M)[0]
    return {
        "formats": formats,
        "files": int(files.replace(",", "")),
        "seed": int(seed),
        "faults": int(faults),
    }


def killed(said: str) -> Figures:
    times, seed = re.findall(r"^rank killed (\d+) times, seed (\d+)", said, re.M)[0]
    foreign = re.findall(r"^(\d+) foreign files untouched; nothing of ours left behind$", said, re.M)[0]
    mixed = sum(map(int, re.findall(r"'mixed': (\d+)", said)))
    return {"killed": int(times), "seed": int(seed), "mixed": mixed, "foreign": int(foreign)}


def same(said: str) -> Figures:
    runs = re.findall(
        r"^(Python \S+) +(NumPy \S+) +(SciPy \S+) +jobs (\d+) BLAS threads (\d+) (\w+)$", said, re.M
    )
    return {"runs": [list(run) for run in runs]}


def covered(said: str) -> Figures:
    statements, missed, branches, partial = re.findall(r"^TOTAL +(\d+) +(\d+) +(\d+) +(\d+)", said, re.M)[0]
    tests = re.findall(r"(\d+) passed", said)
    return {
        "statements": int(statements),
        "statements missed": int(missed),
        "branches": int(branches),
        "branches missed": int(partial),
        "tests": int(tests[-1]),
    }


def mutated(said: str) -> Figures:
    drawn, *rows = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    return {**drawn, "parts": {row.pop("part"): row for row in rows if row["mutants"]}}


def against_oracle(part: str) -> Stage:
    return Stage(f"python -m tools.against_oracles {part}", compared)


STAGES = {
    "cases": Stage(f"pytest -v -o addopts= {' '.join(CASES)}", passed),
    "oracle": Stage("python -m tools.fuzz_scores 100000", differences),
    "perl": Stage("python -m tools.official PERL --documents 1000", differences),
    "corefud": Stage("python -m tools.official_corefud COREFUD --documents 1000", differences),
    "universal": Stage(
        "python -m tools.universal_anaphora COREFUD --figures FIGURES --documents 1000 --speed 10",
        as_universal_anaphora,
    ),
    **{name: against_oracle(name) for name in ("slices", "prices", "runs", "anaphora", "alignment")},
    "statistics": Stage("python -m tools.calibration", calibrated),
    "parsers": Stage("python tools/fuzz.py FILES", parsed),
    "silent": Stage("python -m tools.silent 10000", read_plainly),
    "reader": Stage("pytest -v -o addopts= tests/browser", seen),
    "kills": Stage("python tools/kill.py 100", killed),
    "determinism": Stage("python -m tools.same_bytes PYTHONS", same),
    "coverage": Stage("pytest --numprocesses auto --cov --cov-report=term", covered),
    "mutation": Stage("python -m tools.mutants --mutants MUTANTS --seed 2029", mutated),
}
