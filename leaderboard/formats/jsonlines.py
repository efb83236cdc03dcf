"""JSON lines: one document per line, with clusters of offsets into its sentences or tokens."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate, chain
from typing import Any

import numpy as np

from leaderboard.corpus import Ints, Part, Texts
from leaderboard.errors import InputError, Problem
from leaderboard.formats.draft import Draft
from leaderboard.formats.limits import LONGEST_DOCUMENT, MOST_PROBLEMS

_NAMES = ("doc_key", "doc_id")
_CLUSTERS = ("clusters", "clusters_token_offsets", "clusters_char_offsets")


class _Fault(Exception):
    """What is wrong with a document, and the remedy."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what)
        self.what, self.remedy = what, remedy


@dataclass(frozen=True, slots=True)
class _Document:
    name: str
    words: list[str]
    clusters: list[list[tuple[int, int]]]


@dataclass(slots=True)
class _Documents:
    """The documents of a file with their lines, and its problems."""

    file: str
    lines: list[int] = field(default_factory=list)
    documents: list[_Document] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def read_jsonlines(file: str, data: bytes, offsets: str | None, ends: str | None) -> Draft:
    found = _Documents(file)
    seen: dict[str, int] = {}
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if not line.strip() or len(found.problems) >= MOST_PROBLEMS:
            continue
        try:
            document = _document(line, offsets, ends)
            if document.name in seen:
                raise _Fault(
                    f"{document.name} stands in this file twice (line {seen[document.name]})", "remove one of the two"
                )
        except _Fault as fault:
            found.problems.append(Problem(file, number, fault.what, fault.remedy))
            continue
        seen[document.name] = number
        found.lines.append(number)
        found.documents.append(document)
    if found.problems:
        raise InputError(found.problems)
    return _draft(found)


def _document(line: bytes, offsets: str | None, ends: str | None) -> _Document:
    if len(line) > LONGEST_DOCUMENT:
        raise _Fault(f"a document of {len(line):,} bytes", f"a line holds at most {LONGEST_DOCUMENT:,}")
    try:
        record = json.loads(line.decode())
    except UnicodeDecodeError:
        raise _Fault("this line is not UTF-8", "save the file as UTF-8") from None
    except json.JSONDecodeError as error:
        raise _Fault(f"not JSON at column {error.colno} ({error.msg})", "write one document per line") from None
    except (RecursionError, ValueError):
        raise _Fault("JSON nested or numbered beyond reason", "write one plain document per line") from None
    if not isinstance(record, dict):
        raise _Fault("a line that is no JSON object", "write one document per line")
    name = next((record[key] for key in _NAMES if key in record), None)
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise _Fault("a document without a name", "give each a printable doc_key (or doc_id)")
    words = _words(record)
    key = next((key for key in reversed(_CLUSTERS) if key in record and key != _CLUSTERS[2]), None)
    key = key or next((key for key in _CLUSTERS if key in record), None)
    if key is None:
        raise _Fault("a document without clusters", "write `clusters`, an empty list for none")
    clusters = _spans(record, key, words, *_meaning(record, key, offsets, ends))
    _check_strings(record, words, clusters)
    return _Document(name.strip(), words, clusters)


def _words(record: dict[str, Any]) -> list[str]:
    sentences = record.get("sentences", record.get("tokens"))
    if not isinstance(sentences, list):
        raise _Fault("a document without sentences", "write `sentences`, a list of lists of words, or `tokens`")
    nested = [sentence for sentence in sentences if isinstance(sentence, list)]
    words = list(chain.from_iterable(nested)) if len(nested) == len(sentences) else sentences
    if not all(isinstance(word, str) for word in words):
        raise _Fault("a word that is no text", "write `sentences` as lists of words, or `tokens` as one list")
    return words


def _meaning(record: dict[str, Any], key: str, offsets: str | None, ends: str | None) -> tuple[str, str]:
    """Offsets and ends as stated, else as the file makes plain, else an error."""
    plain = {"clusters_token_offsets": ("token", "inclusive"), "clusters_char_offsets": ("char", "inclusive")}
    if key == "clusters" and "sentences" in record and "text" not in record:
        plain["clusters"] = ("token", "inclusive")
    implied = plain.get(key, (None, None))
    if not (offsets or implied[0]) or not (ends or implied[1]):
        raise _Fault(
            "it is not plain what `clusters` counts", "state --offsets token|char and --ends inclusive|exclusive"
        )
    return str(offsets or implied[0]), str(ends or implied[1])


def _spans(
    record: dict[str, Any], key: str, words: list[str], offsets: str, ends: str
) -> list[list[tuple[int, int]]]:
    clusters = record[key]
    if not isinstance(clusters, list) or not all(isinstance(cluster, list) for cluster in clusters):
        raise _Fault(f"`{key}` is no list of clusters", "write [[[start, end], ...], ...]")
    starts, stops = _characters(record, words) if offsets == "char" else ({}, {})
    shift = 1 if ends == "exclusive" else 0
    spans = []
    for cluster in clusters:
        spans.append([])
        for pair in cluster:
            start, end = _pair(pair)
            end -= shift
            if offsets == "char":
                if start not in starts or end not in stops:
                    raise _Fault(f"the characters {pair} are not whole tokens", "cut mentions at tokens; see --ends")
                start, end = starts[start], stops[end]
            if not 0 <= start <= end < len(words):
                raise _Fault(
                    f"the mention {pair} is not within the {len(words)} tokens", "count from 0; see --offsets and --ends"
                )
            spans[-1].append((start, end))
    return spans


def _pair(pair: Any) -> tuple[int, int]:
    if (
        not isinstance(pair, list)
        or len(pair) != 2
        or not all(isinstance(number, int) and not isinstance(number, bool) for number in pair)
    ):
        raise _Fault(f"{str(pair)[:40]} is no mention", "write a pair of whole numbers, [start, end]")
    return pair[0], pair[1]


def _characters(record: dict[str, Any], words: list[str]) -> tuple[dict[int, int], dict[int, int]]:
    """The token that begins, and the one that ends, at a character of the text."""
    text = record.get("text")
    if not isinstance(text, str):
        text = " ".join(words)
    starts, stops = {}, {}
    place = 0
    for number, word in enumerate(words):
        place = text.find(word, place)
        if place < 0:
            raise _Fault(f"the token {word[:40]!r} is not in the text", "write the tokens of `text`")
        starts[place], stops[place + len(word) - 1] = number, number
        place += len(word)
    return starts, stops


def _check_strings(record: dict[str, Any], words: list[str], clusters: list[list[tuple[int, int]]]) -> None:
    """The strings that the file says its clusters are, compared without their spaces."""
    strings = record.get("clusters_strings")
    if strings is None:
        return
    if not isinstance(strings, list) or not all(isinstance(cluster, list) for cluster in strings):
        raise _Fault("`clusters_strings` is no list of clusters", "write it as the clusters, or leave it out")
    if [len(cluster) for cluster in strings] != [len(cluster) for cluster in clusters]:
        raise _Fault("`clusters_strings` has other clusters than the offsets", "write one string per mention")
    for (start, end), string in zip(chain(*clusters), chain(*strings), strict=True):
        covered = " ".join(words[start : end + 1])
        if covered.split() != str(string).split() and "".join(covered.split()) != "".join(str(string).split()):
            raise _Fault(
                f"the tokens {start} to {end} are {covered[:40]!r}, but `clusters_strings` says {str(string)[:40]!r}",
                "state the right --offsets and --ends",
            )


def _draft(found: _Documents) -> Draft:
    documents = found.documents
    tokens = [len(document.words) for document in documents]
    words = [word.encode(errors="replace") for document in documents for word in document.words]
    mentions = np.array(list(_rows(found)), np.int64).reshape(-1, 5)
    return Draft(
        found.file,
        tuple(Part(document.name, 0) for document in documents),
        np.array(found.lines, np.int64),
        np.array(tokens, np.int64),
        np.repeat(np.array(found.lines, np.int64), np.array(tokens, np.int64)),
        Texts(np.frombuffer(b"".join(words), np.uint8), _ends(words)),
        None,
        *mentions.T,
    )


def _rows(found: _Documents) -> Iterator[tuple[int, int, int, int, int]]:
    """Part, start, end, entity and line of each mention, entities in order of first mention."""
    entity = 0
    for part, (document, line) in enumerate(zip(found.documents, found.lines, strict=True)):
        for cluster in sorted(filter(None, document.clusters), key=min):
            for start, end in cluster:
                yield part, start, end, entity, line
            entity += 1


def _ends(words: list[bytes]) -> Ints:
    return np.array(list(accumulate(len(word) for word in words)), np.int64)
