"""CorefUD text read in the plainest way, only for well-formed text, and a small task to mutate."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from tests.oracles.corefud_oracle import Mention, Node, node
from tests.support.made_corefud import corefud, random_document, random_response

BRACKET = re.compile(r"\((?P<alone>[^()]+)\)|\((?P<opens>[^()]+)|(?P<closes>[^()]+)\)")
PIECE = re.compile(r"(.+?)(?:\[(\d+)/(\d+)\])?")

_rng = random.Random(22)
_documents = [random_document(_rng) for _ in range(3)]
KEY = corefud(_documents)
RESPONSES = [KEY, *(corefud([random_response(_rng, one) for one in _documents]) for _ in range(6))]


def write(folder: Path, **texts: str) -> None:
    """Files of these names with the suffix .conllu."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.conllu").write_text(text, encoding="utf-8")


# The head of each mention of a key, by its nodes.
Heads = Mapping[tuple[Node, ...], Node]


def read(text: str, beside: Mapping[str, Heads] = MappingProxyType({})) -> dict[str, list[Mention]]:
    """The mentions of each document in order of the text; of equal ones that of the first entity.

    A mention without a head takes that of the mention of the same nodes ``beside`` it, or of its tree.
    """
    documents: dict[str, list[list[list[str]]]] = {}
    fields: list[str] = []
    for line in text.split("\n"):
        line = line.removesuffix("\r")
        comment = re.match(r"#[ \t]*(newdoc|global\.Entity)(?![\w.])[ \t]*(.*)", line)
        if comment and comment[1] == "newdoc":
            rest = comment[2].strip()
            name = rest.partition("=")[2].strip() if rest else str(len(documents) + 1)
            sentences = documents.setdefault(name, [[]])
        elif comment:
            fields = comment[2].strip().removeprefix("=").strip().split("-")
        elif not line.strip():
            if documents:
                sentences.append([])
        elif not line.startswith("#"):
            sentences[-1].append(line.split("\t"))
    return {
        name: once(of_document(filter(None, rows), fields, beside.get(name, {})))
        for name, rows in documents.items()
    }


def of_document(sentences: Iterator[list[list[str]]], fields: list[str], beside: Heads) -> Iterator[Mention]:
    """The mentions in order of their first bracket."""
    for number, rows in enumerate(sentences):
        rows = [row for row in rows if "-" not in row[0]]
        yield from (
            mention(rows, number, name, head, pieces, beside)
            for name, head, pieces in sorted(spans(rows, fields), key=lambda found: found[2][0][2])
        )


def spans(rows: list[list[str]], fields: list[str]) -> Iterator[tuple[str, int, list[tuple[int, int, int]]]]:
    """Id, head and pieces of each mention; a piece is its first and last row, and which bracket opens it."""
    opened: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    waiting: dict[tuple[str, str], list[tuple[int, int, int]]] = {}
    order = 0
    for place, row in enumerate(rows):
        (value,) = [item[7:] for item in row[9].split("|") if item.startswith("Entity=")] or [""]
        for bracket in BRACKET.finditer(value):
            said = [] if bracket["closes"] else (bracket["alone"] or bracket["opens"]).split("-")
            written = said[fields.index("eid" if "eid" in fields else "GRP")] if said else bracket["closes"]
            name, piece, of = PIECE.fullmatch(written).groups()  # type: ignore[union-attr]
            if said:
                order += 1
                at = fields.index("head") if "head" in fields else len(said)
                # A bar ends the value: a head behind it is not named.
                missing = 0 if "head" in fields else 1
                opened[name].append((place, int(said[at]) if at < len(said) else missing, order))
            if bracket["opens"]:
                continue
            first, head, number = opened[name].pop()
            pieces = [*waiting.pop((name, f"{piece}/{of}"), []), (first, place, number)]
            if piece == of:
                yield name, head, pieces
            else:
                waiting[name, f"{int(piece) + 1}/{of}"] = pieces


def mention(
    rows: list[list[str]],
    sentence: int,
    name: str,
    head: int,
    pieces: list[tuple[int, int, int]],
    beside: Heads,
) -> Mention:
    inside = [row for first, last, _ in pieces for row in rows[first : last + 1]]
    nodes = [node(sentence, row[0]) for row in inside]
    known = beside.get(tuple(nodes))
    head = head or (nodes.index(known) + 1 if known else top(inside))
    edges = [edge.split(":", 1) for edge in inside[head - 1][8].split("|") if edge not in ("", "_")]
    return Mention(
        name,
        tuple(nodes),
        nodes[head - 1],
        frozenset((node(sentence, parent), relation) for parent, relation in edges)
        if nodes[head - 1][2]
        else frozenset(),
    )


def top(inside: list[list[str]]) -> int:
    """Where no head is named: the number of the first word whose HEAD is outside, or 1."""
    ids = {row[0] for row in inside}
    tops = (number for number, row in enumerate(inside, 1) if "." not in row[0] and row[6] not in ids)
    return next(tops, 1)


def once(found: Iterator[Mention]) -> list[Mention]:
    """Each set of nodes in the first of its entities."""
    listed = list(found)
    entities = list(dict.fromkeys(one.entity for one in listed))
    kept: dict[tuple[tuple[int, int, int], ...], Mention] = {}
    for one in sorted(listed, key=lambda one: entities.index(one.entity)):
        kept.setdefault(one.nodes, one)
    return sorted(kept.values(), key=lambda one: one.order)


def without_singletons(side: list[Mention]) -> list[Mention]:
    sizes = [one.entity for one in side]
    return [one for one in side if sizes.count(one.entity) > 1]
