"""`simulate`: a made-up shared task, its key and systems with known error profiles."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from leaderboard.errors import UsageError
from leaderboard.simulation import SHAPES, Entrant, Shape, entrants, key_parts, write

_SETTINGS = """\
title = "A made-up shared task"
key = "key.conll"
primary = "conll"
"""

# CoNLL-2012 a hundred times over is 22,200 documents.
MOST_DOCUMENTS = 100_000
MOST_SYSTEMS = 10_000


@dataclass(frozen=True, slots=True)
class Simulation:
    """What was written, and the shape of the key."""

    folder: Path
    key: Path
    systems: tuple[str, ...]
    shape: Shape


def simulate(
    out: str | os.PathLike[str],
    *,
    preset: str = "example",
    documents: int | None = None,
    systems: int = 9,
    null_pairs: int = 0,
    broken: bool = False,
    seed: int = 12345,
) -> Simulation:
    """Write a key, its systems and their settings to a new folder; the same call, the same bytes.

    ``preset`` is the kind of corpus, ``documents`` resizes it, ``null_pairs`` adds pairs of equally
    good systems, and ``broken`` a submission that ends in the middle of a document.
    """
    shape = _shape(preset, documents)
    field = _field(systems, null_pairs, seed)
    out = Path(out)
    key = _new_folder(out) / "key.conll"
    paths = {out / f"{entrant.name}.conll": entrant for entrant in field}
    write(key, paths, key_parts(shape, seed), seed, shape.layout)
    (out / "leaderboard.toml").write_bytes(_SETTINGS.encode())
    names = [entrant.name for entrant in field]
    if broken:
        names.append("broken")
        _write_beginning(key, out / "broken.conll")
    return Simulation(out, key, tuple(names), shape)


def _shape(preset: str, documents: int | None) -> Shape:
    if preset not in SHAPES:
        raise UsageError(f"no preset is called {preset}; choose one of {', '.join(SHAPES)}")
    if documents is not None and not 1 <= documents <= MOST_DOCUMENTS:
        raise UsageError(f"a task of {documents} documents cannot be made; ask for 1 to {MOST_DOCUMENTS:,}")
    return SHAPES[preset] if documents is None else SHAPES[preset].resized(documents)


def _field(systems: int, null_pairs: int, seed: int) -> list[Entrant]:
    if min(systems, null_pairs, seed) < 0:
        raise UsageError("systems, null pairs and the seed cannot be negative; give 0 or more")
    if systems + 2 * null_pairs > MOST_SYSTEMS:
        raise UsageError(f"{systems + 2 * null_pairs} systems are too many; ask for up to {MOST_SYSTEMS:,}")
    return entrants(systems, null_pairs)


def _new_folder(out: Path) -> Path:
    """Old systems beside a new key would all be rejected, so a folder with files is refused."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"{out}: there is something here already; name a new or an empty folder")
    out.mkdir(parents=True, exist_ok=True)
    return out


def _write_beginning(whole: Path, beginning: Path) -> None:
    """The first half of the lines of a file, without reading more than it writes."""
    size = whole.stat().st_size // 2
    with whole.open("rb") as source, beginning.open("wb") as target:
        while target.tell() < size:
            target.write(source.readline())
