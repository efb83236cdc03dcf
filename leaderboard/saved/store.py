"""A folder with the sums of responses, each under the hash of all that they depend on."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from leaderboard.corpus import Ints
from leaderboard.errors import UsageError
from leaderboard.files import write_whole
from leaderboard.formats.limits import MOST_RATIO
from leaderboard.metrics import Metric
from leaderboard.options import Options, each_setting
from leaderboard.saved.file_format import FORMAT, damaged, opened, sealed
from leaderboard.saved.manifest import MANIFEST, SUFFIX, Manifest, read_manifest, scoring, strangers
from leaderboard.saved.saved_sums import (
    columns_of,
    most_bytes,
    named_sums,
    packed,
    quantities,
    sizes,
    slices_in,
    unpacked,
)
from leaderboard.scoring import Key, Scored
from leaderboard.scoring.across import further_sizes

# Copies of one system share a file; so much of them is believed without looking.
_FREE_BYTES = 1 << 30


@dataclass(frozen=True, slots=True)
class Shelf:
    """``manifest`` is what is wanted, ``sizes`` the number of sums of each metric, ``of_slices`` on slices.

    ``scorings`` say for each setting, the first one first, all that can change a sum.
    """

    folder: Path
    manifest: Manifest
    sizes: Mapping[str, int]
    scorings: tuple[str, ...]
    of_slices: Mapping[str, int]

    @classmethod
    def of(
        cls, folder: Path, manifest: Manifest, metrics: tuple[Metric, ...], key: Key, options: Options
    ) -> Shelf:
        scorings = tuple(scoring(key, setting) for setting in each_setting(options))
        of_slices = sizes(manifest.slices, metrics)
        counts = quantities(metrics)
        further = further_sizes(metrics, counts) if options.joins else {}
        return cls(folder, manifest, {**counts, **further}, scorings, of_slices)

    def paths(self, digest: str) -> list[Path]:
        """Where the sums of a response of this hash stand, by each setting."""
        return [self._path(digest, way) for way in self.scorings]

    def read(self, digest: str, labels: Mapping[str, str]) -> Scored:
        """The sums of a response by every setting; an error that names the file where they are not whole."""
        first, *others = (
            self._read(digest, labels, way, with_errors=place == 0) for place, way in enumerate(self.scorings)
        )
        return replace(first, others=tuple(scored.sums for scored in others))

    def _read(self, digest: str, labels: Mapping[str, str], way: str, with_errors: bool) -> Scored:
        path, parts, slices = self._path(digest, way), len(self.manifest.parts), self.manifest.slices
        wanted = {**self.sizes, **(self.of_slices if with_errors else {})}
        record, numbers = opened(path, most_bytes(self.sizes, parts) * (1 + len(slices)))
        if (record.get("scoring"), record.get("response")) != (way, digest):
            raise damaged(path, "saved sums of another response or of other options")
        datasets = self.manifest.by_dataset
        try:
            scored = unpacked(record, numbers, wanted, parts, datasets, labels, digest, with_errors)
        except ValueError as error:
            raise damaged(path, f"saved sums that do not fit the manifest: {error}") from None
        sums = {name: rows for name, rows in scored.sums.items() if name in self.sizes}
        sliced = slices_in(scored.sums, slices, self._columns) if with_errors else ()
        return replace(scored, sums=sums, slices=sliced)

    def write(self, scored: Scored, datasets: Mapping[str, str]) -> None:
        """Save the sums of a response; ``datasets`` tells from which dataset the file of a warning is.

        Kinds of errors and slices are told by the first setting only.
        """
        on_slices = named_sums(scored.slices, self._columns, len(self.manifest.parts))
        first = replace(scored, sums={**scored.sums, **on_slices})
        by_setting = (first, *(replace(scored, sums=sums, errors=None) for sums in scored.others))
        for way, by_way in zip(self.scorings, by_setting, strict=True):
            record, numbers = packed(by_way, datasets)
            whole = {**record, "scoring": way, "response": scored.digest}
            write_whole({self._path(scored.digest, way).name: sealed(whole, numbers)}, self.folder)

    @property
    def _columns(self) -> list[Ints]:
        """Where the parts of each slice stand."""
        return columns_of(self.manifest.slices, self.manifest.parts)

    def _path(self, digest: str, way: str) -> Path:
        address = f"{FORMAT}\n{way}\n{digest}\n"
        return self.folder / f"{hashlib.sha256(address.encode()).hexdigest()}{SUFFIX}"

    def check_room(self) -> None:
        """Refuse a manifest that names a few files so often that their sums would fill the memory."""
        paths = {path for digest in self.manifest.systems.values() for path in self.paths(digest)}
        there = sum(path.stat().st_size for path in paths if path.is_file())
        numbers = len(self.manifest.systems) * len(self.manifest.parts) * sum(self.sizes.values())
        numbers *= len(self.scorings)
        numbers += len(self.manifest.systems) * len(self.manifest.parts) * sum(self.of_slices.values())
        if 8 * numbers > max(_FREE_BYTES, MOST_RATIO * there):
            raise damaged(self.folder / MANIFEST, "more systems than its files have sums for")


def open_folder(folder: Path) -> Manifest | None:
    """The manifest of a folder for sums, which is made where there is none."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder}: not a folder; name a folder for the saved sums")
    folder.mkdir(parents=True, exist_ok=True)
    if others := strangers(folder):
        what = f"{folder}: contains {others[0]} besides saved sums"
        raise UsageError(f"{what}; name a separate folder for the saved sums")
    return read_manifest(folder) if (folder / MANIFEST).is_file() else None


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """One run at a time says what a folder is about, where the system has locks for folders."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    lock = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
