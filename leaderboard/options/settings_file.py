"""``leaderboard.toml``: what it may set, and on which line; which one counts for a folder of submissions."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from leaderboard.errors import InputError, NothingToDo, Problem, UsageError
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
from leaderboard.options.values import affirmed, check_alone, of_table
from leaderboard.text import one_line, suggestion

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
# A table of options about submissions.
_ENTRIES = "entries"
_OF_ENTRIES = ("contrastive", "baselines")
_NAMES = tuple(name.replace("_", "-") for name in (*_MORE, _ENTRIES, _TABLE, *OPTIONS))
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
            case "entries", *names:
                return self._with_option(_of_entries(names, value), value, line)
            case "documents", attribute:
                return replace(self, patterns={**self.patterns, attribute: _patterns(attribute, value)})
        return self._with_option(path[0], value, line)

    def _with_option(self, written: str, value: object, line: int) -> ConfigurationFile:
        name, value = affirmed(_option(written), value)
        if name not in (*_MORE, *OPTIONS):
            raise UsageError(f"there is no option {written!r}; {suggestion(written, _NAMES)}")
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
    return _settings(label, _text(file, label), of_table())


@lru_cache(maxsize=4)  # one command asks for its settings in several places
def _settings(label: str, text: str, of_table: bool) -> ConfigurationFile:
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
        if name in (*_BY_NAME, _PATTERNS, _ENTRIES) and isinstance(value, dict):
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


def _of_entries(names: Sequence[str], value: object) -> str:
    """The option that the table of entries sets."""
    if not names:
        raise UsageError(f"{_ENTRIES} is {str(value)[:40]!r}; make it a table, [{_ENTRIES}]")
    if names[0] not in _OF_ENTRIES:
        raise UsageError(f"[{_ENTRIES}] has no {names[0]!r}; {suggestion(names[0], _OF_ENTRIES)}")
    return names[0]


def _edges(value: object) -> object:
    """Bands in a table of NAME = [2, 4], as the option has them."""
    if not isinstance(value, dict):
        raise UsageError(f"bands is {str(value)[:40]!r}; make it a table, [bands], with size = [2, 4]")
    from leaderboard.slices.attributes import checked_edges

    edges = {name: checked_edges(name, numbers) for name, numbers in value.items()}
    return [f"{name}={','.join(map(str, numbers))}" for name, numbers in edges.items()] or None


def _patterns(attribute: str, value: object) -> Mapping[str, Names]:
    from leaderboard.slices.attributes import RESERVED
    from leaderboard.slices.document_table import checked_patterns

    return checked_patterns(attribute, value, RESERVED)


_WRITTEN = {"datasets": _labelled, "bands": _edges}


def _check(name: str, value: object, others: Mapping[str, object]) -> None:
    if name in others:
        raise UsageError(f"{name} is set twice; keep one of the two")
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
        check_alone(name, value)


def lines_of(text: str) -> Mapping[Names, int]:
    """The line of each name, and of each table, after the names of the tables that it is in.

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
        remedy = f"{_MEND}: texts need quotes" if "Invalid value" in what else _MEND
        raise InputError([Problem(label, line, what, remedy)]) from None


# They write to other places, read from them or send submissions there.
_ONLY_OUTSIDE = ("output", "save", "saved", "scheduler", "documents", "mentions")
MOVE = "write it in leaderboard.toml beside the folder"


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """The settings file of a folder; one that is ``inside`` the folder may be a participant's.

    ``beside`` is a file outside the folder that does not count for it.
    """

    path: Path
    content: ConfigurationFile
    inside: bool = False
    beside: Path | None = None

    @property
    def options(self) -> Mapping[str, object]:
        """The options that the file may set."""
        reserved = _ONLY_OUTSIDE if self.inside else ()
        found = {name: value for name, value in self.content.options.items() if name not in reserved}
        for name in ("documents", "mentions"):
            if isinstance(table := found.get(name), str):
                found[name] = str(self.path.parent / table)
        if isinstance(place := found.get("scheduler"), str) and "://" not in place:
            found["scheduler"] = str(self.path.parent / place)
        return found

    def warnings(self, folder: Path | None) -> Iterator[Problem]:
        """The options that the file may not set, and the files inside the folders that are not read."""
        for name in (name for name in self.content.options if name not in self.options):
            entry = "document-table" if name == "documents" else name
            what = f"a settings file among the submissions cannot set {entry}"
            yield Problem(self.content.file, self.content.lines[name], what, f"{MOVE}, or type --{name}")
        phases = (self.path.parent / phase.submissions for phase in self.content.phases)
        for place in dict.fromkeys((*([folder] if folder else []), *phases)):
            file = place / CONFIGURATION
            if file.is_file() and not file.samefile(self.path):
                what = f"this settings file is not read, because {self.content.file} counts for the folder"
                remedy = f"remove it, or move what you need to {self.content.file}"
                yield Problem(str(file), 0, what, remedy)

    def path_to(self, name: str, line: int, what: str, remedy: str = MOVE) -> Path:
        """A path that the file states, from its folder; that of a file inside must not lead elsewhere."""
        path = self.path.parent / name
        self._check([path], f"{what} {name!r}", line, remedy)
        return path

    def key_at(self, name: str, line: int, what: str = "the key") -> Path:
        """A key that the file states, checked with the files in it."""
        remedy = f"name it with --key, or {MOVE}"
        path = self.path_to(name, line, what, remedy)
        if path.is_dir():
            self._check(path.iterdir(), f"a file of {what} {name!r}", line, remedy)
        return path

    def _check(self, paths: Iterable[Path], what: str, line: int, remedy: str) -> None:
        if self.inside and not all(map(self._holds, paths)):
            place = f"{self.content.file}:{line}" if line else self.content.file
            outside = f"{what} leads out of the folder of this settings file, which is among the submissions"
            raise NothingToDo(f"{place}: {outside}; {remedy}")

    def _holds(self, path: Path) -> bool:
        """True if a path leads to a place in the folder of the file, whatever links are on its way."""
        top, real = os.path.realpath(self.path.parent), Path(os.path.realpath(path))
        return Path(top) in (real, *real.parents)


def find_settings(folder: Path | None) -> SettingsFile | None:
    """The one settings file that counts for a folder, for the key as for options.

    A file inside the folder counts if no file outside names the folder.
    """
    outside = [file for file in _outside(folder) if file.is_file()]
    inside = None if folder is None else folder / CONFIGURATION
    if inside is None or not inside.is_file():
        return next((SettingsFile(file, read_configuration(file)) for file in outside), None)
    for file in outside:
        if _names(file, content := read_configuration(file), inside.parent):
            return SettingsFile(file, content)
    return SettingsFile(inside, read_configuration(inside), True, next(iter(outside), None))


def settings_within(folder: Path) -> SettingsFile | None:
    """The settings file in a folder that no participant can write to."""
    file = folder / CONFIGURATION
    return SettingsFile(file, read_configuration(file)) if file.is_file() else None


def secrets(
    key: Path, folder: Path | None, source: SettingsFile | None = None
) -> Iterator[tuple[str, Secret]]:
    """Yield what settings files say of the secrecy of a key, each with its file and line.

    They are the file that counts for the folder of the submissions, which may be known as ``source``, and
    those that lie above the key.
    """
    files = [source.path] if (source := source or find_settings(folder)) else []
    for file in (*files, *(file for file in settings_above(key) if file.is_file())):
        content = read_configuration(file)
        phases = (phase.secret for phase in content.phases if lies_in(key, file.parent / phase.key))
        for stated in (content.secret, *phases):
            if stated:
                yield f"{content.file}:{stated.line}", stated


def settings_above(key: Path) -> Iterator[Path]:
    """The settings files, if there are any, in a key and in all folders above it, by its name or by links."""
    for place in (key, *key.absolute().parents, *dict.fromkeys((real := key.resolve(), *real.parents))):
        yield place / CONFIGURATION


def lies_among_secrets(path: Path) -> bool:
    """True if a settings file above a file says that the key is secret, and it is no submission."""
    contents = {file: read_configuration(file) for file in settings_above(path) if file.is_file()}
    return any(
        content.secret is not None and not _names(file, content, path) for file, content in contents.items()
    )


def secret_datasets(
    key: Path, datasets: Collection[str], folder: Path | None, source: SettingsFile | None = None
) -> set[str]:
    """The datasets of a key of which nothing may be shown."""
    return {name for _, secret in secrets(key, folder, source) for name in secret.hidden(datasets, datasets)}


def configurations(folder: Path) -> tuple[Path, ...]:
    """Every place where the settings file of a folder may be, inside it last."""
    return (*_outside(folder), folder / CONFIGURATION)


def _outside(folder: Path | None) -> Iterator[Path]:
    """The places outside a folder: the working directory, its parents, and beside the folder."""
    places = [Path(), *Path.cwd().parents]
    if folder is not None:
        beside = folder / ".." if folder.name in ("", "..") else folder.parent
        places += [] if lies_in(Path(), beside) else [beside]
    for place in places:
        if folder is None or not lies_in(place, folder):
            yield place / CONFIGURATION


def lies_in(path: Path, folder: Path) -> bool:
    """True if a path is a folder or lies in it, by its name or behind links."""
    return any(
        Path(place(folder)) in (Path(place(path)), *Path(place(path)).parents)
        for place in (os.path.abspath, os.path.realpath)
    )


def _names(file: Path, content: ConfigurationFile, folder: Path) -> bool:
    """True if a file says that the submissions of a folder are its own."""
    named = (content.submissions, *(phase.submissions for phase in content.phases))
    return any(lies_in(folder, file.parent / name) for name in named)
