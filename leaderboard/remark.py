"""Facts that a reader should know. They travel as data; reports put them into words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Remark:
    """A kind and its data, by which equal remarks are one; ``metrics`` is empty where it is about all."""

    kind: str
    data: tuple[tuple[str, object], ...] = ()
    metrics: tuple[str, ...] = ()

    @property
    def record(self) -> dict[str, object]:
        """The remark for programs."""
        about = {"metrics": list(self.metrics)} if self.metrics else {}
        return {"kind": self.kind, **about, **dict(self.data)}


def remark(kind: str, **data: object) -> Remark:
    """A remark about all metrics; its data have to be hashable."""
    return Remark(kind, tuple(data.items()))


def merged(remarks: Mapping[str, Sequence[Remark]], but: str | None = None) -> tuple[Remark, ...]:
    """The remarks of several metrics, equal ones as one that names the metrics, unless it is about all.

    What is about one metric alone is left out if it is ``but``, of which it is said elsewhere.
    """
    about: dict[Remark, list[str]] = {}
    for metric, of_metric in remarks.items():
        for remark in of_metric:
            about.setdefault(remark, []).append(metric)
    return tuple(
        remark if len(metrics) == len(remarks) else replace(remark, metrics=tuple(metrics))
        for remark, metrics in about.items()
        if metrics != [but]
    )
