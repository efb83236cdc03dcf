"""The response put beside the key: on its parts and tokens, with the same text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part
from leaderboard.corpus.nodes import Dependencies, Nodes, rows_of
from leaderboard.errors import InputError, Problem, first_of
from leaderboard.matching.heads import headed
from leaderboard.matching.text_differences import READ_WHOLE, Gaps, broken_off, differences


def align(key: Corpus, response: Corpus, *, missing_is_empty: bool, check_words: bool) -> Corpus:
    """The response on the key's own parts, tokens and tree; an error where its text is another."""
    response = replace(response, parts=_named_as_in(key, response))
    source = _source(key, response)
    problems, count = first_of(differences(key, response, source, missing_is_empty, check_words, READ_WHOLE))
    if problems:
        raise InputError(problems, count)
    found = _put_beside(key, response, source)
    if key.apart and response.apart:
        found = replace(found, apart=_put_beside(key.apart, response.apart, source))
    return headed(found, key)


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
        name=None,
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
