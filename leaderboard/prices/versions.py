"""A response in mended versions: each kind of errors mended alone, and the kinds one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.matching import Matching
from leaderboard.metrics import Metric
from leaderboard.metrics.metric import Floats, sums_of
from leaderboard.overlap import overlap
from leaderboard.prices.error_kinds import ERROR_KINDS, Errors, find_errors
from leaderboard.prices.mended import mended
from leaderboard.prices.union import united
from leaderboard.prices.wrong_spans import span_heads

# The kinds that are mended in each version; with the last, the response is the key.
ALONE = tuple((kind,) for kind in ERROR_KINDS)
UPTO = tuple(ERROR_KINDS[: number + 1] for number in range(len(ERROR_KINDS)))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Versions:
    """The errors of a response, and the sums of its mended versions, without sets of antecedents.

    ``sums`` holds an array [versions, S, parts] per metric name: first those of ``ALONE``, then those of
    ``UPTO``. ``plain`` has the sums of the response as it is, and the weights of parts. ``counts``
    [kinds, parts] are the numbers of errors. ``names`` has the names of the errors by kind, and ``heads`` how
    heads are known, on each dataset.
    """

    sums: Mapping[str, Floats]
    plain: Mapping[str, Floats]
    counts: Ints
    names: tuple[Mapping[str, Ints], ...]
    heads: tuple[str, ...]


def versions(matching: Matching, plain: Mapping[str, Floats], metrics: Sequence[Metric]) -> Versions:
    """Find the errors of a response with ``plain`` sums, and score its mended versions."""
    errors = find_errors(united(matching))
    counts = errors.counts()
    made = {kind for kind in ERROR_KINDS if counts[kind].any()}
    sums: dict[tuple[str, ...], Mapping[str, Floats]] = {(): plain}
    for kinds in (*ALONE, *UPTO):
        if (wrong := _among(kinds, made)) not in sums:
            sums[wrong] = _sums(errors, wrong, metrics)
    return Versions(
        sums={
            metric.name: np.stack([sums[_among(kinds, made)][metric.name] for kinds in (*ALONE, *UPTO)])
            for metric in metrics
        },
        plain={name: plain[name] for metric in metrics for name in (metric.name, metric.weight_name)},
        counts=np.stack([counts[kind] for kind in ERROR_KINDS]),
        names=(errors.names(),),
        heads=(span_heads(matching.key),),
    )


def _among(kinds: Sequence[str], made: set[str]) -> tuple[str, ...]:
    """The kinds of which there are errors: to mend the others changes nothing."""
    return tuple(kind for kind in kinds if kind in made)


def _sums(errors: Errors, kinds: Sequence[str], metrics: Sequence[Metric]) -> Mapping[str, Floats]:
    return sums_of(overlap(mended(errors, kinds)), tuple(metrics))


def joined(of_datasets: Sequence[Versions]) -> Versions:
    """The versions of all datasets, one after the other on the axis of parts."""
    return Versions(
        sums={
            name: np.concatenate([dataset.sums[name] for dataset in of_datasets], axis=-1)
            for name in of_datasets[0].sums
        },
        plain={
            name: np.concatenate([dataset.plain[name] for dataset in of_datasets], axis=-1)
            for name in of_datasets[0].plain
        },
        counts=np.concatenate([dataset.counts for dataset in of_datasets], axis=-1),
        names=tuple(names for dataset in of_datasets for names in dataset.names),
        heads=tuple(heads for dataset in of_datasets for heads in dataset.heads),
    )
