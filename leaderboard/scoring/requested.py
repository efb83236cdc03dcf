"""What the settings ask for: metrics, and how files are to be read."""

from __future__ import annotations

from leaderboard.formats import Reading
from leaderboard.formats.limits import Bounds
from leaderboard.metrics import METRICS, Metric, MetricOptions
from leaderboard.options import Settings


def chosen_metrics(settings: Settings) -> tuple[Metric, ...]:
    """The metrics asked for, in the order in which they are shown everywhere."""
    options = metric_options(settings)
    return tuple(build(options) for name, build in METRICS.items() if name in settings.metric)


def metric_options(settings: Settings) -> MetricOptions:
    return MetricOptions(
        blanc=settings.blanc,
        blanc_weight=settings.blanc_weight,
        lea_importance=settings.lea_importance,
        da_weights=settings.da_weights,
        da_response=settings.da_response,
        da_match=settings.da_match,
    )


def reading_of(settings: Settings, bounds: Bounds, tags: bool = False, key: bool = False) -> Reading:
    """How the settings say that files are to be read."""
    return Reading(
        word_column=settings.word_column,
        offsets=settings.offsets,
        ends=settings.ends,
        refuse_duplicates=settings.duplicates == "error",
        heads=settings.heads,
        tags=tags,
        bounds=bounds,
        key=key,
    )


def needs_classes(settings: Settings) -> bool:
    metrics = (*settings.metric, settings.primary)
    return settings.lea_importance == "class" or settings.errors or "da" in metrics


def needs_tags(settings: Settings) -> bool:
    """A function may ask for the classes of mentions too, and errors are always saved."""
    return needs_classes(settings) or callable(settings.lea_importance) or settings.keeps
