"""Write docs/metrics.md: which metric to choose, with every number from ``leaderboard.probe``.

Usage: python -m tools.metrics_page > docs/metrics.md
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

import leaderboard
from leaderboard.experiments.agreement import Agreement, Dispute
from leaderboard.experiments.controlled import PAPER_SIZES
from leaderboard.experiments.experiment_points import Point, Probed
from leaderboard.experiments.identification import VERSIONS
from leaderboard.metrics import METRICS
from leaderboard.report.features.probe import reached
from leaderboard.report.forms.markdown import render_markdown
from leaderboard.report.table import Column, Table, Value
from leaderboard.tasks.task import Score
from leaderboard.verbs.probe import ProbeResult

TASK = Path(__file__).parents[1] / "submissions"
# `copy` is `balanced` once more.
SYSTEMS = ("balanced", "careless", "close", "eager", "merger", "precise", "pronoun-blind", "splitter")
# About mentions alone, or only about those of both sides.
UNRANKED = ("mentions", "blanc_gold", "rand")
# A system of low recall: one of those, with every so-manieth entity of each document only.
THINNED, STEP = "merger", 6
CHANGES = tuple(name for name, version in VERSIONS.items() if version.better is not None)


@dataclass(frozen=True)
class Probes:
    """The three kinds of probe on the example task, and the experiments on the paper's key."""

    @cached_property
    def paper(self) -> ProbeResult:
        return leaderboard.probe()

    @cached_property
    def made(self) -> ProbeResult:
        return leaderboard.probe(key=TASK / "key.conll")

    @cached_property
    def real(self) -> ProbeResult:
        return leaderboard.probe(response=[TASK / f"{name}.conll" for name in SYSTEMS])

    @cached_property
    def thin(self) -> Probed:
        """The system of low recall."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / f"{THINNED}.conll"
            path.write_text(thinned((TASK / path.name).read_text(encoding="utf-8")), encoding="utf-8")
            return leaderboard.probe(response=path, key=TASK / "key.conll").responses[0]

    @cached_property
    def agreement(self) -> Agreement:
        """On the systems that differ: a copy would count every pair twice."""
        with TemporaryDirectory() as folder:
            for name in ("key", *SYSTEMS):
                shutil.copy(TASK / f"{name}.conll", folder)
            found = leaderboard.probe(submissions=folder).agreement
        assert found is not None
        return found

    @property
    def among_usable(self) -> list[Dispute]:
        """The disputes that have a metric to rank by on either side."""
        return [
            one
            for one in self.agreement.disputes
            if {*one.systems.for_first} - {*UNRANKED} and {*one.systems.for_second} - {*UNRANKED}
        ]

    @cached_property
    def labels(self) -> dict[str, str]:
        return {metric.name: metric.label for metric in self.made.metrics}

    def point(self, experiment: str, point: str) -> Point:
        """A point on the key of the example."""
        [found] = [one for one in self.made.points if (one.experiment, one.point) == (experiment, point)]
        return found

    def f1(self, experiment: str, point: str, of: ProbeResult | None = None) -> dict[str, float]:
        """The F1 of every metric at a point."""
        [found] = [
            one for one in (of or self.made).points if (one.experiment, one.point) == (experiment, point)
        ]
        return {name: score.f1 for name, score in found.scores.items()}

    def version(self, name: str, system: str = SYSTEMS[0]) -> dict[str, Score]:
        [probed] = [one for one in self.real.responses if one.system == system]
        return next(one.scores for one in probed.variants if one.version == name)

    def verdicts(self, metric: str) -> list[str]:
        return [
            found.verdict for one in self.real.responses for found in one.reactions if found.metric == metric
        ]

    def moved(self, metric: str) -> int:
        """The responses on which recall moved."""
        return sum(
            bool(found.recall_moved)
            for one in self.real.responses
            for found in one.reactions
            if found.metric == metric
        )

    def conll_recall(self, version: str, system: str) -> float:
        """The mean recall of the parts of CoNLL, which has none of its own."""
        scores = self.version(version, system)
        return sum(scores[part].recall or 0.0 for part in ("muc", "bcub", "ceafe")) / 3

    def conll_recall_moves(self) -> int:
        return sum(
            any(
                abs(self.conll_recall(version, one) - self.conll_recall("base", one)) > 1e-9
                for version in CHANGES
            )
            for one in SYSTEMS
        )

    def thin_f1(self, metric: str, version: str) -> float:
        return next(one.scores[metric].f1 for one in self.thin.variants if one.version == version)

    def linked(self, version: str) -> int:
        """The missed mentions of all responses that a version links."""
        return sum(
            one.counts.mentions - probed.variants[0].counts.mentions
            for probed in self.real.responses
            for one in probed.variants
            if one.version == version
        )

    def gains(self, metric: str, version: str) -> list[float]:
        """What F1 gains by a version, response by response."""
        return [
            self.version(version, name)[metric].f1 - self.version("base", name)[metric].f1 for name in SYSTEMS
        ]

    def labels_of(self, holds: Callable[[str], bool]) -> str:
        return listed(label for name, label in self.labels.items() if holds(name))


def thinned(text: str) -> str:
    """CoNLL text with every so-manieth entity of each part only, in order of appearance."""
    lines: list[str] = []
    kept: dict[str, bool] = {}
    for line in text.splitlines():
        row, separator, last = line.rpartition(" ")
        if line.startswith("#begin"):
            kept = {}
        elif separator and last not in ("-", "document"):
            brackets = [
                one for one in last.split("|") if kept.setdefault(one.strip("()"), len(kept) % STEP == 0)
            ]
            line = f"{row} {'|'.join(brackets) or '-'}"
        lines.append(line)
    return "\n".join([*lines, ""])


def listed(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def percent(value: float) -> str:
    return f"{100 * value:.2f}"


def mentions_table(probes: Probes) -> Table:
    count = len(SYSTEMS)

    def spread(metric: str, version: str) -> str:
        gains = probes.gains(metric, version)
        return f"{100 * min(gains):+.2f} to {100 * max(gains):+.2f}"

    rows: list[tuple[Value, ...]] = [
        (
            label,
            probes.f1("wrong_links", "00")[name],
            probes.moved(name) if probes.version("base")[name].recall is not None else None,
            probes.verdicts(name).count("misleads"),
            *(spread(name, version) for version in CHANGES),
        )
        for name, label in probes.labels.items()
    ]
    return Table(
        "F1 of all mentions of the key without any right link. Then, for better and worse versions of "
        f"{count} responses: on how many recall moves, on how many F1 misleads, and the change of F1. (No "
        "version changes a right link.)",
        (
            Column("metric", "Metric"),
            Column("none", "No right link", "percent"),
            Column("moved", "Recall moves", "count"),
            Column("misled", "Misleads", "count"),
            Column("more_precise", "More precise", "ranked"),
            Column("less_precise_a", "Less precise a", "ranked"),
            Column("less_precise_b", "Less precise b", "ranked"),
        ),
        tuple(rows),
    )


def errors_table(probes: Probes) -> Table:
    points = (
        ("correct_links", "20", "20 % of the links"),
        ("largest_first", "52", "52 largest entities"),
        ("smallest_first", "52", "52 smallest"),
        ("split", "18-2", "Split 18-2"),
        ("split", "10-10", "Split 10-10"),
        ("merge", "2-2", "Merged 2-2"),
        ("merge", "20-10", "Merged 20-10"),
        ("extra_mentions", "2-0", "2 invented"),
        ("missing_mentions", "2-2", "2 missing"),
    )
    columns = [probes.f1(experiment, point) for experiment, point, _ in points]
    return Table(
        "F1 of responses that are the key with one kind of error",
        (
            Column("metric", "Metric"),
            *(
                Column(
                    f"{experiment} {point}",
                    label + sizes_in_brackets(probes.point(experiment, point)),
                    "percent",
                )
                for experiment, point, label in points
            ),
        ),
        tuple((label, *(column[name] for column in columns)) for name, label in probes.labels.items()),
    )


def sizes_in_brackets(point: Point) -> str:
    """What a point comes to on this key."""
    return f" ({reached([point])})" if point.reached else ""


def boundary_table(probes: Probes) -> Table:
    names = ("base", "singletons", "one_entity")
    return Table(
        f"F1 of the mentions of {SYSTEMS[0]}",
        (Column("metric", "Metric"), *(Column(name, VERSIONS[name].title, "percent") for name in names)),
        tuple(
            (label, *(probes.version(name)[metric].f1 for name in names))
            for metric, label in probes.labels.items()
        ),
    )


def agreement_table(probes: Probes) -> Table:
    """Of each metric the pairs of systems that it orders other than LEA does, and its disputes."""
    found = probes.agreement
    against = {
        ({one.first, one.second} - {"lea"}).pop(): one
        for one in found.metrics
        if "lea" in (one.first, one.second)
    }
    rows: list[tuple[Value, ...]] = [
        (
            label,
            against[name].opposite if name in against else None,
            against[name].contradicted if name in against else None,
            sum(name in (*one.systems.for_first, *one.systems.for_second) for one in found.disputes),
        )
        for name, label in probes.labels.items()
    ]
    return Table(
        f"The number of {found.pairs} pairs of systems that a metric orders differently from LEA, and the "
        "number of pairs with both differences significant. Metrics contradict each other significantly on "
        f"{len(found.disputes)} pairs; the last column counts the pairs to which the metric contributes",
        (
            Column("metric", "Metric"),
            Column("opposite", "Unlike LEA", "count"),
            Column("contradicted", "Significantly", "count"),
            Column("disputes", "In dispute", "count"),
        ),
        tuple(rows),
    )


def page() -> str:
    probes = Probes()
    return "\n".join(
        section(probes)
        for section in (beginning, finding, costs, boundaries, contradictions, correlations, making)
    )


def beginning(probes: Probes) -> str:
    found = probes.agreement
    none = probes.f1("wrong_links", "00")
    holding = probes.labels_of(lambda name: set(probes.verdicts(name)) == {"holds"} and none[name] == 0)
    of_f1 = probes.labels_of(lambda name: set(probes.verdicts(name)) == {"F1 holds"})
    base, merged = probes.version("base"), probes.version("one_entity")
    return f"""\
# Which metric to choose

All scores on this page come from `leaderboard probe`, on the example task in `submissions/` or on the
key of Moosavi & Strube (2016), "the paper's key". `python -m tools.metrics_page` writes the page, and a
test compares it. [What each metric computes](metric-reference.md) says what each metric counts. On your own data:

<!-- given: the example -->
```sh
leaderboard probe --key submissions/key.conll    # the key with controlled errors, by all metrics
leaderboard probe --response balanced            # better and worse versions of a real response
leaderboard probe --submissions submissions      # which metrics rank systems differently, and why
```

## In short

- **The primary metric** should not rise when mentions are merely found. {holding} pass this test on all
  {len(SYSTEMS)} responses of the example, and score 0 if all mentions but no right link are found. But MUC is lenient.
  With all mentions of a part in one entity, {SYSTEMS[0]} still gets {percent(merged["muc"].f1)} of {percent(base["muc"].f1)}. MUC also ignores the sizes of
  the pieces of a split entity. LEA gives {percent(merged["lea"].f1)} of {percent(base["lea"].f1)} and uses the sizes. We recommend LEA.
- **As a second metric**, CoNLL keeps results comparable with published ones. {of_f1} have no recall of their own.
  Their F1 passes on these responses, but all mentions without any right link get {percent(none["conll"])} and {percent(none["rand"])}. The
  mean recall of the parts of CoNLL moves on {probes.conll_recall_moves()} of {len(SYSTEMS)} responses.
- **At low recall**, F1 of CoNLL and Rand also fails. We kept every sixth entity of {THINNED} and linked the
  missed mentions wrongly in pairs: CoNLL rises from {percent(probes.thin_f1("conll", "base"))} to {percent(probes.thin_f1("conll", "less_precise_a"))}, and Rand from {percent(probes.thin_f1("rand", "base"))} to
  {percent(probes.thin_f1("rand", "less_precise_a"))}. LEA falls from {percent(probes.thin_f1("lea", "base"))} to {percent(probes.thin_f1("lea", "less_precise_a"))}.
- **Do not rank by** Mentions, BLANC-gold or Rand where systems find their own mentions. Mentions ignores links.
  BLANC-gold and Rand use only mentions of both sides, so a fifth of the links and nothing else
  scores {percent(probes.f1("correct_links", "20")["rand"])}.
- **Significant contradictions between metrics** mean that one order alone is not enough. {disputed(probes)}
  On {len(found.disputes) - len(probes.among_usable)} more of these pairs, only Mentions, BLANC-gold or Rand disagree with the other metrics.
"""


def finding(probes: Probes) -> str:
    none = probes.f1("wrong_links", "00")
    nothing, little = (probes.f1("wrong_links", point, probes.paper) for point in ("00", "20"))
    blind = probes.labels_of(lambda name: none[name] == 0)
    misled = probes.labels_of(lambda name: probes.verdicts(name).count("misleads") == len(SYSTEMS))
    return f"""\
## Finding mentions is not resolving them

Moosavi & Strube (2016) change real responses in three ways. They remove the mentions without a right link
(*more precise*). Or they add the missed mentions with wrong links, in pairs (*less precise a*) or in large
entities (*less precise b*). No right link changes, so recall should stay the same. F1 should rise
by the first change and fall by the second and the third. {added(probes)}

{render_markdown(mentions_table(probes))}
{misled} mislead on all {len(SYSTEMS)} responses. {blind} score 0 if no link is right. On the paper's key
BLANC gives {percent(nothing["blanc"])} to such a response. CEAFₑ gives it {percent(nothing["ceafe"])}, more than the {percent(little["ceafe"])} for a fifth of the links.
"""


def costs(probes: Probes) -> str:
    splits = [probes.f1("split", point, probes.paper) for point in ("18-2", "10-10")]
    return f"""\
## What each error costs

In every part of the key, the entities closest in size to the given sizes are split or merged, or lose or gain
mentions. Brackets give the resulting mean sizes, or the percentage.

{render_markdown(errors_table(probes))}
The paper's key has an entity of 20 mentions. Splitting it 18-2 or 10-10 costs the same by MUC ({percent(splits[0]["muc"])} and
{percent(splits[1]["muc"])}), but not by LEA ({percent(splits[0]["lea"])} and {percent(splits[1]["lea"])}) or B³ ({percent(splits[0]["bcub"])} and {percent(splits[1]["bcub"])}). CEAFₑ counts entities,
whatever their size: the largest and the smallest fifth score the same. XC-MR ignores an entity
of invented mentions only.
"""


def boundaries(probes: Probes) -> str:
    alone, merged = probes.version("singletons"), probes.version("one_entity")
    return f"""\
## At the boundaries

{render_markdown(boundary_table(probes))}
Without any link, B³ still gives {percent(alone["bcub"].f1)} and BLANC {percent(alone["blanc"].f1)}. With all mentions of a part linked,
MUC gives {percent(merged["muc"].f1)} of {percent(probes.version("base")["muc"].f1)}, so it hardly punishes linking everything.
"""


def contradictions(probes: Probes) -> str:
    dispute = max(probes.agreement.disputes, key=lambda one: one.causes[0].gap)
    cause = dispute.causes[0]
    first, second = (probes.labels[one.metric] for one in (dispute.first, dispute.second))
    return f"""\
## Where metrics contradict each other

{render_markdown(agreement_table(probes))}
The document with the largest disagreement between two metrics is {cause.unit.document}. Between {dispute.systems.first} and
{dispute.systems.second}, it moves the difference by {100 * cause.first_effect:+.2f} points in {first} and {100 * cause.second_effect:+.2f} in {second}.
"""


def added(probes: Probes) -> str:
    """Return the sentence on the missed mentions that both versions link."""
    linked = {probes.linked("less_precise_a"), probes.linked("less_precise_b")}
    missed = sum(one.missed for one in probes.real.responses)
    return f"{listed(map('{:,}'.format, sorted(linked)))} of {missed:,} missed\nmentions can be added in these ways."


def disputed(probes: Probes) -> str:
    """The pairs on which metrics to rank by contradict each other."""
    pairs = "; ".join(
        f"{one.systems.first} and {one.systems.second}: {usable(probes, one.systems.for_first)} against "
        f"{usable(probes, one.systems.for_second)}"
        for one in probes.among_usable
    )
    among = f"on {len(probes.among_usable) or 'none'} of {probes.agreement.pairs} pairs of systems here"
    return f"Apart from Mentions,\n  BLANC-gold and Rand, metrics contradict each other {among}{pairs and f' ({pairs})'}."


def usable(probes: Probes, names: Sequence[str]) -> str:
    return listed(probes.labels[name] for name in names if name not in UNRANKED)


def correlations(probes: Probes) -> str:
    return f"""\
## Correlations, also of published scores

`leaderboard correlate` correlates every two metrics over systems, on F1, recall and precision. It takes a folder of
submissions, or tables of scores in CSV. `--output FOLDER` writes the table (`correlations.md`), all numbers
(`correlations.csv`, `correlations.json`), a map of Pearson's r, and scatter plots (`figures/scatter.svg`) after figure 1 of Luo et al. (2014).

<!-- file: published.csv -->
```text
system,team size,muc,bcub_f1,lea_recall,lea_precision
alpha,3,70.1,60.2,55.0,61.3
beta,5,65.4,59.1,52.2,60.0
gamma,2,66.0,55.8,50.1,57.4
delta,4,60.3,48.9,41.7,
```

```sh
leaderboard correlate published.csv --output agreement
```

A table needs the column `system`, in any case, and at least one column of scores. Other columns are skipped, with a note.

| column | content |
|:--|:--|
| `system` | a name; each stands once |
| `METRIC` or `METRIC_f1` | F1 |
| `METRIC_recall`, `METRIC_precision` | recall, precision |

METRIC is one of {listed([f"`{name}`" for name in METRICS])}. Scores are from 0 to 1; if any is above 1, the
table is in per cent. An empty cell is an unknown score, and a pair of metrics is correlated over the systems that have both scores. With several tables, each row is a point.
The file `leaderboard.csv` of `leaderboard rank` is such a table. With `--baselines` it also has rows of three baselines, which are skipped: they have `true` in the column `baseline`.
"""


def making(probes: Probes) -> str:
    low = probes.f1("correct_links", "20", probes.paper)
    return f"""\
## How the responses are made

The paper's key has entities of {listed(sizes_in_words())} mentions. There, whole entities, splits and extra
mentions have the points of figures 4 to 7 of the paper, with the same scores. For figures 2, 3 and 8 the
authors used files of their own. Here, entities are resolved completely, the largest first, and the last one
by the smallest sufficient number of mentions. The other mentions are distributed in turn over the fewest entities that
keep the mentions of each key entity apart. At 20 and 40 % in figure 2, the authors' files look the same.

**Errata of the paper.** Section 7.1 says that in figure 2 BLANC is at most B³ and LEA; at 20 % it is {percent(low["blanc"])}
against {percent(low["bcub"])} and {percent(low["lea"])}. Section 3.4 swaps the denominators of BLANC's R_c and P_c. Table 3 prints
32.29 for the BLANC of cr2 instead of 35.29 (6/17), and truncates instead of rounding. Table 5 ranks songyang,
zhokova and li 12, 13 and 11 by MUC; by their values they are 11, 12 and 13.

**Errata of others.** In Luo et al. (2014), equation (1), the denominator is |T_k|. In Trouilleux et al.
(2000), a key entity without a counterpart would make the printed numerator −1; here it is 0.
"""


def sizes_in_words() -> list[str]:
    twos = PAPER_SIZES.count(2)
    return [*map(str, PAPER_SIZES[:-twos]), f"{twos} times 2"]


if __name__ == "__main__":
    sys.stdout.write(page())
