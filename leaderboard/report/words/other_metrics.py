"""What stands out by the metrics that a ranking does not go by: pairs are counted, not named."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from leaderboard.remark import Remark
from leaderboard.report.words.names import label
from leaderboard.report.words.remarks import sentences
from leaderboard.significance.comparison import Family
from leaderboard.significance.remarks import against_interval

_OF_PAIRS = ("borderline", "interval_disagrees")


def other_notes(
    remarks: Iterable[Remark], said: Collection[Remark], families: Mapping[str, Family]
) -> tuple[str, ...]:
    """One sentence of each kind but those ``said`` already; the pairs behind a number are in files."""
    told = (one for one in remarks if one not in said and one.kind not in _OF_PAIRS)
    return (*sentences(told), *_counted(families))


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
    return ", ".join(f"{label(name)} {count:,}" for name, count in counts.items() if count)
