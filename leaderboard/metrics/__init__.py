"""Every metric by name, in the order in which they are shown everywhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from leaderboard.metrics.b_cubed import B_CUBED
from leaderboard.metrics.blanc import blanc
from leaderboard.metrics.blanc_gold import blanc_gold
from leaderboard.metrics.ceaf import CEAF_E, CEAF_M
from leaderboard.metrics.conll import CONLL
from leaderboard.metrics.da import Denotation, da, denotation
from leaderboard.metrics.lea import IMPORTANCES, Importance, lea
from leaderboard.metrics.mentions import MENTIONS
from leaderboard.metrics.metric import Metric
from leaderboard.metrics.mor import MOR
from leaderboard.metrics.muc import MUC
from leaderboard.metrics.rand import RAND
from leaderboard.metrics.similarity import DEFAULT_WEIGHTS
from leaderboard.metrics.xcmr import XC_MR
from leaderboard.metrics.zero import ZERO


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricOptions:
    """What can be chosen about a metric."""

    blanc: str = "conll"
    blanc_weight: float = 0.5
    lea_importance: str | Importance = "size"
    da_weights: str = DEFAULT_WEIGHTS
    da_response: str = "typed"
    da_match: str = "optimal"

    @property
    def denotation(self) -> Denotation:
        """How DA and the profile of errors pair chains."""
        return denotation(self.da_weights, self.da_response, self.da_match)


METRICS: dict[str, Callable[[MetricOptions], Metric]] = {
    "mentions": lambda options: MENTIONS,
    "muc": lambda options: MUC,
    "bcub": lambda options: B_CUBED,
    "ceafm": lambda options: CEAF_M,
    "ceafe": lambda options: CEAF_E,
    "blanc": lambda options: blanc(options.blanc, options.blanc_weight),
    "lea": lambda options: lea(options.lea_importance, options.da_weights),
    "conll": lambda options: CONLL,
    "blanc_gold": lambda options: blanc_gold(options.blanc, options.blanc_weight),
    "rand": lambda options: RAND,
    "da": lambda options: da(options.denotation),
    "xcmr": lambda options: XC_MR,
    "mor": lambda options: MOR,
    "zero": lambda options: ZERO,
}


__all__ = ["IMPORTANCES", "METRICS", "Importance", "Metric", "MetricOptions"]
