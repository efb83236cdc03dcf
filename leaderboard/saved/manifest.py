"""The manifest of saved sums: the key, the options that can change a score, and the systems."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, get_args

import numpy as np

from leaderboard.corpus import Corpus, Part
from leaderboard.corpus.nodes import Heads, Nodes
from leaderboard.errors import UsageError
from leaderboard.files import digest_of, write_whole
from leaderboard.options import SCORED, Options, each_setting, read_options
from leaderboard.saved import MANIFEST
from leaderboard.saved.saved_sums import (
    MOST_TEXT,
    damaged,
    opened,
    read_slices,
    sealed,
    slice_records,
    without_text,
)
from leaderboard.scoresheet import PartName, part_names
from leaderboard.scoring.key import Key, counted_key, signature
from leaderboard.scoring.sliced import PlacedSlice
from leaderboard.submissions import Submission
from leaderboard.submissions.submission import Source
from leaderboard.system_names import alike, can_be_shown
from leaderboard.untrusted import count, digest, file_name, member, name, of_kind
from leaderboard.version import VERSION

# Options that say where files are, how they are opened, which are shown, and what is made of sums.
_ELSEWHERE = ("key", "follow_symlinks", "phase", "track", "average", "documents", "mentions")
_OF_COUNTS = ("lower", "percent", "rename", "systems")
# Options that may name any of the saved metrics.
FREE = ("metric", "primary")
SAVED = tuple(
    entry.name
    for entry in fields(Options)
    if entry.metadata["panel"] == SCORED and entry.name not in (*_ELSEWHERE, *_OF_COUNTS)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """``scoring`` says in one line all that can change a sum; ``systems`` have the hash of each response.

    ``mentions`` are those of the key that count by each of several settings, ``scoring`` is by the first.
    ``datasets`` and ``others`` are those of the key. ``headed`` tells where heads come from in each dataset
    whose mentions have heads, ``zeros`` are the datasets that have empty nodes, and ``layered`` those in
    CONLL-UA. ``slices`` are those of which there are sums. ``table`` is the hash of the table by which
    documents are grouped, and ``labels`` that of the table of mentions.
    """

    scoring: str
    key: str
    format: str
    digest: str
    mentions: tuple[int, ...]
    repairs: int
    datasets: Mapping[str, str]
    others: tuple[str, ...]
    headed: Mapping[str, Heads]
    zeros: tuple[str, ...]
    layered: tuple[str, ...]
    parts: tuple[PartName, ...]
    options: Mapping[str, Any]
    systems: Mapping[str, str]
    slices: tuple[PlacedSlice, ...] = ()
    table: str | None = None
    labels: str | None = None

    @property
    def metrics(self) -> frozenset[str]:
        """The metrics by which every system has sums."""
        return frozenset((*self.options["metric"], self.options["primary"]))

    @property
    def by_dataset(self) -> dict[str, list[Part]]:
        """The parts of each dataset."""
        parts: dict[str, list[Part]] = {}
        for part in self.parts:
            parts.setdefault(part.dataset, []).append(Part(part.document, part.number))
        return parts

    def key_of(self, file: Path) -> Key:
        """The key without its text and mentions; ``file`` is what stands for its files."""
        layers = dict.fromkeys(self.layered, self.options["layer"] or "identity")
        texts = {
            name: _without_text(parts, self.headed.get(name), name in self.zeros, layers.get(name))
            for name, parts in self.by_dataset.items()
        }
        files = Submission(self.key, file.parent / self.key, {"": Source(file)})
        return Key(
            files=files,
            corpora=texts,
            format=self.format,
            digest=self.digest,
            warnings=(),
            datasets=self.datasets,
            others=self.others,
            slices=self.slices,
            table=self.table,
            labels=self.labels,
        )


def manifest_of(key: Key, options: Options) -> Manifest:
    """Make the manifest of a key and its options, without systems yet."""
    having_nodes = {dataset: corpus.nodes for dataset, corpus in key.corpora.items() if corpus.nodes}
    return Manifest(
        scoring=scoring(key, options),
        key=key.files.path.name,
        format=key.format,
        digest=key.digest,
        mentions=tuple(
            sum(len(corpus.part) for corpus in counted_key(key, setting).corpora.values())
            for setting in each_setting(options)
        ),
        repairs=key.repairs,
        datasets=key.datasets,
        others=key.others,
        headed={dataset: nodes.heads for dataset, nodes in having_nodes.items()},
        zeros=tuple(dataset for dataset, nodes in having_nodes.items() if len(nodes.empty)),
        layered=tuple(dataset for dataset, corpus in key.corpora.items() if corpus.layer),
        parts=part_names(key.corpora),
        options={name: getattr(options, name) for name in SAVED},
        systems={},
        slices=key.slices,
        table=key.table,
        labels=key.labels,
    )


def scoring(key: Key, options: Options) -> str:
    """The signature of all that can change a sum or the acceptance of a response, whichever metrics.

    Of several settings, it is by the first.
    """
    if callable(options.lea_importance):
        raise UsageError("sums by a function of importance cannot be saved; leave out --save and --saved")
    words = "yes" if options.check_words else "no"
    first, *_ = each_setting(options)
    everything = signature(key, replace(first, errors=True, average="dataset"), VERSION)
    if everything.fields.get("heads") == "file":
        everything = everything.without({"heads"})  # sums by the heads of files were saved without it
    return everything.and_of({"check-words": words, "sha256": key.digest, "slices": _signed(key.slices)})


def _signed(slices: Sequence[PlacedSlice]) -> str | None:
    """A hash of all slices and what they depend on; None where there are none."""
    entries = [(place.slice.title, place.signed) for place in slices]
    return digest_of(json.dumps(entries, ensure_ascii=False).encode())[:12] if entries else None


def _without_text(parts: list[Part], heads: Heads | None, zeros: bool, layer: str | None) -> Corpus:
    """Parts without tokens and mentions; an empty node stands for all that there were."""
    none, all_zero = np.zeros(0, np.int64), np.zeros(len(parts), np.int64)
    empty = all_zero[: int(zeros)]
    nodes = heads and Nodes(
        heads=heads,
        sentences=all_zero,
        length=none,
        empty_part=empty,
        empty=empty,
        size=none,
        head=none,
        named=none > 0,
        piece_mention=none,
        first=none,
        last=none,
        edge_mention=none,
        parent=none,
        relation=none,
    )
    return replace(without_text(parts), nodes=nodes, layer=layer)


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
    except ValueError as error:
        raise damaged(path, f"not a manifest of saved sums ({error})") from None


def _manifest(record: dict[str, Any]) -> Manifest:
    options = member(record, "options", dict)
    if set(options) != set(SAVED):
        raise ValueError("other options than this version has")
    labels = _hash(record, "labels")
    settled = read_options({**options, "mentions": labels})  # a table has classes of its own
    parts = _parts(member(record, "parts", list))
    datasets = {part.dataset for part in parts}
    # Sums that were saved before datasets had layers of their own are of keys in one format.
    layered = [*datasets] if record.get("format") == "conllua" else []
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
        layered=_among(of_kind(list, record.get("layered", layered)), datasets),
        parts=parts,
        options={option: getattr(settled, option) for option in options},
        systems=_systems(member(record, "systems", dict)),
        slices=read_slices(member(record, "slices", list), parts),
        table=_hash(record, "table"),
        labels=labels,
    )


def _hash(record: dict[str, Any], table: str) -> str | None:
    return None if record.get(table) is None else name(record[table])


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
