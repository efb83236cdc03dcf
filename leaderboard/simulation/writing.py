"""Synthetic tasks as files, written bit by bit so that any size and any number of them fits in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

import numpy as np

from leaderboard.files import naming
from leaderboard.simulation.corefud_writing import corefud
from leaderboard.simulation.draws import Integers
from leaderboard.simulation.profiles import Entrant
from leaderboard.simulation.synthetic_key import Part
from leaderboard.simulation.synthetic_responses import response

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


def _bracket_or_hyphen(brackets: str) -> str:
    return brackets or "-"


def _right_aligned(brackets: str) -> str:
    return f"{brackets or '-':>8}"


LAYOUTS: dict[str, Callable[[Part], Block]] = {
    "compact": partial(_conll, _compact, _bracket_or_hyphen),
    "padded": partial(_conll, _padded, _right_aligned),
    "tabbed": partial(_conll, _tabbed, str),
    "corefud": corefud,
}
