"""Statistics of files as tables, as a record and as files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING

from leaderboard.description import GROUPS, Entities, Group, Mentions
from leaderboard.report.features.problems import rejections_of, warnings_of
from leaderboard.report.forms.json import head
from leaderboard.report.forms.latex import render_latex
from leaderboard.report.forms.markdown import section
from leaderboard.report.relation import Field, Relation, relation_of
from leaderboard.report.table import Column, Table, Value
from leaderboard.text import counted
from leaderboard.verbs.describe import DescribeResult

if TYPE_CHECKING:
    from leaderboard.verbs.describe import FileDescription


_NAMES = ("system", "dataset", "file")
# The tags of heads that have columns of their own.
TAGS = ("NOUN", "PRON", "PROPN", "DET", "ADJ", "VERB", "ADV", "NUM", "_")
OTHER = "other"
_FIGURES = (
    "documents",
    "sentences",
    "words",
    "empty_nodes",
    "longest_document",
    "words_per_document",
)

_MEANS = ("words_per_document", "per_1000_words", "mean_size", "mean_length")
_SIZES = ("1", "2", "3", "4", "5+")
_OF_ENTITIES = (
    *("count", "per_1000_words", "mentions", "largest", "mean_size"),
    *(f"sizes_{size}" for size in _SIZES),
    "range_p95",
)
_OF_MENTIONS = (
    *("count", "per_1000_words", "words", "longest", "mean_length"),
    *(f"lengths_{length}" for length in ("0", *_SIZES)),
    *("with_empty", "with_gap", "non_treelet"),
    *(f"head_upos_{tag}" for tag in (*TAGS, OTHER)),
)
_COLUMNS = (
    *_NAMES,
    *_FIGURES,
    *(
        f"{group}_{what}_{name}"
        for group in GROUPS
        for what, names in (("entities", _OF_ENTITIES), ("mentions", _OF_MENTIONS))
        for name in names
    ),
)


def description_of(result: DescribeResult) -> Relation:
    """One row per file, with all counts."""
    fields = [Field(Column(name, name, _kind(name)), itemgetter(name)) for name in _COLUMNS]
    return relation_of("description", _NAMES, fields, map(_whole, result.files))


def _kind(name: str) -> str:
    if name in _NAMES:
        return "text"
    return "number" if name.endswith(_MEANS) else "count"


def _whole(one: FileDescription) -> dict[str, Value]:
    row: dict[str, Value] = {"system": one.system, "dataset": one.dataset or None, "file": one.file}
    row |= {name: getattr(one.description, name) for name in _FIGURES}
    for name, group in one.description.groups.items():
        mentions = asdict(group.mentions) | {"head_upos": shown_tags(group.mentions)}
        row |= _flat(f"{name}_entities", asdict(group.entities)) | _flat(f"{name}_mentions", mentions)
    return row


def _flat(prefix: str, figures: Mapping[str, object]) -> dict[str, Value]:
    """The figures by their whole names; those of several values have one name for each."""
    flat: dict[str, Value] = {}
    for name, value in figures.items():
        if isinstance(value, Mapping):
            flat |= _flat(f"{prefix}_{name}", value)
        else:
            assert value is None or isinstance(value, int | float)
            flat[f"{prefix}_{name}"] = value
    return flat


def shown_tags(mentions: Mentions) -> dict[str, int | None]:
    """The counts of tags that have columns, and of all others together."""
    if mentions.head_upos is None:
        return dict.fromkeys((*TAGS, OTHER))
    shown = {tag: mentions.head_upos.get(tag, 0) for tag in TAGS}
    return {**shown, OTHER: mentions.count - sum(shown.values())}


def description_tables(result: DescribeResult) -> list[Table]:
    """The tables that people read: texts, entities, mentions, and the forms of mentions."""
    alone = () if _has_singletons(result) else (NO_SINGLETONS,)
    ranges = joined_entities(result.across.by, result.across.groups) if result.across else RANGE_NOTE
    return [
        _text_table(result),
        _group_table(result, ENTITIES, _ENTITY_COLUMNS, _entity_cells, SIZES_NOTE, ranges, *alone),
        _group_table(result, MENTIONS, _MENTION_COLUMNS, _mention_cells, LENGTHS_NOTE),
        _group_table(result, FORMS, _FORM_COLUMNS, _form_cells, FORMS_NOTE, TREELET_NOTE),
    ]


_TEXT_COLUMNS = tuple(Column(name, name.replace("_", " ").capitalize(), "count") for name in _FIGURES)
_ENTITY_COLUMNS = (
    Column("count", "Entities", "count"),
    Column("per_1000_words", "Per 1,000 words", "count"),
    Column("largest", "Largest", "count"),
    Column("mean_size", "Mean size", "count"),
    *(Column(f"sizes_{size}", f"Size {size}", "count") for size in _SIZES),
    Column("range_p95", "Range 95 %", "count"),
)
_MENTION_COLUMNS = (
    Column("count", "Mentions", "count"),
    Column("per_1000_words", "Per 1,000 words", "count"),
    Column("longest", "Longest", "count"),
    Column("mean_length", "Mean length", "count"),
    *(Column(f"lengths_{length}", f"Length {length}", "count") for length in ("0", *_SIZES)),
)
_FORM_COLUMNS = (
    Column("with_empty", "With empty node", "count"),
    Column("with_gap", "With gap", "count"),
    Column("non_treelet", "Not a treelet", "count"),
    *(Column(f"head_upos_{tag}", tag, "count") for tag in (*TAGS, OTHER)),
)


def _text_table(result: DescribeResult) -> Table:
    names, labels = _names(result)
    rows = []
    for name, one in zip(names, result.files, strict=True):
        *counts, mean = (getattr(one.description, figure) for figure in _FIGURES)
        rows.append((*name, *counts, f"{mean:.0f}"))
    return Table(TEXTS, (*labels, *_TEXT_COLUMNS), tuple(rows))


def _group_table(
    result: DescribeResult,
    caption: str,
    columns: tuple[Column, ...],
    cells: Callable[[Group], Iterator[Value]],
    *notes: str,
) -> Table:
    """A row for each group of each file; without singletons all groups are one."""
    names, labels = _names(result)
    groups = GROUPS if _has_singletons(result) else GROUPS[:1]
    rows = tuple(
        (*name, group.replace("_", "-"), *cells(one.description.groups[group]))
        for name, one in zip(names, result.files, strict=True)
        for group in groups
    )
    starts = range(len(groups), len(rows), len(groups)) if len(groups) > 1 else ()
    return Table(
        caption, (*labels, Column("group", "Group"), *columns), rows, notes, groups=frozenset(starts)
    )


def _has_singletons(result: DescribeResult) -> bool:
    return any(file.description.singletons.entities.count for file in result.files)


def _names(result: DescribeResult) -> tuple[list[tuple[str, ...]], tuple[Column, ...]]:
    """Name each file by its system and dataset, or by its path where these are not unique."""
    system, dataset = Column("system", "System"), Column("dataset", "Dataset")
    both = [(file.system, file.dataset) for file in result.files]
    if len(set(both)) < len(both):
        return [(file.file,) for file in result.files], (Column("file", "File"),)
    if any(file.dataset for file in result.files):
        return [*both], (system, dataset)
    return [(file.system,) for file in result.files], (system,)


def _entity_cells(group: Group) -> Iterator[Value]:
    found: Entities = group.entities
    yield from (found.count, f"{found.per_1000_words:.0f}", found.largest, f"{found.mean_size:.1f}")
    yield from map(partial(_percentage, total=found.count), found.sizes.values())
    yield found.range_p95


def _mention_cells(group: Group) -> Iterator[Value]:
    found = group.mentions
    yield from (found.count, f"{found.per_1000_words:.0f}", found.longest, f"{found.mean_length:.1f}")
    yield from map(partial(_percentage, total=found.count), found.lengths.values())


def _form_cells(group: Group) -> Iterator[Value]:
    found = group.mentions
    counts = (found.with_empty, found.with_gap, found.non_treelet, *shown_tags(found).values())
    yield from map(partial(_percentage, total=found.count), counts)


def _percentage(count: int | None, total: int) -> str | None:
    """A share of nothing is 0."""
    return None if count is None else f"{100 * count / max(1, total):.1f}"


def description_record(result: DescribeResult) -> dict[str, object]:
    return {
        **head(None, None),
        "across": result.across and asdict(result.across),
        "files": [
            {
                "system": file.system,
                "dataset": file.dataset or None,
                "file": file.file,
                "heads": file.heads,
                **asdict(file.description),
            }
            for file in result.files
        ],
        "rejected": [*rejections_of(result.rejected).values()],
        "warnings": [*warnings_of(result.warnings).values()],
    }


TEXTS = "Documents and words"
ENTITIES = "Entities"
MENTIONS = "Mentions"
FORMS = "Mentions by form and part of speech of the head"

SIZES_NOTE = "Size 1, 2, ...: percentages of the entities."
RANGE_NOTE = (
    "Range 95 %: words from the first to the last mention of an entity; 95 % of entities reach no further. "
    "In CorefUD files it is measured between their heads, and empty nodes count as words."
)
LENGTHS_NOTE = "Length 0, 1, ...: percentages of the mentions, by number of words without empty nodes."
FORMS_NOTE = "All columns are percentages of the mentions. Penn tags and rare universal tags count as other."
TREELET_NOTE = "Not a treelet: the mention is not one connected part of the dependency tree."
NO_SINGLETONS = "There are no singletons."


def joined_entities(by: str, groups: int) -> str:
    """Return over what entities are joined; these have no range."""
    groups_of = counted(groups, "group")
    return f"An id is one entity throughout a {by} ({groups_of} of documents). Entities have no range."


def description_files(result: DescribeResult) -> dict[str, bytes]:
    """Return the content of each file by its name."""
    tables = description_tables(result)
    texts = {
        "describe.csv": description_of(result).csv(),
        "describe.md": "\n".join(map(section, tables)),
        "describe.tex": "\n".join(map(render_latex, tables)),
    }
    return {name: text.encode() for name, text in texts.items()}
