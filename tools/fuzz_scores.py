"""Random documents by the thousand: each metric is what its definition says, in exact fractions.

    python -m tools.fuzz_scores [DOCUMENTS] [SEED]

Corpora of one to eight documents are written as files and scored by ``leaderboard.score``; the score of
every document and of every corpus is compared with that of the oracles, which count links one by one
and try every correspondence of chains. Prints the largest difference of each metric.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import leaderboard
from leaderboard.tasks.task import Score
from tests.oracles import denotation_oracle, oracle
from tests.oracles.oracle import Sums
from tests.support import plain_conll
from tests.support.plain_conll import Part
from tools.official import random_corpus, written

DOCUMENTS, SEED = 100_000, 12345
TOLERANCE = 1e-9
AVERAGED = ("muc", "bcub", "ceafe")
COUNTED = tuple(name for name in oracle.METRICS if name != "conll")
METRICS = (*oracle.METRICS, "da", "xcmr")
# The oracle of DA tries every correspondence, which takes ages where more chains than that hang together.
MOST_CHAINS = 12

Found = dict[str, oracle.Scores]


def sums_of(part: Part) -> dict[str, Sums]:
    """What each metric sums over parts, but for DA where its oracle would take too long."""
    sums = {name: oracle.sums([part], name) for name in COUNTED}
    sums["xcmr"] = tuple(map(Fraction, denotation_oracle.xcmr(*part)))
    if most_chains(part) <= MOST_CHAINS:
        correct, possible, actual, *_ = map(Fraction, denotation_oracle.da(*part))
        sums["da"] = correct, possible, correct, actual
    return sums


def most_chains(part: Part) -> int:
    """The size of the largest lot of response chains that hang together."""
    key, response = part
    completed = denotation_oracle.completed
    lots = denotation_oracle.lots(completed(key, response), completed(response, key))
    return max((len(theirs) for _, theirs in lots), default=0)


def scores_of(sums: dict[str, Sums]) -> Found:
    found = {name: oracle.score_of(totals, name) for name, totals in sums.items()}
    found["conll"] = None, None, sum((found[name][2] for name in AVERAGED), Fraction(0)) / 3
    return found


def total(parts: Sequence[dict[str, Sums]]) -> dict[str, Sums]:
    """The sums of a corpus, for the metrics that all parts have."""
    names = [name for name in METRICS if all(name in part for part in parts)]
    return {name: tuple(map(sum, zip(*(part[name] for part in parts), strict=True))) for name in names}


def largest_difference(ours: Score, theirs: oracle.Scores) -> float:
    quantities = zip((ours.recall, ours.precision, ours.f1), theirs, strict=True)
    differences = [
        abs(Fraction(one) - other) for one, other in quantities if one is not None and other is not None
    ]
    return float(max(differences))


def main(documents: int = DOCUMENTS, seed: int = SEED) -> int:
    largest, compared, done, corpora = dict.fromkeys(METRICS, 0.0), dict.fromkeys(METRICS, 0), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        while done < documents:
            corpus, _ = random_corpus(random.Random(f"{seed}-{corpora}"))
            key, response = written(corpus, Path(folder))
            parts = plain_conll.read_pair(*(file.read_text("utf-8") for file in (key, response)))
            [ours] = leaderboard.score(response, key=key, metric=METRICS, per_document=True).systems
            sums = [sums_of(part) for part in parts]
            by_part = zip((part.scores for part in ours.per_document), map(scores_of, sums), strict=True)
            for found, expected in (*by_part, (ours.scores, scores_of(total(sums)))):
                for name, values in expected.items():
                    largest[name] = max(largest[name], largest_difference(found[name], values))
                    compared[name] += 1
            done, corpora = done + len(parts), corpora + 1
    print(f"{done} documents in {corpora} corpora, seed {seed}")
    for name in METRICS:
        print(f"{name:12} {compared[name]:>9} comparisons, largest difference {largest[name]:.2e}")
    return int(max(largest.values()) > TOLERANCE)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
