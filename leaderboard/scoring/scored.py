"""From a key and a response to the sums of every metric."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from statistics import mean
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints, Mask
from leaderboard.error_analysis.profile import ErrorProfile, Kind, behind, error_profile, resolved, total
from leaderboard.errors import InputError, Problem, bounded
from leaderboard.files import joint_digest
from leaderboard.formats.beside.repair import Mend
from leaderboard.formats.reading import Parsed, settle
from leaderboard.matching import Matching, headed
from leaderboard.metrics import Metric
from leaderboard.metrics.metric import Floats, measure
from leaderboard.options import Options, each_setting
from leaderboard.overlap import overlap
from leaderboard.scoring.across import further_sums, in_groups, without
from leaderboard.scoring.key import Key, metric_options
from leaderboard.scoring.response import (
    HeadCounts,
    Response,
    matching,
    on_key,
    other_spans,
    read_responses,
    span_remarks,
    total_heads,
    unrepaired,
)
from leaderboard.scoring.sliced import joint_slices, sliced_sums
from leaderboard.submissions import Submission

if TYPE_CHECKING:
    from leaderboard.prices.versions import Versions
    from leaderboard.slices.sums import SliceSums


class Detail(NamedTuple):
    """The details kept of each response beside its scores; they take more time or room than all sums.

    ``by_mention`` asks for the mentions behind the errors, ``priced`` names the metrics by which errors are
    to have a price, and ``hashed`` asks for the hash of the files.
    """

    by_mention: bool = False
    priced: tuple[str, ...] = ()
    hashed: bool = False


PLAIN = Detail()


class Counts(NamedTuple):
    """The mentions and entities that count, on both sides; those of several runs are means."""

    key_mentions: float
    key_entities: float
    response_mentions: float
    response_entities: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What is found in a response beside its scores: the parts that it lacks, and its repaired mentions.

    ``spans_differ`` counts the matched mentions of other nodes, None where only the same ones match;
    ``heads`` tells where heads come from, None beside keys that are not in CorefUD. Saved sums have no
    ``counts``.
    """

    missing: int = 0
    repairs: int = 0
    spans_differ: int | None = None
    heads: HeadCounts | None = None
    counts: Counts | None = None

    @classmethod
    def total(cls, found: Sequence[Findings]) -> Findings:
        """All of them together; what some do not know is the sum over the others."""
        differ = [one.spans_differ for one in found if one.spans_differ is not None]
        counts = [one.counts for one in found if one.counts]
        return cls(
            missing=sum(one.missing for one in found),
            repairs=sum(one.repairs for one in found),
            spans_differ=sum(differ) if differ else None,
            heads=total_heads(one.heads for one in found),
            counts=Counts(*map(sum, zip(*counts, strict=True))) if counts else None,
        )

    @classmethod
    def of_runs(cls, found: Sequence[Findings]) -> Findings:
        """Those of all runs of a system together, but counts are means, where all runs have some."""
        counts = [one.counts for one in found if one.counts]
        means = Counts(*map(mean, zip(*counts, strict=True))) if len(counts) == len(found) else None
        return replace(cls.total(found), counts=means)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One response: the sums of each metric [S, parts], its errors, and what else was found.

    ``sums`` and ``errors`` are by the first setting, ``others`` the sums by each further one. ``digest`` is,
    if asked for, the hash of its datasets and their contents, ``entities`` that of their mentions and
    entities, which files of other bytes may share. ``lacking`` are the datasets that it lacks, or whose files
    have ``faults`` and are unreadable; their sums are those of an empty response. If asked for, ``behind``
    are the mentions behind the errors, of each dataset, and ``versions`` the sums of the mended response, or
    ``unpriced`` says why there are none. ``slices`` are the sums on each slice of the key. Where entities are
    joined over documents, ``sums`` has also those within documents and those of links. Where texts are
    repaired, ``mends`` has the counts of each unit, and ``strict`` the sums of the response without the
    repaired documents.
    """

    sums: dict[str, Floats] = field(default_factory=dict)
    others: tuple[dict[str, Floats], ...] = ()
    errors: ErrorProfile | None = None
    found: Findings = Findings()
    warnings: tuple[Problem, ...] = ()
    digest: str = ""
    entities: str = ""
    lacking: tuple[str, ...] = ()
    faults: Mapping[str, Problem] = field(default_factory=dict)
    behind: tuple[Mapping[Kind, Ints], ...] = ()
    versions: Versions | None = None
    unpriced: Problem | None = None
    slices: tuple[SliceSums, ...] = ()
    mends: tuple[Mend, ...] = ()
    strict: dict[str, Floats] = field(default_factory=dict)

    def without_sums(self) -> Scored:
        """All that scoresheets do not hold."""
        return replace(self, sums={}, others=(), slices=(), strict={})


def score_response(
    key: Key, submission: Submission, options: Options, metrics: Sequence[Metric], detail: Detail = PLAIN
) -> Scored:
    """The sums of all datasets, one after the other on the axis of parts; each file is read once."""
    scored, sliced, faults = [], {}, {}
    responses = read_responses(key, submission, options, detail.hashed)
    for dataset, response in zip(key.corpora, responses, strict=True):
        scored.append(_score_dataset(response, options, metrics, detail))
        if response.fault:
            faults[dataset] = replace(response.fault.problems[0], count=response.fault.count)
        whole = scored[-1].sums
        sliced[dataset] = sliced_sums(key.slicings, dataset, response.response, metrics, whole)
    having = on_key(key, submission, options).sources.keys() - faults.keys()
    lacking = tuple(dataset for dataset in key.corpora if dataset not in having)
    left_out = lacking if options.missing_dataset == "exclude" else ()
    counting = [dataset not in left_out for dataset in key.corpora]
    errors = [one.errors for one in compress(scored, counting) if one.errors is not None]
    found = [
        one.found if counts else replace(one.found, missing=0, counts=None)
        for one, counts in zip(scored, counting, strict=True)
    ]
    priced = [one.versions for one in scored if one.versions]
    return Scored(
        sums=one_after_the_other([one.sums for one in scored]),
        others=tuple(one_after_the_other(sums) for sums in zip(*(one.others for one in scored), strict=True)),
        errors=total(errors) if errors else None,
        found=Findings.total(found),
        warnings=tuple(bounded(warning for one in scored for warning in one.warnings)),
        digest=_joint(key, (one.digest for one in scored)) if detail.hashed else "",
        entities=_joint(key, (one.entities for one in scored)),
        lacking=lacking,
        faults=faults,
        behind=tuple(mentions for one in scored for mentions in one.behind),
        versions=_joined(priced) if len(priced) == len(scored) else None,
        unpriced=next((one.unpriced for one in scored if one.unpriced), None),
        slices=joint_slices(key.slicings, sliced),
        mends=tuple(mend for one in scored for mend in one.mends),
        strict=one_after_the_other([one.strict for one in scored]),
    )


def _score_dataset(response: Response, options: Options, metrics: Sequence[Metric], detail: Detail) -> Scored:
    first, *others = each_setting(options)
    pairs = matching(response, first)
    differ = other_spans(response, pairs, first)
    table = overlap(pairs)
    found = resolved(table, metric_options(options).denotation) if options.errors else None
    sums = {
        **measure(table, tuple(metrics)),
        **further_sums(pairs, first, metrics),
        **_sums_without(response, first, metrics),
    }
    priced = [metric for metric in metrics if metric.name in detail.priced]
    mended, unpriced = _versions(response, first, pairs, sums, priced)
    repairs = options.repair == "align"
    return Scored(
        sums=sums,
        others=tuple(sums_of_response(response, one, metrics) for one in others),
        errors=error_profile(found) if found else None,
        found=Findings(
            missing=response.missing,
            repairs=response.repairs,
            spans_differ=differ,
            heads=response.heads,
            counts=Counts(*(count for side in (table.key, table.response) for count in side.counts)),
        ),
        warnings=(*response.warnings, *span_remarks(pairs, differ)),
        digest=response.digest,
        entities=response.entities,
        behind=(behind(found),) if found and detail.by_mention else (),
        versions=mended,
        unpriced=unpriced,
        mends=_mends(response) if repairs else (),
        strict=_strict(response, sums, first, metrics) if repairs else {},
    )


def _mends(response: Response) -> tuple[Mend, ...]:
    """The repairs of each unit of the key; lines that are no documents count with the first."""
    key = response.key
    mends = [Mend(lines_dropped=response.lines_dropped), *[Mend()] * (len(key.units) - 1)]
    for number, part in enumerate(key.parts):
        unit = int(key.groups.of_part[number]) if key.groups else number
        mends[unit] = mends[unit].and_of(response.mends.get(part, Mend()))
    return tuple(mends)


def _strict(
    response: Response, sums: dict[str, Floats], options: Options, metrics: Sequence[Metric]
) -> dict[str, Floats]:
    """The sums where repaired documents count as empty."""
    return sums_of_response(unrepaired(response), options, metrics) if response.mends else sums


def _versions(
    response: Response,
    options: Options,
    pairs: Matching,
    sums: Mapping[str, Floats],
    metrics: Sequence[Metric],
) -> tuple[Versions | None, Problem | None]:
    """The versions of a response by the priced metrics, or why its errors cannot have a price.

    No error is one of sets of antecedents, so they are ignored.
    """
    if not metrics:
        return None, None
    from leaderboard.prices.versions import versions

    if any(metric.plain for metric in metrics):
        metrics = [metric.ignoring_sets for metric in metrics]
        pairs = matching(response, replace(options, split_antecedents="ignore"))
        sums = measure(overlap(pairs), tuple(metrics))
    try:
        return versions(pairs, sums, metrics), None
    except InputError as error:
        return None, error.problems[0]


def _joint(key: Key, digests: Iterable[str]) -> str:
    """One hash for those of all datasets."""
    return joint_digest(dict(zip(key.corpora, digests, strict=True)))


def _joined(found: Sequence[Versions]) -> Versions:
    from leaderboard.prices.versions import joined

    return joined(found)


def sums_of_response(response: Response, options: Options, metrics: Sequence[Metric]) -> dict[str, Floats]:
    """The sums of each metric on one dataset by one setting."""
    pairs = matching(response, options)
    return {
        **measure(overlap(pairs), tuple(metrics)),
        **further_sums(pairs, options, metrics),
        **_sums_without(response, options, metrics),
    }


def _sums_without(response: Response, options: Options, metrics: Sequence[Metric]) -> dict[str, Floats]:
    """The sums of a dataset without each cluster of documents, where groups lie in several of them."""
    groups = response.key.groups
    if groups is None or groups.left_out is None:
        return {}
    sums = []
    for number in range(len(groups.left_out.names)):
        kept = groups.left_out.of_part != number
        key = _on_parts(response.key, kept)
        other = _on_parts(response.response, kept, key)
        pairs = matching(replace(response, key=key, response=other), options)
        measured = measure(overlap(pairs), tuple(metrics))
        sums.append({without(metric): measured[metric.name].sum(axis=-1) for metric in metrics})
    return {name: np.stack([one[name] for one in sums], axis=-1) for name in sums[0]}


def _on_parts(side: Corpus, kept: Mask, key: Corpus | None = None) -> Corpus:
    """A side without the other parts; of repeated mentions those count that come first in the parts kept."""
    if side.groups is None or side.repeated is None:
        return side.picked(np.flatnonzero(kept[side.part])).renumbered()
    left = side.repeated.picked(np.flatnonzero(kept[side.repeated.part]))
    joined = in_groups(left, side.groups, np.arange(len(side.parts)))
    return headed(settle(Parsed(joined))[0], key)


def one_after_the_other(sums: Sequence[Mapping[str, Floats]]) -> dict[str, Floats]:
    """The sums of several datasets, on the axis of parts."""
    return {name: np.concatenate([one[name] for one in sums], axis=-1) for name in sums[0]}
