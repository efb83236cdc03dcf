"""One small change in a good file: is it refused, said, or read as a person reads it?

    python -m tools.silent [FILES] [SEED] [FORMAT ...]

Of each format FILES good files (default 10,000) get one change: a bracket, row, id or offset is removed,
doubled or moved. Each is read beside its key, and in the plainest way by tests/oracles/plain_reading.py. A
fault is *silent* where nothing is said of a file, and its entities are not those of the plain reading, or
that finds that the file contradicts itself.
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
from collections.abc import Callable
from contextlib import suppress
from difflib import ndiff
from functools import reduce
from operator import getitem
from pathlib import Path
from shutil import rmtree
from typing import Any

from leaderboard.errors import InputError
from leaderboard.scoring.key import Key, read_key
from tests.oracles.plain_reading import Broken, Read
from tests.support.good_files import FORMS, Form
from tests.support.hostile import check_problems
from tools.slips import places_in

FILES, SEED = 10_000, 12345
CHANGES_OF_A_FILE = 10
REFUSED, SAID, AS_WRITTEN, NO_MEANING, SILENT = OUTCOMES = (
    "refused",
    "said",
    "as written",
    "no meaning",
    "silent",
)
HOW = ("removed", "doubled", "moved")
TRIES = 100
SHOWN = 5  # of the silent files of each format


def changed(text: str, form: Form, chance: random.Random) -> tuple[str, str]:
    """What was changed, and the text with this change."""
    ways = WAYS_OF_JSON if form.suffix == ".jsonl" else WAYS
    kinds = [kind for kind in ways if kind != "bracket" or form.cells or form.suffix == ".jsonl"]
    for _ in range(TRIES):
        what, how = chance.choice(kinds), chance.choice(HOW)
        with suppress(IndexError, TypeError, KeyError):  # there is none of these, or it cannot be done
            if (other := ways[what](text, form, how, chance)) != text:
                return f"{what} {how}", other
    raise AssertionError(text)


def of_list(found: list[Any], place: int, how: str, chance: random.Random) -> None:
    """One of a list removed, doubled, or moved to where another one is."""
    one = found[place] if how == "doubled" else found.pop(place)
    if how == "doubled":
        found.insert(place, one)
    elif how == "moved":
        found.insert(chance.choice([other for other in range(len(found) + 1) if other != place]), one)


def row(text: str, form: Form, how: str, chance: random.Random) -> str:
    lines = text.split("\n")
    place = chance.choice([n for n, line in enumerate(lines[:-1]) if not line.startswith(form.fixed)])
    if how == "moved" and chance.randrange(2):  # mostly it would go too far
        other = place + chance.choice((-1, 1))
        lines[place], lines[other] = lines[other], lines[place]
    else:
        of_list(lines, place, how, chance)
    return "\n".join(lines)


def bracket(text: str, form: Form, how: str, chance: random.Random) -> str:
    """A bracket of a cell, or one of its signs, or a bracket that goes to another cell."""
    assert form.cells
    matches = list(re.finditer(form.cells.place, text))
    cells = [re.findall(form.cells.bracket, found[found.lastindex or 0]) for found in matches]
    cells = [[] if cell in (["-"], ["_"], ["Entity"]) else cell for cell in cells]
    at = chance.choice([place for place, cell in enumerate(cells) if cell])
    inner = chance.randrange(len(cells[at]))
    if how == "moved":
        near = [place for place in range(at - 3, at + 4) if 0 <= place < len(cells)]
        one, to = cells[at].pop(inner), cells[chance.choice(near)]
        to.insert(chance.randrange(len(to) + 1), one)
    elif chance.randrange(2):
        of_list(cells[at], inner, how, chance)
    else:
        one = cells[at][inner]
        sign = chance.choice([place for place, letter in enumerate(one) if letter in "()[]<>/"])
        cells[at][inner] = one[:sign] + one[sign] * 2 * (how == "doubled") + one[sign + 1 :]
    for found, cell in reversed(list(zip(matches, cells, strict=True))):
        begin, stop = found.span(found.lastindex or 0)
        text = text[:begin] + form.cells.written(cell) + text[stop:]
    return text


def of_pattern(pattern: str, text: str, how: str, chance: random.Random) -> str:
    """A name or number removed, doubled, changed by one, or in the place of another one."""
    found = list(re.finditer(pattern, text))
    one = chance.choice(found)
    if how == "removed":
        new = ""
    elif how == "doubled":
        new = one[0] * 2
    elif one[0].isdigit() and chance.randrange(2):
        new = str(max(int(one[0]) + chance.choice((-1, 1)), 0))
    else:
        new = chance.choice([other[0] for other in found])
    return text[: one.start()] + new + text[one.end() :]


def in_records(
    text: str,
    kind: Callable[[Any], bool],
    change: Callable[[Any, Any, list[Any]], None],
    chance: random.Random,
) -> str:
    """Change one value of a kind, given what it is in, and all values of its kind."""
    records = [json.loads(line) for line in text.splitlines()]
    places = [place for place in places_in(records) if kind(reduce(getitem, place, records))]
    *path, last = chance.choice(places)
    values = [copy.deepcopy(reduce(getitem, place, records)) for place in places]
    change(reduce(getitem, path, records), last, values)
    written = "".join(f"{json.dumps(record)}\n" for record in records)
    return written.replace(AGAIN, "")


# What makes a name another one until it is written, where it is the same.
AGAIN = "\\u0001"


def value_of(kind: Callable[[Any], bool]) -> Callable[[str, Form, str, random.Random], str]:
    def change(text: str, form: Form, how: str, chance: random.Random) -> str:
        def one(within: Any, last: Any, values: list[Any]) -> None:
            value = within[last]
            if how == "removed":
                del within[last]
            elif how == "doubled" and isinstance(within, dict):
                within[f"{last}\u0001"] = chance.choice((value, chance.choice(values)))
            elif how == "moved" and isinstance(value, int) and chance.randrange(2):
                within[last] = value + chance.choice((-1, 1))
            elif how == "moved" and (isinstance(within, dict) or chance.randrange(2)):
                within[last] = chance.choice(values)
            else:
                of_list(within, last, how, chance)

        return in_records(text, kind, one, chance)

    return change


def sign_of_json(text: str, form: Form, how: str, chance: random.Random) -> str:
    """A bracket of JSON, which may move over its neighbours."""
    pieces = re.findall(r'"(?:[^"\\]|\\.)*"|[\[\]{}]|[^"\[\]{}]+', text)
    place = chance.choice([n for n, piece in enumerate(pieces) if piece in "[]{}"])
    if how == "moved":
        pieces.insert(max(place + chance.choice((-3, -2, -1, 1, 2, 3)), 0), pieces.pop(place))
    else:
        of_list(pieces, place, how, chance)
    return "".join(pieces)


WAYS = {
    "bracket": bracket,
    "row": row,
    "id": lambda text, form, how, chance: of_pattern(form.ids or "$^", text, how, chance),
    "offset": lambda text, form, how, chance: of_pattern(form.offsets or "$^", text, how, chance),
}
WAYS_OF_JSON = {
    "bracket": sign_of_json,
    "row": value_of(lambda value: isinstance(value, list | dict)),
    "id": value_of(lambda value: isinstance(value, str)),
    "offset": value_of(lambda value: type(value) is int),
}


def place(path: Path, text: str) -> None:
    """Write a file, or the files of BookNLP of a folder."""
    if path.suffix != ".folder":
        path.write_text(text, encoding="utf-8")
        return
    rmtree(path, ignore_errors=True)
    path.mkdir()
    for name, mentions, tokens in re.findall(
        r"(?ms)^@ (.*?)\.entities\n(.*?)^@ tokens\n(.*?)(?=^@|\Z)", text
    ):
        (path / f"{name}.entities").write_text(mentions, encoding="utf-8")
        (path / f"{name}.tokens").write_text(tokens, encoding="utf-8")


def read_beside(key: Key, path: Path, form: Form) -> tuple[Read | None, set[str]]:
    """What is read of a file, or nothing of one that is refused, and the kinds of what is said."""
    try:
        found, said = form.found(key, path)
    except InputError as error:
        check_problems(error.problems, path)
        return None, set()
    return found, said


def outcome(found: Read | None, said: set[str], plainly: Read | None, good: Read) -> str:
    """``plainly`` is what a person reads, if anything, and ``good`` what the file says without its change."""
    if found is None:
        return REFUSED
    if said:
        return SAID
    if found != plainly:
        return SILENT
    return NO_MEANING if found == good else AS_WRITTEN


def plain_reading(text: str, form: Form, words: dict[str, list[str]]) -> Read | None:
    """What a person reads in a file, None where it contradicts itself or is no such file."""
    try:
        return form.read(text, words)
    except (Broken, AttributeError, IndexError, KeyError, StopIteration, TypeError, ValueError, RuntimeError):
        return None


def tried(
    form: Form, files: int, chance: random.Random, folder: Path
) -> tuple[Counter[tuple[str, str]], list[str]]:
    """Count the outcomes of files by their changes; the silent ones are also returned."""
    counts: Counter[tuple[str, str]] = Counter()
    silent = []
    for number in range(files):
        if number % CHANGES_OF_A_FILE == 0:
            of_key, text, words = form.made(chance)
            paths = folder / f"key{form.key_suffix}", folder / f"case{form.suffix}"
            place(paths[0], of_key)
            place(paths[1], text)
            key = read_key(paths[0], form.options)
            good, always = read_beside(key, paths[1], form)
            assert good is not None, text
            assert good == form.read(text, words), text
        what, other = changed(text, form, chance)
        place(paths[1], other)
        found, said = read_beside(key, paths[1], form)
        result = outcome(found, said - always, plain_reading(other, form, words), good)
        counts[what, result] += 1
        if result == SILENT:
            differ = [line for line in ndiff(text.split("\n"), other.split("\n")) if line[:1] in "+-"]
            silent.append("\n".join([f"{what}, file {number}:", *differ]))
    return counts, silent


def main(files: int = FILES, seed: int = SEED, *names: str) -> int:
    began, faults = time.monotonic(), 0
    print(f"{'format':34}{''.join(f'{one:>12}' for one in OUTCOMES)}")
    for name in names or FORMS:
        with tempfile.TemporaryDirectory() as folder:
            counts, silent = tried(FORMS[name], files, random.Random(f"{name} {seed}"), Path(folder))
        faults += len(silent)
        total = Counter[str]()
        for (_, result), count in counts.items():
            total[result] += count
        print(f"{name:34}{''.join(f'{total[one]:>12,}' for one in OUTCOMES)}", flush=True)
        for what in sorted({what for what, result in counts if result == SILENT}):
            print(f"    {what}: {counts[what, SILENT]:,} silent")
        for one in silent[:SHOWN]:
            print(one, file=sys.stderr)
    print(f"{files:,} files of each format, seed {seed}: {faults} silent faults")
    print(f"{time.monotonic() - began:.0f} s", file=sys.stderr)
    return int(faults > 0)


if __name__ == "__main__":
    numbers = [int(one) for one in sys.argv[1:3]]
    sys.exit(main(*numbers, *sys.argv[3:]))
