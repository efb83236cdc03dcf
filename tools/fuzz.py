"""Mutated files by the ten thousand: each is refused in plain words or scored as the oracle does.

Usage: python tools/fuzz.py [FILES] [SEED]
"""

from __future__ import annotations

import json
import random
import resource
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from leaderboard.options import Options
from leaderboard.scoring.key import Key
from tests.support import anaphora, bad_corefud, plain_corefud, toolkits
from tests.support.bad_inputs import CASES, COMPRESSED, CONLL, GOOD_TEXT, JSON, TAGGED, ZIPS, archive
from tests.support.hostile import (
    ACROSS,
    BEYOND,
    LENIENT,
    REPAIRED,
    STRICT,
    is_accepted,
    small_conllua_key,
    small_corefud_key,
    small_joined_key,
    small_key,
)
from tests.support.small_task import EIGHT, FAIR, KEY, OTHER_ENTITY, RIGHT, WITH_IDS, WORDS, parts
from tests.support.toolkit_files import Document, as_booknlp

FILES, SEED = 100_000, 12345
PATIENCE = 5.0
LARGEST = 20_000  # larger seeds make the run long: of every thousand files one has such a seed
LARGE = 1000
WORDS_OF_FORMATS = [
    *(
        b"#begin document (a); part 000\n",
        b"#begin document (b)\n",
        b"#end document\n",
        b"\n",
        b"\r\n",
        b"\t",
    ),
    *(
        b"(1",
        b"1)",
        b"(1)",
        b"|",
        b"-",
        b"(",
        b")",
        b"_",
        b"*",
        b" ",
        b"\0",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\xe2\x80\xae",
    ),
    *(
        b'"clusters"',
        b'"doc_key"',
        b'"sentences"',
        b"[",
        b"]",
        b"{",
        b"}",
        b",",
        b"[[0,1]]",
        b"1e999",
        b"NaN",
        b"-1",
    ),
    *(
        b"# newdoc id = d0\n",
        b"# newdoc\n",
        b"# global.Entity = eid-head\n",
        b"Entity=",
        b"|[e1]",
        b"|[e1",
        b"|e1]",
        b"##",
        b"<a>",
        b"</a>",
        b"&lt;",
        b"](#a)",
        b"](#1)",
        b"<m id='1'>",
        b"```\n",
        b"```json\n",
        b"|coref_chains=",
        b"start-id0,",
        b"middle-id0",
        b"end-repr-id0",
        b"entity=",
        b"ClusterId=e",
        b"</m>",
        b"(e1-t-2-",
        b"(e1[1/2]-t-1-)",
        b"[2/2]",
        b"e1)",
        b"0.1\t_\t_\t_\t_\t_\t_\t_\t0:root\t_\n",
        b"1-2\t",
        b".2",
        b"0:root",
    ),
    *(
        b"# global.columns = ID FORM IDENTITY\n",
        b"(EntityID=1|MarkableID=a",
        b"(EntityID=",
        b"MarkableID=a",
        b"|ElementOf=1,5",
        b"|Min=1,2",
        b"-Pseudo",
        b"(MarkableID=a|EntityAnchor=1",
        b"MentionAnchor=b",
        b"a)",
        b"@",
    ),
    *(
        b'"tokens"',
        b'"document"',
        b'"corefs"',
        b'"mention_clusters"',
        b'"sentNum": 1',
        b"[0,0,1]",
        b"[[[0,0,1]]]",
    ),
    *(b"PK\3\4", b"PK\1\2", b"PK\5\6", b"../", b"\\", b".zip", b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x1f\x8b"),
    *(b"key = ", b"alpha = 0.1\n", b"metric = ['lea']\n", b"[table]\n", b'"""', b"=", b"'", b"9" * 30),
]
TOML = [
    b'title = "A task"\nkey = "key.conll"\nprimary = "lea"\nalpha = 0.01\n',
    b'metric = ["lea", "muc"]\nleave-one-out = true\nmissing = "empty"\nseed = 7\n',
]
XML, LINKS = "<a1>Ann Lee</a1> sees <a1>her</a1> dog", "[[Ann](#2) Lee](#a) sees [her](#a) dog"
ATTRIBUTES = "<m id=\"1\">Ann Lee</m> sees <2>her</2> <m id='2'>dog</m>"
# Two mentions of an entity, as fastcoref writes them.
SPANS, STRINGS = [[[0, 7], [13, 16]]], [["Ann Lee", "her"]]
CHAINS = ("start-repr-id0", "end-repr-id0", "", "unit-id0", "unit-id1")
STANZA = "".join(
    f"# newdoc id = {name}\n"
    + "".join(
        f"{place}\t{word}\t_\t_\t_\t_\t0\troot\t_\tstart_char=0{chain and f'|coref_chains={chain}'}\n"
        for place, (word, chain) in enumerate(zip(WORDS, CHAINS, strict=True), 1)
    )
    + "\n"
    for name in ("a_0", "a_1", "b")
)
# A folder of BookNLP has three documents, of which one is mutated: its mentions and its tokens.
FOLDER, SEPARATOR = ".folder", b"\x1e"
BOOK = tuple(
    text.encode() for text in as_booknlp(Document("b", list(WORDS), [[(0, 1), (3, 3)], [(3, 4), (2, 2)]]))
)


class Seed(NamedTuple):
    """A file to mutate, and the reader that it is meant for."""

    reader: str
    suffix: str
    data: bytes


CONLL_FILES, EIGHT_COLUMNS = "CoNLL", "CoNLL, eight columns"
ANSWERS = "answers of chat models"
JSON_FILES, PACKED, TEXTS = "JSON lines", "packed files and archives", "text of language models"
BAD_CASES = (
    (CONLL_FILES, CONLL),
    (JSON_FILES, JSON),
    (TEXTS, TAGGED),
    (PACKED, (*COMPRESSED, *ZIPS)),
    ("CorefUD", bad_corefud.COREFUD),
)


def seeds(folder: Path) -> tuple[list[Seed], list[Seed]]:
    """Well-formed files of every kind, and every bad one that there is a test for: the small, the large."""
    good = good_files()
    bad = []
    for reader, cases in BAD_CASES:
        for case in cases:
            case.build(folder / case.name)
            name = EIGHT_COLUMNS if case.name.startswith("eight-") else reader
            bad.append(Seed(name, Path(case.name).suffix, (folder / case.name).read_bytes()))
    large = [
        Seed(CONLL_FILES, ".conll", (FAIR + "\n" * LARGEST).encode()),
        Seed(JSON_FILES, ".jsonl", json_records("sentences", "clusters", "doc_key") + b"\n" * LARGEST),
    ]
    return (
        good * 20 + [one for one in bad if len(one.data) < LARGEST],
        large + [one for one in bad if len(one.data) >= LARGEST],
    )


def good_files() -> list[Seed]:
    texts = [
        FAIR,
        KEY,
        parts(OTHER_ENTITY, RIGHT, RIGHT),
        FAIR.replace("\t", "  "),
        FAIR.replace("\n", "\r\n"),
    ]
    lines = json_records("sentences", "clusters", "doc_key")
    unnamed = (
        f"{json.dumps({'text': 'Ann Lee sees her dog', 'clusters': SPANS, 'clusters_strings': STRINGS})}\n"
    )
    return [
        *(Seed(CONLL_FILES, ".conll", text.encode()) for text in texts),
        Seed(EIGHT_COLUMNS, ".conll", EIGHT.encode()),
        Seed(JSON_FILES, ".jsonl", lines),
        Seed("JSON, texts of fastcoref", ".jsonl", 3 * unnamed.encode()),
        Seed("JSON, clusters with ids", ".jsonl", WITH_IDS.encode()),
        Seed("JSON of language models", ".json", json_records("tokens", "clusters_token_offsets", "doc_id")),
        *(
            Seed(f"JSON of {name}", ".jsonl", toolkit_file(write))
            for name, write in {**toolkits.WITHIN, **toolkits.ACROSS}.items()
        ),
        Seed(PACKED, ".zip", archive(("a.conll", FAIR))),
        Seed(PACKED, ".zip", archive(("x/", ""), ("x/a.jsonl", lines), ("__MACOSX/x/._a.jsonl", "no"))),
        *(Seed(TEXTS, ".txt", 3 * f"{text}\n".encode()) for text in (GOOD_TEXT, XML, ATTRIBUTES, LINKS)),
        *(Seed(ANSWERS, ".txt", text) for text in answers()),
        Seed(ANSWERS, ".json", b"Sure!\n```json\n" + lines + b"```\nBye.\n"),
        *(
            Seed("Stanza", ".stanza", text.encode())
            for text in (STANZA, STANZA.replace("doc id = a_0", "par"))
        ),
        Seed("BookNLP", FOLDER, SEPARATOR.join(BOOK)),
        *(Seed("settings file", ".toml", text) for text in TOML),
        *(Seed("CorefUD", ".conllu", text.encode()) for text in (*plain_corefud.RESPONSES, bad_corefud.KEY)),
        *(Seed("CONLL-UA", ".conllua", text.encode()) for text in anaphora.RESPONSES),
    ]


def toolkit_file(write: Callable[[Sequence[toolkits.Document]], bytes]) -> bytes:
    """The documents of the task as a toolkit writes them."""
    entities: list[dict[str, list[tuple[int, int]]]] = [
        {"1": [(0, 1), (3, 3)], "2": [(4, 4)]},
        {"1": [(0, 1), (4, 4)]},
        {"2": [(0, 1)]},
    ]
    return write(
        [
            toolkits.Document(name, [list(WORDS[:2]), list(WORDS[2:])], found)
            for name, found in zip(("a_0", "a_1", "b"), entities, strict=True)
        ]
    )


def answers() -> list[bytes]:
    """Texts as chat models return them."""
    text = 3 * f"{LINKS}\n"
    return [f"Sure!\n```text\n{text}```\n".encode(), f"Sure!\n\n{text}Bye.\n".encode()]


def json_records(words: str, clusters: str, name: str) -> bytes:
    """The three documents of the task, with these names of the fields."""
    documents = [("a_0", [[[0, 1], [3, 3]], [[4, 4]]]), ("a_1", []), ("b", [[[0, 1], [4, 4]]])]
    sentence = [list(WORDS)] if words == "sentences" else list(WORDS)
    records = ({name: document, words: sentence, clusters: found} for document, found in documents)
    return "".join(f"{json.dumps(record)}\n" for record in records).encode()


def mutated(data: bytes, others: list[bytes], chance: random.Random) -> bytes:
    """A few changes, from a flipped bit to the half of another file."""
    out = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        place, stop = sorted(chance.randrange(len(out) + 1) for _ in range(2))
        kind = chance.randrange(8)
        if kind == 0 and out:
            out[place % len(out)] ^= 1 << chance.randrange(8)
        elif kind == 1:
            out[place : place + chance.randrange(3)] = chance.choice(WORDS_OF_FORMATS)
        elif kind == 2:
            del out[place : place + chance.randrange(1, 20)]
        elif kind == 3:
            out[place:place] = out[place:stop][:200]
        elif kind == 4:
            swap_lines(out, chance)
        elif kind == 5:
            out[place : place + 4] = chance.randbytes(4)
        elif kind == 6:
            out[place:place] = chance.choice(WORDS_OF_FORMATS) * chance.choice((1, 2, 50))
        elif chance.randrange(4) == 0:
            out[place:] = chance.choice(others)[place:]
    return bytes(out)


def place(path: Path, data: bytes) -> None:
    """Write a file, or the files of BookNLP of a folder."""
    if path.suffix != FOLDER:
        path.write_bytes(data)
        return
    path.mkdir(exist_ok=True)
    for name, texts in (("a_0", BOOK), ("a_1", BOOK), ("b", data.partition(SEPARATOR)[::2])):
        for suffix, text in zip((".entities", ".tokens"), texts, strict=True):
            (path / f"{name}{suffix}").write_bytes(text)


def swap_lines(out: bytearray, chance: random.Random) -> None:
    lines = out.split(b"\n")
    first, second = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    out[:] = b"\n".join(lines)


def ways_to_score(folder: Path) -> dict[str, list[tuple[Key, Options]]]:
    """The keys and options beside which files of each suffix, or of any other, are scored."""
    plain, corefud = [
        [(key, options) for options in (STRICT, LENIENT, REPAIRED)]
        for key in (small_key(folder), small_corefud_key(folder))
    ]
    joined = small_joined_key(folder), ACROSS
    anaphora_key = small_conllua_key(folder), BEYOND
    return {
        ".txt": plain + corefud,
        ".stanza": plain + corefud,
        FOLDER: plain,
        ".json": plain,
        ".conllu": corefud[:2],
        ".conllua": [anaphora_key],
        "": [*plain[:2], joined],
    }


def main(files: int = FILES, seed: int = SEED) -> int:
    chance = random.Random(seed)
    outcomes: Counter[str] = Counter()
    slowest, faults, began = 0.0, 0, time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ways = ways_to_score(folder / "key")
        kinds, large = seeds(folder)
        for number in range(files):
            reader, suffix, data = chance.choice(large if number % LARGE == LARGE - 1 else kinds)
            path = folder / f"case{suffix}"
            place(path, mutated(data, [other.data for other in kinds[:300]], chance))
            start = time.monotonic()
            try:
                key, options = chance.choice(ways.get(suffix, ways[""]))
                accepted = is_accepted(key, path, options)
                outcomes[reader, "accepted" if accepted else "refused"] += 1
            except Exception:
                faults += 1
                kept = Path(tempfile.gettempdir()) / f"fault-{number}{suffix}"
                copy = shutil.copytree if path.is_dir() else shutil.copy
                copy(path, kept)
                print(f"{kept}:\n{traceback.format_exc(limit=-4)}", flush=True)
            slowest = max(slowest, time.monotonic() - start)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    for (reader, outcome), count in sorted(outcomes.items()):
        print(f"{reader:48}{outcome:10}{count:8,}")
    cases = len(CASES) + len(bad_corefud.COREFUD)
    print(f"{files:,} files from {cases} bad cases and others, seed {seed}: {faults} faults,")
    print(f"{time.monotonic() - began:.0f} s, slowest {slowest:.2f} s, at most {memory} MiB")
    return 1 if faults or slowest > PATIENCE else 0


if __name__ == "__main__":
    if "--help" in sys.argv:
        print(__doc__)
    else:
        sys.exit(main(*map(int, sys.argv[1:])))
