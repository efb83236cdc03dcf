"""What a probe found, as a record."""

from __future__ import annotations

from leaderboard.experiments.response_versions import Probed
from leaderboard.report.tables.agreement import agreement_record
from leaderboard.report.words.rejections import rejection_records
from leaderboard.tasks.task import Score
from leaderboard.verbs.probe import ProbeResult


def probe_record(result: ProbeResult) -> dict[str, object]:
    """``scores`` of experiments are F1; responses have recall and precision too."""
    return {
        "schema": 1,
        "signature": result.signature,
        "key": result.key,
        "experiments": [
            {
                "experiment": point.experiment,
                "point": point.point,
                "reached": list(point.reached),
                "same_as": point.same_as,
                "scores": {name: score.f1 for name, score in point.scores.items()},
                "recall": {name: score.recall for name, score in point.scores.items()},
                "precision": {name: score.precision for name, score in point.scores.items()},
                **point.counts._asdict(),
            }
            for point in result.points
        ],
        "responses": [_response(probed) for probed in result.responses],
        "agreement": None if result.agreement is None else agreement_record(result.agreement),
        "rejected": rejection_records(result.rejected),
    }


def _response(probed: Probed) -> dict[str, object]:
    return {
        "system": probed.system,
        "missed": probed.missed,
        "versions": [
            {
                "version": one.version,
                **one.counts._asdict(),
                "scores": {name: _score(score) for name, score in one.scores.items()},
            }
            for one in probed.variants
        ],
        "verdicts": {
            one.metric: {
                "verdict": one.verdict,
                "tested": list(one.tested),
                "recall_moved": list(one.recall_moved),
                "misled": list(one.misled),
            }
            for one in probed.reactions
        },
    }


def _score(score: Score) -> dict[str, float | None]:
    return {"recall": score.recall, "precision": score.precision, "f1": score.f1}
