"""The data of the page's script: outcomes, scores and tests of any two systems."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from leaderboard.report.features.documents import default_pair, document_files, shown, unit_scores
from leaderboard.report.tables.significance_map import OUTCOMES, outcomes
from leaderboard.report.words.captions import unit_text
from leaderboard.report.words.methods import verdict_text
from leaderboard.significance.family import VERDICTS
from leaderboard.verbs.rank import RankResult

_NOT_COMPARED = -1
# Scores in the page are hundredths of a per cent, and p-values ten thousandths, as they are shown.
_SCALE = 10_000


def view_data(result: RankResult) -> dict[str, object]:
    """The data of the page's script; ``pair`` has the places of the two systems that it opens on."""
    names = [standing.system for standing in result.primary.standings]
    scores = unit_scores(result)
    rows = [np.rint(scores[name] * _SCALE).astype(int).tolist() for name in names]
    units = result.sheet.units(result.options.unit)
    return {
        "systems": names,
        "outcomes": [
            "".join(OUTCOMES[cell].mark or " " for cell in row) for row in outcomes(result).tolist()
        ],
        "units": [unit_text(unit) for unit in units.names],
        "scores": rows,
        **_reader_data(result, names),
        "pair": [
            names.index(name) for name in default_pair(result) or (names[0], names[min(1, len(names) - 1)])
        ],
    }


def _reader_data(result: RankResult, names: Sequence[str]) -> dict[str, object]:
    """The places of the systems that the reader shows, and the address of each unit; or whether it could."""
    if result.reader is None:
        return {"read": None, "readable": result.has_texts}
    files = document_files(result)
    units = result.sheet.units(result.options.unit).names
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
    return {
        "f1": [standing.score for standing in result.primary.standings],
        "p": [p[row, row + 1 :].tolist() for row in range(len(names))],
        "verdicts": [verdicts[row, row + 1 :].tolist() for row in range(len(names))],
        "words": words,
        "adjusted": result.options.adjust != "none",
    }
