"""``leaderboard.simulate``: a synthetic shared task, with systems of known error profiles."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from pathlib import Path

from leaderboard.errors import UsageError, choice_error
from leaderboard.files import check_new, check_output
from leaderboard.simulation.synthetic_files import write
from leaderboard.simulation.synthetic_key import CLASSES, SHAPES, Shape, genres_of, key_parts
from leaderboard.simulation.synthetic_responses import Entrant, entrants, runs_of
from leaderboard.text import suggestion

_SETTINGS = """\
title = "A synthetic shared task"
key = "{key}"
"""

# CoNLL-2012 a hundred times over is 22,200 documents.
MOST_DOCUMENTS = 100_000
MOST_SYSTEMS = 10_000


SUFFIXES = {"conll": ".conll", "corefud": ".conllu"}


@dataclass(frozen=True, slots=True)
class Simulation:
    """The written files, the shape of the key (of its largest dataset), and the datasets if it has any.

    With several ``runs``, those of a system are the files ``NAME@1``, ``NAME@2`` and so on.
    """

    folder: Path
    key: Path
    systems: tuple[str, ...]
    shape: Shape
    _: KW_ONLY
    datasets: tuple[str, ...] = ()
    runs: int = 1


def simulate(
    out: str | os.PathLike[str],
    *,
    preset: str = "example",
    form: str = "conll",
    documents: int | None = None,
    datasets: int | None = None,
    systems: int = 9,
    null_pairs: int = 0,
    runs: int = 1,
    broken: bool = False,
    hard: str | Sequence[str] = (),
    seed: int = 12345,
) -> Simulation:
    """Write a synthetic shared task: a key, its systems and their settings.

    The same arguments give the same files, byte for byte.

    Parameters
    ----------
    out : str or path
        A new folder, or an empty one.
    preset : str, default "example"
        The kind of corpus.
    form : {"conll", "corefud"}, default "conll"
        The format of the files.
    documents : int, optional
        The number of documents (default: that of the preset).
    datasets : int, optional
        The number of datasets, each smaller than the one before (default: one file without a dataset).
    systems : int, default 9
        The number of systems.
    null_pairs : int, default 0
        The number of additional pairs of equally good systems.
    runs : int, default 1
        The number of runs of each system, which vary as runs with other seeds do.
    broken : bool, default False
        Whether to add a submission that ends in the middle of a document.
    hard : str or list of str, optional
        What is hard for every system: ``names``, ``nouns``, ``pronouns``, or genres such as ``tc``.
    seed : int, default 12345
        The seed of all random numbers.

    Returns
    -------
    Simulation
        The files that were written.

    Raises
    ------
    UsageError
        If the folder is not empty, or if a number is out of range.

    Examples
    --------
    >>> import leaderboard
    >>> made = leaderboard.simulate("task", documents=12, systems=4)
    >>> made.systems
    ('balanced', 'close', 'copy', 'precise')
    """
    shape = _shape(preset, documents, form)
    names, slices = _datasets(datasets), _hard(hard, shape)
    field = _field(systems, null_pairs, runs, seed)
    named = [entrant.name for entrant in field]
    if runs > 1:
        field = [run for entrant in field for run in runs_of(entrant, runs, seed)]
    entries = [entrant.name for entrant in field] + ["broken"] * broken
    out = Path(out)
    folder = _new_folder(out)
    key, *paths = (folder / name for name in ("key", *entries))
    for number, (name, size) in enumerate(zip(names or ("",), _sizes(shape, len(names)), strict=True)):
        files = [_file(path, name, form) for path in (key, *paths)]
        _write_dataset(files, field, size, seed + number, slices)
    key = key if names else _file(key, "", form)
    (out / "leaderboard.toml").write_bytes(_SETTINGS.format(key=key.name).encode())
    return Simulation(out, key, (*named, *["broken"] * broken), shape, datasets=names, runs=runs)


def _write_dataset(
    files: list[Path], field: list[Entrant], shape: Shape, seed: int, hard: Collection[str]
) -> None:
    """The key first, then the systems; a file without an entrant is the beginning of the key."""
    key, *others = files
    write(key, dict(zip(others, field, strict=False)), key_parts(shape, seed, hard), seed, shape.layout)
    for beginning in others[len(field) :]:
        _write_beginning(key, beginning)


def _sizes(shape: Shape, datasets: int) -> list[Shape]:
    """The shape itself, then smaller and smaller ones."""
    if not datasets:
        return [shape]
    return [
        shape.resized(max(1, shape.documents * left // datasets)) if left < datasets else shape
        for left in range(datasets, 0, -1)
    ]


def _file(path: Path, dataset: str, form: str) -> Path:
    """A file of its own, or one in a folder for all datasets."""
    if not dataset:
        return path.with_name(path.name + SUFFIXES[form])
    path.mkdir(exist_ok=True)
    return path / (dataset + SUFFIXES[form])


def _datasets(count: int | None) -> tuple[str, ...]:
    if count is None:
        return ()
    if count < 1:
        raise UsageError(f"a task of {count} datasets cannot be made; ask for at least 1")
    width = len(str(count))
    return tuple(f"set{number:0{width}}" for number in range(1, count + 1))


def _shape(preset: str, documents: int | None, form: str) -> Shape:
    if form not in SUFFIXES:
        raise choice_error("form", form, list(SUFFIXES))
    if preset not in SHAPES:
        raise choice_error("preset", preset, list(SHAPES))
    if documents is not None and not 1 <= documents <= MOST_DOCUMENTS:
        raise UsageError(f"a task of {documents} documents cannot be made; ask for 1 to {MOST_DOCUMENTS:,}")
    shape = SHAPES[preset] if documents is None else SHAPES[preset].resized(documents)
    return replace(shape, layout="corefud") if form == "corefud" else shape


def _hard(hard: str | Sequence[str], shape: Shape) -> tuple[str, ...]:
    """Return the names of what is hard; a genre that no document has would make nothing hard."""
    listed = [hard] if isinstance(hard, str) else hard
    names = tuple(name.strip() for text in listed for name in text.split(","))
    known = [*CLASSES, *genres_of(shape)]
    for name in names:
        if name not in known:
            raise UsageError(f"{name!r} cannot be made hard in this task; {suggestion(name, known)}")
    return names


def _field(systems: int, null_pairs: int, runs: int, seed: int) -> list[Entrant]:
    if min(systems, null_pairs, seed) < 0:
        raise UsageError("systems, null pairs and the seed cannot be negative; give 0 or more")
    if not systems + null_pairs:
        raise UsageError("a task without systems cannot be made; ask for at least 1 system or null pair")
    if runs < 1:
        raise UsageError(f"a system of {runs} runs cannot be made; ask for at least 1")
    files = runs * (systems + 2 * null_pairs)
    if files > MOST_SYSTEMS:
        entries = "systems" if runs == 1 else "runs"
        raise UsageError(f"{files} {entries} are too many; ask for up to {MOST_SYSTEMS:,}")
    return entrants(systems, null_pairs)


def _new_folder(out: Path) -> Path:
    """Old systems beside a new key would all be rejected, so a folder with files is refused."""
    check_new(out)
    check_output(out)
    out.mkdir(parents=True, exist_ok=True)
    return out


def _write_beginning(whole: Path, beginning: Path) -> None:
    """The first half of the lines of a file, without reading more than it writes."""
    size = whole.stat().st_size // 2
    with whole.open("rb") as source, beginning.open("wb") as target:
        while target.tell() < size:
            target.write(source.readline())
