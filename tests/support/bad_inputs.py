"""A hundred bad submissions to the small task, and what is said of each.

A case is built at a path; ``place`` is what follows that path in the message: a member, a line.
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import os
import pickle
import stat
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.small_task import EIGHT, FAIR, SHORT, WORDS

LINES = FAIR.splitlines()
BRACKETS = 5  # the column of the coreference brackets, from 0


class Bad(NamedTuple):
    name: str
    build: Callable[[Path], object]
    place: str
    what: str
    remedy: str


def written(data: bytes | str) -> Callable[[Path], object]:
    content = data.encode() if isinstance(data, str) else data
    return lambda path: path.write_bytes(content)


def text(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def edited(number: int, *new: str) -> str:
    """The fair response with one line (from 1) replaced."""
    return text(*LINES[: number - 1], *new, *LINES[number:])


def cell(number: int, new: str, column: int = BRACKETS) -> str:
    """The fair response with one cell replaced."""
    cells = LINES[number - 1].split("\t")
    return edited(number, "\t".join([*cells[:column], new, *cells[column + 1 :]]))


def in_eight(text: str) -> str:
    """The same file in eight columns: topic, subtopic, document, sentence, token, word, True, coreference."""
    rows = (line.split("\t") for line in text.splitlines())
    return "".join(
        "\t".join(["t", "s", *row[:4], "True", row[-1]] if len(row) > 1 else row) + "\n" for row in rows
    )


def conll(name: str, data: bytes | str, line: int, what: str, remedy: str) -> Bad:
    return Bad(f"{name}.conll", written(data), f":{line}" if line else "", what, remedy)


OPEN_MANY = "|".join(f"({number}" for number in range(10_001))
_TEXT_FIRST = "write a line `#begin document (NAME); part 000` before it"
_END = "write a line `#end document` after it"
_BRACKET = "write mentions as (ID), or (ID and later ID)"
_WRITE = "write the documents as CoNLL, JSON lines or CorefUD"
_TAG = "write mentions as <e1>…</e1> or […](#e1), or state the tags with --text"
_HEADER = "write `#begin document (NAME); part 000`"

CONLL = [
    conll("empty", "", 0, "an empty file", "write the documents of the task into it"),
    conll("blank", "\n\n \n", 0, "an empty file", "write the documents of the task into it"),
    conll("prose", "Dear organisers,\n", 1, "text in which no mention is tagged", _TAG),
    conll("web-page", "<!DOCTYPE html>\n<p>404\n", 1, "an HTML page", "submit the file itself"),
    conll("python", "import os\nos.abort()\n", 1, "text in which no mention is tagged", _TAG),
    conll("remark", "See below (in part)\n", 1, "text outside a document", _TEXT_FIRST),
    conll("greeting", f"Dear organisers,\n{FAIR}", 1, "text outside a document", _TEXT_FIRST),
    conll("json-list", '[{"doc_key": "a"}]\n', 1, "a document without words", "write `sentences`"),
    conll("no-beginning", text(*LINES[1:]), 1, "text outside a document", _TEXT_FIRST),
    conll("misspelt-beginning", edited(1, "#begin documnet (a)"), 1, "text outside a document", _TEXT_FIRST),
    conll("text-between", edited(8, LINES[7], "so far"), 9, "text outside a document", _TEXT_FIRST),
    conll("text-after", FAIR + "the end\n", 25, "text outside a document", _TEXT_FIRST),
    conll("no-end", text(*LINES[:-1]), 17, "this document does not end", _END),
    conll("cut-off", FAIR[: len(FAIR) * 9 // 10], 17, "this document does not end", _END),
    conll(
        "no-end-between", edited(8), 8, "a document begins before the previous one (line 1)", "#end document"
    ),
    conll(
        "two-ends", edited(8, LINES[7], LINES[7]), 9, "`#end document` without `#begin document`", _TEXT_FIRST
    ),
    conll("never-closes", cell(4, "(9"), 4, "the bracket '(9' is never closed", "write '9)' where it ends"),
    conll("closes-nothing", cell(4, "9)"), 4, "the bracket '9)' was never opened", "write '(9' before it"),
    conll("no-id", cell(4, "()"), 4, "'()' is not a bracket", _BRACKET),
    conll("bar-alone", cell(4, "|"), 4, "'|' is not a bracket", _BRACKET),
    conll("bar-last", cell(4, "(9)|"), 4, "'|' is not a bracket", _BRACKET),
    conll("two-bars", cell(4, "(8)||(9)"), 4, "'||(9)' is not a bracket", _BRACKET),
    conll("bare-id", cell(4, "9"), 4, "'9' is not a bracket", _BRACKET),
    conll("opens-twice", cell(4, "((9)"), 4, "'((9)' is not a bracket", _BRACKET),
    conll("text-behind", cell(4, "(9)x"), 4, "'x' is not a bracket", _BRACKET),
    conll("wrong-brackets", cell(4, "[9]"), 4, "'[9]' is not a bracket", _BRACKET),
    conll("no-name", edited(1, "#begin document"), 1, "the document name is missing", _HEADER),
    conll(
        "empty-name", edited(1, "#begin document (); part 000"), 1, "the document name is missing", _HEADER
    ),
    conll("part-word", edited(1, "#begin document (a); part x"), 1, "not a whole number", _HEADER),
    conll("part-minus", edited(1, "#begin document (a); part -1"), 1, "not a whole number", _HEADER),
    conll("part-long", edited(1, "#begin document (a); part " + "9" * 99), 1, "not a whole number", _HEADER),
    conll("part-arabic", edited(1, "#begin document (a); part ٣"), 1, "not a whole number", _HEADER),
    conll("name-bell", edited(1, "#begin document (a\a)"), 1, "unprintable characters", _HEADER),
    conll("name-turned", edited(1, "#begin document (\u202ea)"), 1, "unprintable characters", _HEADER),
    conll("name-long", edited(1, f"#begin document ({'a' * 1001})"), 1, "more than 1,000 char", _HEADER),
    conll(
        "twice",
        FAIR + text(*LINES[:8]),
        25,
        "occurs twice in this file (first on line 1)",
        "or remove the copy",
    ),
    conll(
        "extra", FAIR + text("#begin document (z)", LINES[7]), 25, "is not in the key", "remove it, or name"
    ),
    conll("short", SHORT, 0, "2 parts are missing: a (part 1), b (part 0)", "add them"),
    conll("renamed", FAIR.replace("(b)", "(c)"), 17, "c (part 0) is not in the key", "remove it, or name"),
    conll("token-less", edited(4), 4, "the word 'her' is 'sees' in the key", "restore the key's text"),
    conll("token-less-at-the-end", edited(6), 1, "4 tokens", "restore"),
    conll(
        "token-more", edited(6, LINES[5], LINES[5][:-3] + "-"), 1, "has 6 tokens, but 5", "restore the key"
    ),
    conll("other-word", cell(6, "cat", 3), 6, "the word 'cat' is 'dog' in the key", "restore the key's text"),
    conll("other-case", cell(6, "Dog", 3), 6, "the word 'Dog' is 'dog' in the key", "restore the key's text"),
    conll("word-long", cell(6, "dog" * 9999, 3), 6, f"the word '{('dog' * 14)[:40]}' is 'dog' in", "restore"),
    conll(
        "invisible", cell(6, "dog\u200b", 3), 6, "the word 'dog\\u200b' is 'dog'", "restore the key's text"
    ),
    conll("mark-within", cell(6, "\ufeffdog", 3), 6, "the word '\\ufeffdog' is", "restore the key's text"),
    conll("decomposed", cell(6, "do\u0301g", 3), 6, "is 'dog' in the key", "restore the key's text"),
    conll(
        "few-columns", edited(4, "a\t-"), 4, "2 columns, but this file needs at least", "write all columns"
    ),
    conll("no-tab", edited(4, "word"), 4, "1 column, but this file needs at least", "write all columns"),
    conll("nul", cell(4, "\0"), 4, "a NUL byte", "remove it, or save the file as UTF-8"),
    conll("latin-1", cell(6, "dég", 3).encode("latin-1"), 6, "not UTF-8", "save the file as UTF-8"),
    conll("utf-16", FAIR.encode("utf-16"), 0, "text in UTF-16", "save the file as UTF-8"),
    conll("surrogate", FAIR.encode().replace(b"dog", b"\xed\xa0\x80"), 6, "not UTF-8", "as UTF-8"),
    conll("old-mac", FAIR.replace("\n", "\r"), 1, "a carriage return within the line", "end lines with LF"),
    conll(
        "lone-return", cell(4, "-\r-"), 4, "a carriage return within the line", "end lines with LF or CR LF"
    ),
    conll(
        "long-line",
        cell(4, "x" * (1 << 20), 3),
        4,
        "a line of 1,048,",
        "break it into lines of at most 1,048,576 bytes",
    ),
    conll(
        "open-many", cell(4, OPEN_MANY), 4, "more than 10,000 brackets are open here", "close them earlier"
    ),
    conll(
        "many-parts",
        "".join(f"#begin document ({number})\n#end document\n" for number in range(1100)),
        2025,
        "more than 1,012 parts in this file",
        "submit the documents of the key",
    ),
    conll("many-lines", FAIR + "\n" * 100_100, 100_073, "more than 100,072 lines", "submit the documents"),
    conll("many-bytes", " " * 9_000_000, 0, "more than 8,396,108 bytes", "submit smaller files"),
    conll("many-brackets", cell(4, "(9)" * 100_100), 4, "more than 100,060 brackets", "submit the documents"),
    conll("many-faults", edited(4, *["x"] * 30_000), 4, "1 column, but this file needs", "write all columns"),
    conll("picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 1, "not UTF-8", "save the file as UTF-8"),
    conll("pickle", pickle.dumps({"a": [(0, 1)]}), 0, "a Python pickle, which is never loaded", "save the"),
    conll("packed", gzip.compress(FAIR.encode()), 0, "a gzip file", "let its name end in .gz"),
    conll("eight-open", in_eight(cell(4, "(9")), 4, "the bracket '(9' is never closed", "write '9)' where"),
    conll("eight-word", in_eight(cell(6, "cat", 3)), 6, "the word 'cat' is 'dog' in the key", "restore the"),
    conll(
        "eight-short",
        in_eight(edited(13, "t\ts")).replace("t\ts\tt\ts\tTrue\ts", "t\ts"),
        13,
        "2 columns, but",
        "write",
    ),
    conll("eight-one", EIGHT, 1, "all (part 0) is not in the key", "remove it, or name the part"),
]


def record(**changes: Any) -> dict[str, Any]:
    """Document a as JSON, with some members replaced or, where None, left out."""
    document = {"doc_key": "a", "sentences": [list(WORDS)], "clusters": [[[0, 1], [3, 3]]], **changes}
    return {name: value for name, value in document.items() if value is not None}


def jsonl(name: str, data: bytes | str | dict[str, Any], what: str, remedy: str, line: int = 1) -> Bad:
    content = json.dumps(data) + "\n" if isinstance(data, dict) else data
    return Bad(f"{name}.jsonl", written(content), f":{line}", what, remedy)


def texts(clusters: object, strings: object) -> str:
    """Three documents as fastcoref writes them, of which the first has these clusters."""
    first = {**TEXT, "clusters": clusters, "clusters_strings": strings}
    return "".join(f"{json.dumps(document)}\n" for document in (first, TEXT, TEXT))


def words_alone(clusters: object, **changes: Any) -> dict[str, Any]:
    """Document a as wl-coref writes it."""
    return {"document_id": "a", "cased_words": list(WORDS), "span_clusters": clusters, **changes}


CORENLP = {"sentences": [{"index": 0, "tokens": [{"index": 1, "word": word} for word in WORDS]}]}
TEXT = {"text": " ".join(WORDS), "clusters": [], "clusters_strings": []}
_LONG = {
    "text": " ".join(WORDS) + " " * 500_000,
    "clusters": [[[0, 500_000]] * 40_000],
    "clusters_strings": [["A"] * 40_000],
}
LONG_MENTIONS = f"{json.dumps(_LONG)}\n" + 2 * f"{json.dumps(TEXT)}\n"
OTHER_TEXT = 2 * f"{json.dumps(TEXT)}\n" + json.dumps({**TEXT, "text": "Ann Lee sees her cat"})
OTHER_WORD = "".join(
    json.dumps(record(doc_key=name, sentences=[[first, *WORDS[1:]]])) + "\n"
    for name, first in (("a_0", "Ann"), ("a_1", "A"), ("b", "Ann"))
)
TWO_OF_MANY = "{" + "".join(f'"{number}": 0, ' for number in range(60_000)) + '"0": 1}'
DEEP = '{"doc_key": ' + "[" * 100_000
_PAIR = "write a pair of whole numbers, [start, end]"
_COUNT = "count tokens from 0, or state the right --offsets and --ends"

JSON = [
    jsonl(
        "j-cut-off",
        '{"doc_key": "a", "sen',
        "the JSON breaks off at column 22",
        "write the complete document",
    ),
    jsonl("j-single-quotes", str(record()), "invalid JSON at column 2", "one complete JSON object"),
    jsonl("j-list", json.dumps(record()) + "\n[1]\n", "not a JSON object", "write each document as `{", 2),
    jsonl("j-spread", json.dumps(record(), indent=1)[:-1], "the JSON breaks off", "complete document", 23),
    jsonl(
        "j-no-comma",
        json.dumps([record()] * 2).replace("}, {", "} {"),
        "invalid JSON at",
        "one complete JSON",
    ),
    jsonl(
        "j-after",
        json.dumps([record()]) + "\nDone!",
        "1 line beside the JSON",
        "or repair it with --repair align",
        2,
    ),
    jsonl("j-by-name", json.dumps({"a": record()}), "under their names", "`doc_key` into each document"),
    jsonl(
        "j-null", '{"doc_key": "a", "tokens": ["Ann"], "clusters": null}', "null, as in a blind", "entities"
    ),
    jsonl("j-chains", '{"doc_id": "a", "coref_chains": []}', "`coref_chains` are not read", "`clusters`"),
    jsonl("j-mentions", '[\n{"doc_id": "a", "coref_chain": 1}]', "a list of mentions", "score_clusters"),
    jsonl(
        "j-no-name", record(doc_key=None), "1 document without a name, but the key has 3", "`doc_key` into"
    ),
    jsonl("j-no-name-no-words", {"clusters": []}, "the document name is missing", "give it a printable `doc"),
    jsonl(
        "j-some-names",
        f"{json.dumps(record(doc_key=None))}\n{json.dumps(record())}",
        "1 of 2 documents has no name",
        "write `doc_key` into each document",
    ),
    jsonl(
        "j-sub-tokens",
        record(sentences=[["[CLS]", *WORDS[:4], "do", "##g", "[SEP]"]]),
        "sub-tokens, such as `[CLS]` and `##ing`, in place of the words",
        "through `subtoken_map`",
    ),
    jsonl(
        "j-coref-spans",
        {"document_id": "a", "sentences": [{"part_id": 0, "words": WORDS, "coref_spans": []}]},
        "`coref_spans` are not read (Hugging Face, conll2012_ontonotesv5)",
        "write `clusters`",
    ),
    jsonl(
        "j-preco-beyond",
        {"id": "a", "sentences": [WORDS], "mention_clusters": [[[0, 4, 6]]]},
        "the mention [0, 4, 6] does not lie within its sentence of 5 words",
        "count sentences and words from 0, with exclusive ends, as PreCo does",
    ),
    jsonl(
        "j-corenlp-from-0",
        {"docId": "a", **CORENLP, "corefs": {"1": [{"sentNum": 0, "startIndex": 0, "endIndex": 2}]}},
        "the mention [0, 0, 2] lies outside the 1 sentence",
        "count sentences and words from 1, with exclusive ends, as CoreNLP does",
    ),
    jsonl("j-corenlp", CORENLP, "a document of CoreNLP without `corefs`", "run CoreNLP with `coref` as the"),
    jsonl(
        "j-allennlp",
        {"document": " ".join(WORDS), "top_spans": [], "clusters": []},
        "`document` is not a list of words",
        "submit what AllenNLP writes, unchanged",
    ),
    jsonl(
        "j-xcore-across",
        {"tokens": [WORDS] * 3, "clusters_token_offsets": [[[0, 0, 1], [1, 0, 1]]]},
        "a record of xCoRe with entities across documents",
        "score it with --across corpus, topic or subtopic",
    ),
    jsonl("j-name-number", record(doc_key=7), "the name of this document is not a string", "write `doc_key`"),
    jsonl("j-name-bell", record(doc_key="a\a"), "unprintable characters", "give it a printable"),
    jsonl("j-name-surrogate", record(doc_key="\ud800"), "unprintable characters", "give it a print"),
    jsonl(
        "j-twice",
        (json.dumps(record()) + "\n") * 2,
        "occurs twice in this file (first on line 1)",
        "remove one",
        2,
    ),
    jsonl(
        "j-two-texts",
        record(tokens=["Ann", "Lee", "saw", "her", "dog"]),
        "`sentences` and `tokens` have different words",
        "write the words once",
    ),
    jsonl("j-no-words", record(sentences=None), "a document without words", "write `sentences`"),
    jsonl(
        "j-flat", record(sentences=list(WORDS)), "`sentences` is not a list of lists", "write [[word, ...]"
    ),
    jsonl(
        "j-word-number", record(sentences=[[1, 2, 3, 4, 5]]), "a word is not a string", "as lists of words"
    ),
    jsonl("j-no-clusters", record(clusters=None), "a document without clusters", "write `clusters`"),
    jsonl(
        "j-clusters-word",
        record(clusters="none"),
        "`clusters` is not a list of lists",
        "write [[[start, end]",
    ),
    jsonl("j-one-number", record(clusters=[[[1]]]), "[1] is not a mention", _PAIR),
    jsonl("j-text-pair", record(clusters=[["0\n1\u202e"]]), "'0\\n1\\u202e' is not a mention", _PAIR),
    jsonl("j-surrogate-pair", record(clusters=[["\ud800"]]), "'\\ud800' is not a mention", _PAIR),
    jsonl("j-fraction", record(clusters=[[[0.0, 1.0]]]), "[0.0, 1.0] is not a mention", _PAIR),
    jsonl("j-truth", record(clusters=[[[False, True]]]), "[False, True] is not a mention", _PAIR),
    jsonl("j-nan", record(clusters=[[[0, float("nan")]]]), "[0, nan] is not a mention", _PAIR),
    jsonl("j-negative", record(clusters=[[[-1, 0]]]), "does not lie within the 5 tokens", _COUNT),
    jsonl("j-beyond", record(clusters=[[[4, 5]]]), "does not lie within the 5 tokens", _COUNT),
    jsonl("j-backwards", record(clusters=[[[3, 1]]]), "does not lie within the 5 tokens", _COUNT),
    jsonl("j-huge", record(clusters=[[[0, 10**30]]]), "does not lie within the 5 tokens", _COUNT),
    jsonl("j-digits", '{"doc_key": ' + "9" * 5000 + "}", "too long a number", "write plain documents"),
    jsonl("j-deep", DEEP, "nested too deeply", "write plain documents"),
    jsonl("j-latin-1", b'{"doc_key": "\xe9"}', "not UTF-8", "save the file as UTF-8"),
    jsonl(
        "j-strings", record(clusters_strings=[["Ann Lee", "dog"]]), "`clusters_strings` has 'dog'", "state"
    ),
    jsonl("j-few-strings", record(clusters_strings=[["Ann Lee"]]), "different clusters", "one string per"),
    jsonl("j-one-text", TEXT, "1 document without a name, but the key has 3 parts", "in its order"),
    jsonl("j-other-text", OTHER_TEXT, "'cat' where the key has 'dog'", "texts of the key", 3),
    jsonl(
        "j-text-cut",
        texts([[[0, 6], [13, 16]]], [["Ann Le", "her"]]),
        "[0, 6] cut the word 'Lee'",
        "align mentions",
    ),
    jsonl(
        "j-text-strings",
        texts([[[0, 7]]], [["Ann"]]),
        "unclear what the numbers in `clusters` count",
        "state --offsets",
    ),
    jsonl(
        "j-text-pairs",
        texts([[7]], [["Ann"]]),
        "unclear what the numbers in `clusters` count",
        "state --offsets",
    ),
    jsonl(
        "j-text-deep",
        texts([[[[]]]], [[]]),
        "unclear what the numbers in `clusters` count",
        "state --offsets",
    ),
    jsonl(
        "j-text-many",
        texts([[[0, 3]] * 100_100], [["Ann"] * 100_100]),
        "more than 100,060 mentions",
        "submit the",
    ),
    jsonl("j-text-long", LONG_MENTIONS, "unclear what the numbers in `clusters` count", "state --offsets"),
    jsonl("j-text-list", {**TEXT, "text": ["Ann"]}, "the document name is missing", "give it a printable"),
    jsonl(
        "j-ends",
        words_alone([[[0, 2]]]),
        "unclear whether the ends in `span_clusters` are inclusive",
        "state --ends",
    ),
    jsonl(
        "j-cased-words", words_alone([], cased_words=[["Ann"]]), "a word is not a string", "write `sentences`"
    ),
    jsonl("j-tokens", record(sentences=None, tokens=list(WORDS)), "unclear what the numbers", "state --off"),
    jsonl(
        "j-word-long", OTHER_WORD.replace('"A"', f'"{"x" * 9999}"'), f"the word '{'x' * 40}' is", "rest", 2
    ),
    jsonl(
        "j-many-mentions", record(clusters=[[[0, 1]] * 100_100]), "more than 100,060 mentions", "submit the"
    ),
    jsonl("j-many-clusters", record(clusters=[[]] * 100_100), "more than 100,060 mentions", "submit the"),
    jsonl("j-many-words", record(sentences=[["a"] * 100_100]), "more than 100,072 words", "submit the docum"),
    jsonl("j-many-faults", record(clusters=[[[7, 7]] * 30_000]), "does not lie within the 5 tokens", _COUNT),
    jsonl("j-many-names", TWO_OF_MANY, "the name '0' occurs twice in one object", "keep one of the two"),
    jsonl("j-other-word", OTHER_WORD, "the word 'A' is 'Ann'", "restore the key's text", 2),
    jsonl("j-ids-beyond", record(clusters={"e": [[4, 5]]}), "does not lie within the 5 tokens", _COUNT),
    jsonl("j-ids-flat", record(clusters={"e": [0, 1]}), "`clusters` is a list of spans", "write [[[start"),
    jsonl("j-ids-number", record(clusters={"e": 7}), "`clusters` is not a list of lists", "write [[[start"),
    jsonl(
        "j-ids-twice",
        json.dumps(record(clusters={"e": [], "f": []})).replace("f", "e"),
        "the name 'e' occurs twice in one object",
        "keep one of the two",
    ),
    jsonl(
        "j-ids-many",
        record(clusters={str(number): [[0, 1]] for number in range(100_100)}),
        "more than 100,060 mentions",
        "submit the",
    ),
    jsonl("j-extra", record(doc_key="z"), "z (part 0) is not in the key", "remove it, or name the part as"),
]


def squeezed(name: str, data: bytes, what: str, remedy: str = "compress it again") -> Bad:
    return Bad(name, written(data), "", what, remedy)


# An .xz file whose first block asks for a dictionary of 4 GiB.
_BLOCK = b"\x02\x00\x21\x01\x28\x00\x00\x00"
LARGE_DICTIONARY = lzma.compress(b"")[:12] + _BLOCK + zlib.crc32(_BLOCK).to_bytes(4, "little") + bytes(99)
ZEROS = bytes(20_000_000)
COMPRESSED = [
    squeezed("c-cut-off-gz.conll.gz", gzip.compress(FAIR.encode())[:60], "not a complete .gz file"),
    squeezed("c-plain.conll.gz", FAIR.encode(), "not a complete .gz file"),
    squeezed(
        "c-bomb-gz.conll.gz", gzip.compress(ZEROS), "more than ", "submit smaller files, or compress them"
    ),
    squeezed("c-cut-off-bz2.conll.bz2", bz2.compress(FAIR.encode())[:60], "not a complete .bz2 file"),
    squeezed(
        "c-bomb-bz2.conll.bz2", bz2.compress(ZEROS), "more than 1,048,576 bytes", "submit smaller files"
    ),
    squeezed("c-cut-off-xz.conll.xz", lzma.compress(FAIR.encode())[:60], "not a complete .xz file"),
    squeezed("c-dictionary.conll.xz", LARGE_DICTIONARY, "(Memory usage limit exceeded)"),
    squeezed("c-bomb-xz.conll.xz", lzma.compress(ZEROS), "more than 1,048,576 bytes", "submit smaller files"),
    Bad("c-empty.conll.gz", written(gzip.compress(b"")), "", "an empty file", "write the documents"),
]


def archive(*members: tuple[str | zipfile.ZipInfo, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of members, whatever their names are worth."""
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", method) as made:
        warnings.simplefilter("ignore")  # duplicates are meant
        for name, content in members:
            made.writestr(name, content)
    return out.getvalue()


def linked(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


def flagged(data: bytes) -> bytes:
    """The archive with its only member said to be encrypted, in both places."""
    local, central = data.index(b"PK\3\4"), data.index(b"PK\1\2")
    changed = bytearray(data)
    changed[local + 6] |= 1
    changed[central + 8] |= 1
    return bytes(changed)


def zipped(name: str, data: bytes, place: str, what: str, remedy: str = "pack the archive again") -> Bad:
    return Bad(f"{name}.zip", written(data), place, what, remedy)


ONE = archive(("a.conll", FAIR))
BROKEN_CRC = archive(("a.conll", FAIR), method=zipfile.ZIP_STORED).replace(b"\tdog\t", b"\tcat\t", 1)
NO_DIRECTORY = b"PK\5\6" + bytes(4) + b"\xff\xff\xff\xff" + (1 << 26).to_bytes(4, "little") + bytes(6)

ZIPS = [
    zipped("z-prose", b"PK is what it is not", "", "not a complete zip archive"),
    zipped("z-cut-off", ONE[:-30], "", "not a complete zip archive"),
    zipped("z-empty", archive(), "", "it contains no file", "submit one file per dataset"),
    zipped("z-hidden", archive(("__MACOSX/a", ""), (".a", ""), ("x/._a", "")), "", "no file", "submit one"),
    zipped("z-encrypted", flagged(ONE), "", "'a.conll' is encrypted"),
    zipped(
        "z-up", archive(("../a.conll", FAIR)), "", "'../a.conll' has a name that leads out of the archive"
    ),
    zipped(
        "z-up-inside",
        archive(("x/../../a", FAIR)),
        "",
        "'x/../../a' has a name that leads out of the archive",
    ),
    zipped(
        "z-absolute", archive(("/etc/passwd", FAIR)), "", "'/etc/passwd' has an absolute path as its name"
    ),
    zipped("z-drive", archive(("C:/a.conll", FAIR)), "", "'C:/a.conll' has an absolute path as its name"),
    zipped("z-backslash", archive(("x\\a.conll", FAIR)), "", "has a backslash in its name"),
    zipped("z-bell", archive(("a\a.conll", FAIR)), "", "'a\\x07.conll' has unprintable characters in its"),
    zipped(
        "z-turned", archive(("a\u202e.conll", FAIR)), "", "'a\\u202e.conll' has unprintable characters in"
    ),
    zipped("z-long", archive(("a" * 1001, FAIR)), "", "has a name of more than 1,000 characters"),
    zipped("z-twice", archive(("a", FAIR), ("a", FAIR)), "", "'a' occurs twice in the archive", "keep one"),
    zipped("z-case", archive(("a", FAIR), ("A", FAIR)), "", "'A' differs only in case from 'a'", "keep one"),
    zipped("z-accent", archive(("é", ""), ("e\u0301", "")), "", "is the same file as", "keep one"),
    zipped("z-nested", archive(("a.zip", ONE)), "", "'a.zip' is an archive or compressed itself"),
    zipped("z-packed", archive(("a.conll.gz", b"")), "", "'a.conll.gz' is an archive or compressed itself"),
    zipped("z-link", archive((linked("a.conll"), "/etc/passwd")), "", "'a.conll' is not a regular file"),
    zipped(
        "z-bomb", archive(("a.conll", ZEROS)), "", "makes the archive more than ", "submit smaller files, or"
    ),
    zipped(
        "z-members", archive(*((str(n), "") for n in range(1001))), "", "more than 1,000 members", "pack the"
    ),
    zipped("z-method", archive(("a", FAIR), method=zipfile.ZIP_BZIP2), "", "a method other than deflate"),
    zipped(
        "z-two",
        archive(("a.conll", FAIR), ("b.conll", FAIR)),
        "",
        "2 files, but the key is a single file",
        "submit",
    ),
    zipped(
        "z-stems", archive(("a.conll", ""), ("a.txt", "")), "/a.txt", "a second file of the dataset a", "keep"
    ),
    zipped("z-folders", archive(("x/y/a", FAIR), ("x/b", FAIR)), "/x/y/a", "a folder within", "side by side"),
    zipped("z-broken", archive(("a.conll", cell(4, "(9"))), "/a.conll:4", "is never closed", "write '9)'"),
    zipped("z-checksum", BROKEN_CRC, "", "not a complete zip archive (Bad CRC-32"),
    zipped("z-directory", NO_DIRECTORY, "", "not a complete zip archive"),
]


def holding(**files: Callable[[Path], object]) -> Callable[[Path], object]:
    """A folder with some entries, whose names have _ for a dot."""

    def build(path: Path) -> None:
        path.mkdir()
        for name, make in files.items():
            make(path / name.replace("_", "."))

    return build


def linking(target: str) -> Callable[[Path], object]:
    return lambda path: path.symlink_to(target)


_LINK = "submit the file itself"
FAIR_FILE = written(FAIR)
ENTRIES = [
    Bad("e-link.conll", linking("key.conll"), "", "a symbolic link", _LINK),
    Bad("e-link-out.conll", linking("/etc/passwd"), "", "a symbolic link", _LINK),
    Bad("e-link-nowhere.conll", linking("nowhere"), "", "a symbolic link", _LINK),
    Bad("e-link-loop", linking("e-link-loop"), "", "a symbolic link", _LINK),
    Bad("e-link-folder", linking("."), "", "a symbolic link", _LINK),
    Bad("e-pipe.conll", os.mkfifo, "", "not a regular file", "copy its content to a file"),
    Bad("e-pipe-zip.zip", os.mkfifo, "", "not a regular file", "copy its content to a file"),
    Bad("e-empty", holding(), "", "it contains no file", "submit one file per dataset"),
    Bad("e-hidden", holding(_DS_Store=FAIR_FILE), "", "it contains no file", "submit one file per dataset"),
    Bad(
        "e-two",
        holding(a_conll=FAIR_FILE, b_conll=FAIR_FILE),
        "",
        "2 files, but the key is a single file",
        "submit",
    ),
    Bad(
        "e-same",
        holding(a_conll=FAIR_FILE, a_txt=FAIR_FILE),
        "/a.txt",
        "a second file of the dataset a",
        "keep",
    ),
    Bad("e-deep", holding(inner=holding()), "/inner", "a folder within a submission", "side by side"),
    Bad("e-link-inside", holding(a=linking("/etc/passwd")), "/a", "a symbolic link", _LINK),
    Bad("e-pipe-inside", holding(a=os.mkfifo), "/a", "not a regular file", "copy its content"),
    Bad("e-broken-inside", holding(a=written(cell(4, "9)"))), "/a:4", "was never opened", "write '(9'"),
    Bad(
        "e-control-inside",
        holding(**{"a\a": FAIR_FILE}),
        "/a\\x07",
        "unprintable characters",
        "rename the file",
    ),
]

GOOD_TEXT = "Ann|[1 Lee|1] sees her|[1] dog|[2]"


def tagged(name: str, line: str | bytes, what: str, remedy: str, place: int = 1) -> Bad:
    """A file of text whose first document is bad."""
    first = line.encode() if isinstance(line, str) else line
    return Bad(
        f"{name}.txt", written(first + f"\n{GOOD_TEXT}\n{GOOD_TEXT}\n".encode()), f":{place}", what, remedy
    )


TAGGED = [
    tagged("t-open", "Ann|[1 Lee sees her dog", "is never closed", "or repair it with --repair align"),
    tagged("t-many-open", " ".join(["Ann|[1"] * 20_000), "is never closed", "close it, or remove the tag"),
    tagged("t-close", "Ann Lee|1] sees her dog", "closes a mention that is not open", "remove the tag"),
    tagged("t-tag", "Ann|[1]] Lee sees her dog", "'[1]]' is not a tag", "write mentions as WORD|[ID]"),
    tagged("t-bars", "a" + "|" * 100_000 + "[ b", "is not a tag", "write mentions as WORD|[ID]"),
    tagged("t-word", GOOD_TEXT.replace("sees", "saw"), "the word 'saw' is 'sees'", "--repair align"),
    tagged("t-short", "Ann|[1]", "has 1 token, but 5 in the key", "--repair align"),
    tagged("t-bytes", b"Ann|[1] \xff", "this line is not UTF-8", "save the file as UTF-8"),
    tagged("t-lines", f"{GOOD_TEXT}\n{GOOD_TEXT}", "4 lines of text, but 3 documents", "# newdoc id", 4),
    tagged("t-kinds", "<a>Ann</a> Lee sees her dog", "several kinds of tags: words, xml", "--text words", 1),
    Bad(
        "t-xml.txt",
        written("<a1>Ann Le</a1>e sees her dog\n" * 3),
        ":1",
        "begin and end with a word",
        "tag whole",
    ),
    Bad(
        "t-other.txt",
        written("<a1>Ann</a1> Lee saw her dog\n" * 3),
        ":1",
        "'saw' is 'sees'",
        "--repair align",
    ),
    Bad(
        "t-links.txt", written("Ann](#a) Lee sees her dog\n" * 3), ":1", "that is not open", "remove the tag"
    ),
    Bad(
        "t-no-id.txt",
        written("Ann\n<m>Lee</m> sees <m>her | 2</m> <m>dog</m>\n"),
        ":2",
        "<m> has no id",
        '<m id="1">…</m>',
    ),
    Bad(
        "t-attribute.txt",
        written('<m cluster="1">Ann</m> Lee sees <m id="2">her</m> dog\n' * 3),
        ":1",
        """'<m cluster="1">' is not a tag""",
        '<m id="1">…</m>',
    ),
    Bad("t-name.txt", written("# newdoc id =\nAnn|[1]\n"), ":1", "the document name is missing", "# newdoc"),
    Bad(
        "t-twice.txt",
        written("# newdoc id = a\nx|[1]\n" * 2),
        ":3",
        "a occurs twice",
        "or remove the copy",
    ),
]

CASES = [*CONLL, *JSON, *TAGGED, *COMPRESSED, *ZIPS, *ENTRIES]


def build_all(folder: Path) -> Iterator[Path]:
    for case in CASES:
        case.build(folder / case.name)
        yield folder / case.name
