"""A submission, or a key: one file, or one file per dataset in a folder or an archive."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from traceback import format_exc

from leaderboard.errors import InputError, LeaderboardError, Problem, said_by_system
from leaderboard.formats.source import Together, read_bytes, stem, unpacked
from leaderboard.system_names import (
    ARCHIVE,
    ENTITIES,
    TOKENS,
    can_be_shown,
    composed,
    is_ignored,
    is_of_booknlp,
    name_of,
)
from leaderboard.text import listed, one_line, plural

_LISTED = 5
# In characters.
_SHORT = 60


@dataclass(frozen=True, slots=True)
class Source:
    """A file, or the member of a zip archive; ``label`` is what messages call it.

    Several files that are one dataset are its ``parts``.
    """

    path: Path
    member: str = ""
    parts: tuple[Source, ...] = ()

    @property
    def label(self) -> str:
        return one_line(f"{self.path}/{self.member}" if self.member else str(self.path))

    @property
    def files(self) -> tuple[Source, ...]:
        """Its parts, or itself."""
        return self.parts or (self,)

    def absolute(self) -> Source:
        """The same by absolute paths."""
        return Source(self.path.absolute(), self.member, tuple(part.absolute() for part in self.parts))


@dataclass(frozen=True, slots=True)
class Submission:
    """A system's files by dataset, in order of name; the dataset of a single file is ""."""

    name: str
    path: Path
    sources: Mapping[str, Source]

    @property
    def entry(self) -> str:
        """The name of its file, or of its folder."""
        return self.sources[""].path.name if "" in self.sources else self.path.name

    @property
    def plain(self) -> Path | None:
        """The only file, if what is read of it are its own bytes."""
        first, *others = self.sources.values()
        packed = first.member or first.parts or unpacked(first.path.name) != first.path.name
        return None if others or packed else first.path

    @contextmanager
    def opened(self, most: int) -> Iterator[Callable[[Source], bytes]]:
        """Return a function that reads its files; an archive is opened once, and all bytes count together."""
        packed = any(file.member for source in self.sources.values() for file in source.files)
        if packed:
            from leaderboard.submissions.archives import most_bytes, opened
        with opened(self.path) if packed else nullcontext() as member:
            left = most_bytes(self.path, most) if packed else most

            def read(source: Source) -> bytes:
                nonlocal left
                if source.parts:
                    return Together.of((part.label, read(part)) for part in source.parts)
                data = member(source.member, left) if member else read_bytes(source.path, left)
                left -= len(data)
                return data

            yield read

    def contents(self, most: int) -> Iterator[tuple[str, str, bytes]]:
        """Dataset, label and bytes of each file; an error where there are more bytes than the bound."""
        with self.opened(most) as read:
            for dataset, source in self.sources.items():
                yield dataset, source.label, read(source)

    def on(
        self, datasets: Collection[str], others: Collection[str] = (), may_lack: bool = False
    ) -> Submission:
        """The submission with its files under the datasets of the key; an error where they differ.

        ``others`` are datasets that do not count; ``may_lack`` says that some, not all, can be missing.
        """
        counted = {dataset: source for dataset, source in self.sources.items() if dataset not in others}
        if len(datasets) == 1 and len(counted) == 1:
            counted = dict(zip(datasets, counted.values(), strict=True))
        submission = Submission(self.name, self.path, counted)
        excused = may_lack and any(dataset in counted for dataset in datasets)
        unknown = [*submission._unknown(datasets)]
        if problems := [*submission._missing(datasets, excused), *unknown]:
            missing = [name for name in datasets if name and name not in counted]
            raise InputError(problems, missing=() if unknown else missing)
        return submission

    def only(self, datasets: Collection[str]) -> Submission:
        """The submission with those of its files alone that are named after a dataset of the key."""
        kept = {dataset: source for dataset, source in self.sources.items() if dataset in datasets}
        return Submission(self.name, self.path, kept)

    def _missing(self, datasets: Collection[str], excused: bool) -> Iterator[Problem]:
        missing = [dataset for dataset in datasets if dataset not in self.sources]
        wrong = self.sources.keys() - datasets
        if missing == [""]:
            names = [Path(source.label).name for source in self.sources.values()]
            what = f"{len(self.sources)} files, but the key is a single file: {listed(names, _LISTED)}"
            yield Problem.about(self.path, what, "submit one file")
        # A file of a wrong name may be a missing one.
        elif len(missing) > len(wrong) and not excused and "" not in self.sources:
            what = f"{_called('dataset', missing)} {'is' if len(missing) == 1 else 'are'} missing"
            files = _called("file", [f"{name}.*" for name in missing])
            yield Problem.about(self.path, what, f"add {files} to the submission")

    def _unknown(self, datasets: Collection[str]) -> Iterator[Problem]:
        wrong = {dataset: source for dataset, source in self.sources.items() if dataset not in datasets}
        if not wrong or "" in datasets:  # one file, which is missing where there are several
            return
        if "" in wrong:
            remedy = f"submit a folder or a zip with a file for each of {', '.join(datasets)}"
            yield Problem.about(self.path, f"one file, but the key has {len(datasets)} datasets", remedy)
            return
        first, *others = wrong.values()
        have = "have names" if others else "has a name"
        files = f"{len(self.sources)} {plural('file', len(self.sources))}"
        what = f"{len(wrong)} of {files} {have} that the key lacks"
        names = f"{_first(list(wrong))} (the key: {_first(list(datasets))})"
        file = str(self.path) if others else first.label
        yield Problem(file, 0, f"{what}: {names}", f"rename {'them' if others else 'it'}")


def open_submission(path: Path, follow_symlinks: bool, passed_over: Collection[str] = ()) -> Submission:
    """Open the submission at a path without reading its files; the error lists all of its problems.

    Entries of a folder that are ``passed_over`` by name are no part of it.
    """
    try:
        return _found(path, follow_symlinks, passed_over)
    except OSError as error:  # a folder that may not be looked into, or a link to such a place
        what = f"cannot be read: {said_by_system(error)}"
        raise InputError([Problem.about(path, what, "check the path and its permissions")]) from None


def _found(path: Path, follow_symlinks: bool, passed_over: Collection[str]) -> Submission:
    _check_link(path, follow_symlinks)
    if path.is_dir():
        sources = _by_dataset(path, dict(_files_of_folder(path, follow_symlinks, passed_over)))
    elif path.suffix.lower() == ARCHIVE and path.is_file():
        from leaderboard.submissions.archives import member_names

        members = member_names(path)
        sources = _by_dataset(path, {inner: Source(path, name) for inner, name in members.items()})
    else:
        sources = {"": _with_tokens(path, follow_symlinks)}
    return Submission(name_of(path), path, sources)


@contextmanager
def failing_alone(path: Path) -> Iterator[None]:
    """Refuse a submission on which the program fails, so that it stops no other."""
    try:
        yield
    except LeaderboardError:
        raise
    except MemoryError:
        remedy = "submit less, or give the program more memory"
        raise InputError([Problem.about(path, "it needs more memory than is available", remedy)]) from None
    except Exception as error:
        what = f"the program failed on this file ({type(error).__name__})"  # its text may quote the key
        remedy = "please report it, with LEADERBOARD_TRACEBACK=1 for details"
        raise InputError([replace(Problem.about(path, what, remedy), trace=format_exc())]) from None


def _with_tokens(path: Path, follow_symlinks: bool) -> Source:
    """A file, with that of its tokens if BookNLP wrote it."""
    tokens = path.with_suffix(TOKENS)
    if path.suffix != ENTITIES or not tokens.exists():
        return Source(path)
    _check_link(tokens, follow_symlinks)
    return Source(path, parts=(Source(path), Source(tokens)))


def _check_link(path: Path, follow_symlinks: bool) -> None:
    if path.is_symlink() and not follow_symlinks:
        remedy = "submit the file itself"
        raise InputError([Problem.about(path, "a symbolic link", remedy)])


def _files_of_folder(
    folder: Path, follow_symlinks: bool, passed_over: Collection[str]
) -> Iterator[tuple[str, Source]]:
    for path in sorted(folder.iterdir()):
        if not is_ignored(path.name) and path.name not in passed_over:
            _check_link(path, follow_symlinks)
            yield f"{path.name}/" if path.is_dir() else path.name, Source(path)


def _by_dataset(path: Path, files: Mapping[str, Source]) -> dict[str, Source]:
    """The files under their stems, which are the datasets; names are as from the submission itself."""
    if files and all(map(is_of_booknlp, files)):
        read = [source for name, source in files.items() if name.endswith((ENTITIES, TOKENS))]
        return {"": Source(path, parts=tuple(read or files.values()))}
    sources: dict[str, Source] = {}
    problems = [] if files else [Problem.about(path, "it contains no file", "submit one file per dataset")]
    deep: list[str] = []
    for name, source in files.items():
        dataset = composed(stem(name))
        if "/" in name:
            deep.append(source.label)
            continue
        if not can_be_shown(dataset):
            what, remedy = "the name has unprintable characters", "rename the file"
        elif dataset in sources:
            what = f"a second file of the dataset {dataset}, beside {Path(sources[dataset].label).name}"
            others = () if not is_of_booknlp(name) else [one for one in files if not is_of_booknlp(one)]
            remedy = (
                f"submit files of BookNLP alone, without {others[0]}" if others else "keep one of the two"
            )
        else:
            sources[dataset] = source
            continue
        problems.append(Problem(source.label, 0, what, remedy))
    if deep:  # that files lie in folders is one problem
        more = f", of {len(deep):,} files in folders" if len(deep) > 1 else ""
        what = f"a folder within a submission{more}"
        problems.append(Problem(deep[0], 0, what, "put the files side by side, one per dataset"))
    if problems:
        raise InputError(problems)
    return dict(sorted(sources.items()))


def _first(names: Sequence[str]) -> str:
    """As many names as fit into a short message, at least one."""
    fit = [number for number in range(1, len(names) + 1) if len(", ".join(names[:number])) <= _SHORT]
    shown = [name[:_SHORT] for name in names[: max([1, *fit])]]
    return ", ".join([*shown, "…"] if len(shown) < len(names) else shown)


def _called(noun: str, names: Sequence[str]) -> str:
    return f"the {plural(noun, len(names))} {', '.join(names)}"
