"""The sentences beside the numbers of a ranking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from leaderboard.remark import remark
from leaderboard.report.words.methods import claim, is_bootstrapped, is_drawn, mean_note, method, percentage
from leaderboard.report.words.names import drawn_from, how_shown, label, units_said
from leaderboard.report.words.remarks import sentence
from leaderboard.text import plural

if TYPE_CHECKING:
    from leaderboard.options import Options
    from leaderboard.ranking.standings import LeftOut
    from leaderboard.significance.family import Family

OVER_RUNS = "± and a number in brackets: the standard deviation over runs, and the number of runs."
RULES = {
    "beaten": "",
    "leader": "Rank: a new one begins with a system significantly worse than the first of the rank above.",
    "clusters": "Rank: a new one begins where all systems above are significantly better than all below.",
    "letters": "Rank: the place of the best system without a significant difference from this one.",
}


def caption(primary: str, place: str) -> str:
    return f"Ranking by {label(primary)}{place}{how_shown(primary)}"


def where(track: str | None, phase: str | None) -> str:
    """Return the track and the phase of a ranking, where there are any."""
    of = [f"the {kind} {name}" for kind, name in (("track", track), ("phase", phase)) if name]
    return f" in {' of '.join(of)}" if of else ""


def legend(options: Options, family: Family, datasets: int, documents: int) -> tuple[str, ...]:
    """Return how ranks and letters are read, and how differences were tested."""
    letters = "Systems that share a letter have no significant difference."
    better = "Better than: the number of systems that are significantly worse."
    units = units_said(family)
    ranks = " ".join((*rank_note(options, family), *([better] if len(family) else [])))
    return (
        *claim(options, family),
        *([f"{ranks} {letters}" if options.against is None else ranks] if ranks else []),
        *mean_note(datasets, options.averaged, is_drawn(family)),
        " ".join(method(options, family, documents)) or f"Nothing was tested, over {units}.",
    )


def rank_note(options: Options, family: Family) -> Iterator[str]:
    """Return what ranks are, where anything was tested: with confidence, if the correction allows it."""
    if not len(family):
        return
    yield from filter(None, [RULES[options.ties]])
    shown = range_label(options)
    if options.against is not None or options.adjust in ("bh", "none") or is_bootstrapped(family):
        yield f"{shown}: the ranks that the tests leave open, without a confidence statement."
    else:
        level = percentage(1 - options.alpha)
        yield f"{shown}: ranks still possible; with {level} confidence all contain the true ranks."
    if options.against is not None:
        yield sentence(remark("baseline_only", baseline=options.against))
    elif family.copies:
        yield "Identical systems each take a rank."


def range_label(options: Options) -> str:
    """Return what possible ranks are called, which are the rank itself where no rule gives one."""
    return "Possible ranks" if RULES[options.ties] else "Rank"


def shares(options: Options, family: Family, has_draws: bool) -> Iterator[str]:
    """Return the meaning of the range of one system and of P(best), where there are such."""
    if options.against is None:
        sure = f", with {percentage(1 - options.alpha)} confidence" * (not is_bootstrapped(family))
        yield (
            f"Rank of one system: from the tests of its own pairs{sure}. "
            "Use it only for a system that you named before you saw results."
        )
    if has_draws:
        yield (
            f"P(best): the share of test sets drawn from these {drawn_from(family)} on which the system "
            f"scores {'lowest' if family.scale.lower else 'highest'} "
            "(ties split it). It is not the probability that the system is best."
        )
        yield from [as_they_are(family)] if family.runs else []


def stability(tau: float | None, family: Family) -> tuple[str, ...]:
    """Return how well the order holds over bootstrap samples."""
    if tau is None:
        return ()
    text = f"Rank stability: mean Kendall's tau with the order in bootstrap samples {tau:.2f}."
    return (f"{text} {as_they_are(family)}" if family.runs else text,)


def left_out_notes(left_out: Sequence[LeftOut], unit: str) -> tuple[str, ...]:
    """Return how many single documents the order depends on, if that was asked."""
    if not left_out:
        return ()
    turned = sum(bool(left.flips) for left in left_out)
    if not turned:
        return (f"No two systems change places when any single {unit} is left out.",)
    verb = plural("changes", turned, "change")
    return (f"{turned} of {len(left_out)} {plural(unit)} {verb} the order of two systems when left out.",)


def as_they_are(family: Family) -> str:
    """What bootstrap samples do with systems that have several runs."""
    return f"Bootstrap samples vary the {drawn_from(family)} and keep the runs as they are."
