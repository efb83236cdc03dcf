"""The answer of a ranking in words: one paragraph for each metric, which every form prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from leaderboard.metrics.metric import scale_of
from leaderboard.ranking.answer import Answer, Lead
from leaderboard.report.notes import rejected
from leaderboard.report.once import once
from leaderboard.report.words.methods import adjusted_p, attempts, interval_said, margin_said
from leaderboard.report.words.names import label
from leaderboard.report.words.pair_remarks import why_untested
from leaderboard.significance.intervals import Bounds, portable
from leaderboard.text import counted, joined, plural

if TYPE_CHECKING:
    from leaderboard.significance.family import Family
    from leaderboard.verbs.rank import RankResult

# More names than the first are counted.
_MOST_NAMES, _SHOWN_NAMES = 5, 4
_MOST_COPIES, _SHOWN_COPIES = 3, 2
_NAMED = 3


@dataclass(frozen=True, slots=True)
class AnswerText:
    """The parts of an answer: what the tests say, the highest score, the lead, and what limits it."""

    first: str
    highest: str
    lead: str
    further: tuple[str, ...]

    @property
    def rest(self) -> str:
        return " ".join(filter(None, (self.highest, self.lead, *self.further)))

    @property
    def text(self) -> str:
        return f"{self.first} {self.rest}".rstrip()


@once
def answers(result: RankResult) -> dict[str, AnswerText]:
    """The answer by each metric in words."""
    return {name: _answer_text(result, name) for name in result.answers}


def answer_record(result: RankResult) -> dict[str, object]:
    """The answer by each metric as facts and as text."""
    return {
        name: {
            "situation": answer.situation,
            "best": answer.best,
            "not_beaten": answer.not_beaten,
            "counts": asdict(answer.counts),
            "lead": _lead_record(answer.lead),
            "tested_lead": _lead_record(answer.tested_lead),
            "text": answers(result)[name].text,
        }
        for name, answer in result.answers.items()
    }


def named(copies: Sequence[str]) -> str:
    """A system with those that are identical to it, as ``balanced (= copy)``."""
    first, *others = copies
    if not others:
        return first
    if len(copies) > _MOST_COPIES:
        others = [*others[: _SHOWN_COPIES - 1], f"{len(copies) - _SHOWN_COPIES:,} more"]
    return f"{first} ({' '.join(f'= {other}' for other in others)})"


def lead_said(lead: Lead, metric: str, sign: str = "") -> str:
    """A lead over another system, with its sign in words where lower is better."""
    scale = scale_of(metric)
    if not scale.lower:
        return f"{scale.text(lead.difference, sign)} over {lead.over}"
    return (
        f"{scale.text(abs(lead.difference))} {'lower' if lead.difference <= 0 else 'higher'} than {lead.over}"
    )


def _lead(lead: Lead, family: Family) -> str:
    """A difference from the best system, with its interval and p-value or the word untestable."""
    said = lead_said(lead, family.metric, "+")
    if lead.p_adjusted is None:
        return f"{said} (untestable)"
    return f"{said} ({interval_said(lead, family)}, {adjusted_p(lead.p_adjusted, family)})"


def too_few(family: Family) -> str:
    """How many units two systems differ on at most, and how many are needed for significance."""
    unit = family.design.unit
    needed = family.design.fewest_differing(family.design.most_attempts(family.systems))
    most = int(family.units_differing.max(initial=0))
    few = f"the systems differ on too few {plural(unit)} ({most:,}; at least {needed} are needed)"
    return why_untested(unit, few)


def who(answer: Answer, family: Family) -> str:
    """Which system is best, or what the tests leave open."""
    systems = len(family.systems)
    match answer.situation:
        case "single":
            return f"Only one system: {answer.best[0]}"
        case "identical":
            return f"All {systems:,} systems are identical by {label(family.metric)}"
        case "untested":
            return f"No pair could be tested: {too_few(family)}."
        case "few_trials":
            trials = counted(int(family.p_values.trials.max()), "trial")
            pairs = counted(answer.counts.pairs, "pair")
            return f"No difference can be significant with {trials} and {pairs}; leave out --trials."
        case "against":
            return _against(answer, family)
        case "winner":
            return _winner(answer, systems)
        case "tied":
            return f"No difference between the {systems:,} systems is significant."
        case _:
            return f"No clear winner: {_undecided(answer)}."


def _answer_text(result: RankResult, metric: str) -> AnswerText:
    answer, family = result.answers[metric], result.families[metric]
    best = result.rankings[metric].standings[0]
    score, first = family.scale.text(best.score), who(answer, family)
    further = tuple(_further(result, metric))
    if answer.situation == "single":
        scored = f"{first}, {label(metric)} {score}{_brackets(best.interval, metric)}"
        alone = f"{scored}. There is nothing to compare."
        return AnswerText(alone, "", "", further)
    if answer.situation == "identical":
        return AnswerText(f"{first} ({score}). No pair could be tested.", "", "", further)
    highest = (
        "" if answer.situation == "winner" else f"{highest_score(metric)}: {named(answer.best)}, {score}."
    )
    tested = answer.situation != "untested"
    leads = leads_said(answer, family)
    return AnswerText(first, highest, f"Lead: {leads}." if leads and tested else "", further)


def _brackets(interval: Bounds | None, metric: str) -> str:
    return "" if interval is None else f" [{', '.join(map(scale_of(metric).text, interval))}]"


def highest_score(metric: str) -> str:
    """What the best score is called."""
    return "Lowest score" if scale_of(metric).lower else "Highest score"


def leads_said(answer: Answer, family: Family) -> str:
    """The lead over the next system, and over the first that could be tested if it is another."""
    leads = dict.fromkeys(lead for lead in (answer.lead, answer.tested_lead) if lead is not None)
    return ", ".join(_lead(lead, family) for lead in leads)


def _further(result: RankResult, metric: str) -> Iterator[str]:
    """What limits or completes the answer."""
    answer, family = result.answers[metric], result.families[metric]
    if answer.equivalent and result.options.margin is not None:
        margin = margin_said(result.options.margin, metric)
        yield f"Within {margin} of {answer.best[0]}: {joined(answer.equivalent, _NAMED)}."
    for system in answer.best:
        if system in result.text_repairs and result.text_repairs[system].mend.documents:
            strict = family.scale.text(result.text_repairs[system].scores[metric].f1)
            yield f"{system} was repaired; its strict score is {strict}."
    yield from attempts(family)
    if result.partial:
        are = plural("is", len(result.partial), "are")
        excluded = counted(len(result.partial), "system")
        yield f"{excluded} {are} excluded (datasets are missing): {joined([*result.partial], _NAMED)}."
    names = sorted({one.system for one in rejected(result)})
    if names:
        are = plural("is", len(names), "are")
        yield f"{counted(len(names), 'submission')} {are} rejected: {joined(names, _NAMED)}."


def _winner(answer: Answer, systems: int) -> str:
    best, others = joined(answer.best, _SHOWN_NAMES), systems - len(answer.best)
    subject = f"{best} are identical and" if len(answer.best) > 1 else f"{best} is"
    if len(answer.groups) == 2:
        return f"{subject} better than {joined(answer.groups[1], _SHOWN_NAMES)}."
    every = "both" if others == 2 else f"all {others:,}"
    return f"{subject} best: significantly better than {every} other systems."


def _undecided(answer: Answer) -> str:
    """Which systems cannot be told apart from the best one."""
    groups = [named(group) for group in answer.groups if group[0] in answer.not_beaten]
    if len(groups) == 1:
        best = named(answer.best)
        rest = f"{best} is not significantly better than {answer.undecided}"
        return f"no system is significantly better than {best}, but {rest}"
    if len(groups) > _MOST_NAMES:
        others = counted(len(groups) - _SHOWN_NAMES, "other")
        return f"{', '.join(groups[:_SHOWN_NAMES])} and {others} cannot be told apart"
    return f"{joined(groups)} cannot be told apart"


def _against(answer: Answer, family: Family) -> str:
    others = len(family.systems) - 1
    above = f"{answer.above:,} of {counted(others, 'system')} {plural('is', answer.above, 'are')}"
    below = f"{answer.below:,} {plural('is', answer.below, 'are')} significantly worse"
    undecided = others - answer.above - answer.below
    rest = f"{undecided:,} {plural('is', undecided, 'are')} not decided"
    return f"{above} significantly better than {family.design.against}, {below}; {rest}."


def _lead_record(lead: Lead | None) -> dict[str, object] | None:
    if lead is None:
        return None
    return {
        "over": lead.over,
        "difference": lead.difference,
        "interval": _portable(lead.interval),
        "interval_joint": _portable(lead.interval_joint),
        "p_adjusted": lead.p_adjusted,
        "verdict": lead.verdict,
    }


def _portable(interval: Bounds | None) -> list[float | None]:
    return [None, None] if interval is None else [portable(bound) for bound in interval]
