"""CoNLL text, written and read in the plainest way; only for well-formed text."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

Span = tuple[int, int]
Entity = frozenset[Span]
PartName = tuple[str, int]
Part = tuple[Sequence[Entity], Sequence[Entity]]
# To be written an entity may repeat a mention; read back it never does.
Written = Sequence[Collection[Span]]

HEADER = re.compile(r"#begin document \(?(?P<name>.*?)\)?(?:;\s*(?:part\s+(?P<part>\d+))?)?\s*$")
BRACKET = re.compile(r"\(([^()|]+)\)|\(([^()|]+)|([^()|]+)\)")


def read_pair(key: str, response: str) -> list[Part]:
    """The parts of a key, each with what the response says of it."""
    theirs = read(response)
    return [(entities, theirs[name]) for name, entities in read(key).items()]


def read(text: str) -> dict[PartName, list[Entity]]:
    """The entities of each part, in the order of their first bracket.

    A mention that occurs twice is kept in the first of its entities.
    """
    parts: dict[PartName, list[Entity]] = {}
    cells: list[str] = []
    name: PartName = ("", 0)
    for line in text.splitlines():
        header = HEADER.match(line)
        if header:
            name, cells = (header["name"].strip(), int(header["part"] or 0)), []
        elif line.startswith("#end document"):
            parts[name] = without_repeats(spans_by_id(cells))
        elif line.strip():
            cells.append(line.split("\t")[-1] if "\t" in line else line.split()[-1])
    return parts


def spans_by_id(cells: Sequence[str]) -> dict[str, list[Span]]:
    """On one token one-token mentions come first, then opens, then closes; the last open closes first."""
    spans: dict[str, list[Span]] = {}
    opened: dict[str, list[int]] = {}
    for token, cell in enumerate(cells):
        brackets = [match.groups() for match in BRACKET.finditer(cell)]
        for single, _, _ in brackets:
            if single:
                spans.setdefault(single, []).append((token, token))
        for _, opening, _ in brackets:
            if opening:
                spans.setdefault(opening, [])
                opened.setdefault(opening, []).append(token)
        for _, _, closing in brackets:
            if closing:
                spans[closing].append((opened[closing].pop(), token))
    return spans


def without_repeats(spans: dict[str, list[Span]]) -> list[Entity]:
    seen: set[Span] = set()
    entities = []
    for mentions in spans.values():
        entities.append(frozenset(mentions) - seen)
        seen |= entities[-1]
    return [entity for entity in entities if entity]


def write_pair(parts: Sequence[tuple[Written, Written]]) -> tuple[str, str]:
    """Key and response as two texts of the same tokens."""
    lengths = [
        2 + max((end for entity in (*key, *response) for _, end in entity), default=0)
        for key, response in parts
    ]
    keys, responses = [key for key, _ in parts], [response for _, response in parts]
    return write(keys, lengths), write(responses, lengths)


def write(parts: Sequence[Written], lengths: Sequence[int]) -> str:
    """One side; two parts make a document, tabs the columns, the place in its list an entity's id."""
    lines: list[str] = []
    for index, (entities, length) in enumerate(zip(parts, lengths, strict=True)):
        name = f"doc{index // 2}"
        lines.append(f"#begin document ({name}); part {index % 2:03d}")
        for token, cell in enumerate(brackets(entities, length)):
            lines.append("\t".join((name, str(index % 2), str(token), f"w{token}", cell)))
        lines += ["", "#end document"]
    return "".join(line + "\n" for line in lines)


def brackets(entities: Written, length: int) -> list[str]:
    """The last column. Spans that cross within one entity would be read back wrongly: see ``crosses``."""
    assert not any(crosses(a, b) for entity in entities for a in entity for b in entity)
    cells: list[list[str]] = [[] for _ in range(length)]
    for number, entity in enumerate(entities):
        for start, end in sorted(entity):
            if start == end:
                cells[start].append(f"({number})")
            else:
                cells[start].append(f"({number}")
                cells[end].append(f"{number})")
    return ["|".join(cell) or "-" for cell in cells]


def crosses(first: Span, second: Span) -> bool:
    """Do these spans of one entity, closed last-in-first-out, read back as others?"""
    (start, end), (later_start, later_end) = sorted((first, second))
    return start < later_start <= end < later_end


def uncrossed(spans: Sequence[Span]) -> Entity:
    """The spans without those that cross an earlier one."""
    kept: list[Span] = []
    for span in spans:
        if not any(crosses(span, other) for other in kept):
            kept.append(span)
    return frozenset(kept)
