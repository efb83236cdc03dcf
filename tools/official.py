"""Compare with the official CoNLL scorer (Perl) on random corpora, fraction by fraction.

    python -m tools.official /path/to/reference-coreference-scorers/scorer.pl --documents 1000

For each corpus the scorer runs once for each of its metrics; its fractions ``(a / b)`` are compared with
those of ``leaderboard.score`` and with the sums of the oracle. Its percentages are truncated, so they
are only compared within 0.01. Needs perl and a checkout of the scorer, which is no part of this project.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from tests.oracles import oracle
from tests.support import plain_conll
from tests.support.plain_conll import Entity, Part, Span, Written

METRICS = ("muc", "bcub", "ceafm", "ceafe", "blanc")
TOLERANCE = 1e-9
# v8.01 exits after ten repeated mentions in a process, so no corpus has more.
MOST_REPEATED = 10
QUANTITIES = ("recall", "precision", "f1")
PRINTED = re.compile(
    r"^(?P<label>.*?)\s*Recall: \((?P<rn>\S+) / (?P<rd>\S+)\).*Precision: \((?P<pn>\S+) / (?P<pd>\S+)\)"
    r".*F1: (?P<f1>\S+)%"
)

Numbers = dict[str, tuple[float, ...]]


@dataclass(frozen=True)
class Disagreement:
    """A pair of texts on which the scorer is known to differ, and why."""

    why: str
    key: list[list[Span]]
    response: list[list[Span]]
    metrics: tuple[str, ...] = METRICS


A, B, C = ((token, token) for token in range(3))

DELIBERATE = (
    Disagreement(
        "a mention that the key lacks, in two response entities: v8.01 counts it in both, here in the first",
        [[A, B]],
        [[A, C], [B, C]],
    ),
    Disagreement(
        "a mention twice in one key entity: v8.01 counts it twice and can exceed 1, here it counts once",
        [[A, A, B]],
        [[A, B]],
    ),
    Disagreement(
        "a mention in two key entities: v8.01 counts it in both, here in the first",
        [[A, B], [A, C]],
        [[A, B, C]],
    ),
    Disagreement(
        "more than ten repeated mentions: v8.01 refuses the whole file, here each counts once",
        [[A, B]],
        [[A, B], *([A] for _ in range(11))],
    ),
    Disagreement(
        "F1 of exactly 13/25: v8.01 truncates and prints 51.99 %, here it is rounded to 52.00 %",
        [[(token, token) for token in range(17)]],
        [[(token, token) for token in range(4, 37)]],
        ("ceafm",),
    ),
)


@dataclass
class Tally:
    """The largest differences seen, and the corpora with one above the tolerance."""

    largest: dict[str, float] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def compare(self, name: str, where: str, ours: Sequence[float], theirs: Sequence[float]) -> None:
        difference = max(abs(a - b) / max(1.0, abs(b)) for a, b in zip(ours, theirs, strict=True))
        self.largest[name] = max(self.largest.get(name, 0.0), difference)
        if difference > TOLERANCE:
            self.failures.append(f"{where} {name}: {list(ours)} is not {list(theirs)}")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("scorer", type=Path, help="scorer.pl of the official scorer, v8.01")
    parser.add_argument("--documents", type=int, default=1000, help="at least so many (default 1000)")
    parser.add_argument("--seed", type=int, default=12345)
    parser.add_argument("--oracle-only", action="store_true", help="do not compare the product")
    parser.add_argument("--save", type=Path, help="keep the corpora that differ in this folder")
    options = parser.parse_args()
    tally, documents, corpora, repeated = Tally(), 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        while documents < options.documents:
            rng = random.Random(f"{options.seed}-{corpora}")
            corpus, repeats = random_corpus(rng)
            files = written(corpus, Path(folder))
            known = len(tally.failures)
            compare(files, f"corpus {corpora}", options.scorer, tally, product=not options.oracle_only)
            if options.save and len(tally.failures) > known:
                written(corpus, options.save / str(corpora))
            documents, corpora, repeated = documents + len(corpus), corpora + 1, repeated + repeats
        print(f"{documents} documents in {corpora} corpora, {repeated} repeated mentions")
        for name, difference in tally.largest.items():
            print(f"{name:28} largest difference {difference:.2e}")
        print("\n".join(tally.failures) or "no difference above the tolerance")
        print("\ndeliberate disagreements (no random corpus has them)")
        for case in DELIBERATE:
            show(case, options.scorer, Path(folder))
        print("- a document that the response lacks: v8.01 silently takes it as empty, here it is an error")
        print("- a document that the key lacks: v8.01 skips it, here it is an error")
    return bool(tally.failures)


def compare(files: tuple[Path, Path], where: str, scorer: Path, tally: Tally, *, product: bool) -> None:
    """Score one corpus three times and note the differences."""
    parts = plain_conll.read_pair(*(file.read_text(encoding="utf-8") for file in files))
    ours = product_scores(*files) if product else {}
    for metric in METRICS:
        sums, scores, percent = official(scorer, metric, *files)
        tally.compare(f"{metric} sums, oracle", where, floats(oracle_sums(parts, metric)), sums)
        for who, mine in (("oracle", floats(oracle.score(parts, metric))), ("product", ours.get(metric))):
            if mine:
                tally.compare(f"{metric}, {who}", where, mine, scores)
                if not -1e-9 <= 100 * mine[2] - percent <= 0.01 + 1e-9:
                    tally.failures.append(f"{where} {metric}, {who}: {mine[2]} is printed as {percent} %")


def product_scores(key: Path, response: Path) -> Numbers:
    """What the project says: (recall, precision, F1) for each metric."""
    import leaderboard

    result = leaderboard.score(response, key=key)
    scores = result.systems[0].scores
    return {
        metric: tuple(float(getattr(scores[metric], quantity)) for quantity in QUANTITIES)
        for metric in METRICS
    }


def oracle_sums(parts: Sequence[Part], metric: str) -> oracle.Sums:
    """The oracle's sums in the order that the scorer prints: mentions, then the metric's own."""
    found = oracle.sums(parts, "mentions")
    totals = oracle.sums(parts, metric)
    if metric == "blanc":
        cc, ck, cr, nn, nk, nr, _ = totals
        return *found, cc, ck, cc, cr, nn, nk, nn, nr
    return *found, *totals


def floats(values: Sequence[Fraction | None]) -> tuple[float, ...]:
    return tuple(float(value) for value in values if value is not None)


def official(
    scorer: Path, metric: str, key: Path, response: Path
) -> tuple[tuple[float, ...], tuple[float, ...], float]:
    """The scorer's sums, its recall, precision and F1 from the fractions it prints, and its F1 in per cent.

    ``none`` as the name of the document makes it print totals alone.
    """
    command = ["perl", str(scorer), metric, str(key), str(response), "none"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    rows = [match.groupdict() for match in map(PRINTED.match, run.stdout.splitlines()) if match]
    if run.returncode or len(rows) != (4 if metric == "blanc" else 2):
        raise RuntimeError(f"{' '.join(command)}: {run.stderr.strip() or run.stdout.strip()}")
    fractions = [tuple(float(row[name]) for name in ("rn", "rd", "pn", "pd")) for row in rows]
    recall, precision = quotients(fractions[-1])
    f1 = harmonic_mean(recall, precision)
    if metric == "blanc":
        sums = (*fractions[0], *fractions[1], *fractions[2])
        f1 = blanc_f1(*fractions[1:3])
    else:
        sums = (*fractions[0], *fractions[1])
    return sums, (recall, precision, f1), float(rows[-1]["f1"])


def blanc_f1(coreference: tuple[float, ...], other: tuple[float, ...]) -> float:
    """The mean F1 of the classes of links that the key has; the scorer prints it only in per cent."""
    f1s = [harmonic_mean(*quotients(links)) for links in (coreference, other) if links[1]]
    return sum(f1s) / max(len(f1s), 1)


def quotients(row: tuple[float, ...]) -> tuple[float, float]:
    recall_numerator, recall_denominator, precision_numerator, precision_denominator = row
    return (
        recall_numerator / recall_denominator if recall_denominator else 0.0,
        precision_numerator / precision_denominator if precision_denominator else 0.0,
    )


def harmonic_mean(recall: float, precision: float) -> float:
    return 2 * recall * precision / (recall + precision) if recall + precision else 0.0


def written(corpus: Sequence[tuple[Written, Written]], folder: Path) -> tuple[Path, Path]:
    """Key and response as files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = folder / "key.conll", folder / "response.conll"
    for file, text in zip(files, plain_conll.write_pair(corpus), strict=True):
        file.write_text(text, encoding="utf-8")
    return files


def show(case: Disagreement, scorer: Path, folder: Path) -> None:
    """Print what both sides say of a deliberate disagreement."""
    files = written([(case.key, case.response)], folder)
    parts = plain_conll.read_pair(*(file.read_text(encoding="utf-8") for file in files))
    print(f"- {case.why}")
    for metric in case.metrics:
        ours = ", ".join(str(value) for value in oracle.score(parts, metric))
        try:
            _, scores, percent = official(scorer, metric, *files)
            theirs = f"{', '.join(f'{value:.4f}' for value in scores)} (F1 printed {percent} %)"
        except RuntimeError as error:
            theirs = str(error).rsplit(": ", 1)[-1]
        print(f"    {metric}: we {ours}; v8.01 {theirs}")


# The corpora.


def random_corpus(rng: random.Random) -> tuple[list[Part], int]:
    """One to eight parts with all kinds of errors, and how many mentions are repeated."""
    corpus: list[Part] = []
    repeats = 0
    for _ in range(rng.randint(1, 8)):
        key, spare = random_entities(rng)
        response = with_errors(key, spare, rng)
        while repeats < MOST_REPEATED and rng.random() < 0.3:
            repeats += repeat_a_key_mention(key, response, rng)
        rng.shuffle(response)
        corpus.append((key, response))
    return corpus, repeats


def random_entities(rng: random.Random) -> tuple[list[Entity], list[Span]]:
    """A key, and spans that it does not use; every tenth key is empty."""
    tokens = rng.randint(3, 100)
    spans = list(dict.fromkeys(random_spans(rng, tokens)))
    used = 0 if rng.random() < 0.1 else rng.randint(0, len(spans))
    entities = rng.randint(1, max(used, 1))
    return grouped(spans[:used], [rng.randrange(entities) for _ in range(used)]), spans[used:]


def random_spans(rng: random.Random, tokens: int) -> Iterator[Span]:
    """Spans that nest and cross, half of them of one token."""
    for _ in range(rng.randint(1, 40)):
        start = rng.randrange(tokens)
        yield start, min(start + rng.choice((0, 0, 0, 1, 2, 9)), tokens - 1)


def grouped(spans: Sequence[Span], names: Sequence[int]) -> list[Entity]:
    """The entities of equal names, without spans that cross within one."""
    entities: dict[int, list[Span]] = {}
    for span, name in zip(spans, names, strict=True):
        entities.setdefault(name, []).append(span)
    return [plain_conll.uncrossed(entity) for entity in entities.values()]


def with_errors(key: Sequence[Entity], spare: Sequence[Span], rng: random.Random) -> list[Entity]:
    """A response: the key after missing, extra, moved, split, merged, or wholly shuffled mentions."""
    name_of = {span: name for name, entity in enumerate(key) for span in sorted(entity)}
    names = max(len(key), 1)
    kind = rng.random()
    if kind < 0.05:
        return []
    if kind < 0.15:
        return [frozenset({span}) for span in name_of]
    if kind < 0.2:
        return [plain_conll.uncrossed(list(name_of))] if name_of else []
    rates = {error: rng.choice((0, 0.05, 0.3, 1)) for error in ("move", "split", "merge", "extra")}
    missing = rng.choice((0, 0.05, 0.3, 0.8))
    merged = {name: rng.randrange(names) if rng.random() < rates["merge"] else name for name in range(names)}
    labelled = []
    for span, name in name_of.items():
        label = merged[name]
        if rng.random() < rates["move"]:
            label = rng.randrange(names)
        if rng.random() < rates["split"]:
            label += names * rng.randint(1, 3)
        if rng.random() >= missing:
            labelled.append((span, label))
    extra = [(span, rng.randrange(2 * names)) for span in spare if rng.random() < rates["extra"]]
    labelled += extra
    return grouped([span for span, _ in labelled], [label for _, label in labelled])


def repeat_a_key_mention(key: Sequence[Entity], response: list[Entity], rng: random.Random) -> int:
    """Put a mention of both sides into another response entity too; says how many it put.

    Only mentions of the key: v8.01 does not notice that a mention which the key lacks is repeated.
    """
    shared = sorted(frozenset[Span]().union(*key) & frozenset[Span]().union(*response))
    if not shared:
        return 0
    span, place = rng.choice(shared), rng.randrange(len(response) + 1)
    if place == len(response):
        response.append(frozenset())
    if span in response[place] or span not in plain_conll.uncrossed([*sorted(response[place]), span]):
        return 0
    response[place] |= {span}
    return 1


if __name__ == "__main__":
    sys.exit(main())
