"""What Codabench takes and shows: the bundle of a competition, and the results of its scoring program."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from leaderboard.errors import InputError, UsageError
from leaderboard.files import write_whole
from leaderboard.platforms.competitions import LONGEST_COLUMN, BundleResult, Competition, CompetitionPhase
from leaderboard.report.features.scores import dataset_score_tables, metric_table
from leaderboard.report.forms.html import page, render_html
from leaderboard.report.forms.json import render_json
from leaderboard.report.forms.markdown import escape
from leaderboard.report.table import Column, Table
from leaderboard.report.tables.score_fields import QUANTITIES
from leaderboard.report.words.names import short
from leaderboard.tasks.task import Score
from leaderboard.text import counted
from leaderboard.verbs.score import ScoreResult
from leaderboard.version import VERSION

# What organisers look for in the files, and replace.
FILL_IN = "FILL IN"
YAML = "competition.yaml"
_FOLDER = "templates/codabench"
_COMMAND = b'command: "leaderboard codabench score /app/input /app/output"\n'
# Nothing opens before its date has been filled in.
_FIRST_YEAR, _NOT_YET = 2000, 2100
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
_UNIX, _PLAIN_FILE = 3, 0o100644 << 16
MARK = "MADE-BY-LEADERBOARD"
_MARK = b"Made by `leaderboard codabench init`. Without this file nothing here is written again.\n"


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
    if days != sorted(set(days)) or any(not _FIRST_YEAR <= day.year < _NOT_YET for day in days):
        raise UsageError(f"--start is {', '.join(texts)}; give days of this century, one after the other")
    return days


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


@dataclass(frozen=True, slots=True)
class Written:
    """``kept`` are files that somebody changed, ``open`` those with anything left to fill in."""

    files: int
    archive: Path
    kept: tuple[str, ...]
    open: tuple[str, ...]


def write_competition(files: Mapping[str, bytes], folder: Path) -> Written:
    """Archives are written anew; of the rest, what is there already stays as it is, and is packed too."""
    if folder.name in ("", ".."):
        raise UsageError(f"{folder}: the archive cannot be named after it; name a folder such as bundle")
    archive = folder.with_name(f"{folder.name}.zip")
    _check(folder, archive)
    there = dict(_there(files, folder))
    whole = {**files, **there}
    made = {name: content for name, content in files.items() if name not in there}
    write_whole({**made, MARK: _MARK}, folder)
    write_whole({archive.name: stored_zip(whole)}, archive.parent)
    return Written(
        len(whole),
        archive,
        tuple(name for name in files if whole[name] != files[name]),
        tuple(name for name, content in whole.items() if _is_text(name) and FILL_IN.encode() in content),
    )


def _check(folder: Path, archive: Path) -> None:
    """Nothing of anybody else is written over, and nothing is written or packed past a link."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise _in_the_way(folder)
    is_ours = (folder / MARK).is_file()
    if not is_ours and folder.is_dir() and any(folder.iterdir()):
        raise _in_the_way(folder)
    if archive.is_symlink() or (archive.exists() and not is_ours):
        raise _in_the_way(archive)
    for name in _shown(folder):
        if (folder / name).is_symlink():
            what = "is a link, which is not followed"
            raise InputError.about(folder / name, what, "replace it by its target")
        if any("\ud800" <= char <= "\udfff" for char in name):  # bytes that are no UTF-8
            raise InputError.about(folder / name, "has a name that cannot be packed", "rename it")


def _in_the_way(path: Path) -> InputError:
    what = "already exists and was not made by this command"
    return InputError.about(path, what, "name another folder, or remove it")


def _shown(folder: Path) -> list[str]:
    """Everything in a folder, at any depth, that is not hidden."""
    names = (path.relative_to(folder).as_posix() for path in folder.rglob("*"))
    return sorted(name for name in names if "/." not in f"/{name}")


def _there(files: Mapping[str, bytes], folder: Path) -> Iterator[tuple[str, bytes]]:
    """The files to keep: all that are not written anew, except keys of removed phases."""
    named = (folder / YAML).read_bytes() if (folder / YAML).is_file() else b""
    for name in _shown(folder):
        is_made = name == MARK or (name in files and name.endswith(".zip"))
        # The key of a phase, of one that is there or of one that was.
        is_key = re.fullmatch(r"reference_data_\d+\.zip", name) is not None
        is_left = is_key and name.encode() not in named
        if (folder / name).is_file() and not is_made and not is_left:
            yield name, (folder / name).read_bytes()


def _is_text(name: str) -> bool:
    return name == YAML or name.endswith(".md")


SCORES, PAGE = "scores.json", "detailed_results.html"

# A page is for reading; the log of the run has no more either.
MOST_WARNINGS = 50


def bundle_files(result: BundleResult) -> dict[str, bytes]:
    """Both files, the one that says that all went well last."""
    return {
        PAGE: render_details(result).encode(),
        SCORES: render_json(dict(numbers(result.scores))).encode(),
    }


def numbers(result: ScoreResult) -> dict[str, float]:
    """Each score by its name, ``conll_f1``, and on each of several datasets, ``conll_f1_de``; fractions.

    A submission that is excluded for the datasets that it lacks has no means: a platform would rank them.
    """
    (system,) = result.systems
    found = {} if len(system.datasets) < len(result.datasets) else _numbers(system.scores, "")
    for dataset, scores in system.datasets.items():
        found |= _numbers(scores, f"_{dataset}")
    return found | ({"missing_datasets": len(system.lacking)} if result.datasets else {})


def render_details(result: BundleResult) -> str:
    """A page that asks nothing of the network and runs nothing: scores, datasets, warnings."""
    tables = [metric_table(result.scores), *dataset_score_tables(result.scores), *_warnings(result.scores)]
    return page(result.title or "Scores", "\n".join(render_html(table.main()) for table in tables))


def _numbers(scores: dict[str, Score], suffix: str) -> dict[str, float]:
    values = {
        f"{metric}_{quantity}{suffix}": getattr(score, quantity)
        for metric, score in scores.items()
        for quantity in QUANTITIES
    }
    return {name: value for name, value in values.items() if value is not None}


def _warnings(result: ScoreResult) -> list[Table]:
    """Why files are unreadable, and the first warnings about the submission, if there are any."""
    problems = [*(fault for fate in result.fates for fault in fate.faults), *result.warnings]
    if not problems:
        return []
    columns = (
        Column("file", "File"),
        Column("line", "Line", "count"),
        Column("what", "What was found"),
        Column("remedy", "What to do"),
    )
    rows = [
        (problem.file, problem.line or None, problem.what, problem.remedy)
        for problem in problems[:MOST_WARNINGS]
    ]
    more = sum(one.count for one in problems[MOST_WARNINGS:])
    notes = (f"And {counted(more, 'more warning')}.",) if more else ()
    return [Table("Warnings", columns, tuple(rows), notes)]
