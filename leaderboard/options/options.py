"""Every option that commands, functions, the environment and leaderboard.toml share, defined once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, partial
from types import MappingProxyType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

# The settings that can be named: when two mentions are one, and whether entities of one mention count.
Match = Literal["exact", "partial", "head"]
# Corrections that need no more than the p-values, and those for the pairs of one family.
Procedure = Literal["holm", "bonferroni", "bh", "none"]
Adjustment = Literal["shaffer", Procedure]
Singletons = Literal["keep", "drop"]


class Way(NamedTuple):
    """``singletons`` is None where the name leaves it to the option, and that to the format."""

    match: Match
    singletons: Singletons | None


_MATCHES: tuple[Match, ...] = ("head", "partial", "exact")
_SUFFIXES: dict[str, Singletons | None] = {"": None, "+singletons": "keep", "-singletons": "drop"}

WAYS = {
    f"{match}{suffix}": Way(match, singletons)
    for suffix, singletons in _SUFFIXES.items()
    for match in _MATCHES
}

# What is measured beyond identity needs annotations that CorefUD files are read for only on request.
BEYOND_IDENTITY = ("nonreferring", "bridging_anaphor", "bridging_mention", "bridging_entity")
ON_REQUEST = ("blanc_gold", "rand", "da", "xcmr", "mor", "zero", *BEYOND_IDENTITY)

# Units of tests whose scores are not shown.
OF_TESTS = ("component", "run")

# What is counted beyond single entities does not add up over components of entities.
UNDIVIDED = ("blanc", "blanc_gold", "rand", "mor", *BEYOND_IDENTITY)

SCORED = "What is scored"
TESTED = "How it is tested"
SHOWN = "How it is shown"

# Which functions take an option, by the names of their keywords (RankOptions is Rank), from few to all.
TESTING = ("Probe", "Error", "Compare", "Rank")
DRAWING = ("Bootstrap", *TESTING)
COMPUTING = ("Score", "Read", *DRAWING)
SCORING = ("Scoring", "Competition", *COMPUTING)
MATCHING = ("Validate", *SCORING)
READING = ("Describe", *MATCHING)
SLICING = ("Score", "Compare", "Rank")
AVERAGING = ("Bootstrap", "Error", *SLICING)
DOCUMENTING = ("Validate", "Describe", "Competition", "Bootstrap", "Probe", "Error", *SLICING)
RANKING = ("Rank",)
COUNTING = ("Validate", "Bootstrap", *SLICING)
# Values that only tables of counts have; their units are those of tests.
OF_TABLES = {"unit": ("item", "cluster"), "missing": ("shared",)}

# What only tables of counts have.
COUNTED = ("lower", "percent", "rename", "systems")

Commas = Literal["separate", "in_text", "belong"]
Across = Literal["document", "subtopic", "topic", "corpus"]
# Where entities are joined over documents, these are the units of tests, and they are called so.
GROUPS = ("subtopic", "topic", "corpus")


def option(
    default: Any,
    help: str,
    takers: tuple[str, ...] = (),
    at_least: float = 0,
    at_most: float = 1e18,
    *,
    panel: str,
    common: bool = False,
    metavar: str = "",
    commas: Commas = "separate",
    only: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    more: Mapping[str, str] = MappingProxyType({}),
) -> Any:
    """``takers`` are the functions that have the option: after a change, run ``python -m tools.keywords``.

    ``common`` options are in the short help, all others in that of ``--help-all``.

    ``commas`` says what they do in a list of names: they separate names everywhere, or only ``in_text`` and
    not in a name of a list, or they ``belong`` to a name. ``only`` has the commands of each value that
    not every command takes. ``more`` ends the help where a command takes a value, or a ``table`` of counts.
    """
    return field(
        default=default,
        metadata={
            "help": help,
            "panel": panel,
            "takers": takers,
            "at_least": at_least,
            "at_most": at_most,
            "common": common,
            "metavar": metavar,
            "commas": commas,
            "only": only,
            "more": more,
        },
    )


scored, tested, shown = (partial(option, panel=panel) for panel in (SCORED, TESTED, SHOWN))


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The value of each option."""

    key: str | None = scored(
        None,
        "Key: a file, or a folder with one file per dataset (default: the file or folder named key)",
        MATCHING,
        common=True,
        metavar="PATH",
    )
    metric: tuple[str, ...] = scored(
        ("mentions", "muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "conll"),
        f"Metrics, separated by commas; also available: {', '.join(ON_REQUEST)}",
        ("Validate", *SCORING),
        common=True,
        more={
            "table": "of a table of counts: a column (its mean), NAME=A/B (a ratio of sums), NAME=A/B/C "
            "(F1 of A/B and A/C) or NAME=mean(NAME NAME)"
        },
    )
    primary: str = scored(
        "conll",
        "Metric that orders the systems (default: conll, or the only metric given)",
        ("Competition", "Read", "Error", "Compare", "Rank"),
        common=True,
    )
    lower: tuple[str, ...] | None = scored(
        None,
        "Of a table of counts: metrics by which lower is better, separated by commas (default: none)",
        COUNTING,
    )
    percent: tuple[str, ...] | None = scored(
        None,
        "Of a table of counts: metrics shown times 100, separated by commas, or none (default: ratios, and "
        "means from 0 to 1)",
        COUNTING,
    )
    rename: tuple[str, ...] | None = scored(
        None,
        "Of a table of counts: a column by the name that it should have, as doc_id=item; repeat it for more "
        "(default: none)",
        COUNTING,
        metavar="OLD=NEW",
        commas="belong",
    )
    systems: tuple[str, ...] | None = scored(
        None,
        "Of a table of counts: systems, separated by commas, in this order (default: all)",
        ("Bootstrap", *SLICING),
    )
    match: Match | None = scored(
        None, "When two mentions match (default: head for CorefUD files, else exact)", MATCHING, common=True
    )
    heads: Literal["named", "file", "tree", "minspan"] | None = scored(
        None,
        "Heads in CorefUD: those that files name, the others from the key or its tree (named) or first words "
        "(file); all from the tree; or minimum spans (default: named if the key names heads, else tree)",
        READING,
    )
    layer: Literal["identity", "deixis"] | None = scored(
        None, "Column of CONLL-UA files that is scored (default: identity)", MATCHING
    )
    split_antecedents: Literal["score", "ignore", "only"] | None = scored(
        None,
        "Split antecedents: score them, ignore them, or score only them "
        "(default: score for CONLL-UA files, else ignore)",
        MATCHING,
    )
    settings: tuple[str, ...] | None = scored(
        None,
        "Settings to rank by, separated by commas: exact, partial or head, each with an optional "
        "+singletons or -singletons; the first one orders the report (default: one setting)",
        ("Competition", "Rank"),
    )
    phase: str | None = scored(None, "Rank only this phase of leaderboard.toml (default: all)", RANKING)
    track: str | None = scored(
        None, "Rank only this track of leaderboard.toml (default: all systems, and each track)", RANKING
    )
    zeros: Literal["dependent", "linear"] = scored(
        "dependent", "How zeros of CorefUD files are matched: by dependency or by position", MATCHING
    )
    singletons: Singletons | None = scored(
        None,
        "Entities with one mention, in key and responses (default: drop for CorefUD files, else keep)",
        MATCHING,
        common=True,
    )
    duplicates: Literal["first", "error"] = scored(
        "first", "A mention in two entities: keep it in the first, or reject the file", READING
    )
    missing: Literal["error", "empty", "shared"] = scored(
        "error",
        "Documents that a response lacks: reject it, or score them as empty",
        MATCHING,
        common=True,
        more={"table": "of a table of counts: lacking items, or only items of all systems (shared)"},
    )
    missing_dataset: Literal["error", "zero", "exclude"] = scored(
        "error",
        "Datasets that a response lacks: reject it, score them as empty, or exclude it",
        MATCHING,
    )
    average: Literal["dataset", "pool", "document"] = scored(
        "dataset",
        "Scores of several datasets: their mean, the score of all as one dataset (pool), or the mean over "
        "the units of each dataset, then over datasets (document)",
        SCORING,
    )
    datasets: tuple[str, ...] | None = scored(
        None,
        "Datasets of the key, separated by commas, in this order; NAME=LABEL gives a label (default: all)",
        MATCHING,
        commas="in_text",
    )
    by: tuple[str, ...] | None = scored(
        None,
        "Attributes to slice by, separated by commas, such as genre, class, upos, size, range or the columns "
        "of --documents and --mentions; A/B crosses two, A=VALUE shows one value (default: none)",
        SLICING,
        metavar="ATTRIBUTES",
        commas="in_text",
    )
    keep: tuple[str, ...] | None = scored(
        None,
        "What slices keep, separated by commas: entities, mentions or sides "
        "(default: sides if an attribute is of entities, else entities)",
        SLICING,
    )
    bands: tuple[str, ...] | None = scored(
        None,
        "Edges of the bands of an attribute, as size=2,4; repeat it for more (default: the usual bands)",
        SLICING,
        metavar="EDGES",
        commas="belong",
    )
    documents: str | None = scored(
        None, "Table of documents in CSV, with their attributes (default: none)", DOCUMENTING, metavar="FILE"
    )
    mentions: str | None = scored(
        None,
        "Table of the key's mentions in CSV: document, part (if any), first, last, and attributes; "
        "class replaces the classes by tags (default: none)",
        AVERAGING,
        metavar="FILE",
    )
    across: Across | None = scored(
        None,
        "Entities span one document, or the documents of a subtopic, a topic or the corpus "
        "(default: document)",
        READING,
    )
    check_words: bool = scored(True, "Compare the words of responses with those of the key", MATCHING)
    follow_symlinks: bool = scored(False, "Follow symbolic links among the submissions", READING)
    word_column: int | None = scored(
        None, "Column of the words, counted from 1 (default: found in each file)", READING, 1, 1000
    )
    coref_column: int = scored(
        -1,
        "Column of coreference in CoNLL files, counted from 1, or from the end: -1 is the last",
        READING,
        -1000,
        1000,
    )
    offsets: Literal["token", "char"] | None = scored(
        None, "Unit of the offsets in JSON lines (default: found in each file)", READING
    )
    ends: Literal["inclusive", "exclusive"] | None = scored(
        None, "Ends of mentions in JSON lines (default: found in each file)", READING
    )
    text: Literal["words", "xml", "links"] | None = scored(
        None, "Tags in text: word|[id], <id>…</id> or […](#id) (default: found in each file)", READING
    )
    repair: Literal["none", "align"] = scored(
        "none", "Text and JSON that differ from the text of the key: reject, or align with the key", MATCHING
    )
    blanc: Literal["conll", "luo2014"] = scored(
        "conll", "Rule of BLANC where a class of links is empty", SCORING
    )
    blanc_weight: float = scored(0.5, "Weight of coreference links in BLANC", SCORING, 0, 1)
    lea_importance: Literal["size", "one", "class"] | Callable[[Any], Any] = scored(
        "size", "Importance of an entity in LEA", SCORING
    )
    da_weights: str = scored(
        "PN=.6,NP=.3,PRO=.1",
        "Weights of mention classes in DA, the most specific class first",
        SCORING,
        metavar="WEIGHTS",
    )
    da_response: Literal["typed", "untyped"] = scored(
        "typed", "Use the mention classes of the response in DA (typed) or not (untyped)", SCORING
    )
    da_match: Literal["optimal", "greedy"] = scored(
        "optimal", "How DA pairs the chains of key and response", SCORING
    )
    test: Literal["ar", "studentized", "bootstrap", "t"] = tested(
        "ar",
        "Approximate randomization (ar, studentized), centred paired bootstrap, or t with the jackknife",
        TESTING,
    )
    trials: int | None = tested(
        None, "Random trials of the test (default: 10000, more if the correction needs them)", TESTING, 1, 1e8
    )
    alpha: float = tested(0.05, "Significance level", DRAWING, 1e-9, 0.5, common=True)
    adjust: Adjustment = tested("shaffer", "Correction for the number of pairs, within each metric", TESTING)
    ties: Literal["beaten", "letters", "clusters", "leader"] = tested(
        "beaten", "Tie rule: how significant differences become ranks", RANKING
    )
    unit: Literal["document", "part", "component", "run", "item", "cluster"] = tested(
        "document",
        "Unit of the tests and of the bootstrap",
        DRAWING,
        more={
            "component": "component: blocks of a few long documents",
            "run": "run: runs of each system",
            "table": "of a table of counts: item or cluster",
        },
        only={"component": ("compare",), "run": ("compare", "rank")},
    )
    blocks: int | None = tested(
        None, "Blocks of each document, with --unit component (default: 10)", ("Compare",), 2, 100
    )
    cluster: str | None = tested(
        None,
        "Groups of documents that are the units of the tests: a column of --documents, a table "
        "[documents.NAME], topic, subtopic or genre (default: none)",
        ("Bootstrap", "Error", "Compare", "Rank"),
        metavar="NAME",
    )
    draws: int = tested(2000, "Bootstrap samples, for intervals and rank stability", DRAWING, 100, 1e5)
    interval: Literal["t", "percentile", "bca"] = tested(
        "t", "Kind of interval, at level 1 - alpha: t with the jackknife, or by bootstrap", TESTING
    )
    margin: float | None = tested(
        None, "Margin of equivalence, in F1 points (default: none)", DRAWING, 1e-6, 100
    )
    against: str | None = tested(
        None,
        "Baseline: compare each system with this one only (default: all pairs)",
        ("Error", "Compare", "Rank"),
        common=True,
        metavar="SYSTEM",
    )
    contrastive: tuple[str, ...] | None = tested(
        None,
        "Systems that are tested but not ranked, names or patterns separated by commas (default: none)",
        RANKING,
        metavar="NAMES",
    )
    separate_runs: bool = tested(False, "Rank each run as a separate system", AVERAGING)
    min_runs: int = tested(1, "Reject systems with fewer runs that could be scored", AVERAGING, 1, 1e6)
    leave_one_out: bool = tested(
        False, "Show which documents, when left out, change the order by the primary metric", RANKING
    )
    slice_min: int = tested(50, "Smallest slice to test, in key mentions", SLICING, 0, 1e9)
    slice_documents: int = tested(
        6, "Smallest slice to test, in documents with a key mention", SLICING, 1, 1e9
    )
    seed: int = tested(12345, "Seed of all random numbers", DRAWING, 0, 2**63)
    errors: bool = shown(False, "Show what kinds of errors each system makes", ("Score", "Compare"))
    baselines: bool = shown(
        False, "Show three baselines made from the key below the ranking, outside all tests", RANKING
    )
    prices: bool = shown(True, "Show what each kind of error costs each system", RANKING)
    reader: bool = shown(
        False, "Write all documents with the entities and errors of the best three systems", RANKING
    )
    reader_systems: tuple[str, ...] | None = shown(
        None,
        "Up to three systems whose documents are written, separated by commas (default: the best three)",
        RANKING,
    )
    save: str | None = shown(
        None,
        "Folder in which to save the sums of the responses (default: none)",
        ("Score",),
        metavar="FOLDER",
    )
    saved: str | None = shown(
        None,
        "Folder of saved sums: reuse what it holds, and add what is new (default: none)",
        DRAWING,
        metavar="FOLDER",
    )
    jobs: int | None = shown(None, "Number of cores (default: all)", COMPUTING, 1, 4096, common=True)
    scheduler: str | object | None = shown(
        None,
        "Dask cluster to score and test on: the address of its scheduler, such as tcp://HOST:PORT, or its "
        "scheduler file (default: this machine)",
        COMPUTING,
        metavar="ADDRESS",
    )

    @property
    def averaged(self) -> str:
        """Return the kind of units that scores are means over (dataset, document or part), or ``pool``."""
        return self.shown_unit if self.average == "document" else self.average

    @property
    def shown_unit(self) -> str:
        """Return the unit whose scores are shown: clusters, blocks and runs are the units of tests alone."""
        shown = self.across if self.joins else None
        return (shown or "document") if self.cluster or self.unit in OF_TESTS else self.unit

    @property
    def of_table(self) -> bool:
        """True if the units are those of a table of counts."""
        return self.unit in OF_TABLES["unit"] and self.cluster is None

    @property
    def joins(self) -> bool:
        """True if entities are joined over documents."""
        return self.across in GROUPS

    @property
    def keeps(self) -> bool:
        """True if sums are saved, which any other ranking may want."""
        return bool(self.save or self.saved)


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """Options of commands alone; functions return results and show nothing."""

    format: Literal["table", "markdown", "csv", "latex", "html", "json", "text"] = shown(
        "table", "Output format", common=True, only={"text": ("compare", "rank")}
    )
    columns: tuple[str, ...] | None = shown(
        None, "Columns, separated by commas, or all (default: the main ones)", common=True
    )
    output: str = shown("reports", "Folder for the report", common=True, metavar="FOLDER")
    figures: tuple[str, ...] | None = shown(
        None, "More formats of the figures, separated by commas: pdf, png (default: SVG only)"
    )
    quiet: bool = shown(False, "Show no progress and no warnings", common=True)
    verbose: bool = shown(False, "Print all tables, notes and warnings, and the whole signature")


OPTIONS = tuple(entry.name for table in (Options, Presentation) for entry in fields(table))


def each_setting(options: Options) -> tuple[Options, ...]:
    """The options for each of several settings, the one that orders a report first; or as they are."""
    ways = [WAYS[name] for name in options.settings or ()]
    return tuple(
        replace(options, settings=None, match=way.match, singletons=way.singletons or options.singletons)
        for way in ways
    ) or (options,)


def with_primary(options: Options) -> Options:
    """The settings with the primary metric among the metrics, which tables define in other words."""
    if options.primary in options.metric or options.of_table:
        return options
    return replace(options, metric=(*options.metric, options.primary))


@cache  # reading the types takes longer than all else that is done with options
def option_kinds() -> Mapping[str, tuple[Any, ...]]:
    """The types that each option may have: one of the plain types, or the words to choose among."""
    hints = get_type_hints(Options) | get_type_hints(Presentation)
    return MappingProxyType({name: _members(hint) for name, hint in hints.items()})


def _members(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
