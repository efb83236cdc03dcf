"""The sentences beside the numbers of a ranking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from leaderboard.remark import remark
from leaderboard.report.words.methods import is_drawn, mean_note, methods, percentage
from leaderboard.report.words.names import label
from leaderboard.report.words.remarks import sentence
from leaderboard.report.words.runs import AS_THEY_ARE
from leaderboard.text import plural

if TYPE_CHECKING:
    from leaderboard.options import Options
    from leaderboard.ranking.standings import LeftOut
    from leaderboard.scoresheet import PartName
    from leaderboard.significance.family import Family

ALL_METRICS = "Recall, precision and F1 by all metrics, in per cent"
HIGHEST_F1 = "Bold: the highest F1 of each metric."
_RULES = {
    "beaten": "Rank: 1 + the number of systems that are significantly better.",
    "leader": "Rank: a new one begins with a system significantly worse than the first of the rank above.",
    "clusters": "Rank: a new one begins where all systems above are significantly better than all below.",
    "letters": "Rank: the place of the best system that does not differ significantly.",
}


def caption(primary: str, place: str) -> str:
    return f"Ranking by {label(primary)}{place}, F1 in per cent"


def where(track: str | None, phase: str | None) -> str:
    """Return the track and the phase of a ranking, where there are any."""
    of = [f"the {kind} {name}" for kind, name in (("track", track), ("phase", phase)) if name]
    return f" in {' of '.join(of)}" if of else ""


def legend(options: Options, family: Family, datasets: int, documents: int) -> tuple[str, ...]:
    """Return how ranks and letters are read, and how differences were tested."""
    letters = "Systems that share a letter do not differ significantly."
    ranks = " ".join((rule(options), *ranges(options, family)))
    return (
        f"{ranks} {letters}" if options.against is None else ranks,
        *mean_note(datasets, options.averaged, is_drawn(family)),
        methods(options, [family], documents),
    )


def rule(options: Options) -> str:
    """Return what a rank means."""
    if options.against is None:
        return _RULES[options.ties]
    return f"{_RULES[options.ties]} {sentence(remark('baseline_only', baseline=options.against))}"


def ranges(options: Options, family: Family) -> tuple[str, ...]:
    """Return what the range of ranks is: a confidence set, where the correction promises one."""
    if not len(family):
        return ()
    if options.against is not None or options.adjust in ("bh", "none"):
        return ("Range: the ranks that the tests leave open, without a confidence statement.",)
    return (
        f"Range: a simultaneous {percentage(1 - options.alpha)} confidence set, which holds the true ranks "
        "of all systems at once.",
    )


def shares(options: Options, family: Family, has_draws: bool) -> Iterator[str]:
    """Return the meaning of the range of one system and of P(best), where there are such."""
    if options.against is None:
        yield (
            "Range of this system alone: by the tests of its own pairs. It holds with "
            f"{percentage(1 - options.alpha)} confidence for one system that was named before the results "
            "were seen. Do not choose between the two ranges after looking."
        )
    if has_draws:
        yield (
            "P(best): the share of test sets drawn from these documents on which the system scores highest "
            "(ties split it). It is not the probability that the system is best."
        )
        yield from [AS_THEY_ARE] if family.runs else []


def stability(tau: float | None, family: Family) -> tuple[str, ...]:
    """Return how well the order holds over bootstrap samples."""
    if tau is None:
        return ()
    text = f"Rank stability: Kendall's tau between this order and that in bootstrap samples is {tau:.2f}."
    return (f"{text} {AS_THEY_ARE}" if family.runs else text,)


def left_out_notes(left_out: Sequence[LeftOut], unit: str) -> tuple[str, ...]:
    """Return how many single documents the order depends on, if that was asked."""
    if not left_out:
        return ()
    turned = sum(bool(left.flips) for left in left_out)
    if not turned:
        return (f"The order of the systems stays the same when any single {unit} is left out.",)
    verb = plural("changes", turned, "change")
    return (f"{turned} of {len(left_out)} {plural(unit)} {verb} the order of two systems when left out.",)


def unit_text(unit: PartName) -> str:
    """A document's name, with its dataset before and its part behind where it has them."""
    dataset = f"{unit.dataset}: " if unit.dataset else ""
    return f"{dataset}{unit.document}" + (f" ({unit.number})" if unit.number else "")
