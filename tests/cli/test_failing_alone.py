"""A submission on which the program fails is a rejected entry, and the others are ranked."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from leaderboard import formats
from leaderboard.formats.conll import conll_blocks, conll_lines
from leaderboard.formats.reading import Format
from leaderboard.options import read_options
from leaderboard.scoring import pool, response, scored
from leaderboard.scoring.key import read_key
from leaderboard.scoring.pool import Order, carry_out
from leaderboard.scoring.scored import PLAIN
from leaderboard.submissions import Rejection, archives, open_submission
from leaderboard.version import VERSION
from tests.support import anaphora, plain_corefud
from tests.support.bad_inputs import archive
from tests.support.running import Typed
from tests.support.small_task import FAIR, KEY, WITH_IDS

SAID = (
    "the program failed on this file (KeyError); please report it, with LEADERBOARD_TRACEBACK=1 for details"
)
TAGGED = 3 * "Ann|[1 Lee|1] sees her|[1] dog|[2]\n"
CORRECT = plain_corefud.RESPONSES[1]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("LEADERBOARD_KEY", "LEADERBOARD_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def failing(call: Callable[..., Any]) -> Callable[..., Any]:
    """The same, but it fails where one of its arguments is the file ``planted``."""

    def fails(*words: Any, **named: Any) -> Any:
        if any("planted" in str(word) for word in words):
            fail()
        return call(*words, **named)

    return fails


def fail() -> NoReturn:
    raise KeyError("a word of the key")


def plant(monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> None:
    if isinstance(where, dict):
        entry: Format = where[name]
        monkeypatch.setitem(where, name, entry._replace(read=failing(entry.read)))
    else:
        monkeypatch.setattr(where, name, failing(getattr(where, name)))


def task(key: str, text: str, suffix: str, planted: str | bytes, kind: str) -> None:
    """A key, two submissions, and a third one with another content."""
    Path("task").mkdir()
    for name, content in (("key", key), ("good", text), ("other", key)):
        (Path("task") / f"{name}{suffix}").write_text(content, encoding="utf-8")
    data = planted.encode() if isinstance(planted, str) else planted
    (Path("task") / f"planted{kind}").write_bytes(data)


READERS = {
    "fast CoNLL": (conll_blocks, "scan", KEY, FAIR, ".conll", FAIR.replace("\t", " "), ".conll"),
    "slow CoNLL": (conll_lines, "diagnose", KEY, FAIR, ".conll", FAIR + "\n(\n", ".conll"),
    "lines of the key": (response, "follow", KEY, FAIR, ".conll", FAIR, ".conll"),
    "JSON": (formats.FORMATS, "jsonlines", KEY, FAIR, ".conll", WITH_IDS, ".jsonl"),
    "text": (formats.FORMATS, "text", KEY, FAIR, ".conll", TAGGED, ".txt"),
    "zip": (archives, "member_names", KEY, FAIR, ".conll", archive(("a.conll", FAIR)), ".zip"),
    "bytes": (response.Submission, "opened", KEY, FAIR, ".conll", WITH_IDS, ".jsonl"),
    "scores": (scored, "_score_dataset", KEY, FAIR, ".conll", FAIR, ".conll"),
    "CorefUD": (formats.FORMATS, "corefud", plain_corefud.KEY, CORRECT, ".conllu", CORRECT, ".conllu"),
    "CONLL-UA": (
        formats.FORMATS,
        "conllua",
        anaphora.KEY,
        anaphora.RESPONSES[1],
        ".conllua",
        anaphora.RESPONSES[2],
        ".conllua",
    ),
}


@pytest.fixture(params=READERS.values(), ids=READERS)
def planted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    where, name, key, text, suffix, content, kind = request.param
    task(key, text, suffix, content, kind)
    plant(monkeypatch, where, name)
    return f"task/planted{kind}"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_it_costs_one_entry_of_a_ranking(
    planted: str, jobs: str, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    if jobs == "2":  # in copies of this process
        monkeypatch.setattr(pool, "PATIENCE", 0.0)
    run = typed("rank", "task", "--format", "json", "--draws", "100", "--quiet", "--jobs", jobs)
    assert (run.code, run.err) == (3, f"rejected: {planted}: {SAID}\n")
    record = json.loads(run.out)
    assert sorted(Path(system["system"]).stem for system in record["systems"]) == ["good", "other"]
    [rejected] = record["rejected"]
    assert (rejected["file"], rejected["line"], rejected["reason"]) == (Path(planted).name, None, SAID)


def test_other_commands_go_on_without_it(planted: str, typed: Typed) -> None:
    suffix = next(Path("task").glob("good.*")).suffix
    files = ["--key", f"task/key{suffix}", f"task/good{suffix}", f"task/other{suffix}", planted]
    for command in ("score", "compare"):
        run = typed(command, *files)
        assert (run.code, run.err.count("\n")) == (3, 1 + run.err.count("warning: "))
        assert run.err.endswith(f"rejected: {planted}: {SAID}\n")
        assert "good" in run.out
    run = typed("score", *files[:2], planted)
    assert (run.code, run.out) == (4, "")


def test_validate_and_describe_go_on_without_it(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    task(KEY, FAIR, ".conll", WITH_IDS, ".jsonl")
    plant(monkeypatch, formats.FORMATS, "jsonlines")
    run = typed("validate", "--key", "task/key.conll", "task/good.conll", "task/planted.jsonl")
    assert (run.code, run.err) == (3, "")
    assert f"task/planted.jsonl: error: {SAID}\n" in run.out
    run = typed("describe", "task/good.conll", "task/planted.jsonl")
    assert (run.code, run.err) == (3, f"rejected: task/planted.jsonl: {SAID}\n")


def test_a_name_that_two_claim_goes_to_the_one_that_can_be_read(
    typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    task(KEY, FAIR, ".conll", WITH_IDS, ".jsonl")
    Path("task/planted.conll").write_text(FAIR, encoding="utf-8")
    plant(monkeypatch, formats.FORMATS, "jsonlines")
    run = typed("rank", "task", "--draws", "100", "--quiet")
    assert run.code == 3
    assert run.err.startswith("rejected: task/planted.jsonl: ")
    assert "the same name as task/planted.conll, which counts" in run.err


def test_another_process_tells_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    task(KEY, FAIR, ".conll", WITH_IDS, ".jsonl")
    options = read_options({"metric": ["muc"]})
    key = read_key(Path("task/key.conll"), options)
    plant(monkeypatch, formats.FORMATS, "jsonlines")
    order = Order(key=str(key.files.path), digest=key.digest, options=options, detail=PLAIN, version=VERSION)
    outcome = carry_out(order, open_submission(Path("task/planted.jsonl"), False))
    assert isinstance(outcome, Rejection)
    assert outcome.problem.reason == SAID
    assert "in fail\n" in outcome.problem.trace


def test_where_the_program_failed_is_shown_on_request(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    task(KEY, FAIR, ".conll", WITH_IDS, ".jsonl")
    plant(monkeypatch, formats.FORMATS, "jsonlines")
    monkeypatch.setenv("LEADERBOARD_TRACEBACK", "1")
    files = ["--key", "task/key.conll", "task/good.conll", "task/planted.jsonl"]
    Path("ref").mkdir()
    Path("res").mkdir()
    Path("ref/key.conll").write_text(KEY, encoding="utf-8")
    Path("res/planted.jsonl").write_text(WITH_IDS, encoding="utf-8")
    for words in (
        ("score", *files),
        ("validate", *files),
        ("score", *files[:2], files[-1]),
        ("codabench", "score", ".", "out"),
    ):
        run = typed(*words)
        assert run.code in (3, 4)
        assert run.err.count("in fail\n") == 1
        assert run.err.endswith("KeyError: 'a word of the key'\n")
        assert "a word" not in run.out


def test_a_key_on_which_the_program_fails_ends_the_run(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    task(KEY, FAIR, ".conll", FAIR, ".conll")
    reader = formats.FORMATS["conll"]._replace(read=lambda *words: fail())
    monkeypatch.setitem(formats.FORMATS, "conll", reader)
    run = typed("rank", "task")
    assert run.code == 1
    assert run.err.startswith("leaderboard: internal error (KeyError")
