"""Synthetic tasks as files, written bit by bit so that any size and any number of them fits in memory."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np

from leaderboard.files import naming
from leaderboard.simulation.language import Flags, Integers
from leaderboard.simulation.synthetic_key import Part
from leaderboard.simulation.synthetic_responses import Entrant, response

# The bytes that are held before they are written.
MOST_WAITING = 32 << 20

# What writes a part with the entities of its spans.
Block = Callable[[Integers], bytes]


def write(key: Path, systems: Mapping[Path, Entrant], parts: Iterable[Part], seed: int, layout: str) -> None:
    """Write the key and a file for every system, all in one pass over the parts, one open at a time."""
    waiting: dict[Path, list[bytes]] = {path: [] for path in (key, *systems)}
    for path in waiting:
        path.write_bytes(b"")
    size = 0
    for part in parts:
        block = LAYOUTS[layout](part)
        waiting[key].append(block(part.entities))
        for path, entrant in systems.items():
            waiting[path].append(block(response(part, entrant, seed)))
        size += sum(len(blocks[-1]) for blocks in waiting.values())
        if size > MOST_WAITING:
            _append(waiting)
            size = 0
    _append(waiting)


def _append(waiting: Mapping[Path, list[bytes]]) -> None:
    for path, blocks in waiting.items():
        with naming(path), path.open("ab") as file:
            file.writelines(blocks)
        blocks.clear()


def _conll(columns: Callable[[Part], list[str]], column: Callable[[str], str], part: Part) -> Block:
    """Return a function that writes the part in CoNLL with the entities of its spans."""
    return partial(_block, part, columns(part), column)


def _block(part: Part, lines: list[str], column: Callable[[str], str], entities: Integers) -> bytes:
    """A part of a file: the columns that all files share, and its own coreference column."""
    none = column("")
    cells = [none] * len(lines)
    for token, brackets in _brackets(part, entities).items():
        cells[token] = column("|".join(brackets))
    body = "".join([text for line in zip(lines, cells, strict=True) for text in line])
    return f"#begin document ({part.document}); part {part.number:03d}{body}\n\n#end document\n".encode()


def _brackets(part: Part, entities: Integers) -> dict[int, list[str]]:
    """The brackets of each token, outer before inner when they open, inner before outer when they close.

    An entity is numbered by its first mention in the text.
    """
    spans = np.flatnonzero(entities >= 0)
    start, end = part.start[spans], part.end[spans]
    inward = np.lexsort((-end, start))
    numbers: dict[int, int] = {}
    opened: dict[int, list[str]] = {}
    closed: dict[int, list[str]] = {}
    for first, last, entity in zip(
        start[inward].tolist(), end[inward].tolist(), entities[spans][inward].tolist(), strict=True
    ):
        number = numbers.setdefault(entity, len(numbers))
        if first == last:
            opened.setdefault(first, []).append(f"({number})")
        else:
            opened.setdefault(first, []).append(f"({number}")
            closed.setdefault(last, []).insert(0, f"{number})")
    for token, brackets in closed.items():
        opened.setdefault(token, []).extend(brackets)
    return opened


def _breaks(part: Part) -> list[str]:
    """The text before each line: a blank line where a sentence begins inside the part."""
    first = np.diff(part.sentence, prepend=0) > 0
    return ["\n\n" if starts else "\n" for starts in first.tolist()]


def _compact(part: Part) -> list[str]:
    place = f"{part.document} {part.number} "
    rows = zip(_breaks(part), _word_numbers(part), part.words, part.tags, strict=True)
    return [f"{before}{place}{number} {word} {tag} " for before, number, word, tag in rows]


def _padded(part: Part) -> list[str]:
    """The twelve columns of CoNLL-2012: a predicate has a lemma and a sense, a part has speakers."""
    place = f"{part.document:<26}{part.number:>3} "
    spoken = part.index % 3 == 0
    rows = zip(
        *(_breaks(part), _word_numbers(part), part.words, part.tags, part.bits, part.names),
        part.sentence.tolist(),
        strict=True,
    )
    lines = []
    for before, number, word, tag, bit, name, sentence in rows:
        lemma, sense = (word, "01") if tag[0] == "V" else ("-", "-")
        speaker = f"Speaker#{1 + sentence // 2 % 2}" if spoken else "-"
        lines.append(
            f"{before}{place}{number:>4} {word:>12} {tag:>5} {bit:>16} "
            f"{lemma:>10} {sense:>2} - {speaker:>10} {name:>10} "
        )
    return lines


def _tabbed(part: Part) -> list[str]:
    """The columns of LitBank: tabs, fillers, and nothing at all where a line has no bracket."""
    place = f"{part.document}\t{part.number}\t"
    rows = zip(_breaks(part), _word_numbers(part), part.words, part.tags, strict=True)
    return [
        f"{before}{place}{number}\t{word}\t{tag}" + "\t_" * 7 + "\t" for before, number, word, tag in rows
    ]


def _word_numbers(part: Part) -> list[int]:
    numbers = np.arange(len(part.sentence))
    first = np.searchsorted(part.sentence, part.sentence)
    return list((numbers - first).tolist())


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


def corefud(part: Part) -> Block:
    """Return a function that writes the part in CorefUD, with zeros, and appositions in pieces.

    Every third personal pronoun is dropped and stands as an empty node; a response has such a node only where
    it has a mention there. A mention leaves out the commas within it, unless its entity has another mention
    there, which the format could not tell from its pieces.
    """
    dropped = np.array([tag == "PRP" for tag in part.tags]) & (np.arange(len(part.tags)) % _DROPPED == 0)
    return partial(_corefud_block, part, dropped)


def _corefud_block(part: Part, dropped: Flags, entities: Integers) -> bytes:
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


LAYOUTS: dict[str, Callable[[Part], Block]] = {
    "compact": partial(_conll, _compact, lambda brackets: brackets or "-"),
    "padded": partial(_conll, _padded, lambda brackets: f"{brackets or '-':>8}"),
    "tabbed": partial(_conll, _tabbed, str),
    "corefud": corefud,
}
