"""What changed between two reports: read as strangers' text, compared with care."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from copy import deepcopy
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.changes import read_report
from leaderboard.errors import InputError, UsageError
from leaderboard.remark import remark
from leaderboard.report.forms.json import render_json
from leaderboard.report.ranking_record import rank_record
from leaderboard.report.words.remarks import sentence
from leaderboard.verbs.diff import DiffResult, diff
from tests.support.made_task import made_crac_task, made_task
from tests.support.two_reports import Record, pair, record, rejected, system, write

Change = Callable[[Record], object]


def of(folder: Path, old: Record, new: Record) -> DiffResult:
    return diff(write(folder / "old", old), write(folder / "new" / "leaderboard.json", new))


def states(result: DiffResult) -> dict[str, tuple[str, str]]:
    return {change.system: change.states for change in result.systems}


def test_nothing_changed(tmp_path: Path) -> None:
    result = of(tmp_path, record(), record())
    assert result.same
    assert result.scored_alike
    assert (result.made_otherwise, result.systems, result.verdicts, result.datasets) == ((), (), (), ())
    with pytest.raises(FrozenInstanceError):
        result.systems = ()  # type: ignore[misc]


def test_who_entered_left_and_was_rejected(tmp_path: Path) -> None:
    old = record([system("a", 1), system("b", 2), system("c", 3)], rejected=[rejected("r"), rejected("s")])
    new = record(
        [system("b", 2), system("d", 1), system("r", 3)],
        rejected=[rejected("c"), rejected("s", "another fault"), rejected("t")],
    )
    result = of(tmp_path, old, new)
    assert states(result) == {
        "d": ("absent", "ranked"),
        "r": ("rejected", "ranked"),
        "c": ("ranked", "rejected"),
        "t": ("absent", "rejected"),
        "a": ("ranked", "absent"),
    }
    assert list(states(result)) == ["d", "r", "c", "t", "a"]
    assert (result.old.leaders, result.new.leaders) == (("a",), ("d",))
    assert (result.old.ranked, result.new.ranked) == (3, 3)


def test_a_rejected_namesake_does_not_hide_who_is_ranked(tmp_path: Path) -> None:
    new = record(rejected=[rejected("a"), rejected("a")])
    assert of(tmp_path, record(), new).same


def test_who_is_ranked_nowhere_for_want_of_datasets(tmp_path: Path) -> None:
    old = record([system("a", 1), system("b", 2)])
    excluded = {"system": "b", "missing_datasets": ["de", "es"], "scores": system("b", 2)["scores"]}
    result = of(tmp_path, old, record([system("a", 1)], excluded=[excluded]))
    assert states(result) == {"b": ("ranked", "excluded")}
    [change] = result.systems
    assert change.new is not None
    assert change.new.reason == "it lacks de, es"


def test_who_moved_and_who_handed_in_anew(tmp_path: Path) -> None:
    old = record([system("a", 1, 1, 2), system("b", 1, 1, 3, 0.5), system("c", 3, 2, 3), system("d", 4)])
    new = record([system("a", 2, 1, 2), system("b", 1, 1, 3, 0.6), system("c", 3, 3, 3), system("d", 4)])
    result = of(tmp_path, old, new)
    assert [(one.system, one.resubmitted) for one in result.systems] == [
        ("a", False),
        ("b", True),
        ("c", False),
    ]


def test_a_new_output_is_known_by_any_shared_score(tmp_path: Path) -> None:
    old, new = record(), record()
    new["systems"][0]["scores"]["muc"] = {"recall": 0.1, "precision": 0.2, "f1": 0.3}
    assert of(tmp_path, old, new).same  # the old report has no such metric
    old["systems"][0]["scores"]["muc"] = {"recall": 0.1, "precision": None, "f1": 0.3}
    assert [one.system for one in of(tmp_path, old, new).systems] == ["a"]


SIGNATURE = "leaderboard:1|key:abc|unit:document|alpha:0.05|against:x|ties:beaten"


@pytest.mark.parametrize(
    ("field", "other", "scores"),
    [
        ("key:abc", "key:abd", True),
        ("leaderboard:1", "leaderboard:2", True),
        ("key:abc", "match:head|key:abc", True),
        ("unit:document|", "", False),
        ("alpha:0.05", "alpha:0.1", False),
        ("ties:beaten", "ties:letters", False),
    ],
)
def test_reports_that_were_not_made_alike(tmp_path: Path, field: str, other: str, scores: bool) -> None:
    old, new = record(signature=SIGNATURE), record(signature=SIGNATURE.replace(field, other))
    new["systems"][0] = system("a", 1, f1=0.99)
    new["comparisons"] = [pair("a", "b", "tied", 0.5)]
    result = of(tmp_path, old, new)
    assert not result.same
    assert result.scored_alike is not scores
    [one] = result.made_otherwise
    assert one.scores is scores
    assert any(change.resubmitted for change in result.systems) is not scores
    assert bool(result.verdicts) is not scores


def test_names_in_a_signature_hide_no_difference(tmp_path: Path) -> None:
    signature = "datasets:x|key:1|key:{}|against:y|key:1"
    result = of(tmp_path, record(signature=signature.format(2)), record(signature=signature.format(3)))
    [one] = result.made_otherwise
    assert (one.name, one.old, one.new, one.scores) == ("key", "1, 2, 1", "1, 3, 1", True)


def test_another_primary_metric_ranks_by_other_scores(tmp_path: Path) -> None:
    new = record([system("a", 1, metric="lea"), system("b", 2, metric="lea")], primary="lea")
    result = of(tmp_path, record(), new)
    assert [(one.name, one.old, one.new) for one in result.made_otherwise] == [("primary", "conll", "lea")]
    assert not result.scored_alike


PAIRS = [pair("a", "b", "significant", 0.01, 0.03)]
OTHERS = [pair("a", "c", "tied", 0.5), pair("b", "c", "tied", 0.5)]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            PAIRS,
            [pair("a", "b", "tied", 0.01, 0.06), *OTHERS],
            "the same p-value, corrected for 3 pairs instead of 1",
        ),
        (
            [*PAIRS, *OTHERS],
            [pair("b", "a", "tied", 0.01, 0.06), *OTHERS],
            "the same p-value, corrected with other p-values",
        ),
        (
            PAIRS,
            [pair("a", "b", "tied", 0.02, 0.06, trials=20000), *OTHERS],
            "the same scores, tested with 20,000 trials instead of 10,000, "
            "corrected for 3 pairs instead of 1",
        ),
        (
            PAIRS,
            [pair("a", "b", "tied", 0.02, 0.06, trials=20000)],
            "the same scores, tested with 20,000 trials instead of 10,000",
        ),
        (PAIRS, [pair("a", "b", "untestable", 0.02)], "another p-value for the same scores"),
    ],
)
def test_a_verdict_may_change_without_the_pair(
    tmp_path: Path, old: list[Record], new: list[Record], reason: str
) -> None:
    result = of(tmp_path, record(pairs=old), record(pairs=new))
    [change] = result.verdicts
    assert (change.first, change.second, sentence(change.reason)) == ("a", "b", reason)
    assert not result.same


def test_a_verdict_changes_with_the_outputs(tmp_path: Path) -> None:
    old = record([system("a", 1), system("b", 2)], pairs=PAIRS)
    one = record([system("a", 1, f1=0.6), system("b", 2)], pairs=[pair("a", "b", "tied", 0.01)])
    both = record([system("a", 1, f1=0.6), system("b", 2, f1=0.4)], pairs=[pair("a", "b", "tied", 0.01)])
    for new, systems in ((one, ("a",)), (both, ("a", "b"))):
        reasons = [change.reason for change in of(tmp_path, old, new).verdicts]
        assert reasons == [remark("new_output", systems=systems)]


def test_a_verdict_of_other_tests_is_told_as_such(tmp_path: Path) -> None:
    old = record(pairs=PAIRS, signature="key:1|alpha:0.05")
    new = record(pairs=[pair("a", "b", "tied", 0.01, 0.03)], signature="key:1|alpha:0.01")
    assert [sentence(change.reason) for change in of(tmp_path, old, new).verdicts] == ["different tests"]


def test_the_order_of_names_in_a_pair_says_nothing(tmp_path: Path) -> None:
    old = record(pairs=[pair("a", "b", "significant", 0.01, difference=0.2)])
    same = record(pairs=[pair("b", "a", "significant", 0.01, difference=-0.2)])
    turned = record(pairs=[pair("a", "b", "significant", 0.01, difference=-0.2)])
    assert of(tmp_path, old, same).same
    [change] = of(tmp_path, old, turned).verdicts
    assert (change.old.difference, change.new.difference) == (0.2, -0.2)
    tied = [record(pairs=[pair("a", "b", "tied", 0.9, difference=sign * 0.01)]) for sign in (1, -1)]
    assert of(tmp_path, *tied).verdicts == ()


def test_pairs_by_other_metrics_and_of_new_systems_are_no_changes(tmp_path: Path) -> None:
    new = record(pairs=[*PAIRS, pair("a", "b", "tied", 0.9, metric="muc"), pair("a", "z", "tied", 1)])
    assert of(tmp_path, record(pairs=PAIRS), new).same


def test_places_on_single_datasets(tmp_path: Path) -> None:
    def on(*systems: Record) -> list[Record]:
        return [{"board": "de", "label": "German", "systems": list(systems)}]

    nowhere = {**system("c", 1), "rank": None, "rank_low": None, "rank_high": None}
    old = record(datasets=on(system("a", 1), system("b", 2), nowhere))
    new = record(datasets=on(system("a", 1), system("b", 1), system("new", 1), nowhere))
    [one] = of(tmp_path, old, new).datasets
    assert (one.dataset, one.label) == ("de", "German")
    assert [change.system for change in one.systems] == ["b"]
    assert of(tmp_path, old, old).same
    assert of(tmp_path, record(), new).same  # no place there before
    otherwise = record(datasets=new["datasets"], signature="key:other")
    assert of(tmp_path, old, otherwise).datasets == ()


def drop(*path: str | int) -> Change:
    """What takes a member out of a record."""

    def change(said: Any) -> None:
        for step in path[:-1]:
            said = said[step]
        del said[path[-1]]

    return change


def put(value: object, *path: str | int) -> Change:
    def change(said: Any) -> None:
        for step in path[:-1]:
            said = said[step]
        said[path[-1]] = value

    return change


SPOILT = [
    *(drop(name) for name in ("signature", "primary", "systems", "comparisons", "rejected")),
    drop("systems", 0, "rank_low"),
    drop("systems", 0, "scores", "conll", "recall"),
    put("first", "systems", 0, "rank"),
    put(True, "systems", 0, "rank"),
    put(-1, "systems", 0, "rank"),
    put(None, "systems", 0, "rank_low"),
    put(["a"], "systems", 0, "system"),
    put("b", "systems", 0, "system"),
    put([], "systems"),
    put("text", "systems"),
    put([1], "systems"),
    put("lea", "primary"),
    put("0.5", "systems", 0, "scores", "conll", "f1"),
    put(10**400, "systems", 0, "scores", "conll", "f1"),
    put(1, "rejected"),
    put("maybe", "comparisons", 0, "verdict"),
    put(None, "comparisons", 0, "p_value"),
    put(1.5, "comparisons", 0, "trials"),
    put([{"board": "de"}], "datasets"),
    put(None, "schema"),
    put(True, "schema"),
    drop("schema"),
]


def test_a_report_of_the_first_schema_has_to_be_made_again(tmp_path: Path) -> None:
    said = record(signature="leaderboard:0.2.0|key:abc") | {"schema": 1}
    old, new = write(tmp_path / "old", said), write(tmp_path / "new", record())
    for pair_of in ((old, new), (new, old)):
        with pytest.raises(UsageError) as caught:
            diff(*pair_of)
        assert caught.value.typed == (
            f"{old}: a report of schema 1, written by leaderboard 0.2.0; rank its submissions again"
        )


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_damaged_or_older_report(tmp_path: Path, spoil: Change) -> None:
    said = record(pairs=deepcopy(PAIRS))
    spoil(said)
    path = write(tmp_path / "new", said)
    with pytest.raises(InputError, match=r"^\S+leaderboard\.json: not a report of a ranking, or damaged"):
        read_report(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not valid JSON"),
        ("{", "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ("\ud800", "not valid JSON"),
        ('{"schema": NaN}', "not valid JSON"),
        ('{"schema": 3, "signature": ""}', "a report of schema 3, but this program reads schema 2"),
        ("{}", "not a report of a ranking"),
        ("[]", "not a report of a ranking"),
        ("null", "not a report of a ranking"),
        ('{"schema": 1, "experiments": []}', "not a report of a ranking"),
    ],
)
def test_what_is_no_report(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "any.json"
    path.write_bytes(text.encode(errors="surrogatepass"))
    with pytest.raises(InputError, match=message) as caught:
        diff(path, path)
    assert caught.value.typed.startswith(f"{path}: ")
    assert "\n" not in caught.value.typed


def test_nothing_is_there(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(InputError, match="no such report; name a report that `leaderboard rank` wrote"):
            diff(path, path)


def test_texts_of_strangers_stay_on_their_line(tmp_path: Path) -> None:
    new = record([system("a", 1), system("b", 2), system("x\x1b[2J\ny", 3)])
    assert list(states(of(tmp_path, record(), new))) == ["x\\x1b[2J\\ny"]


def written(folder: Path, result: Any) -> Path:
    folder.mkdir()
    (folder / "leaderboard.json").write_text(render_json(rank_record(result)), encoding="utf-8")
    return folder


def test_what_rank_writes_is_read_and_compared_as_it_stands(tmp_path: Path) -> None:
    task = shutil.copytree(made_task(), tmp_path / "task")
    few: dict[str, Any] = {"draws": 100, "metric": ("muc", "conll")}
    for absent in ("eager", "splitter", "careless"):
        (task / f"{absent}.conll").rename(tmp_path / f"{absent}.conll")
    before = leaderboard.rank(task, **few)
    for present in ("eager", "careless"):
        shutil.copy(tmp_path / f"{present}.conll", task)
    shutil.copy(task / "eager.conll", task / "precise.conll")
    (task / "close.conll").unlink()
    after = leaderboard.rank(task, **few)
    found = diff(written(tmp_path / "old", before), written(tmp_path / "new", after))
    assert found.made_otherwise == ()
    changed = states(found)
    assert {name for name, said in changed.items() if said == ("absent", "ranked")} == {"eager", "careless"}
    assert {name for name, said in changed.items() if said == ("ranked", "absent")} == {"close"}
    assert [one.system for one in found.systems if one.resubmitted] == ["precise"]
    ranks = [
        {one.system: (one.rank, one.low, one.high) for one in result.primary.standings}
        for result in (before, after)
    ]
    stayed = ranks[0].keys() & ranks[1].keys()
    moved = {name for name in stayed if ranks[0][name] != ranks[1][name]}
    assert {name for name, said in changed.items() if said == ("ranked", "ranked")} == moved | {"precise"}
    verdicts = [
        {(one.first, one.second): one.verdict for one in result.families["conll"]}
        for result in (before, after)
    ]
    shared = verdicts[0].keys() & verdicts[1].keys()
    other = {names for names in shared if verdicts[0][names] != verdicts[1][names]}
    assert {(one.first, one.second) for one in found.verdicts} == other
    assert other
    back = diff(tmp_path / "new", tmp_path / "old")
    assert {name: said[::-1] for name, said in states(back).items()} == changed
    assert diff(tmp_path / "new", tmp_path / "new").same


def test_a_report_of_several_datasets_is_read(tmp_path: Path) -> None:
    options: dict[str, Any] = {"draws": 100, "metric": "conll", "trials": 100}
    zero = leaderboard.rank(made_crac_task(), missing_dataset="zero", **options)
    exclude = leaderboard.rank(made_crac_task(), missing_dataset="exclude", **options)
    old, new = written(tmp_path / "old", zero), written(tmp_path / "new", exclude)
    assert list(read_report(old).datasets) == ["cs", "de", "es"]
    assert read_report(new).entries["bert"].state == "excluded"
    assert diff(old, old).same
    assert [one.name for one in diff(old, new).made_otherwise] == ["missing-dataset"]
    assert json.loads((old / "leaderboard.json").read_text())["datasets"][0]["board"] == "cs"
