"""A real response, and versions of it that are known to be better, worse, or at a boundary."""

from __future__ import annotations

from dataclasses import dataclass

from leaderboard.experiments import VERSIONS, Counts, Reaction, reaction, score_made
from leaderboard.metrics import Metric
from leaderboard.options import Settings
from leaderboard.scoring import Key, matching, read_responses
from leaderboard.submissions import Submission
from leaderboard.verbs.task import Score, scores_of, scoresheet


@dataclass(frozen=True, slots=True)
class Variant:
    """A version of a real response."""

    version: str
    counts: Counts
    scores: dict[str, Score]


@dataclass(frozen=True, slots=True)
class Probed:
    """A real response as it is, its versions that differ from it, and how each metric took them."""

    system: str
    variants: tuple[Variant, ...]
    reactions: tuple[Reaction, ...]


def versions_of(key: Key, submission: Submission, metrics: tuple[Metric, ...], settings: Settings) -> Probed:
    matchings = [matching(one, settings) for one in read_responses(key, submission, settings)]
    made = {
        name: score_made([version.make(one) for one in matchings], metrics)
        for name, version in VERSIONS.items()
    }
    size = made["base"].counts.mentions
    differing = {
        name: one
        for name, one in made.items()
        if name == "base" or VERSIONS[name].better is None or one.counts.mentions != size
    }
    sheet = scoresheet(key, {name: one.sums for name, one in differing.items()}, metrics)
    scores = scores_of(sheet)
    return Probed(
        submission.name,
        tuple(Variant(name, one.counts, scores[name]) for name, one in differing.items()),
        tuple(reaction(metric, sheet.scores(metric), sheet.systems) for metric in metrics),
    )
