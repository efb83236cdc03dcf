"""What toolkits say twice of a mention: where it is, and which words or spans these are."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from itertools import chain
from typing import Any

from leaderboard.formats.jsonlines.members import without_ids
from leaderboard.formats.letters import Letters, letters

Record = dict[str, Any]


def contradictions(record: Record) -> list[tuple[str, str]]:
    """The members that are read, each with one that says something else of the same mentions."""
    listed = without_ids(record)
    return [
        (member, other)
        for needed, member, other, agree in _TWICE
        if all(listed.get(name) is not None for name in needed) and not _hold(agree, listed)
    ]


def _hold(agree: Callable[[Record], bool], record: Record) -> bool:
    """False also where what is said the second time has another form."""
    try:
        return agree(record)
    except (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError):
        return False


def _texts_agree(record: Record) -> bool:
    """Maverick and xCoRe, whose reader compares the texts of mentions in several documents."""
    tokens, clusters, texts = (
        record["tokens"],
        record["clusters_token_offsets"],
        record["clusters_token_text"],
    )
    if list(map(len, clusters)) != list(map(len, texts)):
        return False
    if any(isinstance(document, list) for document in tokens):
        return all(isinstance(text, str) for text in chain.from_iterable(texts))
    words = Letters(list(map(letters, tokens)))
    mentions = zip(chain.from_iterable(clusters), chain.from_iterable(texts), strict=True)
    return all(words.are(start, end, letters(text)) for (start, end), text in mentions)


def _texts_of_chains_agree(record: Record) -> bool:
    """CoreNLP, which counts from 1."""
    sentences = [
        Letters([letters(token["word"]) for token in sentence["tokens"]]) for sentence in record["sentences"]
    ]
    return all(
        sentences[one["sentNum"] - 1].are(one["startIndex"] - 1, one["endIndex"] - 2, letters(one["text"]))
        for one in chain.from_iterable(record["corefs"].values())
        if "text" in one
    )


def _are_top_spans(record: Record) -> bool:
    """AllenNLP, whose mentions are some of its spans."""
    tops = sorted(record["top_spans"])
    spans = chain.from_iterable(record["clusters"])
    return all(tops[place : place + 1] == [span] for span in spans for place in [bisect_left(tops, span)])


_TWICE: tuple[tuple[tuple[str, ...], str, str, Callable[[Record], bool]], ...] = (
    (
        ("tokens", "clusters_token_offsets", "clusters_token_text"),
        "clusters_token_offsets",
        "clusters_token_text",
        _texts_agree,
    ),
    (("sentences", "corefs"), "startIndex", "text", _texts_of_chains_agree),
    (("document", "clusters", "top_spans"), "clusters", "top_spans", _are_top_spans),
)
