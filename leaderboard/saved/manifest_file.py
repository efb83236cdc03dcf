"""The file of a manifest of saved sums: what is read of it is checked, since anybody may have written it."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

from leaderboard.corpus.nodes import Heads
from leaderboard.errors import UsageError
from leaderboard.files import write_whole
from leaderboard.options import Options, each_setting, read_options
from leaderboard.options.settings_file import CONFIGURATION
from leaderboard.saved.file_format import MOST_TEXT, damaged, opened, sealed
from leaderboard.saved.manifest import SAVED, Manifest
from leaderboard.saved.slices import read_slices, slice_records
from leaderboard.scoresheet import PartName
from leaderboard.system_names import alike, can_be_shown
from leaderboard.untrusted import count, digest, file_name, member, name, of_kind

MANIFEST = "manifest.sums"
SUFFIX = ".sums"


def stands_in(folder: Path) -> bool:
    """True if a folder holds saved sums and nothing else: among submissions, a manifest is some entry."""
    return (folder / MANIFEST).is_file() and not strangers(folder)


def strangers(folder: Path) -> list[str]:
    """The files of a folder that are no sums, settings or hidden files."""
    return sorted(
        path.name
        for path in folder.iterdir()
        if path.suffix != SUFFIX and path.name != CONFIGURATION and not path.name.startswith(".")
    )


def write_manifest(folder: Path, manifest: Manifest) -> None:
    record = {entry.name: getattr(manifest, entry.name) for entry in fields(Manifest)}
    record["slices"] = slice_records(manifest.slices, manifest.parts)
    write_whole({MANIFEST: sealed(record)}, folder)


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a folder; an error that names the file if it is not whole or of another format."""
    path = folder / MANIFEST
    record, _ = opened(path, MOST_TEXT)
    try:
        return _manifest(record)
    except (ValueError, UsageError) as error:
        raise damaged(path, f"not a manifest of saved sums ({error})") from None


def _manifest(record: dict[str, Any]) -> Manifest:
    options = member(record, "options", dict)
    if set(options) != set(SAVED):
        raise ValueError("other options than this version has")
    settled = read_options(options)
    parts = _parts(member(record, "parts", list))
    datasets = {part.dataset for part in parts}
    return Manifest(
        scoring=member(record, "scoring", str),
        key=file_name(record.get("key")),
        format=name(record.get("format")),
        digest=digest(record.get("digest")),
        mentions=_mentions(member(record, "mentions", list), settled),
        repairs=count(record.get("repairs")),
        datasets=_labels(member(record, "datasets", dict), datasets),
        others=tuple(map(name, member(record, "others", list))),
        headed=_headed(member(record, "headed", dict), datasets),
        zeros=_among(member(record, "zeros", list), datasets),
        parts=parts,
        options={option: getattr(settled, option) for option in options},
        systems=_systems(member(record, "systems", dict)),
        slices=read_slices(member(record, "slices", list), parts),
        table=None if record.get("table") is None else name(record["table"]),
    )


def _mentions(numbers: list[Any], options: Options) -> tuple[int, ...]:
    if len(numbers) != len(each_setting(options)):
        raise ValueError("other settings than the options have")
    return tuple(map(count, numbers))


def _parts(entries: list[Any]) -> tuple[PartName, ...]:
    parts = tuple(map(_part, entries))
    if not parts:
        raise ValueError("no parts")
    if len(set(parts)) < len(parts):
        raise ValueError("two parts with the same name")
    return parts


def _part(entry: Any) -> PartName:
    dataset, document, number = of_kind(list, entry)
    return PartName(name(dataset), name(document), count(number))


def _labels(record: dict[str, Any], datasets: set[str]) -> dict[str, str]:
    if record.keys() != datasets:
        raise ValueError("other datasets than the parts have")
    return {dataset: name(label) for dataset, label in record.items()}


def _among(names: list[Any], datasets: set[str]) -> tuple[str, ...]:
    if not all(of_kind(str, dataset) in datasets for dataset in names):
        raise ValueError("a dataset that no part has")
    return tuple(names)


def _headed(record: dict[str, Any], datasets: set[str]) -> dict[str, Heads]:
    if not all(heads in get_args(Heads) for heads in record.values()):
        raise ValueError("heads of an unknown origin")
    return {name: record[name] for name in _among(list(record), datasets)}


def _systems(record: dict[str, Any]) -> dict[str, str]:
    if len({alike(system) for system in record}) < len(record):
        raise ValueError("two systems with the same name")
    if not all(can_be_shown(system) for system in record):
        raise ValueError("an unprintable name")
    return {file_name(system): digest(value) for system, value in record.items()}
