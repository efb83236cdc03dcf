"""The CSV, the JSON and the frame of each command hold the same cells."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.report.diff.tables import changes_of, diff_record
from leaderboard.report.features.correlations import correlate_record, correlations_of
from leaderboard.report.features.descriptions import description_of, description_record
from leaderboard.report.features.power import power_record, smallest_differences
from leaderboard.report.features.prices import price_record, prices_of
from leaderboard.report.features.probe import points_of, probe_record
from leaderboard.report.features.problems import findings, validation_record
from leaderboard.report.features.scores import documents, score_record, scores_of_systems
from leaderboard.report.forms.csv import render_csv
from leaderboard.report.forms.json import render_json
from leaderboard.report.frame import relations_of
from leaderboard.report.ranking_record import rank_record
from leaderboard.report.relation import OUTER, Relation
from leaderboard.report.sections import all_tables, sections
from leaderboard.report.table import Column
from leaderboard.report.tables.comparisons import compare_record
from leaderboard.report.tables.pairs import comparisons
from leaderboard.verbs.rank import RankResult
from tests.report.made_ranking import texts
from tests.support import small_task, two_reports
from tests.support.made_task import made_crac_task, made_phases, made_runs, made_task, without
from tests.support.running import Typed
from tests.support.small_task import BROKEN, FAIR, KEY, OTHER_LINK, parts

FEW: dict[str, Any] = {"trials": 50, "draws": 100}
Records = Sequence[Mapping[str, Any]]


@pytest.fixture(autouse=True)
def task(here: Path) -> None:
    small_task.write(here, key=KEY, fair=FAIR, other=parts(*[OTHER_LINK] * 3), broken=BROKEN)
    for dataset in ("one", "two"):
        small_task.write(here / "sets" / "key", **{dataset: KEY})
        small_task.write(here / "sets" / "fair", **{dataset: FAIR})
    small_task.write(here / "sets" / "lacking", one=FAIR)
    for run in (1, 2):
        small_task.write(here, **{f"runs@{run}": parts(*[OTHER_LINK] * run)})


def scored(*names: str, **options: Any) -> tuple[Any, Relation, dict[str, Any]]:
    result = leaderboard.score(*names, **options)
    relation = documents(result) if options.get("per_document") else scores_of_systems(result)
    return result, relation, score_record(result)


def of_systems(record: Mapping[str, Any]) -> Iterator[Records]:
    for system in record["systems"]:
        yield (system,)
        yield from ((dataset, system) for dataset in system["datasets"])


def of_parts(record: Mapping[str, Any]) -> Iterator[Records]:
    rows = [(part, system) for system in record["systems"] for part in system["per_document"]]
    rows.sort(key=lambda row: (row[0]["document"], row[0]["part"]))
    return iter(rows)


def test_scores() -> None:
    check(*scored("fair.conll", "other.conll", "broken.conll"), of_systems)


def test_scores_of_runs() -> None:
    check(*scored("runs@1.conll", "runs@2.conll", "fair.conll"), of_systems)


def test_scores_of_documents() -> None:
    check(*scored("fair.conll", "other.conll", per_document=True), of_parts)


@pytest.mark.parametrize("policy", ["exclude", "zero"])
def test_scores_of_datasets(policy: str) -> None:
    check(*scored("sets/fair", "sets/lacking", missing_dataset=policy), of_systems)


def test_comparisons() -> None:
    result = leaderboard.compare("fair.conll", "other.conll", "runs@1.conll", "runs@2.conll", **FEW)
    relation = comparisons(result.families, result.text_repairs)
    check(result, relation, compare_record(result), lambda found: zip(found["comparisons"]))


def test_prices_of_errors() -> None:
    result = leaderboard.error_prices("fair.conll", "other.conll", "broken.conll", draws=100)
    relation = prices_of(result.systems, result.kinds)
    check(
        result,
        relation,
        price_record(result),
        lambda found: ((kind, system) for system in found["systems"] for kind in system["kinds"]),
    )


def test_findings() -> None:
    result = leaderboard.validate("fair.conll", "broken.conll")
    verdict = {"severity": "summary"}
    check(
        result,
        findings(result),
        validation_record(result),
        lambda found: (
            row
            for one in found["systems"]
            for row in (*((each, one) for each in one["findings"]), (verdict, one))
        ),
        but=("what", "remedy"),
    )


def test_descriptions() -> None:
    result = leaderboard.describe("key.conll", "fair.conll")
    relation = description_of(result)
    groups = [
        column.name
        for column in relation.columns
        if "_entities_" in column.name or "_mentions_" in column.name
    ]
    check(result, relation, description_record(result), lambda found: zip(found["files"]), but=groups)
    [first, *_] = json.loads(render_json(description_record(result)))["files"]
    row = leaderboard.frame(result).iloc[0]
    assert row["all_entities_sizes_3"] == first["all"]["entities"]["sizes"]["3"]
    assert row["singletons_mentions_mean_length"] == first["singletons"]["mentions"]["mean_length"]


def test_a_description_of_nothing_has_the_columns() -> None:
    nothing, something = leaderboard.describe("broken.conll"), leaderboard.describe("key.conll")
    assert list(leaderboard.frame(nothing).columns) == list(leaderboard.frame(something).columns)


def test_correlations() -> None:
    result = leaderboard.correlate(made_task(), metric=("muc", "lea", "conll"), draws=100)
    relation = correlations_of(result.correlations)
    check(result, relation, correlate_record(result), lambda found: zip(found["correlations"]))


@pytest.mark.parametrize("margin", [None, 1.0])
def test_power(margin: float | None) -> None:
    result = leaderboard.power(made_task(), metric=("muc", "conll"), draws=100, margin=margin)
    check(result, smallest_differences(result), power_record(result), lambda found: zip(found["metrics"]))


@pytest.mark.parametrize("key", [None, "key.conll"])
def test_probe(key: str | None) -> None:
    result = leaderboard.probe("split", key=key)
    check(result, points_of(result), probe_record(result), lambda found: zip(found["experiments"]))


TASKS: dict[str, tuple[Callable[[], Path], dict[str, Any]]] = {
    "phases": (made_phases, {"by": ["genre"], "leave_one_out": True}),
    "datasets": (lambda: without(Path("lacking"), "eager", "set2"), {"missing_dataset": "exclude"}),
    "settings": (made_crac_task, {"settings": "head,exact", "missing_dataset": "zero"}),
    "runs": (made_runs, {"against": "ours"}),
    "margin": (made_task, {"margin": 1.0, "unit": "part", "interval": "bca"}),
}
UNWRITTEN = ("documents", "repairs")  # their size keeps them out of the JSON


@pytest.mark.parametrize("task", TASKS)
def test_relations_of_a_ranking(task: str) -> None:
    folder, options = TASKS[task]
    few = {"metric": ("muc", "conll"), "trials": 100, "draws": 100}
    check_all(leaderboard.rank(folder(), **{**few, **options}))


def test_relations_of_cards_means_and_repaired_texts() -> None:
    folder = without(Path("lacking"), "eager", "set2")
    settings = '[systems.close]\nteam = "A, B"\nyear = 2024\nopen = true\n[means]\nends = ["set1", "set3"]\n'
    (folder / "leaderboard.toml").write_text(settings)
    check_all(leaderboard.rank(folder, metric="conll", missing_dataset="zero", trials=100, draws=100))
    Path("texts").mkdir()
    good = "Ann|[1 Lee|1] sees her|[1] dog|[2]"
    Path("texts", "mended.txt").write_text(f"{good.replace('sees', 'saw')}\n{good}\n{good}\n")
    Path("texts", "plain.txt").write_text(f"{good}\n" * 3)
    check_all(leaderboard.rank("texts", key="key.conll", repair="align", trials=100, draws=100))


def check_all(result: RankResult) -> None:
    """Check every relation of a ranking; those with rows have a file, those of rows alone no other."""
    record = json.loads(render_json(rank_record(result)))
    rankings = (record, *record["earlier"])
    systems = [*record["systems"], *record["excluded"]]
    ranked = record["systems"]
    classes = [(one, {"class": "all", **one["errors"]}) for one in ranked]
    rows: dict[str, list[Records]] = {
        "systems": [(one,) for one in ranked],
        "prices": [(kind, one) for one in ranked for kind in one["kinds"]],
        "errors": [
            (row, {"system": one["system"]})
            for one, whole in classes
            for row in (whole, *({"class": name, **of} for name, of in whole["by_class"].items()))
        ],
        "ranks": [
            ({"metric": name, **places, **one["scores"][name]}, one)
            for one in ranked
            for name, places in one["ranks"].items()
        ],
        "phases": [
            ({"kind": "phase", "board": one["phase"], **system}, {"phase": one["phase"]})
            for one in (rankings if record["phase"] else ())
            for system in one["systems"]
        ],
        "runs": [(run, one) for one in ranked for run in one["runs"]],
        "cards": [({"system": one["system"]}, one["card"] or {}) for one in systems] if result.cards else [],
    }
    for kind in ("slice", "track", "dataset", "mean", "setting"):
        rows[f"{kind}s"] = [
            (system, {"kind": kind, **board}, {"phase": one["phase"]})
            for one in rankings
            for board in one[f"{kind}s"]
            for system in board["systems"]
        ]
    found = relations_of(result)
    for name, relation in found.items():
        own = None if name in UNWRITTEN else rows.get(name) or [(row,) for row in record.get(name, ())]
        check_cells(result, relation, own, name)
    alike(record)
    files = texts(result, ())
    for section in sections(result):
        for name in ("leaderboard.md", "leaderboard.html", "leaderboard-appendix.tex")[
            : 2 + section.in_paper
        ]:
            for table in all_tables(section):
                assert table.caption in unescape(files[name]).replace(r"\%", "%"), (section.name, name)
    assert {one.file for one in found.values() if one.file and one.when} == {
        name for name in files if name.endswith(".csv")
    }


def test_prices_of_pairs() -> None:
    result = leaderboard.error_prices("fair.conll", "other.conll", draws=100, trials=100)
    found = json.loads(render_json(price_record(result)))["price_comparisons"]
    check_cells(result, relations_of(result)["prices"], None, "prices")
    relation = relations_of(result)["price_comparisons"]
    check_cells(result, relation, [(row,) for row in found], relation.name)


def test_changes_of_a_leaderboard(tmp_path: Path) -> None:
    old = two_reports.record([two_reports.system("a", 1), two_reports.system("gone", 2, 2, 4, 0.7)])
    new = two_reports.record([two_reports.system("a", 2), two_reports.system("n", 1)])
    result = leaderboard.diff(
        *(two_reports.write(tmp_path / str(at), one) for at, one in enumerate((old, new)))
    )
    check(result, changes_of(result), diff_record(result), lambda found: zip(found["systems"]))


BESIDE = ("rejected", "warnings")
# The relations of each command, the main one first.
RELATIONS: dict[str, tuple[str, ...]] = {
    "score": ("scores", "documents", "errors", "runs", *BESIDE),
    "compare": ("comparisons", "price_comparisons", "errors", "runs", *BESIDE),
    "error_prices": ("prices", "price_comparisons", *BESIDE),
    "describe": ("description", *BESIDE),
    "correlate": ("correlations", "rejected"),
    "power": ("power", "rejected"),
    "probe": ("probe", "rejected"),
    "validate": ("findings", "warnings"),
}
# Where the rows stand that are no list of that name in the JSON.
ROWS: dict[str, Callable[[Mapping[str, Any]], Iterator[Records]]] = {
    "documents": of_parts,
    "errors": lambda record: (
        (row, {"system": one["system"]})
        for one in record["systems"]
        for row in ({"class": "all", **one["errors"]}, *_of_classes(one["errors"]["by_class"]))
    ),
    "runs": lambda record: ((run, one) for one in record["systems"] for run in one["runs"]),
}
GIVEN = ("fair.conll", "runs@1.conll", "runs@2.conll", "other.conll", "broken.conll")
CALLS: dict[str, tuple[Callable[[], Any], Callable[[Any], Mapping[str, Any]]]] = {
    "score": (lambda: leaderboard.score(*GIVEN, per_document=True, errors=True), score_record),
    "compare": (lambda: leaderboard.compare(*GIVEN, **FEW), compare_record),
    "error_prices": (lambda: leaderboard.error_prices(*GIVEN, **FEW), price_record),
    "describe": (lambda: leaderboard.describe("key.conll", "broken.conll"), description_record),
    "correlate": (lambda: leaderboard.correlate(made_task(), draws=100), correlate_record),
    "power": (lambda: leaderboard.power(made_task(), draws=100), power_record),
    "probe": (lambda: leaderboard.probe("split"), probe_record),
    "validate": (lambda: leaderboard.validate("fair.conll", "broken.conll"), validation_record),
}


def _of_classes(by_class: Mapping[str, Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    return ({"class": name, **counts} for name, counts in by_class.items())


@pytest.mark.parametrize("command", RELATIONS)
def test_frames_have_every_relation_of_a_command(command: str) -> None:
    call, record_of = CALLS[command]
    result = call()
    found = relations_of(result)
    assert tuple(found) == RELATIONS[command]
    assert list(leaderboard.frame(result)) == list(leaderboard.frame(result, RELATIONS[command][0]))
    record = json.loads(render_json(dict(record_of(result))))
    for name in RELATIONS[command][1:]:
        rows = list(ROWS[name](record) if name in ROWS else zip(record[name]))
        check_cells(result, found[name], rows, name)
    if "rejected" in found and command not in ("correlate", "power", "probe"):
        assert "broken" in set(leaderboard.frame(result, "rejected")["system"])


def test_a_relation_without_rows_has_its_columns() -> None:
    some, none = (leaderboard.score(*GIVEN[:count], errors=count > 1) for count in (4, 1))
    for name in RELATIONS["score"][1:]:
        assert len(leaderboard.frame(none, name)) == 0
        assert list(leaderboard.frame(none, name)) == list(leaderboard.frame(some, name))


def test_only_results_have_frames() -> None:
    with pytest.raises(TypeError) as caught:
        leaderboard.frame({"scores": 1})  # type: ignore[arg-type]
    takes = "a result, a Scorer, or what its scores() or per_document() returned"
    assert str(caught.value) == f"frame takes {takes}, not {{'scores': 1}}"


PRINTED: dict[str, tuple[str, Callable[..., Any], Callable[[Any], Mapping[str, Any]], dict[str, Any]]] = {
    "score": ("fair.conll other.conll", leaderboard.score, score_record, {"metric": "lea"}),
    "compare": ("fair.conll other.conll", leaderboard.compare, compare_record, FEW),
    "correlate": ("scores.csv", leaderboard.correlate, correlate_record, {}),
    "describe": ("key.conll fair.conll", leaderboard.describe, description_record, {}),
    "validate": ("fair.conll broken.conll", leaderboard.validate, validation_record, {}),
    "power": (str(made_task()), leaderboard.power, power_record, {"metric": "muc", "draws": 100}),
    "probe": ("split", leaderboard.probe, probe_record, {"metric": "muc"}),
}


@pytest.mark.parametrize("command", PRINTED)
def test_commands_print_what_functions_return(typed: Typed, command: str) -> None:
    Path("scores.csv").write_text("system,muc,lea,conll\na,70,60,65\nb,65,59,62\nc,66,50,64\n")
    names, function, record, options = PRINTED[command]
    result = function(*names.split(), **options)
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    found = {form: typed(command, *names.split(), *words, "--format", form).out for form in ("csv", "json")}
    assert found["csv"] == next(iter(relations_of(result).values())).csv()
    assert found["json"] == render_json(dict(record(result)))


def check(
    result: Any, relation: Relation, record: Mapping[str, Any], rows: Any, but: Sequence[str] = ()
) -> None:
    """Check that all three have the same cells, that keys are unique, and that records are alike."""
    written = json.loads(render_json(dict(record)))
    found = list(rows(written))
    assert found
    check_cells(result, relation, found, relation.name, but)
    alike(written)


def check_cells(
    result: Any,
    relation: Relation,
    records: Sequence[Records] | None,
    name: str,
    but: Sequence[str] = (),
) -> None:
    """Check the CSV and the frame of a relation, and its records, if there are any."""
    text = relation.csv()
    assert text == render_csv(relation.table())
    head, *lines = csv.reader(io.StringIO(text))
    frame = leaderboard.frame(result, name)
    assert list(frame.columns) == head
    shown = [column for column in relation.columns if not column.in_records]
    for column, cells in zip(relation.columns, zip(*relation.rows, strict=True), strict=False):
        assert (column.kind in ("flag", "card")) >= (bool in map(type, cells)), column
        assert (column.kind in ("bounds", "list", "card")) >= (tuple in map(type, cells)), column
    own: Sequence[Records | None] = [None] * len(lines) if records is None else records
    assert len(own) == len(lines) == len(frame), relation.name
    for line, of_frame, row in zip(lines, frame.itertuples(index=False), own, strict=True):
        cells = iter(zip(line, of_frame, strict=True))
        for column in shown:
            for end in range(2 if column.kind == "bounds" else 1):
                written, value = next(cells)
                blank = value != value or (column.kind == "list" and not value)
                assert same(written, None if blank else value), column
                if row is not None and column.name not in but:
                    assert same(written, looked_up(row, column, end)), (relation.name, column, row)
    keys = [tuple(dict(zip(head, line, strict=True)).get(name) for name in relation.key) for line in lines]
    assert len(set(keys)) == len(keys), relation.name


def looked_up(records: Records, column: Column, end: int) -> Any:
    """The value of a column in a record, or in the one around it."""
    path, _, place = (column.name if column.path in ("", OUTER) else column.path).partition("[")
    first, *steps = path.split(".")
    value = next((record[first] for record in records if first in record), None)
    for step in steps:
        value = value if value is None else value.get(step)
    if column.kind == "bounds" or place:
        return value[end or int(place[:-1] or "0")] if value else None
    if isinstance(value, list):
        several = [",".join(one) if isinstance(one, list) else str(one) for one in value]
        return ("," if column.name == "changes" else "/").join(several) or None
    return value


def same(written: str, value: Any) -> bool:
    if value is None or written == "":
        return value is None and written == ""
    if isinstance(value, str):
        return written.removeprefix("'") == value.removeprefix("'")
    return written == str(value).lower() or float(written) == value


def alike(value: Any, place: str = "") -> None:
    """Check that the records of each list have the same members in the same order."""
    members = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    if isinstance(value, list) and place != "remarks":
        assert len({tuple(one) for one in value if isinstance(one, dict)}) <= 1, place
    names = list(value) if isinstance(value, dict) else [place] * len(members)
    for name, member in zip(names, members, strict=True):
        if name not in ("remarks", "head_upos", "by_class"):
            alike(member, name)
