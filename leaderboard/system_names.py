"""Names of systems and datasets, and the rule for names that are too much alike."""

from __future__ import annotations

import os
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from leaderboard.formats.source import unpacked

ARCHIVE = ".zip"
# Others end in _conll, as .v4_gold_conll does. A PDF, which is of no format, is sometimes handed in too.
_FORMATS = (
    *(".conll", ".conllu", ".conllua", ".entities", ".json", ".jsonl", ".out", ".pdf", ".pred", ".response"),
    *(".tsv", ".txt"),
)

# Unicode's Default_Ignorable_Code_Point: shown as nothing at all. The braille blank is shown as a blank.
_UNSEEN = (
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)


# What platforms, and the desktops of participants, put beside the files that matter.
JUNK = ("metadata", "Thumbs.db", "desktop.ini")
# As Codabench calls what organisers download: number, participant, phase, moment, and the name of a file.
_DOWNLOAD = re.compile(
    r"([0-9]+)_([\w.@+-]+?)_PhaseId([0-9]+)_[0-9]{4}-[0-9]{2}-[0-9]{2}[:_][0-9]{2}-[0-9]{2}_.*"
)


@dataclass(frozen=True, slots=True)
class Download:
    """The parsed name of a download from a platform; a later one has a higher number."""

    number: int
    participant: str
    phase: int


def download(name: str) -> Download | None:
    """Parse a name like those of downloads; anybody can give such a name to a file."""
    found = _DOWNLOAD.fullmatch(name)
    return Download(int(found[1]), composed(found[2]), int(found[3])) if found else None


def name_of(path: Path) -> str:
    """A folder's name, or a file's without the suffixes of formats: what follows another dot is a version.

    Composed, so that equal names look equal.
    """
    if path.name in ("", ".."):  # the folder that we are in, or one above it, has a name elsewhere
        path = Path(os.path.realpath(path))
    if os.path.isdir(path):  # noqa: PTH112 (a link to a forbidden place makes Path.is_dir raise)
        return composed(path.name)
    if path.suffix.lower() == ARCHIVE:
        return composed(path.stem)
    plain = Path(unpacked(path.name))
    known = plain.suffix.lower() in _FORMATS or plain.suffix.lower().endswith("_conll")
    return composed(plain.stem if known else plain.name)


def composed(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def can_be_shown(name: str) -> bool:
    """No control, bidirectional, unassigned or unseen characters, and no blanks around."""
    return name.isprintable() and bool(name) and name == name.strip() and not any(map(_is_unseen, name))


def alike(name: str) -> str:
    """A text that is equal for names that readers would confuse: NFKC_Casefold with single blanks."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    seen = "".join(char for char in unicodedata.normalize("NFKC", folded) if not _is_unseen(char))
    return " ".join(seen.split())


def same_name(other: str) -> str:
    """The problem of a name that is `alike` another."""
    return f"apart from case, blanks or Unicode form, it has the same name as {other}"


def _is_unseen(char: str) -> bool:
    return any(first <= ord(char) <= last for first, last in _UNSEEN)


# What BookNLP writes about a document; of these, mentions and tokens are read.
ENTITIES, TOKENS = ".entities", ".tokens"
_OF_BOOKNLP = re.compile(r"([^/]+)\.(?:entities|tokens|book|quotes|supersense|book\.html)")


def is_of_booknlp(name: str) -> bool:
    """True for a file that is named as BookNLP names its own."""
    return _OF_BOOKNLP.fullmatch(name) is not None


def is_beside_entities(path: Path) -> bool:
    """True for what BookNLP wrote beside a file of mentions, which is read with that or not at all."""
    found = _OF_BOOKNLP.fullmatch(path.name)
    return found is not None and path.suffix != ENTITIES and path.with_name(found[1] + ENTITIES).is_file()


def is_ignored(name: str) -> bool:
    """Hidden files, read-me files, and what a system packs into archives, are no part of a submission."""
    return name.startswith(".") or name in ("__MACOSX", "README", "README.md", "README.txt")
