"""The points of controlled experiments on a key, and versions of a real response."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Event

from leaderboard.corpus import Corpus
from leaderboard.experiments.controlled import EXPERIMENTS, sizes_reached
from leaderboard.experiments.identification import VERSIONS, Reaction, reaction
from leaderboard.experiments.regrouping import Counts, Made, perfect_counts, score_made, without_singletons
from leaderboard.matching import Matching, default_singletons
from leaderboard.metrics import Metric
from leaderboard.options import Options
from leaderboard.scoring.key import Key
from leaderboard.scoring.response import matching, read_responses
from leaderboard.submissions import Submission
from leaderboard.tasks.scored_task import scoresheet
from leaderboard.tasks.task import Score, scores_of
from leaderboard.threads import Work, results


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A response that was made for an experiment.

    ``reached`` are the mean sizes of the entities that were changed, or the per cent that were found;
    ``same_as`` is an earlier point of the experiment that has the same response.
    """

    experiment: str
    point: str
    reached: tuple[float, ...]
    same_as: str | None
    counts: Counts
    scores: dict[str, Score]


def points_of(
    key: Key,
    metrics: tuple[Metric, ...],
    names: Sequence[str],
    options: Options,
    work: Work,
) -> tuple[Point, ...]:
    """The points of some experiments, each scored."""
    made = _made(key, metrics, names, options, work)
    scores = scores_of(
        scoresheet(key, {" ".join(at): response.sums for at, response in made.items()}, metrics, options)
    )
    return tuple(
        Point(
            experiment=experiment,
            point=point,
            reached=_reached(key, experiment, point, response.counts),
            same_as=_same_as(made, experiment, point),
            counts=response.counts,
            scores=row,
        )
        for ((experiment, point), response), row in zip(made.items(), scores.values(), strict=True)
    )


def _made(
    key: Key,
    metrics: tuple[Metric, ...],
    names: Sequence[str],
    options: Options,
    work: Work,
) -> dict[tuple[str, str], Made]:
    """The responses of some experiments by experiment and point; a key of few entities has fewer points."""

    def make(item: tuple[str, str], stop: Event) -> tuple[tuple[str, str], Made]:
        experiment, point = item
        matchings = [
            _as_read(EXPERIMENTS[experiment].made(corpus, point), corpus, options)
            for corpus in key.corpora.values()
        ]
        entities = sum(matching.response.entities for matching in matchings)
        shown = str(entities) if EXPERIMENTS[experiment].counted else point
        return (experiment, shown), score_made(matchings, metrics)

    every = [(name, point) for name in names for point in EXPERIMENTS[name].points]
    return dict(results(make, every, work))


def _reached(key: Key, name: str, point: str, counts: Counts) -> tuple[float, ...]:
    experiment, corpora = EXPERIMENTS[name], key.corpora.values()
    if experiment.sizes is not None:
        return sizes_reached(corpora, experiment.sizes(point))
    if experiment.share is None:
        return ()
    whole = [perfect_counts(corpus) for corpus in corpora]
    total = sum(getattr(perfect, experiment.share) for perfect in whole)
    return (100 * getattr(counts, experiment.share) / total,) if total else ()


def _same_as(made: Mapping[tuple[str, str], Made], name: str, point: str) -> str | None:
    """The first point of an experiment with the same response, if it is an earlier one."""
    grouping = made[name, point].grouping
    first = next(at for at, response in made.items() if at[0] == name and response.grouping == grouping)
    return None if first[1] == point else first[1]


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
        name: score_made([_as_read(version.make(one), one.response, options) for one in matchings], metrics)
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


def _as_read(made: Matching, side: Corpus, options: Options) -> Matching:
    """What is made of a file, without singletons if a file of this kind is read without them."""
    drops = (options.singletons or default_singletons(side)) == "drop"
    return without_singletons(made) if drops else made
