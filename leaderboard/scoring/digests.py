"""Files, folders of files, and what is in them, by their hashes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import numpy as np

from leaderboard.corpus import Corpus, Ints, first_places, in_order


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def joint_digest(digests: Mapping[str, str]) -> str:
    """The hash of the only file, or of the names and hashes of all."""
    if len(digests) == 1:
        return next(iter(digests.values()))
    return digest_of("".join(f"{dataset}\n{digest}\n" for dataset, digest in digests.items()).encode())


def entities_digest(corpus: Corpus) -> str:
    """The hash of the mentions and entities of all parts, however a file orders and names them."""
    columns: tuple[Ints, ...]
    if corpus.nodes is None:
        columns = corpus.part, corpus.start, corpus.end
        order = in_order(*columns)
    else:
        columns = corpus.part, corpus.nodes.fingerprint(corpus.part), corpus.nodes.head
        order = np.lexsort(columns[::-1])
    mentions = np.stack([*(column[order] for column in columns), first_places(corpus.entity[order])])
    return digest_of(mentions.astype("<i8").tobytes() + _annotations(corpus, order))


def _annotations(corpus: Corpus, order: Ints) -> bytes:
    """The annotations beyond identity, with mentions in this order, and entities called by their first."""
    beyond = corpus.anaphora
    if beyond is None:
        return b""
    number = np.argsort(order)
    name = np.full(corpus.entities, len(order))
    np.minimum.at(name, corpus.entity, number)
    pairs = (number[beyond.anaphor], number[beyond.anchor]), (name[beyond.plural], name[beyond.element])
    bridges, elements = (np.unique(np.stack(pair, axis=1), axis=0) for pair in pairs)
    nonreferring = np.sort(number[beyond.nonreferring])
    columns = [one.astype("<i8").tobytes() for one in (nonreferring, bridges, elements)]
    return b"/".join(columns) if any(columns) else b""
