"""What must hold for any file whatsoever: it is refused in plain words, or scored as the oracle does."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import re
import zipfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from leaderboard.errors import InputError, Problem
from leaderboard.formats import format_name
from leaderboard.formats.conll import layout
from leaderboard.metrics.metric import Floats, Metric
from leaderboard.options import Options, read_options
from leaderboard.options.options import BEYOND_IDENTITY
from leaderboard.options.settings_file import read_configuration
from leaderboard.scoring.key import Key, chosen_metrics, read_key
from leaderboard.scoring.scored import score_response
from leaderboard.submissions import open_submission
from tests.oracles import corefud_oracle, oracle
from tests.oracles.corefud_oracle import Mention
from tests.support import anaphora, plain_conll, plain_corefud, small_task, toolkits
from tests.support.plain_conll import Entity, PartName, Span, spans_by_id

NAMES = ["mentions", "muc", "bcub", "ceafm", "ceafe", "blanc", "lea"]
STRICT = read_options({"metric": [*NAMES, "mor", "zero"]})
LENIENT = replace(STRICT, missing="empty", check_words=False)
REPAIRED = replace(STRICT, repair="align")
# An id is one entity in all documents.
ACROSS = read_options({"metric": NAMES, "across": "corpus"})
METRICS = chosen_metrics(STRICT)
BEYOND = read_options({"metric": [*NAMES, "conll", *BEYOND_IDENTITY]})
KEY_PARTS = plain_conll.read(small_task.KEY)
NAME_MEMBERS = ("doc_key", "doc_id", "document_id")
KEY_DOCUMENTS = plain_corefud.read(plain_corefud.KEY)
KEY_HEADS = {name: {one.nodes: one.head for one in key} for name, key in KEY_DOCUMENTS.items()}
UNPACK = {".gz": gzip.decompress, ".bz2": bz2.decompress, ".xz": lzma.decompress}


def small_key(folder: Path) -> Key:
    """The key of the small task, read from a folder of its own."""
    small_task.write(folder, key=small_task.KEY)
    return read_key(folder / "key.conll", STRICT)


def small_joined_key(folder: Path) -> Key:
    """The key of the small task, its entities joined over documents."""
    small_task.write(folder, key=small_task.KEY)
    return read_key(folder / "key.conll", ACROSS)


def small_corefud_key(folder: Path) -> Key:
    """The key of the small task in CorefUD."""
    plain_corefud.write(folder, key=plain_corefud.KEY)
    return read_key(folder / "key.conllu", STRICT)


def small_conllua_key(folder: Path) -> Key:
    """A key with sets of antecedents, bridges and minimum spans, and its responses."""
    (folder / "key.conllua").write_text(anaphora.KEY, encoding="utf-8")
    return read_key(folder / "key.conllua", BEYOND)


def is_accepted(key: Key, path: Path, options: Options = STRICT) -> bool:
    """Whether a file is; an error if it is refused in any but plain words, or scored wrongly."""
    try:
        if path.suffix == ".toml":
            read_configuration(path)
            return True
        metrics = chosen_metrics(BEYOND, key.format) if key.format == "conllua" else METRICS
        scored = score_response(key, open_submission(path, follow_symlinks=False), options, metrics)
    except InputError as error:
        check_problems(error.problems, path)
        return False
    if path.is_dir():
        if options.repair == "none":
            response = plain_booknlp(path)
            check_scores(scored.sums, [(key, response.get(name, [])) for name, key in KEY_PARTS.items()])
        return True
    form = format_name(content(path))
    if form == "text":
        return True  # tests of the readers know what such a file holds
    if options.joins:
        check_scores(scored.sums, [joined_pair(path)])
    elif key.format == "conllua" or options.repair == "align" or (key.format, form) == ("corefud", "stanza"):
        check_fractions(scored.sums, metrics)
    elif key.format == "corefud":
        check_corefud_scores(scored.sums, plain_corefud.read(content(path).decode(), KEY_HEADS))
    else:
        response = plain(path)
        check_scores(scored.sums, [(key, response.get(name, [])) for name, key in KEY_PARTS.items()])
    return True


def check_problems(problems: Sequence[Problem], path: Path) -> None:
    assert problems
    for problem in problems:
        assert problem.file.startswith(str(path))
        assert problem.what
        assert problem.remedy
        assert not problem.trace, problem.trace
        assert str(problem).isprintable(), repr(str(problem))
        assert len(str(problem)) < 5000


def check_fractions(sums: dict[str, Floats], metrics: Sequence[Metric]) -> None:
    """Nothing is NaN, negative or above 1."""
    for metric in metrics:
        for score in metric.score(sums[metric.name].sum(axis=-1)):
            assert score is None or -1e-9 <= score <= 1 + 1e-9, metric.name


def check_corefud_scores(sums: dict[str, Floats], response: dict[str, list[Mention]]) -> None:
    """By head and without singletons, unless mentions stand in an order that nobody has settled."""
    sides = [(key, response.get(name, [])) for name, key in KEY_DOCUMENTS.items()]
    counted = [tuple(map(plain_corefud.without_singletons, pair)) for pair in sides]
    if not all(corefud_oracle.is_clear(side) for pair in counted for side in pair):
        return
    pairs = [corefud_oracle.pairs(*pair, "head", "dependent") for pair in counted]
    check_scores(
        sums, [corefud_oracle.as_spans(*pair, found) for pair, found in zip(counted, pairs, strict=True)]
    )
    for (ours, theirs), found, mor, zero in zip(counted, pairs, sums["mor"].T, sums["zero"].T, strict=True):
        assert mor.tolist() == corefud_oracle.mor(ours, theirs)
        assert zero.tolist() == corefud_oracle.zero(ours, theirs, found)


def check_scores(sums: dict[str, Floats], parts: Sequence[oracle.Part]) -> None:
    """Corpus scores by every metric are the oracle's."""
    for metric in METRICS:
        if metric.name not in NAMES:
            continue
        scores = metric.score(sums[metric.name].sum(axis=-1))
        expected = [float(value) for value in oracle.score(parts, metric.name) if value is not None]
        found = [float(value) for value in (scores.recall, scores.precision, scores.f1) if value is not None]
        assert found == pytest.approx(expected, abs=1e-9), metric.name


def content(path: Path) -> bytes:
    """What is in an accepted file, unpacked."""
    data = path.read_bytes()
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            (name,) = (name for name in archive.namelist() if counts(name))
            data = archive.read(name)
    return UNPACK.get(path.suffix, bytes)(data).removeprefix(b"\xef\xbb\xbf")


def plain(path: Path) -> dict[PartName, list[Entity]]:
    """The entities of an accepted file by the key's parts, read in the plainest way."""
    text = content(path).decode()
    is_stanza = format_name(text.encode()) == "stanza"
    read = plain_stanza if is_stanza else plain_json if text.lstrip()[:1] == "{" else plain_text
    found = read(text)
    return {key_part(name): entities for name, entities in found.items()}


def joined_pair(path: Path) -> oracle.Part:
    """The key and an accepted file as if all documents were one, in the order of the key."""
    text = content(path).decode()
    read = ids_of_json if text.encode().lstrip()[:1] == b"{" else ids_of_text
    return joined(ids_of_text(small_task.KEY)), joined(
        {key_part(name): ids for name, ids in read(text).items()}
    )


def joined(parts: Mapping[PartName, Mapping[str, Sequence[Span]]]) -> list[Entity]:
    spans: dict[str, list[Span]] = {}
    for place, name in enumerate(KEY_PARTS):
        before = place * len(small_task.WORDS)
        for entity, mentions in parts[name].items():
            spans.setdefault(entity, []).extend((before + start, before + end) for start, end in mentions)
    return plain_conll.without_repeats(spans)


def counts(name: str) -> bool:
    parts = name.split("/")
    return not name.endswith("/") and not any(part.startswith(".") or part == "__MACOSX" for part in parts)


def key_part(name: PartName) -> PartName:
    """Part 1 of document a may also be called a_1, as in JSON lines."""
    joined = {(f"{document}_{number}", 0): (document, number) for document, number in KEY_PARTS}
    return name if name in KEY_PARTS else joined[name]


def plain_text(text: str) -> dict[PartName, list[Entity]]:
    return {name: plain_conll.without_repeats(spans_by_id(cells)) for name, cells in cells_of(text).items()}


def ids_of_text(text: str) -> dict[PartName, dict[str, list[Span]]]:
    """The mentions of each id in each document, which the third of eight columns may name."""
    by_column = layout(text.encode(), None, False, True).documents
    return {name: spans_by_id(cells) for name, cells in cells_of(text, by_column).items()}


def cells_of(text: str, by_column: bool = False) -> dict[PartName, list[str]]:
    parts: dict[PartName, list[str]] = {}
    name: PartName | None = None
    for line in text.split("\n"):
        line = line.removesuffix("\r")
        stripped = line.strip(" \t")
        if found := re.match(r"#\s*(begin|end) document\b", stripped):
            if found[1] == "begin":
                name = plain_header(stripped[found.end() :])
                parts |= {} if by_column else {name: []}
        elif stripped:
            columns = line.split("\t") if "\t" in line else line.strip(" ").split(" ")
            if by_column:
                name = columns[2].strip(), 0
            assert name is not None
            parts.setdefault(name, []).append(columns[-1].strip(" "))
    return parts


def plain_stanza(text: str) -> dict[PartName, list[Entity]]:
    """The entities of chains, by the key's parts; a document without a name is the first."""
    spans: dict[PartName, dict[str, list[Span]]] = {}
    name, word, opened = ("a_0", 0), -1, defaultdict[str, list[int]](list)
    for line in text.split("\n"):
        if found := re.match(r"#[ \t]*newdoc(?:[ \t]+id)?[ \t]*=?(.*)", line):
            name, word = (found[1].strip(), 0), -1
        elif re.match(r"\d+\t", line):
            word += 1
            cells = re.findall(r"(?<=[\t|]coref_chains=)[^|\n]*", line)
            chains = re.findall(r"(unit|start|end)-(?:repr-)?(id\w+)", ",".join(cells))
            of_part = spans.setdefault(name, {})
            for kind, entity in sorted(chains, key=lambda chain: ("unit", "start", "end").index(chain[0])):
                if kind != "end":
                    opened[entity].append(word)
                if kind != "start":
                    of_part.setdefault(entity, []).append((opened[entity].pop(), word))
    return {name: plain_conll.without_repeats(by_id) for name, by_id in spans.items()}


def plain_booknlp(folder: Path) -> dict[PartName, list[Entity]]:
    """The entities of the files of mentions in a folder, by the key's parts."""
    parts: dict[PartName, list[Entity]] = {}
    for path in folder.glob("*.entities"):
        header, *rows = path.read_text(encoding="utf-8-sig").split("\n")
        names = header.rstrip("\r").split("\t")
        spans: dict[str, list[Span]] = {}
        for row in rows:
            cells = dict(zip(names, row.rstrip("\r").split("\t"), strict=False))
            if row.strip():
                spans.setdefault(cells["COREF"], []).append(
                    (int(cells["start_token"]), int(cells["end_token"]))
                )
        ordered = sorted(spans.items(), key=lambda one: min((start, start < end) for start, end in one[1]))
        parts[key_part((path.stem, 0))] = plain_conll.without_repeats(dict(ordered))
    return parts


def plain_header(rest: str) -> PartName:
    name, semicolon, tail = rest.rpartition(";")
    number = re.fullmatch(r"\s*(?:part\s*(\d+))?\s*", tail)
    if not semicolon or number is None:
        name, number = rest, None
    name = name.strip()
    if name.startswith("(") and name.endswith(")"):
        name = name[1:-1].strip()
    return name, int(number[1] or 0) if number else 0


def plain_characters(document: dict[str, Any]) -> dict[str, list[Span]]:
    """The mentions of a text by the characters of the words."""
    places = [place for place, character in enumerate(document["text"]) if not character.isspace()]
    starts = [places[sum(map(len, small_task.WORDS[:word]))] for word in range(len(small_task.WORDS))]
    ends = [places[sum(map(len, small_task.WORDS[: word + 1])) - 1] + 1 for word in range(len(starts))]
    return {
        str(number): [(starts.index(start), ends.index(end)) for start, end in cluster]
        for number, cluster in enumerate(document["clusters"])
    }


def plain_json(text: str) -> dict[PartName, list[Entity]]:
    return {name: plain_conll.without_repeats(ids) for name, ids in ids_of_json(text).items()}


def ids_of_json(text: str) -> dict[PartName, dict[str, list[Span]]]:
    """The mentions of each id in each document; those without names are the parts of the key in its order."""
    parts: dict[PartName, dict[str, list[Span]]] = {}
    for record in records_of(text):
        documents = toolkits.read_plainly(record)
        if documents is None:
            texts = "text" in record and not {"sentences", "tokens", *NAME_MEMBERS} & record.keys()
            documents = [(name_of(record), plain_characters(record) if texts else ids_of(record))]
        for name, ids in documents:
            part = list(KEY_PARTS)[len(parts)] if name is None else (name.strip(), 0)
            parts[part] = by_first_bracket(ids)
    return parts


def records_of(text: str) -> list[dict[str, Any]]:
    """The documents of a file, one after the other."""
    records, rest = [], text.strip()
    while rest:
        record, stop = json.JSONDecoder().raw_decode(rest)
        records.append(record)
        rest = rest[stop:].strip()
    return records


def name_of(document: dict[str, Any]) -> str | None:
    return next((document[key] for key in NAME_MEMBERS if key in document), None)


def ids_of(document: dict[str, Any]) -> dict[str, list[Span]]:
    """The mentions of each cluster by its id, or else by its place."""
    found = next(document[key] for key in ("clusters_token_offsets", "clusters") if key in document)
    clusters = found if isinstance(found, dict) else {str(number): one for number, one in enumerate(found)}
    return {name: [(start, end) for start, end in cluster] for name, cluster in clusters.items()}


def by_first_bracket(ids: dict[str, list[Span]]) -> dict[str, list[Span]]:
    spans = {name: cluster for name, cluster in ids.items() if cluster}
    return dict(sorted(spans.items(), key=lambda one: min((start, start < end) for start, end in one[1])))
