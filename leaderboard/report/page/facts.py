"""The strip of facts at the head of the page: score, lead, ranks and test set, by any metric."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from leaderboard.ranking.answer import Lead
from leaderboard.report.features.answer import highest_score, lead_said, named
from leaderboard.report.tables.rankings import interval
from leaderboard.report.words.methods import adjusted_p, percentage
from leaderboard.report.words.names import tested_on
from leaderboard.report.words.pair_remarks import why_untested
from leaderboard.significance.family import Family
from leaderboard.text import counted, plural, range_text
from leaderboard.verbs.rank import RankResult


class Fact(NamedTuple):
    """A number in large letters, what it is, and what goes with it; ``names`` are systems to link to."""

    term: str
    value: str
    details: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


def facts(result: RankResult, metric: str) -> Iterator[Fact]:
    """The highest score, the lead, the ranks of the first, and the test set; who is not ranked."""
    best, answer = result.rankings[metric].standings[0], result.answers[metric]
    text = result.families[metric].scale.text
    level, bounds = percentage(1 - result.options.alpha), interval(result, best)
    within = [f"{level} interval {' to '.join(map(text, bounds))}"] if bounds else []
    yield Fact(highest_score(metric), text(best.score), (*within, named(answer.best)))
    if answer.lead:
        yield _lead(result, metric, answer.lead)
    others = len(result.rankings[metric].standings) - 1
    if len(result.families[metric]):
        better = f"better than {best.better_than:,} of {others:,}"
        yield Fact("Possible ranks", range_text(best.low, best.high), (better,))
    yield _test_set(result)
    if rejected := sorted({one.system for one in result.rejected}):
        yield Fact("Rejected", f"{len(rejected):,}", names=tuple(rejected))
    if result.partial:
        yield Fact("Excluded", f"{len(result.partial):,}", names=tuple(result.partial))


def _lead(result: RankResult, metric: str, lead: Lead) -> Fact:
    """The lead over the next system; where it is untestable the reason, and the first that was tested."""
    family, tested = result.families[metric], result.answers[metric].tested_lead
    value = lead_said(lead, metric)
    if lead.p_adjusted is not None:
        return Fact("Lead", value, (_sure(lead, family),))
    unit = family.design.unit
    few = f"they differ on {lead.differing:,} of {family.units:,} {plural(unit)}"
    reason = f"untestable: {why_untested(unit, few)}"
    if tested is None:
        return Fact("Lead", value, (reason,))
    further = f"{lead_said(tested, metric)}: {_sure(tested, family)}"
    return Fact("Lead", value, (reason, further))


def _sure(lead: Lead, family: Family) -> str:
    p = "" if lead.p_adjusted is None else f", {adjusted_p(lead.p_adjusted, family)}"
    return f"{'' if lead.verdict == 'significant' else 'not '}significant{p}"


def _test_set(result: RankResult) -> Fact:
    """The units of the tests, and what else is known of the key."""
    options, sheet, datasets = result.options, result.sheet, len(result.of("dataset"))
    units = tested_on(result.families[options.primary])
    if result.task.table:
        several = [counted(datasets, "dataset")] if datasets > 1 else []
        return Fact("Test set", units, (*several, f"table {result.signature.fields['table']}"))
    documents = counted(sheet.documents, "document")
    known = (
        documents if documents != units and not result.across else "",
        _mentions_of_key(result),
        counted(datasets, "dataset") if datasets > 1 else "",
    )
    return Fact("Test set", units, tuple(filter(None, known)))


def _mentions_of_key(result: RankResult) -> str:
    """The size of the key, which the sums of mentions have; nothing without them."""
    sums = result.sheet.sums.get("mentions")
    return "" if sums is None else f"{counted(int(sums[0, 1].sum()), 'mention')} in the key"
