"""Every metric by name, in the order in which they are shown everywhere."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from leaderboard.metrics.b_cubed import B_CUBED
from leaderboard.metrics.beyond_identity import (
    BRIDGING_ANAPHOR,
    BRIDGING_ENTITY,
    BRIDGING_MENTION,
    NON_REFERRING,
)
from leaderboard.metrics.ceaf import CEAF_E, CEAF_M
from leaderboard.metrics.conll import conll
from leaderboard.metrics.da import DEFAULT_WEIGHTS, Denotation, da, denotation
from leaderboard.metrics.lea import Importance, lea
from leaderboard.metrics.links import RAND, blanc, blanc_gold
from leaderboard.metrics.mentions import MENTIONS, MOR
from leaderboard.metrics.metric import Metric, metric_named
from leaderboard.metrics.muc import MUC
from leaderboard.metrics.with_sets import with_sets
from leaderboard.metrics.xcmr import XC_MR
from leaderboard.metrics.zero import ZERO
from leaderboard.text import unknown

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricOptions:
    """The options of the metrics."""

    blanc: str = "conll"
    blanc_weight: float = 0.5
    lea_importance: str | Importance = "size"
    da_weights: str = DEFAULT_WEIGHTS
    da_response: str = "typed"
    da_match: str = "optimal"
    split_antecedents: str = "ignore"

    @property
    def denotation(self) -> Denotation:
        """The pairing of chains that DA and the error profile use."""
        return denotation(self.da_weights, self.da_response, self.da_match)


METRICS: dict[str, Callable[[MetricOptions], Metric]] = {
    "mentions": lambda options: MENTIONS,
    "muc": lambda options: with_sets(MUC, options.split_antecedents),
    "bcub": lambda options: with_sets(B_CUBED, options.split_antecedents),
    "ceafm": lambda options: with_sets(CEAF_M, options.split_antecedents),
    "ceafe": lambda options: with_sets(CEAF_E, options.split_antecedents),
    "blanc": lambda options: with_sets(blanc(options.blanc, options.blanc_weight), options.split_antecedents),
    "lea": lambda options: with_sets(
        lea(options.lea_importance, options.da_weights), options.split_antecedents
    ),
    "conll": lambda options: conll(options.split_antecedents),
    "blanc_gold": lambda options: blanc_gold(options.blanc, options.blanc_weight),
    "rand": lambda options: RAND,
    "da": lambda options: da(options.denotation),
    "xcmr": lambda options: XC_MR,
    "mor": lambda options: MOR,
    "zero": lambda options: ZERO,
    "nonreferring": lambda options: NON_REFERRING,
    "bridging_anaphor": lambda options: BRIDGING_ANAPHOR,
    "bridging_mention": lambda options: BRIDGING_MENTION,
    "bridging_entity": lambda options: BRIDGING_ENTITY,
}


def metric_called(text: str) -> str | None:
    """Return the metric with this name or label in any case, such as ``LEA``, ``B³`` or ``BLANC-gold``."""
    return _names().get(_folded(text))


class ByMetric(dict[str, Value]):
    """Values by the name of a metric; its label does too, so that ``b3`` and ``B³`` are ``bcub``."""

    def __missing__(self, text: str) -> Value:
        name = metric_called(text) if isinstance(text, str) else None
        if name is None or name == text or name not in self:
            raise KeyError(unknown("metric", text, self))
        return self[name]

    def __contains__(self, text: object) -> bool:
        name = metric_called(text) if isinstance(text, str) else None
        return super().__contains__(text) or (name is not None and super().__contains__(name))

    def get(self, text: str, default: Any = None) -> Any:
        return super().get(metric_called(text) or text, default)


@cache
def _names() -> dict[str, str]:
    labels = {_folded(build(MetricOptions()).label): name for name, build in METRICS.items()}
    return {"bcubed": "bcub"} | labels | {_folded(name): name for name in METRICS}


def _folded(text: str) -> str:
    """Return a name without case, hyphens and superscripts: ``B³`` is ``b3``."""
    return unicodedata.normalize("NFKC", text).casefold().replace("-", "").replace("_", "")


__all__ = ["METRICS", "ByMetric", "Importance", "Metric", "MetricOptions", "metric_called", "metric_named"]
