"""Reactions of metrics to known errors (Moosavi & Strube, 2016), and disagreements between metrics."""

from leaderboard.experiments.agreement import Agreement, Dispute, MetricPair, agreement
from leaderboard.experiments.catalogue import EXPERIMENTS, PAPER_SIZES, made_key
from leaderboard.experiments.controlled import sizes_reached
from leaderboard.experiments.identification import VERSIONS, Version
from leaderboard.experiments.made_response import Counts, Made, perfect_counts, score_made
from leaderboard.experiments.metric_reactions import Reaction, reaction
from leaderboard.experiments.regrouping import without_singletons

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
