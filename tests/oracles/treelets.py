"""Sentences with mentions and dependencies, and the heads of mentions by the letter of the rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from leaderboard.corpus.nodes import SLOT
from leaderboard.formats import Reading, read_corpus
from leaderboard.matching import headed

Heads = Mapping[str, str]
Enhanced = Mapping[str, Sequence[str]]


def order(node: str) -> tuple[int, int]:
    word, _, decimal = node.partition(".")
    return int(word), int(decimal or 0)


def treelet(mentions: Sequence[Sequence[str]], head: Heads, deps: Enhanced) -> bytes:
    """A file of one sentence with these mentions; its empty nodes are those that have dependencies."""
    nodes = sorted({*head, *deps, *(node for mention in mentions for node in mention)}, key=order)
    brackets = _brackets(mentions, nodes)
    rows = "".join(
        "\t".join((node, node, "_", "X", "_", "_", head.get(node, "_"), "_", _deps(node, deps), misc)) + "\n"
        for node, misc in zip(nodes, brackets, strict=True)
    )
    return f"# newdoc id = d\n# global.Entity = eid-etype\n{rows}\n".encode()


def found(mentions: Sequence[Sequence[str]], head: Heads, deps: Enhanced) -> dict[tuple[str, ...], str]:
    """The head of each mention, by its nodes, as it is found in the tree."""
    corpus = read_corpus("f", treelet(mentions, head, deps), Reading(key=True)).corpus
    side = headed(corpus)
    assert side.nodes is not None
    names = {mention[0]: tuple(mention) for mention in mentions}
    assert len(names) == len(mentions)
    return {
        names[_name(begin)]: _name(place)
        for begin, place in zip(side.nodes.begin.tolist(), side.nodes.head.tolist(), strict=True)
    }


def by_the_rule(nodes: Sequence[str], head: Heads, deps: Enhanced) -> str:
    """The head of a mention, one step of the rule after the other."""
    tops = [node for node in nodes if "." in node or head.get(node, "_") not in nodes]
    if len(tops) < 2:
        return tops[0] if tops else nodes[0]
    enhanced = {node: list(deps.get(node) or ([head[node]] if node in head else [])) for node in tops}
    inside = {node: [above in nodes for above in enhanced[node]] for node in tops}
    left = (
        [node for node in tops if not any(inside[node])]
        or [node for node in tops if not all(inside[node])]
        or tops
    )
    if len(left) == 1:
        return left[0]
    for node in left:
        if "." not in node and all(_is_above(node, other, head, enhanced) for other in left if other != node):
            return node
    return left[0]


def _is_above(node: str, other: str, head: Heads, enhanced: Enhanced) -> bool:
    """Whether a word governs another one, through however many, or the word that an empty node counts as."""
    if "." in other:
        words = [above for above in enhanced[other] if "." not in above and above != "0"]
        return bool(words) and node in _and_above(words[0], head)
    return node in list(_and_above(other, head))[1:]


def _and_above(word: str, head: Heads) -> Iterator[str]:
    passed: set[str] = set()
    while word in head and word not in passed:
        yield word
        passed.add(word)
        word = head[word]


def _name(place: int) -> str:
    word, decimal = divmod(place, SLOT)
    return f"{word}.{decimal}" if decimal else str(word)


def _deps(node: str, deps: Enhanced) -> str:
    return "|".join(f"{above}:dep" for above in deps.get(node, ())) or "_"


def _brackets(mentions: Sequence[Sequence[str]], nodes: Sequence[str]) -> list[str]:
    """The last column of each node: pieces are numbered where a mention has several."""
    texts = [""] * len(nodes)
    index = {node: place for place, node in enumerate(nodes)}
    for number, mention in enumerate(mentions):
        places = {index[node] for node in mention}
        begins, ends = (sorted(place for place in places if place + step not in places) for step in (-1, 1))
        for piece, (begin, end) in enumerate(zip(begins, ends, strict=True), 1):
            name = f"e{number}" + (f"[{piece}/{len(begins)}]" if len(begins) > 1 else "")
            if begin == end:
                texts[begin] += f"({name}-x)"
            else:
                texts[begin] += f"({name}-x"
                texts[end] = f"{name})" + texts[end]
    return [f"Entity={text}" if text else "_" for text in texts]
