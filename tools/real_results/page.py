"""The page docs/real-results.md, written from docs/real-results/ alone."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import leaderboard
from leaderboard.tasks.task import Score
from leaderboard.verbs.rank import RankResult
from tests.support.pages import surroundings
from tests.support.running import run_in
from tools.real_results.archive import CORPORA, QUANTITIES, WAYS
from tools.real_results.claims import UNTESTABLE, Claim, claims
from tools.real_results.folder import (
    OUTPUTS,
    PAIRS,
    PUBLISHED,
    RANKS,
    documents,
    percent,
    read_table,
    tested,
)

COMMAND = "leaderboard rank docs/real-results/gvc-within"
HOLDS = {"significant": "holds", "tied": "tied", "identical": "tied", "untestable": "untestable"}
TEST = ("difference", "interval", "p", "verdict")
LEADS = ("corpus", "lead", "what it says", *TEST)
WITHIN = (*LEADS, "p over topics", "verdict over topics")
SINGLE = (
    "corpus",
    "lead",
    "difference",
    "interval over topics",
    "p",
    "blocks",
    "interval by components",
    "p",
)
PAGE = """\
# Real results, ranked again

Bugert, Reimers and Gurevych (2021) published the outputs of their experiments on coreference of events across documents. This page ranks the outputs on two corpora
again: the Gun Violence Corpus (GVC, 74 documents) and ECB+ (206 documents). It says which of the published leads the tests support: over topics, {held}.

<!-- given: the real results -->

```console
$ {command}
{printed}```

All numbers are made from the saved sums in `docs/real-results/`, which have counts and names of documents, but no texts. `published.csv` has the figures that the archive prints.
`python -m tools.real_results ARCHIVE` makes the folder and this page again from the archive, and with `--check` compares them.

## The systems

| name | system |
|---|---|
| `from_gvc`, `from_ecbp`, `from_fcc` | the feature-based system, trained on one corpus (FCC: the Football Coreference Corpus), five seeds each |
| `from_fcc_gvc` and other names with several corpora | the same system, trained on several corpora; `_guns` and `_sports`: with the part of ECB+ about this subject |
| `with_gold`, `with_kmeans` | trained on the test corpus; documents are first put into groups, from the key or by k-means; five seeds each |
| `lemma`, `lemma-delta`, `lemma-time` | baselines: mentions with the same lemma; only in similar documents; only at close times |
| `lemma-wd` | a baseline that links only within documents; there, all baselines are the same output, `lemma` |
| `ba2019_with_gold`, `ba2019_with_kmeans` | the neural system of Barhom and others (2019), with the same groups of documents, one output each |

The five seeds are [runs](significance.md#several-runs) of one system. The neural outputs came with a key of their own. It has the same documents, entities and numbers of mentions, so the tool writes these outputs on the mentions of the other key. The archive scores them for the whole corpus alone, so they have no scores by document here.
The archive also has outputs on the Football Coreference Corpus, which are not ranked here.
Topics are groups of documents that share an entity of the key: {topics}.

## Are the scores the published ones?

{equal}

## Rankings

Scores of the whole corpus are the ones that the paper reports. The corpus is one unit there, so documents cannot be tested. `--across corpus --cluster topic` [tests over topics](cross-document.md#tests-over-topics) instead, with t tests.
Beside them are the scores document by document, tested over documents and over topics. All scores are CoNLL F1 in per cent, with 95 % intervals; *rank* has the ranks still possible.

{rankings}

## Published leads

Each row is a lead of the first system over the second in the published scores. A lead *holds* if the first is significantly better after the correction for all pairs of the ranking (α = 0.05). It is *tied* if the test finds no significant difference, which does not mean that there is none.
Intervals are joint 95 % intervals for all pairs, and p is adjusted step by step. So [an interval may contain 0](significance.md#intervals) although the lead holds. (abstract): the claim is in the abstract of the paper. All others are leads in the files with scores.

### The whole corpus, over topics

{corpus}

### Document by document

{within}

### Claims that these outputs cannot test

{untestable}

## Single outputs: over topics and by components

`compare --unit component` asks another question. Are two outputs different on these documents, if errors are random entity by entity? [Blocks of components](significance.md#a-few-long-documents) need single outputs, so the first seed of each system is compared.
p and the 95 % intervals are for one pair, without correction. So some pairs that are tied above are significant here.

{outputs}

Systems that link most events of the corpus leave few blocks, so such pairs are untestable or have very wide intervals. Some documents of ECB+ have equal counts throughout, so the two keys can be paired in several ways. The blocks of the neural outputs depend on this pairing.

## Source and licence

The outputs are in the folder `archive/predictions` of [UKPLab/cdcr-beyond-corpus-tailored](https://github.com/UKPLab/cdcr-beyond-corpus-tailored) (Apache License 2.0). The sums, figures and tables in `docs/real-results/` are derived from them. Please cite the paper if you use them:

> Michael Bugert, Nils Reimers and Iryna Gurevych (2021). Generalizing Cross-Document Event Coreference Resolution Across Multiple Corpora. *Computational Linguistics* 47(3), 575–614. <https://doi.org/10.1162/coli_a_00407>
"""


def page(folder: Path) -> str:
    """The text of the page."""
    over_topics = [row for corpus in CORPORA for row in corpus_leads(folder, corpus)]
    by_document = [row for corpus in CORPORA for row in within_leads(folder, corpus)]
    return PAGE.format(
        held=f"{held(over_topics)} for the whole corpus, and {held(by_document)} document by document",
        command=COMMAND,
        printed=printed(folder),
        topics=" and ".join(f"{topics(folder, corpus)} in {label}" for corpus, label in CORPORA.items()),
        equal=equal(folder),
        rankings="\n\n".join(
            f"**{label}**\n\n{ranking(folder, corpus)}" for corpus, label in CORPORA.items()
        ),
        corpus=table(LEADS, over_topics, 3),
        within=table(WITHIN, by_document, 3),
        untestable=table(
            ("claim of the abstract", "verdict", "why"),
            [(claim, "untestable", why) for claim, why in UNTESTABLE.items()],
            3,
        ),
        outputs=table(SINGLE, single_outputs(folder)),
    )


def held(rows: Sequence[Sequence[str]]) -> str:
    """Count the leads that hold by the last column."""
    return f"{sum(row[-1] == 'holds' for row in rows)} of {len(rows)} leads hold"


def printed(folder: Path) -> str:
    """What the command prints that the page begins with."""
    with tempfile.TemporaryDirectory() as place:
        reader = Path(place, "reader")
        shutil.copytree(folder, reader / "docs" / "real-results")
        code, text = run_in(reader, surroundings(reader), *COMMAND.split()[1:])
    if code:
        raise SystemExit(text)
    return text


def topics(folder: Path, corpus: str) -> int:
    return len({row["topic"] for row in read_table(folder / documents(corpus))})


@cache
def ranked(folder: Path, corpus: str, way: str, over_topics: bool = False) -> RankResult:
    """The ranking of saved sums."""
    options: dict[str, Any] = (
        {"cluster": "topic", "documents": folder / documents(corpus)} if over_topics else {}
    )
    return leaderboard.rank(folder / f"{corpus}-{way}", **options)


def scores(folder: Path, corpus: str, way: str) -> dict[str, Mapping[str, Score]]:
    """The scores of each output."""
    found = ranked(folder, corpus, way)
    of_runs = {run.run: run.scores for runs in found.runs.values() for run in runs}
    return {**found.scores, **of_runs}


class Printed(NamedTuple):
    """How far a number of ours is from a printed one."""

    kind: str
    decimals: int
    apart: float

    @property
    def equal(self) -> bool:
        """True if ours is printed alike; machines may compute the last of many digits otherwise."""
        return self.apart <= max(0.5 * 10**-self.decimals, 1e-14) * (1 + 1e-9)


def compared(folder: Path) -> Iterator[Printed]:
    """Each number that is printed beside ours."""
    found = {(corpus, way): scores(folder, corpus, way) for corpus in CORPORA for way in WAYS}
    for row in read_table(folder / PUBLISHED):
        outputs = found[row["corpus"], row["way"]]
        output = row["output"] if row["way"] == "corpus" else re.sub("^lemma-.*", "lemma", row["output"])
        score = outputs[output][row["metric"]]
        for quantity in QUANTITIES:
            if row[quantity]:
                ours = int(row["of"]) * getattr(score, quantity)
                decimals = len(row[quantity].partition(".")[2])
                yield Printed(_kind(row), decimals, abs(float(row[quantity]) - ours))


def _kind(row: Mapping[str, str]) -> str:
    if row["of"] == "100":
        return "in per cent, with two decimals (neural system)"
    return (
        "with six digits (baselines)"
        if row["output"].startswith("lemma")
        else "with all digits, equal to 1e-14"
    )


def equal(folder: Path) -> str:
    """Say how many figures are equal, and how far the others are from ours."""
    found = list(compared(folder))
    kinds = defaultdict(list)
    for one in found:
        kinds[one.kind].append(one)
    rows = [
        (kind, len(printed), sum(one.equal for one in printed), f"{max(one.apart for one in printed):.1e}")
        for kind, printed in kinds.items()
    ]
    same = sum(one.equal for one in found)
    head = ("printed", "figures", "equal", "largest difference")
    return (
        f"Of {len(found):,} published figures, {same:,} are equal to ours, in all digits that are printed: MUC, B³, "
        "CEAFₑ and LEA (recall, precision, F1) and CoNLL of each output, by document and for the whole corpus.\n\n"
        + table(head, rows, 1)
    )


def ranking(folder: Path, corpus: str) -> str:
    """The ranking of the corpus over topics, beside the rankings document by document."""
    within = {name: ranked(folder, corpus, "within", name == "topics") for name in ("documents", "topics")}
    standings = {name: {one.system: one for one in found.systems} for name, found in within.items()}
    rows = []
    for row in read_table(folder / RANKS):
        if row["corpus"] == corpus:
            by_document, over_topics = (standings[name].get(row["system"]) for name in within)
            cells = [f"`{row['system']}`", spread(row["score"], row["sd"]), bounds(row["low"], row["high"])]
            cells.append(ranks(row["rank_low"], row["rank_high"]))
            if by_document and over_topics:
                sd = within["documents"].primary_spread.get(by_document.system)
                cells.append(spread(percent(by_document.score), percent(sd.sd) if sd and sd.sd else ""))
                cells.append(bounds(*map(percent, by_document.interval or ())))
                cells += [ranks(one.low, one.high) for one in (by_document, over_topics)]
            rows.append([*cells, *["–"] * (8 - len(cells))])
    head = ("system", "corpus", "interval", "rank over topics", "by document", "interval")
    return table((*head, "rank over documents", "rank over topics"), rows, 1)


class Lead(NamedTuple):
    """A difference between two systems in points, with what a test says."""

    first: str
    second: str
    difference: str
    low: str
    high: str
    p: str
    verdict: str

    def turned(self) -> Lead:
        """The same difference from the other side."""
        low, high = (minus(self.high), minus(self.low)) if self.low else ("", "")
        return Lead(self.second, self.first, minus(self.difference), low, high, self.p, self.verdict)

    @property
    def cells(self) -> list[str]:
        number = f"{float(self.difference):+.2f}"
        return [number, bounds(self.low, self.high), probability(self.p), HOLDS[self.verdict]]

    @property
    def pair(self) -> str:
        return f"`{self.first}` over `{self.second}`"


def minus(number: str) -> str:
    return f"{-float(number):.4f}"


Leads = Mapping[tuple[str, str], Lead]


def leads(pairs: Iterable[Lead]) -> Leads:
    """All differences from both sides."""
    return {(one.first, one.second): one for pair in pairs for one in (pair, pair.turned())}


def forward(found: Leads, claim: Claim) -> Lead:
    """The difference of a claim, from the side of the higher score."""
    lead = found[claim.first, claim.second]
    return lead if float(lead.difference) >= 0 else lead.turned()


def from_table(row: Mapping[str, str]) -> Lead:
    return Lead(*(row[name] for name in Lead._fields))


def corpus_leads(folder: Path, corpus: str) -> Iterator[list[str]]:
    found = leads(from_table(row) for row in read_table(folder / PAIRS) if row["corpus"] == corpus)
    for claim in claims(corpus, "corpus"):
        lead = forward(found, claim)
        yield [CORPORA[corpus], lead.pair, claim.about, *lead.cells]


def within_leads(folder: Path, corpus: str) -> Iterator[list[str]]:
    over_documents, over_topics = (
        leads(
            Lead(one.first, one.second, *tested(one, one.interval_joint, one.p_adjusted))
            for one in ranked(folder, corpus, "within", by_topic).comparisons
            if one.metric == "conll"
        )
        for by_topic in (False, True)
    )
    for claim in claims(corpus, "within"):
        lead, other = forward(over_documents, claim), forward(over_topics, claim)
        about = claim.about if lead.first == claim.first else claim.otherwise
        yield [CORPORA[corpus], lead.pair, about, *lead.cells, *other.cells[2:]]


def single_outputs(folder: Path) -> Iterator[list[str]]:
    rows = iter(read_table(folder / OUTPUTS))
    for topic, component in zip(rows, rows, strict=True):
        over_topics, blocks = from_table(topic), from_table(component)
        yield [
            *(CORPORA[topic["corpus"]], over_topics.pair, *over_topics.cells[:3]),
            *(component["units"], *blocks.cells[1:3]),
        ]


def spread(score: str, sd: str) -> str:
    return f"{float(score):.2f} ± {float(sd):.2f}" if sd else f"{float(score):.2f}"


def bounds(low: str = "", high: str = "") -> str:
    return f"[{float(low):.2f}, {float(high):.2f}]" if low else "–"


def ranks(low: object, high: object) -> str:
    return f"{low}" if low == high else f"{low}–{high}"


def probability(p: str) -> str:
    return f"{float(p):.4f}" if float(p) >= 0.0001 else "< 0.0001"


def table(head: Sequence[str], rows: Iterable[Sequence[object]], left: int = 2) -> str:
    """A table in Markdown; numbers, which begin after so many columns, are to the right."""
    line = ["---" if place < left or "verdict" in name else "--:" for place, name in enumerate(head)]
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in (head, line, *rows))
