"""A ranking as the record of ``leaderboard.json``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from leaderboard.report.features.answer import answer_record
from leaderboard.report.features.boards import board_records
from leaderboard.report.features.errors import error_record
from leaderboard.report.features.power import needed_record
from leaderboard.report.features.prices import prices_of
from leaderboard.report.features.problems import entry_records
from leaderboard.report.forms.json import Encoded, nested
from leaderboard.report.notes import fates
from leaderboard.report.sections import relations
from leaderboard.report.systems import Record, system_records, table_record
from leaderboard.report.table import ends
from leaderboard.report.tables.pairs import comparisons, family_record
from leaderboard.report.tables.rankings import repairs_of_all
from leaderboard.report.tables.ranks import drawn
from leaderboard.report.words.remarks import remark_records, sentences
from leaderboard.significance.family import Family
from leaderboard.tasks.scored_task import name_in
from leaderboard.tasks.task import Score, Task
from leaderboard.verbs.rank import RankResult

# With more comparisons, those by other metrics than the primary one are in the table of pairs alone.
MOST_COMPARISONS = 100_000
# What comes last; any other member, such as that of a new relation, stands before.
_LAST = (
    *("notes", "remarks", "key_repairs", "identical", "rejected", "entries", "faulty_datasets", "warnings"),
    "earlier",
)


def rank_record(result: RankResult, beside_pairs: bool = True, rows: Encoded | None = None) -> Record:
    """Return the whole ranking as a record, which may stand ``beside_pairs``, the file of all pairs.

    The ``rows`` stand for the comparisons where these are written by themselves.
    """
    families = shown_families(result) if beside_pairs else list(result.tested)
    options, of_primary = result.options, result.remarks
    ranked = {one.system: result.scores[one.system] for one in result.primary.standings}
    systems = list(_systems(result, result.task, {**ranked, **result.partial}))
    remarks = (*of_primary, *(one for one in result.other_remarks if one not in of_primary))
    found = {
        "schema": 2,
        "signature": result.signature,
        "phase": result.phase,
        "track": result.track and result.track.label,
        "key": result.key and name_in(result.submissions, result.key),
        **table_record(result.task, result.submissions),
        "primary": options.primary,
        "ties": options.ties,
        "against": options.against,
        "alpha": options.alpha,
        "adjust": options.adjust,
        "margin": result.families[options.primary].design.margin,
        "answer": answer_record(result),
        "documents_needed": needed_record(result.documents_needed),
        "stability": result.primary.tau,
        "across": result.across and asdict(result.across),
        "cluster": result.cluster and asdict(result.cluster),
        "clustering": result.clustering and asdict(result.clustering),
        "claim": result.claim,
        "systems": [*systems[: len(ranked)], *_unranked(result)],
        "excluded": systems[len(ranked) :],
        **board_records(result),
        **family_record(result.families.values()),
        "comparisons": rows or comparisons(families, repairs_of_all(result)).records(),
        "other_comparisons": "pairwise.csv" if len(families) < len(result.tested) else None,
        "correlations": None,
        "disagreements": list(map(asdict, result.disagreements)),
        **{name: relation.records() for name, relation in relations(result).items() if relation.member},
        "notes": list(sentences(remarks)),
        "remarks": remark_records(remarks),
        "key_repairs": result.key_repairs,
        "identical": result.identical,
        **entry_records(fates(result)),
        "earlier": nested(rank_record(one, False) for one in result.earlier),
    }
    order = [name for name in found if name not in _LAST]
    return {name: found[name] for name in (*order, *_LAST)}


def _unranked(result: RankResult) -> Iterator[Record]:
    """Yield the records of contrastive systems, best first, and of baselines."""
    if beside := result.contrast:
        order = (one.system for one in beside.standings[result.options.primary])
        yield from _systems(result, beside.task, {system: beside.scores[system] for system in order})
    none = dict.fromkeys(result.baselines, 0)
    yield from _systems(result, result.task, result.baselines, missing=none, repairs=none)


def _systems(
    result: RankResult,
    task: Task,
    scores: Mapping[str, Mapping[str, Score]],
    **further: Mapping[str, object],
) -> Iterator[Record]:
    """Return the records of systems with these scores; those that are excluded have no ranks."""
    rows = list(relations(result)["systems"].values())
    ranks = relations(result)["ranks"].values()
    by_metric = {str(row["system"]): {name: next(ranks) for name in result.rankings} for row in rows}
    nothing = {name: _nothing(next(iter(by_metric.values()))[name]) for name in result.rankings}
    return system_records(
        task,
        scores,
        rows,
        drawn={one.system: ends(drawn(one)) for one in result.primary.standings},
        card=result.cards,
        errors={system: error_record(profile) for system, profile in result.errors.items()},
        ranks={**dict.fromkeys(result.partial, nothing), **by_metric},
        kinds={priced.system: list(prices_of([priced]).values()) for priced in result.prices},
        **further,
    )


def _nothing(record: Mapping[str, object]) -> dict[str, object]:
    """Return a record of the same members without values."""
    return {name: (None, None) if isinstance(value, tuple) else None for name, value in record.items()}


def shown_families(result: RankResult) -> list[Family]:
    """Return the families of all metrics, or of the primary one where all have too many comparisons."""
    families = result.tested
    many = sum(map(len, families)) > MOST_COMPARISONS
    return [family for family in families if not many or family.metric == result.options.primary]
