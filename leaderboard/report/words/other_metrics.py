"""What stands out by the metrics that a ranking does not go by: pairs are counted, not named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from leaderboard.report.words.captions import label, observations, other_notes
from leaderboard.significance.comparison import Family
from leaderboard.significance.remarks import against_interval, names_pairs
from leaderboard.verbs.rank import RankResult


def other_remarks(result: RankResult) -> tuple[str, ...]:
    """One sentence of each kind; the pairs behind a number are in ``pairwise.csv``."""
    families = {
        label(result, name): family
        for name, family in result.families.items()
        if name != result.settings.primary
    }
    told = (
        note
        for note in other_notes(result)
        if note not in result.notes and not any(map(names_pairs, (note, _unlabelled(note))))
    )
    return (*told, *_counted(families))


def all_remarks(result: RankResult) -> tuple[str, ...]:
    """By the primary metric, then by the others, the signature last."""
    return (*observations(result), *other_remarks(result), f"Signature: {result.signature}")


def _unlabelled(note: str) -> str:
    """A note without the metrics that it is about."""
    return note.partition(": ")[2]


def _counted(families: Mapping[str, Family]) -> Iterator[str]:
    borderline = {name: int(family.borderline.sum()) for name, family in families.items()}
    disagreeing = {name: int(against_interval(family).sum()) for name, family in families.items()}
    if any(borderline.values()):
        yield f"Borderline pairs by other metrics, marked in pairwise.csv: {_listed(borderline)}."
    if any(disagreeing.values()):
        yield (
            "Pairs by other metrics whose interval, which is not adjusted, disagrees with the verdict, which "
            f"stands: {_listed(disagreeing)}."
        )


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items() if count)
