"""The entities of a corpus that was read, in the form of tests/oracles/plain_reading.py."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

from leaderboard.corpus import Corpus
from leaderboard.corpus.corpus import plural_sets
from leaderboard.corpus.nodes import SLOT, Nodes
from tests.oracles.plain_reading import Read


def rows(*columns: NDArray[Any]) -> Iterator[tuple[Any, ...]]:
    return zip(*(column.tolist() for column in columns), strict=True)


def as_read(corpus: Corpus) -> Read:
    """The entities by document; those across documents together."""
    names = [part.document if part.number == 0 else str(part) for part in corpus.parts]
    mentions = list(mentions_of(corpus))
    clusters: dict[int, set[Any]] = defaultdict(set)
    for entity, mention in zip(corpus.entity.tolist(), mentions, strict=True):
        clusters[entity].add(mention)
    if corpus.anaphora:
        return relations(corpus, names, clusters, mentions)
    if corpus.groups:
        joined = ({(names[part], *span) for part, *span in some} for some in clusters.values())
        return {"": frozenset(map(frozenset, joined))}
    found: dict[str, set[Any]] = {name: set() for name in names}
    for some in clusters.values():
        (part,) = {mention[0] for mention in some}
        found[names[part]].add(frozenset(mention[1:] for mention in some))
    return {name: frozenset(some) for name, some in found.items()}


def mentions_of(corpus: Corpus) -> Iterator[tuple[Any, ...]]:
    """The part of each mention with its first and last token, or with its nodes and its named head."""
    if corpus.nodes is None:
        yield from rows(corpus.part, corpus.start, corpus.end)
        return
    nodes = corpus.nodes
    places = [places_of(nodes, number) for number in range(len(corpus.parts))]
    pieces: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for mention, first, last in rows(nodes.piece_mention, nodes.first, nodes.last):
        pieces[mention].append((first, last))
    for mention, (part, head, named) in enumerate(rows(corpus.part, nodes.head, nodes.named)):
        inside = [one for one in places[part] if any(a <= one <= b for a, b in pieces[mention])]
        sentence, _ = places[part][inside[0]]
        at = places[part][head][1] if named or len(inside) == 1 else -1
        yield part, frozenset(places[part][one] for one in inside), (sentence, at)


def places_of(nodes: Nodes, part: int) -> dict[int, tuple[int, int]]:
    """The sentence of each node by its place, and which it is in the sentence."""
    before = int(nodes.sentences[:part].sum())
    slot, found = 0, {}
    empty = nodes.empty[nodes.empty_part == part].tolist()
    for number, words in enumerate(nodes.length[before : before + int(nodes.sentences[part])].tolist()):
        of_words = [SLOT * (slot + word) for word in range(1, words + 1)]
        zeros = [one for one in empty if SLOT * slot < one < SLOT * (slot + words + 1)]
        found |= {one: (number, at) for at, one in enumerate(sorted((*of_words, *zeros)))}
        slot += words + 1
    return found


def relations(
    corpus: Corpus, names: Sequence[str], clusters: Mapping[int, set[Any]], mentions: Sequence[Any]
) -> Read:
    """Entities and what does not refer, elements and bridges, by document."""
    assert corpus.anaphora
    nodes = [words_of(mention) for mention in mentions]
    sets = {entity: frozenset(map(words_of, some)) for entity, some in clusters.items()}
    found = {name: {"entities": set[Any](), "elements": set[Any](), "bridges": set[Any]()} for name in names}
    part, pseudo = (
        dict(rows(corpus.entity, column)) for column in (corpus.part, corpus.anaphora.nonreferring)
    )
    for entity, some in sets.items():
        found[names[part[entity]]]["entities"].add((some, pseudo[entity]))
    for plural, elements in plural_sets(corpus.anaphora).items():
        found[names[part[plural]]]["elements"] |= {(sets[plural], sets[one]) for one in elements}
    for anaphor, anchor in rows(corpus.anaphora.anaphor, corpus.anaphora.anchor):
        found[names[corpus.part[anaphor]]]["bridges"].add((nodes[anaphor], nodes[anchor]))
    return {
        name: frozenset((what, frozenset(some)) for what, some in of_name.items())
        for name, of_name in found.items()
    }


def words_of(mention: Any) -> frozenset[int]:
    """The nodes of a document that counts as one sentence."""
    return frozenset(at for _, at in mention[1])
