"""Bad submissions in CorefUD to a small task of two documents, and what is said of each."""

from __future__ import annotations

import gzip

from tests.formats.corefud.texts import sentence
from tests.support import small_task
from tests.support.bad_inputs import Bad, text, written

# Two sentences of a document: lines 1 to 7 and 8 to 11; another document from line 12 on.
KEY = (
    sentence("1 (a-x-1", "1.1 (b-x-1-) 2:nsubj", "2 a)", "3", name="one")
    + sentence("1 (a-x-1)", "2 (b-x-1)", "3", name=None)
    + sentence("1 (c-x-1)", "2 (c-x-1)", name="two")
).decode()
FAIR = KEY.replace("(b-x-1)", "(a-x-1)", 1)
LINES = KEY.splitlines()
ENTITY, DEPS = 9, 8  # columns, from 0

_DOC = "`# newdoc id = NAME`"
_ALL = "write all columns of CoNLL-U"
_NUMBER = "number the words of a sentence 1, 2, 3"
_COUNT = "count the words of the mention from 1"
_PARTS = "write the parts of a mention one after the other"
_RESTORE = "restore the key's text"
_NOT, _AS_KEY = "this file is not CorefUD, but the key ", "write the response in the format of the key"


def edited(number: int, *new: str) -> str:
    """The key with one line (from 1) replaced."""
    return text(*LINES[: number - 1], *new, *LINES[number:])


def cell(number: int, column: int, new: str) -> str:
    """The key with one cell replaced."""
    cells = LINES[number - 1].split("\t")
    return edited(number, "\t".join([*cells[:column], new, *cells[column + 1 :]]))


def entity(number: int, value: str) -> str:
    return cell(number, ENTITY, f"Entity={value}")


def corefud(name: str, data: bytes | str, line: int, what: str, remedy: str) -> Bad:
    return Bad(f"{name}.conllu", written(data), f":{line}" if line else "", what, remedy)


COREFUD = [
    corefud("comments", text(*LINES[:13]), 12, "two (part 0) has 0 tokens, but 2 in the key", _RESTORE),
    corefud("no-document", text(*LINES[1:7]), 2, "text before the first document", _DOC),
    corefud("no-name", edited(1, "# newdoc id ="), 1, "the document name is missing", _DOC),
    corefud("name-odd", edited(1, "# newdoc name = one"), 1, "is not a document name", _DOC),
    corefud("name-bell", edited(1, "# newdoc id = o\ane"), 1, "unprintable characters", _DOC),
    corefud(
        "twice",
        KEY + text(*LINES[:11]),
        17,
        "one occurs twice in this file (first on line 1)",
        "or remove the copy",
    ),
    corefud("short", text(*LINES[:11]), 0, "two (part 0) is missing", "add it"),
    corefud("renamed", KEY.replace("id = two", "id = due"), 12, "due (part 0) is not in the key", "remove"),
    corefud(
        "no-fields", edited(2), 2, "`Entity` occurs before the line `# global.Entity`", "global.Entity = eid"
    ),
    corefud(
        "no-eid", edited(2, "# global.Entity = etype-head"), 2, "lacks the field `eid`", "global.Entity = eid"
    ),
    corefud("other-fields", edited(13, "# global.Entity = eid-head"), 13, "differ from line 2", "same order"),
    corefud("few-columns", edited(5, "2\tw2"), 5, "2 columns, not 10", _ALL),
    corefud("spaces", KEY.replace("\t", "    "), 3, "1 column, not 10", _ALL),
    corefud("many-columns", edited(5, LINES[4] + "\tx"), 5, "11 columns, not 10", _ALL),
    corefud("id-word", cell(5, 0, "two"), 5, "the id is 'two', but 2 or 1.2 is expected here", _NUMBER),
    corefud("id-gap", cell(5, 0, "4"), 5, "the id is '4', but 2 or 1.2 is expected here", _NUMBER),
    corefud("id-again", cell(4, 0, "1"), 4, "the id is '1', but 2 or 1.1 is expected here", _NUMBER),
    corefud("id-zero", cell(4, 0, "1.0"), 4, "the id is '1.0', but 2 or 1.1", _NUMBER),
    corefud("id-long", cell(5, 0, "2" * 99), 5, "the id is '" + "2" * 40, _NUMBER),
    corefud(
        "range-far",
        edited(5, "2-9" + "\t_" * 9, LINES[4]),
        5,
        "a range of words ends at 9",
        "end it at a word of the sentence",
    ),
    corefud("comment-within", edited(5, "# text = x", LINES[4]), 6, "a comment within a sentence", "before"),
    corefud(
        "zero-alone", edited(8, *["0.1" + "\t_" * 9, ""], LINES[7]), 8, "a sentence without words", "one"
    ),
    corefud("no-bracket", entity(5, "a"), 5, "'a' is not a bracket", "write mentions as (ID...)"),
    corefud("no-id", entity(5, "(-x-1)a)"), 5, "the id of '(-x-1' cannot be read", "write it as field 1"),
    corefud("piece-none", entity(5, "(d[0/2]-x-1)a)"), 5, "cannot be read", "and parts as [1/2]"),
    corefud("piece-second", entity(5, "(d[2/2]-x-1)a)"), 5, "part 2/2 does not follow part 1", _PARTS),
    corefud(
        "piece-first", entity(5, "(d[1/2]-x-1)a)"), 5, "part 2/2 of a mention of 'd' is missing", "all parts"
    ),
    corefud(
        "piece-other",
        entity(5, "(d[1/2]-x-1(z-x-1)d[2/2])a)"),
        5,
        "cannot close part 1/2",
        "close each part by its",
    ),
    corefud(
        "never-closes", entity(6, "(d-x-1"), 6, "mention '(d' is not closed in its sentence", "write 'd)'"
    ),
    corefud(
        "closes-nothing", entity(6, "d)"), 6, "the bracket 'd)' was never opened", "write '(d' before it"
    ),
    corefud("head-word", entity(8, "(a-x-one)"), 8, "the head 'one' is not the number of a word", _COUNT),
    corefud("head-none", entity(8, "(a-x-0)"), 8, "the head '0' is not the number of a word", _COUNT),
    corefud("head-far", entity(8, "(a-x-2)"), 8, "the head is word 2, but the mention has 1 word", _COUNT),
    corefud("head-long", entity(8, f"(a-x-{'9' * 99})"), 8, "is not the number of a word", _COUNT),
    corefud(
        "twice-here", cell(8, ENTITY, "Entity=(a)|Entity=(a)"), 8, "`Entity` occurs twice here", "in one"
    ),
    corefud(
        "at-a-range",
        edited(8, "1-2" + "\t_" * 8 + "\tEntity=(a)", LINES[7]),
        8,
        "on the line of a range",
        "words",
    ),
    corefud("edge-odd", cell(4, DEPS, "nsubj"), 4, "'nsubj' is not an enhanced dependency", "HEAD:RELATION"),
    corefud(
        "edge-far",
        cell(4, DEPS, "9:nsubj"),
        4,
        "'9:nsubj' names a node that does not exist here",
        "a head of the sentence",
    ),
    corefud(
        "edge-zero",
        cell(4, DEPS, "2.1:nsubj"),
        4,
        "'2.1:nsubj' names a node that does not exist here",
        "a head of the",
    ),
    corefud("other-word", cell(5, 1, "W2"), 5, "the word 'W2' is 'w2' in the key", _RESTORE),
    corefud("word-less", edited(6), 7, "the word 'w1' is 'w3' in the key", _RESTORE),
    corefud(
        "cut-elsewhere",
        text(*LINES[:6], *LINES[7:]),
        7,
        "the id is '1', but 4 or 3.1 is expected here",
        _NUMBER,
    ),
    corefud("latin-1", cell(5, 1, "wé").encode("latin-1"), 5, "not UTF-8", "save the file as UTF-8"),
    corefud("nul", cell(5, 1, "\0"), 5, "a NUL byte", "remove it, or save the file as UTF-8"),
    corefud(
        "long-line",
        cell(5, 1, "x" * (1 << 20)),
        5,
        "a line of 1,048,",
        "break it into lines of at most 1,048,576 bytes",
    ),
    corefud(
        "open-many",
        entity(5, "".join(f"(n{n}" for n in range(10_001))),
        5,
        "more than 10,000 brac",
        "earlier",
    ),
    corefud(
        "many-brackets",
        entity(5, "(9)" * 100_100),
        5,
        "more than 100,032 brackets in this file",
        "the documents of the key",
    ),
    corefud(
        "many-repeats",
        entity(5, "(9)" * 100_010 + "a)"),
        5,
        "more than 100,000 mentions are repeated",
        "each mention",
    ),
    corefud(
        "many-zeros",
        edited(4, *(f"1.{n}" + "\t_" * 7 + "\t2:x\tEntity=(a)" for n in range(1, 20_000))),
        4,
        "more than 100 dependencies of zeros lead to one node",
        "write each zero once",
    ),
    corefud(
        "many-edges",
        cell(4, DEPS, "|".join(["2:nsubj"] * 101_000)),
        4,
        "more than 100,032 enhanced dependencies of zeros",
        "a head of the sentence",
    ),
    corefud(
        "many-lines", KEY + "\n" * 100_100, 100_041, "more than 100,040 lines", "the documents of the key"
    ),
    corefud("conll", small_task.FAIR, 0, _NOT, _AS_KEY),
    corefud("conll-broken", small_task.BROKEN, 0, _NOT, _AS_KEY),
    corefud("nothing", "", 0, "an empty file", "write the documents of the task into it"),
    corefud("prose", "Dear organisers,\n", 1, "text in which no mention is tagged", "write mentions as"),
    corefud("json-lines", '{"doc_key": "one"}\n', 1, "a document without words", "write `sentences`"),
    corefud("packed", gzip.compress(KEY.encode()), 0, "a gzip file", "let its name end in .gz"),
]
