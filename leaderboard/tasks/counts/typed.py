"""What is typed about a table of counts: which source is one, its options, metrics, units and slices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from leaderboard.errors import SHOWN, UsageError, check_known
from leaderboard.formats.counts import FIXED, NO_ROWS, OPTIONAL, Rows, Source, is_table, number, read_rows
from leaderboard.formats.source import table_fault
from leaderboard.metrics.defined import Definition, definitions, own_metrics
from leaderboard.options import SCORED, Options, read_options
from leaderboard.options.configuration import Configuration, check_effects, configure, origins_of
from leaderboard.options.options import OF_TABLES
from leaderboard.options.values import reading
from leaderboard.text import joined

if TYPE_CHECKING:
    from leaderboard.slices.slicing import Slicing

# The options about what is scored that a table has, and others that it has not.
_SCORED = (
    *("metric", "primary", "lower", "percent", "rename", "systems", "by", "bands", "datasets"),
    *("missing", "missing_dataset", "average", "track"),
)
_OTHERS = ("cluster", "blocks", "errors", "reader", "reader_systems", "save", "saved")
_INSTEAD = {
    "cluster": "name the column of clusters, as `--rename topic=cluster`",
    "unit": "use item or cluster",
}
# The columns of coreference's own counts, which are clusters, and with a number items.
_DOCUMENTS = ("document", "part")


def table_among(sources: Sequence[object], options: Mapping[str, object], needs: str = "") -> Any:
    """The table of counts that is named, alone, if any: a file, a folder of such files, or a data frame."""
    found = [one for one in sources if _is_counts(one, options.get("rename"), needs)]
    if found and len(sources) > 1:
        raise UsageError("a table of counts is named alone; put several files into a folder")
    return found[0] if found else None


def refuse_counts(sources: Sequence[object], command: str) -> None:
    """Refuse a table where a command is about mentions."""
    if any(_is_counts(one) for one in sources):
        what = f"`leaderboard {command}` is about mentions, which a table of counts does not have"
        raise UsageError(f"{what}; use rank, compare or score")


def _is_counts(source: object, rename: object = None, needs: str = "") -> bool:
    if isinstance(source, str | Path) and "\0" not in str(source):
        return is_table(Path(source), renamed(rename), needs)
    return hasattr(source, "columns") or hasattr(source, "to_pandas")


def renamed(texts: Any) -> dict[str, str]:
    """The new name of each column."""
    rename = {}
    for text in [texts] if isinstance(texts, str) else texts or ():
        old, _, new = str(text).rpartition("=")
        if new not in FIXED or not old:
            what = f"--rename is {str(text)[:SHOWN]!r}"
            raise UsageError(f"{what}; write OLD=NEW, where NEW is {joined(FIXED, last='or')}")
        rename[old] = new
    return rename


def configuration_of_counts(
    source: object, options: Mapping[str, object], shown: Mapping[str, object] = MappingProxyType({})
) -> Configuration:
    """The options of a table; those that it has no use for are refused where they were typed."""
    with reading(True):
        if isinstance(source, str | Path):
            path = Path(source)
            found = configure(options, path if path.is_dir() else path.parent, shown)
        else:
            stated = origins_of(dict.fromkeys(options, "option"))
            found = Configuration(options=read_options(options), origins=stated)
            check_effects(found.options, stated)
    useless: dict[str, Any] = {}
    for entry in fields(Options):
        name, value = entry.name, getattr(found.options, entry.name)
        wrong = value not in OF_TABLES[name] if name == "unit" else (name, value) == ("average", "document")
        if wrong or name in _OTHERS or (entry.metadata["panel"] == SCORED and name not in _SCORED):
            useless[name] = entry.default
            if found.origins[name] == "option":
                said = f"--{name.replace('_', '-')}{f' {value}' if wrong else ''}"
                what = f"{said} is for responses, and a table of counts has none"
                raise UsageError(f"{what}; {_INSTEAD.get(name, 'leave it out')}")
    return replace(found, options=replace(found.options, **useless))


class ReadCounts(NamedTuple):
    """The rows, the metrics that are asked for, those of coreference that the table has, and the rest."""

    rows: Rows
    metrics: Mapping[str, Definition]
    own: Mapping[str, Definition]
    options: Options
    by: Sequence[Slicing]


def read_counts(sources: Sequence[Source], configuration: Configuration, every: bool) -> ReadCounts:
    """Read what counts: without a metric that is asked for ``every`` column with numbers, or the only one."""
    options, origins = configuration.options, configuration.origins
    named = dict.fromkeys(name for one in sources for name in one.header)
    header = [name for name in named if name in OPTIONAL or all(name in one.header for one in sources)]
    own = {} if "item" in header else own_metrics(header)
    _check_header(sources, header, bool(own))
    first = next(sources[0].chunks(), {})
    texts, numeric = options.metric, _numeric(first, header)
    if origins["metric"] == "default":
        if not first:
            raise table_fault(Path(sources[0].file), 0, *NO_ROWS)
        some = numeric if every and not own else _suggested(sources[0].file, header, numeric, [*own], options)
        texts = tuple(some)
    metrics = definitions(texts, header, numeric or header)
    options = _settled(configuration, metrics, bool(own) or "cluster" in header)
    by = [_slicing(text, header) for text in options.by or ()]
    names = (*FIXED, *(_DOCUMENTS if own else ()), *(name for one in by for name in one.by))
    numbers = [column for one in (*metrics.values(), *own.values()) for column in one.columns]
    known = dict.fromkeys(name for name in names if name in header or name == "system")
    return ReadCounts(read_rows(sources, known, dict.fromkeys(numbers)), metrics, own, options, by)


def _check_header(sources: Sequence[Source], header: Sequence[str], own: bool) -> None:
    """Refuse a table that does not name items or systems."""
    named = len(sources) > 1 or "system" in header
    for name, known in (("item", own or "item" in header), ("system", named)):
        if not known:
            what = f"{sources[0].file}: no column is called {name}; the columns are {', '.join(header)}"
            other = next((one for one in header if one not in FIXED), "id")
            raise UsageError(f"{what}; name it, as `--rename {other}={name}`")


def _numeric(columns: Mapping[str, Sequence[object]], header: Sequence[str]) -> list[str]:
    """The columns that begin with numbers and are no names."""
    values = {
        name: next((value for value in map(number, columns.get(name, ())) if not np.isnan(value)), np.inf)
        for name in header
        if name not in (*FIXED, *_DOCUMENTS)
    }
    return [name for name, value in values.items() if np.isfinite(value)]


def _suggested(
    file: str, header: Sequence[str], numeric: Sequence[str], own: Sequence[str], options: Options
) -> Sequence[str]:
    """The metrics of a table where none is asked for."""
    sliced = {piece.partition("=")[0] for text in options.by or () for piece in text.split("/")}
    numeric = [name for name in numeric if name not in sliced]
    if "value" in header or own or len(numeric) == 1:
        return ["value"] if "value" in header else own or numeric
    known = f"the columns {joined(numeric)} hold numbers" if numeric else "no column holds numbers"
    raise UsageError(f"{file}: {known}; name a metric with --metric")


def _settled(configuration: Configuration, metrics: Mapping[str, Definition], clustered: bool) -> Options:
    """The options with the unit and the primary metric of a table."""
    options = configuration.options
    first = "conll" if "conll" in metrics and metrics["conll"].own else next(iter(metrics))
    primary = first if configuration.origins["primary"] == "default" else options.primary
    check_known("--primary", "metric", [primary], metrics)
    check_known("--lower", "metric", options.lower or (), metrics)
    check_known("--percent", "metric", options.percent or (), [*metrics, "none"])
    unit = options.unit if options.of_table else "cluster" if clustered else "item"
    if unit == "cluster" and not clustered:
        raise UsageError("--unit cluster: no column is called cluster; name it, as `--rename topic=cluster`")
    texts = tuple(one.text for one in metrics.values())
    return replace(options, unit=unit, primary=primary, metric=texts)


def _slicing(text: str, header: Sequence[str]) -> Slicing:
    """The columns to slice by, and the values that are asked for."""
    from leaderboard.slices.slicing import Slicing, crossing

    names, only = crossing(text, header)
    check_known(f"--by {text}", "column", names, header)
    return Slicing(by=names, only=only, keep="items")
