"""Files known by their first bytes, whatever their name: formats that are read, and what is no submission."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from typing import NamedTuple

from leaderboard.errors import InputError, Problem
from leaderboard.formats.blocks import BYTE_ORDER_MARK
from leaderboard.formats.text.tags import kinds_in

_BEGINNING = 4096
# A plain text may begin with a bracket, so what follows one must be JSON as far as it goes.
_VALUE = rb"""(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|null|true|false)"""
_JSON = re.compile(
    rb"""\s*(?:\{|%b\s*\Z|\[\s*(?:%b\s*,\s*)*(?:[\[{\]]|%b\s*\]?\s*\Z|"(?:[^"\\]|\\.)*\Z|\Z))"""
    % (3 * (_VALUE,)),
    re.DOTALL,
)
_CONLL = re.compile(rb"^#\s*begin document\b", re.MULTILINE)
_COREFUD = re.compile(rb"^# *(newdoc|newpar|global\.Entity|sent_id)\b", re.MULTILINE)
_CONLLUA = re.compile(rb"(?:#[^\n]*\n)*?#[ \t]*global\.columns[ \t]*=[^\n]*\b(?:IDENTITY|DISCOURSE_DEIXIS)\b")
_WRITE = "write the documents as CoNLL, JSON lines or CorefUD"
_SAVE = "save the documents as plain text in CoNLL, JSON lines or CorefUD"
_PACK = "unpack it, or pack it as .zip"
_TAG = "tag the mentions, or state the tags with --text if there are no mentions"
_NAMED = re.compile(rb"\s*#[ \t]*newdoc[ \t]+id[ \t]*=")
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
        rb"\s*(?:(?:<\?xml[^>]*>|<!--(?:(?!-->).)*-->)\s*)*<(?i:!doctype\s+html|html)\b",
        "an HTML page",
        "submit the file itself, not the page around it",
        True,
    ),
    _Kind(rb"\s*%b([,;\t])(?:%b\1)*%b(?=\r?\n[^\n]*\1|\s*\Z)" % (3 * (_NAME,)), "a CSV table", _WRITE, True),
)
_SIGNATURES = tuple((re.compile(kind.beginning, re.DOTALL), kind) for kind in _KINDS)
# What shows that the first line of a file, or any line, may be one of a format that is read.
_MARK = re.compile(rb"[][(){}<>#|]|(?:^|\s)[-_*]$")
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
    if not _NAMED.match(beginning):
        return False
    lines = (line for line in beginning.splitlines() if line.strip() and not _COMMENT.match(line))
    content = next(lines, b"")
    return bool(content) and b"\t" not in content and not _COLUMNS.match(content)


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
