"""The page of real results is what the saved sums make, and these are what the archive makes."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.errors import LeaderboardError
from leaderboard.saved import MANIFEST, SUFFIX
from tools.real_results.__main__ import FOLDER, PAGE, contents, different, main
from tools.real_results.archive import Mention, twins
from tools.real_results.folder import sign_again
from tools.real_results.page import compared, page

ARCHIVE = os.environ.get("LEADERBOARD_ARCHIVE")
README = FOLDER.parents[1] / "README.md"
AT_MOST = 3_000_000
# Names of documents of ECB+ and of the Gun Violence Corpus, and of all documents as one.
DOCUMENT = re.compile(r"DOC\d+|[0-9a-f]{32}|corpus")


def test_the_page_is_what_the_folder_makes() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(FOLDER)


def test_every_published_figure_is_ours() -> None:
    found = list(compared(FOLDER))
    assert len(found) > 3000
    assert all(one.equal for one in found)


def test_the_first_page_counts_as_the_page_does() -> None:
    of_page = PAGE.read_text(encoding="utf-8")
    sentence = re.search(
        r"all ([\d,]+) published figures.*? (\d+ of \d+) leads", README.read_text(encoding="utf-8")
    )
    assert sentence
    assert f"Of {sentence[1]} published figures, {sentence[1]} are equal" in of_page
    assert f"{sentence[2]} leads hold for the whole corpus" in of_page


def test_the_scores_of_gvc_are_the_published_ones() -> None:
    scores = leaderboard.rank(FOLDER / "gvc-within").scores
    systems = ("with_gold", "with_kmeans", "from_gvc", "lemma")
    assert [round(100 * scores[system]["conll"].f1, 2) for system in systems] == [66.03, 65.67, 64.93, 59.51]


def strings(record: Any) -> Iterator[str]:
    """The strings among the values of a record."""
    if isinstance(record, str):
        yield record
    elif isinstance(record, dict | list):
        for value in record.values() if isinstance(record, dict) else record:
            yield from strings(value)


def test_the_folder_is_small_and_has_no_texts() -> None:
    files = contents(FOLDER)
    assert sum(map(len, files.values())) <= AT_MOST
    for name, content in files.items():
        if name.endswith(SUFFIX):
            record = json.loads(content.split(b"\n")[1])
            found = {record.pop(known) for known in ("scoring", "response", "entities") if known in record}
            assert all("leaderboard:" in text or re.fullmatch(r"[0-9a-f]{64}", text) for text in found)
            if name.endswith(MANIFEST):
                assert all(DOCUMENT.fullmatch(document) for _, document, _ in record["parts"])
            else:
                assert all(re.fullmatch(r"u1|<u[24]|<f8", text) for text in strings(record))


def test_sums_of_another_version_are_signed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "gvc-corpus"
    shutil.copytree(FOLDER / folder.name, folder)
    before, scores = contents(folder), leaderboard.rank(folder).scores
    with monkeypatch.context() as other:
        other.setattr("leaderboard.saved.manifest.VERSION", "0.0.1")
        with pytest.raises(LeaderboardError):
            leaderboard.rank(folder)
        sign_again(folder)
        assert contents(folder).keys() & before.keys() == {MANIFEST}
        assert leaderboard.rank(folder).scores == scores
    sign_again(folder)
    assert contents(folder) == before


@pytest.mark.skipif(not ARCHIVE, reason="LEADERBOARD_ARCHIVE does not name the folder of the archive")
def test_the_folder_is_what_the_archive_makes() -> None:
    assert different(Path(str(ARCHIVE))) == []


def key(text: str) -> list[Mention]:
    """Mentions of documents and entities that are written as `document:entity`."""
    pairs = [word.split(":") for word in text.split()]
    return [
        Mention(document, f"{document}_{place}", entity) for place, (document, entity) in enumerate(pairs)
    ]


class TestTwins:
    def test_documents_are_told_apart_by_what_they_share(self) -> None:
        found = twins(key("a:1 a:1 b:1 b:2"), key("y:8 y:9 x:8 x:8"))
        assert found["document", "a"] == ("document", "x")
        assert found["entity", "2"] == ("entity", "9")

    def test_documents_that_are_alike_are_told_apart_by_names(self) -> None:
        found = twins(key("a:1 b:2"), key("x_b:1 y_a:2"))
        assert found["document", "a"] == ("document", "y_a")
        assert found["entity", "1"] == ("entity", "2")

    def test_of_documents_that_are_alike_in_all_the_first_are_twins(self) -> None:
        found = twins(key("a:1 b:2"), key("y:1 x:2"))
        assert found["document", "a"] == ("document", "x")
        assert found["entity", "1"] == ("entity", "2")

    def test_other_keys_are_refused(self) -> None:
        with pytest.raises(ValueError, match="differ in more than names"):
            twins(key("a:1 b:1"), key("a:1 b:2"))


def test_only_an_archive_can_be_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["real_results", "--check"])
    with pytest.raises(SystemExit):
        main()
