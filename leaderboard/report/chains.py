"""Chains side by side as a table and as records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from leaderboard.denotation import ChainPair, Expression
from leaderboard.denotation.side_by_side import Chain
from leaderboard.report.table import Column, Table, Value

# Of a longer expression its ends are shown.
LONGEST = 40


def chain_table(document: str, chains: Mapping[str, Sequence[ChainPair]]) -> Table:
    """One row a system and pair of chains; what has no partner stands alone."""
    parts = {pair.part for pairs in chains.values() for pair in pairs}
    rows = [(system, *_row(pair)) for system, pairs in chains.items() for pair in pairs]
    return Table(
        f"Chains of {document}, those of the key beside those of {' and '.join(chains)}",
        (
            Column("system", "System", main=len(chains) > 1),
            Column("part", "Part", "count", main=len(parts) > 1),
            Column("key", "Key"),
            Column("response", "Response"),
            Column("similarity", "Similarity", "coefficient"),
            Column("partition", "Key chain as the response parts it"),
            Column("missing_links", "Missing links", "count"),
        ),
        tuple(rows),
        ("A mention that one side lacks is a chain of its own there; ∅ corresponds to nothing.",),
        groups=frozenset(index for index, row in enumerate(rows) if index and row[0] != rows[index - 1][0]),
    )


def _row(pair: ChainPair) -> tuple[Value, ...]:
    several = len(pair.key) > 1
    return (
        pair.part,
        _chain_text(pair.key),
        _chain_text(pair.response),
        pair.similarity,
        " | ".join(_chain_text(piece) for piece in pair.partition) if several else "",
        pair.missing_links if several else None,
    )


def chain_records(pairs: Sequence[ChainPair]) -> list[dict[str, object]]:
    return [
        {
            "part": pair.part,
            "key": _records(pair.key),
            "response": _records(pair.response),
            "similarity": pair.similarity,
            "partition": [[[mention.start, mention.end] for mention in piece] for piece in pair.partition],
            "missing_links": pair.missing_links,
        }
        for pair in pairs
    ]


def _chain_text(chain: Chain) -> str:
    return "; ".join(_text(mention) for mention in chain) or "∅"


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
        }
        for mention in chain
    ]
