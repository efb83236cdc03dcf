"""Synthetic parts as documents of a CorefUD file, with zeros, and appositions in pieces.

Every third personal pronoun is dropped and stands as an empty node; a response has such a node only where it
has a mention there. A mention leaves out the commas within it, unless its entity has another mention there,
which the format could not tell from its pieces.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np

from leaderboard.simulation.draws import Flags, Integers
from leaderboard.simulation.synthetic_key import Part

_HEADER = "# global.Entity = eid-etype-head-other"
_DROPPED = 3
_TAGS = {
    "NNP": "PROPN", "NN": "NOUN", "NNS": "NOUN", "CD": "NUM", "PRP": "PRON", "PRP$": "PRON", "DT": "DET",
    "JJ": "ADJ", "IN": "ADP", "CC": "CCONJ", "RB": "ADV", "MD": "AUX", "TO": "PART", "POS": "PART",
    "WDT": "PRON", "UH": "INTJ", ",": "PUNCT", ".": "PUNCT",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Mention:
    entity: int
    nodes: list[int]
    head: int


def corefud(part: Part) -> Callable[[Integers], bytes]:
    """Return a function that writes the part with the entities of its spans."""
    dropped = np.array([tag == "PRP" for tag in part.tags]) & (np.arange(len(part.tags)) % _DROPPED == 0)
    return partial(_block, part, dropped)


def _block(part: Part, dropped: Flags, entities: Integers) -> bytes:
    name = f"{part.document}_{part.number}" if part.number else part.document
    sentence = name.replace("/", "-")  # a slash in the name of a sentence would name a language
    spans = np.flatnonzero(entities >= 0)
    there = ~dropped
    there[part.start[spans][part.start[spans] == part.end[spans]]] = True
    cells = _cells(_mentions(part, spans, entities[spans], there), np.cumsum(there))
    lines = [f"# newdoc id = {name}", _HEADER]
    bounds = np.flatnonzero(np.diff(part.sentence, prepend=-1, append=-1)).tolist()
    for number, (first, stop) in enumerate(pairwise(bounds), 1):
        lines += [f"# sent_id = {sentence}-s{number}", *_rows(part, first, stop, dropped, there, cells), ""]
    return "".join(f"{line}\n" for line in lines).encode()


def _mentions(part: Part, spans: Integers, entities: Integers, there: Flags) -> Iterator[_Mention]:
    """The mentions in order of start, the outer before the inner; entities numbered as they appear."""
    inward = np.lexsort((-part.end[spans], part.start[spans]))
    columns = (part.start[spans], part.end[spans], part.head[spans], entities)
    rows = list(zip(*(column[inward].tolist() for column in columns), strict=True))
    covered = Counter((entity, token) for start, end, _, entity in rows for token in range(start, end + 1))
    numbers: dict[int, int] = {}
    for start, end, head, entity in rows:
        nodes = [node for node in range(start, end + 1) if there[node]]
        if all(covered[entity, token] == 1 for token in range(start, end + 1)):
            nodes = [node for node in nodes if part.tags[node] != "," or node in (nodes[0], nodes[-1])]
        yield _Mention(
            numbers.setdefault(entity, 1 + len(numbers)), nodes, head if head in nodes else nodes[0]
        )


def _cells(mentions: Iterator[_Mention], place: Integers) -> dict[int, str]:
    """The brackets at each node: what closes, inner before outer, then what opens, outer before inner."""
    opens: dict[int, list[tuple[int, str]]] = defaultdict(list)
    closes: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for mention in mentions:
        pieces = _pieces(mention.nodes, place)
        said = f"-person-{1 + mention.nodes.index(mention.head)}-"
        for number, (first, last) in enumerate(pieces, 1):
            name = f"e{mention.entity}" + (f"[{number}/{len(pieces)}]" if len(pieces) > 1 else "")
            if first == last:
                opens[first].append((0, f"({name}{said})"))
            else:
                opens[first].append((first - last, f"({name}{said}"))
                closes[last].append((last - first, f"{name})"))
    return {
        node: "Entity=" + "".join(text for _, text in [*sorted(closes[node]), *sorted(opens[node])])
        for node in {*opens, *closes}
    }


def _pieces(nodes: list[int], place: Integers) -> list[tuple[int, int]]:
    """The runs of nodes that follow one another in the text; ``place`` counts the nodes that there are."""
    cuts = [
        at for at, (node, following) in enumerate(pairwise(nodes), 1) if place[following] > place[node] + 1
    ]
    return [(nodes[first], nodes[stop - 1]) for first, stop in pairwise([0, *cuts, len(nodes)])]


def _rows(
    part: Part, first: int, stop: int, dropped: Flags, there: Flags, cells: dict[int, str]
) -> Iterator[str]:
    """The lines of a sentence: a word hangs on the first one, a zero on the verb that follows it."""
    number = np.cumsum(~dropped[first:stop]).tolist()
    for node in range(first, stop):
        index = number[node - first]
        misc = cells.get(node, "_")
        if not dropped[node]:
            word, tag = part.words[node], part.tags[node]
            features = "Poss=Yes" if tag == "PRP$" else "_"
            hangs = "0\troot" if index == 1 else "1\tdep"
            yield f"{index}\t{word}\t_\t{_TAGS.get(tag, 'VERB')}\t{tag}\t{features}\t{hangs}\t_\t{misc}"
        elif there[node]:
            verbs = [at for at in range(node, stop) if part.tags[at][0] == "V"]
            parent = f"{number[verbs[0] - first]}:nsubj" if verbs else f"{index}:obj" if index else "0:root"
            yield f"{index}.1\t_\t_\tPRON\tPRP\t_\t_\t_\t{parent}\t{misc}"
