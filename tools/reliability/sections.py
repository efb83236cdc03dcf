"""The sections of the page: each from the figures of its stages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from tabulate import tabulate

from tools.fuzz_scores import MOST_CHAINS
from tools.reliability.record import Entry, Figures
from tools.reliability.survivors import argued, reasons

Known = Mapping[str, Entry]

# What each file of cases holds.
CASES = {
    "tests/conformance/test_correlations.py": "correlations of Table 5 of Moosavi & Strube (2016)",
    "tests/conformance/test_denotation.py": "the examples of Trouilleux et al. (2000)",
    "tests/conformance/test_known_answers.py": "key and response pairs from papers, as fractions",
    "tests/conformance/test_oracle.py": "the oracle itself on official cases and known answers",
    "tests/conformance/test_probe.py": "figures 2 to 8 of Moosavi & Strube (2016)",
    "tests/conformance/test_significance.py": "exact p-values, adjustments and ties by enumeration",
    "tests/conformance/test_tc.py": "the test cases of the official CoNLL scorer v8.01",
    "tests/conformance/test_tc_reading.py": "the reading of those cases",
}
# These files test the references that the program is compared with.
OF_TESTS = ("tests/conformance/test_oracle.py", "tests/conformance/test_tc_reading.py")
OWN = "worked cases of this project"


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    cells = [[str(cell) for cell in row] for row in rows]
    align = ["left", *("right" for _ in header[1:])]
    return tabulate(cells, header, "pipe", colalign=align if cells else None, disable_numparse=True) + "\n"


def cases(known: Known) -> str:
    files = known["cases"].figures["files"]
    rows = [
        (f"`{name}`", CASES.get(name, OWN), f"{counts.get('passed', 0)} of {sum(counts.values())}")
        for name, counts in files.items()
    ]
    return table(["file", "content", "passed"], rows)


SCORERS = {"oracle": "oracle", "perl": "CoNLL scorer v8.01", "corefud": "CorefUD scorer 1.2"}


def differential(known: Known) -> str:
    stages = [name for name in SCORERS if name in known]
    largest = {name: by_metric(known[name].figures) for name in stages}
    metrics = dict.fromkeys(metric for name in stages for metric in largest[name])
    rows = [
        (metric, *(f"{largest[name][metric]:.0e}" if metric in largest[name] else "–" for name in stages))
        for metric in metrics
    ]
    lines = [
        "The table gives the largest difference of any recall, precision or F1, by document and by",
        "corpus. The references are exact fractions (the oracle) and official scorers. The oracle counts",
        "links one by one. For DA it tries every correspondence, so DA is compared for at most",
        f"{MOST_CHAINS} connected chains.",
        "",
        table(["metric", *(SCORERS[name] for name in stages)], rows),
    ]
    for name in stages:
        counts = known[name].figures["counts"]
        numbers = "; ".join(f"{what}: {count:,}" for what, count in counts.items())
        lines.append(f"- {SCORERS[name]}: {numbers}.")
    lines += [
        "",
        "Some disagreements are deliberate. Random corpora do not contain them, or they are excluded",
        "and counted:",
        "",
    ]
    lines += [f"- {why}" for name in stages for why in known[name].figures["deliberate"]]
    lines += CONFUSED if "corefud" in known else ()
    return "\n".join(lines) + "\n"


CONFUSED = (
    "- CorefUD scorer: it confuses a zero that was matched elsewhere with the mention in its own place."
    " For these documents its metrics run on its own pairs, with the sides kept apart"
    " (*documents with confused zeros*)",
    "- CorefUD scorer: it uses another rule for BLANC if the key has links of one class only (*differs*)",
    "- CorefUD scorer: it divides by zero on some zeros without parents (*refused*)",
)


def by_metric(figures: Figures) -> dict[str, float]:
    """Return the differences of the product, without those of an oracle."""
    largest: dict[str, float] = figures["largest"]
    ours = {
        name.removesuffix(", product"): one for name, one in largest.items() if name.endswith(", product")
    }
    return ours or largest


ORACLES = {
    "slices": "everything else deleted from both files, mention by mention",
    "prices": "errors found and corrected one by one",
    "runs": "t tests by their definition, in fractions",
    "anaphora": "every pair of sets of antecedents, in fractions",
    "alignment": "the alignment of least cost, by its definition",
}


def oracles(known: Known) -> str:
    """Return a table of the comparisons with slow oracles, with one line per quantity."""
    rows = [
        (f"`{stage}`", quantity, f"{one['compared']:,}", f"{one['largest']:.0e}", one["differ"])
        for stage in ORACLES
        if stage in known
        for quantity, one in known[stage].figures["quantities"].items()
    ]
    lines = [
        f"- `{stage}`: {known[stage].figures['cases']:,} random cases"
        f" (seed {known[stage].figures['seed']}), compared with {reference}."
        for stage, reference in ORACLES.items()
        if stage in known
    ]
    header = ["stage", "quantity", "compared", "largest difference", "differ"]
    return "\n".join([*lines, "", table(header, rows)])


def coval(known: Known) -> str:
    """What ``tools/coval.py`` printed: it is no stage, since it needs a checkout that others may not have."""
    return (
        "The largest difference of any recall, precision or F1 on 1,000 random documents without repeated"
        " mentions: mentions and MUC 0, B³ and CEAFₑ 3e-16, LEA 1e-16, CoNLL 2e-16. CoVal is imported,"
        " because it prints two decimals only. On 348 synthetic documents (`leaderboard simulate --preset"
        " conll2012 --systems 1`), its five metrics and the mentions took it 1.5 to 1.6 s of processor time,"
        " and this program 0.6 to 0.7 s, with the start of both: 2.4 to 2.6 times as long, in three runs on"
        " two busy cores.\n\nMeasured with `python -m tools.coval CHECKOUT --documents 1000`, version 0.2.0,"
        " 2026-11-23.\n"
    )


def universal(known: Known) -> str:
    one = known["universal"].figures
    meant = "".join(f"- {reason}: {count:,}\n" for reason, count in one["meant"].items())
    return (
        f"{one['documents']:,} random documents with split antecedents, and {one['figures']:,} figures of the"
        f" scorer's own tests ({one['left out']:,} test other things): {one['differ']} scores differ."
        f" Deliberate differences:\n\n{meant}"
    )


def reader(known: Known) -> str:
    rows = [
        (f"`{name}`", f"{counts.get('passed', 0)} of {sum(counts.values())}")
        for name, counts in known["reader"].figures["files"].items()
    ]
    return "Tests of pages in Chromium, driven by Playwright.\n\n" + table(["file", "passed"], rows)


def statistics(known: Known) -> str:
    tables = known["statistics"].figures["tables"]
    parts = [
        f"### {title}\n\n{by_quantity(rows) if 'metric' in rows[0] else as_on_the_page(rows)}"
        for title, rows in tables.items()
    ]
    return "\n".join(
        ["Per cent ± one Monte-Carlo standard error; `docs/calibration.md` explains the columns.\n", *parts]
    )


def as_on_the_page(rows: Sequence[Mapping[str, str]]) -> str:
    """A table with the same rows and columns."""
    return table(list(rows[0]), (row.values() for row in rows))


def by_quantity(rows: Sequence[Mapping[str, str]]) -> str:
    """A table with a row a metric, as one with a column a metric."""
    columns = [name for name in rows[0] if name not in ("metric", "agrees")]
    fixed = [name for name in columns if all(one[name].rstrip("%").isdigit() for one in rows)]
    metrics = dict.fromkeys(row["metric"] for row in rows)

    def place(row: Mapping[str, str]) -> tuple[str, ...]:
        return tuple(row[name] for name in fixed)

    found = [
        (*where, name, *(row[name] for row in lot))
        for where, lot in ((where, list(some)) for where, some in groupby(rows, place))
        for name in columns
        if name not in fixed
    ]
    agree = [row["agrees"] for row in rows if "agrees" in row]
    verdict = (
        f"\n{agree.count('yes')} of {len(agree)} rates agree with their expected value.\n" if agree else ""
    )
    return table([*fixed, "what", *metrics], found) + verdict


# Silent faults before they were mended: 10,000 files of each format, seed 12345, commit 149197ad. For other
# formats there were none.
BEFORE = {
    "CoNLL": 40,
    "CoNLL, spaces": 33,
    "CoNLL, SemEval": 41,
    "CoNLL, three columns": 35,
    "CoNLL, two columns": 40,
    "CoNLL, eight columns": 38,
    "JSON of language models": 194,
    "JSON of maverick": 2279,
    "JSON of xCoRe across documents": 522,
    "JSON of AllenNLP": 1295,
    "JSON of CoreNLP": 216,
    "Stanza": 900,
    "BookNLP": 136,
    "CorefUD": 17,
    "CONLL-UA": 113,
}


def silent(figures: Figures) -> str:
    """Return a table of the outcomes of good files with one change, by format."""
    names = ("refused", "said", "as written", "no meaning", "silent")
    rows = [
        (form, *(f"{counts[name]:,}" for name in names), f"{BEFORE.get(form, 0):,}")
        for form, counts in figures["formats"].items()
    ]
    return (
        f"Of each format, {figures['files']:,} good files had one change (seed {figures['seed']}): a bracket,"
        " row, id or offset was removed, doubled or moved. Each file was read beside a key, and in the"
        " plainest way by a slow reference. *Said*: a warning that the unchanged file does not have. *As"
        " written*: other entities, as the plain reading has them. *No meaning*: the same entities."
        " *Silent*: nothing is said, and the entities are others, or the file contradicts itself. The last"
        " column has the silent faults before they were mended, on commit `149197ad`. LitBank, which is CoNLL"
        " with tabs, and xCoRe within documents, which is read like maverick, have no rows of their own.\n\n"
        + table(["format", *names, "silent before"], rows)
    )


def hostile(known: Known) -> str:
    lines = []
    if "parsers" in known:
        one = known["parsers"].figures
        lines.append(
            f"{one['files']:,} mutated files (seed {one['seed']}): {one['refused']:,} refused with a message,"
            f" {one['accepted']:,} scored as by the oracle, {one['faults']} faults.\n"
        )
        counts = [
            (name, *(f"{found.get(what, 0):,}" for what in ("refused", "accepted")))
            for name, found in one.get("readers", {}).items()
        ]
        lines += [table(["reader", "refused", "accepted"], counts)] if counts else []
    lines += [silent(known["silent"].figures)] if "silent" in known else []
    if "kills" in known:
        one = known["kills"].figures
        lines.append(
            f"`rank` was killed {one['killed']} times while it wrote a report (seed {one['seed']}). Every"
            f" file was intact. {one['mixed']} times some files were of the report before; `verify`"
            " named them and the next run replaced them."
            f" {one['foreign']} foreign files were never touched.\n"
        )
    return "\n".join(lines)


def same_bytes(known: Known) -> str:
    runs = known["determinism"].figures["runs"]
    rows = []
    for versions, some in groupby(runs, lambda run: tuple(run[:3])):
        lot = list(some)
        jobs, threads, digests = ({run[column] for run in lot} for column in (3, 4, 5))
        rows.append((*versions, *(", ".join(sorted(one)) for one in (jobs, threads, digests))))
    return (
        table(["Python", "NumPy", "SciPy", "jobs", "BLAS threads", "hash of all files"], rows)
        + "\nAll runs are on one machine. The hash allows a comparison with other machines.\n"
    )


def coverage(known: Known) -> str:
    one = known["coverage"].figures
    run = one["statements"] - one["statements missed"]
    return (
        f"{one['tests']:,} tests run {run:,} of {one['statements']:,} statements outside the folder `cli`"
        f" and miss {one['branches missed']} of {one['branches']:,} branches.\n"
    )


def sampled(figures: Figures) -> str:
    """Return the size of the population if the mutants are a random sample of it."""
    return f", a random sample of {figures['of']:,}" if figures.get("seed") is not None else ""


def mutation(known: Known) -> str:
    figures = known["mutation"].figures
    parts = figures["parts"]
    count = sum(part["mutants"] for part in parts.values())
    rows = [
        (f"`{name}`", part["mutants"], part["killed"], score(part), argued(part["survivors"]))
        for name, part in parts.items()
    ]
    survivors = [one for part in parts.values() for one in part["survivors"]]
    return (
        f"{count:,} mutants{sampled(figures)}.\n\n"
        + table(["part", "mutants", "killed", "score", "survivors explained"], rows)
        + "\nA mutant survives if no test fails. The reasons:\n\n"
        + reasons(survivors)
    )


def score(part: Mapping[str, int]) -> str:
    return f"{100 * part['killed'] / part['mutants']:.1f} %"
