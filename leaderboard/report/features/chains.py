"""Chains side by side as a table, as records, and as blocks for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import TYPE_CHECKING

from leaderboard.report.features.errors import CLASSES, names_known
from leaderboard.report.table import Column, Table, Value, group_starts
from leaderboard.report.words.names import label
from leaderboard.text import counted, one_line, range_text

if TYPE_CHECKING:
    from leaderboard.error_analysis.side_by_side import Chain, ChainPair, Expression

    Chains = Mapping[str, Sequence[ChainPair]]
    Named = Callable[[ChainPair, Expression], str]


# Of a longer expression its ends are shown.
LONGEST = 40
# How wide each of the two sides is in a terminal of 80 columns.
SIDE = 38
_GAP = 4


def chain_table(document: str, chains: Chains) -> Table:
    """One row per system and pair of chains; what has no partner stands alone."""
    pairs = [pair for found in chains.values() for pair in found]
    named = _named(chains)
    rows = [(system, *_row(pair, named)) for system, found in chains.items() for pair in found]
    return Table(
        _caption(document, chains),
        (
            Column("system", "System", main=len(chains) > 1),
            Column("dataset", "Dataset", main=len({pair.dataset for pair in pairs}) > 1),
            Column("part", "Part", "count", main=len({pair.part for pair in pairs}) > 1),
            Column("metric", "Metric", main=_several(pairs)),
            Column("key", "Key", wraps=True),
            Column("response", "Response", wraps=True),
            Column("similarity", "Similarity", "coefficient"),
            Column("shared", "Shared", "count", main=_several(pairs)),
            Column("missing_links", "Missing links", "count"),
        ),
        tuple(rows),
        (_legend(pairs),),
        groups=group_starts([row[0] for row in rows]),
    )


def chain_blocks(document: str, chains: Chains) -> str:
    """A block a pair of chains: the key in the pieces that the response makes of it, then the response."""
    pairs = [pair for found in chains.values() for pair in found]
    named = _named(chains)
    parts, several = len({one.part for one in pairs}), _several(pairs)
    lines = [
        line
        for system, found in chains.items()
        for pair in found
        for where in [[*([system] if len(chains) > 1 else []), *([label(pair.metric)] if several else [])]]
        for line in _block(pair, named, where, parts)
    ]
    head = [*wrap(one_line(_caption(document, chains)), 2 * SIDE), "", _beside("Key", "Response")]
    return "\n".join([*head, *lines, "-" * (2 * SIDE + _GAP), "", *wrap(_legend(pairs), 2 * SIDE), ""])


def chain_records(pairs: Sequence[ChainPair]) -> list[dict[str, object]]:
    return [
        {
            "dataset": pair.dataset or None,
            "part": pair.part,
            "metric": pair.metric,
            "key": _records(pair.key),
            "response": _records(pair.response),
            "similarity": pair.similarity,
            "shared": pair.shared,
            "partition": [[[mention.start, mention.end] for mention in piece] for piece in pair.partition],
            "missing_links": pair.missing_links,
        }
        for pair in pairs
    ]


def _caption(document: str, chains: Chains) -> str:
    return f"Chains of {document}: the key beside {' and '.join(chains)}"


def _legend(pairs: Sequence[ChainPair]) -> str:
    """The legend of the marks; classes only if there are any."""
    classes = names_known({one.mention_class for pair in pairs for one in (*pair.key, *pair.response)})
    implicit = (
        " XC-MR scores only pairs of chains without (); implicit chains are paired afterwards."
        if _several(pairs)
        else ""
    )
    return (
        "| marks where the response splits a chain of the key. (): a mention that this side lacks. "
        "∅: no corresponding chain. []: numbers of tokens." + implicit + (f" {CLASSES}" if classes else "")
    )


def _row(pair: ChainPair, named: Named) -> tuple[Value, ...]:
    return (
        pair.dataset,
        pair.part,
        label(pair.metric),
        " | ".join(_chain_text(pair, piece, named) for piece in pair.partition) or "∅",
        _chain_text(pair, pair.response, named),
        pair.similarity,
        pair.shared,
        pair.missing_links if len(pair.key) > 1 else None,
    )


def _block(pair: ChainPair, named: Named, where: Sequence[str], parts: int) -> Iterator[str]:
    """The heading of a pair of chains, then the two sides."""
    links = pair.missing_links
    facts = [
        *where,
        *([pair.dataset] if pair.dataset else []),
        *([f"part {pair.part}"] if parts > 1 else []),
        _fit(pair),
        *([counted(links, "missing link")] if len(pair.key) > 1 else []),
    ]
    yield f"{'':-<{2 * SIDE + _GAP}}"
    yield from wrap(one_line(", ".join(facts)), 2 * SIDE)
    pieces = [_chain_text(pair, piece, named) for piece in pair.partition] or ["∅"]
    key = [
        line
        for number, piece in enumerate(pieces)
        for line in wrap(
            one_line(piece),
            SIDE,
            initial_indent="| " if number else "  ",
            subsequent_indent="  ",
            break_on_hyphens=False,
        )
    ]
    response = wrap(one_line(_chain_text(pair, pair.response, named)), SIDE, break_on_hyphens=False)
    yield from (_beside(ours, theirs) for ours, theirs in zip_longest(key, response, fillvalue=""))


def _fit(pair: ChainPair) -> str:
    if not (pair.key and pair.response):
        return "no partner"
    if pair.similarity is None:
        return counted(pair.shared, "shared mention")
    return f"similarity {pair.similarity:.3f}"


def _several(pairs: Sequence[ChainPair]) -> bool:
    return len({pair.metric for pair in pairs}) > 1


def _beside(ours: str, theirs: str) -> str:
    return f"{ours:<{SIDE + _GAP}}{theirs}".rstrip()


def _chain_text(pair: ChainPair, chain: Chain, named: Named) -> str:
    return "; ".join(named(pair, mention) for mention in chain) or "∅"


def _named(chains: Chains) -> Named:
    """The name of a mention: its text and class, and its place where another of the part has its text."""
    spans = {
        (pair.dataset, pair.part, _text(mention), mention.start, mention.end)
        for found in chains.values()
        for pair in found
        for mention in (*pair.key, *pair.response)
    }
    times = Counter((dataset, part, text) for dataset, part, text, _, _ in spans)

    def name(pair: ChainPair, mention: Expression) -> str:
        text = _text(mention)
        repeated = mention.text is not None and times[pair.dataset, pair.part, text] > 1
        shown = (
            text
            + (f" [{range_text(mention.start, mention.end)}]" if repeated else "")
            + (f" {mention.mention_class}" if mention.mention_class else "")
        )
        return shown if mention.annotated else f"({shown})"

    return name


def _text(mention: Expression) -> str:
    if mention.text is None:
        return f"{mention.start}–{mention.end}"
    half = LONGEST // 2
    return mention.text if len(mention.text) <= LONGEST else f"{mention.text[:half]}…{mention.text[-half:]}"


def _records(chain: Chain) -> list[dict[str, object]]:
    return [
        {
            "start": mention.start,
            "end": mention.end,
            "text": mention.text,
            "class": mention.mention_class,
            "annotated": mention.annotated,
        }
        for mention in chain
    ]
