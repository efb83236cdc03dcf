"""Pages of the reader, with everything that is hard to draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from leaderboard.prices.versions import ERROR_KINDS
from leaderboard.reader import DocumentPage, Effect, IndexRow, MetricRow, ReaderIndex

# An underscore stands for a zero without a form.
SENTENCES = tuple(
    tuple(sentence.split())
    for sentence in (
        "The captain of the old ferry to Skarn lost her way .",
        "She asked the pilot and the old , half blind pilot laughed .",
        "“ _ Vendrá la niebla , ” he said to the captain .",
        "قالت القبطانة إن ها ترى المنارة .",
        "The ferry of the town of the people of the coast stopped .",
        "Nobody , not even the pilot , saw the fog .",
    )
)
# Mentions by name, as spans of words of a sentence.
MENTIONS = {
    "captain": (0, (0, 7)),
    "ferry": (0, (3, 7)),
    "Skarn": (0, (7, 7)),
    "her": (0, (9, 9)),
    "she": (1, (0, 0)),
    "pilot": (1, (2, 3)),
    "old pilot": (1, (5, 6), (10, 10)),
    "old half": (1, (6, 9)),
    "zero": (2, (1, 1)),
    "niebla": (2, (3, 4)),
    "he": (2, (7, 7)),
    "the captain": (2, (10, 11)),
    "قبطانة": (3, (1, 1)),
    "ها": (3, (3, 3)),
    "منارة": (3, (5, 5)),
    "ferry of": (4, (0, 10)),
    "town": (4, (3, 10)),
    "people": (4, (6, 10)),
    "coast": (4, (9, 10)),
    "nobody": (5, (0, 0)),
    "the pilot": (5, (4, 5)),
    "fog": (5, (8, 9)),
}
KEY = (
    ("captain", "her", "she", "the captain", "قبطانة", "ها"),
    ("ferry", "ferry of"),
    ("Skarn",),
    ("pilot", "old pilot", "he", "the pilot"),
    ("zero", "niebla", "fog"),
    ("town",),
    ("people",),
    ("coast",),
)
NORTH = (
    ("captain", "she", "the captain", "he"),
    ("ferry", "ferry of"),
    ("Skarn",),
    ("pilot", "old pilot", "old half", "the pilot"),
    ("niebla", "fog"),
    ("قبطانة", "ها"),
    ("منارة", "nobody"),
    ("town",),
    ("people",),
)
NORTH_WRONG = {
    "ferry": ("span",),
    "her": ("missing_mention",),
    "old half": ("extra_mention",),
    "zero": ("missing_mention",),
    "he": ("conflated", "divided"),
    "قبطانة": ("divided",),
    "ها": ("divided",),
    "منارة": ("extra_entity",),
    "nobody": ("extra_entity",),
    "coast": ("missing_entity",),
}
SOUTH = (
    ("captain", "her", "she", "the captain", "قبطانة", "ها"),
    ("ferry",),
    ("Skarn",),
    ("pilot", "old pilot", "he"),
    ("zero", "niebla", "fog"),
    ("ferry of",),
    ("the pilot",),
    ("town",),
    ("people",),
    ("coast",),
)
SOUTH_WRONG = {"ferry of": ("divided",), "the pilot": ("divided",)}
_NORTH_COUNTS = {"divided": 2, "extra_entity": 1}

_STARTS = [sum(map(len, SENTENCES[:place])) for place in range(len(SENTENCES))]


def _flat(name: str) -> list[list[int]]:
    sentence, *spans = MENTIONS[name]
    return [[_STARTS[sentence] + first, _STARTS[sentence] + last] for first, last in spans]


NAMES = sorted(MENTIONS, key=lambda name: (_flat(name)[0][0], -_flat(name)[0][1]))
# The number of the first mention: this could be the second page of a document.
FIRST = 1


def number(name: str) -> int:
    """Return the number of the mention in addresses."""
    return FIRST + NAMES.index(name)


def _entities(chains: Sequence[Sequence[str]]) -> dict[str, list[int]]:
    return {str(place): sorted(map(NAMES.index, chain)) for place, chain in enumerate(chains)}


def _system(
    name: str,
    chains: Sequence[Sequence[str]],
    wrong: Mapping[str, Sequence[str]],
    counts: Mapping[str, int],
    spans: Mapping[str, Any],
) -> dict[str, Any]:
    found = Counter(kind for some in wrong.values() for kind in some)
    return {
        "name": name,
        "entities": _entities(chains),
        "spans": {str(NAMES.index(one)): span for one, span in spans.items()},
        "wrong": {str(NAMES.index(one)): list(some) for one, some in wrong.items()},
        "counts": {kind: counts.get(kind, found[kind]) for kind in ERROR_KINDS},
    }


def sample_data(names: Sequence[str] = ("north", "south")) -> dict[str, Any]:
    """Return the data of the page; a third system is as right as the key."""
    every = [
        ("", NORTH, NORTH_WRONG, _NORTH_COUNTS, {"ferry": [[3, 5]]}),
        ("", SOUTH, SOUTH_WRONG, {}, {}),
        ("", KEY, {}, {}, {}),
    ]
    return {
        "document": "ferry",
        "number": 7,
        "page": 1,
        "pages": 1,
        "words": [["" if word == "_" else word for word in sentence] for sentence in SENTENCES],
        "zeros": [_STARTS[2] + 1],
        "first": FIRST,
        "mentions": [{"at": _flat(name)} for name in NAMES],
        "key": _entities(KEY),
        "sizes": {str(place): len(chain) for place, chain in enumerate(KEY)},
        "elsewhere": {},
        "systems": [_system(name, *some[1:]) for name, some in zip(names, every, strict=False)],
    }


def page_of(data: Mapping[str, Any], **changes: Any) -> DocumentPage:
    """Return a page with this data."""
    names = tuple(system["name"] for system in data["systems"])
    effect = Effect(metric="CoNLL", f1=0.7, corpus=0.7, effect=-0.002, difference=-0.08, more=2, documents=40)
    if len(names) < 2:  # between one system and none there is no difference
        effect = replace(effect, effect=None, difference=None)
    values = {
        "title": data["document"],
        "number": data["number"],
        "file": "0007.html",
        "page": data["page"],
        "pages": data["pages"],
        "previous": "0006.html",
        "next": "0008.html",
        "report": "../../leaderboard.html",
        "primary": "CoNLL",
        "metrics": tuple(
            MetricRow(label=label, f1=tuple(0.7 + 0.05 * at for at in range(len(names))))
            for label in ("CoNLL", "MUC", "B³", "CEAFₘ", "CEAFₑ", "BLANC", "LEA")
        ),
        "names": names,
        "effect": effect,
        "words": tuple(map(tuple, data["words"])),
        "data": data,
    }
    return DocumentPage(**(values | changes))


def sample_index(documents: int = 12) -> ReaderIndex:
    """Return an index of documents, those of the largest effect first."""
    rows = tuple(
        IndexRow(
            file=f"{1 + (7 * place) % documents:04}.html",
            name=f"nw/{'abc'[place % 3]}/{place}",
            words=100 + (37 * place) % 400,
            f1=(0.6 + place / 100, 0.9 - place / 50),
            difference=0.03 * place - 0.3,
            effect=(-1) ** place * (documents - place) / 1000,
            errors=({"divided": place % 5, "span": 1}, {"divided": (3 * place) % 7, "span": 0}),
        )
        for place in range(documents)
    )
    return ReaderIndex(names=("north", "south"), primary="CoNLL", rows=rows, report="../leaderboard.html")
