"""Whatever a stranger packs, writes or sets, only errors of this program come out."""

from __future__ import annotations

import json
import random
import struct
import tempfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from leaderboard.errors import InputError, LeaderboardError, NothingToDo
from leaderboard.options.configuration import configure
from leaderboard.scoring.key import Key
from leaderboard.submissions import find_submissions, open_submission
from tests.formats.conll.files import files
from tests.support import anaphora
from tests.support.bad_inputs import archive
from tests.support.hostile import (
    ACROSS,
    LENIENT,
    STRICT,
    is_accepted,
    small_conllua_key,
    small_corefud_key,
    small_joined_key,
    small_key,
)
from tests.support.plain_corefud import RESPONSES
from tests.support.small_task import EIGHT, FAIR, KEY, OTHER_ENTITY, RIGHT, WITH_IDS, WORDS, parts
from tools.fuzz import mutated

FUZZ = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])

odd_names = st.sampled_from(
    [
        "a.conll",
        "b.conll",
        "A.conll",
        "x/a.conll",
        "x/",
        "../a",
        "/a",
        "x\\a",
        "a\0b",
        "é",
        "e\u0301",
        "C:a",
        ".",
        *["..", "__MACOSX/a", ".a", "x/.a", "a.gz", "a.zip", "x//a", "\u202ea", "\ud800", "a" * 300, "", " "],
    ]
)
texts = st.sampled_from([FAIR, KEY, parts(OTHER_ENTITY, RIGHT, RIGHT), "", "(", "\0"]).map(str.encode)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 6)
    | st.floats()
    | st.sampled_from(["a", "b", "a_1", "\ud800", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=8,
)
mentions = st.lists(st.integers(0, 4), min_size=2, max_size=2).map(sorted)
clusters = st.lists(st.lists(mentions, max_size=3), max_size=3)
documents = st.fixed_dictionaries(
    {},
    optional={
        "doc_key": st.sampled_from(["a", "a_0", "a_1", "b"]) | json_values,
        "sentences": st.just([list(WORDS)]) | json_values,
        "clusters": clusters | json_values,
    },
)
TEXT = " ".join(WORDS)
characters = st.tuples(st.integers(-1, len(TEXT)), st.integers(0, len(TEXT))).map(list)
unnamed = st.lists(st.lists(characters, max_size=3), max_size=2).map(
    lambda found: {
        "text": TEXT,
        "clusters": found,
        "clusters_strings": [[TEXT[max(first, 0) : last] for first, last in cluster] for cluster in found],
    }
)
texts_alone = st.fixed_dictionaries(
    {"text": st.just(TEXT) | st.text("Ane \ud800", max_size=4)},
    optional={"clusters": clusters | json_values, "clusters_strings": json_values},
)
words_alone = st.fixed_dictionaries(
    {"document_id": st.just("a") | json_values},
    optional={"cased_words": st.just(list(WORDS)) | json_values, "span_clusters": clusters | json_values},
)
whole_documents = clusters.map(lambda found: {"sentences": [list(WORDS)], "clusters": found})
toml_lines = st.sampled_from(
    [
        "key = 'key.conll'",
        "key = ''",
        "title = 'A'",
        "title = 1",
        "alpha = 0.1",
        "alpha = 'x'",
        "leave-one-out = true",
        "[more]",
        "metric = ['lea']",
        "metric = 'lea'",
        "metric = []",
        "primary = 'x'",
        "a.b = 1",
        "seed = 1e400",
        "seed = 0x1F",
        "'' = 1",
        '"\\u0000" = 1',
        "jobs = -1",
        "= 1",
        "x",
        "#",
        "key = [",
        "da-weights = 'PN=.6'",
    ]
)


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Key:
    return small_key(tmp_path_factory.mktemp("key"))


@pytest.fixture(scope="module")
def corefud_key(tmp_path_factory: pytest.TempPathFactory) -> Key:
    return small_corefud_key(tmp_path_factory.mktemp("corefud"))


@pytest.fixture(scope="module")
def conllua_key(tmp_path_factory: pytest.TempPathFactory) -> Key:
    return small_conllua_key(tmp_path_factory.mktemp("conllua"))


def judge(key: Key, name: str, data: bytes, lenient: bool = False) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        event("accepted" if is_accepted(key, path, LENIENT if lenient else STRICT) else "refused")


@FUZZ
@given(data=files() | texts, lenient=st.booleans())
def test_any_conll_file(key: Key, data: bytes, lenient: bool) -> None:
    judge(key, "a.conll", data, lenient)


@FUZZ
@given(lines=st.lists(documents, max_size=3), whole=st.tuples(*[whole_documents] * 3), choice=st.booleans())
def test_any_json_file(
    key: Key, lines: list[object], whole: tuple[dict[str, object], ...], choice: bool
) -> None:
    named = [{"doc_key": name, **document} for name, document in zip(("a_0", "a_1", "b"), whole, strict=True)]
    records = named if choice else lines
    judge(
        key, "a.jsonl", "".join(json.dumps(record) + "\n" for record in records).encode(), lenient=not choice
    )


@FUZZ
@given(records=st.lists(unnamed, min_size=3, max_size=3) | st.lists(texts_alone | words_alone | documents))
def test_any_json_of_other_systems(key: Key, records: list[object]) -> None:
    judge(key, "a.jsonl", "".join(json.dumps(record) + "\n" for record in records).encode())


@FUZZ
@given(text=st.sampled_from(RESPONSES), seed=st.integers(0, 2**32), lenient=st.booleans())
def test_any_corefud_file(corefud_key: Key, text: str, seed: int, lenient: bool) -> None:
    others = [other.encode() for other in RESPONSES]
    judge(corefud_key, "a.conllu", mutated(text.encode(), others, random.Random(seed)), lenient)


@pytest.fixture(scope="module")
def joined_key(tmp_path_factory: pytest.TempPathFactory) -> Key:
    return small_joined_key(tmp_path_factory.mktemp("joined"))


@pytest.mark.parametrize("text", [EIGHT, WITH_IDS, FAIR])
def test_files_with_ids_are_scored_across_documents(joined_key: Key, text: str, tmp_path: Path) -> None:
    path = tmp_path / ("a.jsonl" if text is WITH_IDS else "a.conll")
    path.write_text(text)
    assert is_accepted(joined_key, path, ACROSS)


@FUZZ
@given(text=st.sampled_from([EIGHT, WITH_IDS]), seed=st.integers(0, 2**32))
def test_any_file_across_documents(joined_key: Key, text: str, seed: int) -> None:
    data = mutated(text.encode(), [EIGHT.encode(), WITH_IDS.encode()], random.Random(seed))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / ("a.jsonl" if text is WITH_IDS else "a.conll")
        path.write_bytes(data)
        event("accepted" if is_accepted(joined_key, path, ACROSS) else "refused")


@FUZZ
@given(text=st.sampled_from(anaphora.RESPONSES), seed=st.integers(0, 2**32), lenient=st.booleans())
def test_any_conllua_file(conllua_key: Key, text: str, seed: int, lenient: bool) -> None:
    others = [other.encode() for other in anaphora.RESPONSES]
    judge(conllua_key, "a.conllua", mutated(text.encode(), others, random.Random(seed)), lenient)


@st.composite
def archives(draw: st.DrawFn) -> bytes:
    """Members of odd names, methods and kinds, and some bytes of the whole overwritten."""
    members: list[tuple[str | zipfile.ZipInfo, bytes]] = []
    for name in draw(st.lists(odd_names, max_size=3)):
        info = zipfile.ZipInfo(name.encode(errors="replace").decode().replace("\0", "?"))
        info.external_attr = draw(st.sampled_from([0, 0, 0, 0o120777, 0o100644, 0o010644])) << 16
        members.append((info, draw(texts)))
    data = bytearray(archive(*members, method=draw(st.sampled_from([0, 8, 8, 12, 14]))))
    for _ in range(draw(st.sampled_from([0, 0, 1, 3]))):
        place = draw(st.integers(0, len(data) - 1))
        size = draw(st.sampled_from([1, 2, 4]))
        data[place : place + size] = struct.pack("<I", draw(st.integers(0, 2**32 - 1)))[:size]
    return bytes(data)


@FUZZ
@given(data=archives(), lenient=st.booleans())
def test_any_archive(key: Key, data: bytes, lenient: bool) -> None:
    judge(key, "a.zip", data, lenient)


@FUZZ
@given(lines=st.lists(toml_lines | st.text(max_size=20), max_size=4), option=toml_lines)
def test_any_settings(lines: list[str], option: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        text = "\n".join(lines)
        (Path(folder) / "leaderboard.toml").write_bytes(text.encode(errors="replace"))
        try:
            configure({}, Path(folder))
            event("accepted")
        except LeaderboardError as error:
            refusal = str(error)
            event("refused")
        else:
            refusal = ""
        assert refusal == "" or refusal.isprintable()


file_names = st.text(st.characters(exclude_characters="/\0", exclude_categories=[]), min_size=1, max_size=8)


@FUZZ
@given(names=st.lists(file_names, max_size=4, unique=True), inner=file_names, kind=st.sampled_from("fdl"))
def test_any_folder(names: list[str], inner: str, kind: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "key.conll").write_text(KEY)
        for entry in names:
            make(folder / entry, inner, kind)
        try:
            found = find_submissions(folder, folder / "key.conll", False)
        except NothingToDo:
            return
        for rejection in found.rejected:
            assert rejection.system.isprintable()
            assert str(rejection.problem).isprintable()
        for submission in found.submissions:
            assert submission.name.isprintable()


def make(path: Path, inner: str, kind: str) -> None:
    """A file, a folder with one, or a link; nothing where the system has no such name."""
    try:
        if kind == "l":
            path.symlink_to(inner)
        elif kind == "d":
            path.mkdir()
            (path / inner).write_bytes(b"")
        else:
            path.write_bytes(b"")
    except (OSError, ValueError):
        event("no such name")


def test_a_fault_of_the_harness_would_be_seen(key: Key, tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_text(FAIR)
    assert is_accepted(key, tmp_path / "a.conll")
    (tmp_path / "b.conll").write_text("x")
    assert not is_accepted(key, tmp_path / "b.conll")
    with pytest.raises(InputError):
        list(open_submission(tmp_path / "none", False).contents(1000))
