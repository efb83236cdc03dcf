"""Compare with the official CorefUD scorer on its own test files and on random corpora, fraction by fraction.

    python -m tools.official_corefud /path/to/corefud-scorer --documents 1000

Needs a checkout of the scorer (1.2) and what it needs (udapi), which are no part of this project. Its
functions are called, because it prints percentages. Each corpus is scored in three modes, with zeros matched
both ways, with and without singletons, and each document's pairs of mentions are compared too.

The scorer finds the partner of a mention by the places of its words, the same on both sides. So a zero that
was matched with one that stands elsewhere is mistaken for the mention that stands in its own place on the
other side. Documents with such a zero are counted; there the scorer's own metrics run on the scorer's own
pairs with the sides told apart.
"""

from __future__ import annotations

import argparse
import logging
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

import leaderboard
from leaderboard.corpus import Corpus
from leaderboard.corpus.nodes import SLOT
from leaderboard.formats import Reading, read_corpus
from leaderboard.matching import Matching, align, counted, match
from tests.support.made_corefud import corefud, random_document, random_response

METRICS = ("muc", "bcub", "ceafm", "ceafe", "lea", "mor", "zero", "blanc", "conll")
MODES = {"head": "head", "partial": "partial-corefud", "exact": "exact"}
TOLERANCE = 1e-9

Triple = tuple[float, ...]


@dataclass
class Tally:
    """What was compared, the largest differences seen, and what differs by more than the tolerance."""

    counts: Counter[str] = field(default_factory=Counter)
    largest: dict[str, float] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def compare(self, name: str, where: str, ours: Triple, theirs: Triple) -> None:
        difference = max(abs(a - b) for a, b in zip(ours, theirs, strict=True))
        self.largest[name] = max(self.largest.get(name, 0.0), difference)
        if difference > TOLERANCE:
            self.failures.append(f"{where} {name}: {ours} is not {theirs}")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("scorer", type=Path, help="the checkout of the scorer")
    parser.add_argument("--documents", type=int, default=1000, help="at least so many (default 1000)")
    parser.add_argument("--seed", type=int, default=12345)
    parser.add_argument("--save", type=Path, help="keep the corpora that differ in this folder")
    options = parser.parse_args()
    sys.path.insert(0, str(options.scorer))
    logging.disable(logging.CRITICAL)
    tally, corpora = Tally(), 0
    for key, response in own_cases(options.scorer):
        if repeats := repeated(response):
            print(f"deliberate: {response.name}: {repeats}")
        else:
            compare(key, response, response.name, tally)
    print(f"{tally.counts['comparisons']} comparisons on the scorer's own files")
    with tempfile.TemporaryDirectory() as folder:
        while tally.counts["documents"] < options.documents:
            rng = random.Random(f"{options.seed}-{corpora}")
            documents = [random_document(rng) for _ in range(rng.randint(1, 8))]
            responses = [random_response(rng, document) for document in documents]
            files = written(Path(folder), corefud(documents), corefud(responses))
            known = len(tally.failures)
            compare(*files, f"corpus {corpora}", tally)
            if options.save and len(tally.failures) > known:
                written(options.save / str(corpora), corefud(documents), corefud(responses))
            tally.counts["documents"] += len(documents)
            corpora += 1
    for name, count in sorted(tally.counts.items()):
        print(f"{name:36} {count:>9,}")
    for name, difference in tally.largest.items():
        print(f"{name:36} largest difference {difference:.1e}")
    print("\n".join(tally.failures[:50]) or "no difference above the tolerance")
    return bool(tally.failures)


def own_cases(scorer: Path) -> Iterator[tuple[Path, Path]]:
    """The test files of the scorer: TC-A-1.response goes with TC-A.key."""
    for response in sorted((scorer / "tests" / "tests-corefud").rglob("*.response")):
        yield response.with_name(response.stem.rpartition("-")[0] + ".key"), response


def repeated(response: Path) -> str:
    """A mention that stands twice, which the scorer counts twice and we keep once, if there is one."""
    repeats = read_corpus(response.name, response.read_bytes(), Reading(heads="file")).repeats
    return repeats[0].what if repeats else ""


def written(folder: Path, *texts: str) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / name for name in ("key.conllu", "response.conllu")]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text, encoding="utf-8")
    return files


def compare(key: Path, response: Path, where: str, tally: Tally) -> None:
    """Score one corpus in every way and note the differences."""
    for mode, zeros, singletons in product(MODES, ("dependent", "linear"), ("drop", "keep")):
        place = f"{where} {mode} {zeros} {singletons}"
        try:
            reader = official(key, response, mode, zeros, singletons)
        except ZeroDivisionError:
            tally.counts["zeros without parents (refused)"] += 1
            continue
        tally.counts["comparisons"] += 1
        matching = matched(key, response, mode, zeros, singletons)
        if difference := other_pairs(matching, reader):
            tally.failures.append(f"{place} pairs: {difference}")
        told_apart = tell_apart(reader)
        tally.counts["documents scored"] += len(reader.doc_coref_infos)
        tally.counts["documents with confused zeros"] += told_apart
        theirs = official_scores(reader)
        ours = product_scores(key, response, mode, zeros, singletons)
        for metric in METRICS:
            if metric != "blanc" or both_classes(matching):
                tally.compare(metric, place, ours[metric], theirs[metric])
            else:
                tally.counts["BLANC of one class of links (differs)"] += 1


def product_scores(key: Path, response: Path, mode: str, zeros: str, singletons: str) -> dict[str, Triple]:
    """What the project says: (recall, precision, F1) for each metric, F1 alone for the average."""
    found = (
        leaderboard.score(
            response, key=key, metric=METRICS, match=mode, zeros=zeros, singletons=singletons, heads="file"
        )
        .systems[0]
        .scores
    )
    return {
        name: tuple(value for value in (one.recall, one.precision, one.f1) if value is not None)
        for name, one in found.items()
    }


def matched(key: Path, response: Path, mode: str, zeros: str, singletons: str) -> Matching:
    ours, theirs = (
        counted(read_corpus(file.name, file.read_bytes(), Reading(heads="file")).corpus, singletons)
        for file in (key, response)
    )
    aligned = align(ours, theirs, missing_is_empty=False, check_words=True)
    return match(ours, aligned, mode, zeros)


def both_classes(matching: Matching) -> bool:
    """Whether the key has links of both classes, so that all rules of BLANC agree."""
    from leaderboard.metrics.links import links
    from leaderboard.overlap import overlap

    counts = links(overlap(matching))
    return bool(counts.key_c.sum() and counts.key_n.sum())


# The official scorer.


def official(key: Path, response: Path, mode: str, zeros: str, singletons: str) -> Any:
    """The scorer's reader with both files read and matched."""
    from scorer.corefud.reader import CorefUDReader  # type: ignore[import-not-found]

    reader = CorefUDReader(
        format="corefud",
        keep_singletons=singletons == "keep",
        keep_zeros=True,
        match=MODES[mode],
        zero_match_method=zeros,
    )
    reader.get_coref_infos(str(key), str(response))
    return reader


def official_scores(reader: Any) -> dict[str, Triple]:
    from scorer.eval import evaluator  # type: ignore[import-not-found]

    functions = {
        "muc": evaluator.muc,
        "bcub": evaluator.b_cubed,
        "ceafm": evaluator.ceafm,
        "ceafe": evaluator.ceafe,
        "lea": evaluator.lea,
        "mor": evaluator.mention_overlap,
        "zero": evaluator.als_zeros,
        "blanc": [evaluator.blancc, evaluator.blancn],
    }
    scores = {
        name: tuple(map(float, evaluator.evaluate_documents(reader.doc_coref_infos, metric)))
        for name, metric in functions.items()
    }
    scores["conll"] = (sum(scores[name][2] for name in ("muc", "bcub", "ceafe")) / 3,)
    return scores


def other_pairs(matching: Matching, reader: Any) -> str:
    """The pairs of mentions that only one of the two programs makes, if any."""
    rows = zip(matching.key_mention.tolist(), matching.response_mention.tolist(), strict=True)
    key, response = plain(matching.key), plain(matching.response)
    ours = Counter((key[one], response[other]) for one, other in rows)
    theirs = Counter(
        tuple((m.start._sentord, m.start._wordord, m.end._sentord, m.end._wordord, len(m)) for m in pair)
        for pairs in reader.doc_mention_aligns.values()
        for pair in pairs
    )
    return "" if ours == theirs else f"ours {ours - theirs}, theirs {theirs - ours}"


def plain(side: Corpus) -> list[Triple]:
    """Each mention as sentence and number of its first node and of its last, and its size."""
    nodes = side.nodes
    assert nodes is not None
    roots = np.cumsum(nodes.length + 1) - (nodes.length + 1)
    origin = nodes.origin[side.part]

    def node(place: int) -> tuple[float, float]:
        slot, decimal = divmod(place, SLOT)
        sentence = int(np.searchsorted(roots, slot, side="right")) - 1
        return sentence + 1, float(f"{slot - roots[sentence]}.{decimal}")

    begins, ends = (origin + nodes.begin).tolist(), (origin + nodes.end).tolist()
    return [
        (*node(begin), *node(end), size)
        for begin, end, size in zip(begins, ends, nodes.size.tolist(), strict=True)
    ]


@dataclass(frozen=True, eq=False)
class Named:
    """A mention of the scorer that equals its partner and nothing else."""

    mention: Any
    name: object

    def __getattr__(self, name: str) -> Any:
        return getattr(self.mention, name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Named) and self.name is other.name

    def __hash__(self) -> int:
        return id(self.name)

    def __lt__(self, other: Named) -> bool:
        return bool(self.mention < other.mention)

    def __len__(self) -> int:
        return len(self.mention)

    def intersection(self, other: Named) -> Any:
        return self.mention.intersection(other.mention)


def tell_apart(reader: Any) -> int:
    """Give each mention a name that only its partner shares, in documents where places confuse the scorer."""
    confused = 0
    for document, (keys, responses, *_) in reader.doc_coref_infos.items():
        pairs = reader.doc_mention_aligns[document]
        ours, theirs = ({mention for cluster in side for mention in cluster} for side in (keys, responses))
        if not any(one != other and (one in theirs or other in ours) for one, other in pairs):
            continue
        confused += 1
        names = {one: object() for one, _ in pairs}
        other_names = {other: names[one] for one, other in pairs}
        new_keys, new_responses = (
            [[Named(mention, known.get(mention, object())) for mention in cluster] for cluster in clusters]
            for known, clusters in ((names, keys), (other_names, responses))
        )
        reader.doc_coref_infos[document] = (
            new_keys,
            new_responses,
            {m: number for number, cluster in enumerate(new_responses) for m in cluster},
            {m: number for number, cluster in enumerate(new_keys) for m in cluster},
            {},
        )
    return confused


if __name__ == "__main__":
    sys.exit(main())
