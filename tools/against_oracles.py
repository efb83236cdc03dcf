"""Compare the newer parts of the package with their slow oracles, on random cases.

    python -m tools.against_oracles PART [CASES] [SEED]

PART is slices, prices, runs, anaphora or alignment. Prints for each quantity how many values were compared,
the largest difference, and how many differ. The default number of cases takes one to two minutes.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import numpy as np
from scipy import stats

from leaderboard.matching import match_exactly
from leaderboard.metrics.metric import measure
from leaderboard.overlap import overlap
from leaderboard.prices.union import united
from leaderboard.prices.versions import ERROR_KINDS, find_errors, mended
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from leaderboard.slices.attributes import SliceOptions
from leaderboard.slices.slicing import slice_key, slicings
from leaderboard.slices.sums import slice_sums
from tests.formats.beside import test_alignment as alignments
from tests.metrics import test_with_sets as with_sets
from tests.metrics.test_metrics_against_oracle import kept_sums
from tests.oracles import corefud_oracle, error_kinds_oracle, oracle, slices_oracle
from tests.oracles.slow_significance import two_level
from tests.prices.test_error_kinds import CHOSEN
from tests.significance.test_runs import with_runs
from tests.slices import test_against_oracle as slice_tests
from tests.slices.made import Texts, spans, texts
from tests.slices.reading import read_pair
from tests.support import columns, made_sets
from tests.support.made_units import made_units
from tools.official import random_entities, with_errors
from tools.universal_anaphora import random_document

SEED = 12345
TOLERANCE = 1e-9
MOST_TOKENS = 100  # of a random document
NO_TRIALS = Design(trials=5, draws=2)

# A quantity, its values in the package, and those of the oracle.
Compared = tuple[str, Sequence[float], Sequence[float]]


class Part(NamedTuple):
    compared: Callable[[random.Random], Iterator[Compared]]
    cases: int


def slices(rng: random.Random) -> Iterator[Compared]:
    """Compare the sums of each slice with those of all else deleted, mention by mention."""
    of_nodes = rng.random() < 0.5
    made = clear_texts(rng) if of_nodes else spans(rng)
    by, keep = rng.choice(slice_tests.BY_NODES if of_nodes else slice_tests.BY_SPANS)
    match = rng.choice(("exact", "head", "partial")) if of_nodes else None
    how = slice_tests.options(match, rng.choice(("linear", "dependent")), rng.choice(("keep", "drop")))
    key, response = made.labelled("key"), made.labelled("response")
    if isinstance(made, Texts):
        pairs = slices_oracle.matched(key, response, how.match or "head", how.zeros)
        files = made.file(key, "key"), made.file(response, "response")
        response = slices_oracle.with_types(key, response, pairs)
    else:
        files = made.file(key), made.file(response)
    ours, theirs = read_pair(*files)
    [slicing] = slicings([by], [keep] if keep else [], how.labels)
    for one in slice_sums(slice_key(ours, "", slicing, how), theirs, slice_tests.ALL):
        value = dict(zip(by.split("/"), one.value, strict=True))
        left = [slice_tests.count(slices_oracle.deleted(side, value, keep), how) for side in (key, response)]
        yield "mentions and entities", (one.mentions, one.entities), slice_tests.counts(left[1])
        whole = [slice_tests.count(side, how) for side in (key, response)]
        tables = [(left[0], whole[1]), (whole[0], left[1])] if keep == "sides" else [(left[0], left[1])]
        yield from slice_tables(one.sums, tables, how, len(ours.parts))


def clear_texts(rng: random.Random) -> Texts:
    """Return documents whose mentions stand in an order that the scorers have settled."""
    made = texts(rng)
    while not (
        slices_oracle.is_settled(made.labelled("key"))
        and all(corefud_oracle.is_clear(corefud_oracle.mentions(one)) for one in (*made.key, *made.response))
    ):
        made = texts(rng)
    return made


def slice_tables(
    sums: dict[str, np.ndarray],
    tables: Sequence[tuple[slices_oracle.Side, slices_oracle.Side]],
    how: SliceOptions,
    parts: int,
) -> Iterator[Compared]:
    """Compare the sums of one slice, which has a table for each side where sides are sliced apart."""
    corpora = [slices_oracle.as_parts(*sides, parts, how.match, how.zeros) for sides in tables]
    for name in slice_tests.NAMES:
        if name in sums and len(tables) == 1:
            yield name, sums[name].sum(axis=1), kept_sums(corpora[0], name, "conll", oracle.size)
        elif name in sums:
            yield name, sums[name].sum(axis=1), list(slice_tests.on_sides(corpora, name))


def prices(rng: random.Random) -> Iterator[Compared]:
    """Compare the errors of a response, and its scores after some kinds are mended."""
    key, spare = random_entities(rng)
    response = with_errors(key, spare, rng)
    sides = (columns.corpus([*map(tuple, side)], tokens=MOST_TOKENS) for side in (key, response))
    errors = find_errors(united(match_exactly(*sides)))
    expected = error_kinds_oracle.found(key, response)
    found = errors.counts()
    yield "number of errors", [int(found[kind].sum()) for kind in expected], [*expected.values()]
    kinds = {kind for kind in ERROR_KINDS if rng.random() < 0.5}
    after = [(key, error_kinds_oracle.mended(key, response, kinds))]
    sums = measure(overlap(mended(errors, kinds)), CHOSEN)
    for metric in CHOSEN:
        ours = metric.score(sums[metric.name].sum(axis=1)).f1
        yield f"{metric.name} after mending", [ours], [float(oracle.score(after, metric.name)[2])]


def runs(rng: random.Random) -> Iterator[Compared]:
    """Compare the t tests of systems of several runs."""
    counts = [rng.randint(1, 3) for _ in range(rng.randint(2, 3))]
    sizes = rng.choice(((5,), (7, 3), (6, 5), (12,), (3, 2)))
    datasets = np.repeat(np.arange(len(sizes)), sizes).tolist()
    generator = np.random.default_rng(rng.randrange(2**32))
    key = generator.integers(1, 9, len(datasets))
    right = generator.integers(0, 1 + np.broadcast_to(key, (sum(counts), len(datasets))))
    response = right + generator.integers(0, 3, right.shape)
    sums = np.stack([right, np.broadcast_to(key, right.shape), right, response], axis=1)
    units = replace(made_units({"four": sums}, datasets), weights={"four": key[None].astype(float)})
    [family] = families(with_runs(units, counts), NO_TRIALS)
    ends, rows = np.cumsum([0, *counts]).tolist(), np.moveaxis(sums, 1, 2).tolist()
    for pair, row in enumerate(family):
        systems = family.pairing.first[pair], family.pairing.second[pair]
        first, second = (rows[ends[system] : ends[system + 1]] for system in systems)
        apart, error, df = two_level(first, second, datasets, key.tolist())
        yield "difference", [row.difference], [apart]
        if row.test == "t" and row.difference_error is not None:
            yield "standard error", [row.difference_error], [error or 0.0]
            yield "degrees of freedom", [row.df], [df]
            yield "p-value", [row.p_value], [2 * stats.t.sf(abs(apart) / error, df) if error else 1.0]


def anaphora(rng: random.Random) -> Iterator[Compared]:
    """Compare the sums of documents with sets of antecedents."""
    document = random_document(rng, rng.randint(4, 20))
    table = made_sets.overlap_of([document])
    for name, how in product(with_sets.NAMES, ("score", "only")):
        [expected] = with_sets.oracles(name, [document], how)
        ours = with_sets.four(name, with_sets.metric_of(name, how).sums(table))[:, 0]
        yield f"{name}, `{how}`", ours, [*map(float, expected)]


def alignment(rng: random.Random) -> Iterator[Compared]:
    """Compare the alignment of a response with the text of the key."""
    kinds = rng.choice((1, 2, 4, 8))
    key = [rng.randrange(kinds) for _ in range(rng.randint(0, 20))]
    response = [unit if rng.random() < 0.8 else rng.randrange(kinds) for unit in key if rng.random() < 0.9]
    if rng.random() < 0.3:
        response = [rng.randrange(kinds) for _ in range(rng.randint(0, 20))]
    yield "partners of units", alignments.found(response, key), alignments.expected(response, key)


PARTS = {
    "slices": Part(slices, 2000),
    "prices": Part(prices, 20_000),
    "runs": Part(runs, 10_000),
    "anaphora": Part(anaphora, 8000),
    "alignment": Part(alignment, 100_000),
}


def largest_difference(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Return the largest difference, relative where values exceed 1."""
    pairs = zip(map(float, ours), map(float, theirs), strict=True)
    return max((abs(one - other) / max(1.0, abs(other)) for one, other in pairs), default=0.0)


def main(name: str, cases: int | None = None, seed: int = SEED) -> int:
    part = PARTS[name]
    cases = part.cases if cases is None else cases
    differences: dict[str, list[float]] = {}
    for case in range(cases):
        for quantity, ours, theirs in part.compared(random.Random(f"{seed}-{case}")):
            differences.setdefault(quantity, []).append(largest_difference(ours, theirs))
    print(f"{cases} random cases, seed {seed}")
    wrong = 0
    for quantity, all_of_it in differences.items():
        differing = sum(one > TOLERANCE for one in all_of_it)
        wrong += differing
        print(
            f"{quantity}: {len(all_of_it)} compared,"
            f" largest difference {max(all_of_it):.1e}, {differing} differ"
        )
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
