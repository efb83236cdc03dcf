"""A folder with the sums of responses, each under the hash of all that they depend on."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from leaderboard.errors import UsageError
from leaderboard.formats.limits import MOST_RATIO
from leaderboard.metrics import Metric
from leaderboard.saved.envelope import FORMAT, damaged, opened, sealed, write
from leaderboard.saved.manifest import MANIFEST, Manifest, read_manifest, stands_in, write_manifest
from leaderboard.saved.sums import most_bytes, packed, quantities, unpacked
from leaderboard.scoring import Scored

# Copies of one system share a file; so much of them is believed without looking.
_FREE_BYTES = 1 << 30


@dataclass(frozen=True, slots=True)
class Shelf:
    """``manifest`` is what is wanted, ``sizes`` the number of sums of each metric."""

    folder: Path
    manifest: Manifest
    sizes: Mapping[str, int]

    @classmethod
    def of(cls, folder: Path, manifest: Manifest, metrics: tuple[Metric, ...]) -> Shelf:
        return cls(folder, manifest, quantities(metrics))

    def path(self, digest: str) -> Path:
        """Where the sums of a response of this hash stand."""
        address = f"{FORMAT}\n{self.manifest.scoring}\n{digest}\n"
        return self.folder / f"{hashlib.sha256(address.encode()).hexdigest()}.sums"

    def read(self, digest: str, labels: Mapping[str, str]) -> Scored:
        """The sums of a response; an error that names the file where they are not whole."""
        path, parts = self.path(digest), len(self.manifest.parts)
        record, numbers = opened(path, most_bytes(self.sizes, parts))
        if (record.get("scoring"), record.get("response")) != (self.manifest.scoring, digest):
            raise damaged(path, "saved sums of something else")
        try:
            return unpacked(record, numbers, self.sizes, parts, self.manifest.by_dataset, labels, digest)
        except ValueError as error:
            raise damaged(path, f"not the saved sums that are wanted: {error}") from None

    def write(self, scored: Scored, datasets: Mapping[str, str]) -> None:
        """Save the sums of a response; ``datasets`` tells from which dataset the file of a warning is."""
        record, numbers = packed(scored, datasets)
        whole = {**record, "scoring": self.manifest.scoring, "response": scored.digest}
        write(self.path(scored.digest), sealed(whole, numbers))

    def check_room(self) -> None:
        """Refuse a manifest that names a few files so often that their sums would fill the memory."""
        paths = {self.path(digest) for digest in self.manifest.systems.values()}
        there = sum(path.stat().st_size for path in paths if path.is_file())
        numbers = len(self.manifest.systems) * len(self.manifest.parts) * sum(self.sizes.values())
        if 8 * numbers > max(_FREE_BYTES, MOST_RATIO * there):
            raise damaged(self.folder / MANIFEST, "more systems than its files can have the sums of")

    def sign(self, systems: Mapping[str, str]) -> None:
        """Say which systems the folder is about."""
        write_manifest(self.folder, replace(self.manifest, systems=dict(sorted(systems.items()))))


def open_folder(folder: Path) -> Manifest | None:
    """The manifest of a folder for sums, which is made where there is none."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder}: no folder; name one for the saved sums")
    folder.mkdir(parents=True, exist_ok=True)
    return read_manifest(folder) if stands_in(folder) else None
