"""Do tests keep their level where units are groups of documents, blocks of components, or runs?

``python -m tools.unit_calibration`` prints the section *Units* of the calibration page, with words only the
tables of these names. All systems are equal in truth, or their true difference is the mean of other draws.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import combinations
from typing import Any

import numpy as np

from leaderboard.matching import Matching, match_exactly
from leaderboard.metrics.metric import Floats
from leaderboard.scoresheet import PartName, Scoresheet, Units, exact
from leaderboard.scoring.across import topic_in_name
from leaderboard.scoring.components import blocked
from leaderboard.significance.design import Design
from leaderboard.significance.families import families, of_pairs, within
from leaderboard.significance.family import Family
from leaderboard.significance.intervals import Errors
from leaderboard.significance.jackknife import run_errors, t_p_values
from leaderboard.significance.runs import run_variance
from leaderboard.tasks.clusters import unused_clustering
from tools.error_texts import METRIC, Rates, Text, key_of, output, score, sums, text, without
from tools.guarantees import (
    ALPHA,
    SEED,
    Limits,
    Once,
    Row,
    Table,
    difference_interval,
    false_difference,
    joint_intervals,
    measured,
)
from tools.known_truth import Shape, drawn

TITLE = "Units"
REPLICATIONS = 500
EQUAL = np.full(6, 0.6)
SHARES = (0.0, 0.1, 0.3)
# Topics, and the documents of a topic where all have the same number.
TOPICS = ((5, 20), (6, 20), (10, 20), (19, 11), (34, 6))
SPREADS = {"none": 0.0, "moderate": 0.3, "strong": 0.6}
CHAPTERS = (40, 160, 100, 60, 140, 120, 80, 100, 160, 40, 140, 60, 100, 120, 80)
HALVES = tuple(size // 2 for size in CHAPTERS for _ in range(2))
# The share of mentions that belong to entities of the whole book, and the mentions of its chapters.
BOOKS = {
    "scenes": (0.0, CHAPTERS),
    "some characters": (0.25, CHAPTERS),
    "many characters": (0.5, CHAPTERS),
    "some characters, short chapters": (0.25, HALVES),
}
MENTIONS_OF_TEXT = 1500
MENTIONS_OF_TOPIC, SPREAD_OF_TOPICS = 40, 0.3
LIKE, UNLIKE = Rates(), Rates(missed=0.2, invented=0.05)
MERGING, NAMESAKES = Rates(merged=0.15, cut=0.02), Rates(namesakes=0.2, cut=0.02)
# Replications of runs take no time, and some rates are near the limit.
RUN_TIMES = 8
ONE = 0.055  # the limit of a single test


def sizes(topics: int, documents: int, unequal: bool) -> tuple[int, ...]:
    """The documents of each topic: all alike, or in proportion to 1, 2, 3, ..."""
    if not unequal:
        return (documents,) * topics
    places = np.arange(1, topics + 1)
    return tuple(np.maximum(1, np.rint(places * topics * documents / places.sum())).astype(int).tolist())


def documents(generator: np.random.Generator, of_topics: tuple[int, ...], share: float) -> Units:
    """The sums of equal systems by MUC, over documents in topics."""
    units = drawn(generator, Shape(sum(of_topics), 1, 0.5, 1, of_topics, share), EQUAL.tolist(), False)
    return replace(units, metrics=units.metrics[:1], sums={"muc": units.sums["muc"]})


def by_topic(units: Units) -> Units:
    """The units of ``--cluster topic``."""
    sheet = Scoresheet(
        units.systems,
        units.names,
        2 * int(units.weights["muc"].sum()),
        units.metrics,
        units.sums,
        {"muc": units.weights["muc"]},
        clusters={one[:2]: topic_in_name(one.document).topic for one in units.names},
    )
    return sheet.units("topic")


def tested(units: Units, seed: int, **design: Any) -> Family:
    """The comparisons of all pairs."""
    return families(units, Design(alpha=ALPHA, draws=2, seed=seed, **design))[0]


def is_found(family: Family) -> float:
    """1 if any pair differs significantly."""
    return float(family.has("significant").any())


def with_all_df(pair: Family) -> float:
    """1 if a pair differs by t, with one degree of freedom less than there are units."""
    errors = Errors(pair.errors.error, np.full(1, pair.units - 1.0))
    return float(t_p_values(pair.differences, errors)[0] <= ALPHA)


def topic_tests(of_topics: tuple[int, ...], share: float) -> Once:
    """Tests and joint intervals of equal systems over documents, and over topics."""

    def once(seed: int) -> list[float]:
        units = documents(np.random.default_rng(seed), of_topics, share)
        topics = by_topic(units)
        swapped, by_t = tested(topics, seed), tested(topics, seed, test="t")
        pair = within(by_t, by_t.systems[:2])
        return [
            false_difference(tested(units, seed, trials=1000), EQUAL),
            false_difference(swapped, EQUAL),
            false_difference(by_t, EQUAL),
            false_difference(pair, EQUAL[:2]),
            with_all_df(pair),
            joint_intervals(by_t, EQUAL),
            joint_intervals(pair, EQUAL[:2]),
        ]

    return once


def topic_notes(of_topics: tuple[int, ...], share: float) -> Once:
    """The note that documents of one topic are alike, for all pairs and for one."""

    def once(seed: int) -> list[float]:
        units = documents(np.random.default_rng(seed), of_topics, share)
        family, topics = tested(units, seed, trials=1), by_topic(units)
        pair = replace(units, systems=units.systems[:2], sums={"muc": units.sums["muc"][:2]})
        known = (
            unused_clustering("topic", topics, units, family),
            unused_clustering("topic", by_topic(pair), pair, tested(pair, seed, trials=1)),
        )
        return [one is not None and one.are_alike for one in known]

    return once


def corpus_outputs(generator: np.random.Generator, topics: int, rates: Rates) -> list[Matching]:
    """Two outputs on new topics; the second errs by these rates."""
    key = text(generator, (MENTIONS_OF_TOPIC,) * topics, 0)
    return outputs(generator, key, (LIKE, rates), SPREAD_OF_TOPICS)


def outputs(
    generator: np.random.Generator, key: Text, rates: Sequence[Rates], spread: float
) -> list[Matching]:
    """Outputs that err by these rates, beside a key."""
    corpus = key_of(key)
    return [match_exactly(corpus, output(generator, key, one, spread)) for one in rates]


@cache
def true_difference(draw: Callable[..., list[Matching]], *options: Any) -> float:
    """The mean difference of two outputs over other draws."""
    generator = np.random.default_rng(SEED)
    pairs = ([score(one) for one in draw(generator, *options)] for _ in range(2 * REPLICATIONS))
    return float(np.mean([first - second for first, second in pairs]))


def leaving_out(found: Sequence[Matching]) -> Units:
    """The units of ``--across corpus --cluster topic``, whose entities span topics."""
    topics = range(len(found[0].key.parts))
    weight = np.bincount(found[0].key.part, minlength=len(topics))
    whole = np.array([sums(one).sum(axis=-1) for one in found])
    rest = np.array([[sums(without(one, topic)).sum(axis=-1) for topic in topics] for one in found])
    lost = exact(whole, int(weight.sum()))[..., None] - exact(np.moveaxis(rest, 1, -1), int(weight.sum()))
    return Units(
        systems=tuple(f"s{number}" for number in range(len(found))),
        names=tuple(PartName("", f"t{topic:02}", 0) for topic in topics),
        dataset=np.zeros(len(topics), np.int64),
        metrics=(METRIC,),
        sums={METRIC.name: lost},
        weights={METRIC.name: weight[None].astype(np.float64)},
        wholes={"": {METRIC.name: exact(whole, int(weight.sum()))}},
    )


def joined_topics(topics: int, rates: Rates) -> Once:
    """A test of the true difference of two outputs whose entities span topics."""
    truth = 0.0 if rates == LIKE else true_difference(corpus_outputs, topics, rates)

    def once(seed: int) -> list[float]:
        found = corpus_outputs(np.random.default_rng(seed), topics, rates)
        family = tested(leaving_out(found), seed, test="t")
        return [1 - difference_interval(family, np.array([truth, 0]))]

    return once


def block_units(pair: Sequence[Matching], blocks: int) -> tuple[Units, int]:
    """The units of ``--unit component``, and the number of components."""
    first, second = pair
    found = blocked(first, second, blocks)
    both = np.array([sums(one) for one in found.responses])
    mentions = len(first.key.part)
    units = Units(
        systems=("s0", "s1"),
        names=tuple(PartName("", *one) for one in found.names),
        dataset=np.zeros(len(found.names), np.int64),
        metrics=(METRIC,),
        sums={METRIC.name: exact(both, mentions)},
        weights={METRIC.name: both[0, 1:2]},
    )
    return units, found.components


def book(kind: str) -> Text:
    """The key of a book, which is the same in all replications."""
    throughout, chapters = BOOKS[kind]
    return text(np.random.default_rng(SEED), chapters, throughout)


def book_tests(kind: str, spread: float) -> Once:
    """Tests of like outputs over components and stretches, and of any difference among four."""
    key = book(kind)
    words = 2 * len(key.place)  # as many stretches have one component each

    def once(seed: int) -> list[float]:
        found = outputs(np.random.default_rng(seed), key, (LIKE,) * 4, spread)
        alone = [
            is_found(tested(block_units(found[:2], blocks)[0], seed, trials=1000)) for blocks in (words, 20)
        ]
        cut = [block_units(pair, 10) for pair in combinations(found, 2)]
        pairs = [tested(units, seed) for units, _ in cut]
        names = tuple(f"s{number}" for number in range(len(found)))
        scores = np.array([score(one) for one in found])
        family = of_pairs(pairs, [components for _, components in cut], names, scores, pairs[0].design)
        return [*alone, is_found(pairs[0]), is_found(family)]

    return once


def book_intervals(kind: str, rates: Rates, spread: float) -> Once:
    """The interval of a pair over ten blocks, around the true difference on this book."""
    key, both = book(kind), (LIKE, rates)
    truth = np.array([0 if rates == LIKE else true_difference(of_book, kind, both, spread), 0])

    def once(seed: int) -> list[float]:
        found = outputs(np.random.default_rng(seed), key, both, spread)
        return [difference_interval(tested(block_units(found, 10)[0], seed, trials=1), truth)]

    return once


def of_book(
    generator: np.random.Generator, kind: str, rates: Sequence[Rates], spread: float
) -> list[Matching]:
    """Outputs on a book."""
    return outputs(generator, book(kind), rates, spread)


def run_units(scores: Floats, runs: tuple[int, int]) -> Units:
    """The units of ``--unit run``: one document, on which runs have these scores."""
    of_key = np.full_like(scores, MENTIONS_OF_TEXT)
    table = np.stack([scores * of_key, of_key, scores * of_key, of_key], axis=1)[..., None]
    return Units(
        systems=("s0", "s1"),
        names=(PartName("", "d", 0),),
        dataset=np.zeros(1, np.int64),
        metrics=(METRIC,),
        sums={METRIC.name: exact(table, MENTIONS_OF_TEXT)},
        weights={METRIC.name: of_key[:1, None]},
        runs=runs,
        documents=1,
        is_sample=False,
    )


def run_tests(runs: tuple[int, int], spread: tuple[int, int], loss: float) -> Once:
    """A test of two methods by their runs, with and without the bound on degrees of freedom."""

    def once(seed: int) -> list[float]:
        generator = np.random.default_rng(seed)
        scores = generator.normal(EQUAL[0], np.repeat(spread, runs) / 100)
        scores[: runs[0]] -= loss / 100 * ((generator.random(runs[0]) < FAILING) - FAILING)
        units = run_units(scores, runs)
        family, between = tested(units, seed, test="t", unit="run"), run_variance(units, METRIC)
        free = run_errors(between.of(slice(0, 1)), between.of(slice(1, 2)))
        return [is_found(family), float(t_p_values(family.differences, free)[0] <= ALPHA)]

    return once


# Why some figures are as they are, or other than in independent simulations.
EXPLAINED = {
    "topics": """\
Tests over documents find false differences as soon as documents of one topic are alike, and the more
documents a topic has, the more. Tests over topics keep their level for all numbers and sizes of topics.""",
    "note": """\
Another simulation, which is not kept here, found the note in at least 12 % of the cases with a share of 0 and
15 pairs. With 19 unequal topics this is the same, and with equal topics the note is rarer: the ratio of
variances varies less over more topics, and over topics of one size.""",
    "blocks": """\
Chapter effects make tests find too many false differences, and the smaller the units, the more. Among
four outputs there is some false difference in at most 7.8 % without or with a moderate effect, and in up to
12.2 % with a strong one. Another simulation, which is not kept here, found less: with single components
8.3 % (moderate) and 15.7 % (strong), with 20 stretches 6.4 and 8.6 %, with 10 stretches 5.3 and 6.6 %. The
length of chapters explains it. Where a chapter is about as long as a stretch, neighbouring stretches share a
chapter, and so its errors. In the book with short chapters, a tenth of the text contains three, and the rates
agree with that simulation.""",
    "intervals": """\
With strong chapter effects, intervals contain the true difference too rarely, for the same reason. Where the
effective number is small they are wide, and contain it in more than 95 % of the cases.""",
    "runs": """\
If a method with two runs varies three times as much as a method with ten, the test finds too many false
differences, also with the bound. Against a single output, everything depends on how the runs of one method
vary. If one run in seven fails, almost half of all samples of five runs have no failure. Another simulation,
which is not kept here, found 14.7 %; the rate grows with the loss of a failing run.""",
}
INTRODUCTION = f"""\
Here the units of tests are groups of documents, blocks of components, or runs.
[What a unit is](significance.md#what-a-unit-is) has their options. In every row, systems or methods have one
true score, or their true difference is the mean of {2 * REPLICATIONS:,} other draws. Each row has
{{replications}} replications."""
IN_TOPICS = """\
### Documents in topics

Six systems have one true F1 by MUC. The number of links of a document is lognormal (sigma 1). *Share* is how
much of what is a system's own in the quality of a document is common to its topic. *Unequal* topics have
documents in proportion to 1, 2, 3, …. *Any false* is how often any of the 15 pairs is significant: with tests
over documents, and with `--cluster topic` by swaps and by `--test t`. Fewer than ten topics are too few for
swaps, after the correction for 15 pairs. *One pair* is a test of two of the systems by t. Beside it
is the same test with one degree of freedom less than there are topics, which is wrong where topics weigh
differently. *Joint* is how often the joint intervals contain all true differences."""
NOTE = """\
### The note on documents that may be alike

How often the note about `--cluster topic` appears where tests are over such documents. With a share of 0 it
should be rare."""
JOINED = f"""\
### Entities that span topics

`--across corpus --cluster topic`, for one pair by B³, with {MENTIONS_OF_TOPIC} mentions in a topic. Each
error rate of a system varies between topics: its logit has a standard deviation of {SPREAD_OF_TOPICS:g}. Both
systems err alike, or the second one also merges a fifth of its chains with namesakes in all topics. Then it
has another true F1, and *false* is how often the interval does not contain the true difference. This is the
level of the test."""
BLOCKS = """\
### Blocks of components

Outputs on a book of 1,500 mentions in 15 unequal chapters, by B³. In *scenes*, no entity is in more than one
scene. *Some characters* of the whole book have a quarter of the mentions, *many characters* have half of
them. *Short chapters* are half as long. Stretches cut chapters in the middle. Each error rate of an output
varies between chapters: the standard deviation of its logit is the chapter effect, 0, 0.3 or 0.6. In books
with 15 chapters, a moderate effect makes the variance of a difference 1.3 to 1.5 times as large, and a strong
effect 2.4 to 3.5 times. All outputs err alike and have one true score. *Components* is how often one pair
is significant if each component is a unit, which the program does not offer. Next to it are stretches with
`--blocks 20` and the default of 10. *Any of 4* is any false difference of four outputs over 10 stretches."""
INTERVALS = """\
### Intervals over blocks

How often the interval of a difference over 10 stretches contains the true difference, on the same books. The
effective number of blocks is about 10 in *scenes*, 7 with *some characters* and 3 with *many characters*.
*Unlike* outputs differ in what they miss and invent. Another output *merges* many chains that are near each
other."""
RUNS = f"""\
### Runs on fixed documents

`--unit run`, for two methods with one expected F1 on one document, by B³. Runs are normal around it. The
spread *equal* is a standard deviation of 1 point for both methods. *3 : 1* is 3 points for the first method
and 1 point for the second. A single output has exactly the expected F1. Where runs fail, one in seven of the
first method loses 5 or 10 points, and all of them gain a seventh of that, so its expected F1 stays. *Without
the bound* is the test if degrees of freedom could be more than 2(k − 1), where k is the smaller number of
runs. Each row has {RUN_TIMES * REPLICATIONS:,} replications."""
FALSE = Limits("any false", 0, ALPHA)
FAILING = 1 / 7  # how often a run fails, of a method of which any do
# The runs of two methods, the standard deviations of their F1, and what a run of the first loses if it fails.
METHODS = (
    *((f"{k} + {k}", "equal", (k, k), (1, 1), 0) for k in (2, 3, 5)),
    *((f"{k} + {k}", "3 : 1", (k, k), (3, 1), 0) for k in (2, 3, 5)),
    *((f"{k} + 2", "equal", (k, 2), (1, 1), 0) for k in (5, 10)),
    *((f"{k} + 2", "1 : 3", (k, 2), (1, 3), 0) for k in (5, 10)),
    ("5 + one output", "1 : 0", (5, 1), (1, 0), 0),
    *(("5 + one output", f"1 : 0, failing runs lose {loss}", (5, 1), (1, 0), loss) for loss in (5, 10)),
)
RIGHT = dict.fromkeys(("topics", "documents"), "--:")


def tables() -> dict[str, Table]:
    """The tables of the section, by name."""
    shapes = [
        ((topics, sum(of_topics), "unequal" if unequal else "equal"), of_topics)
        for topics, each in TOPICS
        for unequal in (False, True)
        for of_topics in [sizes(topics, each, unequal)]
    ]
    effects = [(kind, effect) for kind in BOOKS for effect in SPREADS]
    return {
        "topics": Table(
            IN_TOPICS,
            {**RIGHT, "sizes": ":--", "share": "--:"},
            (
                FALSE._replace(title="any false, documents"),
                FALSE._replace(title="topics, swaps"),
                FALSE._replace(title="topics, t"),
                Limits("one pair, t", 0, ONE),
                Limits("with n − 1", 0, 1),
                Limits("joint, 6", 0.93, 1),
                Limits("joint, 2", 0.93, 1),
            ),
            tuple(
                Row((*labels, f"{share:g}"), partial(topic_tests, of_topics, share))
                for labels, of_topics in shapes
                for share in SHARES
            ),
        ),
        "note": Table(
            NOTE,
            {"topics": "--:", "sizes": ":--", "share": "--:"},
            (Limits("15 pairs", 0, 1), Limits("one pair", 0, 1)),
            tuple(
                Row((labels[0], labels[2], f"{share:g}"), partial(topic_notes, of_topics, share))
                for wanted in ("equal", "unequal")
                for labels, of_topics in shapes
                for share in SHARES
                if labels[0] in (10, 19) and labels[2] == wanted
            ),
        ),
        "joined": Table(
            JOINED,
            {"topics": "--:", "systems": ":--"},
            (Limits("false", 0, ONE),),
            tuple(
                Row((topics, label), partial(joined_topics, topics, rates))
                for label, rates in (("alike", LIKE), ("one merges namesakes", NAMESAKES))
                for topics in (6, 10, 19, 34)
            ),
        ),
        "blocks": Table(
            BLOCKS,
            {"book": ":--", "chapter effect": ":--"},
            (
                Limits("components", 0, ONE),
                Limits("20 stretches", 0, ONE),
                Limits("10 stretches", 0, ONE),
                Limits("any of 4", 0, ALPHA),
            ),
            tuple(Row(both, partial(book_tests, both[0], SPREADS[both[1]])) for both in effects),
        ),
        "intervals": Table(
            INTERVALS,
            {"outputs": ":--", "book": ":--", "chapter effect": ":--"},
            (Limits("interval", 0.93, 1),),
            tuple(
                Row((label, kind, effect), partial(book_intervals, kind, rates, SPREADS[effect]))
                for label, rates in (("like", LIKE), ("unlike", UNLIKE), ("one merges", MERGING))
                for kind, effect in effects
                if BOOKS[kind][1] == CHAPTERS
            ),
        ),
        "runs": Table(
            RUNS,
            {"runs": ":--", "spread": ":--"},
            (Limits("false", 0, ONE), Limits("without the bound", 0, 1)),
            tuple(
                Row((runs, label), partial(run_tests, counts, spread, loss))
                for runs, label, counts, spread, loss in METHODS
            ),
            RUN_TIMES,
        ),
    }


def lines(seed: int, replications: int, names: Sequence[str] = ()) -> Iterator[str]:
    """The section, or only the tables of some names."""
    if not names:
        yield from ("", f"## {TITLE}", "", INTRODUCTION.replace("{replications}", str(replications)))
    yield from measured(
        (seed, 6),
        replications,
        [
            one._replace(explained=EXPLAINED.get(name, "")) if not names or name in names else None
            for name, one in tables().items()
        ],
    )


def main(names: Sequence[str]) -> None:
    """Print line by line what is measured."""
    for line in lines(SEED, REPLICATIONS, names):
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
