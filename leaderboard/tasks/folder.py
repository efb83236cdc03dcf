"""A folder of submissions with their key, or of saved sums, and the hashes of what was read."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from leaderboard.errors import NothingToDo, UsageError
from leaderboard.formats.limits import MOST_BYTES
from leaderboard.options import Options, each_setting, read_options
from leaderboard.options.configuration import Configuration, configure
from leaderboard.options.settings_lookup import SettingsFile
from leaderboard.saved import FREE, MANIFEST, Manifest, Shelf, read_manifest, scoring, stands_in, strangers
from leaderboard.scoring import Key, chosen_metrics, fault_of, read_key
from leaderboard.scoring.sliced import SliceRequest
from leaderboard.submissions import Found, Submission, find_key, find_submissions, look_for_key
from leaderboard.submissions.submission import Source
from leaderboard.tasks.scored_task import READING, scored_task, task_of
from leaderboard.tasks.task import Task
from leaderboard.text import one_line
from leaderboard.threads import ALONE, Work

# What a response may have of the key's size is bounded elsewhere; this only keeps from hashing for hours.
MOST_TIMES = 100


def digests(
    folder: Path,
    submissions: Iterable[Submission],
    key: Submission,
    settings: Collection[Path],
    known: Mapping[Path, str],
) -> dict[str, str]:
    """SHA-256 of the files of submissions, of the key and of settings, by name from the folder.

    What cannot be read, or is too large to have been, has no hash; it has been rejected for that. Files
    of ``known`` hash are not read again.
    """
    trusted = {*_files([key]), *settings}
    most = MOST_BYTES + MOST_TIMES * sum(path.stat().st_size for path in trusted if path.is_file())
    paths = trusted | set(_files(submissions))
    hashes = ((one_line(name_in(folder, path)), known.get(path) or _digest(path, most)) for path in paths)
    return dict(sorted((name, digest) for name, digest in hashes if digest))


def name_in(folder: str | Path, path: str | Path) -> str:
    """The name of a file from a folder, which is the same wherever the folder is."""
    return Path(os.path.relpath(path, folder)).as_posix()


def _files(submissions: Iterable[Submission]) -> Iterator[Path]:
    for submission in submissions:
        for source in submission.sources.values():
            yield source.path


def _digest(path: Path, most: int) -> str | None:
    try:
        if not path.is_file() or path.stat().st_size > most:
            return None
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


LONGEST_SHOWN = 300
# Their defaults, or whether they say anything, depend on the files.
_BY_FORMAT = ("match", "zeros", "singletons", "settings")


def configuration_of_folder(options: Mapping[str, object], folder: Path) -> Configuration:
    """The options of a folder with their origins."""
    return with_saved_options(configure(options, folder), folder)


def with_saved_options(configuration: Configuration, folder: Path) -> Configuration:
    """The options of a folder, where it has saved sums with those that they were made with."""
    if not stands_in(folder):
        return configuration
    saved = read_manifest(folder)
    for name in saved.options:
        _check(name, configuration, saved, folder)
    defaults = {
        name: value for name, value in saved.options.items() if configuration.origins[name] == "default"
    }
    origins = {**configuration.origins, **dict.fromkeys(defaults, str(folder / MANIFEST))}
    settled = replace(configuration.options, **defaults)
    if not saved.options["settings"]:  # one that is asked for says what the sums are by
        settled, *_ = each_setting(settled)
    return replace(configuration, options=settled, origins=origins)


def _nothing(found: Found, key: Key) -> None:
    """Refuse nothing."""


def task_of_folder(
    folder: str | os.PathLike[str],
    options: Options,
    work: Work = ALONE,
    priced: tuple[str, ...] = (),
    request: SliceRequest | None = None,
    refuse: Callable[[Found, Key], None] = _nothing,
    source: SettingsFile | None = None,
) -> Task:
    """Find the submissions of a folder and their key, and score them, unless their sums are there.

    ``refuse`` is called before, with the submissions and the key, to refuse too many. ``source`` are the
    settings that count for the folder, where they are known.
    """
    root = Path(folder)
    if root.is_file():
        what = f"{root}: a file, not a folder"
        raise NothingToDo(f"{what}; name the folder with the submissions, or use `leaderboard score {root}`")
    if not root.is_dir():
        raise NothingToDo(f"{root}: no such folder; name the folder with the submissions")
    if stands_in(root):
        return _saved_task(root, options)
    if options.saved and root.resolve() in (place := Path(options.saved).resolve(), *place.parents):
        raise UsageError(
            f"--saved {options.saved}: inside the folder of the submissions; name a folder outside it"
        )
    if (root / MANIFEST).is_file() and not look_for_key(options.key, root)[0]:
        what = f"{root}: contains {strangers(root)[0]} besides saved sums"
        raise NothingToDo(f"{what}; remove it, or if these are submissions, name their key with --key")
    path = find_key(options.key, root, source)
    if path.resolve() == root.resolve():
        raise UsageError(f"{path}: both the submissions and the key; name the key itself with --key")
    work.part(0, 1, READING).tell(0)
    key = read_key(path, options, bool(priced), request, root, source)
    found = find_submissions(
        root, path, options.follow_symlinks, lambda submission: fault_of(key, submission, options)
    )
    refuse(found, key)
    task = scored_task(key, found, options, whole=True, work=work.part(0.1, 1), priced=priced)
    return replace(task, rejected=tuple(sorted(task.rejected, key=lambda rejection: rejection.system)))


def _check(name: str, configuration: Configuration, saved: Manifest, folder: Path) -> None:
    """Sums are what they are: only among the metrics there is a choice."""
    value, flag = getattr(configuration.options, name), f"--{name.replace('_', '-')}"
    if configuration.origins[name] == "default":
        return
    if name not in FREE and not _is_as_saved(name, value, saved, folder):
        said = ",".join(value) if isinstance(value, tuple) else value
        what = f"{folder}: its sums were made with a different {flag} than {said}"
        raise UsageError(f"{what}; leave it out, or score the responses again")
    known = dict.fromkeys((*saved.options["metric"], saved.options["primary"]))
    wanted = {"metric": value, "primary": (value,)}.get(name, ())
    if unknown := [metric for metric in wanted if metric not in known]:
        raise UsageError(f"{folder}: no saved sums of {unknown[0]}; choose among {', '.join(known)}")


def _is_as_saved(name: str, value: object, saved: Manifest, folder: Path) -> bool:
    """True if an option is as it was, or says what went without saying for files of this format."""
    if name not in _BY_FORMAT or saved.options["settings"]:
        return bool(value == saved.options[name])
    options = {**saved.options, name: value}
    if name == "settings":
        options["match"] = None  # which a setting says itself
    settled, *others = each_setting(read_options(options))
    return not others and scoring(saved.key_of(folder / MANIFEST), settled) == saved.scoring


def _saved_task(folder: Path, options: Options) -> Task:
    """The systems of a folder of saved sums; an error names the first file that is not whole."""
    manifest = read_manifest(folder)
    path = folder / MANIFEST
    if not manifest.systems:
        raise NothingToDo(f"{folder}: no system was saved; fill it with `leaderboard score --save {folder}`")
    key = manifest.key_of(path)
    if scoring(key, options) != manifest.scoring:
        what = f"saved by another version ({manifest.scoring[:LONGEST_SHOWN]})"
        raise NothingToDo(f"{path}: {what}; score the responses again")
    shelf = Shelf.of(folder, manifest, chosen_metrics(options, key.format), key, options)
    shelf.check_room()
    scored = {
        system: shelf.read(digest, dict.fromkeys(manifest.datasets, str(folder / system)))
        for system, digest in manifest.systems.items()
    }
    paths = {name: shelf.paths(digest)[0] for name, digest in manifest.systems.items()}
    files = {name: Submission(name, folder / name, {"": Source(path)}) for name, path in paths.items()}
    task = task_of(options, key, scored, files)
    first, *others = (
        replace(
            by_setting,
            sheet=replace(by_setting.sheet, key_mentions=mentions),
            partial=replace(by_setting.partial, key_mentions=mentions),
            key_repairs=manifest.repairs,
            slices=tuple(of_slice.beside(mentions) for of_slice in by_setting.slices),
        )
        for by_setting, mentions in zip((task, *task.others), manifest.mentions, strict=False)
    )
    return replace(first, others=tuple(others))
