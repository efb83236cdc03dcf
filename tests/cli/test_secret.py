"""A canary: of a secret key whose words and ids occur nowhere else, no command shows any, but counts."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from leaderboard.formats import Reading, examine
from tests.support.git_repository import Repository
from tests.support.running import Typed

DOCUMENTS, TOKENS = 6, 8
# The canary of the key, and the same tokens without it.
MINE, OTHER = "canary", "plain"
# What a message would call a mention or a line of the key.
PLACES = re.compile(r"tokens \d+ to \d+|\b(?:key|hidden|gold)\.conllu?:\d|on lines \d")
REPEATED = "the key has 7 repeated mentions, of which only the number is shown"
TESTS = ("--trials", "100", "--draws", "100")
PLAIN = ("--no-check-words",)


def conll(word: str, *, entity: int, wrong: int = 0, repeats: bool = False) -> str:
    """Three entities in each document, of which a response has ``wrong`` ones in some documents."""
    lines = []
    for document in range(DOCUMENTS):
        first, second = (f"{entity + 10 * document + number}" for number in (1, 2))
        ours = second if document < wrong else first
        cells = [f"({first})", f"({second})", "-", f"({ours})", f"({second})", f"({first}", f"{first})", "-"]
        if repeats:
            cells[0] += f"|({second})" if document else f"|({first})|({second})"
        lines.append(f"#begin document (doc{document}); part 000")
        lines += [
            f"doc{document} 0 {token} {word}{token}of{document} NN {cell}" for token, cell in enumerate(cells)
        ]
        lines += ["", "#end document"]
    return "\n".join([*lines, ""])


def corefud(word: str, *, wrong: int = 0, repeats: bool = False) -> str:
    """The same in CorefUD, with bridges and sets that lead nowhere in the key."""
    lines = ["# global.Entity = eid-etype-head-other"]
    for document in range(DOCUMENTS):
        first, second = (f"{word}id{document}x{number}" for number in (1, 2))
        ours = second if document < wrong else first
        brackets = [f"({first}--1)", f"({second}--1)", "", f"({ours}--1)", f"({second}--1)", "", "", ""]
        if repeats:
            brackets[0] += f"({first}--1)" + ("" if document else f"({second}--1)")
        lines += [f"# newdoc id = doc{document}", f"# sent_id = {document}"]
        for token, entity in enumerate(brackets):
            lost = f"|Bridge={word}lost<{first}" if repeats and entity else ""
            misc = f"Entity={entity}{lost}" if entity else "_"
            head, relation = (0, "root") if not token else (1, "dep")
            cells = [
                token + 1,
                f"{word}{token}of{document}",
                "_",
                "NOUN",
                "_",
                "_",
                head,
                relation,
                "_",
                misc,
            ]
            lines.append("\t".join(map(str, cells)))
        lines.append("")
    return "\n".join([*lines, ""])


Texts = dict[str, str]


def conll_texts() -> Texts:
    responses = {f"{OTHER}{wrong}": conll(OTHER, entity=1000, wrong=wrong) for wrong in (0, 2, 5)}
    return {"key": conll(MINE, entity=777000, repeats=True), **responses}


def corefud_texts() -> Texts:
    responses = {f"{OTHER}{wrong}": corefud(OTHER, wrong=wrong) for wrong in (0, 2, 5)}
    return {"key": corefud(MINE, repeats=True), **responses}


def write(folder: Path, texts: Texts, suffix: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}{suffix}").write_text(text)


@pytest.fixture(params=[".conll", ".conllu"])
def suffix(request: pytest.FixtureRequest) -> str:
    form: str = request.param
    return form


@pytest.fixture
def texts(suffix: str) -> Texts:
    return conll_texts() if suffix == ".conll" else corefud_texts()


@pytest.fixture
def task(here: Path, texts: Texts, suffix: str) -> Path:
    write(here / "submissions", texts, suffix)
    (here / "leaderboard.toml").write_text("secret = true\n")
    return here


def written(folder: Path) -> Iterator[str]:
    """Every file that a command wrote, but those of a competition, which has the key."""
    for path in folder.rglob("*"):
        if path.is_file() and not {"submissions", "bundle", "bundle.zip"} & {*path.parts}:
            yield path.read_bytes().decode(errors="replace")


def check(text: str) -> None:
    """A page has scores of four digits, so entities of the key are known by four."""
    assert MINE not in text
    assert "7770" not in re.sub(r"\b[0-9a-f]{12,}\b|[0-9.]{6,}", "", text)
    assert not PLACES.search(text)


COMMANDS = [
    ("score", f"{OTHER}0", f"{OTHER}2", *PLAIN),
    ("score", f"{OTHER}2", "--format", "json", "--errors", *PLAIN),
    ("score", f"{OTHER}2", "--format", "csv", "--per-document", *PLAIN),
    ("score", f"{OTHER}2", "--by", "size", *PLAIN),
    ("score", f"{OTHER}2", "--save", "sums", *PLAIN),
    ("validate", f"{OTHER}0", f"{OTHER}5", *PLAIN),
    ("validate", f"{OTHER}0", "--format", "json", *PLAIN),
    ("validate", "submissions/key", *PLAIN),
    ("score", "submissions/key"),
    ("compare", f"{OTHER}0", f"{OTHER}5", *TESTS, *PLAIN),
    ("compare", f"{OTHER}0", f"{OTHER}5", "--format", "json", *TESTS, *PLAIN),
    ("errors", f"{OTHER}0", f"{OTHER}5", *TESTS, *PLAIN),
    ("errors", f"{OTHER}5", "--format", "json", *TESTS, *PLAIN),
    ("rank", "--jobs", "1", *TESTS, *PLAIN),
    ("rank", "--format", "json", "--saved", "kept", *TESTS, *PLAIN),
    ("correlate", *PLAIN),
    ("describe", "submissions"),
    ("describe", "submissions/key", "--format", "json"),
    ("power", "--metric", "lea", *PLAIN),
    ("probe", "--key", "submissions/key"),
    ("probe", "--response", f"{OTHER}2", *PLAIN),
    ("codabench", "init"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: " ".join(words[:2]))
def test_no_command_shows_anything_of_a_secret_key(
    command: tuple[str, ...], task: Path, suffix: str, typed: Typed
) -> None:
    words = [f"{word}{suffix}" if word.startswith((OTHER, "submissions/key")) else word for word in command]
    ran = typed(*words)
    assert ran.code in (0, 3), ran.err
    check(ran.out + ran.err)
    for content in written(task):
        check(content)
    if command[0] not in ("codabench", "correlate", "validate") or "submissions/key" in command:
        assert REPEATED in ran.out + ran.err


def test_without_the_setting_repeats_are_listed(task: Path, suffix: str, typed: Typed) -> None:
    (task / "leaderboard.toml").write_text("")
    ran = typed("score", f"{OTHER}0", *PLAIN)
    assert len(PLACES.findall(ran.err)) >= 5


def test_a_report_is_verified_and_compared_without_the_content_of_the_key(task: Path, typed: Typed) -> None:
    for folder in ("one", "two"):
        assert typed("rank", "--output", folder, *TESTS, *PLAIN).code == 0
    for words in (("verify", "one"), ("diff", "one", "two")):
        ran = typed(*words)
        assert ran.code == 0
        check(ran.out + ran.err)


def test_a_fault_of_a_secret_key_is_not_shown(task: Path, suffix: str, typed: Typed) -> None:
    key = task / "submissions" / f"key{suffix}"
    key.write_text(key.read_text().replace("(7770", "((7770", 2).replace("--1)", "--1", 2))
    for words in (
        ("score", f"{OTHER}0"),
        ("rank",),
        ("validate", f"{OTHER}0"),
        ("describe", f"submissions/key{suffix}"),
        ("probe", "--key", str(key)),
        ("codabench", "init"),
    ):
        ran = typed(*words)
        assert ran.code == 4, ran.err
        assert re.search(r"the key has \d faults?, of which only the number is shown", ran.err)
        check(ran.out + ran.err)


def test_lines_of_a_secret_key_are_not_named_where_texts_differ(
    task: Path, suffix: str, typed: Typed
) -> None:
    ran = typed("score", f"{OTHER}0")
    assert f"the word '{OTHER}0of0' is '{MINE}0of0' in the key; restore" in ran.err
    assert not PLACES.search(ran.err)
    key = task / "submissions" / f"key{suffix}"
    lines = [line for line in key.read_text().splitlines() if f"{MINE}7of0" not in line]
    key.write_text("\n".join([*lines, ""]))
    ran = typed("score", f"{OTHER}0", *PLAIN)
    assert "has 8 tokens, but 7 in the key; the first unmatched token is at submissions/plain0" in ran.err
    key.write_text(key.read_text().replace(f"{MINE}6of0", f"{MINE}6of0\n{MINE}7of0"))


def test_a_link_to_a_secret_key_is_recognised(task: Path, suffix: str, typed: Typed) -> None:
    (task / "leaderboard.toml").write_text("")
    deep = task / "hidden" / "here" / "and" / "there"
    deep.mkdir(parents=True)
    (task / "submissions" / f"key{suffix}").rename(deep / f"gold{suffix}")
    (task / "hidden" / "leaderboard.toml").write_text("secret = true\n")
    link = task / "submissions" / f"key{suffix}"
    link.symlink_to(deep / f"gold{suffix}")
    ran = typed("score", f"{OTHER}0", *PLAIN)
    assert REPEATED in ran.err
    ran = typed("score", f"{OTHER}0", "--show-correspondence", "doc0", *PLAIN)
    assert ran.code == 2
    assert "says that the key is secret" in ran.err
    for words in (("describe", os.fspath(link)), ("rank", "--follow-symlinks", *TESTS, *PLAIN)):
        ran = typed(*words)
        check(ran.out + ran.err)


@pytest.mark.parametrize("named", ["key", "gold"])
def test_a_secret_key_that_is_described_is_known_by_its_name_or_its_settings(
    named: str, task: Path, suffix: str, typed: Typed
) -> None:
    place = f"submissions/{named}{suffix}"
    (task / "submissions" / f"key{suffix}").rename(task / place)
    (task / "leaderboard.toml").write_text(f'secret = true\nkey = "{place}"\n')
    ran = typed("describe", place)
    assert REPEATED in ran.err
    check(ran.out + ran.err)
    assert typed("describe", f"submissions/{OTHER}0{suffix}").code == 0


def test_two_files_called_key_are_both_described_as_secret(task: Path, suffix: str, typed: Typed) -> None:
    key = task / "submissions" / f"key{suffix}"
    (task / "submissions" / f"key.other{suffix}").write_bytes(key.read_bytes())
    for words in ((os.fspath(key),), (f"{key.parent}/key.other{suffix}",)):
        ran = typed("describe", *words)
        assert REPEATED in ran.err
        check(ran.out + ran.err)


def test_only_the_datasets_that_are_secret_are_counted(here: Path, typed: Typed) -> None:
    for name, text in conll_texts().items():
        write(here / "submissions" / name, {"de": text, "en": text}, ".conll")
    (here / "leaderboard.toml").write_text('secret = ["de"]\n')
    ran = typed("score", f"submissions/{OTHER}0", *PLAIN)
    assert f"de.conll: {REPEATED}" in ran.err
    assert "en.conll:2: the mention of tokens 0 to 0" in ran.err


def test_the_platform_shows_nothing_of_any_key(
    tmp_path: Path, texts: Texts, suffix: str, typed: Typed
) -> None:
    write(tmp_path / "in/ref", {"key": texts["key"]}, suffix)
    write(tmp_path / "in/res", {"mine": texts[f"{OTHER}2"]}, suffix)
    ran = typed("codabench", "score", str(tmp_path / "in"), str(tmp_path / "out"), *PLAIN)
    assert ran.code == 0
    assert REPEATED in ran.err
    check(ran.out + ran.err)
    for content in written(tmp_path / "out"):
        check(content)
    (tmp_path / "in/ref" / f"key{suffix}").write_text(f"{texts['key']}{MINE}")
    ran = typed("codabench", "score", str(tmp_path / "in"), str(tmp_path / "out"), *PLAIN)
    assert ran.code == 4
    check(ran.out + ran.err)


def test_a_pull_request_shows_nothing_of_a_secret_key(
    here: Path, texts: Texts, suffix: str, typed: Typed
) -> None:
    repository = Repository(here)
    for path in repository.submissions.iterdir():
        repository.remove(f"submissions/{path.name}")
    repository.write(f"submissions/key{suffix}", texts["key"])
    repository.write("leaderboard.toml", "secret = true\n")
    repository.write(f"submissions/new{suffix}", texts[f"{OTHER}2"])
    ran = typed("pull-request", "main", *PLAIN)
    assert ran.code == 0
    assert "| new" in ran.out
    check(ran.out + ran.err)


def test_a_copy_of_a_worker_knows_what_is_secret(task: Path, suffix: str) -> None:
    """A response that is the key itself shows no more than the key."""
    path = f"submissions/key{suffix}"
    data = Path(path).read_bytes()
    key = examine(path, data, Reading(key=True, secret=True)).corpus
    for same in (path, os.fspath(task / path)):
        assert [one.line for one in examine(same, data, Reading(beside=key)).repeats] == [0]
    assert len(examine(f"copy{suffix}", data, Reading(beside=key)).repeats) == 7


def test_a_key_of_any_name_is_hidden_where_the_key_is_secret(tmp_path: Path, typed: Typed) -> None:
    """Unless it lies among the submissions that the settings name."""
    repeated = "#begin document (d); part 000\nd 0 0 canary (7)|(7)\n\n#end document\n"
    for name in ("gold.conll", "submissions/ours.conll"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(repeated)
    (tmp_path / "leaderboard.toml").write_text("secret = true\n")
    assert "of which only the number is shown" in typed("describe", str(tmp_path / "gold.conll")).err
    assert "occurs twice" in typed("describe", str(tmp_path / "submissions" / "ours.conll")).err
