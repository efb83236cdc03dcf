from __future__ import annotations

import bz2
import gzip
import lzma
import os
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from leaderboard.errors import InputError
from leaderboard.formats.limits import MOST_BYTES
from leaderboard.formats.source import read_bytes, stem

COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
}
TEXT = os.urandom(5000)


def refusal(path: Path, most: int = MOST_BYTES) -> str:
    with pytest.raises(InputError) as error:
        read_bytes(path, most)
    assert "\n" not in error.value.typed
    return error.value.typed.removeprefix(str(path))


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_reads_a_plain_file(tmp_path: Path) -> None:
    assert read_bytes(written(tmp_path, "a.conll", TEXT)) == TEXT


@pytest.mark.parametrize("suffix", COMPRESS)
def test_decompresses_by_suffix(tmp_path: Path, suffix: str) -> None:
    assert read_bytes(written(tmp_path, f"a.conll{suffix}", COMPRESS[suffix](TEXT))) == TEXT


@pytest.mark.parametrize("suffix", COMPRESS)
@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda data: data[: len(data) // 2], id="cut off"),
        pytest.param(lambda data: data[:5], id="cut off in its header"),
        pytest.param(lambda data: data[:200] + bytes(100) + data[300:], id="zeros inside"),
        pytest.param(lambda data: data[:-8] + bytes([data[-8] ^ 255]) + data[-7:], id="wrong end"),
        pytest.param(lambda data: TEXT, id="not compressed"),
    ],
)
def test_refuses_damage(tmp_path: Path, suffix: str, damage: Callable[[bytes], bytes]) -> None:
    message = refusal(written(tmp_path, f"a{suffix}", damage(COMPRESS[suffix](TEXT))))
    assert message.startswith(f": not a complete {suffix} file (")
    assert message.endswith("); compress it again")


@pytest.mark.parametrize("suffix", COMPRESS)
def test_a_suffix_may_be_in_capitals(tmp_path: Path, suffix: str) -> None:
    path = written(tmp_path, f"a.conll{suffix.upper()}", COMPRESS[suffix](TEXT))
    assert read_bytes(path) == TEXT
    assert stem(path.name) == "a"


@pytest.mark.parametrize("suffix", COMPRESS)
def test_streams_may_follow_one_another(tmp_path: Path, suffix: str) -> None:
    both = COMPRESS[suffix](TEXT) + (bytes(8) if suffix == ".xz" else b"") + COMPRESS[suffix](TEXT)
    assert read_bytes(written(tmp_path, f"a{suffix}", both)) == TEXT + TEXT


def test_many_pieces_are_one_file(tmp_path: Path) -> None:
    text = os.urandom(3_000_000)
    assert read_bytes(written(tmp_path, "a.xz", lzma.compress(text, preset=0))) == text
    assert read_bytes(written(tmp_path, "a.conll", text)) == text


def with_dictionary(size: int) -> bytes:
    """An .xz file that says that its dictionary is so large."""
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": size}]
    return lzma.compress(TEXT, check=lzma.CHECK_NONE, filters=filters)


def test_a_large_dictionary_is_refused_before_there_is_one(tmp_path: Path) -> None:
    assert read_bytes(written(tmp_path, "a.xz", with_dictionary(64 << 20))) == TEXT
    data = bytearray(with_dictionary(4096))
    header = data.index(b"\x21\x01\x00", 12)  # the only filter, the size of its properties, 4 KiB
    data[header + 2] = 40  # 4 GiB
    data[header + 6 : header + 10] = zlib.crc32(data[12 : header + 6]).to_bytes(4, "little")
    for whole in (bytes(data), lzma.compress(TEXT) + data):
        message = refusal(written(tmp_path, "b.xz", whole))
        assert message == ": not a complete .xz file (Memory usage limit exceeded); compress it again"


@pytest.mark.parametrize("suffix", COMPRESS)
def test_refuses_what_grows_beyond_the_ratio(tmp_path: Path, suffix: str) -> None:
    bomb = written(tmp_path, f"a{suffix}", COMPRESS[suffix](bytes(20_000_000)))
    assert refusal(bomb).endswith("bytes; submit smaller files, or compress them less")


def test_small_files_may_grow_at_any_ratio(tmp_path: Path) -> None:
    assert read_bytes(written(tmp_path, "a.gz", gzip.compress(bytes(1_000_000)))) == bytes(1_000_000)


def test_refuses_a_file_that_is_too_large(tmp_path: Path) -> None:
    message = ": more than 4,999 bytes; submit smaller files, or compress them less"
    assert refusal(written(tmp_path, "a.conll", TEXT), 4999) == message
    assert refusal(written(tmp_path, "a.gz", gzip.compress(TEXT)), 4999) == message


def test_refuses_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path) == ": a folder where a file is expected; name a file in it"
    assert refusal(tmp_path / "pipe") == ": not a regular file; copy its content to a file"
    assert refusal(Path("/dev/zero")) == ": not a regular file; copy its content to a file"
    assert refusal(tmp_path / "none") == (
        ": cannot be read: no such file or directory; check the path and its permissions"
    )
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert refusal(tmp_path / "loop").startswith(": cannot be read: ")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_refuses_a_file_without_permission(tmp_path: Path) -> None:
    path = written(tmp_path, "a.conll", TEXT)
    path.chmod(0)
    assert refusal(path) == ": cannot be read: permission denied; check the path and its permissions"


@pytest.mark.parametrize(
    ("name", "system"),
    [("alpha.conll", "alpha"), ("alpha.v2.conll.gz", "alpha.v2"), ("alpha", "alpha"), ("a.xz", "a")],
)
def test_a_system_is_called_as_its_file(name: str, system: str) -> None:
    assert stem(name) == system
