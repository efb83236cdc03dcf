"""Files and folders of files by their hashes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def joint_digest(digests: Mapping[str, str]) -> str:
    """The hash of the only file, or of the names and hashes of all."""
    if len(digests) == 1:
        return next(iter(digests.values()))
    return digest_of("".join(f"{dataset}\n{digest}\n" for dataset, digest in digests.items()).encode())
