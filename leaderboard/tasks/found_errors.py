"""The errors of the systems of a task one by one, and corrected responses as files, read again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from leaderboard.corpus import Corpus
from leaderboard.errors import InputError, UsageError
from leaderboard.files import write_whole
from leaderboard.formats import Reading, read_corpus
from leaderboard.formats.limits import TRUSTED
from leaderboard.prices import ALONE, ERROR_KINDS, UPTO, Errors, Listed, find_errors, listed, mended, united
from leaderboard.prices.versions import Span
from leaderboard.scoring import Key, matching, read_key, read_responses
from leaderboard.tasks.task import Task

_READING = Reading(bounds=TRUSTED, key=True)
Mention = tuple[int, int, int]


def plain_file(corpus: Corpus) -> tuple[str, bytes]:
    """Return the suffix and the content of a file."""
    if corpus.nodes is not None:
        form = "CONLL-UA" if corpus.layer else "CorefUD"
        raise UsageError(f"--write needs a key in CoNLL or JSON, not {form}; leave it out")
    for suffix, write in ((".conll", _conll), (".jsonl", _jsonlines)):
        data = write(corpus).encode()
        try:
            if _alike(read_corpus(suffix, data, _READING).corpus, corpus):
                return suffix, data
        except InputError:  # a name or a word that the format cannot have
            continue
    what = f"{corpus.file}: crossing mentions of one entity in a part with a number, or unusual words"
    raise UsageError(f"{what}, which neither CoNLL nor JSON can express; leave --write out")


def _alike(corpus: Corpus, other: Corpus) -> bool:
    """True if two corpora have the same text and the same entities, by whatever numbers."""
    return corpus.parts == other.parts and list(_content(corpus)) == list(_content(other))


def _content(corpus: Corpus) -> Iterator[tuple[list[str], set[frozenset[tuple[int, int]]]]]:
    for words, _, mentions in _parts(corpus):
        entities: dict[int, list[tuple[int, int]]] = {}
        for start, end, entity in mentions:
            entities.setdefault(entity, []).append((start, end))
        yield words, {frozenset(spans) for spans in entities.values()}


def _parts(corpus: Corpus) -> Iterator[tuple[list[str], list[str], list[Mention]]]:
    """The words, the parts of speech and the mentions of each part; ``-`` for what is not known."""
    ends = np.cumsum(corpus.tokens).tolist()
    columns = (corpus.start.tolist(), corpus.end.tolist(), corpus.entity.tolist())
    edges = np.searchsorted(corpus.part, np.arange(len(corpus.parts) + 1)).tolist()
    for number, (last, count) in enumerate(zip(ends, corpus.tokens.tolist(), strict=True)):
        tokens = range(last - count, last)
        mentions = slice(edges[number], edges[number + 1])
        yield (
            [corpus.words[token] if corpus.words else "-" for token in tokens],
            [corpus.tags[token] if corpus.tags else "-" for token in tokens],
            list(zip(*(column[mentions] for column in columns), strict=True)),
        )


def _conll(corpus: Corpus) -> str:
    blocks = []
    for part, (words, tags, mentions) in zip(corpus.parts, _parts(corpus), strict=True):
        cells = _cells(len(words), mentions)
        lines = [
            f"{'_'.join(part.document.split())} {part.number} {token} {word} {tag} {cell}"
            for token, (word, tag, cell) in enumerate(zip(words, tags, cells, strict=True))
        ]
        head = f"#begin document ({part.document}); part {part.number:03d}"
        blocks.append("\n".join([head, *lines, "", "#end document", ""]))
    return "".join(blocks)


def _cells(tokens: int, mentions: list[Mention]) -> list[str]:
    """The brackets of each token, outer before inner when they open, inner before outer when they close."""
    brackets: list[list[str]] = [[] for _ in range(tokens)]
    for start, end, entity in sorted(mentions, key=lambda mention: (mention[0], -mention[1])):
        brackets[start].append(f"({entity})" if start == end else f"({entity}")
    for start, end, entity in sorted(mentions, key=lambda mention: (mention[1], -mention[0])):
        if start != end:
            brackets[end].append(f"{entity})")
    return ["|".join(cell) or "-" for cell in brackets]


def _jsonlines(corpus: Corpus) -> str:
    lines = []
    for part, (words, _, mentions) in zip(corpus.parts, _parts(corpus), strict=True):
        clusters: dict[int, list[list[int]]] = {}
        for start, end, entity in mentions:
            clusters.setdefault(entity, []).append([start, end])
        record = {"doc_key": part.document, "sentences": [words], "clusters": list(clusters.values())}
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    return "".join(lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundError:
    """One error: the spans of its mentions in tokens of a part, and their words.

    ``beside`` are the words of a mention of the entity that it is apart from.
    """

    dataset: str
    document: str
    part: int
    mentions: tuple[Span, ...]
    words: str | None
    beside: str | None


def found_errors(task: Task, kinds: Sequence[str]) -> dict[str, dict[str, tuple[FoundError, ...]]]:
    """All errors of these kinds, by system and kind."""
    return {
        system: {
            kind: tuple(
                _found(errors.union.matching.key, dataset, error)
                for dataset, errors in of_datasets.items()
                for error in listed(errors, kind)
            )
            for kind in kinds
        }
        for system, of_datasets in _errors(task, _key(task))
    }


def _key(task: Task) -> Key:
    return read_key(Path(task.key), task.options, tags=True)


def _errors(task: Task, key: Key) -> Iterator[tuple[str, dict[str, Errors]]]:
    """The errors of each system on each dataset."""
    for system in task.sheet.systems:
        responses = read_responses(key, task.submission(system), task.options)
        yield (
            system,
            {
                dataset: find_errors(united(matching(response, task.options)))
                for dataset, response in zip(key.corpora, responses, strict=True)
            },
        )


def _found(key: Corpus, dataset: str, error: Listed) -> FoundError:
    part = key.parts[error.part]
    return FoundError(
        dataset=dataset,
        document=part.document,
        part=part.number,
        mentions=error.spans,
        words=_words(key, error.part, error.spans),
        beside=_words(key, error.part, (error.beside,)) if error.beside else None,
    )


def _words(key: Corpus, part: int, spans: Sequence[Span]) -> str | None:
    if key.words is None:
        return None
    first = int(key.tokens[:part].sum())
    words = key.words
    return "; ".join(
        " ".join(words[first + token] for token in range(start, end + 1)) for start, end in spans
    )


def write_corrected(task: Task, folder: Path) -> None:
    """Write the key as it is scored, and each response as it is and corrected in every way."""
    key = _key(task)
    files: dict[str, bytes] = {}
    for system, of_datasets in _errors(task, key):
        for name, kinds in _names(system).items():
            files |= _files(
                name, {dataset: mended(errors, kinds).response for dataset, errors in of_datasets.items()}
            )
        files |= _files(
            "key", {dataset: errors.union.matching.key for dataset, errors in of_datasets.items()}
        )
    write_whole(files, folder)


def _names(system: str) -> dict[str, Sequence[str]]:
    """The kinds that are corrected in each file of a system."""
    alone = {f"{system}.alone.{kinds[0]}": kinds for kinds in ALONE}
    return {system: (), **alone, **{f"{system}.upto.{kinds[-1]}": kinds for kinds in UPTO}}


def _files(name: str, corpora: Mapping[str, Corpus]) -> dict[str, bytes]:
    """A file, or a folder with a file for each of several datasets."""
    if len(corpora) == 1:
        [corpus] = corpora.values()
        suffix, data = plain_file(corpus)
        return {f"{name}{suffix}": data}
    written = {dataset: plain_file(corpus) for dataset, corpus in corpora.items()}
    return {f"{name}/{dataset}{suffix}": data for dataset, (suffix, data) in written.items()}


def check_folder(folder: Path) -> None:
    """Refuse a folder with anything in it."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder}: exists and is not an empty folder; name a new folder for --write")


def check_kinds(names: Sequence[str]) -> None:
    for name in names:
        if name not in ERROR_KINDS:
            raise UsageError(f"there is no kind of errors {name!r}; choose among {', '.join(ERROR_KINDS)}")
