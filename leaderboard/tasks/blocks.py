"""Tests of outputs on a few long documents: every pair has units of its own, blocks of components."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from leaderboard.errors import UsageError
from leaderboard.matching import Matching
from leaderboard.metrics.metric import measure
from leaderboard.options import Options
from leaderboard.options.configuration import Configuration
from leaderboard.options.options import UNDIVIDED
from leaderboard.overlap import overlap
from leaderboard.scoresheet import PartName, Units
from leaderboard.scoring.components import blocked
from leaderboard.scoring.key import Key, read_key
from leaderboard.scoring.response import matching, read_responses
from leaderboard.scoring.scored import one_after_the_other
from leaderboard.significance.design import Design, trials_needed
from leaderboard.significance.families import families, of_pairs, pairing_of
from leaderboard.significance.family import Family
from leaderboard.tasks.task import Task
from leaderboard.text import joined
from leaderboard.threads import Work

BLOCKS = 10
_FLAG = "--unit component"
_ONE, _IGNORE = "leave out one of them", "use --split-antecedents ignore"


def check_unit(options: Options, command: str) -> None:
    """Refuse blocks where more than pairs of outputs is asked for, and runs where no scores are tested."""
    if options.unit == "run" and command != "rank":
        raise UsageError("--unit run is for `leaderboard compare` and `leaderboard rank`; leave it out")
    if options.unit != "component":
        return
    if command == "rank":
        what = "outputs on fixed documents are compared in pairs"
        raise UsageError(f"{_FLAG}: {what}; use `leaderboard compare`, or --unit run to rank methods")
    raise UsageError(f"{_FLAG} is for `leaderboard compare` alone; leave it out")


def with_blocks(configuration: Configuration) -> Configuration:
    """The options of a comparison, with what goes over blocks if these are the units."""
    options, origins = configuration.options, configuration.origins
    split = options.split_antecedents
    if options.unit != "component":
        return configuration
    named = options.metric if origins["metric"] != "default" else ()
    if whole := [name for name in dict.fromkeys((*named, options.primary)) if name in UNDIVIDED]:
        what = f"scores by {joined(whole)} are not sums over blocks, which {_FLAG} tests"
        raise UsageError(f"{what}; choose other metrics")
    for flag, is_given, remedy in (
        ("--by", bool(options.by), _ONE),
        ("--saved", options.saved is not None, _ONE),
        ("--average document", options.average == "document", _ONE),
        (f"--test {options.test}", options.test not in ("ar", "t"), "use --test ar or t"),
        (f"--interval {options.interval}", options.interval != "t", "use --interval t"),
        (f"--split-antecedents {split}", split in ("score", "only"), _IGNORE),
        ("--blocks", options.joins and origins["blocks"] == "option", "leave it out: blocks are documents"),
    ):
        if is_given:
            across = f" and --across {options.across}" if flag == "--blocks" else ""
            raise UsageError(f"{flag} cannot be used with {_FLAG}{across}; {remedy}")
    metric = tuple(name for name in options.metric if name not in UNDIVIDED)
    blocks = None if options.joins else options.blocks or BLOCKS
    return replace(configuration, options=replace(options, metric=metric, blocks=blocks))


def block_families(task: Task, design: Design, work: Work) -> tuple[Family, ...]:
    """The comparisons of all pairs by each metric, corrected together."""
    if not task.submissions:
        raise UsageError(f"{_FLAG} needs mentions, and scorers keep none; compare files")
    task.check_single(_FLAG)
    if any(metric.plain for metric in task.sheet.metrics):
        raise UsageError(f"split antecedents cannot be scored with {_FLAG}; {_IGNORE}")
    systems, sheet, options = task.sheet.systems, task.sheet, task.options
    pairing = pairing_of(systems, design.against)
    key = read_key(Path(task.key), options)
    read = (read_responses(key, task.submission(name), options) for name in systems)
    found = [[matching(response, options) for response in of_system] for of_system in read]
    trials = design.trials or trials_needed(len(pairing) * design.most_attempts(systems), design.alpha)
    alone, tests, components = replace(design, trials=trials), [], []
    for pair, ends in enumerate(zip(pairing.first.tolist(), pairing.second.tolist(), strict=True)):
        units, count = _units(task, key, ends, found)
        share = pair / len(pairing), (pair + 1) / len(pairing)
        tests.append(families(units, alone, work.part(*share)))
        components.append(count)
    return tuple(
        of_pairs(of_metric, components, systems, sheet.scores(metric).f1, design)
        for metric, of_metric in zip(sheet.metrics, zip(*tests, strict=True), strict=True)
    )


def _units(
    task: Task, key: Key, ends: Sequence[int], found: Sequence[Sequence[Matching]]
) -> tuple[Units, int]:
    """The blocks of two outputs, which are like parts of the documents, and the number of components."""
    pairs = zip(key.corpora, *(found[end] for end in ends), strict=True)
    cut = {dataset: blocked(first, second, task.options.blocks) for dataset, first, second in pairs}
    metrics = task.sheet.metrics
    ours, theirs = (
        one_after_the_other([measure(overlap(sides.responses[output]), metrics) for sides in cut.values()])
        for output in range(2)
    )
    of_pair = replace(
        task.sheet,
        systems=tuple(task.sheet.systems[end] for end in ends),
        parts=tuple(PartName(name, *block) for name, sides in cut.items() for block in sides.names),
        sums={one.name: np.stack([ours[one.name], theirs[one.name]]) for one in metrics},
        weights={one.name: ours[one.weight_name] for one in metrics},
    )
    documents = {(name, part.document) for name, corpus in key.corpora.items() for part in corpus.parts}
    components = sum(sides.components for sides in cut.values())
    return replace(of_pair.units("part"), documents=len(documents)), components
