"""What a stranger's file makes the program do is counted: it grows with the file, never with its square."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from leaderboard.corpus import Floats
from leaderboard.errors import InputError
from leaderboard.formats import source
from leaderboard.formats.corefud import Columns
from leaderboard.formats.corefud.entity_brackets import CorefUDRecord, EntityBrackets
from leaderboard.formats.faults import TooMany
from leaderboard.formats.limits import FREE_BYTES, MOST_BYTES, MOST_DEPENDENTS, MOST_STREAMS
from leaderboard.formats.source import read_bytes
from leaderboard.matching import rounds
from leaderboard.matching.spans import Pairs, Places, alike_zeros
from leaderboard.submissions.archives import opened
from tests.formats.corefud.texts import corefud
from tests.support.running import Typed

COMPRESS = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}


def refusal(path: Path, most: int = MOST_BYTES) -> str:
    with pytest.raises(InputError) as error:
        read_bytes(path, most)
    return error.value.typed.removeprefix(f"{path}: ")


class TestStreamsOfNothing:
    @pytest.fixture
    def begun(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The suffix of each stream that was begun."""
        begun: list[str] = []

        def counting(suffix: str) -> Callable[[], source._Decompressor]:
            decompressor = source._DECOMPRESSORS[suffix]
            return lambda: begun.append(suffix) or decompressor()  # type: ignore[func-returns-value]

        monkeypatch.setattr(source, "_DECOMPRESSORS", {suffix: counting(suffix) for suffix in COMPRESS})
        return begun

    @pytest.mark.parametrize("suffix", COMPRESS)
    def test_they_end_somewhere(self, suffix: str, tmp_path: Path, begun: list[str]) -> None:
        (path := tmp_path / f"a{suffix}").write_bytes(COMPRESS[suffix](b"") * 12_000)
        what = "more than 10,000 compressed streams one after the other"
        assert refusal(path) == f"{what}; compress the whole file at once"
        assert begun == [suffix] * MOST_STREAMS

    @pytest.mark.parametrize("suffix", COMPRESS)
    def test_as_many_as_there_may_be_are_read(self, suffix: str, tmp_path: Path) -> None:
        nothing = COMPRESS[suffix](b"") * (MOST_STREAMS - 1)
        (path := tmp_path / f"a{suffix}").write_bytes(nothing + COMPRESS[suffix](b"text") + bytes(200_000))
        assert read_bytes(path) == b"text"

    @pytest.mark.parametrize("suffix", COMPRESS)
    def test_packed_bytes_are_counted(self, suffix: str, tmp_path: Path, begun: list[str]) -> None:
        """Even the zeros that may stand between streams."""
        data = COMPRESS[suffix](b"text") + bytes(FREE_BYTES) + COMPRESS[suffix](b"more")
        (path := tmp_path / f"a{suffix}").write_bytes(data)
        assert read_bytes(path) == b"textmore"
        assert begun == [suffix] * 2
        assert refusal(path, 1000).startswith("more than 1,048,576 bytes; ")
        assert begun == [suffix] * 3

    def test_so_are_those_of_a_member_of_an_archive(self, tmp_path: Path) -> None:
        """Blocks of nothing: a deflated member that is larger than what it holds."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
            archive.writestr("a", b"\0\0\0\xff\xff" * 300_000 + b"\x01\0\0\xff\xff")
        data = bytearray(packed.getvalue())
        for header, method, checksum in ((b"PK\3\4", 8, 14), (b"PK\1\2", 10, 16)):
            begin = data.index(header)
            data[begin + method] = zipfile.ZIP_DEFLATED
            data[begin + checksum : begin + checksum + 4] = bytes(4)
            data[begin + checksum + 8 : begin + checksum + 12] = bytes(4)
        (path := tmp_path / "a.zip").write_bytes(data)
        with opened(path) as read:
            assert read("a", 2_000_000) == b""
            with pytest.raises(
                InputError, match="the member 'a' makes the archive more than 1,000 bytes; submit"
            ):
                read("a", 1000)


def with_zeros(count: int) -> bytes:
    """So many zeros on the first of two words, and an entity of all of them and the other word."""
    return corefud("1", *(f"1.{number} (z) 1:nsubj" for number in range(1, count + 1)), "2 (z)")


def test_brackets_are_counted_before_they_are_read() -> None:
    record = CorefUDRecord()
    brackets = EntityBrackets(record=record, most=3)
    assert not list(brackets.read("(a)(b)", 0, 1, Columns(0, None)))
    with pytest.raises(TooMany, match="more than 3 brackets in this file"):
        list(brackets.read("(c)(d)", 1, 2, Columns(0, None)))
    assert len(record.as_mentions().entity) == 2
    with pytest.raises(TooMany, match="more than 3 brackets in this file"):
        list(EntityBrackets(record=record, most=3).read("a)b)(c(d", 0, 1, Columns(0, None)))


def test_no_test_asks_the_clock() -> None:
    """A busy machine changes no verdict; how long things take is for the benchmarks."""
    clock = re.compile(r"\b(perf_counter|process_time|monotonic|time\.time)(_ns)?\(")
    tests = Path(__file__).parents[1]
    files = [path for path in tests.rglob("test_*.py") if path.parent.name != "benchmarks"]
    assert len(files) > 100
    assert not [path.name for path in files if clock.search(path.read_text(encoding="utf-8"))]


class TestZerosOfOneNode:
    @pytest.fixture(autouse=True)
    def here(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)

    @pytest.fixture
    def compared(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        """How many pairs of zeros were compared, response by response."""
        counts: list[int] = []

        def counted(key: Places, response: Places) -> tuple[Pairs, Floats]:
            pairs, scores = alike_zeros(key, response)
            counts.extend([len(pairs.key)] if len(pairs.key) else [])  # none where spans are matched
            return pairs, scores

        monkeypatch.setattr(rounds, "alike_zeros", counted)
        return counts

    def test_too_many_are_refused_before_they_are_compared(self, typed: Typed, compared: list[int]) -> None:
        Path("key.conllu").write_bytes(with_zeros(40))
        Path("many.conllu").write_bytes(with_zeros(20_000))
        said = "many.conllu:4: more than 100 dependencies of zeros lead to one node; write each zero once\n"
        assert typed("score", "many.conllu").err == f"rejected: {said}"
        assert said.replace(":4: ", ":4: error: ") in typed("validate", "many.conllu").out
        Path("fair.conllu").write_bytes(with_zeros(MOST_DEPENDENTS))
        run = typed("rank", ".", "--output", "report", "--quiet", "--draws", "100")
        assert (run.code, run.err) == (3, f"rejected: {said}")
        assert compared == [40 * MOST_DEPENDENTS]

    def test_a_response_may_have_twice_those_of_the_key(self, typed: Typed, compared: list[int]) -> None:
        Path("key.conllu").write_bytes(with_zeros(80))
        Path("more.conllu").write_bytes(with_zeros(160))
        Path("most.conllu").write_bytes(with_zeros(161))
        assert typed("score", "more.conllu").code == 0
        assert compared == [80 * 160]
        assert "more than 160 dependencies of zeros" in typed("score", "most.conllu").err

    def test_pairs_at_one_node_are_bounded(self, typed: Typed, compared: list[int]) -> None:
        Path("key.conllu").write_bytes(with_zeros(2000))
        Path("double.conllu").write_bytes(with_zeros(3999))
        run = typed("score", "double.conllu")
        assert "more than 2,000 dependencies of zeros lead to one node" in run.err
        assert (run.code, compared) == (4, [])
