"""What the readers of toolkits have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, NamedTuple

from leaderboard.formats.jsonlines.documents import Found
from leaderboard.formats.jsonlines.members import NAMES, Fault
from leaderboard.formats.reading import Reading
from leaderboard.text import counted

Record = dict[str, Any]


class Toolkit(NamedTuple):
    """A toolkit, known by the members of its records, and what a record is in the form of this project.

    ``clusters`` is the member with its entities. Only some toolkits write keys.
    """

    name: str
    clusters: str
    recognises: Callable[[Record], bool]
    records: Callable[[Found, Reading], list[Record]]
    writes_keys: bool = False


def unlike(name: str, member: str, what: str) -> Fault:
    """The fault of a record that is not as a toolkit writes it."""
    return Fault(what, f"submit what {name} writes, unchanged", member)


def named(record: Record, own: str = NAMES[0]) -> Record:
    """The name of a record, which a toolkit may write in a member of its own."""
    names = {name: record[name] for name in NAMES if name in record}
    return names or ({NAMES[0]: record[own]} if own in record else {})


def words_in(value: Any, toolkit: str, member: str, where: str) -> list[str]:
    """The words of a document."""
    if not isinstance(value, list) or not {str}.issuperset(map(type, value)):
        raise unlike(toolkit, member, f"{where} is not a list of words")
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """The sentences or documents in which a toolkit counts words, of so many words each.

    ``base`` is the number of the first one and of its first word; ends may be ``inclusive``.
    """

    toolkit: str
    member: str
    unit: str
    lengths: list[int]
    base: int = 0
    inclusive: bool = False
    begins: list[int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "begins", list(accumulate(self.lengths, initial=0)))

    def place(self, mention: Any) -> tuple[int, int, int]:
        """The unit of a mention, its first and its last word, all from 0."""
        shown = repr(mention)[:40]
        if not (type(mention) is list and [type(number) for number in mention] == [int] * 3):
            raise unlike(self.toolkit, self.member, f"{shown} is not [{self.unit}, start, end]")
        unit, start, end = (number - self.base for number in mention)
        last = end if self.inclusive else end - 1
        units = counted(len(self.lengths), self.unit)
        if not 0 <= unit < len(self.lengths):
            raise self._outside(f"the mention {shown} lies outside the {units}")
        if not 0 <= start <= last < self.lengths[unit]:
            words = counted(self.lengths[unit], "word")
            raise self._outside(f"the mention {shown} does not lie within its {self.unit} of {words}")
        return unit, start, last

    def _outside(self, what: str) -> Fault:
        ends = "inclusive" if self.inclusive else "exclusive"
        remedy = f"count {self.unit}s and words from {self.base}, with {ends} ends, as {self.toolkit} does"
        return Fault(what, remedy, self.member)

    def span(self, mention: Any) -> tuple[int, int]:
        """The first and the last word of a mention in the whole document."""
        unit, start, last = self.place(mention)
        return self.begins[unit] + start, self.begins[unit] + last
