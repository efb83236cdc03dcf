"""The response put beside the key: on its parts and tokens, with the same text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part
from leaderboard.corpus.mention_labels import labelled_beside
from leaderboard.corpus.nodes import Dependencies, Nodes, rows_of
from leaderboard.errors import SHOWN, InputError, Problem, first_of
from leaderboard.matching.heads import headed
from leaderboard.text import counted, listed, plural

# How many missing parts are named.
_NAMED = 3


@dataclass(frozen=True, slots=True)
class Gaps:
    """The unknown parts of a response: parts without text (by number), documents without content.

    ``broken_off`` tells that the file ends within its last part, so that nothing after it is missed.
    ``column`` tells where on its line a token stands, by line and number in its part, or 0.
    """

    unsure: Collection[int] = ()
    nameless: float = 0
    broken_off: bool = False
    column: Callable[[int, int], int] = lambda line, token: 0


READ_WHOLE = Gaps()


def differences(
    key: Corpus, response: Corpus, source: Ints, missing_is_empty: bool, check_words: bool, gaps: Gaps
) -> Iterator[Problem]:
    """All differences; ``source`` is the response's number of each part of the key, or -1."""
    if (key.nodes is None) != (response.nodes is None):
        yield other_format(key, response.file)
        return
    looked_for = source[: _after_last(source)] if gaps.broken_off else source
    absent = [part for part, place in zip(key.parts, looked_for, strict=False) if place < 0]
    yield from _extra_parts(key, response)
    if not missing_is_empty and len(absent) > gaps.nameless:
        yield _missing_parts(response, absent)
    yield from _other_texts(key, response, source, check_words, gaps)
    yield from _other_sentences(key, response, source, gaps)


def other_format(key: Corpus, file: str, form: str = "corefud") -> Problem:
    """The problem that a response has a format that the key excludes, or the other way round."""
    if key.layer:
        what = f"not a Universal Anaphora file, but the key {key.file} is"
    elif form == "conllua":
        what = f"a Universal Anaphora file, but the key {key.file} is not"
    elif key.nodes is None:
        what = f"this file is CorefUD, but the key {key.file} is not"
    else:
        what = f"this file is not CorefUD, but the key {key.file} is"
    line = 1 if form == "conllua" else 0  # its first line says so
    return Problem(file, line, what, "write the response in the format of the key")


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


def _missing_parts(response: Corpus, absent: list[Part]) -> Problem:
    """One problem, however many are missing: a file that broke off may lack nearly all."""
    if len(absent) == 1:
        return Problem(response.file, 0, f"{absent[0]} is missing", "add it")
    names = listed([str(part) for part in absent], _NAMED)
    return Problem(response.file, 0, f"{counted(len(absent), 'part')} are missing: {names}", "add them")


def broken_off(
    key: Corpus, response: Corpus, source: Ints, gaps: Gaps, line: int, cut: bool
) -> Problem | None:
    """The problem of a file that ends on a line, within its last part, and lacks all later parts of the key.

    Whether the last part is ``cut`` may be known; it is so where it has fewer words than the key's.
    """
    last, number = len(response.parts) - 1, _after_last(source)
    rest = len(source) - number
    if not number or rest <= gaps.nameless or source[number - 1] != last:
        return None
    if not cut and (last in gaps.unsure or response.tokens[-1] >= key.tokens[number - 1]):
        return None
    lacking = f"{rest:,} of {counted(len(source), 'part')} {'is' if rest == 1 else 'are'} missing"
    what = f"the file breaks off here: {lacking}, all after {key.parts[number - 1]}"
    return Problem(response.file, line, what, "submit the complete file")


def _after_last(source: Ints) -> int:
    """The number of parts of the key up to the last one that the response has."""
    return int(np.flatnonzero(source >= 0).max(initial=-1)) + 1


def _other_texts(
    key: Corpus, response: Corpus, source: Ints, check_words: bool, gaps: Gaps
) -> Iterator[Problem]:
    """Where the tokens of a part differ from the key's in number or, where both have them, in words."""
    if check_words and _same_texts(key, response):
        return
    key_first, response_first = key.first_token, response.first_token
    for number, other in enumerate(source):
        if other < 0 or int(other) in gaps.unsure:
            continue
        ours = slice(int(key_first[number]), int(key_first[number] + key.tokens[number]))
        theirs = slice(int(response_first[other]), int(response_first[other] + response.tokens[other]))
        difference = _first_difference(key, ours, response, theirs) if check_words else None
        if difference is not None:
            column = gaps.column(int(response.token_line[theirs.start + difference]), difference)
            reordered = key.identity > 0 and _reordered(key, ours, response, theirs)
            describe = _other_place if reordered else _other_word
            yield describe(key, ours.start + difference, response, theirs.start + difference, column)
        elif key.tokens[number] != response.tokens[other]:
            yield _other_length(key, number, response, int(other))


def _other_sentences(key: Corpus, response: Corpus, source: Ints, gaps: Gaps) -> Iterator[Problem]:
    """Where as many words are not cut into the key's sentences; nodes are counted within them."""
    if key.nodes is None or response.nodes is None:
        return
    ours, theirs = (np.split(side.length, np.cumsum(side.sentences)) for side in (key.nodes, response.nodes))
    first = response.first_token
    for number, other in enumerate(source.tolist()):
        if other < 0 or other in gaps.unsure or key.tokens[number] != response.tokens[other]:
            continue
        if np.array_equal(ours[number], theirs[other]):
            continue
        both = min(len(ours[number]), len(theirs[other]))
        sentence = int(np.flatnonzero(ours[number][:both] != theirs[other][:both])[0])
        token = int(first[other] + theirs[other][:sentence].sum())
        yield Problem(
            response.file,
            int(response.token_line[token]),
            f"sentence {sentence + 1} of {key.parts[number]} has {counted(theirs[other][sentence], 'word')}, "
            f"but {ours[number][sentence]} in the key",
            "restore the key's sentences",
        )


def _same_texts(key: Corpus, response: Corpus) -> bool:
    return bool(
        key.parts == response.parts
        and np.array_equal(key.tokens, response.tokens)
        and (not comparable(key, response) or _same_words(key, response))
    )


def comparable(key: Corpus, response: Corpus) -> bool:
    """True if both have words, or as many columns that tell which token it is."""
    return key.words is not None and response.words is not None and key.identity == response.identity


def _same_words(key: Corpus, response: Corpus) -> bool:
    assert key.words is not None
    assert response.words is not None
    return key.words.equals(response.words)


def _first_difference(key: Corpus, ours: slice, response: Corpus, theirs: slice) -> int | None:
    if not comparable(key, response):
        return None
    assert key.words is not None
    assert response.words is not None
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
        f"the word {response.words[theirs][:SHOWN]!r} is {key.words[ours][:SHOWN]!r} in the key"
        f"{_line_in_key(key, key.token_line[ours])}",
        _restore(response),
        column,
    )


def _reordered(key: Corpus, ours: slice, response: Corpus, theirs: slice) -> bool:
    """True if a part has the key's tokens in another order."""
    assert key.words is not None
    assert response.words is not None
    sides = (key.words, ours), (response.words, theirs)
    tokens, others = (sorted(words.of(np.arange(part.start, part.stop))) for words, part in sides)
    return tokens == others


def _other_place(key: Corpus, ours: int, response: Corpus, theirs: int, column: int) -> Problem:
    """The first token that stands elsewhere in the key."""
    problem = _other_word(key, ours, response, theirs, column)
    return replace(
        problem,
        what=f"the order of the tokens differs from the key: {problem.what}",
        remedy="restore the key's order, or compare no words with --no-check-words",
    )


def _other_length(key: Corpus, number: int, response: Corpus, other: int) -> Problem:
    """The first token without a partner is where the shorter side has ended."""
    ours, theirs = int(key.tokens[number]), int(response.tokens[other])
    longer, part = (key, number) if ours > theirs else (response, other)
    extra = longer.token_line[int(longer.tokens[:part].sum()) + min(ours, theirs)]
    unmatched = "" if longer.secret else f"; the first unmatched token is at {longer.file}:{extra}"
    return Problem(
        response.file,
        int(response.part_line[other]),
        f"{key.parts[number]} has {theirs} {plural('token', theirs)}, but {ours} in the key"
        f"{_line_in_key(key, key.part_line[number])}{unmatched}",
        _restore(response),
    )


def _line_in_key(key: Corpus, line: int) -> str:
    """The place of a word in the key, unless that is secret."""
    return "" if key.secret else f" ({key.file}:{line})"


def _restore(response: Corpus) -> str:
    """The remedy for another text."""
    return "restore the key's text" + ", or repair it with --repair align" * response.repairable


def align(key: Corpus, response: Corpus, *, missing_is_empty: bool, check_words: bool) -> Corpus:
    """The response on the key's own parts, tokens and tree; an error where its text is another."""
    response = replace(response, parts=_named_as_in(key, response))
    source = _source(key, response)
    problems, count = first_of(differences(key, response, source, missing_is_empty, check_words, READ_WHOLE))
    if problems:
        raise InputError(problems, count)
    found = _put_beside(key, response, source)
    if key.apart and response.apart:
        again = response.repeated and _put_beside(key, response.repeated, source)
        found = replace(found, apart=_put_beside(key.apart, response.apart, source), repeated=again)
    return labelled_beside(key, headed(found, key))


def places_in(key: Corpus, response: Corpus) -> Ints:
    """Return the number of each part of the response in the key, or -1."""
    return _source(replace(response, parts=_named_as_in(key, response)), key)


def _put_beside(key: Corpus, response: Corpus, source: Ints) -> Corpus:
    """The response on the parts and tokens of the key, whose text is the same."""
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
        identity=key.identity,
        part=target[ordered.part],
        nodes=_nodes_as_in(key.nodes, ordered.nodes, target),
        tree=key.tree,
        groups=key.groups,
        name=ordered.name if key.groups else None,
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
        dependencies=response.dependencies and _renumbered(response.dependencies, order),
    )


def _renumbered(dependencies: Dependencies, order: Ints) -> Dependencies:
    """The dependencies where the empty nodes are in another order."""
    row, empty = rows_of(dependencies.empty, order)
    return Dependencies(empty, dependencies.parent[row], dependencies.relation[row])


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
    return differences(key, response, _source(key, response), missing_is_empty, check_words, gaps)


def break_off(key: Corpus, response: Corpus, gaps: Gaps, line: int, cut: bool) -> Problem | None:
    """The problem of a file that ends on a line within a part, and may be known to; None for other files."""
    response = replace(response, parts=_named_as_in(key, response))
    return broken_off(key, response, _source(key, response), gaps, line, cut)


def _source(key: Corpus, response: Corpus) -> Ints:
    """The response's number of each part of the key, or -1."""
    place = {part: index for index, part in enumerate(response.parts)}
    return np.array([place.get(part, -1) for part in key.parts], np.int64)
