"""``leaderboard.toml``: what it may set, and on which line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from leaderboard.errors import InputError, Problem, UsageError
from leaderboard.formats.source import read_bytes
from leaderboard.options.options import OPTIONS
from leaderboard.options.shared_task import (
    Attempts,
    Cards,
    Mean,
    Phase,
    Secret,
    StatedRuns,
    Track,
    mean,
    phase,
    secret,
    track,
)
from leaderboard.options.values import affirmed, read_both, suggestion
from leaderboard.text import one_line

CONFIGURATION = "leaderboard.toml"
FOLDER = "submissions"
LONGEST_FILE = 1 << 16
_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")
_MEND = "correct it"
_NAME = r"""(?:"[^"]*"|'[^']*'|[\w-]+)"""
_DOTTED = rf"{_NAME}(?:\s*\.\s*{_NAME})*"
_HEADER = re.compile(rf"\s*\[+\s*({_DOTTED})\s*\]")
_SET = re.compile(rf"\s*({_DOTTED})\s*=")
# What a file says beside options.
_TEXTS = ("title", "key", "submissions")
_BY_NAME = ("tracks", "phases", "means", "attempts", "runs", "systems")
_MORE = ("title", "submissions", "secret", *_BY_NAME)
# What the file calls an option by another name: it has a table of patterns under the name of the option.
_TABLE, _PATTERNS = "document-table", "documents"
Names = tuple[str, ...]
Patterns = Mapping[str, Mapping[str, Names]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigurationFile:
    """The options that a file sets, the line of each, and what else it says; paths are as they are written.

    ``submissions`` is the folder that the file is about, beside those of its phases. ``secret`` says
    that the content of the key, or of some of its datasets, is not to be shown.
    """

    file: str
    options: Mapping[str, object] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    title: str | None = None
    key: str | None = None
    submissions: str = FOLDER
    tracks: tuple[Track, ...] = ()
    phases: tuple[Phase, ...] = ()
    means: tuple[Mean, ...] = ()
    secret: Secret | None = None
    attempts: Attempts = field(default_factory=Attempts)
    runs: StatedRuns = field(default_factory=StatedRuns)
    cards: Cards = field(default_factory=Cards)
    patterns: Patterns = field(default_factory=dict)

    def origin(self, name: str) -> str:
        return f"{self.file}:{self.lines[name]}" if self.lines.get(name) else self.file

    def with_entry(self, path: Names, value: object, line: int) -> ConfigurationFile:
        """The settings with one more entry, to which the names of a path lead."""
        _check_above(path, value)
        match path:
            case "tracks", label:
                return replace(self, tracks=(*self.tracks, track(label, value, line)))
            case "phases", label:
                return replace(self, phases=(*self.phases, phase(label, value, line)))
            case "means", label:
                return replace(self, means=(*self.means, mean(label, value, line)))
            case "attempts", *names:
                return replace(self, attempts=self.attempts.with_entry(names, value, line))
            case "runs", *names:
                return replace(self, runs=self.runs.with_system(names, value, line))
            case "systems", *names:
                return replace(self, cards=self.cards.with_entry(names, value, line))
            case "documents", attribute:
                return replace(self, patterns={**self.patterns, attribute: _patterns(attribute, value)})
        return self._with_option(path[0], value, line)

    def _with_option(self, written: str, value: object, line: int) -> ConfigurationFile:
        name, value = affirmed(_option(written), value)
        value = _WRITTEN[name](value) if name in _WRITTEN else value
        _check(name, value, self.lines)
        said = replace(self, lines={**self.lines, name: line})
        match name:
            case "title":
                return replace(said, title=str(value))
            case "key":
                return replace(said, key=str(value))
            case "submissions":
                return replace(said, submissions=str(value))
            case "secret":
                return replace(said, secret=secret(value, line))
        return replace(said, options={**self.options, name: value})


NO_SETTINGS = ConfigurationFile(file="")


def read_configuration(file: Path) -> ConfigurationFile:
    """Read a settings file; the error lists every unknown option and wrong value."""
    label = one_line(str(file))
    return _settings(label, _text(file, label))


@lru_cache(maxsize=4)  # one command asks for its settings in several places
def _settings(label: str, text: str) -> ConfigurationFile:
    line_of = lines_of(text)
    settings = ConfigurationFile(file=label)
    problems = []
    for path, value in _entries(_table(label, text)):
        line = line_of.get(path, 0)
        try:
            settings = settings.with_entry(path, value, line)
        except UsageError as error:
            what, _, remedy = str(error).rpartition("; ")
            problems.append(Problem(label, line, what, remedy))
    if problems:
        raise InputError(problems)
    return settings


def _entries(table: Mapping[str, object]) -> Iterator[tuple[Names, object]]:
    """Each value with the names that lead to it; only some tables are taken apart."""
    for name, value in table.items():
        if name in (*_BY_NAME, _PATTERNS) and isinstance(value, dict):
            yield from (((name, label), entry) for label, entry in value.items())
        else:
            yield (name,), value


def _check_above(path: Names, value: object) -> None:
    """Refuse options below [tracks], where TOML counts them as tracks."""
    is_option = path[-1].replace("-", "_") in (*OPTIONS, *_TEXTS)
    if path[:-1] == ("tracks",) and is_option and not isinstance(value, list | dict):
        raise UsageError(f"{path[-1]} is below [tracks], where options are not read; write it above [tracks]")


def _labelled(value: object) -> object:
    """Datasets in a table of NAME = "LABEL", as the option has them."""
    if not isinstance(value, dict):
        return value
    for name, label in value.items():
        if not isinstance(label, str) or "=" in name:
            raise UsageError(f'datasets has {name!r}: {str(label)[:40]!r}; write NAME = "LABEL"')
    return [f"{name}={label}" for name, label in value.items()]


def _option(name: str) -> str:
    """The option that an entry sets."""
    if name == _PATTERNS:
        raise UsageError(
            f'{name} is a table of patterns, as [documents.genre]; for a file write {_TABLE} = "FILE"'
        )
    return _PATTERNS if name == _TABLE else name.replace("-", "_")


def _edges(value: object) -> object:
    """Bands in a table of NAME = [2, 4], as the option has them."""
    if not isinstance(value, dict):
        raise UsageError(f"bands is {str(value)[:40]!r}; make it a table, [bands], with size = [2, 4]")
    from leaderboard.slices import checked_edges

    edges = {name: checked_edges(name, numbers) for name, numbers in value.items()}
    return [f"{name}={','.join(map(str, numbers))}" for name, numbers in edges.items()] or None


def _patterns(attribute: str, value: object) -> Mapping[str, Names]:
    from leaderboard.slices import RESERVED, checked_patterns

    return checked_patterns(attribute, value, RESERVED)


_WRITTEN = {"datasets": _labelled, "bands": _edges}


def _check(name: str, value: object, others: Mapping[str, object]) -> None:
    if name in others:
        raise UsageError(f"{name} is set twice; keep one of the two")
    if name not in (*_MORE, *OPTIONS):
        raise UsageError(f"there is no option {name!r}; {suggestion(name, (*_MORE, *OPTIONS))}")
    if name in ("track", "phase") and isinstance(value, dict):
        raise UsageError(f"the table [{name}] is called [{name}s]; write [{name}s]")
    if name in ("tracks", "phases", "means"):
        raise UsageError(f"{name} is {str(value)[:40]!r}; make it a table, [{name}]")
    if name in _TEXTS:
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise UsageError(f"{name} is {str(value)[:40]!r}; give a text on one line")
    elif name == "secret":
        secret(value, 0)
    else:
        read_both({name: value})


def lines_of(text: str) -> Mapping[Names, int]:
    """The line of each name, and of each table, behind the names of the tables that it is in.

    The parser does not tell.
    """
    lines: dict[Names, int] = {}
    for path, line in _paths(text):
        for length in range(1, len(path)):
            lines.setdefault(path[:length], line)
        lines[path] = line
    return lines


def _paths(text: str) -> Iterator[tuple[Names, int]]:
    table: Names = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = _split(header[1])
            yield table, number
        elif named := _SET.match(line):
            yield (*table, *_split(named[1])), number


def _split(dotted: str) -> Names:
    return tuple(name.strip("\"'") for name in re.findall(_NAME, dotted))


def _text(file: Path, label: str) -> str:
    try:
        return read_bytes(file, LONGEST_FILE).decode()
    except UnicodeDecodeError:
        raise InputError([Problem(label, 0, "not valid TOML (not UTF-8)", _MEND)]) from None


def _table(label: str, text: str) -> dict[str, object]:
    import tomllib  # most folders have no such file

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        place = _PLACE.search(str(error))
        what = f"not valid TOML ({_PLACE.sub('', str(error))})"
        line = int(place[1] or len(text.splitlines())) if place else 0
        raise InputError([Problem(label, line, what, _remedy(what))]) from None


def _remedy(what: str) -> str:
    return f"{_MEND}: texts need quotes" if "Invalid value" in what else _MEND
