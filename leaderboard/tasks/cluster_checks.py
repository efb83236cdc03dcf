"""Likely mistakes in clusters in memory, which look like something else than entities of mentions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from leaderboard.formats.clusters import Document

# So many mentions are looked at one by one.
MOST_MENTIONS = 1_000
FEWEST_SHIFTED, FEWEST_UNMATCHED = 20, 50
SIDES = ("key", "response")
# By how much starts and ends of spans may be moved, and the cure.
_SHIFTS = {
    (0, 1): "ends seem to be one too large; give the last token of a mention as its end",
    (0, -1): "ends seem to be one too small; give the last token of a mention as its end",
    (1, 1): "offsets seem to count from 1; count from 0, as the key does",
    (-1, -1): "offsets of the key seem to count from 1; count from 0 on both sides",
}
Side = Mapping[Hashable, Sequence[Hashable]]


@dataclass(slots=True, kw_only=True)
class ClusterChecks:
    """Counts over all documents, and of the first mentions of each side what they look like.

    ``flat`` says that every entity looks like a span, and ``known_flat`` that they cannot be entities.
    ``others`` counts mentions that are no spans of two numbers, the first not larger.
    """

    mentions: Counter[str] = field(default_factory=Counter)
    common: int = 0
    seen: int = 0
    kinds: dict[str, set[str]] = field(default_factory=lambda: {side: set() for side in SIDES})
    flat: dict[str, bool] = field(default_factory=lambda: dict.fromkeys(SIDES, True))
    known_flat: dict[str, bool] = field(default_factory=lambda: dict.fromkeys(SIDES, False))
    spans: int = 0
    others: int = 0
    matches: int = 0
    shifted: Counter[tuple[int, int]] = field(default_factory=Counter)

    @property
    def are_looking(self) -> bool:
        """True as long as mentions are looked at one by one."""
        return self.seen < MOST_MENTIONS

    def count(self, document: Document) -> None:
        """Count the mentions of a document."""
        key, response = len(document.key.mention), len(document.response.mention)
        self.mentions["key"] += key
        self.mentions["response"] += response
        self.common += key + response - document.mentions

    def look(self, key: Side, response: Side) -> None:
        """Look at the mentions of a document."""
        spans = {}
        for name, side in zip(SIDES, (key, response), strict=True):
            mentions = {mention for entity in side.values() for mention in entity}
            self.seen += len(mentions)
            self.kinds[name] |= set(map(_kind, mentions))
            self.flat[name] &= all(map(_is_span, side.values()))
            self.known_flat[name] |= self.flat[name] and _are_spans([*side.values()])
            spans[name] = {one for one in mentions if isinstance(one, tuple) and _is_span(one)}
            self.others += len(mentions) - len(spans[name])
        self.spans += len(spans["response"])
        matches = len(spans["key"] & spans["response"])
        self.matches += matches
        for shift in _SHIFTS if matches < 0.5 * len(spans["response"]) else ():
            moved = {(start + shift[0], end + shift[1]) for start, end in spans["key"]}
            self.shifted[shift] += len(moved & spans["response"])

    def __add__(self, other: ClusterChecks) -> ClusterChecks:
        """Return the checks of the documents of both."""
        return ClusterChecks(
            mentions=self.mentions + other.mentions,
            common=self.common + other.common,
            seen=self.seen + other.seen,
            kinds={side: self.kinds[side] | other.kinds[side] for side in SIDES},
            flat={side: self.flat[side] and other.flat[side] for side in SIDES},
            known_flat={side: self.known_flat[side] or other.known_flat[side] for side in SIDES},
            spans=self.spans + other.spans,
            others=self.others + other.others,
            matches=self.matches + other.matches,
            shifted=self.shifted + other.shifted,
        )

    @property
    def _are_moved(self) -> bool:
        """True if hardly any of enough spans match, and there is nothing but spans."""
        return not self.others and self.spans >= FEWEST_SHIFTED and self.matches < 0.1 * self.spans

    def warnings(self) -> Iterator[tuple[str, str]]:
        """Yield a name and a sentence for each likely mistake; of causes of one fault the first."""
        flat = [side for side in SIDES if self.flat[side] and self.known_flat[side]]
        for side in flat:
            yield f"flat {side}", f"the {side} is a list of spans, not of entities; write [[span, span], …]"
        key, response = (self.mentions[side] for side in SIDES)
        if not flat and (not key) != (not response):
            side = "response" if key else "key"
            what = f"the {side} is empty in every document"
            yield "empty", f"{what}; check whether key and response are swapped"
        if flat or not key or not response:
            return
        kinds = [self.kinds[side] for side in SIDES]
        shift, moved = max(self.shifted.items(), key=lambda item: item[1], default=((0, 0), 0))
        if all(len(kind) == 1 for kind in kinds) and kinds[0] != kinds[1]:
            [[ours], [theirs]] = kinds
            what = f"mentions of the key are {ours}, mentions of the response {theirs}"
            yield "kinds", f"{what}; give both in one form"
        elif self._are_moved and moved >= 0.5 * self.spans:
            what = f"{self.matches:,} of {self.spans:,} mentions match the key"
            yield "offsets", f"{what}: {_SHIFTS[shift]}"
        elif not self.common and min(key, response) >= FEWEST_UNMATCHED:
            what = f"none of {response:,} mentions of the response matches one of the key"
            yield "nothing", f"{what}; check that both have the same documents and offsets"


def _kind(mention: Hashable) -> str:
    if isinstance(mention, tuple):
        return f"tuples of {len(mention)}"
    return {str: "texts", int: "numbers", float: "numbers"}.get(type(mention), "objects")


def _is_span(entity: Sequence[object]) -> bool:
    """True for two whole numbers, of which the second is not less than the first."""
    if len(entity) != 2:
        return False
    first, last = entity
    return type(first) is int and type(last) is int and first <= last


def _are_spans(entities: Sequence[Sequence[object]]) -> bool:
    """True if no entity can be meant: a number stands twice in one, or in two of them."""
    numbers = Counter(number for entity in entities for number in entity if type(number) is int)
    return any(count > 1 for count in numbers.values())
