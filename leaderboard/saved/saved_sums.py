"""The sums of one response and of its slices as the bytes of a file that says whether it is whole."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part, Texts
from leaderboard.error_analysis.profile import Counts, ErrorProfile
from leaderboard.errors import InputError, Problem, bounded
from leaderboard.formats.beside.repair import Mend
from leaderboard.formats.source import read_bytes
from leaderboard.matching import match_exactly
from leaderboard.metrics import Metric
from leaderboard.metrics.metric import Floats, measure
from leaderboard.overlap import overlap
from leaderboard.scoresheet import PartName
from leaderboard.scoring.response import HeadCounts
from leaderboard.scoring.scored import Findings, Scored
from leaderboard.scoring.sliced import PlacedSlice
from leaderboard.untrusted import count, digest, member, name, of_kind

if TYPE_CHECKING:
    from leaderboard.slices.slicing import Keep
    from leaderboard.slices.sums import SliceSums


# Raised whenever the meaning of these files changes, as when a metric sums something else.
FORMAT = 1
# Of the line of JSON, which takes twenty times as much when it is read.
MOST_TEXT = 16 << 20
AGAIN = "score the responses again"
_FIRST_LINE = re.compile(rb"leaderboard sums (\d{1,9}) ([0-9a-f]{64})\Z")


def sealed(record: dict[str, Any], numbers: bytes = b"") -> bytes:
    """The bytes of a file, the same for the same content."""
    text = json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    content = text.encode() + b"\n" + numbers
    return f"leaderboard sums {FORMAT} {hashlib.sha256(content).hexdigest()}\n".encode() + content


def opened(path: Path, most: int) -> tuple[dict[str, Any], bytes]:
    """The record and the numbers of a file of at most so many bytes; an error where it is not whole."""
    try:
        first, _, content = read_bytes(path, most).partition(b"\n")
    except InputError as error:
        raise damaged(path, error.problems[0].what) from None
    stated = _FIRST_LINE.match(first)
    if not stated:
        raise damaged(path, "not a file of saved sums")
    if int(stated[1]) != FORMAT:
        raise damaged(path, f"saved sums of format {int(stated[1])}, but format {FORMAT} is expected")
    if hashlib.sha256(content).hexdigest().encode() != stated[2]:
        raise damaged(path, "damaged: its content differs from what was saved")
    text, _, numbers = content.partition(b"\n")
    try:
        record = json.loads(text) if len(text) <= MOST_TEXT else None
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        raise damaged(path, "not a record of saved sums")
    return record, numbers


def damaged(path: Path, what: str) -> InputError:
    return InputError.about(path, what, AGAIN)


_KINDS = ("u1", "<u2", "<u4", "<f8")
# Of metrics that are in a file though nobody asks for them.
_OTHER_SUMS = 100


def packed(scored: Scored, datasets: Mapping[str, str]) -> tuple[dict[str, Any], bytes]:
    """Return the record and the numbers; ``datasets`` tells from which dataset the file of a warning is."""
    number_of: dict[bytes, int] = {}
    places, strict = (
        {
            metric: [number_of.setdefault(row.tobytes(), len(number_of)) for row in rows]
            for metric, rows in sums.items()
        }
        for sums in (scored.sums, scored.strict)
    )
    rows = [np.frombuffer(row) for row in number_of]
    kinds = [_kind(row) for row in rows]
    numbers = b"".join(row.astype(kind).tobytes() for row, kind in zip(rows, kinds, strict=True))
    record = {
        "rows": kinds,
        "metrics": places,
        **({"strict": strict, "mends": scored.mends} if scored.strict else {}),
        "missing": scored.found.missing,
        "repairs": scored.found.repairs,
        "entities": scored.entities,
        "lacking": scored.lacking,
        "faults": [_entry(dataset, about) for dataset, about in scored.faults.items()],
        "spans_differ": scored.found.spans_differ,
        "heads": scored.found.heads,
        "errors": None if scored.errors is None else asdict(scored.errors),
        "warnings": [_entry(datasets[about.file], about) for about in scored.warnings],
    }
    return record, numbers


def unpacked(
    record: Any,
    numbers: bytes,
    sizes: Mapping[str, int],
    parts: int,
    datasets: Collection[str],
    labels: Mapping[str, str],
    response: str,
    with_errors: bool = True,
) -> Scored:
    """Unpack sums; raise ValueError if anything is wrong or missing.

    ``sizes`` are the quantities of each metric that is wanted, ``datasets`` those of the key, ``labels`` the
    names of files by dataset, ``response`` the hash of the response.
    """
    rows = _rows(member(record, "rows", list), numbers, parts)
    strict = _sums(member(record, "strict", dict), rows, sizes) if "strict" in record else {}
    lacking = _lacking(member(record, "lacking", list), datasets)
    return Scored(
        sums=_sums(member(record, "metrics", dict), rows, sizes),
        errors=_profile(member(record, "errors", dict)) if with_errors else None,
        found=Findings(
            missing=count(record.get("missing")),
            repairs=count(record.get("repairs")),
            spans_differ=None if record.get("spans_differ") is None else count(record["spans_differ"]),
            # Sums that were saved before heads were counted have none.
            heads=_heads(member(record, "heads", list)) if record.get("heads") is not None else None,
        ),
        warnings=tuple(bounded(_warning(entry, labels) for entry in member(record, "warnings", list))),
        digest=response,
        # Of sums that were saved before there was this hash, only files of the same bytes are known to agree.
        entities=digest(record.get("entities", response)),
        lacking=lacking,
        faults=_faults(of_kind(list, record.get("faults", [])), lacking, labels),
        mends=_mends(member(record, "mends", list), parts) if strict else (),
        strict=strict,
    )


def quantities(metrics: tuple[Metric, ...]) -> dict[str, int]:
    """The number of sums that each metric has for a part, counted on an empty corpus."""
    first, tag = np.zeros(1, np.int64), b"NN"
    noun = Texts(np.frombuffer(tag, np.uint8), first + len(tag))
    empty = without_text([Part("", 0)])
    silent = replace(empty, tokens=first + 1, token_line=first, words=noun, tags=noun)
    table = overlap(match_exactly(silent, silent))
    return {metric: len(sums) for metric, sums in measure(table, metrics).items()}


def without_text(parts: Sequence[Part]) -> Corpus:
    """Parts without tokens and mentions."""
    none, zeros = np.zeros(0, np.int64), np.zeros(len(parts), np.int64)
    return Corpus(
        file="",
        parts=tuple(parts),
        part_line=zeros,
        tokens=zeros,
        token_line=none,
        words=None,
        tags=None,
        part=none,
        start=none,
        end=none,
        entity=none,
        line=none,
    )


def most_bytes(sizes: Mapping[str, int], parts: int) -> int:
    """The largest size of a file with so many sums, whatever other metrics it holds."""
    return MOST_TEXT + 8 * parts * (2 * sum(sizes.values()) + _OTHER_SUMS)


def _kind(row: Floats) -> str:
    """The smallest kind of number that holds a row; most rows are counts."""
    whole = bool((row == np.floor(row)).all()) and row.min(initial=0) >= 0
    fitting = (kind for kind in _KINDS[:-1] if whole and row.max(initial=0) <= np.iinfo(kind).max)
    return next(fitting, _KINDS[-1])


def _rows(kinds: list[Any], numbers: bytes, parts: int) -> Floats:
    """All rows as floats."""
    if not all(kind in _KINDS for kind in kinds):
        raise ValueError("rows of an unknown kind")
    types = [np.dtype(kind) for kind in kinds]
    if (expected := sum(kind.itemsize for kind in types) * parts) != len(numbers):
        raise ValueError(f"{len(numbers):,} bytes of sums instead of {expected:,}")
    table = np.empty((len(types), parts))
    start = 0
    for row, kind in zip(table, types, strict=True):
        row[:] = np.frombuffer(numbers, kind, parts, start)
        start += kind.itemsize * parts
    if not ((table >= 0) & (table <= 2.0**53)).all():
        raise ValueError("impossible sums")
    return table


def _places(metrics: dict[str, Any], metric: str, size: int, rows: int) -> list[int]:
    if metric not in metrics:
        raise ValueError(f"no sums of {metric}")
    places = [count(place) for place in member(metrics, metric, list)]
    if len(places) != size or not all(place < rows for place in places):
        raise ValueError(f"wrong sums of {metric}")
    return places


def _entry(dataset: str, about: Problem) -> list[str | int]:
    return [dataset, about.line, about.column, about.what, about.remedy, about.count]


def _faults(entries: list[Any], lacking: Collection[str], labels: Mapping[str, str]) -> dict[str, Problem]:
    """Why files are unreadable, of some of the datasets that are lacking."""
    problems = [_warning(entry, labels) for entry in entries]
    faults = {entry[0]: problem for entry, problem in zip(entries, problems, strict=True)}
    if not set(faults) <= set(lacking):
        raise ValueError("unreadable datasets that are not lacking")
    return faults


def _warning(entry: Any, labels: Mapping[str, str]) -> Problem:
    # What was saved before warnings could stand for several has no number.
    dataset, line, column, what, remedy, number = (*of_kind(list, entry), 1)[:6]
    file = labels.get(of_kind(str, dataset), "")
    texts = of_kind(str, what), of_kind(str, remedy)
    return Problem(file, count(line), *texts, count(column), count(number))


def _lacking(names: list[Any], datasets: Collection[str]) -> tuple[str, ...]:
    """Some of the datasets, in their order."""
    lacking = tuple(dataset for dataset in datasets if dataset in names)
    if len(lacking) < len(names) or len(lacking) == len(datasets):
        raise ValueError("lacks unknown datasets, or all of them")
    return lacking


def _sums(metrics: dict[str, Any], rows: Floats, sizes: Mapping[str, int]) -> dict[str, Floats]:
    return {metric: rows[_places(metrics, metric, size, len(rows))] for metric, size in sizes.items()}


def _heads(numbers: list[Any]) -> HeadCounts:
    if len(numbers) != len(HeadCounts._fields):
        raise ValueError("other counts of heads")
    return HeadCounts(*map(count, numbers))


def _mends(entries: list[Any], parts: int) -> tuple[Mend, ...]:
    numbers = [[count(number) for number in of_kind(list, entry)] for entry in entries]
    if len(numbers) != parts or any(len(row) != len(Mend._fields) for row in numbers):
        raise ValueError("repairs of other parts")
    return tuple(Mend(*row) for row in numbers)


def _profile(record: Any) -> ErrorProfile:
    by_class = member(record, "by_class", dict)
    others = {entry.name: count(record.get(entry.name)) for entry in fields(ErrorProfile)[2:]}
    return ErrorProfile(
        counts=_counts(record.get("counts")),
        by_class={name(kind): _counts(counts) for kind, counts in by_class.items()},
        **others,
    )


def _counts(record: Any) -> Counts:
    return Counts(**{entry.name: count(of_kind(dict, record).get(entry.name)) for entry in fields(Counts)})


# What stands beside the metrics of a slice.
_COUNTS = "counts"
_KEEPS: tuple[Keep, ...] = ("documents", "entities", "mentions", "sides")


def slice_records(slices: Sequence[PlacedSlice], parts: Sequence[PartName]) -> list[dict[str, Any]]:
    """Return the slices for the manifest; their parts are numbers of the key's."""
    return [
        {
            "by": key_slice.slicing.by,
            "only": key_slice.slicing.only,
            "keep": key_slice.slicing.keep,
            "labelled": key_slice.slicing.labelled,
            "value": key_slice.value,
            "datasets": key_slice.datasets,
            "documents": key_slice.documents,
            "key_mentions": key_slice.key_mentions,
            "key_entities": key_slice.key_entities,
            "signed": placed.signed,
            "parts": columns.tolist(),
        }
        for placed, columns in zip(slices, columns_of(slices, parts), strict=True)
        for key_slice in [placed.slice]
    ]


def columns_of(slices: Sequence[PlacedSlice], parts: Sequence[PartName]) -> list[Ints]:
    """Return where the parts of each slice stand among those of the key."""
    column = {part: number for number, part in enumerate(parts)}
    names = [
        [PartName(dataset, part.document, part.number) for dataset, part in placed.parts] for placed in slices
    ]
    return [np.array([column[name] for name in of_slice], np.int64) for of_slice in names]


def read_slices(records: Sequence[Any], parts: Sequence[PartName]) -> tuple[PlacedSlice, ...]:
    """Read the slices of a manifest; raise ValueError if anything is wrong."""
    return tuple(_slice(of_kind(dict, record), parts) for record in records)


def _slice(record: dict[str, Any], parts: Sequence[PartName]) -> PlacedSlice:
    from leaderboard.slices.slicing import Slice, Slicing

    by, value = (tuple(map(name, member(record, field, list))) for field in ("by", "value"))
    only = tuple(None if entry is None else name(entry) for entry in member(record, "only", list))
    labelled = tuple(map(name, of_kind(list, record.get("labelled", []))))
    columns = [count(entry) for entry in member(record, "parts", list)]
    keep = next((entry for entry in _KEEPS if entry == record.get("keep")), None)
    if keep is None or not by or len({len(by), len(value), len(only)}) > 1:
        raise ValueError("a slice of an unknown kind")
    if not columns or columns != sorted(set(columns)) or columns[-1] >= len(parts):
        raise ValueError("a slice of unknown parts")
    kept = [parts[column] for column in columns]
    return PlacedSlice(
        Slice(
            slicing=Slicing(by=by, only=only, keep=keep, labelled=labelled),
            value=value,
            datasets=tuple(map(name, member(record, "datasets", list))),
            documents=count(record.get("documents")),
            key_mentions=count(record.get("key_mentions")),
            key_entities=count(record.get("key_entities")),
        ),
        tuple((part.dataset, Part(part.document, part.number)) for part in kept),
        {
            field: None if text is None else name(text)
            for field, text in member(record, "signed", dict).items()
        },
    )


def named_sums(slices: Sequence[SliceSums], columns: Sequence[Ints], parts: int) -> dict[str, Floats]:
    """Return the sums of slices by name, on all parts of the key, 0 where a slice has none.

    The counts of mentions and entities stand on the first part.
    """
    named = {}
    for number, (slice_sums, column) in enumerate(zip(slices, columns, strict=True)):
        for metric, sums in slice_sums.sums.items():
            named[_called(number, metric)] = spread = np.zeros((len(sums), parts))
            spread[:, column] = sums
        named[_called(number, _COUNTS)] = counts = np.zeros((2, parts))
        counts[:, 0] = slice_sums.mentions, slice_sums.entities
    return named


def sizes(slices: Sequence[PlacedSlice], metrics: Sequence[Metric]) -> dict[str, int]:
    """Return the number of sums of each metric on each slice, by name."""
    from leaderboard.slices.sums import slice_metrics

    named = {}
    known: dict[Keep, dict[str, int]] = {}
    for number, placed in enumerate(slices):
        slicing = placed.slice.slicing
        if slicing.keep not in known:
            known[slicing.keep] = {**quantities(slice_metrics(slicing, metrics)), _COUNTS: 2}
        named.update({_called(number, name): size for name, size in known[slicing.keep].items()})
    return named


def slices_in(
    sums: Mapping[str, Floats], slices: Sequence[PlacedSlice], columns: Sequence[Ints]
) -> tuple[SliceSums, ...]:
    """Return the sums of slices from those by name."""
    from leaderboard.slices.sums import SliceSums

    read = []
    for number, (placed, column) in enumerate(zip(slices, columns, strict=True)):
        beginning = _called(number, "")
        of_slice = {name.removeprefix(beginning): sums[name] for name in sums if name.startswith(beginning)}
        mentions, entities = of_slice.pop(_COUNTS)[:, 0].astype(int).tolist()
        kept = {name: rows[:, column] for name, rows in of_slice.items()}
        read.append(SliceSums(placed.slice.value, kept, mentions, entities))
    return tuple(read)


def _called(number: int, name: str) -> str:
    return f"slice {number} {name}"
