"""The meaning of ``--by`` and ``--keep``: attributes, perhaps crossed, and what is kept of both sides."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from leaderboard.errors import SHOWN, UsageError
from leaderboard.metrics import Metric
from leaderboard.slices.attributes import ATTRIBUTES, attribute
from leaderboard.slices.document_table import DocumentLabels
from leaderboard.text import joined

Keep = Literal["documents", "entities", "mentions", "sides"]
KEEPS: tuple[Keep, ...] = ("entities", "mentions", "sides")

# What these metrics count is no mention of an entity, so it is in no slice of entities or mentions.
_BEYOND_IDENTITY = ("nonreferring", "bridging")
# Recall and precision of these are ratios of their own, so that they can come from two tables.
TWO_SIDED = ("mentions", "muc", "bcub", "ceafm", "ceafe", "lea", "conll")


@dataclass(frozen=True, slots=True, kw_only=True)
class Slicing:
    """The attributes that are crossed, for each the one value asked for or None for all, and what is kept."""

    by: tuple[str, ...]
    only: tuple[str | None, ...]
    keep: Keep

    @property
    def name(self) -> str:
        return "/".join(self.by)

    @property
    def overlaps(self) -> bool:
        """Return True where a mention may be kept in several slices: with others of its entity."""
        known = [ATTRIBUTES[name] for name in self.by if name in ATTRIBUTES]
        return self.keep in ("entities", "sides") and any(attribute.level == "mention" for attribute in known)

    def wants(self, value: Sequence[str]) -> bool:
        """Return True for a slice that is asked for."""
        return all(wish in (None, name) for wish, name in zip(self.only, value, strict=True))

    def allows(self, metric: str) -> bool:
        """Return True for a metric that can be computed on what is kept."""
        if self.keep == "sides":
            return metric in TWO_SIDED
        if self.keep == "documents":
            return True
        # The antecedents of zeros are deleted with all other mentions.
        return not metric.startswith(_BEYOND_IDENTITY) and (self.keep != "mentions" or metric != "zero")


def slicings(by: Iterable[str], keep: Sequence[str], labels: DocumentLabels) -> tuple[Slicing, ...]:
    """Return a slicing for each ``--by`` and each ``--keep``, or with the default of ``--keep``."""
    return tuple(dict.fromkeys(slicing for text in by for slicing in _slicings(text, keep, labels)))


def check_keeps(keep: Iterable[str]) -> None:
    """Refuse what is no way of keeping."""
    for name in keep:
        if name not in KEEPS:
            raise UsageError(f"--keep is {name[:SHOWN]!r}; choose among {', '.join(KEEPS)}")


def check_metrics(slicing: Slicing, named: Collection[str]) -> None:
    """Refuse metrics that were named and cannot be computed on what is kept."""
    refused = [metric for metric in named if not slicing.allows(metric)]
    if refused:
        what = f"--by {slicing.name} --keep {slicing.keep} is not defined for {joined(refused)}"
        nowhere = any(metric.startswith(_BEYOND_IDENTITY) for metric in refused)
        other = "an attribute of documents" if nowhere else "another --keep"
        raise UsageError(f"{what}; choose other metrics, or {other}")


def allowed(slicing: Slicing, metrics: Iterable[Metric]) -> tuple[Metric, ...]:
    """Return the metrics that can be computed on what is kept; sets of antecedents need whole documents."""
    kept = (metric for metric in metrics if slicing.allows(metric.name))
    return tuple(kept) if slicing.keep == "documents" else tuple(metric.ignoring_sets for metric in kept)


def _slicings(text: str, keep: Sequence[str], labels: DocumentLabels) -> Iterator[Slicing]:
    pieces = [piece.partition("=") for piece in _pieces(text, {*ATTRIBUTES, *labels.attributes})]
    names = tuple(name for name, _, _ in pieces)
    only = tuple(value if equals else None for _, equals, value in pieces)
    levels = {attribute(name, labels).level for name in names}
    for name, other in pairwise(sorted(names)):
        if name == other:
            raise UsageError(f"--by {text[:SHOWN]} has {name} twice; cross each attribute once")
    if levels == {"document"}:
        yield Slicing(by=names, only=only, keep="documents")
        return
    for kept in keep or ["sides" if "entity" in levels else "entities"]:
        yield Slicing(by=names, only=only, keep=_keep(kept, text, levels))


def _pieces(text: str, known: Collection[str]) -> Iterator[str]:
    """The attributes that are crossed; a value may have a slash of its own."""
    piece = ""
    for after in text.split("/"):
        if piece and "=" in piece and after.partition("=")[0] not in known:
            piece = f"{piece}/{after}"
            continue
        if piece:
            yield piece
        piece = after
    yield piece


def _keep(kept: str, text: str, levels: Collection[str]) -> Keep:
    check_keeps([kept])
    if kept == "mentions" and "mention" not in levels:
        what = f"--keep mentions needs an attribute of mentions, which --by {text[:SHOWN]} lacks"
        raise UsageError(f"{what}; add one, or keep entities or sides")
    return next(keep for keep in KEEPS if keep == kept)
