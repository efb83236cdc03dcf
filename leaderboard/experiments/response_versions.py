"""A real response, and versions of it that are known to be better, worse, or at a boundary."""

from __future__ import annotations

from dataclasses import dataclass

from leaderboard.corpus import Corpus
from leaderboard.experiments import (
    VERSIONS,
    Counts,
    Reaction,
    Version,
    reaction,
    score_made,
    without_singletons,
)
from leaderboard.matching import Matching, default_singletons
from leaderboard.metrics import Metric
from leaderboard.options import Options
from leaderboard.scoring import Key, matching, read_responses
from leaderboard.submissions import Submission
from leaderboard.tasks.scored_task import scoresheet
from leaderboard.tasks.task import Score, scores_of


@dataclass(frozen=True, slots=True)
class Variant:
    """A version of a real response."""

    version: str
    counts: Counts
    scores: dict[str, Score]


@dataclass(frozen=True, slots=True)
class Probed:
    """A real response as it is, its versions that differ from it, and how each metric took them.

    ``missed`` counts the mentions of the key that it lacks.
    """

    system: str
    missed: int
    variants: tuple[Variant, ...]
    reactions: tuple[Reaction, ...]


def versions_of(key: Key, submission: Submission, metrics: tuple[Metric, ...], options: Options) -> Probed:
    matchings = [matching(one, options) for one in read_responses(key, submission, options)]
    made = {
        name: score_made([_made(version, one, options) for one in matchings], metrics)
        for name, version in VERSIONS.items()
    }
    size = made["base"].counts.mentions
    differing = {
        name: one
        for name, one in made.items()
        if name == "base" or VERSIONS[name].better is None or one.counts.mentions != size
    }
    sheet = scoresheet(key, {name: one.sums for name, one in differing.items()}, metrics, options)
    scores = scores_of(sheet)
    return Probed(
        submission.name,
        sum(len(one.key.entity) - len(one.key_mention) for one in matchings),
        tuple(Variant(name, one.counts, scores[name]) for name, one in differing.items()),
        tuple(reaction(metric, sheet.scores(metric), sheet.systems) for metric in metrics),
    )


def drops_singletons(side: Corpus, options: Options) -> bool:
    """True if a file of this kind is read without its singletons, and so what is made of it too."""
    return (options.singletons or default_singletons(side)) == "drop"


def _made(version: Version, base: Matching, options: Options) -> Matching:
    made = version.make(base)
    return without_singletons(made) if drops_singletons(base.response, options) else made
