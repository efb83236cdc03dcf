"""The response put beside the key: on its parts and tokens, with the same text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part
from leaderboard.errors import MOST_PROBLEMS, InputError, Problem
from leaderboard.nodes import Nodes


def align(key: Corpus, response: Corpus, *, missing_is_empty: bool, check_words: bool) -> Corpus:
    """The response on the key's own parts and tokens; an error where its text is another."""
    _refuse(_other_format(key, response))
    response = replace(response, parts=_named_as_in(key, response))
    place = {part: index for index, part in enumerate(response.parts)}
    absent = [part for part in key.parts if part not in place]
    source = np.array([place.get(part, -1) for part in key.parts], np.int64)
    _refuse(
        _extra_parts(key, response),
        () if missing_is_empty else _missing_parts(response, absent),
        _other_texts(key, response, source, check_words),
    )
    _refuse(_other_sentences(key, response, source))
    target = np.empty(len(response.parts), np.int64)
    target[source[source >= 0]] = np.flatnonzero(source >= 0)
    order = np.argsort(target[response.part], kind="stable")
    ordered = response.picked(order)
    return replace(
        ordered,
        parts=key.parts,
        part_line=np.append(response.part_line, 0)[source],
        tokens=key.tokens,
        token_line=key.token_line,
        words=key.words,
        tags=key.tags,
        part=target[ordered.part],
        nodes=_nodes_as_in(key.nodes, ordered.nodes, target),
    )


def _nodes_as_in(key: Nodes | None, response: Nodes | None, target: Ints) -> Nodes | None:
    """The nodes of the response, its empty ones in the parts of the key."""
    if key is None or response is None:
        return None
    part = target[response.empty_part]
    order = np.argsort(part, kind="stable")
    return replace(
        response,
        sentences=key.sentences,
        length=key.length,
        empty_part=part[order],
        empty=response.empty[order],
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


def _refuse(*kinds: Iterable[Problem]) -> None:
    problems = list(islice(chain(*kinds), MOST_PROBLEMS))
    if problems:
        raise InputError(problems)


def _other_format(key: Corpus, response: Corpus) -> Iterator[Problem]:
    if (key.nodes is None) != (response.nodes is None):
        what = (
            f"a CorefUD file, which the key {key.file} is not"
            if key.nodes is None
            else f"no CorefUD file, which the key {key.file} is"
        )
        yield Problem(response.file, 0, what, "write the response in the format of the key")


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
        if part not in known
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


def _other_texts(key: Corpus, response: Corpus, source: Ints, check_words: bool) -> Iterator[Problem]:
    """Where the tokens of a part differ from the key's in number or, where both have them, in words."""
    if check_words and _same_texts(key, response):
        return
    key_first = np.cumsum(key.tokens) - key.tokens
    response_first = np.cumsum(response.tokens) - response.tokens
    for number, other in enumerate(source):
        if other < 0:
            continue
        ours = slice(int(key_first[number]), int(key_first[number] + key.tokens[number]))
        theirs = slice(int(response_first[other]), int(response_first[other] + response.tokens[other]))
        difference = _first_difference(key, ours, response, theirs) if check_words else None
        if difference is not None:
            yield _other_word(key, ours.start + difference, response, theirs.start + difference)
        elif key.tokens[number] != response.tokens[other]:
            yield _other_length(key, number, response, int(other))


def _other_sentences(key: Corpus, response: Corpus, source: Ints) -> Iterator[Problem]:
    """Where the words of a part are not cut into the key's sentences; nodes are counted within them."""
    if key.nodes is None or response.nodes is None:
        return
    ours, theirs = (np.split(side.length, np.cumsum(side.sentences)) for side in (key.nodes, response.nodes))
    first = np.cumsum(response.tokens) - response.tokens
    for number, other in enumerate(source.tolist()):
        if other < 0 or np.array_equal(ours[number], theirs[other]):
            continue
        both = min(len(ours[number]), len(theirs[other]))
        sentence = int(np.flatnonzero(ours[number][:both] != theirs[other][:both])[0])
        token = int(first[other] + theirs[other][:sentence].sum())
        yield Problem(
            response.file,
            int(response.token_line[token]),
            f"sentence {sentence + 1} of {key.parts[number]} has {theirs[other][sentence]} words, "
            f"but {ours[number][sentence]} in the key",
            "restore the key's sentences",
        )


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


def _other_word(key: Corpus, ours: int, response: Corpus, theirs: int) -> Problem:
    assert key.words is not None
    assert response.words is not None
    return Problem(
        response.file,
        int(response.token_line[theirs]),
        f"the word {response.words[theirs]!r} is {key.words[ours]!r} in the key "
        f"({key.file}:{key.token_line[ours]})",
        "restore the key's text, or compare no words with --no-check-words",
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
