"""What is typed in the folders of small tasks, and what it writes; what functions are called with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import leaderboard

FORMS = ("table", "markdown", "csv", "latex", "json")
ROUNDED = ("table", "markdown", "latex")
FEW = "--metric muc,conll,lea"
DRAWN = f"{FEW} --draws 100"
TESTED = f"{DRAWN} --trials 100"
RANKED = f"{TESTED} --output ../report"
SLICED = "--by genre --slice-min 10 --slice-documents 2"
ALL = "--metric muc,mentions,bcub,ceafm,ceafe,blanc,lea,conll,blanc_gold,rand,da,xcmr,mor"
COUNTED = (
    "counts.csv --rename id=item --metric right,rate=wrong/words,ner=tp/gold/found --lower rate --draws 100"
)
CELLS = f"{FEW} --by etype --mentions ../mentions.csv --slice-min 1 --slice-documents 1"
TWO, THREE = "balanced.conll close.conll", "balanced.conll close.conll precise.conll"

# The folder in which each command is typed, and the forms in which it shows what it found.
COMMANDS = {
    "rank": ("task", f"rank . {RANKED}", FORMS[:4]),
    "rank-all-columns": ("task", f"rank . {RANKED} --columns all --verbose", FORMS[:3]),
    "rank-baselines": ("task", f"rank . {RANKED} --baselines", FORMS[:2]),
    "rank-slices": ("task", f"rank . {RANKED} --by genre", FORMS[:2]),
    "rank-apart": ("apart", f"rank . {DRAWN} --output ../report", FORMS[:2]),
    "rank-margin": ("apart", f"rank . {DRAWN} --margin 2 {SLICED} --output ../report", FORMS[:2]),
    "rank-settings": ("small", f"rank . {RANKED} --settings exact+singletons,exact-singletons", FORMS[:2]),
    "rank-runs": ("runs", f"rank . {RANKED}", FORMS[:2]),
    "rank-datasets": ("datasets", f"rank . {RANKED}", FORMS[:2]),
    "rank-phases": ("phases", f"rank {RANKED}", FORMS[:2]),
    "rank-track": ("phases", f"rank {RANKED} --track open", FORMS[:2]),
    "rank-entries": ("entries", f"rank . {RANKED} --missing-dataset zero --verbose", FORMS[:2]),
    "rank-metrics": ("task", f"rank . {ALL} --draws 100 --trials 100 --output ../report", FORMS[:3]),
    "rank-text": ("task", f"rank . {RANKED} --leave-one-out", ("text", "json")),
    "rank-letters": (
        "apart",
        f"rank . {DRAWN} --test bootstrap --interval bca --adjust bh --ties letters --output ../report",
        FORMS[:2],
    ),
    "rank-clusters": (
        "apart",
        f"rank . {DRAWN} --cluster genre --ties clusters --output ../report",
        FORMS[:2],
    ),
    "rank-against": (
        "apart",
        f"rank . {DRAWN} --test studentized --interval percentile --against close --output ../report",
        FORMS[:2],
    ),
    "rank-contrastive": (
        "runs",
        f"rank . {TESTED} --contrastive copy --ties leader --output ../report",
        FORMS[:2],
    ),
    "rank-separate": (
        "runs",
        f"rank . {TESTED} --separate-runs --unit part --test t --output ../report",
        FORMS[:2],
    ),
    "rank-counts": ("counts", f"rank {COUNTED} --verbose --output ../report", FORMS[:4]),
    "rank-items": ("counts", f"rank {COUNTED} --unit item --trials 100 --output ../report", FORMS[:2]),
    "rank-mentions": ("mentions", f"rank . {CELLS} --draws 100 --trials 100 --output ../report", FORMS[:2]),
    "configuration": ("task", f"rank . {RANKED} --jobs 1 --explain-config", FORMS),
    "configuration-runs": ("runs", "rank . --jobs 1 --explain-config", FORMS),
    "compare": ("task", f"compare {THREE} {TESTED}", FORMS),
    "compare-apart": ("apart", f"compare balanced.conll eager.conll {DRAWN} --margin 2", FORMS),
    "compare-errors": ("task", f"compare {TWO} {TESTED} --errors", FORMS),
    "compare-slices": ("task", f"compare {TWO} {TESTED} --by genre --verbose", FORMS),
    "compare-runs": ("runs", f"compare balanced close {TESTED} --verbose", FORMS),
    "compare-counts": ("counts", f"compare {COUNTED} --systems north,west --verbose", FORMS),
    "compare-unlike": (
        "apart",
        f"compare balanced.conll eager.conll {TESTED} --interval bca --adjust holm",
        FORMS[:3],
    ),
    "score-counts": ("counts", f"score {COUNTED.partition(' --draws')[0]}", FORMS),
    "score-mentions": ("mentions", f"score fair.conll {CELLS}", FORMS),
    "score-metrics": ("task", f"score {TWO} {ALL}", FORMS),
    "score": ("task", f"score balanced.conll {FEW}", (*FORMS, "html")),
    "score-errors": ("task", f"score {TWO} {FEW} --errors", FORMS),
    "score-documents": ("small", f"score fair.conll {FEW} --per-document", FORMS),
    "score-correspondence": ("small", "score fair.conll --show-correspondence a", FORMS[:1]),
    "score-datasets": ("datasets", f"score balanced close {FEW} --datasets set2", FORMS[:3]),
    "score-crac": ("crac", "score anna bert --missing-dataset zero", FORMS),
    "errors": ("task", f"errors balanced.conll {FEW}", FORMS),
    "errors-kinds": ("small", "errors fair.conll --kind missing_entity,missing_mention", FORMS),
    "errors-documents": ("small", f"errors fair.conll {FEW} --per-document", FORMS),
    "errors-written": ("small", "errors fair.conll --write ../report", FORMS[:1]),
    "errors-two": ("task", f"errors {TWO} {TESTED}", FORMS),
    "validate": ("small", "validate .", FORMS),
    "validate-all": ("small", "validate . --verbose", FORMS),
    "validate-faults": ("faults", "validate . --verbose", FORMS),
    "validate-crac": ("crac", "validate .", FORMS),
    "validate-counts": ("counts", "validate counts.csv --rename id=item --metric right --verbose", FORMS),
    "validate-entries": ("entries", "validate . --verbose", FORMS),
    "describe": ("small", "describe key.conll fair.conll", FORMS),
    "describe-crac": ("crac", "describe key/cs.conllu anna/cs.conllu --columns all", FORMS[:4]),
    "correlate": ("task", f"correlate . {DRAWN} --output ../report", FORMS),
    "correlate-all": ("task", f"correlate . {DRAWN} --columns all --verbose", FORMS[:4]),
    "correlate-counts": ("counts", f"correlate {COUNTED} --output ../report", FORMS),
    "correlate-table": ("reports", "correlate old/leaderboard.csv --output ../report", FORMS),
    # The last digits of power depend on the version of SciPy, so CSV and JSON are left out.
    "power": ("task", f"power . {DRAWN}", ROUNDED),
    "power-counts": ("counts", f"power {COUNTED}", ROUNDED),
    "power-runs": ("runs", f"power . {DRAWN} --verbose", ROUNDED),
    "probe": ("task", f"probe split {FEW} --output ../report", FORMS),
    "probe-response": ("task", f"probe --response balanced.conll {FEW} --output ../report", FORMS),
    "probe-submissions": ("task", f"probe --submissions . {TESTED}", FORMS),
    "diff": ("reports", "diff old new", FORMS),
    "verify": ("reports", "verify old --submissions ../task", ("",)),
    "read": ("small", "read fair.conll turned.conll --output ../report", ("",)),
    "codabench": ("platform", "codabench score input ../report", ("",)),
    "codabench-broken": ("platform", "codabench score broken ../report", ("",)),
    "codabench-warned": ("platform", "codabench score copied ../report", ("",)),
    "codabench-bundle": ("datasets", "codabench init --submissions . ../report", ("",)),
}
# What some of them write, as whole texts.
FILES = {
    "rank-apart": ("leaderboard.md", "pairwise.csv"),
    "rank-margin": ("leaderboard.md", "slices.csv"),
    "rank-baselines": ("leaderboard.md",),
    "rank-slices": ("leaderboard.md", "slices.csv"),
    "rank-settings": ("leaderboard.md", "settings.csv"),
    "rank-runs": ("leaderboard.md", "runs.csv", "figures/runs.svg", "figures/differences.svg"),
    "rank-datasets": ("leaderboard.md", "leaderboard-appendix.tex"),
    "rank-phases": ("leaderboard.md", "tracks.csv", "phases.csv"),
    "correlate": ("correlations.md", "figures/correlations.svg", "figures/scatter.svg"),
    "probe": ("probe.md", "figures/split.svg"),
    "read": ("index.html", "documents/0001.html"),
    "codabench": ("scores.json", "detailed_results.html"),
    "codabench-warned": ("detailed_results.html",),
    "codabench-bundle": ("competition.yaml", "pages/overview.md", "pages/evaluation.md", "pages/terms.md"),
}

# What is typed by mistake, or where nothing can be said, and the folder.
MISTAKES = (
    ("small", "score fare.conll"),
    ("small", "score fair.conll --metric mucc"),
    ("small", "score fair.conll --key keys.conll"),
    ("small", "score fair.conll --layer deixis"),
    ("small", "score fair.conll --match head"),
    ("small", "score fair.conll --across topic"),
    ("small", "score fair.conll --by genres"),
    ("small", "score fair.conll --by genre --bands size=2,4"),
    ("small", "score fair.conll --by size --bands size=x"),
    ("small", "score fair.conll --by size --keep half"),
    ("small", "score fair.conll --datasets a"),
    ("small", "score fair.conll --show-correspondence c"),
    ("small", "score fair.conll --metric da --da-weights PN=2"),
    ("small", "score fair.conll --mentions fair.conll --by class"),
    ("small", "score fair.conll --documents none.csv --by genre"),
    ("small", "compare fair.conll"),
    ("small", "compare fair.conll fair.conll"),
    ("small", "compare fair.conll turned.conll --against short.conll"),
    ("small", "compare fair.conll turned.conll --cluster genre"),
    ("small", "compare fair.conll turned.conll --unit run"),
    ("small", "compare fair.conll turned.conll --primary lea --metric muc"),
    ("small", "errors fair.conll --kind lost"),
    ("small", "errors key.conll --unit part"),
    ("small", "power ."),
    ("small", "power fair.conll"),
    ("small", "correlate . --metric muc"),
    ("small", "probe splits"),
    ("small", "probe --response fair.conll --submissions ."),
    ("small", "read fair.conll turned.conll short.conll key.conll --output ../report"),
    ("small", "rank . --against nobody --output ../report"),
    ("small", "rank . --contrastive nobody --output ../report"),
    ("small", "rank . --reader --reader-systems nobody --output ../report"),
    ("small", "rank . --columns nothing --output ../report"),
    ("small", "rank . --track open --output ../report"),
    ("small", "rank . --phase open --output ../report"),
    ("small", "rank . --settings exactly --output ../report"),
    ("small", "rank . --missing shared --output ../report"),
    ("small", "compare fair.conll turned.conll --unit part --cluster genre"),
    ("small", "rank . --key ../task/key.conll --output ../report"),
    ("task", "rank . --trials 5 --margin 1 --adjust none --draws 100 --metric muc --output ../report"),
    ("task", "compare balanced.conll copy.conll --metric muc --draws 100"),
    ("task", "power . --metric muc --draws 100 --margin 0.01"),
    ("runs", "rank . --unit run --metric muc --draws 100 --output ../report"),
    ("runs", "rank . --min-runs 3 --metric muc --draws 100 --output ../report"),
    ("runs", "compare balanced@1.conll balanced --metric muc"),
    ("datasets", "rank . --datasets set3 --output ../report"),
    ("datasets", "score balanced --datasets set2,set1 --average pool --by class --metric muc"),
    ("phases", "rank --phase end --output ../report"),
    ("crac", "score anna"),
    ("crac", "rank . --match exact --heads tree --metric conll --draws 100 --output ../report"),
    ("counts", "rank counts.csv --output ../report"),
    ("counts", "rank counts.csv --rename id=item --output ../report"),
    ("counts", "rank counts.csv --rename id=item --metric right --key key --output ../report"),
    ("counts", "rank counts.csv --rename id=item --metric kind --percent wrong --output ../report"),
    ("counts", "rank counts.csv --rename id=item --metric right --systems east --output ../report"),
    ("counts", "rank counts.csv --rename id=items --metric right --output ../report"),
    (
        "counts",
        "compare counts.csv --rename id=item --metric right --by kind --slice-min 3 --slice-documents 3",
    ),
    ("counts", "compare counts.csv --rename id=item --metric right --by king"),
    ("counts", "errors counts.csv"),
    ("reports", "diff old older"),
    ("reports", "verify new --submissions ."),
    ("reports", "correlate old/pairwise.csv"),
    ("reports", "diff old new --format csv"),
    ("counts", "compare counts.csv --rename id=item --metric right --by kind --systems north,west --verbose"),
    ("counts", "score counts.csv --rename id=item --metric right --by kind --bands kind=1"),
    ("counts", "rank counts.csv --rename id=item --metric right --missing-dataset zero --output ../report"),
    ("task", "compare balanced.conll careless.conll"),
    ("task", "compare balanced.conll close.conll --metric muc,lea --columns all --draws 100 --margin 5"),
    ("platform", "codabench score res ../report"),
    ("reports", "diff new old --format markdown"),
    ("reports", "diff old old"),
)

# What functions return, by the name of its golden file.
RESPONSES = [f"task/{name}" for name in THREE.split()]
OPTIONS: dict[str, Any] = {"metric": ("muc", "conll", "lea"), "draws": 100}
RESULTS: dict[str, Callable[[], Any]] = {
    "python-rank": lambda: leaderboard.rank("task", trials=100, **OPTIONS),
    "python-runs": lambda: leaderboard.rank("runs", trials=100, **OPTIONS),
    "python-datasets": lambda: leaderboard.rank("datasets", trials=100, **OPTIONS),
    "python-compare": lambda: leaderboard.compare(*RESPONSES, trials=100, **OPTIONS),
    "python-score": lambda: leaderboard.score("small/fair.conll"),
    "python-validate": lambda: leaderboard.validate("small"),
    "python-correlate": lambda: leaderboard.correlate("task", **OPTIONS),
    "python-probe": lambda: leaderboard.probe("split"),
    "python-describe": lambda: leaderboard.describe("small/key.conll"),
}
