"""The bundle of a competition as Codabench reads it, version 2, file by file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from itertools import pairwise

from leaderboard.errors import UsageError
from leaderboard.platforms.competition import LONGEST_COLUMN, Competition
from leaderboard.report.codabench.pages import FILL_IN, evaluation, overview, terms
from leaderboard.report.forms.stored import podium, stored_zip
from leaderboard.report.forms.yaml import Remarked, render_yaml
from leaderboard.report.words.names import short
from leaderboard.version import VERSION

YAML, LOGO, PROGRAM = "competition.yaml", "logo.png", "scoring_program.zip"
IMAGE = f"NAME/leaderboard:{VERSION}"
COMMAND = "leaderboard codabench score /app/input /app/output"
_PAGES = {"Overview": "pages/overview.md", "Evaluation": "pages/evaluation.md"}
_TERMS = "pages/terms.md"
# Fractions with as many digits as percentages with two.
_DIGITS = 4
_LONGEST_TITLE = 256
# Nothing opens before its date has been filled in.
_NOT_YET = 2100


def competition_files(
    competition: Competition, image: str | None = None, starts: Sequence[date] = ()
) -> dict[str, bytes]:
    """Everything that the platform reads; ``starts`` are the first days of the first phases."""
    return {
        YAML: _yaml(competition, image, starts).encode(),
        LOGO: podium(),
        _PAGES["Overview"]: overview(competition).encode(),
        _PAGES["Evaluation"]: evaluation(competition).encode(),
        _TERMS: terms(competition).encode(),
        PROGRAM: stored_zip({"metadata.yaml": render_yaml({"command": COMMAND}).encode()}),
        **{
            _reference(number): stored_zip(phase.reference) for number, phase in enumerate(competition.phases)
        },
    }


def first_days(competition: Competition, texts: Sequence[str]) -> list[date]:
    """The days on which the phases begin, each after the one before."""
    try:
        days = [date.fromisoformat(text) for text in texts]
    except ValueError:
        raise UsageError(f"--start is {', '.join(texts)}; give a day as 2027-03-01") from None
    if len(days) > (count := len(competition.phases)):
        raise UsageError(f"--start is given for {len(days)} phases, and there are {count}; leave some out")
    if any(later <= earlier for earlier, later in pairwise(days)) or any(
        day.year >= _NOT_YET for day in days
    ):
        raise UsageError(f"--start is {', '.join(texts)}; give days of this century, one after the other")
    return days


def _reference(number: int) -> str:
    return f"reference_data_{number}.zip"


def is_reference(name: str) -> bool:
    """Whether a file is the key of a phase, of one that is there or of one that was."""
    return re.fullmatch(r"reference_data_\d+\.zip", name) is not None


def _yaml(competition: Competition, image: str | None, starts: Sequence[date]) -> str:
    return render_yaml(
        {
            "version": 2,
            "title": short(competition.title, _LONGEST_TITLE),
            "description": Remarked(
                f"Ranked by {competition.primary.label} F1.", f"{FILL_IN}: a sentence or two"
            ),
            "image": LOGO,
            "terms": _TERMS,
            "docker_image": image or Remarked(IMAGE, f"{FILL_IN}: where the container image lies"),
            "registration_auto_approve": False,
            "enable_detailed_results": True,
            "show_detailed_results_in_submission_panel": True,
            "show_detailed_results_in_leaderboard": False,
            "pages": [{"title": title, "file": file} for title, file in _PAGES.items()],
            "tasks": [
                {
                    "index": number,
                    "name": short(phase.label or competition.title, _LONGEST_TITLE),
                    "description": phase.signature,
                    "scoring_program": PROGRAM,
                    "reference_data": _reference(number),
                }
                for number, phase in enumerate(competition.phases)
            ],
            "phases": _phases(competition, starts),
            "leaderboards": [
                {
                    "title": "Results",
                    "key": "main",
                    "submission_rule": "Force_Last",
                    "columns": [
                        {
                            "index": number,
                            "key": column.key,
                            "title": short(column.label, LONGEST_COLUMN),
                            "sorting": "desc" if column.rises else "asc",
                            "precision": _DIGITS if column.rises else 0,
                        }
                        for number, column in enumerate(competition.columns)
                    ],
                }
            ],
        }
    )


def _phases(competition: Competition, starts: Sequence[date]) -> list[Mapping[str, object]]:
    """One phase after the other: each ends a minute before the next begins, the last never."""
    count = len(competition.phases)
    days = [*starts, *(date(_NOT_YET + number, 1, 1) for number in range(len(starts), count))]
    ends = [datetime.combine(day, time()) - timedelta(minutes=1) for day in days[1:]]
    return [
        {
            "index": number,
            "name": short(phase.label or "Evaluation", _LONGEST_TITLE),
            "description": f"Scored by {COMMAND.partition(' /')[0]}.",
            "start": _said(datetime.combine(days[number], time()), number < len(starts)),
            **({"end": _said(ends[number], number + 1 < len(starts))} if number < count - 1 else {}),
            "max_submissions_per_day": 5,
            "max_submissions": 100,
            "execution_time_limit": 1800,
            "accepts_only_result_submissions": True,
            "tasks": [number],
        }
        for number, phase in enumerate(competition.phases)
    ]


def _said(moment: datetime, is_known: bool) -> str | Remarked:
    """A text, for the platform takes the hour off what is a date in YAML."""
    text = moment.isoformat(" ")
    return text if is_known else Remarked(text, f"{FILL_IN}: when, in UTC")
