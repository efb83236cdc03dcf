"""Which response mention is which key mention: the response put beside the key."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part
from leaderboard.errors import SHOWN, InputError, Problem, first_of


@dataclass(frozen=True, slots=True)
class Matching:
    """A key, a response whose parts are numbered as the key's, and pairs of equal mentions."""

    key: Corpus
    response: Corpus
    key_mention: Ints
    response_mention: Ints


@dataclass(frozen=True, slots=True)
class Gaps:
    """What is not known of a response: the text of some parts (by number), the names of some documents.

    ``column`` tells where on its line a token stands, by line and number in its part, or 0.
    """

    unsure: Collection[int] = ()
    nameless: float = 0
    column: Callable[[int, int], int] = lambda line, token: 0


READ_WHOLE = Gaps()


def match_exactly(key: Corpus, response: Corpus) -> Matching:
    """Pair the mentions of the same part, start and end."""
    begin = np.cumsum(key.tokens) - key.tokens
    key_span, response_span = (
        ((begin[side.part] + side.start) << 32) | (begin[side.part] + side.end) for side in (key, response)
    )
    _, key_mention, response_mention = np.intersect1d(
        key_span, response_span, assume_unique=True, return_indices=True
    )
    return Matching(key, response, key_mention, response_mention)


def align(key: Corpus, response: Corpus, *, missing_is_empty: bool, check_words: bool) -> Corpus:
    """The response on the key's own parts and tokens; an error where its text is another."""
    response = replace(response, parts=_named_as_in(key, response))
    source = _source(key, response)
    problems, count = first_of(_problems(key, response, missing_is_empty, check_words, READ_WHOLE))
    if problems:
        raise InputError(problems, count)
    target = np.empty(len(response.parts), np.int64)
    target[source[source >= 0]] = np.flatnonzero(source >= 0)
    part = target[response.part]
    order = np.argsort(part, kind="stable")
    return replace(
        response,
        parts=key.parts,
        part_line=np.append(response.part_line, 0)[source],
        tokens=key.tokens,
        token_line=key.token_line,
        words=key.words,
        tags=key.tags,
        part=part[order],
        start=response.start[order],
        end=response.end[order],
        entity=response.entity[order],
        line=response.line[order],
    )


def _named_as_in(key: Corpus, response: Corpus) -> tuple[Part, ...]:
    """The response's parts by the key's names: JSON lines call part 0 of ``x`` the document ``x_0``."""
    known = {part: part for part in key.parts}
    apart = {_joined(part): part for part in key.parts}
    named = tuple(
        known.get(part) or known.get(_joined(part)) or apart.get(part) or part for part in response.parts
    )
    return named if len(set(named)) == len(named) else response.parts


def _joined(part: Part) -> Part:
    return Part(f"{part.document}_{part.number}", 0)


def disagreements(
    key: Corpus, response: Corpus, gaps: Gaps, *, missing_is_empty: bool, check_words: bool
) -> Iterator[Problem]:
    """Everywhere that the text of a response is not the key's, as far as it could be read."""
    response = replace(response, parts=_named_as_in(key, response))
    return _problems(key, response, missing_is_empty, check_words, gaps)


def _problems(
    key: Corpus, response: Corpus, missing_is_empty: bool, check_words: bool, gaps: Gaps
) -> Iterator[Problem]:
    source = _source(key, response)
    absent = [part for part, place in zip(key.parts, source, strict=True) if place < 0]
    yield from _extra_parts(key, response)
    if not missing_is_empty and len(absent) > gaps.nameless:
        yield from _missing_parts(response, absent)
    yield from _other_texts(key, response, source, check_words, gaps)


def _source(key: Corpus, response: Corpus) -> Ints:
    """The response's number of each part of the key, or -1."""
    place = {part: index for index, part in enumerate(response.parts)}
    return np.array([place.get(part, -1) for part in key.parts], np.int64)


def _extra_parts(key: Corpus, response: Corpus) -> Iterator[Problem]:
    known = set(key.parts)
    return (
        Problem(
            response.file,
            int(line),
            f"{part} is not in the key {key.file}",
            "remove it, or name the part as the key does",
        )
        for part, line in zip(response.parts, response.part_line, strict=True)
        if part not in known and part.document
    )


def _missing_parts(response: Corpus, absent: list[Part]) -> Iterator[Problem]:
    return (
        Problem(
            response.file,
            0,
            f"{part} is missing",
            "add it, or score missing parts as empty with --missing empty",
        )
        for part in absent
    )


def _other_texts(
    key: Corpus, response: Corpus, source: Ints, check_words: bool, gaps: Gaps
) -> Iterator[Problem]:
    """Where the tokens of a part differ from the key's in number or, where both have them, in words."""
    if check_words and _same_texts(key, response):
        return
    key_first = np.cumsum(key.tokens) - key.tokens
    response_first = np.cumsum(response.tokens) - response.tokens
    for number, other in enumerate(source):
        if other < 0 or int(other) in gaps.unsure:
            continue
        ours = slice(int(key_first[number]), int(key_first[number] + key.tokens[number]))
        theirs = slice(int(response_first[other]), int(response_first[other] + response.tokens[other]))
        difference = _first_difference(key, ours, response, theirs) if check_words else None
        if difference is not None:
            column = gaps.column(int(response.token_line[theirs.start + difference]), difference)
            yield _other_word(key, ours.start + difference, response, theirs.start + difference, column)
        elif key.tokens[number] != response.tokens[other]:
            yield _other_length(key, number, response, int(other))


def _same_texts(key: Corpus, response: Corpus) -> bool:
    return bool(
        key.parts == response.parts
        and np.array_equal(key.tokens, response.tokens)
        and (key.words is None or response.words is None or key.words.equals(response.words))
    )


def _first_difference(key: Corpus, ours: slice, response: Corpus, theirs: slice) -> int | None:
    if key.words is None or response.words is None:
        return None
    both = min(ours.stop - ours.start, theirs.stop - theirs.start)
    return key.words.between(ours.start, ours.start + both).first_difference(
        response.words.between(theirs.start, theirs.start + both)
    )


def _other_word(key: Corpus, ours: int, response: Corpus, theirs: int, column: int) -> Problem:
    assert key.words is not None
    assert response.words is not None
    return Problem(
        response.file,
        int(response.token_line[theirs]),
        f"the word {response.words[theirs][:SHOWN]!r} is {key.words[ours][:SHOWN]!r} in the key "
        f"({key.file}:{key.token_line[ours]})",
        "restore the key's text, or compare no words with --no-check-words",
        column,
    )


def _other_length(key: Corpus, number: int, response: Corpus, other: int) -> Problem:
    """The first token without a partner is where the shorter side has ended."""
    ours, theirs = int(key.tokens[number]), int(response.tokens[other])
    longer, part = (key, number) if ours > theirs else (response, other)
    extra = int(longer.tokens[:part].sum()) + min(ours, theirs)
    return Problem(
        response.file,
        int(response.part_line[other]),
        f"{key.parts[number]} has {theirs} tokens, but {ours} in the key "
        f"({key.file}:{key.part_line[number]}); "
        f"the first without a partner is at {longer.file}:{longer.token_line[extra]}",
        "restore the key's text",
    )
