"""One document of JSON lines: its words, and its clusters as tokens."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import Any

from leaderboard.errors import MOST_PROBLEMS
from leaderboard.formats.conll.header import name_fault
from leaderboard.formats.jsonlines.places import mention_columns
from leaderboard.formats.limits import LONGEST_DOCUMENT, WITHOUT_KEY
from leaderboard.formats.lines import TOO_MUCH

Cluster = list[tuple[int, int]]

_NAMES = ("doc_key", "doc_id")
# Where clusters stand, by what the offsets are said to count; the first that is there is read.
_CLUSTERS = {
    "token": ("clusters_token_offsets", "clusters"),
    "char": ("clusters_char_offsets", "clusters"),
    None: ("clusters_token_offsets", "clusters", "clusters_char_offsets"),
}


class Fault(Exception):
    """What is wrong with a document, the remedy, and the column, or the member whose column it is."""

    def __init__(self, what: str, remedy: str, member: str = "", column: int = 0) -> None:
        super().__init__(what)
        self.what, self.remedy, self.member, self.column = what, remedy, member, column


@dataclass(frozen=True, slots=True)
class Document:
    """A document of which as much is read as can be; the words are None where they are none."""

    name: str
    words: list[str] | None
    clusters: list[Cluster]


def document(
    line: bytes,
    offsets: str | None,
    ends: str | None,
    blame: Callable[[Fault], None],
    most: int = WITHOUT_KEY.brackets,
) -> Document:
    """The document on a line; offsets and ends as stated, else as the file makes plain.

    An error where not even its name can be read; ``blame`` hears of whatever else is wrong, which may be
    that it has more than ``most`` mentions.
    """
    record = _record(line)
    name = _name(record)
    words: list[str] | None = None
    clusters: list[Cluster] = []
    try:
        words = _words(record)
        clusters = _clusters(record, words, offsets, ends, _Mentions(line, blame), most)
    except Fault as fault:
        blame(fault)
    return Document(name, words, clusters)


class _Mentions:
    """Tells of the mentions that are wrong; they come in order, and so do their columns."""

    def __init__(self, line: bytes, blame: Callable[[Fault], None]) -> None:
        self.line, self.blame = line, blame
        self.columns: Iterator[tuple[int, int]] | None = None
        self.wrong = 0

    def tell(self, fault: Fault, member: str, number: int) -> None:
        self.wrong += 1
        if self.wrong <= MOST_PROBLEMS:
            if self.columns is None:
                self.columns = enumerate(mention_columns(self.line.decode(), member))
            fault.column = next((column for index, column in self.columns if index == number), 0)
        self.blame(fault)


def _clusters(
    record: dict[str, Any],
    words: list[str],
    offsets: str | None,
    ends: str | None,
    mentions: _Mentions,
    most: int,
) -> list[Cluster]:
    key = next((key for key in _CLUSTERS[offsets] if key in record), None)
    if key is None:
        raise Fault("a document without clusters", "write `clusters`, an empty list for none")
    counts, last = _meaning(record, key, offsets, ends)
    # A cluster without mentions is work too.
    if sum(max(1, len(cluster)) for cluster in _lists(record[key], key)) > most:
        raise Fault(f"more than {most:,} mentions in this document", TOO_MUCH)
    places = _characters(record, words) if counts == "char" else None
    clusters: list[Cluster] = []
    number = 0
    for cluster in _lists(record[key], key):
        clusters.append([])
        for pair in cluster:
            try:
                clusters[-1].append(_span(pair, len(words), places, last == "exclusive"))
            except Fault as fault:
                mentions.tell(fault, key, number)
            number += 1
    if not mentions.wrong:
        _check_strings(record, words, clusters)
    return clusters


def _record(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_DOCUMENT:
        raise Fault(
            f"a document of {len(line):,} bytes", f"split it; a line holds at most {LONGEST_DOCUMENT:,}"
        )
    try:
        record = json.loads(line.decode(), object_pairs_hook=_unique)
    except UnicodeDecodeError as error:
        column = len(line[: error.start].decode()) + 1
        raise Fault("this line is not UTF-8", "save the file as UTF-8", column=column) from None
    except json.JSONDecodeError as error:
        what = f"no JSON from column {error.colno} on"
        raise Fault(what, "write one whole document per line", column=error.colno) from None
    except (RecursionError, ValueError):
        raise Fault(
            "JSON nested too deep, or too long a number", "write one plain document per line"
        ) from None
    if not isinstance(record, dict):
        raise Fault("a line that is no JSON object", "write one document per line, `{...}`")
    return record


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names stand once each: which of two clusterings should count?"""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise Fault(f"the name {name[:40]!r} stands twice in one object", "keep one of the two")
        found[name] = value
    return found


def _name(record: dict[str, Any]) -> str:
    member = next((key for key in _NAMES if key in record), "")
    name = record.get(member, "")
    if not isinstance(name, str):
        raise Fault("a document whose name is no text", "write `doc_key` (or `doc_id`) as text", member)
    fault = name_fault(name.strip())
    if fault:
        raise Fault(fault, "give it a printable `doc_key` (or `doc_id`)", member)
    return name.strip()


def _words(record: dict[str, Any]) -> list[str]:
    if "sentences" in record:
        words = list(chain.from_iterable(_lists(record["sentences"], "sentences")))
    elif isinstance(record.get("tokens"), list):
        words = record["tokens"]
    else:
        raise Fault(
            "a document without words", "write `sentences`, a list of lists of words, or `tokens`, a list"
        )
    if not all(isinstance(word, str) for word in words):
        member = "sentences" if "sentences" in record else "tokens"
        remedy = "write `sentences` as lists of words, or `tokens` as one list"
        raise Fault("a word that is no text", remedy, member)
    return words


def _lists(value: Any, name: str) -> list[list[Any]]:
    if not isinstance(value, list) or not all(isinstance(inner, list) for inner in value):
        example = "[[word, ...], ...]" if name == "sentences" else "[[[start, end], ...], ...]"
        raise Fault(f"`{name}` is no list of lists", f"write {example}", name)
    return value


def _meaning(record: dict[str, Any], key: str, offsets: str | None, ends: str | None) -> tuple[str, str]:
    """What the offsets count, and whether the end of a mention belongs to it."""
    plain = {"clusters_token_offsets": "token", "clusters_char_offsets": "char"}
    if "sentences" in record and "text" not in record:
        plain["clusters"] = "token"
    counts = offsets or plain.get(key)
    last = ends or ("inclusive" if plain.get(key) == counts else None)
    if counts is None or last is None:
        raise Fault(
            f"it is not plain what the numbers in `{key}` count",
            "state --offsets token|char and --ends inclusive|exclusive",
            key,
        )
    return counts, last


def _span(
    pair: Any, tokens: int, places: tuple[dict[int, int], dict[int, int]] | None, exclusive: bool
) -> tuple[int, int]:
    """The first and last token of a mention."""
    if not (isinstance(pair, list) and len(pair) == 2 and all(type(number) is int for number in pair)):
        raise Fault(f"{repr(pair)[:40]} is no mention", "write a pair of whole numbers, [start, end]")
    start, end = pair[0], pair[1] - exclusive
    if places:
        if start not in places[0] or end not in places[1]:
            raise Fault(
                f"the characters {repr(pair)[:40]} do not begin and end with a token",
                "cut mentions where tokens are cut, or state the right --ends",
            )
        start, end = places[0][start], places[1][end]
    if not 0 <= start <= end < tokens:
        raise Fault(
            f"the mention {repr(pair)[:40]} does not lie within the {tokens} tokens",
            "count tokens from 0, or state the right --offsets and --ends",
        )
    return start, end


def _characters(record: dict[str, Any], words: list[str]) -> tuple[dict[int, int], dict[int, int]]:
    """The token that begins, and the one that ends, at a character of the text."""
    text = record.get("text", " ".join(words))
    if not isinstance(text, str):
        raise Fault("`text` is no text", "write the text that `tokens` cuts, or leave it out", "text")
    starts, stops = {}, {}
    place = 0
    for number, word in enumerate(words):
        found = text.find(word, place)
        if found < 0:
            what = f"the token {word[:40]!r} is not in the text"
            raise Fault(
                what, "write the tokens of `text`, in order", "text" if "text" in record else "tokens"
            )
        place = found + len(word)
        if word:
            starts[found], stops[place - 1] = number, number
    return starts, stops


def _check_strings(record: dict[str, Any], words: list[str], clusters: list[Cluster]) -> None:
    """The strings that the file says its mentions are, compared without their spaces."""
    if "clusters_strings" not in record:
        return
    strings = _lists(record["clusters_strings"], "clusters_strings")
    if [len(cluster) for cluster in strings] != [len(cluster) for cluster in clusters]:
        what = "`clusters_strings` has other clusters than the offsets"
        raise Fault(what, "write one string per mention", "clusters_strings")
    letters = [_letters(word) for word in words]
    ends = list(accumulate(map(len, letters), initial=0))
    text = "".join(letters)
    for (start, end), string in zip(chain(*clusters), chain(*strings), strict=True):
        wanted = _letters(str(string))
        # The lengths first: many long mentions with short strings must not cost a comparison each.
        if ends[end + 1] - ends[start] != len(wanted) or text[ends[start] : ends[end + 1]] != wanted:
            covered = " ".join(words[start : min(end, start + 40) + 1])
            raise Fault(
                f"tokens {start} to {end} are {covered[:40]!r}, in `clusters_strings` {str(string)[:40]!r}",
                "state the right --offsets and --ends",
                "clusters_strings",
            )


def _letters(text: str) -> str:
    return "".join(text.split())


def in_order(clusters: list[Cluster]) -> list[Cluster]:
    """The clusters in order of their first bracket, were the document a CoNLL file."""
    return sorted(
        filter(None, clusters), key=lambda cluster: min((start, start < end) for start, end in cluster)
    )
