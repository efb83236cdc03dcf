"""From the bytes of a file to a checked corpus, whatever the format."""

from __future__ import annotations

import json
import re
from codecs import getincrementaldecoder
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part
from leaderboard.errors import InputError, Problem
from leaderboard.formats.answers import begins_json, enclosed, fence_in, json_of
from leaderboard.formats.beside.repair import Mend
from leaderboard.formats.blocks import BYTE_ORDER_MARK, check_count, lines
from leaderboard.formats.conll.conll_blocks import conll_columns, read_conll
from leaderboard.formats.faults import Faults, concealed, concealed_faults, concealing
from leaderboard.formats.reading import Format, Parsed, Reading, WordColumn, is_secret, settle
from leaderboard.formats.source import Together
from leaderboard.formats.text_tags import kinds_in

__all__ = [
    "Examined",
    "Reading",
    "examine",
    "faultless",
    "format_name",
    "known_format",
    "read_corpus",
    "settled",
    "word_columns",
]


_BEGINNING = 4096
# A plain text may begin with a bracket, so what follows one must be JSON as far as it goes. A text with tags
# may begin with two, or with a brace, so it is JSON only if it has a member, or can be read as a whole.
_MEMBER = re.compile(rb"""[\s\[]*\{\s*"(?:[^"\\]|\\.)*+"\s*:""", re.DOTALL)
_VALUE = rb"""(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|null|true|false)"""
_JSON = re.compile(
    rb"""\s*(?:\{|%b\s*\Z|\[\s*(?:%b\s*,\s*)*(?:[\[{\]]|%b\s*\]?\s*\Z|"(?:[^"\\]|\\.)*\Z|\Z))"""
    % (3 * (_VALUE,)),
    re.DOTALL,
)
_CONLL = re.compile(rb"^#\s*begin document\b", re.MULTILINE)
_COREFUD = re.compile(rb"^# *(newdoc|newpar|global\.Entity|sent_id)\b", re.MULTILINE)
_CONLLUA = re.compile(rb"(?:#[^\n]*\n)*?#[ \t]*global\.columns[ \t]*=[^\n]*\b(?:IDENTITY|DISCOURSE_DEIXIS)\b")
_CHAINS = re.compile(rb"[\t|]coref_chains=")
_WRITE = "write the documents as CoNLL, JSON lines or CorefUD"
_SAVE = "save the documents as plain text in CoNLL, JSON lines or CorefUD"
_PACK = "unpack it, or pack it as .zip"
_TAG = "write mentions as <e1>…</e1> or […](#e1), or state the tags with --text where there are none"
_NAMED = re.compile(rb"^[ \t]*#[ \t]*newdoc[ \t]+id[ \t]*=", re.MULTILINE)
_COMMENT = re.compile(rb"\s*#[ \t]")
_COLUMNS = re.compile(rb"\s*1(?:-[0-9]+)?[ \t]")


# Of a column: in prose a space follows a comma, and the cells of CoNLL begin otherwise.
_NAME = rb"""(?:"[^"\n]*"|[A-Za-z][\w ]*)"""


class _Kind(NamedTuple):
    """A foreign format, known by its beginning; in text the match ends on the line that shows it."""

    beginning: bytes
    what: str
    remedy: str
    is_text: bool = False


_KINDS = (
    _Kind(rb"%PDF-", "a PDF file", _SAVE),
    _Kind(
        rb"PK\x03\x04.*(?:\[Content_Types\]\.xml|_rels/\.rels|word/document\.xml|vnd\.oasis)"
        rb"|\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1|\{\\rtf",
        "a file of Word or another Office program",
        _SAVE,
    ),
    _Kind(rb"PK(?:\x03\x04|\x05\x06)", "a zip archive", "unpack it, or let its name end in .zip"),
    _Kind(rb"\x1f\x8b", "a gzip file", "unpack it, or let its name end in .gz"),
    _Kind(rb"BZh[1-9]", "a bzip2 file", "unpack it, or let its name end in .bz2"),
    _Kind(rb"\xfd7zXZ\0", "an xz file", "unpack it, or let its name end in .xz"),
    _Kind(rb"7z\xbc\xaf\x27\x1c", "a 7z archive", _PACK),
    _Kind(rb"Rar!\x1a\x07", "a RAR archive", _PACK),
    _Kind(rb"\x28\xb5\x2f\xfd", "a Zstandard file", _PACK),
    _Kind(rb".{257}ustar(?:\0|  \0)", "a tar archive", _PACK),
    _Kind(rb"PAR1", "a Parquet file", _SAVE),
    _Kind(rb"\x80[\x02-\x05]", "a Python pickle, which is never loaded", _SAVE),
    _Kind(
        rb"\xff\xfe|\xfe\xff|(?:[^\0]\0){4}|(?:\0[^\0]){4}",
        "text in UTF-16",
        "save the file as UTF-8",
    ),
    _Kind(
        rb"\s*(?:<\?[^>]*>\s*)*<root>\s*<document>",
        "XML of CoreNLP",
        "write JSON with -outputFormat json",
        True,
    ),
    _Kind(
        rb"\s*(?:(?:<\?xml[^>]*>|<!--(?:(?!-->).)*-->)\s*)*<(?i:!doctype\s+html|html)\b",
        "an HTML page",
        "submit the file itself, not the page around it",
        True,
    ),
    _Kind(
        rb"COREF\t|paragraph_ID\t|\s*\{\s*\"characters\"\s*:",
        "a file of BookNLP alone",
        "submit NAME.entities, with NAME.tokens beside it",
        True,
    ),
    _Kind(rb"\s*%b([,;\t])(?:%b\1)*%b(?=\r?\n[^\n]*\1|\s*\Z)" % (3 * (_NAME,)), "a CSV table", _WRITE, True),
)
_SIGNATURES = tuple((re.compile(kind.beginning, re.DOTALL), kind) for kind in _KINDS)
# What shows that the first line of a file may be one of a format that is read: a comment, or a last column.
_MARK = re.compile(rb"^#|(?:^|\s)(?:[-_*]|[^][{}<>\s]*[()][^][{}<>\s]*)$")
_DOCUMENT = re.compile(rb"begin document|newdoc")


def looks_like_json(beginning: bytes) -> bool:
    """True if a file begins with an object or a list, or is another value of JSON."""
    return _JSON.match(beginning) is not None


def looks_like_conllua(beginning: bytes) -> bool:
    """True if one of the first comments of a file names columns for anaphora."""
    return _CONLLUA.match(beginning) is not None


def looks_like_corefud(beginning: bytes) -> bool:
    """True if a file begins with the comments of CoNLL-U."""
    return _COREFUD.search(beginning) is not None and _CONLL.search(beginning) is None


def looks_like_stanza(data: bytes) -> bool:
    """True if words have chains of Stanza, and none has a bracket of CorefUD."""
    return b"coref_chains=" in data and b"Entity=" not in data and _CHAINS.search(data) is not None


def looks_like_text(data: bytes, stated: bool) -> bool:
    """True if a file is tagged text, or may be and is stated to be."""
    beginning = data[:_BEGINNING].removeprefix(BYTE_ORDER_MARK)
    if looks_like_corefud(beginning):
        possible = _is_named_text(beginning)
    else:
        possible = not _CONLL.search(beginning) and not _CONLL.search(data)
    return possible and (stated or bool(kinds_in(data)))


def _is_named_text(beginning: bytes) -> bool:
    """True if documents have names as in CoNLL-U, but text in place of its columns."""
    if not _NAMED.search(beginning) or b"\t" in beginning:
        return False
    others = (line for line in beginning.splitlines() if line.strip() and not _COMMENT.match(line))
    content = next(others, b"")
    return bool(content) and not _COLUMNS.match(content)


def refuse_foreign(file: str, data: bytes, is_known: bool) -> None:
    """An error where a file is something else than a submission; no text that ``is_known`` is mere prose."""
    start = len(BYTE_ORDER_MARK) if data.startswith(BYTE_ORDER_MARK) else 0
    beginning = data[start : start + _BEGINNING]
    if not beginning.strip() and not data[start:].strip():
        raise InputError([Problem(file, 0, "an empty file", "write the documents of the task into it")])
    for signature, kind in _SIGNATURES:
        if found := signature.match(beginning):
            line = beginning.count(b"\n", 0, found.end()) + 1 if kind.is_text else 0
            raise InputError([Problem(file, line, kind.what, kind.remedy)])
    if not is_known and _is_prose(beginning) and not _DOCUMENT.search(data):
        line = beginning[: len(beginning) - len(beginning.lstrip())].count(b"\n") + 1
        raise InputError([Problem(file, line, "text in which no mention is tagged", _TAG)])


def _is_prose(beginning: bytes) -> bool:
    """True if the first line is that of a text without coreference."""
    first_line = beginning.lstrip().partition(b"\n")[0].rstrip()
    try:
        text = getincrementaldecoder("utf-8")().decode(beginning)
    except UnicodeDecodeError:
        return False
    return "\0" not in text and not _MARK.search(first_line)


def _read_jsonlines(file: str, data: bytes, reading: Reading) -> Parsed:
    from leaderboard.formats.jsonlines import read_jsonlines

    if reading.key:
        return read_jsonlines(file, data, reading)
    data, dropped = json_of(file, data, reading.repairs)
    return replace(read_jsonlines(file, data, reading), lines_dropped=dropped)


def _read_corefud(file: str, data: bytes, reading: Reading) -> Parsed:
    from leaderboard.formats.corefud.corefud_blocks import read_corefud

    return read_corefud(file, data, reading)


def _read_conllua(file: str, data: bytes, reading: Reading) -> Parsed:
    from leaderboard.formats.conllua import read_conllua

    return read_conllua(file, data, reading)


def _columns_of_conllua(data: bytes, reading: Reading) -> WordColumn:
    from leaderboard.formats.conllua import word_columns

    return word_columns(data)


def _read_text(file: str, data: bytes, reading: Reading) -> Parsed:
    from leaderboard.formats.tagged_text import read_text

    _refuse_key(file, "tagged text", reading)
    return read_text(file, data, reading)


def _read_stanza(file: str, data: bytes, reading: Reading) -> Parsed:
    from leaderboard.formats.stanza import read_stanza

    _refuse_key(file, "CoNLL-U of Stanza", reading)
    return read_stanza(file, data, reading)


def _read_booknlp(file: str, data: bytes, reading: Reading) -> Parsed:
    from leaderboard.formats.booknlp import read_booknlp

    assert isinstance(data, Together)
    _refuse_key(file, "BookNLP", reading)
    return read_booknlp(file, data, reading)


def _refuse_key(file: str, form: str, reading: Reading) -> None:
    """An error where a key has a format of responses alone."""
    if reading.key:
        remedy = "write the key as CoNLL, JSON lines or CorefUD"
        raise InputError([Problem(file, 1, f"{form} is read as a response, not as a key", remedy)])


def _columns_of_jsonlines(data: bytes, reading: Reading) -> WordColumn:
    from leaderboard.formats.jsonlines.documents import word_column

    return word_column


def _columns_of_corefud(data: bytes, reading: Reading) -> WordColumn:
    from leaderboard.formats.corefud.corefud_blocks import word_column

    return word_column


# The format that takes whatever no other recognises, and says what is wrong with it.
_OTHERS = "conll"
_TEXT, _STANZA, _BOOKNLP = "text", "stanza", "booknlp"
# A reader is loaded when a file needs it.
FORMATS = {
    "jsonlines": Format(looks_like_json, _read_jsonlines, _columns_of_jsonlines),
    "conllua": Format(looks_like_conllua, _read_conllua, _columns_of_conllua),
    "corefud": Format(looks_like_corefud, _read_corefud, _columns_of_corefud),
    # These are known by more than their first bytes.
    _STANZA: Format(lambda beginning: False, _read_stanza, _columns_of_corefud),
    _BOOKNLP: Format(lambda beginning: False, _read_booknlp, lambda data, reading: lambda line, token: 0),
    _TEXT: Format(lambda beginning: False, _read_text, lambda data, reading: lambda line, token: 0),
    _OTHERS: Format(lambda beginning: True, read_conll, conll_columns),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """As much of a corpus as can be read, a report of every repair, what is wrong with the rest, what users
    should know of how it was read, what was mended of each part of the key, and how many lines were left out
    as no documents."""

    corpus: Corpus
    repeats: tuple[Problem, ...]
    faults: Faults | None
    remarks: tuple[Problem, ...]
    mends: Mapping[Part, Mend]
    lines_dropped: int


def examine(file: str, data: bytes, reading: Reading) -> Examined:
    """Read a file, however broken it is; raise an error if it exceeds the limits."""
    name = known_format(file, data, reading.text)
    with concealing(file, is_secret(file, reading)):
        # JSON has as many lines as its writer likes, and here files are several: there words are counted.
        if name not in ("jsonlines", _BOOKNLP):
            check_count(file, data, reading.bounds.lines)
        return settled(FORMATS[name].read(file, data, reading), reading)


def settled(parsed: Parsed, reading: Reading) -> Examined:
    """Keep each mention once, and join the entities of documents where the reading says so."""
    corpus, repeats = settle(parsed, reading.refuse_duplicates)
    if reading.join and not parsed.faults:
        apart, joined = corpus, reading.join(parsed.corpus)
        corpus, repeats = settle(replace(parsed, corpus=joined), reading.refuse_duplicates)
        corpus = replace(corpus, apart=apart, repeated=parsed.corpus if repeats else None)
    faults, remarks = parsed.faults, parsed.remarks
    if is_secret(corpus.file, reading):
        corpus, faults = replace(corpus, secret=True), concealed_faults(faults) if faults else None
        repeats = concealed(repeats, corpus.file, "repeated mention")
        remarks = concealed(remarks, corpus.file, "other warning")
    return Examined(
        corpus=corpus,
        repeats=repeats,
        faults=faults,
        remarks=remarks,
        mends=parsed.mends,
        lines_dropped=parsed.lines_dropped,
    )


def read_corpus(file: str, data: bytes, reading: Reading) -> Examined:
    """Read a file without faults; raise an error if it has any."""
    return faultless(examine(file, data, reading), reading)


def faultless(examined: Examined, reading: Reading) -> Examined:
    """Return the findings unchanged, or raise an error if there are faults."""
    if examined.faults:
        examined.faults.refuse()
    if examined.repeats and reading.refuse_duplicates:
        raise InputError(examined.repeats)
    return examined


def word_columns(data: bytes, reading: Reading) -> Callable[[int, int], int]:
    """Return a function that finds the column of a word by its line and its number in its part."""

    @cache
    def known() -> tuple[Ints, WordColumn]:
        newlines = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n"))
        return newlines, FORMATS[format_name(data, reading.text)].columns(data, reading)

    def column(line: int, token: int) -> int:
        newlines, find = known()
        begin = newlines[line - 2] + 1 if line > 1 else len(data) - len(data.removeprefix(BYTE_ORDER_MARK))
        stop = newlines[line - 1] if line <= len(newlines) else len(data)
        return find(data[begin:stop].decode(errors="replace").removesuffix("\r"), token)

    return column


def known_format(file: str, data: bytes, text: str | None = None) -> str:
    """The format of a file; an error if it is something else than a submission."""
    name = format_name(data, text)
    if name != _BOOKNLP:
        refuse_foreign(file, data, is_known=name != _OTHERS)
    return name


def format_name(data: bytes, text: str | None = None) -> str:
    """The format of a file, of which ``text`` says that it is tagged text unless it is plainly another."""
    if isinstance(data, Together):
        return _BOOKNLP
    if fence_in(data):
        within = _format_name(b"\n".join(line for _, line in enclosed(list(lines(data)))), text)
        if within in ("jsonlines", _TEXT):
            return within
    name = _format_name(data, text)
    if name == _OTHERS and begins_json(data[:_BEGINNING]) and not _CONLL.search(data):
        return "jsonlines"
    return name


def _format_name(data: bytes, text: str | None) -> str:
    beginning = data[:_BEGINNING].removeprefix(BYTE_ORDER_MARK)
    name = next(name for name, entry in FORMATS.items() if entry.recognises(beginning))
    stated = text is not None
    if name in ("corefud", _OTHERS) and not _CONLL.search(beginning) and looks_like_stanza(data):
        return _STANZA
    if name == "jsonlines":
        may_be_text = not _MEMBER.match(beginning) and (stated or not _is_json(data))
    else:
        may_be_text = name in ("corefud", _OTHERS)
    return _TEXT if may_be_text and looks_like_text(data, stated) else name


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except RecursionError:
        return True
    except ValueError:
        return False
    return True
