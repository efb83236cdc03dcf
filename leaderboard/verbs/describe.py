"""``leaderboard.describe``: how large are files, and what entities and mentions are in them?"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple, Unpack

import numpy as np

from leaderboard.corpus import Corpus
from leaderboard.corpus.nodes import Heads, Nodes
from leaderboard.description import Description, description
from leaderboard.errors import InputError, NothingToDo, Problem, UsageError
from leaderboard.formats import Examined, Reading, format_name, read_corpus
from leaderboard.formats.faults import REPAIR, concealing
from leaderboard.formats.limits import TRUSTED, WITHOUT_KEY, Bounds
from leaderboard.matching import headed
from leaderboard.options import DescribeOptions, Options
from leaderboard.options.configuration import configure
from leaderboard.options.settings_file import FOLDER, lies_among_secrets, secret_datasets
from leaderboard.scoring.across import Grouping, cut_entities, grouping, join_beside, with_topics
from leaderboard.scoring.key import reading_of, response_bounds
from leaderboard.submissions import (
    Rejection,
    Submission,
    failing_alone,
    find_response,
    look_for_key,
    settings_place,
)
from leaderboard.submissions.discovery import (
    Outcome,
    is_called_key,
    names_of,
    open_one,
    rejection,
    submissions_in,
)
from leaderboard.submissions.lookup import key_within
from leaderboard.tasks.counts.typed import refuse_counts
from leaderboard.tasks.scored_task import response_path
from leaderboard.tasks.task import Across
from leaderboard.text import counted

KEY = "key"


class Batch(NamedTuple):
    """Files that belong together: the key of a folder, if it has one, and submissions."""

    key: Submission | None
    submissions: tuple[Submission, ...]
    rejected: tuple[Rejection, ...] = ()
    warnings: tuple[Problem, ...] = ()


def paths_of(files: Sequence[str | os.PathLike[str]]) -> list[Path]:
    """Return the paths; a name that is no path is looked for in the folder of submissions."""
    if not files:
        raise UsageError("no file given; name at least one file or folder")
    return [find_response(response_path(file)) for file in files]


def place_of_paths(paths: Sequence[Path]) -> Path:
    """Return the folder whose settings count."""
    return paths[0] if _is_of_submissions(paths[0]) else settings_place(paths[0])


def batches(paths: Sequence[Path], follow_symlinks: bool) -> Iterator[Batch]:
    """Yield the files of each path."""
    names = names_of(paths)
    for path in paths:
        batch = _of_folder(path, follow_symlinks) if _is_of_submissions(path) else None
        # An empty folder is rejected like the empty folder of one system.
        yield batch or _of_one(path, open_one(path, names[path], follow_symlinks))


def _of_one(path: Path, outcome: Outcome) -> Batch:
    """Return a submission that is named; the size of a file called key is not limited."""
    if isinstance(outcome, InputError):
        return Batch(None, (), (rejection(path.name, outcome),))
    return Batch(outcome, ()) if _is_key(path) else Batch(None, (outcome,))


def _is_key(path: Path) -> bool:
    """True if a file is called key, is the key that settings state, or lies where a key is secret."""
    with suppress(NothingToDo, OSError):
        key, _ = look_for_key(None, settings_place(path))
        if key is not None and path.samefile(key.path):
            return True
    return is_called_key(path) or lies_among_secrets(path)


def _of_folder(folder: Path, follow_symlinks: bool) -> Batch | None:
    path = _key_of(folder)
    # Without a key, no entry is called key.
    found = submissions_in(folder, path or folder / KEY, follow_symlinks, lambda _: None)
    if not path and not found.submissions and not found.rejected:
        return None
    key = open_one(path, KEY, follow_symlinks=True) if path else None
    if isinstance(key, InputError):
        return Batch(None, found.submissions, (rejection(KEY, key), *found.rejected), found.warnings)
    return Batch(key, found.submissions, found.rejected, found.warnings)


def _key_of(folder: Path) -> Path | None:
    """The key that is stated, or in the folder; one that lies elsewhere by chance is that of others."""
    place, _ = look_for_key(None, folder)
    by_chance = place is not None and place.origin == "its name" and place.path.parent != folder
    return None if place is None or by_chance else place.path


def _is_of_submissions(path: Path) -> bool:
    """Return True for a folder of submissions, but not for a folder with the datasets of one system."""
    if not os.path.isdir(path):  # noqa: PTH112 (a link to a forbidden place makes Path.is_dir raise)
        return False
    place = path.absolute()
    if place.name == FOLDER or key_within(path) is not None:
        return True
    return not (
        is_called_key(place)
        or settings_place(path) == Path(FOLDER)
        or any(map(is_called_key, place.parent.glob("key*")))
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FileDescription:
    """``dataset`` is empty where a system has one file.

    ``heads`` says where those of a CorefUD file come from: ``named`` (what it does not name is found in its
    tree), ``file`` (what it does not name is a first node) or ``tree``. It is None of any other file.
    """

    system: str
    dataset: str
    file: str
    description: Description
    heads: Heads | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeResult:
    """The files in the order in which they were named, and those that cannot be read.

    ``across`` are the groups of documents over which entities are joined.
    """

    files: tuple[FileDescription, ...]
    rejected: tuple[Rejection, ...]
    warnings: tuple[Problem, ...]
    across: Across | None = None


def describe(*files: str | os.PathLike[str], **options: Unpack[DescribeOptions]) -> DescribeResult:
    """Count documents, words, entities and mentions of keys and responses.

    Parameters
    ----------
    *files : str or path
        Files, folders with one file per dataset, or folders of submissions. The key of a folder of
        submissions comes first. No key is needed.
    **options : DescribeOptions
        Options of the command ``leaderboard describe``, with the same names and values:
        ``--word-column 4`` is ``word_column=4``. Options that are not given come from the environment and
        from ``leaderboard.toml``.

    Returns
    -------
    DescribeResult
        The description of each file.

    Raises
    ------
    UsageError
        If the call is wrong: no file, a file that does not exist, or an unknown option.

    Examples
    --------
    >>> import leaderboard
    >>> result = leaderboard.describe("task/key.conll", "task/balanced.conll")
    >>> [(file.system, file.description.all.entities.count) for file in result.files]
    [('key', 78), ('balanced', 72)]
    """
    refuse_counts(files, "describe")
    paths = paths_of(files)
    settled = configure(options, place_of_paths(paths)).options
    if settled.heads == "minspan" and "heads" in options:
        raise UsageError("minimum spans are not described; choose --heads named, file or tree")
    described = _Described(options=settled, grouping=grouping(settled))
    for path, batch in zip(paths, batches(paths, settled.follow_symlinks), strict=True):
        described.rejected += batch.rejected
        described.warnings += batch.warnings
        key: Mapping[str, Corpus] = {}
        if batch.key:
            hidden = secret_datasets(batch.key.path, batch.key.sources, place_of_paths([path]))
            key = described.read(batch.key, TRUSTED, {}, hidden)
        bounds = response_bounds(key.values()) if key else WITHOUT_KEY
        for submission in batch.submissions:
            described.read(submission, bounds, key)
    return DescribeResult(
        files=tuple(described.files),
        rejected=tuple(described.rejected),
        warnings=tuple(described.warnings),
        across=Across(str(settled.across), len(described.groups)) if settled.joins else None,
    )


def place_of_files(files: Sequence[str | os.PathLike[str]]) -> Path:
    """Return the folder whose settings count for some files."""
    return place_of_paths(paths_of(files))


@dataclass(slots=True, kw_only=True)
class _Described:
    """The descriptions, rejections and warnings so far."""

    options: Options
    grouping: Grouping | None
    groups: set[tuple[str, str]] = field(default_factory=set)
    files: list[FileDescription] = field(default_factory=list)
    rejected: list[Rejection] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)

    def read(
        self,
        submission: Submission,
        bounds: Bounds,
        key: Mapping[str, Corpus],
        secret: Collection[str] = (),
    ) -> dict[str, Corpus]:
        """Describe each file of a submission that can be read, and return what is in it.

        Beside a ``key`` documents are grouped as they are there. Of ``secret`` datasets nothing but counts
        is shown.
        """
        corpora = {}
        with self._rejecting(submission), submission.opened(bounds.bytes) as data:
            for dataset, source in submission.sources.items():
                with self._rejecting(submission):
                    corpora[dataset] = self._described(
                        submission, dataset, data(source), bounds, key.get(dataset), dataset in secret
                    )
        return corpora

    @contextmanager
    def _rejecting(self, submission: Submission) -> Iterator[None]:
        """A file that cannot be read stops no other."""
        try:
            with failing_alone(submission.path):
                yield
        except InputError as error:
            refused = rejection(submission.name, error)
            # A file that is described without the text of a key cannot be repaired.
            remedy = refused.problem.remedy.removesuffix(f", {REPAIR}")
            self.rejected.append(replace(refused, problem=replace(refused.problem, remedy=remedy)))

    def _described(
        self,
        submission: Submission,
        dataset: str,
        data: bytes,
        bounds: Bounds,
        key: Corpus | None,
        secret: bool,
    ) -> Corpus:
        label = submission.sources[dataset].label
        asked = self.options.heads if self.options.heads in ("file", "tree") else None
        reading = reading_of(self.options, bounds, tags=True)
        alone = self.grouping.of_key(dataset) if self.grouping else None
        join = join_beside(key) if key else alone
        reading = replace(reading, heads=asked, syntax=True, secret=secret, join=join)
        with concealing(label, secret):
            corpus = (found := _read(label, data, reading)).corpus
            form = format_name(data)
            nodes = corpus.nodes if form == "corefud" else None
            has_sentences = form in ("conll", "corefud")
            counts = description(headed(corpus) if nodes else corpus, has_sentences=has_sentences)
        if corpus.groups:
            self.groups |= {(dataset, corpus.groups.names[place].document) for place in corpus.groups.of_part}
        elif self.options.across is None and not key:
            self.warnings += cut_entities(with_topics(corpus, data))
        self.warnings += (*found.remarks, *found.repeats)
        if nodes and asked is None:
            self.warnings += _heads_of_tree(label, nodes)
        heads: Heads | None = ("file" if nodes.heads == "first" else nodes.heads) if nodes else None
        self.files.append(
            FileDescription(
                system=submission.name, dataset=dataset, file=label, description=counts, heads=heads
            )
        )
        return corpus


def _heads_of_tree(label: str, nodes: Nodes) -> Iterator[Problem]:
    """A warning where a file does not name all heads."""
    headless, mentions = (int(np.count_nonzero(some)) for some in (nodes.headless, nodes.size > 1))
    if headless:
        of_mentions = f"{headless:,} of {counted(mentions, 'mention')} of several words"
        what = f"heads are not named for {of_mentions}, so they are found in the dependency tree of this file"
        yield Problem(label, 0, what, "to count the first word as the head, use --heads file")


def _read(label: str, data: bytes, reading: Reading) -> Examined:
    """Read a file; if some of its lines lack tags, read it without tags, as responses are scored."""
    try:
        return read_corpus(label, data, reading)
    except InputError:
        return read_corpus(label, data, replace(reading, tags=False))
