"""The data of the page's script: outcomes, scores and tests of any two systems."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

import numpy as np

from leaderboard.metrics.metric import Scale, scale_of
from leaderboard.options.shared_task import Entry
from leaderboard.report.features.documents import default_pair, document_files, shown, unit_scores
from leaderboard.report.features.prices import KIND_LABELS
from leaderboard.report.features.runs import opened_runs
from leaderboard.report.notes import rejected
from leaderboard.report.table import show
from leaderboard.report.tables.significance_map import OUTCOMES, outcomes
from leaderboard.report.words.captions import RULES
from leaderboard.report.words.methods import has_joint, is_adjusted, percentage, verdict_text
from leaderboard.report.words.names import unit_text
from leaderboard.report.words.pair_remarks import why_untested
from leaderboard.report.words.unranked import BASELINE, OUTSIDE
from leaderboard.significance.family import VERDICTS, Family
from leaderboard.significance.pairing import Indices
from leaderboard.text import joined, plural
from leaderboard.verbs.rank import RankResult

_NOT_COMPARED = -1
# P-values in the page are ten thousandths, as they are shown.
_SCALE = 10_000
# Of more pairs the page has no intervals of differences.
MOST_WITH_ENDS = 50_000


def view_data(result: RankResult) -> dict[str, object]:
    """The data of the page's script; ``pair`` has the places of the two systems that it opens on."""
    names = [standing.system for standing in result.primary.standings]
    scores = unit_scores(result)
    digits = _digits(scale_of(result.options.primary))
    rows = [np.rint(scores[name] * digits).astype(int).tolist() for name in names]
    units = result.sheet.units(result.options.shown_unit)
    return {
        "systems": names,
        "outcomes": [
            "".join(OUTCOMES[cell].mark or " " for cell in row) for row in outcomes(result).tolist()
        ],
        "units": [unit_text(unit) for unit in units.names],
        "unit": result.options.shown_unit,
        "many": plural(result.options.shown_unit),
        "scores": rows,
        **_reader_data(result, names),
        "pair": [
            names.index(name) for name in default_pair(result) or (names[0], names[min(1, len(names) - 1)])
        ],
    }


def _digits(scale: Scale) -> int:
    """What scores are multiplied by to be whole numbers, as they are shown."""
    return int(scale.factor * 10**scale.decimals)


def _reader_data(result: RankResult, names: Sequence[str]) -> dict[str, object]:
    """The places of the systems that the reader shows, and the address of each unit; or whether it could."""
    if result.reader is None:
        return {"read": None, "readable": result.has_texts}
    files = document_files(result)
    units = result.sheet.units(result.options.shown_unit).names
    return {
        "read": [names.index(system) for system in shown(result)],
        "files": [files[unit_text(unit._replace(number=0))] for unit in units],
        "readable": True,
    }


def pair_data(result: RankResult) -> dict[str, object]:
    """The primary F1 of each system, best first, and for each with all after it p and place of the verdict.

    A p-value is in ten thousandths, as it is shown; 0 is one that is smaller.
    """
    family = result.families[result.options.primary]
    names = [standing.system for standing in result.primary.standings]
    place = np.array([names.index(system) for system in family.systems])
    first, second = np.sort(place[np.array([family.pairing.first, family.pairing.second])], axis=0)
    p, verdicts = (np.full((len(names), len(names)), _NOT_COMPARED) for _ in range(2))
    p[first, second] = np.where(family.p_adjusted < 1 / _SCALE, 0, np.rint(_SCALE * family.p_adjusted))
    words: list[str] = [*VERDICTS]
    verdicts[first, second] = family.verdicts
    if family.equivalence is not None:
        within = family.has("significant") & family.equivalence.equivalent
        verdicts[first[within], second[within]] = len(words)
        words.append(verdict_text("significant", is_within=True, is_borderline=False))
    ends = {"ends": _ends(family, first, second, place)} if len(family) <= MOST_WITH_ENDS else {}
    return {
        **ends,
        "joint": has_joint(family),
        "level": percentage(1 - result.options.alpha),
        "f1": [standing.score for standing in result.primary.standings],
        "p": [p[row, row + 1 :].tolist() for row in range(len(names))],
        "verdicts": [verdicts[row, row + 1 :].tolist() for row in range(len(names))],
        "words": words,
        "adjusted": is_adjusted(family),
        "untestable": why_untested(family.design.unit),
    }


def _ends(family: Family, first: Indices, second: Indices, place: Indices) -> list[list[list[int] | None]]:
    """The bounds of each difference in hundredths of a point, for each system with all after it."""
    bounds = np.where(np.isnan(family.joint), family.intervals.bounds, family.joint)
    turned = place[family.pairing.first] > place[family.pairing.second]
    bounds = np.where(turned[:, None], -bounds[:, ::-1], bounds)
    found: list[list[list[int] | None]] = [[None] * (len(place) - row - 1) for row in range(len(place))]
    for row, column, ends in zip(first.tolist(), second.tolist(), bounds.tolist(), strict=True):
        if not isnan(ends[0]):
            found[row][column - row - 1] = [round(_digits(family.scale) * end) for end in ends]
    return found


def system_data(result: RankResult) -> dict[str, object]:
    """What the view of a system shows beside its scores and tests: prices, card, runs, or why it has no rank.

    Prices are in hundredths of a point, as they are shown.
    """
    primary, cards = result.options.primary, result.cards
    return {
        "rule": RULES[result.options.ties],
        "baseline": result.options.against is not None,
        "kinds": list(KIND_LABELS.values()) if result.prices else [],
        "prices": {
            priced.system: [round(10_000 * kind.alone[primary].gain) for kind in priced.kinds]
            for priced in result.prices
        },
        "cards": {
            system: [[name, _entry_text(entry)] for name, entry in card.items()]
            for system, card in cards.items()
        },
        "runs": opened_runs(result),
        "reasons": {
            **{one.system: f"Rejected: {one.problem}" for one in rejected(result)},
            **{
                system: f"Excluded: it lacks {joined(list(result.lacking[system]))}."
                for system in result.partial
            },
            **dict.fromkeys(result.contrast.scores if result.contrast else (), OUTSIDE),
            **dict.fromkeys(result.baselines, BASELINE),
        },
    }


def _entry_text(entry: Entry | list[Entry]) -> str:
    return ", ".join(show(one, "card") for one in (entry if isinstance(entry, list) else [entry]))
