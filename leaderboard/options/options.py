"""Every option that commands, functions, the environment and leaderboard.toml share, defined once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from leaderboard.options.named_settings import WAYS, Match, Singletons

ON_REQUEST = ("blanc_gold", "rand", "da", "xcmr", "mor", "zero")

SCORED = "What is scored"
TESTED = "How it is tested"
SHOWN = "How it is shown"


def option(default: Any, help: str, panel: str, at_least: float = 0, at_most: float = 1e18) -> Any:
    return field(
        default=default,
        metadata={"help": help, "panel": panel, "at_least": at_least, "at_most": at_most},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The value of each option."""

    key: str | None = option(None, "The key, a file or a folder with one file per dataset.", SCORED)
    metric: tuple[str, ...] = option(
        ("mentions", "muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "conll"),
        f"A metric, again for several, also among {', '.join(ON_REQUEST)}.",
        SCORED,
    )
    primary: str = option("conll", "The metric that orders the systems.", SCORED)
    match: Match | None = option(
        None, "When two mentions are one (default: head for CorefUD files, else exact).", SCORED
    )
    heads: Literal["file", "tree"] | None = option(
        None,
        "Heads of mentions: as CorefUD files name them, or from the key's dependency tree "
        "(default: file where the key names them, else tree).",
        SCORED,
    )
    settings: tuple[str, ...] | None = option(
        None,
        "Rank by several settings, with commas between: exact, partial or head, and +singletons or "
        "-singletons behind it. The first one orders the report.",
        SCORED,
    )
    phase: str | None = option(
        None, "Rank this phase of leaderboard.toml only (default: all of them).", SCORED
    )
    track: str | None = option(
        None, "Rank this track of leaderboard.toml only (default: all systems, and each track).", SCORED
    )
    zeros: Literal["dependent", "linear"] = option(
        "dependent", "Match zeros of CorefUD files by what they depend on, or by where they stand.", SCORED
    )
    singletons: Singletons | None = option(
        None, "Entities of one mention, on both sides (default: drop in CorefUD files, else keep).", SCORED
    )
    duplicates: Literal["first", "error"] = option(
        "first", "A mention in two entities: keep the first, or refuse the file.", SCORED
    )
    missing: Literal["error", "empty"] = option(
        "error", "A document that a response lacks: refuse the response, or score it as empty.", SCORED
    )
    missing_dataset: Literal["error", "zero", "exclude"] = option(
        "error", "A dataset that a response lacks: refuse it, score it as empty, or rank it nowhere.", SCORED
    )
    datasets: tuple[str, ...] | None = option(
        None,
        "A dataset of the key, again for several: only these, in this order; NAME=LABEL names it.",
        SCORED,
    )
    check_words: bool = option(True, "Compare the words of responses with the key's.", SCORED)
    follow_symlinks: bool = option(False, "Follow symbolic links among the submissions.", SCORED)
    word_column: int | None = option(None, "The column of the words, counted from 1.", SCORED, 1, 1000)
    offsets: Literal["token", "char"] | None = option(
        None, "What the clusters of JSON lines count, where the file does not make it plain.", SCORED
    )
    ends: Literal["inclusive", "exclusive"] | None = option(
        None, "Whether the ends in JSON lines belong to the mention, likewise.", SCORED
    )
    blanc: Literal["conll", "luo2014"] = option(
        "conll", "The rule of BLANC where a class of links is empty.", SCORED
    )
    blanc_weight: float = option(0.5, "The weight of coreference links in BLANC.", SCORED, 0, 1)
    lea_importance: Literal["size", "one", "class"] | Callable[[Any], Any] = option(
        "size", "The importance of an entity in LEA.", SCORED
    )
    da_weights: str = option(
        "PN=.6,NP=.3,PRO=.1", "The weights of classes of mentions in DA, the most specific first.", SCORED
    )
    da_response: Literal["typed", "untyped"] = option(
        "typed", "Whether DA knows the classes of the response's mentions.", SCORED
    )
    da_match: Literal["optimal", "greedy"] = option(
        "optimal", "How DA finds the chains that correspond.", SCORED
    )
    test: Literal["ar", "bootstrap"] = option(
        "ar", "Approximate randomization, or the centred paired bootstrap.", TESTED
    )
    trials: int | None = option(
        None,
        "Random trials of the test (default: 10000, more where the correction needs it).",
        TESTED,
        1,
        1e8,
    )
    alpha: float = option(0.05, "The level of significance.", TESTED, 1e-9, 0.5)
    adjust: Literal["holm", "bonferroni", "bh", "none"] = option(
        "holm", "The correction for the number of pairs, within each metric.", TESTED
    )
    ties: Literal["beaten", "letters", "clusters", "leader"] = option(
        "beaten", "The rule that makes ranks of significant differences.", TESTED
    )
    unit: Literal["document", "part"] = option("document", "What is swapped and drawn.", TESTED)
    draws: int = option(2000, "Bootstrap draws, for intervals and stability.", TESTED, 100, 1e5)
    interval: Literal["percentile", "bca"] = option(
        "percentile", "The bootstrap interval, of level 1 - alpha.", TESTED
    )
    against: str | None = option(None, "Compare every system with this one only.", TESTED)
    leave_one_out: bool = option(
        False, "Which document, left out, changes the order by the primary metric.", TESTED
    )
    seed: int = option(12345, "The seed of all that is random.", TESTED, 0, 2**63)
    errors: bool = option(False, "What kind of errors each system makes.", SHOWN)
    save: str | None = option(None, "A folder to keep the sums of the responses in.", SHOWN)
    saved: str | None = option(
        None, "A folder of kept sums: what is in it is not scored again, and what is new is added.", SHOWN
    )
    jobs: int | None = option(None, "How many cores to use; all, if not said.", SHOWN, 1, 4096)
    scheduler: str | None = option(
        None, "The Dask scheduler of a cluster to score on, as tcp://HOST:PORT.", SHOWN
    )

    @property
    def keeps(self) -> bool:
        """Whether sums are saved, which any other ranking may want."""
        return bool(self.save or self.saved)


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """How the commands show what comes out; functions return it and show nothing."""

    format: Literal["table", "markdown", "csv", "latex", "html", "json", "text"] = option(
        "table", "The form of the output; `text`, sentences for a paper, is for `compare` alone.", SHOWN
    )
    columns: str | None = option(None, "Columns by name, with commas, or `all`.", SHOWN)
    output: str = option("reports", "The folder that the report is written to.", SHOWN)
    figures: str | None = option(None, "Figures as pdf, png or pdf,png too, beside SVG.", SHOWN)
    quiet: bool = option(False, "No progress bar and no warnings.", SHOWN)


def each_setting(options: Options) -> tuple[Options, ...]:
    """The options for each of several settings, the one that orders a report first; or as they are."""
    ways = [WAYS[name] for name in options.settings or ()]
    return tuple(
        replace(options, settings=None, match=one.match, singletons=one.singletons or options.singletons)
        for one in ways
    ) or (options,)


def with_primary(options: Options) -> Options:
    """The settings with the primary metric among the metrics."""
    if options.primary in options.metric:
        return options
    return replace(options, metric=(*options.metric, options.primary))


@cache  # reading the types takes longer than all else that is done with options
def option_kinds() -> Mapping[str, tuple[Any, ...]]:
    """The types that each option may have: one of the plain types, or the words to choose among."""
    hints = get_type_hints(Options) | get_type_hints(Presentation)
    return MappingProxyType({name: _members(hint) for name, hint in hints.items()})


def _members(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
