"""The bundle of a competition as Codabench reads it, version 2, file by file."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from importlib.resources import files
from itertools import pairwise

from jinja2 import Environment, PackageLoader, StrictUndefined

from leaderboard.errors import UsageError
from leaderboard.platforms.competitions import LONGEST_COLUMN, Competition, CompetitionPhase
from leaderboard.report.forms.markdown import escape
from leaderboard.report.words.names import short
from leaderboard.text import counted
from leaderboard.version import VERSION

# What organisers look for in the files, and replace.
FILL_IN = "FILL IN"
YAML = "competition.yaml"
_FOLDER = "templates/codabench"
_COMMAND = b'command: "leaderboard codabench score /app/input /app/output"\n'
# Nothing opens before its date has been filled in.
_NOT_YET = 2100
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
_UNIX, _PLAIN_FILE = 3, 0o100644 << 16


def competition_files(
    competition: Competition, image: str | None = None, starts: Sequence[date] = ()
) -> dict[str, bytes]:
    """Everything that the platform reads; ``starts`` are the first days of the first phases."""
    template = _templates().get_template
    facts = {"competition": competition, "version": VERSION}
    options = template(YAML).render(
        facts, image=image, longest_column=LONGEST_COLUMN, **_moments(len(competition.phases), starts)
    )
    pages = {
        f"pages/{name}": template(name).render(facts, requested=_requested_files(competition)).encode()
        for name in ("overview.md", "evaluation.md", "terms.md")
    }
    return {
        YAML: options.encode(),
        "logo.png": (files("leaderboard.report") / _FOLDER / "logo.png").read_bytes(),
        **pages,
        "scoring_program.zip": stored_zip({"metadata.yaml": _COMMAND}),
        **{
            f"reference_data_{number}.zip": stored_zip(phase.reference)
            for number, phase in enumerate(competition.phases)
        },
    }


def stored_zip(contents: Mapping[str, bytes]) -> bytes:
    """A zip archive of some files, in their order; not compressed, so the same bytes with any library."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, content in contents.items():
            entry = zipfile.ZipInfo(name, _FIRST_DAY)
            entry.create_system, entry.external_attr = _UNIX, _PLAIN_FILE
            archive.writestr(entry, content)
    return out.getvalue()


def first_days(competition: Competition, texts: Sequence[str]) -> list[date]:
    """The days on which the phases begin, each after the one before."""
    try:
        days = [date.fromisoformat(text) for text in texts]
    except ValueError:
        raise UsageError(f"--start is {', '.join(texts)}; give a day as 2027-03-01") from None
    if len(days) > (count := len(competition.phases)):
        raise UsageError(
            f"--start is given for {counted(len(days), 'phase')}, and there are {count}; leave some out"
        )
    if any(later <= earlier for earlier, later in pairwise(days)) or any(
        day.year >= _NOT_YET for day in days
    ):
        raise UsageError(f"--start is {', '.join(texts)}; give days of this century, one after the other")
    return days


def is_reference(name: str) -> bool:
    """True if a file is the key of a phase, of one that is there or of one that was."""
    return re.fullmatch(r"reference_data_\d+\.zip", name) is not None


def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader("leaderboard.report", _FOLDER),
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"markdown": escape, "short": short, "yaml": quoted}
    return environment


def quoted(text: str) -> str:
    """A text between the double quotes of YAML, which cannot end early or be taken for anything else."""
    return f'"{"".join(map(_character, text))}"'


def _character(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    return character if character.isprintable() else f"\\U{ord(character):08x}"


def _moments(phases: int, starts: Sequence[date]) -> dict[str, list[str]]:
    """When each phase begins, and when it ends: a minute before the next begins, the last never."""
    days = [*starts, *(date(_NOT_YET + number, 1, 1) for number in range(len(starts), phases))]
    begins = [datetime.combine(day, time()) for day in days]
    return {
        "starts": [_moment(begin, number < len(starts)) for number, begin in enumerate(begins)],
        "ends": [
            _moment(begin - timedelta(minutes=1), number < len(starts))
            for number, begin in enumerate(begins[1:], start=1)
        ],
    }


def _moment(moment: datetime, is_known: bool) -> str:
    """A text, for the platform takes the hour off what is a date in YAML."""
    return quoted(moment.isoformat(" ")) + ("" if is_known else f" # {FILL_IN}: when, in UTC")


def _requested_files(competition: Competition) -> list[str]:
    """The files to submit in each phase, said once if all phases ask for the same."""
    by_phase = {phase.label: _files_of(phase) for phase in competition.phases}
    if len(set(by_phase.values())) == 1:
        return list(by_phase.values())[:1]
    return [f"- {escape(str(label))}: {what}" for label, what in by_phase.items()]


def _files_of(phase: CompetitionPhase) -> str:
    if len(phase.datasets) == 1:
        return f"One file in the format {escape(phase.format)}, packed into a `.zip`."
    names = ", ".join(map(escape, phase.datasets.values()))
    return (
        f"One file for each dataset, in the format {escape(phase.format)}, side by side in a `.zip`: {names}."
    )
