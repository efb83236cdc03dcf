"""Twelve files of the example, each broken in one way: what is shown names the cause and the cure."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from leaderboard.formats import Reading, examine
from tests.support.running import Typed

EXAMPLE = Path(__file__).parents[2] / "submissions"
LONGEST = 5
Record = dict[str, Any]


class Broken(NamedTuple):
    """A file, and what the first of its lines says, in order."""

    name: str
    content: bytes
    says: tuple[str, ...]


def text_of(name: str) -> str:
    return (EXAMPLE / f"{name}.conll").read_text(encoding="utf-8")


def last_cell(text: str, cell: str) -> str:
    return re.sub(r"(?m)^(?!#)(\S.*) \S+$", rf"\1{cell}", text)


def records() -> list[Record]:
    """The documents of `balanced` as JSON lines has them."""
    corpus = examine("f", text_of("balanced").encode(), Reading()).corpus
    assert corpus.words is not None
    found = []
    for number, part in enumerate(corpus.parts):
        begin, tokens = int(corpus.first_token[number]), int(corpus.tokens[number])
        clusters: dict[int, list[list[int]]] = {}
        for mention in (corpus.part == number).nonzero()[0]:
            pair = [int(corpus.start[mention]), int(corpus.end[mention])]
            clusters.setdefault(int(corpus.entity[mention]), []).append(pair)
        words = [corpus.words[begin + token] for token in range(tokens)]
        found.append(
            {
                "doc_key": f"{part.document}_{part.number}",
                "sentences": [words],
                "clusters": list(clusters.values()),
            }
        )
    return found


def jsonl(change: Callable[[Record], Record] = lambda record: record) -> bytes:
    return "".join(json.dumps(change(record)) + "\n" for record in records()).encode()


def moved(start: int, end: int) -> bytes:
    return jsonl(
        lambda record: (
            record
            | {"clusters": [[[a + start, b + end] for a, b in entity] for entity in record["clusters"]]}
        )
    )


def beyond() -> bytes:
    changed = records()
    changed[3]["clusters"][0][0] = [0, 9999]
    return "".join(json.dumps(record) + "\n" for record in changed).encode()


def broken() -> Iterator[Broken]:
    text = text_of("balanced")
    documents = text.split("#end document\n")
    yield Broken(
        "exclusive.jsonl", moved(0, 1), ("end in punctuation", "ends seem to be one too large", "--ends")
    )
    yield Broken("from-one.jsonl", moved(1, 1), ("offsets seem to count from 1; count from 0",))
    yield Broken("both.jsonl", moved(1, 2), ("does not lie within the 70 tokens; count tokens from 0",))
    yield Broken(
        "parts.jsonl",
        jsonl(lambda record: record | {"doc_key": record["doc_key"].rpartition("_")[0]}),
        (
            "gromi_0000 occurs twice (first on line 1): the document has 4 parts",
            "name them bc/gromi/00/gromi_0000_0 to bc/gromi/00/gromi_0000_3",
        ),
    )
    yield Broken(
        "words.jsonl",
        jsonl(lambda record: {name: record[name] for name in ("doc_key", "clusters")}),
        ("a document without words; write `sentences`",),
    )
    yield Broken(
        "flat.jsonl",
        jsonl(
            lambda record: record | {"clusters": [span for entity in record["clusters"] for span in entity]}
        ),
        ("`clusters` is a list of spans, not of entities; write [[[start, end], ...], ...]",),
    )
    yield Broken(
        "column.conll",
        last_cell(text, "").encode(),
        ("the last column has no brackets, but texts such as 'UH'; add a last column of coreference",),
    )
    yield Broken(
        "missing.conll",
        "#end document\n".join(documents[:5] + documents[6:]).encode(),
        ("gromi_0002 (part 0) is missing; add it",),
    )
    yield Broken(
        "word.conll",
        text.replace(" muzu ", " muzo ", 1).encode(),
        ("the word 'muzo' is 'muzu' in the key (blind.conll:4); restore the key's text",),
    )
    yield Broken(
        "beyond.jsonl", beyond(), ("the mention [0, 9999] does not lie within the 143 tokens; count",)
    )
    yield Broken("utf-16.conll", text.encode("utf-16"), ("text in UTF-16; save the file as UTF-8",))
    yield Broken(
        "blind-copy.conll",
        last_cell(text_of("key"), " -").encode(),
        ("no mentions; check that the output of the system was written",),
    )


BROKEN = tuple(broken())


@pytest.fixture(autouse=True)
def blind(here: Path) -> None:
    (here / "blind.conll").write_text(last_cell(text_of("key"), " -"))


def lines_of(typed: Typed, *words: str) -> list[str]:
    """What is printed before the table."""
    return typed("validate", *words).out.partition("Submissions\n")[0].splitlines()


def test_there_are_twelve() -> None:
    assert len(BROKEN) == 12


@pytest.mark.parametrize("file", BROKEN, ids=lambda file: file.name)
def test_each_has_one_finding_of_a_few_lines(typed: Typed, file: Broken) -> None:
    Path(file.name).write_bytes(file.content)
    lines = lines_of(typed, file.name, "--key", "blind.conll")
    assert 1 <= len(lines) <= LONGEST
    assert all(line.startswith(file.name) for line in lines)
    places = [lines[0].index(words) for words in file.says]
    assert places == sorted(places)


def test_offsets_from_one_explain_the_mentions_beyond_the_text(typed: Typed) -> None:
    Path("both.jsonl").write_bytes(moved(1, 2))
    last = lines_of(typed, "both.jsonl", "--key", "blind.conll")[-1]
    assert "warning: 16 % of 1,000 mentions begin with punctuation (" in last
    assert last.endswith("0 % of the words before them do: offsets seem to count from 1; count from 0")


def test_the_key_itself_is_known_beside_the_key(typed: Typed) -> None:
    shutil.copy(EXAMPLE / "key.conll", "mine.conll")
    shutil.copy(EXAMPLE / "key.conll", "key.conll")
    [line] = lines_of(typed, "mine.conll")
    assert "the same mentions and entities as the key; check that this is the output of a system" in line


def test_beside_a_key_with_mentions_its_own_warning_stays(typed: Typed) -> None:
    shutil.copy(EXAMPLE / "key.conll", "key.conll")
    Path("from-one.jsonl").write_bytes(moved(1, 1))
    [line] = lines_of(typed, "from-one.jsonl")
    assert "offsets seem to begin at 1 (" in line
    record = json.loads(typed("validate", "from-one.jsonl", "--format", "json").out)
    assert [finding["kind"] for finding in record["systems"][0]["findings"]] == ["offsets"]


@pytest.mark.parametrize("key", [("--key", "blind.conll"), ()], ids=["blind", "without"])
@pytest.mark.parametrize("form", ["jsonl", "conll"])
def test_the_good_file_has_none(typed: Typed, form: str, key: tuple[str, ...]) -> None:
    content = jsonl() if form == "jsonl" else text_of("balanced").encode()
    Path(f"good.{form}").write_bytes(content)
    assert not lines_of(typed, f"good.{form}", *key)
    [system] = json.loads(typed("validate", f"good.{form}", *key, "--format", "json").out)["systems"]
    # Without a key, nothing tells that the names of JSON lines end in a part.
    documents = 60 if form == "jsonl" and not key else 40
    assert (system["documents"], system["parts"]) == (documents, 60)
    assert (system["entities"], system["mentions"], system["read"]) == (254, 1014, True)


def test_the_table_has_what_was_read(typed: Typed) -> None:
    Path("good.jsonl").write_bytes(jsonl())
    out = typed("validate", "good.jsonl", "--key", "blind.conll").out
    assert "good      acceptable           40         254       1,014         0           0\n" in out
    assert 'good: for example "pevi Bufa Naklu" (bc/gromi/00/gromi_0000, words 13–15),' in out
