"""The counts of a description as their definitions say, from plainly parsed text; slow."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tests.oracles.corefud_oracle import Mention, Node, node
from tests.support import plain_conll, plain_corefud

Row = list[str]
# Of an entity: its range, and of each mention what is counted of it.
Entity = tuple[int, list[dict[str, Any]]]


def of_corefud(text: str) -> dict[str, Any]:
    documents = rows_by_node(text)
    entities: list[Entity] = []
    for name, found in plain_corefud.read(text).items():
        by_entity = defaultdict(list)
        for mention in found:
            by_entity[mention.entity].append(mention)
        for mentions in by_entity.values():
            entities.append(of_entity(documents[name], mentions))
    nodes = [list(rows) for rows in documents.values()]
    words = [sum(not decimal for _, _, decimal in rows) for rows in nodes]
    return {
        "documents": len(documents),
        "sentences": sum(len({number for number, _, _ in rows}) for rows in nodes),
        "words": sum(words),
        "empty_nodes": sum(map(len, nodes)) - sum(words),
        "longest_document": max(words),
        **groups(entities, with_nodes=True),
    }


def rows_by_node(text: str) -> dict[str, dict[Node, Row]]:
    """The rows of words and empty nodes of each document; sentences are numbered from 0."""
    documents: dict[str, dict[Node, Row]] = {}
    for part in re.split(r"^# newdoc id = ", text, flags=re.M)[1:]:
        name, _, body = part.partition("\n")
        sentences = [block for block in re.split(r"\n\s*\n", body) if re.search(r"^\d", block, re.M)]
        documents[name] = {
            node(number, cells[0]): cells
            for number, block in enumerate(sentences)
            for cells in (line.split("\t") for line in block.split("\n") if re.match(r"\d", line))
            if "-" not in cells[0]
        }
    return documents


def of_entity(rows: dict[Node, Row], mentions: Sequence[Mention]) -> Entity:
    ordered = sorted(mentions, key=lambda one: (one.nodes[0], -len(one.nodes), one.nodes[-1]))
    place = {one: number for number, one in enumerate(sorted(rows))}
    return place[ordered[-1].head] - place[ordered[0].head], [of_mention(rows, one) for one in ordered]


def of_mention(rows: dict[Node, Row], mention: Mention) -> dict[str, Any]:
    nodes = mention.nodes
    between = [one for one in rows if nodes[0] <= one <= nodes[-1]]
    tops = [one for one in nodes if not any(parent in nodes for parent in parents(one, rows[one]))]
    return {
        "length": sum(not decimal for _, _, decimal in nodes),
        "with_empty": any(decimal for _, _, decimal in nodes),
        "with_gap": len(between) > len(nodes),
        "non_treelet": len(tops) > 1,
        "tag": rows[mention.head][3],
    }


def parents(one: Node, row: Row) -> Iterator[Node]:
    """The nodes that govern a node; word 0 is none."""
    edges = [edge.split(":")[0] for edge in row[8].split("|")] if one[2] else [row[6]]
    for name in edges:
        if re.fullmatch(r"\d+(\.\d+)?", name) and name != "0":
            yield node(one[0], name)


def of_conll(text: str, tag: Callable[[Sequence[str]], int]) -> dict[str, Any]:
    """Count CoNLL text; ``tag`` tells the head of a mention by its tags."""
    words: Counter[str] = Counter()
    entities: list[Entity] = []
    sentences = 0
    for (name, number), found in plain_conll.read(text).items():
        body = re.search(
            rf"#begin document \({re.escape(name)}\); part {number:03d}\n(.*?)#end document", text, re.S
        )
        assert body
        rows = [line.split("\t") for line in body[1].split("\n") if line.strip()]
        sentences += sum(bool(block.strip()) for block in body[1].split("\n\n"))
        words[name] += len(rows)
        tags = [row[4] for row in rows]
        for spans in found:
            starts = [start for start, _ in spans]
            mentions = [
                {"length": end - start + 1, "tag": tags[start + tag(tags[start : end + 1])]}
                for start, end in spans
            ]
            entities.append((max(starts) - min(starts), mentions))
    return {
        "documents": len(words),
        "sentences": sentences,
        "words": sum(words.values()),
        "empty_nodes": None,
        "longest_document": max(words.values()),
        **groups(entities, with_nodes=False),
    }


def groups(entities: list[Entity], with_nodes: bool) -> dict[str, Any]:
    return {
        "all": group(entities, with_nodes),
        "non_singletons": group([one for one in entities if len(one[1]) > 1], with_nodes),
        "singletons": group([one for one in entities if len(one[1]) == 1], with_nodes),
    }


def group(entities: list[Entity], with_nodes: bool) -> dict[str, Any]:
    mentions = [mention for _, found in entities for mention in found]
    sizes = [len(found) for _, found in entities]
    lengths = [one["length"] for one in mentions]
    ranges = sorted(reach for reach, _ in entities)
    return {
        "entities": {
            "count": len(entities),
            "mentions": len(mentions),
            "largest": max(sizes, default=0),
            "sizes": {**{str(n): sizes.count(n) for n in range(1, 5)}, "5+": sum(n > 4 for n in sizes)},
            "range_p95": ranges[19 * (len(ranges) - 1) // 20] if ranges else 0,
        },
        "mentions": {
            "count": len(mentions),
            "words": sum(lengths),
            "longest": max(lengths, default=0),
            "lengths": {**{str(n): lengths.count(n) for n in range(5)}, "5+": sum(n > 4 for n in lengths)},
            **{
                name: sum(one[name] for one in mentions) if with_nodes else None
                for name in ("with_empty", "with_gap", "non_treelet")
            },
            "head_upos": dict(Counter(one["tag"] for one in mentions)),
        },
    }


def counts(record: dict[str, Any]) -> dict[str, Any]:
    """A record without its means, which follow from its counts."""
    means = ("words_per_document", "per_1000_words", "mean_size", "mean_length")
    return {
        name: counts(value) if isinstance(value, dict) else value
        for name, value in record.items()
        if name not in means
    }
