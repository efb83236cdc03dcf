"""Slips in good files: what a stranger's editor, script or upload does to one row of a file.

    python -m tools.slips [FILES] [SEED]

Three things are tried. Every truncation of small CONLL-UA, CorefUD and Stanza files, of tagged text, and of
JSON as toolkits write it, every changed field or value of them, and as many mutated files: each is read or
refused, and the program never fails. And of good CoNLL and CONLL-UA files, a tenth as many, one bracket or
cell is removed or hidden: each is refused, or told of, or has the score that somebody reads off its rows.
"""

from __future__ import annotations

import copy
import json
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import chain, islice
from operator import getitem
from pathlib import Path
from typing import Any, NamedTuple

from leaderboard.errors import InputError
from leaderboard.metrics import Metric
from leaderboard.options import Options, read_options
from leaderboard.scoring.key import Key, chosen_metrics, read_key
from leaderboard.scoring.scored import score_response
from leaderboard.submissions import open_submission
from leaderboard.verbs.validate import check
from tests.oracles import oracle
from tests.support import anaphora, plain_corefud, toolkits
from tests.support.hostile import (
    ACROSS,
    BEYOND,
    STRICT,
    check_problems,
    is_accepted,
    small_conllua_key,
    small_corefud_key,
    small_joined_key,
    small_key,
)
from tests.support.plain_conll import spans_by_id, without_repeats
from tools.fuzz import ATTRIBUTES, LINKS, STANZA, XML, mutated, toolkit_file

FILES, SEED = 100_000, 12345
NAMES = ("mentions", "muc", "bcub", "ceafe", "lea")
OPTIONS = read_options({"metric": list(NAMES)})
VALUES = ("", "_", "-", " ", "0", "1", "2.1", "1-2", "(", ")", "a)", "(EntityID=1", "Entity=(e1", "\t", "x\t")
JSON_VALUES = ("null", "true", "0", "1", "-1", "0.5", '"x"', "[]", "{}", "[[0, 0]]", "[[[0, 0, 0]]]")
COLUMNS = "# global.columns = ID FORM IDENTITY MISC"
WORDS = 8

Spans = list[tuple[int, int]]


def truncations(data: bytes) -> Iterator[bytes]:
    return (data[:stop] for stop in range(len(data)))


def changed_fields(data: bytes) -> Iterator[bytes]:
    """Each field of each row by another value, without it, and twice."""
    lines = data.split(b"\n")
    for number, line in enumerate(lines):
        fields = line.split(b"\t" if b"\t" in line else b" ")
        for place, field in enumerate(fields):
            others = [[value.encode()] for value in VALUES if value.encode() != field]
            for other in (*others, [], [field, field], [b" " + field], [field + b" "]):
                row = b"\t".join([*fields[:place], *other, *fields[place + 1 :]])
                yield b"\n".join([*lines[:number], row, *lines[number + 1 :]])


def outcome(key: Key, path: Path, options: Options) -> str:
    """Accepted or refused, by scoring and by validation, neither of which may fail."""
    accepted = is_accepted(key, path, options)
    found = check(open_submission(path, follow_symlinks=False), key, options)
    if found.errors.count:
        check_problems(found.errors.first, path)
    assert accepted == (not found.errors.count)
    return "accepted" if accepted else "refused"


def changed_values(data: bytes) -> Iterator[bytes]:
    """Each value of each record of JSON by another one, without it, and twice."""
    records = [json.loads(line) for line in data.splitlines()]
    for place in places_in(records):
        for change in (*JSON_VALUES, "remove", "repeat"):
            changed = copy.deepcopy(records)
            *path, last = place
            within = reduce(getitem, path, changed)
            if change == "remove":
                del within[last]
            elif change != "repeat":
                within[last] = json.loads(change)
            elif isinstance(within, list):
                within.insert(last, within[last])
            else:
                within[f"{last} "] = within[last]
            yield "".join(f"{json.dumps(record)}\n" for record in changed).encode()


def places_in(value: Any) -> Iterator[tuple[Any, ...]]:
    """The place of each value within a value of JSON."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, one in inner:
        yield (name,)
        yield from ((name, *place) for place in places_in(one))


class Good(NamedTuple):
    """A good file: its lines, the places of its rows, and the column of coreference."""

    suffix: str
    lines: list[str]
    rows: list[int]
    column: int

    def text(self) -> str:
        return "\n".join([*self.lines, ""])


def good_file(suffix: str, chance: random.Random) -> Good:
    """One document of two sentences with random mentions, as CoNLL or as CONLL-UA."""
    cells = _cells(suffix, chance)
    if suffix == ".conll":
        rows = [f"d\t0\t{word}\tw{word}\tNN\t*\t{cell or '-'}" for word, cell in enumerate(cells)]
        head, tail, column = ["#begin document (d); part 000"], ["", "#end document"], 6
    else:
        rows = [f"{word}\tw{word}\t{cell or '_'}\t_" for word, cell in enumerate(cells, 1)]
        head, tail, column = [COLUMNS, "# newdoc id = d"], [], 2
    half = WORDS // 2
    lines = [*head, *rows[:half], "", *rows[half:], *tail]
    return Good(suffix, lines, [number for number, line in enumerate(lines) if "\t" in line], column)


def _cells(suffix: str, chance: random.Random) -> list[str]:
    opens, closes = [[""] * 0 for _ in range(WORDS)], [[""] * 0 for _ in range(WORDS)]
    for number, (first, last) in enumerate(_nested(chance)):
        entity = chance.randrange(1, 4)
        if suffix == ".conll":
            opens[first].append(f"({entity})" if first == last else f"({entity}")
            closes[last][:0] = [] if first == last else [f"{entity})"]
        else:
            opens[first].append(f"(EntityID={entity}|MarkableID=m{number}" + (")" if first == last else ""))
            closes[last][:0] = [] if first == last else [f"m{number})"]
    between = "|" if suffix == ".conll" else ""
    return [between.join([*ends, *starts]) for starts, ends in zip(opens, closes, strict=True)]


def _nested(chance: random.Random) -> Spans:
    """Mentions without a word in common, in order."""
    cuts = sorted(chance.sample(range(WORDS + 1), 6))
    return [(first, last - 1) for first, last in zip(cuts[::2], cuts[1::2], strict=True)]


def slipped(good: Good, chance: random.Random) -> str:
    """The text with one bracket or cell of it removed, or put where it is not looked for."""
    lines = list(good.lines)
    at = chance.choice(good.rows)
    row, column = lines[at].split("\t"), good.column
    cell, place = row[column], chance.randrange(len(row))
    kind = chance.randrange(12)
    if kind == 0:
        row[column] = re.sub(r"[()]", "", cell, count=1)
    elif kind == 1:
        row[column] = chance.choice(("", "_", "-", "*", " "))
    elif kind == 2:
        del row[place]
    elif kind == 3:
        row.insert(place, chance.choice(("_", "-", "", cell)))
    elif kind == 4:
        row.append(chance.choice(("", "_", "-", cell)))
    elif kind == 5:
        row[place], row[column] = row[column], row[place]
    elif kind == 6:
        row[column] = chance.choice(
            (f" {cell}", f"{cell} ", cell.replace("=", " = "), cell.replace("|", " |"))
        )
    elif kind == 7:
        row[:2] = [" ".join(row[:2])]
    elif kind == 8:
        row = ["# " + "\t".join(row)]
    elif kind == 9:
        row[0] = chance.choice(("1-2", f"{row[0]}-{row[0]}", f"{row[0]}.1", "0"))
    elif kind == 10:
        row[column] = cell.replace("|MarkableID", "|EntityID=9|MarkableID").replace("(", "((", 1)
    else:
        row = "\t".join(row).replace("\t", " ").split("\t")
    lines[at] = "\t".join(row)
    return "\n".join([*lines, ""])


def read_off(text: str, suffix: str, column: int) -> list[frozenset[tuple[int, int]]]:
    """The entities of a text, as somebody reads them who looks at one column."""
    notes = ("#begin", "#end") if suffix == ".conll" else ("#",)
    rows = [line for line in text.split("\n") if line.strip() and not line.startswith(notes)]
    if suffix == ".conll":
        cells = [(row.split("\t") if "\t" in row else row.split())[-1].strip() for row in rows]
        return without_repeats(spans_by_id(cells))
    cells = [(row.split("\t") if "\t" in row else row.split())[column] for row in rows]
    opened: dict[str, tuple[str, int]] = {}
    spans: dict[str, Spans] = {}
    for word, cell in enumerate(cells):
        for bracket in re.finditer(r"\(EntityID=(\w+)\|MarkableID=(\w+)(\))?|(\w+)\)", cell):
            if bracket[1]:
                opened[bracket[2]] = bracket[1], word
            entity, first = opened[bracket[2] or bracket[4]]
            if bracket[3] or bracket[4]:
                spans.setdefault(entity, []).append((first, word))
    return without_repeats(spans)


def silent(key: Key, path: Path, good: Good, of_key: str, metrics: Sequence[Metric]) -> str:
    """Refused, told of, or read off; an error where the score is another one, and nothing is said."""
    text = path.read_text(encoding="utf-8")
    try:
        scored = score_response(key, open_submission(path, follow_symlinks=False), OPTIONS, metrics)
    except InputError as error:
        check_problems(error.problems, path)
        return "refused"
    if any(problem.line for problem in scored.warnings):
        return "told of"
    part = [read_off(one, good.suffix, good.column) for one in (of_key, text)]
    for metric in metrics:
        ours = metric.score(scored.sums[metric.name].sum(axis=-1))
        theirs = oracle.score([(part[0], part[1])], metric.name)
        values = zip((ours.recall, ours.precision, ours.f1), theirs, strict=True)
        assert all(abs(float(one or 0) - float(other or 0)) < 1e-9 for one, other in values), metric.name
    return "read off"


def broken_files(folder: Path, files: int, chance: random.Random, every: int = 1) -> Counter[tuple[str, str]]:
    """Count the outcomes of cut, changed and mutated files, of the first two only of one among ``every``."""
    counts: Counter[tuple[str, str]] = Counter()
    anaphoric, corefud = ([text.encode() for text in one.RESPONSES] for one in (anaphora, plain_corefud))
    forms = {".jsonl": toolkits.WITHIN, ".jsonl across": toolkits.ACROSS}
    of_toolkits = {kind: [toolkit_file(write) for write in found.values()] for kind, found in forms.items()}
    texts = [3 * f"{text}\n".encode() for text in (ATTRIBUTES, LINKS, XML)]
    kinds: tuple[tuple[str, Key, Options, list[bytes]], ...] = (
        (".conllua", small_conllua_key(folder), BEYOND, anaphoric),
        (".conllu", small_corefud_key(folder), STRICT, corefud),
        (".stanza", small_key(folder), STRICT, [STANZA.encode()]),
        (".txt", small_key(folder), STRICT, texts),
        (".jsonl", small_key(folder), STRICT, of_toolkits[".jsonl"]),
        (".jsonl across", small_joined_key(folder), ACROSS, of_toolkits[".jsonl across"]),
    )
    for kind, key, options, seeds in kinds:
        suffix, *_ = kind.split()
        json_lines = [seed for seed in seeds if b"\n " not in seed] if suffix == ".jsonl" else []
        small = json_lines or [min(seeds, key=len)]
        changed = changed_values if json_lines else changed_fields
        ways = {
            "truncated": islice(chain.from_iterable(map(truncations, small)), 0, None, every),
            "changed fields": islice(chain.from_iterable(map(changed, small)), 0, None, every),
            "mutated": (mutated(chance.choice(seeds), seeds, chance) for _ in range(files // len(kinds))),
        }
        for way, made in ways.items():
            for data in made:
                path = folder / f"case{suffix}"
                path.write_bytes(data)
                counts[f"{kind} {way}", outcome(key, path, options)] += 1
    return counts


def slips(folder: Path, files: int, chance: random.Random) -> Counter[tuple[str, str]]:
    """Count the outcomes of good files with a slip."""
    counts: Counter[tuple[str, str]] = Counter()
    for number in range(files):
        suffix = (".conll", ".conllua")[number % 2]
        of_key, good = good_file(suffix, chance), good_file(suffix, chance)
        place, path = folder / f"key{suffix}", folder / f"slip{suffix}"
        place.write_text(of_key.text(), encoding="utf-8")
        path.write_text(slipped(good, chance), encoding="utf-8")
        key = read_key(place, OPTIONS)
        found = silent(key, path, good, of_key.text(), chosen_metrics(OPTIONS, key.format))
        counts[f"{suffix} with a slip", found] += 1
    return counts


def main(files: int = FILES, seed: int = SEED) -> int:
    chance, began = random.Random(seed), time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        counts = broken_files(folder, files, chance) + slips(folder, files // 10, chance)
    for (kind, found), count in sorted(counts.items()):
        print(f"{kind:28}{found:10}{count:8,}")
    print(f"seed {seed}, {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
