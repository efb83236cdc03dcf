"""Scorers are compared and ranked as files of the same clusters are."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

import leaderboard
from leaderboard.errors import LeaderboardError, NothingToDo, UsageError
from tests.support import plain_conll
from tests.support.made_task import SYSTEMS, made_task

FEW = {"trials": 500, "draws": 200}
KEY = [["a", "b"], ["c", "d"]]


@cache
def scorers() -> dict[str, leaderboard.Scorer]:
    """The systems of the task of the tests, whose parts are documents here."""
    texts = {name: (made_task() / f"{name}.conll").read_text("utf-8") for name in ("key", *SYSTEMS)}
    parts = {name: plain_conll.read(text) for name, text in texts.items()}
    found = {name: leaderboard.Scorer() for name in SYSTEMS}
    for name, scorer in found.items():
        for part, key in parts["key"].items():
            scorer.add(key, parts[name][part], f"{part[0]} {part[1]:03}")
    return found


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"metric": ["lea", "muc"], "primary": "lea", "ties": "letters", "adjust": "holm", "seed": 7},
        {"metric": "conll", "test": "bootstrap", "against": "merger", "interval": "bca", "margin": 3.0},
        {"metric": "blanc", "leave_one_out": True, "alpha": 0.1, "ties": "leader", "jobs": 1},
    ],
)
def test_a_ranking_of_scorers_is_that_of_the_files(options: dict[str, Any]) -> None:
    ours = leaderboard.rank(scorers(), **FEW, **options)
    theirs = leaderboard.rank(made_task(), unit="part", prices=False, **FEW, **options)
    for name in ("scores", "rankings", "correlations", "disagreements"):
        assert getattr(ours, name) == getattr(theirs, name), name
    assert unnamed(ours) == unnamed(theirs)
    of_ours, of_theirs = ([(one.flips, one.tau) for one in result.left_out] for result in (ours, theirs))
    assert of_ours == of_theirs
    assert leaderboard.frame(ours).equals(leaderboard.frame(theirs))


def unnamed(result: Any) -> list[Any]:
    """The comparisons without the name of a document, which scorers have of their own."""
    return [replace(one, without=None) for one in result.comparisons]


def test_a_comparison_of_scorers_is_that_of_the_files() -> None:
    names = ("precise", "balanced", "merger")
    ours = leaderboard.compare({name: scorers()[name] for name in names}, **FEW)
    paths = [made_task() / f"{name}.conll" for name in names]
    theirs = leaderboard.compare(*paths, unit="part", **FEW)
    assert (ours.scores, unnamed(ours)) == (theirs.scores, unnamed(theirs))
    assert [one.effect for one in ours.drivers.for_first] == [one.effect for one in theirs.drivers.for_first]
    assert (ours.priced, ours.prices, ours.turns, ours.errors) == ((), (), {}, {})
    assert ours.drivers.for_first[0].unit.document in scorers()["merger"].per_document()
    assert ours.signature.fields["format"] == "memory"


def test_the_order_of_scorers_and_documents_changes_no_rank() -> None:
    first, *_ = names = sorted(SYSTEMS)
    turned = {name: scorers()[name] for name in reversed(names)}
    expected = leaderboard.rank(scorers(), metric="lea", **FEW)
    assert leaderboard.rank(turned, metric="lea", **FEW).rankings == expected.rankings
    assert leaderboard.rank({first: scorers()[first]}, metric="lea", **FEW).primary.standings[0].rank == 1


def scorer(*documents: str, **options: Any) -> leaderboard.Scorer:
    found = leaderboard.Scorer(["muc", "lea"], **options)
    for document in documents:
        found.add(KEY, KEY, document)
    return found


def test_documents_are_paired_by_name() -> None:
    one, other, third = (leaderboard.Scorer(["lea"]) for _ in range(3))
    for scorer, names, wrong in ((one, "xyz", "x"), (other, "zyx", "x"), (third, "yxz", "y")):
        for name in names:
            scorer.add(KEY, [[name]] if name == wrong else KEY, name)
    pairs = leaderboard.compare({"one": one, "other": other, "third": third}).comparisons
    assert [pair.units_differing for pair in pairs] == [0, 2, 2]


def other_key() -> leaderboard.Scorer:
    found = scorer("x")
    found.add([["a", "b", "c", "d"]], KEY, "y")
    return found


WRONG: dict[str, tuple[dict[Any, Any], dict[str, Any], str]] = {
    "another document": (
        {"a": scorer("x", "y"), "b": scorer("x", "z")},
        {"primary": "lea"},
        "b lacks the document 'y', which a has; add the same documents to all scorers",
    ),
    "one document more": (
        {"a": scorer("x"), "b": scorer("x", "z")},
        {"primary": "lea"},
        "a lacks the document 'z', which b has; add the same documents to all scorers",
    ),
    "another key": (
        {"a": scorer("x", "y"), "b": other_key()},
        {"primary": "lea"},
        "b and a have different keys for the document 'y'; score both against the same key",
    ),
    "other settings": (
        {"a": scorer("x"), "b": scorer("x", singletons="drop")},
        {},
        "b and a have different settings; give both the same",
    ),
    "an option for files": (
        {"a": scorer("x"), "b": scorer("x")},
        {"primary": "lea", "key": "key.conll"},
        "key is an option for files, and scorers have none; leave it out",
    ),
    "an option for runs": (
        {"a": scorer("x"), "b": scorer("x")},
        {"primary": "lea", "min_runs": 2},
        "min_runs is an option for files, and scorers have none; leave it out",
    ),
    "an unknown option": (
        {"a": scorer("x"), "b": scorer("x")},
        {"trails": 7},
        "there is no option 'trails'; did you mean 'trials'?",
    ),
    "no primary metric": (
        {"a": scorer("x"), "b": scorer("x")},
        {},
        "the scorers have scores by muc and lea, not by conll; choose metric and primary among these",
    ),
    "a name that cannot be shown": (
        {"a\n": scorer("x")},
        {},
        "'a\\n' cannot be the name of a system; give a text of printable characters",
    ),
    "a number for a name": (
        {1: scorer("x")},
        {},
        "1 cannot be the name of a system; give a text of printable characters",
    ),
    "names that look alike": (
        {"a": scorer("x"), "A": scorer("x")},
        {},
        "a and A differ in case or blanks only; rename one of the two",
    ),
    "clusters that names do not tell": (
        {"a": scorer("x", "y"), "b": scorer("x", "y")},
        {"primary": "lea", "cluster": "topic"},
        "the topic of the document 'x' and of 1 more is not known; "
        "name documents as TOPIC/SUBTOPIC/NAME, or leave cluster out",
    ),
    "genres that names do not tell": (
        {"a": scorer("t/s/x"), "b": scorer("t/s/x")},
        {"primary": "lea", "cluster": "genre"},
        "the genre of the document 't/s/x' is not known; leave cluster out",
    ),
    "none": ({}, {}, "no scorer given; name at least one"),
}


@pytest.mark.parametrize(("given", "options", "message"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_compared_is_refused(given: Any, options: Any, message: str) -> None:
    for verb in (leaderboard.compare, leaderboard.rank):
        with pytest.raises(LeaderboardError) as caught:
            verb(given, **options)
        assert caught.value.typed == message


def test_what_is_no_scorer_is_named() -> None:
    for verb in (leaderboard.compare, leaderboard.rank):
        with pytest.raises(TypeError, match=r"^'b' is 3; give a Scorer$"):
            verb({"a": scorer("x"), "b": 3})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match=r"^give a folder, or a dict of scorers: rank\({\"name\": scorer}\)$"):
        leaderboard.rank([scorer("x")])  # type: ignore[arg-type]


def test_scorers_are_given_as_one_dict() -> None:
    for given in ((scorer("x"), scorer("x")), ([scorer("x")],)):
        with pytest.raises(
            UsageError, match=r"is not a path; scorers are ranked with rank\({'name': scorer, …}\) or"
        ):
            leaderboard.compare(*given)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"is not a path; give each path as a separate argument$"):
        leaderboard.compare(["a", "b"])  # type: ignore[arg-type]
    with pytest.raises(UsageError) as caught:
        leaderboard.correlate([scorer(*map(str, range(1000)))])  # type: ignore[arg-type]
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "verb", [leaderboard.describe, leaderboard.correlate, leaderboard.power, leaderboard.probe]
)
@pytest.mark.parametrize("given", [[scorer("x")], {"a": scorer("x")}], ids=["list", "dict"])
def test_functions_of_files_say_where_scorers_go(verb: Any, given: Any) -> None:
    with pytest.raises(
        UsageError, match=r"is not a path; scorers are ranked with rank\({'name': scorer, …}\) or"
    ):
        verb(given)


def test_functions_of_one_folder_name_what_they_take() -> None:
    for verb, remedy in ((leaderboard.power, "give one folder"), (leaderboard.probe, "give it as response")):
        with pytest.raises(UsageError, match=f"is not a path; {remedy}$"):
            verb(["a", "b"])
    with pytest.raises(UsageError, match=r"is not a path; give one folder$"):
        leaderboard.probe(submissions=["a"])  # type: ignore[arg-type]


def test_paths_and_scorers_are_not_mixed() -> None:
    for given in (("a.conll", {"b": scorer("x")}), ({"a": scorer("x")}, {"b": scorer("x")})):
        with pytest.raises(TypeError, match=r"^give either paths, or one dict with all scorers: "):
            leaderboard.compare(*given)


def test_a_comparison_needs_two_scorers_with_documents() -> None:
    with pytest.raises(UsageError, match=r"^only 1 scorer; give two or more$"):
        leaderboard.compare({"a": scorer("x")}, primary="lea")
    with pytest.raises(NothingToDo, match=r"^the scorer has no documents"):
        leaderboard.compare({"a": scorer(), "b": scorer("x")}, primary="lea")


def test_settings_files_and_the_environment_do_not_count(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "leaderboard.toml").write_text("alpha = 0.2\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEADERBOARD_SEED", "7")
    options = leaderboard.rank({"a": scorer("x")}, primary="lea", draws=100).options
    assert (options.alpha, options.seed) == (0.05, 12345)
