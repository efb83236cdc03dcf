"""Reactions of metrics to known errors (Moosavi & Strube, 2016), and disagreements between metrics."""

from leaderboard.experiments.agreement import Agreement, Cause, Dispute, MetricPair, agreement
from leaderboard.experiments.controlled import EXPERIMENTS, Experiment, sizes_reached
from leaderboard.experiments.identification import VERSIONS, Version
from leaderboard.experiments.made_key import PAPER_SIZES, made_key
from leaderboard.experiments.made_response import Counts, Made, perfect_counts, score_made
from leaderboard.experiments.metric_reactions import Reaction, Verdict, reaction
from leaderboard.experiments.regrouping import without_singletons

__all__ = [
    "EXPERIMENTS",
    "PAPER_SIZES",
    "VERSIONS",
    "Agreement",
    "Cause",
    "Counts",
    "Dispute",
    "Experiment",
    "Made",
    "MetricPair",
    "Reaction",
    "Verdict",
    "Version",
    "agreement",
    "made_key",
    "perfect_counts",
    "reaction",
    "score_made",
    "sizes_reached",
    "without_singletons",
]
