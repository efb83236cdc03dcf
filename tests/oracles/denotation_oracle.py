"""Denotation assignment and Exclusive Core-MR straight from their definitions, in exact fractions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import lcm
from typing import NamedTuple

from tests.oracles.oracle import Entities, ratio
from tests.support.plain_conll import Entity, Span

WEIGHTS = {"PN": Fraction(6, 10), "NP": Fraction(3, 10), "PRO": Fraction(1, 10)}
NOMINAL = ("N", "PRP", "WP", "DT", "CD", "EX", "PROPN", "PRON", "DET")
Classes = Mapping[Span, str] | None
Pair = tuple[Entity, Entity]


class Counts(NamedTuple):
    """In the order of the project's sums."""

    correct: int
    possible: int
    actual: int
    incorrect: int
    spurious: int
    missing: int


def mention_class(tags: Sequence[str], span: Span) -> str:
    """The class of the head, found by going through the mention once."""
    nominal = -1
    for token in range(span[0], span[1] + 1):
        if nominal >= 0 and (tags[token] in ("IN", "TO", ",", "ADP") or tags[token][0] in "WV"):
            break
        if tags[token] == "PRON" and nominal == token - 1 >= 0 and tags[nominal] in ("NOUN", "PROPN", "PRON"):
            break
        if tags[token].startswith(NOMINAL):
            nominal = token
    tag = tags[nominal if nominal >= 0 else span[1]]
    if tag in ("NNP", "NNPS", "PROPN"):
        return "PN"
    return "PRO" if tag.startswith(("PRP", "WP", "PRON")) else "NP"


def completed(side: Entities, other: Entities) -> list[Entity]:
    """The entities of one side and a singleton for each mention that only the other has."""
    mentions = frozenset().union(*side)
    return [*side, *(frozenset({mention}) for mention in frozenset().union(*other) - mentions)]


def similarity(
    key: Entity, response: Entity, classes: Classes, weights: Mapping[str, Fraction], typed: bool
) -> Fraction:
    """The weighted mean of Dice coefficients over the classes that occur."""
    if not key & response:
        return Fraction(0)
    if classes is None:
        return Fraction(2 * len(key & response), len(key) + len(response))
    total = weight = Fraction(0)
    last = list(weights)[-1]
    for name in weights:
        ours, theirs = (
            {
                mention
                for mention in chain
                if (classes[mention] if classes[mention] in weights else last) == name
            }
            for chain in (key, response)
        )
        theirs = theirs if typed else set(response)
        if ours | theirs:
            total += weights[name] * Fraction(2 * len(ours & theirs), len(ours) + len(theirs))
            weight += weights[name]
    return total / weight


def best_value(
    keys: Entities, responses: Entities, worth: Callable[[Entity, Entity], Fraction]
) -> tuple[int, int]:
    """Correct assignments and pairs of the best correspondence, where every one is tried.

    Chains that nothing connects cannot trade partners, so each connected lot is tried by itself.
    """
    found = [best_of_lot(*lot, worth) for lot in lots(keys, responses)]
    return sum(correct for _, correct, _ in found), sum(pairs for _, _, pairs in found)


def best_of_lot(
    keys: Entities, responses: Entities, worth: Callable[[Entity, Entity], Fraction]
) -> tuple[int, int, int]:
    """The greatest total similarity, in whole units, of it the most correct assignments, then pairs."""
    worths = [[worth(key, response) for response in responses] for key in keys]
    unit = lcm(*(value.denominator for row in worths for value in row))

    @cache
    def best(row: int, used: int) -> tuple[int, int, int]:
        if row == len(keys):
            return 0, 0, 0
        found = [best(row + 1, used)]
        for column, response in enumerate(responses):
            if worths[row][column] and not used >> column & 1:
                total, correct, pairs = best(row + 1, used | 1 << column)
                gain = int(worths[row][column] * unit)
                found.append((total + gain, correct + len(keys[row] & response) - 1, pairs + 1))
        return max(found)

    return best(0, 0)


def lots(keys: Entities, responses: Entities) -> list[tuple[list[Entity], list[Entity]]]:
    """The chains in lots that share no mention."""
    found: list[tuple[Entity, list[Entity], list[Entity]]] = []
    for side, chains in enumerate((keys, responses)):
        for chain in chains:
            met = [lot for lot in found if lot[0] & chain]
            mentions = chain.union(*(lot[0] for lot in met))
            sides = [[each for lot in met for each in lot[1 + which]] for which in (0, 1)]
            sides[side].append(chain)
            found = [lot for lot in found if not lot[0] & chain] + [(mentions, sides[0], sides[1])]
    return [(ours, theirs) for _, ours, theirs in found]


def da(
    key: Entities,
    response: Entities,
    classes: Classes = None,
    weights: Mapping[str, Fraction] = WEIGHTS,
    typed: bool = True,
) -> Counts:
    """The counts of one part by the closed form."""
    keys, responses = completed(key, response), completed(response, key)
    correct, pairs = best_value(keys, responses, lambda k, r: similarity(k, r, classes, weights, typed))
    mentions = len(frozenset().union(*keys))
    possible, missing = mentions - len(keys), len(responses) - pairs
    return Counts(
        correct,
        possible,
        mentions - len(responses),
        possible - correct - missing,
        len(keys) - pairs,
        missing,
    )


def greedy(key: Entities, response: Entities, classes: Classes = None) -> list[Pair]:
    """Pairs of most similar chains, then of those that share more, then of those that begin earlier."""
    keys, responses = completed(key, response), completed(response, key)
    return core(keys, responses, lambda k, r: (similarity(k, r, classes, WEIGHTS, True), len(k & r)))


def core(
    keys: Entities, responses: Entities, worth: Callable[[Entity, Entity], tuple[Fraction | int, ...]]
) -> list[Pair]:
    """One pair after the other, always the one that is worth most of those that are left."""
    left = [(k, r) for k in sorted(keys, key=min) for r in sorted(responses, key=min) if k & r]
    chosen: list[Pair] = []
    while left:
        pair = max(left, key=lambda pair: worth(*pair))  # the first of equals
        chosen.append(pair)
        left = [(k, r) for k, r in left if k != pair[0] and r != pair[1]]
    return chosen


def xcmr(key: Entities, response: Entities) -> tuple[int, int, int, int]:
    """Recall's numerator and denominator, and those of precision."""
    pairs = core(key, response, lambda k, r: (len(k & r),))
    key_mentions, response_mentions = (sum(map(len, side)) for side in (key, response))
    return (
        sum(len(k & r) for k, r in pairs),
        key_mentions,
        response_mentions - sum(len(r - k) for k, r in pairs),
        response_mentions,
    )


def counted(
    pairs: Sequence[Pair], key: Entities, response: Entities, rank: Callable[[Span], int]
) -> dict[str, list[Span]]:
    """The mentions of each outcome, where every chain has an explicit representative."""
    keys, responses = completed(key, response), completed(response, key)
    found: dict[str, list[Span]] = {name: [] for name in ("correct", "incorrect", "spurious", "missing")}
    of_key = {m: representative(k, dict(pairs).get(k), rank) for k in keys for m in k}
    of_response = {m: representative(r, {b: a for a, b in pairs}.get(r), rank) for r in responses for m in r}
    for mention, denoted in sorted(of_key.items()):
        assigned, claimed = denoted != mention, of_response[mention] != mention
        if assigned and claimed:
            found["correct" if denoted == of_response[mention] else "incorrect"].append(mention)
        elif assigned or claimed:
            found["missing" if assigned else "spurious"].append(mention)
    return found


def representative(chain: Entity, partner: Entity | None, rank: Callable[[Span], int]) -> Span:
    """The most specific mention that the chain shares with its partner, the first in the text."""
    among = chain if partner is None else chain & partner
    return min(among, key=lambda mention: (rank(mention), mention))


def recall_precision(counts: Counts) -> tuple[Fraction, Fraction]:
    return (
        ratio(Fraction(counts.correct), Fraction(counts.possible)),
        ratio(Fraction(counts.correct), Fraction(counts.actual)),
    )
