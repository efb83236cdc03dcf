"""Archives and pictures that are not compressed: the same bytes with any version of any library."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
_UNIX, _PLAIN_FILE = 3, 0o100644 << 16
_SIDE, _MARGIN, _FOOT = 128, 12, 112
# Where the bars of a podium begin, and how high each reaches.
_BARS = ((_MARGIN, 60), (47, 24), (82, 80))
_WIDTH = 34


def stored_zip(files: Mapping[str, bytes]) -> bytes:
    """A zip archive of some files, in their order."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _FIRST_DAY)
            entry.create_system, entry.external_attr = _UNIX, _PLAIN_FILE
            archive.writestr(entry, content)
    return out.getvalue()


def podium() -> bytes:
    """A logo in black and white, to be replaced: a PNG of one bit a pixel."""
    rows = b"".join(b"\0" + _bits([_is_white(x, y) for x in range(_SIDE)]) for y in range(_SIDE))
    header = struct.pack(">IIBBBBB", _SIDE, _SIDE, 1, 0, 0, 0, 0)
    block = b"\x01" + struct.pack("<HH", len(rows), len(rows) ^ 0xFFFF) + rows
    data = b"\x78\x01" + block + struct.pack(">I", zlib.adler32(rows))
    chunks = ((b"IHDR", header), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _is_white(x: int, y: int) -> bool:
    return not any(start <= x < start + _WIDTH and top <= y < _FOOT for start, top in _BARS)


def _bits(pixels: list[bool]) -> bytes:
    return int("".join("01"[pixel] for pixel in pixels), 2).to_bytes(len(pixels) // 8, "big")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
