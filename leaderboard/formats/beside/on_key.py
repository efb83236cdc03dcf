"""The documents of a response beside the key: as they are where their text is the key's, else as asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from leaderboard.corpus import Corpus, Part
from leaderboard.errors import Problem
from leaderboard.formats.beside.draft import Draft, corpus_of
from leaderboard.formats.beside.key_text import KeyText
from leaderboard.formats.beside.nodes import with_nodes
from leaderboard.formats.beside.repair import MOST_CELLS, MOST_CELLS_OF_FILE, ZERO, Mend, Repairer
from leaderboard.formats.limits import Bounds
from leaderboard.text import counted, plural


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """A key, and how the documents of a response are put beside it."""

    key: KeyText
    check_words: bool = True
    repair: bool = False


@dataclass(slots=True)
class OnKey:
    """The corpus of a response, what was mended of each document, and what is to be said of it."""

    corpus: Corpus
    mends: Mapping[Part, Mend] = field(default_factory=dict)
    remarks: tuple[Problem, ...] = ()


def on_key(file: str, drafts: Sequence[Draft], beside: Beside | None, bounds: Bounds) -> OnKey:
    """All documents as a corpus, where the key has empty nodes with its sentences and nodes."""
    if beside is None:
        return OnKey(corpus_of(file, drafts, False))
    repairer, key = Repairer(), beside.key
    placed: list[Draft] = []
    mends: dict[Part, Mend] = {}
    compared = 0
    for draft in drafts:
        number = key.number(draft.part)
        if number is None or not key.has_words:
            placed.append(draft)
            continue
        words = key.words(number)
        read, mend = _placed(draft, words, repairer, beside)
        placed.append(read)
        compared += len(words)
        if mend:
            mends[key.parts[number]] = mend
            compared -= mend.unaligned * len(words)
    corpus = corpus_of(file, placed, True)
    if key.has_zeros:
        corpus = with_nodes(corpus, placed, key, bounds)
    unaligned = [draft for draft in drafts if (mend := mends.get(_named(key, draft))) and mend.unaligned]
    return OnKey(corpus, mends, (*_unaligned(file, unaligned), *_lacking(file, repairer, compared)))


def _named(key: KeyText, draft: Draft) -> Part:
    number = key.number(draft.part)
    return draft.part if number is None else key.parts[number]


def _placed(draft: Draft, words: list[str], repairer: Repairer, beside: Beside) -> tuple[Draft, Mend | None]:
    """A document as it is where it is accepted, or repaired; with the key's words as the key writes them."""
    if beside.key.has_zeros and not draft.pieces:
        draft = _with_zeros(draft, words)
    plain = _plain(draft)
    same = plain == words or (len(plain) == len(words) and not beside.check_words)
    if not beside.repair or (same and draft.dropped is None and not draft.pieces):
        return draft, None
    return repairer.repaired(draft, words)


def _with_zeros(draft: Draft, words: list[str]) -> Draft:
    """A document whose zeros are known; a space in a word of the key may be written as `_`."""
    known = set(words)
    zeros = [place for place, word in enumerate(draft.words) if word.startswith(ZERO) and word not in known]
    spaced = {word.replace(" ", "_"): word for word in words if " " in word}
    if not zeros and not spaced:
        return draft
    written = [word if word in known else spaced.get(word, word) for word in draft.words]
    return replace(draft, zeros=zeros, words=written)


def _plain(draft: Draft) -> list[str]:
    """The words without zeros."""
    if not draft.zeros:
        return draft.words
    zeros = set(draft.zeros)
    return [word for place, word in enumerate(draft.words) if place not in zeros]


def _lacking(file: str, repairer: Repairer, words: int) -> Iterator[Problem]:
    """A warning where a repair finds at most half of the key's words."""
    if 0 < words <= 2 * repairer.lacking:
        are = plural("is", repairer.lacking, "are")
        how = "in the response in another case only" if repairer.only_case else "not in the response"
        what = f"{repairer.lacking:,} of {counted(words, 'word')} of the key {are} {how}"
        yield Problem(file, 0, what, "check that the output has the texts of the key")


def _unaligned(file: str, drafts: Sequence[Draft]) -> Iterator[Problem]:
    """Once, for all documents that were too long to be repaired."""
    if drafts:
        named = f"{drafts[0].part}" + (f" and {len(drafts) - 1:,} more" if len(drafts) > 1 else "")
        what = f"too long and too different from the key to be aligned, so scored as empty: {named}"
        remedy = f"shorten it; a document may take {MOST_CELLS:,} cells, a file {MOST_CELLS_OF_FILE:,}"
        yield Problem(file, drafts[0].line, what, remedy)
