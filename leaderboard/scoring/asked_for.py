"""The metrics and ways of reading that the options ask for."""

from __future__ import annotations

from leaderboard.formats import Reading
from leaderboard.formats.limits import Bounds
from leaderboard.metrics import METRICS, Metric, MetricOptions
from leaderboard.options import Options
from leaderboard.options.options import BEYOND_IDENTITY


def chosen_metrics(settled: Options, form: str = "") -> tuple[Metric, ...]:
    """The metrics asked for a key of this format, in the order in which they are shown everywhere."""
    options = metric_options(settled, form)
    return tuple(build(options) for name, build in METRICS.items() if name in settled.metric)


def metric_options(options: Options, form: str = "") -> MetricOptions:
    return MetricOptions(
        blanc=options.blanc,
        blanc_weight=options.blanc_weight,
        lea_importance=options.lea_importance,
        da_weights=options.da_weights,
        da_response=options.da_response,
        da_match=options.da_match,
        split_antecedents=split_antecedents(options, form),
    )


def reading_of(
    options: Options, bounds: Bounds, tags: bool = False, key: bool = False, labels: bool = False
) -> Reading:
    """The way of reading files that the options ask for."""
    return Reading(
        word_column=options.word_column,
        coref_column=options.coref_column,
        offsets=options.offsets,
        ends=options.ends,
        refuse_duplicates=options.duplicates == "error",
        heads=options.heads,
        tags=tags,
        bounds=bounds,
        key=key,
        labels=labels,
        documents=options.across is not None,
        layer=options.layer or "identity",
        anaphora=goes_beyond_identity(options),
        text=options.text,
        check_words=options.check_words,
        repair=options.repair == "align",
    )


def split_antecedents(options: Options, form: str) -> str:
    """How split antecedents are treated beside a key of this format."""
    return options.split_antecedents or ("score" if "conllua" in form.split("+") else "ignore")


def without_sets(options: Options) -> tuple[str, ...]:
    """The metrics that are asked for and count no sets of antecedents."""
    metrics = dict.fromkeys((*options.metric, options.primary))
    build = {name: METRICS[name](metric_options(options)) for name in metrics}
    return tuple(name for name, metric in build.items() if not any(one.sets for one in metric.members))


def goes_beyond_identity(options: Options) -> bool:
    """True if annotations beyond identity are scored, whatever the format."""
    metrics = {*options.metric, options.primary}
    return options.split_antecedents in ("score", "only") or not metrics.isdisjoint(BEYOND_IDENTITY)


def needs_classes(options: Options) -> bool:
    metrics = (*options.metric, options.primary)
    return options.lea_importance == "class" or options.errors or "da" in metrics


def needs_tags(options: Options) -> bool:
    """A function may ask for the classes of mentions too, and errors are always saved."""
    return needs_classes(options) or callable(options.lea_importance) or options.keeps
