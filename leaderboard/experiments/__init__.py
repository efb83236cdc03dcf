"""Reactions of metrics to known errors (Moosavi & Strube, 2016), and disagreements between metrics."""

from leaderboard.experiments.agreement import Agreement, Dispute, MetricPair, agreement
from leaderboard.experiments.controlled import EXPERIMENTS, PAPER_SIZES, made_key, sizes_reached
from leaderboard.experiments.identification import VERSIONS, Reaction, Version, reaction
from leaderboard.experiments.regrouping import Counts, Made, perfect_counts, score_made, without_singletons

__all__ = [
    "EXPERIMENTS",
    "PAPER_SIZES",
    "VERSIONS",
    "Agreement",
    "Counts",
    "Dispute",
    "Made",
    "MetricPair",
    "Reaction",
    "Version",
    "agreement",
    "made_key",
    "perfect_counts",
    "reaction",
    "score_made",
    "sizes_reached",
    "without_singletons",
]
