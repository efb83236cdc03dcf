"""A ranking by several settings, for programs: ``settings.csv`` and what the JSON has of it."""

from __future__ import annotations

from leaderboard.report.table import Column, Table
from leaderboard.report.tables.ranked import places, rank_values, wide_columns, wide_values
from leaderboard.report.tables.rankings import interval
from leaderboard.report.tables.scores import score_entries
from leaderboard.report.words.precision import portable
from leaderboard.verbs.rank import RankResult
from leaderboard.verbs.rank.settings import SettingRanking


def setting_columns(result: RankResult) -> Table:
    """One row a setting and system, in the columns of the ranking; those that are excluded come last."""
    return Table(
        "Scores and ranks by setting",
        (
            Column("setting", "Setting"),
            *wide_columns(result, [scores for one in result.variants for scores in one.scores.values()]),
        ),
        tuple(
            (one.setting, *wide_values(result, system, own.get(system), scores[system]))
            for one in result.variants
            for own, scores in [(places(one.own.ranking), {**one.scores, **one.partial})]
            for system in [*own, *one.partial]
        ),
    )


def setting_records(result: RankResult) -> dict[str, object]:
    """What the record of a ranking has of settings, where there are several."""
    if not result.variants:
        return {}
    return {"settings": [_record(result, one) for one in result.variants]}


def _record(result: RankResult, one: SettingRanking) -> dict[str, object]:
    tau = one.change.tau
    return {
        "setting": one.setting,
        "signature": one.signature,
        "kendall": None if tau is None else portable(tau),
        "flips": one.change.flips,
        "systems": [
            {
                "system": place.system,
                **rank_values(place),
                "scores": score_entries(one.scores[place.system]),
                "interval": interval(result, place),
            }
            for place in one.own.ranking.standings
        ],
        "excluded": [
            {"system": system, "scores": score_entries(scores)} for system, scores in one.partial.items()
        ],
        "notes": list(one.own.notes),
    }
