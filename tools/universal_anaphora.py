"""Compare with the Universal Anaphora scorer: on its own tests, on random documents, and in speed.

    python -m tools.universal_anaphora /path/to/corefud-scorer --figures FILE --documents 1000

Needs a checkout of corefud-scorer, which holds version 2.0 of the scorer and is no part of this project.
FILE is a list of what the scorer's own tests assert; those of version 1.0 are run if the path is one of it.

One difference is meant. By the scorer, BLANC gives credit for coreference links only where the artificial
mention comes first in its entity, which depends on the order of a hash table. So it is put there.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import leaderboard
from leaderboard.metrics import METRICS, MetricOptions
from tests.oracles import oracle
from tests.oracles import split_antecedents_oracle as slow
from tests.support.made_sets import LABELS, PLAIN, PLURAL, UNSCORED, Document, Made, made, overlap_of

SCORER_NAMES = {"muc": "muc", "bcub": "b_cubed", "ceafm": "ceafm", "ceafe": "ceafe", "lea": "lea"}
TOLERANCE = 1e-9
COLUMNS = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING DISCOURSE_DEIXIS"

Triple = tuple[float, ...]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("scorer", type=Path, help="the checkout of the scorer")
    parser.add_argument("--figures", type=Path, help="what its own tests assert, as JSON")
    parser.add_argument("--documents", type=int, default=1000, help="random documents (default 1000)")
    parser.add_argument("--speed", type=int, default=300, help="documents to measure speed on (default 300)")
    parser.add_argument("--seed", type=int, default=12345)
    options = parser.parse_args()
    sys.path.insert(0, str(options.scorer))
    logging.disable(logging.CRITICAL)
    failures = run_figures(options.scorer, options.figures) if options.figures else []
    if (options.scorer / "scorer" / "ua").is_dir():
        failures += compare_random(options.documents, random.Random(options.seed))
        measure_speed(options.speed, random.Random(options.seed))
    for failure in failures[:20]:
        print(failure)
    return bool(failures)


def run_figures(scorer: Path, figures: Path) -> list[str]:
    """Score the files of the scorer's tests, and return where the scores differ from what they assert."""
    counts, failures = Counter[str](), []
    for figure in json.loads(figures.read_text("utf-8"))["figures"]:
        folder = scorer / "tests" if figure["suite"].startswith("2.0") else scorer
        key, response = folder / figure["key"], folder / figure["response"]
        if figure["skipped"] or figure["oracle"] == "not defined here" or not key.is_file():
            counts["left out"] += 1
            continue
        counts["figures"] += 1
        found, expected = score_of(key, response, figure), [*figure["expected"].values()]
        if any(abs(a - b) > figure["tolerance"] for a, b in zip(found, expected, strict=True)):
            failures.append(
                f"{figure['suite']} {figure['test']} {figure['metric']}: {found} is not {expected}"
            )
    print(
        f"{counts['figures']} figures of its own tests, {counts['left out']} left out: {len(failures)} differ"
    )
    return failures


def score_of(key: Path, response: Path, figure: Mapping[str, Any]) -> Triple:
    """Score two files as a test of the scorer does, which drops zeros by default."""
    asked: dict[str, Any] = {"blanc": "luo2014", "singletons": figure["options"]["singletons"]}
    if figure["format"] != "CoNLL":
        how = figure["options"]
        asked |= {"match": how["match"], "split_antecedents": how["split-antecedents"]}
    with tempfile.TemporaryDirectory() as folder:
        ending = ".conll" if figure["format"] == "CoNLL" else ".conllua"
        pair = [Path(folder) / f"{name}{ending}" for name in ("key", "response")]
        for path, source in zip(pair, (key, response), strict=True):
            lines = source.read_text("utf-8").splitlines(keepends=True)
            drops, width = figure["options"]["zeros"] == "drop", len(lines[0].split()) - 3
            kept = (filled(line, width) for line in lines if not (drops and is_zero(line)))
            path.write_text("".join(kept), "utf-8")
        result = leaderboard.score(
            pair[1], key=pair[0], metric=[figure["metric"]], check_words=False, **asked
        )
        if result.rejected:
            raise SystemExit(f"{response}: {result.rejected}")
        score = result.systems[0].scores[figure["metric"]]
    return tuple(0.0 if one is None else one for one in (score.recall, score.precision, score.f1))


def filled(line: str, width: int) -> str:
    """The line with all columns that the first line of its file names; the scorer's tests lack the last."""
    cells = line.split()
    return line if line.startswith("#") or not cells else line.rstrip() + "  _" * (width - len(cells)) + "\n"


def is_zero(line: str) -> bool:
    return not line.startswith("#") and any("." in one for one in line.split(maxsplit=1)[:1])


def compare_random(documents: int, rng: random.Random) -> list[str]:
    """Score random documents one by one and return what differs."""
    reasons, failures = Counter[str](), []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(documents):
            document = random_document(rng, rng.randint(4, 40))
            theirs = scores_by_scorer(*write([document], Path(folder)))
            for (how, name), expected in theirs.items():
                metric = METRICS[name](MetricOptions(blanc="luo2014", split_antecedents=how))
                sums = metric.sums(overlap_of([document])).sum(axis=1)
                if name == "blanc" and not sums[[1, 2, 4, 5]].any():
                    continue  # without any links, 0 there
                found = tuple(float(one) for one in metric.score(sums) if one is not None)
                difference = max(abs(a - b) for a, b in zip(found, expected, strict=True))
                if difference > TOLERANCE and (reason := explanation(document, how, name)):
                    reasons[reason] += 1
                elif difference > TOLERANCE:
                    failures.append(f"document {number}, {how} {name}: {found} is not {expected}")
    print(f"{documents} random documents: {len(failures)} scores differ; meant differences: {dict(reasons)}")
    return failures


def explanation(document: Document, how: str, name: str) -> str | None:
    """Return why a score differs on purpose, if it does."""
    key, response = document[0].for_oracle(), document[1].for_oracle()
    if how == "only" and name == "blanc":
        links = slow.sums_of_sets(key, response, name)
        if not (links[1] + links[2] and links[4] + links[5]):
            return "by `only`, it averages over classes of links that no set has"
    if any(is_tied(key, response, kind) for kind in (("c", "n") if name == "blanc" else (name,))):
        return "equally good partners, between which its rounding errors decide"
    return None


def is_tied(key: slow.Side, response: slow.Side, metric: str) -> bool:
    """True if another alignment of sets is as good as the best one that SciPy finds."""
    table = [
        [slow.pair_scores(ours, theirs, metric, None)[2] for theirs in response.sets.values()]
        for ours in key.sets.values()
    ]
    best = oracle.best_alignment(table) if table and table[0] else 0
    rows, columns = list(key.sets), list(response.sets)
    for one in slow.alignment(key, response, metric, None, besides=False):
        without = [list(row) for row in table]
        without[rows.index(one.key)][columns.index(one.response)] = Fraction(0)
        if oracle.best_alignment(without) == best:
            return True
    return False


def scores_by_scorer(
    key: Path, response: Path, ways: tuple[str, ...] = ("score", "only")
) -> dict[tuple[str, str], Triple]:
    """Score two files by the scorer, with the artificial mention first in its entity."""
    from scorer.eval import evaluator
    from scorer.ua.reader import UAReader

    reader = UAReader(format="ua", keep_singletons=True, keep_split_antecedents=True, match="exact")
    reader.get_coref_infos(str(key), str(response))
    for info in reader.doc_coref_infos.values():
        for clusters in info[:2]:
            for cluster in clusters:
                cluster.sort(key=lambda mention: not mention.is_split_antecedent)
    metrics: dict[str, Any] = {ours: getattr(evaluator, theirs) for ours, theirs in SCORER_NAMES.items()}
    metrics["blanc"] = [evaluator.blancc, evaluator.blancn]
    return {
        (how, name): tuple(
            map(
                float,
                evaluator.evaluate_documents(
                    reader.doc_coref_infos, metric, only_split_antecedent=how == "only"
                ),
            )
        )
        for how in ways
        for name, metric in metrics.items()
    }


def measure_speed(documents: int, rng: random.Random) -> None:
    """Print the processor time that both take to score files with many sets by the same metrics."""
    made_up = [random_document(rng, 120) for _ in range(documents)]
    with tempfile.TemporaryDirectory() as folder:
        key, response = write(made_up, Path(folder))
        start = time.process_time()
        scores_by_scorer(key, response, ("score",))
        theirs = time.process_time() - start
        start = time.process_time()
        leaderboard.score(response, key=key, metric=[*SCORER_NAMES, "blanc"], blanc="luo2014", jobs=1)
        ours = time.process_time() - start
    print(
        f"{documents} documents: {theirs:.2f} s there, {ours:.2f} s here, {theirs / ours:.1f} times as fast"
    )


def random_document(rng: random.Random, tokens: int) -> Document:
    """A document whose response mostly repeats the key, with entities in order of their first tokens."""
    labels = rng.choice((LABELS, max(LABELS, tokens // 4)))
    key = [rng.randrange(-1, labels) for _ in range(tokens)]
    response = [label if rng.random() < 0.7 else rng.randrange(-1, labels) for label in key]
    kinds = [rng.choice((PLAIN, PLAIN, UNSCORED, PLURAL, PLURAL)) for _ in range(labels)]
    others = [kind if rng.random() < 0.8 else rng.choice((PLAIN, PLURAL)) for kind in kinds]
    chosen = [frozenset(rng.choices(range(labels), k=rng.randint(1, 4))) for _ in range(labels)]
    changed = [one if rng.random() < 0.5 else one ^ {rng.randrange(labels)} for one in chosen]
    return ordered(made(key, kinds, chosen)), ordered(made(response, others, changed))


def ordered(side: Made) -> Made:
    """The side with its entities in order of their first tokens."""
    order = sorted(range(len(side.entities)), key=lambda place: min(side.entities[place]))
    place = {old: new for new, old in enumerate(order)}
    sets = {place[owner]: frozenset(place[one] for one in own) for owner, own in side.sets.items()}
    return Made(
        tuple(side.entities[old] for old in order),
        frozenset(place[old] for old in side.unscored),
        dict(sorted(sets.items())),
    )


def write(documents: list[Document], folder: Path) -> tuple[Path, Path]:
    """Write documents as CONLL-UA files."""
    paths = folder / "key.conllua", folder / "response.conllua"
    tokens = [
        1 + max((token for side in pair for one in side.entities for token in one), default=0)
        for pair in documents
    ]
    for which, path in enumerate(paths):
        blocks = [text(document[which], number, tokens[number]) for number, document in enumerate(documents)]
        path.write_text(f"# global.columns = {COLUMNS}\n" + "\n".join(blocks), "utf-8")
    return paths


def text(side: Made, number: int, tokens: int) -> str:
    name = [
        f"{place}-Pseudo" if place in side.unscored else f"{place}" for place in range(len(side.entities))
    ]
    lines = [f"# newdoc id = d{number}", f"# sent_id = d{number}-1"]
    for token in range(tokens):
        cell = "_"
        for place, entity in enumerate(side.entities):
            if token in entity:
                owners = [str(owner) for owner, own in side.sets.items() if place in own]
                element = f"|ElementOf={','.join(owners)}" if owners and token == min(entity) else ""
                cell = f"(EntityID={name[place]}|MarkableID=m{token}{element})"
        lines.append("\t".join([str(token + 1), f"w{token}", *"________", cell, "_", "_"]))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
